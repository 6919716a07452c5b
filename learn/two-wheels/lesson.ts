import { startLesson } from "../src/lesson";
import { createBehind } from "../src/views/behind";
import { createChart } from "../src/views/chart";
import { createExperiment, knobs } from "./experiment";

const degrees = 180 / Math.PI;

void startLesson({
    id: "two-wheels",
    knobs,
    create: createExperiment,
    views(place, experiment) {
        let [lean, steer]: [number, number][][] = [[], []];
        return [
            createBehind(place, {
                label: "The bicycle from behind, leaning as it does",
                caption: "The bicycle from behind. Arrows are the loads of its wheels.",
                titles: ["hands off"],
                newtonsPerM: 1500,
            }),
            createChart(place, {
                label: "Lean and steering of the bicycle over time",
                caption: "It steers to the side to which it leans, and so brings its wheels below itself again.",
                x: { name: "time, s", min: 0, max: 10, step: 2 },
                y: { name: "to the right, °", min: -20, max: 20, step: 5 },
                lines: () => [
                    { name: "lean", colour: 0, points: lean! },
                    { name: "steering", colour: 1, points: steer!, isDashed: true },
                ],
                note({ timeS }) {
                    if (timeS > 10) return;
                    const figures = experiment.figures();
                    lean!.push([timeS, degrees * figures["lean"]!]);
                    steer!.push([timeS, -degrees * figures["steer"]!]);
                },
                restart() {
                    [lean, steer] = [[], []];
                },
            }),
        ];
    },
});
