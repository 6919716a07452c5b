/* A correction from the network: a client's car follows the server's, which it learns of 20 times a second.
 *
 *     cc -O2 14_correct.c -o 14_correct $(pkg-config --cflags --libs kamm) -lm */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static kamm_cars *car_at(const kamm_model *model, double x_m, double speed_mps)
{
    kamm_cars *cars = kamm_create_cars(model, 1, NULL);
    kamm_placement start = kamm_placement_on(&kamm_flat_ground, x_m, 0, 0);
    if (!cars) exit(EXIT_FAILURE);
    start.speed_mps = speed_mps;
    kamm_place(cars, 0, &start);
    return cars;
}

/* The server's motion, but for the place, of which a fifth of what is missing is made up: no jump is visible. */
static void follow(kamm_cars *client, const kamm_motion *told)
{
    kamm_error error;
    kamm_motion own, wanted = *told;
    kamm_read_motion(client, 0, &own);
    for (int i = 0; i < 3; ++i)
        wanted.position_m[i] = own.position_m[i] + 0.2 * (told->position_m[i] - own.position_m[i]);
    if (kamm_set_motion(client, 0, &wanted, &error) == KAMM_OK) return;
    fprintf(stderr, "%s\n", error.text);
    exit(EXIT_FAILURE);
}

/* The server's driver swerves; the client does not know, and only rolls. */
static void drive(kamm_cars *server, kamm_cars *client)
{
    for (int frame = 0; frame <= 180; ++frame) {
        kamm_inputs(server)[0].throttle = 0.4f;
        kamm_inputs(server)[0].steering_wheel_rad = (float)(0.6 * sin(0.05 * frame));
        kamm_step(server, &kamm_flat_ground, 4);
        kamm_step(client, &kamm_flat_ground, 4);
        kamm_motion told;
        kamm_read_motion(server, 0, &told);
        if (frame % 3 == 0) follow(client, &told);
        if (frame % 30 != 0) continue;
        double x_m = kamm_read(server, 0, KAMM_CHANNEL_x_m),
               y_m = kamm_read(server, 0, KAMM_CHANNEL_y_m);
        printf("%.1f s: the server's car at %6.2f %6.2f m, the client's %.3f m from it\n",
               frame / 60.0, x_m, y_m,
               hypot(kamm_read(client, 0, KAMM_CHANNEL_x_m) - x_m,
                     kamm_read(client, 0, KAMM_CHANNEL_y_m) - y_m));
    }
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    kamm_cars *server = car_at(model, 2, 20), *client = car_at(model, 0, 18);
    drive(server, client);
    kamm_destroy_cars(server);
    kamm_destroy_cars(client);
    kamm_destroy_model(model);
    return EXIT_SUCCESS;
}
