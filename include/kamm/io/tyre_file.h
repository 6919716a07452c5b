/* Tyres in files: .tir in, key figures and evaluated tables out (library kamm_io). */
#ifndef KAMM_IO_TYRE_FILE_H
#define KAMM_IO_TYRE_FILE_H

#include <kamm/export.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/tyre.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a Magic Formula tyre property file: FITTYP 5, 6, 21, 51, 52 or 60 as version 5.2, 61 as 6.1, 62
 * as 6.2, without FITTYP the formats PAC2002 and MF_05 as 5.2; in whatever units its [UNITS] names. Missing keys get the
 * defaults of tyre_fields.h and are noted, as are unknown keys and keys of effects that Kamm does not model. What the curves
 * of slip do not depend on, such as sizes, masses and limits, is replaced where it makes no sense, with a warning that names line, value,
 * what is allowed and what stands in; docs/tyres.md has the list. `notes` may be NULL.
 * Errors: FILE; FORMAT (a coefficient or unit that can't be understood, or another kind of tyre);
 * RANGE; MISSING (a key that nothing can stand in for). The text starts with "FILE:LINE: " and names
 * key, value and what is allowed; `def` is left as it was. */
KAMM_IO_API kamm_result kamm_load_tir(const char *path, kamm_tyre_def *def, kamm_notes *notes,
                                      kamm_error *error);

/* Prints the tyre's key figures: stiffnesses, peaks with their slips, sliding friction, trail,
 * relaxation lengths, radii. Errors: FILE (can't be written); those of kamm_check_tyre. */
KAMM_IO_API kamm_result kamm_tyre_report(const kamm_tyre_def *tyre, FILE *out, kamm_error *error);

/* Evaluates a table. Its columns are found by name, in any order: Fz (N), kappa, alpha (rad),
 * gamma (rad), Vx (m/s) and, if it is there, p (Pa; 0: as inflated). Others are ignored. Written
 * are the same columns and Fx, Fy (N), Mx, My, Mz (N*m), ISO-W axes.
 *
 * Inputs are conditioned as MFeval's use mode 121 does it for all versions: load, slips, camber and
 * pressure are cut to the file's ranges, and slips fade below its low speed. `out_path` NULL
 * is stdout. Errors: those of kamm_check_tyre; of the table, with file, line and column. */
KAMM_IO_API kamm_result kamm_tyre_evaluate_csv(const kamm_tyre_def *tyre, const char *in_path,
                                               const char *out_path, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
