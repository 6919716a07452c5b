/* What a substep costs on each rung of the ladder, at each width, and as share of the full model's at the
 * same width; and on the lowest rungs that of a million cars beside that of a thousand, at 1, 4 and 20 substeps a call, as
 * planners and traffic take them: there memory is what waits.
 *
 *     bench_ladder [--json] [CARS]
 *
 * CARS is the size of the crowd; 0 leaves it out. */
#include <kamm/io/lab.h>
#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARS = 512, SUBSTEPS = 20, ROUNDS = 40, CROWD = 1000000, CROWD_ROUNDS = 10, WIDTHS = 4 };
enum { FEW = 1000, FEW_ROUNDS = 400, GROUPINGS = 3, WARM_UP = 400 }; /* until all have steered */
static const int groupings[GROUPINGS] = {1, 4, 20};                  /* substeps a call */
static const int widths[WIDTHS] = {1, 4, 8, 16};
static const kamm_rung crowd_rungs[] = {KAMM_KINEMATIC, KAMM_RIGID2D, KAMM_SINGLE_TRACK};
enum { CROWD_RUNGS = sizeof crowd_rungs / sizeof *crowd_rungs };

static kamm_model *model_of(kamm_rung rung)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, rung, &error);
    if (!model) fprintf(stderr, "%s\n", error.text), exit(1);
    return model;
}

static kamm_cars *cars_of(const kamm_model *model, int count)
{
    kamm_cars *cars = kamm_create_cars(model, count, NULL);
    if (!cars) fprintf(stderr, "out of memory for %d cars\n", count), exit(1);
    return cars;
}

static double rung_ns(kamm_rung rung)
{
    kamm_model *model = model_of(rung);
    kamm_cars *cars = cars_of(model, CARS);
    kamm_start_busy_drive(cars);
    kamm_step(cars, &kamm_flat_ground, 600);
    double ns = kamm_time_step_ns(cars, SUBSTEPS, ROUNDS);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return ns;
}

struct crowd {
    kamm_rung rung;
    double ns[GROUPINGS],
        few_ns[GROUPINGS]; /* per car and substep, of the crowd and of a thousand */
    double bytes;          /* per car, of what moves */
};

static void measure_groupings(kamm_cars *cars, int rounds, double ns[GROUPINGS])
{
    kamm_start_busy_drive(cars);
    kamm_step(cars, &kamm_flat_ground, WARM_UP);
    for (int i = 0; i < GROUPINGS; ++i) ns[i] = kamm_time_step_ns(cars, groupings[i], rounds);
}

static struct crowd crowd_of(kamm_rung rung, int count)
{
    kamm_model *model = model_of(rung);
    kamm_cars *cars = cars_of(model, count), *few = cars_of(model, FEW);
    struct crowd crowd = {.rung = rung, .bytes = (double)kamm_snapshot_size(cars) / count};
    measure_groupings(cars, CROWD_ROUNDS, crowd.ns);
    measure_groupings(few, FEW_ROUNDS, crowd.few_ns);
    kamm_destroy_cars(cars);
    kamm_destroy_cars(few);
    kamm_destroy_model(model);
    return crowd;
}

struct row {
    int width;
    double ns[KAMM_RUNG_COUNT];
};

static kamm_rung rung_at(int i) { return (kamm_rung)(KAMM_KINEMATIC + i); }

static int measure_widths(struct row *rows)
{
    int count = 0;
    for (int i = 0; i < WIDTHS; ++i) {
        if (kamm_set_width(widths[i], NULL) != KAMM_OK) continue;
        rows[count].width = widths[i];
        for (int r = 0; r < KAMM_RUNG_COUNT; ++r) rows[count].ns[r] = rung_ns(rung_at(r));
        ++count;
    }
    kamm_set_width(0, NULL);
    return count;
}

static void print_table(const struct row *rows, int count, const struct crowd *crowds, int cars)
{
    printf("ns per car-substep, and as share of the full model's; %d cars, best of %d rounds, one "
           "thread\n",
           CARS, ROUNDS);
    printf("%6s", "width");
    for (int r = 0; r < KAMM_RUNG_COUNT; ++r) printf(" %18s", kamm_describe_rung(rung_at(r))->name);
    putchar('\n');
    for (int i = 0; i < count; ++i) {
        double full = rows[i].ns[KAMM_RUNG_COUNT - 1];
        printf("%6d", rows[i].width);
        for (int r = 0; r < KAMM_RUNG_COUNT; ++r)
            printf(" %8.1f  1/%-6.2f", rows[i].ns[r], full / rows[i].ns[r]);
        putchar('\n');
    }
    if (!cars) return;
    printf("%d cars, width %d: ns per car-substep, and times that of %d cars\n", cars, kamm_width(),
           FEW);
    for (int r = 0; r < CROWD_RUNGS; ++r) {
        printf("  %-14s", kamm_describe_rung(crowds[r].rung)->name);
        for (int i = 0; i < GROUPINGS; ++i)
            printf(" %6.1f x %-5.2f (%d a call)", crowds[r].ns[i],
                   crowds[r].ns[i] / crowds[r].few_ns[i], groupings[i]);
        printf(", %.0f bytes a car\n", crowds[r].bytes);
    }
}

static void print_json(const struct row *rows, int count, const struct crowd *crowds, int cars)
{
    printf("{\"bench\": \"ladder\", \"cars\": %d, \"widths\": [", CARS);
    for (int i = 0; i < count; ++i) {
        printf("%s{\"width\": %d", i ? ", " : "", rows[i].width);
        for (int r = 0; r < KAMM_RUNG_COUNT; ++r)
            printf(", \"%s_ns\": %.2f", kamm_describe_rung(rung_at(r))->name, rows[i].ns[r]);
        printf("}");
    }
    printf("], \"crowd\": {\"cars\": %d", cars);
    for (int r = 0; cars && r < CROWD_RUNGS; ++r)
        for (int i = 0; i < GROUPINGS; ++i)
            printf(", \"%s_%d_ns\": %.2f, \"%s_%d_times\": %.2f",
                   kamm_describe_rung(crowds[r].rung)->name, groupings[i], crowds[r].ns[i],
                   kamm_describe_rung(crowds[r].rung)->name, groupings[i],
                   crowds[r].ns[i] / crowds[r].few_ns[i]);
    printf("}}\n");
}

int main(int argc, char **argv)
{
    int json = 0, cars = CROWD;
    for (int i = 1; i < argc; ++i) {
        char *end;
        long given = strtol(argv[i], &end, 10);
        if (!strcmp(argv[i], "--json"))
            json = 1;
        else if (end != argv[i] && !*end && given >= 0 && given <= 100000000)
            cars = (int)given;
        else
            return fprintf(stderr, "usage: bench_ladder [--json] [CARS]\n"), 2;
    }
    struct row rows[WIDTHS];
    struct crowd crowds[CROWD_RUNGS] = {{.rung = KAMM_KINEMATIC}};
    int count = measure_widths(rows);
    for (int r = 0; cars && r < CROWD_RUNGS; ++r) crowds[r] = crowd_of(crowd_rungs[r], cars);
    (json ? print_json : print_table)(rows, count, crowds, cars);
    return 0;
}
