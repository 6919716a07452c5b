#include "two_wheeler.h"

#include "../base/error.h"

#include <math.h>
#include <string.h>

struct steered_front kamm_front_of(const kamm_vehicle_def *def, const struct statics *s)
{
    const kamm_front_assembly_def *front = &def->front_assembly;
    double spin = def->axles[0].wheel_inertia_kgm2, across = front->wheel_diametral_inertia_kgm2;
    if (!(across > 0)) across = spin / 2;
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

kamm_result kamm_check_two_wheeler(const kamm_vehicle_def *def, const struct layout *l,
                                   kamm_error *error)
{
    const kamm_front_assembly_def *front = &def->front_assembly;
    if (l->pairs && def->rider.mass_kg > 0)
        return kamm_fail(
            error, KAMM_ERROR_RANGE, "rider.mass_kg",
            "rider.mass_kg: %g kg, but axles[%d] has wheels on both sides; allowed: 0, "
            "or two axles with a single wheel",
            def->rider.mass_kg, l->count[0] > 1 ? 0 : 1);
    if (l->pairs && front->mass_kg > 0)
        return kamm_fail(error, KAMM_ERROR_RANGE, "front_assembly.mass_kg",
                         "front_assembly.mass_kg: %g kg, but axles[%d] has wheels on both sides; "
                         "allowed: 0, or axles with a single wheel",
                         front->mass_kg, l->count[0] > 1 ? 0 : 1);
    if (l->pairs) return KAMM_OK;
    if (l->axles > 2)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.wheels",
                         "axles.wheels: all %d axles have a single wheel in the middle; allowed: "
                         "two of them, or at least one with a pair",
                         l->axles);
    if (!(front->mass_kg > 0))
        return kamm_fail(error, KAMM_ERROR_RANGE, "front_assembly.mass_kg",
                         "front_assembly.mass_kg: 0 kg, but two single wheels in line are balanced "
                         "by their steering, which needs the mass that turns with the handlebar; "
                         "allowed: more than 0, or axles.wheels with a pair");
    const char *wrong = beside_front(def);
    if (!wrong) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "front_assembly",
                     "front_assembly: of a vehicle with one %s", wrong);
}
