/** The cockpit of the player's car. Its parts come in when the driver's view is first chosen: most visits do without. */
import type { PerspectiveCamera, Scene, WebGLRenderer } from "three";
import type { ModelInfo, Vehicle } from "kamm";
import { type CarModel, keyOf } from "../cars";
import { isRidden } from "../cars/two_wheels";
import type { CarFrame } from "../frame";
import type { MirrorName } from "./layout";
import type { Quality } from "../scene";
import type { Cockpit, createCockpit } from "./shown";

export interface CockpitOfCar {
    /** The camera is in it. */
    inside: boolean;
    /** It is built, and seen. */
    readonly isShown: boolean;
    /** How often the instruments of this car have been painted. */
    readonly pictures: number;
    /** The player's car from now on; a change of a parameter makes another. */
    setCar(model: CarModel, info: ModelInfo, vehicle: Vehicle): void;
    update(car: CarFrame, dtS: number): void;
    /** Draws the mirrors before the scene itself. */
    drawMirrors(renderer: WebGLRenderer, scene: Scene, camera: PerspectiveCamera, quality: Quality): void;
    clear(): void;
}

const manual = 0;
/** Whether the driver shifts by a lever; a vehicle with one gear, or none, has no lever. */
const shiftsByHand = (info: ModelInfo, vehicle: Vehicle) => info.gearCount > 1 && vehicle.get("gearbox.kind") === manual;

interface Car {
    readonly model: CarModel;
    readonly info: ModelInfo;
    readonly shifts: boolean;
    /** What has the same key has the same cockpit. */
    readonly key: string;
}

function carOf(model: CarModel, info: ModelInfo, vehicle: Vehicle): Car {
    const shifts = shiftsByHand(info, vehicle);
    const scales = [info.limiterRadps, info.topSpeedMps, shifts];
    return { model, info, shifts, key: keyOf("", info, false) + scales.join() };
}

/** What is not to be in a mirror: in the inner one, which looks through the rear window, all of the car. */
function hideFrom(model: CarModel, name: MirrorName) {
    if (name !== "inner") return () => undefined;
    model.root.visible = false;
    return () => {
        model.root.visible = true;
    };
}

export function createCockpitOfCar(): CockpitOfCar {
    let code: typeof createCockpit | null = null;
    let isLoading = false;
    let inside = false;
    let car: Car | null = null;
    let built: { readonly key: string; readonly cockpit: Cockpit } | null = null;

    async function load() {
        isLoading = true;
        try {
            code = (await import("./shown")).createCockpit;
        } finally {
            isLoading = false;
        }
        refresh();
    }

    function forget() {
        built?.cockpit.dispose();
        built = null;
    }

    function refresh() {
        if (built && built.key !== car?.key) forget();
        if (built) built.cockpit.root.visible = inside;
        car?.model.showDashboard(!inside || !code);
        if (!inside || !car) return;
        if (!code) return void (isLoading || load());
        built ??= { key: car.key, cockpit: code(car.info, car.shifts) };
        car.model.root.add(built.cockpit.root);
    }

    return {
        get inside() {
            return inside;
        },
        set inside(is) {
            if (is === inside) return;
            inside = is;
            refresh();
        },
        get isShown() {
            return inside && built !== null;
        },
        get pictures() {
            return built?.cockpit.pictures ?? 0;
        },
        setCar(model, info, vehicle) {
            car = isRidden(info) ? null : carOf(model, info, vehicle); // riders look past their own dials
            refresh();
        },
        update(frame, dtS) {
            if (inside) built?.cockpit.update(frame, dtS);
        },
        drawMirrors(renderer, scene, camera, quality) {
            if (!inside || !built) return;
            const { model } = car!;
            built.cockpit.drawMirrors(renderer, scene, camera, quality, (name) => hideFrom(model, name));
        },
        clear() {
            forget();
            car = null;
        },
    };
}
