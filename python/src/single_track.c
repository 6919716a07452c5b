/* The numbers of the rung single_track's own equations, and of its engine, clutch, gears and brakes. */
#include "core.h"

#include <kamm/single_track.h>

static int put(PyObject *numbers, const char *name, double value)
{
    PyObject *object = PyFloat_FromDouble(value);
    int result = object ? PyDict_SetItemString(numbers, name, object) : -1;
    Py_XDECREF(object);
    return result;
}

struct entry {
    const char *name;
    double value;
};

/* Puts all under "PREFIX.NAME", or "NAME" without a prefix. */
static int put_all(PyObject *numbers, const char *prefix, const struct entry *entries, size_t count)
{
    char name[64];
    int result = 0;
    for (size_t i = 0; result == 0 && i < count; ++i) {
        PyOS_snprintf(name, sizeof name, "%s%s%s", prefix, *prefix ? "." : "", entries[i].name);
        result = put(numbers, name, entries[i].value);
    }
    return result;
}

#define PUT_ALL(numbers, prefix, entries) \
    put_all(numbers, prefix, entries, sizeof(entries) / sizeof *(entries))

/* Stores values as "NAME[0]", "NAME[1]", … */
static int put_list(PyObject *numbers, const char *name, const double *values, int count)
{
    char each[64];
    int result = 0;
    for (int i = 0; result == 0 && i < count; ++i) {
        PyOS_snprintf(each, sizeof each, "%s[%d]", name, i);
        result = put(numbers, each, values[i]);
    }
    return result;
}

static int put_axle(PyObject *numbers, const kamm_single_track_axle *axle, int index)
{
    const struct entry own[] = {{"x_m", axle->x_m},
                                {"load_share", axle->load_share},
                                {"load_shift_kg", axle->load_shift_kg},
                                {"friction", axle->friction},
                                {"side_per_along", axle->side_per_along},
                                {"stiffness_per_rad", axle->stiffness_per_rad},
                                {"rolling", axle->rolling},
                                {"wheel_mass_kg", axle->wheel_mass_kg},
                                {"drive_share", axle->drive_share},
                                {"brake_share", axle->brake_share},
                                {"steer_share", axle->steer_share},
                                {"steer_last", axle->steer_last}};
    char prefix[32], terms[48];
    PyOS_snprintf(prefix, sizeof prefix, "axles[%d]", index);
    PyOS_snprintf(terms, sizeof terms, "axles[%d].steer_terms", index);
    int result = PUT_ALL(numbers, prefix, own);
    return result ? result : put_list(numbers, terms, axle->steer_terms, KAMM_STEER_TERMS);
}

/* A model of the rung, or NULL with an exception. */
static kamm_model *compiled(const struct core *core, PyObject *vehicle)
{
    if (!PyObject_TypeCheck(vehicle, core->vehicle)) {
        PyErr_Format(PyExc_TypeError, "wanted a Vehicle");
        return NULL;
    }
    kamm_error error;
    kamm_model *model =
        kamm_create_model(&((struct vehicle *)vehicle)->file->def, KAMM_SINGLE_TRACK, &error);
    if (!model) kamm_raise(core, &error);
    return model;
}

/* single_track_numbers(vehicle): {name: value}, of axles as "axles[0].x_m". */
PyObject *kamm_list_single_track_numbers(PyObject *module, PyObject *vehicle)
{
    kamm_model *model = compiled(kamm_core_of(module), vehicle);
    if (!model) return NULL;
    kamm_single_track_numbers n = kamm_describe_single_track(model);
    kamm_destroy_model(model);
    const struct entry own[] = {{"axle_count", n.axle_count},
                                {"mass_kg", n.mass_kg},
                                {"yaw_inertia_kgm2", n.yaw_inertia_kgm2},
                                {"drag_area_m2", n.drag_area_m2},
                                {"load_lag_s", n.load_lag_s},
                                {"sliding_share", n.sliding_share},
                                {"is_linear", n.is_linear},
                                {"steering_ratio", n.steering_ratio},
                                {"steering_lock_rad", n.steering_lock_rad},
                                {"steering_rate_radps", n.steering_rate_radps},
                                {"steering_return_radps", n.steering_return_radps},
                                {"steering_return_mps", n.steering_return_mps},
                                {"max_acceleration_mps2", n.max_acceleration_mps2},
                                {"switch_speed_mps", n.switch_speed_mps},
                                {"max_braking_mps2", n.max_braking_mps2},
                                {"top_speed_mps", n.top_speed_mps},
                                {"reverse_speed_mps", n.reverse_speed_mps}};
    PyObject *numbers = PyDict_New();
    int result = numbers ? PUT_ALL(numbers, "", own) : -1;
    for (int a = 0; result == 0 && a < n.axle_count; ++a)
        result = put_axle(numbers, &n.axles[a], a);
    if (result < 0) Py_CLEAR(numbers);
    return numbers;
}

static int put_curve(PyObject *numbers, const char *prefix, const kamm_track_curve *curve)
{
    char values[64], slopes[64];
    const struct entry own[] = {{"first", curve->first}, {"knots_per_unit", curve->knots_per_unit}};
    PyOS_snprintf(values, sizeof values, "%s.value", prefix);
    PyOS_snprintf(slopes, sizeof slopes, "%s.slope", prefix);
    int result = PUT_ALL(numbers, prefix, own);
    if (result == 0) result = put_list(numbers, values, curve->value, KAMM_TRACK_KNOTS);
    return result ? result : put_list(numbers, slopes, curve->slope, KAMM_TRACK_KNOTS);
}

static int put_load_map(PyObject *numbers, const kamm_track_engine *e)
{
    char row[48];
    int result = put_list(numbers, "engine.load_throttle", e->load_throttle, e->load_rows);
    if (result == 0)
        result = put_list(numbers, "engine.load_radps", e->load_radps, e->load_columns);
    for (int i = 0; result == 0 && i < e->load_rows; ++i) {
        PyOS_snprintf(row, sizeof row, "engine.load_share[%d]", i);
        result = put_list(numbers, row, e->load_share[i], e->load_columns);
    }
    return result;
}

static int put_engine(PyObject *numbers, const kamm_track_engine *e)
{
    const struct entry own[] = {{"drag_nm", e->drag_nm},
                                {"drag_nms_per_rad", e->drag_nms_per_rad},
                                {"inertia_kgm2", e->inertia_kgm2},
                                {"idle_radps", e->idle_radps},
                                {"hold_nms_per_rad", e->hold_nms_per_rad},
                                {"firing_radps", e->firing_radps},
                                {"firing_band_radps", e->firing_band_radps},
                                {"limiter_radps", e->limiter_radps},
                                {"limiter_end_radps", e->limiter_end_radps},
                                {"limiter_band_radps", e->limiter_band_radps},
                                {"speed_limit_end_mps", e->speed_limit_end_mps},
                                {"speed_limit_band_mps", e->speed_limit_band_mps},
                                {"response_s", e->response_s},
                                {"has_pedal_curve", e->has_pedal_curve},
                                {"part_load", e->part_load},
                                {"load_rows", e->load_rows},
                                {"load_columns", e->load_columns},
                                {"boost_share", e->boost_share},
                                {"boost_s", e->boost_s},
                                {"boost_radps", e->boost_radps}};
    int result = PUT_ALL(numbers, "engine", own);
    if (result == 0) result = put_curve(numbers, "engine.full_load_nm", &e->full_load_nm);
    if (result == 0 && e->has_pedal_curve) result = put_curve(numbers, "engine.pedal", &e->pedal);
    return result ? result : put_load_map(numbers, e);
}

static int put_clutch(PyObject *numbers, const kamm_track_clutch *c)
{
    const struct entry own[] = {{"torque_nm", c->torque_nm},
                                {"launch_rise_radps", c->launch_rise_radps},
                                {"follow_s", c->follow_s},
                                {"creep_nm", c->creep_nm},
                                {"creep_band_radps", c->creep_band_radps},
                                {"has_converter", c->has_converter},
                                {"driving_loss", c->losses.driving},
                                {"overrun_loss", c->losses.overrun},
                                {"loss_radps_per_nms", c->losses.radps_per_nms},
                                {"least_loss_radps", c->losses.least_radps}};
    int result = PUT_ALL(numbers, "clutch", own);
    if (result || !c->has_converter) return result;
    return put_curve(numbers, "clutch.torque_ratio", &c->torque_ratio);
}

static int put_gear(PyObject *numbers, const kamm_track_gear *gear, int number)
{
    char prefix[32];
    const struct entry own[] = {{"ratio", gear->ratio},
                                {"idle_mps", gear->idle_mps},
                                {"kept_from_mps", gear->kept_from_mps},
                                {"kept_to_mps", gear->kept_to_mps}};
    PyOS_snprintf(prefix, sizeof prefix, "gears[%d]", number);
    return PUT_ALL(numbers, prefix, own);
}

static int put_motor(PyObject *numbers, const kamm_track_motor *m, int axle)
{
    char prefix[32];
    const struct entry own[] = {{"peak_nm", m->peak_nm},
                                {"power_w", m->power_w},
                                {"weak_w_radps", m->weak_w_radps},
                                {"end_radps", m->end_radps},
                                {"speed_band_radps", m->speed_band_radps},
                                {"regen_share", m->regen_share},
                                {"lift_share", m->lift_share},
                                {"brake_nm", m->brake_nm},
                                {"fade_radps", m->fade_radps},
                                {"copper_w_per_n2m2", m->copper_w_per_n2m2},
                                {"iron_nm", m->iron_nm},
                                {"windage_nms2", m->windage_nms2},
                                {"idle_w", m->idle_w},
                                {"warms_k_per_j", m->warms_k_per_j},
                                {"cools_per_s", m->cools_per_s},
                                {"hottest_k", m->hottest_k},
                                {"heat_band_k", m->heat_band_k},
                                {"inertia_kgm2", m->inertia_kgm2},
                                {"ratio", m->ratio},
                                {"response_s", m->response_s},
                                {"driving_loss", m->losses.driving},
                                {"overrun_loss", m->losses.overrun},
                                {"loss_radps_per_nms", m->losses.radps_per_nms},
                                {"least_loss_radps", m->losses.least_radps}};
    PyOS_snprintf(prefix, sizeof prefix, "axles[%d].motor", axle);
    return m->peak_nm > 0 ? PUT_ALL(numbers, prefix, own) : 0;
}

static int put_battery(PyObject *numbers, const kamm_track_battery *b)
{
    const struct entry own[] = {
        {"is_limited", b->is_limited},         {"nominal_v", b->nominal_v},
        {"resistance_ohm", b->resistance_ohm}, {"charge", b->charge},
        {"discharge_w", b->discharge_w},       {"charge_w", b->charge_w},
        {"used_per_as", b->used_per_as},       {"auxiliary_w", b->auxiliary_w}};
    int result = PUT_ALL(numbers, "battery", own);
    return result ? result : put_curve(numbers, "battery.open_v", &b->open_v);
}

static int put_driven_axle(PyObject *numbers, const kamm_track_driven_axle *axle, int index)
{
    char prefix[32];
    const struct entry own[] = {{"rolling_radius_m", axle->rolling_radius_m},
                                {"cage_share", axle->cage_share},
                                {"brake_nm", axle->brake_nm}};
    PyOS_snprintf(prefix, sizeof prefix, "axles[%d]", index);
    int result = PUT_ALL(numbers, prefix, own);
    return result ? result : put_motor(numbers, &axle->motor, index);
}

static int put_drive(PyObject *numbers, const kamm_single_track_drive *drive, int axles)
{
    const struct entry own[] = {{"has_power_split", drive->has_power_split},
                                {"has_cvt", drive->has_cvt},
                                {"has_endurance_pedal", drive->has_endurance_pedal},
                                {"has_engine", drive->has_engine},
                                {"has_motors", drive->has_motors},
                                {"top_gear", drive->top_gear},
                                {"brake_response_s", drive->brake_response_s}};
    int result = PUT_ALL(numbers, "", own);
    for (int a = 0; result == 0 && a < axles; ++a)
        result = put_driven_axle(numbers, &drive->axles[a], a);
    if (result == 0 && drive->has_motors) result = put_battery(numbers, &drive->battery);
    if (result == 0) result = put_engine(numbers, &drive->engine);
    if (result || !drive->has_engine) return result;
    result = put_clutch(numbers, &drive->clutch);
    for (int gear = -1; result == 0 && gear <= drive->top_gear; ++gear)
        result = put_gear(numbers, &drive->gears[gear + 1], gear);
    return result;
}

/* single_track_drive_numbers(vehicle): {name: value}, as "engine.idle_radps", "gears[-1].ratio", "axles[0].brake_nm". */
PyObject *kamm_list_single_track_drive_numbers(PyObject *module, PyObject *vehicle)
{
    kamm_model *model = compiled(kamm_core_of(module), vehicle);
    if (!model) return NULL;
    kamm_single_track_drive drive = kamm_describe_single_track_drive(model);
    int axles = kamm_describe(model).axle_count;
    kamm_destroy_model(model);
    PyObject *numbers = PyDict_New();
    if (numbers && put_drive(numbers, &drive, axles) < 0) Py_CLEAR(numbers);
    return numbers;
}
