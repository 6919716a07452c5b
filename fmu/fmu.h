/* A car as an FMU for co-simulation (fmi-standard.org): what FMI 2 and FMI 3 share.
 *
 *     car.c         the vehicle of the FMU, as it is stored in its resources
 *     variables.c   the inputs, outputs and parameters that it has
 *     instance.c    a car that hosts set, step and read
 *     state.c       its state as bytes
 *     fmi2.c fmi3.c the functions of the standard */
#ifndef KAMM_FMU_H
#define KAMM_FMU_H

#include <kamm/kamm.h>
#include <stddef.h>
#include <stdint.h>

/* What a host calls. In a program that FMUs are linked to statically they are plain functions. */
#if defined(FMI2_FUNCTION_PREFIX) || defined(FMI3_FUNCTION_PREFIX)
#define FMU_EXPORT
#elif defined(_WIN32)
#define FMU_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FMU_EXPORT __attribute__((visibility("default")))
#else
#define FMU_EXPORT
#endif

/* -- What it is of (car.c) -- */

#define FMU_SUBSTEPS_PER_S 1000 /* hosts step whole milliseconds */
#define FMU_CAR_FILE "car.bin"  /* in the resources */

enum { FMU_TOKEN_TEXT = 40 };
typedef struct fmu_car {
    int32_t fmi; /* version of the standard: 2 or 3 */
    int32_t rung;
    int32_t host_ground;        /* 1: the contact planes are inputs; 0: a plane */
    char token[FMU_TOKEN_TEXT]; /* "{…}": of all of this; the host has to know it */
    kamm_vehicle_def def;
} fmu_car;

/* The car as bytes, the same on all machines. Returns their number and sets the token; `bytes` NULL only counts. */
size_t fmu_write_car(fmu_car *car, unsigned char *bytes);
/* Errors: FORMAT. */
kamm_result fmu_read_car(fmu_car *car, const unsigned char *bytes, size_t size, kamm_error *error);

/* FNV-1a, which goes on from `hash`. */
#define FMU_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t fmu_hash(const unsigned char *bytes, size_t size, uint64_t hash);

/* -- Its variables (variables.c) -- */

typedef enum fmu_kind {
    FMU_TIME,
    FMU_INPUT,         /* of the driver */
    FMU_WIND,          /* velocity of the air */
    FMU_PLANE,         /* the ground below a wheel, from the host */
    FMU_CHANNEL,       /* output: what kamm_read gives */
    FMU_WHEEL_CHANNEL, /* output: what kamm_read_wheel gives */
    FMU_PROBE,         /* output: where a wheel looks for ground */
    FMU_STEPPED,       /* output: time_s, as a car that is made again counts from 0 */
    FMU_FAULT,         /* output: bits of kamm_fault */
    FMU_PARAMETER,     /* a value of the vehicle */
    FMU_ROAD,          /* parameter: the plane */
    FMU_START,         /* parameter: where and how the car is placed */
    FMU_KINDS
} fmu_kind;

/* Numbers of the kinds' items. */
enum { FMU_SLOPE, FMU_BANK, FMU_FRICTION };
enum { FMU_START_X, FMU_START_Y, FMU_START_YAW, FMU_START_SPEED, FMU_START_GEAR, FMU_START_Z };
enum {
    FMU_POINT, /* x, y, z, as the next two */
    FMU_NORMAL = 3,
    FMU_VELOCITY = 6,
    FMU_PLANE_FRICTION = 9,
    FMU_ROLLING_RESISTANCE,
    FMU_SLIDING_LOSS,
    FMU_WATER
};

enum { FMU_NAME_TEXT = 128 };
typedef struct fmu_variable {
    char name[FMU_NAME_TEXT]; /* of a wheel's without "wheels[0]." */
    const char *unit, *doc;
    double start, min, max; /* min below max, or any value is allowed */
    fmu_kind kind;
    int item;
    int tunable;        /* of parameters: it may change while the car drives */
    unsigned count;     /* of its values: 1, or one for each wheel */
    unsigned reference; /* of the first value; the others follow it */
    int of_wheels;
} fmu_variable;

typedef struct fmu_variables {
    fmu_variable *list;
    int count, capacity;
    unsigned values;           /* of all variables */
    int *variable_of;          /* [values] */
    unsigned first[FMU_KINDS]; /* the first value of each kind; item by item, wheel by wheel */
} fmu_variables;

/* 0: out of memory. `wheels` is the number of the car's wheels. */
int fmu_list_variables(fmu_variables *variables, const fmu_car *car, int wheels);
void fmu_free_variables(fmu_variables *variables);
int fmu_is_output(const fmu_variable *variable);
int fmu_is_parameter(const fmu_variable *variable);
/* The name of one value: "wheels[2].load_n". */
void fmu_value_name(const fmu_variable *variable, unsigned element, char name[FMU_NAME_TEXT]);

/* -- An instance (instance.c) -- */

/* Numbers that both versions of the standard have. */
enum { FMU_OK = 0, FMU_ERROR = 3 };
typedef void fmu_log(void *user, const char *text);

typedef enum fmu_phase { FMU_BEFORE, FMU_INITIALISING, FMU_STEPPING, FMU_ENDED } fmu_phase;

typedef struct fmu_instance {
    fmu_car *car;
    kamm_vehicle_def *def; /* with what has been set since */
    fmu_variables variables;
    int wheels;
    fmu_phase phase;
    double time_s;
    int64_t owed;     /* time not yet stepped, in 1e-12 of a substep */
    int64_t substeps; /* taken so far */
    double *values;   /* [variables.values] of inputs and parameters, as set last */
    kamm_model *model;
    kamm_cars *cars;
    int is_stale; /* parameters have been set since the model was made */
    fmu_log *log;
    void *log_user;
} fmu_instance;

/* Reads `folder`/car.bin. NULL on error, which it writes to the log. */
fmu_instance *fmu_create(const char *folder, const char *token, int fmi, fmu_log *log, void *user);
void fmu_free(fmu_instance *instance);
int fmu_begin_initialisation(fmu_instance *instance, double start_s);
int fmu_end_initialisation(fmu_instance *instance);
int fmu_end(fmu_instance *instance);
int fmu_reset(fmu_instance *instance);
int fmu_step(fmu_instance *instance, double point_s, double step_s);
int fmu_get(fmu_instance *instance, unsigned reference, double *value);
int fmu_set(fmu_instance *instance, unsigned reference, double value);
/* Tells the log, and returns FMU_ERROR. */
int fmu_fail(fmu_instance *instance, const char *format, ...);

/* -- Its state (state.c) -- */

typedef struct fmu_state {
    size_t size;
    unsigned char
        bytes[]; /* may be kept, for an instance of the same FMU on a machine of the same kind */
} fmu_state;

/* *state may be a former one, which is written again, or NULL. */
int fmu_save_state(fmu_instance *instance, fmu_state **state);
int fmu_restore_state(fmu_instance *instance, const fmu_state *state);
/* Into `size` bytes, which have to be as many as the state's at least. */
int fmu_write_state(fmu_instance *instance, const fmu_state *state, void *bytes, size_t size);
/* A new one. */
int fmu_state_of_bytes(fmu_instance *instance, const void *bytes, size_t size, fmu_state **state);
/* Makes model and car of what has been set. `goes_on`: with the state of the present car. */
int fmu_make_car(fmu_instance *instance, int goes_on);

#endif
