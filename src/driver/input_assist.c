/* The input assist: from a request to inputs.
 *
 * All angles of steering are those of the axle that is steered most, at its middle ("front", though a dumper's
 * is behind). The direction of travel there, b + a r / v with sideslip b, arm a and yaw rate r, less the road
 * wheels' angle is the tyres' slip angle; so the tyres pull hardest at that direction plus or minus the peak
 * slip angle. This holds in a steady turn and in a slide (Milliken & Milliken, Race Car Vehicle Dynamics, ch.
 * 5).
 *
 * Hands off, the wheels point where the *other* axle is going: straight ahead as long as it does not slide,
 * whatever the turn, and against the slide otherwise. Against that the front axle's own direction differs by
 * wheelbase times yaw rate over speed, and that slip angle is what damps the yaw. A slide is seen coming, as a
 * driver does, from a yaw rate that the lateral acceleration does not match; steering into it and, with driven
 * rear wheels, throttle are then taken back.
 *
 * Floats, and the lanes' own arc tangent: the same bits on every machine, mirrored for the mirrored request. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/lane_math.h"
#include "../base/vector_double.h"
#include "../run/cars.h"
#include "../vehicle/electric_compile.h"
#include "drift.h"
#include "lean_stop.h"
#include "standing.h"

#include <kamm/rider.h>
#include <math.h>

#define GRAVITY 9.80665f
/* Speeds and times are those of an ordinary car; of others they go with the root of the length (src/vehicle/scale.h). */
/* Added to speeds that are divided by. */
#define STILL_MPS 0.5f
/* Up to that speed forwards a car comes to have a course: one that stands and rocks on its springs has none to follow. */
#define COURSE_MPS 1.0f
/* Share of the grip in a turn at full lock. Below the speed at which a turn needs it, full lock is
 * allowed. */
#define GENTLE_SHARE 0.5f
/* How far ahead a slide is seen, per wheelbase: the longer a car, the later it answers. */
#define FORESIGHT_S_PER_M 0.15f
/* With which the steering wheel comes to where it is to be. */
#define SETTLING_S 0.03f
/* Below that, rates are not limited. */
#define MIN_STRENGTH 0.001f
/* A pedal that is less pressed counts as released. */
#define PEDAL_TOUCHED 0.02f

kamm_input_assist kamm_default_input_assist(void)
{
    return (kamm_input_assist){.strength = 1,
                               .slip_share = 1,
                               .turn_rate_radps = 10,
                               .return_rate_radps = 20,
                               .half_rate_speed_mps = 25,
                               .counter_share = 1,
                               .lift_share = 1,
                               .press_time_s = 0.25f,
                               .release_time_s = 0.1f};
}

/* NaN reads as the lowest. */
static float within(float value, float min, float max)
{
    if (!(value > min)) return min;
    return value < max ? value : max;
}

static float or_usual(float value, float usual) { return value == 0 ? usual : value; }

/* Replaces values of 0 that make no sense by the defaults. */
static kamm_input_assist completed(const kamm_input_assist *assist)
{
    const kamm_input_assist usual = kamm_default_input_assist();
    kamm_input_assist all = *assist;
    all.slip_share = or_usual(all.slip_share, usual.slip_share);
    all.turn_rate_radps = or_usual(all.turn_rate_radps, usual.turn_rate_radps);
    all.return_rate_radps = or_usual(all.return_rate_radps, usual.return_rate_radps);
    all.half_rate_speed_mps = or_usual(all.half_rate_speed_mps, usual.half_rate_speed_mps);
    all.press_time_s = or_usual(all.press_time_s, usual.press_time_s);
    all.release_time_s = or_usual(all.release_time_s, usual.release_time_s);
    return all;
}

static float steer_of(float request) { return isnan((double)request) ? 0 : within(request, -1, 1); }

/* Data of the assist about a car, its state and the ground below it. */
struct course {
    float forward_mps, speed_mps;
    float front_rad, rear_rad; /* direction of travel at the steered and at the other axle */
    float change_radps;        /* of both, as far as it comes from sideslip */
    float root;                /* scale of speeds and times */
    float foresight_s;         /* how far ahead that is looked at */
    float front_peak_rad, rear_peak_rad;
    float reach_rad; /* the steered wheels' angle off the direction of travel that is of use */
    float lock_rad;  /* their largest angle */
    float ratio;     /* steering wheel per their angle; negative where they turn against it */
    int slips;       /* the rung's wheels have slip angles */
    int lifted;      /* none of the steered wheels is on the ground */
#ifndef KAMM_LITE    /* small games do without drifts */
    struct drifting drift;
#endif
};

#ifdef KAMM_LITE
static const struct drifting no_drift = {.allowed = 1};
#define DRIFT_OF(course) (&no_drift)
#else
#define DRIFT_OF(course) (&(course)->drift)
#endif

static float root_scale(const kamm_cars *cars, int car)
{
    return square_root((float)kamm_model_of(cars, car)->statics.length_scale);
}

static float yaw_over_ground(const kamm_cars *cars, int car)
{
    return (float)kamm_read(cars, car, KAMM_CHANNEL_yaw_rate_over_ground_radps);
}

/* Velocity to the left at an axle's middle. */
static float lateral_at(const kamm_cars *cars, int car, int axle)
{
    const kamm_model *model = kamm_model_of(cars, car);
    float arm =
        (float)(model->info.wheel_position_m[model->layout.first[axle]][0] - model->reported[0]);
    return (float)kamm_read(cars, car, KAMM_CHANNEL_lateral_over_ground_mps) +
           yaw_over_ground(cars, car) * arm;
}

/* Returns the angle of travel at an axle's middle: that of a wheel which follows it, also
 * backwards. Beyond 45 degrees it falls to 0 at 90, where a swivelling wheel has no side to choose. */
static float direction_of_travel(const kamm_cars *cars, int car, int axle, float forward_mps)
{
    float across = lateral_at(cars, car, axle);
    float angle =
        arc_tangent2(absolute(across), absolute(forward_mps) + STILL_MPS * root_scale(cars, car));
    float size = min_real(angle, LANE_HALF_PI - angle);
    return forward_mps < 0 ? -copy_sign(size, across) : copy_sign(size, across);
}

/* Friction of the ground below an axle; 1 before the first step has asked for it. */
static float friction_below(const kamm_cars *cars, int car, int axle)
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    float left = block->contact[left_hub(cars->layout, axle)].friction[car % KAMM_BLOCK];
    float right = block->contact[right_hub(cars->layout, axle)].friction[car % KAMM_BLOCK];
    float mean = 0.5f * (left + right);
    return mean > 0 ? within(mean, 0.1f, 1.2f) : 1;
}

/* Sideslip's rate: lateral acceleration over speed less yaw rate, which is 0 in any steady turn. */
static float sideslip_rate(const kamm_cars *cars, int car, float speed_mps)
{
    float across = CAR_OUTPUT(cars, car, car.acceleration_y_mps2);
    return across / max_real(speed_mps, 5 * root_scale(cars, car)) - yaw_over_ground(cars, car);
}

/* The axle whose wheels turn most with the steering wheel, and the one at the other end of the car. */
static int steered_axle(const kamm_model *model)
{
    int most = 0;
    for (int a = 1; a < model->layout.axles; ++a)
        if (fabs(model->def->axles[a].steer_share) > fabs(model->def->axles[most].steer_share))
            most = a;
    return most;
}

static int other_axle(const kamm_model *model)
{
    return is_front(&model->layout, steered_axle(model)) ? model->layout.axles - 1 : 0;
}

/* Up to that speed the grip allows full lock anyway. */
static float gentle_speed_squared(const kamm_model_info *info, float lock_rad, float friction)
{
    float radius = (float)info->wheelbase_m / max_real(tangent(min_real(lock_rad, 1.2f)), 0.05f);
    return GENTLE_SHARE * friction * GRAVITY * radius;
}

static float useful_reach(const kamm_input_assist *assist, const kamm_model *model,
                          const struct course *c, int front, float friction)
{
    const kamm_model_info *info = &model->info;
    float squared = c->speed_mps * c->speed_mps;
    float gentle = gentle_speed_squared(info, c->lock_rad, friction);
    float widened = c->lock_rad * max_real(1 - squared / gentle, 0);
    if (c->slips) return widened + within(assist->slip_share, 0, 10) * c->front_peak_rad;
    float grip = friction * (float)info->peak_friction_y[model->layout.first[front]] * GRAVITY;
    return widened + min_real((float)info->wheelbase_m * grip / max_real(squared, 1), c->lock_rad);
}

static int axle_is_lifted(const kamm_cars *cars, int car, int axle)
{
    return !(CAR_OUTPUT(cars, car, wheels[left_hub(cars->layout, axle)].load_n) > 0) &&
           !(CAR_OUTPUT(cars, car, wheels[right_hub(cars->layout, axle)].load_n) > 0);
}

static int has_forces(const kamm_model *model)
{
    return (kamm_describe_rung(model->rung)->features & KAMM_FEATURE_FORCES) != 0;
}

static struct course course_of(const kamm_input_assist *assist, const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const kamm_model_info *info = &model->info;
    const struct layout *l = &model->layout;
    int front = steered_axle(model), rear = other_axle(model);
    double share = model->def->axles[front].steer_share;
    float friction = friction_below(cars, car, front);
    float across = (float)kamm_read(cars, car, KAMM_CHANNEL_lateral_over_ground_mps);
    struct course c = {.slips = has_forces(model)};
    c.forward_mps = (float)kamm_read(cars, car, KAMM_CHANNEL_forward_over_ground_mps);
    c.speed_mps = square_root(c.forward_mps * c.forward_mps + across * across);
    c.front_rad = c.slips ? direction_of_travel(cars, car, front, c.forward_mps) : 0;
    c.rear_rad = c.slips ? direction_of_travel(cars, car, rear, c.forward_mps) : 0;
    c.change_radps = c.slips ? sideslip_rate(cars, car, c.speed_mps) : 0;
    c.root = root_scale(cars, car);
    c.foresight_s = FORESIGHT_S_PER_M / c.root * (float)info->wheelbase_m;
    c.front_peak_rad = friction * (float)info->peak_slip_angle_rad[l->first[front]];
    c.rear_peak_rad =
        friction_below(cars, car, rear) * (float)info->peak_slip_angle_rad[l->first[rear]];
    c.ratio = (float)(info->steering_ratio / (share != 0 ? share : 1));
    c.lock_rad = (float)info->steering_lock_rad / absolute(c.ratio);
    c.reach_rad = useful_reach(assist, model, &c, front, friction);
    c.lifted = axle_is_lifted(cars, car, front);
    return c;
}

#ifndef KAMM_LITE
/* The drift that the driver asks for; none where the front does not steer and on rungs whose wheels do not slip. */
static struct drifting drift_of(const kamm_input_assist *assist, const kamm_cars *cars, int car,
                                const kamm_driver_request *request, const struct feet *feet,
                                const struct course *c)
{
    const kamm_model *model = kamm_model_of(cars, car);
    int front = steered_axle(model), wheel = model->layout.first[front];
    float most = within(assist->drift_angle_rad, 0, DRIFT_MOST_RAD);
    if (!c->slips || !is_front(&model->layout, front) || c->ratio < 0 || !(most > 0))
        return (struct drifting){.allowed = 1};
    double gravity[3];
    kamm_felt_gravity(cars, car, gravity);
    float across = (float)kamm_read(cars, car, KAMM_CHANNEL_lateral_over_ground_mps);
    float forward = max_real(c->forward_mps, STILL_MPS * c->root);
    struct drift_view view = {
        .steer = steer_of(request->steer),
        .most_rad = most,
        .hand_brake = within(request->hand_brake, 0, 1),
        .is_idle =
            assist->drift_lift > 0 && feet->throttle < PEDAL_TOUCHED && feet->brake < PEDAL_TOUCHED,
        .forward_mps = c->forward_mps,
        .speed_mps = c->speed_mps,
        .sideslip_rad = arc_tangent2(across, forward),
        .yaw_radps = yaw_over_ground(cars, car),
        .acceleration_x_mps2 = CAR_OUTPUT(cars, car, car.acceleration_x_mps2),
        .acceleration_y_mps2 = CAR_OUTPUT(cars, car, car.acceleration_y_mps2),
        .front_rad = arc_tangent2(lateral_at(cars, car, front), forward),
        .rear_rad = arc_tangent2(lateral_at(cars, car, other_axle(model)), forward),
        .front_peak_rad = c->front_peak_rad,
        .rear_peak_rad = c->rear_peak_rad,
        .grip_mps2 =
            max_real(friction_below(cars, car, front) * (float)model->info.peak_friction_y[wheel] *
                         (float)length3(gravity),
                     0.1f),
        .wheelbase_m = (float)model->info.wheelbase_m,
        .root = c->root,
    };
    return find_drift(&view);
}
#endif

/* How far the rear is about to slide beyond its tyres' peak, to the left or, negative, to the right: 1 at twice
 * the peak. */
static float sliding(const struct course *c)
{
    if (!c->slips || c->forward_mps < 0) return 0;
    float coming = c->rear_rad + c->foresight_s * c->change_radps;
    float beyond = absolute(coming) / max_real(c->rear_peak_rad, 1e-3f) - 1;
    float wanted = max_real(DRIFT_OF(c)->held, DRIFT_OF(c)->started);
    return copy_sign(within(beyond, 0, 1) * (1 - wanted), coming);
}

/* The angle of the steered wheels that the hands mean. */
static float wanted_angle(const kamm_input_assist *assist, const struct course *c, float steer,
                          float *neutral)
{
    float left = clamp(c->front_rad + c->reach_rad, -c->lock_rad, c->lock_rad);
    float right = clamp(c->front_rad - c->reach_rad, -c->lock_rad, c->lock_rad);
    float help = within(assist->counter_share, 0, 1), slide = help * sliding(c);
    float goes = within(c->forward_mps / (COURSE_MPS * c->root), 0, 1);
    *neutral = clamp(goes * help * c->rear_rad, right, left);
    float angle = steer > 0 ? *neutral + steer * (left - *neutral) * (1 + min_real(slide, 0))
                            : *neutral + steer * (*neutral - right) * (1 - max_real(slide, 0));
    const struct drifting *drift = DRIFT_OF(c);
    return drift->held > 0 ? angle + drift->held * (drift->angle_rad - angle) : angle;
}

/* Returns the angle that hands reach on the way to an angle of the steering wheel. */
static float turned(const kamm_input_assist *assist, const struct course *c, float now,
                    float wanted, float neutral, float strength, float interval_s)
{
    float way = wanted - now, halving = within(assist->half_rate_speed_mps, 0.1f, 1e6f);
    float rate = way * (now - neutral) < 0 || DRIFT_OF(c)->held > 0
                     ? within(assist->return_rate_radps, 0.1f, 1e3f)
                     : within(assist->turn_rate_radps, 0.1f, 1e3f) / (1 + c->speed_mps / halving);
    float max = rate * interval_s / strength;
    float settled = 1 - exponential(-interval_s / (SETTLING_S * c->root * strength));
    return now + clamp(way * settled, -max, max);
}

static float steering_wheel(const kamm_input_assist *assist, const struct course *c, float now,
                            float steer, float strength, float interval_s)
{
    float direct = steer * c->lock_rad * absolute(c->ratio), neutral;
    if (strength < MIN_STRENGTH) return direct;
    float angle = wanted_angle(assist, c, c->ratio < 0 ? -steer : steer, &neutral) * c->ratio;
    if (c->lifted) angle = now;
    float wanted = direct + strength * (angle - direct);
    return turned(assist, c, now, wanted, neutral * c->ratio, strength, interval_s);
}

static float pedal(const kamm_input_assist *assist, float now, float wanted, float strength,
                   float interval_s)
{
    if (strength < MIN_STRENGTH) return wanted;
    float press = interval_s / (within(assist->press_time_s, 1e-3f, 10) * strength);
    float release = interval_s / (within(assist->release_time_s, 1e-3f, 10) * strength);
    return within(now, 0, 1) + clamp(wanted - within(now, 0, 1), -release, press);
}

/* Only what drives the rear tyres takes from their side force. */
static float lifted_throttle(const kamm_input_assist *assist, const kamm_model *model,
                             const struct course *c, float throttle, float strength)
{
    float share = 0;
    for (int a = 0; a < model->layout.axles; ++a)
        if (is_front(&model->layout, a) == is_front(&model->layout, other_axle(model)))
            share += (float)kamm_axle_drive_share(model->def, a);
    throttle *= 1 - strength * (1 - DRIFT_OF(c)->allowed);
    return throttle *
           (1 - within(assist->lift_share, 0, 1) * strength * share * absolute(sliding(c)));
}

/* A lift pulls the hand brake until the drift is on. The clutch opens as far as the hand brake is pulled, so that it
 * locks the wheels and not the engine. */
static void start_drift(const kamm_input_assist *assist, const struct drifting *drift,
                        float strength, kamm_input *input)
{
    if (!(drift->started > 0)) return;
    float lift = strength * within(assist->drift_lift, 0, 1) * drift->pull;
    input->hand_brake = max_real(input->hand_brake, lift);
    input->clutch = max_real(input->clutch, input->hand_brake);
}

/* At once where it holds a car that stands; where a foot is it is never there. */
static float pressed_brake(const kamm_input_assist *assist, float now, const struct feet *feet,
                           float strength, float interval_s)
{
    if (feet->holds) return KAMM_HOLD_BRAKE;
    float brake = pedal(assist, now, feet->brake, strength, interval_s);
    return brake == KAMM_HOLD_BRAKE ? brake * 1.000001f : brake;
}

/* -- two wheels -- */

/* Share of the tyres' friction that a lean at full request uses. */
#define LEAN_SHARE 0.65f
/* Share of the lock that a full request sets at walking pace. */
#define LOCK_SHARE 0.5f

/* Returns the curvature of a turn at full request. The lock limits it, and above some speed the
 * lean that the tyres hold, from which it also comes to a stop. */
static float useful_bend(const kamm_input_assist *assist, const kamm_cars *cars, int car,
                         float speed_mps, float brake)
{
    const kamm_model_info *info = &kamm_model_of(cars, car)->info;
    float front = friction_below(cars, car, 0) * (float)info->peak_friction_y[0];
    float rear =
        friction_below(cars, car, 1) * (float)info->peak_friction_y[left_hub(cars->layout, 1)];
    float leans = LEAN_SHARE * within(assist->slip_share, 0, 1) * min_real(front, rear) * GRAVITY;
    float steers = tangent(min_real(LOCK_SHARE * (float)info->steering_lock_rad, 1.2f)) /
                   (float)info->wheelbase_m;
    float stops = (float)kamm_lean_before_stop_rad(cars, car, (double)speed_mps, (double)brake);
    leans = min_real(leans, tangent(min_real(stops, 1.2f)) * GRAVITY);
    return min_real(steers, leans / max_real(speed_mps * speed_mps, 0.01f));
}

/* Returns the pedals of a two-wheeler, which has no reverse. Without a pressed pedal it stops from
 * walking pace and is held. */
static struct feet ridden_pedals(const kamm_input_assist *assist,
                                 const kamm_driver_request *request, float speed_mps, float root)
{
    struct feet feet = {within(request->throttle, 0, 1), within(request->brake, 0, 1), 0};
    if (assist->lets_roll || feet.throttle > 0 || feet.brake > 0) return feet;
    feet.holds = speed_mps < 0.1f * root;
    feet.brake = 0.25f * within(3 - speed_mps / root, 0, 1);
    return feet;
}

static void ride(const kamm_input_assist *assist, kamm_cars *cars, int car,
                 const kamm_driver_request *request, float strength, float interval_s)
{
    kamm_input *input = &cars->inputs[car];
    float speed = absolute((float)kamm_read(cars, car, KAMM_CHANNEL_forward_over_ground_mps));
    struct feet feet = ridden_pedals(assist, request, speed, root_scale(cars, car));
    kamm_ride_request turn = kamm_default_ride_request();
    float bend = steer_of(request->steer) * useful_bend(assist, cars, car, speed, feet.brake);
    turn.curvature_per_m = (double)bend, turn.strength = (double)strength;
    turn.max_lean_rad = kamm_most_lean_rad(cars, car, bend < 0 ? 1 : -1);
    kamm_ride(cars, car, &turn, (double)interval_s, NULL);
    kamm_give_way(cars, car);
    float drives = 1 - strength * (1 - (float)kamm_throttle_allows(cars, car));
    const struct brake_levers most = kamm_brake_in_lean(cars, car, (double)feet.brake);
    float brakes = 1 - strength * (1 - (float)most.front);
    float throttle = min_real(feet.throttle, drives);
    input->throttle = pedal(assist, input->throttle, throttle, strength, interval_s);
    input->throttle =
        max_real(input->throttle, strength * (float)kamm_throttle_that_rolls(cars, car));
    input->brake = pressed_brake(assist, input->brake, &feet, strength, interval_s);
    if (feet.holds) return;
    input->brake = min_real(input->brake, brakes);
    input->hand_brake = max_real(input->hand_brake, strength * (float)most.rear);
}

void kamm_assist_input(const kamm_input_assist *settings, kamm_cars *cars, int car,
                       const kamm_driver_request *request, double interval_s)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE(settings, );
    KAMM_REQUIRE_ALIVE(cars, );
    KAMM_REQUIRE(car >= 0 && car < cars->count, );
    KAMM_REQUIRE(request, );
    const kamm_input_assist usual = completed(settings), *assist = &usual;
    const kamm_model *model = kamm_model_of(cars, car);
    kamm_input *input = &cars->inputs[car];
    float strength = within(assist->strength, 0, 1), interval = within((float)interval_s, 0, 1);
    input->hand_brake = within(request->hand_brake, 0, 1);
    input->clutch = within(request->clutch, 0, 1);
    if (leans_freely(cars->layout) && model->rider && strength >= MIN_STRENGTH) {
        ride(assist, cars, car, request, strength, interval);
        return;
    }
    struct course c = course_of(assist, cars, car);
    struct feet feet = kamm_find_feet(assist, cars, car, request, c.forward_mps, c.speed_mps);
#ifndef KAMM_LITE
    c.drift = drift_of(assist, cars, car, request, &feet, &c);
#endif
    float throttle = lifted_throttle(assist, model, &c, feet.throttle, strength);
    start_drift(assist, DRIFT_OF(&c), strength, input);
    input->steering_wheel_rad = steering_wheel(assist, &c, CAR_STATE(cars, car, car.steering_rad),
                                               steer_of(request->steer), strength, interval);
    input->throttle = pedal(assist, input->throttle, throttle, strength, interval);
    input->brake = pressed_brake(assist, input->brake, &feet, strength, interval);
    if (model->rider) input->free_steering = 0;
}
