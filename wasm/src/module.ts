/** The module from inside: its functions, its memory, texts and structs in it, its errors. */
import type { KammError } from "./types";

type Call =
    | "malloc"
    | "free"
    | `kamm_${
          | "vehicle_table"
          | `${"input" | "channel" | "wheel_channel" | "car_state" | "wheel_state"}_fields`
          | "destroy_model"
          | "model_size"
          | "save_model"
          | "car_boxes"
          | "set_width"
          | "create_cars"
          | "create_mixed_cars"
          | "destroy_cars"
          | "inputs"
          | "place"
          | "hand_over"
          | "read_motion"
          | "read_wheel_contact"
          | "wheel_grip"
          | "wheel_damage_of"
          | "burst_tyre"
          | "lost_wheel"
          | "start_hosted"
          | "read_hosted_probes"
          | "step"
          | "advance_clock"
          | "read"
          | "read_wheel"
          | "read_pose"
          | "state_row"
          | "fault"
          | "snapshot_size"
          | "save_snapshot"
          | "step_world"
          | "contact_events"
          | "sensor_events"
          | "let_cars_sleep"
          | "world_snapshot_size"
          | "save_world_snapshot"
          | "destroy_combinations"
          | "combination_cars"
          | "place_combination"
          | "step_combinations"
          | "uncouple"
          | "is_coupled"
          | "read_hitch"
          | "reversing_wheel_rad"
          | "combinations_snapshot_size"
          | "save_combinations"
          | "world_ground"
          | "terrain_surface"
          | "terrain_surface_count"
          | "terrain_extent"
          | "drive_path"
          | "has_rider"
          | "lean_in_turn_rad"}`
    | `face_${
          | "layout"
          | "error_at"
          | "notes_at"
          | "add_file"
          | "remove_file"
          | "file_bytes"
          | "file_size"
          | "default_vehicle"
          | "read_vehicle"
          | "copy_vehicle"
          | "vehicle_name"
          | "set_text"
          | "set_number"
          | "get_number"
          | "write_vehicle"
          | "read_tyre"
          | "tyre_name"
          | "axle_count"
          | "set_tyre"
          | "tyre_forces"
          | "compile"
          | "describe"
          | "read_model"
          | "create_ground"
          | "set_plane"
          | "placement_on"
          | "check_placement"
          | "restore_cars"
          | "disobeyed"
          | "push"
          | "set_motion"
          | "set_wheel_grip"
          | "damage_wheel"
          | "assist_input"
          | "ride"
          | "read_arcade"
          | "arcade_name"
          | "arcade_gravity"
          | "arcade_vehicle"
          | "arcade_input"
          | "create_hosted"
          | "create_contacts"
          | "host_mass"
          | "step_hosted"
          | "read_surfaces"
          | "create_world"
          | "destroy_world"
          | "world_of"
          | "leave"
          | "exchange"
          | "add_body"
          | "body_generation"
          | "has_body"
          | "remove_body"
          | "read_body_motion"
          | "set_body_motion"
          | "move_body_to"
          | "set_surface"
          | "set_wind"
          | "add_cars"
          | "restore_world"
          | "set_filter"
          | "set_identity"
          | "cast"
          | "placement_in_world"
          | "terrain_at"
          | "start_terrain"
          | "put_surface"
          | "put_heights"
          | "put_mesh"
          | "put_plane"
          | "put_paint"
          | "create_terrain_world"
          | "free_terrain"
          | "sample"
          | "create_driver"
          | "destroy_driver"
          | "driver_length"
          | "driver_time"
          | "driver_at"
          | "driver_start"
          | "find_driver"
          | "read_combination"
          | "combination_units"
          | "copy_unit"
          | "free_combination"
          | "create_combinations"
          | "add_combinations"
          | "couple"
          | "restore_combinations"}`;

export type Exports = Readonly<Record<Call, (...values: number[]) => number>> & {
    readonly memory: WebAssembly.Memory;
    readonly __indirect_function_table: WebAssembly.Table;
    readonly face_full_layout?: () => number;
    kamm_state_hash(cars: number): bigint;
    kamm_world_state_hash(world: number): bigint;
    kamm_combinations_hash(combinations: number): bigint;
};

/** Views of all memory. Memory may grow and leave views behind: ask for them again after each call. */
export interface Heap {
    readonly u8: Uint8Array;
    readonly i32: Int32Array;
    readonly f32: Float32Array;
    readonly f64: Float64Array;
}

export interface Module {
    readonly call: Exports;
    readonly heap: Heap;
    /** Room for structs that live from one call to the next line. */
    readonly scratch: number;
    /** Where a field is in its struct ("error.text"), or how long a struct is ("pose"). */
    at(name: string): number;
    allocate(size: number): number;
    /** A text that C keeps, or "" for NULL. */
    text(address: number): string;
    /** Hands texts to a call. */
    withTexts<T>(texts: readonly string[], use: (...addresses: number[]) => T): T;
    /** Takes what a call has answered that says 0, or NULL, when it fails. */
    made(address: number): number;
    /** Takes what a call has answered that says 0 when all is well. */
    done(result: number): void;
    /** What the reader has remarked. */
    notes(): string[];
    doubles(address: number, count: number): number[];
}

const codes = ["format", "file", "format", "range", "missing", "unknown", "memory"] as const;

/** With its name from the start, and whatever a minifier calls the class: stack traces begin with both. */
class NamedError extends Error {
    static {
        Object.defineProperty(this, "name", { value: "KammError" });
        Object.defineProperty(this.prototype, "name", { value: "KammError" });
    }
}

export function kammError(code: KammError["code"], path: string, message: string): KammError {
    return Object.assign(new NamedError(message), { code, path }) as unknown as KammError;
}

function makeHeap(memory: WebAssembly.Memory): Heap {
    let u8 = new Uint8Array(0);
    let i32 = new Int32Array(0);
    let f32 = new Float32Array(0);
    let f64 = new Float64Array(0);
    function refresh(): void {
        if (u8.buffer === memory.buffer) return;
        u8 = new Uint8Array(memory.buffer);
        i32 = new Int32Array(memory.buffer);
        f32 = new Float32Array(memory.buffer);
        f64 = new Float64Array(memory.buffer);
    }
    return {
        get u8() {
            return refresh(), u8;
        },
        get i32() {
            return refresh(), i32;
        },
        get f32() {
            return refresh(), f32;
        },
        get f64() {
            return refresh(), f64;
        },
    };
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

function readText(heap: Heap, address: number): string {
    if (!address) return "";
    const { u8 } = heap;
    return decoder.decode(u8.subarray(address, u8.indexOf(0, address)));
}

/** kamm/full has a table of its own beside the usual one. */
function readLayout(call: Exports, heap: Heap): Map<string, number> {
    const layout = new Map<string, number>();
    for (const table of [call.face_layout, call.face_full_layout])
        for (let at = table ? table() / 4 : 0; at && heap.i32[at]; at += 2)
            layout.set(readText(heap, heap.i32[at]!), heap.i32[at + 1]!);
    return layout;
}

const minScratchSize = 8192;

export function openModule(instance: WebAssembly.Instance): Module {
    const call = instance.exports as unknown as Exports;
    const heap = makeHeap(call.memory);
    const layout = readLayout(call, heap);

    function at(name: string): number {
        const offset = layout.get(name);
        if (offset === undefined) throw new Error(`kamm: ${name} is not in the module's layout`);
        return offset;
    }

    function text(address: number): string {
        return readText(heap, address);
    }

    function fail(): never {
        const error = call.face_error_at();
        const code = codes[heap.i32[(error + at("error.code")) / 4]!]!;
        throw kammError(code, text(error + at("error.path")), text(error + at("error.text")));
    }

    function allocate(size: number): number {
        const address = call.malloc(size);
        if (address) return address;
        throw kammError("memory", "", `out of memory: ${size} bytes`);
    }

    function copyText(value: string): number {
        const bytes = encoder.encode(value);
        const address = allocate(bytes.length + 1);
        heap.u8.set(bytes, address);
        heap.u8[address + bytes.length] = 0;
        return address;
    }

    function withTexts<T>(texts: readonly string[], use: (...addresses: number[]) => T): T {
        const addresses = texts.map(copyText);
        try {
            return use(...addresses);
        } finally {
            addresses.forEach((address) => call.free(address));
        }
    }

    function notes(): string[] {
        const from = call.face_notes_at();
        const count = heap.i32[(from + at("notes.count")) / 4]!;
        const warnings = heap.i32[(from + at("notes.warnings")) / 4]!;
        const each = at("notes.text[]");
        const note = (i: number) => text(from + at("notes.text") + i * each);
        return Array.from({ length: count }, (_, i) => (i < warnings ? "warning: " : "") + note(i));
    }

    return {
        call,
        heap,
        scratch: allocate(Math.max(minScratchSize, at("model_info"))),
        at,
        allocate,
        text,
        withTexts,
        made: (address) => address || fail(),
        done: (result) => {
            if (result) fail();
        },
        notes,
        doubles: (address, count) => [...heap.f64.subarray(address / 8, address / 8 + count)],
    };
}

/** Hands bytes to a call. */
export function withBytes<T>(
    module: Module,
    bytes: Uint8Array,
    use: (address: number, size: number) => T,
): T {
    const address = module.allocate(Math.max(bytes.length, 1));
    module.heap.u8.set(bytes, address);
    try {
        return use(address, bytes.length);
    } finally {
        module.call.free(address);
    }
}

/** Objects keep to the module that they were made in: another one has a memory of its own. */
export function requireHome(module: Module, home: Module, what: string): void {
    if (module === home) return;
    throw new TypeError(`kamm: this ${what} is of another module; load Kamm once, or make it again here`);
}
