/** What cars cost per frame in Kamm, Jolt and Rapier, in Node and in browsers alike. */
import { joltCars } from "./jolt_cars.mjs";
import { kammCars } from "./kamm_cars.mjs";
import { rapierCars } from "./rapier_cars.mjs";
import { frameS } from "./slalom.mjs";

const rounds = 45;
const framesARound = 10;
/** Until the cars have their speed, and the machine code is the fast one. */
const minWarmUp = { frames: 180, ms: 400 };
const maxWarmUpFrames = 3000;

/** Participants: the other engines as they are, with one step a frame, and at Kamm's substeps. */
const contenders = [
    (count, vehicle) => kammCars(count, { vehicle, inWorld: true }),
    (count, vehicle) => kammCars(count, { vehicle, inWorld: false }),
    (count) => joltCars(count, { substeps: 1, tester: "ray" }),
    (count) => joltCars(count, { substeps: 1, tester: "cylinder" }),
    (count) => joltCars(count, { substeps: 4, tester: "ray" }),
    (count) => joltCars(count, { substeps: 4, tester: "cylinder" }),
    (count) => rapierCars(count, { substeps: 1 }),
    (count) => rapierCars(count, { substeps: 4 }),
];

async function startRun(create, count, vehicle) {
    const engine = await create(count, vehicle);
    const seen = Array.from({ length: count }, () => ({ forward: 0, leftmost: 0, rightmost: 0 }));
    return { engine, frame: 0, times: [], seen };
}

function warmUp(run) {
    timeFrames(run, minWarmUp.frames);
    const end = performance.now() + minWarmUp.ms;
    while (run.frame < maxWarmUpFrames && performance.now() < end) timeFrames(run, 10);
}

/** Drives on and returns milliseconds per frame. */
function timeFrames(run, frames) {
    const start = performance.now();
    for (let i = 0; i < frames; ++i) run.engine.frame(run.frame++ * frameS);
    return (performance.now() - start) / frames;
}

/** Each car must have driven on, and turned its nose both ways. */
function note(run) {
    run.engine.poses().forEach(([forward, , heading], i) => {
        const seen = run.seen[i];
        seen.forward = forward;
        seen.rightmost = Math.min(seen.rightmost, heading);
        seen.leftmost = Math.max(seen.leftmost, heading);
    });
}

function checkDriven({ engine, seen }) {
    for (const { forward, leftmost, rightmost } of seen)
        if (!(forward > 80 && leftmost > 0.01 && rightmost < -0.01))
            throw new Error(
                `${engine.name}, ${engine.substeps} substeps: a car came ${forward} m far, ` +
                    `headings ${rightmost} to ${leftmost} rad: that is no slalom`,
            );
}

/** A quarter of the rounds is quicker: what else runs on the machine makes many of them slow. */
const lowerQuartile = (values) => values.sort((a, b) => a - b)[values.length >> 2];

/** The engines take turns, so that what else the machine does hits them alike. */
async function measureCount(vehicle, count) {
    const runs = [];
    for (const create of contenders) runs.push(await startRun(create, count, vehicle));
    runs.forEach(warmUp);
    for (let round = 0; round < rounds; ++round)
        for (const run of runs) {
            run.times.push(timeFrames(run, framesARound));
            note(run);
        }
    runs.forEach(checkDriven);
    return runs.map(({ engine, times }) => ({
        name: engine.name,
        substeps: engine.substeps,
        cars: count,
        frameMs: lowerQuartile(times),
    }));
}

/**
 * Milliseconds per frame of each engine and number of cars.
 * @param {{ vehicle: string, counts: readonly number[] }} options the text of Kamm's vehicle file
 * @returns {Promise<{ name: string, substeps: number, cars: number, frameMs: number }[]>}
 */
export async function measure({ vehicle, counts }) {
    const results = [];
    for (const count of counts) results.push(...(await measureCount(vehicle, count)));
    return results;
}
