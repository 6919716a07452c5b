import { expect, test } from "vitest";
import { car, fourAxleTruck, threeAxleTruck, threeWheeler } from "../testing";
import { wheelLooks } from "./wheel_looks";

const colours = [
    ["#0000ff", "#ff8000"],
    ["#00ff00", "#ff00ff"],
] as const;

test("left and right, front and rear differ, and twins from one another", () => {
    const looks = wheelLooks(car, colours);
    expect(looks.map(({ colour }) => colour)).toEqual(["#0000ff", "#ff8000", "#00ff00", "#ff00ff"]);
    expect(looks.map(({ isFront }) => isFront)).toEqual([true, true, false, false]);
    const truck = wheelLooks(threeAxleTruck, colours);
    expect(truck[2]!.colour).toBe("#00ff00");
    expect(truck[4]!.colour).toBe("#80ff80");
    const all = truck.map(({ colour, dash }) => `${colour} ${dash}`);
    expect(new Set(all).size).toBe(10);
});

test("a wheel in the middle is none of the right side's; later axles have other dashes", () => {
    expect(wheelLooks(threeWheeler, colours).map(({ colour }) => colour)).toEqual(
        ["#0000ff", "#00ff00", "#ff00ff"],
    );
    const all = wheelLooks(fourAxleTruck, colours).map(({ colour, dash }) => `${colour} ${dash}`);
    expect(new Set(all).size).toBe(8);
});
