import { Color, Vector3, type BufferGeometry, type LineSegments, type Points } from "three";
import { expect, test } from "vitest";
import { loadKamm } from "kamm/full";
import { debugObject, type DebugObject } from "kamm/three-draw";
import { dataFile } from "./support";

const kamm = await loadKamm({ wasm: dataFile("../wasm/dist/kamm-full.wasm") });
const geometry = (debug: DebugObject, child: number): BufferGeometry => (debug.object.children[child] as LineSegments | Points).geometry;

/** Place of a vertex in the scene, and its colour as 0xRRGGBB. */
function vertex(debug: DebugObject, child: number, index: number) {
    const { position, color } = geometry(debug, child).attributes;
    debug.object.updateMatrixWorld(true);
    const at = new Vector3().fromBufferAttribute(position!, index).applyMatrix4(debug.object.children[child]!.matrixWorld);
    return { at, colour: new Color(color!.getX(index), color!.getY(index), color!.getZ(index)).getHex() };
}

const drawingOf = (lines: number[], colours: number[], points: number[] = [], pointColours: number[] = []) => ({
    lines: Float32Array.from(lines),
    lineColours: Uint8Array.from(colours),
    points: Float32Array.from(points),
    pointColours: Uint8Array.from(pointColours),
    texts: [],
});

test("lines and points lie in the scene's axes, with their colours", () => {
    const drawing = drawingOf([1, 2, 3, 4, 5, 6], [255, 64, 8, 0, 128, 255], [7, 8, 9], [16, 32, 48]);
    for (const [up, ends, point] of [
        ["y", [[1, 3, -2], [4, 6, -5]], [7, 9, -8]],
        ["z", [[1, 2, 3], [4, 5, 6]], [7, 8, 9]],
    ] as const) {
        const debug = debugObject({ up });
        debug.update(drawing);
        ends.forEach((end, i) => expect(vertex(debug, 0, i).at.distanceTo(new Vector3(...end))).toBeLessThan(1e-6));
        expect(vertex(debug, 1, 0).at.distanceTo(new Vector3(...point))).toBeLessThan(1e-6);
        expect([vertex(debug, 0, 0).colour, vertex(debug, 0, 1).colour, vertex(debug, 1, 0).colour]).toEqual([0xff4008, 0x0080ff, 0x102030]);
        expect([geometry(debug, 0).drawRange.count, geometry(debug, 1).drawRange.count]).toEqual([2, 1]);
        debug.dispose();
    }
});

test("a drawing takes the place of the last one, also a larger and an empty one", () => {
    const debug = debugObject({ up: "z" });
    for (const count of [2, 5000, 3, 0]) {
        const numbers = Array.from({ length: 3 * count }, (_, i) => i % 251);
        debug.update(drawingOf(numbers, numbers));
        expect(geometry(debug, 0).drawRange.count).toBe(count);
        if (count) expect(vertex(debug, 0, count - 1).at.toArray()).toEqual(numbers.slice(-3));
    }
});

test("it shows a car where the car is, and keeps what the module's memory had", () => {
    const car = kamm.car("nissan-micra");
    car.place({ x: 100000, y: 50 });
    car.stepSubsteps(60);
    const debug = debugObject();
    const drawing = kamm.draw(car, { parts: ["wheels"], origin: car.position });
    const count = drawing.lines.length / 3;
    debug.update(drawing, car.position);
    kamm.draw(car, { parts: ["shapes"] });
    const middle = new Vector3();
    for (let i = 0; i < count; ++i) middle.addScaledVector(vertex(debug, 0, i).at, 1 / count);
    const [x, y] = car.position;
    expect(Math.hypot(middle.x - x!, middle.z + y!)).toBeLessThan(1);
    expect(middle.y).toBeGreaterThan(0.2);
    expect(middle.y).toBeLessThan(0.4);
    car.dispose();
});
