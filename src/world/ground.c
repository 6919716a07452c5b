/* Grounds that need no host: planes, height fields, named surfaces. */
#include <kamm/ground.h>

#include "../base/error.h"

#include <math.h>
#include <string.h>

#define STANDARD_SURROUNDINGS \
    .gravity_mps2 = {0, 0, -9.80665f}, .air_density_kgpm3 = 1.225f, .interval_substeps = 1

const kamm_ground kamm_flat_ground = {.plane = {.normal = {0, 0, 1}, .friction = 1},
                                      STANDARD_SURROUNDINGS};

kamm_ground kamm_plane_ground(double slope, double bank, double friction)
{
    kamm_ground ground = kamm_flat_ground;
    double length = sqrt(1 + slope * slope + bank * bank);
    ground.plane.normal[0] = (float)(-slope / length);
    ground.plane.normal[1] = (float)(-bank / length);
    ground.plane.normal[2] = (float)(1 / length);
    ground.plane.friction = (float)friction;
    return ground;
}

/* The cell in which a coordinate lies, and how far in it, 0 to 1; the border's beyond the grid. */
static int cell_of(double at, int points, double *within)
{
    double clamped = !(at > 0) ? 0 : at > points - 1 ? points - 1 : at;
    int cell = (int)clamped;
    if (cell > points - 2) cell = points - 2;
    *within = clamped - cell;
    return cell;
}

static void height_field_contact(const kamm_height_field *f, const kamm_probe *probe,
                                 kamm_contact *contact)
{
    double x = (probe->position_m[0] - f->origin_m[0]) / f->cell_m;
    double y = (probe->position_m[1] - f->origin_m[1]) / f->cell_m;
    double u, v;
    int column = cell_of(x, f->columns, &u), row = cell_of(y, f->rows, &v);
    const float *h = f->heights_m + (size_t)row * (size_t)f->columns + column;
    double h00 = h[0], h10 = h[1], h01 = h[f->columns], h11 = h[f->columns + 1];
    int beside_x = x < 0 || x > f->columns - 1, beside_y = y < 0 || y > f->rows - 1;
    double slope_x = beside_x ? 0 : ((h10 - h00) * (1 - v) + (h11 - h01) * v) / f->cell_m;
    double slope_y = beside_y ? 0 : ((h01 - h00) * (1 - u) + (h11 - h10) * u) / f->cell_m;
    double length = sqrt(1 + slope_x * slope_x + slope_y * slope_y);
    contact->point_m[0] = probe->position_m[0];
    contact->point_m[1] = probe->position_m[1];
    contact->point_m[2] = (h00 * (1 - u) + h10 * u) * (1 - v) + (h01 * (1 - u) + h11 * u) * v;
    contact->normal[0] = (float)(-slope_x / length);
    contact->normal[1] = (float)(-slope_y / length);
    contact->normal[2] = (float)(1 / length);
    contact->friction = f->friction;
    contact->rolling_resistance = f->rolling_resistance;
}

static void query_height_field(void *user, int count, const kamm_probe *probes,
                               kamm_contact *contacts)
{
    for (int i = 0; i < count; ++i) height_field_contact(user, &probes[i], &contacts[i]);
}

kamm_result kamm_height_field_ground(const kamm_height_field *field, kamm_ground *ground,
                                     kamm_error *error)
{
    KAMM_REQUIRE(field && ground, KAMM_ERROR_RANGE);
    if (field->columns < 2 || field->rows < 2 || !(field->cell_m > 0) || !field->heights_m)
        return kamm_fail(error, KAMM_ERROR_RANGE, "height_field",
                         "height_field: %d by %d points %g m apart; at least 2 by 2 points, with "
                         "heights, more than 0 m apart, are needed",
                         (int)field->columns, (int)field->rows, field->cell_m);
    size_t count = (size_t)field->columns * (size_t)field->rows;
    for (size_t i = 0; i < count; ++i)
        if (!isfinite(field->heights_m[i]))
            return kamm_fail(error, KAMM_ERROR_RANGE, "height_field",
                             "height_field: heights_m[%zu] (column %zu, row %zu) is not finite", i,
                             i % (size_t)field->columns, i / (size_t)field->columns);
    *ground = kamm_flat_ground;
    ground->query = query_height_field;
    ground->user = (void *)(uintptr_t)field;
    ground->plane.friction = field->friction;
    return KAMM_OK;
}
