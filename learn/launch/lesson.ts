import { startLesson } from "../src/lesson";
import { createChart, createHistory } from "../src/views/chart";
import { createPlan, drawLine } from "../src/views/plan";
import { createExperiment, knobs, pushN, speedIn } from "./experiment";

const kmh = 3.6;

void startLesson({
    id: "launch",
    knobs,
    create: createExperiment,
    views(place, experiment) {
        const { drivetrain } = experiment;
        const gears = [1, 2, 3].map((gear) => ({
            name: `${gear}`,
            colour: 2 * gear,
            isDashed: true,
            points: drivetrain.torque.map(
                ([radps, nm]) => [kmh * speedIn(drivetrain, gear, radps), pushN(drivetrain, gear, nm) / 1000] as const,
            ),
        }));
        const driven: [number, number][] = [];
        const speeds = createHistory();
        return [
            createChart(place, {
                label: "The push on the road over the speed: what each gear could give at full throttle, and what the tyres give now",
                caption: "Push of the drive wheels. Dashed: full throttle in gears 1, 2 and 3 by the equation. Full: what the tyres gave.",
                x: { name: "speed, km/h", min: 0, max: 120, step: 20 },
                y: { name: "push, kN", min: 0, max: 14, step: 2 },
                lines: () => [...gears, { name: "", colour: 0, points: driven }],
                dots: () => {
                    const { speed, push } = experiment.figures();
                    return push! > 0 ? [[kmh * speed!, push! / 1000]] : [];
                },
                note({ timeS }) {
                    speeds.note(timeS, kmh * experiment.cars[0]!.speedMps);
                    const { speed, push } = experiment.figures();
                    const last = driven.at(-1)?.[0] ?? 0;
                    if (kmh * speed! > last + 0.3) driven.push([kmh * speed!, push! / 1000]);
                },
                restart: () => {
                    driven.length = 0;
                    speeds.clear();
                },
            }),
            createChart(place, {
                label: "The speed over time",
                caption: "Speed. The steps are shifts.",
                x: { name: "time, s", min: 0, max: 10, step: 2 },
                y: { name: "speed, km/h", min: 0, max: 120, step: 20 },
                lines: () => [{ name: "", colour: 0, points: speeds.points.filter(([timeS]) => timeS <= 10) }],
            }),
            createPlan(place, {
                label: "The car from above, with the force on each wheel",
                acrossM: 9,
                ground: (context) => {
                    for (const y of [-2, 2]) drawLine(context, [-10, y], [400, y], 0.1);
                },
            }),
        ];
    },
});
