/* Help of the editor, as Godot reads it: class reference in XML. */
#ifndef KAMM_GODOT_HELP_H
#define KAMM_GODOT_HELP_H

#include "classes.h"

void help_begin(const struct gd_class *class);
void help_method(const struct gd_method *method);
void help_property(const char *name, enum gd_type type, const char *help);
void help_signal(const char *name, const char *help, const struct gd_argument *arguments,
                 int count);
/* Gives the class's text to the caller, who frees it by kamm_release. NULL: out of memory. */
char *help_end(void);

/* Name of a type in GDScript. */
const char *help_type(enum gd_type type);

#endif
