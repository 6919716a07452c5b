/* Four places of a mesh at once, in lanes. See mesh.h. */
#include "../../base/compiler.h"
#define KAMM_WIDTH KAMM_BASELINE_WIDTH
#include "mesh.h"

#include "../../base/lane.h"

enum { FOUR = 4, ROWS = FOUR / KAMM_WIDTH };

/* ROWS rows of lanes, looked at together whatever their width is: the search ends when all four have been found. */
struct four_places {
    double middle_m[2], level_m;
    real dx[ROWS], dy[ROWS], heights[ROWS];
    mask found[ROWS];
};

static void look_at(const struct ground_triangle *t, struct four_places *places)
{
    double x = places->middle_m[0] - (double)t->corner[0];
    double y = places->middle_m[1] - (double)t->corner[1];
    double height = ((double)t->height_m - places->level_m) + (t->slope[0] * x + t->slope[1] * y);
    for (int row = 0; row < ROWS; ++row) {
        real from_x = places->dx[row], from_y = places->dy[row];
        real dx = (float)x + from_x, dy = (float)y + from_y;
        mask inside = splat(0.0f) >= 0.0f;
        for (int i = 0; i < 3; ++i)
            inside = inside & ((t->edge[i][0] * dx + t->edge[i][1] * dy) + t->edge[i][2] >= 0.0f);
        real heights = (float)height + ((float)t->slope[0] * from_x + (float)t->slope[1] * from_y);
        places->heights[row] = pick(inside, heights, places->heights[row]);
        places->found[row] = places->found[row] | inside;
    }
}

static int found_all(const struct four_places *places)
{
    for (int row = 0; row < ROWS; ++row)
        if (any(mask_not(places->found[row]))) return 0;
    return 1;
}

static int look_in_cells(const struct mesh_grid *grid, const struct cell_range *r,
                         struct four_places *places)
{
    for (int row = r->low[1]; row <= r->high[1]; ++row)
        for (int column = r->low[0]; column <= r->high[0]; ++column) {
            int cell = row * grid->cells[0] + column;
            for (int i = grid->first[cell]; i < grid->first[cell + 1]; ++i)
                look_at(&grid->triangles[grid->list[i]], places);
            if (found_all(places)) return 1;
        }
    return 0;
}

int kamm_mesh_heights(const struct mesh_grid *grid, int start, const double middle_m[2],
                      const float dx_m[4], const float dy_m[4], double level_m, float heights_m[4])
{
    struct four_places places = {.middle_m = {middle_m[0], middle_m[1]}, .level_m = level_m};
    double low[2] = {middle_m[0], middle_m[1]}, high[2] = {middle_m[0], middle_m[1]};
    memcpy(places.dx, dx_m, sizeof places.dx);
    memcpy(places.dy, dy_m, sizeof places.dy);
    for (int row = 0; row < ROWS; ++row) {
        places.heights[row] = splat(0.0f);
        places.found[row] = splat(0.0f) > 0.0f;
    }
    look_at(&grid->triangles[start], &places);
    if (!found_all(&places)) {
        float reach[2] = {0, 0};
        for (int i = 0; i < 4; ++i) {
            float x = dx_m[i] < 0 ? -dx_m[i] : dx_m[i], y = dy_m[i] < 0 ? -dy_m[i] : dy_m[i];
            reach[0] = x > reach[0] ? x : reach[0];
            reach[1] = y > reach[1] ? y : reach[1];
        }
        for (int i = 0; i < 2; ++i) low[i] -= (double)reach[i], high[i] += (double)reach[i];
        struct cell_range r = kamm_mesh_cells(grid, low, high);
        if (!look_in_cells(grid, &r, &places)) return 0;
    }
    memcpy(heights_m, places.heights, sizeof places.heights);
    return 1;
}
