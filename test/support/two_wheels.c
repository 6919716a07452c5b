#include "two_wheels.h"

#include "eigenvalues.h"

#include <math.h>
#include <string.h>

const struct bicycle benchmark_bicycle = {
    .wheelbase = 1.02,
    .trail = 0.08,
    .tilt = PI / 10,
    .rear = {0.3, 2, 0.0603, 0.12},
    .front = {0.35, 3, 0.1405, 0.28},
    .body = {0.3, -0.9, 85, 9.2, 11, 2.8, 2.4},
    .fork = {0.9, -0.7, 4, 0.05892, 0.06, 0.00708, -0.00756},
};

/* A Dutch city bicycle with its rider. */
const struct bicycle browser_bicycle = {
    .wheelbase = 1.121,
    .trail = 0.06858,
    .tilt = 0.39968,
    .rear = {0.34096, 3.11, 0.08838, 0.15247},
    .front = {0.34353, 2.02, 0.09041, 0.14939},
    .body = {0.28910, -1.04029, 81.86, 11.35574, 12.21778, 3.12354, -1.96756},
    .fork = {0.86695, -0.74824, 3.22, 0.25338, 0.24614, 0.09558, -0.07205},
};

/* The whole in the paper's terms: T of all, A of fork and front wheel, about the rear contact. */
struct whole {
    double mass, x, z, xx, xz, zz;
    double front_mass, front_x, front_z, arm; /* m_A, x_A, z_A, u_A */
    double about_axis, axis_x, axis_z;        /* I_A lambda lambda, I_A lambda x, I_A lambda z */
};

static struct whole whole_of(const struct bicycle *b)
{
    const struct bicycle_wheel *r = &b->rear, *f = &b->front;
    const struct bicycle_frame *body = &b->body, *fork = &b->fork;
    double w = b->wheelbase, s = sin(b->tilt), c = cos(b->tilt);
    struct whole t = {.mass = r->mass + body->mass + fork->mass + f->mass};
    t.x = (body->x * body->mass + fork->x * fork->mass + w * f->mass) / t.mass;
    t.z =
        (-r->radius * r->mass + body->z * body->mass + fork->z * fork->mass - f->radius * f->mass) /
        t.mass;
    t.xx = r->across + body->roll + fork->roll + f->across + r->mass * r->radius * r->radius +
           body->mass * body->z * body->z + fork->mass * fork->z * fork->z +
           f->mass * f->radius * f->radius;
    t.xz = body->product + fork->product - body->mass * body->x * body->z -
           fork->mass * fork->x * fork->z + f->mass * w * f->radius;
    t.zz = r->across + body->yaw + fork->yaw + f->across + body->mass * body->x * body->x +
           fork->mass * fork->x * fork->x + f->mass * w * w;
    t.front_mass = fork->mass + f->mass;
    t.front_x = (fork->x * fork->mass + w * f->mass) / t.front_mass;
    t.front_z = (fork->z * fork->mass - f->radius * f->mass) / t.front_mass;
    double x = fork->x - t.front_x, z = fork->z - t.front_z;
    double ahead = w - t.front_x, below = f->radius + t.front_z;
    double xx = fork->roll + f->across + fork->mass * z * z + f->mass * below * below;
    double xz = fork->product - fork->mass * x * z + f->mass * ahead * below;
    double zz = fork->yaw + f->across + fork->mass * x * x + f->mass * ahead * ahead;
    t.arm = (t.front_x - w - b->trail) * c - t.front_z * s;
    t.about_axis = t.front_mass * t.arm * t.arm + xx * s * s + 2 * xz * s * c + zz * c * c;
    t.axis_x = -t.front_mass * t.arm * t.front_z + xx * s + xz * c;
    t.axis_z = t.front_mass * t.arm * t.front_x + xz * s + zz * c;
    return t;
}

struct bicycle_matrices bicycle_matrices_of(const struct bicycle *b)
{
    const struct whole t = whole_of(b);
    double s = sin(b->tilt), c = cos(b->tilt), w = b->wheelbase, mu = b->trail / w * c;
    double rear = b->rear.spin / b->rear.radius, front = b->front.spin / b->front.radius;
    double spin = rear + front, moment = t.front_mass * t.arm + mu * t.mass * t.x;
    return (struct bicycle_matrices){
        .m = {{t.xx, t.axis_x + mu * t.xz},
              {t.axis_x + mu * t.xz, t.about_axis + 2 * mu * t.axis_z + mu * mu * t.zz}},
        .c1 = {{0, mu * spin + front * c + t.xz / w * c - mu * t.mass * t.z},
               {-(mu * spin + front * c), t.axis_z / w * c + mu * (moment + t.zz / w * c)}},
        .k0 = {{t.mass * t.z, -moment}, {-moment, -moment * s}},
        .k2 = {{0, (spin - t.mass * t.z) / w * c}, {0, (moment + front * s) / w * c}},
    };
}

void bicycle_roots(const struct bicycle *b, double gravity, double v, double complex roots[4])
{
    const struct bicycle_matrices q = bicycle_matrices_of(b);
    double det = q.m[0][0] * q.m[1][1] - q.m[0][1] * q.m[1][0];
    const double inverse[2][2] = {{q.m[1][1] / det, -q.m[0][1] / det},
                                  {-q.m[1][0] / det, q.m[0][0] / det}};
    double a[4][4] = {{0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < 2; ++i)
        for (int k = 0; k < 2; ++k)
            for (int n = 0; n < 2; ++n) {
                a[2 + i][k] -= inverse[i][n] * (gravity * q.k0[n][k] + v * v * q.k2[n][k]);
                a[2 + i][2 + k] -= inverse[i][n] * v * q.c1[n][k];
            }
    find_eigenvalues(4, a[0], roots);
}

double bicycle_speed(const struct bicycle *b, double gravity, double from, double to,
                     double complex near)
{
    double complex roots[4];
    bicycle_roots(b, gravity, from, roots);
    double sign = creal(nearest_root(4, roots, near));
    while (to - from > 1e-9) {
        double middle = 0.5 * (from + to);
        bicycle_roots(b, gravity, middle, roots);
        near = nearest_root(4, roots, near);
        *(creal(near) * sign > 0 ? &from : &to) = middle;
    }
    return from;
}

/* A thin disc without lag or slip, as nearly as it goes. */
static kamm_tyre_def thin_tyre(const struct bicycle_wheel *wheel, double load_n)
{
    const double yields_m = 2e-5;
    kamm_tyre_def tyre = kamm_default_tyre();
    tyre.law = KAMM_TYRE_LINEAR;
    tyre.linear = (kamm_linear_tyre_def){.cornering_stiffness_per_rad = 500,
                                         .slip_stiffness = 100,
                                         .friction_longitudinal = 10,
                                         .friction_lateral = 10};
    tyre.unloaded_radius_m = wheel->radius + yields_m;
    tyre.rim_radius_m = 0.8 * wheel->radius;
    tyre.width_m = 0.002, tyre.crown_radius_m = 1e-6;
    tyre.nominal_load_n = load_n;
    tyre.vertical_stiffness_n_per_m = load_n / yields_m;
    tyre.vertical_damping_ns_per_m = 2000, tyre.standing_damping_s = 0;
    tyre.bottom_stiffness_n_per_m = 0;
    tyre.lateral_stiffness_n_per_m = 500 * load_n / 0.1;
    tyre.breff = tyre.dreff = tyre.freff = tyre.qsy1 = tyre.qsy3 = tyre.qsy4 = 0;
    tyre.mass_kg = 0.3 * wheel->mass;
    return tyre;
}

static void put_wheel(kamm_axle_def *axle, const struct bicycle_wheel *wheel, double load_n)
{
    axle->wheels = KAMM_WHEELS_SINGLE;
    axle->unsprung_mass_kg = wheel->mass;
    axle->wheel_inertia_kgm2 = wheel->spin;
    axle->tyre = thin_tyre(wheel, load_n);
    axle->brake_torque_nm = 0;
    axle->suspension = (kamm_suspension_def){.kind = KAMM_SUSPENSION_SOLID,
                                             .spring_n_per_m = fmin(load_n / 2e-5, 3e7),
                                             .bump_damping_ns_per_m = 5000,
                                             .friction_travel_m = 0.002,
                                             .damper_knee_mps = 0.13,
                                             .bump_stop_length_m = 0.04,
                                             .anti_roll_bar_full_speed_mps = 20,
                                             .active_bar_lag_s = 0.05,
                                             .skyhook_lag_s = 0.01,
                                             .skyhook_soft = 1,
                                             .skyhook_hard = 1,
                                             .beam_stop_rad = 0.14,
                                             .beam_stop_n_per_m = 1e6,
                                             .tilt_limit_rad = 0.8,
                                             .tilt_lock_nm_per_rad = 15000,
                                             .compliance_lag_s = 0.02};
}

/* A bicycle of the paper has its inertias about each part's own centre. */
static void put_body(kamm_car_body_def *body, const struct bicycle *b)
{
    const struct whole t = whole_of(b);
    const struct bicycle_frame *frames[2] = {&b->body, &b->fork};
    double pitch = b->rear.spin + b->front.spin, w = b->wheelbase;
    pitch += b->rear.mass * b->rear.radius * b->rear.radius;
    pitch += b->front.mass * (w * w + b->front.radius * b->front.radius);
    for (int i = 0; i < 2; ++i)
        pitch += frames[i]->pitch +
                 frames[i]->mass * (frames[i]->x * frames[i]->x + frames[i]->z * frames[i]->z);
    body->mass_kg = t.mass;
    body->cg_behind_front_axle_m = w - t.x;
    body->cg_height_m = -t.z;
    body->roll_inertia_kgm2 = t.xx - t.mass * t.z * t.z;
    body->pitch_inertia_kgm2 = pitch - t.mass * (t.x * t.x + t.z * t.z);
    body->yaw_inertia_kgm2 = t.zz - t.mass * t.x * t.x;
    body->roll_yaw_product_kgm2 = t.xz + t.mass * t.x * t.z;
    body->length_m = w + 0.6, body->width_m = 0.5, body->height_m = 1.5;
    body->front_overhang_m = 0.3;
    body->contact_stiffness_n_per_m = 20000;
}

kamm_vehicle_def vehicle_of_bicycle(const struct bicycle *b)
{
    kamm_vehicle_def def = kamm_default_vehicle();
    const struct whole t = whole_of(b);
    double front_n = t.mass * GRAVITY_MPS2 * t.x / b->wheelbase;
    def.stepping.substeps_per_s = 9600;
    put_body(&def.body, b);
    def.axles_count = 2;
    put_wheel(&def.axles[0], &b->front, front_n);
    put_wheel(&def.axles[1], &b->rear, t.mass * GRAVITY_MPS2 - front_n);
    def.axles[0].steer_share = 1, def.axles[1].steer_share = 0;
    def.axles[1].behind_front_axle_m = b->wheelbase;
    def.axles[0].suspension.caster_rad = b->tilt;
    def.axles[0].suspension.trail_offset_m = b->trail - b->front.radius * tan(b->tilt);
    def.front_assembly.mass_kg = b->fork.mass;
    def.front_assembly.cg_behind_front_axle_m = b->wheelbase - b->fork.x;
    def.front_assembly.cg_height_m = -b->fork.z;
    def.front_assembly.roll_inertia_kgm2 = b->fork.roll;
    def.front_assembly.pitch_inertia_kgm2 = b->fork.pitch;
    def.front_assembly.yaw_inertia_kgm2 = b->fork.yaw;
    def.front_assembly.roll_yaw_product_kgm2 = b->fork.product;
    def.front_assembly.wheel_diametral_inertia_kgm2 = b->front.across;
    def.steering.ratio = 1, def.steering.lock_rad = 1;
    def.engine.torque_curve.count = 0, def.gearbox.ratios_count = 0;
    def.axles[0].drive_share = def.axles[1].drive_share = 0;
    def.axles[1].motor.peak_nm = 20, def.axles[1].motor.power_w = 250;
    def.axles[1].motor.ratio = 1, def.axles[1].motor.inertia_kgm2 = 1e-6;
    def.axles[1].motor.lift_share = def.axles[1].motor.regen_share = 0;
    def.aero.drag_coefficient = 0, def.aero.frontal_area_m2 = 0;
    def.aids.abs = def.aids.tcs = def.aids.esc = 0;
    return def;
}

void put_lagging_linear_tyre(kamm_tyre_def *thin, const struct lag *lag)
{
    thin->linear.cornering_stiffness_per_rad = lag->cornering / thin->nominal_load_n;
    thin->linear.camber_stiffness_per_rad = lag->camber / thin->nominal_load_n;
    thin->lateral_stiffness_n_per_m = lag->cornering / lag->relaxation;
}

kamm_tyre_def lagging_magic_formula(const kamm_tyre_def *thin, const struct lag *lag)
{
    double load = thin->nominal_load_n;
    kamm_tyre_spec spec = kamm_default_tyre_spec();
    kamm_tyre_def tyre = kamm_default_tyre();
    kamm_error error = {0};
    spec.nominal_load_n = load;
    spec.friction_lateral = spec.friction_longitudinal = 2;
    spec.peak_slip_angle_rad = 0.35;
    spec.cornering_stiffness_per_rad = lag->cornering / load;
    spec.camber_stiffness_per_rad = lag->camber / load;
    spec.friction_load_sensitivity = 0, spec.pneumatic_trail_m = 0, spec.rolling_resistance = 0;
    spec.relaxation_length_m = lag->relaxation;
    must(kamm_tyre_from_spec(&spec, &tyre, &error), &error);
    tyre.unloaded_radius_m = thin->unloaded_radius_m, tyre.width_m = thin->width_m;
    tyre.crown_radius_m = thin->crown_radius_m, tyre.rim_radius_m = thin->rim_radius_m;
    tyre.vertical_stiffness_n_per_m = thin->vertical_stiffness_n_per_m;
    tyre.vertical_damping_ns_per_m = thin->vertical_damping_ns_per_m;
    tyre.standing_damping_s = tyre.bottom_stiffness_n_per_m = 0;
    tyre.breff = tyre.dreff = tyre.freff = 0;
    tyre.qdz1 = tyre.qdz6 = tyre.qdz8 = tyre.lmx = 0;
    return tyre;
}

void put_ordinary_tyres(kamm_vehicle_def *def)
{
    def->stepping.substeps_per_s = 240;
    for (int a = 0; a < 2; ++a) {
        kamm_axle_def *axle = &def->axles[a];
        axle->tyre.linear.cornering_stiffness_per_rad = 17.2;
        axle->tyre.linear.slip_stiffness = 20;
        axle->tyre.linear.friction_lateral = axle->tyre.linear.friction_longitudinal = 1;
        axle->tyre.linear.turn_slip = 1;
        axle->tyre.lateral_stiffness_n_per_m = 172 * axle->tyre.nominal_load_n;
        axle->tyre.vertical_stiffness_n_per_m = 100000;
        axle->tyre.vertical_damping_ns_per_m = 100;
        axle->tyre.width_m = 0.04, axle->tyre.crown_radius_m = 0;
        axle->suspension.spring_n_per_m = 80000;
        axle->suspension.bump_damping_ns_per_m = 300;
    }
}

kamm_vehicle_def ordinary_bicycle(void)
{
    kamm_vehicle_def def = vehicle_of_bicycle(&benchmark_bicycle);
    put_ordinary_tyres(&def);
    return def;
}

const double sharp_cornering[2] = {11174, 15831}, sharp_camber[2] = {938.6, 1325.6};

/* A frame with its wheel, about their common centre of gravity; z down, x from the rear contact. */
static struct bicycle_frame without_wheel(struct bicycle_frame all,
                                          const struct bicycle_wheel *wheel, double wheel_x)
{
    struct bicycle_frame f = all;
    double wheel_z = -wheel->radius;
    f.mass = all.mass - wheel->mass;
    f.x = (all.mass * all.x - wheel->mass * wheel_x) / f.mass;
    f.z = (all.mass * all.z - wheel->mass * wheel_z) / f.mass;
    double x[2] = {wheel_x - all.x, f.x - all.x}, z[2] = {wheel_z - all.z, f.z - all.z};
    double mass[2] = {wheel->mass, f.mass};
    for (int i = 0; i < 2; ++i) {
        f.roll -= mass[i] * z[i] * z[i];
        f.yaw -= mass[i] * x[i] * x[i];
        f.pitch -= mass[i] * (x[i] * x[i] + z[i] * z[i]);
        f.product += mass[i] * x[i] * z[i];
    }
    f.roll -= wheel->across, f.yaw -= wheel->across, f.pitch -= wheel->spin;
    return f;
}

struct bicycle sharp_motorcycle(void)
{
    const double across = 1.2338, along = 0.4420, s = sin(SHARP_CASTER), c = cos(SHARP_CASTER);
    struct bicycle b = {.wheelbase = SHARP_WHEELBASE,
                        .trail = SHARP_NORMAL_TRAIL / c,
                        .tilt = SHARP_CASTER,
                        .rear = {0.3048, 12, 0.5, 1.0508},
                        .front = {0.3048, 9, 0.3, 0.7186}};
    const struct bicycle_frame rear = {SHARP_TO_AXIS, -0.61570, 217.449, 31.184, 30,
                                       21.069,        -1.735};
    const struct bicycle_frame front = {
        SHARP_TO_AXIS + 0.85389,        -0.46718, 30.647,
        across * c * c + along * s * s, 1.4,      across * s * s + along * c * c,
        -(across - along) * s * c};
    b.body = without_wheel(rear, &b.rear, 0);
    b.fork = without_wheel(front, &b.front, SHARP_WHEELBASE);
    return b;
}

kamm_vehicle_def vehicle_of_motorcycle(void)
{
    const struct bicycle b = sharp_motorcycle();
    kamm_vehicle_def def = vehicle_of_bicycle(&b);
    for (int w = 0; w < 2; ++w) {
        const struct lag lag = {sharp_cornering[w], sharp_camber[w], SHARP_RELAXATION};
        put_lagging_linear_tyre(&def.axles[w].tyre, &lag);
    }
    def.front_assembly.damping_nms_per_rad = SHARP_DAMPER;
    return def;
}

static void let_lean(kamm_vehicle_def *def, double substeps_per_s)
{
    def->stepping.substeps_per_s = substeps_per_s;
    def->body.width_m = 0.3, def->body.ground_clearance_m = 0.35;
    for (int a = 0; a < 2; ++a) {
        def->axles[a].tyre.camber_max_rad = 1.2, def->axles[a].tyre.camber_min_rad = -1.2;
        def->axles[a].brake_torque_nm = 600;
    }
    def->axles[1].motor.inertia_kgm2 = 0.05, def->axles[1].motor.iron_loss_nm = 0.1;
    def->axles[1].motor.shaft_stiffness_nm_per_rad = 500;
    def->axles[1].motor.shaft_damping_nms_per_rad = 3;
}

kamm_vehicle_def ridden_bicycle(double substeps_per_s)
{
    kamm_vehicle_def def = ordinary_bicycle();
    let_lean(&def, substeps_per_s);
    def.axles[1].motor.peak_nm = 40, def.axles[1].motor.power_w = 1000;
    def.axles[1].motor.max_radps = 200;
    return def;
}

kamm_vehicle_def ridden_motorcycle(double substeps_per_s)
{
    kamm_vehicle_def def = vehicle_of_motorcycle();
    let_lean(&def, substeps_per_s);
    for (int a = 0; a < 2; ++a) {
        kamm_axle_def *axle = &def.axles[a];
        axle->tyre.linear.friction_lateral = axle->tyre.linear.friction_longitudinal = 1.2;
        axle->tyre.linear.slip_stiffness = 20, axle->tyre.linear.turn_slip = 1;
        axle->tyre.vertical_stiffness_n_per_m = 150000;
        axle->tyre.vertical_damping_ns_per_m = 400;
        axle->tyre.width_m = 0.12, axle->tyre.crown_radius_m = 0;
        axle->suspension.spring_n_per_m = 60000, axle->suspension.bump_damping_ns_per_m = 2000;
    }
    def.axles[1].motor.peak_nm = 400, def.axles[1].motor.power_w = 60000;
    def.axles[1].motor.max_radps = 400;
    return def;
}
