/** The package with the module inside. */
import { instantiate } from "./load";
import { embedded } from "./generated/embedded";
import { openKamm } from "./kamm";
import type { Kamm, LoadOptions } from "./types";

export * from "./types";

export async function loadKamm(options: LoadOptions = {}): Promise<Kamm> {
    return openKamm(await instantiate(options.wasm ?? (await embedded())));
}
