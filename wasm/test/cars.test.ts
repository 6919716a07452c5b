import { describe, expect, test } from "vitest";
import { loadKamm } from "kamm";
import { dataFile, drive, kamm, kammError, micra } from "./support";

describe("a car", () => {
    test("drives by its inputs and tells what it does", () => {
        const car = kamm.car(micra);
        expect(car.input.gear).toBe(100);
        drive(car);
        expect(car.speedMps).toBeGreaterThan(2);
        expect(car.yawRad).toBeGreaterThan(0);
        expect(car.position[0]).toBeCloseTo(car.xM, 0);
        expect(car.wheels).toHaveLength(4);
        const [frontLeft, frontRight] = car.wheels;
        expect(frontLeft!.loadN).toBeGreaterThan(1000);
        expect(frontLeft!.position[1]! - frontRight!.position[1]!).toBeGreaterThan(1.3);
        expect(frontLeft!.state.spinRadps).toBeGreaterThan(5);
        expect(car.state.orientationW).toBeCloseTo(car.orientation[0]!, 3);
        expect(car.fault).toBe(0);
        car.dispose();
    });

    test("is placed where it should stand", () => {
        const car = kamm.car(micra);
        car.place({ x: 10, y: -5, yawRad: Math.PI / 2, speedMps: 20 });
        expect(car.position[0]).toBeCloseTo(10, 6);
        expect(car.forwardSpeedMps).toBeCloseTo(20, 3);
        car.step(0.1);
        expect(car.position[1]).toBeGreaterThan(-3.1);
        car.dispose();
    });

    test("keeps poses in the same arrays, read when they are asked for", () => {
        const car = kamm.car(micra);
        const { position } = car;
        car.place({ x: 7 });
        expect(car.position).toBe(position);
        expect(position[0]).toBeCloseTo(7, 5);
        car.dispose();
    });

    test("has poses between two substeps", () => {
        const car = kamm.car(micra);
        car.place({ speedMps: 30 });
        car.step(0.5 / 240);
        const half = car.position[0]!;
        expect(car.step(0.75 / 240)).toBe(1);
        expect(car.position[0]! - half).toBeCloseTo(0.75 * (30 / 240), 4);
        car.step(0, false);
        expect(car.position[0]! - half).toBeCloseTo(1.5 * (30 / 240), 4);
        car.dispose();
    });

    test("has them for steps by substeps, too", () => {
        const car = kamm.car(micra);
        car.place({ speedMps: 30 });
        const clock = kamm.clock(1 / 240);
        const before = car.position[0]!;
        car.stepSubsteps(clock.advance(1.25 / 240), clock.fraction);
        expect(car.position[0]! - before).toBeCloseTo(0.25 * (30 / 240), 4);
        car.stepSubsteps(0);
        expect(car.position[0]! - before).toBeCloseTo(30 / 240, 4);
        expect(kammError(() => car.stepSubsteps(1, 1.1)).message).toBe("fraction 1.1; allowed: 0 to 1");
        clock.dispose();
        car.dispose();
    });

    test("is pushed by forces and impulses", () => {
        const car = kamm.car(micra);
        const weight = car.info.massKg * 9.80665;
        car.input.gear = 0;
        car.applyImpulse([2 * car.info.massKg, 0, 0]);
        expect(car.forwardSpeedMps).toBeCloseTo(2, 1);
        car.place();
        car.input.gear = 0;
        for (let frame = 0; frame < 60; ++frame) {
            car.applyForce([0.1 * weight, 0, 0]);
            car.step(1 / 60);
        }
        expect(car.forwardSpeedMps).toBeGreaterThan(0.8);
        expect(car.forwardSpeedMps).toBeLessThan(0.98);
        const { forwardSpeedMps } = car;
        car.step(1 / 60); // nothing pushes any more
        expect(car.forwardSpeedMps).toBeLessThan(forwardSpeedMps);
        car.applyTorque([0, 0, 5000]);
        car.applyAngularImpulse([0, 0, 500]);
        car.step(1 / 60);
        expect(car.yawRateRadps).toBeGreaterThan(0.2);
        expect(kammError(() => car.applyForce([NaN, 0, 0])).message).toContain("force_n");
        expect(kammError(() => car.applyForce([1, 0, 0], [1e6, 0, 0])).path).toBe("point_m");
        expect(kammError(() => car.applyImpulse([1, 0])).message).toContain("3 numbers");
        car.dispose();
    });

    test("tells what its wheels stand on and how they slide", () => {
        const car = kamm.car(micra);
        car.place({ speedMps: 20 });
        car.step(0.5);
        const rolls = car.wheels[0]!.contact;
        expect(rolls.onGround).toBe(true);
        expect(rolls.bodyType).toBe("ground");
        expect(rolls.point[2]).toBeCloseTo(0, 5);
        expect(rolls.normal[2]).toBeCloseTo(1, 6);
        expect(rolls.loadN).toBeCloseTo(car.wheels[0]!.loadN, 6);
        expect(Math.abs(rolls.slidingMps[0]!)).toBeLessThan(0.3);
        expect(rolls.friction).toBe(1);
        car.input.handBrake = 1; // locks the rear wheels
        car.step(0.2);
        car.step(0.2);
        const slides = car.wheels[2]!.contact;
        expect(slides.slidingMps[0]).toBeGreaterThan(5);
        expect(slides.skidW).toBeGreaterThan(5000);
        expect(slides.forward[0]).toBeGreaterThan(0.9);
        expect(car.wheels[1]!.grip).toBe(1);
        car.wheels[1]!.grip = 0.2;
        car.step(0.1);
        expect(car.wheels[1]!.contact.friction).toBeCloseTo(0.2, 6);
        expect(car.wheels[0]!.contact.friction).toBe(1);
        expect(kammError(() => (car.wheels[1]!.grip = 11)).path).toBe("factor");
        car.dispose();
    });

    test("tyres burst and brakes fail", () => {
        const car = kamm.car(micra);
        const wheel = car.wheels[0]!;
        expect(wheel.damage).toEqual({ brakeLoss: 0, gripLoss: 0, rollingResistance: 0, radiusLossM: 0 });
        expect(wheel.lost.brakeLoss).toBe(1);
        expect(wheel.lost.radiusLossM).toBeGreaterThan(wheel.burst.radiusLossM);
        const height = wheel.position[2]!;
        wheel.damage = wheel.burst;
        for (let i = 0; i < 60; ++i) car.step(1 / 60);
        expect(wheel.position[2]! - height).toBeLessThan(-0.03);
        wheel.damage = { brakeLoss: 1 };
        expect(wheel.damage.radiusLossM).toBe(0);
        car.place({ speedMps: 15 });
        expect(wheel.damage.brakeLoss).toBe(0);
        wheel.damage = { brakeLoss: 1 };
        car.input.brake = 1;
        for (let i = 0; i < 30; ++i) car.step(1 / 60);
        expect(wheel.brakeTorqueNm).toBe(0);
        expect(car.wheels[1]!.brakeTorqueNm).not.toBe(0);
        expect(kammError(() => (wheel.damage = { gripLoss: 2 })).path).toBe("grip_loss");
        car.dispose();
    });

    test("goes on from another motion", () => {
        const car = kamm.car(micra);
        car.place({ speedMps: 10 });
        car.step(0.5);
        const motion = car.motion();
        expect(motion.velocityMps[0]).toBeGreaterThan(9);
        expect(motion.wheelRadps).toHaveLength(4);
        car.setMotion({ position: [100, 50, motion.position[2]!] });
        expect(car.position[0]).toBeCloseTo(100, 6);
        expect(car.motion().velocityMps[0]).toBeCloseTo(motion.velocityMps[0]!, 5);
        expect(kammError(() => car.setMotion({ velocityMps: [2000, 0, 0] })).path).toBe("velocity_mps");
        expect(car.forwardSpeedMps).toBeLessThan(11);
        car.dispose();
    });

    test("that gets no number for an input says so and drives on", () => {
        const car = kamm.car(micra);
        car.input.throttle = NaN;
        car.step(0.1);
        expect(car.fault & 2).toBe(2);
        car.dispose();
    });

    test("takes requests through the input assist", () => {
        const car = kamm.car(micra);
        car.place({ speedMps: 30 });
        const request = { steer: 1, throttle: 1, brake: 0, handBrake: 0 };
        car.assist(request, 1 / 60);
        expect(car.input.steeringWheelRad).toBeGreaterThan(0);
        expect(car.input.steeringWheelRad).toBeLessThan(0.5 * car.info.steeringLockRad);
        car.assistSettings.strength = 0;
        car.assist(request, 1 / 60);
        expect(car.input.steeringWheelRad).toBeCloseTo(car.info.steeringLockRad, 4);
        car.dispose();
    });

    test("is known by its name, as in C and Python", () => {
        const car = kamm.car("bmw-m3-e46");
        const other = kamm.vehicle("bmw-m3-e46");
        expect(car.info.massKg).toBe(other.describe().massKg);
        const cars = kamm.cars("bmw-m3-e46", 3);
        expect(cars.count).toBe(3);
        expect(() => kamm.car("bmw-m3-e64")).toThrow(/bmw-m3-e64/);
        for (const each of [car, other, cars]) each.dispose();
    });

    test("takes seconds, not milliseconds, and forgives a stall", () => {
        const car = kamm.car(micra);
        expect(() => car.step(16.7)).toThrow("16.7 s in one frame; times are in seconds: 16.7 ms are 0.0167");
        expect(car.timeS).toBe(0);
        car.step(1 / 60);
        expect(car.step(600)).toBe(240); // the page was hidden
        expect(() => car.step(16.7)).toThrow("times are in seconds");
        car.step(1 / 60);
        car.dispose();
    });

    test("stands without a pressed pedal, and goes backwards at the brake's second press", () => {
        const car = kamm.car(micra, { ground: { slope: 0.1 } });
        const idle = { steer: 0, throttle: 0, brake: 0, handBrake: 0 };
        const hold = (request: Partial<typeof idle>, seconds: number) => {
            for (let i = 0; i < 60 * seconds; ++i) {
                car.assist({ ...idle, ...request }, 1 / 60);
                car.step(1 / 60);
            }
        };
        car.place();
        hold({}, 1);
        const x = car.xM;
        hold({}, 4);
        expect(Math.abs(car.xM - x)).toBeLessThan(0.003);
        car.place({ speedMps: 10 });
        hold({ brake: 1 }, 6);
        expect(Math.abs(car.forwardSpeedMps)).toBeLessThan(0.02);
        hold({}, 0.2);
        hold({ brake: 1 }, 3);
        expect(car.input.gear).toBe(-1);
        expect(car.forwardSpeedMps).toBeLessThan(-1);
        car.place();
        Object.assign(car.input, { gear: 0 });
        car.assist({ ...idle, throttle: 1, ownGear: true }, 1 / 60);
        expect(car.input.gear).toBe(0);
        car.place();
        car.assistSettings.letsRoll = true;
        hold({}, 3);
        expect(car.forwardSpeedMps).toBeLessThan(-0.5);
        car.dispose();
    });

    test("goes into low range at rest, and its engine then turns that much faster", () => {
        const vehicle = kamm.vehicle(dataFile("vehicles/suzuki-jimny.json").toString());
        vehicle.set("transfer.low_ratio", 2);
        const ratios = [false, true].map((low) => {
            const car = kamm.car(vehicle);
            const roll = (seconds: number) => {
                for (let i = 0; i < 60 * seconds; ++i) car.step(1 / 60);
            };
            car.input.lowRange = Number(low);
            car.input.gear = 0;
            roll(1);
            expect(car.lowRange).toBe(Number(low));
            Object.assign(car.input, { gear: 1, throttle: 0.3 });
            roll(8);
            const wheelRadps = (car.wheels[2]!.spinRadps + car.wheels[3]!.spinRadps) / 2;
            const ratio = car.engineRadps / wheelRadps;
            car.dispose();
            return ratio;
        });
        expect(ratios[0]).toBeCloseTo(4.425 * 4.09, 0);
        expect(ratios[1]! / ratios[0]!).toBeCloseTo(2, 1);
        const without = kamm.car(micra);
        without.input.lowRange = 1;
        without.step(1);
        expect(without.lowRange).toBe(0);
        without.dispose();
        vehicle.dispose();
    });

    test("lifts axles that can be lifted", () => {
        const vehicle = kamm.vehicle(dataFile("trailers/caravan-1200.json").toString());
        const caravan = kamm.car(vehicle);
        caravan.step(0.2);
        expect(caravan.input.raisedAxles).toBe(0);
        expect(caravan.wheels[0]!.loadN).toBeGreaterThan(100);
        caravan.input.raisedAxles = 1;
        for (let i = 0; i < 120; ++i) caravan.step(1 / 60);
        expect(caravan.pitchRad).toBeGreaterThan(0.05); // its nose has sunk
        caravan.dispose();
        vehicle.dispose();
    });

    test("says what it is", () => {
        const { info } = kamm.car(micra, { rung: "double_track" });
        expect(info.rung).toBe("double_track");
        expect(info.massKg).toBe(1030);
        expect(info.wheelPositionM[0]![1]).toBeCloseTo(1.47 / 2, 3);
        expect(info.wheelWidthM[0]).toBeCloseTo(0.165, 6);
        expect([info.axleCount, info.wheelCount]).toEqual([2, 4]);
        expect(info.wheelAxle).toEqual([0, 0, 1, 1]);
        expect(info.wheelSide).toEqual([1, -1, 1, -1]);
        expect(info.rimRadiusM).toHaveLength(4);
        expect(info.peakSlipAngleRad[0]).toBeGreaterThan(0.05);
        expect(info.boxes.length).toBeGreaterThan(0);
    });
});

describe("many cars", () => {
    test("have the bits of single ones, alike or different", () => {
        const other = kamm.defaultVehicle();
        const vehicle = kamm.vehicle(micra);
        const single = kamm.car(vehicle);
        drive(single, 0.5);
        for (const vehicles of [vehicle, [other, vehicle, other, other, vehicle]]) {
            const cars = kamm.cars(vehicles, 5);
            for (const each of cars) {
                each.input.throttle = 1;
                each.input.steeringWheelRad = 0.3;
            }
            for (let i = 0; i < 30; ++i) cars.step(1 / 60);
            expect(cars.at(4).xM).toBe(single.xM);
            expect(cars.at(1).yawRad).toBe(single.yawRad);
            cars.dispose();
        }
        single.dispose();
    });

    test("are read and written all at once", () => {
        const cars = kamm.cars(kamm.vehicle(micra), 20);
        const { inputs } = cars;
        for (let car = 0; car < 20; ++car) inputs[car * kamm.fields.input.length + 1] = car / 20;
        expect(cars.at(10).input.throttle).toBeCloseTo(0.5, 6);
        cars.stepSubsteps(600);
        const speeds = cars.read("speedMps");
        expect(speeds).toHaveLength(20);
        expect(speeds[19]).toBeGreaterThan(speeds[1]!);
        expect(speeds[7]).toBe(cars.at(7).speedMps);
        expect(cars.readWheel("loadN", 2)[3]).toBe(cars.at(3).wheels[2]!.loadN);
        expect(kammError(() => cars.readWheel("loadN", 4)).message).toBe("wheel 4; allowed: 0 to 3");
        expect(cars.stateRow("velocityXMps", 1)[2]).toBe(cars.at(18).state.velocityXMps);
        expect([...cars].map(({ index }) => index)).toEqual([...Array(20).keys()]);
        cars.dispose();
    });

    test("hand over to another rung without a jump", () => {
        const car = kamm.car(micra);
        drive(car, 2);
        const next = kamm.cars(kamm.vehicle(micra), 2, { rung: "single_track" });
        next.handOver(car, 1);
        expect(next.at(1).speedMps).toBeCloseTo(car.speedMps, 2);
        // The centre of gravity stays; below a body that squats the drawn origin moves by a few centimetres.
        expect(next.at(1).position[0]).toBeCloseTo(car.position[0]!, 1);
        expect(next.at(1).input.throttle).toBe(1);
    });
});

describe("snapshots", () => {
    test("bring everything back, to the bit", () => {
        const car = kamm.car(micra);
        drive(car);
        const saved = car.snapshot();
        const hash = car.hash();
        drive(car);
        const later = car.hash();
        expect(later).not.toBe(hash);
        car.restore(saved);
        expect(car.hash()).toBe(hash);
        drive(car);
        expect(car.hash()).toBe(later);
        expect(kammError(() => car.restore(saved.slice(1))).code).toBe("format");
        expect(car.hash()).toBe(later);
        car.dispose();
    });
});

describe("the ground", () => {
    test("has surfaces with their sinkage and roughness", () => {
        const named = (name: string) => kamm.surfaces.find((surface) => surface.name === name)!;
        expect(named("gravel").sinkageM).toBeCloseTo(0.001);
        expect(named("sand").sinkageDrag).toBeCloseTo(0.124);
        expect(named("dry_asphalt")).toMatchObject({ sinkageM: 0, sinkageDrag: 0, waterM: 0, soil: null });
        expect(named("dry_asphalt").roughnessM3).toBeCloseTo(16e-6, 9);
        expect(named("road_class_e").roughnessM3).toBeCloseTo(4096e-6, 9);
    });

    test("that a callback gives as a plane has the bits of that plane", () => {
        const slope = 0.0625;
        const length = Math.hypot(1, slope);
        const plane = kamm.car(micra, { ground: { slope, surface: "wet_asphalt" } });
        const wet = kamm.surfaces.find(({ name }) => name === "wet_asphalt")!;
        let calls = 0;
        const asked = kamm.car(micra, {
            ground(probe, contact) {
                ++calls;
                expect(probe.car === 0 && probe.wheel < 4).toBe(true);
                contact.normalX = -slope / length;
                contact.normalZ = 1 / length;
                contact.friction = wet.friction;
                contact.slidingLoss = wet.slidingLoss;
                contact.rollingResistance = wet.rollingResistance;
            },
        });
        for (const car of [plane, asked]) {
            car.place({ x: 3 });
            drive(car, 0.5);
        }
        expect(calls).toBe(1 + 4 * 30);
        expect(asked.hash()).toBe(plane.hash());
        plane.dispose();
        asked.dispose();
    });

    test("whose callback throws, or gives no number, tells it after the step", () => {
        let answer = (): number => 0;
        const car = kamm.car(micra, {
            ground: (_, contact) => {
                contact.z = answer();
            },
        });
        answer = () => {
            throw new Error("mine");
        };
        expect(() => car.step(0.1)).toThrow("mine");
        answer = () => NaN;
        expect(kammError(() => car.step(0.1)).path).toBe("contact.z");
        answer = () => 0;
        car.step(0.1);
        expect(car.fault).toBe(0);
        expect(car.timeS).toBeCloseTo(0.3, 6);
        car.dispose();
    });
});

describe("memory", () => {
    test("may grow while views are held", () => {
        const car = kamm.car(micra);
        const { input, position, wheels } = car;
        const before = kamm.memory.buffer;
        const many = kamm.cars(kamm.vehicle(micra), 10000);
        expect(kamm.memory.buffer).not.toBe(before);
        input.throttle = 1;
        car.step(0.5);
        expect(car.inputs[1]).toBe(1);
        expect(car.position).toBe(position);
        expect(wheels[0]!.loadN).toBeGreaterThan(1000);
        many.dispose();
        car.dispose();
    });

    test("does not grow by what comes and goes", async () => {
        const fresh = await loadKamm(); // in which nothing has left room behind
        const vehicle = fresh.vehicle(micra);
        const once = () => {
            fresh.car(vehicle, { ground: () => {} }).dispose();
            vehicle.clone().dispose();
        };
        for (let i = 0; i < 20; ++i) once();
        const before = fresh.memory.buffer.byteLength;
        for (let i = 0; i < 1200; ++i) once();
        expect(fresh.memory.buffer.byteLength).toBe(before);
    }, 20_000);

    test("that has been disposed of is not used again", () => {
        const car = kamm.car(micra);
        const { input } = car;
        car.dispose();
        car.dispose();
        expect(() => car.speedMps).toThrow("disposed");
        expect(() => car.position).toThrow("disposed");
        expect(() => car.step(0.1)).toThrow("disposed");
        expect(() => (input.throttle = 1)).toThrow("disposed");
        const vehicle = kamm.vehicle(micra);
        vehicle.dispose();
        expect(() => vehicle.get("body.mass_kg")).toThrow("disposed");
        expect(() => kamm.car(vehicle)).toThrow("disposed");
    });
});

test("what is out of range is refused", () => {
    const cars = kamm.cars(kamm.vehicle(micra), 2);
    expect(kammError(() => cars.at(2)).message).toContain("0 to 1");
    expect(kammError(() => cars.stepSubsteps(-1)).code).toBe("range");
    expect(kammError(() => cars.at(0).place({ x: NaN })).path).toBe("x");
    expect(kammError(() => cars.read("speed" as "speedMps")).code).toBe("unknown");
    expect(kammError(() => kamm.cars(kamm.vehicle(micra), 0)).code).toBe("range");
    expect(kammError(() => kamm.car(micra, { rung: "half" as "full" })).path).toBe("rung");
    expect(kammError(() => kamm.car(micra, { ground: { surface: "glue" } })).message).toContain(
        "dry_asphalt",
    );
    cars.dispose();
});

describe("a commanded acceleration", () => {
    const rungs = ["kinematic", "rigid2d", "single_track", "double_track", "full"] as const;
    const obeying: readonly string[] = ["kinematic", "single_track"];

    /** Asks the second of two cars for it, and steps them. */
    function ask(rung: (typeof rungs)[number], accelerationMps2: number, command: number) {
        const cars = kamm.cars(micra, 2, { rung });
        const car = cars.at(1);
        car.place({ y: 5, speedMps: 10 });
        Object.assign(car.input, { command, accelerationMps2 });
        return { cars, car };
    }

    test.each(rungs)("is obeyed or refused by name on %s", (rung) => {
        const { cars, car } = ask(rung, -2, 1);
        if (obeying.includes(rung)) {
            cars.stepSubsteps(120);
            expect(car.forwardSpeedMps).toBeCloseTo(9, 1);
        } else {
            const refused = { code: "range", path: "accelerationMps2" };
            expect(kammError(() => cars.step(0.5))).toMatchObject(refused);
            expect(kammError(() => cars.stepSubsteps(1))).toMatchObject(refused);
            const world = kamm.world({ name: "Plain", terrain: [{ kind: "plane" }] });
            world.add(cars);
            expect(kammError(() => world.step(0.5))).toMatchObject(refused);
            car.input.accelerationMps2 = 0;
            world.step(0.1);
            expect(car.fault).toBe(0);
            world.remove(cars);
            world.dispose();
        }
        cars.dispose();
    });

    test.each(rungs)("that no command asks for has no effect on %s", (rung) => {
        const { cars, car } = ask(rung, -2, 0);
        cars.step(0.1);
        expect(car.fault).toBe(0);
        cars.dispose();
    });
});
