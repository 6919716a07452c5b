/* Links of chains in tension.
 *
 * A force f at an arm r turns back a body that turns about what is across it: with f . r per angle. A light link
 * before a heavy load so swings at sqrt(T l / I): 750 rad/s for a link of 1 kg and 0.2 m above a tonne. No explicit
 * path of joints follows more than 2 rad of that in a substep, and chains tore. Such a body answers moments as if
 * its inertia were dt^2 k larger, and keeps its angular momentum with that, as by an implicit step of that stiffness
 * k (S. Andrews, M. Teichmann, P. Kry, "Geometric Stiffness for Real-time Constrained Multibody Dynamics", Computer
 * Graphics Forum 36, 2017). As there, only by as much as it takes: up to k dt^2 = I nothing changes. k is from the
 * forces of the last substep, and of its tensor only what pulls: what is pushed bends away slowly. */
#include "tension.h"
#include "../../base/quaternion.h"
#include "../../base/vector_double.h"
#include "../state.h"

#include <math.h>
#include <string.h>

void kamm_add_tension(double stiffness[6], const double arm_m[3], const double force_n[3])
{
    double pull = dot3(arm_m, force_n), square = dot3(arm_m, arm_m);
    if (!(pull > 0)) return;
    double along = pull / square;
    for (int i = 0; i < 3; ++i) stiffness[i] += pull - along * arm_m[i] * arm_m[i];
    stiffness[3] -= along * arm_m[0] * arm_m[1];
    stiffness[4] -= along * arm_m[0] * arm_m[2];
    stiffness[5] -= along * arm_m[1] * arm_m[2];
}

/* The inverse of a symmetric matrix that is positive definite. */
static void invert(const double m[3][3], double out[3][3])
{
    double determinant = 0;
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
            int a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
            out[k][i] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
    for (int k = 0; k < 3; ++k) determinant += m[0][k] * out[k][0];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) out[i][k] /= determinant;
}

/* How often its inertia about the axes across the pull goes into dt^2 k; less than 1 is slow enough. */
static double fastness(const double inertia[3][3], const double k[6], double dt)
{
    double trace = k[0] + k[1] + k[2], product = 0;
    for (int i = 0; i < 3; ++i) product += k[i] * inertia[i][i];
    product += 2 * (k[3] * inertia[0][1] + k[4] * inertia[0][2] + k[5] * inertia[1][2]);
    /* `product` over `trace` is the mean inertia across. */
    return product > 0 ? 0.5 * dt * dt * trace * trace / product : 0;
}

void kamm_respond_in_tension(const kamm_world *world, int dynamic, const double axis[3][3],
                             struct response *response, double turning[3])
{
    const double *k = world->joints.stiffness[world->car_count + dynamic];
    double inertia[3][3], inverse[3][3], momentum[3];
    kamm_turn_tensor(axis, &world->dynamic_masses[dynamic].inertia_kgm2[0][0], 3, &inertia[0][0],
                     3);
    double fast = fastness((const double(*)[3])inertia, k, world->dt);
    if (!(fast > 1)) return;
    double by = world->dt * world->dt * (1 - 1 / fast);
    for (int i = 0; i < 3; ++i) momentum[i] = dot3(inertia[i], turning);
    static const int at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    for (int i = 0; i < 3; ++i)
        for (int n = 0; n < 3; ++n) inertia[i][n] += by * k[at[i][n]];
    invert((const double(*)[3])inertia, inverse);
    for (int i = 0; i < 3; ++i) memcpy(&response->row[3 + i].of[3], inverse[i], sizeof inverse[i]);
    for (int i = 0; i < 3; ++i) turning[i] = dot3(inverse[i], momentum);
}
