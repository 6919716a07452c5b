/* A vehicle that is loaded to one side, and its mirror image: what their models are made of is mirrored, to the bit. In double, where
 * a sum in another order shows that floats mostly hide.
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "vehicle/model.h"

/* Equal, or opposite where `odd`. */
static void expect_image(double value, double image, int odd, const char *what, int number)
{
    if (value != (odd ? -image : image))
        fail_msg("%s[%d] is %.17g, mirrored %.17g", what, number, value, image);
}

static void expect_mirrored_places(const struct statics *s, const struct statics *image)
{
    for (int i = 0; i < 3; ++i) {
        expect_image(s->sprung_cg[i], image->sprung_cg[i], i == 1, "sprung_cg", i);
        expect_image(s->total_cg[i], image->total_cg[i], i == 1, "total_cg", i);
    }
    for (int i = 0; i < 9; ++i) {
        int row = i / 3, column = i % 3, odd = (row == 1) != (column == 1);
        expect_image(s->sprung_inertia[row][column], image->sprung_inertia[row][column], odd,
                     "sprung_inertia", i);
        expect_image(s->total_inertia[row][column], image->total_inertia[row][column], odd,
                     "total_inertia", i);
        expect_image(s->turning_inertia[row][column], image->turning_inertia[row][column], odd,
                     "turning_inertia", i);
    }
}

static void expect_mirrored_rest(const kamm_model *model, const kamm_model *image)
{
    const struct layout *l = &model->layout;
    const struct rest *rest = &model->rest, *other = &image->rest;
    expect_image(rest->rise_m, other->rise_m, 0, "rise_m", 0);
    expect_image(rest->pitch_rad, other->pitch_rad, 0, "pitch_rad", 0);
    expect_image(rest->roll_rad, other->roll_rad, 1, "roll_rad", 0);
    for (int w = 0; w < l->wheels; ++w) {
        expect_image(rest->load_n[w], other->load_n[l->opposite[w]], 0, "load_n", w);
        expect_image(rest->travel_m[w], other->travel_m[l->opposite[w]], 0, "travel_m", w);
    }
}

/* Of the motions forward, left, up, in roll, pitch and yaw. */
static int is_odd_motion(int i) { return i == 1 || i == 3 || i == 5; }

static void expect_mirrored_masses(const kamm_model *model, const kamm_model *image)
{
    double a[6][6], b[6][6];
    kamm_find_mass_matrix(model->def, &model->layout, &model->statics, a);
    kamm_find_mass_matrix(image->def, &image->layout, &image->statics, b);
    for (int round = 0; round < 2; ++round) { /* and the inverse */
        for (int i = 0; i < 36; ++i)
            expect_image(a[i / 6][i % 6], b[i / 6][i % 6],
                         is_odd_motion(i / 6) != is_odd_motion(i % 6), "mass matrix", i);
        assert_true(kamm_invert_positive_definite(a) && kamm_invert_positive_definite(b));
    }
}

static void a_mirrored_vehicle_has_the_mirrored_model(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); ++vehicle)
        for (int aside_mm = 10; aside_mm <= 310; aside_mm += 100) {
            kamm_model *models[2];
            for (int side = 0; side < 2; ++side) {
                kamm_vehicle_def def = shipped_def(vehicle);
                double left_m = (side ? -0.001 : 0.001) * aside_mm;
                def.payload.mass_kg = 0.2 * def.body.mass_kg;
                def.payload.cg_behind_front_axle_m = def.body.cg_behind_front_axle_m;
                def.payload.cg_height_m = 1.1 * def.body.cg_height_m;
                def.payload.cg_left_m = left_m;
                def.body.cg_left_m = 0.1 * left_m;
                def.body.roll_pitch_product_kgm2 =
                    left_m > 0 ? 0.013 * def.body.mass_kg : -0.013 * def.body.mass_kg;
                models[side] = compile_rung(&def, KAMM_FULL);
            }
            expect_mirrored_places(&models[0]->statics, &models[1]->statics);
            expect_mirrored_rest(models[0], models[1]);
            expect_mirrored_masses(models[0], models[1]);
            for (int side = 0; side < 2; ++side) kamm_destroy_model(models[side]);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_mirrored_vehicle_has_the_mirrored_model)};
    return cmocka_run_group_tests_name("mirrored_models", tests, NULL, NULL);
}
