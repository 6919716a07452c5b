#include "io/vbo.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/error.h"

#define PI 3.14159265358979323846
/* WGS84 (NIMA TR8350.2): semi-major axis, first eccentricity squared. */
#define EQUATOR_M 6378137.0
#define ECCENTRICITY_2 6.69437999014e-3

static int begins_with(const char *text, const char *word)
{
    for (; *word; ++text, ++word)
        if (tolower((unsigned char)*text) != *word) return 0;
    return 1;
}

int kamm_is_vbo(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && begins_with(path + length - 4, ".vbo");
}

static int is_section(const char *line) { return line[0] == '['; }

/* Cuts the next line off, without what ends it; NULL after the last. */
static char *cut_line(char **rest, int *number)
{
    char *line = *rest;
    if (!line || !*line) return NULL;
    char *end = strchr(line, '\n');
    *rest = end ? end + 1 : NULL;
    if (end) *end = 0;
    line[strcspn(line, "\r")] = 0;
    ++*number;
    return line;
}

/* Cuts a line at its spaces; how many cells it has. `cells` may be NULL, to count: nothing is cut then. */
static int cut_cells(char *line, char **cells)
{
    int count = 0;
    for (char *at = line + strspn(line, " \t"); *at; at += strspn(at, " \t")) {
        if (cells) cells[count] = at;
        ++count;
        at += strcspn(at, " \t");
        if (cells && *at) *at++ = 0;
    }
    return count;
}

/* "velocity kmh" in [header] names the unit; km/h if none does. */
static double velocity_unit_mps(const char *title)
{
    if (strstr(title, "knot")) return 1852.0 / 3600;
    if (strstr(title, "mph")) return 1609.344 / 3600;
    if (strstr(title, "m/s")) return 1;
    return 1 / 3.6;
}

struct vbo_text {
    char *names, *data; /* the line of names, the first line of data */
    int names_line, data_line;
};

static struct vbo_text find_sections(kamm_vbo *vbo)
{
    struct vbo_text found = {0};
    char section = 0, *rest = vbo->table.text, *line;
    for (int number = 0; !found.data && (line = cut_line(&rest, &number));) {
        if (begins_with(line, "[data]")) {
            found.data = rest;
            found.data_line = number;
        } else if (is_section(line)) {
            section = begins_with(line, "[column names]") ? 'n'
                      : begins_with(line, "[header]")     ? 'h'
                                                          : 0;
        } else if (section == 'n' && !found.names && line[strspn(line, " \t")]) {
            found.names = line;
            found.names_line = number;
        } else if (section == 'h' && begins_with(line, "velocity")) {
            vbo->velocity_mps = velocity_unit_mps(line);
        }
    }
    return found;
}

static kamm_result read_rows(kamm_csv *table, struct vbo_text text, kamm_error *error)
{
    char *line, **cells = table->cells;
    int number = text.data_line;
    table->lines[0] = text.names_line;
    cut_cells(text.names, cells);
    while ((line = cut_line(&text.data, &number))) {
        int count = cut_cells(line, NULL);
        if (!count) continue;
        if (is_section(line)) break;
        if (count != table->columns)
            return kamm_fail(error, KAMM_ERROR_FORMAT, table->path,
                             "%s:%d: %d cells, but [column names] has %d", table->path, number,
                             count, table->columns);
        cells += table->columns;
        cut_cells(line, cells);
        table->lines[++table->rows] = number;
    }
    return KAMM_OK;
}

static size_t lines_of(const char *text)
{
    size_t count = 2;
    for (; text && *text; ++text) count += *text == '\n';
    return count;
}

static kamm_result read_table(kamm_vbo *vbo, kamm_error *error)
{
    kamm_csv *table = &vbo->table;
    struct vbo_text text = find_sections(vbo);
    if (!text.names || !text.data)
        return kamm_fail(error, KAMM_ERROR_FORMAT, table->path, "%s: there is no section %s",
                         table->path, text.names ? "[data]" : "[column names]");
    size_t rows = lines_of(text.data);
    table->columns = cut_cells(text.names, NULL);
    table->cells =
        kamm_allocate_array(kamm_product(rows, (size_t)table->columns), sizeof *table->cells);
    table->lines = kamm_allocate_array(rows, sizeof *table->lines);
    if (!table->cells || !table->lines)
        return kamm_fail(error, KAMM_ERROR_MEMORY, table->path, "%s: out of memory", table->path);
    return read_rows(table, text, error);
}

kamm_result kamm_vbo_load(const char *path, kamm_vbo *vbo, kamm_error *error)
{
    *vbo = (kamm_vbo){.velocity_mps = 1 / 3.6};
    kamm_result result = kamm_csv_open(path, &vbo->table, error);
    if (!result) result = read_table(vbo, error);
    if (result) kamm_csv_free(&vbo->table);
    return result;
}

void kamm_vbo_time_s(double *hhmmss, int rows)
{
    double day_s = 0, before_s = 0;
    for (int row = 0; row < rows; ++row) {
        double hours = floor(hhmmss[row] / 1e4), minutes = floor(fmod(hhmmss[row], 1e4) / 100);
        double time_s = 3600 * hours + 60 * minutes + fmod(hhmmss[row], 100);
        if (row && time_s + day_s < before_s - 43200) day_s += 86400;
        before_s = hhmmss[row] = time_s + day_s;
    }
}

void kamm_vbo_yaw_rad(double *heading_deg, int rows)
{
    double before_rad = 0;
    for (int row = 0; row < rows; ++row) {
        double yaw_rad = (90 - heading_deg[row]) * PI / 180;
        if (row) yaw_rad = before_rad + remainder(yaw_rad - before_rad, 2 * PI);
        before_rad = heading_deg[row] = yaw_rad;
    }
}

void kamm_vbo_place_m(double *latitude_min, double *longitude_min, int rows)
{
    const double minute_rad = PI / 180 / 60;
    double north_min = rows ? latitude_min[0] : 0, west_min = rows ? longitude_min[0] : 0;
    double sine = sin(north_min * minute_rad), w = sqrt(1 - ECCENTRICITY_2 * sine * sine);
    double meridian_m = EQUATOR_M * (1 - ECCENTRICITY_2) / (w * w * w);
    double parallel_m = EQUATOR_M / w * cos(north_min * minute_rad);
    for (int row = 0; row < rows; ++row) {
        latitude_min[row] = (latitude_min[row] - north_min) * minute_rad * meridian_m;
        longitude_min[row] = (west_min - longitude_min[row]) * minute_rad * parallel_m;
    }
}
