/* What the tests of scenario files share: a folder with a file of theirs. */
#ifndef KAMM_TEST_SUPPORT_SCENARIOS_H
#define KAMM_TEST_SUPPORT_SCENARIOS_H

#include "vehicle_files.h"

#include <kamm/io/scenario.h>

/* The file in the folder, and the error of the last reading. */
extern char scenario_path[128];
extern kamm_error scenario_error;

/* Makes the folder; remove_folder removes it. */
int set_up_scenarios(void **state);
/* Writes the text as the file, and reads it; NULL: scenario_error has the reason. */
kamm_scenario *read_scenario(const char *text);
/* A scenario with one figure, of three cars that roll for 2 s at 20 m/s; overwritten by the next call. */
const char *with_figure(const char *value, const char *unit);

#endif
