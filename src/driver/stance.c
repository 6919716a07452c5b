#include "stance.h"

#include "../base/quaternion.h"
#include "../base/vector_double.h"
#include "../run/cars.h"
#include "../vehicle/chassis.h"

#include <math.h>

/* With which lift is held, of an ordinary motorcycle. */
static const double quick_radps = 5, damping = 0.9;
/* A wheel that has less than that share of its load beyond what it keeps may soon lift. */
static const double soon = 0.4;

static double between(double value, double min, double max) { return fmin(fmax(value, min), max); }

/* A coordinate of the ground below the front or the rear: its normal, and a point of it; below a pair in the mean. */
static double normal_below(const kamm_cars *cars, int car, int end, int i)
{
    const struct contact_rows *rows = cars->block[car / KAMM_BLOCK].contact;
    const float *left = rows[left_hub(cars->layout, end)].normal[i],
                *right = rows[right_hub(cars->layout, end)].normal[i];
    return ((double)left[car % KAMM_BLOCK] + (double)right[car % KAMM_BLOCK]) / 2;
}
static double point_below(const kamm_cars *cars, int car, int end, int i)
{
    const struct car_block *block = &cars->block[car / KAMM_BLOCK];
    const double *left = block->contact_point_m[left_hub(cars->layout, end)][i],
                 *right = block->contact_point_m[right_hub(cars->layout, end)][i];
    return (left[car % KAMM_BLOCK] + right[car % KAMM_BLOCK]) / 2;
}

/* Out of the ground below both wheels; upwards before it has been asked for. */
static void find_normal(const kamm_cars *cars, int car, double normal[3])
{
    double gravity[3], length;
    for (int i = 0; i < 3; ++i)
        normal[i] = normal_below(cars, car, FRONT, i) + normal_below(cars, car, REAR, i);
    length = length3(normal);
    if (!(length > 0.5)) {
        kamm_felt_gravity(cars, car, gravity);
        for (int i = 0; i < 3; ++i) normal[i] = -gravity[i];
        length = length3(normal);
    }
    for (int i = 0; i < 3; ++i) normal[i] = length > 0 ? normal[i] / length : i == 2;
}

/* Forwards along the road. */
static void find_ahead(const double axis[3], const double normal[3], double ahead[3])
{
    double rises = dot3(axis, normal);
    for (int i = 0; i < 3; ++i) ahead[i] = axis[i] - rises * normal[i];
    double length = fmax(length3(ahead), 1e-3);
    for (int i = 0; i < 3; ++i) ahead[i] /= length;
}

/* The contact of a wheel lies below its centre, in the wheel's plane. */
static double height_of_contact(const double hub[3], const double axle[3], const double normal[3],
                                double radius_m)
{
    double aside = dot3(axle, normal);
    return dot3(hub, normal) - radius_m * sqrt(fmax(1 - aside * aside, 0));
}

static void find_wheels(const kamm_cars *cars, int car, const double cg[3], const double normal[3],
                        const double ahead[3], struct ridden_stance *s)
{
    const kamm_model_info *info = &kamm_model_of(cars, car)->info;
    kamm_wheel_pose wheels[KAMM_MAX_WHEELS];
    double low_m[2], above_m[2], free_m[2];
    kamm_read_pose(cars, car, 1, NULL, wheels);
    for (int end = FRONT; end <= REAR; ++end) {
        double hub[3], axes[3][3], point[3];
        int first = left_hub(cars->layout, end), last = right_hub(cars->layout, end);
        kamm_axes_of(wheels[first].pose.orientation, axes);
        for (int i = 0; i < 3; ++i) {
            hub[i] = (wheels[first].pose.position_m[i] + wheels[last].pose.position_m[i]) / 2;
            point[i] = point_below(cars, car, end, i);
        }
        low_m[end] = height_of_contact(hub, axes[1], normal, info->loaded_radius_m[first]);
        free_m[end] = kamm_model_of(cars, car)->def->axles[end].tyre.unloaded_radius_m;
        above_m[end] =
            low_m[end] + info->loaded_radius_m[first] - free_m[end] - dot3(point, normal);
        s->load_n[end] = ridden_load_n(cars, car, end);
        s->arm_m[end] = (end == FRONT ? 1 : -1) * (dot3(hub, ahead) - dot3(cg, ahead));
    }
    s->height_m =
        fmax(dot3(cg, normal) - fmin(low_m[FRONT], low_m[REAR]), 0.05 * info->wheelbase_m);
    for (int w = FRONT; w <= REAR; ++w)
        s->lift_rad[w] =
            between((above_m[w] - fmax(above_m[1 - w], 0)) / info->wheelbase_m, 0, 1.5);
}

struct ridden_stance kamm_stance_of(const kamm_cars *cars, int car)
{
    const kamm_model *model = kamm_model_of(cars, car);
    const struct statics *statics = &model->statics;
    struct ridden_stance s = {.mass_kg = statics->total_mass_kg,
                              .inertia_kgm2 = statics->total_inertia[1][1],
                              .root = sqrt(statics->length_scale)};
    double position[3], q[4], axes[3][3], normal[3], ahead[3], cg[3], gravity[3];
    kamm_body_frame(cars, car, position, q);
    kamm_axes_of(q, axes);
    find_normal(cars, car, normal);
    find_ahead(axes[0], normal, ahead);
    for (int i = 0; i < 3; ++i) {
        cg[i] = position[i];
        for (int k = 0; k < 3; ++k) cg[i] += axes[k][i] * (statics->total_cg[k] - model->origin[k]);
    }
    kamm_felt_gravity(cars, car, gravity);
    s.normal_mps2 = fmax(-dot3(gravity, normal), 0);
    s.dips_radps = (double)CAR_STATE(cars, car, car.pitch_rate_radps);
    find_wheels(cars, car, cg, normal, ahead, &s);
    return s;
}

double kamm_standing_load_n(const struct ridden_stance *s, int wheel)
{
    double length = fmax(s->arm_m[FRONT] + s->arm_m[REAR], 1e-3);
    return s->mass_kg * s->normal_mps2 * between(s->arm_m[1 - wheel] / length, 0, 1);
}

double kamm_load_moved(const struct ridden_stance *s)
{
    return s->height_m / fmax(s->arm_m[FRONT] + s->arm_m[REAR], 1e-3);
}

/* About the contact of the wheel that stays on the road. */
static double inertia_about(const struct ridden_stance *s, double arm_m)
{
    return s->inertia_kgm2 + s->mass_kg * arm_m * arm_m;
}

static double lifts_radps(const struct ridden_stance *s, int wheel)
{
    return wheel == FRONT ? -s->dips_radps : s->dips_radps;
}

double kamm_keeping_force_n(const struct ridden_stance *s, int wheel, double keeps)
{
    double arm = s->arm_m[1 - wheel], quick = quick_radps / s->root;
    double moment = s->mass_kg * s->normal_mps2 * arm * (1 - keeps);
    double loaded = s->load_n[wheel] / fmax(kamm_standing_load_n(s, wheel), 1e-6);
    double unloads = between(1 - (loaded - keeps) / soon, 0, 1);
    double back = quick * quick * s->lift_rad[wheel] +
                  unloads * 2 * damping * quick * fmax(lifts_radps(s, wheel), 0);
    return fmax(moment - inertia_about(s, arm) * back, 0) / s->height_m;
}

double kamm_lifting_force_n(const struct ridden_stance *s, int wheel, double lift_rad)
{
    double arm = s->arm_m[1 - wheel], quick = quick_radps / s->root;
    double pull = quick * quick * (lift_rad - s->lift_rad[wheel]) -
                  2 * damping * quick * lifts_radps(s, wheel);
    return (s->mass_kg * s->normal_mps2 * arm + inertia_about(s, arm) * pull) / s->height_m;
}

/* A corner comes down by its distance from the middle as the machine leans about its contacts. */
double kamm_room_to_lean_rad(const kamm_cars *cars, int car, int side)
{
    const kamm_model *model = kamm_model_of(cars, car);
    double position[3], q[4], axes[3][3], normal[3], least = INFINITY;
    kamm_body_frame(cars, car, position, q);
    kamm_axes_of(q, axes);
    find_normal(cars, car, normal);
    double level = fmax(dot3(axes[2], normal), 0.3);
    for (int w = FRONT; w <= REAR; ++w) {
        const float *corner = model->chassis->body_contact.points[2 * w + (side > 0)];
        double above_m = 0;
        for (int i = 0; i < 3; ++i) {
            double at = position[i] - point_below(cars, car, w, i);
            for (int k = 0; k < 3; ++k) at += axes[k][i] * (double)corner[k];
            above_m += at * normal[i];
        }
        least = fmin(least, above_m / (fabs((double)corner[1]) * level));
    }
    return least;
}
