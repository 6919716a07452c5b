/**
 * What is painted on the roads: edges, dashes, kerbs, start lines, and the rubber on the racing
 * line.
 */
import type { Body, Start, World } from "kamm";
import { createPathLine, type PathLine } from "./path_line";
import {
    addBand,
    addDashes,
    addStripe,
    newRibbons,
    type Colour,
    type Edge,
    type Floor,
    type Ribbons,
} from "./ribbons";
import { dynamicBodies } from "../world_bodies";

const white: Colour = [0.82, 0.82, 0.79, 0.92];
const black: Colour = [0.02, 0.02, 0.02, 1];
const red: Colour = [0.56, 0.03, 0.025, 1];
const lineM = 0.12;
const kerbM = 0.95;
const kerbBlockM = 1.2;
const tightestStraight = 1 / 110; // bends that are tighter have kerbs

type Ways = readonly { readonly name: string; readonly widthM: number; readonly line: PathLine }[];

export function paintMarkings(world: World, floor: Floor): Ribbons {
    const ribbons = newRibbons();
    const ways = world.paths.map((path) => ({ ...path, line: createPathLine(path) }));
    addRubber(ribbons, floor, ways);
    for (const { name, widthM, line } of ways) {
        if (isCircuit(name)) paintCircuit(ribbons, floor, line, widthM);
        else if (line.closed) addStripe(ribbons, floor, line, [0, line.lengthM], 0, 0.2, white);
        else if (widthM > 3) paintLane(ribbons, floor, line, widthM);
    }
    paintStarts(ribbons, floor, world.starts, ways);
    joinCones(ribbons, floor, dynamicBodies(world));
    return ribbons;
}

const isCircuit = (name: string) => name === "circuit";

function paintLane(ribbons: Ribbons, floor: Floor, line: PathLine, widthM: number) {
    for (const side of [-1, 1]) {
        const leftM = side * (widthM / 2 - 0.25);
        addStripe(ribbons, floor, line, [0, line.lengthM], leftM, lineM, white);
    }
    if (widthM >= 10 && widthM < 30) addDashes(ribbons, floor, line, 0, lineM, white);
}

function paintCircuit(ribbons: Ribbons, floor: Floor, line: PathLine, widthM: number) {
    for (const [from, to, side] of kerbs(line))
        addKerb(ribbons, floor, line, from, to, side * (widthM / 2 + kerbM / 2 + 0.05));
    for (const side of [-1, 1])
        addStripe(ribbons, floor, line, [0, line.lengthM], side * (widthM / 2 - 0.05), 0.15, white);
}

/** From, to, and the side (1: left): inside of each bend, and outside of where it ends. */
function kerbs(line: PathLine): [number, number, number][] {
    const result: [number, number, number][] = [];
    let from = -1;
    let side = 0;
    for (let station = 0; station <= line.lengthM; station += 2) {
        const curvature = line.curvatureAt(station, 6);
        const bends = Math.abs(curvature) > tightestStraight ? Math.sign(curvature) : 0;
        if (bends === side) continue;
        if (side !== 0)
            result.push([from - 5, station + 5, side], [station - 12, station + 22, -side]);
        from = station;
        side = bends;
    }
    return result;
}

function addKerb(
    ribbons: Ribbons,
    floor: Floor,
    line: PathLine,
    from: number,
    to: number,
    leftM: number,
) {
    const everywhere = { ...floor, isPaved: () => true };
    const blocks = Math.round((to - from) / kerbBlockM);
    for (let i = 0; i < blocks; ++i) {
        const reach = [from + i * kerbBlockM, from + (i + 1) * kerbBlockM] as const;
        addStripe(ribbons, everywhere, line, reach, leftM, kerbM, i % 2 ? white : red);
    }
}

/** Dark where many tyres have run: along the lanes, and on the circuit from bend to bend. */
function addRubber(ribbons: Ribbons, floor: Floor, ways: Ways) {
    for (const { name, line, widthM } of ways) {
        if (!isCircuit(name) && (line.closed || widthM > 16)) continue;
        const track = isCircuit(name) ? 1.25 : 0.8;
        const strength = isCircuit(name) ? 0.34 : 0.2;
        addBand(ribbons, floor, line, 0, line.lengthM, 4, (station) =>
            rubberAcross(isCircuit(name) ? racingLineM(line, station) : 0, track, strength),
        );
    }
}

/** Two tracks that run into each other. */
function rubberAcross(middleM: number, trackM: number, strength: number): Edge[] {
    const at = (leftM: number, part: number): Edge => ({
        leftM: middleM + leftM * trackM,
        colour: [0.012, 0.012, 0.014, part * strength],
    });
    return [at(-2, 0), at(-1, 1), at(-0.35, 0.6), at(0.35, 0.6), at(1, 1), at(2, 0)];
}

/** How far left of the road's middle a fast car is: inside of bends, wide before and after. */
function racingLineM(line: PathLine, station: number): number {
    const here = line.curvatureAt(station, 12);
    const around = line.curvatureAt(station, 55);
    return 3.1 * Math.tanh(110 * (1.6 * here - 0.9 * around));
}

function paintStarts(ribbons: Ribbons, floor: Floor, starts: readonly Start[], ways: Ways) {
    for (const start of starts) {
        const way = ways.find(({ name }) => name === start.name);
        if (!way) continue;
        const from = 3.5; // before the bumper
        const line = straightFrom(start, 2 * from);
        const half = Math.min(way.widthM, 12) / 2 - 0.25;
        if (isCircuit(way.name)) addChequers(ribbons, floor, line, from, half);
        else addStripe(ribbons, floor, line, [from, from + 0.3], 0, 2 * half, white);
    }
}

export function straightFrom(start: Start, lengthM: number): PathLine {
    const [x, y] = [Math.cos(start.yawRad), Math.sin(start.yawRad)];
    const points = Float64Array.of(start.x, start.y, start.x + lengthM * x, start.y + lengthM * y);
    return createPathLine({ points, closed: false });
}

function addChequers(ribbons: Ribbons, floor: Floor, line: PathLine, from: number, half: number) {
    const columns = 20;
    const size = (2 * half) / columns;
    for (let i = 0; i < columns; ++i)
        for (let j = 0; j < 3; ++j) {
            const reach = [from + j * size, from + (j + 1) * size] as const;
            const colour = (i + j) % 2 ? white : black;
            addStripe(ribbons, floor, line, reach, (i + 0.5) * size - half, size, colour);
        }
}

/** A line along each row of cones that stand as close as those of a lane. */
function joinCones(ribbons: Ribbons, floor: Floor, bodies: readonly Body[]) {
    const light = bodies.filter((body) => body.massKg < 10);
    const far = 3.4;
    for (const a of light)
        for (const b of light) {
            const [dx, dy] = [b.position[0]! - a.position[0]!, b.position[1]! - a.position[1]!];
            if (dx <= 0 || dx > far || Math.abs(dy) > 0.02) continue;
            const points = Float64Array.of(
                a.position[0]!,
                a.position[1]!,
                b.position[0]!,
                b.position[1]!,
            );
            const line = createPathLine({ points, closed: false });
            addStripe(ribbons, floor, line, [0, line.lengthM], 0, lineM, white);
        }
}
