/** The face of kamm/full: that of kamm with more of it. */
import { memberOf } from "./cars";
import { drawCars, drawWorld } from "./debug_draw";
import type { FullModule } from "./full_module";
import type { FullKamm, FullWorld } from "./full_types";
import { makeJoints } from "./joints";
import { openKamm } from "./kamm";
import { addProperties } from "./owned";
import { loadPortable, savePortable } from "./portable";
import { makeFullRider } from "./full_rider";
import { makeSlots } from "./slots";
import { addTerrainFaces } from "./terrain_faces";
import { makeTraffic } from "./traffic";
import type { Kamm, World } from "./types";
import { innerOf } from "./world";

export function openFull(module: FullModule): FullKamm {
    const kamm: Kamm = openKamm(module);
    const { world, terrainWorld, rider } = kamm;

    function fill(world: World): FullWorld {
        const inner = innerOf(module, world);
        const more = addProperties(makeJoints(module, world, inner), {
            traffic: (path, options = {}) => makeTraffic(module, inner, path, options),
            draw: (options = {}) => drawWorld(module, inner.address, options),
            addTerrainFaces: (options = {}) => addTerrainFaces(module, world, inner, options),
        } satisfies Pick<FullWorld, "traffic" | "draw" | "addTerrainFaces">);
        return addProperties(world, more);
    }

    return addProperties(kamm, {
        world: (json, name) => fill(world(json, name)),
        terrainWorld: (terrain, name) => fill(terrainWorld(terrain, name)),
        rider(car) {
            const balances = rider(car);
            return balances && makeFullRider(module, car, balances);
        },
        slots: (cars) => makeSlots(module, cars, memberOf(cars)),
        savePortable: (what) => savePortable(module, what),
        loadPortable: (what, bytes) => loadPortable(module, what, bytes),
        draw: (cars, options = {}) => drawCars(module, memberOf(cars), options),
    } satisfies Omit<FullKamm, keyof Kamm> & Pick<FullKamm, "world" | "terrainWorld" | "rider">);
}
