/* Shared code of worlds on the C side of the TypeScript face. */
#ifndef KAMM_WASM_FACE_WORLD_H
#define KAMM_WASM_FACE_WORLD_H

#include "face.h"

/* A world file and the world that is made of it. */
struct face_world {
    kamm_world_file file;
    kamm_surface_override override;
    kamm_surface surface; /* to which `override` points, if to any */
    kamm_world *world;
};

void face_destroy_world(struct face_world *world);
/* From the file to the world. */
kamm_result face_finish_world(struct face_world *world);

#endif
