/* Rollouts against the same cars stepped by hand, to the bit. */
#include "support/quick.h"
#include "support/rungs.h"
#include "support/tier.h"
#include "support/world_files.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FROM = 20,
    ROLLOUTS = 2 * FROM + 1,
    STEPS = 5,
    SUBSTEPS = 13,
    PATHS = KAMM_MAX_ROLLOUT_CHANNELS
};

static const char *const inputs[] = {"steering_wheel_rad", "throttle", "brake"};
enum { INPUTS = 3 };

/* -- Grounds -- */
/* A bowl that is asked for at times; where it was asked shows in the planes, which hold on. */
static void bowl_query(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const double *radius_m = user;
    for (int i = 0; i < count; ++i) {
        double x = probes[i].position_m[0] / *radius_m, y = probes[i].position_m[1] / *radius_m;
        double length = sqrt(1 + x * x + y * y);
        contacts[i] = (kamm_contact){
            .normal = {(float)(-x / length), (float)(-y / length), (float)(1 / length)},
            .friction = 0.8f,
            .reach_m = 0.4f,
            .steepness = 0.5f};
        memcpy(contacts[i].point_m, probes[i].position_m, sizeof contacts[i].point_m);
        contacts[i].point_m[2] = (x * x + y * y) / 2 * *radius_m;
    }
}

enum { GROUNDS = 3 };
static kamm_ground ground_of(int which)
{
    static double radius_m = 150;
    kamm_ground ground = kamm_flat_ground;
    if (which == 0) return kamm_plane_ground(0.05, 0.03, 0.9);
    ground.query = bowl_query;
    ground.user = &radius_m;
    ground.body_points = which == 1;
    ground.interval_substeps = which == 1 ? 1 : 7;
    return ground;
}

/* -- Cars -- */
static int start_of(int rollout) { return 7 * rollout % FROM; }

struct fleet {
    kamm_model *models[FROM];
    kamm_cars *from, *batch, *other; /* `other`: for what is done by hand */
};

static kamm_cars *cars_of(const struct fleet *fleet, int mixed, int count)
{
    const kamm_model *models[ROLLOUTS];
    for (int i = 0; i < count; ++i)
        models[i] = fleet->models[!mixed ? 0 : count == FROM ? i : start_of(i)];
    return mixed ? kamm_create_mixed_cars(models, count, NULL)
                 : kamm_create_cars(models[0], count, NULL);
}

static void set_input(kamm_cars *cars, int car, const float *values)
{
    kamm_input *input = &kamm_inputs(cars)[car];
    input->steering_wheel_rad = values[0];
    input->throttle = values[1];
    input->brake = values[2];
}

static struct fleet start_fleet(kamm_rung rung, int mixed, const kamm_ground *ground)
{
    struct fleet fleet;
    for (int i = 0; i < FROM; ++i) {
        kamm_vehicle_def def = plain_car();
        kamm_error error;
        def.body.mass_kg += 10 * i;
        fleet.models[i] = kamm_create_model(&def, rung, &error);
        if (!fleet.models[i]) fail_msg("%s", error.text);
    }
    fleet.from = cars_of(&fleet, mixed, FROM);
    fleet.other = cars_of(&fleet, mixed, FROM);
    fleet.batch = cars_of(&fleet, mixed, ROLLOUTS);
    for (int i = 0; i < FROM; ++i) {
        kamm_placement place = {.position_m = {10 * cos(i), 10 * sin(i), 0.5},
                                .orientation = {cos(0.2 * i), 0, 0, sin(0.2 * i)},
                                .speed_mps = 3 + i,
                                .gear = KAMM_GEAR_DRIVE};
        kamm_place(fleet.from, i, &place);
        set_input(fleet.from, i, (float[]){0.1f * (float)i - 1, 0.6f, 0});
    }
    kamm_step(fleet.from, ground, 101);
    return fleet;
}

static void end_fleet(struct fleet *fleet)
{
    kamm_destroy_cars(fleet->from);
    kamm_destroy_cars(fleet->other);
    kamm_destroy_cars(fleet->batch);
    for (int i = 0; i < FROM; ++i) kamm_destroy_model(fleet->models[i]);
}

/* -- What is driven, and read -- */
static float values[ROLLOUTS][STEPS][INPUTS];

static void fill_values(void)
{
    struct noise noise = {5};
    for (int i = 0; i < ROLLOUTS; ++i)
        for (int step = 0; step < STEPS; ++step) {
            values[i][step][0] = (float)noise_between(&noise, -4, 4);
            values[i][step][1] = (float)noise_between(&noise, 0, 1);
            values[i][step][2] = (float)noise_between(&noise, -1, 1);
        }
}

/* Paths of all channels of the car, and of two wheels. */
static int all_paths(char text[PATHS][64], const char *paths[PATHS])
{
    int count, wheel_count, n = 0;
    const kamm_field_info *fields = kamm_channel_fields(&count);
    const kamm_field_info *wheel_fields = kamm_wheel_channel_fields(&wheel_count);
    for (int i = 0; i < count; ++i) snprintf(text[n++], 64, "%s", fields[i].name);
    for (int wheel = 1; wheel < 4; wheel += 2)
        for (int i = 0; i < wheel_count; ++i)
            snprintf(text[n++], 64, "wheels[%d].%s", wheel, wheel_fields[i].name);
    assert_true(n <= PATHS);
    for (int i = 0; i < n; ++i) paths[i] = text[i];
    return n;
}

static void expect_channels(const kamm_cars *cars, int car, const double *outputs)
{
    int count, wheel_count;
    const kamm_field_info *fields = kamm_channel_fields(&count);
    kamm_wheel_channel_fields(&wheel_count);
    for (int i = 0; i < count; ++i) {
        double value = kamm_read(cars, car, (kamm_channel)i);
        if (value != *outputs++) fail_msg("%s of car %d", fields[i].name, car);
    }
    for (int wheel = 1; wheel < 4; wheel += 2)
        for (int i = 0; i < wheel_count; ++i)
            assert_true(kamm_read_wheel(cars, car, wheel, (kamm_wheel_channel)i) == *outputs++);
}

/* FROM rollouts at a time in cars that are put back by a snapshot. */
static void expect_by_hand(const struct fleet *fleet, const kamm_ground *ground,
                           const void *snapshot, const double *outputs, int paths)
{
    for (int first = 0; first < ROLLOUTS; first += FROM) {
        int end = first + FROM < ROLLOUTS ? first + FROM : ROLLOUTS;
        assert_int_equal(
            kamm_restore_snapshot(fleet->other, snapshot, kamm_snapshot_size(fleet->other), NULL),
            KAMM_OK);
        for (int step = 0; step < STEPS; ++step) {
            for (int i = first; i < end; ++i) set_input(fleet->other, start_of(i), values[i][step]);
            kamm_step(fleet->other, ground, SUBSTEPS);
            for (int i = first; i < end; ++i)
                expect_channels(fleet->other, start_of(i), outputs + (i * STEPS + step) * paths);
        }
    }
}

struct trial {
    int32_t starts[ROLLOUTS];
    char text[PATHS][64];
    const char *paths[PATHS];
    kamm_rollout_def def;
    size_t size; /* of the outputs, in bytes */
    double *outputs;
};

static struct trial *start_trial(const struct fleet *fleet)
{
    struct trial *trial = calloc(1, sizeof *trial);
    for (int i = 0; i < ROLLOUTS; ++i) trial->starts[i] = start_of(i);
    int paths = all_paths(trial->text, trial->paths);
    trial->def = (kamm_rollout_def){.from = fleet->from,
                                    .starts = trial->starts,
                                    .steps = STEPS,
                                    .substeps = SUBSTEPS,
                                    .input_count = INPUTS,
                                    .inputs = inputs,
                                    .values = values[0][0],
                                    .channel_count = paths,
                                    .channels = trial->paths};
    trial->size = (size_t)(ROLLOUTS * STEPS * paths) * sizeof(double);
    trial->outputs = malloc(trial->size);
    return trial;
}

static void end_trial(struct trial *trial)
{
    free(trial->outputs);
    free(trial);
}

static void roll(kamm_cars *batch, const kamm_ground *ground, const kamm_rollout_def *def,
                 double *outputs)
{
    kamm_error error;
    if (kamm_rollout(batch, ground, def, outputs, &error) != KAMM_OK) fail_msg("%s", error.text);
}

/* -- Tests -- */
static void expect_same_as_by_hand(kamm_rung rung, int mixed, int which)
{
    kamm_ground ground = ground_of(which);
    struct fleet fleet = start_fleet(rung, mixed, &ground);
    struct trial *trial = start_trial(&fleet);
    size_t size = kamm_snapshot_size(fleet.from);
    void *snapshot = malloc(size);
    kamm_save_snapshot(fleet.from, snapshot);
    for (int again = 0; again < 2; ++again) { /* with what the batch has been through, too */
        roll(fleet.batch, &ground, &trial->def, trial->outputs);
        expect_by_hand(&fleet, &ground, snapshot, trial->outputs, trial->def.channel_count);
    }
    void *after = malloc(size);
    kamm_save_snapshot(fleet.from, after);
    assert_memory_equal(snapshot, after, size);
    free(after);
    free(snapshot);
    end_trial(trial);
    end_fleet(&fleet);
}

static void rollouts_are_what_stepping_by_hand_gives(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    fill_values();
    for (EACH_RUNG(rung))
        for (int i = 0; i < 2 * GROUNDS; ++i)
            if (((int)rung + i) % of_tier(3, 1) == 0)
                expect_same_as_by_hand(rung, i / GROUNDS, i % GROUNDS);
}

static void channels_of_all_cars_are_read_by_name(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    fill_values();
    kamm_ground ground = ground_of(0);
    for (EACH_RUNG(rung)) {
        struct fleet fleet = start_fleet(rung, 1, &ground);
        struct trial *trial = start_trial(&fleet);
        int paths = trial->def.channel_count;
        roll(fleet.batch, &ground, &trial->def, trial->outputs);
        double *outputs = trial->outputs;
        kamm_error error;
        assert_int_equal(kamm_read_channels(fleet.batch, paths, trial->paths, outputs, &error),
                         KAMM_OK);
        for (int car = 0; car < ROLLOUTS; ++car)
            expect_channels(fleet.batch, car, outputs + car * paths);
        trial->paths[1] = "yaw_rat_radps";
        outputs[0] = -77;
        assert_int_equal(kamm_read_channels(fleet.batch, paths, trial->paths, outputs, &error),
                         KAMM_ERROR_UNKNOWN);
        assert_int_equal(kamm_read_channels(fleet.batch, PATHS + 1, trial->paths, outputs, &error),
                         KAMM_ERROR_RANGE);
        assert_true(outputs[0] == -77);
        end_trial(trial);
        end_fleet(&fleet);
    }
}

static void a_rollout_goes_on_where_the_last_one_ended(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    kamm_ground ground = ground_of(2);
    struct fleet fleet = start_fleet(KAMM_FULL, 0, &ground);
    struct trial *trial = start_trial(&fleet);
    kamm_cars *whole = cars_of(&fleet, 0, ROLLOUTS);
    trial->def.input_count = 0;
    roll(whole, &ground, &trial->def, trial->outputs);
    trial->def.steps = 2;
    roll(fleet.batch, &ground, &trial->def, trial->outputs);
    trial->def.steps = 3;
    trial->def.from = NULL;
    roll(fleet.batch, &ground, &trial->def, trial->outputs);
    assert_true(kamm_state_hash(whole) == kamm_state_hash(fleet.batch));
    kamm_destroy_cars(whole);
    end_trial(trial);
    end_fleet(&fleet);
}

static void run_backwards(void *user, int count, kamm_task *task, void *context)
{
    (void)user;
    for (int i = count - 1; i >= 0; --i) task(context, i);
}

static void any_order_and_any_threads_give_the_same_bits(void **state)
{
    (void)state;
    kamm_ground ground = ground_of(1);
    kamm_threads *threads = kamm_create_threads(3, NULL);
    struct fleet fleet = start_fleet(KAMM_FULL, 1, &ground);
    struct trial *trial = start_trial(&fleet);
    double *outputs = malloc(trial->size);
    roll(fleet.batch, &ground, &trial->def, trial->outputs);
    for (int i = 0; i < 2; ++i) {
        trial->def.run = i ? kamm_run_on_threads : run_backwards;
        trial->def.user = threads;
        memset(outputs, 0, trial->size);
        roll(fleet.batch, &ground, &trial->def, outputs);
        assert_memory_equal(outputs, trial->outputs, trial->size);
    }
    free(outputs);
    end_trial(trial);
    end_fleet(&fleet);
    kamm_destroy_threads(threads);
}

#define REFUSED(result_wanted, words)                                                      \
    do {                                                                                   \
        kamm_error error = {0};                                                            \
        assert_int_equal(kamm_rollout(fleet.batch, &ground, &def, trial->outputs, &error), \
                         result_wanted);                                                   \
        if (!strstr(error.text, words)) fail_msg("%s: not in \"%s\"", words, error.text);  \
        def = trial->def;                                                                  \
    } while (0)

static void what_is_wrong_is_told_and_nothing_moves(void **state)
{
    (void)state;
    kamm_ground ground = kamm_flat_ground;
    struct fleet fleet = start_fleet(KAMM_SINGLE_TRACK, 0, &ground);
    struct trial *trial = start_trial(&fleet);
    kamm_rollout_def def = trial->def;
    uint64_t before = kamm_state_hash(fleet.batch);
    def.steps = 0;
    REFUSED(KAMM_ERROR_RANGE, "steps 0; allowed: 1 to");
    def.substeps = -1;
    REFUSED(KAMM_ERROR_RANGE, "substeps -1");
    def.channel_count = PATHS + 1;
    REFUSED(KAMM_ERROR_RANGE, "channel_count 257; allowed: 0 to 256");
    def.input_count = 100;
    REFUSED(KAMM_ERROR_RANGE, "input_count 100");
    def.inputs = (const char *const[]){"steering_wheel_rad", "throttl", "brake"};
    REFUSED(KAMM_ERROR_UNKNOWN, "throttl: there is no such input; did you mean \"throttle\"?");
    trial->paths[3] = "yaw_rat_radps";
    REFUSED(KAMM_ERROR_UNKNOWN, "did you mean \"yaw_rate_radps\"?");
    trial->paths[3] = "lateral_acceleration_g";
    REFUSED(KAMM_ERROR_UNKNOWN, "did you mean \"acceleration_y_mps2\"?");
    trial->paths[3] = "wheels[0].fz";
    REFUSED(KAMM_ERROR_UNKNOWN, "did you mean \"load_n\"?");
    trial->paths[3] = "wheels[4].load_n";
    REFUSED(KAMM_ERROR_UNKNOWN, "there is no wheel 4; the cars have 4");
    trial->paths[3] = "wheels[2].lood_n";
    REFUSED(KAMM_ERROR_UNKNOWN, "did you mean \"load_n\"?");
    const char *const none[] = {"wheels[].load_n", "wheels[1]load_n", "wheel[1].load_n",
                                "wheels[-1].load_n", "wheels[11111].load_n"};
    for (int i = 0; i < 5; ++i) {
        trial->paths[3] = none[i];
        REFUSED(KAMM_ERROR_FORMAT, "is not a channel's path");
    }
    trial->paths[3] = "yaw_rad";
    trial->starts[17] = FROM;
    REFUSED(KAMM_ERROR_RANGE, "starts[17] is car 20; there are 20");
    assert_true(kamm_state_hash(fleet.batch) == before);
    end_trial(trial);
    end_fleet(&fleet);
}

/* A planner's acceleration on each rung: obeyed, or named. */
static void commands_are_obeyed_or_refused(void **state)
{
    (void)state;
    static const char *const names[] = {"acceleration_mps2"};
    double speed_mps[50];
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def vehicle = default_vehicle();
        kamm_cars *cars = start_rung(&vehicle, rung, 1);
        const char *channels[] = {"speed_mps"};
        float minus_two[50];
        kamm_rollout_def def = {.steps = 50,
                                .substeps = 5,
                                .input_count = 1,
                                .channel_count = 1,
                                .inputs = names,
                                .channels = channels,
                                .values = minus_two};
        kamm_error error = {0};
        for (int i = 0; i < 50; ++i) minus_two[i] = -2;
        put_car(cars, 0, &kamm_flat_ground, 0, 20, KAMM_GEAR_DRIVE);
        kamm_inputs(cars)[0].command = 1;
        double step_s = 5 * kamm_describe(kamm_model_of(cars, 0)).substep_s;
        kamm_result result = kamm_rollout(cars, &kamm_flat_ground, &def, speed_mps, &error);
        if (rung == KAMM_KINEMATIC || rung == KAMM_SINGLE_TRACK) {
            assert_int_equal(result, KAMM_OK);
            assert_true(fabs(speed_mps[49] - (20 - 2 * 50 * step_s)) < 0.05);
        } else {
            assert_int_equal(result, KAMM_ERROR_RANGE);
            assert_string_equal(error.path, "acceleration_mps2");
            assert_non_null(strstr(error.text, rung_name(rung)));
        }
        end_cars(cars);
    }
}

/* -- Memory -- */
static void no_rollout_allocates(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    struct counted_memory memory = {INT_MAX, 0};
    kamm_set_allocator(allocate_while_left, release_counted, &memory);
    kamm_ground ground = ground_of(1);
    struct fleet fleet = start_fleet(KAMM_FULL, 1, &ground);
    struct trial *trial = start_trial(&fleet);
    int left = memory.left;
    assert_true(memory.alive > FROM);
    roll(fleet.batch, &ground, &trial->def, trial->outputs);
    kamm_copy_car(fleet.from, 3, fleet.batch, 4);
    kamm_change_model(fleet.batch, 4, fleet.models[3]);
    assert_int_equal(memory.left, left);
    end_trial(trial);
    end_fleet(&fleet);
    kamm_set_allocator(NULL, NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rollouts_are_what_stepping_by_hand_gives),
        cmocka_unit_test(channels_of_all_cars_are_read_by_name),
        cmocka_unit_test(a_rollout_goes_on_where_the_last_one_ended),
        cmocka_unit_test(any_order_and_any_threads_give_the_same_bits),
        cmocka_unit_test(what_is_wrong_is_told_and_nothing_moves),
        cmocka_unit_test(commands_are_obeyed_or_refused),
        cmocka_unit_test(no_rollout_allocates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
