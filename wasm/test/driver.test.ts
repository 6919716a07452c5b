/** Drivers: their line lies on the terrain, and their plan goes by it. */
import { describe, expect, test } from "vitest";
import type { CarView, World } from "kamm";
import { dataFile, kamm, kammError, micra } from "./support";

await kamm.addFile("worlds/proving-ground.png", dataFile("worlds/proving-ground.png"));

/** A circle to the left from its easternmost point on. */
const radiusM = 60;
const circle = Array.from({ length: 120 }, (_, i) => (2 * Math.PI * i) / 120).flatMap((angle) => [
    radiusM * Math.cos(angle),
    radiusM * Math.sin(angle),
]);
const ring = { points: circle, widthM: 8, closed: true };

/** A car in a world of its own. */
function withCar<T>(world: World, use: (car: CarView) => T): T {
    const vehicle = kamm.vehicle(micra);
    const cars = kamm.cars(vehicle, 1);
    world.add(cars);
    const answer = use(cars.at(0));
    world.dispose();
    cars.dispose();
    vehicle.dispose();
    return answer;
}

const slopeOf = (slope: readonly [number, number]) =>
    kamm.terrainWorld({ layers: [{ kind: "plane", slope }] });

describe("a driver's line", () => {
    test("lies on the proving ground with its slopes and banks", () => {
        const world = kamm.world(
            dataFile("worlds/proving-ground.json").toString(),
            "worlds/proving-ground.json",
        );
        withCar(world, (car) => {
            const driver = world.driver("circuit", car, { stationM: 0 });
            let steepest = 0;
            for (let stationM = 0; stationM < driver.lengthM; stationM += 7) {
                const { x, y, z, headingRad, slopeRad } = driver.at(stationM);
                const [c, s] = [Math.cos(headingRad), Math.sin(headingRad)];
                const height = (alongM: number) => world.groundAt(x + alongM * c, y + alongM * s).heightM;
                expect(z).toBeCloseTo(height(0), 1);
                expect(Math.tan(slopeRad)).toBeCloseTo((height(1) - height(-1)) / 2, 1);
                steepest = Math.max(steepest, Math.abs(slopeRad));
            }
            expect(steepest).toBeGreaterThan(0.02);
        });
    });

    test("has an inclined plane's slope and bank, and starts a car on it", () => {
        const world = slopeOf([0.1, 0]);
        withCar(world, (car) => {
            const driver = world.driver(ring, car, { stationM: 0, grip: 0.5 });
            const atM = (turn: number) => driver.at((turn / (2 * Math.PI)) * driver.lengthM);
            for (let turn = 0; turn < 2 * Math.PI; turn += 0.3) {
                const { x, z, slopeRad, bankRad } = atM(turn);
                const along = -0.1 * Math.sin(turn); // of the plane's rise, and to the left of it
                const left = -0.1 * Math.cos(turn);
                expect(z).toBeCloseTo(0.1 * x, 2);
                expect(Math.tan(slopeRad)).toBeCloseTo(along, 2);
                expect(Math.sin(bankRad)).toBeCloseTo(left / Math.hypot(1, 0.1), 2);
            }
            car.place(driver.start);
            expect(car.position[2]).toBeCloseTo(0.1 * car.position[0]!, 0);
            expect(Math.hypot(car.position[0]!, car.position[1]!)).toBeCloseTo(radiusM, 0);
        });
    });

    /** A banked circle's speed: v^2 = g R (mu + tan b) / (1 - mu tan b), where the bank helps and where it hurts. */
    test("makes the plan as fast as slopes let the car be", () => {
        const rise = 0.15;
        const planned = (slope: readonly [number, number]) => {
            const world = slopeOf(slope);
            return withCar(world, (car) => {
                const driver = world.driver(ring, car, { stationM: 0, grip: 0.5 });
                return [0, 0.5].map((share) => driver.at(share * driver.lengthM).speedMps);
            });
        };
        const [level] = planned([0, 0]);
        const [helps, hurts] = planned([rise, 0]);
        const mu = level! ** 2 / (9.80665 * radiusM);
        const banked = (tan: number) => Math.sqrt((9.80665 * radiusM * (mu + tan)) / (1 - mu * tan));
        expect(hurts! / banked(-rise)).toBeGreaterThan(0.97);
        expect(hurts! / banked(-rise)).toBeLessThan(1.07); // less load, of which these tyres make more
        expect(helps! / level!).toBeGreaterThan(1.03); // as the way from the other side lets it
        expect(helps! / banked(rise)).toBeLessThan(1.02);
    });

    test("is faster the more he dares, and tells what a lap takes", () => {
        const world = slopeOf([0, 0]);
        withCar(world, (car) => {
            const times = [0.4, 0.8].map((grip) => world.driver(ring, car, { stationM: 0, grip }).plannedS);
            expect(times[0]! / times[1]!).toBeGreaterThan(1.3);
            expect(times[0]! / times[1]!).toBeLessThan(1.5); // level: the root of 2
        });
    });

    test("has sides of its own", () => {
        const sides = Array.from({ length: 120 }, () => [3, 5]);
        const points = Array.from({ length: 120 }, (_, i) => circle.slice(2 * i, 2 * i + 2));
        const world = kamm.world({
            name: "ring",
            terrain: [{ kind: "plane" }],
            paths: [{ name: "ring", closed: true, width_m: 8, points_m: points, sides_m: sides }],
        });
        expect([...world.paths[0]!.sides!.subarray(0, 4)]).toEqual([3, 5, 3, 5]);
        withCar(world, (car) => {
            const own = { ...ring, sides: sides.flat() };
            for (const path of ["ring", world.paths[0]!, own]) {
                const { rightM, leftM } = world.driver(path, car, { stationM: 0 }).at(100);
                expect(rightM).toBeCloseTo(3);
                expect(leftM).toBeCloseTo(5);
            }
            const { rightM, leftM } = world.driver(ring, car).at(100);
            expect([rightM, leftM]).toEqual([4, 4]);
            const short = { ...own, sides: [1, 2] };
            expect(kammError(() => world.driver(short, car)).message).toContain("2 sides; it has to be 240");
            expect(kammError(() => world.driver({ ...ring, points: [0, 0] }, car)).code).toBe("range");
        });
    });

    /** A bridge, on which the way leads although the topmost ground is elsewhere. */
    test("keeps below a bridge to the road that its heights tell", () => {
        const world = kamm.terrainWorld({
            layers: [
                { kind: "plane" },
                { kind: "plane", heightM: 6, fromM: [40, -10], toM: [60, 10] },
            ],
        });
        const points = Array.from({ length: 21 }, (_, i) => [5 * i, 0]).flat();
        withCar(world, (car) => {
            const below = world.driver({ points, widthM: 6 }, car, { stationM: 50 });
            expect(below.at(50).z).toBeCloseTo(0);
            expect(below.start.belowM).toBeLessThan(6);
            const onTop = Array.from({ length: 21 }, (_, i) => (i > 7 && i < 13 ? 6 : 0));
            const above = world.driver({ points, widthM: 6, heightsM: onTop }, car, { stationM: 50 });
            expect(above.at(50).z).toBeCloseTo(6);
            car.place({ ...below.start, speedMps: 0 });
            expect(car.position[2]).toBeLessThan(3);
            car.place({ ...above.start, speedMps: 0 });
            expect(car.position[2]).toBeGreaterThan(5);
        });
    });
});
