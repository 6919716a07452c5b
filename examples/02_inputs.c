/* What a driver does, and what can be read: the car takes off, turns left, brakes, backs up and is parked, and some of
 * its channels are printed as CSV, with their names from Kamm's own tables. docs/reference.md has all inputs and
 * channels.
 *
 *     cc -O2 02_inputs.c -o 02_inputs $(pkg-config --cflags --libs kamm)
 *     ./02_inputs >drive.csv */
#include <kamm/kamm.h>
#include <stdio.h>

/* What is not named is 0. In KAMM_GEAR_DRIVE Kamm shifts; 1 and up are gears that the driver takes. */
static const struct {
    double until_s;
    kamm_input input;
} drive[] = {
    {3, {.gear = 1, .throttle = 1}},
    {6, {.gear = KAMM_GEAR_DRIVE, .throttle = 0.5f}},
    {9, {.gear = KAMM_GEAR_DRIVE, .throttle = 0.2f, .steering_wheel_rad = 0.8f}},
    {13, {.gear = KAMM_GEAR_DRIVE, .brake = 0.5f}},
    {16, {.gear = -1, .throttle = 0.3f}},
    {20, {.gear = 0, .hand_brake = 1}},
};
enum { PHASES = sizeof drive / sizeof *drive };

static const kamm_channel channels[] = {
    KAMM_CHANNEL_time_s,
    KAMM_CHANNEL_x_m,
    KAMM_CHANNEL_y_m,
    KAMM_CHANNEL_yaw_rad,
    KAMM_CHANNEL_gear,
    KAMM_CHANNEL_forward_speed_mps,
    KAMM_CHANNEL_roll_rad,
    KAMM_CHANNEL_acceleration_x_mps2,
    KAMM_CHANNEL_acceleration_y_mps2,
};
enum { CHANNELS = sizeof channels / sizeof *channels };

/* Wheels go from the front, left before right. */
static void print_header(void)
{
    const kamm_field_info *cars = kamm_channel_fields(NULL),
                          *wheels = kamm_wheel_channel_fields(NULL);
    for (int i = 0; i < CHANNELS; ++i) printf("%s,", cars[channels[i]].name);
    for (int wheel = 0; wheel < 4; ++wheel)
        printf("wheels[%d].%s%s", wheel, wheels[KAMM_WHEEL_load_n].name, wheel < 3 ? "," : "\n");
}

static void print_row(const kamm_cars *cars)
{
    for (int i = 0; i < CHANNELS; ++i) printf("%.3f,", kamm_read(cars, 0, channels[i]));
    for (int wheel = 0; wheel < 4; ++wheel)
        printf("%.0f%s", kamm_read_wheel(cars, 0, wheel, KAMM_WHEEL_load_n),
               wheel < 3 ? "," : "\n");
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 1;
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    if (!cars) return fprintf(stderr, "out of memory\n"), 1;

    print_header();
    print_row(cars);
    for (int i = 0; i < PHASES; ++i) {
        kamm_inputs(cars)[0] = drive[i].input;
        while (kamm_read(cars, 0, KAMM_CHANNEL_time_s) < drive[i].until_s) {
            kamm_step(cars, &kamm_flat_ground, 120);
            print_row(cars);
        }
    }

    unsigned faults = kamm_fault(cars, 0); /* KAMM_FAULT_INPUT, had an input been no number */
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return faults ? fprintf(stderr, "the car has faults: %u\n", faults), 1 : 0;
}
