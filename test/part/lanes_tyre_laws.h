/* tyre_forces on a block of 16 wheels, at every width. */
#ifndef LANES_TYRE_LAWS_H
#define LANES_TYRE_LAWS_H

enum {
    TYRE_LOAD,
    TYRE_KAPPA,
    TYRE_TAN,
    TYRE_CAMBER,
    TYRE_SPEED,
    TYRE_FRICTION_X,
    TYRE_FRICTION_Y,
    TYRE_SIDE,
    TYRE_INPUTS
};
enum {
    TYRE_FX,
    TYRE_FY,
    TYRE_MX,
    TYRE_MY,
    TYRE_MZ,
    TYRE_ROLLING,
    TYRE_PEAK_X,
    TYRE_PEAK_Y,
    TYRE_KX,
    TYRE_KY,
    TYRE_CARCASS_X,
    TYRE_CARCASS_Y,
    TYRE_OUTPUTS
};

/* `constants`: where mixed those of 16 wheels, [float][16], else the only ones. */
typedef void tyre_block(const float *constants, float in[TYRE_INPUTS][16],
                        float out[TYRE_OUTPUTS][16]);
tyre_block tyre_block_1_0, tyre_block_4_0, tyre_block_8_0, tyre_block_16_0;
tyre_block tyre_block_4_1, tyre_block_8_1, tyre_block_16_1;

#endif
