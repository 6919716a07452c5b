/** A body made of the model's contact boxes, for vehicles that are like no car that has been drawn. */
import type { BufferGeometry } from "three";
import type { Box, ModelInfo } from "kamm";
import type { Slices } from "../slices";
import type { Where } from "./cut";
import { archPlaces, type Field } from "./field";
import type { Outside } from "./on_skin";
import { archLiners } from "./parts";
import type { Material } from "./profile";
import { type Cabin, roomAcross } from "./interior";
import { cutSkin, fineBorderM, type Skin } from "./skin";
import { surfaceNet } from "./surface_net";

const roundM = 0.05;

/** Distance from a box with rounded edges. Boxes of vehicles lie along its axes. */
function boxField({ centreM: c, halfM: h }: Box): Field {
    const radius = Math.min(roundM, ...h);
    return (x, y, z) => {
        const [dx, dy, dz] = [
            Math.abs(x - c[0]) - h[0] + radius,
            Math.abs(y - c[1]) - h[1] + radius,
            Math.abs(z - c[2]) - h[2] + radius,
        ];
        const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0));
        return outside + Math.min(Math.max(dx, dy, dz), 0) - radius;
    };
}

const end = ({ centreM, halfM }: Box, axis: 0 | 1 | 2, side: 1 | -1) =>
    centreM[axis] + side * halfM[axis];

export function boxShape(info: ModelInfo): Outside {
    const boxes = drawnBoxes(info);
    const fields = boxes.map(boxField);
    const room = 0.1;
    const reach = (side: 1 | -1) =>
        ([0, 1, 2] as const).map(
            (axis) => side * (Math.max(...boxes.map((box) => side * end(box, axis, side))) + room),
        ) as [number, number, number];
    return {
        body: (x, y, z) => {
            let nearest = Infinity;
            for (const field of fields) nearest = Math.min(nearest, field(x, y, z));
            return nearest;
        },
        bounds: { from: reach(-1), to: reach(1) },
        bottomM: Math.min(...boxes.map((box) => end(box, 2, -1))),
    };
}

const maxBy = <Item>(items: readonly Item[], of: (item: Item) => number) =>
    items.reduce((best, next) => (of(next) > of(best) ? next : best));

/** Where people sit: the foremost of the boxes that are about as high as the vehicle, wings left out. */
export function cabOf(boxes: readonly Box[]): Box {
    const tops = boxes.map((box) => end(box, 2, 1));
    const standing = boxes.filter((box, i) => end(box, 2, -1) < 0.5 * tops[i]! || boxes.length < 2);
    const top = Math.max(...standing.map((box) => end(box, 2, 1)));
    const high = standing.filter((box) => end(box, 2, 1) > 0.8 * top);
    return maxBy(high, (box) => end(box, 0, 1));
}

/** So low, people sit in the open, in the middle. */
const openM = 1.1;
export const isOpen = ({ heightM }: ModelInfo) => heightM < openM;

/** A box that short is a kart's seat with who sits in it, who is drawn himself. */
const isSeat = ({ halfM }: Box) => halfM[0] < 0.4;

/** In a hull with a seat in it, as in a formula car. */
export const sitsInHull = ({ boxes }: ModelInfo) => !isSeat(cabOf(boxes));

const drawnBoxes = (info: ModelInfo): readonly Box[] =>
    isOpen(info) && isSeat(cabOf(info.boxes)) ? info.boxes.filter((box) => box !== cabOf(info.boxes)) : info.boxes;

/** The driver's eye: on the left of a cab behind its windscreen, or out in the open. */
export function eyeInBoxes(info: ModelInfo): [number, number, number] {
    const cab = cabOf(info.boxes);
    const { centreM: c, halfM: h } = cab;
    if (!isOpen(info)) return [c[0] + h[0] - Math.min(0.9, h[0]), c[1] + 0.45 * h[1], c[2] + 0.4 * h[2]];
    return isSeat(cab) ? [c[0], 0, end(cab, 2, 1) - 0.1] : [c[0] + 0.16 * h[0], 0, end(cab, 2, 1) + 0.04];
}

/** Inside a slab: how far from its nearer side. */
const between = (value: number, from: number, to: number) => Math.max(from - value, value - to);

/** On a face that looks forwards (1) or backwards: within shares of the half width and heights above its lower edge. */
const patchOn =
    (box: Box, face: 1 | -1, widths: readonly [number, number], heights: readonly [number, number]): Where =>
    (x, y, z) => {
        const away = Math.abs(y - box.centreM[1]) / box.halfM[1];
        return Math.max(
            0.05 - face * (x - end(box, 0, face)) - 0.15,
            between(away, ...widths) * box.halfM[1],
            between(z - end(box, 2, -1), ...heights),
        );
    };

/** No cab is as long: a bus, with windows all along, or goods, whose floor is above the wheels. */
const maxCabM = 6;
const goodsFloorM = 0.85;

/** Trailers have no wheels below their front. */
const isTrailer = (cab: Box, { wheelPositionM }: ModelInfo) =>
    end(cab, 2, -1) > goodsFloorM && Math.max(...wheelPositionM.map(([x]) => x)) < cab.centreM[0] + 0.3 * cab.halfM[0];

const isLong = (cab: Box) => 2 * cab.halfM[0] > maxCabM;
const hasWindows = (cab: Box, info: ModelInfo) => !isOpen(info) && !(isLong(cab) && isTrailer(cab, info));

/** Between the posts of a bus's windows. */
const postsM = 1.7;

/** Windows of the cab's upper half: from and to above its floor, and how far back; null: it has none. */
export function windowRoom(cab: Box, info: ModelInfo) {
    if (!hasWindows(cab, info)) return null;
    const height = 2 * cab.halfM[2];
    const [low, high] = [0.5 * height, height - Math.min(0.15, 0.15 * height)];
    const deep = isLong(cab) ? 2 * cab.halfM[0] - 0.4 : Math.min(1.2, 1.6 * cab.halfM[0]);
    return { low, high, deep, isLong: isLong(cab) };
}

/** Windscreen and side windows. */
function windows(cab: Box, info: ModelInfo): Where[] {
    const room = windowRoom(cab, info);
    if (!room) return [];
    const { low, high, deep } = room;
    const front = end(cab, 0, 1);
    const screen = patchOn(cab, 1, [-1, 0.9], [low, high]);
    const post = (x: number) => (isLong(cab) ? 0.05 - Math.abs(((front - x) % postsM) - postsM / 2) : -1);
    const side: Where = (x, y, z) =>
        Math.max(
            between(x, front - deep, front - 0.2),
            post(x),
            cab.halfM[1] - 0.1 - Math.abs(y - cab.centreM[1]),
            between(z - end(cab, 2, -1), low, high),
        );
    return [screen, side];
}

/** Around who sits in the open. */
const opening = ([eyeX, , eyeZ]: readonly [number, number, number]): Where =>
    (x, y, z) => Math.max(between(x, eyeX - 0.35, eyeX + 0.6), Math.abs(y) - 0.25, eyeZ - 0.1 - z);

/** What carries the rest: narrower than a cab is. */
const isFrame = ({ halfM }: Box) => halfM[1] < 0.62 && 2 * halfM[0] > maxCabM;

const frame = (box: Box): Where =>
    (x, y, z) =>
        Math.max(Math.abs(x - box.centreM[0]) - box.halfM[0], Math.abs(y) - box.halfM[1] - 0.01, z - end(box, 2, 1));

/** A cab, with seats for all who ride in a bus; in the open there is a seat alone; a trailer has none. */
export function boxedCabin(shape: Outside, info: ModelInfo): Cabin | null {
    const cab = cabOf(info.boxes);
    if (!isOpen(info) && !hasWindows(cab, info)) return null;
    const eye = eyeInBoxes(info);
    const [tail, front, floor] = [end(cab, 0, -1), end(cab, 0, 1), end(cab, 2, -1)];
    const rows: number[] = [];
    if (isLong(cab)) for (let x = eye[0] - 1.8; x > tail + 0.6; x -= 1.1) rows.push(x);
    return {
        eye,
        cowlX: front - 0.06,
        waistZ: cab.centreM[2] - 0.06,
        floorZ: Math.max(floor + 0.06, eye[2] - 1.2),
        halfAt: roomAcross(shape),
        rows,
        trayX: null,
        mirror: isOpen(info) ? null : [front - 0.25, end(cab, 2, 1) - 0.3],
        isOpen: isOpen(info),
        lined: (x, _y, z) => x > tail && z > floor + 0.05,
    };
}

/** The left half. */
export function* boxSkin(shape: Outside, info: ModelInfo, fine: boolean): Slices<Skin> {
    const boxes = drawnBoxes(info);
    const cellM = (fine ? 0.009 : 0.023) * (info.lengthM + 0.4);
    const net = yield* surfaceNet(shape.body, shape.bounds, cellM);
    const [first, last] = [maxBy(boxes, (box) => end(box, 0, 1)), maxBy(boxes, (box) => -end(box, 0, -1))];
    const regions: [Material, Where][] = [
        ...windows(cabOf(info.boxes), info).map((where): [Material, Where] => ["glass", where]),
        ["tail", patchOn(last, -1, [0.72, 0.94], [0.08, 0.26])],
        ["trim", (_x, _y, z) => z - shape.bottomM - 0.05],
        ...boxes.filter(isFrame).map((box): [Material, Where] => ["trim", frame(box)]),
    ];
    if (isOpen(info)) regions.push(["trim", opening(eyeInBoxes(info))]);
    else
        regions.unshift(
            ["lamp", patchOn(first, 1, [0.62, 0.9], [0.15, 0.37])],
            ["grille", patchOn(first, 1, [-1, 0.5], [0.15, 0.5])],
            ["reverse", patchOn(last, -1, [0.55, 0.68], [0.08, 0.26])],
        );
    return yield* cutSkin(net, archPlaces(info), function* () {}, regions, fine ? fineBorderM : 0.55 * cellM);
}

export const boxParts = (shape: Outside, info: ModelInfo): BufferGeometry[] => archLiners(shape, info);
