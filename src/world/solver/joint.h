/* Joints of the solver: what holds points and axes of two bodies together.
 *
 * A joint has a row for each direction that it holds or drives. With error C of a row, its Jacobian J, impulse p and
 * the bodies' velocities v, the impulses of a substep are those after which the bodies move so that
 *
 *     C(x + dt v) = C(x)    held both ways: the error at the end of the substep, of the poses themselves
 *     C(x + dt v) >= min(C(x), 0), p >= 0 (a limit; a rope the other way round), one of both an equality
 *     J v = speed, |p| <= dt force    a motor
 *     p = -dt (k (x + b dt (u - u')) + d u), u = J v    a spring
 *
 * The first is SHAKE (J. P. Ryckaert, G. Ciccotti, H. J. C. Berendsen, J. Comput. Phys. 23, 1977): velocities lead along
 * the chord of the path, not along its tangent, which is symplectic and neither gains nor loses energy as it goes.
 * Holding J v = 0 instead loses (turn per substep)^2 / 2 of it in each substep. The spring is Newmark's method with b =
 * 1/4 (N. M. Newmark, J. Eng. Mech. 85, 1959), u' the speed of the last substep: stable at any stiffness, and it keeps
 * the energy of a linear spring exactly; its frequency w' has tan(w' dt / 2) = w dt / 2. The damper is implicit, so it
 * only takes energy.
 *
 * Joints that hang together by bodies that move are a cluster. Its rows are solved at once, by a Cholesky factor of J
 * M^-1 J' within its skyline (A. George and J. W. H. Liu, Computer Solution of Large Sparse Positive Definite Systems,
 * 1981), so that neither long chains nor mass ratios need iterations. Rows with bounds are held at them or are free: the set
 * follows from the primal-dual active set method (M. Hintermueller, K. Ito, K. Kunisch, SIAM J. Optim. 13, 2002). What is
 * iterated is the geometry, as J is that of the beginning, and clusters in turn with contacts.
 *
 * What turns by much in a substep has no chord that leads anywhere, and what is iterated may find none. There the tangent is
 * held, J v = 0, which has one solution and only takes energy: in part from CHORD_RAD on, wholly from TANGENT_RAD on, and
 * for the rest of the substep wherever an iteration changes no less than the one before.
 *
 * Rows that others hold already (a second hinge of a door) have a pivot of nothing and are left out.
 *
 * What error is there goes back by pseudo velocities, like penetration (solver.h). */
#ifndef KAMM_WORLD_SOLVER_JOINT_H
#define KAMM_WORLD_SOLVER_JOINT_H

#include "solver.h"
#include <kamm/world_joints.h>

enum { JOINT_ROWS = 8 };

/* One end, as the substep finds it. */
struct joint_end {
    int32_t body;                /* of the solver's; 0: one that the solver does not move … */
    union six own;               /* … but which moves like this */
    double position[3], q[4];    /* of the body's frame */
    double point_m[3], frame[4]; /* of the joint, in that frame: x is the axis */
    double kick[3];              /* of its velocity, by gravity in this substep */
    double
        gyration[3]; /* of its angular velocity till the middle of the substep, without moments */
};

enum joint_row_kind { ROW_ERROR, ROW_LINEAR, ROW_SPEED };

struct joint_row {
    enum joint_row_kind kind; /* of the poses; of the speed along the row; a speed */
    int turns;                /* an angle, no length */
    union six row[2];         /* a body's motion times this is its part of the row's speed */
    union six change[2];      /* of the body's motion per impulse */
    double inverse_mass;
    double softness, target_mps; /* of a speed */
    double error, error_after;   /* at the beginning, and where the velocities lead */
    double low_ns, high_ns;      /* bounds of the impulse */
    double impulse, pseudo_impulse;
    double speed_before; /* restitution: of the row */
};

struct solver_joint {
    kamm_joint_kind kind;
    int32_t acts; /* it is not broken */
    int32_t
        of_car; /* an end is on a car: errors go back slowly, so that it does not lean to and fro by that */
    struct joint_end end[2];
    int32_t first_row, row_count;
    double scale;           /* of the smaller body that moves */
    double chord;           /* 1: along the chord; 0: along the tangent */
    double length_m;        /* at the end of the substep … */
    double length_change_m; /* … and so much more than at its beginning */
    int32_t is_limited;
    double low, high, position;
    double motor_speed, motor_force, stiffness, damping, rest;
};

/* Joints that are solved at once: they and their rows follow one another. */
struct joint_cluster {
    int32_t first, count, first_row, row_count;
    int32_t is_awake;
    int32_t island, next; /* the next one of its island; -1: none */
    int32_t factored;     /* the factor holds: 1 of velocities, 2 of pseudo velocities; 0: none */
    int32_t is_tangent;   /* the poses are left out of it: see above */
    int32_t shifts;       /* `error_after` is known */
    double change;        /* of speed, in the last iteration */
    double scale;         /* least of its joints */
};

/* Rows of a cluster as a matrix whose row i holds columns first[i] to i, at `at[i]`. */
struct skyline {
    int32_t *first;
    size_t *at;
    double *matrix, *factor;
};

struct joint_problem {
    const struct cluster_calls *calls; /* NULL as long as there has been no joint */
    struct solver_joint *joints;
    struct joint_row *rows;
    struct joint_cluster *clusters;
    struct skyline skyline;
    /* Each row has one of these: */
    int8_t *state, *pseudo_state;
    double *pivot, *wrong, *step, *answer;
    int joint_count, row_count, cluster_count;
};

struct iteration;
/* What the solver does with clusters. It is reached by pointers, so that programs without joints are linked without it. */
struct cluster_calls {
    /* Rows, errors and their answers, from bodies and ends. */
    void (*prepare)(struct solver *solver, struct joint_cluster *cluster);
    /* The same once the bodies have moved: rows are to keep their speeds. */
    void (*renew)(struct solver *solver, struct joint_cluster *cluster);
    /* Solves for the velocities: gives the largest change of speed. */
    double (*solve)(struct solver *solver, struct joint_cluster *cluster,
                    const struct iteration *iteration);
    /* The same for the pseudo velocities. */
    double (*shift)(struct solver *solver, struct joint_cluster *cluster);
};
extern const struct cluster_calls kamm_cluster_calls;

/* Where the ends of a joint are: point and axes, from a body's pose. */
struct joint_pose {
    double point[3], axis[3][3];
};
void kamm_pose_joint_end(const struct joint_end *end, const double position[3], const double q[4],
                         struct joint_pose *pose);
/* The angle of the second end about the axis, as near to `near_rad` as whole turns allow. */
double kamm_hinge_angle(const struct joint_pose pose[2], double near_rad);
/* How far the second end is along the axis, or from the first. */
double kamm_joint_extent(kamm_joint_kind kind, const struct joint_pose pose[2]);

#endif
