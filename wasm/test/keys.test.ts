import { expect, test } from "vitest";
import { checkKeys } from "../src/keys";

test("names that are not known are told with the nearest one, and those that are missing", () => {
    const check = (given: object) => () => checkKeys("thing", given, ["boxes", "massKg"], ["friction"]);
    expect(check({ boxes: [], massKg: 1, friction: 0 })).not.toThrow();
    expect(check({ boxes: [], mass: 1 })).toThrow("thing: there is no mass; did you mean massKg?");
    expect(check({ boxes: [], mass_kg: 1 })).toThrow("did you mean massKg?");
    expect(check({ boxes: [], colour: 1 })).toThrow("thing: there is no colour; allowed: boxes, massKg, friction");
    expect(check({ boxes: [] })).toThrow("thing: massKg is missing");
    expect(() => checkKeys("thing", null as unknown as object, [], [])).toThrow("wanted is an object");
});
