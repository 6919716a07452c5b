/* The physics control of a CARLA 0.9 vehicle as JSON: carla.VehiclePhysicsControl with its wheels, attribute by attribute.
 *
 * Units are those of CARLA's Python reference: rpm, N m, kg, degrees, seconds; lengths of wheels in centimetres. */
#include "import.h"

#include <math.h>
#include <string.h>

#include "json_file.h"

enum { WHEELS = 4, MAX_POINTS = 1024 };

struct carla {
    struct import *m;
    const cJSON *json, *wheels[WHEELS]; /* front left, front right, rear left, rear right */
    kamm_curve torque;
    double radius_m[ENDS], wheelbase_m, track_m[ENDS];
};

/* -- Values -- */

static void fail(struct carla *c, kamm_result code, const char *key, const char *what)
{
    if (c->m->result) return;
    c->m->result = kamm_fail(c->m->error, code, key, "%.300s: %s: %s", c->m->path, key, what);
}

static void fail_missing(struct carla *c, const char *key, const char *what)
{
    kamm_nearest nearest = kamm_start_nearest(key, strlen(key));
    char text[200];
    const cJSON *item;
    cJSON_ArrayForEach(item, c->json) if (item->string) kamm_suggest_name(&nearest, item->string);
    snprintf(text, sizeof text, "is missing: %s%s%s%s", what,
             *nearest.best ? "; the file has " : "", nearest.best,
             *nearest.best ? ", is it that?" : "");
    fail(c, KAMM_ERROR_MISSING, key, text);
}

/* A number of an object, within limits in the file's unit; `name` is its place for messages. 0: not there, or an error. */
static int number(struct carla *c, const cJSON *object, const char *key, const char *name,
                  const char *unit, double min, double max, double *value)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, key);
    char what[120];
    if (!item || c->m->result) return 0;
    snprintf(what, sizeof what, "a number from %g to %g%s%s is wanted", min, max, *unit ? " " : "",
             unit);
    if (!cJSON_IsNumber(item) || !isfinite(item->valuedouble))
        fail(c, KAMM_ERROR_FORMAT, name, what);
    else if (!(item->valuedouble >= min && item->valuedouble <= max))
        fail(c, KAMM_ERROR_RANGE, name, what);
    else
        *value = item->valuedouble;
    return !c->m->result;
}

static void take(struct carla *c, const char *key, const char *unit, double min, double max,
                 double scale, const char *path)
{
    double value;
    char from[96];
    snprintf(from, sizeof from, "CARLA %s", key);
    if (number(c, c->json, key, key, unit, min, max, &value))
        kamm_put_imported(c->m, path, value * scale, from);
}

static int wheel_number(struct carla *c, int wheel, const char *key, const char *unit, double min,
                        double max, double *value)
{
    char name[64];
    snprintf(name, sizeof name, "wheels[%d].%s", wheel, key);
    return number(c, c->wheels[wheel], key, name, unit, min, max, value);
}

/* -- Facts -- */

static void read_torque(struct carla *c)
{
    const cJSON *curve = cJSON_GetObjectItemCaseSensitive(c->json, "torque_curve"), *point;
    static const char wanted[] =
        "points {\"x\": rpm, \"y\": N.m} with ascending x are wanted, 1 to 1024";
    double x[MAX_POINTS], y[MAX_POINTS];
    int count = 0;
    if (!curve) {
        fail_missing(c, "torque_curve", "points {\"x\": rpm, \"y\": N.m}");
        return;
    }
    cJSON_ArrayForEach(point, curve)
    {
        char name[48];
        snprintf(name, sizeof name, "torque_curve[%d]", count);
        if (count == MAX_POINTS || !cJSON_HasObjectItem(point, "x") ||
            !cJSON_HasObjectItem(point, "y"))
            fail(c, KAMM_ERROR_FORMAT, name, wanted);
        number(c, point, "x", name, "rpm", 0, 50000, &x[count % MAX_POINTS]);
        number(c, point, "y", name, "N.m", 0, 1e5, &y[count % MAX_POINTS]);
        if (c->m->result) return;
        x[count] *= RPM_RADPS;
        if (count && x[count] <= x[count - 1]) fail(c, KAMM_ERROR_RANGE, name, wanted);
        ++count;
    }
    if (!count) fail(c, KAMM_ERROR_FORMAT, "torque_curve", wanted);
    if (!c->m->result) c->torque = kamm_curve_of_points(x, y, count);
}

/* The curve's power counts up to max_rpm. */
static void engine_facts(struct carla *c)
{
    kamm_vehicle_facts *facts = &c->m->facts;
    double rpm = 0;
    read_torque(c);
    if (c->m->result) return;
    if (number(c, c->json, "max_rpm", "max_rpm", "rpm", 500, 50000, &rpm))
        facts->limiter_radps = rpm * RPM_RADPS;
    kamm_take_engine_facts(c->m, &c->torque);
    if (!(facts->power_w > 0))
        fail(c, KAMM_ERROR_RANGE, "torque_curve", "has no torque above 0 N.m");
    if (!facts->engine || facts->engine == KAMM_POWER_ELECTRIC) facts->engine = KAMM_POWER_PETROL;
}

static void gear_facts(struct carla *c)
{
    const cJSON *gears = cJSON_GetObjectItemCaseSensitive(c->json, "forward_gears"), *gear;
    kamm_vehicle_facts *facts = &c->m->facts;
    int count = 0;
    double is_automatic = 1;
    if (!gears) fail_missing(c, "forward_gears", "gears {\"ratio\": ...}, first gear first");
    cJSON_ArrayForEach(gear, gears)
    {
        char name[48];
        snprintf(name, sizeof name, "forward_gears[%d].ratio", count);
        if (count == KAMM_MAX_GEARS || !cJSON_HasObjectItem(gear, "ratio"))
            fail(c, KAMM_ERROR_FORMAT, name, "1 to 18 gears {\"ratio\": ...} are wanted");
        if (c->m->result) return;
        if (number(c, gear, "ratio", name, "", 0.1, 30, &facts->ratios[count])) ++count;
    }
    if (!count) fail(c, KAMM_ERROR_FORMAT, "forward_gears", "1 to 18 gears are wanted");
    facts->ratios_count = facts->gears = count;
    if (!number(c, c->json, "final_ratio", "final_ratio", "", 0.5, 30, &facts->final_drive) &&
        !c->m->result)
        fail_missing(c, "final_ratio", "ratio behind the gearbox");
    const cJSON *automatic = cJSON_GetObjectItemCaseSensitive(c->json, "use_gear_autobox");
    if (cJSON_IsBool(automatic)) is_automatic = cJSON_IsTrue(automatic);
    facts->gearbox = is_automatic > 0 ? KAMM_SHIFTED_AUTOMATIC : KAMM_SHIFTED_MANUAL;
}

static int position(struct carla *c, int wheel, double at[2])
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(c->wheels[wheel], "position");
    char name[64];
    snprintf(name, sizeof name, "wheels[%d].position", wheel);
    return item && number(c, item, "x", name, "cm", -1e7, 1e7, &at[0]) &&
           number(c, item, "y", name, "cm", -1e7, 1e7, &at[1]);
}

/* Positions are in the world, with any heading: lengths between wheels. */
static void layout_facts(struct carla *c)
{
    double at[WHEELS][2], middle[ENDS][2];
    kamm_vehicle_facts *facts = &c->m->facts;
    for (int i = 0; i < WHEELS; ++i)
        if (!position(c, i, at[i])) return;
    for (int end = FRONT; end < ENDS; ++end) {
        const double *left = at[2 * end], *right = at[2 * end + 1];
        c->track_m[end] = hypot(left[0] - right[0], left[1] - right[1]) / 100;
        for (int k = 0; k < 2; ++k) middle[end][k] = (left[k] + right[k]) / 2;
    }
    c->wheelbase_m = hypot(middle[0][0] - middle[1][0], middle[0][1] - middle[1][1]) / 100;
    if (!(c->wheelbase_m >= 0.5 && c->wheelbase_m <= 20 && c->track_m[FRONT] >= 0.2 &&
          c->track_m[FRONT] <= 4 && c->track_m[REAR] >= 0.2 && c->track_m[REAR] <= 4)) {
        fail(
            c, KAMM_ERROR_RANGE, "wheels[].position",
            "in cm; front left, front right, rear left, rear right, with a wheelbase of 0.5 to 20 m "
            "and tracks of 0.2 to 4 m");
        return;
    }
    facts->wheelbase_m = c->wheelbase_m;
    facts->front_track_m = c->track_m[FRONT];
    facts->rear_track_m = c->track_m[REAR];
}

/* CARLA's wheels have no width: 0.7 of the radius and a section of 0.5 of that are usual. */
static void tyre_facts(struct carla *c)
{
    double width[ENDS], rim[ENDS];
    for (int end = FRONT; end < ENDS && !c->m->result; ++end) {
        double radius_cm = 0;
        if (!wheel_number(c, 2 * end, "radius", "cm", 10, 120, &radius_cm))
            fail(c, KAMM_ERROR_MISSING, end ? "wheels[2].radius" : "wheels[0].radius",
                 "is missing: radius of the wheel in cm");
        c->radius_m[end] = radius_cm / 100;
        width[end] = 0.7 * c->radius_m[end];
        rim[end] = c->radius_m[end] - 0.5 * width[end];
    }
    if (!c->m->result) kamm_take_tyre_facts(c->m, width, c->radius_m, rim);
}

static void read_wheels(struct carla *c)
{
    const cJSON *wheels = cJSON_GetObjectItemCaseSensitive(c->json, "wheels");
    if (!wheels) fail_missing(c, "wheels", "four wheels, front left first");
    if (!c->m->result && (!cJSON_IsArray(wheels) || cJSON_GetArraySize(wheels) != WHEELS))
        fail(c, KAMM_ERROR_FORMAT, "wheels", "four wheels are wanted, front left first");
    for (int i = 0; i < WHEELS; ++i) c->wheels[i] = cJSON_GetArrayItem(wheels, i);
}

static void read_facts(struct carla *c)
{
    read_wheels(c);
    if (!number(c, c->json, "mass", "mass", "kg", 50, 60000, &c->m->facts.mass_kg) && !c->m->result)
        fail_missing(c, "mass", "in kg");
    layout_facts(c);
    tyre_facts(c);
    engine_facts(c);
    gear_facts(c);
}

/* -- Vehicle -- */

static void put_wheels(struct carla *c)
{
    struct import *m = c->m;
    for (int end = FRONT; end < ENDS; ++end) {
        double torque, steer;
        char path[MARK_PATH];
        snprintf(path, sizeof path, "tyres[%d].aspect_ratio", end);
        kamm_mark_source(m->e, path, "estimated: section height 0.5 of the width");
        snprintf(path, sizeof path, "tyres[%d].width_m", end);
        kamm_mark_source(m->e, path, "estimated: 0.7 of the wheel's radius");
        snprintf(path, sizeof path, "tyres[%d].rim_diameter_m", end);
        kamm_put_imported(m, path, m->e->tyres[end].rim_diameter_m,
                          "CARLA wheels radius, less the section height");
        if (wheel_number(c, 2 * end, "max_brake_torque", "N.m", 0, 1e6, &torque))
            kamm_put_imported(m, kamm_axle_path(m->e, end, "brake_torque_nm"), torque,
                              "CARLA wheels max_brake_torque");
        if (wheel_number(c, 2 * end, "max_handbrake_torque", "N.m", 0, 1e6, &torque))
            kamm_put_imported(m, kamm_axle_path(m->e, end, "hand_brake_torque_nm"), torque,
                              "CARLA wheels max_handbrake_torque");
        if (end == FRONT && wheel_number(c, 0, "max_steer_angle", "deg", 1, 89, &steer))
            kamm_put_imported(m, "steering.lock_rad", m->e->def.steering.ratio * steer * DEGREE_RAD,
                              "CARLA wheels max_steer_angle, times steering.ratio");
        if (c->wheelbase_m > 0)
            kamm_put_imported(m, kamm_axle_path(m->e, end, "track_m"), c->track_m[end],
                              "CARLA wheels position");
    }
    if (c->wheelbase_m > 0)
        kamm_put_imported(m, "axles[1].behind_front_axle_m", c->wheelbase_m,
                          "CARLA wheels position");
}

static void put_values(struct carla *c)
{
    struct import *m = c->m;
    take(c, "mass", "kg", 50, 60000, 1, "body.mass_kg");
    kamm_put_imported_torque(m, &c->torque, "CARLA torque_curve");
    take(c, "max_rpm", "rpm", 500, 50000, RPM_RADPS, "engine.limiter_radps");
    take(c, "moi", "kg.m2", 1e-6, 1000, 1, "engine.inertia_kgm2");
    kamm_mark_source(m->e, "gearbox.ratios", "imported: CARLA forward_gears");
    take(c, "final_ratio", "", 0.5, 30, 1, "gearbox.final_drive");
    take(c, "gear_switch_time", "s", 0, 5, 1, "gearbox.shift_s");
    take(c, "drag_coefficient", "", 0, 5, 1, "aero.drag_coefficient");
    put_wheels(c);
}

/* -- What is not used -- */

struct unused {
    const char *key, *why; /* NULL: it is used */
};

static const char *why_unused(const struct unused *keys, const cJSON *item)
{
    for (; keys->key; ++keys)
        if (!strcmp(keys->key, item->string)) return keys->why;
    return "unknown key";
}

static void tell(struct carla *c, const struct unused *keys, const cJSON *object,
                 const char *before)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, object)
    {
        const char *why = why_unused(keys, item);
        char place[96], value[32] = "";
        if (cJSON_IsNumber(item)) snprintf(value, sizeof value, "%.6g", item->valuedouble);
        snprintf(place, sizeof place, "%s%.60s", before, item->string);
        if (why) kamm_tell_unused(c->m, place, value, why);
    }
}

static void tell_unused(struct carla *c)
{
    static const char damping[] = "drag inside the game's engine; engine braking is by the rules";
    static const struct unused keys[] = {
        {"torque_curve", NULL},
        {"max_rpm", NULL},
        {"moi", NULL},
        {"final_ratio", NULL},
        {"forward_gears", NULL},
        {"mass", NULL},
        {"drag_coefficient", NULL},
        {"wheels", NULL},
        {"use_gear_autobox", NULL},
        {"gear_switch_time", NULL},
        {"damping_rate_full_throttle", damping},
        {"damping_rate_zero_throttle_clutch_engaged", damping},
        {"damping_rate_zero_throttle_clutch_disengaged", damping},
        {"clutch_strength", "viscous clutch of the game; its torque is by the rules"},
        {"center_of_mass", "offset from the middle of the mesh, whose place is not in the file"},
        {"steering_curve", "limits the steering by speed; the driver does that"},
        {"use_sweep_wheel_collision", "contact of the game's wheels"},
        {NULL, NULL}};
    static const struct unused wheel_keys[] = {
        {"radius", NULL},
        {"max_brake_torque", NULL},
        {"max_handbrake_torque", NULL},
        {"max_steer_angle", NULL},
        {"position", NULL},
        {"tire_friction", "multiplier of the game's surfaces; friction is by the kind of tyre"},
        {"damping_rate", "drag of the wheel's spin; rolling resistance is by the rules"},
        {"long_stiff_value", "stiffness per load of the game's tyre; by the kind of tyre"},
        {"lat_stiff_max_load", "stiffness per load of the game's tyre; by the kind of tyre"},
        {"lat_stiff_value", "stiffness per load of the game's tyre; by the kind of tyre"},
        {NULL, NULL}};
    tell(c, keys, c->json, "");
    for (int i = 0; i < WHEELS; ++i) {
        char before[16];
        snprintf(before, sizeof before, "wheels[%d].", i);
        tell(c, wheel_keys, c->wheels[i], before);
    }
}

void kamm_import_carla(struct import *m)
{
    struct carla c = {.m = m};
    cJSON *json = kamm_load_json(m->path, m->error);
    if (!json) {
        m->result = m->error->code;
        return;
    }
    c.json = json;
    if (!cJSON_IsObject(json)) fail(&c, KAMM_ERROR_FORMAT, "", "an object is wanted");
    read_facts(&c);
    if (kamm_import_facts(m)) {
        put_values(&c);
        tell_unused(&c);
    }
    cJSON_Delete(json);
}
