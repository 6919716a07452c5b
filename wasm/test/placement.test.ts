/** Where cars are put if no height is given. */
import { describe, expect, test } from "vitest";
import type { GroundCallback } from "kamm";
import { kamm, kammError, micra } from "./support";

/** Ground at a height, and a slab of 10 m above it, as rays find them that reach 4 m down. */
const twoFloors =
    (low: number, reach = 4): GroundCallback =>
    (probe, contact) => {
        const hit = [low + 10, low].find((height) => probe.z + 0.5 >= height && probe.z - reach <= height);
        if (hit === undefined) return false;
        contact.z = hit;
        return true;
    };

describe("on the ground of a callback a car is placed", () => {
    test.each([0, 63.7, -212.4, 481])("on the topmost ground, at %d m, however short its rays", (low) => {
        const car = kamm.car(micra, { ground: twoFloors(low) });
        car.place({ x: 3, y: 4 });
        expect(car.position[2]).toBeCloseTo(low + 10, 6);
    });

    test("below a height that is given", () => {
        const car = kamm.car(micra, { ground: twoFloors(20) });
        car.place({ belowM: 22 });
        expect(car.position[2]).toBeCloseTo(20, 6);
        expect(kammError(() => car.place({ belowM: 19 })).message).toContain("asked from 19 m high");
    });

    test("and not at all where there is none", () => {
        const car = kamm.car(micra, { ground: () => false });
        const error = kammError(() => car.place({ x: 7, y: -2 }));
        expect(error.message).toMatch(/no ground at x 7, y -2/);
        expect([error.code, error.path]).toEqual(["range", "z"]);
    });

    test("it falls where there is none", () => {
        const car = kamm.car(micra, { ground: (probe) => probe.x < 10 });
        car.place({ speedMps: 30 });
        for (let i = 0; i < 120; ++i) car.step(1 / 60);
        expect(car.position[2]).toBeLessThan(-5);
        expect(car.fault).toBe(0);
    });
});

test("in a world below a height: on the road below a bridge", () => {
    const json = {
        name: "bridge",
        terrain: [
            { kind: "plane" },
            { kind: "plane", height_m: 6, from_m: [-20, -5], to_m: [20, 5] },
        ],
    };
    const world = kamm.world(json);
    const car = kamm.car(micra);
    world.add(car);
    car.place({});
    expect(car.position[2]).toBeCloseTo(6, 2);
    car.place({ belowM: 3 });
    expect(car.position[2]).toBeCloseTo(0, 2);
    car.place({ z: 1 });
    expect(car.position[2]).toBeCloseTo(1, 6);
    const alone = kamm.car(micra, { ground: world });
    alone.place({ belowM: 3 });
    expect(alone.position[2]).toBeCloseTo(0, 2);
});

describe("what no car can be placed by is refused, by its value and what is allowed", () => {
    const car = kamm.car(micra);
    test.each([
        [{ speedMps: 1e9 }, /speed_mps: 1e\+09; it has to be within \d+ m\/s/],
        [{ speedMps: NaN }, /speedMps is NaN/],
        [{ gear: 3.5 }, /gear is 3\.5; allowed: whole numbers, and 100 for drive/],
        [{ gear: 99 }, /gear: 99; allowed: -1 to 5, and 100 for drive/],
        [{ gear: 2 ** 32 }, /gear is 4294967296/],
        [{ x: 1e30, z: 0 }, /position_m\[0\]: 1e\+30; it has to be within/],
        [{ yawRad: 1e7 }, /yawRad is 10000000; it has to be within 1000000/],
        [{ orientation: [1, 0, 0] }, /four finite numbers/],
    ] as const)("%o", (placement, message) => {
        car.place({ x: 7 });
        expect(kammError(() => car.place(placement as never)).message).toMatch(message);
        expect(car.position[0]).toBeCloseTo(7, 5); // it stays where it was
    });

    test("bodies and drivers as well", () => {
        const path = { points: [0, 0, 50, 0, 100, 0], widthM: 6 };
        const world = kamm.world({ name: "plane", terrain: [{ kind: "plane" }] });
        world.add(car);
        const box = { centreM: [0, 0, 0.5], halfM: [0.5, 0.5, 0.5] } as const;
        const crate = world.addBody({ type: "dynamic", shapes: [box], massKg: 10, position: [20, 0, 0] });
        const lift = world.addBody({ type: "kinematic", shapes: [box] });
        const driver = world.driver(path, car);
        const refused: (() => unknown)[] = [
            () => crate.place([NaN, 0, 0]),
            () => crate.place([1, 2] as never),
            () => crate.place([1, 2, 3], [1, 0, 0, NaN]),
            () => lift.moveTo([0, 0, 1], [1, 0, 0, 0], 2.5),
            () => world.addBody({ shapes: [box], surface: 0.5 }),
            () => world.driver(path, car, { stationM: NaN }),
            () => world.driver(path, car, { grip: NaN }),
            () => (driver.aimLeftM = Infinity),
        ];
        for (const act of refused) expect(kammError(act).code, String(act)).toBe("range");
        expect(crate.position[0]).toBe(20);
        driver.dispose();
        world.dispose();
    });
});
