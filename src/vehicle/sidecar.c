#include "sidecar.h"

#include "../base/error.h"

#include <math.h>

static int count_beside(const kamm_vehicle_def *def)
{
    int count = 0;
    for (int a = 0; a < def->axles_count; ++a) count += is_beside(&def->axles[a]);
    return count;
}

int kamm_has_wheel_beside(const kamm_vehicle_def *def) { return count_beside(def) > 0; }

struct outfit_axles kamm_outfit_axles(const kamm_vehicle_def *def)
{
    struct outfit_axles at = {0, 0, 0};
    for (int a = 0; a < 3; ++a)
        if (is_beside(&def->axles[a])) at.sidecar = a;
    at.front = at.sidecar == 0 ? 1 : 0;
    at.rear = at.sidecar == 2 ? 1 : 2;
    return at;
}

void kamm_share_beside(const kamm_vehicle_def *def, const double *axle_x, double x, double y,
                       double share[3])
{
    const struct outfit_axles at = kamm_outfit_axles(def);
    double beside = (y + def->body.cg_left_m) / def->axles[at.sidecar].left_m;
    double rest = 1 - beside, moment = x - beside * axle_x[at.sidecar];
    double wheelbase = axle_x[at.front] - axle_x[at.rear];
    share[at.sidecar] = beside;
    share[at.front] = (moment - rest * axle_x[at.rear]) / wheelbase;
    share[at.rear] = (rest * axle_x[at.front] - moment) / wheelbase;
}

/* `left_m` on wheels that can't be beside the others, or too many of them. */
static kamm_result check_left(const kamm_vehicle_def *def, const struct layout *l,
                              kamm_error *error)
{
    for (int a = 0; a < l->axles; ++a) {
        if (!(fabs(def->axles[a].left_m) > 0)) continue;
        if (l->count[a] > 1)
            return kamm_fail(error, KAMM_ERROR_RANGE, "axles.left_m",
                             "axles[%d].left_m: %g m, but the axle has wheels on both sides; "
                             "allowed: 0, or axles[%d].wheels single",
                             a, def->axles[a].left_m, a);
        if (count_beside(def) > 1 || l->axles != 3 || l->pairs)
            return kamm_fail(error, KAMM_ERROR_RANGE, "axles.left_m",
                             "axles[%d].left_m: %g m; a wheel beside the others is that of a "
                             "sidecar: allowed on one axle of three, all with single wheels",
                             a, def->axles[a].left_m);
    }
    return KAMM_OK;
}

/* Returns what an outfit has that needs two wheels of an axle, or NULL. */
static const char *needs_pairs(const kamm_vehicle_def *def)
{
    const struct {
        int given;
        const char *words;
    } wrong[] = {
        {def->aids.esc, "aids.esc has to be false"},
        {def->hitch.kind != KAMM_HITCH_NONE, "hitch.kind has to be none"},
        {def->drawbar.towed, "drawbar.towed has to be false"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        if (wrong[i].given) return wrong[i].words;
    for (int a = 0; a < 3; ++a)
        if (def->axles[a].lift_m > 0) return "lift_m of all axles has to be 0";
    return NULL;
}

/* The weight has to lie between the three wheels. */
static kamm_result check_stance(const kamm_vehicle_def *def, kamm_error *error)
{
    double x[3], share[3];
    for (int a = 0; a < 3; ++a)
        x[a] = def->body.cg_behind_front_axle_m - def->axles[a].behind_front_axle_m;
    kamm_share_beside(def, x, 0, 0, share);
    for (int a = 0; a < 3; ++a)
        if (!(share[a] > 0))
            return kamm_fail(error, KAMM_ERROR_RANGE, "body.cg_left_m",
                             "body: its centre of gravity, %g m behind the front axle and %g m to "
                             "the left, is outside of the three wheels, and axles[%d] would lift; "
                             "allowed: between them",
                             def->body.cg_behind_front_axle_m, def->body.cg_left_m, a);
    return KAMM_OK;
}

kamm_result kamm_check_sidecar(const kamm_vehicle_def *def, const struct layout *l,
                               kamm_error *error)
{
    kamm_result result = check_left(def, l, error);
    if (result != KAMM_OK || !has_sidecar(l)) return result;
    const char *wrong = needs_pairs(def);
    if (wrong)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.left_m",
                         "axles.left_m: with a wheel beside the others %s", wrong);
    return check_stance(def, error);
}
