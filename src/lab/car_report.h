/* What the files of kamm_write_report share. */
#ifndef KAMM_LAB_CAR_REPORT_H
#define KAMM_LAB_CAR_REPORT_H

#include "lab/plot.h"

#include <cjson/cJSON.h>
#include <kamm/io/diagnosis.h>
#include <kamm/io/report.h>

enum { REPORTED_TESTS = 8, RUN_POINTS = PLOT_POINTS };

/* A line that a drive has left. */
struct run_line {
    int count;
    double x[RUN_POINTS], y[RUN_POINTS];
};

/* A test of a vehicle, with the reason where it has no result. */
struct reported_test {
    int has_result;
    kamm_test_result result;
    kamm_error error;
};

/* A vehicle with all that is measured of it. */
struct reported_car {
    const kamm_vehicle_file *file;
    kamm_model *model;
    kamm_model_info info;
    int has_diagnosis, test_count;
    kamm_diagnosis diagnosis;
    struct reported_test tests[REPORTED_TESTS];
    struct run_line speed; /* s, km/h: the run of the test accel */
    struct run_line steer; /* g, deg: steady turns */
    double ggv_step_kmh;   /* between the lines of its g-g-V diagram */
    cJSON *json;           /* the file; NULL: none */
};

struct report {
    int count;
    struct reported_car *cars;
    FILE *out;
};

/* Model and diagnosis, without a drive. `body` as for kamm_diagnose (car_report_measure.c). */
kamm_result kamm_judge_reported(struct reported_car *car, const kamm_test_options *options,
                                int body, kamm_error *error);
/* The same with tests and steady turns. */
kamm_result kamm_measure_reported(struct reported_car *car, const kamm_test_options *options,
                                  kamm_error *error);

/* The parts of the document. */
void kamm_write_report_data(const struct report *report);
void kamm_write_report_figures(const struct report *report);
void kamm_write_report_diagnosis(const struct report *report);
/* 0: out of memory. */
int kamm_write_report_plots(const struct report *report);
void kamm_write_report_sources(const struct report *report);

/* Between the speeds of g-g-V diagrams: a round number, so that the fastest vehicle has five lines at most. */
double kamm_ggv_step_kmh(const struct reported_car *cars, int count);
/* The g-g-V diagram; no line for what is not driven. */
void kamm_fill_ggv(const struct reported_car *car, struct plot *plot);

/* The element `style` of reports. */
void kamm_write_report_style(FILE *out);
/* A number for people, four digits of it, with all of them in an element `data`. */
void kamm_write_value(FILE *out, double value);

#endif
