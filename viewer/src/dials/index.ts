/** The instruments: what the car does, made visible. */
import "./dials.css";
import "./hud.css";
import type { ModelInfo } from "kamm";
import { isSmall, type Panel, type View } from "../view";
import { createCircles } from "./circles";
import { createDial, type Painter, type Title } from "./dial";
import { createGg } from "./gg";
import { createLoads } from "./loads";
import { createPlots } from "./plots";
import { createRecorder } from "./recorder";
import { createSlip } from "./slip";
import { createSpeed } from "./speed";
import { listenToTheme } from "./tokens";

export interface Dials extends View {
    readonly panels: readonly Panel[];
    /** Another car; what is remembered goes on. */
    setInfo(info: ModelInfo): void;
    /** Forgets the last seconds. */
    restart(): void;
    /** Shows in the plots that something has been changed now. */
    mark(text: string): void;
}

const shownAtFirst = ["speed", "circles", "gg", "slip"];
/** Query for a second small window, because the scene needs the other room. Small phones have room for one; hud.css
 * places two. */
const hasRoomForTwo = "(min-width: 380px) and (min-height: 640px), (min-width: 800px) and (pointer: coarse)";
const shownOnSmall = () => (matchMedia(hasRoomForTwo).matches ? ["speed", "circles"] : ["speed"]);

/** `left` is a column, `middle` a row below the scene. */
export function createDials(left: HTMLElement, middle: HTMLElement, info: ModelInfo): Dials {
    const recorder = createRecorder(info);
    const dial = (title: Title, painter: Painter) => createDial(title, left, painter);
    const dials = [
        dial({ id: "speed", title: "Speed" }, createSpeed()),
        dial({ id: "circles", title: "Kamm circles", note: "load, grip in use" }, createCircles()),
        dial({ id: "loads", title: "Loads and travel", note: "line: at rest" }, createLoads()),
        dial({ id: "gg", title: "G-G diagram", note: "from above" }, createGg()),
        dial({ id: "slip", title: "Slip", note: "last 8 s, dashes: peak" }, createSlip(recorder)),
        createPlots(middle, recorder),
    ];

    let known = info;
    function setInfo(model: ModelInfo) {
        known = model;
        recorder.setInfo(model);
        for (const dial of dials) dial.setInfo(model);
    }

    setInfo(info);
    const stopListening = listenToTheme(() => setInfo(known));
    const shown = isSmall() ? shownOnSmall() : shownAtFirst;
    for (const dial of dials) dial.visible = shown.includes(dial.id);
    return {
        panels: dials,
        setInfo,
        restart() {
            recorder.restart();
            for (const dial of dials) dial.restart();
        },
        mark: recorder.mark,
        update(frame, dtS) {
            recorder.take(frame);
            for (const dial of dials) dial.update(frame, dtS);
        },
        dispose() {
            stopListening();
            for (const dial of dials) dial.dispose();
        },
    };
}
