/** Two-wheelers as they are drawn, beside the measures of their files; those of data/, and the reference machines. */
import { type CarView, loadKamm, type ModelInfo } from "kamm";
import { type BufferGeometry, type Mesh, Vector3 } from "three";
import { beforeAll, describe, expect, test } from "vitest";
import { newCarFrame } from "../frame";
import { fillCar } from "../simulation/frames";
import { createCarModel, keyOf } from ".";
import { driverView } from "./eye";
import { isTwoWheeler } from "./two_wheels";
import { lackTwoWheelers, loadTwoWheelers } from "./two_wheelers";

const kamm = await loadKamm();
const machines = ["sport-1000", "benchmark-bicycle"];
const files = import.meta.glob<string>("../../../test/reference/two_wheels/*.json", { query: "?raw", import: "default", eager: true });
const fileOf = (id: string) => files[`../../../test/reference/two_wheels/${id}.json`]!;
for (const end of ["front", "rear"]) await kamm.addFile(`tyres/bicycle-${end}.json`, fileOf(`bicycle-${end}`));
/** The files beside it are the tyres' here. */
const vehicleOf = (id: string) => kamm.vehicle(fileOf(id).replace(/"(bicycle-\w+)\.json"/g, '"$1"'), id);

const below = () => ({ heightM: 0, normal: [0, 0, 1] as const, surface: 0, friction: 1 });
const frameOf = (car: CarView) => {
    const frame = newCarFrame(2);
    fillCar(frame, car, below);
    return frame;
};

function rangeOf(geometry: BufferGeometry) {
    geometry.computeBoundingBox();
    return geometry.boundingBox!;
}

const partOf = (model: ReturnType<typeof createCarModel>, name: string) => model.root.getObjectByName(name) as Mesh;

test("are drawn as other vehicles are until their code is there, and then as two-wheelers", async () => {
    const vehicle = vehicleOf("sport-1000");
    const info = vehicle.describe("full");
    expect(isTwoWheeler(info)).toBe(true);
    expect(lackTwoWheelers([info])).toBe(true);
    const before = keyOf("", info, true);
    await loadTwoWheelers();
    expect(lackTwoWheelers([info])).toBe(false);
    expect(keyOf("", info, true)).not.toBe(before);
    expect(isTwoWheeler(kamm.vehicle("nissan-micra").describe("full"))).toBe(false);
});

describe.each(machines)("%s", (id) => {
    let info: ModelInfo;
    beforeAll(async () => {
        await loadTwoWheelers();
        info = vehicleOf(id).describe("full");
    });

    test("has the height and the wheels of its file, and looks the same from both sides", () => {
        const model = createCarModel(id, info);
        model.update(frameOf(kamm.car(vehicleOf(id))), 0);
        model.root.updateMatrixWorld(true);
        const [low, high] = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
        model.root.traverse((object) => {
            const { geometry } = object as Mesh;
            if (!geometry) return;
            const box = rangeOf(geometry).clone().applyMatrix4(object.matrixWorld);
            low.min(box.min);
            high.max(box.max);
        });
        expect(Math.abs(high.z - info.heightM)).toBeLessThan(0.06);
        const [front, rear] = info.wheelPositionM;
        expect(high.x).toBeGreaterThan(front![0] + info.wheelRadiusM[0]! - 0.02);
        expect(low.x).toBeLessThan(rear![0] - info.wheelRadiusM[1]! + 0.02);
        expect(high.x - low.x).toBeLessThan(1.2 * info.lengthM);
        expect(high.y).toBeLessThan(0.5);
        expect(Math.abs(high.y + low.y)).toBeLessThan(0.12); // an exhaust, a chain
        model.dispose();
    });

    test("its fork turns with the front wheel about the inclined axis, and leaves the frame where it is", () => {
        const car = kamm.car(vehicleOf(id));
        const model = createCarModel(id, info);
        const front = partOf(model, "front");
        model.update(frameOf(car), 0);
        const straight = front.quaternion.clone();
        expect(Math.abs(straight.w)).toBeCloseTo(1, 6);
        car.input.steeringWheelRad = 0.3;
        for (let i = 0; i < 60; ++i) {
            kamm.rider(car)!.ride({}, 0.01); // stands on its feet
            Object.assign(car.input, { brake: 1, freeSteering: 0, steeringWheelRad: 0.3 });
            car.step(0.01);
        }
        model.update(frameOf(car), 0);
        const { x, y, z, w } = front.quaternion;
        const turned = 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
        expect(turned).toBeGreaterThan(0.2);
        const axis = new Vector3(x, y, z).normalize().multiplyScalar(Math.sign(w));
        const caster = vehicleOf(id).get("axles[0].suspension.caster_rad") as number;
        expect(axis.z).toBeCloseTo(Math.cos(caster), 1);
        expect(axis.x).toBeCloseTo(-Math.sin(caster), 1);
        model.dispose();
        car.dispose();
    });

    test("its rider leans at the hip by what the frame says, to the right", () => {
        const model = createCarModel(id, info);
        const frame = frameOf(kamm.car(vehicleOf(id)));
        frame.riderLeanRad = 0.2;
        model.update(frame, 0);
        model.root.updateMatrixWorld(true);
        const rider = partOf(model, "rider");
        const head = new Vector3(0, 0, 0.5).applyMatrix4(rider.matrixWorld);
        expect(head.y).toBeCloseTo(-0.5 * Math.sin(0.2), 6);
        model.setInside(true);
        expect(rider.visible).toBe(false);
        model.dispose();
    });

    test("its eye is above the tank, below the top", () => {
        const [x, y, z] = driverView(info);
        const [front, rear] = info.wheelPositionM;
        expect(y).toBe(0);
        expect(z).toBeLessThan(info.heightM);
        expect(z).toBeGreaterThan(0.85 * info.heightM);
        expect(x).toBeLessThan(front![0]);
        expect(x).toBeGreaterThan(rear![0]);
    });
});
