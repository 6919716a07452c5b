import { type Kamm, loadKamm, type ModelInfo, type Vehicle } from "kamm";
import { Quaternion, Vector3 } from "three";
import { beforeAll, describe, expect, it } from "vitest";
import { type CarFrame, newCarFrame } from "../frame";
import { readVehicles, vehicleFiles } from "../simulation/files";
import { readData, type VehicleData } from "./data";
import { enginePlace } from "./driveline";
import { axlesOf, otherSide } from "./axle";
import { createMechanism, endsOf } from "./model";
import type { Part } from "./parts";
import { type Plan, partsOf, planOf } from "./plan";
import { createPose, type Pose } from "./pose";

interface Made {
    readonly info: ModelInfo;
    readonly data: VehicleData;
    readonly plan: Plan;
    readonly pose: Pose;
}

let kamm: Kamm;
beforeAll(async () => {
    kamm = await loadKamm();
});

const ids = vehicleFiles.filter(({ units }) => !units).map(({ id }) => id);
const trailers = ["volvo-v40-caravan", "tractor-semitrailer-laden", "articulated-bus"];

/** The car itself; of a combination its last unit. */
function vehicleOf(id: string): Vehicle {
    const units = readVehicles(kamm, vehicleFiles.find((file) => file.id === id)!);
    for (const unit of units.slice(0, -1)) unit.dispose();
    return units.at(-1)!;
}

function make(id: string): Made {
    const vehicle = vehicleOf(id);
    const [info, data] = [vehicle.describe("full"), readData(vehicle)];
    vehicle.dispose();
    return { info, data, plan: planOf(data, info), pose: createPose(info, data) };
}

/** A car at rest in the place of the origin, its wheels at rest but for `travelM` and `steerRad`. */
function frameOf({ info, data }: Made, travelM: (wheel: number) => number, steerRad = () => 0 as number): CarFrame {
    const car = newCarFrame(info.wheelCount);
    car.orientation[0] = 1;
    car.wheels.forEach((wheel, i) => {
        const [x, y, z] = info.wheelPositionM[i]!;
        const { camber_rad, toe_in_rad } = data.axles[info.wheelAxle[i]!]!.suspension;
        const side = info.wheelSide[i]!;
        wheel.travelM = travelM(i);
        wheel.steerRad = data.axles[info.wheelAxle[i]!]!.steer_share * steerRad();
        wheel.position.set([x, y, z + wheel.travelM]);
        const turn = new Quaternion()
            .setFromAxisAngle(new Vector3(0, 0, 1), wheel.steerRad - side * toe_in_rad)
            .multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -side * camber_rad));
        wheel.orientation.set([turn.w, turn.x, turn.y, turn.z]);
    });
    return car;
}

const ends = (part: Part, pose: Pose) => {
    const [a, b] = [new Vector3(), new Vector3()];
    endsOf(part, pose, a, b);
    return [...a.toArray(), ...b.toArray()];
};

const lengthM = (part: Part, pose: Pose) => {
    const [ax, ay, az, bx, by, bz] = ends(part, pose) as [number, number, number, number, number, number];
    return Math.hypot(ax - bx, ay - by, az - bz);
};

/** Left and right changed: places, turns, and what belongs to a wheel. */
function mirroredFrame({ info }: Made, car: CarFrame): CarFrame {
    const to = newCarFrame(info.wheelCount);
    to.orientation.set(car.orientation);
    to.wheels.forEach((wheel, i) => {
        const from = car.wheels[otherSide(info, i)]!;
        const [x, y, z] = from.position as unknown as [number, number, number];
        const [w, qx, qy, qz] = from.orientation as unknown as [number, number, number, number];
        wheel.position.set([x, -y, z]);
        wheel.orientation.set([w, -qx, qy, -qz]);
        wheel.steerRad = -from.steerRad;
        wheel.travelM = from.travelM;
    });
    return to;
}

const uneven = (wheel: number) => 0.013 * ((wheel * 7) % 5) - 0.02;

describe.each([...ids, ...trailers])("the mechanism of %s", (id) => {
    it("has parts, each between two finite points, in motion as at rest", () => {
        const made = make(id);
        const parts = partsOf(made.plan);
        expect(parts.length).toBeGreaterThan(4);
        for (const travel of [() => 0, uneven]) {
            made.pose.update(frameOf(made, travel, () => 0.2));
            for (const part of parts) for (const value of ends(part, made.pose)) expect(value).toSatisfy(Number.isFinite);
        }
    });

    it("has each wheel held: something of it goes with that wheel", () => {
        const made = make(id);
        made.pose.update(frameOf(made, () => 0));
        for (const axle of axlesOf(made.info, made.data.axles)) {
            const wheels = axle.pair ?? [axle.wheel];
            for (const wheel of wheels) {
                const [x, y, z] = made.info.wheelPositionM[wheel]!;
                const distances = partsOf(made.plan).flatMap((part) => {
                    const [ax, ay, az, bx, by, bz] = ends(part, made.pose) as number[];
                    return [Math.hypot(ax! - x, ay! - y, az! - z), Math.hypot(bx! - x, by! - y, bz! - z)];
                });
                const reachM = axle.pair ? 0.03 : 0.2;
                expect(Math.min(...distances), `wheel ${wheel}`).toBeLessThan(reachM);
            }
        }
    });

    it("is mirrored to the bit in a mirrored frame", () => {
        const made = make(id);
        const frame = frameOf(made, uneven, () => 0.13);
        made.pose.update(frame);
        const left = made.plan.left.map((part) => ends(part, made.pose));
        const other = createPose(made.info, made.data);
        other.update(mirroredFrame(made, frame));
        const right = made.plan.right.map((part) => ends(part, other));
        const turned = right.map(([ax, ay, az, bx, by, bz]) => [ax, 0 - ay!, az, bx, 0 - by!, bz]);
        const plus = (row: (number | undefined)[]) => row.map((value) => value! + 0);
        expect(turned.map(plus)).toEqual(left.map(plus));
    });

    it("has springs that are shorter with the wheels up and longer with them down", () => {
        const made = make(id);
        const springs = partsOf(made.plan).filter(({ shape }) => shape.startsWith("coil"));
        const at = (travelM: number) => {
            made.pose.update(frameOf(made, () => travelM));
            return springs.map((spring) => lengthM(spring, made.pose));
        };
        const [down, rest, up] = [at(-0.03), at(0), at(0.03)];
        springs.forEach((_, i) => {
            expect(rest[i]! - up[i]!, `spring ${i}`).toBeGreaterThan(0.008);
            expect(down[i]! - rest[i]!, `spring ${i}`).toBeGreaterThan(0.008);
            expect(rest[i]! - up[i]!).toBeLessThan(0.0305);
        });
    });

    it("twists its bars as the travels differ, with a sign", () => {
        const made = make(id);
        const bars = made.plan.middle.filter(({ spin }) => spin?.by === "bar");
        const twist = (leftM: number) => {
            made.pose.update(frameOf(made, (wheel) => leftM * made.info.wheelSide[wheel]!));
            return bars.map(({ spin }) => (spin?.by === "bar" ? made.pose.twistRad(spin.left, spin.right) : 0));
        };
        for (const value of twist(0.02)) expect(value).toBeGreaterThan(0.05);
        for (const value of twist(-0.02)) expect(value).toBeLessThan(-0.05);
        for (const value of twist(0)) expect(Math.abs(value)).toBeLessThan(1e-9);
    });

    it("is drawn with few calls", () => {
        const vehicle = vehicleOf(id);
        const mechanism = createMechanism(vehicle, vehicle.describe("full"));
        mechanism.update(frameOf(make(id), uneven));
        expect(mechanism.drawCalls).toBeLessThanOrEqual(5 + vehicle.describe("full").axleCount);
        mechanism.dispose();
        vehicle.dispose();
    });
});

describe("what the file tells", () => {
    it("links of a file's points keep their length in the core's own motion", () => {
        const vehicle = vehicleOf("suzuki-jimny");
        const cars = kamm.cars(vehicle, 1, { rung: "full" });
        const made = make("suzuki-jimny");
        const isLink = ({ a, b, shape }: Part) => shape === "round" && a.on === "body" && b.on === "beam";
        const links = partsOf(made.plan).filter(isLink);
        const car = cars.at(0);
        car.place({ x: 0, y: 0, yawRad: 0, speedMps: 8 });
        car.input.steeringWheelRad = 3;
        const frame = frameOf(made, () => 0);
        made.pose.update(frame);
        const rest = links.map((link) => lengthM(link, made.pose));
        expect(links.length).toBe(10);
        for (let i = 0; i < 20; ++i) {
            cars.step(0.05);
            frame.position.set(car.position);
            frame.orientation.set(car.orientation);
            frame.wheels.forEach((wheel, k) => {
                wheel.position.set(car.wheels[k]!.position);
                wheel.orientation.set(car.wheels[k]!.orientation);
                wheel.steerRad = car.wheels[k]!.steerRad;
            });
            made.pose.update(frame);
            links.forEach((link, k) => expect(Math.abs(lengthM(link, made.pose) - rest[k]!)).toBeLessThan(0.012));
        }
        expect(Math.abs(car.rollRad)).toBeGreaterThan(0.01);
        cars.dispose();
        vehicle.dispose();
    });

    it("no bar is drawn where its rate is 0 or it is off", () => {
        const vehicle = vehicleOf("bmw-m3-e46");
        const count = () =>
            planOf(readData(vehicle), vehicle.describe("full")).middle.filter(({ spin }) => spin?.by === "bar").length;
        expect(count()).toBe(24);
        vehicle.set("axles[0].suspension.anti_roll_bar_n_per_m", 0);
        vehicle.set("axles[0].suspension.anti_roll_bar_n", 0);
        expect(count()).toBe(12);
        vehicle.set("axles[1].suspension.anti_roll_bar_mode", "off");
        expect(count()).toBe(0);
        vehicle.dispose();
    });

    it.each([
        ["bmw-m3-e46", "front"],
        ["porsche-boxster-s-2004", "middle"],
        ["vw-beetle-1500-1967", "rear"],
        ["nissan-micra", "front"],
        ["man-kat1-8x8", "front"],
        ["mercedes-citaro", "rear"],
        ["mclaren-mp4-12c", "middle"],
        ["formula-car-2014", "middle"],
        ["reliant-robin", "front"],
        ["commonroad-3-vw-vanagon", "rear"],
    ])("the engine of %s is at the %s", (id, where) => {
        const { info, data } = make(id);
        expect(enginePlace(data, axlesOf(info, data.axles), info)).toBe(where);
    });
});
