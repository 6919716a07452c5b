import { expect, test } from "vitest";
import { adaptiveMesh, block, type Grid } from "./adaptive_mesh";

function gridOf(height: (x: number, y: number) => number): Grid {
    const columns = 2 * block + 1;
    const rows = block + 1;
    const heights = new Float32Array(columns * rows);
    for (let i = 0; i < heights.length; ++i)
        heights[i] = height(i % columns, Math.floor(i / columns));
    return { columns, rows, heights };
}

const even = () => 1;

test("level ground takes two triangles a block", () => {
    const { triangles, points } = adaptiveMesh(
        gridOf(() => 3),
        0.01,
        even,
    );
    expect(triangles.length / 3).toBe(4);
    expect(points.length).toBe(6);
});

test("a hill has no cracks: each inner side belongs to two triangles, and the areas add up", () => {
    const grid = gridOf((x, y) => 5 * Math.exp(-((x - 50) ** 2 + (y - 20) ** 2) / 200));
    const { triangles, points } = adaptiveMesh(grid, 0.02, even);
    const sides = new Map<string, number>();
    const wrong: string[] = [];
    let area = 0;
    const x = (corner: number) => points[corner]! % grid.columns;
    const y = (corner: number) => Math.floor(points[corner]! / grid.columns);
    for (let t = 0; t < triangles.length; t += 3) {
        const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
        const twice = (x(b) - x(a)) * (y(c) - y(a)) - (x(c) - x(a)) * (y(b) - y(a));
        if (twice <= 0) wrong.push(`triangle ${t / 3} faces down`);
        area += 0.5 * twice;
        for (const [p, q] of [
            [a, b],
            [b, c],
            [c, a],
        ] as const) {
            const key = `${Math.min(p, q)}-${Math.max(p, q)}`;
            sides.set(key, (sides.get(key) ?? 0) + 1);
        }
    }
    expect(area).toBe((grid.columns - 1) * (grid.rows - 1));
    for (const [key, count] of sides) {
        const [p, q] = key.split("-").map(Number) as [number, number];
        const onBorder =
            (x(p) === x(q) && (x(p) === 0 || x(p) === grid.columns - 1)) ||
            (y(p) === y(q) && (y(p) === 0 || y(p) === grid.rows - 1));
        if (count !== (onBorder ? 1 : 2)) wrong.push(`${count} triangles at side ${key}`);
    }
    expect(wrong).toEqual([]);
    expect(triangles.length / 3).toBeLessThan(0.5 * 4 * block * block);
});

test("what does not count is not refined", () => {
    const bumpy = gridOf((x, y) => Math.sin(x) * Math.cos(y));
    const all = adaptiveMesh(bumpy, 0.02, even).triangles.length;
    const some = adaptiveMesh(bumpy, 0.02, (x) => (x < block ? 1 : 0)).triangles.length;
    expect(some).toBeLessThan(0.6 * all);
});

test("the mesh can be asked for its height anywhere", () => {
    const height = (x: number, y: number) => 3 * Math.sin(x / 9) + 2 * Math.cos(y / 7);
    const grid = gridOf(height);
    const { heightAt, points } = adaptiveMesh(grid, 0.05, even);
    const atPoints = Array.from(points, (point) => {
        const [x, y] = [point % grid.columns, Math.floor(point / grid.columns)];
        return Math.abs(heightAt(x, y) - height(x, y));
    });
    expect(Math.max(...atPoints)).toBeLessThan(0.01);
    let worst = 0;
    for (let y = 0.3; y < block; y += 3.7)
        for (let x = 0.7; x < 2 * block; x += 4.3)
            worst = Math.max(worst, Math.abs(heightAt(x, y) - height(x, y)));
    expect(worst).toBeLessThan(0.15);
});
