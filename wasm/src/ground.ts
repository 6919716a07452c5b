/** The ground below cars that are in no world: a plane, or what a callback says. */
import { checkContact, dryAsphalt, makeContactMemory, makeProbe } from "./contact_memory";
import type { Surroundings } from "./core";
import { checkKeys } from "./keys";
import { kammError, type Module } from "./module";
import type { GroundCallback, PlaneGround } from "./types";

/** A ground in the module's memory. */
export interface Ground {
    readonly address: number;
    /**
     * Lets its plane be that of the ground below a point, for placing cars; without z of the topmost ground. Throws if there
     * is none.
     */
    look(x: number, y: number, z?: number): void;
    /** Only of a world's ground: writes a placement on it to `to`. */
    stand?: Surroundings["stand"];
    /** Throws what the callback has thrown since the last time. */
    check(): void;
    dispose(): void;
}

export interface Grounds {
    plane(options: PlaneGround): Ground;
    callback(ask: GroundCallback, intervalSubsteps: number): Ground;
}

/** WebAssembly that gives a function of JavaScript's the type that C calls: (i32 i32 i32 i32) → nothing. */
const trampoline = new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // magic number, version
    ...[1, 8, 1, 0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 0], // types: that one
    ...[2, 7, 1, 1, 0x6b, 1, 0x66, 0, 0], // imports: function k.f of type 0
    ...[7, 5, 1, 1, 0x66, 0, 0], // exports: f, function 0
]);

type Query = (user: number, count: number, probes: number, contacts: number) => void;

/** The place of a function of JavaScript's among those that C can call. */
function intoTable(table: WebAssembly.Table, query: Query): number {
    const module = new WebAssembly.Module(trampoline);
    const instance = new WebAssembly.Instance(module, { k: { f: query } });
    const index = table.grow(1);
    table.set(index, instance.exports["f"]);
    return index;
}

/** A plane of that surface. */
function makePlane(
    module: Module,
    options: PlaneGround,
    surfaceNamed: (name: string) => number,
): Ground {
    const { call, made } = module;
    checkKeys("ground", options, [], ["slope", "bank", "surface"]);
    const { slope = 0, bank = 0, surface = "dry_asphalt" } = options;
    if (!Number.isFinite(slope) || !Number.isFinite(bank))
        throw kammError("range", "ground", `ground: slope ${slope}, bank ${bank}; not finite`);
    const madeOf = surfaceNamed(surface);
    const address = made(call.face_create_ground());
    call.face_set_plane(address, slope, bank, madeOf);
    return { address, look() {}, check() {}, dispose: () => call.free(address) };
}

type Asked = Map<number, (probe: number, contact: number) => void>;

/** The function that C calls for all grounds that ask a callback; `user` says which. */
function makeQuery({ at }: Module, asked: Asked): Query {
    const [probe, contact] = [at("probe"), at("contact")];
    return (user, count, probes, contacts) => {
        const ask = asked.get(user)!;
        for (let i = 0; i < count; ++i) ask(probes + i * probe, contacts + i * contact);
    };
}

/** From where a callback is asked for the topmost ground: its rays may be short. */
const heightsToAskFrom = [1000, ...Array.from({ length: 401 }, (_, i) => 500 - 2.5 * i), -1000];
/** Depth of the ground where there is none. */
const farBelow = 1000;

export function makeGrounds(module: Module, surfaceNamed: (name: string) => number): Grounds {
    const { call, heap, at, made } = module;
    const { readProbe, writeContact } = makeContactMemory(module);
    const asked: Asked = new Map();
    const [probe, contact] = [makeProbe(), { ...dryAsphalt }];
    let nextUser = 1;
    let tableIndex = 0;

    /** Registers the query in C, and returns its number. */
    function enlist(address: number, intervalSubsteps: number): number {
        tableIndex ||= intoTable(call.__indirect_function_table, makeQuery(module, asked));
        const set = (name: string, value: number) => {
            heap.i32[(address + at(`ground.${name}`)) / 4] = value;
        };
        set("query", tableIndex);
        set("user", nextUser);
        set("interval_substeps", intervalSubsteps);
        return nextUser++;
    }

    /** An error in the callback must not leave a step half done: it is kept, the ground is level meanwhile. */
    function callback(ask: GroundCallback, intervalSubsteps: number): Ground {
        const address = made(call.face_create_ground());
        let failure: { readonly error: unknown } | null = null;

        /** Whether there is ground. */
        function answer(contactAt: number): boolean {
            let found = true;
            Object.assign(contact, dryAsphalt);
            try {
                found = ask(probe, contact) !== false;
                if (!found) Object.assign(contact, dryAsphalt, { z: probe.z - farBelow });
                checkContact(contact);
            } catch (error) {
                failure ??= { error };
                Object.assign(contact, dryAsphalt);
            }
            writeContact(contactAt, contact);
            return found;
        }

        function look(x: number, y: number, z?: number): void {
            const heights = z === undefined ? heightsToAskFrom : [z];
            const finds = (from: number) => {
                Object.assign(probe, makeProbe(), { x, y, z: from });
                return answer(address + at("ground.plane"));
            };
            if (heights.some(finds)) return;
            const where = z === undefined ? `${heights[0]} to ${heights.at(-1)} m high` : `${z} m high`;
            throw kammError(
                "range",
                "z",
                `place: there is no ground at x ${x}, y ${y}: the ground callback says so, asked from ${where}`,
            );
        }

        const user = enlist(address, intervalSubsteps);
        asked.set(user, (probeAt, contactAt) => {
            readProbe(probeAt, probe);
            answer(contactAt);
        });
        return {
            address,
            look,
            check() {
                const found = failure;
                failure = null;
                if (found) throw found.error;
            },
            dispose() {
                asked.delete(user);
                call.free(address);
            },
        };
    }

    return { plane: (options) => makePlane(module, options, surfaceNamed), callback };
}
