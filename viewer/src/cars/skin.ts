/** The skin of a body, cut into its materials: glass, lamps, trim, and the paint that remains. */
import type { ModelInfo } from "kamm";
import { cut, type Where } from "./cut";
import { archPlaces, type Shape, type WheelPlace } from "./field";
import { extract, type Mesh } from "./mesh";
import { outline, smoothMax, type Corner } from "./outline";
import { materials, type Material, type Patch, type Profile } from "./profile";
import { surfaceNet } from "./surface_net";

export type Skin = Record<Material, Mesh>;

/** Room between tyre and arch. */
export const archRadius = (wheel: WheelPlace) => wheel.radiusM + 0.045;
/** How near to the middle of the car the arch reaches; below 0 for a wheel in the middle. */
export const archDepth = (wheel: WheelPlace) => Math.abs(wheel.y) - wheel.widthM / 2 - 0.1;

const cornerM = 0.05;
/** Windows end where the roof's edge has turned away by this much. */
const turnM = 0.014;
/** Farther from a region than a triangle is long: how far does not matter. */
const farM = 0.2;

const profileS = (shape: Shape, x: number) => (shape.noseM - x) / shape.stretch[0];
export const frameX = (shape: Shape, s: number) => shape.noseM - s * shape.stretch[0];

/** Windscreen or rear window: the slope of the greenhouse between a foot and a head. */
function slopeWindow(shape: Shape, edgeM: number, line: readonly [Corner, Corner]): Where {
    const [foot, head] = line;
    const length = Math.hypot(head[0] - foot[0], head[1] - foot[1]);
    const run = (head[0] - foot[0]) / length;
    const rise = (head[1] - foot[1]) / length;
    const ahead = run > 0 ? 1 : -1;
    const frameM = edgeM + turnM - Math.sqrt(4 * edgeM * turnM);
    return (x, y, z) => {
        const s = profileS(shape, x) - foot[0];
        const h = z / shape.stretch[2] - foot[1];
        const along = s * run + h * rise;
        const astern = ahead * (s * rise - h * run) - 0.25;
        if (astern > farM || along < -farM || along > length + farM) return farM;
        const ends = smoothMax(-along, along - length, cornerM);
        const frame = shape.cabinFlank(x, y, z) + frameM;
        return Math.max(smoothMax(ends, frame, cornerM), 0.02 - shape.lower(x, y, z), astern);
    };
}

/** How far a place is astern of a slanting line. */
function asternOf(line: readonly [Corner, Corner], s: number, h: number): number {
    const run = line[1][0] - line[0][0];
    const rise = line[1][1] - line[0][1];
    return ((s - line[0][0]) * rise - (h - line[0][1]) * run) / Math.hypot(run, rise);
}

function sideWindows(profile: Profile, shape: Shape): Where {
    const glass = profile.sideGlass!;
    const [from, to] = [glass.from[0][0], glass.to[0][0]];
    const lowest = Math.min(...glass.sillM) - farM;
    return (x, y, z) => {
        const s = profileS(shape, x);
        const h = z / shape.stretch[2];
        if (h < lowest || Math.abs(y) < 0.1) return farM;
        const t = (s - from) / (to - from);
        const sill = glass.sillM[0] + (glass.sillM[1] - glass.sillM[0]) * t;
        const frame = shape.cabinSide(x, y, z) + profile.frameM;
        const slants = Math.max(-asternOf(glass.from, s, h), asternOf(glass.to, s, h));
        const ends = Math.max(slants, h - (glass.topM ?? Infinity));
        let window = smoothMax(smoothMax(frame, sill - h, cornerM), ends, cornerM);
        for (const post of glass.posts)
            window = smoothMax(window, 0.035 - Math.abs(s - post), 0.03);
        return Math.max(window, 0.25 - Math.abs(y));
    };
}

function patchWhere(patch: Patch, shape: Shape, lengthM: number): Where {
    const distance = outline(patch.outline);
    const [ls, ws, hs] = shape.stretch;
    if (patch.view === "side") {
        const nearM = patch.depthM ?? 0.3;
        return (x, y, z) =>
            Math.max(distance(profileS(shape, x), z / hs), nearM - Math.abs(y) / ws);
    }
    const reach = patch.depthM ?? 0.6;
    const end = (x: number) =>
        patch.view === "front" ? profileS(shape, x) : lengthM / ls - profileS(shape, x);
    return (x, y, z) => {
        const beyond = end(x) - reach;
        return beyond > farM ? beyond : Math.max(distance(Math.abs(y) / ws, z / hs), beyond);
    };
}

/** Open to the outside; that of a wheel in the middle to below only. */
export function archWhere(wheel: WheelPlace, largerM: number): Where {
    const radius = archRadius(wheel) + largerM;
    const depth = archDepth(wheel);
    const beyond = (y: number) => depth + (wheel.side === 0 ? Math.abs(y) : -wheel.side * y);
    return (x, y, z) => Math.max(Math.hypot(x - wheel.x, z - wheel.z) - radius, beyond(y));
}

/** Where which material is, in the order of cutting: what comes first wins. */
function regions(profile: Profile, shape: Shape, info: ModelInfo, fine: boolean) {
    const slopes = [profile.windscreen, profile.rearWindow].filter((line) => line !== null);
    const list = slopes.map((line): [Material, Where] => [
        "glass",
        slopeWindow(shape, profile.roofEdgeM, line),
    ]);
    if (profile.sideGlass) list.push(["glass", sideWindows(profile, shape)]);
    for (const patch of profile.patches)
        if (fine || !patch.fine)
            list.push([patch.material, patchWhere(patch, shape, info.lengthM)]);
    const sill = profile.sillTrimM * shape.stretch[2];
    list.push(["trim", (_x, _y, z) => z - sill]);
    if (profile.softTop) list.push(["trim", (x, y, z) => 0.012 - shape.lower(x, y, z)]);
    if (profile.archTrimM > 0)
        for (const wheel of archPlaces(info))
            list.push(["trim", archWhere(wheel, profile.archTrimM)]);
    return list;
}

export function skinOf(profile: Profile, shape: Shape, info: ModelInfo, fine: boolean): Skin {
    const cellM = fine ? 0.011 * (info.lengthM + 0.4) : 0.023 * (info.lengthM + 0.4);
    const refine = fine ? 2 : 1;
    const mesh = surfaceNet(shape.body, shape.bounds, cellM);
    let rest: readonly number[] = mesh.indices;
    for (const wheel of archPlaces(info))
        rest = cut(mesh, rest, archWhere(wheel, 0), refine).outside;
    const parts = Object.fromEntries(materials.map((name) => [name, []])) as unknown as Parts;
    for (const [material, where] of regions(profile, shape, info, fine)) {
        const { inside, outside } = cut(mesh, rest, where, refine);
        parts[material].push(inside);
        rest = outside;
    }
    parts.paint.push(rest);
    const entries = materials.map((name) => [name, extract(mesh, parts[name].flat())] as const);
    return Object.fromEntries(entries) as Skin;
}

type Parts = Record<Material, (readonly number[])[]>;
