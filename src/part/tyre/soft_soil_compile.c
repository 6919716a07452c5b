/* A tyre's constants on soft soil: soft_soil.h. */
#include "tyre_compile.h"

#include <math.h>

/* Addition of the carcass to the air's pressure on the ground: the 250 kPa of a common tyre of 2.2
 * bar. */
static const double CARCASS_PA = 30000;

struct soft_soil_constants kamm_tyre_compile_soft_soil(const kamm_tyre_def *def)
{
    double pressure = def->inflation_pressure_pa + CARCASS_PA;
    double width = def->width_m, diameter = 2 * def->unloaded_radius_m;
    return (struct soft_soil_constants){
        .width_m = (float)width,
        .inverse_width = (float)(1 / width),
        .diameter_m = (float)diameter,
        .inverse_root_diameter = (float)(1 / sqrt(diameter)),
        .inverse_circumference = (float)(1 / (3.14159265358979323846 * diameter)),
        .inverse_pressure = (float)(1 / pressure),
        .log_pressure = (float)log(pressure),
    };
}
