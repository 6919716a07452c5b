/* Fuzz targets: what readers, restores and the functions of the interface make of any bytes.
 *
 * A target takes bytes and may do nothing that the headers do not allow: sanitizers look at memory, `hold` at the rest. The same targets are
 * a program of libFuzzer's (`./dev fuzz`) and one that runs inputs from files (main.c), which any compiler builds. A new target
 * is a line in FUZZ_TARGETS, its function and the function of its seeds. */
#ifndef KAMM_FUZZ_FUZZ_H
#define KAMM_FUZZ_FUZZ_H

#include <kamm/cars.h>
#include <kamm/error.h>

#include <stddef.h>
#include <stdint.h>

/* TARGET(name, what it takes): a function fuzz_NAME runs one input, seeds_NAME gives some to begin with. */
/* clang-format off */
#define FUZZ_TARGETS(TARGET)                                                    \
    TARGET(vehicle, "vehicle files, compiled on all rungs and driven")          \
    TARGET(facts, "data sheets, and the vehicles that are estimated from them") \
    TARGET(import_carla, "physics controls of CARLA, and the vehicles that they make") \
    TARGET(import_assetto, "car.ini of Assetto Corsa") \
    TARGET(import_torcs, "cars of TORCS as XML") \
    TARGET(import_commonroad, "vehicle parameters of CommonRoad as YAML, and the vehicles that they make") \
    TARGET(arcade, "presets of arcade handling, and the vehicles that they make") \
    TARGET(combination, "combination files, and what they change of their units") \
    TARGET(tir, "tyre property files")                                          \
    TARGET(tyre, "tyre files of few numbers")                                   \
    TARGET(tyre_table, "tables of slips that a tyre is evaluated for")          \
    TARGET(surfaces, "files of surfaces")                                       \
    TARGET(world, "world files with their layers, bodies, winds and paths")     \
    TARGET(height_png, "height maps and paint as PNG pictures")                 \
    TARGET(height_raw, "height maps as raw floats")                             \
    TARGET(log_csv, "logs as CSV")                                              \
    TARGET(log_vbo, "logs as VBO")                                              \
    TARGET(recording, "recordings of worlds")                                   \
    TARGET(scenario, "scenario files, driven for a moment")                     \
    TARGET(figures, "figures of road tests that a car is fitted to")            \
    TARGET(sweep, "manifests and journals of sweeps")                           \
    TARGET(axis, "axes of sweeps as text")                                      \
    TARGET(set, "paths and values as text")                                     \
    TARGET(path, "paths of drivers as arrays, their lines and plans")           \
    TARGET(compile, "shipped vehicles with values changed within their ranges") \
    TARGET(cars, "snapshots of cars")                                           \
    TARGET(car, "snapshots of single cars")                                     \
    TARGET(portable, "portable snapshots of cars")                              \
    TARGET(combinations, "snapshots of combinations")                                   \
    TARGET(portable_combinations, "portable snapshots of combinations")         \
    TARGET(worlds, "snapshots of worlds")                                       \
    TARGET(portable_worlds, "portable snapshots of worlds")                     \
    TARGET(env, "snapshots of environments")                                    \
    TARGET(delta, "differences of snapshots")                                   \
    TARGET(model, "compiled models as bytes")                                   \
    TARGET(fmu_car, "the car in an FMU's resources")                            \
    TARGET(fmu_state, "states that hosts give back to an FMU")                  \
    TARGET(api, "the interface in random order, with good and bad arguments")
/* clang-format on */

/* Takes an input, as a file of that name. */
typedef void fuzz_take(const char *name, const void *bytes, size_t size, void *user);

#define FUZZ_DECLARE(name, what)                        \
    void fuzz_##name(const uint8_t *data, size_t size); \
    void seeds_##name(fuzz_take *take, void *user);
FUZZ_TARGETS(FUZZ_DECLARE)

struct fuzz_target {
    const char *name, *what;
    void (*run)(const uint8_t *data, size_t size);
    void (*seeds)(fuzz_take *take, void *user);
};
extern const struct fuzz_target fuzz_targets[];
extern const int fuzz_target_count;
/* NULL: there is none of that name. */
const struct fuzz_target *fuzz_find(const char *name);

/* What has to be so: else the program says what is not, and aborts. */
#define hold(condition) ((condition) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #condition))
void fuzz_fail(const char *file, int line, const char *condition);
/* What a call that refuses has to leave: its code in the error, and a text that says something. */
void hold_refusal(kamm_result result, const kamm_error *error);
/* All channels of all cars are numbers, and so are their poses; no flagged car moves on. */
void hold_finite(const kamm_cars *cars);

/* Calls of misuse so far, which do nothing, and of which a target may count its own. */
extern long fuzz_misuses;
/* To be called before anything else of a run; what it sets stays. */
void fuzz_begin(void);

/* The input as a file in a folder of the program's own, which goes with it. The path stays until the next call with that name. */
const char *fuzz_file(const char *name, const void *bytes, size_t size);
/* That folder, and one in which other files of it are linked: data/worlds, for pictures. */
const char *fuzz_folder(void);
/* Removes a folder with the files in it, if it is there. */
void fuzz_remove(const char *folder);
/* Takes files of the data folder that end so as seeds, those up to `most` bytes. */
void fuzz_take_data(const char *folder, const char *ending, size_t most, fuzz_take *take,
                    void *user);

/* A dictionary for libFuzzer: the words of the field tables. */
void fuzz_write_dictionary(void);

#endif
