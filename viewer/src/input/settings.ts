/** The calibration panel's numbers and choices. */
import { element } from "../view";
import { type Calibration, maxRangeDeg, maxDeadZone, minRangeDeg } from "./calibration";

type Change = (change: Partial<Calibration>) => void;

function addCheck(
    parent: HTMLElement,
    title: string,
    checked: boolean,
    set: (on: boolean) => void,
) {
    const label = element("label", "pads-check", parent);
    const box = element("input", "", label);
    box.type = "checkbox";
    box.checked = checked;
    element("span", "", label, title);
    box.addEventListener("change", () => set(box.checked));
}

interface Range {
    readonly title: string;
    readonly unit: string;
    readonly min: number;
    readonly max: number;
    readonly step: number;
}

/** A number that is corrected when the user leaves the field. */
function addNumber(parent: HTMLElement, range: Range, value: number, set: (value: number) => void) {
    const label = element("label", "pads-number", parent);
    element("span", "", label, range.title);
    const field = element("input", "", label);
    field.type = "number";
    field.min = String(range.min);
    field.max = String(range.max);
    field.step = String(range.step);
    field.value = String(value);
    element("span", "", label, range.unit);
    field.addEventListener("change", () => {
        const asked = field.value === "" ? NaN : Number(field.value);
        if (Number.isFinite(asked)) value = Math.min(range.max, Math.max(range.min, asked));
        field.value = String(value);
        set(value);
    });
}

const percent = (title: string): Range => ({
    title,
    unit: "%",
    min: 0,
    max: 100 * maxDeadZone,
    step: 1,
});

const range: Range = {
    title: "From lock to lock",
    unit: "°",
    min: minRangeDeg,
    max: maxRangeDeg,
    step: 10,
};

export function addSettings(parent: HTMLElement, calibration: Calibration, change: Change): void {
    const { isWheel, isDegreeForDegree, rangeDeg, steeringDeadZone, pedalDeadZone } = calibration;
    addCheck(parent, "It is a steering wheel: the input assist keeps out", isWheel, (on) =>
        change({ isWheel: on }),
    );
    if (isWheel) {
        addNumber(parent, range, rangeDeg, (value) => change({ rangeDeg: value }));
        addCheck(
            parent,
            "The car's wheel turns degree for degree with it",
            isDegreeForDegree,
            (on) => change({ isDegreeForDegree: on }),
        );
    }
    const share = (value: number) => Math.round(100 * value);
    addNumber(parent, percent("Dead zone of the steering"), share(steeringDeadZone), (value) =>
        change({ steeringDeadZone: value / 100 }),
    );
    addNumber(parent, percent("Dead zone of the pedals"), share(pedalDeadZone), (value) =>
        change({ pedalDeadZone: value / 100 }),
    );
}
