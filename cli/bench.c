/* kamm bench: what a substep costs on this machine, on each rung, at each width. The figures are reported by
 * bench_report.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "bench.h"

enum { SUBSTEPS = 10, WARM_SUBSTEPS = 300, ALONE_CALLS = 128, MIN_ROUNDS = 3 };
static const double default_seconds = 5, max_seconds = 3600;

/* -- The machine -- */
static void read_processor(char name[BENCH_TEXT])
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    snprintf(name, BENCH_TEXT, "unknown processor");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        line[strcspn(line, "\n")] = 0;
        snprintf(name, BENCH_TEXT, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    if (file) fclose(file);
}

static void read_machine(cli_bench_run *all)
{
    struct utsname names;
    read_processor(all->processor);
    if (uname(&names) == 0)
        snprintf(all->system, BENCH_TEXT, "%s %s", names.sysname, names.machine);
    all->cores = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __clang__
    snprintf(all->compiler, BENCH_TEXT, "%s", __VERSION__); /* begins with its name */
#else
    snprintf(all->compiler, BENCH_TEXT, "GCC %s", __VERSION__);
#endif
    all->own_width = kamm_width();
    for (int i = 0; i < BENCH_WIDTHS; ++i) {
        kamm_error error = {0};
        if (kamm_set_width(cli_bench_widths[i], &error))
            snprintf(all->reasons[i], sizeof all->reasons[i], "%s", error.text);
        else
            all->multiply_add_ns[i] = cli_multiply_add_ns(cli_bench_widths[i]);
    }
    kamm_set_width(0, NULL);
}

/* -- Measuring -- */
static kamm_cars *start_cars(const kamm_model *model, int count)
{
    kamm_cars *cars = kamm_create_cars(model, count, NULL);
    if (!cars) return NULL;
    kamm_start_busy_drive(cars);
    kamm_step(cars, &kamm_flat_ground, WARM_SUBSTEPS);
    return cars;
}

/* 0: out of memory. What the rung does not take is a reason. */
static int start_rung(cli_bench_run *all, kamm_rung rung)
{
    kamm_error error;
    cli_bench_rung *at = &all->rungs[all->rung_count++];
    *at = (cli_bench_rung){.rung = rung, .alone_ns = INFINITY};
    for (int i = 0; i < BENCH_WIDTHS; ++i) at->crowd_ns[i] = INFINITY;
    at->model = kamm_create_model(&all->car.def, rung, &error);
    if (!at->model) return snprintf(at->reason, sizeof at->reason, "%s", error.text), 1;
    at->crowd = start_cars(at->model, BENCH_CARS);
    at->alone = start_cars(at->model, 1);
    return at->crowd && at->alone;
}

static void clear(cli_bench_run *all)
{
    for (int i = 0; i < all->rung_count; ++i) {
        kamm_destroy_cars(all->rungs[i].crowd);
        kamm_destroy_cars(all->rungs[i].alone);
        kamm_destroy_model(all->rungs[i].model);
    }
}

static void measure_rung(cli_bench_run *all, cli_bench_rung *at)
{
    if (*at->reason) return;
    at->alone_ns = fmin(at->alone_ns, kamm_time_step_ns(at->alone, SUBSTEPS, ALONE_CALLS));
    for (int i = 0; i < BENCH_WIDTHS; ++i) {
        if (*all->reasons[i]) continue;
        kamm_set_width(cli_bench_widths[i], NULL);
        at->crowd_ns[i] = fmin(at->crowd_ns[i], kamm_time_step_ns(at->crowd, SUBSTEPS, 1));
    }
    kamm_set_width(0, NULL);
}

/* In turn, so that whatever else the machine does meets all alike. */
static void measure(cli_bench_run *all)
{
    double start_s = cli_now_s(), shown_s = 0;
    for (; all->rounds < MIN_ROUNDS || cli_now_s() - start_s < all->seconds; ++all->rounds) {
        for (int i = 0; i < all->rung_count; ++i) measure_rung(all, &all->rungs[i]);
        double passed_s = cli_now_s() - start_s;
        if (passed_s < shown_s + 0.2) continue;
        cli_show_progress(passed_s, all->seconds, "", fmax(0, all->seconds - passed_s));
        shown_s = passed_s;
    }
    cli_clear_progress();
    all->seconds = cli_now_s() - start_s;
}

/* -- The command -- */
static int take_seconds(const cli_arguments *arguments, double *seconds)
{
    const char *given = cli_option_value(arguments, "--seconds");
    *seconds = default_seconds;
    if (!given) return CLI_OK;
    char *end;
    *seconds = strtod(given, &end);
    if (end != given && !*end && *seconds > 0 && *seconds <= max_seconds) return CLI_OK;
    return cli_misused(arguments->command, "--seconds %s: above 0 to %g", given, max_seconds);
}

static int start_rungs(const cli_arguments *arguments, kamm_rung asked, cli_bench_run *all)
{
    int started = 0;
    for (int rung = 1; rung <= KAMM_RUNG_COUNT; ++rung) {
        if (cli_option_value(arguments, "--rung") && (kamm_rung)rung != asked) continue;
        if (!start_rung(all, (kamm_rung)rung)) return cli_fail_text("out of memory");
        started += !*all->rungs[all->rung_count - 1].reason;
    }
    return started ? CLI_OK : cli_fail_text("%s: %s", all->car.id, all->rungs[0].reason);
}

static int run(const cli_arguments *arguments)
{
    static cli_bench_run all;
    kamm_rung rung;
    const char *rate = cli_option_value(arguments, "--substeps");
    int status = take_seconds(arguments, &all.seconds);
    if (!status) status = cli_find_rung(arguments, &rung);
    if (!status) status = cli_load_car(arguments, cli_option_value(arguments, "--car"), &all.car);
    if (!status && rate) status = cli_take_substeps(arguments, rate, rung, &all.car);
    if (!status) status = start_rungs(arguments, rung, &all);
    if (!status) {
        read_machine(&all);
        measure(&all);
        if (cli_option_value(arguments, "--json"))
            cli_print_bench_json(&all);
        else
            cli_print_bench(&all);
    }
    clear(&all);
    return status;
}

const cli_command cli_bench = {
    "bench",
    "[OPTION]…",
    "computing time of a car on this machine",
    "Measures the time of a substep of a car, in one thread: alone and with many cars, on each rung, at each\n"
    "width that the build and the machine have. The minimum of many rounds counts, because other programs use\n"
    "the machine as well. It also prints the time in multiply-adds, measured in the same run: their number at\n"
    "that width in the time of a car's substep.",
    0,
    0,
    {CLI_CAR_OPTION,
     CLI_RUNG_OPTION,
     CLI_TYRE_OPTION,
     CLI_SET_OPTION,
     CLI_SUBSTEPS_OPTION,
     {"--seconds", "S", "measuring time; default 5"},
     {"--json", NULL, "the same for programs; null: not measured"}},
    run};
