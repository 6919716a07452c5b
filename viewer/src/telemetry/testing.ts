/** Runs for the tests of this folder. */
import { loadKamm } from "kamm";
import { unknownOrigin } from "./origin";
import { newId, type Run } from "./run";

export const kamm = await loadKamm();

export { default as micra } from "../../../data/vehicles/nissan-micra.json?raw";
export { default as volvo } from "../../../data/vehicles/volvo-v40.json?raw";
export { default as measured } from "../../../test/reference/volvo_v40/step_steer_left.csv?raw";

const column = (name: string, unit: string) => ({ name, field: name, unit, doc: "" });

/** A lap of 1000 m at a speed that waves, every `stretch` times as long. */
export function wavyLap(stretch = 1, rows = 501): Run {
    const timesS = Float64Array.from({ length: rows }, (_, i) => (stretch * 50 * i) / (rows - 1));
    const along = (timeS: number) => 20 * timeS + 40 * (1 - Math.cos((2 * Math.PI * timeS) / 50));
    const distancesM = timesS.map((timeS) => along(timeS / stretch));
    const columns = [column("x_m", "m"), column("y_m", "m"), column("yaw_rad", "rad"), column("speed_mps", "m/s")];
    const values = new Float32Array(rows * columns.length);
    timesS.forEach((timeS, i) => {
        const angleRad = (2 * Math.PI * distancesM[i]!) / 1000;
        const speedMps = (20 + ((40 * 2 * Math.PI) / 50) * Math.sin((2 * Math.PI * timeS) / stretch / 50)) / stretch;
        const yawRad = angleRad + Math.PI / 2;
        values.set(
            [
                159 * Math.cos(angleRad),
                159 * Math.sin(angleRad),
                Math.atan2(Math.sin(yawRad), Math.cos(yawRad)),
                speedMps,
            ],
            i * columns.length,
        );
    });
    return {
        id: newId(),
        title: "Lap",
        kind: "lap",
        origin: unknownOrigin("wavy"),
        columns,
        wheelCount: 0,
        timesS,
        distancesM,
        values,
        lengthS: 50 * stretch,
        lengthM: 1000,
    };
}
