/* A car with a trailer: it brakes in a turn, and the trailer is left behind.
 *
 *     cc -O2 11_trailer.c -o 11_trailer $(pkg-config --cflags --libs kamm) -lm */
#include <kamm/kamm.h>
#include <stdio.h>
#include <stdlib.h>

static kamm_model *compile(const kamm_vehicle_def *def)
{
    kamm_error error;
    kamm_model *model = kamm_create_model(def, KAMM_FULL, &error);
    if (model) return model;
    fprintf(stderr, "%s\n", error.text);
    exit(EXIT_FAILURE);
}

/* A trailer of 600 kg: one axle, and a jockey wheel 1.6 m ahead of it, which goes up when it is coupled. */
static kamm_vehicle_def small_trailer(void)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    def.drawbar.towed = 1;
    def.drawbar.behind_front_axle_m = -0.4;
    def.drawbar.brakes = KAMM_TRAILER_BRAKE_NONE;
    def.body.mass_kg = 600;
    def.body.cg_behind_front_axle_m = 1.45;
    def.body.cg_height_m = 0.6;
    def.body.length_m = 2.6;
    def.body.front_overhang_m = -0.4;
    def.axles[0].lift_m = 0.3;
    def.axles[0].track_m = 0.4;
    def.axles[0].unsprung_mass_kg = 8;
    def.axles[0].wheel_inertia_kgm2 = 0.3;
    def.axles[1].behind_front_axle_m = 1.6;
    for (int a = 0; a < 2; ++a) {
        def.axles[a].drive_share = def.axles[a].steer_share = 0;
        def.axles[a].brake_torque_nm = def.axles[a].hand_brake_torque_nm = 0;
    }
    return def;
}

static void print_hitch(kamm_combinations *combinations)
{
    kamm_cars *car = kamm_combination_cars(combinations, 0);
    kamm_hitch_state hitch;
    kamm_read_hitch(combinations, 0, 1, &hitch);
    printf("%5.1f m/s, articulation %5.1f deg, the hitch pulls by %6.0f N and carries %4.0f N\n",
           kamm_read(car, 0, KAMM_CHANNEL_speed_mps), hitch.articulation_rad * 57.29578,
           hitch.force_n[0], hitch.force_n[2]);
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def car = kamm_default_vehicle(), trailer = small_trailer();
    car.hitch.kind = KAMM_HITCH_BALL;
    car.hitch.behind_front_axle_m = car.axles[1].behind_front_axle_m + 0.9;
    kamm_model *models[] = {compile(&car), compile(&trailer)};
    kamm_combinations *combinations =
        kamm_create_combinations((const kamm_model *const *)models, 2, 1, &error);
    if (!combinations) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    kamm_placement at = {.speed_mps = 15, .gear = KAMM_GEAR_DRIVE};
    kamm_place_combination(combinations, 0, &at, NULL);
    kamm_input *in = kamm_inputs(kamm_combination_cars(combinations, 0));
    for (int second = 0; second < 9; ++second) {
        in->throttle = second < 3 ? 0.4f : 0;
        in->steering_wheel_rad = second < 2 ? 0 : 0.6f;
        in->brake = second > 4 && second < 7 ? 0.4f : 0;
        if (second == 7) kamm_uncouple(combinations, 0, 1);
        kamm_step_combinations(combinations, &kamm_flat_ground, 240);
        print_hitch(combinations);
    }
    kamm_destroy_combinations(combinations);
    for (int u = 0; u < 2; ++u) kamm_destroy_model(models[u]);
    return 0;
}
