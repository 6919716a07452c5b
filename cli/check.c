/* kamm check: is that file right? */
#include <kamm/io/combination_file.h>
#include <kamm/io/diagnosis.h>
#include <kamm/io/report.h>
#include <kamm/io/world_file.h>
#include <string.h>

#include "cli.h"

static const char *const class_words[] = {KAMM_MOTOR_CLASS_CHOICES(KAMM_WORD)};

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static int is_figure_of(const kamm_road_test *test, const char *name)
{
    size_t length = strlen(test->name);
    if (strncmp(name, test->name, length) != 0 || name[length] != '.') return 0;
    for (int j = 0; j < test->figure_count; ++j)
        if (strcmp(name + length + 1, test->figures[j].name) == 0) return 1;
    return 0;
}

/* "lift-off.deceleration_mps2": of the data folder. */
static int is_figure_of_scenario(const char *name)
{
    char test[64];
    kamm_error error;
    size_t length = strcspn(name, ".");
    if (length >= sizeof test) return 0;
    snprintf(test, sizeof test, "%.*s", (int)length, name);
    kamm_scenario *scenario = cli_names_scenario(test) ? kamm_load_scenario(test, &error) : NULL;
    int is_known = scenario && is_figure_of(kamm_describe_scenario(scenario), name);
    kamm_destroy_scenario(scenario);
    return is_known;
}

static int is_known_figure(const char *name)
{
    for (int i = 0; i < kamm_road_test_count(); ++i)
        if (is_figure_of(kamm_road_test_at(i), name)) return 1;
    for (int i = 0; i < kamm_two_wheeler_test_count(); ++i)
        if (is_figure_of(kamm_two_wheeler_test_at(i), name)) return 1;
    return is_figure_of_scenario(name);
}

/* Share of the weight on an axle, in percent: of two axles by the lever, of more by the springs at
 * rest. */
static double axle_percent(const kamm_model_info *info, int axle)
{
    double front = 1 - info->cg_behind_front_axle_m / info->wheelbase_m, load = 0, sum = 0;
    if (info->axle_count == 2) return axle ? 100 - 100 * front : 100 * front;
    for (int w = 0; w < info->wheel_count; ++w) {
        sum += info->static_load_n[w];
        if (info->wheel_axle[w] == axle) load += info->static_load_n[w];
    }
    return 100 * load / sum;
}

static void print_car(const kamm_model_info *info, const kamm_vehicle_file *car)
{
    printf("%s: well: %s, %.0f kg, ", car->path, car->def.name, info->mass_kg);
    for (int axle = 0; axle < info->axle_count; ++axle)
        printf("%s%.0f", axle ? ":" : "", axle_percent(info, axle));
    printf(", wheelbase %.3f m, %d gears\n", info->wheelbase_m, (int)info->gear_count);
}

static void print_limits(const kamm_model_info *info)
{
    printf(
        "  limits: %.2f m/s2 up to %.1f m/s and less above, %.1f m/s; %.1f m/s backwards; brakes "
        "%.2f m/s2\n",
        info->max_acceleration_mps2, info->switch_speed_mps, info->top_speed_mps,
        info->reverse_speed_mps, info->max_braking_mps2);
}

/* -1: to be guessed; -2: there is no such class, which it says. */
static int find_class(const cli_arguments *arguments)
{
    const char *word = cli_option_value(arguments, "--class");
    if (!word) return -1;
    for (int i = 0; i < KAMM_CLASS_CARAVAN; ++i)
        if (strcmp(word, class_words[i]) == 0) return i;
    const char *nearest = cli_nearest(word, class_words, KAMM_CLASS_CARAVAN);
    cli_misused(arguments->command, "there is no class %s; %s %s", word,
                nearest ? "did you mean" : "the first is", nearest ? nearest : class_words[0]);
    return -2;
}

static void print_figure(const kamm_diagnosed *f)
{
    const char *unit = strcmp(f->unit, "1") ? f->unit : "";
    printf("    %-30s %8.3g %-6s usual %.3g to %.3g%s%s\n", f->name, f->value, unit, f->low,
           f->high, *f->remark ? ": " : "", f->remark);
}

/* The figures beside the class's ranges. Trailers and two-wheelers have none. */
static int print_diagnosis(const kamm_vehicle_file *car, int body)
{
    kamm_diagnosis d;
    kamm_error error;
    if (kamm_diagnose(&car->def, body, &d, &error)) return CLI_OK;
    printf("  judged as %s%s\n", class_words[d.body],
           body < 0 ? ", a guess; --class CLASS chooses another" : "");
    for (int i = 0; i < d.count; ++i) print_figure(&d.figures[i]);
    for (int i = 0; i < d.failure_count; ++i) printf("  failure: %s\n", d.failures[i]);
    return d.failure_count ? CLI_BAD_DATA : CLI_OK;
}

static int write_html(const cli_arguments *arguments, const kamm_vehicle_file *car, int body)
{
    cli_file file;
    kamm_error error, unwritten;
    const char *path = cli_option_value(arguments, "--html");
    if (!path) return CLI_OK;
    if (!cli_open(&file, path, &error)) return cli_fail(&error);
    kamm_result result = kamm_write_diagnosis(car, body, file.file, &error);
    if (!cli_close(&file, result == KAMM_OK, &unwritten) && !result) return cli_fail(&unwritten);
    return result ? cli_fail(&error) : CLI_OK;
}

static int check_car(const cli_arguments *arguments, const char *path, int body)
{
    static kamm_vehicle_file car;
    kamm_notes notes = {0};
    kamm_error error;
    if (kamm_load_vehicle(path, &car, &notes, &error)) return cli_fail(&error);
    kamm_notes refusals = {0};
    kamm_model *model = cli_compile_highest(&car.def, &refusals, &error);
    if (!model) return cli_fail_text("%s: %s", car.path, error.text);
    kamm_model_info info = kamm_describe(model);
    kamm_destroy_model(model);
    print_car(&info, &car);
    print_limits(&info);
    int status = print_diagnosis(&car, body);
    cli_print_notes(&refusals, stdout);
    cli_print_notes(&notes, stdout);
    for (int i = 0; i < car.published_count; ++i)
        if (!is_known_figure(car.published[i].name))
            printf("  note: published %s: no road test has that figure, see kamm list tests\n",
                   car.published[i].name);
    int written = write_html(arguments, &car, body);
    return written ? written : status;
}

static int check_tyre(const char *path)
{
    kamm_tyre_def tyre;
    kamm_notes notes = {0};
    kamm_error error;
    if (kamm_load_tyre(path, &tyre, &notes, &error)) return cli_fail(&error);
    printf("%s: well: %s\n", path, tyre.name);
    cli_print_notes(&notes, stdout);
    return CLI_OK;
}

/* What only a world has to hold is checked as well. */
static int check_world(const char *path)
{
    kamm_world_file file;
    kamm_notes notes = {0};
    kamm_error error;
    if (kamm_load_world(path, &file, &notes, &error)) return cli_fail(&error);
    kamm_world *world = kamm_create_world(&file.def, &error);
    int status = world ? CLI_OK : cli_fail_text("%s: %s", file.path, error.text);
    if (world)
        printf("%s: well: %s, bodies: %d, paths: %d, starts: %d\n", file.path, file.name,
               (int)file.def.body_count, (int)file.path_count, (int)file.start_count);
    cli_print_notes(&notes, stdout);
    kamm_destroy_world(world);
    kamm_destroy_world_file(&file);
    return status;
}

static void print_units(const kamm_combination_file *file, kamm_model *const *models)
{
    double mass_kg = 0;
    for (int u = 0; u < file->unit_count; ++u) mass_kg += kamm_describe(models[u]).mass_kg;
    printf("%s: well: %s, %.0f kg", file->path, file->name, mass_kg);
    for (int u = 0; u < file->unit_count; ++u) printf("%s%s", u ? " + " : ": ", file->units[u].id);
    putchar('\n');
}

/* What rests on the hitches, of combinations on springs: rolling free, as wheels that brakes hold while springs sink brace the
 * units against each other. */
static void print_hitches(kamm_combinations *combinations)
{
    int units = kamm_combination_units(combinations);
    kamm_inputs(kamm_combination_cars(combinations, 0))[0].gear = 0;
    kamm_step_combinations(combinations, &kamm_flat_ground, 2400);
    for (int u = 1; u < units; ++u) {
        kamm_hitch_state hitch;
        kamm_read_hitch(combinations, 0, u, &hitch);
        printf("  unit %d rests on the hitch of unit %d by %.0f N\n", u, u - 1, hitch.force_n[2]);
    }
}

static int check_combination(const char *path)
{
    kamm_combination_file file;
    kamm_notes notes = {0};
    kamm_error error;
    kamm_model *models[KAMM_MAX_UNITS];
    if (kamm_load_combination(path, &file, &notes, &error)) return cli_fail(&error);
    int status = kamm_create_unit_models(&file, KAMM_RUNG_DEFAULT, models, &error)
                     ? cli_fail(&error)
                     : CLI_OK;
    if (!status) {
        kamm_combinations *combinations =
            kamm_create_combinations((const kamm_model *const *)models, file.unit_count, 1, &error);
        if (combinations) print_units(&file, models), print_hitches(combinations);
        if (!combinations) status = cli_fail_text("%s: %s", file.path, error.text);
        kamm_destroy_combinations(combinations);
        for (int u = 0; u < file.unit_count; ++u) kamm_destroy_model(models[u]);
    }
    cli_print_notes(&notes, stdout);
    kamm_destroy_combination_file(&file);
    return status;
}

static int check_scenario(const char *path)
{
    kamm_error error;
    kamm_scenario *scenario = kamm_load_scenario(path, &error);
    if (!scenario) return cli_fail(&error);
    const kamm_road_test *test = kamm_describe_scenario(scenario);
    printf("%s: well: %s, figures: %d\n", path, test->title, (int)test->figure_count);
    kamm_destroy_scenario(scenario);
    return CLI_OK;
}

static int is_vehicle(const char *path, int all_tyres)
{
    return !all_tyres && !ends_with(path, ".tir") && !kamm_is_world_file(path) &&
           !kamm_is_combination_file(path) && !kamm_is_scenario_file(path);
}

static int run(const cli_arguments *arguments)
{
    int status = CLI_OK, all_tyres = cli_option_value(arguments, "--tyre") != NULL;
    int body = find_class(arguments);
    if (body < -1) return CLI_USAGE;
    if (cli_option_value(arguments, "--html") && arguments->word_count > 1)
        return cli_misused(arguments->command, "--html: of one vehicle; kamm report has several");
    for (int i = 0; i < arguments->word_count; ++i) {
        const char *path = arguments->words[i];
        if (cli_option_value(arguments, "--html") && !is_vehicle(path, all_tyres))
            return cli_misused(arguments->command, "--html: %s is no vehicle", path);
        int one = all_tyres || ends_with(path, ".tir") ? check_tyre(path)
                  : kamm_is_world_file(path)           ? check_world(path)
                  : kamm_is_combination_file(path)     ? check_combination(path)
                  : kamm_is_scenario_file(path)        ? check_scenario(path)
                                                       : check_car(arguments, path, body);
        if (one) status = one;
    }
    return status;
}

const cli_command cli_check = {
    "check",
    "FILE…",
    "checks a file: errors, values without a source",
    "Reads files of vehicles, combinations, worlds and scenarios (or names from the data folder) and .tir files and\n"
    "reports errors and notes: values without a source, missing or unknown keys. Vehicles are judged:\n"
    "ride, roll, steer, brakes, gears and tyres, beside the usual range of their class. The exit status is 1\n"
    "as well where a vehicle can't steer, drive or brake.",
    1,
    CLI_MAX_WORDS,
    {{"--tyre", NULL, "the files are tyres, also those in .json"},
     {"--html", "FILE", "writes the data, diagnosis and sources of a vehicle as an HTML file"},
     {"--class", "CLASS", "class whose ranges are usual, as of kamm new; default: a guess"}},
    run};
