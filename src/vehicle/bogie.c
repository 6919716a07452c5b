#include "bogie.h"

#include "../base/error.h"

#include <math.h>
#include <string.h>

static int begins_bogie(const kamm_vehicle_def *def, int a)
{
    return a >= 0 && a + 1 < def->axles_count &&
           def->axles[a].suspension.load_sharing != KAMM_SHARING_NONE;
}

int kamm_bogie_partner(const kamm_vehicle_def *def, int a)
{
    return begins_bogie(def, a) ? a + 1 : begins_bogie(def, a - 1) ? a - 1 : -1;
}

double kamm_bogie_share(const kamm_vehicle_def *def, int a)
{
    int partner = kamm_bogie_partner(def, a);
    if (partner < 0) return 0.5;
    return partner > a ? def->axles[a].suspension.load_share
                       : 1 - def->axles[partner].suspension.load_share;
}

double kamm_bogie_pivot(const kamm_vehicle_def *def, const double *axle_x, int a)
{
    int partner = kamm_bogie_partner(def, a);
    double own = kamm_bogie_share(def, a);
    return partner < 0 ? axle_x[a] : own * axle_x[a] + (1 - own) * axle_x[partner];
}

kamm_suspension_def kamm_shared_springs(const kamm_vehicle_def *def, int a)
{
    kamm_suspension_def s = def->axles[a].suspension;
    int partner = kamm_bogie_partner(def, a);
    if (partner < 0) return s;
    double scale = 2 * kamm_bogie_share(def, a);
    s.spring_n_per_m *= scale;
    for (int i = 0; i < s.spring_curve.count; ++i) s.spring_curve.y[i] *= scale;
    if (def->axles[partner < a ? partner : a].suspension.load_sharing == KAMM_SHARING_AIR) return s;
    s.bump_stop_n_per_m *= scale;
    s.rebound_stop_n_per_m *= scale;
    s.friction_n *= scale;
    return s;
}

void kamm_compile_sharing(const kamm_vehicle_def *def, int a, struct load_sharing_constants *c)
{
    int partner = kamm_bogie_partner(def, a);
    *c = (struct load_sharing_constants){.own = 1};
    if (partner < 0) return;
    int front = partner < a ? partner : a;
    const kamm_suspension_def *s = &def->axles[front].suspension;
    double share = kamm_bogie_share(def, a), rest = 1 - share;
    double own_kg = def->axles[a].unsprung_mass_kg, other_kg = def->axles[partner].unsprung_mass_kg;
    double beam_m =
        def->axles[front + 1].behind_front_axle_m - def->axles[front].behind_front_axle_m;
    c->on = 1;
    c->air = s->load_sharing == KAMM_SHARING_AIR;
    c->first = front == a;
    c->own = (float)share;
    c->other = (float)rest;
    c->mean_inverse_mass = (float)((share * share / own_kg + rest * rest / other_kg) / share);
    c->difference_inverse_mass = (float)(1 / own_kg + 1 / other_kg);
    c->stop_m = (float)(beam_m * tan(s->beam_stop_rad));
    c->stop_n_per_m = c->air > 0 ? 0 : (float)s->beam_stop_n_per_m;
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

/* What stands against a bogie of that axle and the next one; NULL: nothing. */
static const char *obstacle(const kamm_vehicle_def *def, int a)
{
    if (a + 1 >= def->axles_count) return "an axle behind it";
    const kamm_axle_def *pair = &def->axles[a];
    if (begins_bogie(def, a - 1)) return "an axle that no other bogie has";
    if (def->axles_count == 2) return "an axle more, for the vehicle would tip over on one bogie";
    for (int i = 0; i < 2; ++i) {
        const kamm_suspension_def *s = &pair[i].suspension;
        if (pair[i].wheels == KAMM_WHEELS_SINGLE) return "wheels on both sides of both axles";
        if (s->kind != KAMM_SUSPENSION_DEPENDENT)
            return "a suspension.kind of dependent at both axles";
        if (s->hardpoints.kind != KAMM_HARDPOINTS_NONE) return "no hardpoints at either axle";
        if (pair[i].lift_m > 0) return "a lift_m of 0 at both axles";
        if (pair->suspension.load_sharing == KAMM_SHARING_AIR && s->friction_load_share > 0)
            return "a friction_load_share of 0 at both axles, for bellows have no leaves";
    }
    return NULL;
}

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
        kamm_result result = check_springs(def, a, error);
        if (result != KAMM_OK) return result;
    }
    return KAMM_OK;
}
