/** The instruments: what the car does, made visible. */
import "./dials.css";
import type { ModelInfo } from "kamm";
import type { Panel, View } from "../view";
import { createCircles } from "./circles";
import { createDial } from "./dial";
import { createGg } from "./gg";
import { createLoads } from "./loads";
import { createPlots } from "./plots";
import { createRecorder } from "./recorder";
import { createSlip } from "./slip";
import { createSpeed } from "./speed";

export interface Dials extends View {
    readonly panels: readonly Panel[];
    /** Another car. */
    setInfo(info: ModelInfo): void;
}

const shownAtFirst = ["speed", "circles", "gg", "slip"];

/** `left` is a column, `middle` a row below the scene. */
export function createDials(left: HTMLElement, middle: HTMLElement, info: ModelInfo): Dials {
    const recorder = createRecorder(info.wheelCount);
    const dials = [
        createDial({ id: "speed", title: "Speed" }, left, createSpeed()),
        createDial({ id: "circles", title: "Kamm circles" }, left, createCircles()),
        createDial({ id: "loads", title: "Loads and travel" }, left, createLoads()),
        createDial({ id: "gg", title: "G-G diagram" }, left, createGg()),
        createDial({ id: "slip", title: "Slip" }, left, createSlip(recorder)),
        createPlots(middle, recorder),
    ];

    function setInfo(model: ModelInfo) {
        recorder.setInfo(model);
        for (const dial of dials) dial.setInfo(model);
    }

    setInfo(info);
    for (const dial of dials) dial.visible = shownAtFirst.includes(dial.id);
    return {
        panels: dials,
        setInfo,
        update(frame, dtS) {
            recorder.take(frame);
            for (const dial of dials) dial.update(frame, dtS);
        },
        dispose() {
            for (const dial of dials) dial.dispose();
        },
    };
}
