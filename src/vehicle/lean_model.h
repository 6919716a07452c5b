/* A two-wheeler that runs straight ahead, linearised: lean, steer, sideslip, yaw and the side forces of both tyres.
 *
 * Source: R. S. Sharp, The stability and control of motorcycles, J. Mech. Eng. Sci. 13(5), 1971; terms of mass, spin and weight as
 * J. P. Meijaard and others, Proc. R. Soc. A 463, 2007, have them, here by virtual work on each body. v and r are the velocity to the
 * left and the yaw rate of the point on the road below the centre of gravity. With the lean phi to the right and the steer delta to
 * the left,
 *
 *     M (v, r, phi', delta')' + V (m r + G) (v, r, phi', delta') + D delta' + K (phi, delta) = tyres + T
 *     sigma / V F' + F = C_alpha (delta cos eps - (v + x r + s delta') / V) - C_gamma (phi - delta sin eps)
 *
 * Departures from Sharp: tyres have a crown, by which the contact moves as the wheel leans, a trail, and a twisting moment by camber.
 * Their turn slip holds the front back at walking pace (patch_twist.h). Moments act at once; the force of camber has no trail.
 * Assumptions: springs stand still, since they move only as the square of the lean; the air only holds it back; the frame is rigid; a
 * tyre whose camber acts at once is as one whose camber lags.
 *
 * The code only uses + - * / and square roots, so all machines have the same bits. */
#ifndef KAMM_VEHICLE_LEAN_MODEL_H
#define KAMM_VEHICLE_LEAN_MODEL_H

#include "model.h"

/* The states, in their order; sizes are SI. */
enum lean_state {
    LEAN_ROLL,       /* rad, to the right */
    LEAN_STEER,      /* rad, to the left */
    LEAN_SIDE,       /* m/s, to the left */
    LEAN_YAW,        /* rad/s, to the left */
    LEAN_ROLL_RATE,  /* rad/s */
    LEAN_STEER_RATE, /* rad/s */
    LEAN_FRONT_N,    /* side force of the front tyre, to the left */
    LEAN_REAR_N,
    LEAN_STATES
};

struct lean_wheel {
    double x,
        arm; /* ahead of the centre of gravity; of the contact about the steering axis, to the left per steer */
    double heading, tilt; /* of the wheel per steer: about the vertical, and towards the right */
    double stiffness_n, camber_n, relaxation_m, trail_m;
    double camber_nm; /* about the vertical per lean, beside that of the force at the trail */
    double turn_nm2;  /* against turning about the vertical, per rate and over the speed */
};

struct lean_model {
    double mass[4][4];   /* of v, r, phi', delta' */
    double spin[4][4];   /* per speed */
    double along[4];     /* of V r */
    double weight[2][2]; /* moments per lean and steer */
    double pull[4][2];   /* of v, r, phi' and delta' per lean and steer, by drive or brake */
    double pull_mps2;    /* acceleration along, while the speed is as it is */
    double damping;      /* of the steering, N.m.s/rad */
    struct lean_wheel wheel[2];
    double mass_kg, height_m, crown_m; /* the crown by the loads */
};

/* Loads of both axles at rest. */
void kamm_loads_at_rest(const kamm_model *model, double load_n[2]);

/* Finds the model of what leans freely, whose chassis is compiled, with the loads at rest. A tilting pair is as one wheel in the middle. */
void kamm_find_lean_model(const kamm_model *model, struct lean_model *lean);
/* The same while it drives or brakes so much that the wheels carry those loads. A tyre that has lost load has lost stiffness. The rear
 * tyre's pull and the inertia of the masses, which lean, turn the machine about the vertical. D. J. N. Limebeer, R. S. Sharp and S.
 * Evangelou, The stability of motorcycles under acceleration and braking, Proc. IMechE C 215, 2001; here a steady pull at a speed that
 * stays. Departures: brakes move loads only; springs are as at rest; slip along leaves stiffness across as it is. */
void kamm_find_loaded_lean_model(const kamm_model *model, const double load_n[2],
                                 struct lean_model *lean);

/* x' = A x + B T at a speed above 0. 0: the masses are none of a body. */
int kamm_lean_equations(const struct lean_model *lean, double speed_mps,
                        double a[LEAN_STATES][LEAN_STATES], double b[LEAN_STATES]);

/* Solves m x = right of `rows` rows in place, each with `columns` right-hand sides behind its `rows` coefficients. 0: singular. */
int kamm_solve_rows(int rows, int columns, double *m);

#endif
