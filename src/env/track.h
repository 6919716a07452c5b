/* Shared code of tasks on a path. */
#ifndef KAMM_ENV_TRACK_H
#define KAMM_ENV_TRACK_H

#include "env_state.h"

enum { TRACK_PLACE_COLUMNS = 4 };
#define TRACK_PLACE_FIELDS                                                               \
    {"room_left", "m", 10, "From the car to the left edge; below 0: beyond it"},         \
        {"room_right", "m", 10, "… to the right edge"},                                  \
        {"heading_sine", "1", 1, "Sine of the heading against the path, positive left"}, \
    {                                                                                    \
        "heading_cosine", "1", 1, "… its cosine"                                       \
    }
#define TRACK_AHEAD_FIELD(metres)                         \
    {"curvature_" #metres "m", "1/m", COURSE_AHEAD_PER_M, \
     "Curvature of the path so far ahead, positive left"},
/* Ends with a comma. */
#define TRACK_AHEAD_FIELDS COURSE_AHEAD_LIST(TRACK_AHEAD_FIELD)

kamm_result kamm_track_prepare(kamm_env *env, const kamm_env_def *def, kamm_error *error);
/* Places our car along the path, a little aside and askew. */
void kamm_track_begin_at(kamm_env *env, int i, struct track_episode *track, double station_m,
                         double speed_share);
void kamm_track_act(kamm_env *env, int i);
/* Where the car is by now, laps, and what ends the episode; `way_m` is what the step went along the path. */
enum env_end kamm_track_follow(const kamm_env *env, struct track_episode *track,
                               const struct env_car *car, double now_s, double *way_m);
/* Columns of the place and of curvatures ahead; both return where the next column is. */
float *kamm_track_show_place(const kamm_env *env, const struct track_episode *track,
                             const struct env_car *car, float *row);
float *kamm_track_show_ahead(const kamm_env *env, const struct track_episode *track, float *row);
void kamm_track_advise(kamm_env *env, int i, float *action);
/* 1: the place of a snapshot is on the course. */
int kamm_track_is_on_course(const kamm_env *env, const struct track_episode *track);
int kamm_track_outline(const kamm_env *env, int i, double (*points_m)[2], int room);

#endif
