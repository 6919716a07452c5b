/* The field tables as data, made from the same declarations as the structs. */
#include "fields.h"

#include <kamm/arcade.h>
#include <kamm/vehicle.h>

#include <stddef.h>

#ifdef KAMM_LITE
#define DOC(text) ""
#else
#define DOC(text) text
#endif

/* clang-format off */
/* OWNER is the struct whose table is being written. */
#define NUMBER(name_, unit_, default_, min_, max_, doc_)        \
    {.kind = KAMM_FIELD_NUMBER,                                 \
     .name = #name_,                                            \
     .unit = unit_,                                             \
     .default_value = default_,                                 \
     .min = min_,                                               \
     .max = max_,                                               \
     .doc = DOC(doc_),                                               \
     .offset = offsetof(OWNER, name_)},
#define CHOICE(name_, default_, choices_, doc_) \
    {.kind = KAMM_FIELD_CHOICE,                 \
     .name = #name_,                            \
     .default_value = default_,                 \
     .choices = KAMM_CHOICE_WORDS(choices_),    \
     .doc = DOC(doc_),                               \
     .offset = offsetof(OWNER, name_)},
#define FLAG(name_, default_, doc_) \
    {.kind = KAMM_FIELD_FLAG,       \
     .name = #name_,                \
     .default_value = default_,     \
     .doc = DOC(doc_),                   \
     .offset = offsetof(OWNER, name_)},
#define TEXT(name_, size_, doc_) \
    {.kind = KAMM_FIELD_TEXT,    \
     .name = #name_,             \
     .doc = DOC(doc_),                \
     .max_count = size_,         \
     .offset = offsetof(OWNER, name_)},
#define NUMBERS(name_, max_count_, unit_, min_, max_, doc_)   \
    {.kind = KAMM_FIELD_NUMBERS,                              \
     .name = #name_,                                          \
     .unit = unit_,                                           \
     .min = min_,                                             \
     .max = max_,                                             \
     .doc = DOC(doc_),                                             \
     .max_count = max_count_,                                 \
     .offset = offsetof(OWNER, name_),                        \
     .count_offset = offsetof(OWNER, name_##_count)},
#define CURVE(name_, x_, x_unit_, y_, y_unit_, doc_) \
    {.kind = KAMM_FIELD_CURVE,                       \
     .name = #name_,                                 \
     .unit = y_unit_,                                \
     .doc = DOC(doc_),                                    \
     .x_name = #x_,                                  \
     .x_unit = x_unit_,                              \
     .y_name = #y_,                                  \
     .offset = offsetof(OWNER, name_)},
#define GROUP(name_, type_, doc_) \
    {.kind = KAMM_FIELD_GROUP,    \
     .name = #name_,              \
     .doc = DOC(doc_),                 \
     .table = &type_##_table,     \
     .offset = offsetof(OWNER, name_)},
#define LIST(name_, type_, min_count_, max_count_, doc_) \
    {.kind = KAMM_FIELD_LIST,                        \
     .name = #name_,                                 \
     .doc = DOC(doc_),                                    \
     .table = &type_##_table,                        \
     .min_count = min_count_,                        \
     .max_count = max_count_,                        \
     .item_size = sizeof(struct kamm_##type_##_def), \
     .offset = offsetof(OWNER, name_),               \
     .count_offset = offsetof(OWNER, name_##_count)},

#define TABLE(name_, ...)                                     \
    static const kamm_field name_##_fields[] = {__VA_ARGS__}; \
    static const kamm_field_table name_##_table = {           \
        #name_, name_##_fields, sizeof name_##_fields / sizeof *name_##_fields, sizeof(OWNER)};
#define PART(FIELDS) FIELDS(NUMBER, CHOICE, FLAG, TEXT, NUMBERS, CURVE, GROUP, LIST)

#define OWNER kamm_tmeasy_def
TABLE(tmeasy, KAMM_TMEASY_FIELDS(NUMBER))
#undef OWNER
#define OWNER kamm_linear_tyre_def
TABLE(linear_tyre, KAMM_LINEAR_TYRE_FIELDS(NUMBER))
#undef OWNER
#define OWNER kamm_motorcycle_tyre_def
TABLE(motorcycle_tyre, KAMM_MOTORCYCLE_TYRE_FIELDS(NUMBER))
#undef OWNER
#define OWNER kamm_tyre_heat_def
TABLE(tyre_heat, KAMM_TYRE_HEAT_FIELDS(NUMBER, FLAG))
#undef OWNER
#define OWNER kamm_tyre_wear_def
TABLE(tyre_wear, KAMM_TYRE_WEAR_FIELDS(NUMBER, FLAG))
#undef OWNER
#define OWNER kamm_tyre_def
TABLE(tyre, KAMM_TYRE_FIELDS(NUMBER, CHOICE, TEXT, GROUP))
#undef OWNER
#define OWNER kamm_tyre_spec
TABLE(tyre_spec, KAMM_TYRE_SPEC_FIELDS(NUMBER, CHOICE, TEXT, GROUP))
#undef OWNER
#define OWNER kamm_link_def
TABLE(link, PART(KAMM_LINK_FIELDS))
#undef OWNER
#define OWNER kamm_hardpoints_def
TABLE(hardpoints, PART(KAMM_HARDPOINTS_FIELDS))
#undef OWNER
#define OWNER kamm_swing_arm_def
TABLE(swing_arm, PART(KAMM_SWING_ARM_FIELDS))
#undef OWNER
#define OWNER kamm_suspension_def
TABLE(suspension, PART(KAMM_SUSPENSION_FIELDS))
#undef OWNER
#define OWNER kamm_box_def
TABLE(box, PART(KAMM_BOX_FIELDS))
#undef OWNER
#define OWNER kamm_car_body_def
TABLE(car_body, PART(KAMM_BODY_FIELDS))
#undef OWNER
#define OWNER kamm_payload_def
TABLE(payload, PART(KAMM_PAYLOAD_FIELDS))
#undef OWNER
#define OWNER kamm_tank_def
TABLE(tank, PART(KAMM_TANK_FIELDS))
#undef OWNER
#define OWNER kamm_shifting_load_def
TABLE(shifting_load, PART(KAMM_SHIFTING_LOAD_FIELDS))
#undef OWNER
#define OWNER kamm_motor_def
TABLE(motor, PART(KAMM_MOTOR_FIELDS))
#undef OWNER
#define OWNER kamm_axle_def
TABLE(axle, PART(KAMM_AXLE_FIELDS))
#undef OWNER
#define OWNER kamm_front_assembly_def
TABLE(front_assembly, PART(KAMM_FRONT_ASSEMBLY_FIELDS))
#undef OWNER
#define OWNER kamm_rider_def
TABLE(rider, PART(KAMM_RIDER_FIELDS))
#undef OWNER
#define OWNER kamm_stand_def
TABLE(stand, PART(KAMM_STAND_FIELDS))
#undef OWNER
#define OWNER kamm_steering_def
TABLE(steering, PART(KAMM_STEERING_FIELDS))
#undef OWNER
#define OWNER kamm_load_def
TABLE(load, PART(KAMM_LOAD_FIELDS))
#undef OWNER
#define OWNER kamm_engine_def
TABLE(engine, PART(KAMM_ENGINE_FIELDS))
#undef OWNER
#define OWNER kamm_clutch_def
TABLE(clutch, PART(KAMM_CLUTCH_FIELDS))
#undef OWNER
#define OWNER kamm_retarder_def
TABLE(retarder, PART(KAMM_RETARDER_FIELDS))
#undef OWNER
#define OWNER kamm_battery_def
TABLE(battery, PART(KAMM_BATTERY_FIELDS))
#undef OWNER
#define OWNER kamm_generator_def
TABLE(generator, PART(KAMM_GENERATOR_FIELDS))
#undef OWNER
#define OWNER kamm_power_split_def
TABLE(power_split, PART(KAMM_POWER_SPLIT_FIELDS))
#undef OWNER
#define OWNER kamm_converter_def
TABLE(converter, PART(KAMM_CONVERTER_FIELDS))
#undef OWNER
#define OWNER kamm_transfer_def
TABLE(transfer, PART(KAMM_TRANSFER_FIELDS))
#undef OWNER
#define OWNER kamm_gearbox_def
TABLE(gearbox, PART(KAMM_GEARBOX_FIELDS))
#undef OWNER
#define OWNER kamm_brakes_def
TABLE(brakes, PART(KAMM_BRAKES_FIELDS))
#undef OWNER
#define OWNER kamm_aero_def
TABLE(aero, PART(KAMM_AERO_FIELDS))
#undef OWNER
#define OWNER kamm_hitch_def
TABLE(hitch, PART(KAMM_HITCH_FIELDS))
#undef OWNER
#define OWNER kamm_drawbar_def
TABLE(drawbar, PART(KAMM_DRAWBAR_FIELDS))
#undef OWNER
#define OWNER kamm_aids_def
TABLE(aids, PART(KAMM_AIDS_FIELDS))
#undef OWNER
#define OWNER kamm_stepping_def
TABLE(stepping, PART(KAMM_STEPPING_FIELDS))
#undef OWNER
#define OWNER kamm_limits_def
TABLE(limits, PART(KAMM_LIMITS_FIELDS))
#undef OWNER
#define OWNER kamm_kinematic_def
TABLE(kinematic, PART(KAMM_KINEMATIC_FIELDS))
#undef OWNER
#define OWNER kamm_rigid2d_def
TABLE(rigid2d, PART(KAMM_RIGID2D_FIELDS))
#undef OWNER
#define OWNER kamm_single_track_def
TABLE(single_track, PART(KAMM_SINGLE_TRACK_FIELDS))
#undef OWNER
#define OWNER kamm_double_track_def
TABLE(double_track, PART(KAMM_DOUBLE_TRACK_FIELDS))
#undef OWNER
#define OWNER kamm_vehicle_def
TABLE(vehicle, PART(KAMM_VEHICLE_FIELDS))
#undef OWNER
#ifdef __wasm__ /* the package does not show what its table says of knobs */
#undef DOC
#define DOC(text) ""
#endif
#define OWNER kamm_grip_curve_def
TABLE(grip_curve, PART(KAMM_GRIP_CURVE_FIELDS))
#undef OWNER
#define OWNER kamm_arcade
TABLE(arcade, PART(KAMM_ARCADE_FIELDS))
#undef OWNER
/* clang-format on */

const kamm_field_table *kamm_vehicle_table(void) { return &vehicle_table; }

const kamm_field_table *kamm_tyre_spec_table(void) { return &tyre_spec_table; }

const kamm_field_table *kamm_arcade_table(void) { return &arcade_table; }

const kamm_field_table *kamm_tyre_table(void) { return &tyre_table; }

const kamm_field_table *kamm_motorcycle_tyre_table(void) { return &motorcycle_tyre_table; }
