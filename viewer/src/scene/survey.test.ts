import type { World } from "kamm";
import { expect, test } from "vitest";
import { joined, takeRaised } from "./raised";
import { surveyWorld } from "./survey";

const edgeX = 10.3;
const table = { x0: 21, x1: 33, y0: 12, y1: 18, heightM: 0.8 };

/** Grass, west of a line asphalt with a bump, and a table on it. */
function testWorld(): World & { asked: number } {
    const land = (x: number, y: number) => 0.02 * y + (x < edgeX ? 0.1 * Math.sin(1.5 * y) : 0);
    const isTable = (x: number, y: number) =>
        x > table.x0 && x < table.x1 && y > table.y0 && y < table.y1;
    const surfaceAt = (x: number) => (x < edgeX ? 1 : 0);
    const world = {
        asked: 0,
        extent: { from: [0, 0], to: [80, 40] },
        surfaces: [{ name: "grass" }, { name: "dry_asphalt" }],
        groundAt: (x: number, y: number, z = 1e5) => ({
            heightM: land(x, y) + (isTable(x, y) && z > 0 ? table.heightM : 0),
            normal: [0, 0, 1],
            surface: surfaceAt(x),
        }),
        sample: (
            [fromX, fromY]: [number, number],
            cellM: number,
            columns: number,
            rows: number,
        ) => {
            world.asked += columns * rows;
            const places = Array.from({ length: columns * rows }, (_, i) => [
                fromX + (i % columns) * cellM,
                fromY + Math.floor(i / columns) * cellM,
            ]) as [number, number][];
            return {
                heightsM: Float32Array.from(places, (place) => world.groundAt(...place).heightM),
                surfaces: Uint8Array.from(places, ([x]) => surfaceAt(x)),
            };
        },
    };
    return world as unknown as World & { asked: number };
}

test("the survey is exact to 0.5 m where surfaces meet and to 1 m on an uneven road", () => {
    const world = testWorld();
    const survey = surveyWorld(world);
    let wrong = 0;
    for (let y = 0.25; y < 40; y += 0.5)
        for (let x = 0.25; x < 80; x += 0.5)
            if (Math.abs(x - edgeX) > 0.3 && survey.surfaceAt(x, y) !== (x < edgeX ? 1 : 0))
                ++wrong;
    expect(wrong).toBe(0);
    for (let y = 0; y < 40; ++y)
        expect(survey.heightAt(4, y)).toBeCloseTo(world.groundAt(4, y).heightM, 4);
    expect(world.asked).toBeLessThan(81 * 41 + 160 * 80); // fewer than looking everywhere
});

test("beyond its border the land goes on level", () => {
    const survey = surveyWorld(testWorld());
    expect(survey.heightAt(200, 20)).toBeCloseTo(survey.heightAt(80, 20));
    expect(survey.surfaceAt(-50, 20)).toBe(survey.surfaceAt(0, 20));
});

test("a table is cut out with its edges where they are, and the survey has the land below", () => {
    const world = testWorld();
    const survey = surveyWorld(world);
    const { top, sides } = takeRaised(world, survey);
    const corners = [0, 1, 2].map((k) => Array.from(top).filter((_, i) => i % 3 === k));
    const [xs, ys, zs] = corners as [number[], number[], number[]];
    expect(Math.min(...xs)).toBeCloseTo(table.x0, 1);
    expect(Math.max(...xs)).toBeCloseTo(table.x1, 1);
    expect(Math.min(...ys)).toBeCloseTo(table.y0, 1);
    expect(Math.max(...ys)).toBeCloseTo(table.y1, 1);
    const errors = zs.map((z, i) => Math.abs(z - table.heightM - 0.02 * ys[i]!));
    expect(Math.max(...errors)).toBeLessThan(0.005);
    expect(sides.length).toBeGreaterThan(0);
    expect(survey.heightAt(27, 15)).toBeCloseTo(0.02 * 15, 3);
});

test("rectangles that touch become one", () => {
    const square = (x0: number, y0: number) => ({ x0, y0, x1: x0 + 4, y1: y0 + 4 });
    expect(joined([square(0, 0), square(20, 0), square(3, 3), square(6, 6)])).toEqual([
        square(20, 0),
        { x0: 0, y0: 0, x1: 10, y1: 10 },
    ]);
});
