/* See mesh.h. */
#include "mesh.h"

#include <math.h>

static int cell_along(const struct mesh_grid *grid, int axis, double at_m)
{
    double at = (at_m - grid->from_m[axis]) * grid->inverse_cell;
    return !(at > 0) ? 0 : at >= grid->cells[axis] ? grid->cells[axis] - 1 : (int)at;
}

struct cell_range kamm_mesh_cells(const struct mesh_grid *grid, const double low_m[2],
                                  const double high_m[2])
{
    struct cell_range range;
    for (int i = 0; i < 2; ++i) {
        range.low[i] = cell_along(grid, i, low_m[i]);
        range.high[i] = cell_along(grid, i, high_m[i]);
    }
    return range;
}

int kamm_mesh_cell(const struct mesh_grid *grid, double x_m, double y_m)
{
    double margin = 1e-6 * grid->cell_m;
    if (!(x_m >= grid->from_m[0] - margin && x_m <= grid->to_m[0] + margin &&
          y_m >= grid->from_m[1] - margin && y_m <= grid->to_m[1] + margin))
        return -1;
    return cell_along(grid, 1, y_m) * grid->cells[0] + cell_along(grid, 0, x_m);
}

int kamm_triangle_at(const struct ground_triangle *t, double x_m, double y_m, struct place *place)
{
    double x = x_m - (double)t->corner[0], y = y_m - (double)t->corner[1];
    float dx = (float)x, dy = (float)y;
    float a = (t->edge[0][0] * dx + t->edge[0][1] * dy) + t->edge[0][2];
    float b = (t->edge[1][0] * dx + t->edge[1][1] * dy) + t->edge[1][2];
    float c = (t->edge[2][0] * dx + t->edge[2][1] * dy) + t->edge[2][2];
    if (!((a >= 0) & (b >= 0) & (c >= 0))) return 0;
    place->slope[0] = t->slope[0];
    place->slope[1] = t->slope[1];
    place->height_m = (double)t->height_m + (t->slope[0] * x + t->slope[1] * y);
    return 1;
}

int kamm_mesh_covers(const struct mesh_grid *grid, double x_m, double y_m)
{
    int cell = kamm_mesh_cell(grid, x_m, y_m);
    struct place place;
    if (cell < 0) return 0;
    for (int i = grid->first[cell]; i < grid->first[cell + 1]; ++i)
        if (kamm_triangle_at(&grid->triangles[grid->list[i]], x_m, y_m, &place)) return 1;
    return 0;
}

/* The axis that parts them is one of the box's, or across the bend. */
float kamm_bend_apart(const struct mesh_bend *bend, const double middle_m[2], const float half_m[2])
{
    float from[2], apart = 0, across = 0, reach = 0;
    for (int i = 0; i < 2; ++i) {
        float to = (float)((double)bend->to_m[i] - middle_m[i]);
        from[i] = (float)((double)bend->from_m[i] - middle_m[i]);
        float low = from[i] < to ? from[i] : to, high = from[i] < to ? to : from[i];
        float beside = (low > -high ? low : -high) - half_m[i];
        apart = beside > apart ? beside : apart;
    }
    for (int i = 0; i < 2; ++i) {
        across += bend->normal[i] * from[i];
        reach += half_m[i] * fabsf(bend->normal[i]);
    }
    float beside = fabsf(across) - reach;
    return beside > apart ? beside : apart;
}

/* How far a box is from leaving cells: what is beyond them was not looked at. */
static double room_in_cells(const struct mesh_grid *grid, const struct cell_range *r,
                            const double low_m[2], const double high_m[2])
{
    double room = INFINITY;
    for (int i = 0; i < 2; ++i) {
        double low = grid->from_m[i] + r->low[i] * grid->cell_m;
        double high = grid->from_m[i] + (r->high[i] + 1) * grid->cell_m;
        room = fmin(room, fmin(low_m[i] - low, high - high_m[i]));
    }
    return room;
}

/* The worst of some cells. */
static enum mesh_bending worst_of(const struct mesh_grid *grid, const struct cell_range *r)
{
    int worst = MESH_EVEN;
    for (int row = r->low[1]; row <= r->high[1]; ++row)
        for (int column = r->low[0]; column <= r->high[0]; ++column) {
            int bending = grid->bending[row * grid->cells[0] + column];
            if (bending > worst) worst = bending;
        }
    return (enum mesh_bending)worst;
}

/* A box that touches more cells than this is not asked whether it misses all gentle bends in them. */
enum { FEW_CELLS = 6 };

enum mesh_bending kamm_mesh_bending(const struct mesh_grid *grid, const double low_m[2],
                                    const double high_m[2], double *room_m)
{
    struct cell_range r = kamm_mesh_cells(grid, low_m, high_m);
    const double middle[2] = {0.5 * (low_m[0] + high_m[0]), 0.5 * (low_m[1] + high_m[1])};
    const float half[2] = {(float)(0.5 * (high_m[0] - low_m[0])),
                           (float)(0.5 * (high_m[1] - low_m[1]))};
    int cells = (r.high[0] - r.low[0] + 1) * (r.high[1] - r.low[1] + 1), near = 0;
    enum mesh_bending worst = worst_of(grid, &r);
    float nearest = INFINITY;
    if (worst == MESH_LAYERED || (worst == MESH_BENT && cells > FEW_CELLS)) return worst;
    for (int row = r.low[1]; worst != MESH_EVEN && row <= r.high[1]; ++row)
        for (int column = r.low[0]; column <= r.high[0]; ++column) {
            int cell = row * grid->cells[0] + column;
            for (int i = grid->first_bend[cell]; i < grid->first_bend[cell + 1]; ++i) {
                const struct mesh_bend *bend = &grid->bends[grid->bend_list[i]];
                float apart = kamm_bend_apart(bend, middle, half);
                nearest = apart < nearest ? apart : nearest;
                if (apart > 0) continue;
                if (bend->sharp || worst == MESH_BENT) return worst;
                near = 1;
            }
        }
    *room_m = fmin((double)nearest, room_in_cells(grid, &r, low_m, high_m));
    return near ? MESH_BENT : MESH_EVEN;
}

/* The same of one of its cells. */
static double steepness_of_cell(const struct mesh_grid *grid, int cell, const double middle[2],
                                const float half[2])
{
    double most = 0;
    if (grid->bending[cell] == MESH_LAYERED || grid->first[cell] == grid->first[cell + 1])
        return INFINITY;
    for (int i = grid->first_bend[cell]; i < grid->first_bend[cell + 1]; ++i) {
        const struct mesh_bend *bend = &grid->bends[grid->bend_list[i]];
        if (bend->torn && !(kamm_bend_apart(bend, middle, half) > 0)) return INFINITY;
    }
    for (int i = grid->first[cell]; i < grid->first[cell + 1]; ++i) {
        const double *slope = grid->triangles[grid->list[i]].slope;
        most = fmax(most, slope[0] * slope[0] + slope[1] * slope[1]);
    }
    return sqrt(most);
}

double kamm_mesh_steepness(const struct mesh_grid *grid, const double low_m[2],
                           const double high_m[2])
{
    struct cell_range r = kamm_mesh_cells(grid, low_m, high_m);
    const double middle[2] = {0.5 * (low_m[0] + high_m[0]), 0.5 * (low_m[1] + high_m[1])};
    const float half[2] = {(float)(0.5 * (high_m[0] - low_m[0])),
                           (float)(0.5 * (high_m[1] - low_m[1]))};
    double most = 0;
    for (int row = r.low[1]; row <= r.high[1] && most < INFINITY; ++row)
        for (int column = r.low[0]; column <= r.high[0]; ++column)
            most = fmax(most, steepness_of_cell(grid, row * grid->cells[0] + column, middle, half));
    return most;
}

/* Squared distance to the nearest point of a bend. */
static double nearest_on_bend(const struct mesh_bend *bend, const double at[2], double nearest[2])
{
    double a[2] = {bend->from_m[0], bend->from_m[1]}, b[2] = {bend->to_m[0], bend->to_m[1]};
    double dx = b[0] - a[0], dy = b[1] - a[1];
    double along = (dx * (at[0] - a[0]) + dy * (at[1] - a[1])) / (dx * dx + dy * dy);
    along = !(along > 0) ? 0 : along > 1 ? 1 : along;
    nearest[0] = along < 1 ? a[0] + along * dx : b[0];
    nearest[1] = along < 1 ? a[1] + along * dy : b[1];
    dx = at[0] - nearest[0], dy = at[1] - nearest[1];
    return dx * dx + dy * dy;
}

/* What is nearest to a place beyond a mesh is on one of its bends: they have all of its border. */
static void nearest_in_cell(const struct mesh_grid *grid, int cell, const double at[2],
                            double nearest[2], double *best)
{
    for (int i = grid->first_bend[cell]; i < grid->first_bend[cell + 1]; ++i) {
        double point[2];
        double squared = nearest_on_bend(&grid->bends[grid->bend_list[i]], at, point);
        if (squared >= *best) continue;
        *best = squared;
        nearest[0] = point[0], nearest[1] = point[1];
    }
}

/* Rings of cells around the one that is nearest to the place, until no further ring can be nearer: no point
 * of the ring r is nearer than r - 1 cells. */
double kamm_nearest_in_mesh(const struct mesh_grid *grid, const double at_m[2], double nearest_m[2])
{
    int middle[2] = {cell_along(grid, 0, at_m[0]), cell_along(grid, 1, at_m[1])};
    int rings = grid->cells[0] > grid->cells[1] ? grid->cells[0] : grid->cells[1];
    double best = INFINITY;
    for (int i = 0; i < 2; ++i) nearest_m[i] = (double)grid->triangles[0].corner[i];
    for (int ring = 0; ring < rings; ++ring) {
        double min = (ring - 1) * grid->cell_m;
        if (ring > 1 && min * min > best) break;
        for (int row = middle[1] - ring; row <= middle[1] + ring; ++row) {
            if (row < 0 || row >= grid->cells[1]) continue;
            int inner = row > middle[1] - ring && row < middle[1] + ring;
            int step = inner && ring ? 2 * ring : 1;
            for (int column = middle[0] - ring; column <= middle[0] + ring; column += step)
                if (column >= 0 && column < grid->cells[0])
                    nearest_in_cell(grid, row * grid->cells[0] + column, at_m, nearest_m, &best);
        }
    }
    return sqrt(best);
}
