/** The module of kamm/full from inside: it has these functions as well. */
import { openModule, type Exports, type Module } from "./module";

type FullCall =
    | `kamm_${
          | "joint_count"
          | "broken_joints"
          | "switch_all_off"
          | "is_on"
          | "count_on"
          | "portable_size"
          | "save_portable"
          | "portable_world_size"
          | "portable_combinations_size"
          | "save_portable_combinations"
          | "wheel_lift_rad"
          | "stand_lean_rad"
          | "seat_rider"
          | "is_rider_thrown"
          | "watch_rider"}`
    | `face_${
          | "add_terrain_faces"
          | "add_joint"
          | "joint_generation"
          | "has_joint"
          | "remove_joint"
          | "read_joint"
          | "set_joint_motor"
          | "set_joint_limits"
          | "switch_on"
          | "switch_off"
          | "slot_generation"
          | "find_slot"
          | "load_portable"
          | "load_portable_combinations"
          | "save_portable_world"
          | "load_portable_world"
          | "lift_wheel"
          | "park_on_stand"
          | "throw_rider"
          | "start_rider_watch"
          | "create_drawing"
          | "destroy_drawing"
          | "draw"
          | "create_traffic"
          | "destroy_traffic"
          | "traffic_length"
          | "add_traffic_driver"
          | "add_traffic_obstacle"
          | "set_traffic_style"
          | "place_traffic_driver"
          | "traffic_snapshot_size"
          | "save_traffic"
          | "restore_traffic"
          | "place_on_grid"
          | "drive_traffic"
          | "place_back"}`;

export type FullModule = Omit<Module, "call"> & {
    readonly call: Exports & Readonly<Record<FullCall, (...values: number[]) => number>>;
};

export const openFullModule = (instance: WebAssembly.Instance) => openModule(instance) as FullModule;
