/* Vehicle data of Assetto Corsa: the files of a data folder.
 *
 * Keys, units and meanings are those of the comments in the files of the game's own cars. Where those are short, the
 * equations that the game applies to the key decide; each is named beside the value. */
#include "import_assetto.h"

#include <string.h>

/* -- Files -- */

/* Whether there is such a file, of any size; a folder has no first byte. */
static int is_file(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s%s", folder, name);
    FILE *file = fopen(path, "rb");
    int is_there = file && fgetc(file) != EOF;
    if (file) fclose(file);
    return is_there;
}

/* The folder of car.ini: the path, its folder "data", or where the path itself is that file. */
static void find_folder(struct assetto *ac)
{
    const char *path = ac->m->path;
    size_t length = strlen(path), end = strlen("car.ini");
    if (length >= end && !strcmp(path + length - end, "car.ini")) {
        snprintf(ac->folder, sizeof ac->folder, "%.*s", (int)(length - end), path);
        return;
    }
    const char *slash = length && path[length - 1] == '/' ? "" : "/";
    snprintf(ac->folder, sizeof ac->folder, "%s%sdata/", path, slash);
    if (!is_file(ac->folder, "car.ini"))
        snprintf(ac->folder, sizeof ac->folder, "%s%s", path, slash);
}

static void load_files(struct assetto *ac)
{
    struct import *m = ac->m;
    for (int i = 0; i < AC_FILES && !m->result; ++i) {
        char path[512];
        snprintf(path, sizeof path, "%s%s", ac->folder, kamm_ac_files[i]);
        if (i >= BRAKES && !is_file(ac->folder, kamm_ac_files[i])) continue;
        m->result = kamm_ini_load(path, &ac->ini[i], m->error);
        if (m->result == KAMM_ERROR_FILE && i == CAR && is_file(ac->folder, "data.acd"))
            m->result =
                kamm_fail(m->error, KAMM_ERROR_FILE, "",
                          "%.300s: is missing; the packed data.acd has to be unpacked first", path);
    }
}

static void set_name(struct assetto *ac)
{
    const struct ini_value *name = kamm_ini_find(&ac->ini[CAR], "INFO", "SCREEN_NAME");
    if (name && *name->value)
        snprintf(ac->m->facts.name, sizeof ac->m->facts.name, "%.63s", name->value);
}

static void import_values(struct assetto *ac)
{
    set_name(ac);
    kamm_ac_chassis_facts(ac);
    kamm_ac_drive_facts(ac);
    if (!kamm_import_facts(ac->m)) return;
    kamm_ac_put_tyres(ac);
    kamm_ac_put_suspension(ac);
    kamm_ac_put_chassis(ac);
    kamm_ac_put_drive(ac);
    kamm_ac_put_aero(ac);
    for (int i = 0; i < AC_FILES; ++i) kamm_tell_unused_of_ini(ac->m, &ac->ini[i], kamm_ac_why);
}

void kamm_import_assetto(struct import *m)
{
    struct assetto *ac = kamm_allocate_array(1, sizeof *ac);
    if (!ac) {
        m->result = kamm_fail(m->error, KAMM_ERROR_MEMORY, "", "out of memory");
        return;
    }
    ac->m = m;
    if (strlen(m->path) > 380)
        m->result =
            kamm_fail(m->error, KAMM_ERROR_FILE, "", "%.300s: the path is too long", m->path);
    else
        find_folder(ac);
    load_files(ac);
    if (!m->result) import_values(ac);
    for (int i = 0; i < AC_FILES; ++i) kamm_ini_free(&ac->ini[i]);
    kamm_release(ac);
}
