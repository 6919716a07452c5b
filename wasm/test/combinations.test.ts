import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Combinations } from "kamm";
import { dataFile, kamm, kammError, micra } from "./support";

/** Seconds at constant pedals and steering wheel, all combinations alike. */
function drive(combinations: Combinations, seconds: number, throttle: number, steeringWheelRad = 0) {
    for (let i = 0; i < 60 * seconds; ++i) {
        for (const { units } of combinations) Object.assign(units[0]!.input, { throttle, steeringWheelRad });
        combinations.step(1 / 60);
    }
}

describe("a combination", () => {
    test("that comes with Kamm is made by its name", () => {
        for (const [name, masses] of [
            ["volvo-v40-caravan", [1355, 1200]],
            ["tractor-semitrailer-laden", [8633, 21526]],
            ["articulated-bus", [8900, 7600]],
        ] as const) {
            const combinations = kamm.combinations(name);
            expect(combinations.count).toBe(1);
            expect(combinations.units.map((cars) => cars.at(0).info.massKg)).toEqual(masses);
            expect(combinations.at(0).units.map((car) => car.fault)).toEqual([0, 0]);
            expect(combinations.at(0).hitches).toHaveLength(1);
            combinations.dispose();
        }
    });

    test("pulls its trailer: hitch and drawbar move as one, the force is what the trailer needs", () => {
        const combinations = kamm.combinations("volvo-v40-caravan");
        const { units, hitches } = combinations.at(0);
        drive(combinations, 4, 1);
        const [car, caravan] = units;
        const hitch = hitches[0]!;
        expect(car!.speedMps).toBeGreaterThan(5);
        expect(Math.hypot(...hitch.gapM)).toBeLessThan(1e-3);
        expect(caravan!.speedMps).toBeCloseTo(car!.speedMps, 2);
        let impulse = 0;
        const before = caravan!.speedMps;
        for (let i = 0; i < 240; ++i) {
            combinations.stepSubsteps(1);
            impulse += hitch.forceN[0]! / 240;
        }
        const gained = 1200 * (caravan!.speedMps - before);
        expect(gained).toBeGreaterThan(500);
        // The rest: its air and rolling resistance, and that its wheels spin up.
        expect(impulse / gained).toBeGreaterThan(1);
        expect(impulse / gained).toBeLessThan(1.5);
        combinations.dispose();
    });

    test("bends in a turn, to the inside, by what circles without slip have", () => {
        const combinations = kamm.combinations("tractor-semitrailer-empty");
        const { units, hitches } = combinations.at(0);
        const steps = 60 * 40;
        for (let i = 0; i < steps; ++i) {
            units[0]!.input.throttle = units[0]!.speedMps < 3 ? 0.3 : 0;
            units[0]!.input.steeringWheelRad = 3;
            combinations.step(1 / 60);
        }
        const bend = hitches[0]!.articulationRad;
        // The kingpin is above the middle of the tandem; the middle of the semitrailer's axles is 13.77 m behind it.
        const radius = units[0]!.speedMps / units[0]!.yawRateRadps;
        expect(radius).toBeGreaterThan(15);
        expect(bend).toBeLessThan(0); // its nose points to the outside, to the right of the tractor's
        expect(-bend).toBeGreaterThan(0.8 * Math.asin(13.77 / (radius + 1)));
        expect(-bend).toBeLessThan(1.2 * Math.asin(13.77 / (radius - 1)));
        combinations.dispose();
    });

    test("lets its trailer go and takes it again", () => {
        const combinations = kamm.combinations("volvo-v40-caravan");
        const { units, hitches } = combinations.at(0);
        const hitch = hitches[0]!;
        expect(hitch.coupled).toBe(true);
        hitch.uncouple();
        expect(hitch.coupled).toBe(false);
        drive(combinations, 2, 1);
        expect(units[0]!.xM - units[1]!.xM).toBeGreaterThan(4);
        expect(hitch.forceN[0]).toBe(0);
        expect(kammError(() => hitch.couple()).code).toBe("range");
        combinations.at(0).place({ x: 20, yawRad: 1 }, [0.2]);
        expect(hitch.coupled).toBe(true);
        expect(hitch.articulationRad).toBeCloseTo(0.2, 4);
        expect(Math.hypot(...hitch.gapM)).toBeLessThan(0.02);
        combinations.dispose();
    });

    test("reverses round a bend by the steering wheel angle that it gets, on overrun brakes", () => {
        const combinations = kamm.combinations("volvo-v40-caravan");
        const { units, reversingWheelRad } = combinations.at(0);
        const wanted = 1 / 20;
        for (let i = 0; i < 60 * 25; ++i) {
            const { input } = units[0]!;
            input.gear = -1;
            input.throttle = Math.abs(units[0]!.speedMps) < 1 ? 0.15 : 0;
            input.steeringWheelRad = reversingWheelRad(wanted);
            combinations.step(1 / 60);
        }
        const caravan = units[1]!;
        const curvature = caravan.yawRateRadps / caravan.forwardSpeedMps;
        expect(caravan.forwardSpeedMps).toBeLessThan(-0.3);
        expect(curvature).toBeGreaterThan(0.8 * wanted);
        expect(curvature).toBeLessThan(1.2 * wanted);
        combinations.dispose();
    });
});

describe("many combinations", () => {
    let combinations: Combinations;
    beforeAll(() => {
        combinations = kamm.combinations("articulated-bus", 18);
    });
    afterAll(() => combinations.dispose());

    test("have the bits of one", () => {
        const one = kamm.combinations("articulated-bus");
        for (const each of [one, combinations]) drive(each, 0.5, 1, 1);
        for (const unit of [0, 1]) {
            expect(combinations.at(17).units[unit]!.xM).toBe(one.at(0).units[unit]!.xM);
            expect(combinations.at(17).units[unit]!.yawRad).toBe(one.at(0).units[unit]!.yawRad);
        }
        expect(combinations.at(3).hitches[0]!.yawNm).toBe(one.at(0).hitches[0]!.yawNm);
        one.dispose();
    });

    test("are brought back by a snapshot, couplings as well", () => {
        const [snapshot, hash] = [combinations.snapshot(), combinations.hash()];
        const [x] = combinations.at(5).units[1]!.position;
        combinations.at(5).hitches[0]!.uncouple();
        drive(combinations, 0.3, 1);
        expect(combinations.hash()).not.toBe(hash);
        combinations.restore(snapshot);
        expect(combinations.hash()).toBe(hash);
        expect(combinations.at(5).hitches[0]!.coupled).toBe(true);
        expect(combinations.at(5).units[1]!.position[0]).toBeCloseTo(x!, 2);
        expect(kammError(() => combinations.restore(snapshot.subarray(8))).code).toBe("format");
    });
});

describe("units", () => {
    test("may be changed before they are driven", () => {
        const units = kamm.units("volvo-v40-caravan");
        expect(units.map(({ name }) => name)[1]).toContain("Caravan");
        units[1]!.set("body.mass_kg", 1500);
        const combinations = kamm.combinations(units);
        expect(combinations.units[1]!.at(0).info.massKg).toBe(1500);
        for (const unit of units) unit.dispose();
        combinations.step(0.1);
        combinations.dispose();
    });

    test("are read from a file of one's own, and of vehicles that were added", async () => {
        await kamm.addFile("vehicles/bmw-m3-e46.json", dataFile("vehicles/bmw-m3-e46.json").toString());
        const hitch = { kind: "ball", behind_front_axle_m: 3.7, height_m: 0.4, sources: { "*": "made up" } };
        const file = { name: "Mine", units: [{ vehicle: "bmw-m3-e46", hitch }, "caravan-1200"] };
        const units = kamm.units(file, "mine");
        expect(units).toHaveLength(2);
        expect(units[0]!.get("hitch.behind_front_axle_m")).toBeCloseTo(3.7, 12);
        for (const unit of units) unit.dispose();
        const broken = kammError(() => kamm.units({ ...file, units: ["bmw-m3-e46", "caravan-1200"] }, "mine"));
        expect(broken.path).toBe("units[0].hitch.kind");
        expect(kammError(() => kamm.units("caravan-on-the-moon")).code).toBe("unknown");
    });

    test("that do not fit each other are refused, with nothing left behind", () => {
        const car = kamm.vehicle(micra);
        expect(kammError(() => kamm.combinations([car, car])).path).toBe("hitch.kind");
        expect(kammError(() => kamm.combinations([car])).path).toBe("units");
        expect(kammError(() => kamm.combinations("volvo-v40-caravan", 0)).path).toBe("count");
        const rung = { rung: "kinematic" } as const;
        expect(kammError(() => kamm.combinations("volvo-v40-caravan", 1, rung)).path).toBe("rung");
        car.dispose();
    });

    test("belong to their combinations", () => {
        const combinations = kamm.combinations("volvo-v40-caravan");
        const cars = combinations.units[0]!;
        expect(() => cars.step(0.1)).toThrow("own them");
        expect(() => cars.dispose()).toThrow("own them");
        expect(kammError(() => combinations.at(0).place({}, [NaN])).path).toBe("articulationRad");
        expect(kammError(() => combinations.at(1)).path).toBe("combination");
        combinations.dispose();
        combinations.dispose();
        expect(() => cars.at(0).speedMps).toThrow("disposed");
        expect(() => combinations.step(0.1)).toThrow("disposed");
    });
});

test("combinations are part of a world: a wall stops them, and they leave it again", () => {
    const world = kamm.world({
        name: "Wall",
        terrain: [{ kind: "plane" }],
        bodies: [{ type: "static", centre_m: [20, 0, 2], size_m: [2, 40, 4] }],
    });
    const cars = kamm.cars(kamm.vehicle(micra), 1);
    const combinations = kamm.combinations("tractor-semitrailer-laden");
    world.add(cars);
    world.add(combinations);
    cars.at(0).place({ y: 100 });
    combinations.at(0).place({ x: 0, speedMps: 12, gear: 0 });
    const [tractor, trailer] = combinations.at(0).units;
    const hits = new Set<string>();
    for (let i = 0; i < 240; ++i) {
        world.step(1 / 60);
        for (const { types, groups } of world.contactEvents()) hits.add(`${types.join()} ${groups.join()}`);
    }
    expect([...hits]).toContain("car,static 1,0"); // the tractor: the groups are Micra, tractor, trailer
    expect(tractor!.speedMps).toBeLessThan(2);
    expect(trailer!.speedMps).toBeLessThan(2);
    const snapshot = world.snapshot();
    const hash = world.hash();
    combinations.at(0).hitches[0]!.uncouple();
    expect(world.hash()).not.toBe(hash);
    world.restore(snapshot);
    expect(world.hash()).toBe(hash);
    expect(combinations.at(0).hitches[0]!.coupled).toBe(true);
    expect(() => combinations.step(0.1)).toThrow("in a world");
    expect(() => combinations.dispose()).toThrow("remove them first");
    expect(() => world.add(combinations)).toThrow("already");
    const next = kamm.combinations("articulated-bus");
    world.replace(combinations, next);
    world.step(0.1);
    combinations.step(0.1);
    world.remove(next);
    world.step(0.1);
    for (const each of [combinations, next]) each.dispose();
    world.remove(cars);
    cars.dispose();
    world.dispose();
});

test("a combination stands and drives on a world's ground", () => {
    const world = kamm.world({
        name: "Slope",
        terrain: [{ kind: "plane", height_m: 2, surface: "ice" }],
    });
    const combinations = kamm.combinations("volvo-v40-caravan", 1, { ground: world });
    combinations.at(0).place({ x: 3, y: -1 });
    const [car, caravan] = combinations.at(0).units;
    expect(car!.position[2]).toBeCloseTo(2, 3);
    expect(caravan!.position[2]).toBeCloseTo(2, 3);
    drive(combinations, 2, 1);
    const onIce = car!.speedMps;
    combinations.at(0).place();
    world.setSurface("dry_asphalt");
    drive(combinations, 2, 1);
    expect(car!.speedMps).toBeGreaterThan(1.5 * onIce);
    combinations.dispose();
    world.dispose();
});
