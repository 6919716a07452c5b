import { describe, expect, it } from "vitest";
import { columnOf, lineOf, newProjection, showAround, showWhole } from "./projection";

const extent = { from: [-600, -400], to: [600, 400] } as const;

describe("map", () => {
    it("shows the whole ground, north up, whatever its shape", () => {
        const map = newProjection();
        showWhole(map, extent, 240, 200);
        expect([columnOf(map, -600, 240), columnOf(map, 600, 240)]).toEqual([0, 240]);
        expect([lineOf(map, 400, 200), lineOf(map, -400, 200)]).toEqual([20, 180]);
        showWhole(map, extent, 240, 80);
        expect([columnOf(map, -600, 240), columnOf(map, 600, 240)]).toEqual([60, 180]);
        expect([lineOf(map, 400, 80), lineOf(map, -400, 80)]).toEqual([0, 80]);
    });

    it("has a place in the middle when near", () => {
        const map = newProjection();
        showAround(map, 100, -50, 300, 150);
        expect([columnOf(map, 100, 150), lineOf(map, -50, 100)]).toEqual([75, 50]);
        expect([columnOf(map, 160, 150), lineOf(map, -30, 100)]).toEqual([105, 40]);
    });
});
