/** Tyres seen: circles and contact patches on the road, and the curves that the wheels work on. */
import { createDial } from "../dials/dial";
import { listenToTheme } from "../dials/tokens";
import type { Frame } from "../frame";
import type { Simulation } from "../simulation";
import type { Extra, Panel } from "../view";
import { createCurves } from "./curves";
import { createDecals } from "./decals";
import "./tyres.css";

export interface TyresSeen {
    readonly extra: Extra;
    /** The curves. */
    readonly panel: Panel;
    circlesVisible: boolean;
    update(frame: Frame, dtS: number): void;
}

export function createTyres(parent: HTMLElement, simulation: Simulation): TyresSeen {
    const decals = createDecals();
    const title = { id: "tyres", title: "Tyre curves", note: "side, drive; patch" };
    const player = () => ({ vehicle: simulation.vehicle, rung: simulation.setup.rung });
    const panel = createDial(title, parent, createCurves(player));
    const ofUnits = (frame: Frame) => frame.cars.slice(0, simulation.unitCount);
    let shown: Frame = simulation.frame;

    function tell() {
        panel.setInfo(simulation.info);
        decals.rebuild(simulation.cars.slice(0, simulation.unitCount).map(({ info }) => info));
    }

    panel.visible = false;
    decals.root.visible = false;
    tell();
    simulation.listen((change) => change.otherCars && tell());
    listenToTheme(() => panel.setInfo(simulation.info));
    return {
        panel,
        get circlesVisible() {
            return decals.root.visible;
        },
        set circlesVisible(is) {
            decals.root.visible = is;
        },
        extra: {
            root: decals.root,
            drawPlan: (context) => decals.root.visible && decals.drawPlan(context, ofUnits(shown)),
        },
        update(frame, dtS) {
            shown = frame;
            decals.update(ofUnits(frame));
            panel.update(frame, dtS);
        },
    };
}
