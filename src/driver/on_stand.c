/* Parking a two-wheeler on its stand.
 *
 * The machine, without its rider, leans by t to the foot, on treads of the radius c. The foot is at (y, z) upright, with the
 * springs as they are at rest. They yield by the rider's weight and by the load F that the foot takes off the wheels. So the
 * body rises there by r, and the foot by F / k. It stands where
 *
 *     c + (z + r - c) cos t - y sin t + F / k = 0,    F (y cos t + (z - c) sin t) = m g (h - c) sin t
 *
 * The first such lean counts. Springs count by their stiffness at rest, in series with the tyres. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/quaternion.h"
#include "../part/tyre/tyre.h"
#include "../run/cars.h"
#include "../vehicle/two_wheeler.h"

#include <kamm/rider.h>
#include <math.h>

/* The machine without its rider. */
struct bare {
    double weight_n, height_m, crown_m;
    double hangs_per_n[2],
        most_m[2];        /* how far a wheel travels out per load taken off it, and at most */
    double tyre_per_n[2]; /* by which its tyre yields less */
    double rider_n[2];    /* what the rider lays on the axles */
    double behind;        /* share of the wheelbase that the foot is behind the front axle */
};

static struct bare bare_of(const kamm_model *model)
{
    const kamm_vehicle_def *def = model->def;
    const struct statics *s = &model->statics;
    const kamm_rider_def *rider = &def->rider;
    double off_kg = rider->whole_mass_kg, kg = s->total_mass_kg - off_kg;
    double wheelbase = model->info.wheelbase_m, g = KAMM_STANDARD_GRAVITY;
    double share = rider->whole_cg_behind_front_axle_m / wheelbase;
    struct bare b = {
        .weight_n = kg * g,
        .height_m = (s->total_mass_kg * s->total_cg[2] - off_kg * rider->whole_cg_height_m) / kg,
        .crown_m = kamm_mean_crown_m(model),
        .rider_n = {off_kg * g * (1 - share), off_kg * g * share},
        .behind = def->stand.foot_behind_front_axle_m / wheelbase};
    for (int a = 0; a < 2; ++a) {
        double load = model->rest.load_n[a], step = 0.01 * load;
        double more = kamm_tyre_static_deflection(&def->axles[a].tyre, load + step);
        double less = kamm_tyre_static_deflection(&def->axles[a].tyre, load - step);
        const kamm_suspension_def *springs = &def->axles[a].suspension;
        b.hangs_per_n[a] = 1 / springs->spring_n_per_m;
        b.most_m[a] = springs->kind == KAMM_SUSPENSION_SOLID ? INFINITY : springs->rebound_travel_m;
        b.tyre_per_n[a] = (more - less) / (2 * step);
    }
    return b;
}

/* The load that the foot bears at a lean with that sine. */
static double foot_load_n(const struct bare *b, const kamm_stand_def *stand, double sine)
{
    double out = fabs(stand->foot_left_m), up = stand->foot_height_m - b->crown_m;
    double arm = out * sqrt(1 - sine * sine) + up * sine;
    return b->weight_n * (b->height_m - b->crown_m) * sine / fmax(arm, 0.05 * out);
}

/* What rider and foot take off an axle. */
static double relief_n(const struct bare *b, double foot_n, int axle)
{
    return b->rider_n[axle] + foot_n * (axle ? b->behind : 1 - b->behind);
}

/* How far an axle's wheel then hangs. */
static double hang_m(const struct bare *b, double foot_n, int axle)
{
    return fmin(relief_n(b, foot_n, axle) * b->hangs_per_n[axle], b->most_m[axle]);
}

/* … and how far the body rises there. */
static double rise_m(const struct bare *b, double foot_n, int axle)
{
    return hang_m(b, foot_n, axle) + relief_n(b, foot_n, axle) * b->tyre_per_n[axle];
}

/* Height of the foot, pressed in, above the road at a lean with that sine. */
static double foot_above_m(const struct bare *b, const kamm_stand_def *stand, double sine)
{
    double force = foot_load_n(b, stand, sine);
    double front = rise_m(b, force, 0), rear = rise_m(b, force, 1);
    double up = stand->foot_height_m - b->crown_m + front * (1 - b->behind) + rear * b->behind;
    return b->crown_m + up * sqrt(1 - sine * sine) - fabs(stand->foot_left_m) * sine +
           force / stand->foot_stiffness_n_per_m;
}

double kamm_stand_lean_rad(const kamm_model *model)
{
    enum { STEPS = 400, HALVINGS = 40 };
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(model, NAN);
    const kamm_stand_def *stand = &model->def->stand;
    if (!(model->features & KAMM_FEATURE_STAND)) return NAN;
    if (stand->both_sides) return 0;
    const struct bare b = bare_of(model);
    double low = 0, high = 0;
    for (int i = 1; i <= STEPS && !(high > 0); ++i) {
        double sine = (double)i / (STEPS + 1);
        if (foot_above_m(&b, stand, sine) < 0)
            high = sine;
        else
            low = sine;
    }
    if (!(high > 0)) return NAN;
    for (int i = 0; i < HALVINGS; ++i) {
        double middle = 0.5 * (low + high);
        *(foot_above_m(&b, stand, middle) < 0 ? &high : &low) = middle;
    }
    return stand->foot_left_m > 0 ? -asin(low) : asin(low);
}

/* Leans the machine, with its springs as they then are. */
static void lean_there(kamm_cars *cars, int car, double lean_rad)
{
    const struct car one = kamm_car_of(cars, car);
    const struct bare b = bare_of(one.model);
    double position[3], q[4], up[3], rise[2];
    double foot_n = foot_load_n(&b, &one.model->def->stand, fabs(sin(lean_rad)));
    kamm_frame_of(&one, position, q);
    kamm_rotate(q, (const double[3]){0, 0, 1}, up);
    for (int a = 0; a < 2; ++a) {
        rise[a] = rise_m(&b, foot_n, a);
        PUT_STATE(&one, wheels[a].travel_m,
                  STATE_OF(&one, wheels[a].travel_m) - (float)hang_m(&b, foot_n, a));
    }
    for (int i = 0; i < 3; ++i) position[i] += 0.5 * (rise[0] + rise[1]) * up[i];
    kamm_lean_frame(one.model, lean_rad, position, q);
    kamm_put_frame(&one, position, q);
}

kamm_result kamm_park_on_stand(kamm_cars *cars, int car, const kamm_placement *placement,
                               kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, placement, KAMM_ERROR_MISUSE);
    const kamm_model *model = kamm_model_of(cars, car);
    const double lean_rad = kamm_stand_lean_rad(model);
    kamm_placement at = *placement;
    at.speed_mps = 0;
    if (!(fabs(lean_rad) < 1.5))
        return kamm_fail(error, KAMM_ERROR_RANGE, "stand.foot_left_m",
                         "stand.foot_left_m: this model has no stand that bears it; allowed: more "
                         "or less than 0, of a two-wheeler on the rung full");
    kamm_result result = kamm_check_placement(cars, car, &at, error);
    if (result != KAMM_OK) return result;
    kamm_place(cars, car, &at);
    lean_there(cars, car, lean_rad);
    if (model->features & KAMM_FEATURE_THROWN) PUT_CAR_STATE(cars, car, car.rider_thrown, 1);
    kamm_input *input = &cars->inputs[car];
    input->stand = input->brake = input->hand_brake = 1;
    return KAMM_OK;
}
