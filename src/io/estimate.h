/* What the files of estimated vehicles share: the estimate as it grows, value by value. */
#ifndef KAMM_IO_ESTIMATE_OWN_H
#define KAMM_IO_ESTIMATE_OWN_H

#include <kamm/io/estimate.h>
#include <stdio.h>

#include "../fields/fields.h"
#include "estimate_rules.h"

enum { MAX_MARKS = 500, MARK_PATH = 80, MARK_TEXT = 176, PATHS = 4 };

/* A value that the file has, and where it comes from. */
struct mark {
    char path[MARK_PATH], source[MARK_TEXT];
};

/* The two sets of tyres: of the steered axles in front, and of the others. */
enum end { FRONT, REAR, ENDS };

struct estimate {
    kamm_vehicle_facts facts; /* without by_class */
    kamm_vehicle_def def;
    kamm_tyre_spec tyres[ENDS];
    double rated_load_n[ENDS], radius_m[ENDS]; /* radius: without load */
    int front_axles, axles;
    double wheel_load_n[ENDS]; /* of a hub, at rest with payload */
    int mark_count;
    struct mark marks[MAX_MARKS];
    char paths[PATHS][MARK_PATH]; /* of kamm_axle_path, in turn */
    int turn;
    kamm_error *error;
    kamm_result result; /* the first error; all that follows does nothing */
};

/* The rule's number for this vehicle. */
double kamm_rule_value(const struct estimate *e, enum rule rule);

/* Set a value of the def by its path, to four digits, and note its source: a rule, the data sheet, or what
 * follows from the data sheet by `why`. */
void kamm_put_ruled(struct estimate *e, const char *path, double value, enum rule rule);
void kamm_put_given(struct estimate *e, const char *path, double value);
void kamm_put_word(struct estimate *e, const char *path, const char *word);
/* The same where a fact may be known (not 0) and replaces the rule. Returns the value. */
double kamm_put_known(struct estimate *e, const char *path, double known, double ruled,
                      enum rule rule);
/* Notes the source of what is set directly: a curve, a number of a tyre. */
void kamm_mark_ruled(struct estimate *e, const char *path, enum rule rule);
void kamm_mark_given(struct estimate *e, const char *path);
/* Notes any other source. */
void kamm_mark_source(struct estimate *e, const char *path, const char *source);
/* "axles[1].NAME" until the fourth call from there. */
const char *kamm_axle_path(struct estimate *e, int axle, const char *name);

double kamm_rounded(double value);

static inline enum end end_of(const struct estimate *e, int axle)
{
    return axle < e->front_axles ? FRONT : REAR;
}
/* Axles of that end. */
static inline int axles_at(const struct estimate *e, enum end end)
{
    return end == FRONT ? e->front_axles : e->axles - e->front_axles;
}
/* Share of the torque of all axles of a driven end. */
double kamm_torque_share(const struct estimate *e, enum end end);
int kamm_is_driven(const struct estimate *e, enum end end);
int kamm_is_beam(const struct estimate *e, enum end end);
int kamm_is_solid(const struct estimate *e, enum end end);

/* Load that a tyre of a car may carry, by its size and pressure. */
double kamm_rated_load_of_size_n(double width_m, double section_m, double rim_m,
                                 double pressure_pa);

/* The steps, in this order. */
void kamm_estimate_layout(struct estimate *e);
void kamm_estimate_tyres(struct estimate *e);
void kamm_estimate_body(struct estimate *e);
void kamm_estimate_suspension(struct estimate *e);
void kamm_estimate_steering(struct estimate *e);
void kamm_estimate_air(struct estimate *e);
void kamm_estimate_drive(struct estimate *e);
void kamm_estimate_brakes(struct estimate *e);

/* The steps of a trailer, of which the tyres are the second. */
static inline int is_towed(const kamm_vehicle_facts *facts)
{
    return facts->body >= KAMM_CLASS_CARAVAN;
}
void kamm_estimate_towed_layout(struct estimate *e);
void kamm_estimate_towed(struct estimate *e);

/* All steps. NULL on error; the caller releases it. */
struct estimate *kamm_create_estimate(const kamm_vehicle_facts *facts, kamm_error *error);

void kamm_write_estimated(FILE *out, const struct estimate *e);
kamm_result kamm_save_estimate(const char *path, const struct estimate *e, kamm_error *error);

#endif
