import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { readGreyPng } from "../src/png";
import { dataFile } from "./support";

function chunk(kind: string, data: Uint8Array): Buffer {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(kind), data, Buffer.alloc(4)]);
}

/** A picture of filtered rows; checksums are not read. */
function png(columns: number, rows: readonly number[][], bits = 8, colour = 0, interlaced = 0) {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(columns, 0);
    head.writeUInt32BE(rows.length, 4);
    head.set([bits, colour, 0, 0, interlaced], 8);
    return Buffer.concat([
        Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
        chunk("IHDR", head),
        chunk("IDAT", deflateSync(Buffer.from(rows.flat()))),
        chunk("IEND", Buffer.alloc(0)),
    ]);
}

describe("a grey PNG", () => {
    test("has its five filters taken back", async () => {
        const rows = [
            [0, 10, 20, 30],
            [1, 5, 5, 5],
            [2, 1, 1, 1],
            [3, 1, 1, 1],
            [4, 1, 1, 1],
        ];
        const { bytes } = await readGreyPng(png(3, rows), "x.png");
        expect([...bytes]).toEqual([
            ...[10, 20, 30],
            ...[5, 10, 15],
            ...[6, 11, 16],
            ...[4, 8, 13],
            ...[5, 9, 14],
        ]);
    });

    test("is predicted by the upper neighbour where that is as near as the corner", async () => {
        const rows = [
            [0, 10, 6],
            [4, 2, 1],
        ];
        const { bytes } = await readGreyPng(png(2, rows), "x.png");
        expect([...bytes]).toEqual([10, 6, 12, 7]);
    });

    test("of 16 bits is predicted byte by byte", async () => {
        const { bytes, bits } = await readGreyPng(png(2, [[1, 1, 2, 1, 2]], 16), "x.png");
        expect([bits, ...bytes]).toEqual([16, 1, 2, 2, 4]);
    });

    test("is read as large as they come", async () => {
        const file = dataFile("worlds/proving-ground.png");
        const { columns, rows, bits, bytes } = await readGreyPng(file, "x.png");
        expect([columns, rows, bits]).toEqual([1201, 801, 16]);
        expect(bytes).toHaveLength(2 * 1201 * 801);
    });

    test("that is none, or another kind, is refused with the reason", async () => {
        const refused = (file: Uint8Array) => readGreyPng(file, "x.png");
        await expect(refused(Buffer.from("hello"))).rejects.toThrow("x.png: is no PNG");
        await expect(refused(png(1, [[0, 1]], 8, 2))).rejects.toThrow("colour of 8 bits");
        await expect(refused(png(1, [[0, 1]], 4))).rejects.toThrow("grey of 4 bits");
        await expect(refused(png(1, [[0, 1]], 8, 0, 1))).rejects.toThrow("interlaced");
        await expect(refused(png(2, [[0, 1]]))).rejects.toThrow("not as many pixels");
        await expect(refused(png(1, [[7, 1]]))).rejects.toThrow("unknown filter");
        await expect(refused(png(0, [[0]]))).rejects.toThrow("0 x 1 pixels");
        await expect(refused(png(1, [[0, 1]]).subarray(0, 50))).rejects.toThrow("cut short");
        const broken = png(1, [[0, 1]]);
        broken[45] ^= 255;
        await expect(refused(broken)).rejects.toThrow("compressed data");
    });
});
