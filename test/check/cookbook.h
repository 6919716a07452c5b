/* What each recipe of docs/cookbook.md begins with; tools/cookbook.awk makes a program of them. */
#ifndef COOKBOOK_H
#define COOKBOOK_H

#include <kamm/io/combination_file.h>
#include <kamm/io/lab.h>
#include <kamm/io/tyre_file.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/io/world_file.h>
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

extern kamm_vehicle_def def;
extern kamm_model *model;
extern kamm_cars *cars;
extern kamm_ground ground;
extern kamm_error error;

struct recipe {
    const char *heading;
    void (*run)(void);
    const char *prints; /* NULL: whatever it likes */
};
extern const struct recipe recipes[];
extern const int recipe_count;

/* Prints, and keeps what is printed. */
int say(const char *format, ...) __attribute__((format(printf, 1, 2)));
#define printf say

#endif
