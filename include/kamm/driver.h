/* A driver that follows a path as fast as a car can hold it.
 *
 *     kamm_line *line = kamm_create_line(kamm_find_path(&file, "circuit"), &error);
 *     kamm_plan *plan = kamm_create_plan(line, model, 0.8, &error);
 *     kamm_driver driver = kamm_driver_on(plan, 0);
 *     kamm_placement start = kamm_driver_start(&driver);
 *     …
 *     kamm_drive_path(&driver, cars, car, 0.01);    each 10 ms, before kamm_step
 *
 * Lines and plans are immutable and may be shared; a driver is plain data that may be copied. What a driver
 * does depends on nothing but its own state and the car's, so that runs repeat. */
#ifndef KAMM_DRIVER_H
#define KAMM_DRIVER_H

#include <kamm/cars.h>
#include <kamm/export.h>
#include <kamm/ground.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A named line in the plane that a driver may follow: a circuit's middle, a lane. */
typedef struct kamm_path {
    char name[32];
    int32_t count;
    double (*points_m)[2]; /* x, y; smooth, some metres apart */
    double width_m;        /* of the road along it */
    int32_t closed;        /* 1: the last point leads to the first again */
    /* For each point; NULL: half the width to both sides, level. */
    double (*sides_m)[2]; /* from the path to the road's right and left edge */
    double *heights_m;    /* of the road; -1e5 to 1e5 */
    double *
        banks_rad; /* how far its left side is up: -1.4 to 1.4; on a bend to the left a negative one helps */
} kamm_path;

/* A path, rounded and measured: points a metre or so apart, with heading and curvature. */
typedef struct kamm_line kamm_line;
typedef struct kamm_line_point {
    double x_m, y_m;
    double heading_rad;
    double curvature_per_m; /* seen from above; positive: to the left */
    double z_m;
    double slope_rad;    /* positive: uphill */
    double bank_rad;     /* positive: its left side is up */
    double rising_per_m; /* by which the slope changes: positive in a dip, negative over a crest */
    double right_m, left_m; /* to the road's edges */
} kamm_line_point;

/* Errors: RANGE (fewer than 3 points, a point that is not finite or lies on the one before, longer than
 * 10,000 km, heights, banks or sides out of their range), MEMORY. */
KAMM_API kamm_line *kamm_create_line(const kamm_path *path, kamm_error *error);
/* The same with heights and banks of the ground below it: the topmost at its start, then the one it goes on on; where the path has
 * heights, that below these. The ground is asked now and not kept. Car -1 asks, with a point. NULL: as the path has it. */
KAMM_API kamm_line *kamm_create_line_on(const kamm_path *path, const kamm_ground *ground,
                                        kamm_error *error);
KAMM_API void kamm_destroy_line(kamm_line *line);
KAMM_API double kamm_line_length_m(const kamm_line *line);
KAMM_API double kamm_line_width_m(const kamm_line *line);
KAMM_API int kamm_line_is_closed(const kamm_line *line);
/* The point at a distance along the line, which a closed line takes round and an open one holds between its
 * ends. What is not finite is its start. */
KAMM_API kamm_line_point kamm_line_at(const kamm_line *line, double station_m);
/* How far along the line the point nearest to a place lies, looked for within 20 m of `near_m`, and in
 * `left_m` (may be NULL) how far to its left the place is. `near_m` below 0, or no number: looked for
 * everywhere. */
KAMM_API double kamm_line_station_m(const kamm_line *line, double x_m, double y_m, double near_m,
                                    double *left_m);

/* How fast a car can go where along a line, by what it can do at each speed: friction of its tyres under the loads that weight,
 * downforce, bend, bank, slope, crest and dip make of them, what is left of it for braking and accelerating (the friction ellipse),
 * engine, gears, brakes and drag. `grip` is the share of the tyres' friction that the driver uses: 1 is all that the car has on dry
 * asphalt, which no driver holds, 0.9 is fast driving; on other surfaces multiply by their friction. The plan keeps the line.
 * Errors: RANGE (grip not within 0.01 to 3), MEMORY. */
typedef struct kamm_plan kamm_plan;
KAMM_API kamm_plan *kamm_create_plan(const kamm_line *line, const kamm_model *model, double grip,
                                     kamm_error *error);
KAMM_API void kamm_destroy_plan(kamm_plan *plan);
KAMM_API double kamm_planned_speed_mps(const kamm_plan *plan, double station_m);
/* What going round takes if the plan is kept. */
KAMM_API double kamm_planned_time_s(const kamm_plan *plan);

/* A driver; kamm_drive_path changes it. The plan must outlive it. */
typedef struct kamm_driver {
    const kamm_plan *plan;
    double station_m;  /* where along the line the car is */
    double left_m;     /* how far to its left; the driver aims at `aim_left_m` */
    double aim_left_m; /* may be changed at any time: to overtake, or to keep lanes */
    double driven_m;   /* along the line since it was seated: laps are this over the length */
    double throttle_integral; /* what holding the speed takes on top of what was expected */
} kamm_driver;

/* A driver whose car is to start at that place along the line. */
KAMM_API kamm_driver kamm_driver_on(const kamm_plan *plan, double station_m);
/* A placement there on the line's road, level at height 0 where it has none of its own, heading along the line, at the planned
 * speed, in KAMM_GEAR_DRIVE. */
KAMM_API kamm_placement kamm_driver_start(const kamm_driver *driver);
/* One action: sets the car's steering wheel, pedals and gear. To be called every `interval_s` (0.005 to
 * 0.02 s), before the steps of that time. On an open line the car stops at the end. */
KAMM_API void kamm_drive_path(kamm_driver *driver, kamm_cars *cars, int car, double interval_s);

#ifdef __cplusplus
}
#endif

#endif
