/* What the engines have in common that are compared among thousands of boxes that stand (town.c). */
#ifndef KAMM_BENCH_TOWN_H
#define KAMM_BENCH_TOWN_H

#ifdef __cplusplus
extern "C" {
#endif

/* A box that stands upright and turned by `yaw_rad`; z is up. */
struct town_box {
    double centre_m[3], half_m[3], yaw_rad;
};

/* An engine with the boxes of a town. */
struct town_engine {
    const char *name;
    void *(*create)(const struct town_box *boxes, int count);
    /* The share of the way before the first hit; 1: none. */
    double (*ray)(void *town, const double from_m[3], const double to_m[3]);
    /* Adds a box and removes it. */
    void (*exchange)(void *town, const struct town_box *box);
    void (*destroy)(void *town);
};

extern const struct town_engine kamm_town, bullet_town;

#ifdef __cplusplus
}
#endif

#endif
