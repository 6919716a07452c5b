/** The core, from the same file as that of the full page: visitors of the page have it already. */
import type { Kamm } from "kamm";
import moduleUrl from "kamm/kamm-lab.wasm?url";
import { loadKamm } from "kamm/lab";

export const loadCore = (): Promise<Kamm> => loadKamm({ wasm: fetch(moduleUrl) });
