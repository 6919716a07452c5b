/**
 * A height map as the page loads it, in a third of its PNG's bytes. Ground bends so evenly that differences of its
 * heights, twice along each row and once from row to row, are mostly near 0.
 */

export interface HeightMap {
    readonly columns: number;
    readonly rows: number;
    /** Row by row from the top. */
    readonly samples: Uint16Array;
}

const headBytes = 8;

/** Each sample from `first` on less the one that is `apart` before it, in 16 bits. */
function subtract(samples: Uint16Array, first: number, end: number, apart: number) {
    for (let i = end - 1; i >= first + apart; --i) samples[i]! -= samples[i - apart]!;
}

/** Takes that back. */
function add(samples: Uint16Array, first: number, end: number, apart: number) {
    for (let i = first + apart; i < end; ++i) samples[i]! += samples[i - apart]!;
}

/** Small numbers of either sign become small ones: 0, -1, 1, -2 to 0, 1, 2, 3. */
const fold = (value: number) => ((value << 1) ^ ((value << 16) >> 31)) & 0xffff;
const unfold = (value: number) => (value >>> 1) ^ -(value & 1);

/** What compresses well: the low bytes of all differences, then the high ones, behind the number of columns and rows. */
export function differencesOf({ columns, rows, samples }: HeightMap): Uint8Array {
    const left = samples.slice();
    for (let row = 0; row < rows; ++row)
        for (let times = 0; times < 2; ++times) subtract(left, row * columns, (row + 1) * columns, 1);
    subtract(left, 0, left.length, columns);
    const bytes = new Uint8Array(headBytes + 2 * left.length);
    new DataView(bytes.buffer).setUint32(0, columns);
    new DataView(bytes.buffer).setUint32(4, rows);
    left.forEach((value, i) => {
        bytes[headBytes + i] = fold(value);
        bytes[headBytes + left.length + i] = fold(value) >> 8;
    });
    return bytes;
}

export function mapOfDifferences(bytes: Uint8Array): HeightMap {
    const head = new DataView(bytes.buffer, bytes.byteOffset, headBytes);
    const [columns, rows] = [head.getUint32(0), head.getUint32(4)];
    const size = columns * rows;
    const samples = new Uint16Array(size);
    for (let i = 0; i < size; ++i) samples[i] = unfold(bytes[headBytes + i]! | (bytes[headBytes + size + i]! << 8));
    add(samples, 0, size, columns);
    for (let row = 0; row < rows; ++row)
        for (let times = 0; times < 2; ++times) add(samples, row * columns, (row + 1) * columns, 1);
    return { columns, rows, samples };
}

const crcs = Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    return crc;
});

function crcOf(bytes: Uint8Array): number {
    let crc = ~0;
    for (let i = 0; i < bytes.length; ++i) crc = (crc >>> 8) ^ crcs[(crc ^ bytes[i]!) & 255]!;
    return ~crc;
}

/** Adler's checksum, at the end of a zlib stream. Both sums stay below 2^32 for as many bytes as are added at once. */
function adlerOf(bytes: Uint8Array): number {
    let [a, b] = [1, 0];
    for (let i = 0; i < bytes.length; ) {
        for (const end = Math.min(i + 3800, bytes.length); i < end; ++i) b += a += bytes[i]!;
        [a, b] = [a % 65521, b % 65521];
    }
    return b * 65536 + a;
}

/** A zlib stream of blocks that are not compressed: it is read at once, and compressing takes a tenth of a second. */
function zlibOf(bytes: Uint8Array): Uint8Array {
    const most = 0xffff;
    const blocks = Math.ceil(bytes.length / most);
    const stream = new Uint8Array(2 + 5 * blocks + bytes.length + 4);
    const view = new DataView(stream.buffer);
    view.setUint16(0, 0x7801);
    for (let block = 0; block < blocks; ++block) {
        const part = bytes.subarray(block * most, (block + 1) * most);
        const at = 2 + block * (5 + most);
        stream[at] = block === blocks - 1 ? 1 : 0;
        view.setUint16(at + 1, part.length, true);
        view.setUint16(at + 3, ~part.length, true);
        stream.set(part, at + 5);
    }
    view.setUint32(stream.length - 4, adlerOf(bytes));
    return stream;
}

function chunk(kind: string, data: Uint8Array): Uint8Array {
    const bytes = new Uint8Array(12 + data.length);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, data.length);
    bytes.set(Uint8Array.from(kind, (letter) => letter.charCodeAt(0)), 4);
    bytes.set(data, 8);
    view.setUint32(8 + data.length, crcOf(bytes.subarray(4, 8 + data.length)));
    return bytes;
}

/** Rows of a PNG: the number of a filter, here of none, then the high byte of each sample first. */
function rowsOf({ columns, rows, samples }: HeightMap): Uint8Array {
    const rowBytes = 1 + 2 * columns;
    const bytes = new Uint8Array(rows * rowBytes);
    for (let row = 0; row < rows; ++row)
        for (let column = 0; column < columns; ++column) {
            const value = samples[row * columns + column]!;
            const at = row * rowBytes + 1 + 2 * column;
            bytes[at] = value >> 8;
            bytes[at + 1] = value;
        }
    return bytes;
}

const inflate = async (file: ArrayBuffer) =>
    new Uint8Array(await new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream("deflate"))).arrayBuffer());

/** The readers of worlds take pictures. */
async function pictureOf(map: HeightMap): Promise<Uint8Array> {
    const head = new Uint8Array(13);
    new DataView(head.buffer).setUint32(0, map.columns);
    new DataView(head.buffer).setUint32(4, map.rows);
    head[8] = 16; // bits; grey, and the only ways to compress and filter
    const signature = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
    const parts = [signature, chunk("IHDR", head), chunk("IDAT", zlibOf(rowsOf(map))), chunk("IEND", new Uint8Array())];
    return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Unpacks a file of data_plugin.ts: compressed differences. */
export async function unpackPicture(file: ArrayBuffer): Promise<Uint8Array> {
    return pictureOf(mapOfDifferences(await inflate(file)));
}
