/* Arcade: handling beyond the real car, of any vehicle on any rung. All of it is off by default.
 *
 *     kamm_arcade arcade;
 *     kamm_load_arcade("drift", &arcade, NULL, &error);             data/arcade; or kamm_default_arcade
 *     kamm_arcade_vehicle(&arcade, &file.def, &error);              before kamm_create_model
 *     kamm_arcade_state state = {0};                                of each car
 *     kamm_arcade_request request = {.driver = {.steer = 1, .throttle = 1}};          each frame:
 *     kamm_arcade_input(&arcade, NULL, &state, cars, 0, &request, 1.0 / 60);
 *     kamm_step(cars, &ground, 4);
 *
 * There are three kinds of knobs, in the order of arcade_fields.h:
 *  - those of the vehicle (name to rear_grip) change its def, so that linked values keep in step. The result is a
 *    vehicle like any other: it has the same laws, and gains no energy;
 *  - the drift assist drives: it only moves steering, throttle, clutch and hand brake;
 *  - air control, boost, auto-flip and ghosts are no physics of a car. The first two are external forces (act.h).
 *
 * The functions that drive are in arcade_drive.h. docs/arcade.md shows which knob gives which feel, and its cost in
 * truth. */
#ifndef KAMM_ARCADE_H
#define KAMM_ARCADE_H

#include <kamm/arcade_fields.h>
#include <kamm/export.h>
#include <kamm/fields.h>
#include <kamm/ground.h>
#include <kamm/vehicle.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAMM_ARCADE_NUMBER(name, ...) double name;
#define KAMM_ARCADE_CHOICE(name, ...) int32_t name;
#define KAMM_ARCADE_FLAG(name, ...) int32_t name;
#define KAMM_ARCADE_TEXT(name, size, doc) char name[size];
#define KAMM_ARCADE_GROUP(name, type, doc) struct kamm_##type##_def name;
#define KAMM_ARCADE_NONE(...)
#define KAMM_ARCADE_MEMBERS(FIELDS)                                                    \
    FIELDS(KAMM_ARCADE_NUMBER, KAMM_ARCADE_CHOICE, KAMM_ARCADE_FLAG, KAMM_ARCADE_TEXT, \
           KAMM_ARCADE_NONE, KAMM_ARCADE_NONE, KAMM_ARCADE_GROUP, KAMM_ARCADE_NONE)

/* A grip curve: one double for each of KAMM_GRIP_CURVE_FIELDS. */
typedef struct kamm_grip_curve_def {
    KAMM_ARCADE_MEMBERS(KAMM_GRIP_CURVE_FIELDS)
} kamm_grip_curve_def;

/* Knobs, as KAMM_ARCADE_FIELDS lists them. */
typedef struct kamm_arcade {
    KAMM_ARCADE_MEMBERS(KAMM_ARCADE_FIELDS)
} kamm_arcade;

#undef KAMM_ARCADE_NUMBER
#undef KAMM_ARCADE_CHOICE
#undef KAMM_ARCADE_FLAG
#undef KAMM_ARCADE_TEXT
#undef KAMM_ARCADE_GROUP
#undef KAMM_ARCADE_NONE
#undef KAMM_ARCADE_MEMBERS

/* Returns the table of kamm_arcade, for kamm_set, kamm_check and other functions of fields.h. */
KAMM_API const kamm_field_table *kamm_arcade_table(void);
/* Returns the defaults: the real car. */
KAMM_API kamm_arcade kamm_default_arcade(void);

/* -- Vehicle and ground -- */

/* Changes a vehicle by the knobs of the vehicle. With drift_angle_rad above 0 it also
 *  - switches aids.tcs and aids.esc off, which act against a drift;
 *  - lets the hand brake lock the rear wheels;
 *  - locks an open differential of a driven rear axle.
 *
 * Default knobs change nothing. Apply it once: factors multiply. On error the def is not changed. Errors: RANGE (a
 * knob outside its range; a value of the def that a factor takes outside its range, with its path); the errors of
 * kamm_tyre_from_spec, where a grip curve does not exist. */
KAMM_API kamm_result kamm_arcade_vehicle(const kamm_arcade *arcade, kamm_vehicle_def *def,
                                         kamm_error *error);

/* Returns the ground with the factor `gravity` on its gravity_mps2. A gravity function is not changed. */
KAMM_API kamm_ground kamm_arcade_ground(const kamm_arcade *arcade, const kamm_ground *ground);

#ifdef __cplusplus
}
#endif

#endif
