/* Parked is parked, on all rungs: with its brakes on a car keeps its place within 1 mm in ten minutes, on slopes that
 * it faces and that it stands across. On a turntable it keeps it in the axes of the turntable. The law is that of dry
 * friction (A. Coulomb): what holds does not slide. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <math.h>

/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */

#define PROMISE_M 0.001
#define PROMISE_S 600.0

/* A plane that leans, or one that turns about the origin. */
struct parking {
    double slope_x, slope_y, turn_radps, out_m, heading_rad;
};

static const struct parking parkings[] = {
    {.slope_x = 0.2},
    {.slope_x = -0.2, .heading_rad = 0.6},
    {.slope_y = 0.2},
    {.slope_x = 0.05, .slope_y = -0.02},
    {.turn_radps = 0.1, .out_m = 4},
    {.turn_radps = -0.35, .out_m = 12, .heading_rad = PI / 2}, /* a lorry's bed in a bend */
    {.turn_radps = 0.6, .heading_rad = 0.5},
    {.turn_radps = 1, .out_m = 3, .heading_rad = -0.5},
};
enum { PARKINGS = sizeof parkings / sizeof *parkings };

static void query_turntable(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct parking *p = user;
    for (int i = 0; i < count; ++i) {
        contacts[i] = kamm_flat_ground.plane;
        contacts[i].velocity_mps[0] = (float)(-p->turn_radps * probes[i].position_m[1]);
        contacts[i].velocity_mps[1] = (float)(p->turn_radps * probes[i].position_m[0]);
    }
}

static kamm_ground ground_of(struct parking *p)
{
    kamm_ground ground = kamm_plane_ground(p->slope_x, p->slope_y, 1);
    ground.air_density_kgpm3 = 0;
    if (p->turn_radps == 0) return ground;
    ground.query = query_turntable;
    ground.user = p;
    return ground;
}

/* Its place in the axes of the ground that has turned so far. */
static void look(const kamm_cars *cars, double turned_rad, double at[3])
{
    double world[3], c = cos(turned_rad), s = sin(turned_rad);
    read_position(cars, 0, world);
    at[0] = c * world[0] + s * world[1];
    at[1] = c * world[1] - s * world[0];
    at[2] = world[2];
}

/* Heading, less what the ground has turned by. */
static double heading_of(const kamm_cars *cars, double turned_rad)
{
    return remainder(read_channel(cars, KAMM_CHANNEL_yaw_rad) - turned_rad, 2 * PI);
}

/* What full is allowed on a turntable: it asks for the ground's velocity in the middle of a substep at a place on the
 * tangent, which is (w dt)^2 / 8 too far out. On the chord it goes on by as much too little. */
static double tangent_m(const kamm_vehicle_def *def, kamm_rung rung, const struct parking *p)
{
    double turns = p->turn_radps / def->stepping.substeps_per_s;
    if (rung < KAMM_FULL) return 0;
    return turns * turns / 4 * fabs(p->turn_radps) * (p->out_m + 3) * PROMISE_S;
}

/* How far it comes in ten minutes at the pace of `watched_s`, after `settling_s`. Only the forces that it parks with matter: a
 * turntable starts with a jump. */
static double creep_of(const kamm_vehicle_def *def, kamm_rung rung, const struct parking *parking,
                       double settling_s, double watched_s, double *turns_rad)
{
    struct parking p = *parking;
    kamm_ground ground = ground_of(&p);
    kamm_cars *cars = start_rung(def, rung, 1);
    double rate = def->stepping.substeps_per_s, before[3], after[3];
    kamm_placement at = kamm_placement_on(&ground, p.out_m, 0, p.heading_rad);
    kamm_place(cars, 0, &at);
    kamm_inputs(cars)->gear = 0;
    kamm_inputs(cars)->brake = kamm_inputs(cars)->hand_brake = 1;
    int settling = (int)(settling_s * rate), watched = (int)(watched_s * rate);
    kamm_step(cars, &ground, settling);
    look(cars, p.turn_radps * settling / rate, before);
    double heading = heading_of(cars, p.turn_radps * settling / rate);
    kamm_step(cars, &ground, watched);
    double turned = p.turn_radps * (settling + watched) / rate;
    look(cars, turned, after);
    *turns_rad =
        fabs(remainder(heading_of(cars, turned) - heading, 2 * PI)) * PROMISE_S / watched_s;
    end_cars(cars);
    return distance_between(before, after) * PROMISE_S / watched_s;
}

/* A truck or a tractor on its tyres and bogies sways for long after it was put onto a turntable. */
static double settling_s(const kamm_vehicle_def *def, kamm_rung rung)
{
    return rung == KAMM_FULL && def->body.mass_kg > 2000 ? 40 : 8;
}

struct worst {
    double way_m, turn_rad;
};

static void park(int vehicle, kamm_rung rung, double rate, struct worst *worst)
{
    static kamm_vehicle_def def;
    const double watched_s = of_tiers(10, 20, 600);
    def = shipped_on(vehicle, rung, rate);
    for (int i = 0; i < PARKINGS; ++i) {
        double turns_rad, settled_s = settling_s(&def, rung);
        double creep_m = creep_of(&def, rung, &parkings[i], settled_s, watched_s, &turns_rad);
        creep_m -= tangent_m(&def, rung, &parkings[i]);
        if (creep_m > PROMISE_M)
            print_message("%s, %s at %g/s, parking %d: %.3g mm, %.3g mrad\n", shipped_name(vehicle),
                          rung_name(rung), def.stepping.substeps_per_s, i, 1000 * creep_m,
                          1000 * turns_rad);
        worst->way_m = fmax(worst->way_m, creep_m);
        worst->turn_rad = fmax(worst->turn_rad, turns_rad);
    }
}

static void parked_car_keeps_its_place(void **state)
{
    static const double rates[] = {240, 60, 120};
    struct worst worst[KAMM_FULL + 1] = {{0}};
    int all = in_release_tier();
    (void)state;
    for (int vehicle = 0; vehicle < shipped_count(); vehicle += of_tiers(14, 2, 1))
        for (EACH_RUNG(rung))
            for (int r = all ? 0 : vehicle % 3; r < (all ? 3 : vehicle % 3 + 1); ++r)
                park(vehicle, rung, rates[r], &worst[rung]);
    for (EACH_RUNG(rung)) {
        print_message("%s: %.3g mm, %.3g mrad in ten minutes at most\n", rung_name(rung),
                      1000 * worst[rung].way_m, 1000 * worst[rung].turn_rad);
        expect_below(worst[rung].way_m, PROMISE_M);
        if (rung < KAMM_FULL) expect_below(worst[rung].turn_rad, 1e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parked_car_keeps_its_place)};
    return cmocka_run_group_tests_name("parked on ground", tests, NULL, NULL);
}
