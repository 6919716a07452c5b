/* Ground takes energy out of a tyre that slides. Of tyres whose coefficients are drawn at random from the whole of their ranges each that
 * is accepted is held back, at chance loads, frictions, cambers and slips; those that would be pushed along are refused, by whatever way
 * their numbers come in. */
#include "fields/fields.h"
#include "part/tyre/tyre.h"
#include "support/cars.h"
#include "support/quick.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/io/tyre_file.h>

#include <math.h>
#include <string.h>

/* -- tyres at random --------------------------------------------------------------------------- */

static int happens(struct noise *noise, double share) { return noise_between(noise, 0, 1) < share; }

/* Anywhere in the range, near what it is, or of any size. */
static double draw(struct noise *noise, const kamm_field *field, double now)
{
    double kind = noise_between(noise, 0, 1), value, sign = happens(noise, 0.5) ? -1 : 1;
    double size = fmax(fabs(field->min), fabs(field->max));
    if (kind < 0.25)
        value = noise_between(noise, field->min, field->max);
    else if (kind < 0.6)
        value = now * pow(10, noise_between(noise, -0.7, 0.7));
    else if (kind < 0.8)
        value = sign * size * pow(10, noise_between(noise, -9, 0));
    else
        value = now + noise_between(noise, -0.2, 0.2);
    return fmin(fmax(value, field->min), field->max);
}

/* A number of the tyre, or of the group that the law takes its numbers from. */
static void change(struct noise *noise, const kamm_field_table *table, const char *group,
                   void *object)
{
    const kamm_field *field = &table->fields[noise_bits(noise) % (uint64_t)table->count];
    for (int i = 0; group && happens(noise, 0.6) && i < table->count; ++i)
        if (strcmp(table->fields[i].name, group) == 0) {
            object = (char *)object + table->fields[i].offset;
            table = table->fields[i].table;
            field = &table->fields[noise_bits(noise) % (uint64_t)table->count];
            break;
        }
    if (field->kind != KAMM_FIELD_NUMBER) return;
    double *value = (double *)((char *)object + field->offset);
    *value = draw(noise, field, *value);
}

static kamm_tyre_def random_tyre(struct noise *noise)
{
    static const char *const groups[] = {
        [KAMM_TYRE_MAGIC_FORMULA] = NULL,
        [KAMM_TYRE_TMEASY] = "tmeasy",
        [KAMM_TYRE_LINEAR] = "linear",
        [KAMM_TYRE_MOTORCYCLE] = "motorcycle",
    };
    kamm_tyre_def tyre = kamm_default_tyre();
    double law = noise_between(noise, 0, 1);
    tyre.law = law < 0.7   ? KAMM_TYRE_MAGIC_FORMULA
               : law < 0.8 ? KAMM_TYRE_TMEASY
               : law < 0.9 ? KAMM_TYRE_LINEAR
                           : KAMM_TYRE_MOTORCYCLE;
    if (tyre.law == KAMM_TYRE_MOTORCYCLE) tyre.camber_max_rad = 1.05, tyre.camber_min_rad = -1.05;
    tyre.magic_formula = (int32_t)noise_between(noise, 0, 3);
    tyre.side = (int32_t)noise_between(noise, 0, 3);
    int changes = (int)pow(40, noise_between(noise, 0, 1));
    for (int i = 0; i < changes; ++i) change(noise, kamm_tyre_table(), groups[tyre.law], &tyre);
    if (happens(noise, 0.3)) tyre.lcx = pow(10, noise_between(noise, -0.5, 0.5));
    if (happens(noise, 0.3)) tyre.lcy = pow(10, noise_between(noise, -0.5, 0.5));
    return tyre;
}

/* -- slides at random -------------------------------------------------------------------------- */

/* Between three times the slip at which its line reaches friction, a tenth at least, and the end of the range, to either side. */
static float sliding_slip(struct noise *noise, float stiffness, float grip, float end)
{
    double from = fmin(fmax(3.0 * (double)(grip / stiffness), 0.1), (double)end);
    double slip = from * pow((double)end / from, noise_between(noise, 0, 1));
    return (float)(happens(noise, 0.5) ? -slip : slip);
}

/* What the ground takes of the slide's energy, over what friction could take. */
static double held_back(struct noise *noise, const struct tyre_constants *tyre)
{
    const struct tyre_ranges *ranges = &tyre->ranges;
    double low = (double)ranges->load_floor, top = (double)ranges->load_top;
    float load = (float)(low * pow(top / low, noise_between(noise, 0, 1)));
    float camber =
        (float)noise_between(noise, (double)ranges->camber_min, (double)ranges->camber_max);
    struct tyre_state at = kamm_tyre_prepare(tyre, load, happens(noise, 0.5) ? camber : 0);
    struct tyre_slip slip = {.speed_mps = 20, .side = 1};
    int kind = (int)(noise_bits(noise) % 3);
    slip.friction_x = slip.friction_y = (float)pow(10, noise_between(noise, -1.7, 0));
    if (kind != 0)
        slip.slip_ratio = sliding_slip(noise, at.slip_stiffness, at.grip_x, ranges->slip_bound_x);
    if (kind != 1)
        slip.tan_slip_angle =
            sliding_slip(noise, at.cornering_stiffness, at.grip_y, ranges->slip_bound_y);
    struct tyre_force f = kamm_tyre_force(tyre, &at, slip);
    double power = (double)(f.fx * slip.slip_ratio - f.fy * slip.tan_slip_angle);
    return power /
           (double)(f.peak_fx * fabsf(slip.slip_ratio) + f.peak_fy * fabsf(slip.tan_slip_angle));
}

/* That is more than the curves are off by between the states that the check looks at. */
#define LEAST_HELD -0.01

static void accepted_tyres_are_held_back_where_they_slide(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct noise noise = {20261129};
    kamm_error error;
    const int tyres = of_tiers(800, 6000, 60000);
    int accepted[4] = {0}, refused = 0, pushed = 0;
    for (int i = 0; i < tyres; ++i) {
        kamm_tyre_def tyre = random_tyre(&noise);
        if (kamm_check_tyre_numbers(&tyre, &error) != KAMM_OK) continue;
        struct tyre_constants constants = kamm_tyre_compile(&tyre);
        if (kamm_bound_sliding(&tyre, &constants, &error) != KAMM_OK) {
            assert_non_null(strstr(error.text, "pushed along its slide"));
            ++refused;
            continue;
        }
        if (kamm_check_tyre_law(&constants, 0, tyre.nominal_load_n, tyre.unloaded_radius_m,
                                &error) != KAMM_OK)
            continue;
        ++accepted[tyre.law];
        double least = 0;
        for (int slide = 0; slide < 300; ++slide)
            least = fmin(least, held_back(&noise, &constants));
        if (least < LEAST_HELD) print_message("tyre %d: %.3f\n", i, least), ++pushed;
    }
    print_message("%d tyres: accepted %d, %d, %d, %d of the four laws, %d pushed along refused\n",
                  tyres, accepted[0], accepted[1], accepted[2], accepted[3], refused);
    for (int law = 0; law < 4; ++law) assert_true(accepted[law] * 25 > tyres);
    assert_true(refused * 10 > tyres);
    /* Waves between the states that are looked at: loads of thousands of times the nominal one, shape factors of 5 over load. */
    assert_true(pushed <= 1 + tyres / 4000);
}

/* All of the Magic Formula's curves are against the slip up to a shape factor of 2, and beyond it turn on some ground. */
static void shape_factors_above_two_are_refused(void **state)
{
    (void)state;
    static const double shapes[] = {0.5, 1.3, 1.9, 2, 2.05, 2.2, 2.5};
    kamm_error error;
    for (int across = 0; across < 2; ++across)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; ++i) {
            kamm_tyre_def tyre = kamm_default_tyre();
            *(across ? &tyre.lcy : &tyre.lcx) = shapes[i] / (across ? tyre.pcy1 : tyre.pcx1);
            kamm_result result = kamm_check_tyre(&tyre, &error);
            if (result != (shapes[i] > 2 ? KAMM_ERROR_RANGE : KAMM_OK))
                fail_msg("%g: %s", shapes[i], result ? error.text : "accepted");
            if (!result) continue;
            assert_string_equal(error.path, across ? "pcy1" : "pcx1");
            assert_non_null(strstr(error.text, "allowed: "));
        }
}

/* Vertical shifts, horizontal ones, side force by slip ratio, each ten times what it is by its scale factor. */
static void each_coefficient_that_pushes_along_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *set, *scale, *named;
        double value;
    } cases[] = {{"pvx1", "lvx", "pcx1", 0.3},
                 {"phx1", "lhx", "pcx1", -0.1},
                 {"pvy1", "lvy", "pcy1", -0.3},
                 {"phy1", "lhy", "pcy1", 0.1},
                 {"rvy1", "lvyka", "rvy1", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        kamm_error error = {0};
        kamm_tyre_def tyre = kamm_default_tyre();
        tyre.side = KAMM_TYRE_LEFT;
        must(kamm_set_number(kamm_tyre_table(), &tyre, cases[i].set, cases[i].value, &error),
             &error);
        must(kamm_set_number(kamm_tyre_table(), &tyre, cases[i].scale, 10, &error), &error);
        if (kamm_check_tyre(&tyre, &error) != KAMM_ERROR_RANGE) fail_msg("%s", cases[i].set);
        assert_string_equal(error.path, cases[i].named);
        assert_non_null(strstr(error.text, cases[i].set));
        assert_non_null(strstr(error.text, " N, slip ratios of "));
    }
}

/* Where camber thrust alone pushes, camber counts up to where it does not. */
static void camber_counts_up_to_where_the_slide_holds(void **state)
{
    (void)state;
    kamm_error error;
    kamm_tyre_def tyre = kamm_default_tyre();
    tyre.pcy1 = 1.9; /* slides with sin(0.95 pi) of its friction on ice */
    tyre.pvy3 = 2;
    struct tyre_constants constants = kamm_tyre_compile(&tyre);
    must(kamm_bound_sliding(&tyre, &constants, &error), &error);
    double most = asin(tyre.pdy1 * sin(0.95 * PI) / 2); /* mu sin(C pi / 2) = pvy3 sin(camber) */
    double most_at_top = asin((tyre.pdy1 + 1.5 * tyre.pdy2) * sin(0.95 * PI) / 2);
    double counts = (double)constants.ranges.camber_max;
    if (!(counts < most && counts > 0.9 * most_at_top))
        fail_msg("%g, not %g to %g", counts, most_at_top, most);
    tyre.pvy3 = 3000;
    constants = kamm_tyre_compile(&tyre);
    must(kamm_bound_sliding(&tyre, &constants, &error), &error);
    assert_true(constants.ranges.camber_max < 0.001f);
    tyre.pvy3 = 0.2;
    constants = kamm_tyre_compile(&tyre);
    must(kamm_bound_sliding(&tyre, &constants, &error), &error);
    expect_near((double)constants.ranges.camber_max, tyre.camber_max_rad, 1e-6);
}

/* -- in cars ----------------------------------------------------------------------------------- */

/* By a parameter's path, as sweeps, the command and FMUs set it, on all rungs; and as a variant of a batch. */
static void every_way_into_a_car_is_checked(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        double value;
    } set[] = {{"axles[1].tyre.lcx", 1.84},
               {"axles[1].tyre.pky1", 20},
               {"axles[1].tyre.lcy", 1.84},
               {"axles[1].tyre.pkx1", 0.01},
               {"axles[1].tyre.pdy1", 0},
               {"axles[1].tyre.load_max_n", 50},
               {"axles[1].tyre.pressure_max_pa", 200}};
    for (size_t i = 0; i < sizeof set / sizeof *set; ++i)
        for (int rung = KAMM_KINEMATIC; rung <= KAMM_FULL; ++rung) {
            kamm_error error = {0};
            kamm_vehicle_def def = shipped_def(shipped_number("porsche-boxster-s-2004"));
            must(kamm_set_number(kamm_vehicle_table(), &def, set[i].path, set[i].value, &error),
                 &error);
            assert_null(kamm_create_model(&def, (kamm_rung)rung, &error));
            assert_int_equal(error.code, KAMM_ERROR_RANGE);
            assert_non_null(strstr(error.text, "axles[1].tyre."));
            assert_non_null(strstr(error.path, "axles.tyre."));
        }
}

/* Locked wheels on dry ground and on ice take speed off, down to rest, with shape factors up to 2. */
static void a_braking_car_only_slows_down(void **state)
{
    (void)state;
    static const double frictions[] = {1, 0.3, 0.05};
    kamm_vehicle_def def = shipped_def(shipped_number("porsche-boxster-s-2004"));
    def.stepping.substeps_per_s = 240;
    def.aids.abs = def.aids.esc = 0;
    for (int axle = 0; axle < 2; ++axle)
        def.axles[axle].tyre.lcx = 1.98 / def.axles[axle].tyre.pcx1;
    for (int i = 0; i < 3; ++i) {
        kamm_ground ground = kamm_plane_ground(0, 0, frictions[i]);
        kamm_cars *cars = start_cars(&def, 1);
        put_car(cars, 0, &ground, 0, 30, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].brake = 1;
        double speed = 30;
        for (int frame = 0; frame < 120; ++frame) {
            kamm_step(cars, &ground, 4);
            double now = read_channel(cars, KAMM_CHANNEL_speed_mps);
            expect_below(now, speed + 1e-3);
            speed = now;
        }
        end_cars(cars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepted_tyres_are_held_back_where_they_slide),
        cmocka_unit_test(shape_factors_above_two_are_refused),
        cmocka_unit_test(each_coefficient_that_pushes_along_is_named),
        cmocka_unit_test(camber_counts_up_to_where_the_slide_holds),
        cmocka_unit_test(every_way_into_a_car_is_checked),
        cmocka_unit_test(a_braking_car_only_slows_down),
    };
    return cmocka_run_group_tests_name("tyre_sliding", tests, NULL, NULL);
}
