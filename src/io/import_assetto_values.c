/* Vehicle data of Assetto Corsa: values of its files, and why some are not used. */
#include "import_assetto.h"

#include <string.h>

const char *const kamm_ac_ends[ENDS] = {"FRONT", "REAR"};

const char *const kamm_ac_files[AC_FILES] = {"car.ini",    "suspensions.ini", "tyres.ini",
                                             "engine.ini", "drivetrain.ini",  "brakes.ini",
                                             "aero.ini"};

/* -- Values -- */

int kamm_ac_number(struct assetto *ac, enum ac_file file, const char *section, const char *key,
                   const char *unit, double min, double max, double *value)
{
    struct import *m = ac->m;
    int has = 0;
    if (!m->result)
        m->result =
            kamm_ini_number(&ac->ini[file], section, key, unit, min, max, value, &has, m->error);
    return has && !m->result;
}

double kamm_ac_needed(struct assetto *ac, enum ac_file file, const char *section, const char *key,
                      const char *unit, double min, double max, const char *what)
{
    double value = min;
    if (!kamm_ac_number(ac, file, section, key, unit, min, max, &value) && !ac->m->result)
        ac->m->result = kamm_ini_fail_missing(&ac->ini[file], section, key, what, ac->m->error);
    return value;
}

const char *kamm_ac_from(struct assetto *ac, enum ac_file file, const char *section,
                         const char *key, const char *more)
{
    snprintf(ac->from, sizeof ac->from, "%s [%.30s] %.40s%s", kamm_ac_files[file], section, key,
             more);
    return ac->from;
}

void kamm_ac_take(struct assetto *ac, enum ac_file file, const char *section, const char *key,
                  const char *unit, double min, double max, double scale, const char *path)
{
    double value;
    if (kamm_ac_number(ac, file, section, key, unit, min, max, &value))
        kamm_put_imported(ac->m, path, value * scale, kamm_ac_from(ac, file, section, key, ""));
}

int kamm_ac_lut(struct assetto *ac, enum ac_file file, const char *section, const char *key)
{
    struct import *m = ac->m;
    char path[512];
    const struct ini_value *name = m->result ? NULL : kamm_ini_find(&ac->ini[file], section, key);
    if (!name || !*name->value) return 0;
    snprintf(path, sizeof path, "%s%.100s", ac->folder, name->value);
    m->result = kamm_lut_load(path, &ac->lut, m->error);
    return !m->result;
}

/* -- What is not used -- */

const char *kamm_ac_why(const struct ini_value *value)
{
    static const struct {
        const char *start, *why; /* of the key, else of the section */
    } reasons[] = {
        {"VERSION", "version of the file"},
        {"COAST_CURVE", "engine braking is that of [COAST_REF]"},
        {"INFO", "display"},
        {"GRAPHICS", "display"},
        {"RIDE", "ride height of the setup; the vehicle is at rest on its springs"},
        {"RULES", "rules of a race"},
        {"PIT_STOP", "rules of a race"},
        {"FUEL", "the mass is without fuel; --fact payload=... adds some"},
        {"DAMAGE", "damage has parameters of its own"},
        {"THERMAL", "temperatures of the tyre have other parameters"},
        {"FRONT_", "another compound than the first"},
        {"REAR_", "another compound than the first"},
        {"WBCAR", "links: the rules' camber, toe and caster stand in their place"},
        {"WBTYRE", "links: the rules' camber, toe and caster stand in their place"},
        {"STRUT", "links: the rules' camber, toe and caster stand in their place"},
        {"TOE_OUT", "length of a track rod; the toe angle needs the links"},
        {"ROD_LENGTH", "ride height of the setup; the vehicle is at rest on its springs"},
        {"RIM_OFFSET", "display"},
        {"PACKER", "travel within the stops"},
        {"HEAVE", "third spring"},
        {"AUTO", "assistance of the game's driver"},
        {"DOWNSHIFT", "assistance of the game's driver"},
        {"WING", "damage, ground effect and yaw of a wing"},
        {"FIN", "side force is by the rules"},
        {"DYNAMIC_CONTROLLER", "moving wing"},
        {"TURBO", "the curve has the greatest boost; lag is by the rules"},
        {"FFMULT", "force feedback"},
        {"COCKPIT_ADJUSTABLE", "setup in the game"},
        {"ADJUST_STEP", "setup in the game"},
        {"SHORT_NAME", "display"},
        {"NAME", "display"},
    };
    for (int by_section = 0; by_section < 2; ++by_section)
        for (size_t i = 0; i < sizeof reasons / sizeof *reasons; ++i)
            if (!strncmp(by_section ? value->section : value->key, reasons[i].start,
                         strlen(reasons[i].start)))
                return reasons[i].why;
    return "no such value in a vehicle file, or an unknown key";
}
