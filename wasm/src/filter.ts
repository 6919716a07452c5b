/** Collision filters as C has them. */
import { kammError } from "./module";
import type { Filter } from "./types";

/** KAMM_MASK_NONE. */
export const maskNone = 0x80000000;

/** Category and mask. */
export function filterWords({ category = 0, mask = 0 }: Filter): [number, number] {
    const bits = mask === "none" ? maskNone : mask;
    for (const [name, value] of [["category", category], ["mask", bits]] as const)
        if (!Number.isInteger(value) || value < 0 || value > 0xffffffff)
            throw kammError("range", name, `${name}: ${value}; it has to be 32 bits`);
    return [category, bits];
}
