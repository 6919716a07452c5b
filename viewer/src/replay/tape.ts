/** The last minute of all cars and bodies, and the frame of any moment of it. */
import { type BodyFrame, type Frame, newFrame, packCarFrame, unpackCarFrame } from "../frame";
import { blend, bodyKinds, carKinds } from "./blend";
import { createTrack, type Track } from "./track";

export const keptS = 60;
/** The player's car is kept as often as it is shown, the others half as often, as floats. */
const playerGapS = 0.012;
const othersGapS = 0.03;

export interface Tape {
    record(frame: Frame): void;
    /** Both 0 while nothing is kept. */
    readonly firstS: number;
    readonly lastS: number;
    /** The moment's frame; the same object each time. Null while nothing is kept. */
    at(timeS: number): Frame | null;
    clear(): void;
}

/** The numbers of what a track keeps, body by body. */
interface Reel {
    readonly track: Track;
    readonly bodies: readonly Uint8Array[];
    readonly row: Float64Array;
}

function createReel(bodies: readonly Uint8Array[], gapS: number, isDouble: boolean): Reel {
    const size = bodies.reduce((sum, kinds) => sum + kinds.length, 0);
    const make = () => (isDouble ? new Float64Array(size) : new Float32Array(size));
    return {
        track: createTrack(Math.ceil(keptS / gapS) + 1, make),
        bodies,
        row: new Float64Array(size),
    };
}

function packBody(body: BodyFrame, row: Float64Array, at: number): number {
    row.set(body.position, at);
    row.set(body.orientation, at + 3);
    return at + 7;
}

function unpackBody(body: BodyFrame, row: Float64Array, at: number): number {
    for (let i = 0; i < 3; ++i) body.position[i] = row[at + i]!;
    for (let i = 0; i < 4; ++i) body.orientation[i] = row[at + 3 + i]!;
    return at + 7;
}

const wheelCounts = (frame: Frame) => frame.cars.map((car) => car.wheels.length);

const hasShape = (frame: Frame, like: Frame) =>
    frame.bodies.length === like.bodies.length &&
    frame.cars.length === like.cars.length &&
    frame.cars.every((car, i) => car.wheels.length === like.cars[i]!.wheels.length);

/** Keeps the reel's row, if it is time for the next. */
function keep(
    { track, row }: Reel,
    timeS: number,
    gapS: number,
    pack: (row: Float64Array) => void,
) {
    if (track.last && timeS - track.last.timeS < gapS) return;
    pack(row);
    track.add(timeS).values.set(row);
    track.forgetBefore(timeS - keptS);
}

/** Fills in the reel's row with that moment. */
function rewind({ track, bodies, row }: Reel, timeS: number): boolean {
    const found = track.find(timeS);
    if (!found) return false;
    const { before, after, share } = found;
    const gapS = after.timeS - before.timeS;
    let at = 0;
    for (const kinds of bodies) {
        blend(kinds, before.values, after.values, at, share, gapS, row);
        at += kinds.length;
    }
    return true;
}

/** A tape for frames of that many cars, wheels and bodies. */
function createReels(frame: Frame) {
    const counts = wheelCounts(frame);
    const kinds = counts.map(carKinds);
    const out = newFrame(counts, frame.bodies.length);
    const player = createReel(kinds.slice(0, 1), playerGapS, true);
    const others = createReel(
        [...kinds.slice(1), ...frame.bodies.map(() => bodyKinds)],
        othersGapS,
        false,
    );
    const packOthers = ({ cars, bodies }: Frame, row: Float64Array) => {
        let at = 0;
        for (let i = 1; i < cars.length; ++i) at = packCarFrame(cars[i]!, row, at);
        for (const body of bodies) at = packBody(body, row, at);
    };
    return {
        out,
        track: player.track,
        record(frame: Frame) {
            keep(player, frame.timeS, playerGapS, (row) => packCarFrame(frame.cars[0]!, row, 0));
            keep(others, frame.timeS, othersGapS, (row) => packOthers(frame, row));
        },
        show(timeS: number) {
            if (!rewind(player, timeS) || !rewind(others, timeS)) return;
            out.timeS = timeS;
            unpackCarFrame(out.cars[0]!, player.row, 0);
            let at = 0;
            for (let i = 1; i < out.cars.length; ++i)
                at = unpackCarFrame(out.cars[i]!, others.row, at);
            for (const body of out.bodies) at = unpackBody(body, others.row, at);
        },
    };
}

export function createTape(): Tape {
    let reels: ReturnType<typeof createReels> | null = null;
    const firstS = () => reels?.track.first?.timeS ?? 0;
    const lastS = () => reels?.track.last?.timeS ?? 0;
    return {
        get firstS() {
            return firstS();
        },
        get lastS() {
            return lastS();
        },
        record(frame) {
            if (!reels || !hasShape(frame, reels.out) || frame.timeS < lastS())
                reels = createReels(frame);
            reels.record(frame);
        },
        at(timeS) {
            if (!reels) return null;
            reels.show(Math.min(Math.max(timeS, firstS()), lastS()));
            return reels.out;
        },
        clear() {
            reels = null;
        },
    };
}
