/* Drivers: a driver that follows a path as fast as the car can hold it.
 *
 *     kamm_line *line = kamm_create_line(kamm_find_path(&file, "circuit"), &error);
 *     kamm_plan *plan = kamm_create_plan(line, model, 0.8, &error);
 *     kamm_driver driver = kamm_driver_on(plan, 0);
 *     kamm_placement start = kamm_driver_start(&driver);
 *     …
 *     kamm_drive_path(&driver, cars, car, 0.01);    each 10 ms, before kamm_step
 *
 * Lines and plans are immutable and may be shared. A driver is plain data and may be copied. Its actions depend on its
 * own state and the car's alone, so runs repeat. */
#ifndef KAMM_DRIVER_H
#define KAMM_DRIVER_H

#include <kamm/cars.h>
#include <kamm/export.h>
#include <kamm/ground.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Paths and lines -- */

/* A named polyline for drivers, such as the middle of a circuit or of a lane. */
typedef struct kamm_path {
    /* Name, such as "circuit". */
    char name[32];
    /* Number of points, 3 or more. */
    int32_t count;
    /* x, y of the points: smooth, some metres apart. */
    double (*points_m)[2];
    /* Width of the road along the path. */
    double width_m;
    /* 1: the last point leads to the first. */
    int32_t closed;
    /* Distance from each point to the road's right and left edge; NULL: half the width. */
    double (*sides_m)[2];
    /* Height of the road at each point, -1e5 to 1e5; NULL: 0. */
    double *heights_m;
    /* Bank of the road at each point, -1.4 to 1.4, positive with its left side up; NULL: 0. A negative bank helps in a
     * bend to the left. */
    double *banks_rad;
} kamm_path;

/* A smoothed path with heading and curvature. Its points are about a metre apart. On roads narrower than 2 m or wider
 * than 25 m, for vehicles of other sizes, they are a tenth of the width apart. */
typedef struct kamm_line kamm_line;
/* A point of a line. */
typedef struct kamm_line_point {
    /* World position. */
    double x_m, y_m;
    /* Direction of the line, positive left of the x axis. */
    double heading_rad;
    /* Curvature seen from above, positive to the left. */
    double curvature_per_m;
    /* World height. */
    double z_m;
    /* Positive uphill. */
    double slope_rad;
    /* Positive with the left side up. */
    double bank_rad;
    /* Change of the slope along the line: positive in a dip, negative over a crest. */
    double rising_per_m;
    /* Distances to the road's edges. */
    double right_m, left_m;
} kamm_line_point;

/* Creates the line of a path, with the path's heights and banks. Errors: RANGE (fewer than 3 points; a point that is
 * not finite, or equal to the one before; longer than 10,000 km, or 10 km per point, which goes with the width of
 * roads below 2 m and above 25 m; heights, banks or sides out of range), MEMORY. */
KAMM_API kamm_line *kamm_create_line(const kamm_path *path, kamm_error *error);
/* Creates the line of a path with heights and banks of a ground. At its start the line takes the topmost ground, then
 * it stays on that layer. A path with heights takes the ground below them. The call queries the ground as point of car
 * -1 and does not keep it. `ground` NULL: kamm_create_line. */
KAMM_API kamm_line *kamm_create_line_on(const kamm_path *path, const kamm_ground *ground,
                                        kamm_error *error);
KAMM_API void kamm_destroy_line(kamm_line *line);
/* Return length, road width and whether the line is closed (1). */
KAMM_API double kamm_line_length_m(const kamm_line *line);
KAMM_API double kamm_line_width_m(const kamm_line *line);
KAMM_API int kamm_line_is_closed(const kamm_line *line);
/* Returns the point at a distance along the line. A closed line repeats; on an open line the distance is clamped to its
 * ends. A distance that is not finite gives the start. */
KAMM_API kamm_line_point kamm_line_at(const kamm_line *line, double station_m);
/* Returns the distance along the line of the point nearest to (x, y). It searches within 20 m of `near_m`, or all of
 * the line if `near_m` is NaN or below 0. `left_m` (may be NULL) is the distance of (x, y) to the left of the line. */
KAMM_API double kamm_line_station_m(const kamm_line *line, double x_m, double y_m, double near_m,
                                    double *left_m);

/* -- Speed plans -- */

/* The highest speed of a car at each place of a line. */
typedef struct kamm_plan kamm_plan;
/* Creates a plan, which keeps its line. Its limits are tyre friction, engine, gears, brakes and drag at each speed. The
 * tyre loads follow from weight, downforce, bend, bank, slope, crest and dip. The friction ellipse gives the share that
 * is left for braking and accelerating.
 *
 * `grip` is the share of the tyres' friction that the driver uses. 1 is all of it on dry asphalt, which no driver
 * holds; 0.9 is fast driving. On other surfaces multiply it by their friction. Errors: RANGE (grip outside 0.01 to 3),
 * MEMORY. */
KAMM_API kamm_plan *kamm_create_plan(const kamm_line *line, const kamm_model *model, double grip,
                                     kamm_error *error);
KAMM_API void kamm_destroy_plan(kamm_plan *plan);
/* Returns the planned speed at a distance along the line. */
KAMM_API double kamm_planned_speed_mps(const kamm_plan *plan, double station_m);
/* Returns the planned time from the start of the line to its end. */
KAMM_API double kamm_planned_time_s(const kamm_plan *plan);

/* -- Driving -- */

/* State of a driver; kamm_drive_path updates it. The plan must outlive it. */
typedef struct kamm_driver {
    /* Line and speeds that the driver follows. */
    const kamm_plan *plan;
    /* Distance of the car along the line. */
    double station_m;
    /* Distance of the car to the left of the line. */
    double left_m;
    /* Distance to the left that the driver aims at. The caller may change it at any time, to overtake or keep lanes. */
    double aim_left_m;
    /* Distance driven along the line since the start; laps are this over the line's length. */
    double driven_m;
    /* Integral of the speed control: throttle beyond what the driver predicts for that speed. */
    double throttle_integral;
} kamm_driver;

/* Returns a driver whose car starts at a distance along the line. */
KAMM_API kamm_driver kamm_driver_on(const kamm_plan *plan, double station_m);
/* Returns the placement of a driver's start: on the line's road, along the line, at the planned speed, in
 * KAMM_GEAR_DRIVE. A line without heights is level at height 0. */
KAMM_API kamm_placement kamm_driver_start(const kamm_driver *driver);
/* Sets the car's steering wheel, pedals and gear. Call it every `interval_s` (0.005 to 0.02 s), before the steps of
 * that time. On an open line the car stops at the end. A vehicle with two wheels in line is balanced by kamm_ride
 * (rider.h), which steers by a torque; call it once before each call that steps the vehicle. */
KAMM_API void kamm_drive_path(kamm_driver *driver, kamm_cars *cars, int car, double interval_s);

#ifdef __cplusplus
}
#endif

#endif
