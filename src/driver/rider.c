/* The rider: from a curvature to a torque at the handlebar, by the gains of the model (src/vehicle/rider_gains.h).
 *
 * With x the states of the linear machine (lean_model.h) as they are now, seen in the road's frame, and x_s, T_s those of the steady turn
 * that is asked for,
 *
 *     T = T_s - K (x - x_s) + T_i,        T_i' = -k_i (lean - lean_s)
 *
 * A lean beyond the linear one: h is the height of the centre of gravity, c the tyres' crown. A turn by tan t leans the plane of the
 * frame by t + asin(c sin t / (h - c)) (V. Cossalter, Motorcycle Dynamics, 2006, ch. 4). Yaw rate, sideslip and side forces of the
 * steady turn go with its curvature, steer and torque besides with the lean's cosine; what that lacks is the integral's.
 *
 * The turn asked for is never further from the present one than a part of the largest torque brings: that is how fast it leans.
 *
 * Feet: below walking pace a leg on the side to which it leans pushes on the road, upwards alone, by a spring and a damper up to what a leg bears;
 * it neither pulls nor drags. */
#include "../base/error.h"
#include "../base/float_mode.h"
#include "../base/lane_math.h"
#include "../base/vector_double.h"
#include "../run/external_forces.h"
#include "../run/over_ground.h"
#include "../vehicle/chassis.h"
#include "../vehicle/rider_gains.h"
#include "turn_excess.h"

#include <kamm/rider.h>
#include <math.h>
#include <string.h>

/* These speeds are those of an ordinary motorcycle. Those of others are proportional to the root of
 * the length. */
#define HELD_MPS 0.9f    /* below it the hands hold an angle */
#define RIDES_MPS 1.1f   /* above it they let go */
#define FEET_MPS 1.5f    /* up to there feet support it with all their strength … */
#define PEGS_MPS 3.0f    /* … and from there on they are on the pegs */
#define OPENED 0.02f     /* throttle of one who rides off */
#define FALLEN_SINE 0.97 /* of the lean of a machine that lies */
#define HAND_RATE_RADPS 4.0
static const double torque_share = 0.04, grip_share = 0.9; /* of weight times height; of friction */
static const double of_torque = 1.0, of_integral = 0.5;    /* of the largest torque */
/* By which it goes on to lean at most; within that share of it the integral learns by the lean alone. */
static const double ahead_rad = 0.22, learns_within = 0.5;
/* Time in which the lean comes that far. What comes slower, the integral learns: else a torque that the linear machine lacks, as of
 * tyres near their limit, holds the lean for good. Below that speed it takes longer, as steering moves the wheels aside by their speed.
 * And beyond that share of the friction nothing is learned from slow leans, though something may be forgotten: tyres at their limit answer to
 * no torque. */
static const double lean_answer_s = 0.44, quick_mps = 6, sure_share = 0.6;
/* Where tyres hold less than that tangent, leaning takes them a larger share, so it goes on in smaller steps. */
static const double whole_tangent = 0.6;
/* Feet: how far from the middle, their stiffness and damping over weight times height, and their greatest push over the weight. */
static const double foot_m = 0.4, foot_stiffness = 2.5, foot_damping = 0.7, foot_push = 0.4;
/* While it rides, feet wait until it is that far off the lean of its turn; they reach the road up to the other lean. */
static const double foot_slack_rad = 0.08, foot_lean_rad = 0.5;
/* Lean at which a machine that is lifted off its stand counts as upright. */
static const double lifted_rad = 0.05;

kamm_ride_request kamm_default_ride_request(void)
{
    return (kamm_ride_request){.strength = 1, .feet = 1};
}

int kamm_has_rider(const kamm_model *model)
{
    KAMM_REQUIRE_ALIVE(model, 0);
    return model->rider != NULL;
}

/* Lengths of riding go by this, and speeds and times by its root. It is the size of the wheels (scale.h). Below one who
 * stands on small wheels it is his own: his legs reach the road, and he falls as a pendulum of his height. */
static double size_of(const kamm_model *model)
{
    const double standing_m = 1;
    return fmax(model->statics.length_scale, model->statics.total_cg[2] / standing_m);
}

/* NaN reads as the lowest. */
static double between(double value, double min, double max)
{
    if (!(value > min)) return min;
    return value < max ? value : max;
}

static double arc_tangent_of(double value) { return (double)arc_tangent2((float)value, 1); }

/* Gains and steady turns at a speed. */
struct skill {
    double gain[RIDER_GAINS], steady[LEAN_STATES], steady_nm;
    double tangent_m; /* of the thin machine's lean per curvature, to the right */
    double height_m, crown_m;
};

/* A place in a table: the row before it, and the share of the way to the next one. */
struct table_place {
    int row;
    double share;
};

/* Speeds are those of rising squares, by which steady turns go. Above the last row the share is more than 1. */
static struct table_place place_of_speed(const struct rider_gains *g, double speed_mps)
{
    struct table_place at = {0, 0};
    double v = fmax(speed_mps, g->speed_mps[0]);
    while (at.row < RIDER_SPEEDS - 2 && v > g->speed_mps[at.row + 1]) ++at.row;
    double from = g->speed_mps[at.row] * g->speed_mps[at.row];
    double to = g->speed_mps[at.row + 1] * g->speed_mps[at.row + 1];
    at.share = (v * v - from) / (to - from);
    return at;
}

static struct table_place place_of_load(const struct rider_gains *g, double front_share)
{
    struct table_place at = {front_share > g->front_share[RIDER_ROLLS], 0};
    double from = g->front_share[at.row], to = g->front_share[at.row + 1];
    at.share = between((front_share - from) / (to - from), 0, 1);
    return at;
}

static double mixed(double from, double to, double share) { return from + share * (to - from); }

/* `front_share`: of the front wheel in the load. */
static struct skill skill_at(const struct rider_gains *g, double speed_mps, double front_share)
{
    const struct table_place v = place_of_speed(g, speed_mps), n = place_of_load(g, front_share);
    double share = fmin(v.share, 1);
    struct skill s = {.height_m = g->height_m, .crown_m = g->crown_m};
    for (int i = 0; i < RIDER_GAINS; ++i) {
        double of_load[2];
        for (int k = 0; k < 2; ++k)
            of_load[k] =
                mixed(g->gain[n.row + k][v.row][i], g->gain[n.row + k][v.row + 1][i], share);
        s.gain[i] = mixed(of_load[0], of_load[1], n.share);
    }
    for (int i = 0; i < LEAN_STATES; ++i)
        s.steady[i] = mixed(g->steady[v.row][i], g->steady[v.row + 1][i], v.share);
    s.steady_nm = mixed(g->steady_nm[v.row], g->steady_nm[v.row + 1], v.share);
    s.steady[LEAN_YAW] = speed_mps;
    s.tangent_m = s.steady[LEAN_ROLL] * (s.height_m - s.crown_m) / s.height_m;
    return s;
}

/* Returns the lean of the frame at which the thin machine leans by that tangent. */
static double lean_of(const struct skill *s, double tangent)
{
    double sine = tangent / sqrt(1 + tangent * tangent);
    double beyond = s->crown_m / (s->height_m - s->crown_m) * sine;
    return arc_tangent_of(tangent) + arc_tangent_of(beyond / sqrt(1 - beyond * beyond));
}

/* The lean of a turn of that curvature over the ground: the centre of gravity goes round on a smaller circle. */
static double lean_in_turn(const struct skill *s, double curvature_per_m)
{
    double tangent = s->tangent_m * curvature_per_m, steep = tangent / sqrt(1 + tangent * tangent);
    double inward = between(fabs(curvature_per_m * s->height_m * steep), 0, 0.5);
    return lean_of(s, tangent * (1 - inward));
}

/* The other way. */
static double tangent_of(const struct skill *s, double sine, double cosine)
{
    double high = s->height_m - s->crown_m;
    return high * sine / (s->crown_m + high * cosine);
}

/* Quantities that a rider feels. */
struct felt {
    double speed_mps, state[LEAN_STATES], lean_sine, lean_cosine;
    double up[3], left[3],
        below[3]; /* of the road's frame; the point below the centre of gravity */
    double gravity_mps2;
    double front_share; /* of the front wheel in the load */
    int lies;
};

static void to_world(const double axes[3][3], const double v[3], double out[3])
{
    for (int i = 0; i < 3; ++i)
        out[i] = (axes[0][i] * v[0] + axes[1][i] * v[1]) + axes[2][i] * v[2];
}

/* Upwards, ahead on the level, and to the left. */
static int find_level(const kamm_cars *cars, int car, const double ahead[3], struct felt *felt,
                      double along[3])
{
    double gravity[3];
    kamm_felt_gravity(cars, car, gravity);
    felt->gravity_mps2 = length3(gravity);
    if (!(felt->gravity_mps2 > 0)) return 0;
    for (int i = 0; i < 3; ++i) felt->up[i] = -gravity[i] / felt->gravity_mps2;
    double rises = dot3(ahead, felt->up);
    for (int i = 0; i < 3; ++i) along[i] = ahead[i] - rises * felt->up[i];
    double length = length3(along);
    if (!(length > 0.1)) return 0;
    for (int i = 0; i < 3; ++i) along[i] /= length;
    cross3(felt->up, along, felt->left);
    return 1;
}

static void find_velocities(const kamm_cars *cars, int car, const double axes[3][3],
                            const double along[3], struct felt *felt)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const struct motion_over_ground motion = kamm_motion_over_ground(cars, car);
    const double turning[3] = {(double)CAR_STATE(cars, car, car.roll_rate_radps),
                               (double)CAR_STATE(cars, car, car.pitch_rate_radps),
                               (double)CAR_STATE(cars, car, car.yaw_rate_radps)};
    double arm[3], carried[3], v[3], w[3];
    for (int i = 0; i < 3; ++i) arm[i] = -model->reported[i];
    cross3(turning, arm, carried);
    for (int i = 0; i < 3; ++i) carried[i] += motion.velocity[i];
    to_world(axes, carried, v), to_world(axes, turning, w);
    double rolls = turning[0] * dot3(axes[2], felt->up) - turning[2] * dot3(axes[0], felt->up);
    felt->speed_mps = dot3(v, along);
    felt->state[LEAN_SIDE] = dot3(v, felt->left);
    felt->state[LEAN_YAW] = dot3(w, felt->up);
    felt->state[LEAN_ROLL_RATE] = rolls / fmax(felt->lean_cosine, 0.2);
}

/* The front wheel's share of the load while drive and brakes pull as they do now. The loads themselves also have the road's bumps. */
static double front_share_of(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const struct rider_gains *g = model->rider;
    double pull_n = 0;
    for (int w = 0; w < model->layout.wheels; ++w)
        pull_n += (double)CAR_OUTPUT(cars, car, wheels[w].longitudinal_force_n);
    double weight_n = g->lean_scale_nm / g->height_m;
    double moved_n = pull_n * g->height_m / model->info.wheelbase_m;
    return g->front_share[RIDER_ROLLS] - moved_n / weight_n;
}

/* 0: nothing can be felt that a rider could balance by. */
static int feel(const kamm_cars *cars, int car, struct felt *felt)
{
    const kamm_model *model = kamm_model_of(cars, car);
    double position[3], q[4], axes[3][3], along[3], below[3];
    *felt = (struct felt){.lies = 1};
    kamm_body_frame(cars, car, position, q);
    kamm_axes_of(q, axes);
    if (!find_level(cars, car, axes[0], felt, along)) return 0;
    felt->lean_sine = between(dot3(axes[1], felt->up), -1, 1);
    felt->lean_cosine = sqrt(1 - felt->lean_sine * felt->lean_sine);
    felt->lies = !(fabs(felt->lean_sine) < FALLEN_SINE && dot3(axes[2], felt->up) > 0);
    find_velocities(cars, car, (const double(*)[3])axes, along, felt);
    felt->state[LEAN_ROLL] = (double)arc_tangent2((float)felt->lean_sine, (float)felt->lean_cosine);
    felt->state[LEAN_STEER] = (double)CAR_STATE(cars, car, car.steering_rad);
    felt->state[LEAN_STEER_RATE] = (double)CAR_STATE(cars, car, car.steering_rate_radps);
    felt->front_share = front_share_of(cars, car);
    for (int w = 0; w < model->layout.wheels; ++w)
        felt->state[LEAN_FRONT_N + model->layout.axle[w]] +=
            (double)CAR_OUTPUT(cars, car, wheels[w].lateral_force_n);
    for (int i = 0; i < 3; ++i) below[i] = -model->origin[i];
    to_world((const double(*)[3])axes, below, felt->below);
    for (int i = 0; i < 3; ++i) felt->below[i] += position[i];
    return 1;
}

/* Friction over load of the wheel that has less of it; 1 before the first step has asked for the ground. */
static double friction_of(const kamm_cars *cars, int car)
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    const kamm_model_info *info = &kamm_model_of(cars, car)->info;
    double least = INFINITY;
    for (int w = 0; w < info->wheel_count; ++w) {
        double ground = (double)block->contact[w].friction[car % KAMM_BLOCK];
        least = fmin(least, info->peak_friction_y[w] * (ground > 0 ? ground : 1));
    }
    return least;
}

static double most_tangent(const kamm_ride_request *request, const kamm_cars *cars, int car,
                           const struct skill *s)
{
    double most = between(request->max_lean_rad, 0, 1.2), sine, cosine;
    if (most == 0) return grip_share * friction_of(cars, car);
    float of_sine, of_cosine;
    sine_cosine_of_acute((float)most, &of_sine, &of_cosine);
    sine = (double)of_sine, cosine = (double)of_cosine;
    return tangent_of(s, sine, cosine);
}

static double largest_torque(const kamm_ride_request *request, const struct rider_gains *g)
{
    double most = between(request->max_torque_nm, 0, 1e6);
    return most > 0 ? most : torque_share * g->lean_scale_nm;
}

/* The curvature that is steered for: as asked for, as far as the tyres hold, and not too far from the present one at once. */
static double reachable(const struct skill *s, const struct felt *felt, double wanted_per_m,
                        double tangent, double torque_nm, double root, int *is_far)
{
    double now_per_m = felt->state[LEAN_YAW] / fmax(felt->speed_mps, HELD_MPS * root);
    double per_curvature = s->steady_nm, holds = fabs(s->tangent_m);
    for (int i = 0; i < LEAN_STATES; ++i) per_curvature += s->gain[i] * s->steady[i];
    if (felt->speed_mps > PEGS_MPS * root && holds > 0)
        now_per_m = tangent_of(s, felt->lean_sine, felt->lean_cosine) / s->tangent_m;
    double way = of_torque * torque_nm / fmax(fabs(per_curvature), 1e-6);
    if (holds > 0) way = fmin(way, ahead_rad * fmin(fabs(tangent) / whole_tangent, 1) / holds);
    double most = holds > 0 ? tangent / holds : wanted_per_m;
    wanted_per_m = between(wanted_per_m, -fabs(most), fabs(most));
    *is_far = fabs(wanted_per_m - now_per_m) > learns_within * way;
    return now_per_m + between(wanted_per_m - now_per_m, -way, way);
}

/* What is steered for, and how the integral learns: a lean that comes within `answers_s` teaches nothing; one that is not sure only forgets. */
struct aim {
    double curvature_per_m, most_nm, learn_s, answers_s;
    int is_sure;
    struct turn_excess more;
};

/* Below some speed feet and a large steer make turns differ from linear ones by more than the tyres. */
static struct turn_excess excess_of(const kamm_cars *cars, int car, const struct skill *s,
                                    const struct felt *felt, double curvature_per_m)
{
    double root = sqrt(size_of(kamm_model_of(cars, car)));
    struct linear_turn turn = {.lean_rad = lean_in_turn(s, curvature_per_m),
                               .linear_rad = s->steady[LEAN_ROLL] * curvature_per_m,
                               .steer_rad = s->steady[LEAN_STEER] * curvature_per_m};
    for (int w = 0; w < 2; ++w) turn.side_n[w] = s->steady[LEAN_FRONT_N + w] * curvature_per_m;
    if (felt->speed_mps < PEGS_MPS * root) return (struct turn_excess){{0, 0}, 0};
    return kamm_turn_excess(cars, car, &turn);
}

/* The torque, and the integral's part of it in `learned_nm`. */
static double torque_for(const struct rider_gains *g, const struct skill *s,
                         const struct felt *felt, const struct aim *aim, double *learned_nm)
{
    const double per_m = aim->curvature_per_m, most_nm = aim->most_nm, *slip = aim->more.slip_rad;
    double tangent = s->tangent_m * per_m, heading = g->wheel[0].heading;
    double cosine = 1 / sqrt(1 + tangent * tangent);
    double torque_nm = s->steady_nm * per_m * cosine - heading * aim->more.moment_nm * cosine;
    double steer_rad = s->steady[LEAN_STEER] * per_m * cosine + (slip[0] - slip[1]) / heading;
    double off[LEAN_STATES];
    for (int i = 0; i < LEAN_STATES; ++i) off[i] = felt->state[i] - s->steady[i] * per_m;
    off[LEAN_ROLL] = felt->state[LEAN_ROLL] - lean_in_turn(s, per_m);
    off[LEAN_STEER] = felt->state[LEAN_STEER] - steer_rad;
    off[LEAN_SIDE] += felt->speed_mps * slip[1];
    for (int i = 0; i < LEAN_STATES; ++i) torque_nm -= s->gain[i] * off[i];
    torque_nm += *learned_nm;
    double stays = off[LEAN_ROLL] + aim->answers_s * felt->state[LEAN_ROLL_RATE];
    if (!(stays * off[LEAN_ROLL] > 0)) stays = 0;
    double learns = -s->gain[LEAN_STATES] * stays * aim->learn_s;
    int forgets = learns * *learned_nm < 0;
    if (forgets || (aim->is_sure && fabs(torque_nm) < most_nm)) *learned_nm += learns;
    *learned_nm = between(*learned_nm, -of_integral * most_nm, of_integral * most_nm);
    return between(torque_nm, -most_nm, most_nm);
}

/* Hands that hold the angle of a turn, as far as they have turned it by then. */
static void hold(const kamm_cars *cars, int car, double curvature_per_m, double interval_s,
                 kamm_input *input)
{
    const kamm_model *model = kamm_model_of(cars, car);
    double heading = (double)model->chassis->axles[0].kingpin_z;
    double wanted = arc_tangent_of(curvature_per_m * model->info.wheelbase_m / heading);
    double now = (double)CAR_STATE(cars, car, car.steering_rad);
    double lock = model->info.steering_lock_rad, way = HAND_RATE_RADPS * fmax(interval_s, 0.005);
    input->free_steering = 0;
    input->steering_wheel_nm = 0;
    input->steering_wheel_rad =
        (float)(now + between(between(wanted, -lock, lock) - now, -way, way));
}

/* The leg on the side to which it leans. It pushes with `most_push` of the weight at most. */
static void put_foot_down(kamm_cars *cars, int car, const struct felt *felt, double wanted_rad,
                          double most_push, double share)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const struct rider_gains *g = model->rider;
    double mgh = g->lean_scale_nm, inertia = mgh * g->height_m / KAMM_STANDARD_GRAVITY;
    double out_m = foot_m * size_of(model), stiff = foot_stiffness * mgh;
    double damping = 2 * foot_damping * sqrt(stiff * inertia), lean = felt->state[LEAN_ROLL];
    double slack = cars->inputs[car].free_steering > 0.5f ? foot_slack_rad : 0;
    double off = lean - wanted_rad, beyond = off - between(off, -slack, slack);
    double moment = stiff * beyond;
    if (slack == 0 || fabs(beyond) > 0) moment += damping * felt->state[LEAN_ROLL_RATE];
    double push_n = between(fabs(moment) / out_m, 0, most_push * mgh / g->height_m) * share;
    double side = moment > 0 ? -out_m : out_m, force[3], point[3];
    if (!(fabs(lean) < foot_lean_rad) || !(push_n > 0)) return;
    for (int i = 0; i < 3; ++i) {
        force[i] = push_n * felt->up[i];
        point[i] = felt->below[i] + side * felt->left[i];
    }
    kamm_add_force(cars, car, force, point);
}

static void let_go(kamm_input *input)
{
    input->free_steering = 1;
    input->steering_wheel_nm = input->steering_wheel_rad = 0;
}

/* A machine that leans on its stand needs no rider. One who rides off lifts it first, with all the strength that this takes, and raises
 * the stand when it is almost upright. */
static int stays_on_stand(kamm_cars *cars, int car, const struct felt *felt, double root)
{
    kamm_input *input = &cars->inputs[car];
    if (!(input->stand > 0.5f)) return 0;
    int is_moving = fabs(felt->speed_mps) > root * (double)HELD_MPS;
    if (!is_moving && !(input->throttle > OPENED)) return 1;
    if (is_moving || fabs(felt->state[LEAN_ROLL]) < lifted_rad) {
        input->stand = 0;
        return 0;
    }
    input->free_steering = 0;
    put_foot_down(cars, car, felt, 0, INFINITY, 1);
    return 1;
}

/* The lean that it steers for. */
static double steer(kamm_cars *cars, int car, const kamm_ride_request *request,
                    const struct felt *felt, double interval_s, double strength)
{
    const kamm_model *model = kamm_model_of(cars, car);
    kamm_input *input = &cars->inputs[car];
    double root = sqrt(size_of(model)), wanted = request->curvature_per_m;
    double most_nm = largest_torque(request, model->rider);
    double most_per_m = 10 / model->statics.length_scale;
    int was_free = input->free_steering > 0.5f;
    wanted = wanted == wanted ? between(wanted, -most_per_m, most_per_m) : 0;
    if (felt->speed_mps < root * (double)(was_free ? HELD_MPS : RIDES_MPS)) {
        hold(cars, car, wanted, interval_s, input);
        return 0;
    }
    const struct skill s = skill_at(model->rider, felt->speed_mps, felt->front_share);
    double tangent = most_tangent(request, cars, car, &s), scale = model->rider->lean_scale_nm;
    double learned = was_free ? (double)input->steering_wheel_rad * scale : 0;
    double steep = fmin(fabs(s.tangent_m * wanted), fabs(tangent));
    int is_far, is_sure = steep < sure_share * friction_of(cars, car);
    struct aim aim = {.most_nm = most_nm};
    aim.curvature_per_m = reachable(&s, felt, wanted, tangent, most_nm, root, &is_far);
    aim.more = excess_of(cars, car, &s, felt, aim.curvature_per_m);
    aim.learn_s = interval_s, aim.is_sure = is_sure || !is_far;
    aim.answers_s = is_far ? lean_answer_s * root * fmax(1, quick_mps * root / felt->speed_mps) : 0;
    double torque_nm = torque_for(model->rider, &s, felt, &aim, &learned);
    input->free_steering = 1;
    input->steering_wheel_nm = (float)(strength * torque_nm);
    input->steering_wheel_rad = (float)(learned / scale);
    return lean_of(&s, between(s.tangent_m * wanted, -tangent, tangent));
}

kamm_result kamm_ride(kamm_cars *cars, int car, const kamm_ride_request *request, double interval_s,
                      kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE_WITH(error, cars, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, car >= 0 && car < cars->count, KAMM_ERROR_MISUSE);
    KAMM_REQUIRE_WITH(error, request, KAMM_ERROR_MISUSE);
    const kamm_model *model = kamm_model_of(cars, car);
    if (!model->rider)
        return kamm_fail(error, KAMM_ERROR_RANGE, "axles.wheels",
                         "axles.wheels: no rider balances this vehicle; allowed: two single wheels "
                         "in line, or one and a tilting pair");
    double strength = between(request->strength, 0, 1), root = sqrt(size_of(model));
    struct felt felt;
    if (!feel(cars, car, &felt) || felt.lies || !(strength > 0) ||
        kamm_is_rider_thrown(cars, car)) {
        let_go(&cars->inputs[car]);
        return KAMM_OK;
    }
    if (stays_on_stand(cars, car, &felt, root)) return KAMM_OK;
    double lean_rad =
        steer(cars, car, request, &felt, between(interval_s, 0, 0.05 * root), strength);
    double slow = PEGS_MPS * root - fabs(felt.speed_mps);
    double share = between(slow / (root * (double)(PEGS_MPS - FEET_MPS)), 0, 1) * strength;
    if (request->feet && share > 0) put_foot_down(cars, car, &felt, lean_rad, foot_push, share);
    return KAMM_OK;
}

double kamm_lean_in_turn_rad(const kamm_model *model, double speed_mps, double curvature_per_m)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_ALIVE(model, NAN);
    if (!model->rider) return NAN;
    const struct skill s =
        skill_at(model->rider, speed_mps, model->rider->front_share[RIDER_ROLLS]);
    return lean_in_turn(&s, curvature_per_m);
}
