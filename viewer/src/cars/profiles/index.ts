/** The profiles of the cars in data/vehicles, and which to take for others. Trucks and trailers are drawn as closed shapes in their boxes. */
import type { ModelInfo } from "kamm";
import type { BoxedLook } from "../boxed";
import type { Profile, RimLook } from "../profile";
import { isRidden, twoWheelerPaint } from "../two_wheels";
import { audiR8Gt3 } from "./audi_r8_gt3";
import { bmw320i } from "./bmw_320i";
import { bmwM3 } from "./bmw_m3";
import { boxedLooks } from "./boxed";
import { fordEscort } from "./ford_escort";
import { fordFiesta } from "./ford_fiesta";
import { fordTransit } from "./ford_transit";
import { mclaren12c } from "./mclaren_12c";
import { nissan350z } from "./nissan_350z";
import { nissanMicra } from "./nissan_micra";
import { porscheBoxster } from "./porsche_boxster";
import { reliantRobin } from "./reliant_robin";
import { subaruImpreza } from "./subaru_impreza";
import { suzukiJimny } from "./suzuki_jimny";
import { teslaModel3 } from "./tesla_model_3";
import { toyotaHilux } from "./toyota_hilux";
import { toyotaPrius } from "./toyota_prius";
import { volvoV40 } from "./volvo_v40";
import { vwBeetle } from "./vw_beetle";
import { vwVanagon } from "./vw_vanagon";

export const profiles: Readonly<Record<string, Profile>> = {
    "audi-r8-lms-gt3": audiR8Gt3,
    "bmw-m3-e46": bmwM3,
    "commonroad-1-ford-escort": fordEscort,
    "commonroad-2-bmw-320i": bmw320i,
    "commonroad-3-vw-vanagon": vwVanagon,
    "ford-fiesta-st-2013": fordFiesta,
    "ford-transit-minibus": fordTransit,
    "mclaren-mp4-12c": mclaren12c,
    "nissan-350z-drift": nissan350z,
    "nissan-micra": nissanMicra,
    "porsche-boxster-s-2004": porscheBoxster,
    "reliant-robin": reliantRobin,
    "subaru-impreza-wrx-sti-2004": subaruImpreza,
    "suzuki-jimny": suzukiJimny,
    "tesla-model-3-performance-2018": teslaModel3,
    "toyota-hilux-laden": toyotaHilux,
    "toyota-prius-plug-in-2012": toyotaPrius,
    "volvo-v40": volvoV40,
    "vw-beetle-1500-1967": vwBeetle,
};

const profileNamed = (id: string | null) => (id === null ? undefined : profiles[id]);

/** How much longer or shorter, wider or narrower, higher or lower the profile has to be made. */
function stretchOf(profile: Profile, info: ModelInfo): number {
    return sizeStretch(profile.sizeM, info);
}

/** Sizes that differ by so little are those of the same car. */
const sameStretch = 0.02;

/** The profile that is drawn from this very car. */
export const drawnAs = (info: ModelInfo) =>
    Object.values(profiles).find((profile) => stretchOf(profile, info) < sameStretch) ?? null;

/** So far a drawn car may be stretched. */
const maxStretch = 0.45;

const sizeStretch = (size: readonly number[], { lengthM, widthM, heightM }: ModelInfo) =>
    [lengthM, widthM, heightM].reduce((sum, own, k) => sum + Math.abs(Math.log(own / size[k]!)), 0);

/** The look for the vehicle's name, or for its sizes if the name is unknown; null: there is no drawing. */
export function boxedLookOf(id: string | null, info: ModelInfo): BoxedLook | null {
    if (id !== null && boxedLooks[id]) return boxedLooks[id];
    if (profileNamed(id)) return null;
    return Object.values(boxedLooks).find(({ sizeM }) => sizeM && sizeStretch(sizeM, info) < sameStretch) ?? null;
}

/** Its wheels stand beside its boxes, as those of a formula car do. */
const hasOpenWheels = ({ boxes, wheelPositionM }: ModelInfo) =>
    wheelPositionM.every(([x, y]) =>
        boxes.every(({ centreM: c, halfM: h }) => Math.abs(x - c[0]) > h[0] || Math.abs(y - c[1]) > h[1]),
    );

/** Neither known nor like a known car, as a truck, a trailer or a kart: to be drawn as its boxes. */
export const isLikeNone = (id: string | null, info: ModelInfo) =>
    info.boxes.length > 0 &&
    !profileNamed(id) &&
    (boxedLookOf(id, info) !== null || hasOpenWheels(info) || stretchOf(profileFor(null, info), info) > maxStretch);

/** That of the vehicle's name; else of the known car whose proportions are nearest. */
export function profileFor(id: string | null, info: ModelInfo): Profile {
    const known = profileNamed(id);
    if (known) return known;
    const unlike = (profile: Profile) => stretchOf(profile, info);
    return Object.values(profiles).reduce((best, next) =>
        unlike(next) < unlike(best) ? next : best,
    );
}

/** Paint and rims. */
export function paintOf(id: string, info: ModelInfo): { readonly colour: string; readonly rim: RimLook } {
    if (isRidden(info)) return twoWheelerPaint(info);
    return (isLikeNone(id, info) && boxedLookOf(id, info)) || profileFor(id, info);
}
