/**
 * The body as a field: below 0 inside, 0 on the skin, about the distance outside. It is where the
 * side view, the view from above and the flanks agree, with their edges rounded. Coordinates are
 * the vehicle frame's.
 */
import type { ModelInfo, WheelSide } from "kamm";
import {
    clamp,
    outline,
    roundedOutline,
    smoothMax,
    smoothMin,
    smoothStep,
    type Corner,
} from "./outline";
import type { Profile } from "./profile";

export type Field = (x: number, y: number, z: number) => number;

export interface Shape {
    /** The skin, and its two bodies alone. */
    readonly body: Field;
    readonly lower: Field;
    readonly cabin: Field;
    /** The greenhouse as seen from the side: how far from its outline. */
    readonly cabinSide: Field;
    /** How far it is from its flank. */
    readonly cabinFlank: Field;
    /** The height above the crease along the flank. */
    readonly aboveCrease: (x: number, z: number) => number;
    /**
     * The frame's x of a place behind the nose, and the stretch from the profile's metres to the
     * car's.
     */
    readonly noseM: number;
    readonly stretch: readonly [number, number, number];
    /** Height of its floor. */
    readonly bottomM: number;
    /** Room that the body takes: x from, to; half width; z from, to. */
    readonly bounds: { from: [number, number, number]; to: [number, number, number] };
}

export interface WheelPlace {
    readonly axle: number;
    readonly side: WheelSide;
    readonly x: number;
    readonly y: number;
    readonly z: number;
    readonly radiusM: number;
    readonly widthM: number;
    readonly rimRadiusM: number;
    /** Drawn so much lower than the model has it, as it is smaller and stands on the same ground. */
    readonly lowerM?: number;
}

export function wheelPlaces(info: ModelInfo): WheelPlace[] {
    return info.wheelPositionM.slice(0, info.wheelCount).map((place, i) => ({
        axle: info.wheelAxle[i]!,
        side: info.wheelSide[i]!,
        x: place[0],
        y: place[1],
        z: place[2],
        radiusM: info.wheelRadiusM[i]!,
        widthM: info.wheelWidthM[i]!,
        rimRadiusM: info.rimRadiusM[i]!,
    }));
}

/** The arches: one for all wheels of a side of an axle, as if they were a single wide one. */
export function archPlaces(info: ModelInfo): WheelPlace[] {
    const arches: WheelPlace[] = [];
    for (const wheel of wheelPlaces(info)) {
        const at = arches.findIndex(({ axle, side }) => axle === wheel.axle && side === wheel.side);
        if (at < 0) arches.push(wheel);
        else arches[at] = together(arches[at]!, wheel);
    }
    return arches;
}

function together(one: WheelPlace, other: WheelPlace): WheelPlace {
    const edge = (side: 1 | -1) =>
        side * Math.max(...[one, other].map(({ y, widthM }) => side * y + widthM / 2));
    const [left, right] = [edge(1), edge(-1)];
    return { ...one, y: (left + right) / 2, widthM: left - right };
}

type Flat = readonly Corner[];
const stretched = (corners: Flat, a: number, b: number): Corner[] =>
    corners.map(([p, q, r]) => [p * a, q * b, r === undefined ? undefined : (r * (a + b)) / 2]);

/**
 * Closed far on the other side of the middle and a little beyond both ends, so that on the middle
 * line the side view alone counts.
 */
function halfPlan(corners: Flat, beyondM: number): Corner[] {
    const last = corners.length - 1;
    return corners.map(([s, y, r], i): Corner => {
        const moved = i < 2 ? s - beyondM : i > last - 2 ? s + beyondM : s;
        return i === 0 || i === last ? [moved, -2, 0] : [moved, y, r];
    });
}

/** How far the wing over a wheel stands out, as a bump that fades away from the arch. */
function flares(profile: Profile, wheels: readonly WheelPlace[], halfWidthM: number) {
    const left = wheels.filter((wheel) => wheel.side > 0);
    const places = left.map((wheel) => {
        const outsideM = wheel.y + wheel.widthM / 2 + 0.012;
        const wanted = profile.flareM[wheel.axle === 0 ? 0 : 1]!;
        return {
            ...wheel,
            byM: Math.max(wanted, outsideM - halfWidthM),
            reachM: wheel.radiusM + 0.05,
        };
    });
    return (x: number, z: number) => {
        let out = 0;
        for (const place of places) {
            const away = Math.hypot(x - place.x, z - place.z) - place.reachM;
            const fade = 1 - smoothStep(0.02, away > 0 && z > place.z ? Math.max(0.2, 2 * place.byM) : 0.3, Math.abs(away));
            out = Math.max(out, place.byM * fade);
        }
        return out;
    };
}

/** Wings that stand out more are bodies of their own. */
const wingM = 0.1;

/** How large the drawing really is: its control points lie a little outside the lines. */
function extent(profile: Profile) {
    const wing = Math.max(...profile.flareM);
    const side = roundedOutline(profile.lower);
    const s = side.map((point) => point[0]);
    const noseM = Math.min(...s);
    return {
        noseM,
        lengthM: Math.max(...s) - noseM,
        widthM: 2 * (Math.max(...roundedOutline(halfPlan(profile.plan, 0)).map((point) => point[1])) + (wing > wingM ? wing : 0)),
        heightM: Math.max(...roundedOutline(profile.cabin).map((point) => point[1])),
    };
}

/** The frame's x where s is 0, and the stretch from the profile's metres to the car's. */
export function measures(profile: Profile, info: ModelInfo) {
    const drawn = extent(profile);
    const stretch = [
        info.lengthM / drawn.lengthM,
        info.widthM / drawn.widthM,
        info.heightM / drawn.heightM,
    ] as const;
    const noseM = info.wheelPositionM[0]![0] + info.frontOverhangM + drawn.noseM * stretch[0];
    return { noseM, stretch };
}

/** The crease: how far from where the body is widest to the waist at the nose, and how much higher at the tail. */
const creaseShare = 0.5;
const creaseRiseM = 0.07;
/** Below it, the hollow is as deep as this, this far down. */
const creaseDeepM = 0.012;
const creaseFadeM = 0.055;

export function shapeOf(profile: Profile, info: ModelInfo): Shape {
    const { noseM: nose, stretch } = measures(profile, info);
    const [length, width, height] = [info.lengthM, info.widthM, info.heightM];
    const [ls, ws, hs] = stretch;
    const half = width / 2;
    const wheels = archPlaces(info);
    const lowerSide = outline(stretched(profile.lower, ls, hs));
    const cabinOutline = outline(stretched(profile.cabin, ls, hs));
    const plan = outline(halfPlan(stretched(profile.plan, ls, ws), profile.shoulderM));
    const cabinPlan = outline(halfPlan(stretched(profile.cabinPlan, ls, ws), profile.roofEdgeM));
    const widest = profile.widestM * hs;
    const waist = profile.waistM * hs;
    const flare = flares(profile, wheels, half);
    const bottom = Math.min(...roundedOutline(profile.lower).map((point) => point[1])) * hs;

    /** Bowed ends and arched tops are straight ones seen through a bent glass. */
    const bentS = (x: number, y: number) => {
        const s = nose - x;
        const edge = (y * y) / (half * half);
        const t = clamp(s / length, 0, 1);
        return s - edge * ((1 - t) * profile.noseBowM - t * profile.tailBowM);
    };
    const bentZ = (y: number, z: number) =>
        z + ((profile.crownM * y * y) / (half * half)) * smoothStep(widest, waist, z);

    const aboveCrease = (x: number, z: number) =>
        z - widest - creaseShare * (waist - widest) - (creaseRiseM * (nose - x)) / length;

    /** How far the flank is drawn in at a height: below the crease by a hollow, which fades away downwards and at the ends. */
    const drawnIn = (x: number, z: number) => {
        const below = clamp((widest - z) / (widest - bottom), 0, 1.3);
        const above = clamp((z - widest) / (waist - widest), 0, 1.3);
        const under = Math.max(0, -aboveCrease(x, z)) / creaseFadeM;
        const ends = smoothStep(0.1, 0.35, nose - x) * smoothStep(0.1, 0.35, x - nose + length);
        const hollow = creaseDeepM * under * Math.exp(1 - under) * ends;
        return profile.sillInM * below ** 2.2 + profile.waistInM * above ** 2 + hollow;
    };

    const lower: Field = (x, y, z) => {
        const side = lowerSide(bentS(x, y), bentZ(y, z));
        const flank = plan(nose - x, Math.abs(y)) + drawnIn(x, z) - flare(x, z);
        return smoothMax(side, flank, profile.shoulderM);
    };
    const cabinSide: Field = (x, y, z) => cabinOutline(bentS(x, y), bentZ(y, z));
    const cabinFlank: Field = (x, y, z) =>
        0.97 * (cabinPlan(nose - x, Math.abs(y)) + (z - waist) * profile.tumblehome);
    const cabin: Field = (x, y, z) =>
        smoothMax(cabinSide(x, y, z), cabinFlank(x, y, z), profile.roofEdgeM);
    const body: Field = (x, y, z) => smoothMin(lower(x, y, z), cabin(x, y, z), profile.filletM);
    const room = 0.08;
    return {
        body,
        lower,
        cabin,
        cabinSide,
        cabinFlank,
        aboveCrease,
        noseM: nose,
        stretch,
        bottomM: bottom,
        bounds: {
            from: [nose - length - room, -half - room, -0.02],
            to: [nose + room, half + room, height + room * 0.5],
        },
    };
}

/** Direction in which a field grows, of length 1; `reach` smooths it. */
export function gradient(
    field: Field,
    x: number,
    y: number,
    z: number,
    reach: number,
    out: number[],
) {
    let gx = field(x + reach, y, z) - field(x - reach, y, z);
    let gy = field(x, y + reach, z) - field(x, y - reach, z);
    let gz = field(x, y, z + reach) - field(x, y, z - reach);
    const length = Math.hypot(gx, gy, gz) || 1;
    out[0] = gx / length;
    out[1] = gy / length;
    out[2] = gz / length;
    return length / (2 * reach);
}

/** A ray goes at least so far at once. */
const leastStepM = 0.002;

/** Returns where a ray from `from` along an axis enters the field; null if it does not. */
export function enter(
    field: Field,
    from: readonly [number, number, number],
    axis: 0 | 1 | 2,
    to: number,
): number | null {
    const at = [...from] as [number, number, number];
    const direction = Math.sign(to - from[axis]);
    let outside = from[axis];
    while (direction * (to - at[axis]) > 0) {
        const value = field(at[0], at[1], at[2]);
        if (value <= 0) break;
        outside = at[axis];
        at[axis] += direction * Math.max(leastStepM, value / 2); // no field grows faster
    }
    if (field(at[0], at[1], at[2]) > 0) return null;
    let inside = at[axis];
    for (let k = 0; k < 12; ++k) {
        at[axis] = (inside + outside) / 2;
        if (field(at[0], at[1], at[2]) > 0) outside = at[axis];
        else inside = at[axis];
    }
    return (inside + outside) / 2;
}
