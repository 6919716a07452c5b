/* The Magic Formula a second time, in double and libm, written from the equations in their order and
 * sharing nothing with the library: what the kernel is held to. */
#ifndef SUPPORT_MAGIC_FORMULA_H
#define SUPPORT_MAGIC_FORMULA_H

#include <kamm/tyre.h>

struct plain_force {
    double fx, fy, mx, my, mz;
    double kxk, kya;
};

/* MFeval's use mode 121, forwards and above the low speed; as inflated. */
struct plain_force plain_magic_formula(const kamm_tyre_def *tyre, double load, double kappa,
                                       double alpha, double gamma, double speed);

#endif
