/** The ground of a test as a world: an infinite plane with the objects of the lab's course. */
import type { Course, CoursePart, Kamm, World } from "kamm/lab";
import { dynamicBodies } from "../world_bodies";

const coneHeightM = 0.5;
const paintCellM = 0.5;

const ofKind = (course: Course, kind: CoursePart["kind"]) => course.parts.filter((part) => part.kind === kind);

function paintOf(areas: readonly CoursePart[]) {
    if (areas.length === 0) return {};
    const corner = (pick: (...values: number[]) => number, end: "from" | "to", axis: 0 | 1) =>
        pick(...areas.map((area) => area[end][axis]));
    return {
        paint: {
            cell_m: paintCellM,
            from_m: [corner(Math.min, "from", 0), corner(Math.min, "from", 1)],
            to_m: [corner(Math.max, "to", 0), corner(Math.max, "to", 1)],
            regions: areas.map(({ name, from, to }) => ({ surface: name, from_m: from, to_m: to })),
        },
    };
}

/** Two triangles of a strip that rises along x. */
export function rampMesh(ramps: readonly CoursePart[]) {
    const vertices = ramps.flatMap(({ from, to, fromHeightM, toHeightM }) => [
        [from[0], from[1], fromHeightM],
        [from[0], to[1], fromHeightM],
        [to[0], from[1], toHeightM],
        [to[0], to[1], toHeightM],
    ]);
    const triangles = ramps.flatMap((_, i) => [
        [4 * i, 4 * i + 2, 4 * i + 1],
        [4 * i + 1, 4 * i + 2, 4 * i + 3],
    ]);
    return { vertices, triangles };
}

function rampLayer(ramps: readonly CoursePart[], surface: string) {
    if (ramps.length === 0) return [];
    const { vertices, triangles } = rampMesh(ramps);
    return [{ kind: "mesh", surface, vertices_m: vertices, triangles }];
}

function blockOf({ from, to, toHeightM }: CoursePart) {
    return {
        type: "static",
        centre_m: [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, toHeightM / 2],
        size_m: [to[0] - from[0], to[1] - from[1], toHeightM],
    };
}

/** The foot's side touches the lane, as the lab has it. */
function putConesAside(world: World, cones: readonly CoursePart[]) {
    cones.forEach(({ from, side }, i) => {
        const body = dynamicBodies(world)[i]!;
        const [, halfFootM] = body.shapes[0]!.halfM;
        const [, , z] = body.position as unknown as [number, number, number];
        body.place([from[0], from[1] + side * halfFootM, z], body.orientation.slice() as never);
    });
}

/** The caller disposes of it. */
export function createTrack(kamm: Kamm, test: string, course: Course, surface: string): World {
    const cones = ofKind(course, "cone");
    const world = kamm.world(
        {
            name: `Test track: ${test}`,
            default_surface: surface,
            terrain: [{ kind: "plane", slope: [course.grade, 0] }, ...rampLayer(ofKind(course, "ramp"), surface)],
            ...paintOf(ofKind(course, "area")),
            bodies: [
                ...ofKind(course, "block").map(blockOf),
                ...(cones.length > 0 ? [{ cone_height_m: coneHeightM, at_m: cones.map(({ from }) => from) }] : []),
            ],
        },
        `worlds/test-${test}.json`,
    );
    putConesAside(world, cones);
    return world;
}
