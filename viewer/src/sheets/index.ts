/** On upright phones, lists of the top bar and the tuning panel are sheets from below, which a swipe takes away. */
import { element } from "../view";
import "./sheets.css";

/** The same condition as in sheets.css. */
const isSheet = () => matchMedia("(pointer: coarse) and (max-width: 600px)").matches;

/** Pulled down by so much of its height, it goes; else it springs back. */
const farShare = 0.25;

interface Pull {
    readonly finger: number;
    readonly fromY: number;
}

/** A handle at the sheet's top, followed by what is pulled at it. */
function addHandle(sheet: HTMLElement, close: () => void) {
    const handle = element("div", "sheet-handle");
    handle.setAttribute("aria-hidden", "true"); // Escape and the sheet's own button do the same
    sheet.prepend(handle);
    let pull: Pull | null = null;
    const pulledPx = (event: PointerEvent) => Math.max(0, event.clientY - pull!.fromY);
    const letGo = () => {
        pull = null;
        sheet.style.translate = "";
    };
    handle.addEventListener("pointerdown", (event) => {
        if (pull) return;
        event.preventDefault();
        handle.setPointerCapture(event.pointerId);
        pull = { finger: event.pointerId, fromY: event.clientY };
    });
    handle.addEventListener("pointermove", (event) => {
        if (event.pointerId === pull?.finger) sheet.style.translate = `0 ${pulledPx(event)}px`;
    });
    handle.addEventListener("pointerup", (event) => {
        if (event.pointerId !== pull?.finger) return;
        const isFar = pulledPx(event) > farShare * sheet.offsetHeight;
        letGo();
        if (isFar) close();
    });
    handle.addEventListener("pointercancel", (event) => event.pointerId === pull?.finger && letGo());
}

/** `side` holds the tuning panel, `top` the lists. */
export function createSheets(side: HTMLElement, top: HTMLElement, closeTuning: () => void) {
    addHandle(side, closeTuning);
    side.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || event.defaultPrevented || !isSheet()) return;
        event.preventDefault();
        closeTuning();
    });
    for (const details of top.querySelectorAll("details")) {
        const list = details.querySelector<HTMLElement>(".dropped");
        if (list) addHandle(list, () => (details.open = false));
    }
}
