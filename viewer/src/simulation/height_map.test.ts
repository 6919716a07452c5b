import { expect, test } from "vitest";
import { readGreyPng } from "../../../wasm/src/png";
import { differencesOf, mapOfDifferences, unpackPicture } from "./height_map";

const leap = (i: number) => (i * 40503) ^ (i % 3 ? 0xffff : 0);
const mapOf = (columns: number, rows: number) => ({
    columns,
    rows,
    samples: Uint16Array.from({ length: columns * rows }, (_, i) => leap(i)),
});

test("a map comes back to the bit: leaps over the whole range, a single row, a single sample", () => {
    for (const [columns, rows] of [[7, 5], [9, 1], [1, 9], [2, 2], [1, 1]] as const)
        expect(mapOfDifferences(differencesOf(mapOf(columns, rows)))).toEqual(mapOf(columns, rows));
});

test("an even slope that bends leaves next to nothing", () => {
    const samples = Uint16Array.from({ length: 600 }, (_, i) => 30000 + 7 * (i % 30) ** 2 - 90 * Math.floor(i / 30));
    const inside = [...differencesOf({ columns: 30, rows: 20, samples }).subarray(8 + 30)];
    expect(inside.slice(0, 570).filter((value, i) => i % 30 > 1 && value !== 0)).toEqual([]);
});

test("it is unpacked as a picture that the readers take, of one block and of several", async () => {
    for (const [columns, rows] of [[13, 6], [311, 250]] as const) {
        const map = mapOf(columns, rows);
        const differences = new Blob([differencesOf(map) as Uint8Array<ArrayBuffer>]).stream();
        const file = await new Response(differences.pipeThrough(new CompressionStream("deflate"))).arrayBuffer();
        const { bits, bytes, ...size } = await readGreyPng(await unpackPicture(file), "x.png");
        expect({ bits, ...size }).toEqual({ bits: 16, columns, rows });
        expect(bytes.length).toBe(2 * columns * rows);
        expect(map.samples.every((value, i) => bytes[2 * i] === value >> 8 && bytes[2 * i + 1] === (value & 255))).toBe(true);
    }
});
