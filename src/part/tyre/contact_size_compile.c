/* A tyre's constants of the size of its contact patch: contact_size.h. */
#include "tyre_compile.h"

struct contact_size_constants kamm_tyre_compile_contact(const kamm_tyre_def *def)
{
    double diameter = 2 * def->unloaded_radius_m, width = 2 * def->width_m;
    return (struct contact_size_constants){
        .inverse_radius = (float)(1 / def->unloaded_radius_m),
        .root_length = (float)(diameter * def->q_ra1),
        .linear_length = (float)(diameter * def->q_ra2),
        .longest = (float)diameter,
        .root_width = (float)(width * def->q_rb1),
        .linear_width = (float)(width * def->q_rb2),
        .widest = (float)def->width_m,
    };
}
