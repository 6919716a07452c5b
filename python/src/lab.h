/* Shared code of road tests and their sweeps: the options of both, and the way to stop them. */
#ifndef KAMM_PYTHON_LAB_H
#define KAMM_PYTHON_LAB_H

#include "core.h"

#include <kamm/io/lab.h>
#include <kamm/io/scenario.h>

/* Options as Python gives them: the names of rung and world, a surface as its name, its friction or None, a rate (0: the test's
 * own), an array of one int32, which another thread sets to something else than 0 to end the call. */
struct lab_request {
    kamm_test_options options;
    kamm_surface surface;
    PyObject *surface_given, *stop_given;
    const char *rung, *world; /* world NULL: none */
    Py_buffer stop;
    int has_stop;
    kamm_scenario *scenario; /* of kamm_take_scenario; NULL: a compiled test is run */
};
/* Fills the options from what was parsed into the members. Raises; `request` is to be dropped either way. */
int kamm_take_lab_request(const struct core *core, struct lab_request *request);
/* Loads the scenario that a test's name or path stands for, if it is no compiled test. Raises. */
int kamm_take_scenario(const struct core *core, const char *test, struct lab_request *request);
void kamm_drop_lab_request(struct lab_request *request);
/* Tells who waits how many of its runs a call has done. */
void kamm_count_lab_runs(const struct lab_request *request, int done, int all);
/* Returns 1 if an accepted request was stopped. */
int kamm_is_lab_stopped(const struct lab_request *request);

#endif
