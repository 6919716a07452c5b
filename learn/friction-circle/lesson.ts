import { startLesson } from "../src/lesson";
import { createCircles } from "../src/views/circles";
import { createPlan, drawCircle, drawLine, mark } from "../src/views/plan";
import { createExperiment, knobs, laneM, markM, radiusM } from "./experiment";

const angle = markM / radiusM;
/** On the circle's radius through the mark. */
const atMark = (fromMiddleM: number) =>
    [fromMiddleM * Math.sin(angle), radiusM - fromMiddleM * Math.cos(angle)] as const;

void startLesson({
    id: "friction-circle",
    knobs,
    create: createExperiment,
    views: (place) => [
        createPlan(place, {
            label: "The car from above in a lane that bends to the left, with a red mark where it brakes",
            acrossM: 42,
            ground(context) {
                for (const side of [-1, 1]) drawCircle(context, 0, radiusM, radiusM + side * (laneM + 0.9), 0.12);
                drawCircle(context, 0, radiusM, radiusM, 0.06, "rgb(242 239 228 / 40%)");
                drawLine(context, atMark(radiusM - 1.9), atMark(radiusM + 1.9), 0.4, mark);
            },
        }),
        createCircles(
            place,
            "The Kamm circle of each wheel, with the force that the tyre holds",
            "What each tyre could hold, and what it holds: up is push, down is brake, to the left is into the bend.",
        ),
    ],
});
