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
 *  - plots of acceleration, steady turns, traction, engine and tyres, and of suspensions with hardpoints;
 *  - the sources that the file at each vehicle's `path` states; an empty path has none.
 * A vehicle is driven on the highest rung that takes it. A test that it can't drive has no figures, but a reason.
 *
 * The report uses surface, rung, is_stopped and `user` of `options`, which may be NULL. Nothing is written before all
 * tests are done. Errors: those of kamm_create_model on all rungs, FILE (not written, or a vehicle's file that is
 * gone), FORMAT, STOPPED, MEMORY. */
KAMM_IO_API kamm_result kamm_write_report(const kamm_vehicle_file *vehicles, int count,
                                          const kamm_test_options *options, FILE *out,
                                          kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
