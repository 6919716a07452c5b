#include <math.h>
#include <string.h>

#include "cli.h"

const char *cli_number(char text[CLI_NUMBER_TEXT], double value)
{
    snprintf(text, CLI_NUMBER_TEXT, fabs(value) >= 1000 ? "%.0f" : "%.4g", value);
    return text;
}

static const char *quantity(char text[CLI_NUMBER_TEXT + 16], double value, const char *unit)
{
    char number[CLI_NUMBER_TEXT];
    snprintf(text, CLI_NUMBER_TEXT + 16, "%s%s%s", cli_number(number, value),
             strcmp(unit, "1") ? " " : "", strcmp(unit, "1") ? unit : "");
    return text;
}

void cli_print_figure_head(void)
{
    printf("    %-33s %14s %14s %8s  %s\n", "", "Kamm", "published", "diff.", "source");
}

void cli_print_figure(const kamm_figure *figure)
{
    char value[CLI_NUMBER_TEXT + 16] = "-", published[CLI_NUMBER_TEXT + 16] = "";
    char difference[16] = "";
    if (isfinite(figure->value)) quantity(value, figure->value, figure->unit);
    if (isfinite(figure->published)) quantity(published, figure->published, figure->unit);
    if (isfinite(figure->value) && isfinite(figure->published))
        snprintf(difference, sizeof difference, "%+.1f %%",
                 100 * (figure->value / figure->published - 1));
    printf("    %-33s %14s", figure->name, value);
    if (*published || *figure->note) printf(" %14s %8s", published, difference);
    if (*figure->note) printf("  (%s)", figure->note);
    if (*published) printf("  %s", figure->published_source);
    putchar('\n');
}

void cli_print_figures(const kamm_test_result *result)
{
    printf("  %s: %s\n", result->test->name, result->test->title);
    for (int i = 0; i < result->figure_count; ++i) cli_print_figure(&result->figures[i]);
}

void cli_print_figure_notes(const char *head, const kamm_test_result *result)
{
    const kamm_figure *figures = result->figures;
    for (int f = 0; f < result->figure_count; ++f) {
        int is_new = *figures[f].note != 0;
        for (int i = 0; i < f; ++i) is_new &= strcmp(figures[i].note, figures[f].note) != 0;
        if (!is_new) continue;
        printf("  %s: %s (%s", head, figures[f].note, figures[f].name);
        for (int i = f + 1; i < result->figure_count; ++i)
            if (strcmp(figures[i].note, figures[f].note) == 0) printf(", %s", figures[i].name);
        puts(")");
    }
}
