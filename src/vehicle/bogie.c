#include "bogie.h"

#include "../base/error.h"

#include <math.h>
#include <string.h>

/* Whether it shares its load with the axle behind it. */
static int is_joined(const kamm_vehicle_def *def, int a)
{
    return a >= 0 && a + 1 < def->axles_count &&
           def->axles[a].suspension.load_sharing != KAMM_SHARING_NONE;
}

struct bogie kamm_bogie_of(const kamm_vehicle_def *def, int a)
{
    struct bogie b = {a, 1};
    while (is_joined(def, b.first - 1)) --b.first;
    while (is_joined(def, b.first + b.count - 1)) ++b.count;
    return b;
}

/* Lever by lever: of what an axle and those behind it bear it has its load_share, or as much as each of them. */
double kamm_bogie_share(const kamm_vehicle_def *def, int a)
{
    struct bogie b = kamm_bogie_of(def, a);
    double rest = 1;
    for (int i = 0; i < b.count - 1; ++i) {
        double given = def->axles[b.first + i].suspension.load_share;
        double share = given > 0 ? given : 1.0 / (b.count - i);
        if (b.first + i == a) return rest * share;
        rest *= 1 - share;
    }
    return rest;
}

double kamm_bogie_weight(const kamm_vehicle_def *def, int a)
{
    return kamm_bogie_of(def, a).count * kamm_bogie_share(def, a);
}

double kamm_bogie_pivot(const kamm_vehicle_def *def, const double *axle_x, int a)
{
    struct bogie b = kamm_bogie_of(def, a);
    double pivot = 0;
    for (int i = b.first; i < b.first + b.count; ++i) pivot += kamm_bogie_share(def, i) * axle_x[i];
    return pivot;
}

kamm_suspension_def kamm_shared_springs(const kamm_vehicle_def *def, int a)
{
    kamm_suspension_def s = def->axles[a].suspension;
    struct bogie b = kamm_bogie_of(def, a);
    if (b.count == 1) return s;
    double scale = kamm_bogie_weight(def, a);
    s.spring_n_per_m *= scale;
    for (int i = 0; i < s.spring_curve.count; ++i) s.spring_curve.y[i] *= scale;
    if (def->axles[b.first].suspension.load_sharing == KAMM_SHARING_AIR) return s;
    s.bump_stop_n_per_m *= scale;
    s.rebound_stop_n_per_m *= scale;
    s.friction_n *= scale;
    return s;
}

/* The beam from an axle to the one behind it. */
static void compile_beam(const kamm_vehicle_def *def, int a, struct load_sharing_constants *c)
{
    const kamm_axle_def *front = &def->axles[a], *rear = &def->axles[a + 1];
    double beam_m = rear->behind_front_axle_m - front->behind_front_axle_m;
    c->joins = 1;
    c->difference_inverse_mass = (float)(1 / front->unsprung_mass_kg + 1 / rear->unsprung_mass_kg);
    c->stop_m = (float)(beam_m * tan(front->suspension.beam_stop_rad));
    c->stop_n_per_m = c->air > 0 ? 0 : (float)front->suspension.beam_stop_n_per_m;
}

void kamm_compile_sharing(const kamm_vehicle_def *def, int a, struct load_sharing_constants *c)
{
    struct bogie b = kamm_bogie_of(def, a);
    *c = (struct load_sharing_constants){.own = 1};
    if (b.count == 1) return;
    double share = kamm_bogie_share(def, a), by_masses = 0;
    for (int i = b.first; i < b.first + b.count; ++i)
        by_masses +=
            kamm_bogie_share(def, i) * kamm_bogie_share(def, i) / def->axles[i].unsprung_mass_kg;
    c->on = 1;
    c->air = def->axles[b.first].suspension.load_sharing == KAMM_SHARING_AIR;
    c->own = (float)share;
    c->mean_inverse_mass = (float)(by_masses / share);
    if (is_joined(def, a)) compile_beam(def, a, c);
}

static int alike(const kamm_curve *a, const kamm_curve *b)
{
    if (a->count != b->count) return 0;
    for (int i = 0; i < a->count; ++i)
        if (fabs(a->x[i] - b->x[i]) > 0 || fabs(a->y[i] - b->y[i]) > 0) return 0;
    return 1;
}

/* A number that both axles have to name alike, the first that differs. */
struct spring_number {
    const char *name;
    double front, rear;
};

static kamm_result check_springs(const kamm_vehicle_def *def, int a, kamm_error *error)
{
    const kamm_suspension_def *f = &def->axles[a].suspension, *r = &def->axles[a + 1].suspension;
    const struct spring_number numbers[] = {
        {"spring_n_per_m", f->spring_n_per_m, r->spring_n_per_m},
        {"bump_travel_m", f->bump_travel_m, r->bump_travel_m},
        {"bump_stop_n_per_m", f->bump_stop_n_per_m, r->bump_stop_n_per_m},
        {"bump_stop_length_m", f->bump_stop_length_m, r->bump_stop_length_m},
        {"rebound_travel_m", f->rebound_travel_m, r->rebound_travel_m},
        {"rebound_stop_n_per_m", f->rebound_stop_n_per_m, r->rebound_stop_n_per_m},
        {"stop_hysteresis", f->stop_hysteresis, r->stop_hysteresis},
        {"friction_n", f->friction_n, r->friction_n},
        {"friction_load_share", f->friction_load_share, r->friction_load_share},
        {"friction_travel_m", f->friction_travel_m, r->friction_travel_m},
    };
    size_t count = f->load_sharing == KAMM_SHARING_AIR ? 1 : sizeof numbers / sizeof *numbers;
    for (size_t i = 0; i < count; ++i)
        if (fabs(numbers[i].front - numbers[i].rear) > 0)
            return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.load_sharing",
                             "axles[%d].suspension.%s: %g, but axles[%d], with which it shares its "
                             "load, has %g; allowed: the same",
                             a + 1, numbers[i].name, numbers[i].rear, a, numbers[i].front);
    if (alike(&f->spring_curve, &r->spring_curve)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.load_sharing",
                     "axles[%d].suspension.spring_curve: axles[%d], with which it shares its load, "
                     "has another one; allowed: the same",
                     a + 1, a);
}

/* Returns the reason why an axle cannot be in a bogie; NULL: none. */
static const char *obstacle_at(const kamm_axle_def *axle, int is_air)
{
    const kamm_suspension_def *s = &axle->suspension;
    if (axle->wheels == KAMM_WHEELS_SINGLE) return "wheels on both sides of all its axles";
    if (s->kind != KAMM_SUSPENSION_DEPENDENT)
        return "a suspension.kind of dependent at all its axles";
    if (s->hardpoints.kind != KAMM_HARDPOINTS_NONE) return "no hardpoints at any of its axles";
    if (axle->lift_m > 0) return "a lift_m of 0 at all its axles";
    if (is_air && s->friction_load_share > 0)
        return "a friction_load_share of 0 at all its axles, for bellows have no leaves";
    return NULL;
}

/* Returns the reason against a bogie of that axle and the next one. */
static const char *obstacle(const kamm_vehicle_def *def, int a)
{
    if (a + 1 >= def->axles_count) return "an axle behind it";
    int kind = def->axles[a].suspension.load_sharing;
    const char *found = NULL;
    if (is_joined(def, a - 1) && def->axles[a - 1].suspension.load_sharing != kind)
        return "the same word at the axle before it, which is of the same bogie";
    if (kamm_bogie_of(def, a).count == def->axles_count)
        return "an axle more, for the vehicle would tip over on one bogie";
    for (int i = a; i < a + 2 && !found; ++i)
        found = obstacle_at(&def->axles[i], kind == KAMM_SHARING_AIR);
    return found;
}

/* Below a tenth an axle hardly bears more than itself. */
static int is_share(double share) { return share == 0 || share >= 0.1; }

kamm_result kamm_check_bogies(const kamm_vehicle_def *def, kamm_error *error)
{
    static const char *const words[] = {"none", "walking_beam", "air"};
    for (int a = 0; a < def->axles_count; ++a) {
        const kamm_suspension_def *s = &def->axles[a].suspension;
        if (s->load_sharing == KAMM_SHARING_NONE) continue;
        const char *needs = obstacle(def, a);
        if (needs)
            return kamm_fail(
                error, KAMM_ERROR_RANGE, "axles.suspension.load_sharing",
                "axles[%d].suspension.load_sharing: %s needs %s; allowed: none without", a,
                words[s->load_sharing], needs);
        if (!is_share(s->load_share))
            return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.load_share",
                             "axles[%d].suspension.load_share: %g; allowed: 0, for as much as each "
                             "axle behind it, and 0.1 to 0.9",
                             a, s->load_share);
        kamm_result result = check_springs(def, a, error);
        if (result != KAMM_OK) return result;
    }
    return KAMM_OK;
}
