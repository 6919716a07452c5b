/** The skin of a body, cut into its materials: glass, lamps, trim, and the paint that remains. */
import type { ModelInfo } from "kamm";
import type { Slices } from "../slices";
import { cut, densify, parted, type Parted, type Room, trianglesOf, uncut, type Where } from "./cut";
import { archPlaces, enter, gradient, type Shape, type WheelPlace } from "./field";
import { extract, type Mesh, vertexBetween } from "./mesh";
import { outline, smoothMax, type Corner } from "./outline";
import { materials, type Material, type Patch, type Profile } from "./profile";
import { surfaceNet } from "./surface_net";

export type Skin = Record<Material, Mesh>;

/** Room between tyre and arch. */
export const archRadius = (wheel: WheelPlace) => wheel.radiusM + 0.045;
/** How near to the middle of the car the arch reaches; below 0 for a wheel in the middle. */
export const archDepth = (wheel: WheelPlace) => Math.abs(wheel.y) - wheel.widthM / 2 - 0.1;

/** Cells as shares of a car's length. */
const fineCell = 0.0105;
const plainCell = 0.023;
/** Edges along borders are no longer than about this. */
export const fineBorderM = 0.03;

const cornerM = 0.05;
/** Windows end where the roof's edge has turned away by this much. */
const turnM = 0.014;
/** Farther from a region than a triangle is long: how far does not matter. */
const farM = 0.2;

export const profileS = (shape: Shape, x: number) => (shape.noseM - x) / shape.stretch[0];
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

/** The part that is thrown away. */
const nothing = -1;

/** Half a skin, cut into these parts, the arches left open; what is left is paint. `rooms`: where a net of long edges needs shorter ones. */
export function* cutSkin(
    net: Mesh,
    arches: readonly WheelPlace[],
    crease: (target: Parted) => Slices,
    regions: readonly (readonly [Material, Where])[],
    finestM: number,
    rooms: readonly (readonly [Room, number])[] = [],
): Slices<Skin> {
    const target = parted(net);
    for (const [room, longestM] of rooms) yield* densify(target, room, longestM);
    for (const wheel of arches) {
        if (wheel.side >= 0) yield* cut(target, nothing, archWhere(wheel, 0), finestM);
        yield;
    }
    for (const [material, where] of regions) {
        yield* cut(target, 1 + materials.indexOf(material), where, finestM);
        yield;
    }
    yield* crease(target);
    const partOf = (material: Material) => (material === "paint" ? uncut : 1 + materials.indexOf(material));
    const skin: Partial<Skin> = {};
    for (const name of materials) {
        yield;
        skin[name] = extract(net, trianglesOf(target, partOf(name)));
    }
    return skin as Skin;
}

/** So far from the crease the skin's direction is that of one side of it alone. */
const besideM = 0.016;
/** The hollow below it is put on the field again down to here: it is narrower than cells are. */
const hollowM = 0.11;
const onCreaseM = 0.0007;

/** Edges along the crease, and at their ends a vertex for either side of it. */
function* crease(target: Parted, shape: Shape, finestM: number): Slices {
    const above: Where = (x, y, z) => (y > 0.3 ? shape.aboveCrease(x, z) : farM);
    yield* cut(target, uncut, above, finestM);
    const { mesh, indices } = target;
    const { positions: p, normals: n } = mesh;
    const lower = new Map<number, number>();
    const normal = [0, 0, 0];
    const direct = (v: number, upM: number) => {
        gradient(shape.body, p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]! + upM, besideM - 0.004, normal);
        for (let k = 0; k < 3; ++k) n[3 * v + k] = normal[k]!;
    };
    for (let v = 0, count = p.length / 3; v < count; ++v) {
        if (v % 1500 === 0) yield;
        const [x, y, z] = [p[3 * v]!, p[3 * v + 1]!, p[3 * v + 2]!];
        const heightM = above(x, y, z);
        if (heightM < -hollowM || heightM > 2 * besideM || n[3 * v + 1]! < 0.6) continue;
        p[3 * v + 1] = enter(shape.body, [x, y + 0.02, z], 1, y - 0.03) ?? y;
        if (Math.abs(heightM) < onCreaseM) {
            const copy = vertexBetween(mesh, v, v, 0);
            lower.set(v, copy);
            direct(copy, -besideM);
            direct(v, besideM);
        } else direct(v, Math.sign(heightM) * Math.max(0, besideM - Math.abs(heightM)));
    }
    for (let i = 0; i < indices.length; i += 3) {
        const corners = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
        const sum = corners.reduce((all, v) => all + shape.aboveCrease(p[3 * v]!, p[3 * v + 2]!), 0);
        if (sum < 0) corners.forEach((v, k) => (indices[i + k] = lower.get(v) ?? v));
    }
}

/** The left half. */
export function* skinOf(profile: Profile, shape: Shape, info: ModelInfo, fine: boolean): Slices<Skin> {
    const share = fine ? fineCell : plainCell;
    const net = yield* surfaceNet(shape.body, shape.bounds, share * (info.lengthM + 0.4));
    const finestM = fine ? fineBorderM : 0.55 * share * (info.lengthM + 0.4);
    function* addCrease(target: Parted) {
        if (fine) yield* crease(target, shape, 1.5 * finestM);
    }
    return yield* cutSkin(net, archPlaces(info), addCrease, regions(profile, shape, info, fine), finestM);
}
