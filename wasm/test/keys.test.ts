import { expect, test } from "vitest";
import { checkKeys } from "../src/keys";

test("unknown names are reported with the nearest one, and missing ones", () => {
    const check = (given: object) => () => checkKeys("body", given, ["shapes", "massKg"], ["friction"]);
    expect(check({ shapes: [], massKg: 1, friction: 0 })).not.toThrow();
    expect(check({ shapes: [], mass: 1 })).toThrow("body: there is no mass; did you mean massKg?");
    expect(check({ shapes: [], mass_kg: 1 })).toThrow("did you mean massKg?");
    expect(check({ shapes: [], colour: 1 })).toThrow("body: there is no colour; allowed: shapes, massKg, friction");
    expect(check({ shapes: [] })).toThrow("body: massKg is missing");
    expect(() => checkKeys("body", null as unknown as object, [], [])).toThrow("wanted is an object");
});
