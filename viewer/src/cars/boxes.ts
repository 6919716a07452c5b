/** Bodies of closed shapes in the model's boxes, for vehicles that are like no car that has been drawn. */
import type { BufferGeometry } from "three";
import type { Box, ModelInfo } from "kamm";
import type { Slices } from "../slices";
import { block, type BoxedLook, dark, type Fender, type Pane, pane, rect, type Solid, windowRow } from "./boxed";
import type { Room, Where } from "./cut";
import { limb } from "./driver";
import { archPlaces, type Field } from "./field";
import { whole } from "./geometry";
import type { Cabin } from "./interior";
import { type Mesh, newMesh } from "./mesh";
import { type Outside, roomAcross } from "./on_skin";
import { outline } from "./outline";
import { archLiners } from "./parts";
import { type Bend, prism } from "./prism";
import { materials } from "./profile";
import { boxedLookOf } from "./profiles";
import { archDepth, archRadius, cutSkin, type Skin } from "./skin";
import { coloured } from "./wheel_geometry";

const end = ({ centreM, halfM }: Box, axis: 0 | 1 | 2, side: 1 | -1) => centreM[axis] + side * halfM[axis];

/** What all boxes take. */
function hull(boxes: readonly Box[]): Box {
    const ends = (side: 1 | -1) => ([0, 1, 2] as const).map((axis) => side * Math.max(...boxes.map((box) => side * end(box, axis, side))));
    const [from, to] = [ends(-1), ends(1)];
    const each = (of: (low: number, high: number) => number) => from.map((low, k) => of(low, to[k]!)) as [number, number, number];
    return { centreM: each((low, high) => (low + high) / 2), halfM: each((low, high) => (high - low) / 2), orientation: [1, 0, 0, 0] };
}

const maxBy = <Item>(items: readonly Item[], of: (item: Item) => number) =>
    items.reduce((best, next) => (of(next) > of(best) ? next : best));

/** Where people sit, if nothing tells it: the foremost of the boxes that are about as high as the vehicle, wings left out. */
function guessedCab(boxes: readonly Box[]): Box {
    const tops = boxes.map((box) => end(box, 2, 1));
    const standing = boxes.filter((box, i) => end(box, 2, -1) < 0.5 * tops[i]! || boxes.length < 2);
    const top = Math.max(...standing.map((box) => end(box, 2, 1)));
    const high = standing.filter((box) => end(box, 2, 1) > 0.8 * top);
    return maxBy(high, (box) => end(box, 0, 1));
}

/** Returns the box of the cab. */
export function cabOf(info: ModelInfo): Box {
    const look = boxedLookOf(null, info);
    return look?.cab ? boxAround(look.solids[look.cab.solid]!, info.boxes) : guessedCab(info.boxes);
}

/** Height below which people sit in the open, in the middle. */
const openM = 1.1;
export const isOpen = ({ heightM }: ModelInfo) => heightM < openM;

/** A box that short is a kart's seat with its driver, who is drawn separately. */
const isSeat = ({ halfM }: Box) => halfM[0] < 0.4;

/** Whether the seat is in a hull, as in a formula car. */
export const sitsInHull = (info: ModelInfo) => !isSeat(cabOf(info));

const withoutDriver = (info: ModelInfo): readonly Box[] => {
    const seat = cabOf(info);
    return isOpen(info) && isSeat(seat) ? info.boxes.filter((box) => box !== seat) : info.boxes;
};

/** The driver's eye: on the left of a cab behind its windscreen, or out in the open. */
export function eyeInBoxes(info: ModelInfo): [number, number, number] {
    const cab = cabOf(info);
    const { centreM: c, halfM: h } = cab;
    if (!isOpen(info)) return [c[0] + h[0] - Math.min(0.9, 1.3 * h[0]), c[1] + 0.45 * h[1], c[2] + 0.4 * h[2]];
    return isSeat(cab) ? [c[0], 0, end(cab, 2, 1) - 0.1] : [c[0] + 0.16 * h[0], 0, end(cab, 2, 1) + 0.04];
}

/** No cab is as long: a bus, with windows all along, or goods, whose floor is above the wheels. */
const maxCabM = 6;
const goodsFloorM = 0.85;

/** Trailers have no wheels below their front. */
const isTrailer = (cab: Box, { wheelPositionM }: ModelInfo) =>
    end(cab, 2, -1) > goodsFloorM && Math.max(...wheelPositionM.map(([x]) => x)) < cab.centreM[0] + 0.3 * cab.halfM[0];

const isLong = (cab: Box) => 2 * cab.halfM[0] > maxCabM;
const hasWindows = (cab: Box, info: ModelInfo) => !isOpen(info) && !(isLong(cab) && isTrailer(cab, info));

/** Returns the look of a vehicle without a drawing: its boxes with the lamps and windows of its kind. */
function guessedLook(info: ModelInfo): BoxedLook {
    const boxes = withoutDriver(info);
    const cab = cabOf(info);
    const [first, last] = [maxBy(boxes, (box) => end(box, 0, 1)), maxBy(boxes, (box) => -end(box, 0, -1))];
    const lamps = [
        pane("lamp", "front", rect(0.62, 0.9, 0.15, 0.37)),
        pane("grille", "front", rect(-1, 0.5, 0.15, 0.5)),
    ];
    const solids = boxes.map((box): Solid => {
        const panes: Pane[] = [];
        if (box === cab) panes.push(...guessedWindows(cab, info));
        if (box === first && !isOpen(info)) panes.push(...lamps);
        if (box === last) panes.push(pane("tail", "rear", rect(0.72, 0.94, 0.08, 0.26)));
        if (box === last && !isOpen(info)) panes.push(pane("reverse", "rear", rect(0.55, 0.68, 0.08, 0.26)));
        const of = info.boxes.indexOf(box);
        return { of, side: block(0, 1, 0, 1, 0.06), bendM: Math.min(0.05, box.halfM[1] / 2), panes, ...(isFrame(box) && { colour: dark }) };
    });
    return { colour: "", rim: { spokes: 8 }, solids };
}

export const lookOf = (id: string | null, info: ModelInfo): BoxedLook => boxedLookOf(id, info) ?? guessedLook(info);

/** Distance between the posts of a bus's windows. */
const postsM = 1.7;

/** Windows of the cab: lower and upper edge above its floor; null: it has none. */
export function windowRoom(cab: Box, info: ModelInfo) {
    if (!hasWindows(cab, info)) return null;
    const height = 2 * cab.halfM[2];
    const shares = boxedLookOf(null, info)?.cab?.windows;
    const [low, high] = shares ? shares.map((share) => share * height) : [0.5 * height, height - Math.min(0.15, 0.15 * height)];
    return { low: low!, high: high!, isLong: isLong(cab) };
}

/** Windscreen and side windows. */
function guessedWindows(cab: Box, info: ModelInfo): Pane[] {
    const room = windowRoom(cab, info);
    if (!room) return [];
    const [length, height] = [2 * cab.halfM[0], 2 * cab.halfM[2]];
    const edges = [room.low / height, room.high / height] as const;
    const from = 0.2 / length;
    const sides = room.isLong
        ? windowRow(from, 1 - from, edges, Math.round(length / postsM), 0.1 / length)
        : [pane("glass", "side", rect(from, Math.min(1.2 / length, 0.8), ...edges))];
    return [pane("glass", "front", rect(-1, 0.9, ...edges)), ...sides];
}

/** What carries the rest: narrower than a cab is. */
const isFrame = ({ halfM }: Box) => halfM[1] < 0.62 && 2 * halfM[0] > maxCabM;

/** A cab, with seats for all who ride in a bus; in the open there is a seat alone; a trailer has none. */
export function boxedCabin(shape: Outside, info: ModelInfo, look: BoxedLook): Cabin | null {
    const cab = cabOf(info);
    if (look.isTrailer || (!isOpen(info) && !hasWindows(cab, info))) return null;
    const eye = eyeInBoxes(info);
    const across = roomAcross(shape);
    const shares = look.cab ? look.solids[look.cab.solid]!.side.map(([, , , share]) => share ?? 1) : [1];
    const slimM = (1 - Math.min(...shares)) * cab.halfM[1]; // flanks lean inwards
    const [tail, front, floor] = [end(cab, 0, -1), end(cab, 0, 1), end(cab, 2, -1)];
    const rows: number[] = [];
    if (isLong(cab)) for (let x = eye[0] - 1.8; x > tail + 0.6; x -= 1.1) rows.push(x);
    return {
        eye,
        cowlX: front - 0.06,
        waistZ: floor + (windowRoom(cab, info)?.low ?? cab.halfM[2]) - 0.06,
        floorZ: Math.max(floor + 0.06, eye[2] - 1.2),
        halfAt: (x, z) => Math.max(0.1, across(x, z) - slimM),
        rows,
        trayX: null,
        mirror: isLong(cab) ? [front - 0.25, end(cab, 2, 1) - 0.3] : null,
        isOpen: isOpen(info),
        lined: (x, _y, z) => x > tail && x < front + 0.02 && z > floor + 0.05,
    };
}

const boxOf = ({ of }: Solid, boxes: readonly Box[]) => (of === null ? hull(boxes) : boxes[of]!);

/** From the shares of a box to the vehicle's frame: x of a share behind its front, z of one above its bottom. */
const placesIn = (box: Box) => ({
    x: (u: number) => end(box, 0, 1) - 2 * u * box.halfM[0],
    z: (v: number) => end(box, 2, -1) + 2 * v * box.halfM[2],
});

function boxAround(solid: Solid, boxes: readonly Box[]): Box {
    const box = boxOf(solid, boxes);
    const { x, z } = placesIn(box);
    const [xs, zs] = [solid.side.map(([u]) => x(u)), solid.side.map(([, v]) => z(v))];
    const [tail, front, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...zs), Math.max(...zs)];
    return {
        centreM: [(tail + front) / 2, 0, (bottom + top) / 2],
        halfM: [(front - tail) / 2, box.halfM[1] * (solid.across?.[1] ?? 1), (top - bottom) / 2],
        orientation: box.orientation,
    };
}

const bends = (solid: Solid, boxes: readonly Box[]): Bend[] => {
    const { x, z } = placesIn(boxOf(solid, boxes));
    return solid.side.map(([u, v, roundM, width]) => [x(u), z(v), roundM ?? 0, width ?? 1]);
};

const reachOf = (solid: Solid, boxes: readonly Box[]) =>
    (solid.across ?? [0, 1]).map((share) => share * boxOf(solid, boxes).halfM[1]) as [number, number];

/** Distance from a solid: its ends are seen as cut straight. */
function solidField(solid: Solid, boxes: readonly Box[]): Field {
    const corners = bends(solid, boxes);
    const from = Math.min(...corners.map(([x]) => x));
    const side = outline(corners.map(([x, z, roundM]) => [x - from, z, roundM]));
    const [inner, outer] = reachOf(solid, boxes);
    return (x, y, z) => Math.max(side(x - from, z), Math.abs(y) - outer, inner > 0 ? inner - Math.abs(y) : -1);
}

export function boxShape(look: BoxedLook, info: ModelInfo): Outside {
    const bodies = look.solids.filter(({ colour }) => colour === undefined);
    const fields = bodies.map((solid) => solidField(solid, info.boxes));
    const around = hull(bodies.map((solid) => boxAround(solid, info.boxes)));
    const reach = (side: 1 | -1) => ([0, 1, 2] as const).map((axis) => end(around, axis, side) + 0.1 * side) as [number, number, number];
    return {
        body: (x, y, z) => fields.reduce((nearest, field) => Math.min(nearest, field(x, y, z)), Infinity),
        bounds: { from: reach(-1), to: reach(1) },
        bottomM: end(around, 2, -1),
    };
}

/** From an end, so deep. */
const paneDepthM = 0.15;
/** From the side: not nearer to the middle than this share. */
const paneIn = 0.55;

/** Where a pane is, and the room that it takes of the left half. */
function paneWhere({ view, outline: corners, depthM = paneDepthM }: Pane, solid: Solid, boxes: readonly Box[]): { where: Where; room: Room | null } {
    const { x, z } = placesIn(boxOf(solid, boxes));
    const { centreM: c, halfM: h } = boxAround(solid, boxes);
    const isSide = view === "side";
    const [front, half] = [c[0] + h[0], h[1]];
    const along = (a: number) => (isSide ? front - x(a) : a * half);
    const line = corners.map(([a, b, r]) => [along(a), z(b), r ?? 0.03] as const);
    const distance = outline(line);
    const [as, zs] = [line.map(([a]) => a), line.map(([, b]) => b)];
    const [fromA, toA, fromZ, toZ] = [Math.min(...as), Math.max(...as), Math.min(...zs), Math.max(...zs)];
    if (isSide)
        return {
            where: (px, y, pz) => Math.max(distance(front - px, pz), paneIn * half - Math.abs(y)),
            // A band all along crosses edges anyway.
            room: toA - fromA < 2 * h[0] ? [[front - toA, paneIn * half, fromZ], [front - fromA, half + 1, toZ]] : null,
        };
    const face = view === "front" ? 1 : -1;
    const edge = c[0] + face * h[0] - face * depthM;
    return {
        where: (px, y, pz) => Math.max(distance(Math.abs(y), pz), face * (edge - px)),
        room: [[Math.min(edge, edge + 9 * face), Math.max(fromA, 0), fromZ], [Math.max(edge, edge + 9 * face), toA, toZ]],
    };
}

const emptySkin = () => Object.fromEntries(materials.map((name) => [name, newMesh()])) as Skin;

function append(to: Mesh, from: Mesh) {
    const first = to.positions.length / 3;
    for (const value of from.positions) to.positions.push(value);
    for (const value of from.normals) to.normals.push(value);
    for (const index of from.indices) to.indices.push(first + index);
}

/** A wheel's room in the side view, wherever it reaches across. */
const archRoom = ({ x, z, radiusM }: { x: number; z: number; radiusM: number }): Room => [
    [x - radiusM - 0.1, 0, z - radiusM - 0.1],
    [x + radiusM + 0.1, 9, z + radiusM + 0.1],
];

/** How finely what is round is drawn, and edges along borders. */
const fineness = (fine: boolean) => (fine ? { steps: 5, borderM: 0.09, roomM: 0.3 } : { steps: 3, borderM: 0.18, roomM: 0.6 });

/** The left half: what is painted, glass and lamps; and what has a colour of its own. */
export function* boxSkin(look: BoxedLook, info: ModelInfo, fine: boolean): Slices<{ skin: Skin; trim: BufferGeometry[] }> {
    const { steps, borderM, roomM } = fineness(fine);
    const skin = emptySkin();
    const trim: BufferGeometry[] = [];
    for (const solid of look.solids) {
        yield;
        const net = prism(bends(solid, info.boxes), ...reachOf(solid, info.boxes), solid.bendM ?? 0, steps);
        const [, outer] = reachOf(solid, info.boxes);
        const arches = solid.colour === undefined ? archPlaces(info).filter((wheel) => wheel.side > 0 && wheel.axle !== look.supportAxle && archDepth(wheel) < outer) : [];
        const panes = (solid.panes ?? []).map((each) => ({ material: each.material, ...paneWhere(each, solid, info.boxes) }));
        const rooms = [
            ...arches.map((wheel) => [archRoom({ ...wheel, radiusM: archRadius(wheel) }), 0.25] as const),
            ...panes.flatMap(({ room }) => (room ? [[room, Math.min(roomM, Math.max(0.1, 0.4 * (room[1][2] - room[0][2])))] as const] : [])),
        ];
        const regions = panes.map(({ material, where }) => [material, where] as const);
        const made = yield* cutSkin(net, arches, function* () {}, regions, borderM, rooms);
        if (solid.colour !== undefined) {
            trim.push(coloured(whole(made.paint), solid.colour));
            made.paint = newMesh();
        }
        for (const name of materials) append(skin[name], made[name]);
    }
    if (look.isTrailer) {
        if (skin.glass.indices.length > 0) trim.push(coloured(whole(skin.glass), "#0d1116"));
        skin.glass = newMesh();
    }
    return { skin, trim };
}

const fenderM = { gap: 0.06, thick: 0.035, beyond: 0.03 };

/** Around a wheel, or all of an axle's side. */
function fenderMesh({ fromRad, toRad }: Fender, wheel: ReturnType<typeof archPlaces>[number], steps: number): Mesh {
    const { gap, thick, beyond } = fenderM;
    const count = 4 * steps;
    const arc = (radius: number): Bend[] =>
        Array.from({ length: count + 1 }, (_, i) => {
            const angle = fromRad + ((toRad - fromRad) * i) / count;
            return [wheel.x + radius * Math.cos(angle), wheel.z + radius * Math.sin(angle), 0, 1];
        });
    const out = Math.abs(wheel.y);
    const half = wheel.widthM / 2 + beyond;
    return prism([...arc(wheel.radiusM + gap + thick), ...arc(wheel.radiusM + gap).reverse()], out - half, out + half, 0, steps);
}

/** Mudguards: painted ones and others. */
function fenders(look: BoxedLook, info: ModelInfo, fine: boolean) {
    const parts = { painted: [] as BufferGeometry[], trim: [] as BufferGeometry[] };
    for (const each of look.fenders ?? [])
        for (const wheel of archPlaces(info).filter(({ axle, side }) => axle === each.axle && side > 0)) {
            const made = whole(fenderMesh(each, wheel, fineness(fine).steps));
            if (each.colour) parts.trim.push(coloured(made, each.colour));
            else parts.painted.push(made);
        }
    return parts;
}

/** What holds wheels that stand beside the body: two arms each, from where the body is. */
function arms(look: BoxedLook, shape: Outside, info: ModelInfo): BufferGeometry[] {
    const radiusM = look.armsM;
    if (!radiusM) return [];
    return archPlaces(info).flatMap(({ x, y, z, widthM, side, radiusM: wheelM }) => {
        const hub = [x, y - side * (widthM / 2 - 0.02), z] as const;
        return [0.9, -0.9].map((ahead) => {
            const foot = [x + ahead * wheelM, side * 0.12, Math.max(z, shape.bottomM + 0.04)] as const;
            return limb(foot, hub, radiusM, dark);
        });
    });
}

/** All that is fastened to it. */
export function boxParts(look: BoxedLook, shape: Outside, info: ModelInfo, fine: boolean) {
    const { painted, trim } = fenders(look, info, fine);
    return { painted, trim: [...trim, ...archLiners(shape, info), ...arms(look, shape, info)] };
}
