#include "two_wheeler.h"

#include "../base/error.h"
#include "chassis.h"

#include <math.h>
#include <string.h>

struct steered_front kamm_front_of(const kamm_vehicle_def *def, const struct statics *s)
{
    const kamm_front_assembly_def *front = &def->front_assembly;
    double spin = def->axles[0].wheel_inertia_kgm2, across = front->wheel_diametral_inertia_kgm2;
    if (!(across > 0)) across = spin / 2;
    if (def->axles[0].wheels != KAMM_WHEELS_SINGLE) spin *= 2, across *= 2;
    struct steered_front f = {.mass_kg = front->mass_kg,
                              .at = {s->axle_x[0] - front->cg_behind_front_axle_m,
                                     -def->body.cg_left_m, front->cg_height_m},
                              .inertia = {{front->roll_inertia_kgm2 + across, 0, 0},
                                          {0, front->pitch_inertia_kgm2 + spin, 0},
                                          {0, 0, front->yaw_inertia_kgm2 + across}}};
    f.inertia[0][2] = f.inertia[2][0] = -front->roll_yaw_product_kgm2;
    for (int i = 0; i < 3; ++i) f.at[i] -= s->sprung_cg[i];
    return f;
}

int kamm_front_twists(const kamm_vehicle_def *def)
{
    return def->front_assembly.mass_kg > 0 && def->front_assembly.twist_nm_per_rad > 0;
}

void kamm_twist_point(const kamm_vehicle_def *def, const struct statics *s, double point[3])
{
    const kamm_front_assembly_def *front = &def->front_assembly;
    point[0] = s->axle_x[0] - front->twist_behind_front_axle_m - s->sprung_cg[0];
    point[1] = -def->body.cg_left_m - s->sprung_cg[1];
    point[2] = front->twist_height_m - s->sprung_cg[2];
}

struct leaning_rider kamm_rider_of(const kamm_vehicle_def *def, const struct statics *s)
{
    const kamm_rider_def *rider = &def->rider;
    struct leaning_rider r = {.mass_kg = rider->mass_kg,
                              .at = {s->axle_x[0] - rider->cg_behind_front_axle_m,
                                     -def->body.cg_left_m, rider->cg_height_m},
                              .inertia = {{rider->roll_inertia_kgm2, 0, 0},
                                          {0, rider->pitch_inertia_kgm2, 0},
                                          {0, 0, rider->yaw_inertia_kgm2}}};
    r.inertia[0][2] = r.inertia[2][0] = -rider->roll_yaw_product_kgm2;
    for (int i = 0; i < 3; ++i) r.at[i] -= s->sprung_cg[i];
    memcpy(r.hip, r.at, sizeof r.hip);
    r.hip[2] = rider->hip_height_m - s->sprung_cg[2];
    return r;
}

struct whole_rider kamm_whole_rider_of(const kamm_vehicle_def *def, const struct statics *s)
{
    const kamm_rider_def *rider = &def->rider;
    struct whole_rider r = {.mass_kg = rider->whole_mass_kg,
                            .at = {s->axle_x[0] - rider->whole_cg_behind_front_axle_m,
                                   -def->body.cg_left_m, rider->whole_cg_height_m},
                            .inertia = {{rider->whole_roll_inertia_kgm2, 0, 0},
                                        {0, rider->whole_pitch_inertia_kgm2, 0},
                                        {0, 0, rider->whole_yaw_inertia_kgm2}}};
    r.inertia[0][2] = r.inertia[2][0] = -rider->whole_roll_yaw_product_kgm2;
    for (int i = 0; i < 3; ++i) r.at[i] -= s->sprung_cg[i];
    return r;
}

struct bare_body kamm_bare_body_of(const kamm_vehicle_def *def, const struct statics *s)
{
    const struct whole_rider r = kamm_whole_rider_of(def, s);
    struct bare_body b = {.mass_kg = s->sprung_mass_kg};
    for (int i = 0; i < 3; ++i) b.inertia[i] = s->sprung_inertia[i][i];
    if (!(r.mass_kg > 0)) return b;
    b.mass_kg -= r.mass_kg;
    for (int i = 0; i < 3; ++i) b.at[i] = -r.mass_kg * r.at[i] / b.mass_kg;
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        b.inertia[i] -= r.inertia[i][i] + r.mass_kg * (r.at[j] * r.at[j] + r.at[k] * r.at[k]) +
                        b.mass_kg * (b.at[j] * b.at[j] + b.at[k] * b.at[k]);
    }
    return b;
}

int kamm_has_stand(const kamm_vehicle_def *def) { return fabs(def->stand.foot_left_m) > 0; }

void kamm_stand_foot(const kamm_vehicle_def *def, const struct statics *s, int foot, double at[3])
{
    const kamm_stand_def *stand = &def->stand;
    at[0] = s->axle_x[0] - stand->foot_behind_front_axle_m - s->sprung_cg[0];
    at[1] = (foot ? -1 : 1) * stand->foot_left_m - def->body.cg_left_m - s->sprung_cg[1];
    at[2] = stand->foot_height_m - s->sprung_cg[2];
}

double kamm_mean_crown_m(const kamm_model *model)
{
    double sum = 0, load = 0;
    for (int w = 0; w < model->layout.wheels; ++w) {
        const struct axle_constants *axle = &model->chassis->axles[model->layout.axle[w]];
        sum += (double)axle->tyre_vertical.crown_radius * model->rest.load_n[w];
        load += model->rest.load_n[w];
    }
    return sum / load;
}

/* Returns the value of a two-wheeler's def that a front assembly does not have, or NULL. */
static const char *beside_front(const kamm_vehicle_def *def)
{
    const struct {
        int given;
        const char *words;
    } wrong[] = {
        {fabs(def->axles[0].steer_share - 1) > 0, "axles[0].steer_share has to be 1"},
        {fabs(def->axles[1].steer_share) > 0, "axles[1].steer_share has to be 0"},
        {fabs(def->steering.ratio - 1) > 0, "steering.ratio has to be 1, as of a handlebar"},
        {def->steering.lock_rad > 1.2, "steering.lock_rad has to be up to 1.2"},
        {def->axles[0].lift_m > 0 || def->axles[1].lift_m > 0, "lift_m of both axles has to be 0"},
        {def->tank.shape != KAMM_TANK_NONE, "tank.shape has to be none"},
        {def->shifting_load.mass_kg > 0, "shifting_load.mass_kg has to be 0"},
        {def->hitch.kind != KAMM_HITCH_NONE, "hitch.kind has to be none"},
        {def->drawbar.towed, "drawbar.towed has to be false"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        if (wrong[i].given) return wrong[i].words;
    return NULL;
}

/* Returns which wheels are not in the middle. */
static const char *beside_line(const struct layout *l)
{
    if (has_sidecar(l)) return "a sidecar has a wheel beside the others";
    return l->count[0] > 1 ? "axles[0] has wheels on both sides"
                           : "axles[1] has wheels on both sides";
}

/* What only two single wheels in line may have. */
static kamm_result check_in_line(const kamm_vehicle_def *def, const struct layout *l,
                                 kamm_error *error)
{
    const struct {
        double value;
        const char *path, *unit;
    } own[] = {
        {def->rider.mass_kg, "rider.mass_kg", "kg"},
        {def->rider.whole_mass_kg, "rider.whole_mass_kg", "kg"},
        {def->stand.foot_left_m, "stand.foot_left_m", "m"},
        {def->front_assembly.mass_kg, "front_assembly.mass_kg", "kg"},
    };
    for (size_t i = 0; i < sizeof own / sizeof *own; ++i)
        if (fabs(own[i].value) > 0)
            return kamm_fail(error, KAMM_ERROR_RANGE, own[i].path,
                             "%s: %g %s, but %s; allowed: 0, or two axles with a single wheel",
                             own[i].path, own[i].value, own[i].unit, beside_line(l));
    return KAMM_OK;
}

/* Returns what a tilting pair does not have, or NULL. */
static const char *beside_tilting(const kamm_vehicle_def *def, const kamm_axle_def *axle)
{
    const kamm_suspension_def *s = &axle->suspension;
    const struct {
        int given;
        const char *words;
    } wrong[] = {
        {s->kind == KAMM_SUSPENSION_DEPENDENT, "kind has to be independent or solid_mounting"},
        {s->anti_roll_bar_n_per_m > 0 || s->anti_roll_bar_n > 0,
         "anti_roll_bar_n_per_m and anti_roll_bar_n have to be 0, since a lean is free"},
        {s->active_bar_share > 0, "active_bar_share has to be 0"},
        {s->load_sharing != KAMM_SHARING_NONE, "load_sharing has to be none"},
        {fabs(s->camber_rad) > 0 || fabs(s->toe_in_rad) > 0,
         "camber_rad and toe_in_rad have to be 0"},
        {fabs(s->scrub_radius_m) > 0 || fabs(s->kingpin_inclination_rad) > 0,
         "scrub_radius_m and kingpin_inclination_rad have to be 0"},
        {fabs(def->steering.ackermann) > 0, "steering.ackermann has to be 0"},
        {fabs(def->body.cg_left_m) > 0, "body.cg_left_m has to be 0"},
        {kamm_front_twists(def), "front_assembly.twist_nm_per_rad has to be 0"},
        {kamm_has_stand(def), "stand.foot_left_m has to be 0; tilt_lock_nm holds it"},
        {axle->vectoring_nm > 0, "vectoring_nm has to be 0"},
        {s->swing_arm.pivot_ahead_m > 0, "swing_arm.pivot_ahead_m has to be 0"},
        {def->aids.esc, "aids.esc has to be false"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        if (wrong[i].given) return wrong[i].words;
    return NULL;
}

static kamm_result check_tilting(const kamm_vehicle_def *def, const struct layout *l,
                                 kamm_error *error)
{
    const int own = tilting_axle(l);
    for (int a = 0; a < l->axles; ++a)
        if (def->axles[a].suspension.tilting && !(l->tilts && a == own))
            return kamm_fail(
                error, KAMM_ERROR_RANGE, "axles.suspension.tilting",
                "axles[%d].suspension.tilting: allowed with wheels pair, on one of two "
                "axles whose other one has a single wheel",
                a);
    const char *wrong = l->tilts ? beside_tilting(def, &def->axles[own]) : NULL;
    if (!wrong) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "axles.suspension.tilting",
                     "axles[%d].suspension.tilting: of wheels that lean with the body %s", own,
                     wrong);
}

kamm_result kamm_check_two_wheeler(const kamm_vehicle_def *def, const struct layout *l,
                                   kamm_error *error)
{
    const kamm_front_assembly_def *front = &def->front_assembly;
    kamm_result result = check_tilting(def, l, error);
    if (result != KAMM_OK) return result;
    if ((l->pairs && !l->tilts) || has_sidecar(l)) return check_in_line(def, l, error);
    if (l->axles > 2)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.wheels",
                         "axles.wheels: all %d axles have a single wheel in the middle; allowed: "
                         "two of them, or at least one with a pair",
                         l->axles);
    if (!(front->mass_kg > 0))
        return kamm_fail(error, KAMM_ERROR_RANGE, "front_assembly.mass_kg",
                         "front_assembly.mass_kg: 0 kg, but %s balanced "
                         "by their steering, which needs the mass that turns with the handlebar; "
                         "allowed: more than 0, or axles.wheels with a pair%s",
                         l->tilts ? "tilting wheels are" : "two single wheels in line are",
                         l->tilts ? " that does not tilt" : "");
    const char *wrong = beside_front(def);
    if (!wrong) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "front_assembly",
                     "front_assembly: of a vehicle with one %s", wrong);
}
