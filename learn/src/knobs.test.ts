import { describe, expect, test } from "vitest";
import { choice, dragged, firstValues, number, onStep, paged, readTyped, shareOf, toSi } from "./knobs";

const speed = number("Speed", "km/h", [20, 180], 5, 80);
const angle = number("Angle", "°", [-4, 4], 0.25, 0.5);

describe("what is typed", () => {
    test.each([
        ["100", 100],
        [" 100 ", 100],
        ["102", 100],
        ["103", 105],
        ["97,5", 100],
        ["999", 180],
        ["-5", 20],
    ])("%s km/h is %d", (text, value) => expect(readTyped(speed, text)).toBe(value));

    test.each([
        ["0,3", 0.25],
        ["-1.5", -1.5],
        ["−1.5", -1.5],
        ["+.5", 0.5],
        ["9", 4],
    ])("%s° is %d", (text, value) => expect(readTyped(angle, text)).toBe(value));

    test.each(["", "-", "fast", "1e3", "0x10", "1.2.3", "NaN", "Infinity"])("%j gives no value", (text) =>
        expect(readTyped(speed, text)).toBeNull(),
    );
});

describe("steps", () => {
    test("have no dust of binary fractions", () => {
        const tenth = number("", "m", [0, 1], 0.1, 0);
        expect([0.1, 0.2, 0.3, 0.7].map((value) => onStep(tenth, value))).toEqual([0.1, 0.2, 0.3, 0.7]);
        expect(onStep(tenth, 0.1 + 0.2)).toBe(0.3);
    });

    test("begin at the lower end", () => expect(onStep(number("", "m", [1, 9], 4, 1), 6.9)).toBe(5));

    test("pages are ten of them, and end at the ends", () => {
        expect(paged(speed, 80, 1)).toBe(130);
        expect(paged(speed, 80, -1)).toBe(30);
        expect(paged(speed, 160, 1)).toBe(180);
    });
});

test("a pointer drags over the whole range in 240 pixels", () => {
    expect(dragged(speed, 20, 240)).toBe(180);
    expect(dragged(speed, 80, 0)).toBe(80);
    expect(dragged(speed, 80, -30)).toBe(60);
    expect(dragged(speed, 80, -999)).toBe(20);
});

test("shares and SI", () => {
    expect(shareOf(speed, 100)).toBe(0.5);
    expect(toSi(speed, 90)).toBeCloseTo(25, 12);
    expect(toSi(angle, 4)).toBeCloseTo((4 * Math.PI) / 180, 12);
    const road = choice("Road", { dry: "dry", wet: "wet" }, "wet");
    expect(firstValues({ speed, road })).toEqual({ speed: 80 / 3.6, road: "wet" });
});
