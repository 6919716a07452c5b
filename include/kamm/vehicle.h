/* Vehicles: definition and model of a car.
 *
 * A `kamm_vehicle_def` is a plain struct in SI units. kamm_default_vehicle fills it with defaults; usually it comes
 * from a vehicle file (io/vehicle_file.h). kamm_create_model checks it and derives all constants of a step. The
 * result is an immutable `kamm_model`, which any number of cars may share. */
#ifndef KAMM_VEHICLE_H
#define KAMM_VEHICLE_H

#include <kamm/error.h>
#include <kamm/export.h>
#include <kamm/fields.h>
#include <kamm/tyre.h>
#include <kamm/vehicle_fields.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Largest numbers of axles, wheels, forward gears, contact boxes, rows and columns of load maps, and links. */
#define KAMM_MAX_AXLES 10
#define KAMM_MAX_WHEELS (4 * KAMM_MAX_AXLES)
#define KAMM_MAX_GEARS 18
#define KAMM_MAX_BOXES 4
#define KAMM_MAX_LOADS 8
#define KAMM_MAX_LOAD_SPEEDS 12
#define KAMM_MAX_LINKS 6

/* -- Definition -- */

/* Structs of the tables in vehicle_fields.h: kamm_car_body_def, kamm_axle_def and so on, up to kamm_vehicle_def. */
#define KAMM_MEMBER_NUMBER(name, unit, default_value, min, max, doc) double name;
#define KAMM_MEMBER_CHOICE(name, default_value, choices, doc) int32_t name;
#define KAMM_MEMBER_FLAG(name, default_value, doc) int32_t name;
#define KAMM_MEMBER_TEXT(name, size, doc) char name[size];
#define KAMM_MEMBER_NUMBERS(name, max_count, unit, min, max, doc) \
    int32_t name##_count;                                         \
    double name[max_count];
#define KAMM_MEMBER_CURVE(name, x, x_unit, y, y_unit, doc) kamm_curve name;
#define KAMM_MEMBER_GROUP(name, type, doc) struct kamm_##type##_def name;
#define KAMM_MEMBER_LIST(name, type, min_count, max_count, doc) \
    int32_t name##_count;                                       \
    struct kamm_##type##_def name[max_count];
#define KAMM_MEMBERS(FIELDS)                                                           \
    FIELDS(KAMM_MEMBER_NUMBER, KAMM_MEMBER_CHOICE, KAMM_MEMBER_FLAG, KAMM_MEMBER_TEXT, \
           KAMM_MEMBER_NUMBERS, KAMM_MEMBER_CURVE, KAMM_MEMBER_GROUP, KAMM_MEMBER_LIST)

/* clang-format off */
typedef struct kamm_box_def { KAMM_MEMBERS(KAMM_BOX_FIELDS) } kamm_box_def;
typedef struct kamm_car_body_def { KAMM_MEMBERS(KAMM_BODY_FIELDS) } kamm_car_body_def;
typedef struct kamm_payload_def { KAMM_MEMBERS(KAMM_PAYLOAD_FIELDS) } kamm_payload_def;
typedef struct kamm_tank_def { KAMM_MEMBERS(KAMM_TANK_FIELDS) } kamm_tank_def;
typedef struct kamm_shifting_load_def { KAMM_MEMBERS(KAMM_SHIFTING_LOAD_FIELDS) } kamm_shifting_load_def;
typedef struct kamm_link_def { KAMM_MEMBERS(KAMM_LINK_FIELDS) } kamm_link_def;
typedef struct kamm_hardpoints_def { KAMM_MEMBERS(KAMM_HARDPOINTS_FIELDS) } kamm_hardpoints_def;
typedef struct kamm_swing_arm_def { KAMM_MEMBERS(KAMM_SWING_ARM_FIELDS) } kamm_swing_arm_def;
typedef struct kamm_suspension_def { KAMM_MEMBERS(KAMM_SUSPENSION_FIELDS) } kamm_suspension_def;
typedef struct kamm_motor_def { KAMM_MEMBERS(KAMM_MOTOR_FIELDS) } kamm_motor_def;
typedef struct kamm_axle_def { KAMM_MEMBERS(KAMM_AXLE_FIELDS) } kamm_axle_def;
typedef struct kamm_steering_def { KAMM_MEMBERS(KAMM_STEERING_FIELDS) } kamm_steering_def;
typedef struct kamm_front_assembly_def { KAMM_MEMBERS(KAMM_FRONT_ASSEMBLY_FIELDS) } kamm_front_assembly_def;
typedef struct kamm_rider_def { KAMM_MEMBERS(KAMM_RIDER_FIELDS) } kamm_rider_def;
typedef struct kamm_stand_def { KAMM_MEMBERS(KAMM_STAND_FIELDS) } kamm_stand_def;
typedef struct kamm_load_def { KAMM_MEMBERS(KAMM_LOAD_FIELDS) } kamm_load_def;
typedef struct kamm_engine_def { KAMM_MEMBERS(KAMM_ENGINE_FIELDS) } kamm_engine_def;
typedef struct kamm_clutch_def { KAMM_MEMBERS(KAMM_CLUTCH_FIELDS) } kamm_clutch_def;
typedef struct kamm_converter_def { KAMM_MEMBERS(KAMM_CONVERTER_FIELDS) } kamm_converter_def;
typedef struct kamm_retarder_def { KAMM_MEMBERS(KAMM_RETARDER_FIELDS) } kamm_retarder_def;
typedef struct kamm_battery_def { KAMM_MEMBERS(KAMM_BATTERY_FIELDS) } kamm_battery_def;
typedef struct kamm_generator_def { KAMM_MEMBERS(KAMM_GENERATOR_FIELDS) } kamm_generator_def;
typedef struct kamm_power_split_def { KAMM_MEMBERS(KAMM_POWER_SPLIT_FIELDS) } kamm_power_split_def;
typedef struct kamm_gearbox_def { KAMM_MEMBERS(KAMM_GEARBOX_FIELDS) } kamm_gearbox_def;
typedef struct kamm_transfer_def { KAMM_MEMBERS(KAMM_TRANSFER_FIELDS) } kamm_transfer_def;
typedef struct kamm_brakes_def { KAMM_MEMBERS(KAMM_BRAKES_FIELDS) } kamm_brakes_def;
typedef struct kamm_aero_def { KAMM_MEMBERS(KAMM_AERO_FIELDS) } kamm_aero_def;
typedef struct kamm_hitch_def { KAMM_MEMBERS(KAMM_HITCH_FIELDS) } kamm_hitch_def;
typedef struct kamm_drawbar_def { KAMM_MEMBERS(KAMM_DRAWBAR_FIELDS) } kamm_drawbar_def;
typedef struct kamm_aids_def { KAMM_MEMBERS(KAMM_AIDS_FIELDS) } kamm_aids_def;
typedef struct kamm_stepping_def { KAMM_MEMBERS(KAMM_STEPPING_FIELDS) } kamm_stepping_def;
typedef struct kamm_limits_def { KAMM_MEMBERS(KAMM_LIMITS_FIELDS) } kamm_limits_def;
typedef struct kamm_kinematic_def { KAMM_MEMBERS(KAMM_KINEMATIC_FIELDS) } kamm_kinematic_def;
typedef struct kamm_rigid2d_def { KAMM_MEMBERS(KAMM_RIGID2D_FIELDS) } kamm_rigid2d_def;
typedef struct kamm_single_track_def { KAMM_MEMBERS(KAMM_SINGLE_TRACK_FIELDS) } kamm_single_track_def;
typedef struct kamm_double_track_def { KAMM_MEMBERS(KAMM_DOUBLE_TRACK_FIELDS) } kamm_double_track_def;
/* All parameters of a vehicle. */
typedef struct kamm_vehicle_def { KAMM_MEMBERS(KAMM_VEHICLE_FIELDS) } kamm_vehicle_def;

/* Enumerators of the choices, such as KAMM_DIFFERENTIAL_OPEN, in the order of their lists in vehicle_fields.h. */
typedef enum kamm_axle_wheels { KAMM_WHEELS_CHOICES(KAMM_ENUMERATOR) } kamm_axle_wheels;
typedef enum kamm_suspension_kind { KAMM_SUSPENSION_CHOICES(KAMM_ENUMERATOR) } kamm_suspension_kind;
typedef enum kamm_load_sharing_kind { KAMM_SHARING_CHOICES(KAMM_ENUMERATOR) } kamm_load_sharing_kind;
typedef enum kamm_linkage_kind { KAMM_HARDPOINTS_CHOICES(KAMM_ENUMERATOR) } kamm_linkage_kind;
typedef enum kamm_link_carrier { KAMM_CARRIED_BY_CHOICES(KAMM_ENUMERATOR) } kamm_link_carrier;
typedef enum kamm_differential_kind { KAMM_DIFFERENTIAL_CHOICES(KAMM_ENUMERATOR) } kamm_differential_kind;
typedef enum kamm_inter_axle_kind { KAMM_INTER_AXLE_CHOICES(KAMM_ENUMERATOR) } kamm_inter_axle_kind;
typedef enum kamm_transfer_kind { KAMM_TRANSFER_CHOICES(KAMM_ENUMERATOR) } kamm_transfer_kind;
typedef enum kamm_transfer_output { KAMM_OUTPUT_CHOICES(KAMM_ENUMERATOR) } kamm_transfer_output;
typedef enum kamm_abs_kind { KAMM_ABS_CHOICES(KAMM_ENUMERATOR) } kamm_abs_kind;
typedef enum kamm_gearbox_kind { KAMM_GEARBOX_CHOICES(KAMM_ENUMERATOR) } kamm_gearbox_kind;
typedef enum kamm_shift_map_kind { KAMM_SHIFT_MAP_CHOICES(KAMM_ENUMERATOR) } kamm_shift_map_kind;
typedef enum kamm_anti_roll_bar_mode { KAMM_BAR_CHOICES(KAMM_ENUMERATOR) } kamm_anti_roll_bar_mode;
typedef enum kamm_engine_axis { KAMM_ENGINE_CHOICES(KAMM_ENUMERATOR) } kamm_engine_axis;
typedef enum kamm_reference_point { KAMM_POINT_CHOICES(KAMM_ENUMERATOR) } kamm_reference_point;
typedef enum kamm_friction_law { KAMM_FRICTION_CHOICES(KAMM_ENUMERATOR) } kamm_friction_law;
typedef enum kamm_single_track_equations { KAMM_EQUATIONS_CHOICES(KAMM_ENUMERATOR) } kamm_single_track_equations;
typedef enum kamm_track_tyre_law { KAMM_TRACK_TYRE_CHOICES(KAMM_ENUMERATOR) } kamm_track_tyre_law;
typedef enum kamm_hitch_kind { KAMM_HITCH_CHOICES(KAMM_ENUMERATOR) } kamm_hitch_kind;
typedef enum kamm_trailer_brake_kind { KAMM_TRAILER_BRAKE_CHOICES(KAMM_ENUMERATOR) } kamm_trailer_brake_kind;
typedef enum kamm_tank_kind { KAMM_TANK_CHOICES(KAMM_ENUMERATOR) } kamm_tank_kind;
/* clang-format on */

/* Returns a driveable small car: the tables' defaults, two axles, front-wheel drive, five gears. */
KAMM_API kamm_vehicle_def kamm_default_vehicle(void);

/* -- Rungs -- */

/* Rungs of the ladder of models, from the cheapest to the most accurate. One def compiles to each of them. A rung uses
 * the fields that it needs and derives the rest. docs/ladder.md describes them. 1. kinematic: wheels roll in their
 * direction; exact at any substep. 2. rigid2d: rigid body in the plane, linear friction. 3. single_track: engine,
 * gears, drag, slip angles and yaw on one track. 4. double_track: quasi-static wheel loads, body pose over terrain. 5.
 * full: body with six degrees of freedom, unsprung masses, tyres, driveline. */
#define KAMM_RUNGS(RUNG)                  \
    RUNG(KAMM_KINEMATIC, kinematic)       \
    RUNG(KAMM_RIGID2D, rigid2d)           \
    RUNG(KAMM_SINGLE_TRACK, single_track) \
    RUNG(KAMM_DOUBLE_TRACK, double_track) \
    RUNG(KAMM_FULL, full)

#define KAMM_RUNG_ENUMERATOR(constant, name) constant,
/* Numbers of the rungs, in the order of KAMM_RUNGS. */
typedef enum kamm_rung {
    KAMM_RUNG_NONE = 0, /* no rung */
    KAMM_RUNGS(KAMM_RUNG_ENUMERATOR) KAMM_RUNG_END_,
    KAMM_RUNG_COUNT = KAMM_RUNG_END_ - 1, /* rungs are 1 to this */
    KAMM_RUNG_DEFAULT = KAMM_RUNG_COUNT   /* rung of tests and readers without a choice */
} kamm_rung;

/* Features of cars, as bits. A rung of the ladder has the features of the rungs below it. */
typedef uint64_t kamm_feature;
#define KAMM_FEATURE_NONE UINT64_C(0)
#define KAMM_FEATURE_FORCES UINT64_C(1)      /* forces and slip at the wheels, inertia */
#define KAMM_FEATURE_ENGINE UINT64_C(2)      /* an engine and gears */
#define KAMM_FEATURE_LOADS UINT64_C(4)       /* wheel loads that shift with the acceleration */
#define KAMM_FEATURE_ROLL UINT64_C(8)        /* a body that leans */
#define KAMM_FEATURE_WHEEL_LOCK UINT64_C(16) /* wheels that spin and lock by their own slip */
#define KAMM_FEATURE_TRAVEL UINT64_C(32)     /* wheels that travel on springs and leave the road */
/* A body that can roll over and lie on its roof, by its own contact points. */
#define KAMM_FEATURE_TUMBLE UINT64_C(64)
#define KAMM_FEATURE_RESISTANCE UINT64_C(128) /* drag and rolling resistance */
/* Features of parts, on any rung: only some cars have them. */
#define KAMM_FEATURE_LIFT_AXLE UINT64_C(0x400)    /* an axle that can be raised */
#define KAMM_FEATURE_HITCH UINT64_C(0x800)        /* a hitch or a drawbar */
#define KAMM_FEATURE_CVT UINT64_C(0x1000)         /* a continuously variable gearbox */
#define KAMM_FEATURE_DUAL_CLUTCH UINT64_C(0x2000) /* a dual clutch gearbox (full) */
#define KAMM_FEATURE_CONVERTER UINT64_C(0x10000)  /* a torque converter (full) */
#define KAMM_FEATURE_ABS_CYCLES UINT64_C(0x20000) /* brakes regulated by pressure cycles (full) */
#define KAMM_FEATURE_TURBO UINT64_C(0x40000)      /* a turbocharger whose boost lags */
#define KAMM_FEATURE_MOTOR UINT64_C(0x80000)      /* electric motors */
#define KAMM_FEATURE_HILL_HOLD UINT64_C(0x8000)   /* brakes that hold it on a slope (full) */
#define KAMM_FEATURE_ENDURANCE UINT64_C(0x4000)   /* an exhaust brake or a retarder */
#define KAMM_FEATURE_LAUNCH UINT64_C(0x40000000)  /* launch control (full) */
#define KAMM_FEATURE_TRANSFER UINT64_C(0x800000)  /* couplings between driven axles, or low range */
#define KAMM_FEATURE_POWER_SPLIT UINT64_C(0x200000)       /* a planetary power split */
#define KAMM_FEATURE_CARGO UINT64_C(0x400000)             /* liquid that sloshes (full) */
#define KAMM_FEATURE_SYNCHRO UINT64_C(0x100000)           /* gears that are synchronised (full) */
#define KAMM_FEATURE_CONTROL UINT64_C(0x1000000)          /* demands of a control unit (full) */
#define KAMM_FEATURE_VECTORING UINT64_C(0x2000000)        /* torque vectoring (full) */
#define KAMM_FEATURE_ACTIVE_BAR UINT64_C(0x4000000)       /* an active anti-roll bar (full) */
#define KAMM_FEATURE_ACTIVE_STEERING UINT64_C(0x8000000)  /* active steering (full) */
#define KAMM_FEATURE_DAMPER_BUSH UINT64_C(0x10000000)     /* dampers on bushes (full) */
#define KAMM_FEATURE_SKYHOOK UINT64_C(0x20000000)         /* dampers with two settings (full) */
#define KAMM_FEATURE_TYRE_HEAT UINT64_C(0x100)            /* tyres that warm up (full) */
#define KAMM_FEATURE_TYRE_WEAR UINT64_C(0x200)            /* tyres that wear (full) */
#define KAMM_FEATURE_SHIFTING UINT64_C(0x80000000)        /* a load that slides (full) */
#define KAMM_FEATURE_EBD_CYCLES UINT64_C(0x100000000)     /* EBD by pressure cycles (full) */
#define KAMM_FEATURE_FRONT_ASSEMBLY UINT64_C(0x200000000) /* a steered front as a body (full) */
#define KAMM_FEATURE_FRONT_TWIST UINT64_C(0x400000000)    /* a front that twists (full) */
#define KAMM_FEATURE_RIDER UINT64_C(0x800000000)          /* a rider who leans (full) */
#define KAMM_FEATURE_LEAN UINT64_C(0x1000000000)          /* a lean (two-wheelers below full) */
#define KAMM_FEATURE_THROWN UINT64_C(0x2000000000)        /* a rider who may be thrown off (full) */
#define KAMM_FEATURE_STAND UINT64_C(0x4000000000)         /* a stand (full) */
#define KAMM_FEATURES_OF_PARTS UINT64_C(0x7fffffffffffff00) /* all features of parts */

/* Name, limits and features of a rung. */
typedef struct kamm_rung_info {
    /* The rung. */
    kamm_rung rung;
    /* Such as "single_track". */
    const char *name;
    /* Description in a line. */
    const char *title;
    /* Lowest stepping.substeps_per_s that kamm_create_model accepts. */
    double min_substeps_per_s;
    /* Features of its cars. */
    kamm_feature features;
} kamm_rung_info;

/* Returns the description of a rung. NULL: no such rung. */
KAMM_API const kamm_rung_info *kamm_describe_rung(kamm_rung rung);
/* Returns the rung of a name. NULL: no such rung. */
KAMM_API const kamm_rung_info *kamm_find_rung(const char *name);

/* Returns the lowest rung whose cars have a feature. */
KAMM_API kamm_rung kamm_lowest_rung_with(kamm_feature feature);
/* Returns the name of a feature: "an engine and gears". An unknown feature gives "". */
KAMM_API const char *kamm_feature_name(kamm_feature feature);

/* -- Models -- */

/* A compiled vehicle; immutable. */
typedef struct kamm_model kamm_model;

/* Compiles a def to a rung. The model does not refer to the def afterwards. NULL on error: RANGE (a value, or values
 * that contradict each other), MISSING (no torque curve, no gears, no axles), MEMORY. */
KAMM_API kamm_model *kamm_create_model(const kamm_vehicle_def *def, kamm_rung rung,
                                       kamm_error *error);

/* Size and bytes of a compiled model, for programs that load models without compiling. They need the same version of
 * Kamm and the same kind of machine. `to` has space for kamm_model_size bytes and is aligned to 8 bytes. */
KAMM_API size_t kamm_model_size(const kamm_model *model);
KAMM_API void kamm_save_model(const kamm_model *model, void *to);
/* Restores a model from bytes aligned to 8 bytes. NULL on error: FORMAT (no model, damaged, of another version or
 * build), MEMORY. */
KAMM_API kamm_model *kamm_restore_model(const void *from, size_t size, kamm_error *error);
/* Destroys the model. Cars that use it keep it alive until they are destroyed. No other call may use it. NULL is
 * ignored. */
KAMM_API void kamm_destroy_model(kamm_model *model);

/* Values derived from a def, for drivers, drawing and checks. Wheels are numbered axle by axle from the front, left
 * before right, inner before outer twins. */
typedef struct kamm_model_info {
    /* Rung of the model. */
    kamm_rung rung;
    double substep_s; /* length of a substep */
    /* Number of axles. */
    int32_t axle_count;
    /* Number of wheels, all axles together. */
    int32_t wheel_count;
    int32_t gear_count;            /* forward gears */
    double mass_kg;                /* with payload */
    double wheelbase_m;            /* first to last axle */
    double cg_height_m;            /* with payload */
    double cg_behind_front_axle_m; /* with payload */
    double steering_lock_rad;      /* of the steering wheel */
    double steering_ratio;         /* steering-wheel angle per road-wheel angle */
    /* Overall size. */
    double length_m, width_m, height_m;
    /* Distance of the nose ahead of the front axle. */
    double front_overhang_m;
    double yaw_inertia_kgm2; /* of the whole car with payload */
    /* Engine speeds at idle and at the limiter; 0 without an engine. */
    double idle_radps, limiter_radps;
    /* Braking of electric motors at released accelerator, as a share of the highest drive force. */
    double lift_share;
    /* Engine speed at full throttle above which the next gear gives more force. */
    double upshift_radps[KAMM_MAX_GEARS];
    double overall_ratio[KAMM_MAX_GEARS];    /* engine speed per mean driven-wheel speed */
    int32_t wheel_axle[KAMM_MAX_WHEELS];     /* axle of each wheel, 0 the front one */
    int32_t wheel_side[KAMM_MAX_WHEELS];     /* 1 left, 0 in the middle, -1 right */
    double static_load_n[KAMM_MAX_WHEELS];   /* at rest on the level, gravity 9.80665 m/s2 */
    double wheel_radius_m[KAMM_MAX_WHEELS];  /* unloaded */
    double loaded_radius_m[KAMM_MAX_WHEELS]; /* at rest */
    double wheel_width_m[KAMM_MAX_WHEELS];   /* the tyre's nominal section width */
    /* Radius of the rim. */
    double rim_radius_m[KAMM_MAX_WHEELS];
    /* Centre at rest in the vehicle frame, without payload; y is that of its contact patch. */
    double wheel_position_m[KAMM_MAX_WHEELS][3];
    /* Peaks of longitudinal and lateral force over load, at static load. */
    double peak_friction_x[KAMM_MAX_WHEELS], peak_friction_y[KAMM_MAX_WHEELS];
    double cornering_stiffness_n_per_rad[KAMM_MAX_WHEELS]; /* at static load, positive */
    double slip_stiffness_n[KAMM_MAX_WHEELS];              /* N per unit of slip ratio */
    /* Slip angle of the tyre's largest lateral force, at static load and friction 1. It falls in proportion to the
     * friction. rigid2d and single_track with linear or commonroad equations have unlimited lateral force. There it is
     * the angle at which the force reaches that of the tyre's peak. 0 on kinematic, whose wheels do not slip. */
    double peak_slip_angle_rad[KAMM_MAX_WHEELS];
    double inertia_kgm2[3][3]; /* whole car with payload, about its centre of gravity */
    /* Group `limits` of the def, derived where that is 0. */
    double max_acceleration_mps2, switch_speed_mps, top_speed_mps, reverse_speed_mps,
        max_braking_mps2;
    /* 1: the rung obeys the inputs command and acceleration_mps2. */
    int32_t takes_commands;
    /* 1: the equations divide by the forward speed, which no impulse may reverse. */
    int32_t forward_only;
    /* 1: the rung obeys the inputs free_steering and steering_wheel_nm. 0: steering_wheel_rad always leads. */
    int32_t takes_free_steering;
    /* 1: the car obeys kamm_set_demand (control.h): full, with aids.demands. */
    int32_t takes_demands;
    /* Number of cylinders, for the sound of the engine; 0 without an engine. */
    double engine_cylinders;
    /* 1: the engine is a two-stroke, a diesel. */
    int32_t engine_two_stroke, engine_diesel;
} kamm_model_info;

/* Describes a model in the vehicle frame: x forward, y left, z up. Its origin is on the road at rest, below the centre
 * of gravity of the car without payload. */
KAMM_API kamm_model_info kamm_describe(const kamm_model *model);

#ifdef __cplusplus
}
#endif

#endif
