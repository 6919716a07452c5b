/* Report of vehicles: data, road tests, diagnosis, plots and sources as one HTML file (library kamm_io). `kamm report`
 * writes it. */
#ifndef KAMM_IO_REPORT_H
#define KAMM_IO_REPORT_H

#include <kamm/export.h>
#include <kamm/io/lab.h>
#include <kamm/io/vehicle_file.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most vehicles of a report. */
#define KAMM_MAX_REPORTED 6

/* Writes a report about 1 to KAMM_MAX_REPORTED vehicles, side by side. It is an HTML document that is well-formed XML
 * and needs neither network nor scripts. Equal vehicles give equal bytes. It has these parts:
 *  - the data of the vehicles;
 *  - the figures of kamm_is_quick_figure beside published ones; exact values are in the elements `data`;
 *  - the diagnosis of kamm_diagnose, for vehicles that have one;
 *  - plots of acceleration, steady turns, limits (g-g-V), traction, engine and tyres;
 *  - plots of suspensions with hardpoints;
 *  - the sources that the file at each vehicle's `path` states; an empty path has none.
 * A vehicle is driven on the highest rung that takes it. A test that it can't drive has no figures, but a reason.
 *
 * The report uses surface, rung, is_stopped and `user` of `options`, which may be NULL. Nothing is written before all
 * tests are done. Errors: those of kamm_create_model on all rungs, FILE (not written, or a vehicle's file that is
 * gone), FORMAT, STOPPED, MEMORY. */
KAMM_IO_API kamm_result kamm_write_report(const kamm_vehicle_file *vehicles, int count,
                                          const kamm_test_options *options, FILE *out,
                                          kamm_error *error);

/* Writes the parts of such a report that need no drive: data, diagnosis and sources of a vehicle. `body` is its class,
 * as for kamm_diagnose. Errors: those of kamm_write_report. */
KAMM_IO_API kamm_result kamm_write_diagnosis(const kamm_vehicle_file *vehicle, int body, FILE *out,
                                             kamm_error *error);

/* Writes the numbers of those g-g-V diagrams as CSV: name of the vehicle, speed, lateral acceleration, highest and
 * lowest longitudinal acceleration, in m/s and m/s2 (kamm_find_ggv, friction 1). `rung` KAMM_RUNG_NONE: the highest one
 * that takes the vehicle. Errors: those of kamm_write_report. */
KAMM_IO_API kamm_result kamm_write_ggv(const kamm_vehicle_file *vehicles, int count, kamm_rung rung,
                                       FILE *out, kamm_error *error);

/* -- Reports of runs -- */

/* The rows of a run, for a report of it. */
typedef struct kamm_run_report kamm_run_report;

/* Creates an empty report. NULL: out of memory. */
KAMM_IO_API kamm_run_report *kamm_create_run_report(kamm_error *error);
/* Releases a report. NULL is ignored. */
KAMM_IO_API void kamm_destroy_run_report(kamm_run_report *report);
/* Notes a row: kamm_test_options.at_row, whose `user` is the report. */
KAMM_IO_API void kamm_note_run_row(const kamm_cars *cars, int car, double time_s, void *user);
/* Writes the report of a test that was driven with kamm_note_run_row. It is an HTML document that needs no network:
 * the figures beside published ones, and plots over time with one cursor. Without scripts it has no cursor. A plot has
 * 320 points at most. Errors: RANGE (no rows), FILE, MEMORY. */
KAMM_IO_API kamm_result kamm_write_run_report(const kamm_run_report *report,
                                              const kamm_test_result *result,
                                              const kamm_vehicle_file *car, FILE *out,
                                              kamm_error *error);

/* -- Recordings of runs -- */

/* Writes the measured run of a test into a file, as a recording (recording.h). */
typedef struct kamm_run_recorder kamm_run_recorder;

/* Creates it; the file begins with the first row. `course`: cones, ramps and blocks are recorded as bodies; NULL: not
 * known. NULL on error: MEMORY. */
KAMM_IO_API kamm_run_recorder *kamm_create_run_recorder(const char *path, const char *title,
                                                        const kamm_test_course *course,
                                                        kamm_error *error);
/* Adds a frame: kamm_test_options.at_row, whose `user` is the recorder. A run of other cars, or one that begins again,
 * replaces the one before. */
KAMM_IO_API void kamm_record_run_row(const kamm_cars *cars, int car, double time_s, void *user);
/* Does the same with all units of a combination: kamm_test_options.at_combination_row. */
KAMM_IO_API void kamm_record_combination_row(kamm_combinations *combinations, int index,
                                             double time_s, void *user);
/* Returns 1 after a frame that could not be written: the test can stop then. */
KAMM_IO_API int kamm_has_run_recorder_failed(const kamm_run_recorder *recorder);
/* Ends the recording and destroys the recorder, also on error. NULL is ignored. Errors: FILE, MEMORY and RANGE of the
 * frames, and RANGE without any row. */
KAMM_IO_API kamm_result kamm_end_run_recorder(kamm_run_recorder *recorder, kamm_error *error);
/* Does the same without telling errors, such as after a test that failed. NULL is ignored. */
KAMM_IO_API void kamm_destroy_run_recorder(kamm_run_recorder *recorder);

#ifdef __cplusplus
}
#endif

#endif
