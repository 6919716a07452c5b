/* Motorcycle tyre fields: table of the coefficients of the law `motorcycle`.
 *
 * KAMM_MOTORCYCLE_TYRE_FIELDS is the Magic Formula for motorcycle tyres (MF-MC). Macros and conventions are those of
 * tyre_fields.h. Names are those of a .tir file of FITTYP 51 or 52, in lower case. Stiffnesses are positive: slip makes
 * force against itself, camber to the side of the lean. Defaults are a 120/70 ZR17, fitted by S. Evangelou (PhD thesis,
 * Imperial College London, 2003) to measurements of E. J. H. de Vries and H. B. Pacejka (1997).
 */
#ifndef KAMM_MOTORCYCLE_TYRE_FIELDS_H
#define KAMM_MOTORCYCLE_TYRE_FIELDS_H

#define KAMM_MOTORCYCLE_TYRE_FIELDS(NUMBER) \
    NUMBER(moment_length_m, "m", 0, 0, 8, \
           "length that qdz1 to qdz11 refer to (Ro); 0: the crown radius; MF-MCTyre files have the unloaded radius") \
    NUMBER(pcx1, "1", 1.6064, 0.5, 2.5, "Fx: shape factor") \
    NUMBER(pdx1, "1", 1.3806, 0.01, 10, "Fx: friction at nominal load") \
    NUMBER(pdx2, "1", -0.041429, -5, 5, "Fx: friction, linear in load") \
    NUMBER(pex1, "1", 0.0263, -1e4, 1e4, "Fx: curvature at nominal load") \
    NUMBER(pex2, "1", 0.27056, -1e4, 1e4, "Fx: curvature, linear in load") \
    NUMBER(pex3, "1", -0.076882, -1e4, 1e4, "Fx: curvature, quadratic in load") \
    NUMBER(pex4, "1", 1.1268, -1e4, 1e4, "Fx: curvature, driving against braking") \
    NUMBER(pkx1, "1", 25.939, 0.1, 1000, "slip stiffness over load at nominal load") \
    NUMBER(pkx2, "1", -4.2327, -300, 300, "slip stiffness, linear in load") \
    NUMBER(pkx3, "1", 0.33686, -3, 3, "slip stiffness, exponent of load") \
    NUMBER(pcy1, "1", 0.83266, 0.1, 1.9, "Fy: shape factor of slip; with pcy2 below 2") \
    NUMBER(pcy2, "1", 0.86765, 0.05, 1.9, "Fy: shape factor of camber") \
    NUMBER(pdy1, "1", 1.3, 0.01, 10, "Fy: friction at nominal load") \
    NUMBER(pdy2, "1", 0, -3, 1, "Fy: friction, exponent of load") \
    NUMBER(pdy3, "1", 0, -0.3, 100, "Fy: friction, camber squared") \
    NUMBER(pey1, "1", -1.2556, -1e4, 1e4, "Fy: curvature") \
    NUMBER(pey2, "1", -3.2068, -1e4, 1e4, "Fy: curvature, camber squared") \
    NUMBER(pey3, "1", 0, -1e4, 1e4, "Fy: curvature, one side against the other") \
    NUMBER(pey4, "1", -3.9975, -1e4, 1e4, "Fy: curvature, camber to the side of the slip") \
    NUMBER(pey5, "1", -15.815, -1e4, 1, "Fy: curvature of camber's sine") \
    NUMBER(pky1, "1", 22.841, 0.1, 500, "greatest cornering stiffness over nominal load") \
    NUMBER(pky2, "1", 2.1578, 0.1, 3, "cornering stiffness, shape over load") \
    NUMBER(pky3, "1", 2.5058, 0.05, 100, "load over nominal load that shapes the cornering stiffness") \
    NUMBER(pky4, "1", -0.08088, -100, 100, "cornering stiffness, load with camber squared") \
    NUMBER(pky5, "1", -0.22882, -0.3, 100, "cornering stiffness, falls with camber squared") \
    NUMBER(pky6, "1", 0.69677, 0, 20, "camber stiffness over load; a motorcycle has 0.5 to 1.2") \
    NUMBER(pky7, "1", -0.03077, -20, 20, "camber stiffness, linear in load") \
    NUMBER(rbx1, "1", 13.476, 0, 1e4, "combined Fx: slope") \
    NUMBER(rbx2, "1", 11.354, -1e4, 1e4, "combined Fx: slope against slip ratio") \
    NUMBER(rcx1, "1", 1.1231, 0, 5, "combined Fx: shape factor") \
    NUMBER(rby1, "1", 7.7856, 0, 1e4, "combined Fy: slope") \
    NUMBER(rby2, "1", 8.1697, -1e4, 1e4, "combined Fy: slope against slip angle") \
    NUMBER(rby3, "1", -0.05914, -5, 5, \
           "combined Fy: shift of slip angle in the slope; not where the tyre is symmetric") \
    NUMBER(rcy1, "1", 1.0533, 0, 5, "combined Fy: shape factor") \
    NUMBER(qbz1, "1", 10.486, 0, 1000, "trail: slope at nominal load") \
    NUMBER(qbz2, "1", -0.0011536, -1000, 1000, "trail: slope, linear in load") \
    NUMBER(qbz3, "1", 0, -1000, 1000, "trail: slope, quadratic in load") \
    NUMBER(qbz5, "1", -0.68973, -100, 100, "trail: slope, camber's magnitude") \
    NUMBER(qbz6, "1", 1.0411, -100, 100, "trail: slope, camber squared") \
    NUMBER(qbz9, "1", 27.445, -1000, 1000, "twisting moment: slope") \
    NUMBER(qbz10, "1", -1.0792, -1000, 1000, "twisting moment: slope by cornering stiffness") \
    NUMBER(qcz1, "1", 1.0917, 0, 3, "trail: shape factor") \
    NUMBER(qdz1, "1", 0.19796, -5, 5, "trail: peak over moment_length_m at nominal load") \
    NUMBER(qdz2, "1", 0.065629, -5, 5, "trail: peak, linear in load") \
    NUMBER(qdz3, "1", 0.2199, -20, 20, "trail: peak, camber's magnitude") \
    NUMBER(qdz4, "1", 0.21866, -100, 100, "trail: peak, camber squared") \
    NUMBER(qdz8, "1", 0.3682, -5, 5, "twisting moment by camber over load and moment_length_m") \
    NUMBER(qdz9, "1", 0.1218, -5, 5, "twisting moment by camber, linear in load") \
    NUMBER(qdz10, "1", 0.25439, -20, 20, "twisting moment: camber squared") \
    NUMBER(qdz11, "1", -0.17873, -20, 20, "twisting moment: camber squared and load") \
    NUMBER(qez1, "1", -0.91586, -1e4, 1e4, "trail: curvature at nominal load") \
    NUMBER(qez2, "1", 0.11625, -1e4, 1e4, "trail: curvature, linear in load") \
    NUMBER(qez3, "1", -0.0024085, -1e4, 1e4, "trail: curvature, quadratic in load") \
    NUMBER(qez5, "1", 1.4387, -1e4, 1e4, "trail: curvature, camber") \
    NUMBER(qhz3, "1", -0.0037886, -5, 5, "twisting moment: shift, camber") \
    NUMBER(qhz4, "1", -0.01557, -5, 5, "twisting moment: shift, camber and load")

#endif
