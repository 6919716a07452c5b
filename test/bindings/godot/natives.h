/* Classes of the engine and their methods. */
#ifndef KAMM_TEST_GODOT_NATIVES_H
#define KAMM_TEST_GODOT_NATIVES_H

#include "engine.h"

/* NULL: no such class. */
const struct native_class *native_named(const char *name);
int native_is(const struct native_class *class, const char *base);
/* A method with its hash; NULL: none. */
const void *find_native_method(const char *class, const char *method, int64_t hash);
void call_native(const void *method, void *object, const void *const *arguments, void *result);
int is_emit_signal(const void *method);

#endif
