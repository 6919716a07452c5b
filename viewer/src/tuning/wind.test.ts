import { expect, test } from "vitest";
import { compass, compassDeg, windOf, windVelocity } from "./wind";

test("a west wind goes east, a north wind south", () => {
    expect(windVelocity({ speedKmh: 36, fromDeg: 270 })).toEqual([10, 0, 0]);
    expect(windVelocity({ speedKmh: 36, fromDeg: 0 })).toEqual([0, -10, 0]);
});

test("every point of the compass comes back", () => {
    compass.forEach((_, i) => {
        const wind = { speedKmh: 35, fromDeg: compassDeg(i) };
        expect(windOf(windVelocity(wind))).toEqual(wind);
    });
});

test("a calm keeps its direction", () => {
    expect(windOf([0, 0, 0], 45)).toEqual({ speedKmh: 0, fromDeg: 45 });
});
