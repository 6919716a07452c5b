/* What the importers share: the estimate that takes imported values, and the lines of the report. */
#ifndef KAMM_IO_IMPORT_OWN_H
#define KAMM_IO_IMPORT_OWN_H

#include <kamm/io/import.h>

#include "estimate.h"
#include "import_ini.h"

#define RPM_RADPS (3.14159265358979 / 30)
#define DEGREE_RAD (3.14159265358979 / 180)

struct import {
    const char *path;
    kamm_vehicle_facts facts;
    struct estimate *e; /* NULL until the facts are complete */
    kamm_import_report *report;
    kamm_error *error;
    kamm_result result; /* the first error; all that follows does nothing */
};

/* Set a value of the vehicle, or of a tyre as tyres[end].NAME, whose source is `from`: "car.ini [BASIC] TOTALMASS". */
void kamm_put_imported(struct import *m, const char *path, double value, const char *from);
void kamm_put_imported_word(struct import *m, const char *path, const char *word, const char *from);
/* A curve with at most as many points as a vehicle has. */
void kamm_put_imported_torque(struct import *m, const kamm_curve *curve, const char *from);
/* Any number of points, ascending, as a curve; left out are those that deviate least from the line between their
 * neighbours. Changes both arrays. */
kamm_curve kamm_curve_of_points(double *x, double *y, int count);
/* Greatest power of an engine's curve, its speed, and the greatest torque with its speed, as facts. */
void kamm_take_engine_facts(struct import *m, const kamm_curve *curve);
/* Both tyres' sizes as the facts' texts. */
void kamm_take_tyre_facts(struct import *m, const double width_m[ENDS], const double radius_m[ENDS],
                          const double rim_m[ENDS]);

/* Adds a line to the report. */
void kamm_tell_import(struct import *m, kamm_import_fate fate, const char *path, const char *value,
                      const char *source);
/* Tells of a value that is not used. */
void kamm_tell_unused(struct import *m, const char *place, const char *value, const char *why);
/* All values of a file that were not taken; `why` gives the reason for one. */
void kamm_tell_unused_of_ini(struct import *m, const struct ini *ini,
                             const char *(*why)(const struct ini_value *value));

/* Makes the estimate from the facts. Returns 0 on error. */
int kamm_import_facts(struct import *m);

void kamm_import_assetto(struct import *m);
void kamm_import_carla(struct import *m);
void kamm_import_torcs(struct import *m);
void kamm_import_commonroad(struct import *m);

#endif
