import { Matrix4, Vector3 } from "three";
import { expect, test } from "vitest";
import { newCarFrame } from "../frame";
import { car as layout } from "../testing";
import { createContactShadows } from "./contact_shadow";
import type { ModelInfo } from "kamm";

const box = { centreM: [0.2, 0, 0.6], halfM: [2.2, 0.9, 0.4] };
const wheels = {
    wheelPositionM: [1.3, -1.3].flatMap((x) => [0.7, -0.7].map((y) => [x, y, 0.3])),
    wheelRadiusM: [0.3, 0.3, 0.3, 0.3],
    wheelWidthM: [0.2, 0.2, 0.2, 0.2],
};
const info = { ...layout, lengthM: 4.4, frontOverhangM: 1.1, boxes: [box], ...wheels } as unknown as ModelInfo;

/** A car on a slope along x, turned by so much, so high above it. */
function frameOn(slopeRad: number, yawRad: number, heightM: number) {
    const frame = newCarFrame(4);
    const normal = new Vector3(-Math.sin(slopeRad), 0, Math.cos(slopeRad));
    frame.orientation.set([Math.cos(yawRad / 2), 0, 0, Math.sin(yawRad / 2)]);
    frame.position.set(new Vector3(5, 6, 5 * Math.tan(slopeRad)).addScaledVector(normal, heightM).toArray());
    for (const wheel of frame.wheels) {
        const ground = new Vector3(5, 6, 5 * Math.tan(slopeRad));
        wheel.groundPoint.set(ground.toArray());
        wheel.groundNormal.set(normal.toArray());
        wheel.position.set(ground.addScaledVector(normal, 0.3 + heightM).toArray());
    }
    return { frame, normal };
}

function shadowOf(frame: ReturnType<typeof newCarFrame>) {
    const shadows = createContactShadows([info]);
    shadows.update([frame]);
    const matrix = new Matrix4();
    shadows.mesh.getMatrixAt(0, matrix);
    const [along, across, up] = [new Vector3(), new Vector3(), new Vector3()];
    matrix.extractBasis(along, across, up);
    return { at: new Vector3().setFromMatrixPosition(matrix), along, across, up, size: matrix.determinant() };
}

test.each([
    [0, 0],
    [0.3, 0],
    [-0.4, 2],
    [0, -1.2],
])("it lies on the ground below the body, slope %d rad, yaw %d rad", (slopeRad, yawRad) => {
    const { frame, normal } = frameOn(slopeRad, yawRad, 0);
    const { at, along, across, up } = shadowOf(frame);
    expect(up.dot(normal)).toBeCloseTo(1, 6);
    expect([along.dot(normal), across.dot(normal)].every((sine) => Math.abs(sine) < 1e-6)).toBe(true);
    expect(along.length()).toBeCloseTo(2.7, 6);
    expect(across.length()).toBeCloseTo(1.4, 6);
    expect(new Vector3().crossVectors(along, across).dot(normal)).toBeGreaterThan(0);
    const offset = at.sub(new Vector3().fromArray(frame.wheels[0]!.groundPoint));
    expect(offset.dot(normal)).toBeCloseTo(0.03, 6);
    expect(offset.dot(along) / along.length()).toBeCloseTo(0.2, 6);
    expect(Math.sign(along.x)).toBe(Math.sign(Math.cos(yawRad)));
});

test("it shrinks as the car leaves the ground, and is gone in a jump", () => {
    expect(shadowOf(frameOn(0, 0, 0.6).frame).along.length()).toBeCloseTo(2.7 / 2, 6);
    expect(shadowOf(frameOn(0, 0, 2).frame).size).toBe(0);
    expect(shadowOf(frameOn(0, 0, -0.1).frame).along.length()).toBeCloseTo(2.7, 6);
});

test("it is darkest below the body, still dark at its flanks, and clear at its edge", () => {
    const { geometry } = createContactShadows([info]).mesh;
    const { position, color } = geometry.attributes;
    const darkness = Array.from({ length: color!.count }, (_, i) => [Math.max(Math.abs(position!.getX(i)), Math.abs(position!.getY(i))), color!.getW(i)] as const);
    for (const [at, alpha] of darkness) {
        if (at > 0.999) expect(alpha).toBe(0);
        if (at < 0.6) expect(alpha).toBeCloseTo(0.6, 6);
        if (Math.abs(at - 0.7) < 0.01) expect(alpha).toBeGreaterThan(0.3);
    }
});

test("wheels outside of the body count as well", () => {
    const wide = { ...info, wheelPositionM: wheels.wheelPositionM.map(([x, y, z]) => [x!, 2 * y!, z!]) } as unknown as ModelInfo;
    const shadows = createContactShadows([wide]);
    shadows.update([frameOn(0, 0, 0).frame]);
    expect(shadows.mesh.instanceMatrix.array[5]).toBeCloseTo(1.4 + 0.1 + 0.5, 6);
});

test("a box beyond the vehicle's length, as a drawbar is one, throws no shadow of its own", () => {
    const drawbar = { centreM: [3, 0, 0.5], halfM: [1, 0.2, 0.1] };
    const withOne = { ...info, boxes: [box, drawbar] } as unknown as ModelInfo;
    const shadows = createContactShadows([withOne]);
    shadows.update([frameOn(0, 0, 0).frame]);
    const matrix = new Matrix4();
    shadows.mesh.getMatrixAt(0, matrix);
    expect(new Vector3().setFromMatrixColumn(matrix, 0).length()).toBeCloseTo(2.7, 6);
});
