/* Prints the values that files, other languages and compiled programs know of Kamm: see
 * tools/check_interface.sh, which makes enumerators.inc from the headers. */
#include <kamm/io/diagnosis.h>
#include <kamm/io/estimate.h>
#include <kamm/io/fit.h>
#include <kamm/io/import.h>
#include <kamm/io/lab.h>
#include <kamm/io/recording.h>
#include <kamm/io/sensitivity.h>
#include <kamm/io/suspension.h>
#include <kamm/io/tyre_file.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <string.h>

static void print_enumerators(void)
{
#define ENUMERATOR(name) printf("value %s %lld\n", #name, (long long)(name));
#include "enumerators.inc"
}

static void print_inputs(void)
{
    int count;
    const kamm_field_info *inputs = kamm_input_fields(&count);
    for (int i = 0; i < count; ++i) printf("input %d %s\n", i, inputs[i].name);
}

static void print_words(const char *path, const kamm_field *field)
{
    const char *word = field->choices;
    for (int i = 0; word; ++i) {
        printf("choice %s.%s %d %.*s\n", path, field->name, i, (int)strcspn(word, "|"), word);
        word = strchr(word, '|');
        word = word ? word + 1 : NULL;
    }
}

static void print_choices(const char *path, const kamm_field_table *table)
{
    char below[256];
    for (int i = 0; i < table->count; ++i) {
        const kamm_field *field = &table->fields[i];
        if (field->kind == KAMM_FIELD_CHOICE) print_words(path, field);
        if (!field->table) continue;
        snprintf(below, sizeof below, "%s.%s", path, field->name);
        print_choices(below, field->table);
    }
}

int main(void)
{
    print_enumerators();
    print_inputs();
    print_choices("vehicle", kamm_vehicle_table());
    return 0;
}
