/* Skyhook dampers on an ISO 8608 road of class C, beside a quarter car for each axle that is integrated here. */
/* KAMM_QUICK_TESTS leaves this out: it drives for long to measure. */
#include "support/cars.h"
#include "support/tier.h"

#include <math.h>

#define PI 3.14159265358979323846

/* Sines from 0.02 to 2 cycles per metre whose density is 256e-6 m3 at 0.1, falling with the square. */
enum { WAVES = 160 };
struct road {
    double cycles_per_m[WAVES], amplitude_m[WAVES], phase[WAVES];
};

static void make_road(struct road *road, uint64_t seed)
{
    struct noise noise = {seed};
    double ratio = pow(100, 1.0 / WAVES), n = 0.02;
    for (int i = 0; i < WAVES; ++i, n *= ratio) {
        double middle = n * sqrt(ratio), density = 256e-6 * (0.1 / middle) * (0.1 / middle);
        road->cycles_per_m[i] = middle;
        road->amplitude_m[i] = sqrt(2 * density * n * (ratio - 1));
        road->phase[i] = noise_between(&noise, 0, 2 * PI);
    }
}

static double road_height(const struct road *road, double x, double *slope)
{
    double z = 0;
    *slope = 0;
    for (int i = 0; i < WAVES; ++i) {
        double k = 2 * PI * road->cycles_per_m[i], at = k * x + road->phase[i];
        z += road->amplitude_m[i] * sin(at);
        *slope += k * road->amplitude_m[i] * cos(at);
    }
    return z;
}

static void query_road(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    for (int i = 0; i < count; ++i) {
        double slope, x = probes[i].position_m[0], z = road_height(user, x, &slope);
        double length = sqrt(1 + slope * slope);
        contacts[i] = (kamm_contact){.friction = 1};
        contacts[i].point_m[0] = x;
        contacts[i].point_m[1] = probes[i].position_m[1];
        contacts[i].point_m[2] = z;
        contacts[i].normal[0] = (float)(-slope / length);
        contacts[i].normal[2] = (float)(1 / length);
    }
}

/* Root of the mean square of what lies between two frequencies. */
static double in_band(const double *a, int count, double dt, double low_hz, double high_hz)
{
    double sum = 0, length = count * dt;
    for (int k = (int)ceil(low_hz * length); k <= (int)(high_hz * length); ++k) {
        double re = 0, im = 0;
        for (int i = 0; i < count; ++i) {
            double window = 0.5 - 0.5 * cos(2 * PI * i / count), at = 2 * PI * k * i / count;
            re += a[i] * window * cos(at), im += a[i] * window * sin(at);
        }
        sum += (re * re + im * im) * 2 / ((double)count * count) / 0.375;
    }
    return sqrt(sum);
}

enum { FRAMES = 1200 };
#define SPEED_MPS 20.0
#define SOFT 0.4
#define HARD 2.5
#define LAG_S 0.008

static kamm_vehicle_def riding_car(int skyhook)
{
    kamm_vehicle_def def = flat_riding_car();
    def.stepping.substeps_per_s = 600;
    def.aids.skyhook = skyhook;
    for (int a = 0; a < 2; ++a) {
        kamm_suspension_def *s = &def.axles[a].suspension;
        s->roll_centre_height_m = s->recession = s->caster_gain_rad_per_m = 0;
        s->camber_gain_rad_per_m = s->toe_gain_rad_per_m = s->toe_in_rad = s->camber_rad = 0;
        s->spring_n_per_m = 22000;
        s->bump_damping_ns_per_m = s->bump_fast_damping_ns_per_m = 1500;
        s->rebound_damping_ns_per_m = s->rebound_fast_damping_ns_per_m = 1500;
        s->bump_travel_m = s->rebound_travel_m = 0.2;
        s->skyhook_soft = SOFT, s->skyhook_hard = HARD, s->skyhook_lag_s = LAG_S;
    }
    return def;
}

static void drive_car(int skyhook, struct road *road, double a[FRAMES])
{
    kamm_vehicle_def def = riding_car(skyhook);
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_road;
    ground.user = road;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &ground, 0, SPEED_MPS, 0);
    for (int frame = -120; frame < FRAMES; ++frame) {
        kamm_step(cars, &ground, 10);
        if (frame >= 0) a[frame] = kamm_read(cars, 0, KAMM_CHANNEL_acceleration_z_mps2);
    }
    assert_int_equal(kamm_fault(cars, 0), 0);
    end_cars(cars);
}

/* Half of an axle: body, wheel, spring, damper with the same law, tyre; by small steps. */
struct quarter {
    double body_kg, wheel_kg, tyre_n_per_m, behind_m;
    double z, v, wheel_z, wheel_v, setting;
};

static double advance(struct quarter *q, int skyhook, const struct road *road, double x, double dt)
{
    double slope, ground = road_height(road, x - q->behind_m, &slope), apart = q->v - q->wheel_v;
    double wanted = q->v * apart > 0 ? HARD : SOFT;
    q->setting = skyhook ? q->setting + (1 - exp(-dt / LAG_S)) * (wanted - q->setting) : 1;
    double force = 22000 * (q->wheel_z - q->z) - 1500 * q->setting * apart;
    double tyre = q->tyre_n_per_m * (ground - q->wheel_z), a = force / q->body_kg;
    q->v += a * dt;
    q->wheel_v += (tyre - force) / q->wheel_kg * dt;
    q->z += q->v * dt;
    q->wheel_z += q->wheel_v * dt;
    return a;
}

static void drive_quarters(int skyhook, const struct road *road, double a[FRAMES])
{
    kamm_vehicle_def def = riding_car(0);
    double wheelbase = def.axles[1].behind_front_axle_m, cg = def.body.cg_behind_front_axle_m;
    struct quarter q[2];
    for (int i = 0; i < 2; ++i) {
        double load = def.body.mass_kg * (i ? cg : wheelbase - cg) / wheelbase / 2;
        const kamm_tyre_def *tyre = &def.axles[i].tyre;
        q[i] = (struct quarter){.body_kg = load - def.axles[i].unsprung_mass_kg,
                                .wheel_kg = def.axles[i].unsprung_mass_kg,
                                .tyre_n_per_m = tyre->vertical_stiffness_n_per_m,
                                .behind_m = i * wheelbase,
                                .setting = 1};
    }
    enum { PIECES = 64 };
    double share = q[0].body_kg / (q[0].body_kg + q[1].body_kg), dt = 1.0 / 60 / PIECES, x = 0;
    for (int frame = -120; frame < FRAMES; ++frame) {
        double last = 0;
        for (int i = 0; i < PIECES; ++i, x += SPEED_MPS * dt) {
            double front = advance(&q[0], skyhook, road, x, dt);
            double rear = advance(&q[1], skyhook, road, x, dt);
            last = share * front + (1 - share) * rear;
        }
        if (frame >= 0) a[frame] = last;
    }
}

static void the_body_is_as_much_calmer_as_quarter_cars_are(void **state)
{
    (void)state;
    LONG_TIER_ONLY();
    static double a[FRAMES];
    static const double bands_hz[][2] = {{0.7, 2}, {2, 5}, {8, 14}};
    double car[2][3] = {{0}}, quarters[2][3] = {{0}};
    for (int seed = 0; seed < of_tiers(1, 3, 6); ++seed) {
        struct road road;
        make_road(&road, 11 + (uint64_t)seed);
        for (int skyhook = 0; skyhook < 2; ++skyhook) {
            drive_car(skyhook, &road, a);
            for (int b = 0; b < 3; ++b)
                car[skyhook][b] += in_band(a, FRAMES, 1.0 / 60, bands_hz[b][0], bands_hz[b][1]);
            drive_quarters(skyhook, &road, a);
            for (int b = 0; b < 3; ++b)
                quarters[skyhook][b] +=
                    in_band(a, FRAMES, 1.0 / 60, bands_hz[b][0], bands_hz[b][1]);
        }
    }
    for (int b = 0; b < 3; ++b) {
        double own = car[1][b] / car[0][b], expected = quarters[1][b] / quarters[0][b];
        print_message(
            "%4.1f to %4.1f Hz: %.3f m/s2 to %.3f, %.2f times; quarter cars %.3f, %.2f times\n",
            bands_hz[b][0], bands_hz[b][1], car[0][b], car[1][b], own, quarters[0][b], expected);
    }
    for (int b = 0; b < 3; ++b)
        expect_share(car[1][b] / car[0][b], quarters[1][b] / quarters[0][b], 0.08);
    expect_below(car[1][0] / car[0][0], 0.8);
}

/* Switched off, or with one setting, a car has the bits that it has without. */
static void one_setting_is_the_damper_as_it_is(void **state)
{
    (void)state;
    static double plain[FRAMES], off[FRAMES];
    struct road road;
    make_road(&road, 4);
    drive_car(0, &road, plain);
    kamm_vehicle_def def = riding_car(0);
    for (int a = 0; a < 2; ++a)
        def.axles[a].suspension.skyhook_soft = def.axles[a].suspension.skyhook_hard = 1;
    def.aids.skyhook = 1;
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_road;
    ground.user = &road;
    kamm_cars *cars = start_cars(&def, 1);
    put_car(cars, 0, &ground, 0, SPEED_MPS, 0);
    for (int frame = -120; frame < FRAMES / 4; ++frame) {
        kamm_step(cars, &ground, 10);
        if (frame >= 0) off[frame] = kamm_read(cars, 0, KAMM_CHANNEL_acceleration_z_mps2);
        if (frame >= 0) assert_true(off[frame] == plain[frame]);
    }
    end_cars(cars);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_body_is_as_much_calmer_as_quarter_cars_are),
        cmocka_unit_test(one_setting_is_the_damper_as_it_is),
    };
    return cmocka_run_group_tests_name("full_skyhook", tests, NULL, NULL);
}
