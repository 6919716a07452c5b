/** Lamps: a lens over a bowl with its units, and the glow around those that are lit. */
import {
    BufferGeometry,
    CircleGeometry,
    Color,
    Float32BufferAttribute,
    Quaternion,
    SphereGeometry,
    TorusGeometry,
    Vector3,
} from "three";
import type { Slices } from "../slices";
import { sunk, walls } from "./border";
import { bothSides, whole } from "./geometry";
import type { Mesh } from "./mesh";
import type { Skin } from "./skin";
import { coloured, merged } from "./wheel_geometry";

/** What is switched together; of each there is a level of brightness. */
export const circuits = { none: 0, head: 1, tail: 2, brake: 3, reverse: 4 } as const;
type Circuit = keyof typeof circuits;

/** The light that a lamp gives, for its glow. */
interface Glow {
    readonly at: Vector3;
    readonly axis: Vector3;
    readonly radiusM: number;
    readonly colour: string;
    readonly circuit: Circuit;
}

function lit(geometry: BufferGeometry, colour: string, circuit: Circuit = "none"): BufferGeometry {
    const made = coloured(geometry, colour);
    const count = made.getAttribute("position").count;
    const values = new Float32Array(count).fill(circuits[circuit]);
    return made.setAttribute("circuit", new Float32BufferAttribute(values, 1));
}

/** A colour that lets through the share of light that is left of it. */
function tinted(geometry: BufferGeometry, colour: string, solid: number): BufferGeometry {
    const { r, g, b } = new Color(colour);
    const count = geometry.getAttribute("position").count;
    const colours = Array.from({ length: count }, () => [r, g, b, solid]).flat();
    return geometry.setAttribute("color", new Float32BufferAttribute(colours, 4));
}

interface Spot {
    readonly at: Vector3;
    readonly normal: Vector3;
    /** Size of the part across its longer side. */
    readonly shortM: number;
}

/** Middles of equal shares of a part, along its longer side as seen from the end of the car. */
function spots({ positions: p, normals: n, indices }: Mesh, most: number): Spot[] {
    const extent = (axis: number) => {
        const values = p.filter((_, i) => i % 3 === axis);
        return Math.max(...values) - Math.min(...values);
    };
    const [wide, high] = [extent(1), extent(2)];
    const axis = wide > high ? 1 : 2;
    const shortM = Math.min(wide, high);
    const count = Math.min(most, Math.max(1, Math.round(Math.max(wide, high) / shortM)));
    const triangles = Array.from({ length: indices.length / 3 }, (_, i) => {
        const corners = [0, 1, 2].map((k) => 3 * indices[3 * i + k]!);
        const mean = (from: readonly number[]) =>
            new Vector3(...[0, 1, 2].map((k) => corners.reduce((sum, v) => sum + from[v + k]! / 3, 0)));
        const [a, b, c] = corners.map((v) => new Vector3(p[v], p[v + 1], p[v + 2]));
        const area = b!.sub(a!).cross(c!.sub(a!)).length();
        return { at: mean(p), normal: mean(n), area };
    }).sort((a, b) => a.at.getComponent(axis) - b.at.getComponent(axis));
    const share = triangles.reduce((sum, { area }) => sum + area, 0) / count;
    const found = Array.from({ length: count }, () => ({ at: new Vector3(), normal: new Vector3(), area: 1e-9 }));
    let done = 0;
    for (const { at, normal, area } of triangles) {
        const spot = found[Math.min(count - 1, Math.floor(done / share))]!;
        done += area;
        spot.at.addScaledVector(at, area);
        spot.normal.addScaledVector(normal, area);
        spot.area += area;
    }
    return found.map(({ at, normal, area }) => ({ at: at.divideScalar(area), normal: normal.normalize(), shortM }));
}

const ahead = new Vector3(0, 0, 1);

/** From a unit's own axis z to where it stands below the lens, turned to the end of the car. */
function placed(spot: Spot, end: 1 | -1, radiusM: number) {
    const axis = spot.normal.clone().add(new Vector3(0.5 * end, 0, 0)).normalize();
    const leanM = radiusM * Math.sqrt(Math.max(0, 1 - axis.dot(spot.normal) ** 2));
    const at = spot.at.clone().addScaledVector(spot.normal, -0.014 - leanM);
    const turn = new Quaternion().setFromUnitVectors(ahead, axis);
    const place = (geometry: BufferGeometry) =>
        geometry.applyQuaternion(turn).translate(at.x, at.y, at.z);
    return { at, axis, place, radiusM, depthM: 0.04 + 2 * leanM };
}

const units = (part: Mesh, most: number, end: 1 | -1, share: number, mostM: number) =>
    spots(part, most).map((spot) => placed(spot, end, Math.min(share * spot.shortM, mostM)));

const bulb = (radiusM: number, flat: number) =>
    new SphereGeometry(radiusM, 20, 8, 0, 2 * Math.PI, 0, Math.PI / 2).rotateX(Math.PI / 2).scale(1, 1, flat);

/** Deeper bowls would fold over where lamps go round a corner. */
const mostDepthM = 0.09;

/** Collects all lamps of a car: lenses, the parts behind them, and the parts that glow. */
function collect() {
    const lenses: BufferGeometry[] = [];
    const inner: BufferGeometry[] = [];
    const glows: Glow[] = [];

    function recess(part: Mesh, lens: readonly [string, number], bowl: string, depthM: number) {
        lenses.push(tinted(whole(part), ...lens));
        inner.push(lit(whole(walls(part, 0, depthM)), bowl), lit(whole(sunk(part, depthM)), bowl));
    }

    const deepest = (made: readonly { readonly depthM: number }[]) =>
        Math.min(mostDepthM, Math.max(...made.map(({ depthM }) => depthM)));

    function glow(each: Glow) {
        glows.push(each);
        const { at, axis } = each;
        glows.push({ ...each, at: new Vector3(at.x, -at.y, at.z), axis: new Vector3(axis.x, -axis.y, axis.z) });
    }

    function head(part: Mesh) {
        if (part.indices.length === 0) return;
        const made = units(part, 2, 1, 0.42, 0.09);
        recess(part, ["#dfe6ea", 0.14], "#26292c", 0.015 + deepest(made));
        for (const { at, axis, place, radiusM: r } of made) {
            inner.push(
                ...bothSides([
                    lit(place(new TorusGeometry(r, 0.13 * r, 8, 28)), "#e4e8ea"),
                    lit(place(new CircleGeometry(0.95 * r, 24).translate(0, 0, -0.012)), "#8b9196"),
                    lit(place(bulb(0.54 * r, 0.6).translate(0, 0, -0.012)), "#fff4de", "head"),
                ]),
            );
            glow({ at, axis, radiusM: 2.6 * r, colour: "#fff1d8", circuit: "head" });
        }
    }

    function tail(part: Mesh) {
        if (part.indices.length === 0) return;
        const made = units(part, 3, -1, 0.4, 0.09);
        recess(part, ["#a3060c", 0.5], "#45080a", deepest(made) - 0.01);
        for (const { at, axis, place, radiusM: r } of made) {
            inner.push(
                ...bothSides([
                    lit(place(new TorusGeometry(0.86 * r, 0.14 * r, 6, 28)), "#ff0803", "tail"),
                    lit(place(bulb(0.6 * r, 0.3).translate(0, 0, -0.006)), "#ff0803", "brake"),
                ]),
            );
            glow({ at, axis, radiusM: 2.4 * r, colour: "#ff0a04", circuit: "brake" });
        }
    }

    function reverse(part: Mesh) {
        if (part.indices.length === 0) return;
        const made = units(part, 1, -1, 0.36, 0.06);
        recess(part, ["#e6eaec", 0.3], "#9aa0a4", deepest(made));
        for (const { at, axis, place, radiusM: r } of made) {
            inner.push(...bothSides([lit(place(bulb(r, 0.3)), "#ffffff", "reverse")]));
            glow({ at, axis, radiusM: 2.4 * r, colour: "#ffffff", circuit: "reverse" });
        }
    }

    /** The third one, on the middle line. */
    function highBrake([x, y, z]: readonly [number, number, number]) {
        const bar = new SphereGeometry(1, 16, 8).scale(0.008, 0.16, 0.012).translate(x, y, z);
        inner.push(lit(bar, "#ff0803", "brake"));
    }

    return { head, tail, reverse, highBrake, lenses, inner, glows };
}

const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const;

/** For each light a square that turns to the camera. */
function glowGeometry(glows: readonly Glow[]): BufferGeometry {
    const geometry = new BufferGeometry();
    const four = (values: (glow: Glow) => readonly number[]) =>
        glows.flatMap((glow) => corners.flatMap(() => values(glow)));
    const add = (name: string, size: number, values: readonly number[]) =>
        geometry.setAttribute(name, new Float32BufferAttribute(values, size));
    add("position", 3, four(({ at }) => at.toArray()));
    add("normal", 3, four(({ axis }) => axis.toArray()));
    add("color", 3, four(({ colour }) => new Color(colour).toArray()));
    add("circuit", 1, four(({ circuit }) => [circuits[circuit]]));
    add("corner", 2, glows.flatMap(({ radiusM }) => corners.flatMap(([a, b]) => [a * radiusM, b * radiusM])));
    geometry.setIndex(glows.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map((k) => 4 * i + k)));
    return geometry;
}

export interface LampGeometry {
    readonly lens: BufferGeometry;
    readonly lights: BufferGeometry;
    readonly glow: BufferGeometry;
}

/** `high` is where the third brake light is; null: it has no lamps. */
export function* lampGeometry(skin: Skin, high: readonly [number, number, number] | null): Slices<LampGeometry | null> {
    const lamps = collect();
    lamps.head(skin.lamp);
    yield;
    lamps.tail(skin.tail);
    yield;
    lamps.reverse(skin.reverse);
    if (high) lamps.highBrake(high);
    yield;
    if (lamps.lenses.length === 0) return null;
    return { lens: merged(lamps.lenses), lights: merged(lamps.inner), glow: glowGeometry(lamps.glows) };
}
