/** Every vehicle and trailer in data/ as it is drawn, beside the measures of its file. */
import { loadKamm, type ModelInfo } from "kamm";
import { Matrix4, type BufferGeometry, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { newCarFrame } from "../frame";
import { readVehicles, vehicleFiles } from "../simulation/files";
import { finish } from "../slices";
import { drawnWheels, takeCarGeometry } from "./body";
import { boxShape, boxSkin, isOpen, lookOf } from "./boxes";
import { createContactShadows } from "./contact_shadow";
import { archPlaces, enter, shapeOf } from "./field";
import type { Mesh } from "./mesh";
import { boxedLookOf, isLikeNone, profileFor, profiles } from "./profiles";
import { boxedLooks } from "./profiles/boxed";
import { type Skin, skinOf } from "./skin";
import { isRidden } from "./two_wheels";

const trailerFiles = import.meta.glob("../../../data/trailers/*.json");
const nameOf = (path: string) => path.replace(/^.*\/|\.json$/g, "");
const singles = vehicleFiles.filter(({ units }) => !units).map(({ id }) => id);
const trailers = Object.keys(trailerFiles).map(nameOf);

const infos = new Map<string, ModelInfo>();
const kamm = await loadKamm();
for (const file of vehicleFiles)
    readVehicles(kamm, file).forEach((vehicle, i) => {
        const id = file.units?.[i] ?? file.id;
        if (!infos.has(id)) infos.set(id, vehicle.describe("full"));
        vehicle.dispose();
    });

/** Two-wheelers have no row: two_wheeler.test.ts has them. */
const ids = [...singles, ...trailers].filter((id) => !isRidden(infos.get(id)!));

/** What is pulled and carries goods, or people who do not drive it. */
const towed = ["articulated-bus-rear", "caravan-1200", "semitrailer-2-axle", "semitrailer-3-axle"];
const withoutHeadlights = [...towed, "formula-car-2014", "go-kart-125"];
const withoutTailLamps = ["articulated-bus-front", "go-kart-125"];

interface Drawn {
    readonly info: ModelInfo;
    /** Left halves. */
    readonly skin: Skin;
    /** Closed shapes in colours of their own have both halves. */
    readonly trim: readonly BufferGeometry[];
    /** Where a ray from outside meets the painted body. */
    readonly top: (x: number, y: number) => number | null;
}

const made = new Map<string, Drawn>();

function drawn(id: string): Drawn {
    if (!made.has(id)) made.set(id, draw(id, infos.get(id)!));
    return made.get(id)!;
}

function draw(id: string, info: ModelInfo): Drawn {
    const down = (body: (x: number, y: number, z: number) => number) => (x: number, y: number) => enter(body, [x, y, 5], 2, 0);
    if (isLikeNone(id, info)) {
        const look = lookOf(id, info);
        return { info, ...finish(boxSkin(look, info, false)), top: down(boxShape(look, info).body) };
    }
    const profile = profileFor(id, info);
    const shape = shapeOf(profile, info);
    return { info, skin: finish(skinOf(profile, shape, info, false)), trim: [], top: down(shape.body) };
}

type Point = readonly [number, number, number];

/** Corners and middles of all triangles of an outline, on the left. */
function pointsOf({ skin, trim }: Drawn): Point[] {
    const points: Point[] = [];
    const add = (positions: ArrayLike<number>, indices: ArrayLike<number>) => {
        for (let i = 0; i < indices.length; i += 3) {
            const corners = [0, 1, 2].map((k) => [0, 1, 2].map((axis) => positions[3 * indices[i + k]! + axis]!) as unknown as Point);
            points.push(...corners, [0, 1, 2].map((axis) => corners.reduce((sum, corner) => sum + corner[axis]! / 3, 0)) as unknown as Point);
        }
    };
    for (const { positions, indices } of Object.values(skin) as Mesh[]) add(positions, indices);
    for (const geometry of trim) add(geometry.getAttribute("position").array, geometry.index!.array);
    return points;
}

const range = (points: readonly Point[], axis: 0 | 1 | 2) => {
    let [low, high] = [Infinity, -Infinity];
    for (const point of points) [low, high] = [Math.min(low, point[axis]), Math.max(high, point[axis])];
    return [low, high] as const;
};

const noseOf = (info: ModelInfo) => info.wheelPositionM[0]![0] + info.frontOverhangM;

test("all vehicles and trailers have a row, and no row is of none", () => {
    expect(ids.length).toBeGreaterThanOrEqual(32);
    expect([...Object.keys(profiles), ...Object.keys(boxedLooks)].sort()).toEqual([...ids].sort());
    for (const id of ids) expect(infos.has(id), id).toBe(true);
});

test("those that are no cars are known by their sizes as well: the cockpit knows no names", () => {
    for (const [id, info] of infos)
        if (isRidden(info)) continue;
        else if (id in boxedLooks) expect(boxedLookOf(null, info), id).toBe(boxedLooks[id]);
        else expect(isLikeNone(null, info), id).toBe(false);
});

describe.each(ids)("the outline of %s", (id) => {
    test("has the length, width, height and ground clearance of the file", () => {
        const { info } = drawn(id);
        const points = pointsOf(drawn(id));
        const [[tail, nose], [, half], [bottom, top]] = [range(points, 0), range(points, 1), range(points, 2)];
        // A drawbar and a bellows reach beyond the body, as the boxes do.
        const boxEnds = info.boxes.map(({ centreM, halfM }) => centreM[0] + halfM[0]);
        const ahead = towed.includes(id) ? Math.max(noseOf(info), ...boxEnds) : noseOf(info);
        const roomM = towed.includes(id) ? 0.12 * info.lengthM : Math.max(0.05, 0.03 * info.lengthM);
        expect(Math.abs(nose - ahead)).toBeLessThan(roomM);
        expect(Math.abs(tail - (noseOf(info) - info.lengthM))).toBeLessThan(roomM);
        const tyres = drawnWheels(id, info).map(({ y, widthM }) => Math.abs(y) + widthM / 2);
        expect(half).toBeLessThan(Math.max(info.widthM / 2, ...tyres) + 0.05);
        const isBetweenWheels = isOpen(info) || id === "farm-tractor-250hp";
        expect(isBetweenWheels ? Math.max(half, ...tyres) : half).toBeGreaterThan(0.93 * (info.widthM / 2));
        expect(Math.abs(top - info.heightM)).toBeLessThan(Math.max(0.05, 0.03 * info.heightM) + (id === "go-kart-125" ? 0.25 : 0)); // without its driver
        const lowest = Math.min(...info.boxes.map(({ centreM, halfM }) => centreM[2] - halfM[2]));
        expect(bottom).toBeGreaterThan(0.03);
        expect(Math.abs(bottom - lowest)).toBeLessThan(0.13);
    });

    test("leaves its wheels free, and covers them where they are in the body", () => {
        const { info, top } = drawn(id);
        const points = pointsOf(drawn(id));
        const support = id in boxedLooks ? boxedLooks[id]!.supportAxle : undefined;
        const isCar = !(id in boxedLooks) || /bus|citaro|caravan/.test(id);
        for (const { axle, side, x, y, z, radiusM, widthM } of archPlaces(info)) {
            if (axle === support || side < 0) continue;
            const inTyre = points.filter(
                (p) => Math.hypot(p[0] - x, p[2] - z) < radiusM - 0.01 && Math.abs(Math.abs(p[1]) - Math.abs(y)) < widthM / 2 - 0.01,
            );
            if (side > 0) expect(inTyre.map((p) => p.map((value) => value.toFixed(2)).join()), `axle ${axle}`).toEqual([]);
            if (isCar) expect(top(x, y)!, `axle ${axle}`).toBeGreaterThan(z + radiusM + 0.02);
        }
    });

    test("has white lamps ahead and red ones astern", () => {
        const { info, skin } = drawn(id);
        const middle = noseOf(info) - info.lengthM / 2;
        expect(skin.lamp.indices.length > 0).toBe(!withoutHeadlights.includes(id));
        expect(skin.tail.indices.length > 0).toBe(!withoutTailLamps.includes(id));
        const xs = ({ positions }: Mesh) => positions.filter((_, i) => i % 3 === 0);
        for (const x of xs(skin.lamp)) expect(x).toBeGreaterThan(middle + 0.15 * info.lengthM);
        for (const x of [...xs(skin.tail), ...xs(skin.reverse)]) expect(x).toBeLessThan(middle - 0.15 * info.lengthM);
    });

    test("is cheap as far vehicles are drawn", () => {
        const { skin, trim } = drawn(id);
        const halves = Object.values(skin).reduce((sum, { indices }) => sum + indices.length / 3, 0);
        const rest = trim.reduce((sum, part) => sum + part.index!.count / 3, 0);
        expect(2 * halves + rest).toBeLessThan(36_000);
    });

    test("throws its shadow where it stands", () => {
        const { info } = drawn(id);
        const frame = newCarFrame(info.wheelCount);
        frame.orientation[0] = 1;
        frame.wheels.forEach((wheel, i) => {
            wheel.position.set(info.wheelPositionM[i]!);
            wheel.groundNormal[2] = 1;
        });
        const shadows = createContactShadows([info]);
        shadows.update([frame]);
        const matrix = new Matrix4();
        shadows.mesh.getMatrixAt(0, matrix);
        const [along, across, at] = [new Vector3(), new Vector3(), new Vector3().setFromMatrixPosition(matrix)];
        matrix.extractBasis(along, across, new Vector3());
        const points = pointsOf(drawn(id));
        const [[tail, nose], [, body]] = [range(points, 0), range(points, 1)];
        const half = Math.max(body, ...drawnWheels(id, info).map(({ y, widthM }) => Math.abs(y) + widthM / 2));
        const softM = 0.5;
        const roomM = Math.max(0.15, 0.05 * info.lengthM) + (id === "caravan-1200" ? 1 : 0); // its drawbar throws none
        expect(Math.abs(at.x + along.length() - softM - nose)).toBeLessThan(roomM);
        expect(Math.abs(at.x - along.length() + softM - tail)).toBeLessThan(roomM);
        expect(Math.abs(across.length() - softM - half)).toBeLessThan(0.15);
        shadows.dispose();
    });
});

const withAdditions = ids.filter((id) => id in boxedLooks || profiles[id]!.boxes?.some(({ colour }) => !colour));

test.each(withAdditions)("what is painted of %s is the same on both sides", (id) => {
    const { geometry, giveBack } = takeCarGeometry(id, infos.get(id)!, true);
    const { array } = geometry.body.paint!.getAttribute("position");
    const places = new Set<string>();
    for (let i = 0; i < array.length; i += 3) places.add(`${array[i]},${array[i + 1]! + 0},${array[i + 2]}`);
    let lone = 0;
    for (let i = 0; i < array.length; i += 3) if (!places.has(`${array[i]},${0 - array[i + 1]!},${array[i + 2]}`)) ++lone;
    expect(lone).toBe(0);
    giveBack();
});

test.each(towed)("the support of %s touches the ground where the model's wheels do, and is small", (id) => {
    const info = infos.get(id)!;
    const support = drawnWheels(id, info).filter(({ axle }) => axle === boxedLooks[id]!.supportAxle);
    expect(support.length).toBeGreaterThan(0);
    for (const { axle, z, radiusM, lowerM } of support) {
        const own = info.wheelRadiusM[info.wheelAxle.indexOf(axle)]!;
        expect(radiusM).toBeLessThan(0.5 * own);
        expect(z - lowerM! - radiusM).toBeCloseTo(z - own, 9);
    }
});

describe.each(towed)("in %s", (id) => {
    test("there is no driver, and no glass is seen through", () => {
        const { geometry, giveBack } = takeCarGeometry(id, drawn(id).info, false);
        expect(geometry.inside).toBeNull();
        expect(drawn(id).skin.glass.indices).toEqual([]);
        giveBack();
    });
});

test("goods have no windows, people have", () => {
    const hasPane = (id: string) => boxedLooks[id]!.solids.some(({ panes }) => panes?.some(({ material }) => material === "glass"));
    for (const id of ["semitrailer-2-axle", "semitrailer-3-axle"]) expect(hasPane(id)).toBe(false);
    for (const id of ids.filter((name) => !towed.includes(name))) {
        const { info, skin } = drawn(id);
        expect(skin.glass.indices.length > 0, id).toBe(!isOpen(info) || id in profiles);
    }
});

test("a bus has windows to its tail, and one astern", () => {
    const { info, skin } = drawn("mercedes-citaro");
    const tail = noseOf(info) - info.lengthM;
    const { positions } = skin.glass;
    const side = positions.filter((_, i) => i % 3 === 0 && Math.abs(positions[i + 1]!) > 0.98 * (info.widthM / 2));
    expect(Math.min(...side)).toBeLessThan(tail + 0.5);
    expect(Math.max(...side)).toBeGreaterThan(noseOf(info) - 0.5);
    expect(positions.filter((x, i) => i % 3 === 0 && Math.abs(positions[i + 1]!) < 0.8 && x < tail + 0.1).length).toBeGreaterThan(10);
});

test("the 350Z has a roof of metal, the Boxster none", () => {
    const inTrim = (id: string) => {
        const { info, skin } = drawn(id);
        const isRoof = (_: number, i: number) => i % 3 === 2 && skin.trim.positions[i]! > 0.9 * info.heightM;
        return skin.trim.positions.filter(isRoof).length;
    };
    expect(inTrim("nissan-350z-drift")).toBe(0);
    expect(inTrim("porsche-boxster-s-2004")).toBeGreaterThan(0);
});
