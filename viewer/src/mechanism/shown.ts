/** A car's glass body and its mechanism: all that the glass car needs once it is looked at. */
import type { ModelInfo, Vehicle } from "kamm";
import type { CarModel } from "../cars";
import { glassBody, type GlassBody } from "./glass";
import { createMechanism, type Mechanism } from "./model";

export interface Shown {
    readonly body: GlassBody;
    readonly mechanism: Mechanism;
}

export const makeShown = (model: CarModel, vehicle: Vehicle, info: ModelInfo): Shown => ({
    body: glassBody(model.root),
    mechanism: createMechanism(vehicle, info),
});
