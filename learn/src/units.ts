/** Units that people read, by how many of them make one of SI. */
import { gravityMps2 } from "../../viewer/src/dials/format";
export const perSi = {
    "": 1,
    m: 1,
    mm: 1000,
    s: 1,
    "km/h": 3.6,
    "m/s": 1,
    "m/s²": 1,
    "mm/s": 1000,
    g: 1 / gravityMps2,
    "°": 180 / Math.PI,
    "°/s": 180 / Math.PI,
    "°/g": (gravityMps2 * 180) / Math.PI,
    "%": 100,
    kg: 1,
    N: 1,
    kN: 0.001,
    "N/mm": 0.001,
    "kN/°": (0.001 * Math.PI) / 180,
    "kN·s/m": 0.001,
    "N·m": 1,
    rpm: 30 / Math.PI,
} as const;

export type Unit = keyof typeof perSi;

export const isUnit = (text: string): text is Unit => text in perSi;

/** Units that follow their number without a space. */
const close: readonly Unit[] = ["°", "°/s", "°/g", ""];

/** A number of SI in that unit, with a true minus; what is no number is a dash. */
export function written(si: number, unit: Unit, digits: number): string {
    const value = si * perSi[unit];
    if (Number.isNaN(value)) return "–";
    if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
    const text = value.toFixed(digits).replace("-", "−");
    const plain = /^−0\.?0*$/.test(text) ? text.slice(1) : text; // no minus nought
    return plain + (close.includes(unit) ? "" : "\u00a0") + unit;
}
