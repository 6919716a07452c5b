/* What steps of the tasks pay, what they show and what their figures tell: by what the texts of the tasks say, from channels. */
#include "env_arrays.h"

#include "env/env_state.h"
#include "support/quick.h"
#include "support/shipped.h"

static const double degree = PI / 180;

static double nose_of(const struct run *run, int i)
{
    const kamm_model_info *info = &run->env->info;
    return x_of(run, i) + info->cg_behind_front_axle_m + info->front_overhang_m;
}

/* ---- track ---- */

static const double ring_m = 60;
enum { RING_POINTS = 80 };

static kamm_path ring_path(double points_m[RING_POINTS][2])
{
    for (int k = 0; k < RING_POINTS; ++k) {
        points_m[k][0] = ring_m * cos(2 * PI * k / RING_POINTS);
        points_m[k][1] = ring_m * sin(2 * PI * k / RING_POINTS);
    }
    return (kamm_path){
        .name = "ring", .count = RING_POINTS, .points_m = points_m, .width_m = 10, .closed = 1};
}

/* Along a circle: what a step turns about its middle, times its radius. Laps are from the first point on round to it. */
struct lap {
    double angle, driven_m, started_s, best_s, since_m, paid;
    int laps;
};

static void turn_on(struct lap *lap, const struct run *run, int i, double now_s)
{
    double angle = atan2(y_of(run, i), x_of(run, i));
    double way = ring_m * remainder(angle - lap->angle, 2 * PI);
    double over_m = ring_m * (angle < 0 ? angle + 2 * PI : angle);
    lap->angle = angle, lap->driven_m += way, lap->since_m += way, lap->paid += run->rewards[i];
    if (!(way > 0 && over_m < way)) return; /* over the line */
    double crossed_s = now_s - 0.02 * over_m / way, lap_s = crossed_s - lap->started_s;
    if (lap->since_m > PI * ring_m && lap->started_s > 0)
        lap->best_s = lap->laps++ ? fmin(lap->best_s, lap_s) : lap_s;
    lap->started_s = crossed_s, lap->since_m = 0;
}

/* The room is what the def says, between points in proportion. */
static void fill_room(double room_m[RING_POINTS][2])
{
    for (int k = 0; k < RING_POINTS; ++k) {
        room_m[k][0] = 4 + sin(2 * PI * k / RING_POINTS);
        room_m[k][1] = 3 + cos(2 * PI * k / RING_POINTS);
    }
}

/* Returns the room to the nearer edge. Rooms and heading are those at the nearest metre. */
static double check_place(const struct lap *lap, const struct run *run, int i)
{
    double out = hypot(x_of(run, i), y_of(run, i)) - ring_m; /* to the right */
    double right = 4 + sin(lap->angle) - out, left = 3 + cos(lap->angle) + out;
    double turned = yaw_of(run, i) - lap->angle - PI / 2;
    expect_near(seen(run, i, "room_right"), right, 0.03);
    expect_near(seen(run, i, "room_left"), left, 0.03);
    expect_near(seen(run, i, "heading_sine"), sin(turned), 0.012);
    expect_near(seen(run, i, "heading_cosine"), cos(turned), 0.012);
    return fmin(right, left);
}

static void check_ride(const struct lap *lap, const struct run *run, int i, double time_s)
{
    expect_near(lap->paid, lap->driven_m / 10 - run->terminated[i], 0.01 + 1e-4 * lap->driven_m);
    expect_near(figure_of(run, i, "distance"), lap->driven_m, 0.02 + 2e-3 * lap->driven_m);
    expect_near(figure_of(run, i, "mean_speed"), lap->driven_m / time_s, 0.05 + 0.02 / time_s);
    expect_near(figure_of(run, i, "time"), time_s, 1e-9);
}

/* A tenth of the metres of the path, -1 beyond an edge. */
static void a_track_pays_by_the_metre(void **state)
{
    (void)state;
    enum { COUNT = 6, LEAVES = 1800 };
    static kamm_vehicle_def vehicle, trailer;
    double points_m[RING_POINTS][2], room_m[RING_POINTS][2];
    const kamm_path path = ring_path(points_m);
    struct lap laps[COUNT] = {{0, 0, 0, 0, 0, 0, 0}};
    int is_over[COUNT] = {0}, left = 0;
    kamm_env_def def = def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
    fill_room(room_m);
    def.path = &path, def.room_m = (const double(*)[2])room_m;
    def.count = COUNT, def.max_steps = 3000, def.autoreset = KAMM_ENV_DISABLED;
    struct run *run = start(&def, 5);
    for (int i = 0; i < COUNT; ++i) laps[i].angle = atan2(y_of(run, i), x_of(run, i));
    for (int step = 1; step < LEAVES + 200; ++step) {
        float *action = run->action[0];
        kamm_env_advice(run->env, action);
        for (int i = 0; step > LEAVES && i < COUNT; ++i) action[2 * i] = i % 2 ? 1 : -1;
        take_step(run);
        for (int i = 0; i < COUNT; ++i) {
            if (is_over[i]) continue;
            turn_on(&laps[i], run, i, 0.02 * step);
            double room = check_place(&laps[i], run, i);
            check_ride(&laps[i], run, i, 0.02 * step);
            if (fabs(room) > 0.05) assert_true(run->terminated[i] == (room < 0));
            is_over[i] = run->terminated[i] || run->truncated[i], left += is_over[i];
        }
    }
    assert_int_equal(left, COUNT);
    for (int i = 0; i < COUNT; ++i) {
        assert_true(laps[i].laps > 0);
        expect_near(figure_of(run, i, "laps"), laps[i].laps, 0);
        expect_near(figure_of(run, i, "best_lap"), laps[i].best_s, 4e-3);
    }
    end(run);
}

/* Both edges of the ring, as far to the sides as its room. */
static void a_track_is_outlined_by_its_edges(void **state)
{
    (void)state;
    static kamm_vehicle_def vehicle, trailer;
    static double outline_m[2000][2];
    double points_m[RING_POINTS][2], room_m[RING_POINTS][2];
    const kamm_path path = ring_path(points_m);
    for (int k = 0; k < RING_POINTS; ++k) room_m[k][0] = 4, room_m[k][1] = 2.5;
    kamm_env_def def = def_of(KAMM_ENV_TRACK, &vehicle, &trailer);
    def.path = &path, def.room_m = (const double(*)[2])room_m;
    struct run *run = start(&def, 5);
    int count = kamm_env_outlines(run->env, 0, outline_m, 2000), side = 0, points[2] = {0, 0};
    for (int k = 0; k < count; ++k) {
        if (isnan(outline_m[k][0])) ++side;
        if (isnan(outline_m[k][0])) continue;
        expect_near(hypot(outline_m[k][0], outline_m[k][1]), side ? ring_m - 2.5 : ring_m + 4,
                    0.01);
        ++points[side];
    }
    assert_int_equal(side, 2);
    assert_int_equal(points[0], points[1]);
    for (int k = 0; k < 2; ++k) /* they are closed */
        expect_near(outline_m[0][k], outline_m[points[0] - 1][k], 1e-9);
    end(run);
}

/* ---- moose ---- */

struct swerve {
    double aside_m; /* from the entry lane's middle, at first */
    double paid;    /* for getting nearer to the line */
    int is_over, passed;
};

/* Lanes by ISO 3888-2, for the width of the car. */
static void check_lanes(const struct run *run, int i)
{
    double nose = nose_of(run, i), y = y_of(run, i), width = run->env->vehicle->body.width_m;
    double entry = 1.1 * width + 0.25;
    expect_near(seen(run, i, "entry_lane_start"), -nose, 1e-5);
    expect_near(seen(run, i, "entry_lane_end"), 12 - nose, 1e-5);
    expect_near(seen(run, i, "side_lane_start"), 25.5 - nose, 1e-5);
    expect_near(seen(run, i, "exit_lane_end"), 61 - nose, 1e-5);
    expect_near(seen(run, i, "entry_lane_left"), entry / 2 - y, 1e-5);
    expect_near(seen(run, i, "side_lane_right"), entry / 2 + 1 - y, 1e-5);
    expect_near(seen(run, i, "heading_sine"), sin(yaw_of(run, i)), 1e-5);
    expect_near(seen(run, i, "heading_cosine"), cos(yaw_of(run, i)), 1e-5);
}

/* The smooth line's place where it is straight: in the middle of the lanes. NaN on the way from one to the next. */
static double line_m(double x, double width)
{
    double entry = 1.1 * width + 0.25, exit = fmin(1.3 * width + 0.25, 3);
    if (x < 11) return 0;
    if (x > 27.6 && x < 33.8) return entry / 2 + 1 + (width + 1) / 2;
    return x > 50 ? (exit - entry) / 2 : NAN;
}

/* The throttle is held to 2 m into the course. All in all the line pays half of what the offset from it has fallen by. */
static void check_entry(struct swerve *swerve, const struct run *run, int i)
{
    const kamm_input *input = &kamm_inputs(kamm_env_cars(run->env))[i];
    double yaw = yaw_of(run, i), nose = nose_of(run, i), x = x_of(run, i);
    double way = 0.02 * speed_of(run, i) * cos(yaw) -
                 0.02 * channel_of(run, i, KAMM_CHANNEL_lateral_speed_mps) * sin(yaw);
    double line = line_m(x, run->env->vehicle->body.width_m);
    swerve->paid += run->rewards[i] - way / 10;
    if (!isnan(line) && !run->terminated[i])
        expect_near(swerve->paid, (swerve->aside_m - fabs(y_of(run, i) - line)) / 2, 1e-4);
    if (nose < 2) expect_above(input->throttle, 0.001);
    if (nose > 2.5) expect_near(input->throttle, 0, 0);
}

static void check_exit(struct swerve *swerve, const struct run *run, int i)
{
    double length = run->env->vehicle->body.length_m;
    swerve->passed = nose_of(run, i) - length > 61;
    assert_int_equal(figure_of(run, i, "passed") == 1, swerve->passed);
    assert_true((figure_of(run, i, "margin") >= 0) == swerve->passed);
    expect_near(run->rewards[i], swerve->passed ? 1 : -1, 0.3);
    expect_near(figure_of(run, i, "exit_speed"), speed_of(run, i), 1e-5);
    expect_near(figure_of(run, i, "entry_speed"), seen(run, i, "entry_speed"), 1e-5);
}

static void the_moose_pays_by_the_metre_and_at_its_end(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { COUNT = 12 };
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_MOOSE, &vehicle, &trailer);
    struct swerve swerves[COUNT] = {{0, 0, 0, 0}};
    int passed = 0, over = 0;
    vehicle = shipped_on(shipped_number("volvo-v40"), KAMM_FULL, 150);
    def.rung = KAMM_FULL;
    def.count = COUNT, def.max_steps = 800, def.autoreset = KAMM_ENV_DISABLED;
    struct run *run = start(&def, 3);
    for (int i = 0; i < COUNT; ++i) swerves[i].aside_m = fabs(y_of(run, i));
    for (int step = 0; step < 400 && over < COUNT; ++step) {
        float *action = run->action[0];
        kamm_env_advice(run->env, action);
        for (int i = 0; i < COUNT; i += 3) action[i] = 0; /* straight on, into cones */
        take_step(run);
        for (int i = 0; i < COUNT; ++i) {
            if (swerves[i].is_over) continue;
            check_entry(&swerves[i], run, i);
            check_lanes(run, i);
            swerves[i].is_over = run->terminated[i] || run->truncated[i];
            if (!swerves[i].is_over) continue;
            check_exit(&swerves[i], run, i);
            ++over, passed += swerves[i].passed;
        }
    }
    print_message("%d of %d passed\n", passed, over);
    assert_true(over == COUNT && passed > 2 && passed < COUNT - 3);
    end(run);
}

/* ---- trailer ---- */

struct docking {
    double cost, most_bent;
    int is_over, docked, bent;
};

static double cost_of(const struct run *run, int i)
{
    return hypot(seen(run, i, "out"), seen(run, i, "across")) + 3 * fabs(askew_of(run, i));
}

/* Columns are of the middle of the trailer's rear end. */
static void check_trailer(const struct run *run, int i)
{
    const kamm_cars *trailers = kamm_env_trailers(run->env);
    const kamm_car_body_def *body = &run->env->trailer->body;
    double behind = body->length_m - body->front_overhang_m - body->cg_behind_front_axle_m;
    double angle = kamm_read(trailers, i, KAMM_CHANNEL_yaw_rad);
    expect_near(askew_of(run, i), angle, 2e-3);
    expect_near(seen(run, i, "articulation"), angle - yaw_of(run, i), 2e-3);
    expect_near(seen(run, i, "out"), kamm_read(trailers, i, KAMM_CHANNEL_x_m) - behind * cos(angle),
                2e-3);
    expect_near(seen(run, i, "across"),
                kamm_read(trailers, i, KAMM_CHANNEL_y_m) - behind * sin(angle), 2e-3);
    expect_near(seen(run, i, "forward_speed"), speed_of(run, i), 1e-4);
    expect_near(seen(run, i, "yaw_rate"), channel_of(run, i, KAMM_CHANNEL_yaw_rate_radps), 1e-4);
}

/* A tenth of metres and of three metres for a radian that it comes nearer; 1 once docked, -1 jackknifed. */
static void check_docking(struct docking *d, const struct run *run, int i, double time_s)
{
    double away = hypot(seen(run, i, "out"), seen(run, i, "across")), cost = cost_of(run, i);
    double angle = fabs(askew_of(run, i)), bent = fabs(seen(run, i, "articulation"));
    d->docked = away < 0.2 && angle < 3 * degree && fabs(speed_of(run, i)) < 0.05;
    d->bent = bent > 60 * degree;
    int ends = d->docked || d->bent || seen(run, i, "out") < -0.5 || away > 40;
    expect_near(run->rewards[i], (d->cost - cost) / 10 + (d->docked ? 1 : ends ? -1 : 0), 5e-6);
    assert_int_equal(run->terminated[i], ends);
    d->cost = cost, d->is_over = ends, d->most_bent = fmax(d->most_bent, bent);
    if (!ends) return;
    expect_near(figure_of(run, i, "docked"), d->docked, 0);
    expect_near(figure_of(run, i, "offset"), away, 1e-4);
    expect_near(figure_of(run, i, "angle"), angle, 1e-5);
    expect_near(figure_of(run, i, "articulation"), d->most_bent, 1e-5);
    expect_near(figure_of(run, i, "time"), time_s, 1e-9);
}

/* The first jackknifes, the others are docked by the task's own advice. */
static void a_trailer_is_paid_for_getting_nearer(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { COUNT = 6 };
    static kamm_vehicle_def vehicle, trailer;
    kamm_env_def def = def_of(KAMM_ENV_TRAILER, &vehicle, &trailer);
    def.count = COUNT, def.max_steps = 4000, def.autoreset = KAMM_ENV_DISABLED;
    struct run *run = start(&def, 3);
    struct docking dockings[COUNT] = {{0, 0, 0, 0, 0}};
    int docked = 0, bent = 0;
    for (int i = 0; i < COUNT; ++i) dockings[i].cost = cost_of(run, i);
    for (int step = 1; step < 3000 && docked + bent < COUNT; ++step) {
        float *action = run->action[0];
        kamm_env_advice(run->env, action);
        action[0] = 1, action[1] = -0.5f;
        take_step(run);
        for (int i = 0; i < COUNT; ++i) {
            if (dockings[i].is_over) continue;
            check_trailer(run, i);
            check_docking(&dockings[i], run, i, 0.02 * step);
            docked += dockings[i].docked, bent += dockings[i].bent;
        }
    }
    print_message("%d docked, %d jackknifed\n", docked, bent);
    assert_true(docked == COUNT - 1 && bent == 1);
    end(run);
}

/* ---- overtake ---- */

/* Whether two outlines overlap: corners and points of the edges of each in the other. */
static int overlap(const struct run *run, int a, int b)
{
    const kamm_cars *cars = kamm_env_cars(run->env);
    const kamm_model_info *info = &run->env->info;
    double front = info->cg_behind_front_axle_m + info->front_overhang_m;
    for (int turn = 0; turn < 2; ++turn) {
        int of = turn ? b : a, in = turn ? a : b;
        double yaw = kamm_read(cars, of, KAMM_CHANNEL_yaw_rad),
               own = kamm_read(cars, in, KAMM_CHANNEL_yaw_rad);
        for (int k = 0; k <= 20; ++k)
            for (int side = -1; side <= 1; side += 2) {
                double along = front - info->length_m * k / 20, left = side * info->width_m / 2;
                double x = kamm_read(cars, of, KAMM_CHANNEL_x_m) + along * cos(yaw) -
                           left * sin(yaw) - kamm_read(cars, in, KAMM_CHANNEL_x_m);
                double y = kamm_read(cars, of, KAMM_CHANNEL_y_m) + along * sin(yaw) +
                           left * cos(yaw) - kamm_read(cars, in, KAMM_CHANNEL_y_m);
                double ahead = x * cos(own) + y * sin(own), aside = y * cos(own) - x * sin(own);
                if (ahead < front && ahead > front - info->length_m &&
                    fabs(aside) < info->width_m / 2)
                    return 1;
            }
    }
    return 0;
}

enum { OTHERS = 2 };

/* An environment with its others, along the ring. */
struct race {
    double angle, way, ahead[OTHERS];
    int is_over, is_sure, behind, touches;
};

static double angle_of(const kamm_cars *cars, int car)
{
    return atan2(kamm_read(cars, car, KAMM_CHANNEL_y_m), kamm_read(cars, car, KAMM_CHANNEL_x_m));
}

/* Others are followed from step to step, so that a lap more is seen. */
static void follow(struct race *race, const struct run *run, int i, int is_first)
{
    const kamm_cars *cars = kamm_env_cars(run->env);
    int own = kamm_env_car(run->env, i);
    double now = angle_of(cars, own), round_m = 2 * PI * ring_m;
    race->way = ring_m * remainder(now - race->angle, 2 * PI);
    race->angle = now, race->touches = 0;
    for (int k = 0; k < OTHERS; ++k) {
        double gap = ring_m * remainder(angle_of(cars, own + 1 + k) - now, 2 * PI);
        if (!is_first) gap += round_m * round((race->ahead[k] - gap) / round_m);
        race->ahead[k] = gap, race->touches |= overlap(run, own, own + 1 + k);
    }
}

static int count_behind(const struct race *race, double line_m)
{
    int count = 0;
    for (int k = 0; k < OTHERS; ++k) count += race->ahead[k] < -line_m;
    return count;
}

/* The nearest one comes first, unless both are about as near; its driver's station is a step old. */
static void check_nearest(const struct race *race, const struct run *run, int i)
{
    const kamm_cars *cars = kamm_env_cars(run->env);
    int near = fabs(race->ahead[0]) < fabs(race->ahead[1]) ? 0 : 1;
    int car = kamm_env_car(run->env, i) + 1 + near;
    double course = kamm_read(cars, car, KAMM_CHANNEL_yaw_rad) +
                    kamm_read(cars, car, KAMM_CHANNEL_sideslip_rad) - yaw_of(run, i);
    double speed = kamm_read(cars, car, KAMM_CHANNEL_speed_mps);
    double aside = channel_of(run, i, KAMM_CHANNEL_lateral_speed_mps);
    if (fabs(fabs(race->ahead[0]) - fabs(race->ahead[1])) < 2) return;
    expect_near(seen(run, i, "other_1_is_there"), 1, 0);
    expect_near(seen(run, i, "other_3_is_there"), 0, 0);
    expect_near(seen(run, i, "other_1_ahead"), race->ahead[near], 0.6);
    expect_near(seen(run, i, "other_1_forward_speed"), speed * cos(course) - speed_of(run, i),
                1e-3);
    expect_near(seen(run, i, "other_1_lateral_speed"), speed * sin(course) - aside, 1e-3);
    double x = kamm_read(cars, car, KAMM_CHANNEL_x_m) - x_of(run, i),
           y = kamm_read(cars, car, KAMM_CHANNEL_y_m) - y_of(run, i);
    double left = -x * cos(race->angle) - y * sin(race->angle); /* across the path at our car */
    expect_near(seen(run, i, "other_1_left"), left, 0.02 + 0.012 * hypot(x, y));
}

/* What a step has paid beside its metres: unless another car is about to count, what the order of the cars says. */
static double paid_by(struct race *race, const struct run *run, int i)
{
    double paid = run->rewards[i] - race->way / 10;
    int behind = count_behind(race, 6), leaves = run->terminated[i] && !race->touches;
    if (race->touches) assert_true(run->terminated[i]);
    expect_near(figure_of(run, i, "contacts"), race->touches, 0);
    if (count_behind(race, 5.5) == count_behind(race, 6.5)) {
        expect_near(figure_of(run, i, "passed"), behind, 0);
        if (race->is_sure)
            expect_near(paid, behind - race->behind - (race->touches ? 2 : leaves), 0.01);
        race->behind = behind, race->is_sure = 1;
    } else
        race->is_sure = 0;
    race->is_over = run->terminated[i] || run->truncated[i];
    return paid;
}

/* Puts another car onto the nose of environment i's. */
static void put_before(struct run *run, int i)
{
    kamm_cars *cars = kamm_env_cars(run->env);
    double yaw = yaw_of(run, i), ahead = 0.8 * run->env->info.length_m;
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, x_of(run, i) + ahead * cos(yaw),
                                          y_of(run, i) + ahead * sin(yaw), yaw + 0.2);
    at.speed_mps = speed_of(run, i), at.gear = KAMM_GEAR_DRIVE;
    kamm_place(cars, kamm_env_car(run->env, i) + 1, &at);
}

/* The track's reward, 1 for each driver who is more than 6 m behind by now, -2 at a contact. */
static void overtaking_is_paid_by_who_is_behind(void **state)
{
    NOT_IN_QUICK_TESTS();
    (void)state;
    enum { COUNT = 4 };
    static kamm_vehicle_def vehicle, trailer;
    double points_m[RING_POINTS][2];
    const kamm_path path = ring_path(points_m);
    kamm_env_def def = def_of(KAMM_ENV_OVERTAKE, &vehicle, &trailer);
    def.path = &path, def.opponents = OTHERS;
    def.count = COUNT, def.max_steps = 3000, def.autoreset = KAMM_ENV_DISABLED;
    struct run *run = start(&def, 5);
    struct race races[COUNT] = {{0, 0, {0, 0}, 0, 0, 0, 0}};
    int passes = 0, contacts = 0;
    for (int i = 0; i < COUNT; ++i) races[i].angle = atan2(y_of(run, i), x_of(run, i));
    for (int step = 1; step < 900; ++step) {
        kamm_env_advice(run->env, run->action[0]);
        if (step == 700) put_before(run, 0);
        take_step(run);
        for (int i = 0; i < COUNT; ++i) {
            if (races[i].is_over) continue;
            follow(&races[i], run, i, step == 1);
            check_nearest(&races[i], run, i);
            passes += paid_by(&races[i], run, i) > 0.5;
            contacts += races[i].touches;
        }
    }
    print_message("%d passes, %d contacts\n", passes, contacts);
    assert_true(passes > 2 && contacts > 0);
    end(run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_track_pays_by_the_metre),
        cmocka_unit_test(a_track_is_outlined_by_its_edges),
        cmocka_unit_test(the_moose_pays_by_the_metre_and_at_its_end),
        cmocka_unit_test(a_trailer_is_paid_for_getting_nearer),
        cmocka_unit_test(overtaking_is_paid_by_who_is_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
