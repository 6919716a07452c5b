/** Driving with two thumbs: a pad to slide on at the left, pedals and buttons at the right. */
import type { DriverRequest } from "kamm";
import { element } from "../view";
import { bindingOfKey, type Command, textOf } from "./bindings";
import "./touch.css";

export interface Touch {
    readonly driverInput: DriverRequest;
    dispose(): void;
}

/** Sliding so far from where the thumb came down is full lock. */
const fullSlidePx = 90;
/** How much a pedal is pressed at its lower edge; all of it near the upper one. */
const minPress = 0.3;
const fullPressAt = 0.75;

/** From -1 to 1, positive left. */
export const slideOf = (movedRightPx: number) =>
    Math.max(-1, Math.min(1, -movedRightPx / fullSlidePx)) || 0;

/** 0: at the lower edge, 1: at the upper. */
export const pressOf = (height: number) =>
    Math.max(minPress, Math.min(1, minPress + ((1 - minPress) * height) / fullPressAt));

/** Follows one finger on an element: where it came down, where it is, and when it has gone. */
function follow(
    place: HTMLElement,
    moved: (event: PointerEvent, startX: number) => void,
    gone: () => void,
): () => void {
    let finger: number | null = null;
    let startX = 0;
    place.addEventListener("pointerdown", (event) => {
        if (finger !== null) return;
        event.preventDefault(); // no text is marked, no menu called
        finger = event.pointerId;
        startX = event.clientX;
        place.setPointerCapture(finger);
        place.classList.add("held");
        moved(event, startX);
    });
    place.addEventListener("pointermove", (event) => {
        if (event.pointerId === finger) moved(event, startX);
    });
    const lift = () => {
        finger = null;
        place.classList.remove("held");
        gone();
    };
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const)
        place.addEventListener(end, (event) => event.pointerId === finger && lift());
    place.addEventListener("contextmenu", (event) => event.preventDefault());
    return lift;
}

function addSlide(parent: HTMLElement, driverInput: DriverRequest): () => void {
    const pad = element("div", "touch-slide", parent);
    pad.setAttribute("aria-hidden", "true"); // keys do the same without sight
    element("span", "", pad, "◀   steer   ▶");
    const knob = element("i", "", pad);
    const steer = (to: number) => {
        driverInput.steer = to;
        knob.style.translate = `${-to * fullSlidePx * 0.6}px 0`;
    };
    return follow(
        pad,
        (event, startX) => steer(slideOf(event.clientX - startX)),
        () => steer(0),
    );
}

function addPedal(
    parent: HTMLElement,
    name: "throttle" | "brake" | "handBrake",
    text: string,
    driverInput: DriverRequest,
): () => void {
    const pedal = element("div", `touch-pedal touch-${name}`, parent);
    pedal.setAttribute("aria-hidden", "true");
    element("span", "", pedal, text);
    const press = (by: number) => {
        driverInput[name] = by;
        pedal.style.setProperty("--press", String(by));
    };
    const heightOf = ({ clientY }: PointerEvent) => {
        const { bottom, height } = pedal.getBoundingClientRect();
        return (bottom - clientY) / height;
    };
    return follow(
        pedal,
        (event) => press(name === "handBrake" ? 1 : pressOf(heightOf(event))),
        () => press(0),
    );
}

const buttons: readonly (readonly [string, Command])[] = [
    ["⟲", "recover"],
    ["Camera", "camera"],
    ["−", "gearDown"],
    ["+", "gearUp"],
    ["❚❚", "pause"],
];

function addButtons(parent: HTMLElement, run: (command: Command) => void) {
    const row = element("div", "touch-buttons", parent);
    for (const [text, command] of buttons) {
        const button = element("button", "", row, text);
        button.type = "button";
        button.setAttribute("aria-label", textOf(command));
        button.addEventListener("click", () => run(command));
    }
}

function addControls(parent: HTMLElement, driverInput: DriverRequest, run: (command: Command) => void) {
    addButtons(parent, run);
    const left = element("div", "touch-left", parent);
    const pedals = element("div", "touch-pedals", parent);
    return [
        addPedal(left, "handBrake", "Hand brake", driverInput),
        addSlide(left, driverInput),
        addPedal(pedals, "brake", "Brake", driverInput),
        addPedal(pedals, "throttle", "Throttle", driverInput),
    ];
}

const isDriving = (code: string) => "control" in (bindingOfKey.get(code)?.does ?? {});

export function createTouch(parent: HTMLElement, run: (command: Command) => void): Touch {
    const driverInput: DriverRequest = { steer: 0, throttle: 0, brake: 0, handBrake: 0, clutch: 0 };
    const stop = new AbortController();
    const { signal } = stop;
    const isPhone = matchMedia("(pointer: coarse)").matches;
    parent.classList.add("touch");
    const lifts = addControls(parent, driverInput, run);
    const lift = () => lifts.forEach((liftOne) => liftOne());
    const show = (shown: boolean) => {
        if (!shown) lift();
        parent.hidden = !shown;
    };
    show(isPhone);
    // A laptop may have both: a finger brings the pedals, a key takes them away again.
    addEventListener("pointerdown", (event) => event.pointerType === "touch" && show(true), {
        signal,
    });
    addEventListener("keydown", ({ code }) => !isPhone && isDriving(code) && show(false), {
        signal,
    });
    addEventListener("blur", lift, { signal });
    return {
        driverInput,
        dispose() {
            stop.abort();
            parent.replaceChildren();
        },
    };
}
