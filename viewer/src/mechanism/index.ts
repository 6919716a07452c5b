/** The glass car: its body is seen through, and in it moves what carries, steers, springs and drives it. */
import { Group } from "three";
import type { ModelInfo, Vehicle } from "kamm";
import type { CarModel } from "../cars";
import type { Frame } from "../frame";
import type { makeShown, Shown } from "./shown";

/** The car as it is, with glass around the mechanism, or the mechanism alone. */
export type GlassLook = "off" | "glass" | "alone";

const next: Readonly<Record<GlassLook, GlassLook>> = { off: "glass", glass: "alone", alone: "off" };

export interface GlassCar {
    readonly root: Group;
    readonly look: GlassLook;
    /** The driver sees no glass car: it is off while the camera is in it. */
    inside: boolean;
    /** Draw calls of all mechanisms. */
    readonly drawCalls: number;
    next(): GlassLook;
    /** The player's cars from now on; a change of a parameter makes others. */
    setCars(
        models: readonly CarModel[],
        cars: readonly { readonly info: ModelInfo }[],
        vehicles: readonly Vehicle[],
    ): void;
    update(frame: Frame): void;
}

/** Null: there is no scene. */
export function sayGlass(look: GlassLook | null, isInside = false): string {
    if (look === null) return "The glass car needs the scene, which this browser does not draw";
    const words = { off: "Glass car: off", glass: "Glass car: on", alone: "Glass car: the mechanism alone" }[look];
    return isInside && look !== "off" ? `${words}, seen from outside` : words;
}

export function createGlassCar(): GlassCar {
    const root = new Group();
    let look: GlassLook = "off";
    let inside = false;
    let make: (each: typeof makeShown) => Shown[] = () => [];
    let shown: Shown[] = [];
    /** Comes in when it is asked for the first time: most visits do without. */
    let code: typeof makeShown | null = null;

    function clear() {
        for (const { body, mechanism } of shown) {
            body.restore();
            mechanism.dispose();
        }
        shown = [];
    }

    async function load() {
        code = (await import("./shown")).makeShown;
        refresh();
    }

    function refresh() {
        clear();
        if (look === "off" || inside) return;
        if (!code) return void load();
        shown = make(code);
        for (const { body, mechanism } of shown) {
            body.show(look === "glass");
            root.add(mechanism.root);
        }
    }

    return {
        root,
        get look() {
            return look;
        },
        get inside() {
            return inside;
        },
        set inside(is) {
            if (is === inside) return;
            inside = is;
            refresh();
        },
        get drawCalls() {
            return shown.reduce((sum, { mechanism }) => sum + mechanism.drawCalls, 0);
        },
        next() {
            look = next[look];
            refresh();
            return look;
        },
        setCars(models, cars, vehicles) {
            clear();
            make = (each) => models.map((model, i) => each(model, vehicles[i]!, cars[i]!.info));
            refresh();
        },
        update(frame) {
            shown.forEach(({ mechanism }, i) => frame.cars[i] && mechanism.update(frame.cars[i]!));
        },
    };
}
