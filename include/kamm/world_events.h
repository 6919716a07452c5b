/* Sensors of a world: checkpoints, finish lines, pit boxes. Solids with `sensor` push no body and are no obstacle. They report which
 * bodies come in and go out, and when.
 *
 *     const kamm_sensor_event *event = kamm_sensor_events(world, &count);
 *     if (event->entered && event->solid == FINISH) lap_s = event->time_s - start_s;
 *
 * A car or thing is in a sensor while one of its boxes or shapes (kamm_car_boxes, kamm_thing) overlaps it, and they meet by their
 * filters. Each substep's motion is cast against them, so that no body is too fast for a sensor, however thin. The time of an event is that of
 * the first, or last, touch on the straight way of its substep: exact at constant speed. A body that turns meanwhile has
 * the orientation of the substep's end. */
#ifndef KAMM_WORLD_EVENTS_H
#define KAMM_WORLD_EVENTS_H

#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kamm_sensor_event {
    int32_t solid;     /* the sensor */
    int32_t entered;   /* 1: came in; 0: went out */
    kamm_body_id body; /* a car or a thing */
    /* When: in s of the cars' clock (time_s); in a world without cars, since the beginning of the call. */
    double time_s;
} kamm_sensor_event;
/* Who came into a sensor or went out of it during the last call of kamm_step_world, in the order of time: valid until the next, or
 * until somebody comes or goes. Who leaves the world, or is put elsewhere and stays out, leaves without having been seen to cross:
 * the former without an event, the latter at the beginning of the next substep. */
KAMM_API const kamm_sensor_event *kamm_sensor_events(const kamm_world *world, int *count);

/* Who is in a sensor, as of the last substep or snapshot: returns how many, of which `bodies` gets as many as there is `room` for
 * (it may be NULL with 0), in a fixed order. */
KAMM_API int kamm_read_sensor(const kamm_world *world, int solid, kamm_body_id *bodies, int room);

#ifdef __cplusplus
}
#endif

#endif
