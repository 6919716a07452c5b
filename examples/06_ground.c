/* What the wheels stand on: a plane for each of them. Where one plane will do everywhere, the ground has it: the same
 * braking on three of them. Where it will not, Kamm asks a function of yours: a car rolls up the side of a bowl and
 * back. host_ground.c goes on from here, with ray casts and ground that moves.
 *
 *     cc -O2 06_ground.c -o 06_ground $(pkg-config --cflags --libs kamm) */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>

static void start(kamm_cars *cars, const kamm_ground *ground, double speed_mps, float brake)
{
    kamm_placement placement = kamm_placement_on(ground, 0, 0, 0);
    placement.speed_mps = speed_mps;
    kamm_place(cars, 0, &placement); /* clears the inputs as well */
    kamm_inputs(cars)[0] = (kamm_input){.gear = 0, .brake = brake};
}

static void brake(kamm_cars *cars, const char *what, kamm_ground ground)
{
    start(cars, &ground, 20, 1);
    double from_m = kamm_read(cars, 0, KAMM_CHANNEL_x_m);
    while (kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps) > 0.01) kamm_step(cars, &ground, 2);
    printf("%-18s %7.2f\n", what, kamm_read(cars, 0, KAMM_CHANNEL_x_m) - from_m);
}

/* z = x^2 / 2 R, a bowl that is curved along x only. */
static void bowl(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const double *radius_m = user;
    for (int i = 0; i < count; ++i) {
        double x = probes[i].position_m[0], slope = x / *radius_m, length = sqrt(1 + slope * slope);
        contacts[i] = (kamm_contact){
            .point_m = {x, probes[i].position_m[1], 0.5 * x * slope},
            .normal = {(float)(-slope / length), 0, (float)(1 / length)},
            .friction = 1,
        };
    }
}

static void roll(kamm_cars *cars)
{
    double radius_m = 100;
    kamm_ground ground = kamm_flat_ground; /* for gravity and air; its plane is not used */
    ground.query = bowl;
    ground.user = &radius_m;
    start(cars, &kamm_flat_ground, 10, 0); /* the lowest point is level */
    printf("%6s %8s %8s %9s\n", "time s", "x m", "height m", "speed m/s");
    for (int i = 0; i <= 12; ++i) {
        printf("%6d %8.2f %8.2f %9.2f\n", i, kamm_read(cars, 0, KAMM_CHANNEL_x_m),
               kamm_read(cars, 0, KAMM_CHANNEL_z_m),
               kamm_read(cars, 0, KAMM_CHANNEL_forward_speed_mps));
        kamm_step(cars, &ground, 240);
    }
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 1;
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    if (!cars) return fprintf(stderr, "out of memory\n"), 1;

    printf("%-18s %7s\n", "72 km/h to rest on", "m");
    brake(cars, "dry asphalt", kamm_flat_ground);
    brake(cars, "the same, 10 % up", kamm_plane_ground(0.1, 0, 1));
    brake(cars, "ice", kamm_plane_ground(0, 0, 0.1));
    roll(cars);

    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return 0;
}
