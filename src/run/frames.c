/* See frames.h. Baseline code in lanes of four, the same at every width of the kernels. */
#include "../base/compiler.h"
#define KAMM_WIDTH KAMM_BASELINE_WIDTH

#include "frames.h"

#include "../base/wide.h"

/* WIDE_CARS cars from `lane` on. */
static void turn_axes(const wide q[4], struct body_frames *frames, int lane)
{
    wide w = q[0], x = q[1], y = q[2], z = q[3];
    wide twice = 2.0 / ((w * w + x * x) + (y * y + z * z));
    wide xx = twice * x * x, yy = twice * y * y, zz = twice * z * z;
    wide xy = twice * x * y, yz = twice * y * z, zx = twice * z * x;
    wide wx = twice * w * x, wy = twice * w * y, wz = twice * w * z;
    const wide axes[3][3] = {{1.0 - (yy + zz), xy - wz, zx + wy},
                             {xy + wz, 1.0 - (zz + xx), yz - wx},
                             {zx - wy, yz + wx, 1.0 - (xx + yy)}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) store_wide(&frames->axes[i][j][lane], axes[i][j]);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < WIDE_CARS; ++k) {
            frames->forward[i][lane + k] = (float)wide_of(axes[i][0], k);
            frames->left[i][lane + k] = (float)wide_of(axes[i][1], k);
        }
}

/* Lanes are set one by one, not through memory: a vector read from where its parts were just written waits until the
 * processor has completed all earlier writes. After a kernel's substep this takes longer than all of this function. */
static wide state_wide(const kamm_cars *cars, int block, size_t number, int lane)
{
    const float *row = cars->block[block].state[cars->rows.state_row[number]] + lane;
    wide of = {0};
    for (int i = 0; i < WIDE_CARS; ++i) set_wide(&of, i, (double)row[i]);
    return of;
}

static wide time_ahead(const kamm_cars *cars, int block, int lane, double ahead_substeps)
{
    wide ahead_s = {0};
    for (int i = 0; i < WIDE_CARS; ++i) {
        const kamm_model *model = kamm_model_at(cars, block * KAMM_BLOCK + lane + i);
        set_wide(&ahead_s, i, ahead_substeps * model->info.substep_s);
    }
    return ahead_s;
}

static void go_ahead(const kamm_cars *cars, int block, int lane, wide ahead_s,
                     struct body_frames *frames)
{
    wide turn[3];
    for (size_t i = 0; i < 3; ++i) {
        double *at = &frames->position_m[i][lane];
        wide velocity = state_wide(cars, block, STATE_NUMBER(car.velocity_x_mps) + i, lane);
        store_wide(at, load_wide(at) + velocity * ahead_s);
        turn[i] = state_wide(cars, block, STATE_NUMBER(car.roll_rate_radps) + i, lane) * ahead_s;
    }
    for (int i = 0; i < 3; ++i) {
        double(*axis)[KAMM_BLOCK] = frames->axes[i];
        wide x = load_wide(&axis[0][lane]), y = load_wide(&axis[1][lane]);
        wide z = load_wide(&axis[2][lane]);
        store_wide(&axis[0][lane], x + (y * turn[2] - z * turn[1]));
        store_wide(&axis[1][lane], y + (z * turn[0] - x * turn[2]));
        store_wide(&axis[2][lane], z + (x * turn[1] - y * turn[0]));
    }
}

void kamm_find_frames(const kamm_cars *cars, int block, unsigned lanes, double ahead_substeps,
                      struct body_frames *frames)
{
    for (int lane = 0; lane < KAMM_BLOCK; lane += WIDE_CARS) {
        wide q[4];
        if (!(lanes >> lane & ((1u << WIDE_CARS) - 1))) continue;
        for (size_t i = 0; i < 4; ++i)
            q[i] = state_wide(cars, block, STATE_NUMBER(car.orientation_w) + i, lane);
        turn_axes(q, frames, lane);
        for (int i = 0; i < 3; ++i)
            store_wide(&frames->position_m[i][lane],
                       load_wide(&cars->block[block].position_m[i][lane]));
        if (cars->rung->feels_middle)
            go_ahead(cars, block, lane, time_ahead(cars, block, lane, ahead_substeps), frames);
    }
}

void kamm_frame_at(const double position[3], const double q[4], struct body_frames *frames)
{
    wide lanes[4];
    for (int i = 0; i < 4; ++i) lanes[i] = splat_wide(q[i]);
    turn_axes(lanes, frames, 0);
    for (int i = 0; i < 3; ++i) frames->position_m[i][0] = position[i];
}
