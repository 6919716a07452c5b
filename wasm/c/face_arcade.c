/* The C side of the TypeScript face: arcade handling, of one car each. */
#include "face.h"

#include <kamm/io/arcade_file.h>
#include <stdlib.h>
#include <string.h>

struct arcade {
    kamm_arcade_state state; /* first: TypeScript reads it */
    kamm_arcade knobs;
};

EXPORT(face_read_arcade) struct arcade *face_read_arcade(const char *path)
{
    struct arcade *arcade = face_new(sizeof *arcade);
    memset(&face_notes, 0, sizeof face_notes);
    if (arcade && !kamm_load_arcade(path, &arcade->knobs, &face_notes, &face_error)) return arcade;
    free(arcade);
    return NULL;
}

EXPORT(face_arcade_name) const char *face_arcade_name(const struct arcade *arcade)
{
    return arcade->knobs.name;
}

EXPORT(face_arcade_gravity) double face_arcade_gravity(const struct arcade *arcade)
{
    return arcade->knobs.gravity;
}

EXPORT(face_arcade_vehicle)
int face_arcade_vehicle(const struct arcade *arcade, kamm_vehicle_def *def)
{
    return kamm_arcade_vehicle(&arcade->knobs, def, &face_error);
}

/* `numbers`: strength, steer, throttle, brake, hand_brake, clutch, boost, pitch, roll, yaw. */
EXPORT(face_arcade_input)
int face_arcade_input(struct arcade *arcade, kamm_cars *cars, int car, const double *numbers,
                      int lets_roll, int own_gear, double interval_s)
{
    kamm_input_assist assist = kamm_default_input_assist();
    assist.strength = (float)numbers[0];
    assist.lets_roll = lets_roll;
    const kamm_arcade_request request = {.driver = {(float)numbers[1], (float)numbers[2],
                                                    (float)numbers[3], (float)numbers[4],
                                                    (float)numbers[5], own_gear},
                                         .boost = (float)numbers[6],
                                         .pitch = (float)numbers[7],
                                         .roll = (float)numbers[8],
                                         .yaw = (float)numbers[9]};
    return kamm_arcade_input(&arcade->knobs, &assist, &arcade->state, cars, car, &request,
                             interval_s, &face_error);
}
