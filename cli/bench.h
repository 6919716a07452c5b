/* Measurements of kamm bench (bench.c) and their report (bench_report.c). */
#ifndef KAMM_CLI_BENCH_H
#define KAMM_CLI_BENCH_H

#include "cli.h"

enum { BENCH_WIDTHS = 4, BENCH_CARS = 512, BENCH_TEXT = 128 };
extern const int cli_bench_widths[BENCH_WIDTHS];

typedef struct {
    kamm_rung rung;
    char reason[512]; /* why it is not measured; empty: it is */
    kamm_model *model;
    kamm_cars *crowd, *alone;
    double alone_ns, crowd_ns[BENCH_WIDTHS]; /* per car and substep, the least so far */
} cli_bench_rung;

typedef struct {
    kamm_vehicle_file car;
    char processor[BENCH_TEXT], system[BENCH_TEXT], compiler[BENCH_TEXT];
    long cores;
    char reasons[BENCH_WIDTHS][512];      /* why a width is not used; empty: it is */
    double multiply_add_ns[BENCH_WIDTHS]; /* per lane */
    int own_width, rounds, rung_count;
    double seconds;
    cli_bench_rung rungs[KAMM_RUNG_COUNT];
} cli_bench_run;

void cli_print_bench(const cli_bench_run *all);
void cli_print_bench_json(const cli_bench_run *all);

#endif
