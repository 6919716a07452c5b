/* Named surfaces. Friction is a factor on what the tyre does on dry asphalt; rolling resistance is
 * added to the tyre's own. */
#include <kamm/ground.h>

#include <string.h>

#define WONG \
    "J. Y. Wong, Theory of Ground Vehicles, 4th ed., table 1.2 and 1.3, relative to asphalt"

static const kamm_surface surfaces[] = {
    {"dry_asphalt", 1.00f, 0.000f, "the reference: where tyres are measured"},
    {"wet_asphalt", 0.72f, 0.000f, WONG ": 0.5 to 0.7 wet against 0.8 to 0.9 dry"},
    {"concrete", 1.00f, 0.000f, WONG ": as dry asphalt"},
    {"gravel", 0.70f, 0.015f, WONG ": 0.6 against 0.85; rolling 0.02 against 0.013"},
    {"sand", 0.60f, 0.150f,
     WONG ": rolling 0.1 to 0.3; friction estimated between earth and gravel"},
    {"grass", 0.55f, 0.060f, "estimated: between dry and wet earth of the same table"},
    {"earth", 0.77f, 0.040f, WONG ": dry earth 0.65 to 0.68 against 0.85; rolling 0.05"},
    {"mud", 0.45f, 0.100f, WONG ": wet earth 0.4 to 0.55 at its lower end; rolling estimated"},
    {"snow", 0.24f, 0.020f, WONG ": hard-packed snow 0.2 against 0.85; rolling estimated"},
    {"ice", 0.10f, 0.000f, WONG ": 0.1 against 0.85 would be 0.12; 0.1 is smooth ice near 0 C"},
};

const kamm_surface *kamm_surfaces(int *count)
{
    if (count) *count = sizeof surfaces / sizeof *surfaces;
    return surfaces;
}

const kamm_surface *kamm_find_surface(const char *name)
{
    for (size_t i = 0; name && i < sizeof surfaces / sizeof *surfaces; ++i)
        if (!strcmp(surfaces[i].name, name)) return &surfaces[i];
    return NULL;
}
