/* Shared code of a sweep's parts. These are the plan (sweep_plan.c) and its file
 * (sweep_manifest.c), the records of finished runs (sweep_journal.c), and the results
 * (sweep_results.c). sweep.c drives, sweep_merge.c merges shards. */
#ifndef KAMM_LAB_SWEEP_H
#define KAMM_LAB_SWEEP_H

#include <kamm/io/sweep.h>

#include "lab/safe_file.h"

/* A sweep, or a shard of one, as its manifest has it. */
typedef struct sweep_plan {
    char version[32], test[64], scenario_hash[32], car[64], car_hash[32], rung[32], world[512];
    char surface[160]; /* its name and numbers; empty: the test's own */
    int32_t figure_count;
    char figures[KAMM_MAX_FIGURES][64], units[KAMM_MAX_FIGURES][16];
    int32_t axis_count;
    kamm_sweep_axis axes[KAMM_MAX_SWEEP_AXES];
    int32_t sample_count;
    uint32_t seed;
    int32_t run_count;          /* of all shards */
    int32_t shard, shard_count; /* 1 to shard_count */
    int32_t *ranks;             /* of samples: by axis, then by run; else NULL */
} sweep_plan;

/* Checks the sweep and its ends. The plan is to be cleared after OK. */
kamm_result kamm_sweep_plan_of(const kamm_sweep_def *sweep, const kamm_sweep_options *options,
                               sweep_plan *plan, kamm_error *error);
/* Draws the samples of a plan that is filled in otherwise. */
kamm_result kamm_sweep_plan_draw(sweep_plan *plan, kamm_error *error);
void kamm_sweep_plan_clear(sweep_plan *plan);
/* The runs of the shard, and the number of one in the whole sweep. */
int32_t kamm_sweep_shard_runs(const sweep_plan *plan);
int32_t kamm_sweep_run_of(const sweep_plan *plan, int32_t slot);
void kamm_sweep_values(const sweep_plan *plan, int32_t run, double *values);
/* The car and its surface of one run. `surface` is what options->surface then may point to. */
kamm_result kamm_sweep_apply(const sweep_plan *plan, int32_t run, kamm_vehicle_def *def,
                             kamm_surface *surface, kamm_error *error);
/* Sets a number of the car, or of its surface by a path that begins with "surface.". */
kamm_result kamm_sweep_set_value(const char *path, double value, kamm_vehicle_def *def,
                                 kamm_surface *surface, kamm_error *error);
kamm_result kamm_sweep_get_value(const char *path, const kamm_vehicle_def *def,
                                 const kamm_surface *surface, double *value, kamm_error *error);
int kamm_sweep_varies_surface(const sweep_plan *plan);

/* Returns a hash of a vehicle def without its texts. */
uint64_t kamm_sweep_def_hash(const kamm_vehicle_def *def);

/* The manifest of a folder. MISSING: there is none. */
kamm_result kamm_sweep_read_manifest(const char *folder, sweep_plan *plan, kamm_error *error);
kamm_result kamm_sweep_write_manifest(const char *folder, const sweep_plan *plan,
                                      kamm_error *error);
/* FORMAT if the folder's sweep is another one than that of `other_folder` ("": the one that is asked for). Whether shards
 * may differ, `any_shard` says. */
kamm_result kamm_sweep_compare(const char *folder, const sweep_plan *plan, const char *other_folder,
                               const sweep_plan *other, int any_shard, kamm_error *error);

/* Record of a run of the shard. */
typedef struct sweep_record {
    int is_done;
    char *failure; /* why there are no figures; NULL: there are */
    double figures[KAMM_MAX_FIGURES];
} sweep_record;
typedef struct sweep_records {
    int32_t count; /* runs of the shard */
    sweep_record *all;
    int32_t done, failed, damaged;
} sweep_records;
kamm_result kamm_sweep_create_records(const sweep_plan *plan, sweep_records *records,
                                      kamm_error *error);
void kamm_sweep_clear_records(sweep_records *records);
/* Notes a run that was not done, with a copy of its failure as it is written down. 0: out of memory. */
enum { KAMM_SWEEP_FAILURE = 200 };
int kamm_sweep_take(sweep_records *records, int32_t slot, const sweep_record *found);
/* Reads what the folder has done. Damaged lines are counted. FORMAT: a run has other figures than it has in `records`. */
kamm_result kamm_sweep_read_journal(const char *folder, const sweep_plan *folder_plan,
                                    const sweep_plan *plan, sweep_records *records,
                                    kamm_error *error);
/* Writes all records again, in order. */
kamm_result kamm_sweep_rewrite_journal(const char *folder, const sweep_plan *plan,
                                       const sweep_records *records, kamm_error *error);
/* One line; 0: could not be written. */
int kamm_sweep_append(FILE *journal, const sweep_plan *plan, int32_t run,
                      const sweep_record *record);
#define KAMM_SWEEP_JOURNAL "runs.log"

/* All that is in `state` but `driven`, and the files of results if all is done. */
kamm_result kamm_sweep_conclude(const char *folder, const sweep_plan *plan,
                                const sweep_records *records, kamm_sweep_state *state,
                                kamm_error *error);

#endif
