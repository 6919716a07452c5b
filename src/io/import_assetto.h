/* What the files of the Assetto Corsa importer share. */
#ifndef KAMM_IO_IMPORT_ASSETTO_H
#define KAMM_IO_IMPORT_ASSETTO_H

#include "import.h"

/* Those from BRAKES on may be missing. */
enum ac_file { CAR, SUSPENSIONS, TYRES, ENGINE, DRIVETRAIN, BRAKES, AERO, AC_FILES };
extern const char *const kamm_ac_files[AC_FILES];
extern const char *const kamm_ac_ends[ENDS]; /* "FRONT", "REAR" */

struct assetto {
    struct import *m;
    char folder[400];
    struct ini ini[AC_FILES]; /* without values where there is no such file */
    struct lut lut;           /* the last that was read */
    char from[144];           /* of kamm_ac_from */
    double wheelbase_m, front_share, radius_m[ENDS], rim_m[ENDS];
};

/* A number of a file in its unit; 0 if it is not there, or after an error. */
int kamm_ac_number(struct assetto *ac, enum ac_file file, const char *section, const char *key,
                   const char *unit, double min, double max, double *value);
/* One that has to be there: `what` describes it. */
double kamm_ac_needed(struct assetto *ac, enum ac_file file, const char *section, const char *key,
                      const char *unit, double min, double max, const char *what);
/* The source of a value: "car.ini [BASIC] TOTALMASS", with `more` behind it. */
const char *kamm_ac_from(struct assetto *ac, enum ac_file file, const char *section,
                         const char *key, const char *more);
/* Takes a number times `scale` as the vehicle's value, if it is there. */
void kamm_ac_take(struct assetto *ac, enum ac_file file, const char *section, const char *key,
                  const char *unit, double min, double max, double scale, const char *path);
/* Reads the .lut file that a key names. 0 on error or without the key. */
int kamm_ac_lut(struct assetto *ac, enum ac_file file, const char *section, const char *key);

/* Facts that come before the estimate, and the values that replace its own. */
void kamm_ac_chassis_facts(struct assetto *ac);
void kamm_ac_put_chassis(struct assetto *ac);
void kamm_ac_put_suspension(struct assetto *ac);
void kamm_ac_put_tyres(struct assetto *ac);
void kamm_ac_put_aero(struct assetto *ac);
void kamm_ac_drive_facts(struct assetto *ac);
void kamm_ac_put_drive(struct assetto *ac);
/* Why a value is not used. */
const char *kamm_ac_why(const struct ini_value *value);

#endif
