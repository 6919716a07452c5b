/* Arc series at every width: one row of 16 arguments in, rows of results out. */
#ifndef LANES_ARC_SERIES_H
#define LANES_ARC_SERIES_H

enum { ARC_COSINE, ARC_SINE, ARC_TANGENT, ARC_SQUARED, ARC_RESULTS };

typedef void arc_block(const float *cosine_series, const float *sine_series, const float *x,
                       float out[ARC_RESULTS][16]);
arc_block arc_block_1_0, arc_block_4_0, arc_block_8_0, arc_block_16_0;

#endif
