import { expect, test } from "vitest";
import { type Unit, written } from "./units";

test.each<[number, Unit, number, string]>([
    [10, "km/h", 0, "36\u00a0km/h"],
    [-Math.PI / 2, "°", 1, "−90.0°"],
    [-0.00001, "m", 2, "0.00\u00a0m"],
    [0.25, "%", 0, "25\u00a0%"],
    [20000, "N/mm", 0, "20\u00a0N/mm"],
    [4, "", 0, "4"],
    [NaN, "m", 1, "–"],
    [Infinity, "m", 1, "∞"],
    [-Infinity, "m", 1, "−∞"],
])("%d in %s", (si, unit, digits, text) => expect(written(si, unit, digits)).toBe(text));
