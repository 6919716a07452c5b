import { startLesson } from "../src/lesson";
import { createBehind } from "../src/views/behind";
import { createChart, createHistory } from "../src/views/chart";
import { createPlan, drawLine } from "../src/views/plan";
import { createExperiment, endS, knobs } from "./experiment";

const degrees = 180 / Math.PI;

void startLesson({
    id: "anti-roll-bars",
    knobs,
    create: createExperiment,
    views(place, experiment) {
        const rolls = [createHistory(), createHistory()];
        return [
            createBehind(place, {
                label: "Both pickups from behind: the one with your bars and the one without, with the load on each wheel",
                caption: "From behind. A wheel that has left the ground is red.",
                titles: ["with your bars", "without bars"],
                newtonsPerM: 14000,
            }),
            createPlan(place, {
                label: "Both pickups from above: yours is blue, the one without bars is grey",
                acrossM: 34,
                ground: (context) => {
                    for (const y of [-1.9, 1.9, 5.7]) drawLine(context, [-40, y], [260, y], 0.1, "rgb(242 239 228 / 55%)");
                },
            }),
            createChart(place, {
                label: "The roll angle of both pickups over time",
                caption: "How far each leans.",
                x: { name: "time, s", min: 0, max: Math.ceil(endS), step: 1 },
                y: { name: "roll, °", min: -12, max: 12, step: 4 },
                lines: () => [
                    { name: "", colour: 0, points: rolls[0]!.points },
                    { name: "", colour: 1, points: rolls[1]!.points, isDashed: true },
                ],
                note({ timeS }) {
                    if (timeS < endS) experiment.cars.forEach(({ rollRad }, i) => rolls[i]!.note(timeS, degrees * rollRad));
                },
                restart: () => rolls.forEach((roll) => roll.clear()),
            }),
        ];
    },
});
