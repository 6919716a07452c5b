/* Imported vehicles: the choice of the format, the vehicle file and the report. */
#include "import.h"

#include <stdlib.h>
#include <string.h>

#include "../base/float_mode.h"
#include "json_file.h"

/* -- Report -- */

static void tell_values(struct import *m, kamm_import_fate fate)
{
    for (int i = 0; i < m->e->mark_count; ++i) {
        const struct mark *mark = &m->e->marks[i];
        kamm_error unheard;
        double number;
        char text[32] = "";
        int is_tyre = !strncmp(mark->path, "tyres[", 6);
        const void *object =
            is_tyre ? (const void *)&m->e->tyres[atoi(mark->path + 6)] : (const void *)&m->e->def;
        const kamm_field_table *table = is_tyre ? kamm_tyre_spec_table() : kamm_vehicle_table();
        int is_imported = !strncmp(mark->source, "imported", 8);
        if (is_imported != (fate == KAMM_IMPORT_TAKEN)) continue;
        if (!kamm_get_number(table, object, mark->path + (is_tyre ? strlen("tyres[0].") : 0),
                             &number, &unheard))
            snprintf(text, sizeof text, "%.6g", number);
        kamm_tell_import(m, fate, mark->path, text, mark->source);
    }
}

/* Sources that an estimate from a data sheet has. */
static void rename_sources(struct estimate *e)
{
    for (int i = 0; i < e->mark_count; ++i) {
        char *source = e->marks[i].source;
        if (!strcmp(source, "data sheet"))
            snprintf(source, MARK_TEXT, "imported: follows from other values, or from --fact");
        else if (!strncmp(source, "layout", 6))
            snprintf(source, MARK_TEXT, "estimated: usual for the class");
    }
}

/* -- The whole -- */

static void finish(struct import *m, const char *out)
{
    struct estimate *e = m->e;
    for (int a = 0; a < e->axles && !m->result; ++a)
        m->result = kamm_tyre_from_spec(&e->tyres[end_of(e, a)], &e->def.axles[a].tyre, m->error);
    if (!m->result) m->result = kamm_check(kamm_vehicle_table(), &e->def, m->error);
    kamm_model *model = m->result ? NULL : kamm_create_model(&e->def, KAMM_RUNG_DEFAULT, m->error);
    if (!m->result && !model) m->result = m->error->code;
    kamm_destroy_model(model);
    if (m->result) {
        kamm_prefix_error(m->result, m->path, m->error);
        return;
    }
    rename_sources(e);
    m->result = kamm_save_estimate(out, e, m->error);
}

static kamm_import_format format_of(const char *path)
{
    static const struct {
        const char *end;
        kamm_import_format format;
    } ends[] = {{".json", KAMM_IMPORT_CARLA},
                {".xml", KAMM_IMPORT_TORCS},
                {".yaml", KAMM_IMPORT_COMMONROAD},
                {".yml", KAMM_IMPORT_COMMONROAD}};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; ++i) {
        size_t end = strlen(ends[i].end);
        if (length > end && !strcmp(path + length - end, ends[i].end)) return ends[i].format;
    }
    return KAMM_IMPORT_ASSETTO;
}

enum { FORMATS = KAMM_IMPORT_COMMONROAD + 1 };

const char *kamm_import_format_doc(kamm_import_format format)
{
    static const char *const docs[FORMATS] = {
        "by_name: assetto_corsa for a folder or car.ini, carla for a .json file, torcs for .xml, "
        "commonroad for .yaml",
        "assetto_corsa: a data folder of Assetto Corsa with car.ini, suspensions.ini, tyres.ini, "
        "engine.ini, drivetrain.ini; brakes.ini, aero.ini and .lut files where they are",
        "carla: the physics control of a CARLA 0.9 vehicle as JSON: torque_curve, forward_gears, "
        "mass, wheels with radius and position",
        "torcs: the XML file of a car of TORCS or Speed Dreams, with the sections Car, Engine, "
        "Gearbox, axles, wheels and the driven differential",
        "commonroad: parameters_vehicleN.yaml of CommonRoad's vehicle models, with "
        "parameters_tire.yaml beside it: m, a, b, R_w, and longitudinal or --fact power"};
    KAMM_REQUIRE(format >= 0 && (int)format < FORMATS, "");
    return docs[format];
}

/* The values' lines come first, so that what is not used cannot displace them. */
static void report_all(struct import *m, kamm_import_report *report)
{
    kamm_import_report *unused = m->report;
    memset(report, 0, sizeof *report);
    m->report = report;
    tell_values(m, KAMM_IMPORT_TAKEN);
    tell_values(m, KAMM_IMPORT_ESTIMATED);
    for (int i = 0; i < unused->line_count; ++i)
        kamm_tell_import(m, KAMM_IMPORT_UNUSED, unused->lines[i].path, unused->lines[i].value,
                         unused->lines[i].source);
    report->unused = unused->unused;
    m->report = unused;
}

kamm_result kamm_import_vehicle(const char *path, kamm_import_format format,
                                const kamm_vehicle_facts *facts, const char *out,
                                kamm_import_report *report, kamm_error *error)
{
    static void (*const importers[])(struct import *) = {
        NULL, kamm_import_assetto, kamm_import_carla, kamm_import_torcs, kamm_import_commonroad};
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, path && out && format >= 0 && (int)format < FORMATS,
                      KAMM_ERROR_MISUSE);
    kamm_error own;
    struct import m = {.path = path, .error = error ? error : &own};
    m.facts = facts ? *facts : kamm_default_facts();
    if (m.facts.body >= KAMM_CLASS_CARAVAN)
        return kamm_fail(m.error, KAMM_ERROR_RANGE, "body", "body: no format has trailers");
    m.report = kamm_allocate_array(1, sizeof *m.report);
    if (!m.report) return kamm_fail(m.error, KAMM_ERROR_MEMORY, "", "out of memory");
    importers[format ? format : format_of(path)](&m);
    if (!m.result) finish(&m, out);
    if (!m.result && report) report_all(&m, report);
    kamm_release(m.e);
    kamm_release(m.report);
    return m.result;
}
