/* A soak: random vehicles, combinations and worlds are driven, and what has to hold of all of them is looked at.
 *
 * A case follows from its seed alone, so that each finding comes again. Public headers alone. */
#ifndef KAMM_SOAK_SOAK_H
#define KAMM_SOAK_SOAK_H

#include <kamm/cars.h>
#include <kamm/io/vehicle_file.h>

#include <stdint.h>

/* What may be found, and what does not hold then. */
#define SOAK_KINDS(KIND)                                         \
    KIND(FINITE, "a channel or a pose is no number")             \
    KIND(FAULT, "a car that compiled has a numeric fault")       \
    KIND(ENERGY, "energy rises without a source")                \
    KIND(BRAKES, "a car that brakes on the level gains speed")   \
    KIND(DEPTH, "a body is in the ground or through a wall")     \
    KIND(REST, "what stands moves")                              \
    KIND(REPLAY, "from a snapshot it goes on with other bits")   \
    KIND(MEMORY, "memory is taken in a step, or not given back") \
    KIND(REFUSAL, "a call refuses what it has to take")          \
    KIND(CRASH, "the process ends")                              \
    KIND(TIME, "a case takes more than a minute of processor time")
#define SOAK_ENUMERATOR(name, text) SOAK_##name,
enum soak_kind { SOAK_KINDS(SOAK_ENUMERATOR) SOAK_KIND_COUNT };
extern const char *const soak_kind_texts[];

/* A seed draws from a list of vehicles: 1 is without the shipped two-wheelers, 2 with them. */
enum { SOAK_LISTS = 2 };

struct soak {
    uint64_t seed, drawn; /* numbers drawn so far */
    int list;             /* of vehicles; 0: the last */
    int is_told;          /* what happens is printed as it goes */
    char what[160];       /* the vehicle, its rung and rate */
    int is_changed;       /* a vehicle whose values were changed at random */
    double driven_s;      /* of all cars together */
    int compiled, refused;
    int found;                           /* bits of kinds */
    char findings[SOAK_KIND_COUNT][400]; /* with the vehicle that `what` was then */
};

/* The case of that seed. */
void soak_run(struct soak *soak);
void soak_cars(struct soak *soak);
void soak_combinations(struct soak *soak);
void soak_world(struct soak *soak);

/* Notes the first finding of each kind. */
void soak_find(struct soak *soak, enum soak_kind kind, const char *text, ...);
/* Bytes and pieces that the library has now, and how often it has asked. */
struct soak_memory {
    long bytes, pieces, asked;
};
extern struct soak_memory soak_memory;
void soak_count_memory(void);

/* -- Chance (chance.c) -- */
/* A number of 64 bits that follows from the seed and three numbers. */
uint64_t soak_bits(uint64_t seed, uint64_t a, uint64_t b, uint64_t c);
/* The next ones of a case: from 0 to 1, between, one of `count`. */
double soak_share(struct soak *soak);
double soak_between(struct soak *soak, double low, double high);
int soak_below(struct soak *soak, int count);

/* -- What is driven (vehicles.c) -- */
/* A model of a shipped vehicle or of a two-wheeler, half of which have some values changed at random; NULL: none compiled in eight tries. */
kamm_model *soak_model(struct soak *soak, kamm_rung rung, double rate_per_s);
void soak_change(struct soak *soak, kamm_vehicle_def *def, int changes);
kamm_rung soak_rung(struct soak *soak);
double soak_rate(struct soak *soak, kamm_rung rung);

/* -- Where (places.c) -- */
struct soak_place {
    kamm_ground ground;
    uint64_t seed;
    double amplitude_m, length_m; /* of waves that a query tells */
    double pull_mps2;             /* of a gravity that is asked for */
};
void soak_make_place(struct soak *soak, struct soak_place *place);

/* -- How (drivers.c) -- */
/* A tenth of a second: inputs and pushes that follow from the case, the moment and the car; nothing else. */
void soak_drive(const struct soak *soak, kamm_cars *cars, int moment);
/* A sixth of it: most two-wheelers have a rider. 1: some have, whose feet push for the whole of the next call that steps. */
enum { SOAK_RIDES = 6 };
int soak_ride(const struct soak *soak, kamm_cars *cars, int moment);

/* -- What has to hold (holds.c) -- */
void soak_look(struct soak *soak, const kamm_cars *cars, const char *when, double time_s);
/* On the level: a car coasts, brakes and stands. */
void soak_quiet(struct soak *soak, const kamm_model *model);

#endif
