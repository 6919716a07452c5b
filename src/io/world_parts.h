/* The parts of a world file, each read by a file of its own: world_layers.c,
 * world_paint.c, world_bodies.c with world_shapes.c, world_wind.c. */
#ifndef KAMM_IO_WORLD_PARTS_H
#define KAMM_IO_WORLD_PARTS_H

#include "../world/collide/collide.h"
#include "world_reader.h"

/* In the order in which they have to be read; paths come before. */
/* Layers, in scratch memory; kamm_world_reader_release_layers is to be called in any case. */
kamm_result kamm_world_reader_layers(struct world_reader *reader, const cJSON *list,
                                     kamm_terrain_def *def);
/* The heights, which are not in scratch memory. */
void kamm_world_reader_release_layers(const kamm_terrain_def *def);
kamm_result kamm_world_reader_paint(struct world_reader *reader, const cJSON *json,
                                    kamm_paint *paint);
/* Surfaces that bodies name, so that the terrain has them too. */
kamm_result kamm_world_reader_body_surfaces(struct world_reader *reader, const cJSON *list);
/* These stand on reader->out.terrain. */
kamm_result kamm_world_reader_bodies(struct world_reader *reader, const cJSON *list);
/* Reads the wind of the ground, which exists already. */
kamm_result kamm_world_reader_wind(struct world_reader *reader, const struct world_root *root);

/* Values of the fields of KAMM_WORLD_COMMON_FIELDS. */
struct body_words {
    kamm_filter filter;
    int32_t material, surface;
};
kamm_result kamm_world_reader_common(struct world_reader *reader, const char *surface,
                                     const cJSON *filter, double material, struct body_words *out);
/* Reads the key `shape`; NULL: a box. `around` gets the box around the points of a hull. */
kamm_result kamm_world_reader_shape(struct world_reader *reader, const cJSON *json,
                                    kamm_shape *shape, struct oriented_box *around);
/* The shapes of the list at the key `shapes`, in the body's frame; their boxes are filled in, of a hull or mesh that around its points. */
kamm_result kamm_world_reader_shapes(struct world_reader *reader, const cJSON *list,
                                     kamm_body_def *def);
/* Whether size_m may be that of such a shape. */
kamm_result kamm_world_reader_size(struct world_reader *reader, kamm_shape_kind kind,
                                   const double size_m[3]);

#endif
