/* Sensors: checkpoints, finish lines and pit boxes of a world. Bodies with `sensor` do not collide. They report which
 * bodies enter and leave, and when.
 *
 *     const kamm_sensor_event *event = kamm_sensor_events(world, &count);
 *     if (event->entered && event->sensor == finish.index) lap_s = event->time_s - start_s;
 *
 * A car or dynamic body is in a sensor while one of its boxes or shapes (kamm_car_boxes, kamm_shape) overlaps it and
 * their filters match. The motion of each substep is cast against sensors: a thin sensor misses no fast body. The time
 * of an event is that of the first or last touch on the straight path of its substep. It is exact at constant speed. A
 * turning body has the orientation of the substep's end. */
#ifndef KAMM_WORLD_EVENTS_H
#define KAMM_WORLD_EVENTS_H

#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A body enters or leaves a sensor. */
typedef struct kamm_sensor_event {
    /* Index of the sensor (kamm_body_at). */
    int32_t sensor;
    /* 1: the body entered; 0: it left. */
    int32_t entered;
    /* A car or dynamic body. */
    kamm_body_id body;
    /* Time of the event on the cars' clock (channel time_s); in a world without cars, since the beginning of the
     * call. */
    double time_s;
} kamm_sensor_event;
/* Returns the events of the last call of kamm_step_world, ordered by time. They are valid until the next call, or until
 * a body is added or removed. Removing a body from the world gives no event. A body that is placed outside its sensor
 * leaves it at the beginning of the next substep. */
KAMM_API const kamm_sensor_event *kamm_sensor_events(const kamm_world *world, int *count);

/* Returns the number of bodies in a sensor, as of the last substep or snapshot. `bodies` receives at most `room` of
 * them in a fixed order; it may be NULL with `room` 0. */
KAMM_API int kamm_read_sensor(const kamm_world *world, kamm_body sensor, kamm_body_id *bodies,
                              int room);

#ifdef __cplusplus
}
#endif

#endif
