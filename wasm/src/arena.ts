/** Lists in the module's memory, for the length of a call. */
import type { Module } from "./module";

const bytes = { u8: 1, i32: 4, f32: 4, f64: 8 } as const;

type Heap = Uint8Array | Int32Array | Float32Array | Float64Array;

/** `put` copies a list and returns its address; `release` frees all of them. */
export function makeArena(module: Module) {
    const held: number[] = [];
    return {
        put(list: ArrayLike<number>, as: keyof typeof bytes): number {
            const address = module.allocate(Math.max(1, list.length) * bytes[as]);
            held.push(address);
            (module.heap[as] as Heap).set(list, address / bytes[as]);
            return address;
        },
        release: () => held.forEach((address) => module.call.free(address)),
    };
}

export type Arena = ReturnType<typeof makeArena>;
