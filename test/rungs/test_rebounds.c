/* Drops and rebounds converge as substeps get shorter: on the wheels, on the roof and on the side, of every vehicle; and a body bounces as
 * mass, spring and damper do. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/rungs.h"
#include "support/shipped.h"
#include "support/tier.h"

#include <kamm/contact.h>

#include "run/cars.h"
#include "vehicle/chassis.h"

#include <math.h>

static const double rolls[] = {0, PI, PI / 2}, heights_m[] = {0.05, 0.2, 1};
enum { ROLLS = 3, HEIGHTS = 3, DROPS = ROLLS * HEIGHTS };

/* How far the body comes down, and how far it comes up again; over the drop. */
struct rebound {
    double down, up;
};

/* Lifts the car so that its lowest wheel or point is that high above the ground. */
static void lift(kamm_cars *cars, int car, double roll, double height_m)
{
    double lowest_m = INFINITY;
    kamm_placement at = {.position_m = {0, 0, 100},
                         .orientation = {cos(roll / 2), sin(roll / 2), 0, 0}};
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    kamm_model_info info = kamm_describe(kamm_model_of(cars, car));
    kamm_place(cars, car, &at);
    kamm_read_pose(cars, car, 1, NULL, wheels);
    for (int w = 0; w < info.wheel_count && roll == 0; ++w)
        lowest_m = fmin(lowest_m, wheels[w].pose.position_m[2] - info.wheel_radius_m[w]);
    for (int p = 0; p < KAMM_BODY_POINTS && roll != 0; ++p) {
        kamm_body_contact point;
        kamm_read_body_contact(cars, car, p, &point);
        lowest_m = fmin(lowest_m, point.point_m[2]);
    }
    at.position_m[2] += height_m - lowest_m;
    kamm_place(cars, car, &at);
    kamm_inputs(cars)[car].hand_brake = 1;
    kamm_inputs(cars)[car].gear = 0;
}

static double height_of(const kamm_cars *cars, int car)
{
    kamm_pose pose;
    kamm_read_pose(cars, car, 1, &pose, NULL);
    return pose.position_m[2];
}

/* Falls, comes to its lowest place and rises to its first top, from which it falls by a tenth of the drop. */
static void fall(kamm_cars *cars, int count, const double *over_m, struct rebound *out)
{
    double first_m[DROPS], least_m[DROPS], top_m[DROPS];
    int done[DROPS] = {0};
    for (int i = 0; i < count; ++i) first_m[i] = least_m[i] = top_m[i] = height_of(cars, i);
    for (int step = 0; step < 1.1 * kamm_model_of(cars, 0)->def->stepping.substeps_per_s; ++step) {
        kamm_step(cars, &kamm_flat_ground, 1);
        for (int i = 0; i < count; ++i) {
            double z = height_of(cars, i);
            if (done[i]) continue;
            if (z < least_m[i]) least_m[i] = top_m[i] = z;
            top_m[i] = fmax(top_m[i], z);
            done[i] = z < top_m[i] - 0.1 * over_m[i];
        }
    }
    for (int i = 0; i < count; ++i)
        out[i] = (struct rebound){(first_m[i] - least_m[i]) / over_m[i],
                                  (top_m[i] - least_m[i]) / over_m[i]};
}

/* -- closed form -- */

/* Its centre of gravity is in the middle of its roof, and its hubs are light. */
static kamm_vehicle_def evenly_built(double rate)
{
    kamm_vehicle_def def = flat_riding_car();
    double wheelbase = def.axles[1].behind_front_axle_m;
    def.stepping.substeps_per_s = rate;
    def.body.cg_behind_front_axle_m = wheelbase / 2;
    def.body.front_overhang_m = 0.5 * (def.body.length_m - wheelbase);
    for (int a = 0; a < 2; ++a) def.axles[a].unsprung_mass_kg = 8;
    return def;
}

/* On four points, m z'' = m g - 4 (k z + c z') from the touch on, until they would pull; from there it flies. */
static struct rebound rebound_by_law(const kamm_model *model, double drop_m)
{
    const struct body_contact_constants *contact = &model->chassis->body_contact;
    double mass_kg = kamm_describe(model).mass_kg;
    double k = 4 * (double)contact->stiffness_n_per_m / mass_kg,
           d = 2 * (double)contact->damping_ns_per_m / mass_kg;
    double sag = GRAVITY_MPS2 / k, w = sqrt(k - d * d), deepest = 0, z = 0, v = 1;
    double a = -sag, b = (sqrt(2 * GRAVITY_MPS2 * drop_m) + d * a) / w;
    for (double t = 1e-5; v > 0 || k * z + 2 * d * v > 0; t += 1e-5) {
        double e = exp(-d * t), c = cos(w * t), s = sin(w * t);
        z = sag + e * (a * c + b * s);
        v = e * ((b * w - d * a) * c - (a * w + d * b) * s);
        deepest = fmax(deepest, z);
    }
    double top = v * v / (2 * GRAVITY_MPS2) - z;
    return (struct rebound){(drop_m + deepest) / drop_m, (top + deepest) / drop_m};
}

/* Its hubs, which are 2 % of it, move on their springs meanwhile. */
static void a_body_bounces_as_mass_spring_and_damper(void **state)
{
    (void)state;
    static const double drops[] = {0.05, 0.1, 0.2, 0.5, 1};
    enum { COUNT = sizeof drops / sizeof *drops };
    for (double rate = 240; rate < 4000; rate *= 2) {
        kamm_vehicle_def def = evenly_built(rate);
        kamm_cars *cars = start_cars(&def, COUNT);
        struct rebound now[COUNT];
        for (int i = 0; i < COUNT; ++i) lift(cars, i, PI, drops[i]);
        fall(cars, COUNT, drops, now);
        for (int i = 0; i < COUNT; ++i) {
            struct rebound law = rebound_by_law(kamm_model_of(cars, 0), drops[i]);
            print_message("%4g/s from %.2f m: down %.4f of it, by law %.4f; up %.4f, %.4f\n", rate,
                          drops[i], now[i].down, law.down, now[i].up, law.up);
            expect_near(now[i].down, law.down, 0.008);
            expect_near(now[i].up, law.up, 0.011);
        }
        end_cars(cars);
    }
}

/* -- the grid -- */

enum { RATES = 5 };
static const double rates[RATES] = {60, 120, 240, 480, 960};

/* Kinks where points touch and leave make it of first order: off by this share of the drop times 240 / rate, in the mean of all
 * vehicles and at most, for each roll and height. They are 1.3 times as measured. At 0.05 m the tyre's own bounce counts most; on the
 * side the car also rolls on, onto wheels or roof. */
static const struct {
    double mean, most;
} bounds[DROPS] = {{0.016, 0.095},   {0.0045, 0.01},  {0.004, 0.006},
                   {0.0012, 0.0025}, {0.0006, 0.002}, {0.0006, 0.002},
                   {0.014, 0.033},   {0.0062, 0.011}, {0.0048, 0.03}};

/* Returns the damping of the body's points. */
static double measure(kamm_vehicle_def def, double rate, struct rebound *out)
{
    double over_m[DROPS];
    def.stepping.substeps_per_s = rate;
    kamm_cars *cars = start_cars(&def, DROPS);
    for (int i = 0; i < DROPS; ++i) {
        over_m[i] = heights_m[i % HEIGHTS];
        lift(cars, i, rolls[i / HEIGHTS], over_m[i]);
    }
    double damping = (double)kamm_model_of(cars, 0)->chassis->body_contact.damping_ns_per_m;
    fall(cars, DROPS, over_m, out);
    end_cars(cars);
    return damping;
}

struct apart {
    double sum, most;
    int count;
};

/* A body whose points are softer at that rate than in truth (chassis.c) is another one; the first drop is on the wheels alone. */
static void compare(int vehicle, double rate, double true_damping, const struct rebound *truth,
                    struct apart apart[DROPS])
{
    struct rebound now[DROPS];
    if (!takes_rate(vehicle, rate)) return;
    double damping = measure(shipped_def(vehicle), rate, now);
    for (int i = 0; i < DROPS && (i == 0 || damping > 0.999 * true_damping); ++i) {
        double off = fmax(fabs(now[i].down - truth[i].down), fabs(now[i].up - truth[i].up));
        off *= rate / 240;
        apart[i].sum += off, ++apart[i].count;
        apart[i].most = fmax(apart[i].most, off);
        if (!(off < bounds[i].most))
            fail_msg("%s, roll %.2f, %g m, %g/s: down %.4f, up %.4f; in truth %.4f, %.4f",
                     shipped_name(vehicle), rolls[i / HEIGHTS], heights_m[i % HEIGHTS], rate,
                     now[i].down, now[i].up, truth[i].down, truth[i].up);
    }
}

static void drops_and_rebounds_converge(void **state)
{
    (void)state;
    struct apart apart[RATES][DROPS] = {0};
    for (int v = 0; v < shipped_count(); v += of_tiers(9, 3, 1)) {
        struct rebound truth[DROPS];
        double damping = measure(shipped_def(v), 3840, truth);
        for (int r = 0; r < RATES; ++r) compare(v, rates[r], damping, truth, apart[r]);
    }
    for (int i = 0; i < DROPS; ++i)
        for (int r = 0; r < RATES; ++r) {
            const struct apart *a = &apart[r][i];
            if (a->count == 0) continue;
            print_message("roll %.2f, %.2f m, %3.0f/s: off by %.4f * 240 / rate in the mean of %d, "
                          "%.4f at most\n",
                          rolls[i / HEIGHTS], heights_m[i % HEIGHTS], rates[r], a->sum / a->count,
                          a->count, a->most);
            if (a->count > 9) expect_below(a->sum / a->count, bounds[i].mean);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_bounces_as_mass_spring_and_damper),
        cmocka_unit_test(drops_and_rebounds_converge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
