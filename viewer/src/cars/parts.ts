/** What is fastened to a body: arch liners, door lines, mirrors, number plates, loads. */
import {
    BoxGeometry,
    BufferGeometry,
    CylinderGeometry,
    Float32BufferAttribute,
    SphereGeometry,
} from "three";
import { archPlaces, enter, type Shape, type WheelPlace } from "./field";
import { roundedOutline, type Corner } from "./outline";
import type { Profile } from "./profile";
import { archDepth, archRadius, frameX } from "./skin";
import { coloured } from "./wheel_geometry";
import type { ModelInfo } from "kamm";

type Point = readonly [number, number, number];

/** A band between two lines of as many points. */
function band(first: readonly Point[], second: readonly Point[], colour: string): BufferGeometry {
    const geometry = new BufferGeometry();
    const index: number[] = [];
    for (let i = 0; i + 1 < first.length; ++i) {
        const [a, b, c, d] = [2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 3];
        index.push(a, b, c, b, d, c);
    }
    const places = first.flatMap((point, i) => [...point, ...second[i]!]);
    geometry.setAttribute("position", new Float32BufferAttribute(places, 3));
    geometry.setIndex(index);
    geometry.computeVertexNormals();
    return coloured(geometry, colour);
}

/** What of a shape there has to be for an arch. */
export type Outside = Pick<Shape, "body" | "bounds" | "bottomM">;

/** How far out the skin is at a place of the side view; null where there is none. */
function flankAt(shape: Outside, x: number, z: number): number | null {
    return enter(shape.body, [x, shape.bounds.to[1], z], 1, 0);
}

/** The inside of a wheel arch: a part of a drum from the skin inwards, and its wall. */
function archLiner(shape: Outside, wheel: WheelPlace): BufferGeometry[] {
    const { side } = wheel;
    const radius = archRadius(wheel);
    const depth = archDepth(wheel);
    const above = flankAt(shape, wheel.x, wheel.z + radius + 0.02) ?? 0;
    if (side === 0 || above < depth + 0.05) return []; // in the middle, or free below the body
    const outer: Point[] = [];
    const inner: Point[] = [];
    const centre: Point[] = [];
    const steps = 30;
    const end = Math.asin(Math.max((shape.bottomM + 0.004 - wheel.z) / radius, -0.9));
    for (let i = 0; i <= steps; ++i) {
        const angle = Math.PI - end + ((2 * end - Math.PI) * i) / steps;
        const [x, z] = [wheel.x + radius * Math.cos(angle), wheel.z + radius * Math.sin(angle)];
        const y = flankAt(shape, x, z) ?? depth;
        outer.push([x, side * (y + 0.002), z]); // a little proud, so that nothing shows between
        inner.push([x, side * depth, z]);
        centre.push([wheel.x, side * depth, wheel.z]);
    }
    const lip = outer.map(([x, y, z]): Point => {
        const [dx, dz] = [(x - wheel.x) / radius, (z - wheel.z) / radius];
        return [x - 0.012 * dx, y - side * 0.006, z - 0.012 * dz];
    });
    const black = "#08090a";
    return [band(outer, inner, black), band(inner, centre, black), band(outer, lip, "#111214")];
}

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
    return band(edges[0], edges[1], "#0b0c0d");
}

const proudM = 0.0025;

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

function skinLines(profile: Profile, shape: Shape): BufferGeometry[] {
    const lines = [1, -1].flatMap((side) => [
        ...profile.lines.map((line) => skinLine(line, onFlank(shape, side))),
        ...profile.tailLines.map((line) => skinLine(line, onTail(shape, side))),
    ]);
    return lines.filter((line) => line !== null);
}

function exhausts(profile: Profile, shape: Shape): BufferGeometry[] {
    return profile.exhausts.flatMap(([a, h]) =>
        [1, -1].flatMap((side) => {
            const [y, z] = [side * a * shape.stretch[1], h * shape.stretch[2]];
            // Where the bumper ends above it.
            const x = enter(shape.body, [shape.bounds.from[0], y, z + 0.08], 0, 0) ?? 0;
            return [pipe(0.036, 0.16, "#8b8f94"), pipe(0.029, 0.162, "#0a0a0b")].map((part) =>
                part.translate(x + 0.055, y, z),
            );
        }),
    );
}

const pipe = (radiusM: number, longM: number, colour: string) =>
    coloured(new CylinderGeometry(radiusM, radiusM, longM, 16).rotateZ(Math.PI / 2), colour);

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

/** Strokes of the letters KAMM in a field of 1 x 1 each. */
// prettier-ignore
const strokes: Readonly<Record<string, readonly (readonly [number, number, number, number])[]>> = {
    K: [[0.1, 0, 0.1, 1], [0.1, 0.42, 0.85, 1], [0.32, 0.6, 0.9, 0]],
    A: [[0.02, 0, 0.5, 1], [0.5, 1, 0.98, 0], [0.2, 0.34, 0.8, 0.34]],
    M: [[0.04, 0, 0.04, 1], [0.04, 1, 0.5, 0.3], [0.5, 0.3, 0.96, 1], [0.96, 1, 0.96, 0]],
};

/** A plate with the word on it, in the y-z plane, facing +x. */
function plate(): BufferGeometry[] {
    const [width, height] = [0.46, 0.105];
    const parts = [coloured(new BoxGeometry(0.008, width, height), "#eceff0")];
    [..."KAMM"].forEach((letter, i) => {
        for (const [fromA, fromB, toA, toB] of strokes[letter]!) {
            const [da, db] = [(toA - fromA) * 0.062, (toB - fromB) * 0.068];
            const bar = new BoxGeometry(0.002, Math.hypot(da, db) + 0.008, 0.009);
            bar.rotateX(Math.atan2(db, da));
            const a = -0.155 + i * 0.083 + ((fromA + toA) / 2) * 0.062;
            bar.translate(0.0055, a, -0.034 + ((fromB + toB) / 2) * 0.068);
            parts.push(coloured(bar, "#14161a"));
        }
    });
    return parts;
}

function plates(profile: Profile, shape: Shape): BufferGeometry[] {
    return [1, -1].flatMap((end, i) => {
        const z = profile.platesM[i]! * shape.stretch[2];
        const start = end > 0 ? shape.bounds.to[0] : shape.bounds.from[0];
        const find = (height: number) => enter(shape.body, [start, 0.12, height], 0, 0) ?? start;
        const lean = Math.atan2(find(z + 0.04) - find(z - 0.04), 0.08);
        const x = Math.max(...[-0.04, 0, 0.04].map((dz) => end * find(z + dz))) * end;
        return plate().map((part) => {
            if (end < 0) part.rotateZ(Math.PI);
            return part.rotateY(lean * 0.8).translate(x + end * 0.006, 0, z);
        });
    });
}

export interface MirrorParts {
    readonly housing: BufferGeometry[];
    readonly trim: BufferGeometry[];
}

function mirrors(profile: Profile, shape: Shape): MirrorParts {
    const parts: MirrorParts = { housing: [], trim: [] };
    const x = frameX(shape, profile.mirror[0]);
    const z = profile.mirror[1] * shape.stretch[2];
    const y = (flankAt(shape, x, z) ?? 0.7) + 0.11;
    for (const side of [1, -1]) {
        const shell = new SphereGeometry(1, 18, 12).scale(0.075, 0.105, 0.07);
        parts.housing.push(shell.translate(x, side * y, z + 0.045));
        const glass = new BoxGeometry(0.01, 0.15, 0.09).translate(x - 0.07, side * y, z + 0.045);
        const arm = new BoxGeometry(0.05, 0.16, 0.025).translate(x, side * (y - 0.08), z);
        parts.trim.push(coloured(glass, "#3a4048"), coloured(arm, "#151618"));
    }
    return parts;
}

function extras(profile: Profile, shape: Shape): BufferGeometry[] {
    const [ls, ws, hs] = shape.stretch;
    return (profile.boxes ?? []).map(({ centreM: c, halfM: h, colour }) =>
        coloured(
            new BoxGeometry(2 * h[0] * ls, 2 * h[1] * ws, 2 * h[2] * hs).translate(
                frameX(shape, c[0]),
                c[1] * ws,
                c[2] * hs,
            ),
            colour,
        ),
    );
}

export const archLiners = (shape: Outside, info: ModelInfo) =>
    archPlaces(info).flatMap((wheel) => archLiner(shape, wheel));

/** All of them; `housing` takes the paint. */
export function bodyParts(profile: Profile, shape: Shape, info: ModelInfo, fine: boolean) {
    const trim = archLiners(shape, info);
    const mirror = mirrors(profile, shape);
    trim.push(...mirror.trim, ...extras(profile, shape));
    if (fine) {
        trim.push(
            ...plates(profile, shape),
            ...skinLines(profile, shape),
            ...exhausts(profile, shape),
        );
    }
    return { housing: mirror.housing, trim };
}
