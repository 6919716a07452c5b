import { expect, test } from "vitest";
import { wheelPlaces } from "../src/wheel_places";

test("a car, a three-wheeler and a truck with twin wheels: which axle, which side", () => {
    const pair = (x: number, y: number) => [[x, y, 0.3], [x, -y, 0.3]] as [number, number, number][];
    expect(wheelPlaces([...pair(1.2, 0.75), ...pair(-1.4, 0.76)])).toEqual({
        wheelAxle: [0, 0, 1, 1],
        wheelSide: [1, -1, 1, -1],
    });
    expect(wheelPlaces([[1.5, 0, 0.3], ...pair(-0.7, 0.6)])).toEqual({
        wheelAxle: [0, 1, 1],
        wheelSide: [0, 1, -1],
    });
    const twin = (x: number) => [...pair(x, 0.8), ...pair(x, 1.1)];
    expect(wheelPlaces([...pair(3, 1), ...twin(-1), ...twin(-2.3)])).toEqual({
        wheelAxle: [0, 0, 1, 1, 1, 1, 2, 2, 2, 2],
        wheelSide: [1, -1, 1, -1, 1, -1, 1, -1, 1, -1],
    });
    expect(wheelPlaces([])).toEqual({ wheelAxle: [], wheelSide: [] });
});
