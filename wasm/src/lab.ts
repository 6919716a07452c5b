/** The package with the road tests: another module, fetched beside the script, that has the lab as well. */
import { instantiate } from "./load";
import { openKamm } from "./kamm";
import { openModule } from "./module";
import { openLab } from "./road_tests";
import { readSurfaces } from "./surfaces";
import type { KammWithLab, LoadOptions } from "./types";

export * from "./types";

export async function loadKamm(options: LoadOptions = {}): Promise<KammWithLab> {
    const own = () => new URL("./kamm-lab.wasm", import.meta.url);
    const module = openModule(await instantiate(options.wasm ?? own()));
    const kamm = openKamm(module);
    const surfaces = readSurfaces(module, module.made(module.call.face_read_surfaces()));
    return Object.assign(kamm, { lab: openLab(module, kamm.fields, surfaces.named) });
}
