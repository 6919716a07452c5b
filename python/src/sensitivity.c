/* Which parameters matter for a road test, and how uncertain its figures are. */
#include "lab.h"

#include <stdlib.h>
#include <string.h>

#include <kamm/io/scenario.h>
#include <kamm/io/sensitivity.h>

/* In memory of its own: too much for the stack of a thread. */
struct sensitivity_job {
    kamm_sensitivity_def def;
    kamm_factor factors[KAMM_MAX_FACTORS];
    kamm_vehicle_file car;
    struct lab_request request;
};

static int is_stopped(void *user) { return kamm_is_lab_stopped(user); }

static void count_runs(int32_t done, int32_t runs, void *user)
{
    kamm_count_lab_runs(user, done, runs);
}

/* None: all that rules estimate; else [(path, low, high)], of which low = high = 0 takes the rule's range. */
static int take_factors(const struct core *core, PyObject *given, struct sensitivity_job *job)
{
    kamm_error error;
    job->def.factors = job->factors;
    if (given == Py_None) {
        job->def.factor_count = kamm_list_factors(&job->car.def, job->factors, KAMM_MAX_FACTORS);
        return 0;
    }
    if (PyList_Size(given) > KAMM_MAX_FACTORS) {
        PyErr_Format(PyExc_ValueError, "vary: %zd parameters; allowed: at most %d",
                     PyList_Size(given), KAMM_MAX_FACTORS);
        return -1;
    }
    for (Py_ssize_t i = 0; i < PyList_Size(given); ++i) {
        kamm_factor *factor = &job->factors[job->def.factor_count++];
        const char *path;
        double low, high;
        if (!PyArg_ParseTuple(PyList_GetItem(given, i), "sdd", &path, &low, &high)) return -1;
        if (strlen(path) >= sizeof factor->path) {
            PyErr_Format(PyExc_ValueError, "%s: longer than a path can be", path);
            return -1;
        }
        strcpy(factor->path, path);
        factor->low = low, factor->high = high;
        if (low == 0 && high == 0 && kamm_read_factor(path, &job->car.def, factor, &error))
            return kamm_raise(core, &error) ? 0 : -1;
    }
    return 0;
}

static int take_method(const char *word, kamm_sensitivity_def *def)
{
    for (int i = KAMM_MORRIS; i <= KAMM_BAND; ++i) {
        def->method = (kamm_sensitivity_method)i;
        if (strcmp(word, kamm_sensitivity_word(def->method)) == 0) return 0;
    }
    PyErr_Format(PyExc_ValueError, "method: %s; allowed: morris, sobol, band", word);
    return -1;
}

/* [(path, low, high, rule)]; the rule "" is the caller's own range. */
static PyObject *describe_factors(const kamm_sensitivity_def *def)
{
    PyObject *list = PyList_New(def->factor_count);
    for (int i = 0; list && i < def->factor_count; ++i) {
        const kamm_factor *f = &def->factors[i];
        PyList_SetItem(list, i,
                       Py_BuildValue("(sdds)", f->path, f->low, f->high, f->rule ? f->rule : ""));
    }
    return list;
}

/* [(figure, unit, nominal, mean, deviation, low95, high95, effects)], of which an effect is
 * (mean, mean_amount, deviation, first, total). */
static PyObject *describe_figures(const kamm_sensitivity *found)
{
    PyObject *list = PyList_New(found->test->figure_count);
    for (int f = 0; list && f < found->test->figure_count; ++f) {
        const kamm_figure_band *band = &found->bands[f];
        PyObject *effects = PyList_New(found->factor_count);
        for (int i = 0; effects && i < found->factor_count; ++i) {
            const kamm_effect *e = &found->effects[f * found->factor_count + i];
            PyList_SetItem(effects, i,
                           Py_BuildValue("(ddddd)", e->mean, e->mean_amount, e->deviation, e->first,
                                         e->total));
        }
        PyList_SetItem(list, f,
                       Py_BuildValue("(ssdddddN)", found->test->figures[f].name,
                                     found->test->figures[f].unit, band->nominal, band->mean,
                                     band->deviation, band->low95, band->high95, effects));
    }
    return list;
}

static PyObject *find(const struct core *core, struct sensitivity_job *job)
{
    kamm_error error;
    kamm_sensitivity *found;
    job->def.car = &job->car;
    job->def.options = job->request.options;
    job->def.options.is_stopped = is_stopped;
    job->def.options.user = &job->request;
    job->def.progress = count_runs;
    Py_BEGIN_ALLOW_THREADS found = kamm_find_sensitivity(&job->def, &error);
    Py_END_ALLOW_THREADS if (!found) return kamm_raise(core, &error);
    PyObject *told = Py_BuildValue("(NNii)", describe_factors(&job->def), describe_figures(found),
                                   (int)found->runs, (int)found->failed);
    kamm_destroy_sensitivity(found);
    return told;
}

/* find_sensitivity(test, vehicle, factors, method, samples, seed, threads, rung, surface, world, substeps_per_s, stop). */
PyObject *kamm_find_one_sensitivity(PyObject *module, PyObject *args)
{
    const struct core *core = kamm_core_of(module);
    struct sensitivity_job *job = calloc(1, sizeof *job);
    if (!job) return PyErr_NoMemory();
    struct lab_request *request = &job->request;
    kamm_sensitivity_def *def = &job->def;
    PyObject *vehicle, *factors, *told = NULL;
    const char *method;
    if (PyArg_ParseTuple(args, "sO!OsiIisOzdO", &def->test, core->vehicle, &vehicle, &factors,
                         &method, &def->samples, &def->seed, &def->threads, &request->rung,
                         &request->surface_given, &request->world, &request->options.substeps_per_s,
                         &request->stop_given) &&
        kamm_take_lab_request(core, request) == 0) {
        job->car = *((struct vehicle *)vehicle)->file;
        if (take_method(method, def) == 0 && take_factors(core, factors, job) == 0 &&
            kamm_take_scenario(core, def->test, request) == 0)
            told = find(core, job);
    }
    kamm_drop_lab_request(request);
    free(job);
    return told;
}
