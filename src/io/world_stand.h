/* Where bodies of a world file stand on its terrain. */
#ifndef KAMM_IO_WORLD_STAND_H
#define KAMM_IO_WORLD_STAND_H

#include "world_reader.h"

/* The turn by a yaw, as a quaternion: the same bits on every machine. */
void kamm_world_reader_yaw(double yaw_rad, double q[4]);
/* The topmost ground. */
kamm_terrain_point kamm_world_reader_ground_at(struct world_reader *reader, double x, double y);
/* Stands a dynamic body on a slope. The middle of its foot may lie beside its frame's origin. */
void kamm_world_reader_stand_on_slope(struct world_reader *reader, const double place[2],
                                      const double yaw[4], kamm_body_def *body);
/* A level body stands on the lowest ground below it. */
void kamm_world_reader_stand_level(struct world_reader *reader, const double place[2],
                                   kamm_box *box);
/* The same of several shapes: their frame stands upright. */
void kamm_world_reader_stand_frame_level(struct world_reader *reader, const double place[2],
                                         const double yaw[4], kamm_body_def *body);

#endif
