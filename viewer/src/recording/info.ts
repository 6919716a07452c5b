/** What draws a car, of a model as recordings have it. */
import type { ModelInfo, WheelSide } from "kamm";
import type { RecordedModel } from "./read";

/** Mass is not recorded: what is drawn asks it of two-wheelers alone, whether one is a bicycle. */
const twoWheelerKg = (radiusM: number, heightM: number) => (radiusM > 0.31 && heightM < 1.2 ? 100 : 250);

export function infoOf(model: RecordedModel): ModelInfo {
    const { wheels, boxes } = model;
    const axles = wheels.map(({ axle }) => axle);
    const x = wheels.map(({ centre_m }) => centre_m[0]);
    const [front, rear] = [Math.max(...x), Math.min(...x)];
    const nose = Math.max(...boxes.map(({ centre_m, half_m }) => centre_m[0] + half_m[0]));
    const drawn: Partial<ModelInfo> = {
        axleCount: Math.max(...axles) + 1,
        wheelCount: wheels.length,
        massKg: twoWheelerKg(wheels[0]!.radius_m, model.height_m),
        wheelbaseM: front - rear,
        cgBehindFrontAxleM: front,
        lengthM: model.length_m,
        widthM: model.width_m,
        heightM: model.height_m,
        frontOverhangM: Number.isFinite(nose) ? nose - front : 0,
        wheelAxle: axles,
        wheelSide: wheels.map(({ side }) => side as WheelSide),
        wheelRadiusM: wheels.map(({ radius_m }) => radius_m),
        loadedRadiusM: wheels.map(({ radius_m }) => 0.97 * radius_m),
        wheelWidthM: wheels.map(({ width_m }) => width_m),
        rimRadiusM: wheels.map(({ rim_radius_m }) => rim_radius_m),
        wheelPositionM: wheels.map(({ centre_m }) => centre_m),
        boxes: boxes.map(({ centre_m, half_m, orientation }) => ({ centreM: centre_m, halfM: half_m, orientation })),
    };
    return drawn as ModelInfo;
}
