/* A tyre's constants on standing water: aquaplaning.h. */
#include "tyre_compile.h"

#include <math.h>

static const double PSI_PA = 6894.757, MPH_MPS = 0.44704, THIRTY_SECOND_M = 0.0254 / 32;
static const double WATER_KGPM3 = 1000, DRAG_COEFFICIENT = 0.75;

struct aquaplaning_constants kamm_tyre_compile_aquaplaning(const kamm_tyre_def *def)
{
    double pressure = kamm_tyre_pressure_pa(def, 0);
    double warmer = kamm_tyre_pressure_pa(def, 1) - pressure;
    return (struct aquaplaning_constants){
        .smooth_mps = (float)(7.95 * MPH_MPS * sqrt(pressure / PSI_PA)),
        .warmer_per_k = (float)(warmer / pressure),
        .tread_m = (float)def->wear.tread_depth_m,
        .inverse_thirty_second = (float)(1 / THIRTY_SECOND_M),
        .drag_kgpm2 = (float)(0.5 * DRAG_COEFFICIENT * WATER_KGPM3 * def->width_m),
        .contact = kamm_tyre_compile_contact(def),
    };
}
