import { startLesson } from "../src/lesson";
import { createBehind } from "../src/views/behind";
import { createPlan, drawCircle } from "../src/views/plan";
import { createExperiment, knobs, radiusM } from "./experiment";

void startLesson({
    id: "load-transfer",
    knobs,
    create: createExperiment,
    views: (place) => [
        createBehind(place, {
            label: "The car from behind, leaning out of the bend, with the load on each wheel as an arrow",
            caption: "From behind. Each arrow is a wheel's load; those that stand further in are the front wheels'. The bend is to the left.",
            titles: [""],
            newtonsPerM: 4500,
            withCg: true,
        }),
        createPlan(place, {
            label: "The car from above on its circle of 40 m",
            acrossM: 40,
            ground: (context) => drawCircle(context, 0, radiusM, radiusM, 0.1),
        }),
    ],
});
