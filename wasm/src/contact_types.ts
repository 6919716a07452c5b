/** Names of types of bodies in contacts and casts. */
import type { ContactType } from "./types";

/** Names in the order of kamm_body_type. */
export const contactTypes: readonly ContactType[] = ["static", "kinematic", "dynamic", "car", "ground"];
