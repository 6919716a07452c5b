/* Recording: cars hit each other and a stack of crates; the run goes into a file, which the page plays.
 *
 *     cc -O2 19_recording.c -o 19_recording $(pkg-config --cflags --libs kamm_io)
 *     ./19_recording run.kammrec    then drop run.kammrec on the page */
#include <kamm/io/recording.h>
#include <kamm/kamm.h>
#include <stdio.h>

enum { CARS = 4, CRATES = 6, FRAMES = 8 * 60, SUBSTEPS = 4 };

static kamm_world *create_world(kamm_error *error)
{
    kamm_body_def crates[CRATES];
    for (int i = 0; i < CRATES; ++i)
        crates[i] = (kamm_body_def){.type = KAMM_BODY_DYNAMIC,
                                    .shapes = {{.box = {{0, 0, 0}, {0.4, 0.4, 0.4}, {0}}}},
                                    .position_m = {50, i / 3 * 0.9 - 0.4, 0.4 + i % 3 * 0.8},
                                    .mass_kg = 30};
    const kamm_world_def def = {.bodies = crates, .body_count = CRATES};
    return kamm_create_world(&def, error);
}

/* The first one brakes; the others come faster from behind. */
static void drive(kamm_cars *cars, double time_s)
{
    kamm_input *inputs = kamm_inputs(cars);
    for (int car = 0; car < CARS; ++car) {
        inputs[car].throttle = time_s < 2.5 ? 0.6f : 0;
        inputs[car].brake = car == 0 && time_s > 2.5 ? 0.8f : 0;
    }
}

static uint32_t paint(const kamm_cars *cars, int car, void *user)
{
    static const uint32_t colours[CARS] = {0xd8362a, 0x2a64d8, 0xe8b020, 0x2fa05a};
    return (void)cars, (void)user, colours[car];
}

/* What is in the file. */
static int look_into(const char *path, kamm_error *error)
{
    kamm_recorded_car car;
    kamm_recorded *recorded = kamm_load_recording(path, NULL, error);
    if (!recorded) return 0;
    printf("frame  time s  x m of the cars\n");
    for (int frame = 59; frame < kamm_describe_recorded(recorded).frame_count; frame += 60) {
        kamm_show_recorded(recorded, frame, error);
        printf("%5d %7.3f", frame, kamm_recorded_time_s(recorded, frame));
        for (int i = 0; i < CARS && !kamm_read_recorded_car(recorded, i, &car, error); ++i)
            printf(" %7.2f", car.body.position_m[0]);
        putchar('\n');
    }
    kamm_destroy_recorded(recorded);
    return 1;
}

int main(int count, char **words)
{
    kamm_error error;
    const char *path = count > 1 ? words[1] : "run.kammrec";
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    kamm_cars *cars = model ? kamm_create_cars(model, CARS, &error) : NULL;
    kamm_world *world = cars ? create_world(&error) : NULL;
    for (int car = 0; car < CARS && cars; ++car)
        kamm_place(cars, car, &(kamm_placement){.position_m = {-9 * car, 0, 0}, .speed_mps = 12});
    const kamm_recording_def run = {.world = world, .paint = paint};
    int is_ready = world && !kamm_add_cars(world, cars, &error);
    kamm_recording *recording = is_ready ? kamm_begin_recording(path, &run, &error) : NULL;
    for (int frame = 0; frame < FRAMES && recording; ++frame) {
        drive(cars, frame / 60.0);
        kamm_step_world(world, SUBSTEPS);
        kamm_record_frame(recording, (frame + 1) / 60.0, NULL); /* the end tells what failed */
    }
    if (!recording || kamm_end_recording(recording, &error) || !look_into(path, &error))
        return fprintf(stderr, "%s\n", error.text), 1;
    kamm_destroy_world(world);
    return kamm_destroy_cars(cars), kamm_destroy_model(model), 0;
}
