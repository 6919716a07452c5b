import { describe, expect, test } from "vitest";
import { fromShown, labelOf, readIn, toShown, unitFor, withUnit, writtenIn } from "./units";

const quantity = (name: string, unit: string, defaultValue = 1, max = 100) => ({
    name,
    unit,
    defaultValue,
    max,
});

describe("units for people", () => {
    test.each([
        ["camber_rad", "rad", 0, 0.3, "°"],
        ["idle_radps", "rad/s", 84, 400, "rpm"],
        ["speed_radps", "rad/s", 1, Infinity, "rpm"],
        ["max_rate_radps", "rad/s", 25, 1000, "°/s"],
        ["esc_band_radps", "rad/s", 0.07, 1, "°/s"],
        ["spring_n_per_m", "N/m", 25000, 5e6, "N/mm"],
        ["bump_travel_m", "m", 0.06, 1, "mm"],
        ["track_m", "m", 1.5, 5, "m"],
        ["speed_limit_mps", "m/s", 0, 200, "km/h"],
        ["damper_knee_mps", "m/s", 0.13, 5, "m/s"],
        ["inflation_pressure_pa", "Pa", 220000, 2e6, "bar"],
        ["inertia_kgm2", "kg.m2", 0.15, 100, "kg·m²"],
        ["ratio", "1", 16, 100, ""],
    ])("%s in %s", (name, unit, defaultValue, max, symbol) => {
        expect(unitFor({ name, unit, defaultValue, max }).symbol).toBe(symbol);
    });

    test("what is written reads back as the same value, to the last bit", () => {
        const values = [17000, 0.1 + 0.2, -0.5 * (Math.PI / 180), 1 / 3, 12345.678901234, 0, 1e-9];
        for (const unit of ["rad", "rad/s", "N/m", "m/s", "m", "Pa", "1"].map((si) =>
            unitFor(quantity("x", si)),
        ))
            for (const value of values)
                expect(readIn(unit, writtenIn(unit, value), [value])).toBe(value);
    });

    test("round values are those that the core gets from a file in that unit", () => {
        const degree = unitFor(quantity("camber_rad", "rad"));
        expect(readIn(degree, "-0.5")).toBe((-0.5 * Math.PI) / 180);
        const perMillimetre = unitFor(quantity("spring_n_per_m", "N/m"));
        expect(readIn(perMillimetre, "17,5")).toBe(17500);
        expect(readIn(perMillimetre, "32.7")).toBe(32700);
        expect(withUnit(perMillimetre, 17500)).toBe("17.5 N/mm");
        expect(withUnit(degree, fromShown(degree, -0.5))).toBe("-0.5°");
        const turns = unitFor(quantity("limiter_radps", "rad/s"));
        expect(toShown(turns, fromShown(turns, 6500))).toBeCloseTo(6500, 9);
    });

    test("what is no number is not read", () => {
        const ratio = unitFor(quantity("ratio", "1"));
        for (const text of ["", " ", "x", "1.2.3", "1e999", "NaN"])
            expect(readIn(ratio, text)).toBeNull();
    });

    test("names without their units", () => {
        expect(labelOf("anti_roll_bar_n_per_m", "N/m")).toBe("Anti-roll bar");
        expect(labelOf("drag_nms_per_rad", "N.m.s/rad")).toBe("Drag");
        expect(labelOf("cg_height_m", "m")).toBe("Centre of gravity height");
        expect(labelOf("abs")).toBe("ABS");
        expect(labelOf("abs_slip")).toBe("ABS slip");
        expect(labelOf("steer_share")).toBe("Steer share");
    });
});
