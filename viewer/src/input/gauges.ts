/** Live bars of the calibration panel. */
import { element } from "../view";
import type { Reading } from "./calibration";

/** A bar from 0 to 1, or to both sides of its middle. */
export function addGauge(parent: HTMLElement, isSigned: boolean): (value: number) => void {
    const gauge = element("span", isSigned ? "gauge signed" : "gauge", parent);
    gauge.setAttribute("aria-hidden", "true");
    const fill = element("i", "", gauge);
    return (value) => {
        const share = Math.max(-1, Math.min(1, value || 0));
        fill.style.transform = isSigned
            ? `translateX(${25 * share}%) scaleX(${share / 2})` // from the middle to one side
            : `scaleX(${share})`;
    };
}

/** All that a device says, as it says it. */
export function addRawValues(
    parent: HTMLElement,
    { axes, buttons }: Reading,
): (now: Reading) => void {
    const box = element("div", "pads-raw", parent);
    const axisGauges = axes.map((_, i) => {
        element("span", "", box, `axis ${i}`);
        return addGauge(box, true);
    });
    const lamps = element("div", "pads-lamps", parent);
    const buttonLamps = buttons.map((_, i) => element("span", "", lamps, String(i)));
    return (now) => {
        axisGauges.forEach((show, i) => show(now.axes[i] ?? 0));
        buttonLamps.forEach((lamp, i) => lamp.classList.toggle("lit", (now.buttons[i] ?? 0) > 0.1));
    };
}
