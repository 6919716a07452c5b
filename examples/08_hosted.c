/* Another engine owns the car's body, Kamm has the rest. The engine here is the least that moves a body: its car drives
 * as Kamm's own does beside it until the engine strikes it from the right after 6 s. ode_host.c has a real engine.
 *
 *     cc -O2 08_hosted.c -o 08_hosted $(pkg-config --cflags --libs kamm) */
#include <kamm/kamm.h>
#include <math.h>
#include <stdio.h>

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; ++i)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Turns v by the quaternion w, u: v + 2 u x (u x v + w v). */
static void rotate(double w, const double u[3], double v[3])
{
    double t[3], s[3];
    cross(u, v, t);
    for (int i = 0; i < 3; ++i) t[i] += w * v[i];
    cross(u, t, s);
    for (int i = 0; i < 3; ++i) v[i] += 2 * s[i];
}

/* Symplectic Euler, as most engines have it; without the gyroscopic term, which Kamm's torque has. */
static void step_engine(const kamm_host_mass *mass, kamm_hosted *body, double step_s)
{
    double *q = body->orientation, *torque = body->torque_nm, *omega = body->angular_velocity_radps;
    double change[3], n[3], w = q[0], half = step_s / 2;
    rotate(-w, &q[1], torque); /* to body axes, where inertia * change = torque: Cramer's rule */
    for (int i = 0; i < 3; ++i) {
        const double *row = mass->inertia_kgm2[i];
        cross(mass->inertia_kgm2[(i + 1) % 3], mass->inertia_kgm2[(i + 2) % 3], n);
        change[i] = (torque[0] * n[0] + torque[1] * n[1] + torque[2] * n[2]) /
                    (row[0] * n[0] + row[1] * n[1] + row[2] * n[2]);
    }
    rotate(w, &q[1], change);
    for (int i = 0; i < 3; ++i) {
        body->velocity_mps[i] += step_s * body->force_n[i] / mass->mass_kg;
        body->velocity_mps[i] += step_s * (double)kamm_flat_ground.gravity_mps2[i];
        body->position_m[i] += step_s * body->velocity_mps[i];
        omega[i] += step_s * change[i];
    }
    cross(omega, &q[1], n); /* q += half (0, omega) q */
    q[0] -= half * (omega[0] * q[1] + omega[1] * q[2] + omega[2] * q[3]);
    for (int i = 0; i < 3; ++i) q[i + 1] += half * (w * omega[i] + n[i]);
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; ++i) q[i] /= length;
}

int main(void)
{
    kamm_error error;
    kamm_vehicle_def def = kamm_default_vehicle();
    kamm_model *model = kamm_create_model(&def, KAMM_FULL, &error);
    if (!model) return fprintf(stderr, "%s\n", error.text), 1;
    kamm_cars *cars = kamm_create_cars(model, 1, &error), *own = kamm_create_cars(model, 1, &error);
    if (!cars || !own) return fprintf(stderr, "out of memory\n"), 1;
    kamm_host_mass mass = kamm_host_mass_of(model);
    kamm_hosted body = {0};
    kamm_start_hosted(cars, 0, &body); /* where the engine has to put its body */
    puts("time s     x m     y m  Kamm's own:  x m     y m");
    for (int frame = 0; frame <= 9 * 60; ++frame) {
        if (frame % 60 == 0)
            printf("%6d %7.3f %7.3f %17.3f %7.3f\n", frame / 60,
                   kamm_read(cars, 0, KAMM_CHANNEL_x_m), kamm_read(cars, 0, KAMM_CHANNEL_y_m),
                   kamm_read(own, 0, KAMM_CHANNEL_x_m), kamm_read(own, 0, KAMM_CHANNEL_y_m));
        if (frame == 6 * 60) body.velocity_mps[1] += 2;
        kamm_input input = {.gear = KAMM_GEAR_DRIVE, .throttle = 0.6f, .steering_wheel_rad = 0.5f};
        kamm_inputs(cars)[0] = kamm_inputs(own)[0] = input;
        kamm_step(own, &kamm_flat_ground, 4);
        kamm_step_hosted(cars, &kamm_flat_ground, 4, &body);
        step_engine(&mass, &body, 4 / 240.0);
    }
    kamm_destroy_cars(cars);
    kamm_destroy_cars(own);
    kamm_destroy_model(model);
    return 0;
}
