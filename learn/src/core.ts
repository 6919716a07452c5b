/** The core, from the same file as the full page has it: who has been there has it already. */
import type { Kamm } from "kamm";
import moduleUrl from "kamm/kamm-lab.wasm?url";
import { loadKamm } from "kamm/lab";

export const loadCore = (): Promise<Kamm> => loadKamm({ wasm: fetch(moduleUrl) });
