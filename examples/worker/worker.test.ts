import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { connectPhysics } from "kamm/worker";

type Name = "steer" | "throttle" | "brake" | "handBrake";

/** Draws until that holds, 144 times a second where the machine has the time. */
async function draw(isDone: () => boolean, frame: () => void): Promise<void> {
    while (!isDone()) {
        frame();
        await new Promise((resolve) => setTimeout(resolve, 1000 / 144));
    }
}

test("keys drive the car in the worker, drivers the others, and what is shown moves without jumps", async () => {
    const worker = new Worker(fileURLToPath(new URL("physics.mjs", import.meta.url)));
    const physics = await connectPhysics<Name>(worker);
    const [player] = physics.cars;
    physics.update();
    let [x, y] = player!.position;
    let [timeS, farthestM] = [0, 0];
    Object.assign(player!.input, { throttle: 1, steer: 0.3 });
    await draw(() => physics.tick > 180, () => {
        physics.update();
        const [nextX, nextY] = player!.position;
        const wayM = Math.hypot(nextX! - x!, nextY! - y!);
        const passedS = physics.timeS - timeS;
        expect(passedS).toBeGreaterThanOrEqual(0);
        expect(wayM).toBeLessThanOrEqual(1.1 * (player!.read("speedMps") + 0.3) * passedS + 1e-6);
        [x, y, timeS] = [nextX, nextY, physics.timeS];
        farthestM = Math.max(farthestM, wayM);
    });
    expect(farthestM).toBeGreaterThan(0);
    expect(Math.hypot(x! + 34, y!)).toBeGreaterThan(3); // three seconds of the worker's own, whatever it has forgotten
    expect(y!).toBeGreaterThan(0); // to the left
    for (const car of physics.cars.slice(1)) {
        expect(Math.abs(Math.hypot(car.position[0]!, car.position[1]!) - 40)).toBeLessThan(3); // on the ring
        expect(car.read("speedMps")).toBeGreaterThan(5);
    }
    await physics.stop();
    await worker.terminate();
}, 600_000);
