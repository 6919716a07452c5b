/* What the files of the TORCS importer share. */
#ifndef KAMM_IO_IMPORT_TORCS_H
#define KAMM_IO_IMPORT_TORCS_H

#include "import.h"

extern const char *const kamm_torcs_ends[ENDS]; /* "Front", "Rear" */

struct torcs {
    struct import *m;
    struct ini file,
        category; /* category: has what the file lacks; without values where there is no such file */
    char from[144]; /* of kamm_torcs_from */
    double wheelbase_m, front_share, track_m[ENDS], ride_m[ENDS];
};

/* Whether there is a section: of the list's file, which is the car's if that has the first. */
int kamm_torcs_has(const struct torcs *t, const char *first, const char *section);
/* A number in SI units by the unit of the file, between SI limits; 0 if it is not there, or after an error. */
int kamm_torcs_number(struct torcs *t, const char *section, const char *key, const char *unit,
                      double min, double max, double *value);
/* One that has to be there: `what` describes it. */
double kamm_torcs_needed(struct torcs *t, const char *section, const char *key, const char *unit,
                         double min, double max, const char *what);
/* The mean of right and left, in "Front Right PART" and "Front Left PART"; `difference`, if not NULL, is half of right less
 * left. */
int kamm_torcs_sides(struct torcs *t, int end, const char *part, const char *key, const char *unit,
                     double min, double max, double *mean, double *difference);
/* The source of a value: "car.xml [Front Right PART] KEY", with `more` behind it. */
const char *kamm_torcs_from(struct torcs *t, const char *section, const char *key,
                            const char *more);
const char *kamm_torcs_from_sides(struct torcs *t, int end, const char *part, const char *key,
                                  const char *more);
/* Takes a number times `scale` as the vehicle's value, if it is there. */
void kamm_torcs_take(struct torcs *t, const char *section, const char *key, const char *unit,
                     double min, double max, const char *path);
/* The word of an <attstr>; NULL if it is not there. */
const char *kamm_torcs_word(struct torcs *t, const char *section, const char *key);
/* An error about a value that is there. */
void kamm_torcs_fail(struct torcs *t, const char *section, const char *key, kamm_result code,
                     const char *what);

/* Facts that come before the estimate, and the values that replace its own. */
void kamm_torcs_chassis_facts(struct torcs *t);
void kamm_torcs_put_chassis(struct torcs *t);
void kamm_torcs_put_wheels(struct torcs *t);
void kamm_torcs_put_aero(struct torcs *t);
void kamm_torcs_drive_facts(struct torcs *t);
void kamm_torcs_put_drive(struct torcs *t);

#endif
