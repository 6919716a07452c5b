/** What draws two-wheelers is loaded when one is first to be seen: most visits do without. */
import type { ModelInfo } from "kamm";
import { isRidden } from "./two_wheels";

type Code = typeof import("./two_wheeler");

let code: Code | null = null;
let loading: Promise<Code> | null = null;

/** null: not loaded yet, or no two-wheeler; it is drawn as other vehicles are until then. */
export const twoWheelerCode = (info: ModelInfo): Code | null => (isRidden(info) ? code : null);

export async function loadTwoWheelers(): Promise<void> {
    loading ??= import("./two_wheeler");
    code = await loading;
}

/** Whether any of these vehicles waits for the code. */
export const lackTwoWheelers = (infos: readonly ModelInfo[]) => code === null && infos.some(isRidden);
