/* Forwards, backwards and standing by two pedals, as games have them.
 *
 * The brake brakes until the car stands, and keeps it there. Released and pressed once more it selects reverse, and then the pedals have
 * changed places. A driver who holds the throttle while the car rolls backwards in reverse brakes, and goes forwards once it stands.
 * A car without a pressed pedal stops from walking pace, where it would creep, and is held there; the brake is
 * released once the drive holds the car (as auto-hold does, src/part/hill_hold.h). A throttle that does not hold it on its slope
 * brings it to a stand there as well: it never rolls back on throttle.
 *
 * All that has to be remembered is whether the pedals have been released since the car stopped. The brake pedal shows it: it is
 * at exactly KAMM_HOLD_BRAKE then, where no foot is. So snapshots, copies and hand-overs have it with the inputs. */
#include "standing.h"
#include "../base/lane.h"
#include "../run/cars.h"

#include <math.h>

#define AT_REST_MPS 0.1f
/* A car that is held and rocks on its springs, or is pushed, has not begun to roll. */
#define HELD_MPS 0.6f
/* Below this speed a car without a pressed pedal is stopped: faster than any creeps. Full from a metre per second below. */
#define WALKS_MPS 3.0f
#define GENTLE_BRAKE 0.25f
#define PRESSED 0.1f
#define TOUCHED 0.02f
/* Factor of gravity's pull that the drive has to overcome. Below that pull, a slope of 2.5 %, the
 * road counts as level. */
#define PUSHES 1.02f
#define LEVEL_MPS2 0.25f

static float share_of(float value)
{
    if (!(value > 0)) return 0;
    return value < 1 ? value : 1;
}

static int gear_is(float gear, int wanted)
{
    return gear > (float)wanted - 0.5f && gear < (float)wanted + 0.5f;
}

/* Gravity's pull along the car, forwards positive. */
static float pull_mps2(const kamm_cars *cars, int car)
{
    double position[3], q[4], gravity[3];
    kamm_body_frame(cars, car, position, q);
    kamm_felt_gravity(cars, car, gravity);
    double along[3] = {1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] + q[0] * q[3]),
                       2 * (q[1] * q[3] - q[0] * q[2])};
    return (float)((gravity[0] * along[0] + gravity[1] * along[1]) + gravity[2] * along[2]);
}

/* What the drive accelerates the car by, forwards positive. Without forces at the wheels that is the throttle's share. */
static float drive_mps2(const kamm_cars *cars, int car, float way)
{
    const kamm_model *model = kamm_model_of(cars, car);
    if (!(kamm_describe_rung(model->rung)->features & KAMM_FEATURE_FORCES))
        return way * cars->inputs[car].throttle * (float)model->info.max_acceleration_mps2;
    float per_nm = (float)(1 / (model->info.mass_kg * model->info.loaded_radius_m[0]));
    return CAR_OUTPUT(cars, car, car.drive_torque_nm) * per_nm;
}

/* Whether the drive holds the car against gravity, or no force has to be held. */
static int drive_holds(const kamm_cars *cars, int car, float way)
{
    float against = -way * pull_mps2(cars, car);
    return against < LEVEL_MPS2 || way * drive_mps2(cars, car, way) > PUSHES * against;
}

/* 1: forwards, -1: backwards, after what the pedals ask for. */
static float choose_way(float way, const kamm_driver_request *request, float speed_mps, float brake)
{
    int goes = request->throttle > PRESSED && !(request->brake > PRESSED);
    int stops = request->brake > PRESSED && !(request->throttle > PRESSED);
    int let_go =
        brake == KAMM_HOLD_BRAKE ? speed_mps < HELD_MPS : !(brake > 0) && speed_mps < AT_REST_MPS;
    if (way > 0) return stops && let_go ? -1.0f : 1.0f;
    return goes && (let_go || speed_mps < AT_REST_MPS) ? 1.0f : -1.0f;
}

struct feet kamm_find_feet(const kamm_input_assist *assist, kamm_cars *cars, int car,
                           const kamm_driver_request *request, float forward_mps, float speed_mps)
{
    kamm_input *input = &cars->inputs[car];
    struct feet feet = {share_of(request->throttle), share_of(request->brake), 0};
    int is_reverse = gear_is(input->gear, -1);
    if (request->own_gear || !(is_reverse || gear_is(input->gear, KAMM_GEAR_DRIVE))) return feet;
    float way = choose_way(is_reverse ? -1.0f : 1.0f, request, speed_mps, input->brake);
    input->gear = way < 0 ? -1.0f : (float)KAMM_GEAR_DRIVE;
    if (way < 0) feet = (struct feet){feet.brake, feet.throttle, 0};
    if (assist->lets_roll) return feet;
    int is_idle = feet.throttle < TOUCHED && feet.brake < TOUCHED;
    int is_held = input->brake == KAMM_HOLD_BRAKE && speed_mps < HELD_MPS;
    if (is_idle && (is_held || speed_mps < AT_REST_MPS)) feet.holds = 1;
    if (!is_idle && feet.brake < TOUCHED && !drive_holds(cars, car, way)) {
        feet.holds = is_held || speed_mps < AT_REST_MPS;
        if (way * forward_mps < -AT_REST_MPS) feet.brake = GENTLE_BRAKE;
    }
    if (is_idle && !(request->hand_brake > 0))
        feet.brake = GENTLE_BRAKE * share_of(WALKS_MPS - absolute(forward_mps));
    return feet;
}
