/* The parts that load the driveline beside engine and gearbox, and the rotors in it: one list for compile, kernels, features and energy.
 *
 *     LOAD(name, FEATURE, "what its car has")
 *
 * has its states as PART(FIELD, name, …) in KAMM_CAR_STATE_PARTS, which need KAMM_FEATURE_FEATURE, and
 *
 *     struct name_constants                                      of nums
 *     int kamm_has_name(def)                                     whether a car has it
 *     kamm_result kamm_compile_name(def, cage_per_inertia, &constants, error)    cage_per_inertia: 1 / inertia of all driven wheels
 *     int has_name(v)                                            whether some lane has it
 *     void name_load(v, states, now, sum, dt)                    one substep: adds to a struct driveline_load */
#ifndef KAMM_VEHICLE_DRIVELINE_LOADS_H
#define KAMM_VEHICLE_DRIVELINE_LOADS_H

#include "../part/endurance_brake.h"

#define DRIVELINE_LOADS(LOAD) LOAD(endurance, ENDURANCE, "an exhaust brake or a retarder")

/* Rotors beside engine and motors: the state that is their speed, and the def's inertia. */
#define DRIVELINE_ROTORS(ROTOR) ROTOR(turbine_radps, converter.turbine_inertia_kgm2)

#endif
