/* Frequency weighting of vertical vibration, Wk of ISO 2631-1:1997, annex A: how much a seated person minds
 * an acceleration up and down. Band limits (0.4 and 100 Hz), transition from acceleration to velocity (12.5
 * Hz) and upward step (2.37 to 3.35 Hz). Each is of second order, by the bilinear transform with its
 * frequency kept in place. */
#ifndef KAMM_LAB_RIDE_FILTER_H
#define KAMM_LAB_RIDE_FILTER_H

enum { KAMM_RIDE_SECTIONS = 4 };

typedef struct kamm_ride_filter {
    struct {
        double b[3], a[2]; /* a[0]: of the output one sample ago */
        double in[2], out[2];
    } sections[KAMM_RIDE_SECTIONS];
} kamm_ride_filter;

/* `rate_hz` above 250, since the band ends at 100 Hz. */
kamm_ride_filter kamm_make_ride_filter(double rate_hz);
/* One sample in, one out. */
double kamm_filter_ride(kamm_ride_filter *filter, double acceleration_mps2);

#endif
