import { expect, test } from "vitest";
import { choices, factsOf, fields, valueIn } from "./fields";

const needed = { mass: "1450", wheelbase: "2.65", tyres: "225/45R17", power: "147kW" };

test("what is filled in is handed on, without spaces around it", () => {
    const texts = new Map(Object.entries({ ...needed, mass: " 1450 ", drive: "front", height: "" }));
    expect(factsOf(texts)).toEqual({ ...needed, drive: "front" });
});

test.each(Object.keys(needed))("without %s there is no car", (name) => {
    const texts = new Map(Object.entries(needed));
    texts.set(name, "  ");
    expect(factsOf(texts)).toBeNull();
});

test("what a rule gives instead of an empty field is in the file", () => {
    const height = fields.find(({ fact }) => fact === "height")!;
    expect(valueIn(`{"body": {"height_m": 1.45}}`, height)).toBe("1.45");
    expect(valueIn(`{"body": {}}`, height)).toBe("");
    expect(valueIn(`{}`, height)).toBe("");
});

test("classes, engines, driven axles and gearboxes are chosen", () => {
    expect(choices).toEqual(["body", "engine", "drive", "gearbox"]);
});
