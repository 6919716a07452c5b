#include "statics.h"

#include "../base/error.h"
#include "../part/tyre/tyre.h"
#include "bogie.h"
#include "scale.h"
#include "sidecar.h"
#include "springs_compile.h"
#include "tank_compile.h"
#include "two_wheeler.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Adds a point mass to an inertia tensor (not products of inertia) about `about`. */
static void add_point(double inertia[3][3], double mass, const double at[3], const double about[3])
{
    double r[3], squared = 0;
    for (int i = 0; i < 3; ++i) r[i] = at[i] - about[i], squared += r[i] * r[i];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) inertia[i][j] += mass * ((i == j ? squared : 0) - r[i] * r[j]);
}

/* The whole car without payload, about its centre of gravity: given, or estimated where 0. */
static void body_inertia(const kamm_car_body_def *body, double front_arm, double rear_arm,
                         double inertia[3][3])
{
    double width = body->width_m, height = body->height_m, mass = body->mass_kg;
    double roll = mass * (width * width + height * height) / 12 * 0.80;
    double pitch = mass * front_arm * rear_arm * 0.97;
    double yaw = mass * front_arm * rear_arm;
    inertia[0][0] = body->roll_inertia_kgm2 > 0 ? body->roll_inertia_kgm2 : roll;
    inertia[1][1] = body->pitch_inertia_kgm2 > 0 ? body->pitch_inertia_kgm2 : pitch;
    inertia[2][2] = body->yaw_inertia_kgm2 > 0 ? body->yaw_inertia_kgm2 : yaw;
    inertia[0][1] = inertia[1][0] = -body->roll_pitch_product_kgm2;
    inertia[0][2] = inertia[2][0] = -body->roll_yaw_product_kgm2;
    inertia[1][2] = inertia[2][1] = -body->pitch_yaw_product_kgm2;
}

/* The hub of a wheel; that of twins is between them. */
static void hub_position(const kamm_vehicle_def *def, const struct layout *l,
                         const struct statics *s, int wheel, double at[3])
{
    int a = l->axle[wheel];
    const kamm_axle_def *axle = &def->axles[a];
    double leans = s->rest_radius_m[a] * sin(axle->suspension.camber_rad);
    double out = l->count[a] == 1 ? leans : axle->track_m / 2 + leans;
    double middle = has_sidecar(l) ? axle->left_m : 0;
    at[0] = s->axle_x[a];
    at[1] = (middle + (double)l->side[wheel] * out) - def->body.cg_left_m;
    at[2] = s->hub_height_m[a];
}

static kamm_result check_order(const kamm_vehicle_def *def, int a, kamm_error *error)
{
    double gap = def->axles[a].behind_front_axle_m - def->axles[a - 1].behind_front_axle_m;
    double least = 0.2 * kamm_scale_of(def).length;
    if (is_beside(&def->axles[a]) || is_beside(&def->axles[a - 1])) least = 0;
    if (gap >= least) return KAMM_OK;
    return kamm_fail(
        error, KAMM_ERROR_RANGE, "axles.behind_front_axle_m",
        "axles[%d].behind_front_axle_m: %g m, %g m behind the axle before it; a wheelbase of "
        "at least %.3g m is needed",
        a, def->axles[a].behind_front_axle_m, gap, least);
}

static kamm_result check_layout(const kamm_vehicle_def *def, const struct layout *l,
                                kamm_error *error)
{
    kamm_result result = KAMM_OK;
    if (def->axles[0].behind_front_axle_m != 0)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "axles[0].behind_front_axle_m",
            "axles[0].behind_front_axle_m: %g m, but distances are measured from the first "
            "axle: only 0 is allowed",
            def->axles[0].behind_front_axle_m);
    for (int a = 1; a < l->axles && result == KAMM_OK; ++a) result = check_order(def, a, error);
    if (result != KAMM_OK) return result;
    result = kamm_check_sidecar(def, l, error);
    if (result == KAMM_OK) result = kamm_check_two_wheeler(def, l, error);
    if (result != KAMM_OK) return result;
    double wheelbase = def->axles[l->axles - 1].behind_front_axle_m,
           cg = def->body.cg_behind_front_axle_m;
    if (cg <= 0 || cg >= wheelbase)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "body.cg_behind_front_axle_m",
            "body.cg_behind_front_axle_m: %g m, outside of the wheelbase of %g m: the car "
            "would tip over",
            cg, wheelbase);
    return KAMM_OK;
}

/* Returns the stiffness of a hub's tyres at their nominal load. */
static double tyre_stiffness(const kamm_vehicle_def *def, const struct layout *l, int a)
{
    const kamm_tyre_def *tyre = &def->axles[a].tyre;
    double load = tyre->nominal_load_n;
    double yields = kamm_tyre_static_deflection(tyre, 1.01 * load) -
                    kamm_tyre_static_deflection(tyre, 0.99 * load);
    return (has_twins(l, a) ? 2 : 1) * 0.02 * load / yields;
}

/* How stiff an axle is: of all of its hubs, the spring in series with the hub's tyres; of a bogie its share of all axles'
 * spring in series with the tyres as they give way at the pivot. */
static double axle_stiffness(const kamm_vehicle_def *def, const struct layout *l, int a)
{
    double spring =
        def->axles[a].suspension.spring_n_per_m + kamm_heave_rate(&def->axles[a].suspension);
    double tyres = tyre_stiffness(def, l, a), gives = 0;
    struct bogie b = kamm_bogie_of(def, a);
    if (b.count == 1) return hub_count(l, a) * spring * tyres / (spring + tyres);
    for (int i = b.first; i < b.first + b.count; ++i)
        gives += kamm_bogie_share(def, i) * kamm_bogie_share(def, i) / tyre_stiffness(def, l, i);
    spring = b.count * def->axles[a].suspension.spring_n_per_m;
    tyres = 1 / gives;
    return kamm_bogie_share(def, a) * hub_count(l, a) * spring * tyres / (spring + tyres);
}

void kamm_share_weight(const kamm_vehicle_def *def, const struct layout *l, const double *axle_x,
                       double x, double y, double share[MAX_AXLES])
{
    if (has_sidecar(l)) {
        kamm_share_beside(def, axle_x, x, y, share);
        return;
    }
    if (l->axles == 2) {
        double wheelbase = axle_x[0] - axle_x[1];
        share[0] = (x - axle_x[1]) / wheelbase;
        share[1] = (axle_x[0] - x) / wheelbase;
        return;
    }
    double sum = 0, first = 0, second = 0;
    for (int a = 0; a < l->axles; ++a) {
        double k = axle_stiffness(def, l, a), arm = kamm_bogie_pivot(def, axle_x, a) - x;
        sum += k, first += k * arm, second += k * arm * arm;
    }
    double determinant = sum * second - first * first;
    for (int a = 0; a < l->axles; ++a)
        share[a] = axle_stiffness(def, l, a) *
                   (second - first * (kamm_bogie_pivot(def, axle_x, a) - x)) / determinant;
}

/* Shares go linearly with the place of the weight, and a moment moves it. */
void kamm_share_moment(const kamm_vehicle_def *def, const struct layout *l, const double *axle_x,
                       double per_m[MAX_AXLES])
{
    double at[MAX_AXLES], ahead[MAX_AXLES], middle = 0.5 * (axle_x[0] + axle_x[l->axles - 1]);
    kamm_share_weight(def, l, axle_x, middle - 0.5, 0, at);
    kamm_share_weight(def, l, axle_x, middle + 0.5, 0, ahead);
    for (int a = 0; a < l->axles; ++a) per_m[a] = ahead[a] - at[a];
}

void kamm_share_weight_raised(const kamm_vehicle_def *def, const struct layout *l,
                              const double *axle_x, double x, double share[MAX_AXLES])
{
    double mean = 0, squares = 0, coupling = axle_x[0] - def->drawbar.behind_front_axle_m;
    int down = 0;
    for (int a = 0; a < l->axles; ++a)
        if (!(def->axles[a].lift_m > 0)) {
            mean += kamm_bogie_weight(def, a) * kamm_bogie_pivot(def, axle_x, a);
            ++down;
        }
    mean /= down ? down : 1;
    for (int a = 0; a < l->axles; ++a) {
        double arm = kamm_bogie_pivot(def, axle_x, a) - mean;
        if (!(def->axles[a].lift_m > 0)) squares += kamm_bogie_weight(def, a) * arm * arm;
    }
    for (int a = 0; a < l->axles; ++a) {
        double arm = kamm_bogie_pivot(def, axle_x, a) - mean, weight = kamm_bogie_weight(def, a);
        double lever = squares > 0 ? (x - mean) * arm / squares : 0;
        double own = 1.0 / down + lever, behind = (coupling - x) / (coupling - mean) / down;
        share[a] = def->axles[a].lift_m > 0 ? 0 : weight * (def->drawbar.towed ? behind : own);
    }
}

void kamm_steer_ends(const kamm_vehicle_def *def, const struct layout *l, const struct statics *s,
                     double ends[2])
{
    int last = l->axles - 1;
    ends[0] = def->axles[0].steer_share, ends[1] = def->axles[last].steer_share;
    if (l->axles == 2) return;
    double n = 0, x = 0, xx = 0, y = 0, xy = 0;
    for (int a = 0; a < l->axles; ++a) {
        double load = s->axle_load_n[a], share = def->axles[a].steer_share, at = s->axle_x[a];
        n += load, x += load * at, xx += load * at * at, y += load * share, xy += load * at * share;
    }
    double slope = (n * xy - x * y) / (n * xx - x * x), mean = y / n;
    ends[0] = mean + slope * (s->axle_x[0] - x / n);
    ends[1] = mean + slope * (s->axle_x[last] - x / n);
}

/* Loads of the axles under a weight at (x, y). What of it is a bogie's own axles lies on their own wheels, and only the rest is
 * shared. */
static void load_axles(const kamm_vehicle_def *def, const struct layout *l, const double *axle_x,
                       double weight_n, double x, double y, double load_n[MAX_AXLES])
{
    double share[MAX_AXLES], own_n[MAX_AXLES] = {0}, rest_n = weight_n, moment = 0;
    for (int a = 0; a < l->axles; ++a) {
        if (kamm_bogie_of(def, a).count == 1) continue;
        own_n[a] = hub_count(l, a) * def->axles[a].unsprung_mass_kg * KAMM_STANDARD_GRAVITY;
        rest_n -= own_n[a];
        moment += own_n[a] * (axle_x[a] - x);
    }
    kamm_share_weight(def, l, axle_x, x - moment / rest_n, y, share);
    for (int a = 0; a < l->axles; ++a) load_n[a] = rest_n * share[a] + own_n[a];
}

static void rest_loads(const kamm_vehicle_def *def, const struct layout *l, struct statics *s)
{
    double cg = def->body.cg_behind_front_axle_m, load[MAX_AXLES];
    double weight = def->body.mass_kg * KAMM_STANDARD_GRAVITY;
    for (int a = 0; a < l->axles; ++a) s->axle_x[a] = cg - def->axles[a].behind_front_axle_m;
    load_axles(def, l, s->axle_x, weight, 0, 0, load);
    if (l->axles == 2) { /* as the def has its lengths, to the bit */
        double wheelbase = def->axles[1].behind_front_axle_m;
        load[0] = weight * ((wheelbase - cg) / wheelbase), load[1] = weight * (cg / wheelbase);
    }
    for (int a = 0; a < l->axles; ++a) {
        const kamm_axle_def *axle = &def->axles[a];
        double camber = axle->suspension.camber_rad, tyres_per_hub = has_twins(l, a) ? 2 : 1;
        s->design_load_n[a] = load[a] / l->count[a];
        s->preload_n[a] =
            tyres_per_hub * s->design_load_n[a] - axle->unsprung_mass_kg * KAMM_STANDARD_GRAVITY;
        double pressed = kamm_tyre_static_deflection(&axle->tyre, s->design_load_n[a]);
        struct tyre_vertical_constants tyre = kamm_tyre_compile_vertical(&axle->tyre);
        double free_radius = tyre.radius_at_rest, crown = tyre.crown_radius;
        s->rest_radius_m[a] = free_radius - pressed;
        s->hub_height_m[a] = (free_radius - crown) * cos(camber) + crown - pressed;
    }
}

/* Loads of the axles with payload; how each shares its own between its wheels, its springs say. */
static void loads_with_payload(const kamm_vehicle_def *def, const struct layout *l,
                               struct statics *s)
{
    double weight = s->total_mass_kg * KAMM_STANDARD_GRAVITY;
    if (l->axles == 2) {
        double wheelbase = s->axle_x[0] - s->axle_x[1];
        s->axle_load_n[0] = weight * (s->total_cg[0] - s->axle_x[1]) / wheelbase;
        s->axle_load_n[1] = weight * (s->axle_x[0] - s->total_cg[0]) / wheelbase;
        return;
    }
    load_axles(def, l, s->axle_x, weight, s->total_cg[0], s->total_cg[1], s->axle_load_n);
}

void kamm_place_on_floor(const kamm_vehicle_def *def, double at[3])
{
    const kamm_shifting_load_def *load = &def->shifting_load;
    at[0] = def->body.cg_behind_front_axle_m - load->middle_behind_front_axle_m;
    at[1] = load->middle_left_m - def->body.cg_left_m;
    at[2] = load->floor_height_m + load->height_m / 2;
}

/* Loads at their places in the vehicle frame, the payload first, then the liquid in the tank and what lies on the floor. */
struct load {
    double mass_kg, at[3];
};
enum { PAYLOAD, LIQUID, ON_FLOOR, LOADS };

static void find_loads(const kamm_vehicle_def *def, const struct tank *tank,
                       struct load loads[LOADS])
{
    const kamm_car_body_def *body = &def->body;
    const kamm_payload_def *payload = &def->payload;
    loads[PAYLOAD] = (struct load){payload->mass_kg,
                                   {body->cg_behind_front_axle_m - payload->cg_behind_front_axle_m,
                                    payload->cg_left_m - body->cg_left_m, payload->cg_height_m}};
    loads[LIQUID].mass_kg = tank->mass_kg;
    kamm_place_in_tank(def, tank->height_m, loads[LIQUID].at);
    loads[ON_FLOOR].mass_kg = def->shifting_load.mass_kg;
    kamm_place_on_floor(def, loads[ON_FLOOR].at);
}

/* A homogeneous box about its middle. */
static void add_box(const kamm_shifting_load_def *box, double inertia[3][3])
{
    const double size[3] = {box->length_m, box->width_m, box->height_m};
    for (int i = 0; i < 3 && box->mass_kg > 0; ++i) {
        double a = size[(i + 1) % 3], b = size[(i + 2) % 3];
        inertia[i][i] += box->mass_kg / 12 * (a * a + b * b);
    }
}

/* The whole car with its loads. */
static void put_together(const kamm_vehicle_def *def, const struct tank *tank,
                         const struct load loads[LOADS], struct statics *s,
                         double about_origin[3][3])
{
    const double cg[3] = {0, 0, def->body.cg_height_m}, nothing[3] = {0, 0, 0};
    double moment[3];
    for (int i = 0; i < 3; ++i) moment[i] = def->body.mass_kg * cg[i];
    s->total_mass_kg = def->body.mass_kg;
    for (int n = 0; n < LOADS; ++n) {
        s->total_mass_kg += loads[n].mass_kg;
        for (int i = 0; i < 3; ++i) moment[i] += loads[n].mass_kg * loads[n].at[i];
    }
    for (int i = 0; i < 3; ++i) about_origin[i][i] += tank->inertia_kgm2[i];
    add_box(&def->shifting_load, about_origin);
    memcpy(s->total_inertia, about_origin, sizeof s->total_inertia);
    for (int i = 0; i < 3; ++i) s->total_cg[i] = moment[i] / s->total_mass_kg;
    add_point(s->total_inertia, def->body.mass_kg, cg, s->total_cg);
    add_point(about_origin, def->body.mass_kg, cg, nothing);
    for (int n = 0; n < LOADS; ++n) {
        add_point(s->total_inertia, loads[n].mass_kg, loads[n].at, s->total_cg);
        add_point(about_origin, loads[n].mass_kg, loads[n].at, nothing);
    }
}

/* The unsprung masses of an axle about the origin: left and right added before all else, so that a mirrored car has the mirrored bits. */
static double unsprung_axle(const kamm_vehicle_def *def, const struct layout *l,
                            const struct statics *s, int a, double moment[3], double inertia[3][3])
{
    static const double nothing[3] = {0, 0, 0};
    double mass = def->axles[a].unsprung_mass_kg;
    memset(inertia, 0, sizeof(double[3][3]));
    memset(moment, 0, sizeof(double[3]));
    for (int h = 0; h < hub_count(l, a); ++h) {
        double at[3];
        hub_position(def, l, s, l->first[a] + h, at);
        add_point(inertia, mass, at, nothing);
        for (int i = 0; i < 3; ++i) moment[i] += mass * at[i];
    }
    return hub_count(l, a) * mass;
}

/* Takes the unsprung masses out of the whole car and puts the loads on. */
static void split_masses(const kamm_vehicle_def *def, const struct layout *l, struct statics *s)
{
    double nothing[3] = {0, 0, 0}, moment[3], inertia[3][3];
    const struct tank tank = kamm_tank_of(&def->tank);
    struct load loads[LOADS];
    find_loads(def, &tank, loads);
    body_inertia(&def->body, s->axle_x[0], -s->axle_x[l->axles - 1], inertia);
    put_together(def, &tank, loads, s, inertia);
    s->sprung_mass_kg = s->total_mass_kg;
    for (int i = 0; i < 3; ++i) moment[i] = s->total_mass_kg * s->total_cg[i];
    for (int a = 0; a < l->axles; ++a) {
        double own_moment[3], own_inertia[3][3];
        s->sprung_mass_kg -= unsprung_axle(def, l, s, a, own_moment, own_inertia);
        for (int i = 0; i < 3; ++i) {
            moment[i] -= own_moment[i];
            for (int j = 0; j < 3; ++j) inertia[i][j] -= own_inertia[i][j];
        }
    }
    for (int i = 0; i < 3; ++i) s->sprung_cg[i] = moment[i] / s->sprung_mass_kg;
    add_point(inertia, -s->sprung_mass_kg, s->sprung_cg, nothing);
    memcpy(s->sprung_inertia, inertia, sizeof inertia);
    memcpy(s->turning_inertia, s->total_inertia, sizeof s->total_inertia);
    add_point(s->turning_inertia, s->total_mass_kg, s->total_cg, s->sprung_cg);
}

/* No body has more inertia about one axis than about the two others together, as x^2 + y^2 is no more than that and 2 z^2. Those that
 * are not given are estimates. With a million times as much a kart shakes: single precision does not see what turns it. */
#define MOST_OF_OTHERS 4

static kamm_result check_inertia(const double inertia[3][3], kamm_error *error)
{
    static const char *const names[] = {"roll", "pitch", "yaw"};
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double most = MOST_OF_OTHERS * (inertia[j][j] + inertia[k][k]);
        char path[40];
        if (inertia[i][i] <= most) continue;
        snprintf(path, sizeof path, "body.%s_inertia_kgm2", names[i]);
        return kamm_fail(error, KAMM_ERROR_RANGE, path,
                         "%s: with payload it is %.4g kg.m2, but no body has more than its %s and "
                         "%s inertia together, %.4g; allowed: up to %.4g in all",
                         path, inertia[i][i], names[j], names[k], most / MOST_OF_OTHERS, most);
    }
    return KAMM_OK;
}

/* Least share of the roll inertia. Wheels would throw a body with less about within a substep. */
#define MIN_SPRUNG_SHARE 0.1

static kamm_result check_masses(const kamm_vehicle_def *def, const struct layout *l,
                                const struct statics *s, kamm_error *error)
{
    for (int a = 0; a < l->axles; ++a)
        if (s->preload_n[a] <= 0)
            return kamm_fail(
                error, KAMM_ERROR_RANGE, "axles.unsprung_mass_kg",
                "axles[%d].unsprung_mass_kg: %g kg per wheel, but only %.4g kg rest on "
                "each of them: nothing is left for the springs",
                a, def->axles[a].unsprung_mass_kg, s->design_load_n[a] / KAMM_STANDARD_GRAVITY);
    for (int a = 0; a < l->axles; ++a)
        if (s->axle_load_n[a] <= 0)
            return kamm_fail(
                error, KAMM_ERROR_RANGE, "payload",
                "payload: %g kg, %g m behind the front axle, lift axles[%d] off the road",
                def->payload.mass_kg, def->payload.cg_behind_front_axle_m, a);
    if (check_inertia(s->total_inertia, error) != KAMM_OK) return KAMM_ERROR_RANGE;
    const double(*i)[3] = s->sprung_inertia;
    double roll = s->total_inertia[0][0], wheels = roll - i[0][0];
    if (i[0][0] < MIN_SPRUNG_SHARE * roll)
        return kamm_fail(error, KAMM_ERROR_RANGE, "body.roll_inertia_kgm2",
                         "body.roll_inertia_kgm2: of %.4g kg.m2 the wheels alone, at their tracks, "
                         "have %.4g; allowed: %.4g and more, so that a tenth is the body's",
                         roll, wheels, wheels / (1 - MIN_SPRUNG_SHARE));
    double minor = i[0][0] * i[1][1] - i[0][1] * i[1][0];
    double determinant = i[2][2] * minor - i[0][0] * i[1][2] * i[2][1] -
                         i[1][1] * i[0][2] * i[2][0] + 2 * i[0][1] * i[1][2] * i[0][2];
    if (minor <= 0 || determinant <= 0)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "body.roll_inertia_kgm2",
            "body: roll, pitch and yaw inertia of %.4g, %.4g and %.4g kg.m2 with these "
            "products are not those of a body once the unsprung masses are taken out",
            s->total_inertia[0][0], s->total_inertia[1][1], s->total_inertia[2][2]);
    return KAMM_OK;
}

kamm_result kamm_compile_statics(const kamm_vehicle_def *def, const struct layout *layout,
                                 struct statics *statics, kamm_error *error)
{
    kamm_result result = check_layout(def, layout, error);
    if (result == KAMM_OK) result = kamm_check_bogies(def, error);
    if (result != KAMM_OK) return result;
    memset(statics, 0, sizeof *statics);
    statics->length_scale = kamm_scale_of(def).length;
    rest_loads(def, layout, statics);
    split_masses(def, layout, statics);
    loads_with_payload(def, layout, statics);
    for (int a = 0; a < layout->axles; ++a)
        statics->rest_load_n[a] = statics->total_mass_kg > def->body.mass_kg
                                      ? statics->axle_load_n[a] / layout->count[a]
                                      : statics->design_load_n[a];
    return check_masses(def, layout, statics, error);
}

void kamm_add_mass(double a[6][6], double mass, const double r[3], const double along[3])
{
    /* velocity at r = v + omega x r = J (v, omega) */
    double jacobian[3][6] = {
        {1, 0, 0, 0, r[2], -r[1]}, {0, 1, 0, -r[2], 0, r[0]}, {0, 0, 1, r[1], -r[0], 0}};
    for (int k = 0; k < 3; ++k)
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j)
                a[i][j] += mass * along[k] * jacobian[k][i] * jacobian[k][j];
}

/* Gauss-Jordan with the diagonal as pivots: column by column the inverse takes the matrix's place. */
int kamm_invert_positive_definite(double a[6][6])
{
    for (int p = 0; p < 6; ++p) {
        if (!(a[p][p] > 1e-9)) return 0;
        double scale = 1 / a[p][p];
        a[p][p] = 1;
        for (int j = 0; j < 6; ++j) a[p][j] *= scale;
        for (int i = 0; i < 6; ++i) {
            double factor = a[i][p];
            if (i == p) continue;
            a[i][p] = 0;
            for (int j = 0; j < 6; ++j) a[i][j] -= factor * a[p][j];
        }
    }
    return 1;
}

void kamm_find_mass_matrix(const kamm_vehicle_def *def, const struct layout *l,
                           const struct statics *s, double a[6][6])
{
    static const double all[3] = {1, 1, 1}, level[3] = {1, 1, 0}, origin[3] = {0, 0, 0};
    memset(a, 0, sizeof(double[6][6]));
    kamm_add_mass(a, s->sprung_mass_kg, origin, all);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) a[3 + i][3 + j] += s->sprung_inertia[i][j];
    for (int axle = 0; axle < l->axles; ++axle) {
        double of_hub[2][6][6] = {{{0}}}; /* left and right first */
        for (int h = 0; h < hub_count(l, axle); ++h) {
            double at[3];
            hub_position(def, l, s, l->first[axle] + h, at);
            for (int i = 0; i < 3; ++i) at[i] -= s->sprung_cg[i];
            kamm_add_mass(of_hub[h], def->axles[axle].unsprung_mass_kg, at, level);
        }
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j) a[i][j] += of_hub[0][i][j] + of_hub[1][i][j];
    }
}

kamm_result kamm_compile_mobility(const kamm_vehicle_def *def, const struct layout *l,
                                  const struct statics *s, float mobility[6][6], kamm_error *error)
{
    double a[6][6];
    kamm_find_mass_matrix(def, l, s, a);
    if (!kamm_invert_positive_definite(a))
        return kamm_fail(error, KAMM_ERROR_RANGE, "body",
                         "body: masses and inertias give no motion");
    for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) mobility[i][j] = (float)a[i][j];
    return KAMM_OK;
}
