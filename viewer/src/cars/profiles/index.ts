/** The profiles of the cars in data/vehicles, and which to take for others. */
import type { ModelInfo } from "kamm";
import type { Profile } from "../profile";
import { bmwM3 } from "./bmw_m3";
import { mclaren12c } from "./mclaren_12c";
import { nissanMicra } from "./nissan_micra";

export const profiles: Readonly<Record<string, Profile>> = {
    "bmw-m3-e46": bmwM3,
    "mclaren-mp4-12c": mclaren12c,
    "nissan-micra": nissanMicra,
};

/** That of the vehicle's name; else of the known car whose proportions are nearest. */
export function profileFor(id: string | null, info: ModelInfo): Profile {
    const known = id === null ? undefined : profiles[id];
    if (known) return known;
    const own = [info.lengthM, info.widthM, info.heightM];
    const unlike = (profile: Profile) =>
        profile.sizeM.reduce((sum, size, k) => sum + Math.abs(Math.log(own[k]! / size)), 0);
    return Object.values(profiles).reduce((best, next) => (unlike(next) < unlike(best) ? next : best));
}
