/** The models of all cars in the scene, and the ghost of the best lap. */
import { Group } from "three";
import {
    type CarModel,
    type ContactShadows,
    createCarModel,
    createContactShadows,
    createForces,
    type Forces,
    keyOf,
    prepareCarModel,
} from "../cars";
import { type CockpitOfCar, createCockpitOfCar } from "../cockpit";
import { lackTwoWheelers, loadTwoWheelers } from "../cars/two_wheelers";
import { createGlassCar, type GlassCar } from "../mechanism";
import type { CarFrame, Frame } from "../frame";
import type { ModelInfo } from "kamm";
import { ghostShare } from "../replay";
import type { Simulation } from "../simulation";
import type { Slices } from "../slices";

export interface Fleet {
    readonly root: Group;
    forcesVisible: boolean;
    /** At first all cars are plain, which is quicker: this gives the player's its own skin. */
    refine(): Slices;
    /** The player's car and its trailers, seen into. */
    readonly glass: GlassCar;
    /** The player's car, seen from inside. */
    readonly cockpit: CockpitOfCar;
    /** The cockpit camera is in the player's car. */
    inside: boolean;
    update(frame: Frame, ghost: CarFrame | null, dtS: number): void;
    dispose(): void;
}

type Looks = "fine" | "plain" | "ghost";

function makeModel(id: string, info: ModelInfo, looks: Looks): CarModel {
    const model = createCarModel(id, info, { plain: looks !== "fine" });
    if (looks === "ghost") model.setGhost(true);
    return model;
}

/** The models in use, by what they look like: tuning changes the physics many times for each look. */
function createModels() {
    let inUse: { readonly key: string; readonly model: CarModel }[] = [];
    let before = inUse;
    return {
        /** From here on: those that are not taken again are disposed of by `end`. */
        begin() {
            before = inUse;
            inUse = [];
        },
        take(id: string, info: ModelInfo, looks: Looks): CarModel {
            const key = `${looks} ${keyOf(id, info, looks !== "fine")}`;
            const at = before.findIndex((kept) => kept.key === key);
            const model = at < 0 ? makeModel(id, info, looks) : before.splice(at, 1)[0]!.model;
            inUse.push({ key, model });
            return model;
        },
        end() {
            for (const { model } of before) model.dispose();
            before = [];
        },
    };
}

export function createFleet(simulation: Simulation): Fleet {
    const root = new Group();
    const kept = createModels();
    let models: CarModel[] = [];
    let ghost: CarModel | null = null;
    let forces: Forces | null = null;
    let shadows: ContactShadows | null = null;
    let forcesVisible = false;
    let inside = false;
    let isFine = false;
    const glass = createGlassCar();
    const cockpit = createCockpitOfCar();

    function clear() {
        cockpit.clear();
        glass.setCars([], [], []);
        kept.begin();
        kept.end();
        forces?.dispose();
        shadows?.dispose();
        root.clear();
        models = [];
        ghost = null;
    }

    function fill() {
        kept.begin();
        models = simulation.cars.map(({ id, info }, i) =>
            kept.take(id, info, isFine && i < simulation.unitCount ? "fine" : "plain"),
        );
        const { id, info } = simulation.cars[0]!;
        ghost = kept.take(id, info, "ghost");
        kept.end();
        ghost.root.visible = false;
        forces?.dispose();
        forces = createForces(info);
        shadows?.dispose();
        shadows = createContactShadows(simulation.cars.map((car) => car.info));
        root.clear();
        root.add(...models.map((model) => model.root), ghost.root, forces.root, shadows.mesh);
        models[0]!.setInside(inside);
        cockpit.setCar(models[0]!, info, simulation.vehicles[0]!);
        root.add(glass.root);
        glass.setCars(models.slice(0, simulation.unitCount), simulation.cars, simulation.vehicles);
    }

    /** The vehicles that are driven on two wheels are drawn by code that is loaded for the first of them. */
    function show() {
        fill();
        const infos = simulation.cars.map(({ info }) => info);
        if (lackTwoWheelers(infos)) void loadTwoWheelers().then(() => isDisposed || fill());
    }

    let isDisposed = false;
    show();
    const stop = simulation.listen((change) => change.otherCars && show());
    return {
        root,
        *refine() {
            const giveBack: (() => void)[] = [];
            for (const { id, info } of simulation.cars.slice(0, simulation.unitCount))
                giveBack.push(yield* prepareCarModel(id, info));
            isFine = true;
            fill();
            for (const give of giveBack) give();
        },
        glass,
        cockpit,
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
            glass.inside = cockpit.inside = is;
        },
        update(frame, ghostFrame, dtS) {
            models.forEach((model, i) => frame.cars[i] && model.update(frame.cars[i]!, dtS));
            shadows!.update(frame.cars);
            glass.update(frame);
            cockpit.update(frame.cars[0]!, dtS);
            // The best lap may have been driven on another number of wheels.
            const { wheelCount } = simulation.cars[0]!.info;
            const fits = ghostFrame?.wheels.length === wheelCount;
            const share = ghostFrame && fits ? ghostShare(ghostFrame, frame.cars[0]!) : 0;
            ghost!.root.visible = share > 0;
            if (ghostFrame && share > 0) {
                ghost!.update(ghostFrame, dtS);
                ghost!.fade(share);
            }
            forces!.visible = forcesVisible;
            if (forcesVisible) forces!.update(frame.cars[0]!);
        },
        dispose() {
            isDisposed = true;
            stop();
            clear();
        },
    };
}
