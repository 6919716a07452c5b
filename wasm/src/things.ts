/** Things of a world, and the contact events. */
import { readBoxes } from "./model_info";
import type { Module } from "./module";
import type { Thing, ContactEvent, ContactEventKind } from "./types";

export function readThings(module: Module, def: number, world: () => number): Thing[] {
    const { heap, at } = module;
    const from = heap.i32[(def + at("world_def.things")) / 4]!;
    const count = heap.i32[(def + at("world_def.thing_count")) / 4]!;
    return Array.from({ length: count }, (_, i) =>
        makeThing(module, from + i * at("thing"), world, i),
    );
}

function makeThing(module: Module, from: number, world: () => number, index: number): Thing {
    const { call, heap, at, scratch } = module;
    const position = new Float64Array(3);
    const orientation = new Float64Array(4);
    const velocity = new Float64Array(3);
    const velocityAt = scratch + at("pose");

    function read<T>(wanted: T): T {
        call.kamm_read_thing(world(), index, scratch, velocityAt);
        const copy = (to: Float64Array, address: number) =>
            to.set(heap.f64.subarray(address / 8, address / 8 + to.length));
        copy(position, scratch + at("pose.position_m"));
        copy(orientation, scratch + at("pose.orientation"));
        copy(velocity, velocityAt);
        return wanted;
    }

    return {
        boxes: readBoxes(
            module,
            from + at("thing.boxes"),
            heap.i32[(from + at("thing.box_count")) / 4]!,
        ),
        massKg: heap.f32[(from + at("thing.mass_kg")) / 4]!,
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
            heap.f64.set(to, scratch / 8);
            heap.f64.set(turn, scratch / 8 + 3);
            call.kamm_place_thing(world(), index, scratch, scratch + 24);
        },
    };
}

const kinds: readonly ContactEventKind[] = ["car", "thing", "solid"];

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
        return {
            kinds: [kinds[first]!, kinds[second]!],
            groups: pair("group"),
            indices: pair("index"),
            point: doubles(event + at("contact_event.point_m"), 3) as [number, number, number],
            normal: [float("normal"), float("normal", 1), float("normal", 2)],
            impulseNs: float("impulse_ns"),
            speedMps: float("speed_mps"),
        };
    });
}
