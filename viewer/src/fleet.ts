/** The models of all cars in the scene, and the ghost of the best lap. */
import { Group } from "three";
import { type CarModel, createCarModel, createForces, type Forces } from "./cars";
import type { CarFrame, Frame } from "./frame";
import type { Simulation } from "./simulation";

export interface Fleet {
    readonly root: Group;
    forcesVisible: boolean;
    /** The cockpit camera is in the player's car. */
    inside: boolean;
    update(frame: Frame, ghost: CarFrame | null, dtS: number): void;
    dispose(): void;
}

export function createFleet(simulation: Simulation): Fleet {
    const root = new Group();
    let models: CarModel[] = [];
    let ghost: CarModel | null = null;
    let forces: Forces | null = null;
    let forcesVisible = false;
    let inside = false;

    function clear() {
        for (const part of [...models, ghost, forces]) part?.dispose();
        root.clear();
        models = [];
        ghost = null;
    }

    function fill() {
        clear();
        models = simulation.cars.map(({ id, info }, i) => createCarModel(id, info, { plain: i > 0 }));
        const { id, info } = simulation.cars[0]!;
        ghost = createCarModel(id, info, { plain: true });
        ghost.setGhost(true);
        ghost.root.visible = false;
        forces = createForces(info);
        root.add(...models.map((model) => model.root), ghost.root, forces.root);
        models[0]!.setInside(inside);
    }

    fill();
    const stop = simulation.listen((what) => what === "cars" && fill());
    return {
        root,
        get forcesVisible() {
            return forcesVisible;
        },
        set forcesVisible(visible) {
            forcesVisible = visible;
        },
        get inside() {
            return inside;
        },
        set inside(is) {
            if (is === inside) return;
            inside = is;
            models[0]?.setInside(is);
        },
        update(frame, ghostFrame, dtS) {
            models.forEach((model, i) => frame.cars[i] && model.update(frame.cars[i]!, dtS));
            ghost!.root.visible = ghostFrame !== null;
            if (ghostFrame) ghost!.update(ghostFrame, dtS);
            forces!.visible = forcesVisible;
            if (forcesVisible) forces!.update(frame.cars[0]!);
        },
        dispose() {
            stop();
            clear();
        },
    };
}
