import type { Path } from "kamm";
import { expect, test } from "vitest";
import { finish } from "../slices";
import { createPathLine } from "./path_line";
import { boardPlaces, postPlaces, roadsideSlices } from "./roadside";
import type { Survey } from "./survey";

/** A stadium: two straights of 400 m, two bends of 30 m radius. */
const points = Array.from({ length: 400 }, (_, i) => {
    const at = (i * (800 + 60 * Math.PI)) / 400;
    const bend = (along: number, x: number, turn: number) => [
        x + 30 * Math.sin(turn + along / 30),
        -30 * Math.cos(turn + along / 30),
    ];
    if (at < 400) return [at, -30];
    if (at < 400 + 30 * Math.PI) return bend(at - 400, 400, 0);
    if (at < 800 + 30 * Math.PI) return [400 - (at - 400 - 30 * Math.PI), 30];
    return bend(at - 800 - 30 * Math.PI, 0, Math.PI);
}).flat();
const path = { name: "circuit", widthM: 10, closed: true, points } as unknown as Path;
const line = createPathLine(path);
const survey = { heightAt: () => 2 } as unknown as Survey;

/** From the line that the road's middle is. */
const asideM = (x: number, y: number) => {
    const along = Math.min(400, Math.max(0, x));
    return Math.abs(Math.hypot(x - along, y) - 30);
};

test("posts stand beside the road, at both sides all the way", () => {
    const posts = postPlaces(line, 5);
    expect(posts.length).toBe(2 * Math.floor(line.lengthM / 25));
    for (const { x, y } of posts) expect(asideM(x, y)).toBeGreaterThan(6.5);
});

test("boards stand before bends, outside, looking along the road", () => {
    const boards = boardPlaces(line, 5);
    expect(boards.length).toBe(6);
    const first = boards.filter(({ y }) => y < 0).map(({ x }) => Math.round(x)).sort((a, b) => a - b);
    expect(first[0]).toBeGreaterThan(230);
    expect(first[2]! - first[0]!).toBeCloseTo(100, -1);
    for (const { y } of boards) expect(Math.abs(y)).toBeGreaterThan(37); // the bends turn inwards
});

test("nothing stands where there is no meadow; tufts thin out; three draw calls, at most 60 000 triangles", () => {
    const roadside = finish(roadsideSlices(path, survey, (x) => x > 200));
    const meshes = roadside.root.children as import("three").InstancedMesh[];
    expect(meshes.length).toBe(3);
    const triangles = () => meshes.reduce((sum, { geometry, count }) => sum + (count * geometry.getAttribute("position").count) / 3, 0);
    const whole = triangles();
    expect(whole).toBeGreaterThan(5000);
    expect(whole).toBeLessThan(60_000);
    for (const mesh of meshes)
        for (let i = 0; i < mesh.count; ++i) {
            expect(mesh.instanceMatrix.array[16 * i + 12]!).toBeGreaterThan(200);
            expect(mesh.instanceMatrix.array[16 * i + 14]!).toBe(2);
        }
    roadside.setDensity(0.3);
    expect(triangles()).toBeLessThan(0.6 * whole);
    roadside.dispose();
});
