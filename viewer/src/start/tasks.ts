/** The three tasks of the first minute. */
import type { Task } from "./task";

const still = { rung: "full", surfaceOverride: null, windMps: [0, 0, 0], others: 0 } as const;

export const tasks: readonly Task[] = [
    {
        id: "drift",
        title: "Drift",
        summary: "Hold 20° of sideslip for 3 s",
        advice: "Turn in at full throttle and stay on it: the rear comes round. Steer against the slide early, and back before it ends.",
        setup: {
            ...still,
            car: "nissan-350z-drift",
            changes: { "aids.tcs": false, "aids.esc": false },
            start: "skid_pad",
            aid: 0.3, // with more help it hardly slides, with less keys spin it
        },
    },
    {
        id: "moose",
        title: "Moose",
        summary: "Round the moose, touching no cone",
        advice: "Some 50 km/h, off the throttle at the first cones, left and right again. No cone may fall.",
        roadTest: "moose",
        setup: { ...still, car: "volvo-v40", changes: {}, aid: 0.8 },
    },
    {
        id: "lap",
        title: "Lap",
        summary: "Once round, against Kamm's driver",
        advice: "The clock starts when you do. Two wheels on the grass are one too many.",
        setup: { ...still, car: "bmw-m3-e46", changes: {}, start: "circuit", aid: 0.8 },
    },
];

/** Of who rides a two-wheeler: on that very machine. */
export const riddenTasks: readonly Task[] = [
    {
        id: "lean",
        title: "Lean",
        summary: "Hold 20° of lean for 3 s",
        advice: "Some 40 km/h, then hold an arrow to the side: the rider countersteers first, and the machine falls into the turn.",
        setup: { ...still, start: "skid_pad_100" },
    },
    {
        id: "stop",
        title: "Stop",
        summary: "From 80 km/h within 45 m",
        advice: "Faster than 80 km/h, upright, then the whole brake: the rear wheel hardly touches the road.",
        setup: { ...still, start: "straight" },
    },
    {
        id: "lap",
        title: "Lap",
        summary: "Once round, against Kamm's rider",
        advice: "The clock starts when you do. Brake before the bend, and lean while the throttle is steady.",
        setup: { ...still, start: "circuit" },
    },
];
