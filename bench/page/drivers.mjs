/**
 * What cars with drivers cost per frame on the proving ground, beside the same cars alone on one plane, in Node: 1 and 20
 * cars at several numbers of substeps, and what the drivers themselves take.
 *
 *     node bench/page/drivers.mjs [--json]
 *
 * Wants the package built: npm run build -w kamm. The runs take turns, and the best quarter of each counts.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadKamm } from "kamm";

const rates = [1200, 600, 240];
const counts = [1, 20];
const rounds = 30;
const framesARound = 10;
const frameS = 1 / 60;

const data = (name) => readFileSync(fileURLToPath(new URL(`../../data/${name}`, import.meta.url)));

function vehicleAt(substepsPerS) {
    const def = JSON.parse(data("vehicles/bmw-m3-e46.json").toString());
    def.stepping = { ...def.stepping, substeps_per_s: substepsPerS };
    return JSON.stringify(def);
}

/** All cars on one circuit, 60 m apart. */
function onProvingGround(kamm, vehicle, count, substeps, steps) {
    const world = kamm.world(data("worlds/proving-ground.json").toString(), "worlds/proving-ground.json");
    const cars = kamm.cars(vehicle, count);
    const drivers = Array.from(cars, (car, i) => world.driver("circuit", car, { stationM: 60 * i }));
    drivers.forEach((driver, i) => cars.at(i).place(driver.start));
    if (steps) world.add(cars);
    return () => {
        for (const driver of drivers) driver.drive(frameS);
        if (steps) world.stepSubsteps(substeps);
    };
}

function alone(kamm, vehicle, count, substeps) {
    const cars = kamm.cars(vehicle, count);
    for (const car of cars) car.place({ speedMps: 15 });
    return () => cars.stepSubsteps(substeps);
}

function timeFrames(frame) {
    const start = performance.now();
    for (let i = 0; i < framesARound; ++i) frame();
    return (performance.now() - start) / framesARound;
}

async function measure(count, rate) {
    const kamm = await loadKamm();
    await kamm.addFile("worlds/proving-ground.png", data("worlds/proving-ground.png"));
    const vehicle = kamm.vehicle(vehicleAt(rate));
    const substeps = rate * frameS;
    const runs = [
        onProvingGround(kamm, vehicle, count, substeps, true),
        alone(kamm, vehicle, count, substeps),
        onProvingGround(kamm, vehicle, count, substeps, false),
    ].map((frame) => ({ frame, times: [] }));
    for (const { frame } of runs) for (let i = 0; i < 20; ++i) timeFrames(frame);
    for (let round = 0; round < rounds; ++round)
        for (const { frame, times } of runs) times.push(timeFrames(frame));
    const [groundMs, aloneMs, driversMs] = runs.map(({ times }) => times.sort((a, b) => a - b)[rounds >> 2]);
    return { cars: count, substepsPerS: rate, groundMs, aloneMs, driversMs };
}

const results = [];
for (const count of counts) for (const rate of rates) results.push(await measure(count, rate));
if (process.argv.includes("--json")) console.log(JSON.stringify(results, null, 4));
else {
    console.log("milliseconds per frame of 1/60 s\ncars  substeps/s  proving ground    alone    ratio  drivers");
    for (const { cars, substepsPerS, groundMs, aloneMs, driversMs } of results)
        console.log(
            String(cars).padStart(4) + String(substepsPerS).padStart(12) + groundMs.toFixed(3).padStart(16) +
                aloneMs.toFixed(3).padStart(9) + (groundMs / aloneMs).toFixed(2).padStart(9) +
                driversMs.toFixed(4).padStart(9),
        );
}
