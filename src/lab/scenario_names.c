/* What names mean in the expressions of scenario files. */
#include <stddef.h>
#include <string.h>

#include "lab/scenario.h"

/* -- Tables -- */
static const struct {
    const char *name, *unit;
} signals[SIGNALS] = {
    [SIGNAL_TIME] = {"time_s", "s"},
    [SIGNAL_PHASE_TIME] = {"phase_time_s", "s"},
    [SIGNAL_OUTSIDE] = {"outside_m", "m"},
    [SIGNAL_WANTED] = {"wanted_speed_mps", "m/s"},
    [SIGNAL_TURNED] = {"turned_rad", "rad"},
    [SIGNAL_TRAVELLED] = {"travelled_m", "m"},
    [SIGNAL_LIFT] = {"side_lift_m", "m"},
    [SIGNAL_LOAD_LEFT] = {"load_left_n", "N"},
    [SIGNAL_LOAD_RIGHT] = {"load_right_n", "N"},
    [SIGNAL_ROLLING_MASS] = {"rolling_mass_kg", "kg"},
};

static const struct {
    const char *name;
    double value;
    const char *unit; /* NULL: a plain number */
} constants[] = {{"pi", KAMM_PI, "1"},
                 {"gravity", KAMM_GRAVITY_MPS2, "m/s2"},
                 {"drive", KAMM_GEAR_DRIVE, "1"},
                 {"none", NAN, NULL},
                 {"true", 1, NULL},
                 {"false", 0, NULL}};

/* Members of kamm_model_info. Other names behind "car." are paths of the vehicle's file. */
static const struct {
    const char *name, *unit;
    size_t offset;
} of_car[] = {
    {"mass_kg", "kg", offsetof(kamm_model_info, mass_kg)},
    {"wheelbase_m", "m", offsetof(kamm_model_info, wheelbase_m)},
    {"cg_height_m", "m", offsetof(kamm_model_info, cg_height_m)},
    {"cg_behind_front_axle_m", "m", offsetof(kamm_model_info, cg_behind_front_axle_m)},
    {"steering_lock_rad", "rad", offsetof(kamm_model_info, steering_lock_rad)},
    {"steering_ratio", "1", offsetof(kamm_model_info, steering_ratio)},
    {"length_m", "m", offsetof(kamm_model_info, length_m)},
    {"width_m", "m", offsetof(kamm_model_info, width_m)},
    {"yaw_inertia_kgm2", "kg.m2", offsetof(kamm_model_info, yaw_inertia_kgm2)},
    {"top_speed_mps", "m/s", offsetof(kamm_model_info, top_speed_mps)},
    {"substep_s", "s", offsetof(kamm_model_info, substep_s)},
};
enum { OF_CAR = sizeof of_car / sizeof *of_car };

struct scenario_dimension kamm_scenario_dimension_of(const char *unit)
{
    struct scenario_unit read;
    if (!unit || !kamm_scenario_read_unit(unit, &read))
        return (struct scenario_dimension){.is_open = 1};
    return read.dimension;
}

/* -- Names -- */
static int32_t add_slot_node(struct scenario_parser *parser, const struct scenario_name *name)
{
    if (name->of_run >= 0 && name->of_run + (parser->time != SCENARIO_AFTER) > parser->run)
        return kamm_scenario_fail(parser, "%.60s is known only after the run", name->text);
    return kamm_scenario_add_node(parser, (struct scenario_node){.operation = NODE_SLOT,
                                                                 .index = name->slot,
                                                                 .dimension = name->dimension});
}

/* Those of the parser's run come before those of all. */
static const struct scenario_name *find_slot(const struct scenario_parser *parser, const char *text)
{
    const kamm_scenario *scenario = parser->scenario;
    const struct scenario_name *found = NULL;
    for (int32_t i = 0; i < scenario->name_count; ++i) {
        const struct scenario_name *name = &scenario->names[i];
        if (strcmp(name->text, text) != 0 || (name->run >= 0 && name->run != parser->run)) continue;
        if (!found || name->run >= 0) found = name;
    }
    return found;
}

static struct scenario_name *add_name(struct scenario_parser *parser, const char *text,
                                      struct scenario_dimension dimension)
{
    kamm_scenario *scenario = parser->scenario;
    if (scenario->name_count == SCENARIO_SLOTS)
        return kamm_scenario_fail(parser, "the file has more than %d names", SCENARIO_SLOTS), NULL;
    struct scenario_name *name = &scenario->names[scenario->name_count];
    *name = (struct scenario_name){
        .slot = scenario->name_count, .dimension = dimension, .run = -1, .of_run = -1};
    memcpy(name->text, text, strlen(text) + 1);
    ++scenario->name_count;
    return name;
}

/* "car.wheelbase_m", "car.body.drag_coefficient": read once, when the car is known. Its number of axles and gears is not. */
static int32_t add_car_name(struct scenario_parser *parser, const char *text)
{
    const char *path = text + strlen("car.");
    struct scenario_dimension dimension = {.is_open = 1};
    int is_known = 0;
    for (int i = 0; i < OF_CAR; ++i)
        if (!strcmp(of_car[i].name, path))
            dimension = kamm_scenario_dimension_of(of_car[i].unit), is_known = 1;
    if (!is_known) {
        kamm_vehicle_def def = kamm_default_vehicle();
        kamm_error error;
        double value;
        kamm_result result = kamm_get_number(kamm_vehicle_table(), &def, path, &value, &error);
        if (result == KAMM_ERROR_UNKNOWN && !strchr(path, '['))
            return kamm_scenario_fail(parser, "%.150s", error.text);
    }
    struct scenario_name *name = add_name(parser, text, dimension);
    if (!name) return -1;
    name->is_of_car = 1;
    return add_slot_node(parser, name);
}

static int index_of(const kamm_field_info *fields, int count, const char *name)
{
    for (int i = 0; i < count; ++i)
        if (!strcmp(fields[i].name, name)) return i;
    return -1;
}

static int32_t add_channel(struct scenario_parser *parser, enum scenario_operation operation,
                           const kamm_field_info *field, int index, int wheel)
{
    return kamm_scenario_add_node(
        parser, (struct scenario_node){.operation = operation,
                                       .index = index,
                                       .other = wheel,
                                       .dimension = kamm_scenario_dimension_of(field->unit),
                                       .changes = 1});
}

/* A channel of the car or of a wheel, or an input; -2: it is none. */
static int32_t find_channel(struct scenario_parser *parser, const char *name)
{
    int count, wheel, start = 0;
    const kamm_field_info *fields = kamm_channel_fields(&count);
    int index = index_of(fields, count, name);
    if (index >= 0) return add_channel(parser, NODE_CHANNEL, &fields[index], index, 0);
    if (!strncmp(name, "input.", strlen("input."))) {
        fields = kamm_input_fields(&count);
        index = index_of(fields, count, name + strlen("input."));
        return index < 0 ? -2 : add_channel(parser, NODE_INPUT, &fields[index], index, 0);
    }
    if (sscanf(name, "wheels[%2d].%n", &wheel, &start) != 1 || !start) return -2;
    if (wheel < 0 || wheel >= KAMM_MAX_WHEELS)
        return kamm_scenario_fail(parser, "wheels are 0 to %d", KAMM_MAX_WHEELS - 1);
    fields = kamm_wheel_channel_fields(&count);
    index = index_of(fields, count, name + start);
    return index < 0 ? -2 : add_channel(parser, NODE_WHEEL, &fields[index], index, wheel);
}

static int32_t find_signal(struct scenario_parser *parser, const char *name)
{
    for (int i = 0; i < SIGNALS; ++i)
        if (!strcmp(signals[i].name, name))
            return kamm_scenario_add_node(
                parser,
                (struct scenario_node){.operation = NODE_SIGNAL,
                                       .index = i,
                                       .dimension = kamm_scenario_dimension_of(signals[i].unit),
                                       .changes = 1});
    return -2;
}

static int32_t find_constant(struct scenario_parser *parser, const char *name)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; ++i) {
        if (strcmp(constants[i].name, name) != 0) continue;
        struct scenario_node node = {.operation = NODE_NUMBER, .number = constants[i].value};
        node.dimension = kamm_scenario_dimension_of(constants[i].unit);
        /* Not a literal: Froude's law does not change it. */
        return kamm_scenario_add_node(parser, node);
    }
    return -2;
}

static int32_t fail_unknown(struct scenario_parser *parser, const char *text)
{
    const kamm_scenario *scenario = parser->scenario;
    kamm_nearest nearest = kamm_start_nearest(text, strlen(text));
    int count;
    const kamm_field_info *fields = kamm_channel_fields(&count);
    for (int32_t i = 0; i < scenario->name_count; ++i)
        if (scenario->names[i].run < 0 || scenario->names[i].run == parser->run)
            kamm_suggest_name(&nearest, scenario->names[i].text);
    for (int i = 0; i < SIGNALS; ++i) kamm_suggest_name(&nearest, signals[i].name);
    for (int i = 0; i < count; ++i) kamm_suggest_name(&nearest, fields[i].name);
    const char *meant = kamm_channel_meant_by(text, 0);
    if (!meant && *nearest.best) meant = nearest.best;
    return kamm_scenario_fail(parser, "there is no %.60s here%s%s%s", text,
                              meant ? "; did you mean " : "", meant ? meant : "", meant ? "?" : "");
}

int32_t kamm_scenario_name_node(struct scenario_parser *parser, const char *text)
{
    const struct scenario_name *name = find_slot(parser, text);
    if (name) return add_slot_node(parser, name);
    if (!strncmp(text, "car.", strlen("car."))) return add_car_name(parser, text);
    int32_t node = find_constant(parser, text);
    if (node == -2) node = find_signal(parser, text);
    if (node == -2) node = find_channel(parser, text);
    return node == -2 ? fail_unknown(parser, text) : node;
}

static int is_reserved(const char *name)
{
    int count;
    const kamm_field_info *fields = kamm_channel_fields(&count);
    for (size_t i = 0; i < sizeof constants / sizeof *constants; ++i)
        if (!strcmp(constants[i].name, name)) return 1;
    for (int i = 0; i < SIGNALS; ++i)
        if (!strcmp(signals[i].name, name)) return 1;
    return !strcmp(name, "car") || !strcmp(name, "input") || !strcmp(name, "wheels") ||
           !strcmp(name, "and") || !strcmp(name, "or") || !strcmp(name, "not") ||
           index_of(fields, count, name) >= 0;
}

static int is_well_formed(const char *name, size_t length)
{
    return length && strspn(name, "abcdefghijklmnopqrstuvwxyz_0123456789") >= length &&
           (*name < '0' || *name > '9');
}

int kamm_scenario_is_name(const char *name) { return is_well_formed(name, strlen(name)); }

/* "name", or "run.name". */
int32_t kamm_scenario_define(struct scenario_parser *parser, const char *text, int run, int of_run,
                             struct scenario_dimension dimension)
{
    size_t run_length = strcspn(text, ".");
    const char *own = text[run_length] ? text + run_length + 1 : text;
    parser->text = parser->at = text;
    *parser->message = 0;
    if (!is_well_formed(text, run_length) || !is_well_formed(own, strlen(own)))
        return kamm_scenario_fail(parser, "a name has small letters, digits and _");
    if (is_reserved(text)) return kamm_scenario_fail(parser, "the name has another meaning");
    const struct scenario_name *found = find_slot(parser, text);
    if (found && found->run == run) return kamm_scenario_fail(parser, "the name is taken");
    struct scenario_name *name = add_name(parser, text, dimension);
    if (!name) return -1;
    name->run = run;
    name->of_run = of_run;
    return name->slot;
}

int32_t kamm_scenario_find_phase(const kamm_scenario *scenario, int run, const char *name)
{
    const struct scenario_run *of = &scenario->runs[run];
    for (int32_t i = 0; i < of->phase_count; ++i)
        if (!strcmp(of->phases[i].name, name)) return i;
    return -1;
}

void kamm_scenario_read_car(const kamm_scenario *scenario, const kamm_bench *bench, double *slots)
{
    for (int32_t i = 0; i < scenario->name_count; ++i) {
        const struct scenario_name *name = &scenario->names[i];
        const char *path = name->text + strlen("car.");
        if (!name->is_of_car) continue;
        slots[name->slot] = NAN;
        int is_known = 0;
        for (int k = 0; k < OF_CAR; ++k)
            if (!strcmp(of_car[k].name, path)) {
                memcpy(&slots[name->slot], (const char *)&bench->info + of_car[k].offset,
                       sizeof(double));
                is_known = 1;
            }
        if (!is_known)
            kamm_get_number(kamm_vehicle_table(), &bench->car->def, path, &slots[name->slot], NULL);
    }
}
