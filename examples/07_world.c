/* Cars that meet. A world has ground, bodies and cars, steps them together and reports contacts: here a
 * car rolls into another one, which hits a cone and then a wall. kamm_load_world (kamm/io/world_file.h) reads bodies and
 * terrain from a file; pile_up.c is a larger world.
 *
 *     cc -O2 07_world.c -o 07_world $(pkg-config --cflags --libs kamm) */
#include <kamm/kamm.h>
#include <stdio.h>

enum { CARS = 2, SUBSTEPS = 4 };

/* What the def points to is copied. */
static kamm_world *create_world(kamm_error *error)
{
    kamm_body_def wall = {.shapes = {{.box = {{60, 0, 1}, {0.5, 5, 1}, {0}}}}, .friction = 0.5f};
    kamm_body_def cone = kamm_cone(0.5);
    cone.position_m[0] = 40;
    cone.position_m[1] = -0.9;
    cone.asleep = 1;
    const kamm_body_def bodies[] = {wall, cone};
    return kamm_create_world(
        &(kamm_world_def){.ground = kamm_flat_ground, .bodies = bodies, .body_count = 2}, error);
}

/* Gear 0: they just roll. */
static void place(kamm_cars *cars, int car, double x_m, double speed_mps)
{
    kamm_placement placement = kamm_placement_on(&kamm_flat_ground, x_m, 0, 0);
    placement.speed_mps = speed_mps;
    kamm_place(cars, car, &placement);
    kamm_inputs(cars)[car].gear = 0;
}

static void print_touches(const kamm_world *world, double time_s)
{
    static const char *const types[] = {"static", "kinematic", "dynamic", "car", "ground"};
    int count;
    const kamm_contact_event *touches = kamm_contact_events(world, &count);
    for (int i = 0; i < count; ++i)
        if (touches[i].speed_mps > 0.5f)
            printf("%6.2f   %-7s %d %-7s %d %9.2f %9.0f\n", time_s, types[touches[i].type[0]],
                   touches[i].index[0], types[touches[i].type[1]], touches[i].index[1],
                   (double)touches[i].speed_mps, (double)touches[i].impulse_ns);
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 1;
    kamm_cars *cars = kamm_create_cars(model, CARS, &error);
    if (!cars) return fprintf(stderr, "out of memory\n"), 1;
    kamm_world *world = create_world(&error);
    if (!world || kamm_add_cars(world, cars, &error) != KAMM_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    place(cars, 0, 0, 12);
    place(cars, 1, 20, 0);

    printf("time s   who       whom      approach   impulse\n");
    for (int frame = 1; frame <= 15 * 60; ++frame) {
        kamm_step_world(world, SUBSTEPS); /* instead of kamm_step */
        print_touches(world, frame * SUBSTEPS / 240.0);
    }
    for (int car = 0; car < CARS; ++car)
        printf("car %d ends at %.2f m with %.2f m/s\n", car, kamm_read(cars, car, KAMM_CHANNEL_x_m),
               kamm_read(cars, car, KAMM_CHANNEL_forward_speed_mps));

    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return 0;
}
