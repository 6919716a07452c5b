/* What the files of the fit share. car_fit.c reads the task (car_fit_read.c), minimises (car_fit_local.c) over drives
 * (car_fit_drive.c), and finds the errors (car_fit_errors.c). */
#ifndef KAMM_LAB_CAR_FIT_H
#define KAMM_LAB_CAR_FIT_H

#include <kamm/io/fit.h>
#include <kamm/world.h>

#include "lab/drive_log.h"

enum { FIT_PARAMETERS = KAMM_MAX_FIT_PARAMETERS };

/* What a parameter changes. */
enum fit_kind {
    FIT_CAR,    /* car or surface */
    FIT_START,  /* value of a log's first row */
    FIT_OFFSET, /* a sensor */
    FIT_SCALE,
    FIT_DELAY
};

struct fit_variable {
    kamm_fit_parameter parameter;
    enum fit_kind kind;
    char column[64]; /* of sensors and starts */
    int input;       /* sensor of an input, enum log_column; -1: of a compared channel */
    int source;      /* of FIT_START */
    int is_analytic; /* its derivatives need no drive */
    double start, start_place;
};

/* What is compared: a channel of a log, or a figure. */
struct fit_series {
    kamm_fit_series told;
    int wheel, channel;     /* of a log; wheel -1: the car's own */
    int figure;             /* of the test */
    int first;              /* residual */
    int first_row;          /* of the log */
    const double *measured; /* by rows of the log, or one number */
    double size;            /* standard deviation of what was measured, or a figure's value */
    double noise, weight;
    int noise_is_given;
    int offset, scale, delay; /* variables of the sensor; -1: none */
};

/* What is driven for some series that follow each other: a log, or a road test. */
struct fit_run {
    drive_log *log; /* NULL: a test */
    const kamm_road_test *test;
    int source, is_check, first_series, series_count;
};

enum { FIT_RUNS = 64 };

struct car_fit {
    const kamm_fit_def *def;
    kamm_surface surface; /* as given */
    int has_surface;      /* runs use it: given, or a parameter changes it */
    int count;            /* of variables */
    struct fit_variable variables[FIT_PARAMETERS];
    int run_count;
    struct fit_run runs[FIT_RUNS];
    int series_count, series_room;
    struct fit_series *series;
    int residuals; /* of all series */
    kamm_notes *notes;
    kamm_threads *threads;
    int is_stopped, evaluations;
    kamm_error *error;
};

/* A point of the search, and what it yields. Places of parameters in their ranges are from 0 to 1. */
struct fit_point {
    const double *place;
    double *residuals;       /* model less measurement, in the unit of the series */
    double *values, *slopes; /* of the model, at the measurement's times, and in time; or NULL */
    int has_failed;
};

/* Reads the task. The caller clears the fit after errors too. */
kamm_result kamm_fit_read(const kamm_fit_def *def, struct car_fit *fit);
void kamm_fit_clear(struct car_fit *fit);
/* The figures of a file, as series and runs. */
kamm_result kamm_fit_read_figures(struct car_fit *fit, int source);
/* Appends a series; NULL: out of memory. */
struct fit_series *kamm_fit_add_series(struct car_fit *fit);

double kamm_fit_at(const struct fit_variable *variable, double place);
/* The car and surface of a point. */
kamm_result kamm_fit_apply(const struct car_fit *fit, const double *place, kamm_vehicle_def *def,
                           kamm_surface *surface, kamm_error *error);
/* Drives all points, on the fit's threads. Held-out runs only `with_checks`. */
kamm_result kamm_fit_drive(struct car_fit *fit, int count, struct fit_point *points,
                           int with_checks);
/* Why a point failed, by driving it again. */
kamm_result kamm_fit_explain(struct car_fit *fit, const struct fit_point *point, int with_checks);

/* Weighted sum of squares, with the priors. */
double kamm_fit_cost(const struct car_fit *fit, const struct fit_point *point);
/* Half of the second derivatives of the cost, [count][count], and half of its gradient (may be NULL), by the places.
 * `shares` multiplies each series' part; NULL: 1. */
void kamm_fit_normal(const struct car_fit *fit, const struct fit_point *point,
                     const double *jacobian, const double *shares, double *normal,
                     double *gradient);
/* [count][residuals] Derivatives by the places. */
kamm_result kamm_fit_differentiate(struct car_fit *fit, const struct fit_point *point,
                                   double *jacobian);
/* Searches the whole range from `place`. */
kamm_result kamm_fit_search(struct car_fit *fit, double *place);
/* Goes down from `place` to the nearest minimum. `jacobian` becomes that of the minimum; `has_jacobian`: it is that of
 * `place` already. */
kamm_result kamm_fit_descend(struct car_fit *fit, double *place, struct fit_point *point,
                             double *jacobian, int has_jacobian, int most, int *taken,
                             int *has_converged);

/* Fills in errors, intervals, correlations and verdicts. */
void kamm_fit_judge(const struct car_fit *fit, const struct fit_point *point,
                    const double *jacobian, kamm_fit_result *result);
/* Correlation of each residual with the one before. */
double kamm_fit_autocorrelation(const double *residuals, int count);
/* Rows that are worth as much as these without correlation. */
double kamm_fit_effective(int rows, double autocorrelation);

#endif
