/** Devices of a phone beside its screen: a tilt sensor, and motors that shake. */
import { element, wantsLessMotion } from "../view";
import { createHaptics, type Haptics } from "./haptics";
import "./handheld.css";
import { canTilt, createTilt, type Tilt } from "./tilt";

export type { Haptics, Tilt };

export interface Handheld {
    readonly tilt: Tilt;
    readonly haptics: Haptics;
    /** Adds its switches to a dialog. */
    addForm(parent: HTMLElement): void;
}

interface Kept {
    readonly tilts: boolean;
    readonly fullDeg: number;
    readonly shakes: boolean;
}

const place = "kamm.handheld";
const [minFullDeg, maxFullDeg] = [10, 60] as const;

/** What is read back is trusted in nothing; browsers may keep nothing. */
function load(): Kept {
    const usual: Kept = { tilts: false, fullDeg: 30, shakes: !wantsLessMotion() };
    try {
        const { tilts, fullDeg, shakes } = JSON.parse(localStorage.getItem(place) ?? "{}") as Record<string, unknown>;
        return {
            tilts: typeof tilts === "boolean" ? tilts : usual.tilts,
            fullDeg: Number(fullDeg) >= minFullDeg && Number(fullDeg) <= maxFullDeg ? Number(fullDeg) : usual.fullDeg,
            shakes: typeof shakes === "boolean" ? shakes : usual.shakes,
        };
    } catch {
        return usual;
    }
}

function save(kept: Kept) {
    try {
        localStorage.setItem(place, JSON.stringify(kept));
    } catch {
        // as said above
    }
}

function addSwitch(parent: HTMLElement, title: string, isOn: boolean): HTMLInputElement {
    const label = element("label", "handheld-switch", parent);
    const box = element("input", "", label);
    box.type = "checkbox";
    box.checked = isOn;
    element("span", "", label, title);
    return box;
}

function addRange(parent: HTMLElement, value: number): HTMLInputElement {
    const label = element("label", "handheld-range", parent);
    element("span", "", label, "Full lock at a tilt of");
    const range = element("input", "", label);
    range.type = "range";
    [range.min, range.max, range.step] = [String(minFullDeg), String(maxFullDeg), "5"];
    range.value = String(value);
    const shown = element("output", "", label, `${value}°`);
    range.addEventListener("input", () => (shown.textContent = `${range.value}°`));
    return range;
}

/** Starts tilt as the user chose it at another visit. Some browsers want a touch before they give access again. */
async function startAgain(tilt: Tilt) {
    const start = () => tilt.start().then(() => true, () => false);
    if (!(await start())) addEventListener("click", () => void start(), { once: true });
}

export function createHandheld(): Handheld {
    const tilt = createTilt();
    const haptics = createHaptics();
    let kept = load();
    tilt.fullDeg = kept.fullDeg;
    haptics.isOn = kept.shakes;
    const keep = (part: Partial<Kept>) => save((kept = { ...kept, ...part }));
    if (kept.tilts && canTilt()) void startAgain(tilt);

    /** Where there is a sensor: most computers have none. */
    function addTilt(form: HTMLElement) {
        const box = addSwitch(form, "Steer by tilting: the present orientation is straight ahead", kept.tilts);
        const note = element("p", "handheld-note", form);
        note.role = "status";
        box.addEventListener("change", async () => {
            note.textContent = "";
            if (!box.checked) tilt.stop();
            else
                await tilt.start().catch((error: Error) => {
                    note.textContent = error.message;
                    box.checked = false;
                });
            keep({ tilts: box.checked });
        });
        const range = addRange(form, kept.fullDeg);
        range.addEventListener("input", () => {
            tilt.fullDeg = Number(range.value);
            keep({ fullDeg: tilt.fullDeg });
        });
    }

    return {
        tilt,
        haptics,
        addForm(parent) {
            const form = element("section", "handheld", parent);
            element("h3", "", form, "In the hand");
            if (canTilt()) addTilt(form);
            const box = addSwitch(form, "Vibration for impacts, bumps and gear shifts, where the device supports it", kept.shakes);
            box.addEventListener("change", () => {
                haptics.isOn = box.checked;
                keep({ shakes: box.checked });
            });
        },
    };
}
