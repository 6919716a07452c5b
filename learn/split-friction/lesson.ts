import { startLesson } from "../src/lesson";
import { createCircles } from "../src/views/circles";
import { createPlan, drawLine, mark } from "../src/views/plan";
import { createExperiment, knobs, markM } from "./experiment";

const ice = "rgb(176 205 226 / 55%)";

void startLesson({
    id: "split-friction",
    knobs,
    create: createExperiment,
    views: (place) => [
        createPlan(place, {
            label: "The car from above: ice on its left, asphalt on its right, and a red mark where it brakes",
            acrossM: 22,
            ground: (context) => {
                context.fillStyle = ice;
                context.fillRect(-100, 0, 500, 100);
                for (const y of [-1.9, 1.9]) drawLine(context, [-100, y], [400, y], 0.1);
                drawLine(context, [markM, -1.9], [markM, 1.9], 0.3, mark);
            },
        }),
        createCircles(
            place,
            "The Kamm circle of each wheel, with the force that the tyre holds",
            "What each tyre could hold and what it holds. Those on ice are small.",
        ),
    ],
});
