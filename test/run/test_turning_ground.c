/* Ground that turns, on all rungs: a car that is parked on a turntable, on a lorry's bed, on a seesaw or on a ship
 * stays in place there and turns with it. One that drives there does the same as on ground at rest under the forces of
 * a turning frame (L. Landau and E. Lifshitz, Mechanics, 3rd ed., eq. 39.7: m (2 v x w + w x (r x w)) for an even
 * turn).
 * KAMM_QUICK_TESTS leaves this out: others reach its code. */
#include "support/mirror.h"
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/act.h>
#include <math.h>

/* Rigid ground in motion; nothing starts with a jump. */
struct deck {
    double turn_radps, turned_s; /* that it takes to turn so fast */
    double way_radius_m;         /* of the circle that its middle goes on, to the left */
    double roll_rad, pitch_rad, heave_m, wave_radps; /* half of what it swings */
    double time_s, friction;
};

static double heading_of(const struct deck *d, double t)
{
    if (!(d->turned_s > 0)) return d->turn_radps * t;
    return d->turn_radps * (t < d->turned_s ? t * t / (2 * d->turned_s) : t - d->turned_s / 2);
}

/* From the deck's axes to the world's at a time: heading, then pitch, then roll. */
static void turn_to_world(const struct deck *d, double t, const double v[3], double out[3])
{
    double wave = 1 - cos(d->wave_radps * t), a = heading_of(d, t);
    double pitch = d->pitch_rad * wave, roll = d->roll_rad * wave;
    double y = cos(roll) * v[1] - sin(roll) * v[2], z = sin(roll) * v[1] + cos(roll) * v[2];
    double x = cos(pitch) * v[0] + sin(pitch) * z;
    out[2] = cos(pitch) * z - sin(pitch) * v[0];
    out[0] = cos(a) * x - sin(a) * y;
    out[1] = sin(a) * x + cos(a) * y;
}

static void middle_of(const struct deck *d, double t, double at[3])
{
    double a = heading_of(d, t);
    at[0] = d->way_radius_m * sin(a);
    at[1] = d->way_radius_m * (1 - cos(a));
    at[2] = d->heave_m * (1 - cos(d->wave_radps * t));
}

static void deck_to_world(const struct deck *d, double t, const double local[3], double world[3])
{
    double middle[3];
    middle_of(d, t, middle);
    turn_to_world(d, t, local, world);
    for (int i = 0; i < 3; ++i) world[i] += middle[i];
}

/* Vectors only. */
static void turn_to_deck(const struct deck *d, double t, const double v[3], double out[3])
{
    const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double own[3] = {0};
    for (int i = 0; i < 3; ++i) {
        double axis[3];
        turn_to_world(d, t, unit[i], axis);
        for (int k = 0; k < 3; ++k) own[i] += axis[k] * v[k];
    }
    for (int i = 0; i < 3; ++i) out[i] = own[i];
}

static void world_to_deck(const struct deck *d, double t, const double world[3], double local[3])
{
    double middle[3], off[3];
    middle_of(d, t, middle);
    for (int i = 0; i < 3; ++i) off[i] = world[i] - middle[i];
    turn_to_deck(d, t, off, local);
}

static void query_deck(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct deck *d = user;
    const double up[3] = {0, 0, 1}, h = 1e-4;
    for (int i = 0; i < count; ++i) {
        double local[3], before[3], after[3], normal[3];
        world_to_deck(d, d->time_s, probes[i].position_m, local);
        local[2] = 0;
        contacts[i] = kamm_flat_ground.plane;
        contacts[i].friction = (float)d->friction;
        deck_to_world(d, d->time_s, local, contacts[i].point_m);
        deck_to_world(d, d->time_s - h, local, before);
        deck_to_world(d, d->time_s + h, local, after);
        turn_to_world(d, d->time_s, up, normal);
        for (int k = 0; k < 3; ++k) {
            contacts[i].normal[k] = (float)normal[k];
            contacts[i].velocity_mps[k] = (float)((after[k] - before[k]) / (2 * h));
        }
    }
}

static kamm_ground ground_of(struct deck *d)
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_deck;
    ground.user = d;
    ground.air_density_kgpm3 = KAMM_NONE;
    return ground;
}

/* A car in the deck's axes. */
struct on_deck {
    double at[3], heading_rad; /* of the middle of its wheels */
    double lean_rad;           /* of its body against the deck's normal */
    double forward_mps, left_mps, yaw_radps;
};

static struct on_deck look(const kamm_cars *cars, const struct deck *d)
{
    kamm_pose body;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    struct on_deck on = {.at = {0}};
    double world[3] = {0};
    int count = wheels_of(cars, 0);
    kamm_read_pose(cars, 0, 1, &body, wheels);
    for (int w = 0; w < count; ++w)
        for (int i = 0; i < 3; ++i) world[i] += wheels[w].pose.position_m[i] / count;
    const double *q = body.orientation;
    const double ahead[3] = {1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] + q[0] * q[3]),
                             2 * (q[1] * q[3] - q[0] * q[2])};
    const double up[3] = {2 * (q[1] * q[3] + q[0] * q[2]), 2 * (q[2] * q[3] - q[0] * q[1]),
                          1 - 2 * (q[1] * q[1] + q[2] * q[2])};
    double own[3], own_up[3];
    world_to_deck(d, d->time_s, world, on.at);
    turn_to_deck(d, d->time_s, ahead, own);
    turn_to_deck(d, d->time_s, up, own_up);
    on.heading_rad = atan2(own[1], own[0]);
    on.lean_rad = atan2(hypot(own_up[0], own_up[1]), own_up[2]);
    on.forward_mps = kamm_read(cars, 0, KAMM_CHANNEL_forward_over_ground_mps);
    on.left_mps = kamm_read(cars, 0, KAMM_CHANNEL_lateral_over_ground_mps);
    on.yaw_radps = kamm_read(cars, 0, KAMM_CHANNEL_yaw_rate_over_ground_radps);
    return on;
}

static kamm_vehicle_def def_of(int vehicle)
{
    kamm_vehicle_def def = shipped_def(vehicle);
    def.stepping.substeps_per_s = 240;
    def.payload.mass_kg = 0; /* channels tell of the car without */
    return def;
}

/* -- parked ------------------------------------------------------------------------------------ */

struct parking {
    const char *name;
    struct deck deck;
    double x_m, y_m, heading_rad;
};

static const struct parking parkings[] = {
    {"turntable, in its middle", {.turn_radps = 0.6, .turned_s = 2}, 0, 0, 0},
    {"turntable, 4 m out", {.turn_radps = -0.6, .turned_s = 2}, 0, 4, 0.5},
    {"lorry in a bend", {.turn_radps = 0.35, .turned_s = 3, .way_radius_m = 15}, -1, 0, 0},
    {"seesaw", {.pitch_rad = 0.1, .wave_radps = 1.5}, 1.5, 0, 0},
    {"ship",
     {.turn_radps = 0.05,
      .turned_s = 2,
      .roll_rad = 0.06,
      .pitch_rad = -0.02,
      .heave_m = 0.4,
      .wave_radps = 1},
     3,
     -2,
     0.7},
};
enum { PARKINGS = sizeof parkings / sizeof *parkings };

/* The most that the ground's velocity changes by below the car: by so much per substep it may be off, which knows of a substep's
 * velocity only what it begins with. */
static double speed_of(const struct deck *d, const struct parking *p)
{
    double swings = hypot(d->roll_rad, d->pitch_rad) * d->wave_radps;
    return fabs(d->turn_radps) * (fabs(d->way_radius_m) + hypot(p->x_m, p->y_m)) +
           d->heave_m * d->wave_radps + swings * hypot(p->x_m, p->y_m);
}

static void park(int vehicle, kamm_rung rung, const struct parking *p)
{
    static kamm_vehicle_def def;
    struct deck deck = p->deck;
    deck.friction = 1;
    kamm_ground ground = ground_of(&deck);
    def = def_of(vehicle);
    kamm_cars *cars = start_rung(&def, rung, 1);
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, p->x_m, p->y_m, p->heading_rad);
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)->gear = 0;
    kamm_inputs(cars)->brake = kamm_inputs(cars)->hand_brake = 1;
    struct on_deck start = look(cars, &deck), now = start;
    double off_m = 0, off_rad = 0, lean_rad = 0;
    for (int n = 0; n < 240 * 12; ++n) {
        kamm_step(cars, &ground, 1);
        deck.time_s += 1 / 240.0;
        now = look(cars, &deck);
        off_m = fmax(off_m, hypot(now.at[0] - start.at[0], now.at[1] - start.at[1]));
        off_rad = fmax(off_rad, fabs(remainder(now.heading_rad - start.heading_rad, 2 * PI)));
        lean_rad = fmax(lean_rad, now.lean_rad);
    }
    double moves_mps = speed_of(&deck, p), dt = 1 / 240.0;
    double most_m = 0.005 + 1.6 * moves_mps * dt + 1.2 * lean_rad;
    double most_rad = 4e-3 + 1.3 * fabs(deck.turn_radps) * dt + 0.2 * lean_rad;
    print_message(
        "%s, %s on a %s: %.4f m and %.5f rad off its place, leans by %.4f rad; %.4f m/s and "
        "%.5f rad/s at the end\n",
        shipped_name(vehicle), rung_name(rung), p->name, off_m, off_rad, lean_rad,
        hypot(now.forward_mps, now.left_mps), now.yaw_radps);
    check_below(off_m, most_m, p->name, __FILE__, __LINE__);
    check_below(off_rad, most_rad, p->name, __FILE__, __LINE__);
    if (rung < KAMM_DOUBLE_TRACK) check_below(lean_rad, 2e-4, p->name, __FILE__, __LINE__);
    end_cars(cars);
}

static void parked_car_stays_where_it_is_and_turns_with_the_ground(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(14, 3))
        for (EACH_RUNG(rung))
            for (int i = 0; i < PARKINGS; ++i)
                if ((vehicle / 3 + (int)rung + i) % of_tiers(4, 2, 1) == 0)
                    park(vehicle, rung, &parkings[i]);
}

/* -- driving ----------------------------------------------------------------------------------- */

/* What a turning frame does to a mass there, whose velocity is turned by half by the middle of the substep. */
static void push_as_turning(kamm_cars *cars, double turn_radps)
{
    kamm_error error = {0};
    kamm_motion m;
    kamm_read_motion(cars, 0, &m);
    double mass = kamm_describe(kamm_model_of(cars, 0)).mass_kg, w = turn_radps;
    double vx = m.velocity_mps[0] + m.velocity_mps[1] * w / 240,
           vy = m.velocity_mps[1] - m.velocity_mps[0] * w / 240;
    const double force[3] = {mass * (w * w * m.position_m[0] + 2 * w * vy),
                             mass * (w * w * m.position_m[1] - 2 * w * vx), 0};
    must(kamm_apply_force(cars, 0, force, NULL, &error), &error);
}

/* Drives for a time on the deck, or on ground at rest under those forces. */
static struct on_deck drive(const kamm_model *model, double turn_radps, int for_true)
{
    struct deck deck = {.turn_radps = for_true ? turn_radps : 0, .friction = 1};
    kamm_ground ground = ground_of(&deck);
    kamm_cars *cars = kamm_create_cars(model, 1, NULL);
    kamm_error error = {0};
    kamm_placement at = kamm_placement_on(&kamm_flat_ground, 4, -3, 0.3);
    kamm_motion motion;
    at.speed_mps = 6, at.gear = 2;
    kamm_place(cars, 0, &at);
    kamm_read_motion(cars, 0, &motion);
    if (for_true) {
        motion.velocity_mps[0] -= turn_radps * motion.position_m[1];
        motion.velocity_mps[1] += turn_radps * motion.position_m[0];
        motion.angular_velocity_radps[2] += turn_radps;
        must(kamm_set_motion(cars, 0, &motion, &error), &error);
    }
    kamm_input *in = kamm_inputs(cars);
    in->gear = 2, in->throttle = 0.1f;
    for (int n = 0; n < 480; ++n) {
        in->steering_wheel_rad = n < 240 ? 0.8f : -0.5f;
        if (!for_true) push_as_turning(cars, turn_radps);
        kamm_step(cars, &ground, 1);
        deck.time_s += 1 / 240.0;
    }
    struct on_deck on = look(cars, &deck);
    kamm_destroy_cars(cars);
    return on;
}

static void driven_car_does_what_coriolis_and_centrifugal_forces_make_of_it(void **state)
{
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tier(14, 1))
        for (EACH_RUNG(rung)) {
            kamm_vehicle_def def = def_of(vehicle);
            kamm_model *model = compile_rung(&def, rung);
            struct on_deck rest = drive(model, 0, 0);
            for (int side = -1; side <= 1; side += 2) {
                struct on_deck is = drive(model, 0.2 * side, 1),
                               right = drive(model, 0.2 * side, 0);
                double off_m = hypot(is.at[0] - right.at[0], is.at[1] - right.at[1]);
                double all_m = hypot(rest.at[0] - right.at[0], rest.at[1] - right.at[1]);
                double off_rad = fabs(remainder(is.heading_rad - right.heading_rad, 2 * PI));
                double all_rad = fabs(remainder(rest.heading_rad - right.heading_rad, 2 * PI));
                print_message(
                    "%s, %s at %g rad/s: %.4f of %.3f m and %.5f of %.4f rad off, %.4f %.4f m/s and %.4f rad/s\n",
                    shipped_name(vehicle), rung_name(rung), 0.2 * side, off_m, all_m, off_rad,
                    all_rad, is.forward_mps - right.forward_mps, is.left_mps - right.left_mps,
                    is.yaw_radps - right.yaw_radps);
                expect_below(off_m, 0.005 + 0.07 * all_m);
                expect_below(off_rad, 0.002 + 0.07 * all_rad);
            }
            kamm_destroy_model(model);
        }
}

/* -- lanes ------------------------------------------------------------------------------------- */

/* Cars of which some are on a turntable and others on ground at rest, with the host's planes for a time. */
enum { SOME = 5 };
static kamm_cars *drive_some(const kamm_model *model, const double turn_radps[SOME], int cars_count)
{
    static kamm_contact planes[SOME * KAMM_MAX_WHEELS];
    kamm_cars *cars = kamm_create_cars(model, cars_count, NULL);
    kamm_ground ground = kamm_flat_ground;
    int wheels = wheels_of(cars, 0);
    ground.contacts = planes;
    for (int car = 0; car < cars_count; ++car) {
        kamm_placement at = kamm_placement_on(&kamm_flat_ground, 3, -2 * car, 0.4 * car);
        at.speed_mps = 4;
        kamm_place(cars, car, &at);
        kamm_inputs(cars)[car].throttle = 0.3f;
        kamm_inputs(cars)[car].steering_wheel_rad = 0.5f;
    }
    for (int n = 0; n < 120; ++n) {
        for (int i = 0; i < cars_count * wheels; ++i) {
            static kamm_wheel_pose poses[KAMM_MAX_WHEELS];
            if (i % wheels == 0) kamm_read_pose(cars, i / wheels, 1, NULL, poses);
            const double *p = poses[i % wheels].pose.position_m;
            double w = turn_radps[i / wheels];
            planes[i] = kamm_flat_ground.plane;
            planes[i].velocity_mps[0] = (float)(-w * p[1]);
            planes[i].velocity_mps[1] = (float)(w * p[0]);
        }
        kamm_step(cars, &ground, 2);
    }
    return cars;
}

/* At each width, and whatever the ground does below a car's neighbours. */
static void turning_ground_gives_the_same_bits_at_each_width_and_to_neighbours(void **state)
{
    const double some_turn[SOME] = {0, 0.4, 0, -0.3, 0}, none[SOME] = {0};
    static const int widths[] = {1, 4, 8, 16};
    (void)state;
    for (EACH_RUNG(rung)) {
        kamm_vehicle_def def = def_of(shipped_number("nissan-micra"));
        kamm_model *model = compile_rung(&def, rung);
        kamm_set_width(1, NULL);
        kamm_cars *narrow = drive_some(model, some_turn, SOME), *alone = drive_some(model, none, 1);
        double first[3], other[3];
        read_position(narrow, 0, first);
        read_position(alone, 0, other);
        assert_memory_equal(first, other, sizeof first);
        for (int i = 1; i < 4; ++i) {
            kamm_error error;
            if (kamm_set_width(widths[i], &error) != KAMM_OK) continue;
            kamm_cars *wide = drive_some(model, some_turn, SOME);
            assert_true(kamm_state_hash(wide) == kamm_state_hash(narrow));
            kamm_destroy_cars(wide);
        }
        kamm_set_width(0, NULL);
        kamm_destroy_cars(narrow);
        kamm_destroy_cars(alone);
        kamm_destroy_model(model);
    }
}

/* A deck that turns, rolls and heaves, and the mirror image of a drive on it. */
static void mirrored_drive_on_turning_ground_has_the_mirrored_bits(void **state)
{
    (void)state;
    for (EACH_RUNG(rung)) {
        struct deck deck = {
            .turn_radps = 0.2, .roll_rad = 0.03, .heave_m = 0.1, .wave_radps = 1, .friction = 0.8};
        struct mirrored_ground mirror;
        kamm_ground ground = ground_of(&deck), image = mirror_of_ground(&mirror, &ground);
        kamm_vehicle_def def = lopsided_car(1), other = lopsided_car(-1);
        kamm_cars *cars = start_rung(&def, rung, 1), *mirrored = start_rung(&other, rung, 1);
        put_car(cars, 0, &kamm_flat_ground, 0, 5, 2);
        put_car(mirrored, 0, &kamm_flat_ground, 0, 5, 2);
        for (int frame = 0; frame < 120; ++frame) {
            kamm_inputs(cars)->throttle = kamm_inputs(mirrored)->throttle = 0.3f;
            kamm_inputs(cars)->steering_wheel_rad = (float)(frame % 50) / 30 - 0.5f;
            kamm_inputs(mirrored)->steering_wheel_rad = -kamm_inputs(cars)->steering_wheel_rad;
            kamm_step(cars, &ground, 10);
            kamm_step(mirrored, &image, 10);
            deck.time_s += 1 / 120.0;
            expect_mirror_images(cars, mirrored, frame);
        }
        end_cars(cars);
        end_cars(mirrored);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parked_car_stays_where_it_is_and_turns_with_the_ground),
        cmocka_unit_test(driven_car_does_what_coriolis_and_centrifugal_forces_make_of_it),
        cmocka_unit_test(turning_ground_gives_the_same_bits_at_each_width_and_to_neighbours),
        cmocka_unit_test(mirrored_drive_on_turning_ground_has_the_mirrored_bits),
    };
    return cmocka_run_group_tests_name("turning ground", tests, NULL, NULL);
}
