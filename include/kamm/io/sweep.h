/* Sweeps: a road test of many variants of a car, as a full grid or a Latin hypercube over its parameters, on all
 * cores, in shards, and on from where it was cut off (library kamm_io). docs/sweeps.md describes the files.
 *
 *     kamm_sweep_def sweep = {.test = "brake", .car = &file, .axis_count = 1};
 *     kamm_sweep_state state;
 *     if (kamm_read_sweep_axis("body.mass_kg=900:1500:7", &sweep.axes[0], &error) ||
 *         kamm_run_sweep(&sweep, "out/mass", NULL, &state, &error))
 *         puts(error.text);
 */
#ifndef KAMM_IO_SWEEP_H
#define KAMM_IO_SWEEP_H

#include <kamm/export.h>
#include <kamm/io/lab.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KAMM_MAX_SWEEP_AXES 16
#define KAMM_MAX_SWEEP_RUNS 10000000
#define KAMM_MAX_SWEEP_VALUES 64

/* A parameter that is varied. Flags and choices are numbers, counted from 0. */
typedef struct kamm_sweep_axis {
    /* A path as kamm_set_number takes it ("axles[1].track_mm"), or of the surface of tests that take one:
     * surface.friction, .sliding_loss, .rolling_resistance, .sinkage_m, .sinkage_drag or .water_m. */
    char path[128];
    double from, to; /* in the path's unit; `to` above `from`, or equal to it for one value */
    int32_t count;   /* of values in a grid, both ends included; with samples 0 */
    int32_t
        is_list; /* 1: the values of a grid are those of `list`, in that order; from and to are not looked at */
    double list[KAMM_MAX_SWEEP_VALUES];
} kamm_sweep_axis;

/* What is driven. Run i of a grid has the last axis fastest, as a C array or a NumPy one. Of N samples each
 * axis has one in each N-th of its range, at a place of chance in it; which one, and where, follows from the seed, the
 * axis' number and the run's number. */
typedef struct kamm_sweep_def {
    const char *test;             /* "brake" */
    const kamm_vehicle_file *car; /* what is not varied is as it says */
    kamm_test_options options;    /* csv has to be NULL; is_stopped is asked on all threads */
    int32_t axis_count;           /* 1 to KAMM_MAX_SWEEP_AXES */
    kamm_sweep_axis axes[KAMM_MAX_SWEEP_AXES];
    int32_t sample_count; /* 0: the full grid; else so many samples, 2 or more */
    uint32_t seed;        /* of the samples; any */
} kamm_sweep_def;

/* A figure over all runs in which it could be measured; NaN where there are too few. */
typedef struct kamm_sweep_figure {
    char name[64], unit[16];
    int32_t measured; /* in so many runs */
    double min, mean, max;
    double deviation; /* standard deviation of the sample, by measured - 1 */
} kamm_sweep_figure;

typedef struct kamm_sweep_state {
    int32_t runs;    /* of the shard; of a merge: of the whole sweep */
    int32_t done;    /* of them, in this call and before */
    int32_t driven;  /* of them, in this call */
    int32_t failed;  /* done, but without figures: the car could not be compiled */
    int32_t damaged; /* records on disk that were not whole; their runs are driven anew */
    int32_t figure_count;
    kamm_sweep_figure figures[KAMM_MAX_FIGURES]; /* once all runs are done */
    char missing[160]; /* runs that are not done: "3, 7-12 and others"; empty: none */
} kamm_sweep_state;

/* All zeros: the whole sweep, in one thread. */
typedef struct kamm_sweep_options {
    int32_t shard, shard_count; /* the runs i with i % shard_count == shard - 1; 0 and 0: all */
    int32_t threads;            /* 0: 1 */
    /* Called after each run, by one thread at a time; other than 0: no further runs. NULL: none. */
    int (*progress)(const kamm_sweep_state *state, void *user);
    void *user;
} kamm_sweep_options;

/* Reads "PATH=FROM:TO:N", "PATH=VALUE,VALUE,…", or "PATH=FROM:TO" for samples (count 0). Whether the car has that path is not looked at.
 * Errors: FORMAT. */
KAMM_IO_API kamm_result kamm_read_sweep_axis(const char *text, kamm_sweep_axis *axis,
                                             kamm_error *error);

/* Drives what is not done yet of a sweep, or of a shard of it, into a folder, which is made if it is not there. What is done
 * is kept run by run; a later call with the same sweep goes on there, after whatever end of this one. When all is done
 * the folder has runs.csv, runs.npy and figures.csv: the same bytes for any threads, shards (merged) and
 * interruptions. Two processes cannot use a folder at a time (on Windows this is not checked).
 * `options` may be NULL. Returns OK with done below runs where progress stopped it.
 * Errors: those of kamm_run_test for the test, rung, surface and world; UNKNOWN, RANGE, FORMAT (an axis); FILE (the folder or
 * a file in it can't be written or read, is in use, or a world's file can't be read); FORMAT (what is in the folder is no sweep,
 * or another one); STOPPED (by options.is_stopped: the runs that were being driven are not done); MEMORY. */
KAMM_IO_API kamm_result kamm_run_sweep(const kamm_sweep_def *sweep, const char *folder,
                                       const kamm_sweep_options *options, kamm_sweep_state *state,
                                       kamm_error *error);

/* Puts what the folders have of one sweep together in the folder `out`, which is made, or already has a part of that
 * sweep: the same bytes as of one that was never cut up. If runs are missing, `out` has no results, but kamm_run_sweep goes
 * on there. Nothing else changes.
 * Errors: FILE; FORMAT (no sweep, another sweep than the first folder's, or a run that has other figures in another
 * folder); MEMORY. */
KAMM_IO_API kamm_result kamm_merge_sweeps(const char *const *folders, int count, const char *out,
                                          kamm_sweep_state *state, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
