/* A car that a host sets, steps and reads. */
#include "fmu.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PARTS INT64_C(1000000000000) /* of a substep: what fmu_instance.owed counts */
#define TOLERANCE \
    (PARTS / 1000000) /* for steps that are no whole number of such parts, as 1/30 s */

int fmu_fail(fmu_instance *instance, const char *format, ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    instance->log(instance->log_user, text);
    return FMU_ERROR;
}

/* -- Beginning and end ------------------------------------------------------------------------ */

/* NULL: it is missing; the log says so. */
static unsigned char *read_file(fmu_instance *instance, const char *folder, size_t *size)
{
    enum { MOST = 1 << 20 };
    char path[1024];
    size_t length = strlen(folder);
    const char *slash = length && folder[length - 1] == '/' ? "" : "/";
    snprintf(path, sizeof path, "%s%s%s", folder, slash, FMU_CAR_FILE);
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = file ? malloc(MOST) : NULL;
    *size = bytes ? fread(bytes, 1, MOST, file) : 0;
    if (file) fclose(file);
    if (!bytes) fmu_fail(instance, "the FMU's resource can't be read: %.500s", path);
    return bytes;
}

static int read_car(fmu_instance *instance, const char *folder, const char *token, int fmi)
{
    size_t size;
    kamm_error error;
    unsigned char *bytes = read_file(instance, folder, &size);
    if (!bytes) return 0;
    kamm_result result = fmu_read_car(instance->car, bytes, size, &error);
    free(bytes);
    if (result) return fmu_fail(instance, "%s", error.text), 0;
    if (strcmp(token, instance->car->token) != 0)
        return fmu_fail(instance, "the token is %.60s; this FMU's is %s", token,
                        instance->car->token),
               0;
    if (instance->car->fmi != fmi)
        return fmu_fail(instance, "this FMU is one of FMI %d, not of FMI %d",
                        (int)instance->car->fmi, fmi),
               0;
    return 1;
}

static void take_start_values(fmu_instance *instance)
{
    for (int i = 0; i < instance->variables.count; ++i) {
        const fmu_variable *variable = &instance->variables.list[i];
        for (unsigned k = 0; k < variable->count; ++k)
            instance->values[variable->reference + k] = variable->start;
    }
}

static int make_instance(fmu_instance *instance)
{
    kamm_error error;
    *instance->def = instance->car->def;
    instance->model = kamm_create_model(instance->def, (kamm_rung)instance->car->rung, &error);
    if (!instance->model) return fmu_fail(instance, "%s", error.text), 0;
    instance->wheels = kamm_describe(instance->model).wheel_count;
    if (fmu_list_variables(&instance->variables, instance->car, instance->wheels))
        instance->values = malloc(sizeof(double) * instance->variables.values);
    if (!instance->values) return fmu_fail(instance, "out of memory"), 0;
    take_start_values(instance);
    return 1;
}

fmu_instance *fmu_create(const char *folder, const char *token, int fmi, fmu_log *log, void *user)
{
    fmu_instance *instance = calloc(1, sizeof *instance);
    if (!instance) return NULL;
    instance->log = log;
    instance->log_user = user;
    instance->car = calloc(1, sizeof *instance->car);
    instance->def = malloc(sizeof *instance->def);
    if (instance->car && instance->def && read_car(instance, folder, token, fmi) &&
        make_instance(instance))
        return instance;
    fmu_free(instance);
    return NULL;
}

static void free_cars(fmu_instance *instance)
{
    kamm_destroy_cars(instance->cars);
    instance->cars = NULL;
}

void fmu_free(fmu_instance *instance)
{
    if (!instance) return;
    free_cars(instance);
    kamm_destroy_model(instance->model);
    fmu_free_variables(&instance->variables);
    free(instance->values);
    free(instance->def);
    free(instance->car);
    free(instance);
}

int fmu_reset(fmu_instance *instance)
{
    free_cars(instance);
    *instance->def = instance->car->def;
    take_start_values(instance);
    instance->is_stale = 1;
    instance->time_s = 0;
    instance->owed = instance->substeps = 0;
    instance->phase = FMU_BEFORE;
    return FMU_OK;
}

/* -- Surroundings ----------------------------------------------------------------------------- */

static double value_of(const fmu_instance *instance, fmu_kind kind, int item)
{
    return instance->values[instance->variables.first[kind] + (unsigned)item];
}

static const double *values_of_wheels(const fmu_instance *instance, int item)
{
    return &instance->values[instance->variables.first[FMU_PLANE] +
                             (unsigned)(item * instance->wheels)];
}

static void fill_planes(const fmu_instance *instance, kamm_contact *planes)
{
    for (int wheel = 0; wheel < instance->wheels; ++wheel) {
        kamm_contact *plane = &planes[wheel];
        *plane = (kamm_contact){
            .friction = (float)values_of_wheels(instance, FMU_PLANE_FRICTION)[wheel],
            .rolling_resistance = (float)values_of_wheels(instance, FMU_ROLLING_RESISTANCE)[wheel],
            .sliding_loss = (float)values_of_wheels(instance, FMU_SLIDING_LOSS)[wheel],
            .water_m = (float)values_of_wheels(instance, FMU_WATER)[wheel]};
        for (int k = 0; k < 3; ++k) {
            plane->point_m[k] = values_of_wheels(instance, FMU_POINT + k)[wheel];
            plane->normal[k] = (float)values_of_wheels(instance, FMU_NORMAL + k)[wheel];
            plane->velocity_mps[k] = (float)values_of_wheels(instance, FMU_VELOCITY + k)[wheel];
        }
    }
}

/* `planes` has room for the car's wheels. */
static kamm_ground ground_of(const fmu_instance *instance, kamm_contact *planes)
{
    kamm_ground ground = kamm_flat_ground;
    if (instance->car->host_ground) {
        fill_planes(instance, planes);
        ground.contacts = planes;
    } else {
        ground = kamm_plane_ground(value_of(instance, FMU_ROAD, FMU_SLOPE),
                                   value_of(instance, FMU_ROAD, FMU_BANK),
                                   value_of(instance, FMU_ROAD, FMU_FRICTION));
    }
    for (int k = 0; k < 3; ++k) ground.wind_mps[k] = (float)value_of(instance, FMU_WIND, k);
    return ground;
}

/* -- Initialisation --------------------------------------------------------------------------- */

/* Where the host has the ground, the car starts on a plane of its own: outputs depend on no input then, either. */
static void place(fmu_instance *instance)
{
    const kamm_ground plane = kamm_plane_ground(value_of(instance, FMU_ROAD, FMU_SLOPE),
                                                value_of(instance, FMU_ROAD, FMU_BANK), 1);
    kamm_placement placement = kamm_placement_on(&plane, value_of(instance, FMU_START, FMU_START_X),
                                                 value_of(instance, FMU_START, FMU_START_Y),
                                                 value_of(instance, FMU_START, FMU_START_YAW));
    if (instance->car->host_ground)
        placement.position_m[2] = value_of(instance, FMU_START, FMU_START_Z);
    placement.speed_mps = value_of(instance, FMU_START, FMU_START_SPEED);
    placement.gear = (int32_t)lround(value_of(instance, FMU_START, FMU_START_GEAR));
    kamm_place(instance->cars, 0, &placement);
}

int fmu_make_car(fmu_instance *instance, int goes_on)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(instance->def, (kamm_rung)instance->car->rung, &error);
    if (!model) return fmu_fail(instance, "%s", error.text);
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    if (!cars) {
        kamm_destroy_model(model);
        return fmu_fail(instance, "%s", error.text);
    }
    if (goes_on) kamm_copy_car(instance->cars, 0, cars, 0);
    kamm_destroy_cars(instance->cars);
    kamm_destroy_model(instance->model);
    instance->cars = cars;
    instance->model = model;
    instance->is_stale = 0;
    return FMU_OK;
}

static int prepare(fmu_instance *instance)
{
    if (fmu_make_car(instance, 0)) return FMU_ERROR;
    place(instance);
    if (kamm_fault(instance->cars, 0) & KAMM_FAULT_NUMERIC)
        return fmu_fail(instance, "the car can't be placed as the values start.… say");
    return FMU_OK;
}

int fmu_begin_initialisation(fmu_instance *instance, double start_s)
{
    if (instance->phase != FMU_BEFORE)
        return fmu_fail(instance, "initialisation begins once, after instantiation or reset");
    instance->time_s = start_s;
    instance->phase = FMU_INITIALISING;
    instance->is_stale = 1;
    return FMU_OK;
}

int fmu_end_initialisation(fmu_instance *instance)
{
    if (instance->phase != FMU_INITIALISING)
        return fmu_fail(instance, "initialisation has to begin before it ends");
    int status = instance->is_stale ? prepare(instance) : FMU_OK;
    if (!status) instance->phase = FMU_STEPPING;
    return status;
}

int fmu_end(fmu_instance *instance)
{
    instance->phase = FMU_ENDED;
    return FMU_OK;
}

/* -- Values ----------------------------------------------------------------------------------- */

static const fmu_variable *find(fmu_instance *instance, unsigned reference)
{
    if (reference < instance->variables.values)
        return &instance->variables.list[instance->variables.variable_of[reference]];
    fmu_fail(instance, "there is no variable with the value reference %u; they are 0 to %u",
             reference, instance->variables.values - 1);
    return NULL;
}

static double read_output(fmu_instance *instance, const fmu_variable *variable, int element)
{
    kamm_probe probes[KAMM_MAX_WHEELS + KAMM_BODY_POINTS];
    switch (variable->kind) {
    case FMU_CHANNEL: return kamm_read(instance->cars, 0, (kamm_channel)variable->item);
    case FMU_WHEEL_CHANNEL:
        return kamm_read_wheel(instance->cars, 0, element, (kamm_wheel_channel)variable->item);
    case FMU_STEPPED: return (double)instance->substeps * kamm_describe(instance->model).substep_s;
    case FMU_PROBE:
        kamm_read_probes(instance->cars, 0, probes);
        return probes[element].position_m[variable->item];
    default: return kamm_fault(instance->cars, 0);
    }
}

int fmu_get(fmu_instance *instance, unsigned reference, double *value)
{
    const fmu_variable *variable = find(instance, reference);
    if (!variable) return FMU_ERROR;
    if (variable->kind == FMU_TIME) {
        *value = instance->time_s;
    } else if (!fmu_is_output(variable)) {
        *value = instance->values[reference];
    } else {
        if (instance->phase == FMU_INITIALISING && instance->is_stale && prepare(instance))
            return FMU_ERROR;
        if (!instance->cars)
            return fmu_fail(instance, "%s is known from initialisation on", variable->name);
        *value = read_output(instance, variable, (int)(reference - variable->reference));
    }
    return FMU_OK;
}

static int fail_range(fmu_instance *instance, const char *name, const fmu_variable *variable,
                      double value)
{
    if (variable->min < variable->max)
        return fmu_fail(instance, "%s: %.9g is out of range; allowed: %.9g to %.9g (unit %s)", name,
                        value, variable->min, variable->max, variable->unit);
    return fmu_fail(instance, "%s: %.9g is not allowed; it has to be a number (unit %s)", name,
                    value, variable->unit);
}

static int set_parameter(fmu_instance *instance, const fmu_variable *variable, double value)
{
    kamm_error error;
    if (instance->phase == FMU_STEPPING && !variable->tunable)
        return fmu_fail(instance, "%s is fixed: it can be set before initialisation ends",
                        variable->name);
    if (variable->kind == FMU_PARAMETER) {
        if (kamm_set_number(kamm_vehicle_table(), instance->def, variable->name, value, &error))
            return fmu_fail(instance, "%s", error.text);
    } else if (!isfinite(value) || (variable->min < variable->max &&
                                    !(value >= variable->min && value <= variable->max))) {
        return fail_range(instance, variable->name, variable, value);
    }
    if (variable->kind == FMU_PARAMETER || instance->phase != FMU_STEPPING) instance->is_stale = 1;
    return FMU_OK;
}

int fmu_set(fmu_instance *instance, unsigned reference, double value)
{
    const fmu_variable *variable = find(instance, reference);
    if (!variable) return FMU_ERROR;
    char name[FMU_NAME_TEXT];
    fmu_value_name(variable, reference - variable->reference, name);
    if (variable->kind == FMU_TIME || fmu_is_output(variable))
        return fmu_fail(instance, "%s can't be set", name);
    if (fmu_is_parameter(variable)) {
        if (set_parameter(instance, variable, value)) return FMU_ERROR;
    } else if (!isfinite(value)) {
        return fail_range(instance, name, variable, value);
    }
    instance->values[reference] = value;
    return FMU_OK;
}

/* -- Steps ------------------------------------------------------------------------------------ */

/* Whole substeps of the time that has come; the rest is kept. */
static int take_substeps(fmu_instance *instance, double step_s)
{
    double substeps = step_s * instance->car->def.stepping.substeps_per_s, whole = floor(substeps);
    instance->owed += llround((substeps - whole) * (double)PARTS);
    int64_t more = (instance->owed + TOLERANCE) / PARTS;
    instance->owed -= more * PARTS;
    return (int)(whole + (double)more);
}

static void take_inputs(fmu_instance *instance)
{
    float *inputs = (float *)kamm_inputs(instance->cars); /* all its members are floats */
    int count;
    kamm_input_fields(&count);
    for (int i = 0; i < count; ++i) inputs[i] = (float)value_of(instance, FMU_INPUT, i);
}

int fmu_step(fmu_instance *instance, double point_s, double step_s)
{
    if (instance->phase != FMU_STEPPING)
        return fmu_fail(instance,
                        "the car can't step before initialisation has ended, or after the end");
    if (!(step_s > 0 && step_s <= 1e6) || !isfinite(point_s))
        return fmu_fail(instance, "a step of %.9g s from %.9g s: allowed is above 0 to 1e6 s",
                        step_s, point_s);
    if (instance->is_stale && fmu_make_car(instance, 1)) return FMU_ERROR;
    kamm_contact planes[KAMM_MAX_WHEELS];
    kamm_ground ground = ground_of(instance, planes);
    take_inputs(instance);
    int substeps = take_substeps(instance, step_s);
    if (substeps) kamm_step(instance->cars, &ground, substeps);
    instance->substeps += substeps;
    instance->time_s = point_s + step_s;
    if (kamm_fault(instance->cars, 0) & KAMM_FAULT_NUMERIC)
        return fmu_fail(
            instance,
            "the step to %.9g s gave no number, or a car beyond all reason; it stands since",
            instance->time_s);
    return FMU_OK;
}
