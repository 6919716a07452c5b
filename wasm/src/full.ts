/** The package with all that games use: another module, fetched beside the script. */
import { openFull } from "./full_kamm";
import { openFullModule } from "./full_module";
import type { FullKamm } from "./full_types";
import { instantiate } from "./load";
import type { LoadOptions } from "./types";

export * from "./full_types";
export * from "./types";

export async function loadKamm(options: LoadOptions = {}): Promise<FullKamm> {
    const own = () => new URL("./kamm-full.wasm", import.meta.url);
    return openFull(openFullModule(await instantiate(options.wasm ?? own())));
}
