/* Inputs and outputs of a part that loads the driveline beside engine and gearbox (vehicle/driveline_loads.h). */
#ifndef KAMM_BASE_DRIVELINE_LOAD_H
#define KAMM_BASE_DRIVELINE_LOAD_H

#include "lane.h"

struct driveline_now {
    real throttle, brake; /* pedals; the brake after its response */
    real endurance_brake; /* the lever of exhaust brake and retarder */
    real engine_radps;
    real cage_radps; /* of the driven wheels */
    real range;      /* by how much more a low range gears down */
    real let_go;     /* share that the anti-lock brakes keep from what brakes the driven wheels */
    mask open;       /* the clutch is pressed, a shift runs, or no gear is in */
};

struct driveline_load {
    real drag_nm;   /* on the engine, beside its own */
    real wheels_nm; /* on the driven wheels, behind all losses; against a forward speed positive */
};

#endif
