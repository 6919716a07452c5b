/** Springs, dampers and anti-roll bars of an axle. Parts are those of the left side. */
import { type AxleData, hasBar, type Point } from "./data";
import { type Axle, body, isBeam, onBeam, onCarrier, pointIn } from "./axle";
import { type Anchor, type BarEnd, colours, type Part, type Tint } from "./parts";

const springTint = ({ wheel, data }: Axle): Tint => ({
    shows: "travel",
    wheels: [wheel],
    fullM: Math.max(0.03, data.suspension.bump_travel_m),
});

/** A spring's wire is as thick as its rate, at the same turns and radius, to the power of a quarter. */
export const wireM = ({ suspension }: AxleData) => 0.0125 * (suspension.spring_n_per_m / 25000) ** 0.25;
const coilRadiusM = ({ rimM }: Axle) => Math.min(0.09, Math.max(0.035, 0.26 * rimM));

const apart = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

function coil(axle: Axle, a: Anchor, b: Anchor): Part[] {
    const radiusM = coilRadiusM(axle);
    const seat = (anchor: Anchor, other: Anchor, from: "a" | "b"): Part => ({
        shape: "round",
        a: from === "a" ? anchor : other,
        b: from === "a" ? other : anchor,
        sizeM: [radiusM * 1.12, radiusM * 1.12],
        tint: colours.dark,
        only: { from, lengthM: 0.014 },
    });
    return [
        { shape: `coil ${axle.index}`, a, b, sizeM: [radiusM, radiusM], tint: springTint(axle) },
        seat(a, b, "a"),
        seat(b, a, "b"),
    ];
}

/** `lengthM` at rest. */
function damper({ rimM }: Axle, a: Anchor, b: Anchor, lengthM: number): Part[] {
    const r = Math.min(0.045, Math.max(0.018, 0.11 * rimM));
    return [
        { shape: "round", a, b, sizeM: [r, r], tint: colours.tube, only: { from: "a", lengthM: 0.55 * lengthM } },
        { shape: "round", a, b, sizeM: [0.4 * r, 0.4 * r], tint: colours.rod, only: { from: "b", lengthM: 0.68 * lengthM } },
        ball(a, 0.8 * r),
        ball(b, 0.8 * r),
    ];
}

export const ball = (at: Anchor, radiusM: number, tint: Tint = colours.dark): Part => ({
    shape: "ball",
    a: at,
    b: at,
    sizeM: [radiusM, radiusM],
    tint,
});

/** What a spring's or damper's lower end goes with: an arm is taken for the upright that it carries. */
const lowerOf = (axle: Axle, at: Point) => (isBeam(axle) ? onBeam : onCarrier)(axle, ...at);

function byPoints(axle: Axle, name: "spring" | "damper"): readonly [Anchor, Anchor, number] | null {
    const { hardpoints } = axle.data.suspension;
    const [lower, upper] = [hardpoints[`${name}_lower_m`], hardpoints[`${name}_upper_m`]];
    const isOnRocker = (hardpoints as unknown as Record<string, string>)[`${name}_on`] === "rocker";
    if (!lower || !upper || isOnRocker) return null;
    const [low, high] = [pointIn(axle, hardpoints, lower), pointIn(axle, hardpoints, upper)];
    return [lowerOf(axle, low), body(...high), apart(low, high)];
}

/** From the lower arm's outer third up to the body, leaning inwards. */
export function coilOver(axle: Axle, foot: Anchor & { at: Point }): Part[] {
    const { centre, radiusM, faceM } = axle;
    const top: Point = [centre[0], Math.max(0.12, faceM - 0.16), centre[2] + 0.92 * radiusM + 0.04];
    const [a, b, lengthM] = byPoints(axle, "damper") ?? [foot, body(...top), apart(foot.at, top)];
    const spring = byPoints(axle, "spring");
    const seat: Anchor = { on: "between", a, b, share: 0.34, sagM: 0 };
    const [low, high] = spring ?? [seat, b];
    return [...coil(axle, low, high), ...damper(axle, a, b, lengthM)];
}

/** Half of what lies between the springs of a beam, left; inside of the tyres where the file has no place. */
export function springHalfM({ data, faceM }: Axle): number {
    const { spring_base_m } = data.suspension;
    return spring_base_m > 0 ? spring_base_m / 2 : Math.max(0.15, faceM - 0.1);
}

/** Coil springs and dampers of an axle that links locate. */
export function beamCoils(axle: Axle): Part[] {
    const { centre, radiusM } = axle;
    const y = springHalfM(axle);
    const high = centre[2] + 0.85 * radiusM + 0.05;
    const foot: Point = [centre[0], y, centre[2] + 0.05];
    const spring = byPoints(axle, "spring") ?? [onBeam(axle, ...foot), body(centre[0], y, high), 0];
    return [...coil(axle, spring[0], spring[1]), ...beamDamper(axle, y)];
}

function beamDamper(axle: Axle, y: number): Part[] {
    const { centre, radiusM } = axle;
    const [low, high]: Point[] = [
        [centre[0] - 0.16, y, centre[2] - 0.02],
        [centre[0] - 0.2, y - 0.08, centre[2] + radiusM + 0.05],
    ];
    const [a, b, lengthM] = byPoints(axle, "damper") ?? [onBeam(axle, ...low!), body(...high!), apart(low!, high!)];
    return damper(axle, a, b, lengthM);
}

/** Bellows, which a pipe joins with those of the next axle. */
export function bellows(axle: Axle): Part[] {
    const { centre, radiusM } = axle;
    const y = springHalfM(axle);
    const r = 0.24 * radiusM;
    const [a, b] = [onBeam(axle, centre[0], y, centre[2] + 0.06), body(centre[0], y, centre[2] + 0.75 * radiusM)];
    return [{ shape: "round", a, b, sizeM: [r, r], tint: springTint(axle) }, ...beamDamper(axle, y)];
}

const leafSteps = 5;

/** Half of a leaf from an eye on the body to the axle, in straight pieces that hang through. */
function leafHalf(axle: Axle, eye: Anchor, seat: Anchor, thickM: number, from: number): Part[] {
    const at = (step: number): Anchor => ({
        on: "between",
        a: eye,
        b: seat,
        share: from + ((1 - from) * step) / leafSteps,
        sagM: 0.03,
    });
    return Array.from({ length: leafSteps }, (_, step) => ({
        shape: "block",
        a: at(step),
        b: at(step + 1),
        sizeM: [0.06, thickM],
        tint: springTint(axle),
    }));
}

/** A main leaf and shorter ones below it; eyes by the file where it has them. */
export function leaves(axle: Axle): Part[] {
    const { centre, radiusM, data } = axle;
    const { hardpoints } = data.suspension;
    const reach = 1.55 * radiusM;
    const y = springHalfM(axle);
    const plain = {
        front: [centre[0] + reach, y, centre[2] + 0.14] as const,
        rear: [centre[0] - reach, y, centre[2] + 0.14] as const,
        seat: [centre[0], y, centre[2] + 0.07] as const,
    };
    const point = (name: keyof typeof plain): Point => {
        const own = hardpoints[`leaf_${name}_m`];
        return own ? pointIn(axle, hardpoints, own) : plain[name];
    };
    const thickM = 0.011 * (data.suspension.spring_n_per_m / 40000) ** 0.25;
    const parts = (["front", "rear"] as const).flatMap((end) => {
        const eye = body(...point(end));
        const layers = [0, 0.3, 0.58].flatMap((from, layer) => {
            const [x, seatY, z] = point("seat");
            const below = onBeam(axle, x, seatY, z - 1.15 * layer * thickM);
            return leafHalf(axle, eye, below, thickM, from);
        });
        return [ball(eye, 0.028), ...layers];
    });
    return [...parts, ...beamDamper(axle, y)];
}

const barPieces = 12;

/** A bar across the car, its arms and drop links: both sides. Its middle is turned as its arms are. */
export function antiRollBar(axle: Axle): Part[] {
    const { data, pair } = axle;
    if (!pair || !hasBar(data.suspension)) return [];
    const ends = barEnds(axle);
    const [left, right] = ends;
    const r = 0.011 * Math.max(0.6, (barRate(axle) / 15000) ** 0.25);
    const tint: Tint = { shows: "twist", left, right };
    const across = (share: number): Anchor => ({
        on: "body",
        at: [left.pivot[0], left.pivot[1] + (right.pivot[1] - left.pivot[1]) * share, left.pivot[2]],
    });
    const middle = Array.from({ length: barPieces }, (_, i): Part => {
        const [a, b] = [across(i / barPieces), across((i + 1) / barPieces)];
        const spin = { by: "bar", left, right, share: (i + 0.5) / barPieces } as const;
        return { shape: "shaft", a, b, sizeM: [1.25 * r, 1.25 * r], tint, spin };
    });
    const sides = ends.flatMap((end, i): Part[] => [
        { shape: "round", a: across(i), b: end, sizeM: [r, r], tint },
        { shape: "round", a: end, b: end.link, sizeM: [0.7 * r, 0.7 * r], tint: colours.steel },
        ball(end, 1.5 * r),
        ball(end.link, 1.5 * r),
        ball(across(i), 1.6 * r),
    ]);
    return [...middle, ...sides];
}

const barRate = ({ data }: Axle) => data.suspension.anti_roll_bar_n_per_m + data.suspension.anti_roll_bar_n / 0.1;

function barEnds(axle: Axle): readonly [BarEnd, BarEnd] {
    const { centre, radiusM, faceM, pair, data } = axle;
    const { hardpoints } = data.suspension;
    const own = hardpoints.bar_link_m && hardpoints.bar_end_m && hardpoints.bar_pivot_m;
    const at = (point: Point) => pointIn(axle, hardpoints, point);
    const behind = centre[0] + 0.55 * radiusM;
    const y = Math.max(0.1, faceM - 0.1);
    const [link, end, pivot]: Point[] = own
        ? [at(hardpoints.bar_link_m!), at(hardpoints.bar_end_m!), at(hardpoints.bar_pivot_m!)]
        : [
              [centre[0] + 0.06, y, centre[2] - 0.12 * radiusM],
              [centre[0] + 0.06, y, centre[2] + 0.28 * radiusM],
              [behind, Math.max(0.08, y - 0.06), centre[2] + 0.28 * radiusM],
          ];
    const mirror = ([x, side, z]: Point): Point => [x, -side, z];
    const of = (wheel: number, turn: (point: Point) => Point): BarEnd => ({
        on: "bar",
        link: isBeam(axle)
            ? { on: "beam", wheels: pair!, at: turn(link!) }
            : { on: "carrier", wheel, at: turn(link!) },
        at: turn(end!),
        pivot: turn(pivot!),
    });
    return [of(pair![0], (point) => point), of(pair![1], mirror)];
}
