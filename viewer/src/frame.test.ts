import { loadKamm } from "kamm";
import { expect, test } from "vitest";
import { carFrameSize, carKeys, newCarFrame, packCarFrame, unpackCarFrame, wheelKeys } from "./frame";

test("a frame has every channel of the package's tables, in their order", async () => {
    const { fields } = await loadKamm();
    expect(carKeys).toEqual(fields.channel.map(({ key }) => key));
    expect(wheelKeys).toEqual(fields.wheelChannel.map(({ key }) => key));
    const car = newCarFrame(3);
    expect(Object.keys(car)).toEqual(expect.arrayContaining([...carKeys]));
    for (const wheel of car.wheels) expect(Object.keys(wheel)).toEqual(expect.arrayContaining([...wheelKeys]));
});

test("a car's frame as a row of numbers, and back", () => {
    const car = newCarFrame(2);
    const size = carFrameSize(car);
    expect(size).toBe(carKeys.length + 3 + 3 + 4 + 2 * (wheelKeys.length + 3 + 3 + 4 + 3 + 3));
    const row = Float64Array.from({ length: size }, (_, i) => i + 1);
    expect(unpackCarFrame(car, row, 0)).toBe(size);
    expect(car.timeS).toBe(1);
    expect(car.wheels[1]!.groundNormal[2]).toBe(size);
    const again = new Float64Array(size);
    packCarFrame(car, again, 0);
    expect(again).toEqual(row);
});
