#include "lean_model.h"

#include "chassis.h"
#include "two_wheeler.h"

#include <math.h>
#include <string.h>

/* A mass at (x, z) of the vehicle frame, with its motion to the left and its rotation per v, r,
 * phi' and delta'. */
struct body_part {
    double mass_kg, x, z;
    double roll, yaw, product; /* Ixx, Izz and the element Ixz of the tensor, about itself */
    int is_steered;
};

/* The steering axis: a point of it, and its direction upwards. */
struct steering_line {
    double x, z, along_x, along_z;
};

static double swing_of(const struct steering_line *axis, double x, double z)
{
    return axis->along_z * (x - axis->x) - axis->along_x * (z - axis->z);
}

static void add_part(struct lean_model *lean, const struct steering_line *axis,
                     const struct body_part *part)
{
    double steered = part->is_steered, swing = steered * swing_of(axis, part->x, part->z);
    const double moves[4] = {1, part->x, -part->z, swing};
    const double rolls[4] = {0, 0, 1, steered * axis->along_x};
    const double yaws[4] = {0, 1, 0, steered * axis->along_z};
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j)
            lean->mass[i][j] += part->mass_kg * moves[i] * moves[j] +
                                part->roll * rolls[i] * rolls[j] + part->yaw * yaws[i] * yaws[j] +
                                part->product * (rolls[i] * yaws[j] + yaws[i] * rolls[j]);
        lean->along[i] += part->mass_kg * moves[i];
    }
    double weight_n = part->mass_kg * KAMM_STANDARD_GRAVITY;
    double along_n = part->mass_kg * lean->pull_mps2;
    lean->pull[1][0] += along_n * moves[2];
    lean->pull[1][1] += along_n * swing;
    lean->pull[3][1] += along_n * swing * axis->along_z;
    lean->weight[0][0] += weight_n * part->z;
    lean->weight[0][1] -= weight_n * swing;
    lean->weight[1][0] -= weight_n * swing;
    lean->weight[1][1] -= weight_n * swing * axis->along_x;
}

/* The moment of momentum of a wheel that rolls, J V / R, turns with it. */
static void add_spin(struct lean_model *lean, const struct steering_line *axis, double inertia,
                     double radius_m, int is_steered)
{
    double steered = is_steered, spin = inertia / radius_m;
    const double rolls[4] = {0, 0, 1, steered * axis->along_x};
    const double yaws[4] = {0, 1, 0, steered * axis->along_z};
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
            lean->spin[i][j] += spin * (yaws[i] * rolls[j] - rolls[i] * yaws[j]);
}

/* A load acts where the tyre's crown touches: below the middle of its torus, which lies lower by what the tyre yields. */
static void add_load(struct lean_model *lean, const struct steering_line *axis, double x,
                     double crown_m, double load_n, int is_steered)
{
    double swing = is_steered * swing_of(axis, x, crown_m);
    lean->weight[0][0] -= load_n * crown_m;
    lean->weight[0][1] += load_n * swing;
    lean->weight[1][0] += load_n * swing;
    lean->weight[1][1] += load_n * swing * axis->along_x;
}

/* Slopes of so many tyres' force, each at a load: differences, as the laws have no slopes of camber. */
static void describe_tyre(const struct axle_constants *axle, const kamm_tyre_def *def,
                          double load_n, double tyres, struct lean_wheel *wheel)
{
    const float tangent = 0.005f, camber = 0.02f, load = (float)load_n;
    const struct tyre_constants *tyre = &axle->tyre;
    struct tyre_summary figures = kamm_tyre_summary(tyre, load, 20);
    struct tyre_slip slip = {.speed_mps = 20, .friction_x = 1, .friction_y = 1, .side = 1};
    struct tyre_state upright = kamm_tyre_prepare(tyre, load, 0);
    struct tyre_state leans = kamm_tyre_prepare(tyre, load, camber),
                      other = kamm_tyre_prepare(tyre, load, -camber);
    struct tyre_force right_lean = kamm_tyre_force(tyre, &leans, slip),
                      left_lean = kamm_tyre_force(tyre, &other, slip);
    double by_camber = (double)right_lean.fy - (double)left_lean.fy;
    double twist = ((double)right_lean.mz - (double)left_lean.mz) / (2 * (double)camber);
    slip.tan_slip_angle = tangent;
    struct tyre_force left = kamm_tyre_force(tyre, &upright, slip);
    slip.tan_slip_angle = -tangent;
    struct tyre_force right = kamm_tyre_force(tyre, &upright, slip);
    double force_n = (double)left.fy - (double)right.fy;
    wheel->stiffness_n = (double)figures.cornering_stiffness;
    wheel->camber_n = fabs(by_camber) / (2 * (double)camber);
    if (def->law == KAMM_TYRE_LINEAR)
        wheel->camber_n = def->linear.camber_stiffness_per_rad * load_n;
    wheel->relaxation_m = wheel->stiffness_n / (double)figures.carcass_y;
    wheel->trail_m = -((double)left.mz - (double)right.mz) / force_n;
    wheel->camber_nm = twist - wheel->trail_m * wheel->camber_n;
    wheel->turn_nm2 =
        axle->patch_twist.stiffness_nm_per_rad * (1 / (double)axle->patch_twist.renewed_per_m);
    wheel->stiffness_n *= tyres, wheel->camber_n *= tyres;
    wheel->camber_nm *= tyres, wheel->turn_nm2 *= tyres;
}

static struct steering_line steering_line_of(const kamm_model *model)
{
    const struct axle_constants *front = &model->chassis->axles[0];
    return (struct steering_line){model->statics.axle_x[0] + (double)front->kingpin_ahead_m,
                                  model->statics.hub_height_m[0], front->kingpin_x,
                                  front->kingpin_z};
}

/* Body without its front, the front, both wheels; the vehicle frame's origin is below the centre of gravity. */
static void add_bodies(const kamm_model *model, const struct steering_line *axis,
                       struct lean_model *lean)
{
    const struct statics *s = &model->statics;
    const struct steered_front f = kamm_front_of(model->def, s);
    const double x = s->sprung_cg[0] + f.at[0], z = s->sprung_cg[2] + f.at[2];
    double hubs_kg[2], hubs_yaw = 0;
    /* Hubs of a tilting pair stay on their level, and each goes round an axis of its own: they turn about the vertical with the machine. */
    for (int a = 0; a < 2; ++a) {
        const struct axle_constants *axle = &model->chassis->axles[a];
        const double hubs = model->layout.count[a], aside = hubs > 1 ? (double)axle->hub_out_m : 0;
        hubs_kg[a] = hubs * axle->unsprung_mass_kg;
        hubs_yaw += hubs_kg[a] * aside * aside;
    }
    const struct body_part parts[] = {
        {s->sprung_mass_kg, s->sprung_cg[0], s->sprung_cg[2], s->sprung_inertia[0][0],
         s->sprung_inertia[2][2], s->sprung_inertia[0][2], 0},
        {-f.mass_kg, x, z, -f.inertia[0][0], -f.inertia[2][2], -f.inertia[0][2], 0},
        {f.mass_kg, x, z, f.inertia[0][0], f.inertia[2][2], f.inertia[0][2], 1},
        {hubs_kg[0], s->axle_x[0], s->hub_height_m[0], 0, 0, 0, 1},
        {0, s->axle_x[0], s->hub_height_m[0], 0, hubs_yaw, 0, 0},
        {hubs_kg[1], s->axle_x[1], s->hub_height_m[1], 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) add_part(lean, axis, &parts[i]);
}

void kamm_loads_at_rest(const kamm_model *model, double load_n[2])
{
    for (int a = 0; a < 2; ++a) load_n[a] = axle_sum(&model->layout, a, model->rest.load_n);
}

void kamm_find_lean_model(const kamm_model *model, struct lean_model *lean)
{
    double load_n[2];
    kamm_loads_at_rest(model, load_n);
    kamm_find_loaded_lean_model(model, load_n, lean);
}

/* Returns how high the middle of a tread is above the road: its radius, less what the tyre yields under the load. */
static double crown_of_load(const struct axle_constants *axle, const kamm_axle_def *def,
                            double load_n)
{
    return (double)axle->tyre_vertical.crown_radius -
           kamm_tyre_static_deflection(&def->tyre, load_n);
}

void kamm_find_loaded_lean_model(const kamm_model *model, const double load_n[2],
                                 struct lean_model *lean)
{
    const struct statics *s = &model->statics;
    const struct steering_line axis = steering_line_of(model);
    double rest_n[2];
    kamm_loads_at_rest(model, rest_n);
    *lean = (struct lean_model){.mass_kg = s->total_mass_kg, .height_m = s->total_cg[2]};
    double wheelbase_m = s->axle_x[0] - s->axle_x[1];
    double moved_n = fmax(rest_n[0] - load_n[0], 0);
    double pull_n = moved_n * wheelbase_m / lean->height_m;
    lean->pull_mps2 = pull_n / lean->mass_kg;
    lean->damping = model->def->front_assembly.damping_nms_per_rad;
    add_bodies(model, &axis, lean);
    for (int w = 0; w < 2; ++w) {
        const kamm_axle_def *axle = &model->def->axles[w];
        struct lean_wheel *wheel = &lean->wheel[w];
        double tyres = model->layout.count[w], own_n = load_n[w] / tyres;
        double crown_m = crown_of_load(&model->chassis->axles[w], axle, own_n);
        *wheel = (struct lean_wheel){.x = s->axle_x[w]};
        if (w == 0) {
            wheel->arm = swing_of(&axis, wheel->x, 0);
            wheel->heading = axis.along_z, wheel->tilt = axis.along_x;
        }
        describe_tyre(&model->chassis->axles[w], &axle->tyre, own_n, tyres, wheel);
        add_spin(lean, &axis, tyres * axle->wheel_inertia_kgm2, s->rest_radius_m[w], w == 0);
        add_load(lean, &axis, wheel->x, crown_m, load_n[w], w == 0);
        if (w == 1)
            lean->pull[1][0] += pull_n * crown_m; /* it acts at the contact, which is aside */
        lean->crown_m += crown_m * load_n[w] / (s->total_mass_kg * KAMM_STANDARD_GRAVITY);
    }
}

/* What is left of the pivot's column is not read again. */
static void take_away(double *restrict row, const double *restrict pivot, int from, int width)
{
    double factor = row[from];
    for (int j = from + 1; j < width; ++j) row[j] -= factor * pivot[j];
}

int kamm_solve_rows(int rows, int columns, double *m)
{
    int width = rows + columns;
    for (int p = 0; p < rows; ++p) {
        int best = p;
        for (int i = p + 1; i < rows; ++i)
            if (fabs(m[i * width + p]) > fabs(m[best * width + p])) best = i;
        double *pivot = m + p * width, divisor = m[best * width + p];
        if (!(fabs(divisor) > 0)) return 0;
        for (int j = p; best != p && j < width; ++j) {
            double moved = pivot[j];
            pivot[j] = m[best * width + j], m[best * width + j] = moved;
        }
        for (int j = p + 1; j < width; ++j) pivot[j] /= divisor;
        for (int i = 0; i < rows; ++i)
            if (i != p) take_away(m + i * width, pivot, p, width);
    }
    return 1;
}

/* Forces that each state brings to v, r, phi' and delta', to the right of the masses; the last column is the torque's. */
static void find_forces(const struct lean_model *lean, double speed_mps,
                        double f[4][LEAN_STATES + 1])
{
    static const int rate[4] = {LEAN_SIDE, LEAN_YAW, LEAN_ROLL_RATE, LEAN_STEER_RATE};
    memset(f, 0, 4 * sizeof *f);
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) f[i][rate[j]] -= speed_mps * lean->spin[i][j];
        f[i][LEAN_YAW] -= speed_mps * lean->along[i];
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 2; ++j) f[i][j] += lean->pull[i][j];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) f[2 + i][j] += lean->weight[i][j];
    f[3][LEAN_STEER_RATE] -= lean->damping;
    for (int w = 0; w < 2; ++w) {
        const struct lean_wheel *wheel = &lean->wheel[w];
        f[0][LEAN_FRONT_N + w] += 1;
        f[1][LEAN_FRONT_N + w] += wheel->x - wheel->trail_m;
        f[3][LEAN_FRONT_N + w] += wheel->arm - wheel->trail_m * wheel->heading;
        f[1][LEAN_ROLL] += wheel->camber_nm;
        f[1][LEAN_STEER] += wheel->camber_nm * wheel->tilt;
        f[3][LEAN_ROLL] += wheel->camber_nm * wheel->heading;
        f[3][LEAN_STEER] += wheel->camber_nm * wheel->tilt * wheel->heading;
        double turns_nms = wheel->turn_nm2 / speed_mps;
        f[1][LEAN_YAW] -= turns_nms;
        f[1][LEAN_STEER_RATE] -= turns_nms * wheel->heading;
        f[3][LEAN_YAW] -= turns_nms * wheel->heading;
        f[3][LEAN_STEER_RATE] -= turns_nms * wheel->heading * wheel->heading;
    }
    f[3][LEAN_STATES] = 1;
}

static void find_tyres(const struct lean_model *lean, double speed_mps,
                       double a[LEAN_STATES][LEAN_STATES])
{
    for (int w = 0; w < 2; ++w) {
        const struct lean_wheel *wheel = &lean->wheel[w];
        double rate = speed_mps / wheel->relaxation_m, slip = wheel->stiffness_n / speed_mps;
        double *row = a[LEAN_FRONT_N + w];
        row[LEAN_ROLL] = -rate * wheel->camber_n;
        row[LEAN_STEER] =
            rate * (wheel->stiffness_n * wheel->heading - wheel->camber_n * wheel->tilt);
        row[LEAN_SIDE] = -rate * slip;
        row[LEAN_YAW] = -rate * slip * wheel->x;
        row[LEAN_STEER_RATE] = -rate * slip * wheel->arm;
        row[LEAN_FRONT_N + w] = -rate;
    }
}

int kamm_lean_equations(const struct lean_model *lean, double speed_mps,
                        double a[LEAN_STATES][LEAN_STATES], double b[LEAN_STATES])
{
    enum { RIGHT = LEAN_STATES + 1 };
    static const int rate[4] = {LEAN_SIDE, LEAN_YAW, LEAN_ROLL_RATE, LEAN_STEER_RATE};
    double f[4][RIGHT], m[4][4 + RIGHT];
    memset(a, 0, LEAN_STATES * sizeof *a);
    memset(b, 0, LEAN_STATES * sizeof *b);
    find_forces(lean, speed_mps, f);
    for (int i = 0; i < 4; ++i) {
        memcpy(m[i], lean->mass[i], sizeof lean->mass[i]);
        memcpy(m[i] + 4, f[i], sizeof f[i]);
    }
    if (!kamm_solve_rows(4, RIGHT, m[0])) return 0;
    a[LEAN_ROLL][LEAN_ROLL_RATE] = a[LEAN_STEER][LEAN_STEER_RATE] = 1;
    for (int i = 0; i < 4; ++i) {
        memcpy(a[rate[i]], m[i] + 4, LEAN_STATES * sizeof(double));
        b[rate[i]] = m[i][4 + LEAN_STATES];
    }
    find_tyres(lean, speed_mps, a);
    return 1;
}
