#include "swing_arm.h"

#include "../base/error.h"

#include <math.h>

/* The torque at which either run of the chain is taut, as a share of the vehicle's weight times the radius of the wheel's sprocket. */
#define TAUT_SHARE 0.01
/* The steepest arm up to the stops, and within its curves, which go into the stops by that share of its length. */
#define STEEPEST_SINE 0.6
#define FARTHEST_SINE 0.8
#define INTO_STOPS 0.15
enum { POINTS = 23 };

static double drop_of(const kamm_swing_arm_def *arm, double hub_height_m)
{
    return arm->pivot_height_m - hub_height_m;
}

/* The steepest that the arm gets within its travel, as a sine. */
static double steepest_sine(const kamm_suspension_def *s, double hub_height_m)
{
    double drop = drop_of(&s->swing_arm, hub_height_m);
    double up = s->bump_travel_m - drop, down = s->rebound_travel_m + drop;
    return fmax(fabs(up), fabs(down)) / hypot(s->swing_arm.pivot_ahead_m, drop);
}

void kamm_lay_swing_arm(kamm_suspension_def *s, double hub_height_m)
{
    double ahead = s->swing_arm.pivot_ahead_m, drop = drop_of(&s->swing_arm, hub_height_m),
           length = hypot(ahead, drop);
    double low = fmax(-s->rebound_travel_m - INTO_STOPS * length, drop - FARTHEST_SINE * length),
           high = fmin(s->bump_travel_m + INTO_STOPS * length, drop + FARTHEST_SINE * length);
    s->longitudinal_curve.count = s->caster_curve.count = POINTS;
    for (int i = 0; i < POINTS; ++i) {
        double travel = low + (high - low) * i / (POINTS - 1), height = travel - drop;
        s->longitudinal_curve.x[i] = s->caster_curve.x[i] = travel;
        s->longitudinal_curve.y[i] = ahead - sqrt(length * length - height * height);
        s->caster_curve.y[i] = asin(-drop / length) - asin(height / length);
    }
}

static double sprockets_apart(const kamm_swing_arm_def *arm, double hub_height_m)
{
    return hypot(arm->pivot_ahead_m + arm->sprocket_ahead_m, arm->sprocket_height_m - hub_height_m);
}

/* What of an axle does not go with an arm, or NULL. */
static const char *beside_arm(const kamm_vehicle_def *def, int a, double hub_height_m)
{
    const kamm_axle_def *axle = &def->axles[a];
    const kamm_suspension_def *s = &axle->suspension;
    const kamm_swing_arm_def *arm = &s->swing_arm;
    const struct {
        int wrong;
        const char *words;
    } all[] = {
        {axle->wheels != KAMM_WHEELS_SINGLE, "the axle has to have a single wheel"},
        {a + 1 < def->axles_count, "it has to be the last axle"},
        {s->kind == KAMM_SUSPENSION_SOLID, "kind must not be solid_mounting"},
        {fabs(s->recession) > 0 || s->longitudinal_curve.count > 0,
         "recession and longitudinal_curve must not be given"},
        {fabs(s->caster_gain_rad_per_m) > 0 || s->caster_curve.count > 0,
         "caster_gain_rad_per_m and caster_curve must not be given"},
        {steepest_sine(s, hub_height_m) > STEEPEST_SINE,
         "bump and rebound travel have to leave it within 37 degrees of level"},
        {arm->wheel_sprocket_radius_m > 0 &&
             sprockets_apart(arm, hub_height_m) <
                 arm->wheel_sprocket_radius_m + arm->sprocket_radius_m,
         "sprockets must not overlap"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i)
        if (all[i].wrong) return all[i].words;
    return NULL;
}

kamm_result kamm_check_swing_arm(const kamm_vehicle_def *def, const struct layout *l,
                                 const struct statics *s, kamm_error *error)
{
    for (int a = 0; a < l->axles; ++a) {
        if (!has_swing_arm_def(&def->axles[a].suspension)) continue;
        const char *wrong = beside_arm(def, a, s->hub_height_m[a]);
        if (wrong)
            return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.swing_arm",
                             "axles[%d].suspension.swing_arm: %s; allowed: that, or a "
                             "pivot_ahead_m of 0",
                             a, wrong);
    }
    return KAMM_OK;
}

void kamm_compile_swing_arm(const kamm_vehicle_def *def, const struct statics *s, int a,
                            struct swing_arm_constants *c)
{
    const kamm_swing_arm_def *arm = &def->axles[a].suspension.swing_arm;
    if (!has_swing_arm_def(&def->axles[a].suspension)) return;
    double radius = arm->wheel_sprocket_radius_m;
    c->on = 1;
    c->chain = radius > 0;
    if (!(radius > 0)) return;
    c->sprocket_x =
        (float)(s->axle_x[a] + arm->pivot_ahead_m + arm->sprocket_ahead_m - s->sprung_cg[0]);
    c->sprocket_z = (float)(arm->sprocket_height_m - s->sprung_cg[2]);
    c->apart_m = (float)(radius - arm->sprocket_radius_m);
    c->inverse_radius = (float)(1 / radius);
    c->taut_per_nm = (float)(1 / (TAUT_SHARE * s->total_mass_kg * KAMM_STANDARD_GRAVITY * radius));
}
