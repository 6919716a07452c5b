/* Opponents that live: six cars start from a grid and overtake a slow one; the player's car stands on the road, and one car has been
 * turned round. A game calls kamm_drive_traffic before each step and reads from the drivers what it wants to show.
 *
 *     cc -O2 16_traffic.c -o 16_traffic $(pkg-config --cflags --libs kamm) -lm */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { AI_CARS = 7, PLAYER = AI_CARS, CARS, POINTS = 72 };

/* An oval of 200 m by 100 m, 12 m wide. */
static kamm_line *create_oval(kamm_error *error)
{
    double points[POINTS][2];
    for (int i = 0; i < POINTS; ++i) {
        double angle = 6.283185307179586 * i / POINTS;
        points[i][0] = 200 * cos(angle), points[i][1] = 100 * sin(angle);
    }
    kamm_path path = {
        .name = "oval", .count = POINTS, .points_m = points, .width_m = 12, .closed = 1};
    return kamm_create_line(&path, error);
}

/* Each driver has a pace and errors of its own. */
static void start(kamm_traffic_driver *drivers, const kamm_plan *plan, kamm_cars *cars)
{
    for (int i = 0; i < CARS; ++i) {
        kamm_traffic_style style = kamm_racing_style();
        style.pace = 0.70 + 0.03 * i;
        style.reaction_s = 0.2, style.lateness_s = 0.1, style.wander_m = 0.3;
        style.places_back = 1;
        if (i == 0) style.speed_mps = 9; /* a slow one */
        kamm_start_traffic_driver(&drivers[i], plan, cars, i, &style, (uint32_t)i);
        kamm_placement place = kamm_grid_start(&drivers[i], i, NULL);
        if (i == PLAYER) place = kamm_placement_on(&kamm_flat_ground, 0, 101, 3.1);
        if (i == 3) place = kamm_placement_on(&kamm_flat_ground, -200, 0, 1.5);
        kamm_place(cars, i, &place);
    }
    drivers[PLAYER].is_driven = 0; /* others see it */
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_line *line = create_oval(&error);
    kamm_plan *plan = kamm_create_plan(line, model, 0.8, &error);
    kamm_cars *cars = kamm_create_cars(model, CARS, &error);
    kamm_world *world = kamm_create_world(&(kamm_world_def){0}, &error);
    if (!plan || !world || kamm_add_cars(world, cars, &error) != KAMM_OK) return EXIT_FAILURE;
    kamm_traffic_driver drivers[CARS];
    start(drivers, plan, cars);

    printf("time s  way of each car, m\n");
    int touches = 0;
    for (int frame = 1; frame <= 90 * 60; ++frame) {
        kamm_drive_traffic(drivers, CARS, 1.0 / 60);
        kamm_step_world(world, 4);
        int count;
        const kamm_contact_event *events = kamm_contact_events(world, &count);
        for (int i = 0; i < count; ++i)
            touches += events[i].type[1] == KAMM_BODY_CAR && events[i].phase & KAMM_CONTACT_BEGAN;
        if (frame % 900) continue;
        printf("%5d ", frame / 60);
        for (int i = 0; i < AI_CARS; ++i) printf(" %6.0f", drivers[i].driver.driven_m);
        printf("\n");
    }
    printf("touches %d, turned round %d\n", touches, drivers[3].state.recoveries);
    kamm_destroy_world(world);
    kamm_destroy_cars(cars);
    kamm_destroy_plan(plan);
    kamm_destroy_line(line);
    kamm_destroy_model(model);
    return 0;
}
