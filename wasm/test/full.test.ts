/** kamm/full: joints, traffic, debug draw, slots, portable snapshots, riders that do more. */
import { describe, expect, test } from "vitest";
import { loadKamm, type FullWorld } from "kamm/full";
import { dataFile, kamm as usual, kammError, micra } from "./support";

const kamm = await loadKamm({ wasm: dataFile("../wasm/dist/kamm-full.wasm") });
const plane = { name: "plane", terrain: [{ kind: "plane" }] };
const gravity = 9.80665;

const box = (world: FullWorld, position: number[], massKg = 100) =>
    world.addBody({ type: "dynamic", massKg, position, shapes: [{ centreM: [0, 0, 0], halfM: [0.2, 0.2, 0.2] }] });
const length = (vector: ArrayLike<number>) => Math.hypot(...Array.from(vector));

test("kamm/full has all that kamm has, with its bits, and kamm has no more than before", () => {
    const [here, there] = [kamm, usual].map((each) => {
        const car = each.car(micra);
        car.input.throttle = 1;
        car.stepSubsteps(480);
        const hash = car.hash();
        car.dispose();
        return hash;
    });
    expect(here).toBe(there);
    expect(Object.keys(kamm)).toEqual(expect.arrayContaining(Object.keys(usual)));
    for (const name of ["slots", "savePortable", "draw"]) expect(name in usual).toBe(false);
    expect("addJoint" in usual.world(plane)).toBe(false);
});

test("upright faces of a mesh stop a car of any rung", () => {
    const positionsM = [[-90, -9, 0], [8, -9, 0], [-90, 9, 0], [8, 9, 0], [8, -9, 2], [40, -9, 2], [8, 9, 2], [40, 9, 2]].flat();
    const indices = [0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7, 1, 4, 3, 3, 4, 6];
    const rock = () => kamm.terrainWorld({ layers: [{ kind: "mesh", positionsM, indices }] });
    const farthest = [false, true].map((walls) => {
        const world = rock();
        const body = walls && world.addTerrainFaces({ friction: 0.7 });
        if (body) expect([body.type, body.isThere, world.bodies[0] === body]).toEqual(["static", true, true]);
        const car = kamm.car(micra, { ground: world, rung: "kinematic" });
        world.add(car);
        car.place({ speedMps: 8 });
        world.stepSubsteps(480);
        return car.position[0]!;
    });
    expect(farthest[0]).toBeGreaterThan(8);
    expect(farthest[1]).toBeLessThan(8);
    expect(kamm.world(plane).addTerrainFaces()).toBeUndefined();
    expect(kammError(() => rock().addTerrainFaces({ massKg: 2 } as never)).message).toMatch(/no massKg/);
    expect(kammError(() => rock().addTerrainFaces({ friction: 9 })).message).toMatch(/friction/);
});

describe("joints", () => {
    test("a rope bears a weight, up to its strength", () => {
        const world = kamm.world(plane);
        const weight = box(world, [0, 0, 8]);
        const rope = world.addJoint({
            ...{ kind: "rope", first: null, second: weight, firstPoint: [0, 0, 10], lengthM: 2 },
            breakForceN: 2 * 100 * gravity,
        });
        world.stepSubsteps(480);
        expect(rope.read().forceN[2]! / (100 * gravity)).toBeCloseTo(1, 3);
        expect(rope.read().position).toBeCloseTo(2, 6);
        expect(Array.from(rope.read().points.subarray(0, 3))).toEqual([0, 0, 10]);
        weight.setMotion({ velocityMps: [0, 0, -6] });
        world.stepSubsteps(1);
        expect(world.brokenJoints()).toEqual([rope]);
        expect(rope.read().isBroken).toBe(true);
        world.stepSubsteps(480);
        expect(world.brokenJoints()).toEqual([]);
        expect(weight.position[2]).toBeLessThan(1);
        world.dispose();
    });

    test("a motor turns a hinge to its limit, and back", () => {
        const world = kamm.world(plane);
        const door = box(world, [0.5, 0, 2], 20);
        const hinge = world.addJoint({
            ...{ kind: "hinge", first: null, second: door, at: [0, 0, 2], axis: [0, 0, 1] },
            ...{ limits: [-0.5, 1], motorSpeed: 2, motorForce: 500 },
        });
        world.stepSubsteps(60);
        expect(hinge.read().speed).toBeCloseTo(2, 3);
        world.stepSubsteps(480);
        expect(hinge.read().position).toBeCloseTo(1, 3);
        expect(Math.atan2(door.position[1]!, door.position[0]!)).toBeCloseTo(1, 3);
        hinge.setMotor(-2, 500);
        world.stepSubsteps(480);
        expect(hinge.read().position).toBeCloseTo(-0.5, 3);
        hinge.setLimits(null);
        world.stepSubsteps(240);
        expect(hinge.read().position).toBeCloseTo(-2.5, 1);
        world.dispose();
    });

    test("a car tows a crate, and snapshots hold the joint", () => {
        const world = kamm.world(plane);
        const car = kamm.car("nissan-micra");
        world.add(car);
        const crate = box(world, [-5, 0, 0.2], 50);
        const rope = world.addJoint({ kind: "rope", first: car, second: crate, firstPoint: [-2, 0, 0.3], lengthM: 3 });
        car.input.throttle = 0.5;
        world.stepSubsteps(480);
        const [saved, portable] = [world.snapshot(), kamm.savePortable(world)];
        const goOn = () => (world.stepSubsteps(240), world.hash());
        const hash = goOn();
        expect(crate.velocityMps[0]).toBeGreaterThan(2);
        expect(rope.read().position).toBeLessThan(3.001);
        world.restore(saved);
        expect(goOn()).toBe(hash);
        const report = kamm.loadPortable(world, portable);
        expect(report).toMatchObject({ unknown: 0, missing: 0, otherModels: 0 });
        expect(goOn()).toBe(hash);
        world.remove(car);
        expect([rope.isThere, world.joints.length]).toEqual([false, 0]);
        for (const each of [world, car]) each.dispose();
    });

    test("what does not fit is refused", () => {
        const world = kamm.world(plane);
        const other = kamm.world(plane);
        const crate = box(world, [0, 0, 1]);
        const wrong = (joint: object) => kammError(() => world.addJoint({ kind: "ball", first: null, second: crate, ...joint })).code;
        expect(wrong({ kind: "weld" })).toBe("unknown");
        expect(wrong({ hinge: 1 })).toBe("unknown");
        expect(wrong({ second: null })).not.toBe("memory");
        expect(wrong({ second: box(other, [0, 0, 1]) })).toBe("unknown");
        expect(wrong({ axis: [0, 0, 1] })).toBe("missing");
        expect(wrong({ at: [0, 0, NaN] })).toBe("range");
        expect(wrong({ kind: "hinge", limits: [1, -1] })).toBe("range");
        expect(world.joints).toEqual([]);
        const joint = world.addJoint({ kind: "ball", first: null, second: crate, at: [0, 0, 1] });
        expect(world.joints).toEqual([joint]);
        joint.remove();
        expect(joint.isThere).toBe(false);
        expect(kammError(() => joint.read()).code).toBe("unknown");
        for (const each of [world, other]) each.dispose();
    });
});

describe("traffic", () => {
    const ring = Array.from({ length: 80 }, (_, i) => [60 * Math.cos((i * Math.PI) / 40), 60 * Math.sin((i * Math.PI) / 40)]).flat();
    function start(count: number) {
        const world = kamm.world(plane);
        const cars = kamm.cars("nissan-micra", count);
        world.add(cars);
        const traffic = world.traffic({ points: ring, widthM: 8, closed: true });
        for (const car of cars) traffic.add(car);
        const drive = (seconds: number) => {
            for (let i = 0; i < 60 * seconds; ++i) traffic.drive(1 / 60), world.stepSubsteps(4);
        };
        const end = () => [traffic, world, cars].forEach((each) => each.dispose());
        return { world, cars, traffic, drive, end };
    }

    test("drivers start from a grid, keep their gaps, and go on from a snapshot", () => {
        const { world, traffic, drive, end } = start(3);
        expect(traffic.lengthM).toBeCloseTo(2 * Math.PI * 60, 0);
        traffic.placeOnGrid({ stationM: 60, rowM: 12 });
        drive(8);
        const { drivers } = traffic;
        for (const driver of drivers) {
            expect(driver.mode).toBe("drives");
            expect(driver.alongMps).toBeGreaterThan(5);
            expect([driver.needsReset, driver.recoveries, driver.resets]).toEqual([false, 0, 0]);
        }
        const saved = [world.snapshot(), traffic.snapshot()] as const;
        drive(2);
        const hash = world.hash();
        world.restore(saved[0]);
        traffic.restore(saved[1]);
        drive(2);
        expect(world.hash()).toBe(hash);
        expect(kammError(() => traffic.restore(saved[1].subarray(8))).code).toBe("format");
        end();
        expect(() => traffic.drive(0.01)).toThrow("disposed");
    });

    test("a driver brakes for an obstacle, and passes it once it is gone", () => {
        const { traffic, drive, end } = start(1);
        const driver = traffic.drivers[0]!;
        driver.place({ stationM: 0, speedMps: 10 });
        driver.style.speedMps = 12;
        expect(driver.style.speedMps).toBe(12);
        const across = { x: 0, y: 60, yawRad: 0, lengthM: 9, widthM: 9 };
        const obstacle = traffic.addObstacle(across);
        drive(14);
        expect(Math.abs(driver.alongMps)).toBeLessThan(0.5);
        expect(driver.stationM).toBeGreaterThan(60);
        expect(driver.stationM).toBeLessThan(94);
        obstacle.move({ ...across, x: 1e6 });
        drive(4);
        expect(driver.alongMps).toBeGreaterThan(2);
        driver.setStyle("racing");
        expect(driver.style.headwayS).toBeCloseTo(0.4);
        driver.isDriven = false;
        expect(driver.isDriven).toBe(false);
        expect(driver.placeBack()).toBe(true);
        expect(kammError(() => traffic.add(driver.car, { style: "mad" as never })).code).toBe("unknown");
        end();
    });
});

describe("debug draw", () => {
    test("is of lines, points and texts, from an origin", () => {
        const world = kamm.world(plane);
        const car = kamm.car("nissan-micra");
        world.add(car);
        car.place({ x: 1e5, y: 0 });
        world.stepSubsteps(1);
        const { lines, lineColours, texts } = world.draw({ parts: ["shapes", "axleLoads"], origin: [1e5, 0, 0] });
        expect(lines.length).toBe(lineColours.length);
        expect(lines.length).toBe(6 * 12 * car.info.boxes.length);
        expect(Math.max(...lines)).toBeLessThan(3);
        expect(Array.from(lineColours.subarray(0, 3))).toEqual([255, 255, 255]);
        expect(texts.length).toBe(2);
        const loads = texts.map(({ text }) => parseFloat(text));
        expect((loads[0]! + loads[1]!) / (car.info.massKg * gravity * 1e-3)).toBeCloseTo(1, 1);
        const all = world.draw().lines.length;
        expect(all).toBeGreaterThan(lines.length);
        expect(world.draw({ withinM: 5, centre: [0, 0, 0] }).lines.length).toBe(0);
        const { points, pointColours } = world.draw({ parts: ["frictionCircles"] });
        expect([points.length, pointColours.length]).toEqual([12, 12]);
        expect(kammError(() => world.draw({ parts: ["wheel" as never] })).code).toBe("unknown");
        expect(kammError(() => world.draw({ withinM: -1 })).code).toBe("range");
        world.remove(car);
        expect(kamm.draw(car).lines.length).toBe(all);
        for (const each of [world, car]) each.dispose();
    });
});

describe("slots", () => {
    test("cars come and go, by handles that hold once", () => {
        const cars = kamm.cars("nissan-micra", 3);
        const slots = kamm.slots(cars);
        expect(slots.countOn).toBe(3);
        slots.switchAllOff();
        const first = slots.switchOn({ x: 5, speedMps: 10 });
        expect(slots.car(first)).toBe(cars.at(first.index));
        expect(slots.car(first).position[0]).toBeCloseTo(5, 6);
        const before = cars.snapshot();
        const second = slots.switchOn();
        expect([slots.countOn, slots.isOn(2), slots.slotOf(2)]).toEqual([2, false, null]);
        slots.switchOff(first);
        expect(kammError(() => slots.switchOff(first)).code).toBe("unknown");
        const again = slots.switchOn({}, first.index);
        expect(again.generation).not.toBe(first.generation);
        expect(kammError(() => slots.car(first)).code).toBe("unknown");
        expect(kammError(() => slots.switchOn({}, second.index)).code).toBe("range");
        slots.switchOn();
        expect(kammError(() => slots.switchOn()).code).toBe("range");
        cars.restore(before);
        expect(slots.countOn).toBe(1);
        expect(slots.slotOf(first.index)).toEqual(first);
        cars.dispose();
    });

    test("a car that is off does not change the others", () => {
        const [alone, some] = [1, 4].map((count) => {
            const cars = kamm.cars("nissan-micra", count);
            const slots = kamm.slots(cars);
            for (let i = 1; i < count; ++i) slots.switchOff(slots.slotOf(i)!);
            cars.at(0).input.throttle = 1;
            cars.stepSubsteps(240);
            const x = cars.at(0).xM;
            cars.dispose();
            return x;
        });
        expect(some).toBe(alone);
    });
});

describe("portable snapshots", () => {
    test("bring cars and combinations to others of the same kind, to the bit", () => {
        for (const make of [() => kamm.cars("nissan-micra", 2), () => kamm.combinations("volvo-v40-caravan")]) {
            const [from, to] = [make(), make()];
            const lead = "units" in from ? from.at(0).units[0]! : from.at(0);
            lead.input.throttle = 1;
            from.stepSubsteps(240);
            const report = kamm.loadPortable(to, kamm.savePortable(from));
            expect(report).toEqual({ unknown: 0, firstUnknown: "", missing: 0, firstMissing: "", otherModels: 0 });
            for (const each of [from, to]) each.stepSubsteps(240);
            expect(to.hash()).toBe(from.hash());
            for (const each of [from, to]) each.dispose();
        }
    });

    test("other cars tell, or refuse", () => {
        const vehicle = kamm.vehicle("nissan-micra");
        const car = kamm.car(vehicle);
        const bytes = kamm.savePortable(car);
        vehicle.set("body.mass_kg", 1200);
        const heavier = kamm.car(vehicle);
        expect(kamm.loadPortable(heavier, bytes).otherModels).toBe(1);
        const hash = heavier.hash();
        const broken = bytes.slice();
        broken[40]! ^= 1;
        for (const wrong of [broken, bytes.subarray(9), new Uint8Array(0)])
            expect(kammError(() => kamm.loadPortable(heavier, wrong)).code).toBe("format");
        const kinematic = kamm.car(vehicle, { rung: "kinematic" });
        expect(kammError(() => kamm.loadPortable(kinematic, bytes)).code).toBe("format");
        expect(heavier.hash()).toBe(hash);
        for (const each of [car, heavier, kinematic, vehicle]) each.dispose();
    });
});

describe("riders", () => {
    const motorcycle = dataFile("two-wheelers/sport-1000.json").toString();

    test("lift the front wheel and hold it", () => {
        const car = kamm.car(motorcycle);
        car.place({ speedMps: 15 });
        const rider = kamm.rider(car)!;
        for (let i = 0; i < 120; ++i) {
            rider.ride({}, 1 / 60);
            rider.lift(0.25);
            car.stepSubsteps(4);
        }
        expect(rider.wheelLiftRad).toBeGreaterThan(0.2);
        expect(rider.wheelLiftRad).toBeLessThan(0.3);
        expect(kammError(() => rider.lift(NaN)).code).toBe("range");
        car.dispose();
    });

    test("park on a stand, and sit down again", () => {
        const car = kamm.car(motorcycle);
        const rider = kamm.rider(car)!;
        const lean = rider.standLeanRad;
        expect(Math.abs(lean)).toBeGreaterThan(0.05);
        rider.park({ x: 3 });
        expect(rider.isThrown).toBe(true);
        car.stepSubsteps(480);
        expect(car.rollRad).toBeCloseTo(lean, 2);
        expect(car.xM).toBeCloseTo(3, 1);
        rider.seat();
        expect(rider.isThrown).toBe(false);
        car.dispose();
    });

    test("fall off by hand, or by an impact", () => {
        const car = kamm.car(motorcycle);
        car.place({ speedMps: 20 });
        const rider = kamm.rider(car)!;
        const thrown = rider.throwOff();
        expect(thrown.massKg).toBeGreaterThan(40);
        expect(length(thrown.velocityMps)).toBeCloseTo(20, 1);
        expect(kammError(() => rider.throwOff()).code).toBe("range");
        car.place({ speedMps: 20 });
        expect(rider.watch(1 / 60)).toBe(null);
        car.applyImpulse([-15 * car.info.massKg, 0, 0]);
        let flies = null;
        for (let i = 0; i < 30 && !flies; ++i) {
            car.stepSubsteps(4);
            flies = rider.watch(1 / 60);
        }
        expect(flies && length(flies.velocityMps)).toBeGreaterThan(2);
        expect(kamm.rider(kamm.car(micra))).toBe(undefined);
        car.dispose();
    });
});
