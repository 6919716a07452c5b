/** Meshes of three.js as ground: by three-mesh-bvh, by plain raycasts, as triangles of a terrain. */
import { Group, Mesh, PlaneGeometry, Ray, Raycaster, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import type { Car, GroundCallback } from "kamm";
import { bvhGround, meshLayer } from "kamm/three-bvh";
import { kamm, kammError, micra } from "./support";

const height = (x: number, y: number) => 0.4 * Math.sin(x / 9) + 0.3 * Math.cos(y / 7);

/** A hilly field of 2 n^2 triangles, in a group that stands 5 m up and is turned. */
function field(n: number): Group {
    const geometry = new PlaneGeometry(200, 200, n, n).rotateX(-Math.PI / 2);
    const { position } = geometry.attributes;
    for (let i = 0; i < position!.count; ++i) position!.setY(i, height(position!.getX(i), -position!.getZ(i)));
    geometry.computeVertexNormals();
    const group = new Group().add(new Mesh(geometry));
    group.position.set(0, 5, 0);
    group.rotation.y = 0.3;
    group.updateMatrixWorld(true);
    return group;
}

function plainRaycast(object: Group): GroundCallback {
    const ray = new Raycaster();
    const down = new Vector3(0, -1, 0);
    return (probe, contact) => {
        ray.set(new Vector3(probe.x, probe.z + 0.5, -probe.y), down);
        const [hit] = ray.intersectObject(object);
        if (!hit) return false;
        const { x, y, z } = hit.face!.normal.clone().transformDirection(hit.object.matrixWorld);
        contact.z = hit.point.y;
        contact.x = probe.x;
        contact.y = probe.y;
        [contact.normalX, contact.normalY, contact.normalZ] = [x, -z, y];
        return true;
    };
}

/** How many triangles are looked at on the way. */
function drive(car: Car, steps: number): number {
    const { intersectTriangle } = Ray.prototype;
    let count = 0;
    Ray.prototype.intersectTriangle = function (...triangle) {
        ++count;
        return intersectTriangle.apply(this, triangle);
    };
    car.place({ x: -40, y: 3, speedMps: 15 });
    for (let i = 0; i < steps; ++i) car.step(1 / 60);
    Ray.prototype.intersectTriangle = intersectTriangle;
    return count;
}

describe("a field of triangles", () => {
    const object = field(60);
    const car = kamm.car(micra, { ground: bvhGround(object) });

    test("is driven as plain raycasts have it, with far fewer triangles looked at", { timeout: 60_000 }, () => {
        const plain = kamm.car(micra, { ground: plainRaycast(object) });
        const looks = [drive(plain, 60), drive(car, 60)];
        for (const i of [0, 1, 2]) expect(car.position[i]).toBeCloseTo(plain.position[i]!, 3);
        expect(looks[0]).toBeGreaterThan(7200 * 240); // each of them, at each look for a wheel's ground
        expect(looks[1]).toBeLessThan(looks[0]! / 100);
    });

    test("is driven as a terrain of the same triangles has it", () => {
        const world = kamm.terrainWorld({ layers: [meshLayer(object)] });
        for (const [x, y] of [[0, 0], [31.4, -12.7], [-50, 44]] as const) {
            car.place({ x, y });
            expect(car.position[2]).toBeCloseTo(world.groundAt(x, y).heightM, 1);
        }
    });

    test("ends where it ends", () => {
        expect(kammError(() => car.place({ x: 500 })).message).toContain("no ground at x 500");
    });

    test("keeps its geometry, and moves", () => {
        const moved = field(8);
        const before = [...(moved.children[0] as Mesh).geometry.index!.array];
        const rider = kamm.car(micra, { ground: bvhGround(moved, { friction: () => 0.5 }) });
        expect([...(moved.children[0] as Mesh).geometry.index!.array]).toEqual(before);
        rider.place({});
        const low = rider.position[2]!;
        moved.position.y += 3;
        moved.updateMatrixWorld(true);
        rider.place({});
        expect(rider.position[2]).toBeCloseTo(low + 3, 4);
        rider.step(0.1);
        expect(rider.wheels[0]!.contact.friction).toBeCloseTo(0.5, 1);
    });
});

test("what has no meshes is no ground", () => {
    expect(() => bvhGround(new Group())).toThrow("no meshes");
    expect(() => meshLayer(new Group())).toThrow("no meshes");
});
