/* Values of the engine without Godot. */
#ifndef KAMM_TEST_GODOT_VALUES_H
#define KAMM_TEST_GODOT_VALUES_H

#include "engine.h"

/* Functions of the interface that make, read and free values; NULL: none of that name. */
gd_function *find_value_function(const char *name);

gd_name name_of(const char *text);
void free_name(gd_name *name);
const char *text_of_name(const void *name);
const char *text_of_string(const void *string);
int32_t type_of(const void *variant);
/* Value within a variant. */
const void *value_of(const void *variant);
/* An array of that type with `count` items of its own. Texts are given as const char *. */
gd_packed array_of(enum gd_type type, const void *items, int64_t count);
int64_t count_of(const gd_packed *array);
void free_array(gd_packed *array);
void replace_array(gd_packed *array, gd_packed by);

#endif
