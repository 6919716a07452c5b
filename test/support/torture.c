#include "torture.h"

#include <math.h>

/* A disc that turns under the car at 15 rad/s. */
static void turntable_contact(const double p[3], kamm_contact *contact)
{
    contact->velocity_mps[0] = (float)(-15 * fmax(fmin(p[1], 3), -3));
    contact->velocity_mps[1] = (float)(15 * fmax(fmin(p[0], 3), -3));
}

static void shaken_contact(const struct torture *torture, const double p[3], kamm_contact *contact)
{
    rough_contact(&torture->rough, p, contact);
    contact->point_m[2] += 0.1 * sin(20 * torture->time_s);
    contact->velocity_mps[2] = (float)(2 * cos(20 * torture->time_s));
}

static void query_torture(void *user, int count, const kamm_probe *probes, kamm_contact *contacts)
{
    const struct torture *torture = user;
    for (int i = 0; i < count; ++i) {
        const double *p = probes[i].position_m;
        int kind = probes[i].car % TORTURE_KINDS;
        contacts[i] = kamm_flat_ground.plane;
        if (kind == ICE_AND_HAND_BRAKE) contacts[i].friction = probes[i].wheel ? 0.1f : 0;
        if (kind == DROPPED || kind == TIPPED) rough_contact(&torture->rough, p, &contacts[i]);
        if (kind == ROUGH_GROUND) rough_contact(&torture->wild, p, &contacts[i]);
        if (kind == TURNTABLE) turntable_contact(p, &contacts[i]);
        if (kind == SHAKEN) shaken_contact(torture, p, &contacts[i]);
    }
}

void make_torture(struct torture *torture)
{
    make_rough(&torture->rough, 1, 4, 0.3, 0.9);
    make_rough(&torture->wild, 2, 2, 0.8, 1.2);
}

kamm_ground torture_ground(struct torture *torture, int interval_substeps)
{
    kamm_ground ground = kamm_flat_ground;
    ground.query = query_torture;
    ground.user = torture;
    ground.interval_substeps = interval_substeps;
    return ground;
}

static void random_orientation(struct noise *noise, double q[4])
{
    double square = 0;
    for (int i = 0; i < 4; ++i) {
        q[i] = noise_between(noise, -1, 1);
        square += q[i] * q[i];
    }
    if (square < 0.01) q[0] = 1;
}

static void tip(kamm_placement *placement, int planar, struct noise *noise)
{
    double *q = placement->orientation;
    if (planar) {
        q[1] = noise_between(noise, -0.5, 0.5);
        q[2] = noise_between(noise, -0.5, 0.5);
        q[3] = noise_between(noise, -1, 1);
    } else {
        placement->position_m[2] = noise_between(noise, 2, 4);
        q[0] = noise_between(noise, -0.3, 0.3);
        q[1] = 1;
    }
}

void put_somewhere(kamm_cars *cars, int car, int planar, struct noise *noise)
{
    int kind = car % TORTURE_KINDS;
    kamm_placement placement = {
        {0, 0, kind == ROUGH_GROUND && !planar ? 0.8 : 0.3}, {1, 0, 0, 0}, 0, KAMM_GEAR_DRIVE, {0}};
    if (kind == DROPPED) placement.position_m[2] = 20;
    if (kind == DROPPED && !planar) random_orientation(noise, placement.orientation);
    if (kind == TIPPED) tip(&placement, planar, noise);
    placement.speed_mps = kind == VERY_FAST ? 400 / 3.6 : noise_between(noise, -5, 40);
    kamm_place(cars, car, &placement);
}

void torment(kamm_cars *cars, int car, int kind, struct noise *noise)
{
    kamm_input *input = &kamm_inputs(cars)[car];
    static const float gears[] = {KAMM_GEAR_DRIVE, 1, 2, 5, -1, 0};
    input->steering_wheel_rad = (float)noise_between(noise, -12, 12);
    input->throttle = noise_between(noise, 0, 1) < 0.6;
    input->brake = noise_between(noise, 0, 1) < 0.2;
    input->hand_brake = noise_between(noise, 0, 1) < 0.1;
    input->clutch = noise_between(noise, 0, 1) < 0.1;
    input->gear = gears[noise_bits(noise) % 6];
    input->command = noise_between(noise, 0, 1) < 0.3;
    input->road_wheel_rate_radps = (float)noise_between(noise, -20, 20);
    input->acceleration_mps2 = (float)noise_between(noise, -100, 100);
    if (!kamm_describe(kamm_model_of(cars, car)).takes_commands) input->acceleration_mps2 = 0;
    float wheel = input->steering_wheel_rad;
    if (kind == FULL_LOCK)
        *input = (kamm_input){.steering_wheel_rad = 12, .throttle = 1, .gear = KAMM_GEAR_DRIVE};
    if (kind == FULL_REVERSE)
        *input = (kamm_input){.steering_wheel_rad = wheel, .throttle = 1, .gear = -1};
    if (kind == VERY_FAST)
        *input = (kamm_input){.steering_wheel_rad = wheel / 20, .throttle = 1, .gear = 5};
    if (kind == ICE_AND_HAND_BRAKE) input->hand_brake = wheel > 0;
    input->free_steering = wheel * wheel > 80;
    input->steering_wheel_nm = 20 * wheel;
}

kamm_vehicle_def odd_chassis(struct noise *noise)
{
    kamm_vehicle_def def = default_vehicle();
    def.body.mass_kg *= noise_between(noise, 0.6, 2);
    def.body.cg_height_m = noise_between(noise, 0.25, 0.9);
    def.body.cg_left_m = noise_between(noise, -0.1, 0.1);
    def.gearbox.kind = (int32_t)(noise_bits(noise) % 3);
    double front = (double)(noise_bits(noise) & 1);
    def.axles[0].drive_share = front;
    def.axles[1].drive_share = 1 - front;
    for (int axle = 0; axle < 2; ++axle)
        def.axles[axle].tyre.lmux = def.axles[axle].tyre.lmuy = noise_between(noise, 0.6, 1.8);
    return def;
}

int channels_finite(const kamm_cars *cars, int car)
{
    for (int channel = 0; channel < KAMM_CHANNEL_COUNT; ++channel)
        if (!isfinite(kamm_read(cars, car, (kamm_channel)channel))) return 0;
    int wheels = wheels_of(cars, car);
    for (int i = 0; i < wheels * KAMM_WHEEL_CHANNEL_COUNT; ++i)
        if (!isfinite(kamm_read_wheel(cars, car, i % wheels, (kamm_wheel_channel)(i / wheels))))
            return 0;
    return 1;
}
