/* Scenarios for users: they are loaded, and run on a car. */
#include "lab/scenario.h"

#include <math.h>
#include <string.h>

#include <kamm/io/world_file.h>

#include "base/float_mode.h"
#include "io/data_folder.h"
#include "io/json_file.h"

/* -- Loading -- */
kamm_scenario *kamm_load_scenario(const char *name_or_path, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, name_or_path, NULL);
    kamm_error ignored;
    if (!error) error = &ignored;
    kamm_scenario *scenario = kamm_allocate(sizeof *scenario);
    if (!scenario) {
        kamm_fail(error, KAMM_ERROR_MEMORY, "", "%.100s: out of memory", name_or_path);
        return NULL;
    }
    kamm_result result = kamm_find_data("scenarios", name_or_path, NULL, scenario->path, error);
    if (!result) result = kamm_scenario_read(scenario->path, scenario, error);
    if (result) {
        kamm_release(scenario);
        return NULL;
    }
    kamm_file_id(scenario->path, scenario->id);
    scenario->test.name = scenario->id, scenario->test.title = scenario->title;
    scenario->test.doc = scenario->doc, scenario->test.standard = scenario->standard;
    scenario->test.figures = scenario->infos;
    scenario->run = kamm_run_scenario;
    return scenario;
}

int kamm_is_scenario_file(const char *name_or_path)
{
    KAMM_REQUIRE(name_or_path, 0);
    char path[KAMM_PATH_TEXT];
    kamm_error error;
    if (kamm_find_data("scenarios", name_or_path, NULL, path, &error)) return 0;
    cJSON *json = kamm_load_json(path, &error);
    int has_runs = cJSON_GetObjectItemCaseSensitive(json, "runs") != NULL;
    cJSON_Delete(json);
    return has_runs;
}

void kamm_destroy_scenario(kamm_scenario *scenario) { kamm_release(scenario); }

const kamm_road_test *kamm_describe_scenario(const kamm_scenario *scenario)
{
    KAMM_REQUIRE(scenario, NULL);
    return &scenario->test;
}

/* -- Values of several cases -- */
/* The mean of all, of which each has to have a value; the others take what there is. */
static double value_across(const double *values, int count, enum scenario_across across)
{
    double sum = 0, found = NAN;
    if (across == ACROSS_FIRST) return values[0];
    if (across == ACROSS_LAST) return values[count - 1];
    for (int i = 0; i < count; ++i) {
        sum += values[i];
        if (isnan(values[i])) continue;
        if (isnan(found)) found = values[i];
        found = across == ACROSS_LOWEST ? fmin(found, values[i]) : fmax(found, values[i]);
    }
    return across == ACROSS_MEAN ? sum / count : found;
}

/* -- A run -- */
struct job {
    const kamm_scenario *scenario;
    const struct scenario_run *run;
    kamm_bench *bench;
    struct scenario_case *cases;
    struct scenario_trace trace;
    double slots[SCENARIO_SLOTS]; /* known to all runs */
    char note[128];               /* why later runs are not driven; "": they are */
};

static double value_of(const struct job *job, int32_t car, int32_t expression)
{
    const struct scenario_view view = {job->scenario, job->bench, &job->cases[car], &job->trace,
                                       car};
    return kamm_scenario_evaluate(&view, expression);
}

static void set_variables(const struct job *job)
{
    const struct scenario_run *run = job->run;
    for (int32_t car = 0; car < run->case_count; ++car) {
        double *slots = job->cases[car].slots;
        memcpy(slots, job->slots, sizeof job->slots);
        for (int32_t i = 0; i < run->variable_count; ++i)
            slots[run->variable_slots[i]] = value_of(job, car, run->variables[i][car]);
        if (run->solve_slot >= 0) slots[run->solve_slot] = value_of(job, car, run->solve_first);
    }
}

/* The values of a case that is over, in their order: each may use those before it. */
static void find_values(const struct job *job)
{
    for (int32_t car = 0; car < job->run->case_count; ++car)
        for (int32_t i = 0; i < job->run->value_count; ++i) {
            const struct scenario_value *value = &job->run->values[i];
            job->cases[car].slots[value->slot] = value_of(job, car, value->value);
        }
}

static int drive(struct job *job, int run, int recorded)
{
    if (!kamm_scenario_drive(job->scenario, run, job->bench, job->cases, &job->trace, recorded))
        return 0;
    find_values(job);
    return 1;
}

/* Whether the variable is found; otherwise a better one is in its slot. */
static int improve(const struct job *job, int32_t car, int is_last)
{
    const struct scenario_run *run = job->run;
    struct scenario_case *now = &job->cases[car];
    double reached = value_of(job, car, run->solve_reached),
           target = value_of(job, car, run->solve_target);
    if (now->has_failed) return 1;
    if (fabs(reached - target) < value_of(job, car, run->solve_tolerance)) return 1;
    if (is_last) {
        now->has_failed = 1;
        snprintf(now->note, sizeof now->note, "%.4g reached instead of %.4g", reached, target);
    }
    double share = target / reached;
    now->slots[run->solve_slot] *= isnan(share) ? 0.5 : fmin(fmax(share, 0.5), 3);
    return 0;
}

/* Repeats the run until all cases have found their variable, or for as often as it may be. */
static int solve(struct job *job, int run)
{
    for (int attempt = 1; attempt <= job->run->solve_attempts; ++attempt) {
        int found = 0, is_last = attempt == job->run->solve_attempts;
        if (!drive(job, run, -1)) return 0;
        for (int32_t car = 0; car < job->run->case_count; ++car)
            found += improve(job, car, is_last);
        if (found == job->run->case_count) break;
    }
    return 1;
}

static void require(const struct job *job)
{
    for (int32_t car = 0; car < job->run->case_count; ++car) {
        struct scenario_case *now = &job->cases[car];
        for (int32_t i = 0; i < job->run->require_count && !now->has_failed; ++i) {
            double value = value_of(job, car, job->run->requires[i].condition);
            if (value != 0 && !isnan(value)) continue;
            now->has_failed = 1;
            memcpy(now->note, job->run->requires[i].note, sizeof job->run->requires[i].note);
        }
    }
}

static const char *first_note(const struct job *job)
{
    for (int32_t car = 0; car < job->run->case_count; ++car)
        if (job->cases[car].has_failed) return job->cases[car].note;
    return "";
}

/* What later runs know of this one. Without a value there is no sense in them. */
static void share_values(struct job *job)
{
    double values[SCENARIO_CASES] = {0};
    for (int32_t i = 0; i < job->run->value_count; ++i) {
        const struct scenario_value *value = &job->run->values[i];
        for (int32_t car = 0; car < job->run->case_count; ++car)
            values[car] = job->cases[car].has_failed ? NAN : job->cases[car].slots[value->slot];
        double shared = value_across(values, job->run->case_count, value->across);
        job->slots[value->shared_slot] = shared;
        if (!isnan(shared) || *job->note) continue;
        snprintf(job->note, sizeof job->note, "%s",
                 *first_note(job) ? first_note(job) : "a value of an earlier run is missing");
    }
}

static void find_figure(struct job *job, int index)
{
    const struct scenario_figure *figure = &job->scenario->figures[index];
    double values[SCENARIO_CASES] = {0};
    if (figure->needs && kamm_bench_lacks(job->bench, index, figure->needs)) return;
    for (int32_t car = 0; car < job->run->case_count; ++car)
        values[car] = job->cases[car].has_failed ? NAN : value_of(job, car, figure->value);
    double value = value_across(values, job->run->case_count, figure->across);
    if (isfinite(value))
        kamm_bench_found(job->bench, index, value * figure->unit.over / figure->unit.times);
    else
        kamm_bench_missed(job->bench, index, "%s",
                          *first_note(job)   ? first_note(job)
                          : *figure->missing ? figure->missing
                                             : "not reached");
}

static int drive_run(struct job *job, int run)
{
    int is_last = run == job->scenario->run_count - 1;
    int recorded = is_last && kamm_bench_is_recorded(job->bench) ? job->run->recorded : -1;
    int solves = job->run->solve_slot >= 0;
    set_variables(job);
    if (solves && !solve(job, run)) return 0;
    if ((!solves || (recorded >= 0 && !*first_note(job))) && !drive(job, run, recorded)) return 0;
    require(job);
    return 1;
}

static int do_run(struct job *job, int run)
{
    const kamm_scenario *scenario = job->scenario;
    job->run = &scenario->runs[run];
    int is_driven = !*job->note;
    if (is_driven && !drive_run(job, run)) return 0;
    for (int i = 0; i < scenario->test.figure_count; ++i) {
        if (scenario->figures[i].run != run) continue;
        if (is_driven)
            find_figure(job, i);
        else
            kamm_bench_missed(job->bench, i, "%s", job->note);
    }
    if (is_driven) share_values(job);
    return 1;
}

/* -- The ground -- */
static void ask_sides(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const kamm_split_road *road = user;
    for (int i = 0; i < count; ++i)
        contacts[i] = probes[i].position_m[1] > 0 ? road->left : road->right;
}

static kamm_result find_plane(const char *name, kamm_contact *plane, kamm_error *error)
{
    kamm_surface_set set;
    kamm_result result = kamm_load_surfaces(NULL, &set, NULL, error);
    if (result) return result;
    const kamm_surface *surface = kamm_surface_named(&set, name);
    if (!surface)
        return kamm_fail(error, KAMM_ERROR_UNKNOWN, name, "surfaces.json: there is no surface %s",
                         name);
    result = kamm_check_roughness(surface, 0, error);
    if (!result) *plane = kamm_surface_ground(surface).plane;
    return result;
}

static kamm_result lay_ground(const kamm_scenario *scenario, kamm_bench *bench,
                              kamm_split_road *road)
{
    kamm_result result = KAMM_OK;
    if (!bench->options->surface) {
        if (*scenario->surface)
            result = find_plane(scenario->surface, &bench->ground.plane, bench->error);
        if (!isnan(scenario->friction)) bench->ground.plane.friction = (float)scenario->friction;
    }
    if (result || !*scenario->surface_left) return result;
    road->right = bench->ground.plane;
    bench->ground.query = ask_sides;
    bench->ground.user = road;
    return find_plane(scenario->surface_left, &road->left, bench->error);
}

/* -- All -- */
/* A rider steers by leaning: only lanes can be asked for. */
static kamm_result check_ridden(const kamm_scenario *scenario, const kamm_vehicle_file *car,
                                kamm_error *error)
{
    if (!kamm_rides_on_two_wheels(&car->def)) return KAMM_OK;
    for (int32_t i = 0; i < scenario->run_count; ++i) {
        const struct scenario_run *run = &scenario->runs[i];
        for (int32_t k = 0; k < run->phase_count; ++k) {
            const struct scenario_phase *phase = &run->phases[k];
            if (phase->steering < 0 && phase->circle < 0 && !phase->has_path) continue;
            return kamm_fail(error, KAMM_ERROR_RANGE, scenario->id,
                             "%s turns the steering wheel, which vehicles with two wheels in line "
                             "do not have",
                             scenario->id);
        }
    }
    return KAMM_OK;
}

static kamm_result run_all(const kamm_scenario *scenario, kamm_bench *bench)
{
    kamm_split_road road = {0};
    struct job *job = kamm_allocate(sizeof *job);
    struct scenario_case *cases = kamm_allocate_array(SCENARIO_CASES, sizeof *cases);
    kamm_result result = lay_ground(scenario, bench, &road);
    int well = job && cases && !result;
    if (well) {
        *job = (struct job){.scenario = scenario, .bench = bench, .cases = cases};
        kamm_scenario_read_car(scenario, bench, job->slots);
        for (int32_t i = 0; i < scenario->constant_count; ++i) {
            memcpy(cases[0].slots, job->slots, sizeof job->slots);
            job->slots[scenario->constant_slots[i]] = value_of(job, 0, scenario->constants[i]);
        }
    }
    for (int run = 0; well && run < scenario->run_count; ++run) well = do_run(job, run);
    if (job) kamm_release(job->trace.samples);
    kamm_release(job);
    kamm_release(cases);
    if (result || well) return result;
    if (bench->outcome) return bench->outcome;
    return kamm_fail(bench->error, KAMM_ERROR_MEMORY, scenario->id, "%s: out of memory",
                     scenario->id);
}

kamm_result kamm_run_scenario(const kamm_scenario *scenario, const kamm_vehicle_file *car,
                              const kamm_test_options *options, kamm_test_result *result,
                              kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, scenario && car && result, KAMM_ERROR_MISUSE);
    kamm_result outcome = kamm_check_options(&scenario->test, options, error);
    if (!outcome) outcome = check_ridden(scenario, car, error);
    if (outcome) return outcome;
    kamm_bench bench;
    outcome = kamm_bench_build(&bench, car, options, error);
    if (outcome) return outcome;
    kamm_start_result(&scenario->test, car, result);
    bench.result = result;
    outcome = run_all(scenario, &bench);
    kamm_bench_clear(&bench);
    return outcome ? outcome : kamm_check_csv(bench.options->csv, error);
}
