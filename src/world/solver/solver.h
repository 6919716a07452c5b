/* Impulses that keep bodies apart: the world's solver.
 *
 * Sequential impulses, that is projected Gauss-Seidel on the velocities (E. Catto, "Iterative Dynamics with
 * Temporal Coherence", GDC 2005; "Fast and Simple Physics using Sequential Impulses", GDC 2006). At a
 * contact with normal n (from the first body to the second), gap g and relative velocity u
 *
 *     u . n >= -g / dt  (g > 0),  u . n >= 0  (g <= 0),  normal impulse p >= 0, one of both an equality
 *     |friction impulse| <= mu p, towards u_t = 0: one disc, so that no direction is better than another
 *
 * A gap that the substep does not close takes no impulse, one that it would close is just closed: nothing goes through
 * anything. Impacts have two parts: compression, as above, and once the bodies have met a restitution, with friction of
 * its own. It separates them at e times the speed a of their approach (Newton), with at most e times the impulse p of
 * the compression (Poisson). Of both laws at once, as either alone may add energy where several contacts share a body:
 * what restitution brings is sum(r v) / 2 with r <= e p and, by the two limits, v <= e a, so at most e^2 sum(p a) / 2;
 * and sum(p a) / 2 is what the compression took. At a single contact both laws are one, and with one contact without
 * friction this is the textbooks' j = -(1 + e) v . n / (n . K n). Of the approach counts what the bodies have brought,
 * and the weight of this substep: not what a load on them (a wheel, a force from outside) has given within it, as what
 * is pressed against something that holds it does not meet it. As that only lessens a, the bound holds.
 *
 * What bears an impulse without restitution holds meanwhile: its speed is 0 before and after, so it does no work.
 * What is squeezed between bodies of which one is much heavier is solved at once (squeeze.h).
 *
 * Pseudo velocities remove penetration: they move bodies but are no velocity (split impulses), so they add no energy.
 * Neither body moves faster than the two are to separate, on rails as well. What is deeper than motion brings was
 * placed so, and is separated slowly.
 *
 * What bears a load has before each of its pairs' steps all of that pair's normal impulses scaled by one factor, the
 * best one for all of them: a light plank that bears a car between its ends turns at the touch of any one contact. So
 * iterations alone share the load rightly but carry too little of it.
 *
 * Bodies answer by a 6 x 6 matrix each, so that cars on springs, in the plane and on rails are all alike
 * here. No impulse is kept from substep to substep.
 *
 * Islands: bodies that contacts join, directly or over others that move, are solved apart from all else, each island
 * until the largest change of an iteration is small. Its pairs (all contacts of the same two bodies) are coloured,
 * first come first served, so that no two of a colour share a body that moves. They are iterated colour by colour,
 * forwards and backwards in turn: what follows does not wait for what was before. Small islands are solved several at a
 * time, in large ones the pairs of one colour. All of it follows from the order of the contacts alone, so the bits know
 * nothing of threads. Joints (joint.h) belong to islands as well: each iteration ends with their clusters. */
#ifndef KAMM_WORLD_SOLVER_SOLVER_H
#define KAMM_WORLD_SOLVER_SOLVER_H

#include "../../base/lane_two.h"
#include <kamm/world.h>
#include <stdint.h>

/* Six numbers of a body, or along a contact's direction: three of translation, three of rotation. */
union six {
    struct {
        double velocity[3], angular_velocity[3];
    };
    double of[6];
    two pair[3];
};

/* World axes, about the body's own frame. Its response lies elsewhere, as iterations have no use for it. */
struct solver_body {
    _Alignas(64) union six motion;
    union six shift; /* pseudo velocities */
    double position[3];
    int16_t last_iteration; /* the iteration that changed it last, counted from 1 */
    int8_t movable;         /* 0: the response is 0 */
    int8_t responds;        /* the response is known: solver.respond has not to be asked */
    int16_t carried;        /* the iteration after which it was carried on last */
    int8_t bears_load;      /* `given` is not 0 */
    int8_t is_dynamic;      /* a dynamic body, no car */
    union six given;        /* of its motion, what is not to come back: loads of this substep */
    union six step,
        way; /* change of its motion by what iterations have done since they were last carried on, and by that way */
};

/* Changes of its motion per impulse and angular impulse (push.h): a row for each of these;
 * symmetric. */
struct response {
    union six row[6];
};

/* Directions are numbered: 0 the normal, 1 and 2 the tangents. */
struct constraint {
    _Alignas(64) int32_t body[2]; /* of the solver's */
    int32_t pair;                 /* for the caller that set it up */
    int32_t restitutes; /* it met faster than the threshold and takes part in restitution */
    int32_t
        holds; /* it bears an impulse and has no restitution: bodies do not go through it as others restitute */
    double at[3], normal[3];
    double gap_m, friction, restitution;
    double
        scale; /* of the smaller body that moves: times as long are the lengths of the contact as the usual ones */
    double ground_velocity[3]; /* of the second, where it does not move by the solver */
    /* From here on the solver's own. */
    double
        pace; /* root of that and of gravity over the usual: times as fast is what happens there */
    double target_mps,
        approach_mps; /* of the normal speed: what it is to be at least, and its opposite before loads */
    double impulse[3];
    double max_impulse_ns; /* bound of the normal one */
    double compression;    /* normal impulse of the first part of an impact */
    double pseudo_impulse;
    double from_ns,
        way_ns; /* the normal impulse when it was last carried on, and the way of that */
    double ground_speed[3];
    /* A body's motion times this is its part in the speed of the second's point over the first's. */
    union six row[2][3];
    /* Change of either body's motion per impulse. From here on known once it has taken part: most contacts never do. */
    union six velocity_change[2][3];
    double inverse_mass[3][3]; /* change of speed along one direction per impulse along another */
    double normal_mass; /* normal impulse per change of the normal speed; 0: nothing can be moved */
    double inverse_tangent[2][2];
    double slide; /* friction impulse along the slip that can't overshoot, per slip */
    int32_t answers;
};

/* The contacts of two bodies; they follow one another. */
struct contact_pair {
    int32_t first, count;
    int32_t body[2];
    int32_t island, colour;
    double change; /* of speed, at most, in the last iteration */
};

enum { COLOURS = 64 };

/* Pairs that are solved together: `count` of `order`, from `first`. */
struct island {
    int32_t first, count, contacts;
    int32_t cluster;    /* the first of its clusters of joints; -1: none */
    int32_t restitutes; /* some of its contacts do */
    double least_scale; /* of its contacts */
};

struct solver {
    struct solver_body *bodies;
    struct response *responses; /* of each body */
    struct constraint *constraints;
    int body_count, count;
    double dt;
    double gravity_mps2; /* how hard what rests is pressed; the usual where there is none */
    double pace; /* the root of that over the usual: so many times as fast is all that falls */
    double
        least_restituting_mps; /* approach speed up to which there is no restitution, whatever the size */
    kamm_run_tasks *run;       /* for what may be done at the same time */
    void *run_user;            /* … and of `respond` */
    /* Fills in the response of a body that takes an impulse; not all that are near others do. */
    void (*respond)(void *user, int32_t body);
    /* The solver's own: as much room as for constraints, and for bodies. */
    struct contact_pair *pairs;
    int32_t *order, *sorted; /* pairs, island by island and in each colour by colour */
    struct island *islands;
    int32_t *root;          /* of each body: another one of its island */
    uint64_t *used_colours; /* of each body */
    int32_t *island_of;     /* of each root */
    int32_t *small; /* islands that are solved by one thread each, those with most contacts last */
    int pair_count, island_count, small_count;
    struct joint_problem *joints; /* joint.h */
};

/* So many more contacts of two bodies, from `count` on: their constraints are to be filled in. */
void kamm_add_contacts(struct solver *solver, int32_t first_body, int32_t second_body, int count);
/* From bodies and gaps: velocities, and the pseudo velocities that take penetration back. */
void kamm_solve_contacts(struct solver *solver);
/* Whether any contact has restitution to come. */
int kamm_any_restitution(const struct solver *solver);
/* After the bodies have moved: the rest of the compression, and the restitution. The impulses of both are
 * then in `impulse`. */
void kamm_apply_restitution(struct solver *solver);

#endif
