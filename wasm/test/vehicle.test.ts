import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { carChannelUnits, wheelChannelUnits } from "../src/types";
import { dataFile, kamm, kammError, micra } from "./support";

describe("a vehicle", () => {
    test("is reached by paths, in the units that they name", () => {
        const vehicle = kamm.vehicle(micra);
        expect(vehicle.name).toContain("Micra");
        expect(vehicle.get("body.mass_kg")).toBe(1030);
        expect(vehicle.get("axles[0].track_mm")).toBeCloseTo(1470, 9);
        vehicle.set("axles[1].suspension.anti_roll_bar_n_per_m", 12345);
        vehicle.set("gearbox.kind", "automatic");
        vehicle.set("aids.abs", true);
        expect(vehicle.get("axles[1].suspension.anti_roll_bar_n_per_m")).toBe(12345);
        expect(vehicle.get("gearbox.kind")).toBe(2);
        expect(vehicle.get("aids.abs")).toBe(1);
    });

    test("keeps what it has if it gets nonsense", () => {
        const vehicle = kamm.vehicle(micra);
        const error = kammError(() => vehicle.set("body.mass_kg", -3));
        expect([error.code, error.path]).toEqual(["range", "body.mass_kg"]);
        expect(error.message).toMatch(/-3.*0\.5.*1e\+06/);
        expect(kammError(() => vehicle.set("body.mass_kg", NaN)).code).toBe("range");
        expect(kammError(() => vehicle.set("body.maas_kg", 3)).message).toContain("mass_kg");
        expect(kammError(() => vehicle.set("gearbox.kind", "magic")).message).toContain("manual");
        expect(kammError(() => vehicle.get("nothing")).code).toBe("unknown");
        expect(vehicle.get("body.mass_kg")).toBe(1030);
    });

    test("is written out whole and read back the same", () => {
        const vehicle = kamm.vehicle(micra);
        vehicle.set("body.mass_kg", 1234);
        const again = kamm.vehicle(vehicle.json());
        expect(again.get("body.mass_kg")).toBe(1234);
        expect(again.json()).toBe(vehicle.json());
        const [one, other] = [kamm.car(vehicle), kamm.car(again)];
        for (const car of [one, other]) {
            car.input.throttle = 1;
            car.step(0.2);
        }
        expect(one.hash()).toBe(other.hash());
    });

    test("has clones that go their own way", () => {
        const vehicle = kamm.vehicle(JSON.parse(micra));
        const clone = vehicle.clone();
        clone.set("body.mass_kg", 2000);
        expect(vehicle.get("body.mass_kg")).toBe(1030);
        expect(clone.describe().massKg).toBe(2000);
        expect(vehicle.describe("kinematic").rung).toBe("kinematic");
    });

    test("says which wheel is on which axle and side", () => {
        const read = (id: string) =>
            kamm.vehicle(dataFile(`vehicles/${id}.json`).toString(), `vehicles/${id}.json`).describe();
        const truck = read("kraz-6x4");
        expect(truck.wheelAxle).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
        expect(truck.wheelSide).toEqual([1, -1, 1, -1, 1, -1, 1, -1, 1, -1]);
        expect(truck.axleCount).toBe(3);
        const three = read("reliant-robin");
        expect(three.wheelAxle).toEqual([0, 1, 1]);
        expect(three.wheelSide).toEqual([0, 1, -1]);
        expect(three.wheelPositionM[0]![1]).toBe(0);
    });

    test("takes tyres", () => {
        const vehicle = kamm.vehicle(micra);
        const before = vehicle.describe().wheelWidthM;
        const tyre = kamm.tyre(dataFile("tyres/305-30r20-corsa.json").toString(), "corsa.json");
        vehicle.setTyre(tyre, 1);
        expect(vehicle.describe().wheelWidthM).toEqual([before[0], before[1], 0.305, 0.305]);
        vehicle.setTyre(kamm.tyre(dataFile("tyres/commonroad.tir").toString(), "cr.tir"));
        expect(vehicle.describe().rimRadiusM[0]).toBeCloseTo(0.1905, 4);
        expect(kammError(() => vehicle.setTyre(tyre, 2)).message).toBe("axle: 2; allowed: 0 (front) to 1");
        const odd = dataFile("tyres/commonroad.tir").toString() + "\nASPECT_RATIO = 470\n";
        expect(kamm.tyre(odd, "odd.tir").notes[0]).toMatch(/^warning: odd.tir:\d+: ASPECT_RATIO = 470/);
        expect(kammError(() => kamm.tyre("[UNITS\nx", "bad.tir")).message).toContain("bad.tir");
    });

    test("finds its tyre among files that were added", async () => {
        const own = { ...JSON.parse(micra) };
        own.axles = own.axles.map((axle: object) => ({ ...axle, tyre: "mine.json" }));
        expect(kammError(() => kamm.vehicle(own, "own.json")).message).toContain("mine.json");
        await kamm.addFile("tyres/mine.json", dataFile("tyres/305-30r20-corsa.json").toString());
        expect(kamm.vehicle(own).describe().wheelWidthM[0]).toBe(0.305);
    });

    test("that is broken is reported by file, path, value and what is allowed", () => {
        const broken = kammError(() => kamm.vehicle("{ not JSON", "own.json"));
        expect([broken.code, broken.message]).toEqual(["format", expect.stringMatching(/^own.json:1:/)]);
        const far = micra.replace('"track_mm": 1470', '"track_mm": 99000');
        const error = kammError(() => kamm.vehicle(far, "own"));
        expect([error.code, error.path]).toEqual(["range", "axles[0].track_mm"]);
        expect(error.message).toMatch(/^own.json: .*99000.*allowed: .* to /);
        expect(kammError(() => kamm.vehicle("{}", "x")).code).toBe("missing");
        expect(kammError(() => kamm.vehicle("", "x")).code).toBe("file");
        const { message } = kammError(() => kamm.vehicle(micra.replace("165-70r14-eco", "165-70r14-echo")));
        expect(message).toContain('did you mean "165-70r14-eco"?');
    });
});

describe("the forces of an axle's tyre", () => {
    const vehicle = kamm.vehicle(dataFile("vehicles/bmw-m3-e46.json").toString());
    const angles = Array.from({ length: 201 }, (_, i) => 0.003 * (i - 100));
    const none = angles.map(() => 0);

    test("have the peak that the model's description has", () => {
        const { staticLoadN, peakFrictionX, peakFrictionY, peakSlipAngleRad } = vehicle.describe("full");
        for (const axle of [0, 1]) {
            const at = { loadN: staticLoadN[2 * axle]! };
            const { lateralN } = vehicle.tyreForces(axle, at, none, angles);
            const most = Math.max(...lateralN);
            const peak = Math.abs(angles[lateralN.indexOf(most)]!);
            expect(most / at.loadN / peakFrictionY[2 * axle]!).toBeCloseTo(1, 1.5);
            expect(Math.abs(peak - peakSlipAngleRad[2 * axle]!)).toBeLessThan(0.012);
            const { longitudinalN } = vehicle.tyreForces(axle, at, angles, none);
            expect(Math.max(...longitudinalN) / at.loadN / peakFrictionX[2 * axle]!).toBeCloseTo(1, 1.5);
            expect(lateralN.at(-1)).toBeLessThan(0); // ISO-W: a positive slip angle pushes to the right
        }
    });

    test("are those of a car that corners steadily", () => {
        const car = kamm.car(vehicle);
        car.place({ speedMps: 20 });
        car.input.gear = 0;
        car.input.steeringWheelRad = 0.8;
        car.step(0.2);
        for (let i = 0; i < 60; ++i) car.step(1 / 60);
        car.wheels.forEach((wheel, i) => {
            const { loadN, camberRad, slipRatio, slipAngleRad } = wheel;
            const at = { loadN, camberRad, side: car.info.wheelSide[i]!, speedMps: 20 };
            const { longitudinalN, lateralN } = vehicle.tyreForces(car.info.wheelAxle[i]!, at, [slipRatio], [slipAngleRad]);
            expect(Math.abs(wheel.lateralForceN)).toBeGreaterThan(300);
            expect(Math.abs(lateralN[0]! - wheel.lateralForceN)).toBeLessThan(0.02 * loadN);
            expect(Math.abs(longitudinalN[0]! - wheel.longitudinalForceN)).toBeLessThan(0.02 * loadN);
        });
        car.dispose();
    });

    test("grow with the friction, are mirrored on the other side, and what makes no sense is refused", () => {
        const at = { loadN: 4000, camberRad: 0.02 };
        const forces = (more: object, angle: number) =>
            vehicle.tyreForces(0, { ...at, ...more }, [0.05], [angle]).lateralN[0]!;
        expect(forces({}, 0.3)).toBeLessThan(2 * forces({ friction: 0.4 }, 0.3));
        expect(forces({ side: -1, camberRad: -0.02 }, -0.05)).toBe(-forces({}, 0.05));
        expect(forces({ loadN: 0 }, 0.1)).toBeCloseTo(0, 6);
        expect(kammError(() => vehicle.tyreForces(2, at, [], [])).message).toBe("axle: 2; allowed: 0 (front) to 1");
        expect(kammError(() => forces({ loadN: -1 }, 0)).code).toBe("range");
        expect(kammError(() => forces({}, NaN)).message).toContain("slip angle nan");
        expect(kammError(() => vehicle.tyreForces(0, at, [0], [])).code).toBe("range");
    });
});

test("every vehicle of the data folder compiles on every rung that it has an engine for", () => {
    for (const file of readdirSync(new URL("../../data/vehicles", import.meta.url))) {
        const vehicle = kamm.vehicle(dataFile(`vehicles/${file}`).toString(), file);
        expect(vehicle.notes).toEqual([]);
        expect(vehicle.describe("full").massKg).toBeGreaterThan(150);
    }
});

test("the units of channels are those of the module's tables", () => {
    const units = (fields: readonly { key: string; unit: string }[]) => fields.map(({ key, unit }) => [key, unit]);
    expect(Object.entries(carChannelUnits)).toEqual(units(kamm.fields.channel));
    expect(Object.entries(wheelChannelUnits)).toEqual(units(kamm.fields.wheelChannel));
    expect(carChannelUnits.yawRateRadps).toBe("rad/s");
});

test("the tables name what there is", () => {
    const { fields } = kamm;
    expect(fields.input[0]).toMatchObject({
        ...{ name: "steering_wheel_rad", key: "steeringWheelRad", unit: "rad" },
        ...{ min: -60, max: 60 },
    });
    const axles = fields.vehicle.find(({ name }) => name === "axles")!;
    expect([axles.kind, axles.maxCount]).toEqual(["list", 10]);
    const suspension = axles.fields.find(({ name }) => name === "suspension")!;
    const mode = suspension.fields.find(({ name }) => name === "anti_roll_bar_mode")!;
    expect([mode.kind, mode.choices]).toEqual(["choice", ["fixed", "auto", "off"]]);
    const engine = fields.vehicle.find(({ name }) => name === "engine")!;
    const curve = engine.fields.find(({ kind }) => kind === "curve")!;
    expect([curve.xUnit, curve.yName]).toEqual(["rad/s", "torque_nm"]);
});
