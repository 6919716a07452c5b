/**
 * Bicycles and motorcycles, drawn from the model's measures: what turns with the handlebar about the front wheel's centre, the rest
 * with the rider in the vehicle's frame, and the rider's upper body about the hip. The drawn fork is inclined by a usual angle; it
 * turns as the front wheel does, and so about the file's steering axis.
 */
import { type BufferGeometry, SphereGeometry, TorusGeometry } from "three";
import type { ModelInfo } from "kamm";
import { limb, pillow } from "./driver";
import { isBicycle as isOneOfPedals, isScooter as isOneToStandOn, twoWheelerPaint } from "./two_wheels";
import { coloured, merged } from "./wheel_geometry";

type Point = readonly [number, number, number];

export interface TwoWheeler {
    readonly body: Partial<Record<"paint" | "trim" | "tail", BufferGeometry>>;
    /** About the front wheel's centre, steered straight. */
    readonly front: BufferGeometry;
    /** About the hip. */
    readonly rider: BufferGeometry;
    readonly hip: Point;
}

const [metal, black, leather, suit, skin, helmet, visor] = ["#b9bdc1", "#17181a", "#232427", "#24344f", "#17181a", "#e9e7e1", "#0d0f12"];

/** Places that all parts go by. */
interface Measures {
    readonly isScooter: boolean;
    /** Tubes as those of a bicycle: of a scooter as well. */
    readonly isBicycle: boolean;
    readonly front: Point;
    readonly rear: Point;
    readonly radiusM: readonly [number, number];
    readonly widthM: readonly [number, number];
    /** Up along the steering axis, and the upper end of it. */
    readonly axis: Point;
    readonly forkM: number;
    readonly head: Point;
    readonly seat: Point;
    readonly shoulder: Point;
    readonly face: Point;
    readonly foot: Point;
    readonly barHalfM: number;
}

const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const along = (from: Point, to: Point, share: number): Point => [0, 1, 2].map((k) => from[k]! + share * (to[k]! - from[k]!)) as unknown as Point;
const scaled = (a: Point, by: number): Point => [a[0] * by, a[1] * by, a[2] * by];

function measure(info: ModelInfo): Measures {
    const isScooter = isOneToStandOn(info);
    const isBicycle = isScooter || isOneOfPedals(info);
    const inLine = info.wheelSide.flatMap((side, wheel) => (side === 0 ? [wheel] : []));
    const of = <T>(values: readonly T[]) => inLine.map((wheel) => values[wheel]!) as unknown as [T, T];
    const [front, rear] = of(info.wheelPositionM).map(([x, , z]) => [x, 0, z] as Point) as [Point, Point];
    const radiusM = of(info.wheelRadiusM);
    const wheelbaseM = front[0] - rear[0];
    const casterRad = isScooter ? 0.22 : isBicycle ? 0.32 : 0.42;
    const axis: Point = [-Math.sin(casterRad), 0, Math.cos(casterRad)];
    const top = info.heightM;
    const forkM = (isScooter ? 0.59 * top : isBicycle ? 0.95 : 0.64 * top) - front[2];
    const head = add(front, scaled(axis, forkM / axis[2]));
    const seat: Point = [rear[0] + (isScooter ? 0.42 : isBicycle ? 0.26 : 0.3) * wheelbaseM, 0, (isScooter ? 0.53 : isBicycle ? 0.56 : 0.585) * top];
    const shoulder: Point = [seat[0] + (isScooter ? 0.03 : isBicycle ? 0.24 : 0.34), 0, top - 0.32];
    return {
        ...{ isScooter, isBicycle, front, rear, radiusM, axis, head, seat, shoulder },
        widthM: of(info.wheelWidthM),
        forkM: forkM / axis[2],
        face: [shoulder[0] + (isBicycle ? 0.06 : 0.12), 0, top - 0.13],
        foot: isScooter ? [rear[0] + 0.45 * wheelbaseM, 0, rear[2] + 0.06] : isBicycle ? [rear[0] + 0.43 * wheelbaseM, 0, 0.28] : [rear[0] + 0.33 * wheelbaseM, 0, 0.36],
        barHalfM: isScooter ? 0.22 : isBicycle ? 0.27 : 0.33,
    };
}

const onSides = (of: (side: 1 | -1) => BufferGeometry[]) => [...of(1), ...of(-1)];

/** Fork, handlebar, lamp: about the wheel's centre. */
function frontParts({ isBicycle, axis, forkM, widthM, radiusM, barHalfM }: Measures): BufferGeometry[] {
    const top = scaled(axis, forkM);
    const crown = scaled(axis, isBicycle ? radiusM[0] + 0.03 : 0.72 * forkM);
    const out = widthM[0] / 2 + (isBicycle ? 0.025 : 0.045);
    const thick = isBicycle ? 0.013 : 0.026;
    const bar = add(top, scaled(axis, 0.04));
    const grips = onSides((side) => [
        limb(add(bar, [0, 0.05 * side, 0]), add(bar, [-0.03, 0.6 * barHalfM * side, 0.01]), 0.013, black),
        limb(add(bar, [-0.03, 0.6 * barHalfM * side, 0.01]), add(bar, [-0.1, barHalfM * side, 0]), 0.018, black),
    ]);
    const tubes = onSides((side) => [
        limb([0, out * side, 0], add(crown, [0, out * side, 0]), thick, metal),
        ...(isBicycle ? [] : [limb([0, out * side, 0], add(scaled(axis, 0.42 * forkM), [0, out * side, 0]), 1.35 * thick, black)]),
    ]);
    const joints = [
        limb([0, -out, 0], [0, out, 0], thick, metal),
        limb(add(crown, [0, -out, 0]), add(crown, [0, out, 0]), 1.4 * thick, isBicycle ? metal : black),
        limb(crown, bar, isBicycle ? 0.016 : 0.03, black),
        limb(add(bar, [0, -0.06, 0]), add(bar, [0, 0.06, 0]), 0.02, black),
    ];
    return [...tubes, ...joints, ...grips];
}

/** Frame of tubes, saddle, cranks. */
function bicycleBody({ head, axis, rear, seat, foot, widthM }: Measures, frameColour: string) {
    const low = add(head, scaled(axis, -0.16));
    const post = add(seat, [0.02, 0, -0.22]);
    const half = widthM[1] / 2 + 0.03;
    const stays = onSides((side) => [
        limb(foot, add(rear, [0, half * side, 0]), 0.01, frameColour),
        limb(post, add(rear, [0, half * side, 0]), 0.009, frameColour),
    ]);
    const frame = [limb(head, low, 0.022, frameColour), limb(low, foot, 0.019, frameColour), limb(add(head, scaled(axis, -0.03)), post, 0.016, frameColour), limb(foot, post, 0.016, frameColour)];
    const cranks = onSides((side) => [
        limb(add(foot, [0, 0.06 * side, 0]), add(foot, [0.16 * side, 0.08 * side, -0.04 * side]), 0.011, metal),
        limb(add(foot, [0.16 * side, 0.07 * side, -0.04 * side]), add(foot, [0.16 * side, 0.16 * side, -0.04 * side]), 0.016, black),
    ]);
    const chainring = coloured(new TorusGeometry(0.09, 0.008, 6, 24).rotateX(Math.PI / 2).translate(foot[0], -0.05, foot[2]), metal);
    const saddle = [pillow([0.27, 0.15, 0.07], leather).translate(seat[0] + 0.02, 0, seat[2] - 0.04), limb(post, add(seat, [0.02, 0, -0.06]), 0.013, metal)];
    return { paint: [] as BufferGeometry[], trim: [...frame, ...stays, ...cranks, chainring, ...saddle], tail: pillow([0.03, 0.05, 0.05], black).translate(post[0] - 0.06, 0, post[2] - 0.02) };
}

/** A deck between the wheels, its neck up to the steering tube, a mudguard over the motor. */
function scooterBody({ head, axis, front, rear, foot, radiusM, widthM }: Measures, colour: string) {
    const [nose, end] = [front[0] - radiusM[0] - 0.04, rear[0] + radiusM[1] + 0.01];
    const low = add(head, scaled(axis, (front[2] + radiusM[0] + 0.14 - head[2]) / axis[2]));
    const half = widthM[1] / 2 + 0.02;
    const deck = pillow([nose - end, 0.17, 0.07], colour).translate((nose + end) / 2, 0, foot[2] - 0.035);
    const stays = onSides((side) => [limb([end + 0.05, half * side, foot[2] - 0.04], [rear[0], half * side, rear[2]], 0.012, colour)]);
    const guard = pillow([1.1 * radiusM[1], widthM[1] + 0.02, 0.03], black).rotateY(-0.5).translate(rear[0] - 0.03, 0, rear[2] + radiusM[1] + 0.015);
    const neck = [limb([nose - 0.06, 0, foot[2] - 0.03], low, 0.03, colour), limb(low, add(low, scaled(axis, 0.12)), 0.03, colour)];
    const motor = limb([rear[0], -half, rear[2]], [rear[0], half, rear[2]], 0.05, metal);
    const lamp = pillow([0.02, 0.05, 0.03], black).translate(rear[0] - 0.6 * radiusM[1], 0, rear[2] + radiusM[1] + 0.01);
    return { paint: [] as BufferGeometry[], trim: [deck, ...stays, guard, ...neck, motor], tail: lamp };
}

const box = (sizeM: Point, at: Point, tilt = 0, colour = black) => pillow(sizeM, colour).rotateY(tilt).translate(...at);

/** Tank, fairing, tail; engine, swing arm, exhaust. */
function motorcycleBody({ head, rear, seat, foot, front, widthM, radiusM }: Measures) {
    const pivot: Point = [foot[0] + 0.04, 0, rear[2] + 0.08];
    const half = widthM[1] / 2 + 0.035;
    const tankAt: Point = [along(seat, head, 0.52)[0], 0, seat[2] + 0.06];
    const engine: Point = [along(pivot, front, 0.33)[0], 0, rear[2] + 0.16];
    const tail: Point = [rear[0] - 0.05, 0, seat[2] + 0.1];
    const paint = [
        box([0.5, 0.3, 0.26], tankAt, 0.1),
        box([0.4, 0.3, 0.34], [head[0] + 0.16, 0, head[2] - 0.12], 0.5),
        box([0.62, 0.2, 0.11], along(seat, tail, 0.6), 0.22),
        box([0.5, 0.34, 0.2], [engine[0] + 0.06, 0, engine[2] - 0.16], -0.15),
        box([0.34, widthM[0] + 0.04, 0.07], [front[0] - 0.02, 0, front[2] + radiusM[0] + 0.03], 0.1),
    ];
    const trim = [
        box([0.44, 0.36, 0.4], engine),
        box([0.3, 0.24, 0.09], [seat[0], 0, seat[2] - 0.01], 0.06, leather),
        limb(head, along(head, pivot, 0.5), 0.05, metal),
        limb(along(head, pivot, 0.5), pivot, 0.05, metal),
        limb([engine[0], -0.14, engine[2] - 0.2], [pivot[0], -0.18, rear[2] - 0.02], 0.035, metal),
        limb([pivot[0], -0.18, rear[2] - 0.02], [rear[0] - 0.06, -0.2, rear[2] + 0.1], 0.06, metal),
        ...onSides((side) => [
            limb([pivot[0], half * side, pivot[2]], [rear[0], half * side, rear[2]], 0.028, metal),
            limb([foot[0], 0.12 * side, foot[2]], [foot[0], 0.23 * side, foot[2]], 0.015, metal),
        ]),
    ];
    return { paint, trim, tail: box([0.03, 0.14, 0.05], add(tail, [-0.09, 0, 0.03])) };
}

/** Hull, mudguard and struts of a sidecar; the motorcycle is in the plane y = 0. */
function sidecarParts({ rear, seat }: Measures, info: ModelInfo) {
    const wheel = info.wheelSide.findIndex((side) => side !== 0);
    if (wheel < 0) return { paint: [], trim: [] };
    const [x, y, z] = info.wheelPositionM[wheel]!;
    const radiusM = info.wheelRadiusM[wheel]!;
    const leftM = y - info.wheelPositionM[0]![1];
    const hullY = 0.6 * leftM;
    const paint = [
        box([1.85, 0.52, 0.44], [x + 0.12, hullY, z + 0.18], 0.06),
        box([0.55, 0.5, 0.3], [x - 0.5, hullY, z + 0.42]),
        box([1.9 * radiusM, info.wheelWidthM[wheel]! + 0.06, 0.09], [x, leftM, z + radiusM + 0.03]),
    ];
    const strut = (atX: number, atZ: number) => limb([atX, 0, atZ], [atX, hullY, z + 0.02], 0.022, metal);
    const trim = [
        box([0.6, 0.4, 0.1], [x - 0.12, hullY, z + 0.4], 0, leather),
        ...[strut(seat[0] + 0.5, rear[2] + 0.05), strut(seat[0] - 0.15, rear[2] + 0.05), strut(seat[0] + 0.2, seat[2] - 0.15)],
        limb([x, hullY, z], [x, leftM, z], 0.03, metal),
    ];
    return { paint, trim };
}

/** From the hip down, in the vehicle's frame. */
const legs = ({ seat, foot, isBicycle, isScooter }: Measures) =>
    onSides((side) => {
        const sole: Point = isScooter ? [foot[0] + 0.14 * side, 0.05 * side, foot[2] + 0.06] : isBicycle ? [foot[0] + 0.16 * side, 0.13 * side, foot[2] + 0.03 - 0.04 * side] : [foot[0], 0.2 * side, foot[2] + 0.05];
        const hip: Point = [seat[0] + 0.02, 0.1 * side, seat[2] + 0.08];
        const knee: Point = isScooter
            ? add(along(hip, sole, 0.5), [0.06, 0, 0])
            : isBicycle
            ? [along(hip, sole, 0.5)[0] + 0.2, 0.12 * side, along(hip, sole, 0.5)[2] + 0.03]
            : [seat[0] + 0.36, 0.21 * side, seat[2] - 0.05];
        return [limb(hip, knee, 0.075, suit), limb(knee, sole, 0.055, suit), limb(add(sole, [-0.05, 0, -0.02]), add(sole, [0.15, 0, -0.04]), 0.04, skin)];
    });

/** Back, arms and head, in the vehicle's frame. */
function upperBody({ seat, shoulder, face, head, axis, barHalfM }: Measures): BufferGeometry[] {
    const hip = add(seat, [0, 0, 0.1]);
    const bar = add(head, scaled(axis, 0.04));
    const arms = onSides((side) => {
        const from: Point = add(shoulder, [0, 0.19 * side, 0]);
        const hand: Point = add(bar, [-0.08, 0.9 * barHalfM * side, 0.03]);
        const elbow = add(along(from, hand, 0.5), [-0.04, 0.07 * side, -0.06]);
        return [limb(from, elbow, 0.05, suit), limb(elbow, hand, 0.042, suit), limb(add(hand, [-0.03, 0, 0]), add(hand, [0.03, 0, 0]), 0.045, skin)];
    });
    return [
        limb(hip, add(shoulder, [-0.03, 0, -0.06]), 0.13, suit),
        limb(add(shoulder, [-0.02, -0.12, -0.04]), add(shoulder, [-0.02, 0.12, -0.04]), 0.085, suit),
        coloured(new SphereGeometry(0.128, 24, 18).scale(1.1, 0.95, 1.05).translate(...face), helmet),
        coloured(new SphereGeometry(0.1, 16, 12).scale(0.9, 0.95, 0.6).translate(face[0] + 0.055, 0, face[2] - 0.005), visor),
        ...arms,
    ];
}

export function makeTwoWheeler(info: ModelInfo): TwoWheeler {
    const at = measure(info);
    const { colour } = twoWheelerPaint(info);
    const { paint, trim, tail } = at.isScooter ? scooterBody(at, colour) : at.isBicycle ? bicycleBody(at, colour) : motorcycleBody(at);
    const hip = add(at.seat, [0, 0, 0.06]);
    const rider = merged(upperBody(at)).translate(-hip[0], -hip[1], -hip[2]);
    const sidecar = sidecarParts(at, info);
    const painted = [...paint, ...sidecar.paint];
    for (const part of [...painted, tail]) for (const name of ["uv", "color"]) part.deleteAttribute(name);
    const y = info.wheelPositionM[0]![1]; // of the motorcycle beside the centre of gravity
    const body = { ...(painted.length > 0 && { paint: merged(painted) }), trim: merged([...trim, ...sidecar.trim, ...legs(at)]), tail };
    for (const part of Object.values(body)) part.translate(0, y, 0);
    return { body, front: merged(frontParts(at)), rider, hip: [hip[0], y, hip[2]] };
}
