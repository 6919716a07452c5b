import { expect, test } from "vitest";
import { lookOf } from "./scene/looks";
import { isHard, isPlainRoad, roughClasses } from "./surfaces";

const road = {
    name: "a road of the user's own",
    friction: 1,
    slidingLoss: 0,
    rollingResistance: 0,
    sinkageM: 0,
    sinkageDrag: 0,
    roughnessM3: 16e-6,
    waterM: 0,
    soil: null,
};

test("what a surface is follows from its values, whatever its name", () => {
    expect(isHard(road)).toBe(true);
    expect(isPlainRoad(road)).toBe(true);
    expect(isHard({ ...road, sinkageM: 0.001 })).toBe(false);
    expect(isHard({ ...road, sinkageDrag: 0.01 })).toBe(false);
    for (const other of [{ friction: 0.9 }, { slidingLoss: 0.1 }, { rollingResistance: 0.01 }, { waterM: 0.001 }])
        expect(isPlainRoad({ ...road, ...other })).toBe(false);
});

test("classes of ISO 8608 have four times the roughness of the one before", () => {
    expect([0, 16e-6, 64e-6, 4096e-6].map((roughnessM3) => roughClasses({ ...road, roughnessM3 }))).toEqual([0, 0, 1, 4]);
});

test("a rough road looks worn, the more the rougher it is, and a soft or wet one does not", () => {
    const reliefs = [16e-6, 64e-6, 256e-6, 1024e-6, 4096e-6, 1].map((roughnessM3) => lookOf({ ...road, roughnessM3 }).relief);
    reliefs.forEach((relief, i) => expect(relief).toBeCloseTo([0.5, 0.5, 0.7, 0.9, 1.1, 1.1][i]!));
    expect(lookOf({ ...road, roughnessM3: 64e-6 }).layer).toBe("wornAsphalt");
    expect(lookOf({ ...road, friction: 0.7, roughnessM3: 64e-6 }).layer).toBe("asphalt");
});
