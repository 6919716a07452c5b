/* Arcade files: presets of arcade.h as JSON files (library kamm_io). data/arcade has kart, street-racer, rally, drift,
 * monster and sim. */
#ifndef KAMM_IO_ARCADE_FILE_H
#define KAMM_IO_ARCADE_FILE_H

#include <kamm/arcade.h>
#include <kamm/export.h>
#include <kamm/io/vehicle_file.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a preset by path, or by name from data/arcade ("drift"). Missing knobs are off. Keys may end in other units, as
 * in vehicle files ("drift_angle_deg"). `notes` may be NULL. On error `arcade` is not changed, and the text names file,
 * path, value and allowed values. Errors: UNKNOWN, FILE, FORMAT, RANGE. */
KAMM_IO_API kamm_result kamm_load_arcade(const char *name_or_path, kamm_arcade *arcade,
                                         kamm_notes *notes, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
