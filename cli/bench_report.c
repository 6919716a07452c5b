/* Report of kamm bench: tables for people, JSON for programs. */
#include "bench.h"

#include <math.h>

const int cli_bench_widths[BENCH_WIDTHS] = {1, 4, 8, 16};

/* A value of a rung at a width; -1: of one car, at the width that Kamm chooses for it. */
typedef double value_of(const cli_bench_run *all, const cli_bench_rung *rung, int width);

static double cost_ns(const cli_bench_run *all, const cli_bench_rung *rung, int width)
{
    (void)all;
    return width < 0 ? rung->alone_ns : rung->crowd_ns[width];
}

static double car_second_us(const cli_bench_run *all, const cli_bench_rung *rung, int width)
{
    return cost_ns(all, rung, width) * all->car.def.stepping.substeps_per_s / 1000;
}

/* How many multiply-adds of that width the machine does in the meantime. */
static double multiply_adds(const cli_bench_run *all, const cli_bench_rung *rung, int width)
{
    return cost_ns(all, rung, width) / all->multiply_add_ns[width];
}

static void print_value(double value)
{
    char text[CLI_NUMBER_TEXT];
    printf(" %10s", isfinite(value) ? cli_number(text, value) : "-");
}

static void print_values(const cli_bench_run *all, const char *title, value_of *value,
                         int with_one_car)
{
    printf("\n%s\n  %-14s%s", title, "", with_one_car ? "    one car" : "");
    for (int i = 0; i < BENCH_WIDTHS; ++i)
        if (!*all->reasons[i]) printf("   width %-2d", cli_bench_widths[i]);
    putchar('\n');
    for (int r = 0; r < all->rung_count; ++r) {
        const cli_bench_rung *rung = &all->rungs[r];
        if (*rung->reason) continue;
        printf("  %-14s", kamm_describe_rung(rung->rung)->name);
        if (with_one_car) print_value(value(all, rung, -1));
        for (int i = 0; i < BENCH_WIDTHS; ++i)
            if (!*all->reasons[i]) print_value(value(all, rung, i));
        putchar('\n');
    }
}

void cli_print_bench(const cli_bench_run *all)
{
    printf("%s, %ld cores, %s; Kamm %s, %s; width %d where it may choose\n", all->processor,
           all->cores, all->system, kamm_version(), all->compiler, all->own_width);
    printf("%s, %g substeps per second; %d cars on level ground, one thread, best of %d rounds\n",
           all->car.id, all->car.def.stepping.substeps_per_s, BENCH_CARS, all->rounds);
    print_values(all, "ns per car and substep", cost_ns, 1);
    print_values(all, "\xc2\xb5s per car and simulated second", car_second_us, 1);
    print_values(all, "multiply-adds of that width that the machine does in a car's substep",
                 multiply_adds, 0);
    printf("  %-14s", "in 1 ns");
    for (int i = 0; i < BENCH_WIDTHS; ++i)
        if (!*all->reasons[i]) print_value(1 / all->multiply_add_ns[i]);
    putchar('\n');
    for (int i = 0; i < BENCH_WIDTHS; ++i)
        if (*all->reasons[i]) printf("%s\n", all->reasons[i]);
    for (int r = 0; r < all->rung_count; ++r)
        if (*all->rungs[r].reason)
            printf("not on the rung %s: %s\n", kamm_describe_rung(all->rungs[r].rung)->name,
                   all->rungs[r].reason);
}

/* -- JSON -- */
static void write_text(const char *key, const char *text)
{
    printf("\"%s\": \"", key);
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\') putchar('\\');
        if ((unsigned char)*text >= 32) putchar(*text);
    }
    putchar('"');
}

static void write_number(const char *key, double value)
{
    printf(isfinite(value) ? "\"%s\": %.6g" : "\"%s\": null", key, value);
}

static void write_rung(const cli_bench_run *all, const cli_bench_rung *rung, int width)
{
    printf("\"%s\": {", kamm_describe_rung(rung->rung)->name);
    write_number("substep_ns", cost_ns(all, rung, width)), fputs(", ", stdout);
    write_number("car_second_us", car_second_us(all, rung, width)), fputs(", ", stdout);
    write_number("multiply_adds", width < 0 ? NAN : multiply_adds(all, rung, width));
    putchar('}');
}

/* The rungs, as an object by their names. */
static void write_rungs(const cli_bench_run *all, int width)
{
    int written = 0;
    fputs("\"rungs\": {", stdout);
    for (int r = 0; r < all->rung_count; ++r) {
        if (*all->rungs[r].reason) continue;
        if (written++) fputs(", ", stdout);
        write_rung(all, &all->rungs[r], width);
    }
    putchar('}');
}

static void write_widths(const cli_bench_run *all)
{
    fputs("  \"widths\": [\n", stdout);
    for (int i = 0; i < BENCH_WIDTHS; ++i) {
        printf("    {\"width\": %d, ", cli_bench_widths[i]);
        if (*all->reasons[i]) {
            write_text("reason", all->reasons[i]);
        } else {
            write_number("multiply_add_ns", all->multiply_add_ns[i]), fputs(", ", stdout);
            write_rungs(all, i);
        }
        puts(i + 1 < BENCH_WIDTHS ? "}," : "}");
    }
    puts("  ],");
}

static void write_reasons(const cli_bench_run *all)
{
    int written = 0;
    fputs("  \"reasons\": {", stdout);
    for (int r = 0; r < all->rung_count; ++r) {
        if (!*all->rungs[r].reason) continue;
        if (written++) fputs(", ", stdout);
        write_text(kamm_describe_rung(all->rungs[r].rung)->name, all->rungs[r].reason);
    }
    puts("}\n}");
}

void cli_print_bench_json(const cli_bench_run *all)
{
    fputs("{\n  ", stdout);
    write_text("kamm", kamm_version()), fputs(",\n  ", stdout);
    write_text("compiler", all->compiler), fputs(",\n  ", stdout);
    write_text("processor", all->processor), fputs(",\n  ", stdout);
    write_text("system", all->system);
    printf(",\n  \"cores\": %ld,\n  \"own_width\": %d,\n  ", all->cores, all->own_width);
    write_text("car", all->car.id), fputs(",\n  ", stdout);
    write_number("substeps_per_s", all->car.def.stepping.substeps_per_s);
    printf(",\n  \"cars\": %d,\n  \"rounds\": %d,\n", BENCH_CARS, all->rounds);
    write_widths(all);
    fputs("  \"one_car\": {", stdout);
    write_rungs(all, -1);
    puts("},");
    write_reasons(all);
}
