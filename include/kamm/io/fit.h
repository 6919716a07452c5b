/* Fits: parameters of a car, and of the sensors that measured it, from logs and figures, with their errors (library
 * kamm_io). docs/fit.md describes the method.
 *
 *     kamm_fit_def def = {.car = &file, .rung = KAMM_SINGLE_TRACK, .source_count = 1};
 *     def.sources[0].path = "drive.csv";
 *     kamm_fit_result *result = NULL;
 *     if (kamm_read_fit_parameter("body.yaw_inertia_kgm2=1500:3500", &def, &error) == KAMM_OK)
 *         result = kamm_fit_car(&def, &error);
 *     kamm_destroy_fit(result);
 */
#ifndef KAMM_IO_FIT_H
#define KAMM_IO_FIT_H

#include <kamm/export.h>
#include <kamm/io/lab.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most parameters of a fit, those of sensors included. */
#define KAMM_MAX_FIT_PARAMETERS 24
/* Most logs and files of figures. */
#define KAMM_MAX_FIT_SOURCES 32
/* Most channels that are compared in a log. */
#define KAMM_MAX_FIT_CHANNELS 24

/* -- The task -- */

/* A free parameter. */
typedef struct kamm_fit_parameter {
    /* A path of kamm_set_number, of the surface (surface.friction; see sweep.h), or of a sensor:
     * sensors.COLUMN.offset, .delay_s or .scale. COLUMN is a column of the logs, in SI: a measured channel or an input.
     * The sensor shows scale times the quantity of delay_s ago, plus offset. */
    char path[128];
    /* Range, in the unit of the path. Both 0: half to twice the car's value, as far as that is allowed; for sensors
     * -0.1 to 0.1 s, 0.5 to 2, and the largest measured value to both sides. */
    double low, high;
    /* Value known otherwise, and its standard deviation. `spread` 0: not known. */
    double prior, spread;
} kamm_fit_parameter;

/* A channel that is compared, by its name in Kamm: "yaw_rate_radps", "wheel0_load_n". */
typedef struct kamm_fit_channel {
    /* The channel's name. */
    char name[64];
    /* Standard deviation of its noise, in the channel's unit; 0: found from the residuals of each log. */
    double noise;
} kamm_fit_channel;

/* A log, or a file of figures. */
typedef struct kamm_fit_source {
    /* Log as of kamm_replay (.csv, .vbo), which has measured channels too, in any of their units. Or figures of road
     * tests (.json): {"accel.time_0_100_kmh_s": 8.9, "brake.distance_100_0_kmh_m": {"value": 36.1, "spread": 0.4}}.
     * `spread` is one standard deviation, by default 2 %. Optional: "unit", that of the figure, and "source". */
    const char *path;
    /* Names of a log, as in kamm_replay_options. NULL: no translation. */
    const char *columns;
    /* How often the source counts; 0: once. */
    double weight;
    /* 1: held out. Its residuals are reported and do not affect the fit. */
    int32_t is_check;
} kamm_fit_source;

/* A fit. All zeros but the first five members are allowed. */
typedef struct kamm_fit_def {
    /* Car with the values to begin with. */
    const kamm_vehicle_file *car;
    /* 1 to KAMM_MAX_FIT_PARAMETERS. */
    int32_t parameter_count;
    /* Free parameters. */
    kamm_fit_parameter parameters[KAMM_MAX_FIT_PARAMETERS];
    /* 1 to KAMM_MAX_FIT_SOURCES. */
    int32_t source_count;
    /* Logs and figures. */
    kamm_fit_source sources[KAMM_MAX_FIT_SOURCES];
    /* 0: KAMM_FULL. */
    kamm_rung rung;
    /* NULL: dry asphalt. */
    const kamm_surface *surface;
    /* 0: all measured channels of each log but inputs, place and heading. */
    int32_t channel_count;
    /* Compared channels. */
    kamm_fit_channel channels[KAMM_MAX_FIT_CHANNELS];
    /* Part of each log that is compared, by its own time; both 0: all. */
    double from_s, to_s;
    /* Most evaluations of the global search; 0: only the minimum that is nearest to the car's own values. */
    int32_t search;
    /* Seed of that search. */
    uint32_t seed;
    /* Most iterations of the local method; 0: 60. */
    int32_t iterations;
    /* Threads; 0: 1. The result does not depend on it. */
    int32_t threads;
    /* Called by all threads now and then. A result other than 0 ends the fit with KAMM_ERROR_STOPPED. NULL: none. */
    int (*is_stopped)(void *user);
    /* Argument of is_stopped and progress. */
    void *user;
    /* Called on the caller's thread: with the evaluations of the global search, then with the iterations of the local
     * method, of `most` at most. NULL: none. */
    void (*progress)(int32_t is_search, int32_t done, int32_t most, void *user);
} kamm_fit_def;

/* Reads a parameter, "PATH" or "PATH=LOW:HIGH", and appends it. Errors: FORMAT, RANGE (too many), UNKNOWN. */
KAMM_IO_API kamm_result kamm_read_fit_parameter(const char *text, kamm_fit_def *def,
                                                kamm_error *error);
/* Reads what is known of a parameter that was read before, "PATH=VALUE:SPREAD". Errors: FORMAT, UNKNOWN. */
KAMM_IO_API kamm_result kamm_read_fit_prior(const char *text, kamm_fit_def *def, kamm_error *error);

/* -- The result -- */

/* What the data tell about a parameter, and its word. */
#define KAMM_FIT_VERDICTS(WORD)                     \
    WORD(KAMM_FIT_FOUND, "found")                   \
    WORD(KAMM_FIT_AT_LIMIT, "at_limit")             \
    WORD(KAMM_FIT_WITHOUT_EFFECT, "without_effect") \
    WORD(KAMM_FIT_NOT_SEPARABLE, "not_separable")
/* found: it has an error. at_limit: at an end of its range, without an error. without_effect: it changes nothing that
 * was compared and keeps its value. not_separable: only a combination with others is known. */
typedef enum kamm_fit_verdict { KAMM_FIT_VERDICTS(KAMM_ENUMERATOR) } kamm_fit_verdict;
/* Returns the word of a verdict: "found". */
KAMM_IO_API const char *kamm_fit_verdict_word(kamm_fit_verdict verdict);

/* A fitted parameter. */
typedef struct kamm_fit_estimate {
    /* Path, range and prior as they were used. */
    kamm_fit_parameter parameter;
    /* What the data tell. */
    kamm_fit_verdict verdict;
    /* Value before and after. */
    double start, value;
    /* Standard error; NaN unless it was found, infinity if it is not separable. */
    double error;
    /* 95 % interval by Student's distribution; NaN without an error. It may leave the range. */
    double low95, high95;
} kamm_fit_estimate;

/* Residuals of a channel in one log, or of a figure. */
typedef struct kamm_fit_series {
    /* Channel ("yaw_rate_radps") or figure ("accel.time_0_100_kmh_s"), and its unit. */
    char name[96], unit[16];
    /* Index of the source. */
    int32_t source;
    /* 1: held out. */
    int32_t is_check;
    /* 1: a figure, of one row. */
    int32_t is_figure;
    /* Number of rows that were compared. */
    int32_t rows;
    /* Figure: measured value, and those of the car before and after. NaN for channels. */
    double measured, before, after;
    /* Root of the mean square of the residuals, before and after. */
    double rms_before, rms;
    /* Standard deviation of the noise that the errors use; of a held-out series NaN. */
    double noise;
    /* Correlation of residuals with those of the row before; 0 for figures. */
    double autocorrelation;
    /* Rows that are worth as much without it: rows (1 - a) / (1 + a) for a positive autocorrelation a. */
    double effective_rows;
} kamm_fit_series;

/* Result of a fit. */
typedef struct kamm_fit_result {
    /* Car with the fitted values. */
    kamm_vehicle_def car;
    /* Surface with the fitted values. */
    kamm_surface surface;
    /* Number of parameters. */
    int32_t parameter_count;
    /* Estimates, in the order of the def. */
    kamm_fit_estimate parameters[KAMM_MAX_FIT_PARAMETERS];
    /* [row][column] Covariance of the estimates, in their units. NaN or infinity where an error is. */
    double covariance[KAMM_MAX_FIT_PARAMETERS][KAMM_MAX_FIT_PARAMETERS];
    /* [row][column] Correlation; NaN where there is no finite covariance. */
    double correlation[KAMM_MAX_FIT_PARAMETERS][KAMM_MAX_FIT_PARAMETERS];
    /* Number of series. */
    int32_t series_count;
    /* [series_count] Residuals, source by source. */
    kamm_fit_series *series;
    /* Weighted sum of squares at the start and at the end, with the final noise and the priors. */
    double cost_before, cost;
    /* Evaluations of a car, and iterations of the local method. */
    int32_t evaluations, iterations;
    /* 0: the iterations ran out before it was at rest. */
    int32_t has_converged;
    /* Remarks on the logs. */
    kamm_notes notes;
} kamm_fit_result;

/* Fits the parameters: a global search (CMA-ES) if it is asked for, then Levenberg's and Marquardt's method, repeated
 * with the noise that the residuals show. Equal calls give equal results, on any number of threads. NULL on error:
 * UNKNOWN (a path, channel, column or figure; the text offers the nearest name), RANGE, FORMAT, MISSING, FILE, those of
 * kamm_replay and kamm_run_test for the car to begin with, STOPPED, MEMORY. */
KAMM_IO_API kamm_fit_result *kamm_fit_car(const kamm_fit_def *def, kamm_error *error);
/* Destroys a result. NULL is ignored. */
KAMM_IO_API void kamm_destroy_fit(kamm_fit_result *result);

/* Writes a result as JSON. `def` is that of the fit. Errors: FILE. */
KAMM_IO_API kamm_result kamm_write_fit(FILE *out, const kamm_fit_def *def,
                                       const kamm_fit_result *result, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
