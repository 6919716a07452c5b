/* Rigid kinematics of a linkage: where what carries a wheel, or two of them, goes if the wheel's centre is brought to a
 * height and the rack to a place.
 *
 * Source: constraint equations of a multibody system at the level of position (Blundell and Harty, The Multibody
 * Systems Approach to Vehicle Dynamics, 2nd ed., ch. 4; Haug, Computer-Aided Kinematics and Dynamics of Mechanical
 * Systems, 1989, ch. 3): a body of six freedoms and what holds it, solved for the pose from the design position on by
 * Newton's method. Here it is Gauss and Newton's, with Levenberg's damping: joints may hold one freedom twice, as those
 * of a hinge or of five links on a rigid axle do. If a place can't be reached, the solution ends as near to it as
 * possible.
 *
 * Assumptions: links and bushes are rigid and have no play. In double; the same bits everywhere. */
#ifndef KAMM_VEHICLE_LINKAGE_H
#define KAMM_VEHICLE_LINKAGE_H

enum joint_kind {
    JOINT_ROD,    /* a rod of constant length between a point of the body and one of the frame */
    JOINT_PIN,    /* a point of the body that stays where it is */
    JOINT_SLIDE,  /* a line of the body that always goes through a point of the frame */
    JOINT_LEVEL,  /* a point of the body that stays at its y */
    JOINT_HEIGHT, /* a wheel's centre, which is brought to its height */
};

struct joint {
    enum joint_kind kind;
    int wheel;         /* JOINT_HEIGHT: 0 left, 1 right */
    int rack;          /* JOINT_ROD: its inner end is on the rack */
    int number;        /* of the link in the file's list, from 0; -1 if it is none */
    const char *name;  /* for messages: "the upper arm's front leg" */
    double body[3];    /* its point on the body, and … */
    double frame[3];   /* … on the frame, both in the design position */
    double axis[2][3]; /* JOINT_SLIDE: across the line, in the body's axes */
    double length;     /* JOINT_ROD */
};

enum { MAX_JOINTS = 18, MAX_ROWS = 30 };

struct linkage {
    int count;
    struct joint joints[MAX_JOINTS];
    double origin[3]; /* of the body's axes in the design position: the middle of its wheels */
};

/* The linkage's inputs: the rise of the wheels' centres, and the rack's way to the left. */
struct drives {
    double travel_m[2], rack_m;
};

struct linkage_stance {
    double at[3];   /* the origin's place */
    double turn[4]; /* from the design position, w x y z */
};

/* Change of a stance: of the origin's place, and about it. */
struct motion {
    double velocity[3], turn[3];
};

void kamm_add_rod(struct linkage *l, const char *name, const double body[3], const double frame[3]);
void kamm_add_pin(struct linkage *l, const char *name, const double at[3]);
void kamm_add_slide(struct linkage *l, const char *name, const double on_line[3],
                    const double frame[3]);
void kamm_add_level(struct linkage *l, const char *name, const double body[3]);
void kamm_add_height(struct linkage *l, const double centre[3], int wheel);

struct linkage_stance kamm_design_stance(const struct linkage *l);

/* Remaining gap of a joint, metres. */
struct misfit {
    const struct joint *joint; /* of the largest */
    double metres;
};

/* Moves `stance`, which is near by, to where the drives want it. The misfit is next to none where all joints can be had. */
struct misfit kamm_pose_linkage(const struct linkage *l, const struct drives *drives,
                                struct linkage_stance *stance);

/* How a stance changes with the drives: `rate` of each. 0 where the linkage is loose or at a dead point. */
int kamm_rate_linkage(const struct linkage *l, const struct drives *drives,
                      const struct linkage_stance *stance, const struct drives *rate,
                      struct motion *motion);

/* Where a point of the body, known in the design position, is in a stance; and how it moves. */
void kamm_body_point(const struct linkage *l, const struct linkage_stance *stance,
                     const double design[3], double out[3]);
void kamm_point_rate(const struct linkage_stance *stance, const struct motion *motion,
                     const double point[3], double out[3]);

#endif
