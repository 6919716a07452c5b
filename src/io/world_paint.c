/* The paint of a world file: which surface lies where. */
#include "world_parts.h"

#include "png_grey.h"

#include <stdlib.h>
#include <string.h>

/* A cell is painted if its middle is in the region. */
struct canvas {
    int32_t columns, rows;
    double cell_m, origin_m[2];
    uint8_t *cells;
    double *steps; /* taken so far: nothing more is filled once these are too many */
};

/* The first of `count` cells whose middle is not below `value`. */
static int32_t first_cell(double value, double origin, double cell, int32_t count)
{
    double index = ceil((value - origin) / cell - 0.5);
    if (!(index > 0)) return 0;
    return index < count ? (int32_t)index : count;
}

static int32_t first_row(const struct canvas *canvas, double y)
{
    return first_cell(y, canvas->origin_m[1], canvas->cell_m, canvas->rows);
}

static double row_y(const struct canvas *canvas, int32_t row)
{
    return canvas->origin_m[1] + (row + 0.5) * canvas->cell_m;
}

/* Counts steps; 0 once there were too many. */
static int may_take(const struct canvas *canvas, double steps)
{
    *canvas->steps += steps;
    return *canvas->steps <= WORLD_MAX_STEPS;
}

static uint8_t *row_of(const struct canvas *canvas, int32_t row)
{
    return canvas->cells + (size_t)row * (size_t)canvas->columns;
}

static void fill_row(const struct canvas *canvas, int32_t row, double from_x, double to_x,
                     int32_t surface)
{
    double origin = canvas->origin_m[0], cell = canvas->cell_m;
    int32_t end = first_cell(to_x, origin, cell, canvas->columns);
    int32_t start = first_cell(from_x, origin, cell, canvas->columns);
    if (end > start && may_take(canvas, end - start + 16))
        memset(row_of(canvas, row) + start, surface, (size_t)(end - start));
}

static void fill_rectangle(const struct canvas *canvas, const double from[2], const double to[2],
                           int32_t surface)
{
    int32_t end = first_row(canvas, to[1]);
    for (int32_t row = first_row(canvas, from[1]); row < end; ++row)
        fill_row(canvas, row, from[0], to[0], surface);
}

static void fill_disc(const struct canvas *canvas, const double centre[2], double radius,
                      int32_t surface)
{
    int32_t end = first_row(canvas, centre[1] + radius);
    for (int32_t row = first_row(canvas, centre[1] - radius); row < end; ++row) {
        double dy = row_y(canvas, row) - centre[1], half = sqrt(fmax(radius * radius - dy * dy, 0));
        fill_row(canvas, row, centre[0] - half, centre[0] + half, surface);
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Finds where the polygon's border crosses the height y, in order. */
static int find_crossings(const struct world_points *points, double y, double *crossings)
{
    int count = 0;
    for (int32_t i = 0; i < points->count; ++i) {
        const double *a = &points->values[2 * (size_t)i];
        const double *b = i + 1 < points->count ? a + 2 : points->values;
        if ((a[1] <= y) != (b[1] <= y))
            crossings[count++] = a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]);
    }
    qsort(crossings, (size_t)count, sizeof *crossings, compare_doubles);
    return count;
}

/* Inside is what an odd number of borders encloses. `crossings` has room for all edges. */
static void fill_polygon(const struct canvas *canvas, const struct world_points *points,
                         double *crossings, int32_t surface)
{
    enum { STEPS_A_CROSSING = 40 }; /* which are sorted */
    double lowest = INFINITY, highest = -INFINITY;
    for (int32_t i = 0; i < points->count; ++i) {
        lowest = fmin(lowest, points->values[2 * (size_t)i + 1]);
        highest = fmax(highest, points->values[2 * (size_t)i + 1]);
    }
    int32_t end = first_row(canvas, highest);
    for (int32_t row = first_row(canvas, lowest); row < end; ++row) {
        int count = find_crossings(points, row_y(canvas, row), crossings);
        if (!may_take(canvas, points->count + STEPS_A_CROSSING * count)) return;
        for (int i = 0; i + 1 < count; i += 2)
            fill_row(canvas, row, crossings[i], crossings[i + 1], surface);
    }
}

/* The square of the distance from a point to a piece of a line. */
static double distance_squared(double x, double y, const double a[2], const double b[2])
{
    double along_x = b[0] - a[0], along_y = b[1] - a[1], to_x = x - a[0], to_y = y - a[1];
    double length_squared = along_x * along_x + along_y * along_y;
    double share = length_squared > 0 ? (to_x * along_x + to_y * along_y) / length_squared : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    to_x -= share * along_x;
    to_y -= share * along_y;
    return to_x * to_x + to_y * to_y;
}

/* From where to where along x the piece lies that is between two heights. */
static void find_span(const double a[2], const double b[2], double low, double high, double span[2])
{
    double rise = b[1] - a[1], shares[2] = {0, 1};
    for (int i = 0; i < 2 && rise != 0; ++i) {
        double share = ((i == (rise < 0) ? low : high) - a[1]) / rise;
        shares[i] = share < 0 ? 0 : share > 1 ? 1 : share;
    }
    double from = a[0] + shares[0] * (b[0] - a[0]), to = a[0] + shares[1] * (b[0] - a[0]);
    span[0] = fmin(from, to);
    span[1] = fmax(from, to);
}

static void fill_piece(const struct canvas *canvas, const double a[2], const double b[2],
                       double half, int32_t surface)
{
    double cell = canvas->cell_m, origin = canvas->origin_m[0];
    int32_t end_row = first_row(canvas, fmax(a[1], b[1]) + half + cell);
    for (int32_t row = first_row(canvas, fmin(a[1], b[1]) - half); row < end_row; ++row) {
        double y = row_y(canvas, row), span[2];
        find_span(a, b, y - half - cell, y + half + cell, span);
        int32_t start = first_cell(span[0] - half - cell, origin, cell, canvas->columns);
        int32_t end = first_cell(span[1] + half + cell, origin, cell, canvas->columns);
        if (!may_take(canvas, 4 * fmax(end - start, 4))) return;
        for (int32_t column = start; column < end; ++column)
            if (distance_squared(origin + (column + 0.5) * cell, y, a, b) <= half * half)
                row_of(canvas, row)[column] = (uint8_t)surface;
    }
}

static void fill_path(const struct canvas *canvas, const kamm_path *path, double width_m,
                      int32_t surface)
{
    for (int32_t i = 0; i < path->count; ++i) {
        if (i + 1 == path->count && !path->closed) break;
        fill_piece(canvas, path->points_m[i], path->points_m[(i + 1) % path->count], width_m / 2,
                   surface);
    }
}

/* -- regions ---------------------------------------------------------------------------------- */

static kamm_result check_extent(struct world_reader *reader, const double from[2],
                                const double to[2])
{
    for (int i = 0; i < 2; ++i)
        if (!(to[i] > from[i]))
            return kamm_world_reader_fail_at(reader, "to_m", KAMM_ERROR_RANGE,
                                             "%.9g m along %c; allowed: above from_m's %.9g m",
                                             to[i], "xy"[i], from[i]);
    return KAMM_OK;
}

static kamm_result check_shape(struct world_reader *reader, const struct world_region *region)
{
    int rectangle = region->from_m_count || region->to_m_count;
    int disc = region->centre_m_count || !isnan(region->radius_m), path = *region->path != 0;
    int shapes = (region->polygon_m != NULL) + rectangle + disc + path;
    const char *missing = NULL;
    if (shapes != 1)
        return kamm_world_reader_fail(
            reader, KAMM_ERROR_FORMAT,
            "%d shapes are given; a region has one of polygon_m, from_m with "
            "to_m, centre_m with radius_m, and path",
            shapes);
    if (rectangle && !region->from_m_count) missing = "from_m";
    if (rectangle && !region->to_m_count) missing = "to_m";
    if (disc && !region->centre_m_count) missing = "centre_m";
    if (disc && isnan(region->radius_m)) missing = "radius_m";
    if (missing)
        return kamm_world_reader_fail_at(reader, missing, KAMM_ERROR_MISSING,
                                         "is missing: half of the region's shape");
    if (!path && !isnan(region->width_m))
        return kamm_world_reader_fail_at(reader, "width_m", KAMM_ERROR_FORMAT,
                                         "does not belong here: it goes with path");
    return rectangle ? check_extent(reader, region->from_m, region->to_m) : KAMM_OK;
}

static kamm_result paint_polygon(struct world_reader *reader, const struct canvas *canvas,
                                 const cJSON *json, int32_t surface)
{
    struct world_points points = {0};
    kamm_result result = kamm_world_reader_points(reader, "polygon_m", json, 2, 3, &points);
    if (result) return result;
    double *crossings = kamm_world_reader_scratch(reader, (size_t)points.count, sizeof *crossings);
    if (!crossings) return KAMM_ERROR_MEMORY;
    fill_polygon(canvas, &points, crossings, surface);
    return kamm_world_reader_check_steps(reader);
}

static kamm_result paint_path(struct world_reader *reader, const struct canvas *canvas,
                              const struct world_region *region, int32_t surface)
{
    int32_t index = kamm_world_reader_named(&reader->paths, region->path);
    if (index >= 0) {
        const kamm_path *path = &reader->out.paths[index];
        fill_path(canvas, path, isnan(region->width_m) ? path->width_m : region->width_m, surface);
        return kamm_world_reader_check_steps(reader);
    }
    kamm_nearest nearest = kamm_start_nearest(region->path, strlen(region->path));
    for (int i = 0; i < reader->out.path_count; ++i)
        kamm_suggest_name(&nearest, reader->out.paths[i].name);
    return kamm_world_reader_fail_at(
        reader, "path", KAMM_ERROR_UNKNOWN, "none of the %d paths is named \"%s\"%s%s%s",
        (int)reader->out.path_count, region->path, *nearest.best ? "; did you mean \"" : "",
        nearest.best, *nearest.best ? "\"?" : "");
}

static kamm_result read_region(struct world_reader *reader, const cJSON *json, int index,
                               void *context)
{
    const struct canvas *canvas = context;
    struct world_region region;
    int32_t surface = 0;
    (void)index;
    kamm_result result = kamm_world_reader_object(reader, WORLD_region, json, &region);
    if (!result) result = check_shape(reader, &region);
    if (!result) result = kamm_world_reader_surface(reader, "surface", region.surface, &surface);
    if (result) return result;
    if (region.polygon_m) return paint_polygon(reader, canvas, region.polygon_m, surface);
    if (*region.path) return paint_path(reader, canvas, &region, surface);
    if (region.from_m_count)
        fill_rectangle(canvas, region.from_m, region.to_m, surface);
    else
        fill_disc(canvas, region.centre_m, region.radius_m, surface);
    return kamm_world_reader_check_steps(reader);
}

/* -- the picture ------------------------------------------------------------------------------ */

struct palette {
    int count;
    uint8_t surfaces[KAMM_MAX_SURFACES];
};

static kamm_result read_colour(struct world_reader *reader, const cJSON *json, int index,
                               void *context)
{
    struct palette *palette = context;
    int32_t surface = 0;
    if (!cJSON_IsString(json)) return kamm_fail_type(&reader->json, "a surface's name", json);
    if (index >= KAMM_MAX_SURFACES)
        return kamm_world_reader_fail(reader, KAMM_ERROR_RANGE, "at most %d are allowed",
                                      KAMM_MAX_SURFACES);
    kamm_result result = kamm_world_reader_surface(reader, NULL, json->valuestring, &surface);
    if (result) return result;
    palette->surfaces[palette->count++] = (uint8_t)surface;
    return KAMM_OK;
}

static kamm_result check_picture(struct world_reader *reader, const char *path,
                                 const struct canvas *canvas, const kamm_grey *picture)
{
    if (picture->bits != 8)
        return kamm_fail(reader->json.error, KAMM_ERROR_FORMAT, "",
                         "%.300s: %d bits a pixel; 8 are wanted", path, (int)picture->bits);
    if (picture->columns == canvas->columns && picture->rows == canvas->rows) return KAMM_OK;
    return kamm_fail(reader->json.error, KAMM_ERROR_FORMAT, "",
                     "%.300s: %d x %d pixels; from_m, to_m and cell_m want %d x %d", path,
                     (int)picture->columns, (int)picture->rows, (int)canvas->columns,
                     (int)canvas->rows);
}

static kamm_result take_picture(struct world_reader *reader, const char *path,
                                const struct canvas *canvas, const kamm_grey *picture,
                                const struct palette *palette)
{
    uint8_t *cell = canvas->cells;
    for (int32_t row = 0; row < canvas->rows; ++row)
        for (int32_t column = 0; column < canvas->columns; ++column) {
            uint32_t value = kamm_grey_at(picture, column, row);
            if (value >= (uint32_t)palette->count)
                return kamm_fail(
                    reader->json.error, KAMM_ERROR_RANGE, "",
                    "%.300s: column %d, row %d from the top: %u; allowed: 0 to %d, the "
                    "indices of colours",
                    path, (int)column, (int)(canvas->rows - 1 - row), value, palette->count - 1);
            *cell++ = palette->surfaces[value];
        }
    return KAMM_OK;
}

static kamm_result read_picture(struct world_reader *reader, const struct world_paint *paint,
                                const struct canvas *canvas)
{
    struct palette palette = {0};
    char path[KAMM_PATH_TEXT];
    kamm_grey picture = {0};
    if (!*paint->file != !paint->colours)
        return kamm_world_reader_fail_at(
            reader, *paint->file ? "colours" : "file", KAMM_ERROR_MISSING,
            "is missing: a picture comes with the surfaces of its values");
    if (!*paint->file) return KAMM_OK;
    kamm_result result =
        kamm_world_reader_each(reader, "colours", paint->colours, read_colour, &palette);
    if (!result) result = kamm_world_reader_beside(reader, "file", paint->file, path);
    if (result) return result;
    result = kamm_load_grey_png(path, 1, &picture, reader->json.error);
    if (!result) result = check_picture(reader, path, canvas, &picture);
    if (!result) result = take_picture(reader, path, canvas, &picture, &palette);
    kamm_release(picture.bytes);
    return result ? kamm_world_reader_blame(reader, "file", result) : KAMM_OK;
}

/* -- all -------------------------------------------------------------------------------------- */

static kamm_result prepare_canvas(struct world_reader *reader, const struct world_paint *paint,
                                  struct canvas *canvas)
{
    double counts[2];
    kamm_result result = check_extent(reader, paint->from_m, paint->to_m);
    if (result) return result;
    for (int i = 0; i < 2; ++i) {
        counts[i] = ceil((paint->to_m[i] - paint->from_m[i]) / paint->cell_m - 1e-6);
        canvas->origin_m[i] = paint->from_m[i];
        if (counts[i] > KAMM_MAX_PIXELS)
            return kamm_world_reader_fail_at(reader, "cell_m", KAMM_ERROR_RANGE,
                                             "%.9g m make %.9g cells along %c; allowed: 1 to %d",
                                             paint->cell_m, counts[i], "xy"[i], KAMM_MAX_PIXELS);
    }
    canvas->columns = (int32_t)fmax(counts[0], 1);
    canvas->rows = (int32_t)fmax(counts[1], 1);
    canvas->cell_m = paint->cell_m;
    canvas->steps = &reader->steps;
    canvas->cells =
        kamm_world_reader_scratch(reader, (size_t)canvas->columns, (size_t)canvas->rows);
    return canvas->cells ? KAMM_OK : KAMM_ERROR_MEMORY;
}

kamm_result kamm_world_reader_paint(struct world_reader *reader, const cJSON *json,
                                    kamm_paint *paint)
{
    struct world_paint given;
    struct canvas canvas = {0};
    if (!json) return KAMM_OK;
    size_t before = kamm_path_name(&reader->json.path, "paint", strlen("paint"));
    kamm_result result = kamm_world_reader_object(reader, WORLD_paint, json, &given);
    if (!result) result = prepare_canvas(reader, &given, &canvas);
    if (!result) result = read_picture(reader, &given, &canvas);
    if (!result)
        result = kamm_world_reader_each(reader, "regions", given.regions, read_region, &canvas);
    if (result) return result;
    kamm_path_cut(&reader->json.path, before);
    *paint = (kamm_paint){.columns = canvas.columns,
                          .rows = canvas.rows,
                          .cell_m = canvas.cell_m,
                          .origin_m = {canvas.origin_m[0], canvas.origin_m[1]},
                          .surfaces = canvas.cells};
    return KAMM_OK;
}
