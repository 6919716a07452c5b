/* Shared code of traffic: what a driver sees, and what it decides. The public side is <kamm/traffic.h>. */
#ifndef KAMM_DRIVER_TRAFFIC_VIEW_H
#define KAMM_DRIVER_TRAFFIC_VIEW_H

#include <kamm/traffic.h>

enum { TRAFFIC_AHEAD = 32, TRAFFIC_BEHIND = 16 };

/* Another body, seen from a driver; along the line and across. */
struct traffic_other {
    double offset_m; /* of its middle, ahead positive */
    double ahead_m,
        behind_m; /* from our nose to its tail, from its nose to our tail; below 0: beside us */
    double right_m, left_m;         /* its sides, to the left of the line */
    double aim_right_m, aim_left_m; /* with where it is going */
    double along_mps;
    int is_wall;  /* a place where we were stuck */
    int is_stuck; /* it wants to move and cannot */
    int backs;    /* it reverses, or asks for room to do so */
};
struct traffic_view {
    int count;
    struct traffic_other other[TRAFFIC_AHEAD + TRAFFIC_BEHIND + 1];
};

/* Returns the driver's style with each value in its range, and such that its car can do it. */
kamm_traffic_style kamm_style_of(const kamm_traffic_driver *driver);

/* Returns a number from 0 to 1 that goes smoothly with time: a new value each `period_s`. */
double kamm_traffic_noise(uint32_t seed, uint32_t kind, double time_s, double period_s);
uint32_t kamm_traffic_hash(uint32_t a, uint32_t b);

/* A rectangle along a line and across it. */
struct traffic_extent {
    double half_along_m, right_m, left_m;
};
/* Mean bend of a line below a body. */
double kamm_bend_below(const kamm_line *line, double station_m, double length_m);
/* Returns that of a body whose middle is on a place of that bend. There the line is longer than the way on its inside, and
 * the ends of a long body reach out of it. */
struct traffic_extent kamm_extent_on_line(double bend, double left_m, double heading_rad,
                                          double length_m, double width_m);
/* Returns that of the driver's body along the line, at a place across the road where it is now, and a gap aside of it. */
struct traffic_extent kamm_extent_aside(const kamm_traffic_driver *driver, double left_m,
                                        double gap_m);
/* Finds where all bodies are, and their order along their lines. */
void kamm_see_traffic(kamm_traffic_driver *drivers, int count);
/* Writes what the driver of that rank sees. `first` and `end` are the ranks of its line. */
void kamm_view_traffic(const kamm_traffic_driver *drivers, int first, int end, int rank,
                       struct traffic_view *view);

/* Chooses the place across the road, and writes what those ahead allow. */
void kamm_choose_place(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                       const struct traffic_view *view, double interval_s);
/* Highest speed on a free road. */
double kamm_free_speed_mps(const kamm_traffic_driver *driver, const kamm_traffic_style *style);

/* Sets the inputs of a car that does not drive along its path, and returns 1; 0: it does. */
int kamm_recover(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                 const struct traffic_view *view, double interval_s);
/* 1: the car reverses and turns round: it has four wheels, and no trailer. */
int kamm_can_manoeuvre(const kamm_traffic_driver *driver);
/* Half of the body's width. */
double kamm_half_width_m(const kamm_traffic_driver *driver);

static inline double traffic_within(double value, double min, double max)
{
    if (!(value > min)) return min; /* NaN as well */
    return value < max ? value : max;
}

#endif
