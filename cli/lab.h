/* kamm lab, within the command: what is to be measured, how it is driven on threads, and which figures a short look has. */
#ifndef KAMM_CLI_LAB_H
#define KAMM_CLI_LAB_H

#include "cli.h"

/* A vehicle, or a combination, with the tests that it is to have. */
typedef struct lab_subject {
    const char *id, *name;
    kamm_vehicle_file *car;            /* NULL: it is the other */
    kamm_combination_file combination; /* no units: it is a car */
    kamm_rung rung;                    /* the one asked for, or the highest that takes it */
    double substeps_per_s;             /* 0: as the tests have it */
    int first_job, job_count;          /* its tests, in the order in which they are printed */
} lab_subject;

/* One test of one of them. */
typedef struct lab_job {
    const kamm_road_test *test;
    const kamm_scenario *scenario; /* that the test is; NULL: a compiled one */
    lab_subject *subject;
    kamm_test_result result;
    kamm_error error;
    int is_done, has_failed, is_skipped, is_stopped;
} lab_job;

/* Scenarios of --tests. */
enum { LAB_MAX_SCENARIOS = 32 };

typedef struct lab_plan {
    const char *folder; /* for channels; NULL: none are written */
    int is_quick;       /* only those of kamm_is_quick_figure are printed */
    int subject_count, job_count, scenario_count;
    lab_subject *subjects;
    kamm_scenario *scenarios[LAB_MAX_SCENARIOS];
    lab_job *jobs; /* tests of the first subject, then of the second … */
} lab_plan;

/* Drives all of it, prints each subject as soon as it and those before it are done, and says how far that is (lab_jobs.c). Returns
 * the exit status. */
int lab_run(lab_plan *plan, int threads);

#endif
