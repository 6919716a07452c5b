/* Imported vehicles: the estimate with imported values, and the lines of the report. */
#include "import.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json_file.h"

/* -- Values -- */

static void prefix(struct import *m, const char *from)
{
    if (m->result) kamm_prefix_error(m->result, from, m->error);
}

static void mark_imported(struct import *m, const char *path, const char *from)
{
    char source[MARK_TEXT];
    snprintf(source, sizeof source, "imported: %s", from);
    kamm_mark_source(m->e, path, source);
}

void kamm_put_imported(struct import *m, const char *path, double value, const char *from)
{
    if (m->result) return;
    if (strncmp(path, "tyres[", 6) != 0)
        m->result = kamm_set_number(kamm_vehicle_table(), &m->e->def, path, value, m->error);
    else
        m->result = kamm_set_number(kamm_tyre_spec_table(), &m->e->tyres[atoi(path + 6)],
                                    path + strlen("tyres[0]."), value, m->error);
    prefix(m, from);
    if (!m->result) mark_imported(m, path, from);
}

void kamm_put_imported_word(struct import *m, const char *path, const char *word, const char *from)
{
    if (m->result) return;
    m->result = kamm_set(kamm_vehicle_table(), &m->e->def, path, word, m->error);
    prefix(m, from);
    if (!m->result) mark_imported(m, path, from);
}

void kamm_put_imported_torque(struct import *m, const kamm_curve *curve, const char *from)
{
    if (m->result) return;
    m->e->def.engine.torque_curve = *curve;
    mark_imported(m, "engine.torque_curve", from);
}

/* The inner point that deviates least from the line between its neighbours. */
static int least_point(const double *x, const double *y, int count)
{
    int least = 1;
    double smallest = INFINITY;
    for (int i = 1; i < count - 1; ++i) {
        double share = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
        double deviation = fabs(y[i - 1] + share * (y[i + 1] - y[i - 1]) - y[i]);
        if (deviation < smallest) smallest = deviation, least = i;
    }
    return least;
}

kamm_curve kamm_curve_of_points(double *x, double *y, int count)
{
    kamm_curve curve = {0};
    for (; count > KAMM_CURVE_POINTS; --count) {
        int gone = least_point(x, y, count);
        size_t rest = (size_t)(count - gone - 1) * sizeof *x;
        memmove(x + gone, x + gone + 1, rest);
        memmove(y + gone, y + gone + 1, rest);
    }
    curve.count = count;
    memcpy(curve.x, x, (size_t)count * sizeof *x);
    memcpy(curve.y, y, (size_t)count * sizeof *y);
    return curve;
}

void kamm_take_engine_facts(struct import *m, const kamm_curve *curve)
{
    kamm_vehicle_facts *facts = &m->facts;
    facts->power_w = facts->torque_nm = 0;
    for (int i = 0; i < curve->count; ++i) {
        double torque = curve->y[i], power = torque * curve->x[i];
        if (torque > facts->torque_nm) {
            facts->torque_nm = torque;
            facts->torque_at_radps = fmax(curve->x[i], 20);
        }
        if (power > facts->power_w) {
            facts->power_w = power;
            facts->power_at_radps = curve->x[i];
        }
    }
}

static void write_size(char text[32], double width_m, double radius_m, double rim_m)
{
    snprintf(text, 32, "%.4fx%.4f-%.4f", 2 * radius_m / 0.0254, width_m / 0.0254,
             2 * rim_m / 0.0254);
}

void kamm_take_tyre_facts(struct import *m, const double width_m[ENDS], const double radius_m[ENDS],
                          const double rim_m[ENDS])
{
    write_size(m->facts.tyres, width_m[FRONT], radius_m[FRONT], rim_m[FRONT]);
    write_size(m->facts.rear_tyres, width_m[REAR], radius_m[REAR], rim_m[REAR]);
}

int kamm_import_facts(struct import *m)
{
    if (m->result) return 0;
    m->e = kamm_create_estimate(&m->facts, m->error);
    if (m->e) return 1;
    m->result = m->error->code;
    kamm_prefix_error(m->result, m->path, m->error);
    return 0;
}

/* -- Report -- */

void kamm_tell_import(struct import *m, kamm_import_fate fate, const char *path, const char *value,
                      const char *source)
{
    kamm_import_report *report = m->report;
    if (!report) return;
    ++*(fate == KAMM_IMPORT_TAKEN       ? &report->taken
        : fate == KAMM_IMPORT_ESTIMATED ? &report->estimated
                                        : &report->unused);
    if (report->line_count == KAMM_MAX_IMPORT_LINES) return;
    kamm_import_line *line = &report->lines[report->line_count++];
    line->fate = fate;
    snprintf(line->path, sizeof line->path, "%s", path);
    snprintf(line->value, sizeof line->value, "%s", value);
    snprintf(line->source, sizeof line->source, "%s", source);
}

void kamm_tell_unused(struct import *m, const char *place, const char *value, const char *why)
{
    kamm_tell_import(m, KAMM_IMPORT_UNUSED, place, value, why);
}

void kamm_tell_unused_of_ini(struct import *m, const struct ini *ini,
                             const char *(*why)(const struct ini_value *value))
{
    for (int i = 0; i < ini->count; ++i) {
        const struct ini_value *value = &ini->values[i];
        char place[96], inside[96];
        if (value->is_taken) continue;
        kamm_ini_place(inside, value->section, value->key);
        snprintf(place, sizeof place, "%.24s %.70s", ini->name, inside);
        kamm_tell_import(m, KAMM_IMPORT_UNUSED, place, value->value,
                         *value->key ? why(value) : "neither [SECTION] nor KEY=VALUE");
    }
}
