/* Vehicle data of TORCS and Speed Dreams: a car's XML file.
 *
 * Keys, units and meanings are those of the game's car definitions. The equations of its simulator, simuv2, decide what a number
 * does; each is named beside the value. */
#include "import_torcs.h"

#include <string.h>

/* -- What is not used -- */

static const char *why(const struct ini_value *value)
{
    static const struct {
        const char *start, *why; /* of the key, else of the section */
    } reasons[] = {{"category", "limits and defaults of the category's file are not read"},
                   {"fuel cons", "consumption in the game"},
                   {"fuel tank", "the mass is without fuel; --fact payload=... adds some"},
                   {"initial fuel", "the mass is without fuel; --fact payload=... adds some"},
                   {"overall", "box of the game's collisions"},
                   {"front right-left", "the weight is the same on both sides here"},
                   {"rear right-left", "the weight is the same on both sides here"},
                   {"max steer speed", "how fast the game's driver steers"},
                   {"revs maxi", "the limiter acts before"},
                   {"turbo", "the curve has the torque with the turbocharger"},
                   {"Driver", "display"},
                   {"Graphic", "display"},
                   {"Sound", "display"},
                   {"Exhaust", "display"},
                   {"Bonnet", "display"},
                   {"Light", "display"},
                   {"Features", "set-up in the game"},
                   {"Clutch", "by the rules"},
                   {"Pit", "rules of a race"},
                   {"Front Axle", "inertia and third spring of the axle: none here"},
                   {"Rear Axle", "inertia and third spring of the axle: none here"},
                   {"Front Anti-Roll Bar", "the game's simulator doesn't read it"},
                   {"Rear Anti-Roll Bar", "the game's simulator doesn't read it"}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; ++i) {
        size_t length = strlen(reasons[i].start);
        if (!strncmp(value->key, reasons[i].start, length) ||
            !strncmp(value->section, reasons[i].start, length))
            return reasons[i].why;
    }
    return "no counterpart, or the game's simulator doesn't read it";
}

/* -- The whole -- */

/* ../../categories/NAME.xml, or NAME/NAME.xml in there. */
static void load_category(struct torcs *t)
{
    struct ini_value *name = kamm_ini_find(&t->file, "Car", "category");
    size_t folder = strlen(t->m->path) - strlen(t->file.name);
    if (!name || strpbrk(name->value, "/\\:")) return;
    name->is_taken = 0;
    for (int i = 0; i < 2 && !name->is_taken; ++i) {
        char path[512];
        snprintf(path, sizeof path, "%.*s../../categories/%s%s%s.xml", (int)folder, t->m->path,
                 i ? name->value : "", i ? "/" : "", name->value);
        FILE *file = fopen(path, "rb");
        if (!file) continue;
        fclose(file);
        name->is_taken = 1;
        t->m->result = kamm_parameters_load(path, &t->category, t->m->error);
    }
}

static void import_values(struct torcs *t)
{
    const struct ini_value *name = kamm_ini_find(&t->file, "", "name");
    if (name && *name->value)
        snprintf(t->m->facts.name, sizeof t->m->facts.name, "%.63s", name->value);
    kamm_torcs_chassis_facts(t);
    kamm_torcs_drive_facts(t);
    if (!kamm_import_facts(t->m)) return;
    kamm_torcs_put_chassis(t);
    kamm_torcs_put_wheels(t);
    kamm_torcs_put_aero(t);
    kamm_torcs_put_drive(t);
    kamm_tell_unused_of_ini(t->m, &t->file, why);
}

void kamm_import_torcs(struct import *m)
{
    struct torcs t = {.m = m};
    m->result = kamm_parameters_load(m->path, &t.file, m->error);
    if (!m->result) load_category(&t);
    if (!m->result) import_values(&t);
    kamm_ini_free(&t.file);
    kamm_ini_free(&t.category);
}
