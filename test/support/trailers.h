/* Trailers and the cars that pull them, made up of what shipped cars have. */
#ifndef KAMM_TEST_SUPPORT_TRAILERS_H
#define KAMM_TEST_SUPPORT_TRAILERS_H

#include "linear_combination.h"
#include "rungs.h"

/* The default car on plain tyres with a ball 1 m behind its rear axle. */
kamm_vehicle_def towing_car(void);
/* A caravan of 1200 kg: its drawbar 4 m ahead of its one axle, a jockey wheel 0.4 m behind the drawbar's eye, 700 N on the ball. */
kamm_vehicle_def caravan(void);
/* A tractor of two axles with a fifth wheel, and a semitrailer of three with landing gear. */
kamm_vehicle_def tractor(void);
kamm_vehicle_def semitrailer(void);

/* A made-up car and caravan whose figures are easily checked, and such a pair as vehicles for single_track, with tyres linear
 * without limit and no air. */
extern const struct linear_combination example_combination;
void take_inertia(kamm_vehicle_def *def, double mass, double yaw_inertia, double cg_behind);
void linear_pair(const struct linear_combination *l, double substeps_per_s,
                 kamm_vehicle_def pair[2]);

/* Units with their models, in combinations of `count`. */
struct combination {
    kamm_model *models[KAMM_MAX_UNITS];
    kamm_combinations *combinations;
};
struct combination start_combination(const kamm_vehicle_def *defs, int units, kamm_rung rung,
                                     int count);
/* The vehicles of a shipped combination (data/combinations), with that many substeps a second; how many they are. */
int load_shipped(const char *name, double substeps_per_s, kamm_vehicle_def defs[KAMM_MAX_UNITS]);
/* start_combination of such a one. */
struct combination start_shipped(const char *name, kamm_rung rung, double substeps_per_s,
                                 int count);
void end_combination(struct combination *combination);
void place_combination(struct combination *combination, int index, double speed_mps);
void drive_combination(struct combination *combination, const kamm_ground *ground, double seconds);
kamm_hitch_state hitch_of(const struct combination *combination, int index, int unit);

/* Names of all combinations in data/combinations. */
enum { COMBINATION_NAMES = 8 };
extern const char *const combination_names[COMBINATION_NAMES];

#endif
