/** Cars alone, in a module of a third the size, which is fetched beside the script. */
import { instantiate } from "./load";
import { openLite } from "./lite_kamm";
import type { Car, CarFields, Cars, Clock, GroundCallback, LoadOptions, PlaneGround, Rung, Surface } from "./types";

export type * from "./types";

/** `CarOptions` without worlds; the rung is the model's. */
export interface LiteCarOptions {
    /** Level dry asphalt if not given. */
    readonly ground?: PlaneGround | GroundCallback;
    /** Substeps between two calls of a ground callback; 4 if not given. */
    readonly groundIntervalSubsteps?: number;
}

/**
 * Cars on any ground, on all rungs, with the bits of the full package. There are no worlds, combinations, drivers and
 * files: cars are made of compiled models, which `Vehicle.model()` of the full package gives as bytes, or `model` here.
 */
export interface KammLite {
    readonly version: string;
    readonly memory: WebAssembly.Memory;
    /** Without docs, which are in the types. */
    readonly fields: CarFields;
    /** Those that come with Kamm. */
    readonly surfaces: readonly Surface[];
    /** The clock of the full package. */
    clock(stepS: number, maxSteps?: number): Clock;
    /** Compiles a vehicle file. It loads the full package for that: ship the bytes instead where you can. */
    model(json: string | object, rung?: Rung): Promise<Uint8Array>;
    /** One car of a compiled model. */
    car(model: Uint8Array, options?: LiteCarOptions): Car;
    /** Many cars, of one compiled model or of one each. */
    cars(model: Uint8Array | readonly Uint8Array[], count: number, options?: LiteCarOptions): Cars;
}

export async function loadKamm(options: LoadOptions = {}): Promise<KammLite> {
    const own = () => new URL("./kamm-lite.wasm", import.meta.url);
    return openLite(await instantiate(options.wasm ?? own()));
}
