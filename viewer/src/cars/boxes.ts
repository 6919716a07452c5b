/** A body made of the model's contact boxes, for vehicles that are like no car that has been drawn. */
import type { BufferGeometry } from "three";
import type { Box, ModelInfo } from "kamm";
import { cut, type Where } from "./cut";
import { archPlaces, type Field } from "./field";
import { extract, type Mesh } from "./mesh";
import { archLiners, type Outside } from "./parts";
import type { Material } from "./profile";
import { archWhere, type Skin } from "./skin";
import { surfaceNet } from "./surface_net";

const roundM = 0.07;

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

export function boxShape({ boxes }: ModelInfo): Outside {
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
const goodsFloorM = 0.9;

/** Windscreen and side windows of the cab's upper half. */
function windows(cab: Box): Where[] {
    const isLong = 2 * cab.halfM[0] > maxCabM;
    if (isLong && end(cab, 2, -1) > goodsFloorM) return [];
    const height = 2 * cab.halfM[2];
    const [low, high] = [0.5 * height, height - Math.min(0.15, 0.15 * height)];
    const front = end(cab, 0, 1);
    const deep = isLong ? 2 * cab.halfM[0] - 0.4 : Math.min(1.2, 1.6 * cab.halfM[0]);
    const screen = patchOn(cab, 1, [-1, 0.9], [low, high]);
    const side: Where = (x, y, z) =>
        Math.max(
            between(x, front - deep, front - 0.2),
            cab.halfM[1] - 0.1 - Math.abs(y - cab.centreM[1]),
            between(z - end(cab, 2, -1), low, high),
        );
    return [screen, side];
}

export function boxSkin(shape: Outside, info: ModelInfo, fine: boolean): Skin {
    const { boxes } = info;
    const mesh = surfaceNet(shape.body, shape.bounds, (fine ? 0.009 : 0.023) * (info.lengthM + 0.4));
    const refine = fine ? 2 : 1;
    let rest: readonly number[] = mesh.indices;
    for (const wheel of archPlaces(info)) rest = cut(mesh, rest, archWhere(wheel, 0), refine).outside;
    const [first, last] = [maxBy(boxes, (box) => end(box, 0, 1)), maxBy(boxes, (box) => -end(box, 0, -1))];
    const regions: [Material, Where][] = [
        ...windows(cabOf(boxes)).map((where): [Material, Where] => ["glass", where]),
        ["lamp", patchOn(first, 1, [0.62, 0.9], [0.15, 0.37])],
        ["trim", patchOn(first, 1, [-1, 0.5], [0.15, 0.5])],
        ["tail", patchOn(last, -1, [0.72, 0.94], [0.08, 0.26])],
        ["reverse", patchOn(last, -1, [0.55, 0.68], [0.08, 0.26])],
    ];
    const parts: Record<Material, number[]> = { paint: [], trim: [], glass: [], lamp: [], tail: [], reverse: [] };
    for (const [material, where] of regions) {
        const { inside, outside } = cut(mesh, rest, where, refine);
        for (const vertex of inside) parts[material].push(vertex);
        rest = outside;
    }
    for (const vertex of rest) parts.paint.push(vertex);
    const entries = Object.entries(parts).map(([name, of]): [string, Mesh] => [name, extract(mesh, of)]);
    return Object.fromEntries(entries) as Skin;
}

export const boxParts = (shape: Outside, info: ModelInfo): BufferGeometry[] => archLiners(shape, info);
