/* The running Godot: its functions, the methods of its classes, texts and errors. */
#ifndef KAMM_GODOT_ENGINE_H
#define KAMM_GODOT_ENGINE_H

#include "interface.h"

#include <kamm/error.h>

struct gd_functions {
#define GD_POINTER(name, result, parameters) result(*name) parameters;
    GD_FUNCTIONS(GD_POINTER)
    GD_LATER_FUNCTIONS(GD_POINTER)
};
struct gd_methods {
#define GD_BIND(class, method, hash) const void *class##_##method;
    GD_METHODS(GD_BIND)
};
/* Godot's functions and method binds, and this library there. */
extern struct gd_functions gd;
extern struct gd_methods gd_methods;
extern void *gd_library;

/* Finds the functions. Returns 0, with a message on stderr, if this Godot lacks one. */
int gd_load_functions(gd_get_proc_address *find, void *library);
/* Finds the methods. Returns 0, with Godot errors, if this Godot lacks one. */
int gd_load_methods(void);

/* Reports to Godot's console; the text is as of printf. `where` names the node's class. */
void gd_error(const char *where, const char *format, ...);
void gd_warning(const char *where, const char *format, ...);

/* -- Texts -- */

gd_name gd_make_name(const char *text);
void gd_free_name(gd_name *name);
gd_string gd_make_string(const char *text);
void gd_free_string(gd_string *string);
/* Copies at most size - 1 bytes, and a final 0. Returns the whole length. */
int64_t gd_copy_text(const gd_string *string, char *text, size_t size);

/* -- Packed arrays, of one of their types -- */

gd_packed gd_make_packed(enum gd_type type, const gd_packed *copied);
void gd_free_packed(enum gd_type type, gd_packed *array);
/* Appends to an array of texts. */
void gd_append_text(gd_packed *array, const char *text);
int64_t gd_packed_size(enum gd_type type, const gd_packed *array);
/* Frees a value whose type owns memory; others need nothing. */
void gd_free_value(enum gd_type type, void *value);

/* -- Objects -- */

/* Calls a method of an engine class by pointers to its arguments. */
void gd_call(const void *method, void *object, const void *const *arguments, void *result);
double gd_call_number(const void *method, void *object);
int64_t gd_call_integer(const void *method, void *object);
int gd_call_flag(const void *method, void *object);
/* Returns the object as an instance of an engine class, or NULL. */
void *gd_cast(void *object, const char *class_name);
/* Gives back a reference that a method returned. */
void gd_unreference(void *reference);
/* 1 in the editor, where nothing drives. */
int gd_in_editor(void);
int gd_physics_ticks(void);
/* Emits a signal with variants that the call destroys. */
void gd_emit(void *object, const char *signal, gd_variant *arguments, int count);
gd_variant gd_variant_of(enum gd_type type, const void *value);

#endif
