/* curve_at on a block of 16 cars, at every width. */
#ifndef LANES_CURVE_H
#define LANES_CURVE_H

/* `tables`: where mixed the tables of 16 cars, [float][16], else the only one. */
typedef void curve_block(const float *tables, const float *x, float *value, float *slope);
curve_block curve_block_1_0, curve_block_4_0, curve_block_8_0, curve_block_16_0;
curve_block curve_block_4_1, curve_block_8_1, curve_block_16_1;

#endif
