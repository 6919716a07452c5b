/* Cars with hardpoints, for tests: one axle of each kind of linkage. */
#ifndef KAMM_TEST_SUPPORT_LINKAGES_H
#define KAMM_TEST_SUPPORT_LINKAGES_H

#include "support/cars.h"

#include "vehicle/hardpoints.h"

/* The default car with an axle of that linkage in front (at the rear, of what does not steer), which steers by a rack where it
 * has one; travels of 0.1 m to either side. */
kamm_vehicle_def hmmwv_front(void);
kamm_vehicle_def hmmwv_rear(void);
kamm_vehicle_def e90_front(void);

/* Double wishbones in one plane, in front: arms with pivots along the car; the tie rod is the lower arm once more, 0.1 m
 * ahead. */
struct four_bar {
    double upper_pivot[2], upper_ball[2], lower_pivot[2], lower_ball[2]; /* y and z */
};
kamm_vehicle_def planar_wishbones(const struct four_bar *bars);

/* All kinds of linkages, and which axle of the car has it. */
struct linkage_example {
    const char *name;
    int axle;
    kamm_vehicle_def (*of)(void);
};
extern const struct linkage_example linkage_examples[];
extern const int linkage_example_count;

/* The group of an axle, emptied, with that kind and the wheel's centre; track, travels and the kind of suspension of the axle go
 * with it. */
kamm_hardpoints_def *start_points(kamm_vehicle_def *def, int axle, int32_t kind, double x, double y,
                                  double z);
#define PUT_POINT(points, name, x, y, z) put_point((points)->name, &(points)->name##_count, x, y, z)
void put_point(double point[3], int32_t *count, double x, double y, double z);
void put_link(kamm_hardpoints_def *points, const double inner[3], const double outer[3],
              int single);

/* These fail the test with the error's text. */
void built_mechanism(const kamm_vehicle_def *def, int axle, struct mechanism *m);
struct linkage_probe started_probe(const struct mechanism *m, enum way way);
void moved_probe(struct linkage_probe *p, double travel_m, double rack_m);

#endif
