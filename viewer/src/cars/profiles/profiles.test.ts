import { describe, expect, it } from "vitest";
import { measures, shapeOf } from "../field";
import { roundedOutline } from "../outline";
import { knownCars } from "../testing";
import { profileFor, profiles } from ".";

const cars = Object.entries(knownCars);

/** Twice the area that a closed line goes round. */
const area = (line: readonly (readonly [number, number])[]) =>
    line.reduce((sum, [a, b], i) => {
        const [c, d] = line[(i + 1) % line.length]!;
        return sum + a * d - b * c;
    }, 0);

/** Where the body is in the side view, in cells of 8 cm from the nose. */
function silhouette(id: string): Set<string> {
    const info = knownCars[id]!;
    const shape = shapeOf(profiles[id]!, info);
    const cells = new Set<string>();
    for (let i = 0; i < 90; ++i)
        for (let k = 0; k < 36; ++k)
            if (shape.body(shape.noseM - i * 0.08, 0.02, k * 0.08) < 0) cells.add(`${i},${k}`);
    return cells;
}

describe("profiles", () => {
    it("each is of a car in data/vehicles", () => {
        expect(cars.length).toBeGreaterThanOrEqual(10);
        expect(Object.keys(profiles).sort()).toEqual(cars.map(([id]) => id).sort());
    });

    it.each(cars)("%s is drawn in the proportions of its file", (id, info) => {
        const profile = profiles[id]!;
        const sizes = [info.lengthM, info.widthM, info.heightM];
        profile.sizeM.forEach((size, k) => expect(size / sizes[k]!).toBeCloseTo(1, 2));
        for (const stretch of measures(profile, info).stretch)
            expect(Math.abs(stretch - 1)).toBeLessThan(0.06);
    });

    it.each(cars)("%s has closed outlines that go round something", (id) => {
        const { lower, cabin } = profiles[id]!;
        for (const outline of [lower, cabin]) {
            const line = roundedOutline(outline);
            expect(line.flat().every(Number.isFinite)).toBe(true);
            expect(area(line)).toBeLessThan(-0.5); // nose, roof, tail, floor: clockwise
        }
    });

    it("no two silhouettes can be confused", () => {
        const drawn = cars.map(([id]) => [id, silhouette(id)] as const);
        drawn.forEach(([id, own], i) => {
            for (const [other, its] of drawn.slice(i + 1)) {
                const apart = [...own].filter((cell) => !its.has(cell)).length;
                const back = [...its].filter((cell) => !own.has(cell)).length;
                expect((apart + back) / own.size, `${id}, ${other}`).toBeGreaterThan(0.06);
            }
        });
    });

    it("an unknown car gets the profile of the most alike one", () => {
        const own = { ...knownCars["ford-transit-minibus"]!, lengthM: 5.9, heightM: 2.5 };
        expect(profileFor("my-van", own).kind).toBe("van");
        const low = { ...knownCars["mclaren-mp4-12c"]!, lengthM: 4.4, heightM: 1.15 };
        expect(profileFor("my-racer", low).kind).toBe("sports");
        expect(profileFor("nissan-micra", own)).toBe(profiles["nissan-micra"]);
    });
});
