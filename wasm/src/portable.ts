/** Portable snapshots. */
import { memberOf, takeSnapshot } from "./cars";
import type { FullModule } from "./full_module";
import type { PortableReport } from "./full_types";
import { withBytes } from "./module";
import type { Cars, Combinations, World } from "./types";
import { innerOf } from "./world";

const isWorld = (what: Cars | Combinations | World): what is World => "groundAt" in what;

export function savePortable(module: FullModule, what: Cars | Combinations | World): Uint8Array {
    const { call } = module;
    const take = (size: number, save: (to: number) => void) => takeSnapshot(module, size, save);
    if (isWorld(what)) {
        const { address } = innerOf(module, what);
        return take(call.kamm_portable_world_size(address), (to) => module.done(call.face_save_portable_world(address, to)));
    }
    const { address, isCombination, cores } = memberOf(what);
    const { count } = cores[0]!;
    if (isCombination)
        return take(call.kamm_portable_combinations_size(address), (to) => call.kamm_save_portable_combinations(address, to));
    return take(call.kamm_portable_size(address, 0, count), (to) => call.kamm_save_portable(address, 0, count, to));
}

function readReport({ heap, at, text, scratch }: FullModule): PortableReport {
    const int = (name: string) => heap.i32[(scratch + at(`portable_report.${name}`)) / 4]!;
    const words = (name: string) => text(scratch + at(`portable_report.${name}`));
    return {
        ...{ unknown: int("unknown"), firstUnknown: words("first_unknown") },
        ...{ missing: int("missing"), firstMissing: words("first_missing") },
        otherModels: int("other_models"),
    };
}

export function loadPortable(module: FullModule, what: Cars | Combinations | World, bytes: Uint8Array): PortableReport {
    const { call, scratch } = module;
    const give = (restore: (from: number, size: number) => number) => module.done(withBytes(module, bytes, restore));
    if (isWorld(what)) {
        const world = innerOf(module, what);
        give((from, size) => call.face_load_portable_world(world.address, from, size, scratch));
        world.moved();
        return readReport(module);
    }
    const { address, isCombination, cores } = memberOf(what);
    const { count } = cores[0]!;
    if (isCombination) give((from, size) => call.face_load_portable_combinations(address, from, size, scratch));
    else give((from, size) => call.face_load_portable(address, 0, count, from, size, scratch));
    for (const core of cores) core.moved(1);
    return readReport(module);
}
