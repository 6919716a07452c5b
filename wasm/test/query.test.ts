import { describe, expect, test } from "vitest";
import { kamm, kammError, micra } from "./support";

/** A level field with a gate of 10 cm ahead and a wall behind it. */
const field = {
    name: "field",
    terrain: [{ kind: "plane" }],
    bodies: [
        { type: "static", size_m: [0.1, 20, 2], centre_m: [20, 0, 1], sensor: true },
        { type: "static", size_m: [1, 20, 2], centre_m: [40, 0, 1] },
        { cone_height_m: 0.5, at_m: [[12, 5]] },
    ],
};

describe("a world that is asked", () => {
    test("reports when a car passes a gate, and when a contact begins and ends", () => {
        const world = kamm.world(field);
        const car = kamm.car(micra);
        world.add(car);
        world.place(car, { speedMps: 15, gear: 0 });
        const gate = [];
        let begins = 0;
        for (let i = 0; i < 240; ++i) {
            world.step(1 / 60);
            gate.push(...world.sensorEvents());
            begins += world.contactEvents().filter(({ types, began }) => types[1] === "static" && began).length;
        }
        expect(gate.map(({ sensor, entered, type, index }) => [sensor, entered, type, index])).toEqual([
            [0, true, "car", 0],
            [0, false, "car", 0],
        ]);
        expect(gate[0]!.timeS).toBeGreaterThan(1);
        expect(gate[1]!.timeS - gate[0]!.timeS).toBeCloseTo(3.8 / 15, 1);
        expect(begins).toBeGreaterThan(0);
        world.dispose();
        car.dispose();
    });

    test("casts rays, spheres and boxes", () => {
        const world = kamm.world(field);
        const car = kamm.car(micra);
        world.add(car);
        world.place(car, { x: 30 });
        const from = [0, 0, 0.5] as const;
        const to = [100, 0, 0.5] as const;
        const hit = world.castRay(from, to)!;
        expect([hit.type, hit.index]).toEqual(["car", 0]);
        expect(hit.point[0]).toBeGreaterThan(27);
        expect(hit.normal[0]).toBeCloseTo(-1, 3);
        const all = world.castAll(from, to, { sensors: true, radiusM: 0.2 });
        expect(all.map(({ type, index }) => [type, index])).toEqual([
            ["static", 0],
            ["car", 0],
            ["static", 1],
        ]);
        expect(all[2]!.fraction).toBeCloseTo(0.393, 6);
        expect(world.castRay(from, to, { own: car })!.index).toBe(1);
        expect(world.castRay(from, to, { without: ["car", "static"] })).toBe(null);
        expect(world.castRay([0, 0, 5], [0, 0, -5], { halfM: [1, 1, 1] })!.fraction).toBeCloseTo(0.4, 2); // rough as roads are
        expect(kammError(() => world.castRay([NaN, 0, 0], to)).code).toBe("range");
        expect(kammError(() => world.castRay(from, to, { radiusM: -1 })).code).toBe("range");
        world.dispose();
        car.dispose();
    });

    test("lets ghosts through, and parked cars sleep", () => {
        const world = kamm.world(field);
        const car = kamm.car(micra);
        world.add(car);
        world.place(car, { x: 32, speedMps: 15, gear: 0 });
        world.setFilter(car, { mask: "none" });
        world.setFilter(world.bodies[2]!, { category: 4 });
        expect(world.castRay([0, 5, 0.2], [30, 5, 0.2])!.type).toBe("dynamic");
        expect(world.castRay([0, 5, 0.2], [30, 5, 0.2], { mask: 1 })).toBe(null);
        world.step(1);
        expect(car.position[0]).toBeGreaterThan(44);
        world.setFilter(world.bodies[1]!, { category: 8 });
        expect(world.castRay([0, 0, 0.5], [39.6, 0, 0.5], { mask: 1 })).toBe(null);
        expect(kammError(() => world.setFilter(car, { category: 2 ** 31 })).code).toBe("range");
        world.letCarsSleep(true);
        world.dispose();
        car.dispose();
    });
});
