/** Attached parts of a body: arch liners, door lines, mirrors, number plates, loads. */
import {
    BoxGeometry,
    type BufferGeometry,
    CylinderGeometry,
    SphereGeometry,
} from "three";
import { strip, sunk, walls } from "./border";
import { cut, parted, uncut } from "./cut";
import { archPlaces, enter, type Shape, type WheelPlace } from "./field";
import { bothSides, whole } from "./geometry";
import { extract, type Mesh } from "./mesh";
import { type Outside, type Point, band, flankAt } from "./on_skin";
import { panelParts, type PartsOf } from "./panels";
import type { Profile } from "./profile";
import { archDepth, archRadius, frameX } from "./skin";
import { coloured } from "./wheel_geometry";
import type { ModelInfo } from "kamm";
import type { Slices } from "../slices";

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
    const black = "#08090a";
    return [band([outer, inner, centre], black)];
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

/** Foot of the left door mirror, beside the skin. */
export function mirrorFoot(profile: Profile, shape: Shape): Point {
    const x = frameX(shape, profile.mirror[0]);
    const z = profile.mirror[1] * shape.stretch[2];
    return [x, (flankAt(shape, x, z) ?? 0.7) + 0.11, z];
}

function mirrors(profile: Profile, shape: Shape): MirrorParts {
    const parts: MirrorParts = { housing: [], trim: [] };
    const [x, y, z] = mirrorFoot(profile, shape);
    for (const side of [1, -1]) {
        const shell = new SphereGeometry(1, 18, 12).scale(0.075, 0.105, 0.07);
        parts.housing.push(shell.translate(x, side * y, z + 0.045));
        const glass = new BoxGeometry(0.01, 0.15, 0.09).translate(x - 0.07, side * y, z + 0.045);
        const arm = new BoxGeometry(0.05, 0.16, 0.025).translate(x, side * (y - 0.08), z);
        parts.trim.push(coloured(glass, "#3a4048"), coloured(arm, "#151618"));
    }
    return parts;
}

/** What stands on the body. */
function extras(profile: Profile, shape: Shape): PartsOf {
    const [ls, ws, hs] = shape.stretch;
    const made: PartsOf = { painted: [], trim: [] };
    for (const { centreM: c, halfM: h, colour, isRound } of profile.boxes ?? []) {
        const part = isRound ? new CylinderGeometry(1, 1, 2, 32).rotateZ(Math.PI / 2) : new BoxGeometry(2, 2, 2);
        part.scale(h[0] * ls, h[1] * ws, h[2] * hs).translate(frameX(shape, c[0]), c[1] * ws, c[2] * hs);
        if (colour) made.trim.push(coloured(part, colour));
        else made.painted.push(part);
    }
    return made;
}

/** Profile of a lip across the rim of an arch: distance from the wheel's centre, and height above the skin. */
const lipProfile = [[0.034, 0.0005], [0.026, 0.005], [0.004, 0.011], [-0.007, 0.008], [-0.007, -0.02]] as const;

/** A rolled edge around an arch. */
function archLip(shape: Outside, wheel: WheelPlace): BufferGeometry[] {
    const radius = archRadius(wheel);
    if (wheel.side <= 0 || (flankAt(shape, wheel.x, wheel.z + radius + 0.02) ?? 0) < archDepth(wheel) + 0.05) return [];
    const end = Math.asin(Math.max((shape.bottomM + 0.03 - wheel.z) / radius, -0.9));
    const steps = 40;
    const rings = lipProfile.map(([beyondM, proudM]) =>
        Array.from({ length: steps + 1 }, (_, i): Point => {
            const angle = Math.PI - end + ((2 * end - Math.PI) * i) / steps;
            const at = (r: number) => [wheel.x + r * Math.cos(angle), wheel.z + r * Math.sin(angle)] as const;
            const [[x, z], [overX, overZ]] = [at(radius + beyondM), at(Math.max(radius + beyondM, radius + 0.001))];
            return [x, (flankAt(shape, overX, overZ) ?? archDepth(wheel)) + proudM, z];
        }),
    );
    return bothSides([band(rings.reverse(), "#131416")]);
}

export const archLips = (shape: Outside, info: ModelInfo) =>
    archPlaces(info).flatMap((wheel) => archLip(shape, wheel));

/** Level bars before a hollow. */
export function* grilleParts(grille: Mesh): Slices<BufferGeometry[]> {
    if (grille.indices.length === 0) return [];
    const target = parted(grille);
    const heights = grille.positions.filter((_, i) => i % 3 === 2);
    const [low, high] = [Math.min(...heights) + 0.03, Math.max(...heights)];
    for (let z = low; z < high; z += barPitchM)
        for (const edge of [z, z + barM]) yield* cut(target, uncut, (_x, _y, at) => at - edge, Infinity);
    const isBar = (...corners: number[]) => {
        const z = corners.reduce((sum, v) => sum + grille.positions[3 * v + 2]! / 3, 0) - low;
        return z > 0 && z % barPitchM < barM;
    };
    const { indices } = target;
    const ofBars = indices.filter((_, i) => {
        const first = i - (i % 3);
        return isBar(indices[first]!, indices[first + 1]!, indices[first + 2]!);
    });
    const bars = extract(grille, ofBars);
    yield;
    const hollow = [coloured(whole(sunk(grille, 0.045)), "#030304"), coloured(whole(walls(grille, 0, 0.045)), "#0c0d0e")];
    yield;
    return [
        ...hollow,
        coloured(whole(sunk(bars, 0.007)), "#3c4043"),
        coloured(whole(walls(bars, 0.007, 0.022)), "#191b1c"),
    ];
}

const barPitchM = 0.04;
const barM = 0.012;

/** Around windows: rubber a little proud of the skin, and the edge of the body that is seen through the glass. */
export function seals(glass: Mesh): BufferGeometry[] {
    if (glass.indices.length === 0) return [];
    const rubber = strip(glass, [[-0.003, 0.002], [0.004, 0.006], [0.011, 0]]);
    return [coloured(whole(rubber), "#0c0d0e"), coloured(whole(walls(glass, 0, 0.03)), "#17181a")];
}

/** Returns the place at the head of the rear window; null without one. */
export function highBrakePlace(profile: Profile, shape: Shape): Point | null {
    if (!profile.rearWindow) return null;
    const z = profile.rearWindow[1][1] * shape.stretch[2] - 0.05;
    const x = enter(shape.body, [shape.bounds.from[0], 0, z], 0, 0);
    return x === null ? null : [x - 0.002, 0, z];
}

export const archLiners = (shape: Outside, info: ModelInfo) =>
    archPlaces(info).flatMap((wheel) => archLiner(shape, wheel));

/** All of them; `painted` takes the paint. */
export function* bodyParts(profile: Profile, shape: Shape, info: ModelInfo, fine: boolean): Slices<PartsOf> {
    const mirror = mirrors(profile, shape);
    const extra = extras(profile, shape);
    const trim = [...archLiners(shape, info), ...mirror.trim, ...extra.trim];
    const painted = [...mirror.housing, ...extra.painted];
    if (!fine) return { painted, trim };
    yield;
    const panels = yield* panelParts(profile, shape, info);
    painted.push(...panels.painted);
    (profile.archTrimM > 0 ? trim : painted).push(...archLips(shape, info));
    yield;
    trim.push(...plates(profile, shape), ...panels.trim, ...exhausts(profile, shape));
    return { painted, trim };
}
