/** Parts that hold and steer the wheels of an axle: by the file's points, otherwise by its numbers. Left side. */
import { type Point, slopeAtRest } from "./data";
import { type Axle, body, isBeam, onBeam, onCarrier, onWheel, pointIn, steers } from "./axle";
import { type Anchor, colours, type Part, type Tint } from "./parts";
import { ball, beamCoils, bellows, coilOver, leaves } from "./springs";

/** Parts of both sides, or of the left side only, which is mirrored. */
export interface Linkage {
    readonly left: readonly Part[];
    readonly middle: readonly Part[];
}

export const rod = (a: Anchor, b: Anchor, radiusM: number, tint: Tint = colours.steel): Part => ({
    shape: "round",
    a,
    b,
    sizeM: [radiusM, radiusM],
    tint,
});

/** A rod with a bush on the body and a joint at its other end. */
const link = (a: Anchor, b: Anchor, radiusM: number): Part[] => [
    rod(a, b, radiusM),
    ball(a, 1.7 * radiusM),
    ball(b, 1.5 * radiusM),
];

const thickM = ({ rimM }: Axle) => Math.max(0.009, 0.058 * rimM);

/**
 * Where the lines of both arms meet, seen from ahead, for a wheel that the file describes by numbers: camber per travel
 * says how far inwards, and from the patch the line to it passes the roll centre. Null: the arms are parallel.
 */
function instantCentre({ data, centre }: Axle): readonly [y: number, z: number] | null {
    const { suspension } = data;
    const camberPerM = slopeAtRest(suspension.camber_curve, "camber_rad") ?? suspension.camber_gain_rad_per_m;
    if (Math.abs(camberPerM) < 0.05) return null;
    const inwardsM = -1 / camberPerM;
    const outwards = slopeAtRest(suspension.lateral_curve, "outward_m");
    const rise = outwards ?? suspension.roll_centre_height_m / centre[1];
    return [centre[1] - inwardsM, rise * inwardsM];
}

/** An arm's pivots on the body: on the line from its ball joint to the instant centre. */
function armInner(axle: Axle, ballJoint: Point, inwardsM: number): Point {
    const meet = instantCentre(axle);
    const slope = meet ? (ballJoint[2] - meet[1]) / (ballJoint[1] - meet[0]) : levelSlope(axle);
    const limited = Math.max(-0.5, Math.min(0.5, slope));
    return [ballJoint[0], ballJoint[1] - inwardsM, ballJoint[2] - limited * inwardsM];
}

/** Slope of parallel arms: they are at right angles only to the line from the patch through the roll centre. */
const levelSlope = ({ data, centre }: Axle) => -data.suspension.roll_centre_height_m / centre[1];

function arm(axle: Axle, joint: Point, inwardsM: number, spreadM: number): Part[] {
    const [x, y, z] = armInner(axle, joint, inwardsM);
    const outer = onCarrier(axle, ...joint);
    return [spreadM, -spreadM].flatMap((spread) => link(body(x + spread, y, z), outer, thickM(axle)));
}

/** Two arms on each side: what the file's numbers say, where it has no points. */
function wishbones(axle: Axle): Linkage {
    const { centre, rimM, faceM, data } = axle;
    const [x, , z] = centre;
    const { caster_rad, kingpin_inclination_rad } = data.suspension;
    const y = faceM + 0.02;
    const heightM = 0.62 * rimM;
    const lean = (up: number): Point => [
        x - Math.tan(caster_rad) * up * heightM,
        y - (Math.tan(kingpin_inclination_rad) + 0.03) * up * heightM,
        z + up * heightM,
    ];
    const [low, high] = [lean(-0.85), lean(1)];
    const longM = Math.max(0.1, Math.min(0.42, y - 0.2));
    const upright = [rod(onCarrier(axle, ...low), onCarrier(axle, ...high), 1.5 * thickM(axle), colours.cast)];
    const hub = rod(onCarrier(axle, x, y, z), onCarrier(axle, x, centre[1], z), 2.6 * thickM(axle), colours.cast);
    const foot = onCarrier(axle, low[0], low[1] - 0.05, low[2] + 0.02) as Anchor & { at: Point };
    const left = [
        ...arm(axle, low, longM, 0.62 * rimM),
        ...arm(axle, high, 0.75 * longM, 0.5 * rimM),
        ...upright,
        hub,
        ...coilOver(axle, foot),
        ...tieRod(axle),
    ];
    return { left, middle: rack(axle) };
}

/** Points behind the axle, or ahead of it if the file's points say so. */
function steeringPoints(axle: Axle): { inner: Point; outer: Point; armM: number } {
    const { centre, rimM, faceM, data } = axle;
    const { hardpoints } = data.suspension;
    const at = (point: Point) => pointIn(axle, hardpoints, point);
    const armM = -0.62 * rimM;
    const y = faceM + 0.01;
    const outer: Point = hardpoints.tie_rod_outer_m
        ? at(hardpoints.tie_rod_outer_m)
        : [centre[0] + armM, y, centre[2] - 0.2 * rimM];
    const inner: Point = hardpoints.tie_rod_inner_m
        ? at(hardpoints.tie_rod_inner_m)
        : [centre[0] + armM, Math.max(0.08, y - 0.36), centre[2] - 0.16 * rimM];
    return { inner, outer, armM: outer[0] - centre[0] };
}

/** Returns the tie rod to the rack, or to the body on an axle that does not steer. */
function tieRod(axle: Axle): Part[] {
    const { inner, outer, armM } = steeringPoints(axle);
    const end: Anchor = steers(axle)
        ? { on: "rack", wheels: axle.pair ?? [axle.wheel], armM, at: inner }
        : body(...inner);
    const tint = steers(axle) ? colours.steering : colours.steel;
    const knuckle = onWheel(axle, ...outer);
    const hub = onWheel(axle, axle.centre[0], outer[1], axle.centre[2]);
    const r = 0.75 * thickM(axle);
    return [rod(end, knuckle, r, tint), ball(end, 1.7 * r), ball(knuckle, 1.6 * r), rod(hub, knuckle, 1.2 * r, colours.cast)];
}

function rack(axle: Axle): Part[] {
    if (!steers(axle) || !axle.pair) return [];
    const { inner, armM } = steeringPoints(axle);
    const [x, y, z] = inner;
    const end = (side: number): Anchor => ({ on: "rack", wheels: axle.pair!, armM, at: [x, side * y, z] });
    const r = 0.75 * thickM(axle);
    return [
        rod(end(1), end(-1), r, colours.rod),
        rod(body(x, 0.72 * y, z), body(x, -0.72 * y, z), 1.9 * r, colours.steering),
    ];
}

/** Links of a file's independent suspension. */
function byPoints(axle: Axle): Linkage {
    const { data, centre } = axle;
    const { hardpoints } = data.suspension;
    const at = (name: keyof typeof hardpoints): Point | null => {
        const point = hardpoints[name] as Point | undefined;
        return point ? pointIn(axle, hardpoints, point) : null;
    };
    const r = thickM(axle);
    const left: Part[] = [];
    const hub = onCarrier(axle, ...centre);
    const between = (inner: Point | null, outer: Point | null) => {
        if (!inner || !outer) return;
        left.push(...link(body(...inner), onCarrier(axle, ...outer), r));
        left.push(rod(onCarrier(axle, ...outer), hub, 1.3 * r, colours.cast));
    };
    for (const which of ["upper", "lower"] as const) {
        between(at(`${which}_front_m`), at(`${which}_ball_m`));
        between(at(`${which}_rear_m`), at(`${which}_ball_m`));
    }
    for (const { inner_m, outer_m } of hardpoints.links ?? [])
        between(pointIn(axle, hardpoints, inner_m), pointIn(axle, hardpoints, outer_m));
    for (const pivot of [at("pivot_inner_m"), at("pivot_outer_m")]) if (pivot) left.push(...link(body(...pivot), hub, 1.8 * r));
    const foot = (at("strut_bottom_m") ?? at("lower_ball_m") ?? [centre[0] - 0.1, axle.faceM - 0.02, centre[2]]) as Point;
    left.push(...coilOver(axle, onCarrier(axle, ...foot) as Anchor & { at: Point }));
    if (hardpoints.tie_rod_outer_m) left.push(...tieRod(axle));
    return { left, middle: hardpoints.tie_rod_outer_m ? rack(axle) : [] };
}

/** The links of a beam by the file's points, left; those that are there once come after. */
function beamLinks(axle: Axle): Linkage {
    const { hardpoints } = axle.data.suspension;
    const r = 1.2 * thickM(axle);
    const of = ({ inner_m, outer_m }: { inner_m: Point; outer_m: Point }) =>
        link(
            body(...pointIn(axle, hardpoints, inner_m)),
            onBeam(axle, ...pointIn(axle, hardpoints, outer_m)),
            r,
        );
    const links = hardpoints.links ?? [];
    return {
        left: links.filter(({ single }) => !single).flatMap(of),
        middle: links.filter(({ single }) => single).flatMap(of),
    };
}

/** From a bush on each side to the wheel, joined by a beam that twists. */
function twistBeam(axle: Axle): Linkage {
    const { hardpoints } = axle.data.suspension;
    const bush = pointIn(axle, hardpoints, hardpoints.pivot_outer_m!);
    const [x] = pointIn(axle, hardpoints, hardpoints.pivot_inner_m!);
    const { centre } = axle;
    const share = (x - bush[0]) / (centre[0] - bush[0]);
    const on = (which: Anchor, pivot: Point): Anchor => ({ on: "between", a: body(...pivot), b: which, share, sagM: 0 });
    const hub = (wheel: number, side: number): Anchor => ({
        on: "carrier",
        wheel,
        at: [centre[0], side * (axle.faceM - 0.03), centre[2]],
    });
    const [l, r] = axle.pair!;
    const cross = rod(on(hub(l, 1), bush), on(hub(r, -1), [bush[0], -bush[1], bush[2]]), 0.034, colours.cast);
    return {
        left: [...link(body(...bush), hub(l, 1), 0.022), rod(hub(l, 1), onCarrier(axle, ...centre), 0.03, colours.cast)],
        middle: [cross],
    };
}

function beam(axle: Axle): Linkage {
    const { data, centre, pair, radiusM } = axle;
    const { hardpoints, load_sharing } = data.suspension;
    if (hardpoints.kind === "twist_beam") {
        const { left, middle } = twistBeam(axle);
        return { left: [...left, ...beamCoils(axle)], middle };
    }
    const located = beamLinks(axle);
    const hasLinks = located.left.length > 0;
    const springs = load_sharing === "air" ? bellows(axle) : hasLinks ? beamCoils(axle) : leaves(axle);
    const [l, r] = pair!;
    const end = (wheel: number, side: number): Anchor => ({ on: "carrier", wheel, at: [centre[0], side * centre[1], centre[2]] });
    const tube = rod(end(l, 1), end(r, -1), 0.11 * radiusM, colours.cast);
    const steering = steers(axle) ? trackRod(axle) : { left: [], middle: [] };
    return { left: [...located.left, ...springs, ...steering.left], middle: [tube, ...located.middle, ...steering.middle] };
}

/** A steered beam: from one knuckle's arm to the other's. */
function trackRod(axle: Axle): Linkage {
    const { outer } = steeringPoints(axle);
    const [l, r] = axle.pair!;
    const knuckle = (wheel: number, side: number): Anchor => ({ on: "wheel", wheel, at: [outer[0], side * outer[1], outer[2]] });
    const thick = 0.8 * thickM(axle);
    const hub = onWheel(axle, axle.centre[0], outer[1], axle.centre[2]);
    return {
        left: [rod(hub, knuckle(l, 1), 1.2 * thick, colours.cast), ball(knuckle(l, 1), 1.6 * thick)],
        middle: [rod(knuckle(l, 1), knuckle(r, -1), thick, colours.steering)],
    };
}

/** Fixed to the frame. */
function solid(axle: Axle): Linkage {
    const { centre, faceM } = axle;
    const inner = body(centre[0], Math.max(0, faceM - 0.12), centre[2]);
    const mount = rod(inner, onCarrier(axle, ...centre), 1.8 * thickM(axle), colours.cast);
    if (!axle.pair || !steers(axle)) return { left: [mount], middle: [] };
    return { left: [mount, ...tieRod(axle)], middle: rack(axle) };
}

/** One wheel in the middle: an arm on each side of it, with a coil over a damper. Both sides. */
function fork(axle: Axle): Linkage {
    const { centre, radiusM, info, wheel } = axle;
    const y = info.wheelWidthM[wheel]! / 2 + 0.045;
    const [x, , z] = centre;
    const side = (s: number): Part[] => {
        const hub = onCarrier(axle, x, s * y, z);
        const foot = onCarrier(axle, x - 0.06, s * y, z + 0.02) as Anchor & { at: Point };
        const springs = coilOver({ ...axle, faceM: y + 0.16 }, foot);
        const upper = (anchor: Anchor): Anchor => mirrorIf(s, anchor);
        return [
            ...link(body(x - 1.35 * radiusM, s * y, z + 0.04), hub, 1.4 * thickM(axle)),
            ...springs.map((part) => ({ ...part, a: upper(part.a), b: upper(part.b) })),
        ];
    };
    const hubs = rod(onCarrier(axle, x, y, z), onCarrier(axle, x, -y, z), 1.6 * thickM(axle), colours.cast);
    return { left: [], middle: [hubs, ...side(1), ...side(-1)] };
}

/** Points on the body are those of the left side; the foot is already where it belongs. */
function mirrorIf(side: number, anchor: Anchor): Anchor {
    if (side > 0) return anchor;
    if (anchor.on === "body") return { ...anchor, at: [anchor.at[0], -anchor.at[1], anchor.at[2]] };
    if (anchor.on === "between") return { ...anchor, a: mirrorIf(side, anchor.a), b: mirrorIf(side, anchor.b) };
    return anchor;
}

export function linkageOf(axle: Axle): Linkage {
    const { kind, hardpoints } = axle.data.suspension;
    if (kind === "solid_mounting") return solid(axle);
    if (!axle.pair) return fork(axle);
    if (isBeam(axle)) return beam(axle);
    return hardpoints.kind === "none" ? wishbones(axle) : byPoints(axle);
}
