/* Arcade files: data/arcade, see docs/arcade.md. */
#include "../base/float_mode.h"
#include "data_folder.h"
#include "json_file.h"
#include "json_table.h"

#include <kamm/io/arcade_file.h>

kamm_result kamm_load_arcade(const char *name_or_path, kamm_arcade *arcade, kamm_notes *notes,
                             kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, name_or_path && arcade, KAMM_ERROR_MISUSE);
    static const char *const also[] = {"$schema", NULL};
    char path[KAMM_PATH_TEXT];
    kamm_arcade read = kamm_default_arcade();
    kamm_error ignored;
    if (!error) error = &ignored;
    kamm_result result = kamm_find_data("arcade", name_or_path, NULL, path, error);
    cJSON *json = result ? NULL : kamm_load_json(path, error);
    if (!json) return error->code;
    kamm_json_reader reader = {.file = path, .note_end = "", .notes = notes, .error = error};
    /* Knobs are chosen, not measured: none of them needs a source. */
    result = kamm_read_object(&reader, kamm_arcade_table(), json, &read, also, 1);
    cJSON_Delete(json);
    if (result) return kamm_prefix_error(result, path, error);
    *arcade = read;
    return KAMM_OK;
}
