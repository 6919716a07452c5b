/** Geometries of a car, made once for all cars that look alike. */
import { BufferGeometry, Float32BufferAttribute } from "three";
import type { ModelInfo } from "kamm";
import { boxParts, boxShape, boxSkin } from "./boxes";
import { shapeOf, type WheelPlace, wheelPlaces } from "./field";
import { interiorGeometry } from "./interior";
import type { Mesh } from "./mesh";
import { bodyParts } from "./parts";
import type { Material } from "./profile";
import { isLikeNone, profileFor } from "./profiles";
import { skinOf, type Skin } from "./skin";
import { coloured, merged, rimGeometry, turnedRound, tyreGeometry } from "./wheel_geometry";

export interface CarGeometry {
    /** Of each material that the car has. */
    readonly body: Partial<Record<Material, BufferGeometry>>;
    readonly tyres: readonly BufferGeometry[];
    readonly rims: readonly BufferGeometry[];
    /** Seen by the driver; plain cars have none. */
    readonly inside: BufferGeometry | null;
}

function geometryOf(mesh: Mesh): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(mesh.positions, 3));
    geometry.setAttribute("normal", new Float32BufferAttribute(mesh.normals, 3));
    geometry.setIndex(mesh.indices);
    return geometry;
}

/** Far cars: what shines is coloured trim, so that a body is paint, trim and tail lamps. */
function plainBody(skin: Skin, trim: BufferGeometry[]): CarGeometry["body"] {
    trim.push(coloured(geometryOf(skin.glass), "#0d1116"));
    trim.push(
        coloured(geometryOf(skin.lamp), "#e8edf0"),
        coloured(geometryOf(skin.reverse), "#c0c4c6"),
    );
    return { trim: merged(trim), tail: geometryOf(skin.tail) };
}

type Body = Pick<CarGeometry, "body" | "inside">;

/** The model's boxes, for what is like no car that has been drawn. */
function boxedBody(info: ModelInfo, plain: boolean): Body {
    const shape = boxShape(info);
    const skin = boxSkin(shape, info, !plain);
    const trim = [coloured(geometryOf(skin.trim), "#131416"), ...boxParts(shape, info)];
    const paint = geometryOf(skin.paint);
    if (plain) return { body: { paint, ...plainBody(skin, trim) }, inside: null };
    const { glass, lamp, tail, reverse } = skin;
    const body = {
        paint,
        trim: merged(trim),
        glass: geometryOf(glass),
        lamp: geometryOf(lamp),
        tail: geometryOf(tail),
        reverse: geometryOf(reverse),
    };
    return { body, inside: null };
}

function bodyOf(id: string, info: ModelInfo, plain: boolean): Body {
    if (isLikeNone(id, info)) return boxedBody(info, plain);
    const profile = profileFor(id, info);
    const shape = shapeOf(profile, info);
    const skin = skinOf(profile, shape, info, !plain);
    const parts = bodyParts(profile, shape, info, !plain);
    const black = coloured(geometryOf(skin.trim), "#131416");
    const painted = [geometryOf(skin.paint), ...parts.housing];
    for (const part of painted) part.deleteAttribute("uv");
    const paint = merged(painted);
    if (plain) return { body: { paint, ...plainBody(skin, [black, ...parts.trim]) }, inside: null };
    const body = {
        paint,
        trim: merged([black, ...parts.trim]),
        glass: geometryOf(skin.glass),
        lamp: geometryOf(skin.lamp),
        tail: geometryOf(skin.tail),
        reverse: geometryOf(skin.reverse),
    };
    return { body, inside: interiorGeometry(profile, shape, skin, info) };
}

function make(id: string, info: ModelInfo, plain: boolean): CarGeometry {
    const places = wheelPlaces(info);
    const look = profileFor(id, info).rim;
    const segments = plain ? 20 : 56;
    const sided = (geometry: BufferGeometry, { side }: WheelPlace) =>
        side < 0 ? turnedRound(geometry) : geometry;
    return {
        ...bodyOf(id, info, plain),
        tyres: places.map((wheel) => sided(tyreGeometry(wheel, segments), wheel)),
        rims: places.map((wheel) => sided(rimGeometry(wheel, look, segments), wheel)),
    };
}

interface Kept {
    readonly geometry: CarGeometry;
    users: number;
}
const kept = new Map<string, Kept>();

/** So much may wheels come to lie elsewhere, under more load, before the body is made anew. */
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
    ]);

/** To be given back by the function that comes with it. */
export function takeCarGeometry(id: string, info: ModelInfo, plain: boolean) {
    const key = keyOf(id, info, plain);
    let found = kept.get(key);
    if (!found) kept.set(key, (found = { geometry: make(id, info, plain), users: 0 }));
    ++found.users;
    const own = found;
    const giveBack = () => {
        if (--own.users > 0) return;
        kept.delete(key);
        const { body, tyres, rims, inside } = own.geometry;
        for (const geometry of [...Object.values(body), ...tyres, ...rims]) geometry.dispose();
        inside?.dispose();
    };
    return { geometry: found.geometry, giveBack };
}
