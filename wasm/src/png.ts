/** Grey PNG pictures, as height maps and paint are: 8 or 16 bits, not interlaced. */
import { kammError } from "./module";

export interface Grey {
    readonly columns: number;
    readonly rows: number;
    readonly bits: 8 | 16;
    /** Row by row from the top; the high byte first. */
    readonly bytes: Uint8Array;
}

const signature = [137, 80, 78, 71, 13, 10, 26, 10];
const maxPixels = 16384;

export function isPng(bytes: Uint8Array): boolean {
    return signature.every((byte, i) => bytes[i] === byte);
}

function fail(name: string, what: string): never {
    throw kammError("format", "", `${name}: ${what}`);
}

interface Chunk {
    readonly kind: string;
    readonly data: Uint8Array;
}

const cutShort = "cut short: the file ends in the middle of the picture";

function* readChunks(bytes: Uint8Array, name: string): Generator<Chunk> {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = signature.length; ; ) {
        if (at + 12 > bytes.length) fail(name, cutShort);
        const length = view.getUint32(at);
        const kind = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
        const end = at + 12 + length;
        if (end > bytes.length) fail(name, cutShort);
        yield { kind, data: bytes.subarray(at + 8, end - 4) };
        if (kind === "IEND") return;
        at = end;
    }
}

const colours = ["grey", "", "colour", "palette", "grey with alpha", "", "colour with alpha"];

function readHeader(data: Uint8Array, name: string): Omit<Grey, "bytes"> {
    if (data.length !== 13) fail(name, "is no PNG picture: its header is broken");
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const [columns, rows] = [view.getUint32(0), view.getUint32(4)];
    const [bits, colour, interlaced] = [data[8]!, data[9]!, data[12]!];
    if (columns < 1 || rows < 1 || columns > maxPixels || rows > maxPixels)
        fail(name, `${columns} x ${rows} pixels; allowed: 1 to ${maxPixels} each way`);
    if (colour !== 0 || (bits !== 8 && bits !== 16))
        fail(
            name,
            `its pixels are ${colours[colour] || "an unknown kind"} of ${bits} bits; ` +
                "allowed: grey of 16 or 8 bits without alpha",
        );
    if (interlaced) fail(name, "is interlaced; save it without");
    return { columns, rows, bits };
}

async function inflate(parts: readonly Uint8Array[], name: string): Promise<Uint8Array> {
    const stream = new Blob(parts as readonly BlobPart[] as BlobPart[]).stream();
    try {
        const inflated = stream.pipeThrough(new DecompressionStream("deflate"));
        return new Uint8Array(await new Response(inflated).arrayBuffer());
    } catch {
        return fail(name, "its compressed data are broken");
    }
}

/** Paeth's predictor: PNG 1.2, 6.6. */
function paeth(left: number, up: number, corner: number): number {
    const guess = left + up - corner;
    const [toLeft, toUp] = [Math.abs(guess - left), Math.abs(guess - up)];
    const toCorner = Math.abs(guess - corner);
    if (toLeft <= toUp && toLeft <= toCorner) return left;
    return toUp <= toCorner ? up : corner;
}

type Predict = (left: number, up: number, corner: number) => number;
const predictors: readonly Predict[] = [
    () => 0,
    (left) => left,
    (_, up) => up,
    (left, up) => (left + up) >> 1,
    paeth,
];

/** Takes the filters back that each row begins with the number of: PNG 1.2, 6. */
function unfilter(packed: Uint8Array, rowBytes: number, rows: number, step: number, name: string) {
    const bytes = new Uint8Array(rowBytes * rows);
    for (let row = 0; row < rows; ++row) {
        const from = row * (rowBytes + 1) + 1;
        const to = row * rowBytes;
        const predict =
            predictors[packed[from - 1]!] ?? fail(name, "has a row of an unknown filter");
        if (predict === predictors[0]) {
            bytes.set(packed.subarray(from, from + rowBytes), to);
            continue;
        }
        for (let i = 0; i < rowBytes; ++i) {
            const left = i < step ? 0 : bytes[to + i - step]!;
            const up = row ? bytes[to + i - rowBytes]! : 0;
            const corner = row && i >= step ? bytes[to + i - rowBytes - step]! : 0;
            bytes[to + i] = packed[from + i]! + predict(left, up, corner);
        }
    }
    return bytes;
}

export async function readGreyPng(file: Uint8Array, name: string): Promise<Grey> {
    if (!isPng(file)) fail(name, "is no PNG picture: it does not begin as one");
    const chunks = [...readChunks(file, name)];
    if (chunks[0]?.kind !== "IHDR") fail(name, "is no PNG picture: it has no IHDR at its start");
    const header = readHeader(chunks[0].data, name);
    const parts = chunks.filter(({ kind }) => kind === "IDAT").map(({ data }) => data);
    const packed = await inflate(parts, name);
    const step = header.bits / 8;
    const rowBytes = header.columns * step;
    if (packed.length !== (rowBytes + 1) * header.rows)
        fail(name, "has not as many pixels as its header says");
    return { ...header, bytes: unfilter(packed, rowBytes, header.rows, step, name) };
}
