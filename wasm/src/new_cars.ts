/** The package with the rules of `kamm new` and `kamm check`: another module, fetched beside the script. */
import { instantiate } from "./load";
import { openKamm } from "./kamm";
import { openModule } from "./module";
import { openNewCars } from "./rules";
import type { KammWithNewCars, LoadOptions } from "./types";

export * from "./types";

export async function loadKamm(options: LoadOptions = {}): Promise<KammWithNewCars> {
    const own = () => new URL("./kamm-new-cars.wasm", import.meta.url);
    const module = openModule(await instantiate(options.wasm ?? own()));
    return Object.assign(openKamm(module), { newCars: openNewCars(module) });
}
