/** Reads recordings (docs/recordings.md): blocks of a file, of which the last whole frame counts. */
import type { Shape } from "kamm";

type Vector = readonly [number, number, number];

export interface RecordedWheel {
    readonly centre_m: Vector;
    readonly radius_m: number;
    readonly width_m: number;
    readonly rim_radius_m: number;
    readonly axle: number;
    readonly side: number;
}

interface RecordedBox {
    readonly centre_m: Vector;
    readonly half_m: Vector;
    readonly orientation: readonly [number, number, number, number];
}

export interface RecordedModel {
    readonly name: string;
    readonly length_m: number;
    readonly width_m: number;
    readonly height_m: number;
    readonly boxes: readonly RecordedBox[];
    readonly wheels: readonly RecordedWheel[];
}

export interface RecordedCar {
    readonly id: number;
    readonly model: number;
    readonly group: number;
    readonly index: number;
    readonly unit: number;
    /** 0xRRGGBB; not given: that of the vehicle. */
    readonly paint?: number;
}

export interface RecordedBody {
    readonly id: number;
    readonly type: "static" | "kinematic" | "dynamic";
    readonly sensor: boolean;
    readonly shapes: readonly Shape[];
}

export type RecordedGround =
    | { readonly kind: "plane"; readonly point_m: Vector; readonly normal: Vector }
    | { readonly kind: "world"; readonly world: string }
    | { readonly kind: "unknown" };

export interface Recording {
    readonly title: string;
    readonly originM: Vector;
    readonly ground: RecordedGround;
    readonly models: readonly RecordedModel[];
    readonly cars: readonly RecordedCar[];
    readonly bodies: readonly RecordedBody[];
    /** Times of the frames, in ascending order. */
    readonly timesS: readonly number[];
    /** Why the file ends before the recording does; null: it is whole. */
    readonly problem: string | null;
    readonly view: DataView;
    /** Where a frame's entries begin and how many there are, and whether it has all that is there. */
    readonly frames: readonly { readonly at: number; readonly count: number; readonly isKey: boolean }[];
    /** Bytes of the entry of each id while it is there. */
    readonly entryBytes: readonly number[];
}

const magic = "KAMMREC\n";
const version = 1;
const kinds = { head: 1, model: 2, car: 3, body: 4, frame: 5, end: 6 } as const;
const bytesOf = { start: 12, block: 12, frame: 16, off: 5, body: 25, car: 31, wheel: 16 } as const;

function checksum(bytes: Uint8Array): number {
    let sum = 0x811c9dc5;
    for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
    return sum;
}

/** A problem of the file, in words. */
class Broken extends Error {}

const parse = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as Record<string, never>;

interface RecordedShape extends RecordedBox {
    readonly kind: NonNullable<Shape["kind"]>;
    readonly points?: number;
    readonly triangles?: number;
}

/** `at`: where the numbers behind the JSON begin. */
function shapesOf(shapes: readonly RecordedShape[], view: DataView, at: number): Shape[] {
    const numbers = <Values extends Float64Array | Int32Array>(to: Values, read: (at: number) => number) => {
        for (let i = 0; i < to.length; ++i, at += 4) to[i] = read(at);
        return to;
    };
    return shapes.map(({ kind, centre_m, half_m, orientation, points, triangles }) => {
        const box = { centreM: centre_m ?? [0, 0, 0], halfM: half_m ?? [0, 0, 0], orientation: orientation ?? [1, 0, 0, 0] };
        if (points === undefined) return { kind, ...box };
        const pointsM = numbers(new Float64Array(3 * points), (i) => view.getFloat32(i, true));
        if (triangles === undefined) return { kind, ...box, pointsM };
        return { kind, ...box, pointsM, triangles: numbers(new Int32Array(3 * triangles), (i) => view.getInt32(i, true)) };
    });
}

function readBody(view: DataView, bytes: Uint8Array): RecordedBody & { id: number } {
    const block = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const length = block.getUint32(0, true);
    const { id, type, sensor = false, shapes } = parse(bytes.subarray(4, 4 + length)) as unknown as {
        id: number;
        type: RecordedBody["type"];
        sensor?: boolean;
        shapes: readonly RecordedShape[];
    };
    return { id, type, sensor, shapes: shapesOf(shapes, view, bytes.byteOffset - view.byteOffset + 4 + length) };
}

/** Checks that the entries of a frame are whole. */
function checkEntries(view: DataView, at: number, end: number, count: number, entryBytes: readonly number[]) {
    for (let i = 0; i < count; ++i) {
        const size = end - at >= bytesOf.off ? entryBytes[view.getUint32(at, true)] : undefined;
        if (size === undefined) throw new Broken("a frame is broken");
        at += view.getUint8(at + 4) ? size : bytesOf.off;
    }
    if (at !== end) throw new Broken("a frame is broken");
}

type Writable<Made> = { -readonly [Key in keyof Made]: Made[Key] extends readonly (infer Item)[] ? Item[] : Made[Key] };
type Read = Writable<Omit<Recording, "originM">> & { originM: Vector };

/** Takes a block of a kind; others are of later versions. */
function take(to: Read, kind: number, bytes: Uint8Array) {
    if (kind === kinds.model) to.models.push(parse(bytes) as unknown as RecordedModel);
    if (kind === kinds.car) {
        const car = parse(bytes) as unknown as RecordedCar;
        to.cars.push(car);
        to.entryBytes[car.id] = bytesOf.car + bytesOf.wheel * to.models[car.model]!.wheels.length;
    }
    if (kind === kinds.body) {
        const body = readBody(to.view, bytes);
        to.bodies.push(body);
        to.entryBytes[body.id] = bytesOf.body;
    }
    if (kind === kinds.frame) {
        const at = bytes.byteOffset - to.view.byteOffset;
        const count = to.view.getUint32(at + 12, true);
        checkEntries(to.view, at + bytesOf.frame, at + bytes.length, count, to.entryBytes);
        to.timesS.push(to.view.getFloat64(at, true));
        to.frames.push({ at: at + bytesOf.frame, count, isKey: to.view.getUint32(at + 8, true) === 1 });
    }
}

/** Takes blocks up to the last whole one. */
function takeBlocks(to: Read, file: Uint8Array) {
    for (let at = bytesOf.start; ; ) {
        if (file.length - at < bytesOf.block) throw new Broken("the file breaks off");
        const [kind, length, sum] = [0, 4, 8].map((k) => to.view.getUint32(at + k, true)) as [number, number, number];
        at += bytesOf.block;
        if (file.length - at < length) throw new Broken("the file breaks off");
        const bytes = file.subarray(at, at + length);
        if ((checksum(bytes) ^ kind) >>> 0 !== sum) throw new Broken("bytes have changed");
        if (kind === kinds.end) return;
        if (kind === kinds.head) {
            const { title, origin_m: originM, ground } = parse(bytes);
            Object.assign(to, { title, originM, ground });
        } else take(to, kind, bytes);
        at += length;
    }
}

/** Throws an Error that says what is wrong if there is no whole frame. */
export function readRecording(file: Uint8Array, name: string): Recording {
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    if (file.length < bytesOf.start || new TextDecoder().decode(file.subarray(0, 8)) !== magic)
        throw new Error(`${name}: is no recording`);
    const found = view.getUint32(8, true);
    if (found !== version) throw new Error(`${name}: is a recording of version ${found}; this page reads version ${version}`);
    const lists = { models: [], cars: [], bodies: [], timesS: [], frames: [], entryBytes: [] };
    const to: Read = { title: "", originM: [0, 0, 0], ground: { kind: "unknown" }, problem: null, view, ...lists };
    try {
        takeBlocks(to, file);
    } catch (error) {
        to.problem = error instanceof Broken ? error.message : "a description is broken";
    }
    if (to.frames.length === 0) throw new Error(`${name}: has no whole frame: ${to.problem ?? "the recording has none"}`);
    return to;
}

/** Where the entries of a frame are, by their ids; 0: not there. */
export interface Cursor {
    readonly entries: Int32Array;
    go(frame: number): void;
}

export function createCursor({ view, frames, entryBytes }: Recording): Cursor {
    const entries = new Int32Array(entryBytes.length);
    let shown = -1;
    function take(frame: number) {
        const { count, isKey } = frames[frame]!;
        let { at } = frames[frame]!;
        if (isKey) entries.fill(0);
        for (let i = 0; i < count; ++i) {
            const id = view.getUint32(at, true);
            const isOn = view.getUint8(at + 4) === 1;
            entries[id] = isOn ? at : 0;
            at += isOn ? entryBytes[id]! : bytesOf.off;
        }
    }
    return {
        entries,
        go(frame) {
            let from = frame;
            while (from > 0 && !frames[from]!.isKey) --from;
            if (shown >= from && shown <= frame) from = shown + 1;
            for (; from <= frame; ++from) take(from);
            shown = frame;
        },
    };
}
