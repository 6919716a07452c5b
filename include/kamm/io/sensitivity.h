/* Sensitivities: which parameters of a car matter for the figures of a road test, and how uncertain the figures are
 * (library kamm_io). docs/fit.md describes the methods.
 *
 *     kamm_factor factors[KAMM_MAX_FACTORS];
 *     kamm_sensitivity_def def = {.test = "accel", .car = &file, .factors = factors};
 *     def.factor_count = kamm_list_factors(&file.def, factors, KAMM_MAX_FACTORS);
 *     kamm_sensitivity *found = kamm_find_sensitivity(&def, &error);
 */
#ifndef KAMM_IO_SENSITIVITY_H
#define KAMM_IO_SENSITIVITY_H

#include <kamm/export.h>
#include <kamm/io/estimate.h>
#include <kamm/io/lab.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most factors. */
#define KAMM_MAX_FACTORS 128

/* A parameter and its range, over which it is spread evenly. */
typedef struct kamm_factor {
    /* A path of kamm_set_number, or of the surface as in sweep.h. */
    char path[128];
    /* Ends of the range, in the unit of the path; `high` above `low`. */
    double low, high;
    /* Name of the rule that the range comes from; NULL: the caller's own. */
    const char *rule;
} kamm_factor;

/* Lists the parameters of a vehicle that a rule of kamm new estimates, over a range with the rule's standard
 * deviation: value (1 - sqrt(3) spread) to value (1 + sqrt(3) spread), as far as that is allowed. Returns their
 * number, and writes at most `max_count`. 0 also without memory. */
KAMM_IO_API int kamm_list_factors(const kamm_vehicle_def *def, kamm_factor *factors, int max_count);
/* Reads a factor, "PATH=LOW:HIGH". "PATH" alone takes the range of kamm_list_factors. Errors: FORMAT, RANGE, UNKNOWN
 * (no rule has the path). */
KAMM_IO_API kamm_result kamm_read_factor(const char *text, const kamm_vehicle_def *def,
                                         kamm_factor *factor, kamm_error *error);

/* Methods, and their words. */
#define KAMM_SENSITIVITY_METHODS(WORD) \
    WORD(KAMM_MORRIS, "morris")        \
    WORD(KAMM_SOBOL, "sobol")          \
    WORD(KAMM_BAND, "band")
/* morris: elementary effects (M. D. Morris, Technometrics 33, 1991), samples (factors + 1) runs. sobol: shares of the
 * variance (A. Saltelli and others, Comput. Phys. Commun. 181, 2010), samples (factors + 2) runs, and the band. band:
 * only the figures' distribution, by a Latin hypercube of as many runs as samples. */
typedef enum kamm_sensitivity_method {
    KAMM_SENSITIVITY_METHODS(KAMM_ENUMERATOR)
} kamm_sensitivity_method;
/* Returns the word of a method. */
KAMM_IO_API const char *kamm_sensitivity_word(kamm_sensitivity_method method);

/* What is to be found. All zeros but the first four members are allowed. */
typedef struct kamm_sensitivity_def {
    /* Road test, such as "accel". */
    const char *test;
    /* Vehicle with all other parameters. */
    const kamm_vehicle_file *car;
    /* 1 to KAMM_MAX_FACTORS. */
    int32_t factor_count;
    /* [factor_count] Factors. */
    const kamm_factor *factors;
    /* csv must be NULL; all threads call is_stopped. */
    kamm_test_options options;
    /* Method. */
    kamm_sensitivity_method method;
    /* Trajectories of morris, or samples; 0: 10 trajectories, 256 samples of sobol, 200 of band. */
    int32_t samples;
    /* Any seed of the random points. */
    uint32_t seed;
    /* Threads; 0: 1. The result does not depend on it. */
    int32_t threads;
    /* Called after each run by its thread, by one at a time; `user` is that of the options. NULL: none. */
    void (*progress)(int32_t done, int32_t runs, void *user);
} kamm_sensitivity_def;

/* Effect of a factor on a figure. NaN: not of this method, or not measurable. */
typedef struct kamm_effect {
    /* morris: mean of the elementary effects, mean of their amounts (F. Campolongo and others, Environ. Model. Softw.
     * 22, 2007), and their standard deviation: change of the figure over the factor's range. */
    double mean, mean_amount, deviation;
    /* sobol: share of the variance that is the factor's alone, and with all others. */
    double first, total;
} kamm_effect;

/* Distribution of a figure over the ranges. NaN with morris, but `nominal`. */
typedef struct kamm_figure_band {
    /* Figure of the car itself. */
    double nominal;
    /* Mean, standard deviation, and 2.5 and 97.5 % quantiles. */
    double mean, deviation, low95, high95;
} kamm_figure_band;

/* Result. */
typedef struct kamm_sensitivity {
    /* The test, whose figures these are. */
    const kamm_road_test *test;
    /* Number of factors. */
    int32_t factor_count;
    /* Runs, and those without a figure that the car itself has. */
    int32_t runs, failed;
    /* [figure] Bands of the figures. */
    kamm_figure_band bands[KAMM_MAX_FIGURES];
    /* [figure_count of the test][factor_count] Effects. */
    kamm_effect *effects;
} kamm_sensitivity;

/* Runs the test for all points. Equal calls give equal results, on any number of threads. NULL on error: those of
 * kamm_run_test for the car itself; UNKNOWN, RANGE (a factor, or samples); STOPPED; MEMORY. */
KAMM_IO_API kamm_sensitivity *kamm_find_sensitivity(const kamm_sensitivity_def *def,
                                                    kamm_error *error);
/* Destroys a result. NULL is ignored. */
KAMM_IO_API void kamm_destroy_sensitivity(kamm_sensitivity *found);

/* Writes a result as JSON. `def` is that of the call. Errors: FILE. */
KAMM_IO_API kamm_result kamm_write_sensitivity(FILE *out, const kamm_sensitivity_def *def,
                                               const kamm_sensitivity *found, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
