/** Drives one car after another in a page that gl_probe.mjs watches, and tells what is in memory after each round of them. */

const cars = [
    ...["bmw-m3-e46", "nissan-micra", "reliant-robin", "ford-transit-minibus", "tesla-model-3-performance-2018"],
    ...["suzuki-jimny", "volvo-v40-caravan", "mclaren-mp4-12c", "kraz-6x4", "go-kart-125"],
];

/** In the page: each car drives that long, with some frames drawn of it. */
async function drive({ names, secondsACar, stepS }) {
    const { simulation, advance } = window.kamm;
    const frame = () => (window.clock ? window.clock.step(1) : new Promise((resolve) => requestAnimationFrame(resolve))); // a test may hold it
    for (const car of names) {
        simulation.change({ car });
        for (let i = 0; i < 3; ++i) await frame();
        if (!simulation.autopilot) window.kamm.run("autopilot");
        const steps = Math.round(secondsACar / stepS);
        const stepsOf5S = Math.round(5 / stepS);
        for (let i = 0; i < steps; ++i) {
            advance(stepS);
            if (i % stepsOf5S === 0) await frame();
        }
    }
}

/** `rounds` of ten cars, driven in steps of `stepS`; the page's memory before the first and after each. */
export async function changeCars(page, { rounds, secondsACar, stepS = 1 / 60 }) {
    const session = await page.context().newCDPSession(page);
    const take = async (changes) => {
        await session.send("HeapProfiler.enable");
        for (let i = 0; i < 2; ++i) await session.send("HeapProfiler.collectGarbage");
        const { usedSize } = await session.send("Runtime.getHeapUsage");
        const { moduleBytes, alive } = await page.evaluate(() => ({
            moduleBytes: window.kamm.simulation.kamm.memory.buffer.byteLength,
            alive: window.glCounts.alive,
        }));
        return { changes, heapBytes: usedSize, moduleBytes, alive };
    };
    const states = [await take(0)];
    for (let round = 1; round <= rounds; ++round) {
        await page.evaluate(drive, { names: cars, secondsACar, stepS });
        states.push(await take(round * cars.length));
    }
    return states;
}
