/* Recordings: a world's run in a file, which the page plays (library kamm_io). docs/recordings.md describes the format.
 *
 *     kamm_recording_def def = {.world = world, .world_file = "proving-ground"};
 *     kamm_recording *recording = kamm_begin_recording("run.kammrec", &def, &error);
 *     while (…) {
 *         kamm_step_world(world, 4);
 *         kamm_record_frame(recording, time_s, &error);
 *     }
 *     kamm_end_recording(recording, &error);
 *
 * Recording changes nothing of the world. The file grows as it goes, and memory only with the number of cars and
 * bodies. A file that was not ended, such as after a crash, can be read up to its last whole frame. */
#ifndef KAMM_IO_RECORDING_H
#define KAMM_IO_RECORDING_H

#include <kamm/cars.h>
#include <kamm/combinations.h>
#include <kamm/export.h>
#include <kamm/io/vehicle_file.h>
#include <kamm/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* -- Writing -- */

/* Returns a colour of a car as 0xRRGGBB. */
typedef uint32_t kamm_paint_of(const kamm_cars *cars, int car, void *user);

/* What is recorded. */
typedef struct kamm_recording_def {
    /* World with all its cars and bodies. NULL: `cars` or `combinations` alone. */
    const kamm_world *world;
    /* Cars that are in no world, beside those of `world`; NULL: none. They must exist until the last frame. */
    const kamm_cars *cars;
    /* Which of `cars`: the first one, and their number; 0: all from there on. */
    int32_t first_car, car_count;
    /* Name for display; NULL: none. */
    const char *title;
    /* Name of a world file, such as "proving-ground", whose ground is drawn. NULL: a plane is drawn if the ground is
     * one, else none. */
    const char *world_file;
    /* Ground without a world; NULL: kamm_flat_ground. */
    const kamm_ground *ground;
    /* Colours of cars; NULL: those of their vehicles. */
    kamm_paint_of *paint;
    /* Argument of `paint`. */
    void *user;
    /* Combinations that are in no world, with all their units; NULL: none. They must exist until the last frame. */
    kamm_combinations *combinations;
    /* Which of `combinations`: the first one, and their number; 0: all from there on. */
    int32_t first_combination, combination_count;
} kamm_recording_def;

/* A recording that is written. */
typedef struct kamm_recording kamm_recording;

/* Begins a recording in a file, in place of an older one. The first frame has what the world consists of then. NULL on
 * error: FILE (with the file's name), MEMORY, RANGE (nothing to record, or cars or combinations that do not exist). */
KAMM_IO_API kamm_recording *kamm_begin_recording(const char *path, const kamm_recording_def *def,
                                                 kamm_error *error);
/* Adds a frame: poses of all cars and bodies that have moved. Cars and bodies that came or went since the last frame
 * are part of it. Times must not decrease. On error the recording stays as it is, and each later frame gives FILE or
 * MEMORY again. Errors: FILE (such as a full disk, with the file's name), MEMORY, RANGE (a time, or a place too far
 * away). Places lie within 200 km of where the first car or body was, along each axis. After RANGE, later frames may
 * be added. */
KAMM_IO_API kamm_result kamm_record_frame(kamm_recording *recording, double time_s,
                                          kamm_error *error);
/* Ends the recording and destroys it, also on error. NULL is ignored. Errors: FILE, MEMORY, also of frames before. */
KAMM_IO_API kamm_result kamm_end_recording(kamm_recording *recording, kamm_error *error);
/* Does the same without telling errors, such as after one of a frame. NULL is ignored. */
KAMM_IO_API void kamm_destroy_recording(kamm_recording *recording);

/* -- Reading -- */

/* Resolution of places, in m, along each axis. */
#define KAMM_RECORDED_LENGTH_M 1e-4
/* Largest error of an orientation of the file, as an angle in rad. */
#define KAMM_RECORDED_ANGLE_RAD 1e-4

/* A recording that was read. */
typedef struct kamm_recorded kamm_recorded;

/* Ground of a recording. */
typedef enum kamm_recorded_ground {
    /* Not known. */
    KAMM_RECORDED_NO_GROUND = 0,
    /* A plane. */
    KAMM_RECORDED_PLANE = 1,
    /* The ground of a world file. */
    KAMM_RECORDED_WORLD = 2
} kamm_recorded_ground;

/* What a recording has. */
typedef struct kamm_recorded_info {
    /* Name for display; may be empty. */
    char title[128];
    /* Kind of the ground. */
    kamm_recorded_ground ground;
    /* Name of a world file; else empty. */
    char world_file[128];
    /* Point and normal of a plane. */
    double plane_point_m[3], plane_normal[3];
    /* Numbers of models, cars, bodies and frames. */
    int32_t model_count, car_count, body_count, frame_count;
    /* 1: the recording was ended. 0: the file breaks off after the last frame. */
    int32_t is_complete;
} kamm_recorded_info;

/* A wheel of a recorded model. */
typedef struct kamm_recorded_wheel {
    /* Centre at rest, in the vehicle frame. */
    double centre_m[3];
    /* Unloaded radius, width of the tyre, and radius of the rim. */
    double radius_m, width_m, rim_radius_m;
    /* Axle of the wheel, 0 the front one; 1 left, 0 in the middle, -1 right. */
    int32_t axle, side;
} kamm_recorded_wheel;

/* A vehicle of a recording, as cars share it. */
typedef struct kamm_recorded_model {
    /* Name of the vehicle. */
    char name[128];
    /* Overall size. */
    double length_m, width_m, height_m;
    /* Number of contact boxes. */
    int32_t box_count;
    /* Contact boxes (kamm_car_boxes). */
    kamm_box boxes[KAMM_MAX_BOXES];
    /* Number of wheels. */
    int32_t wheel_count;
    /* Wheels, as in kamm_model_info. */
    kamm_recorded_wheel wheels[KAMM_MAX_WHEELS];
} kamm_recorded_model;

/* A car at the present frame. */
typedef struct kamm_recorded_car {
    /* Index of its model. */
    int32_t model;
    /* Group of the world, and index in it, when the car was first recorded. */
    int32_t group, index;
    /* Unit of a combination, 1 for the first trailer; else 0. */
    int32_t unit;
    /* Colour as 0xRRGGBB; -1: that of the vehicle. */
    int32_t paint;
    /* 1: it is there. 0: it is off, has gone or has not come yet, and the members below are 0. */
    int32_t is_on;
    /* Pose of the vehicle frame. */
    kamm_pose body;
    /* Poses of the wheels, in world axes, without spin. */
    kamm_pose wheels[KAMM_MAX_WHEELS];
    /* Rotation of each wheel about its axis, from 0 to 2 pi, and its speed. */
    double spin_angle_rad[KAMM_MAX_WHEELS], spin_radps[KAMM_MAX_WHEELS];
    /* Pedals and hand brake, 0 to 1. */
    double throttle, brake, hand_brake;
    /* Engaged gear; -1: reverse. */
    int32_t gear;
    /* Angle of the steering wheel. */
    double steering_wheel_rad;
} kamm_recorded_car;

/* A shape of a recorded body. Points of hulls and meshes: kamm_read_recorded_points. */
typedef struct kamm_recorded_shape {
    /* Kind; a cylinder is the hull of its prism. */
    kamm_shape_kind kind;
    /* Box of the shape in the body's frame; not of hulls and meshes. */
    kamm_box box;
    /* Numbers of points and triangles of hulls and meshes. */
    int32_t point_count, triangle_count;
} kamm_recorded_shape;

/* A body at the present frame. */
typedef struct kamm_recorded_body {
    /* Its index in the world (kamm_body_at), when it was there. */
    int32_t index;
    /* Static, kinematic or dynamic. */
    kamm_body_type type;
    /* 1: a sensor. */
    int32_t sensor;
    /* 1: it is there. 0: it has gone or has not come yet. */
    int32_t is_on;
    /* Pose of its frame. */
    kamm_pose pose;
    /* Number of shapes. */
    int32_t shape_count;
    /* Shapes in the frame of the body. */
    kamm_recorded_shape shapes[KAMM_MAX_SHAPES];
} kamm_recorded_body;

/* Reads a recording into memory; it takes that of the file and some more. A broken or incomplete file is read up to its
 * last whole frame, with a note; `notes` may be NULL. The present frame is the first one. NULL on error: FILE, FORMAT
 * (not a recording, of a later version, or without a whole frame), MEMORY. */
KAMM_IO_API kamm_recorded *kamm_load_recording(const char *path, kamm_notes *notes,
                                               kamm_error *error);
/* Destroys a recording that was read. NULL is ignored. */
KAMM_IO_API void kamm_destroy_recorded(kamm_recorded *recorded);
/* Describes a recording that was read. */
KAMM_IO_API kamm_recorded_info kamm_describe_recorded(const kamm_recorded *recorded);
/* Returns the time of a frame; 0 for one that does not exist. */
KAMM_IO_API double kamm_recorded_time_s(const kamm_recorded *recorded, int frame);
/* Makes a frame the present one, at any place. Errors: RANGE (no such frame). */
KAMM_IO_API kamm_result kamm_show_recorded(kamm_recorded *recorded, int frame, kamm_error *error);
/* Read a model, a car and a body by its index, at the present frame. Errors: RANGE (no such index), MEMORY. */
KAMM_IO_API kamm_result kamm_read_recorded_model(const kamm_recorded *recorded, int index,
                                                 kamm_recorded_model *model, kamm_error *error);
KAMM_IO_API kamm_result kamm_read_recorded_car(const kamm_recorded *recorded, int index,
                                               kamm_recorded_car *car, kamm_error *error);
KAMM_IO_API kamm_result kamm_read_recorded_body(const kamm_recorded *recorded, int index,
                                                kamm_recorded_body *body, kamm_error *error);
/* Reads the points of a hull or mesh in the body's frame, and the triangles of a mesh; either may be NULL. Errors:
 * RANGE (no such body or shape), MEMORY. */
KAMM_IO_API kamm_result kamm_read_recorded_points(const kamm_recorded *recorded, int body,
                                                  int shape, float (*points_m)[3],
                                                  int32_t (*triangles)[3], kamm_error *error);

#ifdef __cplusplus
}
#endif

#endif
