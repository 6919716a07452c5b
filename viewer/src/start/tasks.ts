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
