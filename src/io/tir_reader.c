/* Fields of the tyre by their names: which of them the file has set. */
#include "tir_reader.h"

#include <stdio.h>
#include <string.h>

const kamm_field *kamm_tir_field(const char *name)
{
    const kamm_field_table *table = kamm_tyre_table();
    for (int i = 0; i < table->count; ++i)
        if (!strcmp(table->fields[i].name, name)) return &table->fields[i];
    return NULL;
}

int kamm_tir_is_of_motorcycle(const kamm_field *field)
{
    const kamm_field_table *table = kamm_motorcycle_tyre_table();
    return field >= table->fields && field < table->fields + table->count;
}

void *kamm_tir_value(struct tir_reader *r, const kamm_field *field)
{
    return kamm_value_of(field,
                         kamm_tir_is_of_motorcycle(field) ? (void *)&r->def.motorcycle : &r->def);
}

int *kamm_tir_line(struct tir_reader *r, const kamm_field *field)
{
    if (kamm_tir_is_of_motorcycle(field))
        return &r->line_of_motorcycle[field - kamm_motorcycle_tyre_table()->fields];
    return &r->line_of[field - kamm_tyre_table()->fields];
}

int kamm_tir_is_set(const struct tir_reader *r, const char *field)
{
    return r->line_of[kamm_tir_field(field) - kamm_tyre_table()->fields] > 0;
}

void kamm_tir_reject(struct tir_reader *r, const kamm_field *field, int line, const char *what)
{
    r->line_of[field - kamm_tyre_table()->fields] = -line;
    if (r->oddity_count == TIR_MAX_ODDITIES) return; /* more than there are keys of the body */
    struct tir_oddity *oddity = &r->oddities[r->oddity_count++];
    oddity->field = field;
    oddity->line = line;
    snprintf(oddity->what, sizeof oddity->what, "%s", what);
}
