/* The C side of kamm/new-cars: vehicles from the figures of a data sheet, and what kamm check says of a vehicle. */
#include "face.h"

#include <kamm/io/diagnosis.h>
#include <kamm/io/estimate.h>
#include <string.h>

static kamm_vehicle_facts facts;
static kamm_diagnosis diagnosis;

EXPORT(face_begin_facts) void face_begin_facts(void) { facts = kamm_default_facts(); }

/* 0 or a kamm_result. */
EXPORT(face_set_fact) int face_set_fact(const char *name, const char *text)
{
    return kamm_set_fact(&facts, name, text, &face_error);
}

EXPORT(face_write_estimate) int face_write_estimate(const char *path)
{
    return kamm_write_estimate(path, &facts, &face_error);
}

/* The words of a fact, joined by '|'; "" if it has none. */
EXPORT(face_fact_words) const char *face_fact_words(const char *name)
{
    const kamm_field_table *table = kamm_facts_table();
    for (int i = 0; i < table->count; ++i)
        if (!strcmp(table->fields[i].name, name) && table->fields[i].choices)
            return table->fields[i].choices;
    return "";
}

/* `body`: a class, or -1. */
EXPORT(face_diagnose) int face_diagnose(const kamm_vehicle_def *def, int body)
{
    return kamm_diagnose(def, body, &diagnosis, &face_error);
}

EXPORT(face_diagnosed_body) int face_diagnosed_body(void) { return diagnosis.body; }
EXPORT(face_diagnosed_count) int face_diagnosed_count(void) { return diagnosis.count; }
EXPORT(face_failure_count) int face_failure_count(void) { return diagnosis.failure_count; }

EXPORT(face_diagnosed_text) const char *face_diagnosed_text(int figure, int which)
{
    const kamm_diagnosed *f = &diagnosis.figures[figure];
    const char *const texts[] = {f->name, f->unit, f->doc, f->remark};
    return texts[which];
}

EXPORT(face_diagnosed_value) double face_diagnosed_value(int figure, int which)
{
    const kamm_diagnosed *f = &diagnosis.figures[figure];
    const double values[] = {f->value, f->low, f->high};
    return values[which];
}

EXPORT(face_failure_text) const char *face_failure_text(int failure)
{
    return diagnosis.failures[failure];
}
