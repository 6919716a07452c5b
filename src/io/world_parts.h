/* The parts of a world file, each read by a file of its own: world_layers.c, world_paint.c, world_solids.c, world_wind.c. */
#ifndef KAMM_IO_WORLD_PARTS_H
#define KAMM_IO_WORLD_PARTS_H

#include "world_reader.h"

/* In the order in which they have to be read; paths come before. */
/* Layers, in scratch memory; kamm_world_reader_release_layers is to be called in any case. */
kamm_result kamm_world_reader_layers(struct world_reader *reader, const cJSON *list,
                                     kamm_terrain_def *def);
/* The heights, which are not in scratch memory. */
void kamm_world_reader_release_layers(const kamm_terrain_def *def);
kamm_result kamm_world_reader_paint(struct world_reader *reader, const cJSON *json,
                                    kamm_paint *paint);
/* These stand on reader->out.terrain. */
kamm_result kamm_world_reader_solids(struct world_reader *reader, const cJSON *list);
kamm_result kamm_world_reader_things(struct world_reader *reader, const cJSON *list);
/* Of the ground, which is there. */
kamm_result kamm_world_reader_wind(struct world_reader *reader, const struct world_root *root);

#endif
