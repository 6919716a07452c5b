/** Panels of a body: the gaps of doors, lids and bumpers; handles, and the filler cap. */
import type { BufferGeometry } from "three";
import type { ModelInfo } from "kamm";
import type { Slices } from "../slices";
import { pillow } from "./driver";
import { archPlaces, enter, type Shape, type WheelPlace } from "./field";
import { bothSides } from "./geometry";
import { band, flankAt, type Point } from "./on_skin";
import { type Corner, roundedOutline } from "./outline";
import type { Profile } from "./profile";
import { archRadius, frameX, profileS } from "./skin";

type Line = readonly Corner[];

/** Puts a point of a drawn line onto the skin, a little proud; null beside the car. */
type Project = (a: number, b: number) => Point | null;

/** A thin dark line along an outline of the drawing. */
function skinLine(line: readonly Corner[], project: Project): BufferGeometry | null {
    const halfM = 0.0035;
    const points = openLine(line);
    const edges: [Point[], Point[]] = [[], []];
    for (let i = 0; i < points.length; ++i) {
        const before = points[Math.max(i - 1, 0)]!;
        const after = points[Math.min(i + 1, points.length - 1)]!;
        const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
        const across = [-(after[1] - before[1]) / length, (after[0] - before[0]) / length] as const;
        for (const k of [0, 1] as const) {
            const by = (k ? 1 : -1) * halfM;
            const place = project(points[i]![0] + across[0] * by, points[i]![1] + across[1] * by);
            if (!place) return null;
            edges[k].push(place);
        }
    }
    return band(edges, "#0b0c0d");
}

const proudM = 0.005;

const onFlank =
    (shape: Shape, side: number): Project =>
    (s, h) => {
        const [x, z] = [frameX(shape, s), h * shape.stretch[2]];
        const y = flankAt(shape, x, z);
        return y === null ? null : [x, side * (y + proudM), z];
    };

const onTail =
    (shape: Shape, side: number): Project =>
    (a, h) => {
        const [y, z] = [a * shape.stretch[1], h * shape.stretch[2]];
        const x = enter(shape.body, [shape.bounds.from[0], y, z], 0, 0);
        return x === null ? null : [x - proudM, side * y, z];
    };

/** An open line through rounded corners, in steps short enough to follow a flank. */
function openLine(line: readonly Corner[]): [number, number][] {
    const ends = [line[0]!, line[line.length - 1]!].map(([a, b]): Corner => [a, b, 0]);
    const rounded = roundedOutline([ends[0]!, ...line.slice(1, -1), ends[1]!]);
    const points: [number, number][] = [];
    rounded.forEach((point, i) => {
        const next = rounded[i + 1];
        points.push(point);
        if (!next) return;
        const pieces = Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / 0.06);
        for (let k = 1; k < pieces; ++k)
            points.push([
                point[0] + ((next[0] - point[0]) * k) / pieces,
                point[1] + ((next[1] - point[1]) * k) / pieces,
            ]);
    });
    return points;
}

const onTop =
    (shape: Shape): Project =>
    (s, a) => {
        const [x, y] = [frameX(shape, s), a * shape.stretch[1]];
        const z = enter(shape.body, [x, y, shape.bounds.to[2]], 2, 0);
        return z === null ? null : [x, y, z + proudM];
    };

/** Half the width at a place behind the nose, in the profile's metres. */
function halfAt(profile: Profile, shape: Shape, s: number): number {
    return (flankAt(shape, frameX(shape, s), profile.widestM * shape.stretch[2]) ?? 0) / shape.stretch[1];
}

/** Where the top has become flatter than 1 in 1, from an end inwards. */
function lidEdge(shape: Shape, from: number, direction: 1 | -1): number {
    const step = 0.04 * direction;
    const height = (s: number) => onTop(shape)(s, 0.2)?.[2] ?? 0;
    let s = from + step;
    for (let i = 0; i < 20 && height(s + step) - height(s) > 0.03; ++i) s += step;
    return s;
}

/** So far along the car only lamps reach that lie on its top. */
const onTopM = 0.7;

/** How near to the middle these come. */
const lampsOnTop = ({ patches }: Profile) =>
    Math.min(
        ...patches
            .filter(({ material, depthM }) => material === "lamp" && depthM! > onTopM)
            .flatMap(({ outline }) => outline.map(([y]) => y)),
    );

/** Vans have no bonnet that is long enough. */
function bonnet(profile: Profile, shape: Shape): Line[] {
    const cowl = profile.windscreen[0][0] - 0.03;
    if (profile.kind === "van") return [];
    const front = lidEdge(shape, 0, 1) + 0.02;
    const clearOf = lampsOnTop(profile) - 0.03;
    const near = Math.min(0.8 * halfAt(profile, shape, front + 0.3), clearOf);
    const far = Math.min(0.82 * halfAt(profile, shape, cowl), clearOf);
    const bow = profile.noseBowM * 0.4;
    return [
        [[front, 0], [front + 0.2 * bow, 0.6 * near], [front + bow + 0.06, near, 0.14], [cowl, far]],
    ];
}

/** Returns the lines of the boot lid of cars with a deck behind the rear window. */
function bootLid(profile: Profile, shape: Shape, lengthM: number): Line[] {
    const foot = profile.rearWindow?.[0][0];
    const end = lengthM / shape.stretch[0];
    if (foot === undefined || end - foot < 0.5 || profile.kind === "pickup") return [];
    const tail = lidEdge(shape, end, -1) - 0.03;
    const half = 0.72 * halfAt(profile, shape, end - 0.3);
    return [[[foot + 0.07, 0], [foot + 0.07, half, 0.06], [tail, half * 0.94]]];
}

/** Edges of an arch at a height, ahead and astern, behind the nose. */
function archSides(profile: Profile, shape: Shape, wheel: WheelPlace, z: number): [number, number] {
    const rimM = Math.max(0.034, profile.archTrimM);
    const half = Math.sqrt(Math.max(0, (archRadius(wheel) + rimM) ** 2 - (z - wheel.z) ** 2));
    return [profileS(shape, wheel.x + half), profileS(shape, wheel.x - half)];
}

/** Lowest point of the patches of a material. */
function lowest(profile: Profile, material: string): number {
    const own = profile.patches.filter((patch) => patch.material === material);
    return Math.min(...own.flatMap(({ outline }) => outline.map((corner) => corner[1])));
}

/** Bumpers from the arches to the lamps, if they are no plastic ones; the sills between the arches. */
function flankLines(profile: Profile, shape: Shape, info: ModelInfo): Line[] {
    const arches = archPlaces(info).filter(({ side }) => side > 0);
    const [front, rear] = [arches[0], arches.at(-1)];
    if (!front || !rear || arches.length < 2) return [];
    const hs = shape.stretch[2];
    const end = info.lengthM / shape.stretch[0];
    const sill = Math.max(...profile.lines.map((line) => line[0]![1]).filter((z) => z < profile.widestM - 0.1), profile.sillTrimM + 0.03);
    const lines: Line[] = [
        [[archSides(profile, shape, front, sill * hs)[1], sill], [archSides(profile, shape, rear, sill * hs)[0], sill]],
    ];
    if (profile.patches.some(({ material, outline }) => material === "trim" && outline.some(([a]) => a === 1))) return lines;
    const [low, lowRear] = [lowest(profile, "lamp") - 0.015, lowest(profile, "tail") - 0.015];
    lines.push(
        [[0.12 + 0.5 * profile.noseBowM, low], [archSides(profile, shape, front, low * hs)[0], low]],
        [[archSides(profile, shape, rear, lowRear * hs)[1], lowRear], [end - 0.1 - 0.5 * profile.tailBowM, lowRear]],
    );
    return lines;
}

/** Returns the places of the door handles, ahead of the lines at the doors' rear edges. */
function handlePlaces(profile: Profile): readonly Corner[] {
    if (profile.handles) return profile.handles;
    const z = profile.waistM - 0.1;
    return profile.lines.slice(1).flatMap((line): Corner[] => {
        const points = openLine(line);
        const near = points.reduce((best, next) => (Math.abs(next[1] - z) < Math.abs(best[1] - z) ? next : best));
        return Math.abs(near[1] - z) < 0.08 ? [[near[0] - 0.16, z]] : [];
    });
}

function handles(profile: Profile, shape: Shape) {
    const painted: BufferGeometry[] = [];
    const cups: BufferGeometry[] = [];
    for (const [s, h] of handlePlaces(profile)) {
        const [x, z] = [frameX(shape, s), h * shape.stretch[2]];
        const y = flankAt(shape, x, z);
        if (y === null) continue;
        painted.push(pillow([0.2, 0.026, 0.026], dark).translate(x, y + 0.022, z));
        cups.push(pillow([0.12, 0.012, 0.062], dark).translate(x, y, z - 0.004));
    }
    return { painted: bothSides(painted), cups: bothSides(cups) };
}

const dark = "#0b0c0d";

/** Returns the filler cap, on the right behind the middle of the rear wheel. */
function fillerCap(profile: Profile, shape: Shape, info: ModelInfo): BufferGeometry[] {
    const s = profileS(shape, info.wheelPositionM.at(-1)![0]) + 0.1;
    const z = profile.waistM - 0.15;
    const [half, r] = [0.085, 0.03];
    const corners = [[s - half, z - half, r], [s + half, z - half, r], [s + half, z + half, r], [s - half, z + half, r]] as const;
    const line: Line = [[s, z - half], ...corners.slice(1), corners[0], [s, z - half]];
    return [skinLine(line, onFlank(shape, -1))].filter((made) => made !== null);
}

export interface PartsOf {
    /** Parts in the colour of the paint. */
    readonly painted: BufferGeometry[];
    readonly trim: BufferGeometry[];
}

export function* panelParts(profile: Profile, shape: Shape, info: ModelInfo): Slices<PartsOf> {
    const left: BufferGeometry[] = [];
    const drawn: [readonly Line[], Project][] = [
        [[...profile.lines, ...flankLines(profile, shape, info)], onFlank(shape, 1)],
        [profile.tailLines, onTail(shape, 1)],
        [[...bonnet(profile, shape), ...bootLid(profile, shape, info.lengthM)], onTop(shape)],
    ];
    for (const [lines, project] of drawn)
        for (const line of lines) {
            const made = skinLine(line, project);
            if (made) left.push(made);
            yield;
        }
    const { painted, cups } = handles(profile, shape);
    return { painted, trim: [...bothSides(left), ...fillerCap(profile, shape, info), ...cups] };
}
