/* The functions of lane_math.h on arrays, at every width. */
#ifndef LANES_LANE_MATH_H
#define LANES_LANE_MATH_H

enum lane_function {
    SINE,
    COSINE,
    TANGENT,
    ARC_TANGENT,
    ARC_TANGENT2, /* of y[i], x[i] */
    ARC_SINE,
    COSINE_OF_ARC_TANGENT,
    EXPONENTIAL,
    LOGARITHM,
    POWER, /* x[i] to y[i] */
    LANE_FUNCTIONS
};

/* Reads and writes LANE_ROW floats of rows aligned to 64 bytes. */
#define LANE_ROW 64
typedef void lane_row(enum lane_function function, const float *x, const float *y, float *result);
lane_row lane_row_1_0, lane_row_4_0, lane_row_8_0, lane_row_16_0;
lane_row lane_row_4_1, lane_row_8_1, lane_row_16_1;

#endif
