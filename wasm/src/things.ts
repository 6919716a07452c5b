/** Things of a world, and the contact events. */
import { readBoxes } from "./model_info";
import { finiteNumbers, numbers } from "./act";
import { checkKeys } from "./keys";
import { kammError, type Module } from "./module";
import type { Box, ContactEvent, ContactEventKind, NewThing, RigidMotion, Thing } from "./types";

export function readThings(module: Module, def: number, world: () => number): Thing[] {
    const { heap, at } = module;
    const from = heap.i32[(def + at("world_def.things")) / 4]!;
    const count = heap.i32[(def + at("world_def.thing_count")) / 4]!;
    return Array.from({ length: count }, (_, i) =>
        makeThing(module, readDef(module, from + i * at("thing")), world, i),
    );
}

function readDef(module: Module, from: number): ThingDef {
    const { heap, at } = module;
    const boxCount = heap.i32[(from + at("thing.box_count")) / 4]!;
    return {
        boxes: readBoxes(module, from + at("thing.boxes"), boxCount),
        massKg: heap.f32[(from + at("thing.mass_kg")) / 4]!,
    };
}

interface ThingDef {
    readonly boxes: readonly Box[];
    readonly massKg: number;
}

function makeThing(module: Module, def: ThingDef, world: () => number, index: number): Thing {
    const { call, heap, at, doubles, scratch } = module;
    const position = new Float64Array(3);
    const orientation = new Float64Array(4);
    const velocity = new Float64Array(3);
    const velocityAt = scratch + at("pose");

    function read<T>(wanted: T): T {
        requireThere();
        call.kamm_read_thing(world(), index, scratch, velocityAt);
        const copy = (to: Float64Array, address: number) =>
            to.set(heap.f64.subarray(address / 8, address / 8 + to.length));
        copy(position, scratch + at("pose.position_m"));
        copy(orientation, scratch + at("pose.orientation"));
        copy(velocity, velocityAt);
        return wanted;
    }

    const isThere = () => call.kamm_has_thing(world(), index) !== 0;
    function requireThere(): void {
        if (!isThere()) throw new Error(`kamm: thing ${index} has been removed`);
    }

    function motion(): RigidMotion {
        requireThere();
        call.kamm_read_thing_motion(world(), index, scratch);
        const entries = motionParts.map(([key, place, count]) => [key, doubles(scratch + at(place), count)]);
        return Object.fromEntries(entries) as unknown as RigidMotion;
    }

    return {
        ...def,
        index,
        get isThere() {
            return isThere();
        },
        get position() {
            return read(position);
        },
        get orientation() {
            return read(orientation);
        },
        get velocityMps() {
            return read(velocity);
        },
        place(to, turn = [1, 0, 0, 0]) {
            requireThere();
            heap.f64.set(finiteNumbers("position", to, 3), scratch / 8);
            heap.f64.set(finiteNumbers("orientation", turn, 4), scratch / 8 + 3);
            call.kamm_place_thing(world(), index, scratch, scratch + 24);
        },
        motion,
        setMotion(wanted) {
            checkKeys("motion", wanted, [], motionParts.map(([key]) => key));
            const all = { ...motion(), ...wanted };
            for (const [key, place, count] of motionParts)
                heap.f64.set(numbers(key, all[key], count), (scratch + at(place)) / 8);
            module.done(call.face_set_thing_motion(world(), index, scratch));
        },
        remove() {
            requireThere();
            call.kamm_remove_thing(world(), index);
        },
    };
}

/** Of a kamm_thing_motion, as of a solid's. */
export const motionParts = [
    ["position", "thing_motion.position_m", 3],
    ["orientation", "thing_motion.orientation", 4],
    ["velocityMps", "thing_motion.velocity_mps", 3],
    ["angularVelocityRadps", "thing_motion.angular_velocity_radps", 3],
] as const;

const maxBoxes = 2;
const thingOptions = ["friction", "restitution", "orientation", "asleep", "isDrivenOn"];

export const checkBox = (what: string, box: Box) => checkKeys(what, box, ["centreM", "halfM"], ["orientation"]);

/** KAMM_NONE, as 0 is the usual in C. */
export const meant = (value: number) => (value === 0 ? 1e-15 : value);

/** Into the world; what does not fit is thrown. */
export function addThing(module: Module, address: number, thing: NewThing, world: () => number): Thing {
    const { call, heap, at, scratch } = module;
    checkKeys("thing", thing, ["boxes", "massKg", "position"], thingOptions);
    const { boxes, massKg, friction = 0.5, restitution = 0.1, asleep = false } = thing;
    const { isDrivenOn = false } = thing;
    if (boxes.length > maxBoxes)
        throw kammError("range", "boxes", `boxes: ${boxes.length}; a thing has 1 to ${maxBoxes}`);
    heap.u8.fill(0, scratch, scratch + at("thing"));
    boxes.forEach((box, i) => {
        checkBox(`thing.boxes[${i}]`, box);
        const to = scratch + at("thing.boxes") + i * at("box");
        heap.f64.set(numbers("centreM", box.centreM, 3), (to + at("box.centre_m")) / 8);
        heap.f64.set(numbers("halfM", box.halfM, 3), (to + at("box.half_m")) / 8);
        const turned = numbers("orientation", box.orientation ?? [1, 0, 0, 0], 4);
        heap.f64.set(turned, (to + at("box.orientation")) / 8);
    });
    heap.i32[(scratch + at("thing.box_count")) / 4] = boxes.length;
    heap.i32[(scratch + at("thing.asleep")) / 4] = Number(asleep);
    heap.i32[(scratch + at("thing.is_driven_on")) / 4] = Number(isDrivenOn);
    heap.f32[(scratch + at("thing.mass_kg")) / 4] = massKg;
    heap.f32[(scratch + at("thing.friction")) / 4] = meant(friction);
    heap.f32[(scratch + at("thing.restitution")) / 4] = meant(restitution);
    heap.f64.set(numbers("position", thing.position, 3), (scratch + at("thing.position_m")) / 8);
    const turn = numbers("orientation", thing.orientation ?? [1, 0, 0, 0], 4);
    heap.f64.set(turn, (scratch + at("thing.orientation")) / 8);
    const index = call.face_add_thing(address, scratch);
    if (index < 0) module.done(1);
    return makeThing(module, { boxes, massKg }, world, index);
}

export const bodyKinds: readonly ContactEventKind[] = ["car", "thing", "solid", "ground"];

export function readContactEvents(module: Module, world: number): ContactEvent[] {
    const { call, heap, at, doubles, scratch } = module;
    const from = call.kamm_contact_events(world, scratch);
    return Array.from({ length: heap.i32[scratch / 4]! }, (_, i) => {
        const event = from + i * at("contact_event");
        const pair = (name: string): [number, number] => {
            const first = (event + at(`contact_event.${name}`)) / 4;
            return [heap.i32[first]!, heap.i32[first + 1]!];
        };
        const float = (name: string, k = 0) => heap.f32[(event + at(`contact_event.${name}`)) / 4 + k]!;
        const [first, second] = pair("kind");
        const phase = heap.i32[(event + at("contact_event.phase")) / 4]!;
        return {
            kinds: [bodyKinds[first]!, bodyKinds[second]!],
            groups: pair("group"),
            indices: pair("index"),
            point: doubles(event + at("contact_event.point_m"), 3) as [number, number, number],
            normal: [float("normal"), float("normal", 1), float("normal", 2)],
            impulseNs: float("impulse_ns"),
            speedMps: float("speed_mps"),
            began: (phase & 1) !== 0,
            ended: (phase & 2) !== 0,
            friction: float("friction"),
            materials: pair("material"),
        };
    });
}
