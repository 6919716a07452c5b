/* What the C library gives for the drive of test_bits.py: 1000 substeps a second, a start with a speed, throttle, a
 * step of the steering wheel, the brake. Prints all channels each 0.1 s, as hexadecimal numbers. A two-wheeler is
 * ridden: its rider acts each 10 ms, and the inputs are printed as well, since an FMU has no rider of its own.
 *
 * Usage: drive VEHICLE RUNG */
#include <kamm/io/vehicle_file.h>
#include <kamm/kamm.h>
#include <stdio.h>

static void print_channels(const kamm_cars *cars, int wheels)
{
    int count;
    kamm_channel_fields(&count);
    for (int i = 0; i < count; ++i)
        printf("%s %a\n", kamm_channel_fields(NULL)[i].name, kamm_read(cars, 0, (kamm_channel)i));
    kamm_wheel_channel_fields(&count);
    for (int i = 0; i < count; ++i)
        for (int wheel = 0; wheel < wheels; ++wheel)
            printf("wheels[%d].%s %a\n", wheel, kamm_wheel_channel_fields(NULL)[i].name,
                   kamm_read_wheel(cars, 0, wheel, (kamm_wheel_channel)i));
}

static void drive(kamm_cars *cars, int wheels)
{
    for (int ms = 0; ms < 3000; ++ms) {
        kamm_input *inputs = kamm_inputs(cars);
        inputs->throttle = ms < 2000 ? 0.375f : 0;
        inputs->steering_wheel_rad = ms < 500 ? 0 : 0.75f;
        inputs->brake = ms < 2000 ? 0 : 0.5f;
        kamm_step(cars, &kamm_flat_ground, 1);
        if (ms % 100 == 99) print_channels(cars, wheels);
    }
}

static void print_inputs(const kamm_input *input)
{
    int count;
    const kamm_field_info *fields = kamm_input_fields(&count);
    for (int i = 0; i < count; ++i)
        printf("driver.%s %a\n", fields[i].name, (double)((const float *)input)[i]);
}

/* Straight on, then to the left under throttle, then braking with both levers, the upper body leaning. */
static void ride(kamm_cars *cars, int wheels)
{
    kamm_ride_request request = kamm_default_ride_request();
    for (int ms = 0; ms < 3000; ++ms) {
        kamm_input *inputs = kamm_inputs(cars);
        request.curvature_per_m = ms < 500 ? 0 : 0.015;
        inputs->throttle = ms < 2000 ? 0.125f : 0;
        inputs->brake = inputs->hand_brake = ms < 2000 ? 0 : 0.125f;
        inputs->rider_lean_rad = ms < 1000 ? 0 : 0.0625f;
        if (ms % 10 == 0) kamm_ride(cars, 0, &request, 0.01, NULL);
        if (ms % 10 == 0) print_inputs(inputs);
        kamm_step(cars, &kamm_flat_ground, 1);
        if (ms % 100 == 99) print_channels(cars, wheels);
    }
}

int main(int count, char **words)
{
    static kamm_vehicle_file file;
    kamm_error error;
    const kamm_rung_info *rung = count == 3 ? kamm_find_rung(words[2]) : NULL;
    if (!rung) return 2;
    if (kamm_load_vehicle(words[1], &file, NULL, &error))
        return fprintf(stderr, "%s\n", error.text), 1;
    file.def.stepping.substeps_per_s = 1000;
    kamm_model *model = kamm_create_model(&file.def, rung->rung, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 1;
    kamm_cars *cars = kamm_create_cars(model, 1, &error);
    kamm_placement placement = kamm_placement_on(&kamm_flat_ground, 0, 0, 0);
    placement.speed_mps = 15;
    placement.gear = KAMM_GEAR_DRIVE;
    kamm_place(cars, 0, &placement);
    (kamm_has_rider(model) ? ride : drive)(cars, kamm_describe(model).wheel_count);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return 0;
}
