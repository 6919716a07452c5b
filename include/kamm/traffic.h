/* Traffic: drivers of a path who see each other, overtake, err and recover.
 *
 *     kamm_traffic_style style = kamm_default_traffic_style();
 *     kamm_start_traffic_driver(&drivers[i], plan, cars, i, &style, i);
 *     kamm_placement start = kamm_grid_start(&drivers[i], i, NULL);
 *     …
 *     kamm_drive_traffic(drivers, count, 0.01);    each 10 ms, before the cars are stepped
 *
 * The cars may be in one or several kamm_cars, in a world or not. A driver sees those of the same line. docs/traffic.md
 * has the equations. */
#ifndef KAMM_TRAFFIC_H
#define KAMM_TRAFFIC_H

#include <kamm/driver.h>
#include <kamm/export.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Styles -- */

/* How a driver drives: the designer's numbers. Values outside a range count as its nearest end, NaN as the lower
 * one. */
typedef struct kamm_traffic_style {
    /* Share of the planned speed, 0.1 to 1.5, so its square of the plan's grip in bends. Default 1. */
    double pace;
    /* Most speed on a free road, 0.1 to 1000; 0, the default: the car's top speed. */
    double speed_mps;
    /* IDM: least gap at rest, 0.1 to 100; default 2. */
    double gap_m;
    /* IDM: time gap, 0 to 10; default 1.5. */
    double headway_s;
    /* IDM: largest acceleration, 0.1 to 50; default 1.4. */
    double acceleration_mps2;
    /* IDM: comfortable deceleration, 0.1 to 50; default 2. */
    double braking_mps2;
    /* MOBIL: gain in acceleration for which the driver goes aside, 0 to 10; default 0.1. */
    double threshold_mps2;
    /* MOBIL: advantage of the driver's own place over all others across the road, 0 to 10; default 0.3. */
    double keeping_mps2;
    /* MOBIL: deceleration that a driver imposes on another behind at most, 0.1 to 50; default 4. */
    double safe_braking_mps2;
    /* MOBIL: weight of the deceleration of those behind, 0 to 1; default 0.2. */
    double politeness;
    /* Distance to the left of the line that the driver returns to, within the road; default 0. */
    double place_left_m;
    /* Gap aside to those that are passed, 0 to 10; default 0.6. */
    double side_gap_m;
    /* Speed across the road while it changes its place, 0.1 to 10; default 1.5. */
    double side_speed_mps;
    /* Human error: delay of the reaction to others, 0 to 1.5; default 0. */
    double reaction_s;
    /* Human error: the driver brakes for bends later by up to that time, 0 to 1; default 0. */
    double lateness_s;
    /* Human error: wanders across the road by up to that distance, 0 to 5; default 0. */
    double wander_m;
    /* Time without motion after which a driver reverses, 0.5 to 600; default 3. */
    double stuck_s;
    /* Time without progress after which `needs_reset` is set, 1 to 3600; default 20. An overturned car asks after
     * 3 s. */
    double give_up_s;
    /* 1: the call places such a car back on the road where there is room, at 5 m/s at most. 0, the default: the host
     * does it, or not. */
    int32_t places_back;
} kamm_traffic_style;

/* Returns a calm driver on a road. Values of the IDM are from A. Kesting, M. Treiber, D. Helbing, Phil. Trans. R. Soc.
 * A 368 (2010) 4585, those of MOBIL from the same authors, Transp. Res. Rec. 1999 (2007) 86. */
KAMM_API kamm_traffic_style kamm_default_traffic_style(void);
/* Returns a racing driver: acceleration 8, deceleration 5 m/s2, 0.4 s of time gap, 3 m/s across the road, and little
 * politeness. These are choices of this library. */
KAMM_API kamm_traffic_style kamm_racing_style(void);

/* Returns the acceleration of the IDM: M. Treiber, A. Hennecke, D. Helbing, Phys. Rev. E 62 (2000) 1805.
 * `wanted_mps` is the speed on a free road, `gap_m` from nose to tail (INFINITY: no car ahead), and `closing_mps` the
 * speed less that of the one ahead. The free term is not below 0, as the path's driver has its own law for bends. */
KAMM_API double kamm_idm_mps2(const kamm_traffic_style *style, double speed_mps, double wanted_mps,
                              double gap_m, double closing_mps);

/* -- Drivers -- */

/* A body on the road. kamm_drive_traffic fills it in from the car. Of an obstacle the host keeps it up to date. */
typedef struct kamm_traffic_body {
    /* Middle of the body, world axes. */
    double x_m, y_m;
    /* Heading, positive left of the x axis. */
    double yaw_rad;
    /* Size of its rectangle. */
    double length_m, width_m;
    /* Velocity of its middle, world axes. */
    double velocity_mps[2];
} kamm_traffic_body;

/* What a driver is doing. */
typedef enum kamm_traffic_mode {
    KAMM_TRAFFIC_DRIVES = 0,   /* along the path */
    KAMM_TRAFFIC_STOPS = 1,    /* brakes to rest after a spin, or before a change of direction */
    KAMM_TRAFFIC_REVERSES = 2, /* out of where it was stuck */
    KAMM_TRAFFIC_TURNS = 3,    /* forwards at full lock, to turn round */
    KAMM_TRAFFIC_BACKS = 4,    /* backwards at full lock, to turn round */
    KAMM_TRAFFIC_LIES = 5      /* lies on its side or roof, or has a numeric fault */
} kamm_traffic_mode;

/* Number of reactions that are kept for the delay, a tenth of a second apart. */
#define KAMM_TRAFFIC_REACTIONS 16

/* State of a driver; kamm_drive_traffic updates it. */
typedef struct kamm_traffic_state {
    /* Time since the start. */
    double time_s;
    /* Place of the body's middle along the line and to the left of it. */
    double station_m, left_m;
    /* Half of the body's extent along the line and across. On the inside of a bend it takes more of the line. */
    double half_along_m, half_across_m;
    /* Sides of that extent, to the left of the line. A bend adds what the ends reach out of it. */
    double side_right_m, side_left_m;
    /* Mean bend of the line below the body, positive to the left. */
    double bend_per_m;
    /* Speed along the line and across, positive to the left. */
    double along_mps, across_mps;
    /* Heading relative to the line, -pi to pi. */
    double heading_rad;
    /* Place across the road that the driver chose, and where its aim is by now. */
    double target_left_m, aim_left_m;
    /* The aim as others see it in this call. */
    double shown_left_m;
    /* Acceleration that those ahead allow in this call. */
    double allowed_mps2;
    /* Allowed accelerations of the last 1.5 s, for the delay. */
    double reactions_mps2[KAMM_TRAFFIC_REACTIONS];
    /* What it is doing (kamm_traffic_mode). */
    int32_t mode;
    /* Time since that began, and the way driven since. */
    double mode_s, mode_m;
    /* Sense of its turning round: 1 to the left, -1 to the right. */
    int32_t turns_left;
    /* Time without motion though it wants to move; time without progress along the line. */
    double still_s, lost_s;
    /* `driver.driven_m` from which progress is measured. */
    double progress_m;
    /* Where it was stuck: remembered as an obstacle while `wall_s` is above 0. */
    double wall_station_m, wall_right_m, wall_left_m, wall_s;
    /* Time for which it still asks those behind for room to reverse. */
    double asks_room_s;
    /* 1: it reverses to make room for one ahead. */
    int32_t makes_room;
    /* 1: the driver asks to be placed on the road again. */
    int32_t needs_reset;
    /* Time since it began to ask, or since there was last no room for it. */
    double reset_s;
    /* Number of times that it reversed or turned round, and was placed back. */
    int32_t recoveries, resets;
    /* Number of calls until the next choice of the place across. */
    int32_t choice_calls;
    /* Order along the line, for the call alone. */
    int32_t order;
} kamm_traffic_state;

/* A driver with its car. Plain data: copies of an array of these, with snapshots of the cars, continue with the same
 * bits. Plans, lines and cars are referred to and must outlive it. */
typedef struct kamm_traffic_driver {
    /* The path's driver. Its plan and line are those of this driver. */
    kamm_driver driver;
    /* Cars of which one is driven; NULL: an obstacle, which the host describes by `body`. */
    kamm_cars *cars;
    /* The car's index in `cars`. */
    int32_t car;
    /* 0: others see the car, but the call does not drive it, such as a player's car or a trailer. */
    int32_t is_driven;
    /* Errors, and decisions between equals, depend on it. Give each driver another. */
    uint32_t seed;
    /* Number of a vehicle with trailers, above 0: its units do not see each other. 0, the default: a single vehicle. */
    uint32_t train;
    /* How it drives. */
    kamm_traffic_style style;
    /* Where its body is. */
    kamm_traffic_body body;
    /* State. */
    kamm_traffic_state state;
} kamm_traffic_driver;

/* Writes the driver of a car. It finds its place on the line in the first call of kamm_drive_traffic, so place the car
 * before. `style` NULL: kamm_default_traffic_style. */
KAMM_API void kamm_start_traffic_driver(kamm_traffic_driver *driver, const kamm_plan *plan,
                                        kamm_cars *cars, int car, const kamm_traffic_style *style,
                                        uint32_t seed);
/* Writes an obstacle, which drivers of the plan's line see. Move it by changing its `body`. */
KAMM_API void kamm_start_traffic_obstacle(kamm_traffic_driver *driver, const kamm_plan *plan,
                                          const kamm_traffic_body *body);

/* Sets the inputs of all driven cars. Call it every `interval_s` (0.005 to 0.02 s), before the steps of that time, with
 * all who shall see each other in one array. The results do not depend on its order, as long as seeds differ. It takes
 * O(n log n) for n drivers, and for each those within sight (400 m at most, the nearest 32 ahead and 16 behind).
 *
 * Two-wheelers and units of combinations neither reverse nor turn round: they ask for a reset instead. Units are not
 * placed back. The comfortable deceleration is at most half of the car's highest. A car that would tip over before it
 * slides goes slower. */
KAMM_API void kamm_drive_traffic(kamm_traffic_driver *drivers, int count, double interval_s);

/* Places a driver's car back on the road at its station, or up to 200 m behind, where no other is near. Its state is
 * cleared. Returns 1, or 0 if there is no room, or the car is a unit of a combination. `drivers` are all drivers. */
KAMM_API int kamm_place_back(kamm_traffic_driver *drivers, int count, int driver);

/* -- Grid -- */

/* A starting grid: two columns behind a line, the second half a row back. */
typedef struct kamm_traffic_grid {
    /* Place of the starting line on the path: the first car's nose. Default 0. */
    double station_m;
    /* Distance of rows; default 16. */
    double row_m;
    /* Distance of the columns' middles; default: half of the road's width. */
    double columns_m;
    /* 1: the first place is on the right; 0: on the left. */
    int32_t right_first;
} kamm_traffic_grid;

/* Returns the placement of a place of the grid (0: the first), at rest, in KAMM_GEAR_DRIVE, and sets the driver there.
 * `grid` NULL, or values of 0 in it: defaults, rows of 16 m as in Formula 1. On an open line places before its start
 * are misuse. */
KAMM_API kamm_placement kamm_grid_start(kamm_traffic_driver *driver, int place,
                                        const kamm_traffic_grid *grid);

#ifdef __cplusplus
}
#endif

#endif
