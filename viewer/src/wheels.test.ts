import { expect, test } from "vitest";
import { car, fourAxleTruck, modelOf, threeAxleTruck, threeWheeler } from "./testing";
import { axleRows, sayWheels, twinOf, wheelNames } from "./wheels";

const short = (info: Parameters<typeof wheelNames>[0]) => wheelNames(info).map((name) => name.short);

test("names say axle and side, and which of twin wheels", () => {
    expect(short(car)).toEqual(["FL", "FR", "RL", "RR"]);
    expect(short(threeWheeler)).toEqual(["F", "RL", "RR"]);
    expect(short(threeAxleTruck)).toEqual(
        ["1L", "1R", "2LI", "2RI", "2LO", "2RO", "3LI", "3RI", "3LO", "3RO"],
    );
    expect(short(fourAxleTruck)).toEqual(["1L", "1R", "2L", "2R", "3L", "3R", "4L", "4R"]);
    expect(wheelNames(car)[3]!.title).toBe("rear right");
    expect(wheelNames(threeWheeler)[0]!.title).toBe("front");
    expect(wheelNames(threeAxleTruck)[8]!.title).toBe("axle 3 left outer");
});

test("rows go from the front, each from left to right", () => {
    expect(axleRows(car)).toEqual([[0, 1], [2, 3]]);
    expect(axleRows(threeWheeler)).toEqual([[0], [1, 2]]);
    expect(axleRows(threeAxleTruck)).toEqual([[0, 1], [4, 2, 3, 5], [8, 6, 7, 9]]);
    const one = modelOf([{ x: 0, y: [0.5] }], { lengthM: 2, widthM: 1, heightM: 1, frontOverhangM: 1 });
    expect(axleRows(one)).toEqual([[0, 1]]);
    expect(short(one)).toEqual(["1L", "1R"]);
});

test("twins are counted from the middle outwards", () => {
    expect(twinOf(car, 3)).toEqual({ index: 0, count: 1 });
    expect(twinOf(threeAxleTruck, 4)).toEqual({ index: 1, count: 2 });
    expect(twinOf(threeWheeler, 0)).toEqual({ index: 0, count: 1 });
});

test("all wheels in words", () =>
    expect(sayWheels(wheelNames(threeWheeler), (i) => `${i} kN`)).toBe(
        "front 0 kN; rear left 1 kN; rear right 2 kN",
    ));
