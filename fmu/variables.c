/* Which variables an FMU has: the driver's inputs, the channels, and those values of the vehicle that make sense to be set. */
#include "fmu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which values of a vehicle are parameters, by the beginning of their paths without indices; the first line that fits
 * counts, and what fits none is left to the vehicle's file. Tunable are those that leave wheels, masses and gears where they are. */
enum { HIDDEN, FIXED, TUNABLE };
static const struct rule {
    const char *beginning;
    int is;
} rules[] = {
    {"payload.", TUNABLE},
    {"steering.ratio", FIXED},
    {"steering.lock_rad", FIXED},
    {"steering.ackermann", FIXED},
    {"steering.", TUNABLE},
    {"engine.cylinders", HIDDEN},
    {"engine.", TUNABLE},
    {"clutch.", TUNABLE},
    {"brakes.", TUNABLE},
    {"aero.", TUNABLE},
    {"aids.", TUNABLE},
    {"axles.brake_torque_nm", TUNABLE},
    {"axles.hand_brake_torque_nm", TUNABLE},
    {"axles.lock_", TUNABLE},
    {"axles.suspension.hardpoints.", HIDDEN},
    {"axles.suspension.", TUNABLE},
    {"axles.tyre.inflation_pressure_pa", TUNABLE},
    {"axles.tyre.lmux", TUNABLE},
    {"axles.tyre.lmuy", TUNABLE},
    {"axles.tyre.lkx", TUNABLE},
    {"axles.tyre.lky", TUNABLE},
    {"axles.tyre.", HIDDEN},
    {"axles.", FIXED},
    {"body.boxes.", HIDDEN},
    {"body.", FIXED},
    {"tank.", FIXED},
    {"shifting_load.", FIXED},
    {"front_assembly.", FIXED},
    {"rider.", FIXED},
    {"stand.", FIXED},
    {"gearbox.", FIXED},
    {"converter.", FIXED},
    {"transfer.", FIXED},
    {"retarder.", FIXED},
    {"battery.", FIXED},
    {"power_split.", FIXED},
};

int fmu_is_output(const fmu_variable *variable)
{
    return variable->kind >= FMU_CHANNEL && variable->kind <= FMU_FAULT;
}

int fmu_is_parameter(const fmu_variable *variable) { return variable->kind >= FMU_PARAMETER; }

void fmu_value_name(const fmu_variable *variable, unsigned element, char name[FMU_NAME_TEXT])
{
    if (variable->of_wheels)
        snprintf(name, FMU_NAME_TEXT, "wheels[%u].%.100s", element, variable->name);
    else
        snprintf(name, FMU_NAME_TEXT, "%s", variable->name);
}

void fmu_free_variables(fmu_variables *variables)
{
    free(variables->list);
    free(variables->variable_of);
    *variables = (fmu_variables){0};
}

/* Returns NULL when there is no memory; from then on nothing is added. */
static fmu_variable *add(fmu_variables *variables, fmu_kind kind, int item, const char *name,
                         const char *unit, const char *doc)
{
    if (variables->count == variables->capacity) {
        int capacity = variables->capacity ? 2 * variables->capacity : 256;
        void *list = realloc(variables->list, sizeof *variables->list * (size_t)capacity);
        if (!list) {
            variables->capacity = -1;
            return NULL;
        }
        variables->list = list;
        variables->capacity = capacity;
    }
    if (variables->capacity < 0) return NULL;
    fmu_variable *variable = &variables->list[variables->count++];
    if (variables->count == 1 || variable[-1].kind != kind)
        variables->first[kind] = variables->values;
    *variable = (fmu_variable){.unit = unit, .doc = doc, .kind = kind, .item = item, .count = 1};
    snprintf(variable->name, sizeof variable->name, "%s", name);
    variable->reference = variables->values++;
    return variable;
}

static void set_range(fmu_variable *variable, double start, double min, double max)
{
    if (!variable) return;
    variable->start = start;
    variable->min = min;
    variable->max = max;
}

static void make_wheels(fmu_variables *variables, fmu_variable *variable, int wheels)
{
    if (!variable) return;
    variable->of_wheels = 1;
    variable->count = (unsigned)wheels;
    variables->values += (unsigned)wheels - 1;
}

static void add_inputs(fmu_variables *variables)
{
    static const char *const winds[] = {"wind.x_mps", "wind.y_mps", "wind.z_mps"};
    int count;
    const kamm_field_info *inputs = kamm_input_fields(&count);
    for (int i = 0; i < count; ++i) {
        char name[FMU_NAME_TEXT]; /* channels of what the driver does have the names without */
        snprintf(name, sizeof name, "driver.%s", inputs[i].name);
        set_range(add(variables, FMU_INPUT, i, name, inputs[i].unit, inputs[i].doc),
                  inputs[i].default_value, inputs[i].min, inputs[i].max);
    }
    for (int i = 0; i < 3; ++i)
        add(variables, FMU_WIND, i, winds[i], "m/s", "Velocity of the air, world axes");
}

/* What kamm_contact has, of each wheel. */
static void add_planes(fmu_variables *variables, int wheels)
{
    static const struct {
        const char *name, *unit, *doc;
        double start, min, max;
    } planes[] = {
        {"ground_x_m", "m", "A point of the ground's plane near the wheel, world axes", 0, 0, 0},
        {"ground_y_m", "m", "A point of the ground's plane near the wheel, world axes", 0, 0, 0},
        {"ground_z_m", "m", "A point of the ground's plane near the wheel, world axes", 0, 0, 0},
        {"ground_normal_x", "1", "Unit vector out of the ground, world axes", 0, -1, 1},
        {"ground_normal_y", "1", "Unit vector out of the ground, world axes", 0, -1, 1},
        {"ground_normal_z", "1", "Unit vector out of the ground, world axes", 1, -1, 1},
        {"ground_velocity_x_mps", "m/s", "Velocity of the ground itself", 0, 0, 0},
        {"ground_velocity_y_mps", "m/s", "Velocity of the ground itself", 0, 0, 0},
        {"ground_velocity_z_mps", "m/s", "Velocity of the ground itself", 0, 0, 0},
        {"ground_friction", "1", "Factor on the tyre's friction: 1 on dry asphalt, 0.1 on ice", 1,
         0, 10},
        {"ground_rolling_resistance", "1", "Added to the tyre's own, as force per load", 0, 0, 1},
        {"ground_sliding_loss", "1", "Share of the friction that is lost where the tyre slides", 0,
         0, 0.95},
        {"ground_water_m", "m", "Depth of water on the ground", 0, 0, 0.1},
    };
    for (int i = 0; i < (int)(sizeof planes / sizeof *planes); ++i) {
        fmu_variable *plane =
            add(variables, FMU_PLANE, i, planes[i].name, planes[i].unit, planes[i].doc);
        set_range(plane, planes[i].start, planes[i].min, planes[i].max);
        make_wheels(variables, plane, wheels);
    }
}

/* Channels that the rung has. */
static int has(const fmu_car *car, kamm_feature needs)
{
    needs &= ~KAMM_FEATURES_OF_PARTS;
    return (kamm_describe_rung((kamm_rung)car->rung)->features & needs) == needs;
}

static void add_outputs(fmu_variables *variables, const fmu_car *car, int wheels)
{
    static const char *const probes[] = {"probe_x_m", "probe_y_m", "probe_z_m"};
    int count;
    const kamm_field_info *channels = kamm_channel_fields(&count);
    for (int i = 0; i < count; ++i)
        if (has(car, channels[i].needs) && strcmp(channels[i].name, "time_s") != 0)
            add(variables, FMU_CHANNEL, i, channels[i].name, channels[i].unit, channels[i].doc);
    channels = kamm_wheel_channel_fields(&count);
    for (int i = 0; i < count; ++i)
        if (has(car, channels[i].needs))
            make_wheels(variables,
                        add(variables, FMU_WHEEL_CHANNEL, i, channels[i].name, channels[i].unit,
                            channels[i].doc),
                        wheels);
    for (int i = 0; i < 3 && car->host_ground; ++i)
        make_wheels(variables,
                    add(variables, FMU_PROBE, i, probes[i], "m",
                        "Centre of the wheel at rest in the body, where it looks for ground"),
                    wheels);
    add(variables, FMU_STEPPED, 0, "time_s", "s",
        "Time that the car has come to: whole substeps; the rest waits for the next step");
    add(variables, FMU_FAULT, 0, "fault", "1",
        "Bits: 1 the step gave no number and the car stands, 2 an input was none, 4 a contact plane was none");
}

/* Is all of a group as the tables have it, so that the vehicle has no such part? */
static int is_default(const kamm_field_table *table, const char *object)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        const char *value = object + field->offset;
        if (field->kind == KAMM_FIELD_NUMBER && *(const double *)value != field->default_value)
            return 0;
        if (field->kind == KAMM_FIELD_CURVE && ((const kamm_curve *)value)->count) return 0;
        if (field->kind == KAMM_FIELD_GROUP && !is_default(field->table, value)) return 0;
    }
    return 1;
}

/* The path without indices, as the rules have it. */
static int rule_of(const char *path)
{
    char plain[FMU_NAME_TEXT];
    size_t length = 0;
    for (const char *at = path; *at && length + 1 < sizeof plain; ++at) {
        if (*at == '[')
            at = strchr(at, ']');
        else
            plain[length++] = *at;
    }
    plain[length] = 0;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i)
        if (strncmp(plain, rules[i].beginning, strlen(rules[i].beginning)) == 0) return rules[i].is;
    return HIDDEN;
}

static void add_values(fmu_variables *variables, const kamm_field_table *table, const char *object,
                       const char *before);

static void add_list(fmu_variables *variables, const kamm_field *field, const char *object,
                     const char *path)
{
    int32_t count = *(const int32_t *)(object + field->count_offset);
    for (int32_t i = 0; i < count; ++i) {
        char item[FMU_NAME_TEXT];
        snprintf(item, sizeof item, "%.100s[%d].", path, (int)i);
        add_values(variables, field->table, object + field->offset + (size_t)i * field->item_size,
                   item);
    }
}

/* Single numbers; lists of numbers and curves are the file's. */
static void add_values(fmu_variables *variables, const kamm_field_table *table, const char *object,
                       const char *before)
{
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        const char *value = object + field->offset;
        char path[FMU_NAME_TEXT], group[FMU_NAME_TEXT + 1];
        snprintf(path, sizeof path, "%s%s", before, field->name);
        snprintf(group, sizeof group, "%s.", path);
        if (field->kind == KAMM_FIELD_GROUP &&
            !(rule_of(group) == FIXED && is_default(field->table, value)))
            add_values(variables, field->table, value, group);
        if (field->kind == KAMM_FIELD_LIST) add_list(variables, field, object, path);
        if (field->kind != KAMM_FIELD_NUMBER || rule_of(path) == HIDDEN) continue;
        fmu_variable *added = add(variables, FMU_PARAMETER, 0, path, field->unit, field->doc);
        set_range(added, *(const double *)value, field->min, field->max);
        if (added) added->tunable = rule_of(path) == TUNABLE;
    }
}

/* The plane that the car starts on, and drives on where the host has no ground. */
static void add_road(fmu_variables *variables, int host_ground)
{
    set_range(add(variables, FMU_ROAD, FMU_SLOPE, host_ground ? "start.slope" : "road.slope", "1",
                  "Rise of the ground along x: 0.2 is a slope of 20 %"),
              0, -2, 2);
    set_range(add(variables, FMU_ROAD, FMU_BANK, host_ground ? "start.bank" : "road.bank", "1",
                  "Rise of the ground along y"),
              0, -2, 2);
    if (host_ground) return;
    fmu_variable *friction = add(variables, FMU_ROAD, FMU_FRICTION, "road.friction", "1",
                                 "Factor on the tyre's friction: 1 on dry asphalt, 0.1 on ice");
    set_range(friction, 1, 0, 10);
    if (friction) friction->tunable = 1;
}

static void add_start(fmu_variables *variables, int host_ground)
{
    add(variables, FMU_START, FMU_START_X, "start.x_m", "m", "Where the car starts");
    add(variables, FMU_START, FMU_START_Y, "start.y_m", "m", "Where the car starts");
    add(variables, FMU_START, FMU_START_YAW, "start.yaw_rad", "rad",
        "Where it heads: 0 along x, positive left");
    set_range(add(variables, FMU_START, FMU_START_SPEED, "start.speed_mps", "m/s",
                  "Speed with which it starts"),
              0, -100, 300);
    set_range(add(variables, FMU_START, FMU_START_GEAR, "start.gear", "1",
                  "Gear in which it starts; 100: one that suits the speed"),
              KAMM_GEAR_DRIVE, -1, KAMM_GEAR_DRIVE);
    if (host_ground)
        add(variables, FMU_START, FMU_START_Z, "start.z_m", "m",
            "Height of the ground where it starts");
}

static int index_values(fmu_variables *variables)
{
    variables->variable_of = malloc(sizeof(int) * variables->values);
    if (!variables->variable_of) return 0;
    for (int i = 0; i < variables->count; ++i)
        for (unsigned k = 0; k < variables->list[i].count; ++k)
            variables->variable_of[variables->list[i].reference + k] = i;
    return 1;
}

int fmu_list_variables(fmu_variables *variables, const fmu_car *car, int wheels)
{
    *variables = (fmu_variables){0};
    add(variables, FMU_TIME, 0, "time", "s", "Time of the simulation");
    add_inputs(variables);
    if (car->host_ground) add_planes(variables, wheels);
    add_outputs(variables, car, wheels);
    add_values(variables, kamm_vehicle_table(), (const char *)&car->def, "");
    add_road(variables, car->host_ground);
    add_start(variables, car->host_ground);
    if (variables->capacity > 0 && index_values(variables)) return 1;
    fmu_free_variables(variables);
    return 0;
}
