/** The profiles of the cars in data/vehicles, and which to take for others. */
import type { ModelInfo } from "kamm";
import type { Profile } from "../profile";
import { bmw320i } from "./bmw_320i";
import { bmwM3 } from "./bmw_m3";
import { fordEscort } from "./ford_escort";
import { fordTransit } from "./ford_transit";
import { mclaren12c } from "./mclaren_12c";
import { nissanMicra } from "./nissan_micra";
import { porscheBoxster } from "./porsche_boxster";
import { toyotaHilux } from "./toyota_hilux";
import { volvoV40 } from "./volvo_v40";
import { vwVanagon } from "./vw_vanagon";

export const profiles: Readonly<Record<string, Profile>> = {
    "bmw-m3-e46": bmwM3,
    "commonroad-1-ford-escort": fordEscort,
    "commonroad-2-bmw-320i": bmw320i,
    "commonroad-3-vw-vanagon": vwVanagon,
    "ford-transit-minibus": fordTransit,
    "mclaren-mp4-12c": mclaren12c,
    "nissan-micra": nissanMicra,
    "porsche-boxster-s-2004": porscheBoxster,
    "toyota-hilux-laden": toyotaHilux,
    "volvo-v40": volvoV40,
};

/** That of the vehicle's name; else of the known car whose proportions are nearest. */
export function profileFor(id: string | null, info: ModelInfo): Profile {
    const known = id === null ? undefined : profiles[id];
    if (known) return known;
    const own = [info.lengthM, info.widthM, info.heightM];
    const unlike = (profile: Profile) =>
        profile.sizeM.reduce((sum, size, k) => sum + Math.abs(Math.log(own[k]! / size)), 0);
    return Object.values(profiles).reduce((best, next) =>
        unlike(next) < unlike(best) ? next : best,
    );
}
