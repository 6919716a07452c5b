/** The package with the module inside. */
import { instantiate } from "./load";
import { embedded } from "./generated/embedded";
import { openKamm } from "./kamm";
import { openModule } from "./module";
import type { Kamm, LoadOptions } from "./types";

export * from "./types";

export async function loadKamm(options: LoadOptions = {}): Promise<Kamm> {
    return openKamm(openModule(await instantiate(options.wasm ?? (await embedded()))));
}
