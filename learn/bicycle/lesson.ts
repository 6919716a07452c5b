import { startLesson } from "../src/lesson";
import { createChart } from "../src/views/chart";
import { createPlan, drawCircle } from "../src/views/plan";
import { createExperiment, knobs } from "./experiment";

const degrees = 180 / Math.PI;
/** Circles that are larger are lines on the picture. */
const largestM = 5000;

void startLesson({
    id: "bicycle",
    knobs,
    create: createExperiment,
    views(place, experiment) {
        let [front, rear]: [number, number][][] = [[], []];
        return [
            createPlan(place, {
                label: "The car from above with the force on each wheel. The thin circle is the one that geometry alone gives",
                acrossM: 36,
                ground(context) {
                    const geometry = experiment.figures()["geometry"]!;
                    if (Math.abs(geometry) < largestM)
                        drawCircle(context, 0, geometry, Math.abs(geometry), 0.25, "rgb(242 239 228 / 45%)");
                },
            }),
            createChart(place, {
                label: "Slip angles of the front and the rear axle over time",
                caption: "Slip angles. Front above rear: the car understeers. The scale grows once the car spins.",
                x: { name: "time, s", min: 0, max: 12, step: 2 },
                y: { name: "slip angle, °", min: 0, max: 4, step: 1, grows: true },
                lines: () => [
                    { name: "front", colour: 0, points: front! },
                    { name: "rear", colour: 1, points: rear!, isDashed: true },
                ],
                note({ timeS }) {
                    if (timeS > 12) return;
                    const { frontSlip, rearSlip } = experiment.figures();
                    front!.push([timeS, degrees * Math.abs(frontSlip!)]);
                    rear!.push([timeS, degrees * Math.abs(rearSlip!)]);
                },
                restart() {
                    [front, rear] = [[], []];
                },
            }),
        ];
    },
});
