/* See include/kamm/bindings.h. On the highest floor of the core, as it knows all public structs. */
#include "../base/error.h"

#include <kamm/act.h>
#include <kamm/arcade_drive.h>
#include <kamm/batch.h>
#include <kamm/bindings.h>
#include <kamm/combinations.h>
#include <kamm/commonroad.h>
#include <kamm/contact.h>
#include <kamm/control.h>
#include <kamm/damage.h>
#include <kamm/debug_draw.h>
#include <kamm/driver.h>
#include <kamm/env.h>
#include <kamm/hosted.h>
#include <kamm/input_assist.h>
#include <kamm/level_of_detail.h>
#include <kamm/linear.h>
#include <kamm/portable_world.h>
#include <kamm/rider.h>
#include <kamm/slots.h>
#include <kamm/snapshot.h>
#include <kamm/terrain.h>
#include <kamm/traffic.h>
#include <kamm/wind.h>
#include <kamm/world.h>
#include <kamm/world_events.h>
#include <kamm/world_joints.h>
#include <kamm/world_query.h>
#include <kamm/world_sleep.h>
#include <string.h>

/* Structs of the public headers. The test `api` compares them with the headers. */
#define PUBLIC_STRUCTS(STRUCT)        \
    STRUCT(kamm_abi_struct)           \
    STRUCT(kamm_aero_def)             \
    STRUCT(kamm_aids_def)             \
    STRUCT(kamm_arcade)               \
    STRUCT(kamm_arcade_request)       \
    STRUCT(kamm_arcade_state)         \
    STRUCT(kamm_axle_def)             \
    STRUCT(kamm_battery_def)          \
    STRUCT(kamm_body)                 \
    STRUCT(kamm_body_contact)         \
    STRUCT(kamm_body_def)             \
    STRUCT(kamm_body_id)              \
    STRUCT(kamm_body_motion)          \
    STRUCT(kamm_box)                  \
    STRUCT(kamm_box_def)              \
    STRUCT(kamm_brakes_def)           \
    STRUCT(kamm_car_body_def)         \
    STRUCT(kamm_cast)                 \
    STRUCT(kamm_clock)                \
    STRUCT(kamm_clutch_def)           \
    STRUCT(kamm_commonroad_numbers)   \
    STRUCT(kamm_contact)              \
    STRUCT(kamm_contact_event)        \
    STRUCT(kamm_controller)           \
    STRUCT(kamm_converter_def)        \
    STRUCT(kamm_curve)                \
    STRUCT(kamm_debug_draw_def)       \
    STRUCT(kamm_demand)               \
    STRUCT(kamm_detail_car)           \
    STRUCT(kamm_detail_def)           \
    STRUCT(kamm_detail_level)         \
    STRUCT(kamm_double_track_def)     \
    STRUCT(kamm_drawbar_def)          \
    STRUCT(kamm_driver)               \
    STRUCT(kamm_driver_request)       \
    STRUCT(kamm_engine_def)           \
    STRUCT(kamm_env_arrays)           \
    STRUCT(kamm_env_def)              \
    STRUCT(kamm_env_field)            \
    STRUCT(kamm_env_range)            \
    STRUCT(kamm_error)                \
    STRUCT(kamm_field)                \
    STRUCT(kamm_field_info)           \
    STRUCT(kamm_field_table)          \
    STRUCT(kamm_filter)               \
    STRUCT(kamm_front_assembly_def)   \
    STRUCT(kamm_gearbox_def)          \
    STRUCT(kamm_generator_def)        \
    STRUCT(kamm_ggv_point)            \
    STRUCT(kamm_grip_curve_def)       \
    STRUCT(kamm_ground)               \
    STRUCT(kamm_gust)                 \
    STRUCT(kamm_hardpoints_def)       \
    STRUCT(kamm_height_map)           \
    STRUCT(kamm_hit)                  \
    STRUCT(kamm_hitch_def)            \
    STRUCT(kamm_hitch_state)          \
    STRUCT(kamm_host_mass)            \
    STRUCT(kamm_hosted)               \
    STRUCT(kamm_input)                \
    STRUCT(kamm_input_assist)         \
    STRUCT(kamm_joint)                \
    STRUCT(kamm_joint_def)            \
    STRUCT(kamm_joint_end)            \
    STRUCT(kamm_joint_state)          \
    STRUCT(kamm_kinematic_def)        \
    STRUCT(kamm_layer)                \
    STRUCT(kamm_limits_def)           \
    STRUCT(kamm_line_point)           \
    STRUCT(kamm_linear_def)           \
    STRUCT(kamm_linear_input)         \
    STRUCT(kamm_linear_state)         \
    STRUCT(kamm_linear_tyre_def)      \
    STRUCT(kamm_link_def)             \
    STRUCT(kamm_load_def)             \
    STRUCT(kamm_mesh)                 \
    STRUCT(kamm_model_info)           \
    STRUCT(kamm_motion)               \
    STRUCT(kamm_motor_def)            \
    STRUCT(kamm_motorcycle_tyre_def)  \
    STRUCT(kamm_paint)                \
    STRUCT(kamm_patch_plane)          \
    STRUCT(kamm_path)                 \
    STRUCT(kamm_payload_def)          \
    STRUCT(kamm_placement)            \
    STRUCT(kamm_portable_report)      \
    STRUCT(kamm_pose)                 \
    STRUCT(kamm_power_split_def)      \
    STRUCT(kamm_probe)                \
    STRUCT(kamm_retarder_def)         \
    STRUCT(kamm_ride_request)         \
    STRUCT(kamm_rider_def)            \
    STRUCT(kamm_rider_watch)          \
    STRUCT(kamm_rigid2d_def)          \
    STRUCT(kamm_rollout_def)          \
    STRUCT(kamm_rung_info)            \
    STRUCT(kamm_sensor_event)         \
    STRUCT(kamm_shape)                \
    STRUCT(kamm_shifting_load_def)    \
    STRUCT(kamm_single_track_axle)    \
    STRUCT(kamm_single_track_def)     \
    STRUCT(kamm_single_track_drive)   \
    STRUCT(kamm_single_track_numbers) \
    STRUCT(kamm_slot)                 \
    STRUCT(kamm_soil)                 \
    STRUCT(kamm_stand_def)            \
    STRUCT(kamm_steering_def)         \
    STRUCT(kamm_stepping_def)         \
    STRUCT(kamm_surface)              \
    STRUCT(kamm_surface_override)     \
    STRUCT(kamm_suspension_def)       \
    STRUCT(kamm_swing_arm_def)        \
    STRUCT(kamm_tank_def)             \
    STRUCT(kamm_terrain_def)          \
    STRUCT(kamm_terrain_point)        \
    STRUCT(kamm_thrown_rider)         \
    STRUCT(kamm_tmeasy_def)           \
    STRUCT(kamm_track_battery)        \
    STRUCT(kamm_track_clutch)         \
    STRUCT(kamm_track_curve)          \
    STRUCT(kamm_track_driven_axle)    \
    STRUCT(kamm_track_engine)         \
    STRUCT(kamm_track_gear)           \
    STRUCT(kamm_track_losses)         \
    STRUCT(kamm_track_motor)          \
    STRUCT(kamm_traffic_body)         \
    STRUCT(kamm_traffic_driver)       \
    STRUCT(kamm_traffic_grid)         \
    STRUCT(kamm_traffic_state)        \
    STRUCT(kamm_traffic_style)        \
    STRUCT(kamm_transfer_def)         \
    STRUCT(kamm_trim_result)          \
    STRUCT(kamm_trim_target)          \
    STRUCT(kamm_turbulence)           \
    STRUCT(kamm_tyre_conditions)      \
    STRUCT(kamm_tyre_def)             \
    STRUCT(kamm_tyre_heat_def)        \
    STRUCT(kamm_tyre_spec)            \
    STRUCT(kamm_tyre_wear_def)        \
    STRUCT(kamm_variants)             \
    STRUCT(kamm_vehicle_def)          \
    STRUCT(kamm_wheel_contact)        \
    STRUCT(kamm_wheel_damage)         \
    STRUCT(kamm_wheel_pose)           \
    STRUCT(kamm_wheel_push)           \
    STRUCT(kamm_wind_def)             \
    STRUCT(kamm_world_def)

static const kamm_abi_struct known[] = {
#define KNOWN_STRUCT(name) {#name, sizeof(name)},
    PUBLIC_STRUCTS(KNOWN_STRUCT)
#undef KNOWN_STRUCT
};

size_t kamm_struct_size(const char *name)
{
    KAMM_REQUIRE(name, 0);
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i)
        if (strcmp(known[i].name, name) == 0) return known[i].size;
    return 0;
}

int kamm_version_number(void) { return KAMM_VERSION_NUMBER; }

/* Below 1.0 a minor version may change what a binding knows, from 1.0 on a major one. */
static int same_interface(int version)
{
    int step = KAMM_VERSION_MAJOR ? KAMM_MAKE_VERSION(1, 0, 0) : KAMM_MAKE_VERSION(0, 1, 0);
    return version >= 0 && version / step == KAMM_VERSION_NUMBER / step;
}

kamm_result kamm_check_abi(int version, const kamm_abi_struct *structs, int count,
                           kamm_error *error)
{
    KAMM_REQUIRE_WITH(error, structs || count == 0, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, count >= 0, KAMM_ERROR_MISUSE);
    if (!same_interface(version))
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, "version",
                         "made for version %d.%d.%d of Kamm; the library is %s", version / 1000000,
                         version / 1000 % 1000, version % 1000, KAMM_VERSION_STRING);
    for (int i = 0; i < count; ++i) {
        size_t size = kamm_struct_size(structs[i].name);
        if (!size)
            return kamm_fail(error, KAMM_ERROR_UNKNOWN, structs[i].name,
                             "%s: the library has no such struct", structs[i].name);
        if (size != structs[i].size)
            return kamm_fail(error, KAMM_ERROR_RANGE, structs[i].name,
                             "%s has %zu bytes in the library, %zu in the caller", structs[i].name,
                             size, structs[i].size);
    }
    return KAMM_OK;
}

const kamm_ground *kamm_get_flat_ground(void) { return &kamm_flat_ground; }

void kamm_default_vehicle_out(kamm_vehicle_def *out)
{
    KAMM_REQUIRE(out, );
    *out = kamm_default_vehicle();
}

void kamm_default_tyre_out(kamm_tyre_def *out)
{
    KAMM_REQUIRE(out, );
    *out = kamm_default_tyre();
}

void kamm_default_tyre_spec_out(kamm_tyre_spec *out)
{
    KAMM_REQUIRE(out, );
    *out = kamm_default_tyre_spec();
}

void kamm_describe_out(const kamm_model *model, kamm_model_info *out)
{
    KAMM_REQUIRE(out, );
    *out = kamm_describe(model);
}

void kamm_get_demand_out(const kamm_cars *cars, int car, kamm_demand *out)
{
    KAMM_REQUIRE(out, );
    *out = kamm_get_demand(cars, car);
}

void kamm_describe_single_track_out(const kamm_model *model, kamm_single_track_numbers *out)
{
    KAMM_REQUIRE(out, );
    *out = kamm_describe_single_track(model);
}

void kamm_describe_single_track_drive_out(const kamm_model *model, kamm_single_track_drive *out)
{
    KAMM_REQUIRE(out, );
    *out = kamm_describe_single_track_drive(model);
}
