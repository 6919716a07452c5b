import { Group, Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { driveObject } from "kamm/three";
import { drive, kamm, micra } from "./support";

function model() {
    const body = new Group();
    const wheels = [0, 1, 2, 3].map(() => new Group());
    return { body, wheels };
}

test("wheels are where the car has them, as children of the body or beside it", () => {
    const car = kamm.car(micra);
    drive(car, 2);
    const [inside, beside] = [model(), model()];
    inside.body.add(...inside.wheels);
    const scene = new Group().add(beside.body, ...beside.wheels);
    for (const objects of [inside, beside]) driveObject(car, objects)();
    inside.body.updateMatrixWorld(true);
    scene.updateMatrixWorld(true);
    for (let i = 0; i < 4; ++i) {
        const [x, y, z] = car.wheels[i]!.position;
        for (const { wheels } of [inside, beside]) {
            const at = wheels[i]!.getWorldPosition(new Vector3());
            expect(at.distanceTo(new Vector3(x, z, -y!))).toBeLessThan(1e-9);
        }
        const turn = inside.wheels[i]!.getWorldQuaternion(new Quaternion());
        expect(turn.angleTo(beside.wheels[i]!.quaternion)).toBeLessThan(1e-4);
    }
});

test("a car that has turned left looks along -z, its wheels roll forward", () => {
    const car = kamm.car(micra);
    car.place({ yawRad: Math.PI / 2, speedMps: 1 });
    const objects = model();
    const follow = driveObject(car, objects);
    follow();
    const ahead = new Vector3(1, 0, 0).applyQuaternion(objects.body.quaternion);
    expect(ahead.distanceTo(new Vector3(0, 0, -1))).toBeLessThan(0.02);
    const top = () => new Vector3(0, 1, 0).applyQuaternion(objects.wheels[0]!.quaternion);
    const before = top();
    car.step(0.05);
    follow();
    expect(top().sub(before).dot(new Vector3(0, 0, -1))).toBeGreaterThan(0.05);
});

test("a scene with z up has Kamm's axes", () => {
    const car = kamm.car(micra);
    car.place({ x: 1, y: 2, z: 3 });
    const { body } = model();
    driveObject(car, { body }, { up: "z" })();
    expect(body.position.toArray()).toEqual([...car.position]);
});
