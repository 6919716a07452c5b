import { expect, test } from "vitest";
import { createPacker, packFiles, unpackFiles } from "./link_files";

const own = { name: "mein Wägelchen.json", text: JSON.stringify({ name: "x", numbers: Array(3000).fill(1.25) }, null, 4) };
const tyre = { name: "a.tir", text: "[UNITS]\nLENGTH = 'metre'\n" };

test("files come back from a link as they were, in letters of addresses", async () => {
    for (const files of [{ own, tyre }, { own, tyre: null }, { own: null, tyre }]) {
        const letters = await packFiles(files);
        expect(letters).toMatch(/^[\w-]+$/);
        expect(letters.length).toBeLessThan(0.2 * own.text.length);
        expect(await unpackFiles(letters)).toEqual(files);
    }
});

test("what is cut off, damaged or no file is reported", async () => {
    const letters = await packFiles({ own, tyre });
    const damaged = letters.slice(0, 20) + (letters[20] === "A" ? "B" : "A") + letters.slice(21);
    for (const bad of ["", "!", "abcd", letters.slice(0, -9), damaged])
        await expect(unpackFiles(bad)).rejects.toThrow(/^file: .*cut off or damaged/);
    const other = await packFiles({ own: { name: 3, text: "" } as never, tyre: null });
    await expect(unpackFiles(other)).rejects.toThrow(/cut off or damaged/);
});

test("what unpacks to more than a file has is refused", async () => {
    const letters = await packFiles({ own: { name: "x", text: " ".repeat(1_900_000) }, tyre: null });
    expect((await unpackFiles(letters)).own!.text).toHaveLength(1_900_000);
    const text = JSON.stringify([["x", " ".repeat(50_000_000)], null]);
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    const bomb = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    await expect(unpackFiles(bomb)).rejects.toThrow(/larger than/);
});

test("a car is packed once, one without files not at all", async () => {
    const packer = createPacker();
    const car = { carKey: "own 1", files: { own, tyre: null } };
    expect(packer(car)).toBe(packer(car));
    expect(await packer({ carKey: "nissan-micra", files: { own: null, tyre: null } })).toBe("");
    expect(await packer(car)).toBe(await packFiles(car.files));
});
