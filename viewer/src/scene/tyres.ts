/** The sizes of the cars' tyres: frames do not have them. */
import type { ModelInfo } from "kamm";
import { usualPeakSlipRad } from "../sliding";

export interface Tyre {
    readonly widthM: number;
    readonly radiusM: number;
    /** Slip angle of the greatest side force. */
    readonly peakSlipRad: number;
}

/** Car by car, wheel by wheel. */
export type Tyres = readonly (readonly Tyre[])[];

export const usualTyre: Tyre = { widthM: 0.2, radiusM: 0.3, peakSlipRad: usualPeakSlipRad };

export const tyresOf = (info: ModelInfo): Tyre[] =>
    info.wheelWidthM.map((widthM, wheel) => ({
        widthM,
        radiusM: info.wheelRadiusM[wheel]!,
        peakSlipRad: info.peakSlipAngleRad[wheel] || usualPeakSlipRad,
    }));
