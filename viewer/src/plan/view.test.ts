import { PerspectiveCamera } from "three";
import { expect, test } from "vitest";
import { isInSight, type Matrix, planView, poseMatrix } from "./view";

const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => [a * x + c * y + e, b * x + d * y + f];

/** Projects a point as three does, in pixels. */
function project(camera: PerspectiveCamera, x: number, y: number, z: number) {
    camera.updateMatrixWorld();
    const seen = camera.position.clone().set(x, y, z).project(camera);
    return [300 * (1 + seen.x), 200 * (1 - seen.y)];
}

test("the ground lies where the camera above sees it, whatever is up", () => {
    for (const angle of [0, 0.3, 1.5, 2.8, -2]) {
        const camera = new PerspectiveCamera(38, 600 / 400, 1, 1000);
        camera.position.set(-120, 45, 62);
        camera.up.set(Math.cos(angle), Math.sin(angle), 0);
        camera.lookAt(-120, 45, 2);
        const view = planView(camera, 2, 600, 400);
        for (const [x, y] of [[-120, 45], [-110, 45], [-120, 60], [-133, 31]] as const) {
            const [column, line] = apply(view.matrix, x, y);
            const [column3, line3] = project(camera, x, y, 2);
            expect(column).toBeCloseTo(column3!, 6);
            expect(line).toBeCloseTo(line3!, 6);
        }
        expect(isInSight(view, [-120, 45], 0)).toBe(true);
        expect(isInSight(view, [-120 + view.reachM + 3, 45], 2)).toBe(false);
        expect(isInSight(view, [-120 + view.reachM + 3, 45], 4)).toBe(true);
    }
});

test("a pose is its axes as seen from above", () => {
    const [cos, sin] = [Math.cos(0.4), Math.sin(0.4)];
    const yawed = poseMatrix([5, 6, 7], [Math.cos(0.2), 0, 0, Math.sin(0.2)]);
    [cos, sin, -sin, cos, 5, 6].forEach((part, i) => expect(yawed[i]).toBeCloseTo(part, 12));
    const [, , across, acrossY] = poseMatrix([0, 0, 0], [Math.SQRT1_2, Math.SQRT1_2, 0, 0]); // on its side
    expect(across).toBeCloseTo(0, 12);
    expect(acrossY).toBeCloseTo(0, 12);
});
