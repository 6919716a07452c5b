/* State: cars in motion, one or a million.
 *
 * Cars lie in blocks of 16, one float of each per field, whatever the width of the machine's
 * vectors. The same inputs give the same bits on every machine, at every width, in any grouping of
 * substeps into calls, whatever floating-point mode the host has set. Nothing allocates, locks or
 * waits in a step. Different kamm_cars may be stepped by different threads at the same time. */
#ifndef KAMM_CARS_H
#define KAMM_CARS_H

#include <kamm/export.h>
#include <kamm/ground.h>
#include <kamm/state_fields.h>
#include <kamm/vehicle.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAMM_GEAR_DRIVE 100

/* What the driver does; see KAMM_INPUT_FIELDS. All fields are floats. */
#define KAMM_INPUT_MEMBER(name, unit, default_value, min, max, doc) float name;
typedef struct kamm_input {
    KAMM_INPUT_FIELDS(KAMM_INPUT_MEMBER)
} kamm_input;

#define KAMM_CHANNEL_MEMBER(name, ...) KAMM_CHANNEL_##name,
typedef enum kamm_channel {
    KAMM_CHANNELS(KAMM_CHANNEL_MEMBER, KAMM_CHANNEL_MEMBER, KAMM_CHANNEL_MEMBER,
                  KAMM_CHANNEL_MEMBER) KAMM_CHANNEL_COUNT
} kamm_channel;
#define KAMM_WHEEL_CHANNEL_MEMBER(name, ...) KAMM_WHEEL_##name,
typedef enum kamm_wheel_channel {
    KAMM_WHEEL_CHANNELS(KAMM_WHEEL_CHANNEL_MEMBER, KAMM_WHEEL_CHANNEL_MEMBER,
                        KAMM_WHEEL_CHANNEL_MEMBER) KAMM_WHEEL_CHANNEL_COUNT
} kamm_wheel_channel;

typedef struct kamm_cars kamm_cars;

/* Creates cars of one model, which stays as long as they have it, even if it is destroyed before them. All stand at the origin, heading along x, engine
 * idling, default inputs, until they are placed; cars do not touch each other.
 * NULL: out of memory. */
KAMM_API kamm_cars *kamm_create_cars(const kamm_model *model, int count);

/* The same with a model for each car (a batch with randomised parameters, say: kamm_expand in batch.h makes them). All have to
 * have the same rung, substep and wheels; one may stand for several cars. NULL: out of memory. */
KAMM_API kamm_cars *kamm_create_mixed_cars(const kamm_model *const *models, int count);

/* Destroys the cars, which leave their world first. NULL is ignored; units of combinations are misuse. */
KAMM_API void kamm_destroy_cars(kamm_cars *cars);
/* How many there are. */
KAMM_API int kamm_count(const kamm_cars *cars);
/* Of which model a car is. */
KAMM_API const kamm_model *kamm_model_of(const kamm_cars *cars, int car);

/* Puts a car on the ground: its vehicle frame (vehicle.h) to a position and orientation. */
typedef struct kamm_placement {
    double position_m[3];  /* of the vehicle frame's origin, on the road below the car */
    double orientation[4]; /* quaternion w, x, y, z, body to world; all 0: none */
    double speed_mps;      /* over the ground, along the body's x axis; the wheels roll with it */
    int32_t gear;          /* in which it starts; KAMM_GEAR_DRIVE: the lowest whose engine speed is
                              below the middle between idle and limiter, then the shift map */
    double ground_velocity_mps
        [3]; /* of the ground there, where it moves: the car goes along with it */
} kamm_placement;

/* A placement on a plane ground, above (x, y), heading by `yaw_rad`, standing flat on the plane and going along with it. */
KAMM_API kamm_placement kamm_placement_on(const kamm_ground *ground, double x_m, double y_m,
                                          double yaw_rad);

/* Places the car at rest in its springs, clears its faults and inputs. On its first step it comes to rest under the ground's gravity
 * there, if that is another one or the car stands on a slope (with the brakes that are pressed then); until then it
 * reads as on level ground under standard gravity. kamm_set_motion leaves it as the host has it. A placement that is not finite,
 * 10 million km or more away, or at 1000 m/s or more is refused: the car stays where it is, with
 * KAMM_FAULT_NUMERIC. */
KAMM_API void kamm_place(kamm_cars *cars, int car, const kamm_placement *placement);
/* Whether kamm_place takes it, in words. Errors: RANGE, with the member, its value and what is allowed, if it does not; and for a
 * gear that the car does not have, which kamm_place takes as reverse below -1 and as KAMM_GEAR_DRIVE above the highest. */
KAMM_API kamm_result kamm_check_placement(const kamm_cars *cars, int car,
                                          const kamm_placement *placement, kamm_error *error);

/* Takes a running car over into another car, of any rung or model and in the same or other cars: for
 * level of detail, or to change a car while it drives. Pose, velocity, wheel speeds, gear and inputs are
 * kept; what the new rung does not have is dropped. The deflections of springs and tyres are initialised in
 * equilibrium with the tyre forces of that moment, in a turn and under braking too, and the body's height and
 * attitude are those that the new rung has on that road: speed, position and wheel loads are continuous, and the
 * car does not drop: under the gravity that it felt in its last step (standard before the first) and standard air. The source
 * car is not changed. */
KAMM_API void kamm_hand_over(const kamm_cars *from, int car, kamm_cars *to, int to_car);

/* Raises a car's lift axles, those with lift_m above 0, or lets them down. Nothing happens where there are none. */
KAMM_API void kamm_raise_axles(kamm_cars *cars, int car, int raised);
KAMM_API int kamm_axles_are_raised(const kamm_cars *cars, int car);

/* Selects the low range of a car's transfer case, or the high one. It goes in below 0.5 m/s (of an ordinary car) with the clutch open, automatic or
 * pressed, or in neutral. Nothing happens where there is none (transfer.low_ratio); a car is placed in the high one. */
KAMM_API void kamm_select_low_range(kamm_cars *cars, int car, int low);
KAMM_API int kamm_is_in_low_range(const kamm_cars *cars, int car);

/* Sets the lever of a car's endurance brakes, exhaust brake and retarder, from 0 to 1; they act while the accelerator is released. It
 * stays there. Nothing happens where there are none; a car is placed with it at 0. */
KAMM_API void kamm_set_endurance_brake(kamm_cars *cars, int car, double share);
KAMM_API double kamm_endurance_brake(const kamm_cars *cars, int car);

/* The inputs, one struct a car, to be written at will between steps. */
KAMM_API kamm_input *kamm_inputs(kamm_cars *cars);

/* Steps all cars by whole substeps (1/240 s each unless the def says otherwise). It is misuse, here as in all calls that step cars,
 * with cars that are in a world, or are units of combinations: kamm_step_world and kamm_step_combinations step those. */
KAMM_API void kamm_step(kamm_cars *cars, const kamm_ground *ground, int substeps);

/* One value of a car; wheel channels with the wheel's number. */
KAMM_API double kamm_read(const kamm_cars *cars, int car, kamm_channel channel);
KAMM_API double kamm_read_wheel(const kamm_cars *cars, int car, int wheel,
                                kamm_wheel_channel channel);

/* Name, unit and doc of each channel, in order. `count` may be NULL. */
typedef struct kamm_field_info {
    const char *name, *unit, *doc;
    double default_value, min, max;
    kamm_feature needs; /* what a rung needs to have it; 0: all rungs have it */
} kamm_field_info;
KAMM_API const kamm_field_info *kamm_channel_fields(int *count);
KAMM_API const kamm_field_info *kamm_wheel_channel_fields(int *count);
KAMM_API const kamm_field_info *kamm_input_fields(int *count);
/* States: of the car, of a body point, of an axle, of a wheel. */
KAMM_API const kamm_field_info *kamm_car_state_fields(int *count);
KAMM_API const kamm_field_info *kamm_body_point_state_fields(int *count);
KAMM_API const kamm_field_info *kamm_axle_state_fields(int *count);
KAMM_API const kamm_field_info *kamm_wheel_state_fields(int *count);

/* The states in memory, for views without a copy (of other languages, say): car i is lane i % 16 of block
 * i / 16, whatever the width. Rows stay where they are for as long as the cars live. Whoever writes into
 * one has to keep consistent what belongs together, such as a value and its rounding residual; the next step starts
 * from what is written. Lanes beyond the last car are not used. */
#define KAMM_CARS_PER_BLOCK 16
typedef enum kamm_state_row_kind {
    KAMM_ROW_CAR = 0, /* fields of kamm_car_state_fields; the item is 0 */
    KAMM_ROW_BODY_POINT =
        1,             /* of kamm_body_point_state_fields; the item is one of KAMM_BODY_POINTS */
    KAMM_ROW_AXLE = 2, /* of kamm_axle_state_fields; the item is the axle */
    KAMM_ROW_WHEEL = 3 /* of kamm_wheel_state_fields; the item is the wheel */
} kamm_state_row_kind;
/* The 16 floats of a field, by its place in that list of fields; NULL where the cars' rung does not have it
 * (kamm_field_info.needs). */
KAMM_API float *kamm_state_row(kamm_cars *cars, int block, kamm_state_row_kind kind, int item,
                               int field);
/* The 16 doubles of the position in world axes (0: x, 1: y, 2: z), in m: of the sprung mass's centre of
 * gravity on full, of the whole car's on the rungs below. */
KAMM_API double *kamm_position_row(kamm_cars *cars, int block, int axis);

/* Faults, as bits. A car with KAMM_FAULT_NUMERIC is held at its last valid pose until it is placed again. KAMM_FAULT_INPUT: not finite, or
 * an acceleration other than 0 by `command` on a rung that obeys none (kamm_model_info.takes_commands 0). */
enum {
    KAMM_FAULT_NUMERIC = 1, /* the step gave something not finite, or faster than 1000 m/s */
    KAMM_FAULT_INPUT = 2,   /* an input could not be taken; it was read as 0 */
    /* A contact plane was invalid (not finite, a normal that is no unit vector, friction below 0): it was
     * ignored, and the previous one holds. On full as well: a plane jumped above a wheel's centre; the wheel's
     * penetration then grows at 1 m/s only. */
    KAMM_FAULT_GROUND = 4
};
KAMM_API unsigned kamm_fault(const kamm_cars *cars, int car);

/* Why the gear that is asked for is not in: the channel shift_refusal, as a number; and its words. A change of direction that is refused leaves the
 * car in neutral until it is slow enough: reverse waits while the car rolls forwards at more than 2 m/s (of an ordinary car), a forward gear while it rolls backwards so
 * fast that the gearbox's input shaft would turn faster than the engine may. More slowly than that a forward gear catches the car by its clutch. */
#define KAMM_SHIFT_REFUSAL_CHOICES(WORD)                                                      \
    WORD(KAMM_SHIFT_NOT_REFUSED, "none")                                                      \
    WORD(KAMM_SHIFT_ROLLS_FORWARDS, "rolls_forwards")   /* reverse waits in neutral */        \
    WORD(KAMM_SHIFT_ROLLS_BACKWARDS, "rolls_backwards") /* a forward gear waits in neutral */ \
    WORD(KAMM_SHIFT_CLUTCH, "clutch")                   /* the clutch pedal is not pressed */ \
    WORD(KAMM_SHIFT_ENGINE_SPEED, "engine_speed")       /* an automatic gearbox saves the engine */
typedef enum kamm_shift_refusal { KAMM_SHIFT_REFUSAL_CHOICES(KAMM_ENUMERATOR) } kamm_shift_refusal;
KAMM_API const char *kamm_shift_refusal_word(kamm_shift_refusal refusal);

/* Poses for drawing: of the body and of as many wheels as the model has; either may be NULL. `fraction` 0 gives the pose one substep ago, 1 the present one, as
 * kamm_clock gives it. */
typedef struct kamm_pose {
    double position_m[3];  /* world axes; of the body: the vehicle frame's origin */
    double orientation[4]; /* quaternion w, x, y, z, to world axes; of a wheel: without its spin */
} kamm_pose;
typedef struct kamm_wheel_pose {
    kamm_pose pose;        /* of the wheel's centre; y is its axis, pointing left on both sides */
    double spin_angle_rad; /* rotation about that axis, to be added when drawing */
    double steer_rad, toe_in_rad, camber_rad, travel_m;
} kamm_wheel_pose;
KAMM_API void kamm_read_pose(const kamm_cars *cars, int car, double fraction, kamm_pose *body,
                             kamm_wheel_pose *wheels);

/* Everything that moves, as plain bytes: save with one copy, restore bit for bit into the same
 * cars or into others of the same models and count. Inputs are part of it. */
KAMM_API size_t kamm_snapshot_size(const kamm_cars *cars);
KAMM_API void kamm_save_snapshot(const kamm_cars *cars, void *snapshot);
/* Errors: FORMAT if the bytes are not a snapshot of as many cars of the same models (what was compiled
 * from the same values is the same), or hold what no cars have: a state or place that is not finite or far out of its
 * range (kamm_car_state_fields and its like), a gear, fault bits or a count of substeps that do not exist; or if a byte of
 * them was changed since they were saved. Nothing changes then. */
KAMM_API kamm_result kamm_restore_snapshot(kamm_cars *cars, const void *snapshot, size_t size,
                                           kamm_error *error);
/* A hash of all cars' states. Equal states have equal hashes, on every machine. */
KAMM_API uint64_t kamm_state_hash(const kamm_cars *cars);

/* The width that steps use on this machine: 1, 4, 8 or 16. */
KAMM_API int kamm_width(void);
/* Forces a width, for tests; 0 puts the machine's own choice back. RANGE: not built in, or the
 * machine lacks it. */
KAMM_API kamm_result kamm_set_width(int width, kamm_error *error);

/* Turns real time into whole substeps. */
typedef struct kamm_clock {
    double substep_s;     /* of the cars (kamm_model_info.substep_s), finite; 0: 1/240 s */
    double owed_s;        /* time not yet stepped; what is no number or negative counts as 0 */
    int32_t max_substeps; /* per frame, against a spiral after a stall; 0: 240 */
} kamm_clock;
/* Adds a frame's time, returns how many substeps to take now, and in `fraction` (for kamm_read_pose) how far
 * the present lies between the last two substeps. A time that is not between 0 and 1e6 s adds nothing. */
KAMM_API int kamm_advance_clock(kamm_clock *clock, double frame_s, double *fraction);

#ifdef __cplusplus
}
#endif

#endif
