/* The C side of the TypeScript face: cars and the plane grounds below them. */
#include "face.h"

#include <stdlib.h>
#include <string.h>

kamm_error face_error;

EXPORT(face_error_at) kamm_error *face_error_at(void) { return &face_error; }

kamm_result face_fail(kamm_result code, const char *text)
{
    face_error.code = code;
    face_error.path[0] = 0;
    strcpy(face_error.text, text);
    return code;
}

void *face_new(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory) face_fail(KAMM_ERROR_MEMORY, "out of memory");
    return memory;
}

EXPORT(face_create_ground) kamm_ground *face_create_ground(void)
{
    kamm_ground *ground = face_new(sizeof *ground);
    if (ground) *ground = kamm_flat_ground;
    return ground;
}

EXPORT(face_set_plane)
void face_set_plane(kamm_ground *ground, double slope, double bank, const kamm_surface *surface)
{
    kamm_contact plane = kamm_surface_ground(surface).plane;
    memcpy(plane.normal, kamm_plane_ground(slope, bank, 1).plane.normal, sizeof plane.normal);
    ground->plane = plane;
}

EXPORT(face_placement_on)
void face_placement_on(const kamm_ground *ground, double x_m, double y_m, double yaw_rad,
                       kamm_placement *placement)
{
    *placement = kamm_placement_on(ground, x_m, y_m, yaw_rad);
}

EXPORT(face_restore_cars) int face_restore_cars(kamm_cars *cars, const void *snapshot, size_t size)
{
    return kamm_restore_snapshot(cars, snapshot, size, &face_error);
}

EXPORT(face_check_placement)
int face_check_placement(const kamm_cars *cars, int car, const kamm_placement *placement)
{
    return kamm_check_placement(cars, car, placement, &face_error);
}

/* The first car whose commanded acceleration its rung does not obey; -1: none. */
EXPORT(face_disobeyed) int face_disobeyed(kamm_cars *cars)
{
    const kamm_input *input = kamm_inputs(cars);
    if (kamm_describe(kamm_model_of(cars, 0)).takes_commands) return -1;
    for (int car = 0; car < kamm_count(cars); ++car) {
        float asked = input[car].acceleration_mps2;
        if (input[car].command > 0.5f && asked - asked == 0 && asked != 0) return car;
    }
    return -1;
}

EXPORT(face_assist_input)
void face_assist_input(kamm_cars *cars, int car, float strength, int lets_roll, float steer,
                       float throttle, float brake, float hand_brake, float clutch, int own_gear,
                       double interval_s)
{
    kamm_input_assist assist = kamm_default_input_assist();
    kamm_driver_request request = {steer, throttle, brake, hand_brake, clutch, own_gear};
    assist.strength = strength;
    assist.lets_roll = lets_roll;
    kamm_assist_input(&assist, cars, car, &request, interval_s);
}
