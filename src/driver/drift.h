/* Drift assist: holds the sideslip that a steering key chooses.
 *
 * The law follows controllers of autonomous drifting cars (R. Y. Hindiyeh, J. C. Gerdes, A Controller Framework for
 * Autonomous Drifting, ASME J. DSMC 136 (2014); also Voser et al., Vehicle System Dynamics 48 (2010)). The sideslip b
 * changes by the turning of the path less the yaw rate r,
 *
 *     b' = (ay cos b - ax sin b) / v - r,
 *
 * so the wanted yaw rate is that turning plus K (b - b_wanted). The front axle's side force brings it about. It bears its
 * static share of the lateral acceleration and the yaw acceleration on top. With a yaw inertia of mass times both arms,
 * as the table estimates it, the share of the front grip is
 *
 *     n = (ay + L Kr (r_wanted - r)) / (friction g cos d),
 *
 * where d is the direction of travel at the front, along which the wheels point more or less.
 *
 * The slip angle for it is that of a parabola through the tyre's peak. Departure: there is no controller of the drive
 * force, because the throttle is the driver's. It is closed as far as the car turns in beyond the wanted angle.
 *
 * The assist has no state. A drift is on as the rear axle slides beyond its peak to the outside of the steered turn. It
 * ends as the driver releases the key, or steers to the other side. Only steering, throttle, clutch and hand brake
 * are moved, so the car gains no energy. */
#ifndef KAMM_DRIVER_DRIFT_H
#define KAMM_DRIVER_DRIFT_H

#include "../base/lane_math.h"

/* In units of the rear peak slip angle: from the first on a drift is on in part, from the second on fully. */
#define DRIFT_BEGINS 1.2f
#define DRIFT_HOLDS 1.8f
/* Gains of an ordinary car; both go with the root of its length. */
#define DRIFT_SIDESLIP_PER_S 3.0f
#define DRIFT_YAW_PER_S 4.0f
#define DRIFT_SLOW_MPS 4.0f
/* How far ahead the start of a drift is seen. */
#define DRIFT_FORESIGHT_S 0.3f
/* How much later the road wheels follow: assist, steering and tyres together. */
#define DRIFT_LEAD_S 0.07f
/* Excess of the angle at which the throttle begins to close, and further excess at which it is closed. */
#define DRIFT_SPARE_RAD 0.05f
#define DRIFT_EXCESS_RAD 0.25f
#define DRIFT_MOST_GRIP 0.98f
/* Share of the front grip that may act against the turn: more of it would end the drift. */
#define DRIFT_RETURNING_GRIP 0.2f
#define DRIFT_MOST_RAD 0.9f

/* A car and its driver, as the law needs them. */
struct drift_view {
    float steer;      /* request, -1 to 1 */
    float most_rad;   /* sideslip at full request */
    float hand_brake; /* request */
    int is_idle;      /* no pedal is pressed */
    float forward_mps, speed_mps, sideslip_rad, yaw_radps;
    float acceleration_x_mps2, acceleration_y_mps2;
    float front_rad, rear_rad; /* directions of travel */
    float front_peak_rad, rear_peak_rad;
    float grip_mps2; /* friction of the front axle times gravity */
    float wheelbase_m, root;
};

/* What the assist does about it. */
struct drifting {
    float held;      /* 0 to 1: how far the drift is on, and `angle_rad` holds */
    float started;   /* 0 to 1: how far the driver wants the rear to slide */
    float pull;      /* share of the hand brake that a lift pulls: until the slide is coming */
    float angle_rad; /* of the steered wheels */
    float allowed;   /* share of the throttle */
};

static inline float drift_ramp(float value, float from, float to)
{
    return clamp((value - from) / (to - from), 0, 1);
}

/* The slip angle with which a parabola of that peak has the share `n` of its largest force. */
static inline float drift_slip(float n, float peak_rad)
{
    float share = min_real(absolute(n), DRIFT_MOST_GRIP);
    return copy_sign(peak_rad * (1 - square_root(1 - share)), n);
}

/* Turning of the path, rad/s. */
static inline float drift_turning(const struct drift_view *v)
{
    return (v->acceleration_y_mps2 * cosine(v->sideslip_rad) -
            v->acceleration_x_mps2 * sine(v->sideslip_rad)) /
           max_real(v->speed_mps, DRIFT_SLOW_MPS * v->root);
}

static inline float drift_wheels(const struct drift_view *v, float turning)
{
    float wanted = -v->steer * v->most_rad;
    float yaw = turning + DRIFT_SIDESLIP_PER_S / v->root * (v->sideslip_rad - wanted);
    float lever = v->wheelbase_m * DRIFT_YAW_PER_S / v->root;
    float across = max_real(cosine(v->front_rad), 0.5f);
    float n = (v->acceleration_y_mps2 + lever * (yaw - v->yaw_radps)) / (v->grip_mps2 * across);
    float side = copy_sign(1, v->steer);
    n = side * max_real(side * n, -DRIFT_RETURNING_GRIP);
    float ahead = (turning - v->yaw_radps) * DRIFT_LEAD_S * v->root;
    return v->front_rad + ahead + drift_slip(n, v->front_peak_rad);
}

/* How far the rear axle slides to the outside of the steered turn, in its peak slip angles. */
static inline float drift_outwards(const struct drift_view *v, float rear_rad)
{
    return copy_sign(1, v->steer) * -rear_rad / max_real(v->rear_peak_rad, 1e-3f);
}

static inline struct drifting find_drift(const struct drift_view *v)
{
    struct drifting d = {.allowed = 1};
    float key = drift_ramp(absolute(v->steer), 0, 0.2f);
    float moves =
        drift_ramp(v->forward_mps, DRIFT_SLOW_MPS * v->root, 2 * DRIFT_SLOW_MPS * v->root);
    float turning = drift_turning(v);
    float coming = v->rear_rad + DRIFT_FORESIGHT_S * v->root * (turning - v->yaw_radps);
    if (!(v->most_rad > 0) || !(key * moves > 0)) return d;
    d.held = key * moves * drift_ramp(drift_outwards(v, v->rear_rad), DRIFT_BEGINS, DRIFT_HOLDS);
    if (v->hand_brake > 0) d.started = key * moves;
    if (v->is_idle) d.started = moves * drift_ramp(absolute(v->steer), 0.5f, 0.9f);
    d.pull = d.started * (1 - drift_ramp(drift_outwards(v, coming), DRIFT_BEGINS, DRIFT_HOLDS));
    d.angle_rad = drift_wheels(v, turning);
    float excess = absolute(v->sideslip_rad) - absolute(v->steer) * v->most_rad;
    d.allowed =
        1 - d.held * drift_ramp(excess, DRIFT_SPARE_RAD, DRIFT_SPARE_RAD + DRIFT_EXCESS_RAD);
    return d;
}

#endif
