import { beforeAll, describe, expect, test } from "vitest";
import type { World } from "kamm";
import { dataFile, kamm, kammError, micra } from "./support";

const text = dataFile("worlds/proving-ground.json").toString();
let ground: World;

beforeAll(async () => {
    await kamm.addFile("worlds/proving-ground.png", dataFile("worlds/proving-ground.png"));
    ground = kamm.world(text, "worlds/proving-ground.json");
});

/** A level field with a wall ahead and a cone. */
const field = {
    name: "field",
    terrain: [{ kind: "plane" }],
    bodies: [{ type: "static", size_m: [1, 20, 2], centre_m: [30, 0, 1] }],
};

describe("the proving ground", () => {
    test("tells what is where", () => {
        expect(ground.notes).toEqual([]);
        expect(ground.surfaces.map(({ name }) => name)).toContain("ice");
        expect(ground.starts.map(({ name }) => name)).toContain("circuit");
        expect(ground.paths.find(({ name }) => name === "circuit")!.closed).toBe(true);
        for (const type of ["static", "dynamic"])
            expect(ground.bodies.filter((body) => body.type === type).length).toBeGreaterThan(50);
        expect(ground.extent).toEqual({ from: [-600, -400], to: [600, 400] });
    });

    test("is sampled as it is asked for point by point", () => {
        const { heightsM, surfaces } = ground.sample([-50, -40], 2, 30, 20);
        for (const [column, row] of [[0, 0], [29, 19], [7, 13]] as const) {
            const point = ground.groundAt(-50 + 2 * column, -40 + 2 * row);
            expect(heightsM[row * 30 + column]).toBeCloseTo(point.heightM, 5);
            expect(surfaces[row * 30 + column]).toBe(point.surface);
        }
        expect(kammError(() => ground.sample([0, 0], 1, 0, 3)).code).toBe("range");
    });

    test("has drivers that go round", () => {
        const cars = kamm.cars(kamm.vehicle(micra), 2);
        ground.add(cars);
        const drivers = [...cars].map((car) => ground.driver("circuit", car, { stationM: 100 }));
        drivers[1]!.aimLeftM = 2;
        drivers.forEach((driver, i) => cars.at(i).place({ ...driver.start, y: driver.start.y! + 4 * i }));
        for (let i = 0; i < 300; ++i) {
            for (const driver of drivers) driver.drive(0.01);
            ground.step(0.01);
        }
        expect(drivers[0]!.stationM).toBeGreaterThan(120);
        expect(drivers[0]!.drivenM).toBeCloseTo(drivers[0]!.stationM - 100, 3);
        expect(Math.abs(drivers[0]!.leftM)).toBeLessThan(2);
        expect(kammError(() => ground.driver("nowhere", cars.at(0))).message).toContain("circuit");
        ground.remove(cars);
        cars.dispose();
    });
});

describe("a world", () => {
    test("without cars keeps time: what hangs in the air falls", () => {
        const world = kamm.world({
            name: "Empty",
            terrain: [{ kind: "plane" }],
            bodies: [{ cone_height_m: 0.5, at_m: [[0, 0]] }],
        });
        const [cone] = world.bodies;
        cone!.place([0, 0, 5]);
        expect(world.step(0.5)).toBe(120);
        expect(cone!.position[2]).toBeCloseTo(5 - (9.80665 * 0.5 ** 2) / 2, 1);
        world.dispose();
    });

    test("changes nothing else when cars and bodies come and go", () => {
        const [still, lively] = [kamm.world(field), kamm.world(field)];
        const box = {
            centreM: [0, 0, 0.25],
            halfM: [0.25, 0.25, 0.25],
            orientation: [1, 0, 0, 0],
        } as const;
        const crate = { type: "dynamic", shapes: [box], massKg: 20, position: [-20, 0, 8] } as const;
        const flying = [still, lively].map((world) => {
            const body = world.addBody(crate);
            body.setMotion({ velocityMps: [25, 0, 3], angularVelocityRadps: [0, 4, 0] });
            return body;
        });
        const guests = kamm.cars(kamm.vehicle(micra), 3);
        const combinations = kamm.combinations("volvo-v40-caravan");
        lively.add(guests);
        for (let i = 0; i < 30; ++i) {
            if (i === 5) lively.remove(guests);
            if (i === 10) lively.add(guests);
            if (i === 15) lively.replace(guests, combinations);
            if (i === 20) lively.remove(combinations);
            if (i === 22) lively.addBody({ ...crate, position: [100, 100, 0] });
            if (i === 25) lively.bodies[2]!.remove();
            for (const world of [still, lively]) world.step(1 / 60);
            expect(flying[1]!.motion()).toEqual(flying[0]!.motion());
        }
        expect(flying[1]!.position[0]).toBeGreaterThan(-9);
        const gone = lively.bodies[2]!;
        expect(gone.isThere).toBe(false);
        expect(() => gone.position).toThrow("index 2");
        expect(lively.addBody(crate).index).toBe(2);
        expect(gone.isThere).toBe(false); // another body has its place
        expect(kammError(() => gone.remove()).code).toBe("unknown");
        expect(kammError(() => lively.setFilter(gone, { category: 2 })).code).toBe("unknown");
        expect(kammError(() => lively.addBody({ ...crate, massKg: NaN })).path).toBe("bodies");
        expect(kammError(() => flying[0]!.setMotion({ position: [NaN, 0, 0] })).path).toBe("position_m");
        for (const each of [guests, combinations, still, lively]) each.dispose();
    });

    test("has bodies of many shapes, also of its file", () => {
        const leg = (x: number, y: number) => ({ centreM: [x, y, 0.35], halfM: [0.05, 0.05, 0.35], orientation: [1, 0, 0, 0] }) as const;
        const top = { centreM: [0, 0, 0.75], halfM: [0.8, 0.5, 0.05], orientation: [1, 0, 0, 0] } as const;
        const shapes = [top, leg(0.7, 0.4), leg(-0.7, 0.4), leg(0.7, -0.4), leg(-0.7, -0.4)];
        const points_m = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]];
        const parts = [{ kind: "hull", points_m }, { kind: "mesh", points_m, triangles: [[0, 2, 1], [0, 1, 3]] }, { kind: "cylinder", size_m: [1, 1, 2], centre_m: [0, 3, 1] }];
        const world = kamm.world({ name: "Hall", terrain: [{ kind: "plane" }], bodies: [{ type: "static", position_m: [9, 0, 0], shapes: parts }] });
        const hall = world.bodies[0]!;
        expect(hall.shapes.map(({ kind }) => kind)).toEqual(["hull", "mesh", "cylinder"]);
        expect(Array.from(hall.shapes[0]!.pointsM!)).toEqual(points_m.flat());
        expect(Array.from(hall.shapes[1]!.triangles!)).toEqual([0, 2, 1, 0, 1, 3]);
        expect(hall.shapes[2]!.centreM).toEqual([0, 3, 1]);
        const table = world.addBody({ type: "dynamic", shapes, massKg: 30, position: [0, 0, 0.2] });
        expect(table.shapes.length).toBe(5);
        for (let i = 0; i < 120; ++i) world.step(1 / 60);
        expect(Math.abs(table.position[2]!)).toBeLessThan(0.006);
        const hit = world.castRay([0.7, 0.4, 5], [0.7, 0.4, -1]);
        expect(hit!.point[2]).toBeCloseTo(0.8, 2);
        world.dispose();
    });

    test("has hulls and meshes that are added, with filters", () => {
        const world = kamm.world({ name: "Roof", terrain: [{ kind: "plane" }] });
        const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 0.4 : -0.4, i & 2 ? 0.3 : -0.3, i & 4 ? 0.2 : -0.2]);
        const hull = { kind: "hull", pointsM: corners } as const;
        const crate = world.addBody({ type: "dynamic", shapes: [hull], massKg: 20, position: [0, 0, 3.5] });
        // Rises by 0.5 m/m from the corner (5, -5, 0); seen from above its triangles run anticlockwise.
        const pointsM = [5, -5, 0, 15, -5, 5, 15, 5, 5, 5, 5, 0];
        const ramp = world.addBody({ shapes: [{ kind: "mesh", pointsM, triangles: [0, 1, 2, 0, 2, 3] }] });
        expect(Array.from(ramp.shapes[0]!.triangles!)).toEqual([0, 1, 2, 0, 2, 3]);
        expect(Array.from(crate.shapes[0]!.pointsM!)).toEqual(corners);
        expect(world.castRay([9, 1, 9], [9, 1, -9])!.point[2]).toBeCloseTo(2, 9);
        expect(world.castRay([9, 1, 0.5], [9, 1, 9])).toBe(null); // from behind
        const roof = [-2, -2, 1, 2, -2, 1, 2, 2, 1, -2, -2, 1, 2, 2, 1, -2, 2, 1];
        world.addBody({ shapes: [{ kind: "mesh", pointsM: roof }], filter: { category: 2 } });
        const ghost = world.addBody({ type: "dynamic", shapes: [hull], massKg: 20, position: [1, 1, 3.5], filter: { category: 4, mask: 5 } });
        for (let i = 0; i < 120; ++i) world.step(1 / 60);
        expect(Math.abs(crate.position[2]! - 1.2)).toBeLessThan(0.01); // it lies on the roof
        expect(Math.abs(ghost.position[2]! - 0.2)).toBeLessThan(0.01); // and this one on the ground below
        const add = (shape: object, type = "static") => () => world.addBody({ type, shapes: [shape], massKg: type === "dynamic" ? 5 : 0 } as never);
        expect(add({ kind: "hull", pointsM: [0, 0, 0, 1, 1] })).toThrow("body.shapes[0].pointsM: 5 numbers are no whole threes");
        expect(add({ kind: "hull", pointsM: corners.slice(0, 9) })).toThrow("points");
        expect(add({ kind: "hull", pointsM: corners, halfM: [1, 1, 1] })).toThrow("there is no halfM");
        expect(add({ kind: "mesh", pointsM, triangles: [0, 1, 4] })).toThrow("4");
        expect(add({ kind: "mesh", pointsM, triangles: [0, 1, 1.5] })).toThrow("whole numbers");
        expect(add({ kind: "mesh", pointsM: roof }, "dynamic")).toThrow("mesh");
        expect(() => world.addBody({ shapes: [hull], filter: { mask: -1 } })).toThrow("mask: -1");
        world.dispose();
    });

    test("has kinematic bodies that come, go, move and carry cars", () => {
        const world = kamm.world({ name: "Lift", terrain: [{ kind: "plane" }] });
        const box = { centreM: [0, 0, -0.1], halfM: [4, 3, 0.1], orientation: [1, 0, 0, 0] } as const;
        const lift = world.addBody({ type: "kinematic", shapes: [box], position: [0, 0, 0.05], isDrivenOn: true, friction: 1 });
        const car = kamm.car(micra);
        world.add(car);
        world.place(car, { x: 0 });
        car.input.brake = 1;
        const wait = (frames: number) => {
            for (let i = 0; i < frames; ++i) world.step(1 / 60);
        };
        wait(180); // it was placed on the ground below, and swings
        const before = car.position[2]!;
        lift.moveTo([0, 0, 2.05], [1, 0, 0, 0], 480);
        wait(300);
        expect(lift.motion().position[2]).toBe(2.05);
        // Standing tyres hold the suspension up by some centimetres, as of a car that is let down from a jack.
        expect(Math.abs(car.position[2]! - before - 2)).toBeLessThan(0.05);
        lift.setMotion({ velocityMps: [0, 0, -0.5] });
        world.stepSubsteps(240);
        expect(lift.motion().position[2]).toBeCloseTo(1.55, 6);
        const ball = { kind: "sphere", centreM: [0, 0, 0], halfM: [1, 1, 1] } as const;
        expect(world.addBody({ shapes: [ball], position: [20, 0, 0] }).index).toBe(1);
        expect(kammError(() => world.addBody({ shapes: [{ ...box, kind: "sphere" }] })).path).toBe("bodies");
        lift.remove();
        expect(lift.isThere).toBe(false);
        expect(() => lift.motion()).toThrow("index 0");
        for (const each of [world, car]) each.dispose();
    });

    test("reports on which body each wheel stands", () => {
        const world = kamm.world({ name: "Plates", terrain: [{ kind: "plane" }], bodies: [{ type: "static", size_m: [1, 1, 1], centre_m: [0, 50, 1] }] });
        const box = { centreM: [0, 0, 0], halfM: [3, 0.5, 0.02], orientation: [1, 0, 0, 0] } as const;
        const plate = world.addBody({ shapes: [box], position: [0, 0.75, 0], isDrivenOn: true, friction: 1 });
        const free = { type: "dynamic", shapes: [box] } as const;
        world.addBody({ ...free, massKg: 50, position: [0, 20, 0.02] });
        const plank = world.addBody({ ...free, massKg: 500, position: [0, -0.75, 0.02], isDrivenOn: true, friction: 1 });
        const car = kamm.car(micra);
        world.add(car);
        world.place(car, { z: 0.03 });
        car.input.brake = 1;
        const standing = () => car.wheels.map(({ contact }) => [contact.bodyType, contact.bodyGroup, contact.bodyIndex]);
        for (let i = 0; i < 60; ++i) world.step(1 / 60);
        const [left, right] = [["static", 0, plate.index], ["dynamic", 0, plank.index]];
        expect(plate.index).toBe(1);
        expect(plank.index).toBe(3);
        expect(standing()).toEqual([left, right, left, right]);
        const ground = ["ground", 0, 0];
        world.place(car, { x: 20 });
        world.step(0.1);
        expect(standing()).toEqual([ground, ground, ground, ground]);
        for (const each of [world, car]) each.dispose();
    });

    test("stops cars at its walls, and says who touched what", () => {
        const world = kamm.world(field);
        const car = kamm.car(micra);
        world.add(car);
        world.place(car, { x: 20, speedMps: 10 });
        const touched = new Set<string>();
        for (let i = 0; i < 60; ++i) {
            world.step(1 / 60);
            for (const { types, impulseNs } of world.contactEvents())
                if (impulseNs > 100) touched.add(types.join());
        }
        expect(touched).toContain("car,static");
        expect(car.position[0]).toBeLessThan(29);
        expect(() => car.step(0.1)).toThrow("in a world");
        expect(() => car.dispose()).toThrow("in a world");
        world.dispose();
        car.dispose();
    });

    test("changes cars on the way, bodies stay", () => {
        const world = kamm.world({
            ...field,
            bodies: [...field.bodies, { cone_height_m: 0.5, at_m: [[5, 3], [8, 3]] }],
        });
        const [first, second] = [kamm.car(micra), kamm.cars(kamm.defaultVehicle(), 2)];
        world.add(first);
        world.add(second);
        second.at(0).place({ x: -20, speedMps: 3 });
        second.at(1).place({ x: -20, y: 8 });
        world.bodies[1]!.place([6, 6, 0]);
        first.place({ x: 0, speedMps: 8 });
        world.stepSubsteps(120);
        const next = kamm.car(micra, { rung: "single_track" });
        next.handOver(first, 0);
        world.replace(first, next);
        expect(world.bodies[1]!.position[0]).toBeCloseTo(6, 3);
        expect(world.bodies[2]!.position[0]).toBe(8);
        const before = next.position[0]!;
        world.stepSubsteps(120);
        expect(next.position[0]! - before).toBeGreaterThan(2);
        expect(next.timeS).toBeCloseTo(1, 2);
        expect(second.at(0).position[0]).toBeGreaterThan(-18);
        first.step(0.1);
        expect(() => world.replace(first, next)).toThrow("not in this world");
        world.remove(second);
        world.step(0.1);
        expect(second.at(0).timeS).toBeCloseTo(1, 2);
        world.dispose();
        for (const cars of [first, second, next]) cars.dispose();
    });

    test("has all groups back if new cars do not fit", () => {
        const world = kamm.world(field);
        const car = kamm.car(micra);
        world.add(car);
        const slow = kamm.vehicle(micra);
        slow.set("stepping.substeps_per_s", 2400);
        const other = kamm.car(micra);
        world.add(other);
        const misfit = kamm.car(slow);
        expect(kammError(() => world.replace(other, misfit)).code).toBe("range");
        world.step(0.1);
        expect(other.timeS).toBeCloseTo(0.1, 6);
        misfit.step(0.1);
        world.dispose();
    });

    test("changes surface and wind", () => {
        const slide = (surface: string | null) => {
            const world = kamm.world(field);
            const car = kamm.car(micra);
            world.add(car);
            world.setSurface(surface);
            car.place({ x: -200, speedMps: 20 });
            car.input.brake = 1;
            world.stepSubsteps(240);
            world.dispose();
            return car.speedMps;
        };
        expect(slide("ice")).toBeGreaterThan(slide(null) + 5);
        expect(slide("dry_asphalt")).toBeCloseTo(slide(null), 6);
        const world = kamm.world(field);
        expect(kammError(() => world.setSurface("glue")).path).toBe("surface");
        expect(kammError(() => world.setWind([NaN, 0, 0])).code).toBe("range");
        const car = kamm.car(micra);
        world.add(car);
        world.setWind([0, 30, 0]);
        car.place({ x: -100, speedMps: 20 });
        world.stepSubsteps(240);
        expect(Math.abs(car.position[1]!)).toBeGreaterThan(0.001);
    });

    test("is saved and restored to the bit", () => {
        const world = kamm.world(field);
        const car = kamm.car(micra);
        world.add(car);
        car.place({ x: 15, speedMps: 15 });
        world.step(0.3);
        const saved = world.snapshot();
        const hash = world.hash();
        world.stepSubsteps(240);
        expect(world.hash()).not.toBe(hash);
        world.restore(saved);
        expect(world.hash()).toBe(hash);
        expect(kammError(() => world.restore(new Uint8Array(3))).code).toBe("format");
    });

    test("is not restored into the places of others", () => {
        const world = kamm.world(field);
        const players = [0, 10].map((y) => {
            const car = kamm.car(micra);
            world.add(car);
            world.place(car, { y });
            return car;
        });
        const [first, second] = players as [(typeof players)[0], (typeof players)[0]];
        const snapshot = world.snapshot();
        world.remove(first);
        world.add(first);
        expect(() => world.restore(snapshot)).toThrow(/kamm_set_identity/);
        expect(second.position[1]).toBeCloseTo(10, 6);
        world.remove(second);
        world.add(second);
        world.restore(snapshot);
        world.setIdentity(second, 77);
        expect(() => world.restore(snapshot)).toThrow(/places/);
        expect(() => world.setIdentity(first, 77)).toThrow(/others have this one/);
        for (const car of players) {
            world.remove(car);
            car.dispose();
        }
        world.dispose();
    });

    test("tells what it does not know of bodies and places", () => {
        const world = kamm.world(field);
        const box = { centreM: [0, 0, 0], halfM: [1, 1, 1] };
        const add = (body: object) => () => world.addBody({ type: "dynamic", ...body } as never);
        expect(add({ shapes: [box], mass: 5, position: [0, 0, 5] })).toThrow("body: there is no mass; did you mean massKg?");
        expect(add({ massKg: 5, position: [0, 0, 5] })).toThrow("body: shapes is missing");
        expect(add({ shapes: [box], position: [0, 0, 5] })).toThrow("a mass of 0 kg");
        expect(add({ shapes: [{ center: [0, 0, 0] }], massKg: 5, position: [0, 0, 5] })).toThrow("body.shapes[0]: there is no center; did you mean centreM?");
        expect(() => world.addBody({ shape: [box] } as never)).toThrow("did you mean shapes?");
        expect(add({ shapes: [{ ...box, kind: "ball" }] })).toThrow("there is no kind ball; allowed: box, sphere, capsule, cylinder, hull, mesh");
        expect(add({ type: "free", shapes: [box] })).toThrow("there is no type free; allowed: static, kinematic, dynamic");
        expect(add({ shapes: Array(17).fill(box), massKg: 5 })).toThrow("shapes: 17; a body has 1 to 16");
        expect(add({ shapes: [], massKg: 5 })).toThrow("shapes: 0; a body has 1 to 16");
        expect(add({ shapes: [box, { ...box, halfM: [1, 0, 1] }], massKg: 5 })).toThrow("bodies[1].shapes[1]: half a size of 0 m along y");
        const body = world.addBody({ type: "dynamic", shapes: [box], massKg: 5, position: [0, 0, 5] } as never);
        expect(() => body.setMotion({ velocity: [1, 0, 0] } as never)).toThrow("did you mean velocityMps?");
        const car = kamm.car("nissan-micra");
        expect(() => car.place({ speed: 5 } as never)).toThrow("did you mean speedMps?");
        expect(() => kamm.car("nissan-micra", { rang: "full" } as never)).toThrow("did you mean rung?");
        car.dispose();
        world.dispose();
    });

    test("that is broken is reported", () => {
        expect(kammError(() => kamm.world("{}", "w.json")).message).toMatch(/^w.json: /);
        const missing = { ...field, terrain: [{ kind: "heights", file: "no.png", cell_m: 1, min_height_m: 0, max_height_m: 1 }] };
        expect(kammError(() => kamm.world(missing)).message).toContain("no.png");
    });
});
