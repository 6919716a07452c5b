/* Kamm: a vehicle-dynamics engine. This header includes all of the core library. The library kamm_io has headers of its
 * own: kamm/io/vehicle_file.h reads vehicles, kamm/io/lab.h runs road tests, kamm/io/sweep.h runs parameter sweeps.
 *
 *     kamm_vehicle_def def = kamm_default_vehicle();
 *     kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
 *     kamm_cars *cars = kamm_create_cars(model, 1, NULL);
 *     kamm_inputs(cars)[0].throttle = 1;
 *     kamm_step(cars, &kamm_flat_ground, 4);
 *     double speed = kamm_read(cars, 0, KAMM_CHANNEL_speed_mps);
 */
#ifndef KAMM_KAMM_H
#define KAMM_KAMM_H

#include <kamm/act.h>
#include <kamm/arcade.h>
#include <kamm/arcade_drive.h>
#include <kamm/batch.h>
#include <kamm/bindings.h>
#include <kamm/cars.h>
#include <kamm/combinations.h>
#include <kamm/contact.h>
#include <kamm/control.h>
#include <kamm/damage.h>
#include <kamm/debug_draw.h>
#include <kamm/driver.h>
#include <kamm/env.h>
#include <kamm/error.h>
#include <kamm/fields.h>
#include <kamm/ground.h>
#include <kamm/hosted.h>
#include <kamm/input_assist.h>
#include <kamm/level_of_detail.h>
#include <kamm/linear.h>
#include <kamm/portable.h>
#include <kamm/portable_world.h>
#include <kamm/rider.h>
#include <kamm/slots.h>
#include <kamm/snapshot.h>
#include <kamm/terrain.h>
#include <kamm/traffic.h>
#include <kamm/vehicle.h>
#include <kamm/version.h>
#include <kamm/wind.h>
#include <kamm/world.h>
#include <kamm/world_events.h>
#include <kamm/world_joints.h>
#include <kamm/world_query.h>
#include <kamm/world_sleep.h>

#endif
