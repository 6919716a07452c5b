import { startLesson } from "../src/lesson";
import { createChart, createHistory } from "../src/views/chart";
import { createSlope } from "../src/views/slope";
import { createExperiment, knobs } from "./experiment";

const lastS = 15;

void startLesson({
    id: "parked",
    knobs,
    create: createExperiment,
    views(place, experiment) {
        const { lengthM, wheelbaseM, wheelRadiusM, heightM, frontOverhangM } = experiment.cars[0]!.info;
        const [own, wrong] = [createHistory(0.05), createHistory(0.05)];
        return [
            createSlope(place, {
                label: "Kamm's car above and the common mistake below, parked on the same slope, from the side",
                caption: "The red mark is where the front wheels were parked.",
                slope: () => experiment.slope,
                cars: () => [
                    { title: "Kamm", wayM: experiment.wayM },
                    { title: "the common mistake: F = −c v", wayM: experiment.wrong.wayM },
                ],
                ...{ lengthM, wheelbaseM, heightM, wheelM: wheelRadiusM[0]!, frontM: frontOverhangM },
            }),
            createChart(place, {
                label: "How far both cars have gone over time",
                caption: "How far each has gone. Kamm's car gives a little in its springs and tyres, and then stands.",
                x: { name: "time, s", min: 0, max: lastS, step: 3 },
                y: { name: "way, mm", min: 0, max: 300, step: 50 },
                lines: () => [
                    { name: "Kamm", colour: 0, points: own.points },
                    { name: "the mistake", colour: 1, points: wrong.points, isDashed: true },
                ],
                note({ timeS }) {
                    if (timeS > lastS) return;
                    own.note(timeS, 1000 * experiment.wayM);
                    wrong.note(timeS, 1000 * experiment.wrong.wayM);
                },
                restart: () => [own, wrong].forEach((history) => history.clear()),
            }),
        ];
    },
});
