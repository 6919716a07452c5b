/* Tyre files: reading .tir files, key figures and evaluated tables (library kamm_io). */
#ifndef KAMM_IO_TYRE_FILE_H
#define KAMM_IO_TYRE_FILE_H

#include <kamm/export.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/tyre.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a Magic Formula tyre property file, in the units of its [UNITS]. FITTYP 5, 6, 21, 51, 52 and 60 are version
 * 5.2, 61 is 6.1, 62 is 6.2. Without FITTYP the formats PAC2002 and MF_05 are version 5.2.
 *
 * Missing keys take the defaults of tyre_fields.h. The notes list them, unknown keys, and keys of effects that Kamm
 * does not model. `notes` may be NULL. Invalid values that slip curves do not depend on, such as sizes, masses and
 * limits, are replaced. A warning names line, value, allowed values and replacement. docs/tyres.md has the list.
 *
 * On error `def` is not changed. The text starts with "FILE:LINE: " and names key, value and allowed values. Errors:
 * FILE; FORMAT (a coefficient or unit that can't be parsed, or another kind of tyre); RANGE; MISSING (a required
 * key). */
KAMM_IO_API kamm_result kamm_load_tir(const char *path, kamm_tyre_def *def, kamm_notes *notes,
                                      kamm_error *error);

/* Prints the tyre's key figures: stiffnesses, peaks with their slips, sliding friction, trail, relaxation lengths,
 * radii. Errors: FILE (can't be written); those of kamm_check_tyre. */
KAMM_IO_API kamm_result kamm_tyre_report(const kamm_tyre_def *tyre, FILE *out, kamm_error *error);

/* Numbers of a row of kamm_tyre_evaluate. */
#define KAMM_TYRE_INPUTS 6
#define KAMM_TYRE_FORCES 5

/* Evaluates `count` rows. A row of `in` has load (N), slip ratio, slip angle (rad), camber (rad), speed (m/s) and
 * pressure (Pa; 0: as inflated). A row of `forces` receives Fx, Fy (N), Mx, My, Mz (N*m), in ISO-W axes.
 *
 * Inputs are conditioned as by kamm_tyre_evaluate_csv. Errors: those of kamm_check_tyre; RANGE: a number that is not
 * finite, with its row. Then nothing is written. */
KAMM_IO_API kamm_result kamm_tyre_evaluate(const kamm_tyre_def *tyre,
                                           const double (*in)[KAMM_TYRE_INPUTS],
                                           double (*forces)[KAMM_TYRE_FORCES], int count,
                                           kamm_error *error);

/* Evaluates a table. Its columns are Fz (N), kappa, alpha (rad), gamma (rad), Vx (m/s), and optionally p (Pa; 0: as
 * inflated), in any order. Other columns are ignored. The output has the same columns and Fx, Fy (N), Mx, My, Mz (N*m),
 * in ISO-W axes.
 *
 * Inputs are conditioned for all versions as in MFeval's use mode 121. Load, slips, camber and pressure are clamped to
 * the file's ranges, and slips fade out below its low speed. `out_path` NULL is stdout. Errors: those of
 * kamm_check_tyre; those of the table, with file, line and column. */
KAMM_IO_API kamm_result kamm_tyre_evaluate_csv(const kamm_tyre_def *tyre, const char *in_path,
                                               const char *out_path, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
