import { describe, expect, it } from "vitest";
import { finish } from "../slices";
import { cut, parted, trianglesOf, uncut } from "./cut";
import { archPlaces, shapeOf, wheelPlaces } from "./field";
import { boundary, edgeKey, mirrored, type Mesh } from "./mesh";
import { profiles } from "./profiles";
import { archRadius, archWhere, skinOf } from "./skin";
import { surfaceNet } from "./surface_net";
import { knownCars } from "./testing";

const cars = Object.entries(knownCars);

const point = (mesh: Mesh, v: number) => mesh.positions.slice(3 * v, 3 * v + 3);

/** Returns the normal of a triangle, with twice its area as length. */
function faceNormal(mesh: Mesh, i: number): [number, number, number] {
    const [a, b, c] = [0, 1, 2].map((k) => point(mesh, mesh.indices[i + k]!));
    const [u, v] = [b!, c!].map((p) => p.map((value, k) => value - a![k]!));
    return [
        u![1]! * v![2]! - u![2]! * v![1]!,
        u![2]! * v![0]! - u![0]! * v![2]!,
        u![0]! * v![1]! - u![1]! * v![0]!,
    ];
}

function area(mesh: Mesh, indices: readonly number[] = mesh.indices): number {
    let sum = 0;
    const part = { ...mesh, indices: [...indices] };
    for (let i = 0; i < indices.length; i += 3) sum += Math.hypot(...faceNormal(part, i)) / 2;
    return sum;
}

const netOf = (id: string) => {
    const shape = shapeOf(profiles[id]!, knownCars[id]!);
    return { shape, mesh: mirrored(finish(surfaceNet(shape.body, shape.bounds, 0.14))) };
};

describe.each(cars)("the skin of %s", (id, info) => {
    const { mesh } = netOf(id);

    it("is closed: each edge has a triangle on both of its sides", () => {
        const edges = new Set<string>();
        for (let i = 0; i < mesh.indices.length; ++i) {
            const next = i % 3 === 2 ? i - 2 : i + 1;
            edges.add(`${mesh.indices[i]},${mesh.indices[next]}`);
        }
        expect(edges.size).toBe(mesh.indices.length);
        const open = [...edges].filter((edge) => !edges.has(edge.split(",").reverse().join(",")));
        expect(open).toEqual([]);
    });

    it("fills length, width and height of the file", () => {
        expect(mesh.positions.every(Number.isFinite)).toBe(true);
        const range = (axis: number) => {
            const values = mesh.positions.filter((_, i) => i % 3 === axis);
            return [Math.min(...values), Math.max(...values)] as const;
        };
        const [[x0, x1], [y0, y1], [z0, z1]] = [range(0), range(1), range(2)];
        const nose = info.wheelPositionM[0]![0] + info.frontOverhangM;
        expect(Math.abs(x1 - nose)).toBeLessThan(0.05);
        expect(Math.abs(x0 - (nose - info.lengthM))).toBeLessThan(0.05);
        const tyres = wheelPlaces(info).map((wheel) => 2 * Math.abs(wheel.y) + wheel.widthM);
        expect(y1 - y0).toBeLessThan(Math.max(info.widthM, ...tyres) + 0.06);
        expect(y1 - y0).toBeGreaterThan(info.widthM - 0.08);
        expect(Math.abs(z1 - info.heightM)).toBeLessThan(0.04);
        expect(z0).toBeGreaterThan(0.05);
    });

    it("looks outwards, and is the same on both sides", () => {
        let inwards = 0;
        for (let i = 0; i < mesh.indices.length; i += 3) {
            const face = faceNormal(mesh, i);
            const n = point({ ...mesh, positions: mesh.normals }, mesh.indices[i]!);
            const along = face.reduce((sum, value, k) => sum + value * n[k]!, 0);
            if (along < -0.2 * Math.hypot(...face)) ++inwards;
        }
        expect(inwards).toBe(0);
        const key = (x: number, y: number, z: number) => [x, y, z].map((v) => v.toFixed(5)).join();
        const vertices = [...Array(mesh.positions.length / 3).keys()].map(
            (v) => point(mesh, v) as [number, number, number],
        );
        const places = new Set(vertices.map(([x, y, z]) => key(x, y + 0, z)));
        expect(vertices.filter(([x, y, z]) => !places.has(key(x, 0 - y, z)))).toEqual([]);
    });
});

describe("cutting", () => {
    const { mesh } = netOf("nissan-micra");

    it("takes nothing away and adds nothing", () => {
        const whole = area(mesh);
        const ball = (x: number, y: number, z: number) => Math.hypot(x, y - 0.8, z - 0.6) - 0.33;
        const target = parted(mesh);
        finish(cut(target, 1, ball, 0.035));
        const [inside, outside] = [1, uncut].map((part) => trianglesOf(target, part)) as [number[], number[]];
        expect(area(mesh, inside) + area(mesh, outside)).toBeCloseTo(whole, 9);
        expect(area(mesh, inside)).toBeCloseTo(Math.PI * 0.33 ** 2, 1);
        const far = inside.map((v) => ball(...(point(mesh, v) as [number, number, number])));
        expect(Math.max(...far)).toBeLessThan(0.002);
    });

    it("leaves room for the wheels, and gives every material its part", () => {
        const info = knownCars["nissan-micra"]!;
        const shape = shapeOf(profiles["nissan-micra"]!, info);
        const skin = finish(skinOf(profiles["nissan-micra"]!, shape, info, false));
        const wheels = wheelPlaces(info);
        const inTheWay = (x: number, y: number, z: number) =>
            wheels.some(
                (wheel) =>
                    Math.sign(wheel.y) * y > Math.abs(wheel.y) &&
                    Math.hypot(x - wheel.x, z - wheel.z) < archRadius(wheel) - 0.004,
            );
        for (const [material, part] of Object.entries(skin)) {
            expect(area(part), material).toBeGreaterThan(0.004);
            for (let v = 0; v < part.positions.length / 3; ++v)
                if (inTheWay(...(point(part, v) as [number, number, number])))
                    expect.fail(`${material} at ${point(part, v).join()}`);
        }
    });
});

/** Vertices of all parts by their places: parts have vertices of their own. */
function welded(parts: readonly Mesh[]): Mesh {
    const mesh: Mesh = { positions: [], normals: [], indices: [] };
    const found = new Map<string, number>();
    const weld = (place: readonly number[]) => {
        const key = place.map((value) => Math.round(value * 1e7)).join();
        if (!found.has(key)) {
            found.set(key, mesh.positions.length / 3);
            mesh.positions.push(...place);
        }
        return found.get(key)!;
    };
    for (const part of parts) {
        const welds: number[] = []; // a vertex is part of six triangles
        for (const v of part.indices) mesh.indices.push((welds[v] ??= weld(point(part, v))));
    }
    return mesh;
}

describe.each(cars)("the parts of the skin of %s", (id, info) => {
    it.each([true, false])("meet without gaps, but at the arches (fine: %s)", (fine) => {
        const shape = shapeOf(profiles[id]!, info);
        const skin = finish(skinOf(profiles[id]!, shape, info, fine));
        const whole = welded(Object.values(skin).map(mirrored));
        const arches = archPlaces(info).map((wheel) => archWhere(wheel, 0));
        const uses = new Map<number, number>();
        for (let i = 0; i < whole.indices.length; ++i) {
            const key = edgeKey(whole.indices[i]!, whole.indices[i % 3 === 2 ? i - 2 : i + 1]!);
            uses.set(key, (uses.get(key) ?? 0) + 1);
        }
        expect([...uses.values()].filter((count) => count > 2)).toEqual([]);
        const open = boundary(whole).flat();
        const nearM = fine ? 0.012 : 0.04; // across the corners of an arch
        const isAtArch = ([x, y, z]: readonly number[]) =>
            arches.some((arch) => Math.abs(arch(x!, y!, z!)) < nearM);
        expect(open.map((v) => point(whole, v)).filter((place) => !isAtArch(place))).toEqual([]);
    });
});
