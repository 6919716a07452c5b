/** Geometries of a car, made once for all cars that look alike. */
import type { BufferGeometry } from "three";
import type { ModelInfo } from "kamm";
import { finish, type Slices } from "../slices";
import { boxedCabin, boxParts, boxShape, boxSkin, lookOf } from "./boxes";
import { shapeOf, type WheelPlace, wheelPlaces } from "./field";
import { whole } from "./geometry";
import { drawnCabin, interiorGeometry } from "./interior";
import { lampGeometry } from "./lamps";
import { bodyParts, grilleParts, highBrakePlace, seals } from "./parts";
import { isLikeNone, paintOf, profileFor } from "./profiles";
import { skinOf, type Skin } from "./skin";
import { twoWheelerCode } from "./two_wheelers";
import { coloured, merged, rimGeometry, turnedRound, tyreGeometry } from "./wheel_geometry";

/** What a body is drawn in, one call each; plain cars do with paint, trim and tail. */
export const layers = ["paint", "trim", "lights", "tail", "glass", "lens"] as const;
export type Layer = (typeof layers)[number];

export interface CarGeometry {
    /** Geometry of each layer of the car. */
    readonly body: Partial<Record<Layer, BufferGeometry>>;
    readonly tyres: readonly BufferGeometry[];
    readonly rims: readonly BufferGeometry[];
    /** Around the lights, and in the cabin; plain cars have none. */
    readonly glow: BufferGeometry | null;
    readonly inside: BufferGeometry | null;
    /** The part of a two-wheeler that turns with the front wheel, about its centre. */
    readonly front?: BufferGeometry;
    /** The upper body of its rider, about the hip. */
    readonly rider?: BufferGeometry;
    /** Place of the hip in the vehicle frame. */
    readonly hip?: readonly [number, number, number];
}

/** Far cars: what shines is coloured trim, so that a body is paint, trim and tail lamps. */
function plainBody(skin: Skin, paint: BufferGeometry, trim: BufferGeometry[]): Body {
    for (const [part, colour] of [
        [skin.grille, black],
        [skin.glass, "#0d1116"],
        [skin.lamp, "#e8edf0"],
        [skin.reverse, "#c0c4c6"],
    ] as const)
        trim.push(coloured(whole(part), colour));
    return { body: { paint, trim: merged(trim), tail: whole(skin.tail) }, inside: null, glow: null };
}

function* fineBody(
    skin: Skin,
    paint: BufferGeometry,
    trim: BufferGeometry[],
    inside: BufferGeometry | null,
    highBrake: readonly [number, number, number] | null,
): Slices<Body> {
    yield;
    const lamps = yield* lampGeometry(skin, highBrake);
    yield;
    trim.push(...(yield* grilleParts(skin.grille)));
    yield;
    trim.push(...seals(skin.glass));
    yield;
    const body: Body["body"] = { paint, trim: merged(trim), glass: whole(skin.glass) };
    if (!lamps) return { body, inside, glow: null };
    const { lens, lights, glow } = lamps;
    return { body: { ...body, lens, lights }, inside, glow };
}

type Body = Pick<CarGeometry, "body" | "inside" | "glow" | "front" | "rider" | "hip">;

const black = "#131416";

/** Closed shapes in the model's boxes, for what is like no car that has been drawn. */
function* boxedBody(id: string, info: ModelInfo, plain: boolean): Slices<Body> {
    const look = lookOf(id, info);
    const shape = boxShape(look, info);
    const { skin, trim } = yield* boxSkin(look, info, !plain);
    const parts = boxParts(look, shape, info, !plain);
    const painted = unmarked([whole(skin.paint), ...parts.painted]);
    trim.push(coloured(whole(skin.trim), black), ...parts.trim);
    if (plain) return plainBody(skin, merged(painted), trim);
    const cabin = boxedCabin(shape, info, look);
    const inside = cabin && (yield* interiorGeometry(cabin, skin));
    return yield* fineBody(skin, merged(painted), trim, inside, null);
}

/** With places and normals alone, as all that is painted has. */
function unmarked(parts: BufferGeometry[]): BufferGeometry[] {
    for (const part of parts) for (const name of ["uv", "color"]) part.deleteAttribute(name);
    return parts;
}

function* drawnBody(id: string, info: ModelInfo, plain: boolean): Slices<Body> {
    const profile = profileFor(id, info);
    const shape = shapeOf(profile, info);
    const skin = yield* skinOf(profile, shape, info, !plain);
    const parts = yield* bodyParts(profile, shape, info, !plain);
    yield;
    const painted = unmarked([whole(skin.paint), ...parts.painted]);
    const trim = [coloured(whole(skin.trim), black), ...parts.trim];
    if (plain) return plainBody(skin, merged(painted), trim);
    yield;
    const inside = yield* interiorGeometry(drawnCabin(profile, shape, info), skin);
    return yield* fineBody(skin, merged(painted), trim, inside, highBrakePlace(profile, shape));
}

/** A support's wheels are small; the model has those of a tyre that bears as much. */
const onSupport = (wheel: WheelPlace): WheelPlace => ({
    ...wheel,
    radiusM: 0.36 * wheel.radiusM,
    rimRadiusM: 0.2 * wheel.radiusM,
    widthM: 0.4 * wheel.widthM,
    lowerM: (1 - 0.36) * wheel.radiusM,
});

/** The wheels as they are to be seen. */
export function drawnWheels(id: string, info: ModelInfo): WheelPlace[] {
    const support = isLikeNone(id, info) ? lookOf(id, info).supportAxle : undefined;
    return wheelPlaces(info).map((wheel) => (wheel.axle === support ? onSupport(wheel) : wheel));
}

function* make(id: string, info: ModelInfo, plain: boolean): Slices<CarGeometry> {
    const places = drawnWheels(id, info);
    const look = paintOf(id, info).rim;
    const segments = plain ? 20 : 56;
    const sided = (geometry: BufferGeometry, { side }: WheelPlace) =>
        side < 0 ? turnedRound(geometry) : geometry;
    const ridden = twoWheelerCode(info)?.makeTwoWheeler(info);
    const body: Body = ridden
        ? { ...ridden, inside: null, glow: null }
        : yield* isLikeNone(id, info) ? boxedBody(id, info, plain) : drawnBody(id, info, plain);
    yield;
    const tyres: BufferGeometry[] = [];
    const rims: BufferGeometry[] = [];
    for (const wheel of places) {
        tyres.push(sided(tyreGeometry(wheel, segments), wheel));
        rims.push(sided(rimGeometry(wheel, look, segments), wheel));
        yield;
    }
    return { ...body, tyres, rims };
}

interface Kept {
    readonly geometry: CarGeometry;
    users: number;
}
const kept = new Map<string, Kept>();

/** So much may wheels come to lie elsewhere, under more load, before the body is made again. */
const noticedM = 0.02;
const coarse = (place: readonly number[]) => place.map((value) => Math.round(value / noticedM));

/** What has the same key looks the same: a stiffer spring makes no other car. */
export const keyOf = (id: string, info: ModelInfo, plain: boolean) =>
    JSON.stringify([
        profileFor(id, info).kind,
        id,
        plain,
        info.lengthM,
        info.widthM,
        info.heightM,
        info.frontOverhangM,
        info.wheelPositionM.map(coarse),
        info.wheelRadiusM,
        info.wheelWidthM,
        info.rimRadiusM,
        isLikeNone(id, info) && info.boxes,
        twoWheelerCode(info) !== null && info.massKg,
    ]);

/** To be given back by the function that comes with it. */
export function takeCarGeometry(id: string, info: ModelInfo, plain: boolean) {
    const key = keyOf(id, info, plain);
    let found = kept.get(key);
    if (!found) kept.set(key, (found = { geometry: finish(make(id, info, plain)), users: 0 }));
    ++found.users;
    const own = found;
    const giveBack = () => {
        if (--own.users > 0) return;
        kept.delete(key);
        const { body, tyres, rims, inside, glow, front, rider } = own.geometry;
        for (const geometry of [...Object.values(body), ...tyres, ...rims, inside, glow, front, rider]) geometry?.dispose();
    };
    return { geometry: found.geometry, giveBack };
}

/** Makes it in slices, and keeps it for the next caller until the result is called. */
export function* prepareCarGeometry(id: string, info: ModelInfo, plain: boolean): Slices<() => void> {
    const key = keyOf(id, info, plain);
    if (!kept.has(key)) {
        const geometry = yield* make(id, info, plain);
        if (!kept.has(key)) kept.set(key, { geometry, users: 0 });
    }
    return takeCarGeometry(id, info, plain).giveBack;
}
