import { startLesson } from "../src/lesson";
import { chalk, createPlan, drawCircle } from "../src/views/plan";
import { chalkM, createExperiment, knobs, toleranceM } from "./experiment";

void startLesson({
    id: "six-lines",
    knobs,
    create: createExperiment,
    views: (place) => [
        createPlan(place, {
            label: "The car from above on a chalk circle of 8 m, with the way that it has come",
            acrossM: 26,
            withForces: false,
            middle({ cars: [car] }) {
                const [x, y] = car!.frame.position as unknown as [number, number];
                return Math.hypot(x, y - chalkM) < 12 ? [0, chalkM] : [x, y];
            },
            ground: (context) => {
                drawCircle(context, 0, chalkM, chalkM, 2 * toleranceM, "rgb(242 239 228 / 14%)");
                drawCircle(context, 0, chalkM, chalkM, 0.08, chalk);
            },
        }),
    ],
});
