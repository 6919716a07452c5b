/** Upright faces of a world's terrain as a body. */
import { makeArena } from "./arena";
import { makeBody, writeDef } from "./bodies";
import type { FullModule } from "./full_module";
import type { FacesOptions } from "./full_types";
import { checkKeys } from "./keys";
import type { Body, World } from "./types";
import type { InnerWorld } from "./world";

const options = ["friction", "restitution", "isDrivenOn", "surface", "material", "filter"];

export function addTerrainFaces(module: FullModule, world: World, { file, address }: InnerWorld, given: FacesOptions): Body | undefined {
    checkKeys("faces", given, [], options);
    writeDef(module, { ...given, shapes: [] }, "static", makeArena(module));
    const index = module.call.face_add_terrain_faces(file, module.scratch);
    if (index === -1) module.done(1);
    if (index < 0) return undefined;
    const body = makeBody(module, { type: "static", shapes: [], massKg: 0 }, () => address, index);
    (world.bodies as Body[])[index] = body;
    return body;
}
