/* A vehicle on all rungs that it has, as levels of detail: cars at several speeds on level, sloping and hilly ground. */
#ifndef KAMM_TEST_SUPPORT_DETAIL_H
#define KAMM_TEST_SUPPORT_DETAIL_H

#include "cars.h"

#include <kamm/level_of_detail.h>

enum {
    DETAIL_STRIPS = 6,
    DETAIL_SPEEDS = 3,
    DETAIL_CARS = DETAIL_STRIPS * DETAIL_SPEEDS,
    DETAIL_RUNGS = KAMM_FULL
};

/* Hills and waves bend so that their normal acceleration is that at the most. */
#define DETAIL_BENDS_MPS2 (0.4 * GRAVITY_MPS2)

/* The ground: strips along x. Heights along hills and waves are amplitude times the sine of wave number times x. */
extern const kamm_ground detail_ground;
extern const char *const detail_strips[DETAIL_STRIPS];
double detail_wave_number(int strip), detail_amplitude(int strip);
/* Height, and the normal out of the ground. */
double detail_ground_at(double x, double y, double normal[3]);

struct scene {
    char name[96];
    kamm_model *models[DETAIL_RUNGS];
    kamm_detail_level levels[DETAIL_RUNGS];
    kamm_rung rungs[DETAIL_RUNGS];
    int count, substeps; /* of levels; of a frame */
    kamm_detail *detail;
    kamm_detail_car cars[DETAIL_CARS];
    double speed_mps[DETAIL_CARS];
    kamm_model_info info;
    int has_rider, frames;
    kamm_run_tasks *run; /* NULL: in the calling thread */
};

/* Cars enter and are listed in the other order; to the side of the places where they enter. */
extern int detail_is_backwards;
extern double detail_aside_m;

/* The last level is the lowest rung; all cars are there at first. */
struct scene *start_detail(const char *name, const kamm_vehicle_def *def);
void end_detail(struct scene *s);
kamm_cars *detail_cars(const struct scene *s, int i);
/* What car i of the list is: a strip and a speed. */
int detail_kind(int i);
/* Holds the speed of a car in bends to one side, then to the other. */
void drive_detail(struct scene *s, int i);
void step_detail(struct scene *s);
/* All cars to one level, by a viewer above each. */
void change_detail(struct scene *s, int level);
/* The next level of a walk that takes each ordered pair once: an Eulerian circuit. -1: it is at its end. */
int next_detail_level(int count, int from, int taken[DETAIL_RUNGS][DETAIL_RUNGS]);

#endif
