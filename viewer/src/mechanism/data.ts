/** Data of a vehicle file for the drawn mechanism. All is SI, as the core writes a vehicle out. */
import type { Vehicle } from "kamm";

export type Point = readonly [number, number, number];

export interface Link {
    readonly inner_m: Point;
    readonly outer_m: Point;
    readonly single: boolean;
}

type PointName =
    | "wheel_centre"
    | `${"upper" | "lower"}_${"front" | "rear" | "ball"}`
    | `strut_${"top" | "bottom"}`
    | `tie_rod_${"inner" | "outer"}`
    | `pivot_${"inner" | "outer"}`
    | `leaf_${"front" | "rear" | "seat"}`
    | "watt"
    | `${"spring" | "damper"}_${"upper" | "lower"}`
    | "push_outer"
    | "push_inner"
    | "rocker_pivot"
    | "rocker_axis"
    | `bar_${"link" | "end" | "pivot"}`;

export type Hardpoints = Partial<Readonly<Record<`${PointName}_m`, Point>>> & {
    readonly kind: string;
    readonly links?: readonly Link[];
};

interface Curve {
    readonly travel_m: readonly number[];
    readonly [name: string]: readonly number[];
}

export interface Suspension {
    readonly kind: "independent" | "dependent" | "solid_mounting";
    readonly spring_base_m: number;
    readonly spring_n_per_m: number;
    readonly anti_roll_bar_n_per_m: number;
    readonly anti_roll_bar_n: number;
    readonly anti_roll_bar_mode: "fixed" | "auto" | "off";
    readonly bump_travel_m: number;
    readonly load_sharing: "none" | "walking_beam" | "air";
    readonly camber_rad: number;
    readonly toe_in_rad: number;
    readonly caster_rad: number;
    readonly kingpin_inclination_rad: number;
    readonly roll_centre_height_m: number;
    readonly camber_gain_rad_per_m: number;
    readonly camber_curve?: Curve;
    readonly lateral_curve?: Curve;
    readonly hardpoints: Hardpoints;
}

export type Differential = "open" | "locked" | "limited_slip";

export interface AxleData {
    readonly steer_share: number;
    readonly drive_share: number;
    readonly differential: Differential;
    readonly brake_torque_nm: number;
    readonly hand_brake_torque_nm: number;
    readonly motor: { readonly peak_nm: number };
    readonly suspension: Suspension;
}

export interface VehicleData {
    readonly body: { readonly cg_behind_front_axle_m: number };
    readonly engine: {
        readonly torque_curve?: { readonly torque_nm: readonly number[] };
        readonly turns: "across" | "clockwise" | "anticlockwise";
        readonly cylinders: number;
    };
    readonly gearbox: { readonly final_drive: number };
    readonly transfer: { readonly coupling: "open" | "locked" | "limited_slip" | "clutch" };
    readonly axles: readonly AxleData[];
}

export const readData = (vehicle: Vehicle): VehicleData => JSON.parse(vehicle.json()) as VehicleData;

/** The slope of a curve at rest; none where there is no curve. */
export function slopeAtRest(curve: Curve | undefined, name: string): number | undefined {
    const [x, y] = [curve?.travel_m ?? [], curve?.[name] ?? []];
    const at = x.findIndex((value) => value >= 0);
    if (x.length < 2 || at < 0) return undefined;
    const to = Math.max(1, at);
    return (y[to]! - y[to - 1]!) / (x[to]! - x[to - 1]!);
}

/** Is there a bar, and does it act? */
export const hasBar = ({ anti_roll_bar_n_per_m, anti_roll_bar_n, anti_roll_bar_mode }: Suspension) =>
    anti_roll_bar_mode !== "off" && anti_roll_bar_n_per_m + anti_roll_bar_n > 0;

export const isDriven = ({ drive_share, motor }: AxleData) => drive_share > 0 || motor.peak_nm > 0;
