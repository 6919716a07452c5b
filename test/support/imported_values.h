/* Values and refusals of an imported file, for tests of kamm import. */
#ifndef KAMM_TEST_SUPPORT_IMPORTED_VALUES_H
#define KAMM_TEST_SUPPORT_IMPORTED_VALUES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <kamm/io/import.h>
#include <kamm/io/vehicle_file.h>
#include <math.h>
#include <string.h>

#include "imported_car.h"

#define GRAVITY 9.80665
#define PI 3.14159265358979323846

static kamm_import_report report;
static kamm_vehicle_file car;

static inline void import(const char *name)
{
    char path[200];
    kamm_error error = {0};
    kamm_notes notes = {0};
    kamm_vehicle_facts facts = kamm_default_facts();
    facts.drive = KAMM_DRIVEN_REAR;
    snprintf(path, sizeof path, "%s%s", imported_path, name);
    if (kamm_import_vehicle(path, KAMM_IMPORT_BY_NAME, &facts, imported_out, &report, &error) ||
        kamm_load_vehicle(imported_out, &car, &notes, &error))
        fail_msg("%s", error.text);
    if (notes.count) fail_msg("%s", notes.text[0]);
}

static inline void expect(const char *path, double value)
{
    double found = NAN;
    kamm_error error = {0};
    if (kamm_get_number(kamm_vehicle_table(), &car.def, path, &found, &error))
        fail_msg("%s", error.text);
    if (!(fabs(found - value) <= 2e-5 * fabs(value) + 1e-9))
        fail_msg("%s: %.9g, not %.9g", path, found, value);
}

static inline const kamm_import_line *line_of(const char *path)
{
    for (int i = 0; i < report.line_count; ++i)
        if (!strcmp(report.lines[i].path, path)) return &report.lines[i];
    fail_msg("%s", path);
    return NULL;
}

static inline void expect_refusal(const char *name, const char *part)
{
    char path[200];
    kamm_error error = {0};
    remove(imported_out);
    snprintf(path, sizeof path, "%s%s", imported_path, name);
    assert_int_not_equal(
        kamm_import_vehicle(path, KAMM_IMPORT_BY_NAME, NULL, imported_out, &report, &error),
        KAMM_OK);
    if (!strstr(error.text, part)) fail_msg("\"%s\" is not in: %s", part, error.text);
    FILE *file = fopen(imported_out, "rb");
    assert_null(file);
}

#endif
