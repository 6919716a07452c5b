/* Global search by evolution with an adapted covariance: CMA-ES (N. Hansen, The CMA Evolution Strategy: A Tutorial,
 * arXiv:1604.00772). */
#ifndef KAMM_LAB_CMA_ES_H
#define KAMM_LAB_CMA_ES_H

#include <stdint.h>

/* A function of `size` variables, each from 0 to 1. */
struct cma_problem {
    int size;      /* 1 to KAMM_SYMMETRIC_MAX */
    int most;      /* evaluations */
    double spread; /* standard deviation of the first generation, such as 0.3 */
    double rest;   /* that of a generation that has come to rest, such as 1e-3 */
    uint64_t seed;
    /* Costs of `count` points, one after the other; infinity: not possible. 0: the search is to end. */
    int (*evaluate)(void *user, int count, const double *points, double *costs);
    void *user;
};

/* Most points of a generation. */
enum { KAMM_CMA_MOST = 128 };

/* Searches from `best`, which becomes the best point that was evaluated, of cost `cost`. A search that has come to rest
 * begins again elsewhere, with twice as many points (A. Auger and N. Hansen, A restart CMA evolution strategy with
 * increasing population size, CEC 2005). Returns the evaluations. Random numbers and steps use only + - * / and roots: the same points on every machine, if the costs are the same. */
int kamm_cma_minimise(const struct cma_problem *problem, double *best, double *cost);

#endif
