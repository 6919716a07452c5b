/** Painted bands on the ground: strips of quads that follow lines just above it. */
import type { LinePoint, PathLine } from "./path_line";

/** What ribbons lie on. */
export interface Floor {
    heightAt(x: number, y: number): number;
    /** Does paint hold there? */
    isPaved(x: number, y: number): boolean;
}

export type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Quads as a mesh's arrays: x, y, z and red, green, blue, alpha of each corner. */
export interface Ribbons {
    readonly positions: number[];
    readonly colours: number[];
    readonly triangles: number[];
}

/** Above the ground: more than a mesh's triangles differ from it, less than one sees. */
const liftM = 0.018;

export const newRibbons = (): Ribbons => ({ positions: [], colours: [], triangles: [] });

/** One point across a band: how far left of the line it is, and its colour. */
export interface Edge {
    readonly leftM: number;
    readonly colour: Colour;
}

/**
 * A band with edges from right to left, from one station to another, in steps of at most `stepM`.
 */
export function addBand(
    ribbons: Ribbons,
    floor: Floor,
    line: PathLine,
    fromM: number,
    toM: number,
    stepM: number,
    edges: (stationM: number) => readonly Edge[],
) {
    const steps = Math.max(1, Math.ceil((toM - fromM) / stepM - 1e-6));
    let before = -1;
    for (let i = 0; i <= steps; ++i) {
        const station = fromM + ((toM - fromM) * i) / steps;
        const point = line.at(station);
        const across = edges(station);
        const middle = 0.5 * (across[0]!.leftM + across[across.length - 1]!.leftM);
        if (!floor.isPaved(...beside(point, middle))) {
            before = -1;
            continue;
        }
        const row = addRow(ribbons, floor, point, across);
        if (before >= 0) join(ribbons, before, row, across.length);
        before = row;
    }
}

/** A band of one colour. */
export function addStripe(
    ribbons: Ribbons,
    floor: Floor,
    line: PathLine,
    [fromM, toM]: readonly [number, number],
    leftM: number,
    widthM: number,
    colour: Colour,
) {
    const edges = [
        { leftM: leftM - widthM / 2, colour },
        { leftM: leftM + widthM / 2, colour },
    ];
    addBand(ribbons, floor, line, fromM, toM, 2, () => edges);
}

/** Stripes with gaps between. */
export function addDashes(
    ribbons: Ribbons,
    floor: Floor,
    line: PathLine,
    leftM: number,
    widthM: number,
    colour: Colour,
    [dashM, gapM]: readonly [number, number] = [3, 6],
) {
    for (let from = 0; from + dashM <= line.lengthM; from += dashM + gapM)
        addStripe(ribbons, floor, line, [from, from + dashM], leftM, widthM, colour);
}

const beside = (point: LinePoint, leftM: number): [number, number] => [
    point.x - leftM * point.dy,
    point.y + leftM * point.dx,
];

function addRow(ribbons: Ribbons, floor: Floor, point: LinePoint, across: readonly Edge[]): number {
    const first = ribbons.positions.length / 3;
    for (const { leftM, colour } of across) {
        const [x, y] = beside(point, leftM);
        ribbons.positions.push(x, y, floor.heightAt(x, y) + liftM);
        ribbons.colours.push(...colour);
    }
    return first;
}

function join(ribbons: Ribbons, before: number, row: number, count: number) {
    for (let k = 0; k + 1 < count; ++k)
        ribbons.triangles.push(
            before + k,
            row + k,
            before + k + 1,
            before + k + 1,
            row + k,
            row + k + 1,
        );
}
