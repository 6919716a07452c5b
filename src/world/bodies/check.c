/* Whether a world def can be a world, and what it leaves to be the usual. */
#include "check.h"
#include "../../base/error.h"
#include "../collide/solid_mesh.h"
#include "body_state.h"
#include "filters.h"
#include "shapes.h"

#include <math.h>

#define MAX_PLACE_M 1e10
#define MAX_SPEED_MPS 1000.0
#define MAX_TURN_RADPS 1000.0

kamm_thing kamm_usual_thing(const kamm_thing *thing)
{
    kamm_thing usual = *thing;
    if (usual.box_count == 0) usual.box_count = 1;
    if (usual.friction == 0) usual.friction = USUAL_FRICTION;
    if (usual.restitution == 0) usual.restitution = USUAL_RESTITUTION;
    return usual;
}

static int all_finite(const double *v, int count)
{
    for (int i = 0; i < count; ++i)
        if (!isfinite(v[i])) return 0;
    return 1;
}

static kamm_result check_box(const kamm_box *box, const char *what, int index, kamm_error *error)
{
    static const char axes[] = "xyz";
    if (!all_finite(box->centre_m, 3) || !all_finite(box->orientation, 4))
        return kamm_fail(error, KAMM_ERROR_RANGE, what,
                         "%s[%d]: its place or orientation is not finite", what, index);
    for (int k = 0; k < 3; ++k)
        if (!(box->half_m[k] > 0) || !isfinite(box->half_m[k]))
            return kamm_fail(
                error, KAMM_ERROR_RANGE, what,
                "%s[%d]: half a size of %g m along %c; it has to be above 0 and finite", what,
                index, box->half_m[k], axes[k]);
    return KAMM_OK;
}

static kamm_result check_mesh(const kamm_shape *shape, const char *what, int index,
                              kamm_error *error)
{
    char text[MESH_ERROR_TEXT];
    const char *wrong = kamm_check_mesh(shape, text);
    if (!wrong) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, what, "%s[%d]: %s", what, index, wrong);
}

/* The box, and what is in it. */
static kamm_result check_shape(const kamm_box *box, const kamm_shape *shape, const char *what,
                               int index, kamm_error *error)
{
    struct oriented_box around;
    struct convex convex;
    kamm_result result =
        shape->kind == KAMM_SHAPE_HULL ? KAMM_OK : check_box(box, what, index, error);
    if (result != KAMM_OK || shape->kind == KAMM_SHAPE_BOX) return result;
    kamm_start_box(box, shape, &around);
    const char *wrong = kamm_make_convex(shape, &around, &convex);
    if (!wrong) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, what, "%s[%d]: %s", what, index, wrong);
}

static kamm_result check_surface(double friction, double restitution, const char *what, int index,
                                 kamm_error *error)
{
    if (!(friction >= 0 && friction <= 2))
        return kamm_fail(error, KAMM_ERROR_RANGE, what, "%s[%d]: friction %g; 0 to 2 is allowed",
                         what, index, friction);
    if (!(restitution >= 0 && restitution <= 1))
        return kamm_fail(error, KAMM_ERROR_RANGE, what, "%s[%d]: restitution %g; 0 to 1 is allowed",
                         what, index, restitution);
    return KAMM_OK;
}

static kamm_result check_filter(const kamm_filter *filter, const char *what, int index,
                                kamm_error *error)
{
    if (kamm_is_filter(filter)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, what,
                     "%s[%d]: category 0x%x; the highest bit is none of a category's", what, index,
                     (unsigned)filter->category);
}

kamm_result kamm_check_thing(const kamm_thing *given, int index, kamm_error *error)
{
    const kamm_thing usual = kamm_usual_thing(given), *thing = &usual;
    if (thing->box_count < 1 || thing->box_count > KAMM_MAX_THING_BOXES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "things",
                         "things[%d]: %d boxes; 1 to %d are allowed", index, thing->box_count,
                         KAMM_MAX_THING_BOXES);
    for (int i = 0; i < thing->box_count; ++i)
        if (check_shape(&thing->boxes[i], &thing->shapes[i], "things", index, error) != KAMM_OK)
            return KAMM_ERROR_RANGE;
    if (!((double)thing->mass_kg > 0) || !isfinite((double)thing->mass_kg))
        return kamm_fail(error, KAMM_ERROR_RANGE, "things",
                         "things[%d]: a mass of %g kg; it has to be above 0 and finite", index,
                         (double)thing->mass_kg);
    if (!all_finite(thing->position_m, 3) || !all_finite(thing->orientation, 4))
        return kamm_fail(error, KAMM_ERROR_RANGE, "things",
                         "things[%d]: its place or orientation is not finite", index);
    if (check_filter(&thing->filter, "things", index, error) != KAMM_OK) return KAMM_ERROR_RANGE;
    return check_surface((double)thing->friction, (double)thing->restitution, "things", index,
                         error);
}

kamm_result kamm_check_solid(const kamm_solid *solid, int index, kamm_error *error)
{
    kamm_result result = solid->shape.kind == KAMM_SHAPE_MESH
                             ? check_mesh(&solid->shape, "solids", index, error)
                             : check_shape(&solid->box, &solid->shape, "solids", index, error);
    if (result != KAMM_OK) return result;
    if (!all_finite(solid->position_m, 3) || !all_finite(solid->orientation, 4))
        return kamm_fail(error, KAMM_ERROR_RANGE, "solids",
                         "solids[%d]: its frame's place or orientation is not finite", index);
    if (check_filter(&solid->filter, "solids", index, error) != KAMM_OK) return KAMM_ERROR_RANGE;
    return check_surface((double)solid->friction, (double)solid->restitution, "solids", index,
                         error);
}

static kamm_result check_values(const char *name, const double *v, int count, double limit,
                                const char *what, int index, kamm_error *error)
{
    for (int i = 0; i < count; ++i)
        if (!(fabs(v[i]) < limit))
            return kamm_fail(error, KAMM_ERROR_RANGE, name,
                             "%s[%d] of %s %d: %g; it has to be within %g", name, i, what, index,
                             v[i], limit);
    return KAMM_OK;
}

kamm_result kamm_check_motion(const kamm_thing_motion *m, const char *what, int index,
                              kamm_error *error)
{
    const double *at = m->position_m, *q = m->orientation;
    kamm_result result = check_values("position_m", at, 3, MAX_PLACE_M, what, index, error);
    if (result == KAMM_OK) result = check_values("orientation", q, 4, 1e6, what, index, error);
    if (result == KAMM_OK)
        result =
            check_values("velocity_mps", m->velocity_mps, 3, MAX_SPEED_MPS, what, index, error);
    if (result == KAMM_OK)
        result = check_values("angular_velocity_radps", m->angular_velocity_radps, 3,
                              MAX_TURN_RADPS, what, index, error);
    return result;
}

kamm_result kamm_check_ground(const kamm_ground *ground, kamm_error *error)
{
    if (!isfinite((double)ground->air_density_kgpm3))
        return kamm_fail(error, KAMM_ERROR_RANGE, "ground",
                         "ground: the density of the air is not finite");
    for (int i = 0; i < 3; ++i)
        if (!isfinite((double)ground->gravity_mps2[i]) || !isfinite((double)ground->wind_mps[i]))
            return kamm_fail(error, KAMM_ERROR_RANGE, "ground",
                             "ground: gravity or wind is not finite");
    return KAMM_OK;
}

static kamm_result check_list(const char *what, const void *list, int count, kamm_error *error)
{
    if (count > 0 && count <= MAX_BODIES && !list)
        return kamm_fail(error, KAMM_ERROR_RANGE, what, "%s: NULL for a world of %d", what, count);
    if (count >= 0 && count <= MAX_BODIES) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, what, "%s: a world of %d; allowed: 0 to %d", what,
                     count, MAX_BODIES);
}

static kamm_result check_substep(double substep_s, kamm_error *error)
{
    if (substep_s == 0 || (substep_s >= 1.0 / 20000 && substep_s <= 1)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "substep_s",
                     "substep_s: %g s; 0 or 1/20000 to 1 s is allowed", substep_s);
}

kamm_result kamm_check_world_def(const kamm_world_def *def, kamm_error *error)
{
    kamm_result result = kamm_check_ground(&def->ground, error);
    if (result == KAMM_OK) result = check_substep(def->substep_s, error);
    if (result == KAMM_OK) result = check_list("solids", def->solids, def->solid_count, error);
    if (result == KAMM_OK) result = check_list("things", def->things, def->thing_count, error);
    for (int i = 0; result == KAMM_OK && i < def->solid_count; ++i)
        result = kamm_check_solid(&def->solids[i], i, error);
    for (int i = 0; result == KAMM_OK && i < def->thing_count; ++i)
        result = kamm_check_thing(&def->things[i], i, error);
    return result;
}
