/** Solids that are added to a world while it runs, and how they move. */
import { numbers } from "./act";
import { checkSubsteps } from "./cars";
import { checkKeys } from "./keys";
import { kammError, type Module } from "./module";
import { checkBox, meant, motionParts } from "./things";
import type { NewSolid, RigidMotion, Solid, SolidShape } from "./types";

const solidOptions = ["shape", "friction", "restitution", "position", "orientation", "moves", "isDrivenOn", "surface"];
const shapes: readonly SolidShape[] = ["box", "sphere", "capsule", "cylinder"];

function makeSolid(module: Module, world: () => number, index: number): Solid {
    const { call, heap, at, doubles, scratch } = module;
    const isThere = () => call.kamm_has_solid(world(), index) !== 0;
    function requireThere(): void {
        if (!isThere()) throw new Error(`kamm: solid ${index} has been removed`);
    }
    function motion(): RigidMotion {
        requireThere();
        call.kamm_read_solid_motion(world(), index, scratch);
        const entries = motionParts.map(([key, place, count]) => [key, doubles(scratch + at(place), count)]);
        return Object.fromEntries(entries) as unknown as RigidMotion;
    }
    return {
        index,
        get isThere() {
            return isThere();
        },
        motion,
        setMotion(wanted) {
            checkKeys("motion", wanted, [], motionParts.map(([key]) => key));
            const all = { ...motion(), ...wanted };
            for (const [key, place, count] of motionParts)
                heap.f64.set(numbers(key, all[key], count), (scratch + at(place)) / 8);
            module.done(call.face_set_solid_motion(world(), index, scratch));
        },
        moveTo(position, orientation, substeps) {
            requireThere();
            checkSubsteps(substeps);
            heap.f64.set(numbers("position", position, 3), scratch / 8);
            heap.f64.set(numbers("orientation", orientation, 4), scratch / 8 + 3);
            module.done(call.face_move_solid_to(world(), index, scratch, scratch + 24, substeps));
        },
        remove() {
            requireThere();
            call.kamm_remove_solid(world(), index);
        },
    };
}

/** Into the world; what does not fit is thrown. */
export function addSolid(module: Module, address: number, solid: NewSolid, world: () => number): Solid {
    const { call, heap, at, scratch } = module;
    checkKeys("solid", solid, ["box"], solidOptions);
    checkBox("solid.box", solid.box);
    const { box, shape = "box", friction = 0.5, restitution = 0.1, position, orientation, surface = 0 } = solid;
    if (!Number.isInteger(surface)) throw kammError("range", "surface", `surface: ${surface}; it has to be a whole number`);
    const vector = (name: string, given: ArrayLike<number>, count: number, place: number) =>
        heap.f64.set(numbers(name, given, count), (scratch + place) / 8);
    const int = (place: number, value: number) => (heap.i32[(scratch + place) / 4] = value);
    heap.u8.fill(0, scratch, scratch + at("solid"));
    vector("centreM", box.centreM, 3, at("solid.box") + at("box.centre_m"));
    vector("halfM", box.halfM, 3, at("solid.box") + at("box.half_m"));
    if (!shapes.includes(shape)) throw kammError("unknown", "shape", `solid: there is no shape ${shape}; allowed: ${shapes.join(", ")}`);
    vector("orientation", box.orientation ?? [1, 0, 0, 0], 4, at("solid.box") + at("box.orientation"));
    vector("position", position ?? [0, 0, 0], 3, at("solid.position_m"));
    vector("orientation", orientation ?? [1, 0, 0, 0], 4, at("solid.orientation"));
    heap.f32[(scratch + at("solid.friction")) / 4] = meant(friction);
    heap.f32[(scratch + at("solid.restitution")) / 4] = meant(restitution);
    int(at("solid.moves"), Number(solid.moves ?? false));
    int(at("solid.is_driven_on"), Number(solid.isDrivenOn ?? false));
    int(at("solid.surface"), surface);
    int(at("solid.shape"), shapes.indexOf(shape));
    const index = call.face_add_solid(address, scratch);
    if (index < 0) module.done(1);
    return makeSolid(module, world, index);
}
