/* Whether a world def can be a world, and what it leaves to be the usual. */
#include "check.h"
#include "../../base/error.h"
#include "../collide/triangle_mesh.h"
#include "body_state.h"
#include "filters.h"
#include "shapes.h"

#include <math.h>
#include <stdio.h>

#define MAX_PLACE_M 1e10
#define MAX_SPEED_MPS 1000.0
#define MAX_TURN_RADPS 1000.0

kamm_body_def kamm_usual_body(const kamm_body_def *def)
{
    kamm_body_def usual = *def;
    if (usual.shape_count == 0) usual.shape_count = 1;
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

/* A body of the list, or one of several shapes of it, as messages name it. */
struct shape_name {
    char text[48];
};

static struct shape_name name_shape(const kamm_body_def *def, int index, int shape)
{
    struct shape_name name;
    if (def->shape_count > 1)
        snprintf(name.text, sizeof name.text, "bodies[%d].shapes[%d]", index, shape);
    else
        snprintf(name.text, sizeof name.text, "bodies[%d]", index);
    return name;
}

static kamm_result check_box(const kamm_box *box, const char *name, kamm_error *error)
{
    static const char axes[] = "xyz";
    if (!all_finite(box->centre_m, 3) || !all_finite(box->orientation, 4))
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "%s: the place or orientation of its box is not finite", name);
    for (int k = 0; k < 3; ++k)
        if (!(box->half_m[k] > 0) || !isfinite(box->half_m[k]))
            return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                             "%s: half a size of %g m along %c; it has to be above 0 and finite",
                             name, box->half_m[k], axes[k]);
    return KAMM_OK;
}

/* Returns the fault of a mesh or of a box; NULL: none. */
static const char *find_fault(const kamm_shape *shape, char text[MESH_ERROR_TEXT])
{
    struct oriented_box around;
    struct convex convex;
    if (shape->kind == KAMM_SHAPE_BOX) return NULL;
    if (shape->kind == KAMM_SHAPE_MESH) return kamm_check_mesh(shape, text);
    kamm_start_box(shape, &around);
    return kamm_make_convex(shape, &around, &convex);
}

static kamm_result check_shape(const kamm_body_def *def, int at, int index, kamm_error *error)
{
    char text[MESH_ERROR_TEXT];
    const kamm_shape *shape = &def->shapes[at];
    const struct shape_name name = name_shape(def, index, at);
    int has_points = shape->kind == KAMM_SHAPE_HULL || shape->kind == KAMM_SHAPE_MESH;
    kamm_result result = has_points ? KAMM_OK : check_box(&shape->box, name.text, error);
    if (result != KAMM_OK) return result;
    if (shape->kind == KAMM_SHAPE_MESH && def->type == KAMM_BODY_DYNAMIC)
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "%s: a dynamic body is a mesh; static and kinematic ones may be",
                         name.text);
    const char *wrong = find_fault(shape, text);
    return wrong ? kamm_fail(error, KAMM_ERROR_RANGE, "bodies", "%s: %s", name.text, wrong)
                 : KAMM_OK;
}

static kamm_result check_shapes(const kamm_body_def *def, int index, kamm_error *error)
{
    if (def->shape_count < 1 || def->shape_count > KAMM_MAX_SHAPES)
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "bodies[%d]: %d shapes; a body has 1 to %d", index, (int)def->shape_count,
                         KAMM_MAX_SHAPES);
    for (int i = 0; i < def->shape_count; ++i)
        if (check_shape(def, i, index, error) != KAMM_OK) return KAMM_ERROR_RANGE;
    return KAMM_OK;
}

/* Checks the values that only a dynamic body has, and those that it lacks. */
static kamm_result check_type(const kamm_body_def *def, int index, kamm_error *error)
{
    double mass_kg = (double)def->mass_kg;
    int is_dynamic = def->type == KAMM_BODY_DYNAMIC;
    if (!is_dynamic && def->type != KAMM_BODY_STATIC && def->type != KAMM_BODY_KINEMATIC)
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "bodies[%d]: type %d; static, kinematic and dynamic are allowed", index,
                         (int)def->type);
    if (is_dynamic && (!(mass_kg > 0) || !isfinite(mass_kg)))
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "bodies[%d]: a mass of %g kg; it has to be above 0 and finite", index,
                         mass_kg);
    if (is_dynamic && def->sensor)
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "bodies[%d]: a dynamic body is a sensor; static and kinematic ones may be",
                         index);
    if (!is_dynamic && (mass_kg != 0 || def->asleep))
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "bodies[%d]: only a dynamic body has a mass and sleeps", index);
    return KAMM_OK;
}

static kamm_result check_surface(const kamm_body_def *def, int index, kamm_error *error)
{
    double friction = (double)def->friction, restitution = (double)def->restitution;
    if (!(friction >= 0 && friction <= 2))
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "bodies[%d]: friction %g; 0 to 2 is allowed", index, friction);
    if (!(restitution >= 0 && restitution <= 1))
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "bodies[%d]: restitution %g; 0 to 1 is allowed", index, restitution);
    return KAMM_OK;
}

kamm_result kamm_check_body(const kamm_body_def *given, int index, kamm_error *error)
{
    const kamm_body_def usual = kamm_usual_body(given), *def = &usual;
    kamm_result result = check_type(def, index, error);
    if (result == KAMM_OK) result = check_shapes(def, index, error);
    if (result != KAMM_OK) return result;
    if (!all_finite(def->position_m, 3) || !all_finite(def->orientation, 4))
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "bodies[%d]: its place or orientation is not finite", index);
    if (!kamm_is_filter(&def->filter))
        return kamm_fail(error, KAMM_ERROR_RANGE, "bodies",
                         "bodies[%d]: category 0x%x; the highest bit is none of a category's",
                         index, (unsigned)def->filter.category);
    return check_surface(def, index, error);
}

static kamm_result check_values(const char *name, const double *v, int count, double limit,
                                int index, kamm_error *error)
{
    for (int i = 0; i < count; ++i)
        if (!(fabs(v[i]) < limit))
            return kamm_fail(error, KAMM_ERROR_RANGE, name,
                             "%s[%d] of body %d: %g; it has to be within %g", name, i, index, v[i],
                             limit);
    return KAMM_OK;
}

kamm_result kamm_check_motion(const kamm_body_motion *m, int index, kamm_error *error)
{
    const double *at = m->position_m, *q = m->orientation;
    kamm_result result = check_values("position_m", at, 3, MAX_PLACE_M, index, error);
    if (result == KAMM_OK) result = check_values("orientation", q, 4, 1e6, index, error);
    if (result == KAMM_OK)
        result = check_values("velocity_mps", m->velocity_mps, 3, MAX_SPEED_MPS, index, error);
    if (result == KAMM_OK)
        result = check_values("angular_velocity_radps", m->angular_velocity_radps, 3,
                              MAX_TURN_RADPS, index, error);
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
    const double most_per_s = 50000; /* as stepping.substeps_per_s of cars */
    if (substep_s == 0 || (substep_s >= 1 / most_per_s && substep_s <= 1)) return KAMM_OK;
    return kamm_fail(error, KAMM_ERROR_RANGE, "substep_s",
                     "substep_s: %g s; allowed: %g to 1 s, which is 1 to %g substeps a second, "
                     "or 0 for 1/240 s",
                     substep_s, 1 / most_per_s, most_per_s);
}

kamm_result kamm_check_world_def(const kamm_world_def *def, kamm_error *error)
{
    kamm_result result = kamm_check_ground(&def->ground, error);
    if (result == KAMM_OK) result = check_substep(def->substep_s, error);
    if (result == KAMM_OK) result = check_list("bodies", def->bodies, def->body_count, error);
    for (int i = 0; result == KAMM_OK && i < def->body_count; ++i)
        result = kamm_check_body(&def->bodies[i], i, error);
    return result;
}
