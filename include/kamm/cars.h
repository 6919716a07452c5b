/* Cars: creating, placing, stepping and reading them, from one car to a million.
 *
 * The states of cars lie in blocks of 16: each field has one float per car, at any vector width of the machine.
 *
 * Equal inputs give equal bits on every machine and at every vector width. Neither the grouping of substeps into calls
 * nor the host's floating-point mode changes them. A step does not allocate, lock or wait. Different threads may step
 * different kamm_cars at the same time. */
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

/* Input `gear`: forward, with gears by the shift map. */
#define KAMM_GEAR_DRIVE 100

/* Driver inputs, one float for each of KAMM_INPUT_FIELDS (state_fields.h). */
#define KAMM_INPUT_MEMBER(name, unit, default_value, min, max, doc) float name;
typedef struct kamm_input {
    KAMM_INPUT_FIELDS(KAMM_INPUT_MEMBER)
} kamm_input;

/* Channels of a car, in the order of KAMM_CHANNELS (state_fields.h). */
#define KAMM_CHANNEL_MEMBER(name, ...) KAMM_CHANNEL_##name,
typedef enum kamm_channel {
    KAMM_CHANNELS(KAMM_CHANNEL_MEMBER, KAMM_CHANNEL_MEMBER, KAMM_CHANNEL_MEMBER,
                  KAMM_CHANNEL_MEMBER) KAMM_CHANNEL_COUNT
} kamm_channel;
/* Channels of a wheel, in the order of KAMM_WHEEL_CHANNELS. */
#define KAMM_WHEEL_CHANNEL_MEMBER(name, ...) KAMM_WHEEL_##name,
typedef enum kamm_wheel_channel {
    KAMM_WHEEL_CHANNELS(KAMM_WHEEL_CHANNEL_MEMBER, KAMM_WHEEL_CHANNEL_MEMBER,
                        KAMM_WHEEL_CHANNEL_MEMBER) KAMM_WHEEL_CHANNEL_COUNT
} kamm_wheel_channel;

/* Simulated cars. */
typedef struct kamm_cars kamm_cars;

/* -- Creating cars -- */

/* Creates `count` cars of one model. Destroying the model before them is allowed: the cars keep it alive. Until they
 * are placed, all stand at the origin along the x axis, with idling engine and default inputs. Cars pass through each
 * other unless they are in a world (world.h). NULL on error: MEMORY. */
KAMM_API kamm_cars *kamm_create_cars(const kamm_model *model, int count, kamm_error *error);

/* Creates cars with a model each, such as a batch with random parameters (kamm_expand in batch.h). All models must have
 * the same rung, substep and wheels. A model may occur several times. NULL on error: MEMORY, and RANGE as of
 * kamm_can_mix. */
KAMM_API kamm_cars *kamm_create_mixed_cars(const kamm_model *const *models, int count,
                                           kamm_error *error);

/* Destroys the cars and first removes them from their world. NULL is ignored. Units of combinations are misuse. */
KAMM_API void kamm_destroy_cars(kamm_cars *cars);
/* Returns the number of cars. */
KAMM_API int kamm_count(const kamm_cars *cars);
/* Returns the model of a car. */
KAMM_API const kamm_model *kamm_model_of(const kamm_cars *cars, int car);

/* -- Placing and handing over -- */

/* Start of a car: pose of its vehicle frame (vehicle.h), speed and gear. */
typedef struct kamm_placement {
    /* Origin of the vehicle frame, on the road below the car; world axes. */
    double position_m[3];
    /* Quaternion w, x, y, z from body to world axes; all 0: no rotation. */
    double orientation[4];
    /* Speed over the ground along the body's x axis. The wheels roll at that speed. */
    double speed_mps;
    /* Gear at the start: -1 reverse, 0 neutral, 1 … forward. KAMM_GEAR_DRIVE: the lowest gear whose engine speed is
     * below the middle between idle and limiter. The shift map shifts from then on. */
    int32_t gear;
    /* Velocity of the ground below the car. The car moves with it. */
    double ground_velocity_mps[3];
} kamm_placement;

/* Returns a placement on a plane ground above (x, y), with heading `yaw_rad`. The car stands flat on the plane and
 * moves with it. */
KAMM_API kamm_placement kamm_placement_on(const kamm_ground *ground, double x_m, double y_m,
                                          double yaw_rad);

/* Places a car with its springs in equilibrium, and clears its faults and inputs.
 *
 * Until its first step the car reads as on level ground under standard gravity. On a slope or under another gravity the
 * first step finds the equilibrium there, with the brakes that are pressed then. After kamm_set_motion it does not.
 *
 * A placement is refused if it is not finite, 10 million km or more away, or at 1000 m/s or more. The car then stays
 * where it is, with KAMM_FAULT_NUMERIC. */
KAMM_API void kamm_place(kamm_cars *cars, int car, const kamm_placement *placement);
/* Checks whether kamm_place accepts a placement. Errors: RANGE, with the member, its value and the allowed values. A
 * gear that the car lacks is an error here. kamm_place takes one below -1 as reverse, one above the highest as
 * KAMM_GEAR_DRIVE. */
KAMM_API kamm_result kamm_check_placement(const kamm_cars *cars, int car,
                                          const kamm_placement *placement, kamm_error *error);

/* Copies the motion of a car to another car of any rung or model, in the same or other cars. It serves level of detail,
 * and changes of a car while it drives. The source car is not changed.
 *
 * Pose, velocity, wheel speeds, gear and inputs are kept. States that the new rung lacks are dropped. Springs and tyres
 * start in equilibrium with the present tyre forces, also in a turn and under braking. The body takes the height and
 * attitude of the new rung on that road. So speed, position and wheel loads are continuous, and the car does not drop.
 * Gravity is that of the car's last step (standard before the first), air is standard. */
KAMM_API void kamm_hand_over(const kamm_cars *from, int car, kamm_cars *to, int to_car);

/* -- Stepping and reading -- */

/* Returns the inputs, one struct per car. The caller may write them between steps. */
KAMM_API kamm_input *kamm_inputs(kamm_cars *cars);

/* Steps all cars by whole substeps (1/240 s each by default, stepping.substeps_per_s). Cars of a world or combination
 * are misuse, here and in all other calls that step cars: kamm_step_world and kamm_step_combinations step them. */
KAMM_API void kamm_step(kamm_cars *cars, const kamm_ground *ground, int substeps);

/* Returns one channel of a car. */
KAMM_API double kamm_read(const kamm_cars *cars, int car, kamm_channel channel);
/* Returns one channel of a wheel, numbered as in kamm_model_info. */
KAMM_API double kamm_read_wheel(const kamm_cars *cars, int car, int wheel,
                                kamm_wheel_channel channel);

/* Name, unit, doc, default and range of a channel, input or state. */
typedef struct kamm_field_info {
    /* Name ("speed_mps"), SI unit ("1" for a ratio) and meaning. */
    const char *name, *unit, *doc;
    /* Default and range in that unit; all 0 for channels. */
    double default_value, min, max;
    /* Features of the rungs that have the field; 0: all rungs. */
    kamm_feature needs;
} kamm_field_info;
/* Return the channels of cars and wheels and the inputs, in order, and their number; `count` may be NULL. */
KAMM_API const kamm_field_info *kamm_channel_fields(int *count);
KAMM_API const kamm_field_info *kamm_wheel_channel_fields(int *count);
KAMM_API const kamm_field_info *kamm_input_fields(int *count);
/* Return the states of a car, a body point, an axle and a wheel, in order, and their number; `count` may be NULL. */
KAMM_API const kamm_field_info *kamm_car_state_fields(int *count);
KAMM_API const kamm_field_info *kamm_body_point_state_fields(int *count);
KAMM_API const kamm_field_info *kamm_axle_state_fields(int *count);
KAMM_API const kamm_field_info *kamm_wheel_state_fields(int *count);

/* -- States in memory -- */

/* Cars of a block. Views without a copy, such as those of other languages, read the states in memory. Car i is lane
 * i % 16 of block i / 16, at any vector width. Rows stay at their address until the cars are destroyed.
 *
 * A caller that writes a row must keep related values consistent, such as a value and its rounding residual. The next
 * step starts from the written values. Lanes beyond the last car are not used. */
#define KAMM_CARS_PER_BLOCK 16
/* Kinds of rows of a block. */
typedef enum kamm_state_row_kind {
    /* Fields of kamm_car_state_fields; the item is 0. */
    KAMM_ROW_CAR = 0,
    /* Fields of kamm_body_point_state_fields; the item is the point, below KAMM_BODY_POINTS. */
    KAMM_ROW_BODY_POINT = 1,
    /* Fields of kamm_axle_state_fields; the item is the axle. */
    KAMM_ROW_AXLE = 2,
    /* Fields of kamm_wheel_state_fields; the item is the wheel. */
    KAMM_ROW_WHEEL = 3
} kamm_state_row_kind;
/* Returns the 16 floats of a field, by its index in that list of fields. NULL: the cars' rung lacks it
 * (kamm_field_info.needs). */
KAMM_API float *kamm_state_row(kamm_cars *cars, int block, kamm_state_row_kind kind, int item,
                               int field);
/* Returns the 16 doubles of the position in m along a world axis (0: x, 1: y, 2: z). The position is that of the sprung
 * mass's centre of gravity on full, of the whole car's centre of gravity on the rungs below. */
KAMM_API double *kamm_position_row(kamm_cars *cars, int block, int axis);

/* -- Faults -- */

/* Faults of a car, as bits. */
typedef enum kamm_fault_bits {
    /* The step gave a value that is not finite, or a speed above 1000 m/s. The car is held at its last valid pose until
     * it is placed again. */
    KAMM_FAULT_NUMERIC = 1,
    /* An input was not finite, and was read as 0. Or `command` asked for an acceleration other than 0 on a rung that
     * has none (kamm_model_info.takes_commands 0). */
    KAMM_FAULT_INPUT = 2,
    /* A contact plane was not finite, its normal not a unit vector, or its friction below 0. It was ignored, and the
     * previous plane holds. On full it also reports a plane that jumped above a wheel's centre. The wheel's penetration
     * then grows at 1 m/s only. */
    KAMM_FAULT_GROUND = 4
} kamm_fault_bits;
/* Returns the fault bits of a car. */
KAMM_API unsigned kamm_fault(const kamm_cars *cars, int car);

/* Reasons why a requested gear is not engaged, as numbers of the channel shift_refusal, and their words. The gearbox
 * refuses a change of direction that is too fast. The car then stays in neutral until it is slow enough.
 *
 * Reverse waits while the car rolls forwards at more than 2 m/s (an ordinary car). A forward gear waits while the car
 * rolls backwards so fast that the gearbox's input shaft would exceed the engine's highest speed. Below that speed the
 * clutch of a forward gear stops the car. */
#define KAMM_SHIFT_REFUSAL_CHOICES(WORD)                                                      \
    WORD(KAMM_SHIFT_NOT_REFUSED, "none")                                                      \
    WORD(KAMM_SHIFT_ROLLS_FORWARDS, "rolls_forwards")   /* reverse waits in neutral */        \
    WORD(KAMM_SHIFT_ROLLS_BACKWARDS, "rolls_backwards") /* a forward gear waits in neutral */ \
    WORD(KAMM_SHIFT_CLUTCH, "clutch")                   /* the clutch pedal is not pressed */ \
    WORD(KAMM_SHIFT_ENGINE_SPEED, "engine_speed")       /* it would overspeed the engine */
/* Reasons why a gear is not engaged. */
typedef enum kamm_shift_refusal { KAMM_SHIFT_REFUSAL_CHOICES(KAMM_ENUMERATOR) } kamm_shift_refusal;
/* Returns the word of a reason: "rolls_forwards". */
KAMM_API const char *kamm_shift_refusal_word(kamm_shift_refusal refusal);

/* -- Poses for drawing -- */

/* Pose of a body or wheel. */
typedef struct kamm_pose {
    /* World axes. A body's is that of the vehicle frame's origin. */
    double position_m[3];
    /* Quaternion w, x, y, z to world axes. A wheel's is without its spin. */
    double orientation[4];
} kamm_pose;
/* Pose of a wheel, with its spin and its angles to the body. */
typedef struct kamm_wheel_pose {
    /* Pose of the wheel's centre; y is the wheel's axis and points left on both sides. */
    kamm_pose pose;
    /* Rotation about that axis, which drawing adds. */
    double spin_angle_rad;
    /* Values of the wheel channels of these names. */
    double steer_rad, toe_in_rad, camber_rad, travel_m;
} kamm_wheel_pose;
/* Reads the poses of a car's body and of all its wheels; either may be NULL. `fraction` 0 gives the pose before the
 * last substep, 1 the present one (kamm_advance_clock gives it). */
KAMM_API void kamm_read_pose(const kamm_cars *cars, int car, double fraction, kamm_pose *body,
                             kamm_wheel_pose *wheels);

/* -- Snapshots -- */

/* Size and bytes of a snapshot: all states and inputs of the cars. A restored snapshot continues with the same bits, in
 * the same cars or in others of equal models and number. */
KAMM_API size_t kamm_snapshot_size(const kamm_cars *cars);
KAMM_API void kamm_save_snapshot(const kamm_cars *cars, void *snapshot);
/* Restores a snapshot. Models are equal if they were compiled from equal values. On error nothing changes.
 * Errors: FORMAT, if one of these holds:
 *  - The bytes are no snapshot of that many cars of equal models.
 *  - A byte has changed since the snapshot was saved.
 *  - A state or position is not finite, or far outside its range (kamm_car_state_fields and similar).
 *  - A gear, fault bits or a number of substeps do not exist. */
KAMM_API kamm_result kamm_restore_snapshot(kamm_cars *cars, const void *snapshot, size_t size,
                                           kamm_error *error);
/* Returns a hash of all cars' states. Equal states have equal hashes, on every machine. */
KAMM_API uint64_t kamm_state_hash(const kamm_cars *cars);

/* -- Vector width and clock -- */

/* Returns the vector width of steps on this machine: 1, 4, 8 or 16 lanes. */
KAMM_API int kamm_width(void);
/* Forces a vector width, for tests; 0 restores the automatic choice. Errors: RANGE (the library or the machine lacks
 * that width). */
KAMM_API kamm_result kamm_set_width(int width, kamm_error *error);

/* Converts real time to whole substeps. */
typedef struct kamm_clock {
    /* Substep of the cars (kamm_model_info.substep_s), finite; 0: 1/240 s. */
    double substep_s;
    /* Time that is not stepped yet. NaN or a negative value counts as 0. */
    double owed_s;
    /* Most substeps of a frame, so that a stall does not cause more stalls; 0: 240. */
    int32_t max_substeps;
} kamm_clock;
/* Adds a frame's time and returns the number of substeps to take now. `fraction` is where the present lies between the
 * last two substeps, for kamm_read_pose. A time outside 0 to 1e6 s adds nothing. */
KAMM_API int kamm_advance_clock(kamm_clock *clock, double frame_s, double *fraction);

#ifdef __cplusplus
}
#endif

#endif
