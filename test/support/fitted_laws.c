/* The two laws that hold for every row of the table of parts. */
#include "fitted.h"
#include "mirror.h"
#include "shipped.h"

#include <stdlib.h>

static int lowest_rung(const struct fitted_part *part)
{
    return part->lowest ? part->lowest : KAMM_FULL;
}

/* The last one said is the one that fails. */
static void say_vehicle(int vehicle)
{
    print_message("%s\n", vehicle == DEFAULT_VEHICLE ? "default" : shipped_name(vehicle));
}

void part_keeps_its_bits_in_company(void **row)
{
    const struct fitted_part *part = *row;
    int vehicles[MOST_VEHICLES], acts = 0;
    static const int usual[] = {14, 5, 1};
    int count = fitted_vehicles(part, part->company[2] ? part->company : usual, vehicles);
    const kamm_ground ground = kamm_plane_ground(part->grade, 0, 1);
    for (int i = 0; i < count; ++i) {
        say_vehicle(vehicles[i]);
        kamm_vehicle_def plain = vehicle_to_fit(vehicles[i]), with = plain;
        if (part->without) part->without(&plain, 1);
        part->fit(&with, 1);
        set_common_rate(part, &plain, &with);
        for (int rung = lowest_rung(part); rung <= KAMM_FULL; ++rung)
            acts |=
                expect_same_bits_in_company(&plain, &with, (kamm_rung)rung, &ground, part->press);
    }
    if (count && !acts) fail_msg("%s: changes nothing of these drives", part->name);
}

static void expect_mirrored_part(const struct fitted_part *part, const kamm_vehicle_def *def,
                                 const kamm_vehicle_def *image)
{
    const kamm_ground ground = kamm_plane_ground(part->grade, 0, 1);
    for (int rung = lowest_rung(part); rung <= KAMM_FULL; ++rung)
        expect_mirrored_drive(def, image, (kamm_rung)rung, &ground, part->mirror_mps, part->press);
}

void part_is_mirrored(void **row)
{
    const struct fitted_part *part = *row;
    int vehicles[MOST_VEHICLES];
    static const int usual[] = {0, 9, 1};
    int count = fitted_vehicles(part, part->mirrored[2] ? part->mirrored : usual, vehicles);
    kamm_vehicle_def def = lopsided_car(1), image = lopsided_car(-1);
    int fits = !part->fits || part->fits(&def);
    assert_true(fits || count > 0);
    if (fits) {
        print_message("lopsided car\n");
        part->fit(&def, 1), part->fit(&image, -1);
        expect_mirrored_part(part, &def, &image);
    }
    for (int i = 0; i < count; ++i) {
        say_vehicle(vehicles[i]);
        def = image = vehicle_to_fit(vehicles[i]);
        def.body.cg_left_m = 0.04, image.body.cg_left_m = -0.04;
        part->fit(&def, 1), part->fit(&image, -1);
        set_common_rate(part, &def, &image);
        expect_mirrored_part(part, &def, &image);
    }
}

int run_for_parts(const char *name, CMUnitTestFunction law, takes_part *takes)
{
    struct CMUnitTest *tests = calloc((size_t)fitted_part_count(), sizeof *tests);
    size_t count = 0;
    assert_non_null(tests);
    for (int row = 0; row < fitted_part_count(); ++row) {
        const struct fitted_part *part = fitted_part(row);
        if (takes && !takes(part)) continue;
        tests[count++] =
            (struct CMUnitTest){part->name, law, NULL, NULL, (void *)(uintptr_t)(const void *)part};
    }
    int failed = _cmocka_run_group_tests(name, tests, count, NULL, NULL);
    free(tests);
    return failed;
}
