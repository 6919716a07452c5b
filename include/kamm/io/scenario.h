/* Scenarios: road tests as JSON files, which users add without compiling (library kamm_io). docs/scenarios.md describes
 * them.
 *
 *     kamm_scenario *scenario = kamm_load_scenario("lift-off", &error);
 *     kamm_test_result result;
 *     if (scenario && kamm_run_scenario(scenario, &file, NULL, &result, &error) == KAMM_OK)
 *         printf("%s %g %s\n", result.figures[0].name, result.figures[0].value,
 *                result.figures[0].unit);
 *     kamm_destroy_scenario(scenario);
 */
#ifndef KAMM_IO_SCENARIO_H
#define KAMM_IO_SCENARIO_H

#include <kamm/export.h>
#include <kamm/io/lab.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A scenario that was read. It does not change; several threads may run it at the same time. */
typedef struct kamm_scenario kamm_scenario;

/* Reads a scenario by path, or by name from data/scenarios ("lift-off"). NULL: an error, whose text names file, path,
 * value and allowed values. The caller calls kamm_destroy_scenario. */
KAMM_IO_API kamm_scenario *kamm_load_scenario(const char *name_or_path, kamm_error *error);
/* Returns 1 if the file exists and has runs, as only scenarios do. It may contain errors. */
KAMM_IO_API int kamm_is_scenario_file(const char *name_or_path);
/* Releases a scenario. NULL is ignored. */
KAMM_IO_API void kamm_destroy_scenario(kamm_scenario *scenario);

/* Returns the scenario as a road test: name, title, figures. It lives as long as the scenario. */
KAMM_IO_API const kamm_road_test *kamm_describe_scenario(const kamm_scenario *scenario);

/* Runs a scenario on a car, like kamm_run_test. The result refers to the scenario's texts. Errors: those of
 * kamm_run_test. Vehicles with two wheels in line are RANGE if the scenario steers other than by lane. */
KAMM_IO_API kamm_result kamm_run_scenario(const kamm_scenario *scenario,
                                          const kamm_vehicle_file *car,
                                          const kamm_test_options *options,
                                          kamm_test_result *result, kamm_error *error);

/* Writes the JSON Schema of scenario files. Errors: FILE. */
KAMM_IO_API kamm_result kamm_write_scenario_schema(FILE *out, kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
