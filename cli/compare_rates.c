/* kamm compare --substeps: one road test of one car at several rates of substeps. */
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

enum { MIN_RATES = 2, MAX_RATES = 16, NAME_WIDTH = 38, COLUMN_WIDTH = 11 };

typedef struct {
    int count;
    double per_s[MAX_RATES]; /* ascending: the last one is the reference */
} rate_list;

static int insert(const cli_arguments *arguments, double per_s, rate_list *list)
{
    int at = list->count;
    for (int i = 0; i < list->count; ++i)
        if (list->per_s[i] == per_s)
            return cli_misused(arguments->command, "--substeps: %g is there twice", per_s);
    if (list->count == MAX_RATES)
        return cli_misused(arguments->command, "--substeps: more than %d rates", MAX_RATES);
    for (; at > 0 && list->per_s[at - 1] > per_s; --at) list->per_s[at] = list->per_s[at - 1];
    list->per_s[at] = per_s;
    ++list->count;
    return CLI_OK;
}

/* Each rate is checked by putting it on the car. */
static int read_rates(const cli_arguments *arguments, const char *text, kamm_rung rung,
                      kamm_vehicle_file *car, rate_list *list)
{
    int status = CLI_OK;
    for (const char *next = text; next && !status;) {
        char rate[64];
        const char *comma = strchr(next, ',');
        snprintf(rate, sizeof rate, "%.*s", comma ? (int)(comma - next) : 63, next);
        status = cli_take_substeps(arguments, rate, rung, car);
        if (!status) status = insert(arguments, car->def.stepping.substeps_per_s, list);
        next = comma ? comma + 1 : NULL;
    }
    if (!status && list->count < MIN_RATES)
        return cli_misused(arguments->command, "--substeps: %d to %d rates, such as 600,1200,2400",
                           MIN_RATES, MAX_RATES);
    return status;
}

static void say_rate(const rate_list *list, int done)
{
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r%60s\r", "");
    if (done < list->count)
        fprintf(stderr, "%d of %d rates done, now %g/s", done, list->count, list->per_s[done]);
}

static int run_rates(const cli_arguments *arguments, const kamm_vehicle_file *car,
                     const kamm_test_options *options, const rate_list *list,
                     kamm_compared_rate *rates)
{
    int status = CLI_OK;
    for (int i = 0; i < list->count && !status; ++i) {
        kamm_error error;
        say_rate(list, i);
        if (kamm_compare_rate(arguments->words[0], car, options, list->per_s[i], &rates[i], &error))
            status = cli_fail(&error);
    }
    say_rate(list, list->count);
    return status;
}

static void print_head(const rate_list *list)
{
    printf("%-*s", NAME_WIDTH, "substeps per second");
    for (int i = 0; i < list->count; ++i) printf(" %*g", COLUMN_WIDTH, list->per_s[i]);
    printf(" %7s\n", "order");
}

static void print_value(double value)
{
    char text[CLI_NUMBER_TEXT];
    printf(" %*s", COLUMN_WIDTH, isfinite(value) ? cli_number(text, value) : "-");
}

static void print_difference(double percent)
{
    char text[CLI_NUMBER_TEXT] = "-";
    if (isfinite(percent))
        snprintf(text, sizeof text, fabs(percent) < 999.5 ? "%+.3g %%" : "%+.0f %%", percent);
    printf(" %*s", COLUMN_WIDTH, text);
}

static void print_figure(const kamm_compared_rate *rates, int count, int figure)
{
    double order = kamm_convergence_order(rates, count, figure);
    printf("%-*s", NAME_WIDTH, rates[0].result.figures[figure].name);
    for (int i = 0; i < count; ++i) print_value(rates[i].result.figures[figure].value);
    if (isfinite(order))
        printf(" %7.2f\n", order);
    else
        printf(" %7s\n", "-");
    printf("%-*s", NAME_WIDTH, "  difference");
    for (int i = 0; i + 1 < count; ++i)
        print_difference(kamm_rate_difference_percent(rates, count, i, figure));
    putchar('\n');
}

static void print_notes(const kamm_compared_rate *rates, int count)
{
    for (int i = 0; i < count; ++i) {
        char head[CLI_NUMBER_TEXT];
        snprintf(head, sizeof head, "%g", rates[i].substeps_per_s);
        cli_print_figure_notes(head, &rates[i].result);
    }
}

static int print_rates(const cli_arguments *arguments, const kamm_vehicle_file *car, kamm_rung rung,
                       const rate_list *list, const kamm_compared_rate *rates)
{
    kamm_error error;
    const kamm_test_result *first = &rates[0].result;
    if (cli_option_value(arguments, "--json"))
        return kamm_write_rates(rates, list->count, rung, car->id, stdout, &error)
                   ? cli_fail(&error)
                   : CLI_OK;
    printf("%s (%s), rung %s\n%s: %s\n", car->def.name, car->id, kamm_describe_rung(rung)->name,
           first->test->name, first->test->title);
    print_head(list);
    for (int figure = 0; figure < first->figure_count; ++figure)
        print_figure(rates, list->count, figure);
    print_notes(rates, list->count);
    return CLI_OK;
}

int cli_compare_rates(const cli_arguments *arguments, const kamm_road_test *test,
                      kamm_vehicle_file *car, kamm_test_options options, const char *text)
{
    static kamm_compared_rate rates[MAX_RATES];
    rate_list list = {0};
    int status = cli_find_rung(arguments, &options.rung);
    if (!status) status = cli_check_test_rung(arguments, test, options.rung);
    if (!status) status = read_rates(arguments, text, options.rung, car, &list);
    if (!status) status = run_rates(arguments, car, &options, &list, rates);
    return status ? status : print_rates(arguments, car, options.rung, &list, rates);
}
