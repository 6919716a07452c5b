/* Sweeps: road tests of many variants of a car (library kamm_io). The variants are a full grid or a Latin hypercube
 * over its parameters. A sweep runs on all cores and in shards, and resumes after an interruption. docs/sweeps.md
 * describes the files.
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

/* Most axes, runs, and values of a list. */
#define KAMM_MAX_SWEEP_AXES 16
#define KAMM_MAX_SWEEP_RUNS 10000000
#define KAMM_MAX_SWEEP_VALUES 64

/* A parameter to vary. Flags and choices are numbers, counted from 0. */
typedef struct kamm_sweep_axis {
    /* A path of kamm_set_number ("axles[1].track_mm"), or of the surface of tests that have one: surface.friction,
     * .sliding_loss, .rolling_resistance, .sinkage_m, .sinkage_drag or .water_m. */
    char path[128];
    /* Range in the path's unit; `to` above `from`, or equal to it for one value. */
    double from, to;
    /* Number of values in a grid, with both ends; 0 with samples. */
    int32_t count;
    /* 1: the values of a grid are those of `list`, in that order; from and to are ignored. */
    int32_t is_list;
    /* Values with is_list. */
    double list[KAMM_MAX_SWEEP_VALUES];
} kamm_sweep_axis;

/* What a sweep consists of. In a grid the last axis changes fastest, as in C and NumPy arrays. With N samples each axis
 * has one random value in each N-th of its range. Seed, axis number and run number determine it. */
typedef struct kamm_sweep_def {
    /* Such as "brake". */
    const char *test;
    /* Vehicle with all other parameters. */
    const kamm_vehicle_file *car;
    /* csv must be NULL; all threads call is_stopped. */
    kamm_test_options options;
    /* 1 to KAMM_MAX_SWEEP_AXES. */
    int32_t axis_count;
    /* Axes, the first `axis_count` in use. */
    kamm_sweep_axis axes[KAMM_MAX_SWEEP_AXES];
    /* Number of samples, 2 or more; 0: the full grid. */
    int32_t sample_count;
    /* Any seed of the samples. */
    uint32_t seed;
} kamm_sweep_def;

/* Statistics of a figure over all runs with a value; NaN with too few runs. */
typedef struct kamm_sweep_figure {
    /* Name and unit, as in kamm_figure_info. */
    char name[64], unit[16];
    /* Number of runs with a value. */
    int32_t measured;
    /* Least value, mean and highest value. */
    double min, mean, max;
    /* Standard deviation of the sample, by measured - 1. */
    double deviation;
} kamm_sweep_figure;

/* Progress and results of a sweep. */
typedef struct kamm_sweep_state {
    /* Runs of the shard; after a merge: of the whole sweep. */
    int32_t runs;
    /* Finished runs, of this call and earlier ones. */
    int32_t done;
    /* Finished runs of this call. */
    int32_t driven;
    /* Finished runs without figures, because the car could not be compiled. */
    int32_t failed;
    /* Damaged records on disk, whose runs are driven again. */
    int32_t damaged;
    /* Number of figures. */
    int32_t figure_count;
    /* Filled in when all runs are finished. */
    kamm_sweep_figure figures[KAMM_MAX_FIGURES];
    /* Runs that are not finished: "3, 7-12 and others"; empty: none. */
    char missing[160];
} kamm_sweep_state;

/* All zeros: the whole sweep, in one thread. */
typedef struct kamm_sweep_options {
    /* Drives the runs i with i % shard_count == shard - 1; 0 and 0: all. */
    int32_t shard, shard_count;
    /* 0: 1. */
    int32_t threads;
    /* Called after each run, by one thread at a time. A result other than 0 stops the sweep. NULL: none. */
    int (*progress)(const kamm_sweep_state *state, void *user);
    /* Argument of `progress`. */
    void *user;
} kamm_sweep_options;

/* Reads "PATH=FROM:TO:N", "PATH=VALUE,VALUE,…", or "PATH=FROM:TO" for samples (count 0). It does not check that the car
 * has that path. Errors: FORMAT. */
KAMM_IO_API kamm_result kamm_read_sweep_axis(const char *text, kamm_sweep_axis *axis,
                                             kamm_error *error);

/* Drives the remaining runs of a sweep, or of a shard, in a folder, which it creates if necessary. Each finished run is
 * saved. A later call with the same sweep continues, however this one ends. Then the folder has runs.csv, runs.npy and
 * figures.csv. Threads, shards (merged) and interruptions do not change their bytes. Only one process may use a folder
 * at a time (not checked on Windows).
 *
 * `options` may be NULL. If progress stops the sweep, the call returns OK with done below runs. Errors:
 *  - Those of kamm_run_test for the test, rung, surface and world.
 *  - UNKNOWN, RANGE, FORMAT: an axis.
 *  - FILE: the folder or its files can't be written or read, or are in use, or a world's file can't be read.
 *  - FORMAT: the folder contains no sweep, or another one.
 *  - STOPPED: by options.is_stopped. The runs in progress are not finished.
 *  - MEMORY. */
KAMM_IO_API kamm_result kamm_run_sweep(const kamm_sweep_def *sweep, const char *folder,
                                       const kamm_sweep_options *options, kamm_sweep_state *state,
                                       kamm_error *error);

/* Merges the runs of one sweep from several folders into the folder `out`. That folder is created, or contains a part
 * of the sweep. The bytes are those of a sweep without shards. If runs are missing, `out` has no results, but
 * kamm_run_sweep can continue there. Nothing else changes. Errors: FILE; FORMAT (no sweep, another sweep than that of
 * the first folder, or a run with different figures in another folder); MEMORY. */
KAMM_IO_API kamm_result kamm_merge_sweeps(const char *const *folders, int count, const char *out,
                                          kamm_sweep_state *state, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
