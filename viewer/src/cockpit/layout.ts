/** Where the parts of a cockpit are: from a vehicle's measures, in its frame. */
import type { ModelInfo } from "kamm";
import { cabOf, sitsInHull, windowRoom } from "../cars/boxes";
import { driverEye, driverView, sitsInOpen } from "../cars/eye";
import { shapeOf, type Shape } from "../cars/field";
import { flankAt } from "../cars/on_skin";
import { mirrorFoot } from "../cars/parts";
import type { Profile } from "../cars/profile";
import { isLikeNone, profileFor } from "../cars/profiles";
import { frameX } from "../cars/skin";

export type Point = readonly [number, number, number];

export interface Steering {
    readonly centre: Point;
    /** Angle of its axis above the horizontal. */
    readonly leanRad: number;
    readonly radiusM: number;
    /** Height over width: a formula car's is no circle. */
    readonly squash: number;
}

/** Dials on a plane that faces the driver. */
export interface Panel {
    readonly centre: Point;
    readonly widthM: number;
    readonly heightM: number;
    readonly leanRad: number;
}

export type MirrorName = "inner" | "left" | "right";

export interface MirrorPlace {
    readonly name: MirrorName;
    readonly centre: Point;
    readonly widthM: number;
    readonly heightM: number;
    /** What the driver sees in its middle. */
    readonly target: Point;
    /**
     * 1: flat. Below: domed, as those on doors are, which shows more; the eye's image is then nearer behind the glass by
     * this factor, as it is for the middle of a dome.
     */
    readonly flatness: number;
    /** Where its arm is fastened. */
    readonly foot: Point;
}

/** Across the car below the windscreen. */
export interface Dash {
    readonly cowlX: number;
    /** Height of the windscreen's foot. */
    readonly cowlZ: number;
    readonly edgeX: number;
    readonly topZ: number;
    readonly halfM: number;
    /** Half width inside, at the driver's shoulder, and height of the side windows' lower edge. */
    readonly doorY: number;
    readonly waistZ: number;
}

/** Room of a cab that is drawn as a box: its front, its half width, and the height of its windscreen. */
interface CabRoom {
    readonly frontX: number;
    readonly halfM: number;
    readonly lowZ: number;
    readonly highZ: number;
}

export interface Layout {
    readonly eye: Point;
    /** Where the camera is at rest. */
    readonly view: Point;
    readonly steering: Steering;
    /** Null: there is a small display on the wheel. */
    readonly cluster: Panel | null;
    readonly dash: Dash | null;
    readonly mirrors: readonly MirrorPlace[];
    /** The gear lever's knob. */
    readonly knob: Point;
}

/** How far behind the car that is which is seen in the middle of a mirror. */
const lookBackM = 35;
const clusterM = [0.324, 0.135] as const;

/** Below the wheel's upper rim, as far as the driver looks through between rim and hub. */
function clusterBehind({ centre, leanRad, radiusM }: Steering, view: Point, x: number): Panel {
    const innerM = radiusM - 0.022;
    const rimX = centre[0] + innerM * Math.sin(leanRad);
    const rimZ = centre[2] + innerM * Math.cos(leanRad);
    const slope = (rimZ - view[2]) / (rimX - view[0]);
    const topZ = view[2] + slope * (x - view[0]);
    const [widthM, heightM] = clusterM;
    const centreZ = topZ - 0.014 - heightM / 2;
    return { centre: [x, view[1], centreZ], widthM, heightM, leanRad: Math.atan2(view[2] - centreZ, x - view[0]) };
}

/** The dials stand so far before the dashboard's edge, and clear of the wheel. */
const dialsAheadM = 0.03;
const wheelRoomM = 0.04;
const edgeBeyond = ({ centre, leanRad, radiusM }: Steering, edgeX: number) =>
    Math.max(edgeX, centre[0] + radiusM * Math.sin(leanRad) + wheelRoomM + dialsAheadM);

const doorTarget = (info: ModelInfo, side: number): Point => [-lookBackM, side * (0.5 * info.widthM + 3.5), 0.9];
const innerTarget: Point = [-lookBackM, 0, 0.9];

const innerM = [0.21, 0.058] as const;

function carMirrors(profile: Profile, shape: Shape, info: ModelInfo, eye: Point, view: Point): MirrorPlace[] {
    const [foot, head] = profile.windscreen.map(([s, h]) => [frameX(shape, s), h * shape.stretch[2]] as const);
    const z = Math.min(eye[2] + 0.075, head![1] - 0.07);
    const screenX = foot![0] + ((z - foot![1]) * (head![0] - foot![0])) / (head![1] - foot![1]);
    const x = Math.min(screenX - 0.02, eye[0] + 0.75);
    // In the middle of the car, but so far to the driver that it is in the picture of a wide screen.
    const asideM = Math.min(0.92 * (x - view[0]) - innerM[0] / 2, Math.abs(eye[1]));
    const y = Math.sign(eye[1]) * (Math.abs(eye[1]) - asideM);
    const [doorX, doorY, doorZ] = mirrorFoot(profile, shape);
    return [
        {
            ...{ name: "inner", centre: [x, y, z], widthM: innerM[0], heightM: innerM[1], flatness: 1 },
            ...{ target: innerTarget, foot: [x + 0.05, y, z + 0.07] },
        },
        ...([1, -1] as const).map((side): MirrorPlace => ({
            name: side > 0 ? "left" : "right",
            centre: [doorX - 0.12, side * (doorY - 0.01), doorZ + 0.045],
            ...{ widthM: 0.16, heightM: 0.1, flatness: 0.5 },
            target: doorTarget(info, side),
            foot: [doorX, side * (doorY - 0.08), doorZ],
        })),
    ];
}

function carLayout(info: ModelInfo): Layout {
    const profile = profileFor(null, info);
    const shape = shapeOf(profile, info);
    const [eye, view] = [driverEye(info), driverView(info)];
    const [cowlS, cowlH] = profile.windscreen[0];
    const cowlX = frameX(shape, cowlS);
    const cowlZ = cowlH * shape.stretch[2];
    const topZ = Math.min(Math.max(cowlZ - 0.01, eye[2] - 0.38), eye[2] - 0.185);
    // The deeper the dashboard, as in vans, the lower and flatter the wheel.
    const deepM = eye[2] - 0.185 - topZ;
    const steering: Steering = {
        centre: [eye[0] + 0.44, eye[1], eye[2] - 0.275 - 0.25 * deepM],
        ...{ leanRad: 0.42 + 1.2 * deepM, radiusM: 0.182, squash: 1 },
    };
    const edgeX = edgeBeyond(steering, Math.min(Math.max(eye[0] + 0.62, cowlX - 0.75), cowlX - 0.1));
    const waistZ = profile.waistM * shape.stretch[2];
    const doorY = (flankAt(shape, eye[0] + 0.25, waistZ - 0.12) ?? 0.45 * info.widthM) - 0.04;
    return {
        ...{ eye, view, steering },
        cluster: clusterBehind(steering, view, edgeX - dialsAheadM),
        dash: { cowlX: cowlX - 0.03, cowlZ, edgeX, topZ, halfM: Math.max(0.5, 0.44 * info.widthM), doorY, waistZ },
        mirrors: carMirrors(profile, shape, info, eye, view),
        knob: [edgeX - 0.2, 0.12 * Math.sign(eye[1]), eye[2] - 0.47],
    };
}

function cabMirrors(cab: CabRoom, info: ModelInfo, eye: Point, isLong: boolean): MirrorPlace[] {
    const doors = ([1, -1] as const).map((side): MirrorPlace => ({
        name: side > 0 ? "left" : "right",
        centre: [cab.frontX + 0.06, side * (cab.halfM + 0.32), eye[2] - 0.02],
        ...{ widthM: 0.21, heightM: 0.36, flatness: 0.5 },
        target: doorTarget(info, side),
        foot: [cab.frontX - 0.04, side * cab.halfM, eye[2] + 0.19],
    }));
    if (!isLong) return doors; // goods, or nothing, behind the driver
    const z = cab.highZ - 0.06;
    const inner: MirrorPlace = {
        ...{ name: "inner", centre: [cab.frontX - 0.16, 0, z], widthM: 0.3, heightM: 0.1, flatness: 1 },
        ...{ target: innerTarget, foot: [cab.frontX - 0.1, 0, z + 0.08] },
    };
    return [inner, ...doors];
}

function cabLayout(info: ModelInfo): Layout {
    const [eye, view] = [driverEye(info), driverView(info)];
    const box = cabOf(info);
    const { centreM: c, halfM: h } = box;
    const floorZ = c[2] - h[2];
    const { low, high, isLong } = windowRoom(box, info) ?? { low: h[2], high: 1.8 * h[2], isLong: false };
    const frontX = c[0] + h[0];
    const cab: CabRoom = { frontX, halfM: h[1], lowZ: floorZ + low, highZ: floorZ + high };
    const steering: Steering = {
        centre: [eye[0] + 0.42, eye[1], eye[2] - 0.34],
        ...{ leanRad: 0.7, radiusM: 0.225, squash: 1 },
    };
    const edgeX = edgeBeyond(steering, Math.min(eye[0] + 0.6, frontX - 0.12));
    const topZ = Math.min(cab.lowZ + 0.02, eye[2] - 0.24);
    return {
        ...{ eye, view, steering },
        cluster: clusterBehind(steering, view, edgeX - dialsAheadM),
        dash: { cowlX: frontX - 0.05, cowlZ: cab.lowZ, edgeX, topZ, halfM: h[1] - 0.06, doorY: h[1] - 0.06, waistZ: cab.lowZ },
        mirrors: cabMirrors(cab, info, eye, isLong),
        knob: [edgeX - 0.15, eye[1] - 0.38, eye[2] - 0.5],
    };
}

/** Returns mirrors on stalks beside the driver; a kart has none. */
const openMirrors = (info: ModelInfo, eye: Point): MirrorPlace[] =>
    ([1, -1] as const).map((side) => ({
        name: side > 0 ? "left" : "right",
        centre: [eye[0] + 0.62, side * 0.45, eye[2] - 0.1],
        ...{ widthM: 0.15, heightM: 0.06, flatness: 0.5 },
        target: doorTarget(info, side),
        foot: [eye[0] + 0.62, side * 0.3, eye[2] - 0.26],
    }));

function openLayout(info: ModelInfo): Layout {
    const view = driverView(info);
    const eye: Point = [driverEye(info)[0], view[1], view[2]];
    const isHull = sitsInHull(info);
    const steering: Steering = isHull
        ? { centre: [eye[0] + 0.42, 0, eye[2] - 0.17], leanRad: 0.25, radiusM: 0.135, squash: 0.66 }
        : { centre: [eye[0] + 0.42, 0, eye[2] - 0.27], leanRad: 0.6, radiusM: 0.15, squash: 1 };
    return {
        ...{ eye, view, steering, cluster: null, dash: null },
        mirrors: isHull ? openMirrors(info, eye) : [],
        knob: [eye[0] + 0.3, -0.3, eye[2] - 0.4],
    };
}

export function layoutOf(info: ModelInfo): Layout {
    if (sitsInOpen(info)) return openLayout(info);
    return isLikeNone(null, info) ? cabLayout(info) : carLayout(info);
}
