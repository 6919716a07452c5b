/** The package with the module in a file of its own, which is fetched: less to load, if the server compresses. */
import { instantiate } from "./load";
import { openKamm } from "./kamm";
import { openModule } from "./module";
import type { Kamm, LoadOptions } from "./types";

export * from "./types";

export async function loadKamm(options: LoadOptions = {}): Promise<Kamm> {
    return openKamm(openModule(await instantiate(options.wasm ?? new URL("./kamm.wasm", import.meta.url))));
}
