/* Linear models of running cars against closed forms, against differences in double, and against each other. */
#include "support/quick.h"
#include "support/rungs.h"

#include <kamm/commonroad.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/linear.h>
#include <math.h>
#include <string.h>

enum { STATES = 7, MAX_STATES = 64 };

static void linearise(const kamm_cars *cars, const kamm_linear_def *def, double *a, double *b,
                      double *c, double *d)
{
    kamm_error error = {0};
    if (kamm_linearise(cars, 0, &kamm_flat_ground, def, a, b, c, d, &error))
        fail_msg("%s", error.text);
}

/* x' of dx/dt = M x after t, for a matrix of n by n, by its series. */
static void exponential(int n, const double *m, double t, double *result)
{
    double term[25], next[25];
    for (int i = 0; i < n * n; ++i) result[i] = term[i] = i % (n + 1) == 0;
    for (int k = 1; k < 40; ++k) {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) {
                next[i * n + j] = 0;
                for (int l = 0; l < n; ++l)
                    next[i * n + j] += term[i * n + l] * m[l * n + j] * t / k;
            }
        memcpy(term, next, sizeof term);
        for (int i = 0; i < n * n; ++i) result[i] += term[i];
    }
}

/* The textbook's car of two degrees of freedom: m (dv/dt + u r) = Ff + Fr, I dr/dt = a Ff - b Fr, with side forces in
 * proportion to the slip angles. Over 0.2 s, with the steering angle as a third state that does not change. */
static void single_track_gives_the_linear_yaw_model(void **unused)
{
    const double u = 20, time_s = 0.2, front_per_rad = 16, rear_per_rad = 19;
    kamm_vehicle_def def = plain_car();
    (void)unused;
    def.single_track.equations = KAMM_EQUATIONS_LINEAR;
    def.single_track.friction = 1;
    def.single_track.front_cornering_per_rad = front_per_rad;
    def.single_track.rear_cornering_per_rad = rear_per_rad;
    def.aero.frontal_area_m2 = 0;
    def.stepping.substeps_per_s = 9600;
    for (int axle = 0; axle < 2; ++axle) def.axles[axle].tyre.qsy1 = 0;
    kamm_cars *cars = start_rung(&def, KAMM_SINGLE_TRACK, 1);
    put_car(cars, 0, &kamm_flat_ground, 0.7, u, 0);
    kamm_inputs(cars)[0].gear = 0;
    kamm_model_info info = kamm_describe(kamm_model_of(cars, 0));
    double m = info.mass_kg, inertia = info.yaw_inertia_kgm2;
    double front_m = info.cg_behind_front_axle_m, rear_m = info.wheelbase_m - front_m;
    double cf = front_per_rad * (info.static_load_n[0] + info.static_load_n[1]);
    double cr = rear_per_rad * (info.static_load_n[2] + info.static_load_n[3]);
    double moment = front_m * cf - rear_m * cr, steer = 1 / info.steering_ratio;
    double spring = front_m * front_m * cf + rear_m * rear_m * cr;
    const double rates[9] = {-(cf + cr) / (m * u),
                             -moment / (m * u) - u,
                             cf / m * steer,
                             -moment / (inertia * u),
                             -spring / (inertia * u),
                             front_m * cf / inertia * steer,
                             0,
                             0,
                             0};
    double expected[9], a[2][2], b[2], c[2][2], d[2];
    exponential(3, rates, time_s, expected);

    const kamm_linear_state x[] = {{.kind = KAMM_LINEAR_VELOCITY, .axis = 1},
                                   {.kind = KAMM_LINEAR_RATE, .axis = 2}};
    const kamm_linear_input input = {.input = 0, .step = 1e-2};
    const kamm_channel outputs[] = {KAMM_CHANNEL_yaw_rate_radps, KAMM_CHANNEL_steering_wheel_rad};
    kamm_linear_def linear = {x, 2, &input, 1, outputs, 2, (int32_t)(time_s * 9600)};
    uint64_t before = kamm_state_hash(cars);
    linearise(cars, &linear, a[0], b, c[0], d);
    assert_true(kamm_state_hash(cars) == before);
    for (int i = 0; i < 2; ++i) {
        print_message("A %9.5f %9.5f  B %9.5f\n  %9.5f %9.5f    %9.5f\n", a[i][0], a[i][1], b[i],
                      expected[3 * i], expected[3 * i + 1], expected[3 * i + 2]);
        expect_share(a[i][i], expected[4 * i], 5e-3);
    }
    expect_share(b[1], expected[5], 2e-3);
    expect_near(b[0], expected[2],
                1e-3 * u * b[1] * time_s / 2); /* little is left of two terms like that */
    expect_share(a[0][1], expected[1], 5e-3);
    for (int j = 0; j < 2; ++j) assert_true(fabs(c[0][j] - a[1][j]) < 1e-4 && fabs(c[1][j]) < 1e-6);
    expect_near(d[0], b[1], 1e-4);
    expect_near(d[1], 1, 1e-4);
    end_cars(cars);
}

/* -- CommonRoad's model, whose equations Kamm has in double as well -- */
/* Place and heading, velocities along and across, yaw rate, steering wheel: as the linear states below have them. */
static void flow(const kamm_model *model, double ratio, const double z[STATES],
                 const double input[2], double time_s, double end[STATES])
{
    enum { STEPS = 200 };
    double x[STATES] = {z[0], z[1], z[6] / ratio, hypot(z[3], z[4]), z[2], z[5], atan2(z[4], z[3])};
    double h = time_s / STEPS, k[4][STATES], at[STATES];
    for (int step = 0; step < STEPS; ++step) {
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < STATES; ++j)
                at[j] = x[j] + (i == 0 ? 0 : i == 3 ? h : h / 2) * (i ? k[i - 1][j] : 0);
            kamm_commonroad_st(model, at, input, k[i]);
        }
        for (int j = 0; j < STATES; ++j)
            x[j] += h / 6 * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]);
    }
    const double out[STATES] = {x[0], x[1],        x[4], x[3] * cos(x[6]), x[3] * sin(x[6]),
                                x[5], x[2] * ratio};
    memcpy(end, out, sizeof out);
}

/* Places as the unperturbed car's body sees them. */
static void see(const double base[STATES], double z[STATES])
{
    double dx = z[0] - base[0], dy = z[1] - base[1], c = cos(base[2]), s = sin(base[2]);
    z[0] = c * dx + s * dy;
    z[1] = c * dy - s * dx;
    z[2] -= base[2];
}

/* A and B against central differences of the equations in double; gives the worst difference. */
static double compare_with_flow(const kamm_model *model, double ratio, const double start[STATES],
                                const double command[2], double time_s, double a[STATES][STATES],
                                double b[STATES][2])
{
    const double h = 1e-4;
    double base[STATES], plus[STATES], minus[STATES], worst = 0;
    flow(model, ratio, start, command, time_s, base);
    for (int column = 0; column < STATES + 2; ++column) {
        double z[STATES], w[2];
        for (int sign = -1; sign <= 1; sign += 2) {
            memcpy(z, start, sizeof z), memcpy(w, command, sizeof w);
            *(column < STATES ? &z[column] : &w[column - STATES]) += sign * h;
            flow(model, ratio, z, w, time_s, sign < 0 ? minus : plus);
        }
        see(base, plus), see(base, minus);
        for (int i = 0; i < STATES; ++i) {
            double expected = (plus[i] - minus[i]) / (2 * h);
            double found = column < STATES ? a[i][column] : b[i][column - STATES];
            worst = fmax(worst, fabs(found - expected));
            if (fabs(found - expected) > 2e-3 * fmax(1, fabs(expected)))
                fail_msg("row %d, column %d: %g, not %g", i, column, found, expected);
        }
    }
    return worst;
}

static void commonroad_gives_the_differences_of_its_equations_in_double(void **unused)
{
    const double time_s = 0.1;
    static kamm_vehicle_file file;
    kamm_error error;
    (void)unused;
    if (kamm_load_vehicle("commonroad-2-bmw-320i", &file, NULL, &error)) fail_msg("%s", error.text);
    file.def.stepping.substeps_per_s = 1200;
    file.def.single_track.equations = KAMM_EQUATIONS_COMMONROAD;
    file.def.single_track.friction = 1.0489; /* else it is worked out again at each call */
    file.def.single_track.front_cornering_per_rad = file.def.single_track.rear_cornering_per_rad =
        20.9;
    file.def.single_track.load_shift_height_m = 0.6;
    kamm_cars *cars = start_rung(&file.def, KAMM_SINGLE_TRACK, 1);
    put_car(cars, 0, &kamm_flat_ground, 0, 15, 1);
    kamm_input *input = &kamm_inputs(cars)[0];
    input->command = 1, input->road_wheel_rate_radps = 0.1f, input->acceleration_mps2 = 0.5f;
    drive_for(cars, &kamm_flat_ground, 0.5); /* now in a turn */
    input->road_wheel_rate_radps = 0.02f;
    const kamm_model *model = kamm_model_of(cars, 0);
    kamm_model_info info = kamm_describe(model);
    int field = 0;
    const kamm_field_info *fields = kamm_car_state_fields(NULL);
    while (strcmp(fields[field].name, "steering_rad") != 0) ++field;
    const kamm_linear_state x[STATES] = {{.kind = KAMM_LINEAR_POSITION, .axis = 0},
                                         {.kind = KAMM_LINEAR_POSITION, .axis = 1},
                                         {.kind = KAMM_LINEAR_ROTATION, .axis = 2},
                                         {.kind = KAMM_LINEAR_VELOCITY, .axis = 0},
                                         {.kind = KAMM_LINEAR_VELOCITY, .axis = 1},
                                         {.kind = KAMM_LINEAR_RATE, .axis = 2},
                                         {.kind = KAMM_LINEAR_ROW, .field = field, .step = 1e-2}};
    const kamm_linear_input u[2] = {{.input = 7, .step = 1e-2}, {.input = 8, .step = 1e-2}};
    kamm_linear_def linear = {x, STATES, u, 2, NULL, 0, (int32_t)lround(time_s / info.substep_s)};
    double a[STATES][STATES], b[STATES][2];
    linearise(cars, &linear, a[0], b[0], NULL, NULL);

    double v[2], side = kamm_read(cars, 0, KAMM_CHANNEL_sideslip_rad);
    read_velocity(cars, 0, v);
    const double speed = hypot(v[0], v[1]), ratio = info.steering_ratio;
    const double start[STATES] = {0,
                                  0,
                                  0,
                                  speed * cos(side),
                                  speed * sin(side),
                                  kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_radps),
                                  (double)kamm_state_row(cars, 0, KAMM_ROW_CAR, 0, field)[0]};
    const double command[2] = {(double)input->road_wheel_rate_radps,
                               (double)input->acceleration_mps2};
    double worst = compare_with_flow(model, ratio, start, command, time_s, a, b);
    print_message("worst of %d coefficients: %.2g\n", STATES * (STATES + 2), worst);
    end_cars(cars);
}

/* -- The full model -- */
/* Adds those rows, of each of `items`, whose names are there. */
static int add_rows(kamm_linear_state *x, int count, kamm_state_row_kind row, int items,
                    const kamm_field_info *(*list)(int *), const char *names)
{
    int fields;
    const kamm_field_info *field = list(&fields);
    for (int i = 0; i < items * fields; ++i) {
        char word[64];
        snprintf(word, sizeof word, " %s ", field[i % fields].name);
        if (strstr(names, word))
            x[count++] = (kamm_linear_state){
                .kind = KAMM_LINEAR_ROW, .row = row, .item = i / fields, .field = i % fields};
    }
    return count;
}

/* Twice an interval is the interval twice, if the states are all that there are. */
static void intervals_of_the_full_model_add_up(void **unused)
{
    NOT_IN_QUICK_TESTS();
    static double once[MAX_STATES * MAX_STATES], later[MAX_STATES * MAX_STATES],
        twice[MAX_STATES * MAX_STATES];
    kamm_linear_state x[MAX_STATES];
    int n = 0;
    (void)unused;
    kamm_vehicle_def def = plain_car();
    for (int axle = 0; axle < 2; ++axle) /* else a damper at rest has a slope for each direction */
        def.axles[axle].suspension.bump_damping_ns_per_m = 3000;
    kamm_cars *cars = start_rung(&def, KAMM_FULL, 1);
    put_car(cars, 0, &kamm_flat_ground, 0.3, 20, 0);
    kamm_inputs(cars)[0].gear = 0, kamm_inputs(cars)[0].steering_wheel_rad = 0.2f;
    drive_for(cars, &kamm_flat_ground, 2);
    for (int axis = 0; axis < 3; ++axis) {
        x[n++] = (kamm_linear_state){.kind = KAMM_LINEAR_ROTATION, .axis = axis};
        x[n++] = (kamm_linear_state){.kind = KAMM_LINEAR_VELOCITY, .axis = axis};
        x[n++] = (kamm_linear_state){.kind = KAMM_LINEAR_RATE, .axis = axis};
    }
    for (int axis = 0; axis < 3; ++axis)
        x[n++] = (kamm_linear_state){.kind = KAMM_LINEAR_POSITION, .axis = axis};
    n = add_rows(x, n, KAMM_ROW_CAR, 1, kamm_car_state_fields,
                 " last_acceleration_x_mps2 last_acceleration_y_mps2 last_acceleration_z_mps2 "
                 "last_roll_acceleration_radps2 last_pitch_acceleration_radps2 "
                 "last_yaw_acceleration_radps2 ");
    n = add_rows(x, n, KAMM_ROW_WHEEL, 4, kamm_wheel_state_fields,
                 " travel_m travel_rate_mps spin_radps contact_deflection_x_m "
                 "contact_deflection_y_m deflection_m spring_friction_share ");
    assert_int_equal(n, 12 + 6 + 4 * 7);
    kamm_linear_def linear = {x, n, NULL, 0, NULL, 0, 60};
    linearise(cars, &linear, once, NULL, NULL, NULL);
    linear.substeps = 120;
    linearise(cars, &linear, twice, NULL, NULL, NULL);
    linear.substeps = 60;
    kamm_step(cars, &kamm_flat_ground, 60);
    linearise(cars, &linear, later, NULL, NULL, NULL);
    double worst = 0;
    for (int i = 0; i < 9; ++i)
        for (int j = 0; j < 9; ++j) { /* of the body */
            double sum = 0;
            for (int k = 0; k < n; ++k) sum += later[i * n + k] * once[k * n + j];
            double share = fabs(sum - twice[i * n + j]) / fmax(1, fabs(sum));
            worst = fmax(worst, share);
        }
    print_message("full: worst of A(2 T) - A(T) A(T): %.2g\n", worst);
    expect_below(worst, 0.01);
    end_cars(cars);
}

static void what_the_car_has_not_is_refused(void **unused)
{
    kamm_error error;
    kamm_vehicle_def def = plain_car();
    kamm_cars *cars = start_rung(&def, KAMM_SINGLE_TRACK, 1);
    (void)unused;
    put_car(cars, 0, &kamm_flat_ground, 0, 20, 0);
    kamm_linear_state x = {.kind = KAMM_LINEAR_ROW, .row = KAMM_ROW_WHEEL, .item = 0, .field = 0};
    kamm_linear_input u = {.input = 0};
    kamm_channel y = KAMM_CHANNEL_speed_mps;
    double a = 5, b = 5, c = 5, d = 5;
    struct {
        kamm_linear_def def;
        const char *part;
    } cases[] = {{{&x, 1, &u, 1, &y, 1, 1}, "state 0"}, /* no wheel travel on this rung */
                 {{NULL, 0, &u, 1, &y, 1, 0}, "0 substeps"},
                 {{NULL, 0, &(kamm_linear_input){.input = 99}, 1, &y, 1, 1}, "input 0"},
                 {{NULL, 0, &(kamm_linear_input){0, 1e-60}, 1, &y, 1, 1}, "too small"},
                 {{NULL, 0, &(kamm_linear_input){0, -1}, 1, &y, 1, 1}, "input 0"},
                 {{NULL, 0, &u, 1, &(kamm_channel){KAMM_CHANNEL_COUNT}, 1, 1}, "output 0"},
                 {{&(kamm_linear_state){.axis = 3}, 1, &u, 1, &y, 1, 1}, "state 0"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        assert_int_equal(
            kamm_linearise(cars, 0, &kamm_flat_ground, &cases[i].def, &a, &b, &c, &d, &error),
            KAMM_ERROR_RANGE);
        if (!strstr(error.text, cases[i].part)) fail_msg("%s: %s", cases[i].part, error.text);
        assert_true(a == 5 && b == 5 && c == 5 && d == 5);
    }
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_track_gives_the_linear_yaw_model),
        cmocka_unit_test(commonroad_gives_the_differences_of_its_equations_in_double),
        cmocka_unit_test(intervals_of_the_full_model_add_up),
        cmocka_unit_test(what_the_car_has_not_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
