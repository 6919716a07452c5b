/* A tyre on standing water: what of its patch keeps touch with the road, what the water drags and how it slows the wheel.
 *
 * Sources. The water's pressure below the tyre grows with the square of the speed, until it carries all of the load at the speed v_p
 * (W. B. Horne, R. C. Dreher, Phenomena of pneumatic tire hydroplaning, NASA TN D-2056, 1963: 9 sqrt(p) knots, p in psi); before that it
 * carries the share (v / v_p)^2. A wide patch floats sooner than a long one (W. B. Horne, T. J. Yager, D. L. Ivey, Recent studies to
 * investigate effects of tire footprint aspect ratio on dynamic hydroplaning speed, ASTM STP 929, 1986), and a tread drains it (B. M. Gallaway
 * et al., Pavement and geometric design criteria for minimizing hydroplaning, FHWA-RD-79-31, 1979):
 *
 *     v_p = 7.95 mph sqrt(p l / w) (1 + t)^0.06     p in psi, l and w of the patch, t of the tread in 1/32 inch
 *
 * so that load and pressure count by the length of the patch too. At w / l = 0.59 a smooth tyre has the 9 knots of 1963.
 *
 * Shallow water has somewhere to go. With its depth h a share 1 - exp(-h / h_0) of that pressure builds up. h_0 is 0.5
 * mm, the texture of the road, and a quarter of the tread's depth, its voids. The form is ours; with the two numbers
 * the law meets the table of wet roads in Bosch's Automotive Handbook (new and worn tyres, 1 and 2 mm, 50 to 130 km/h:
 * docs/surfaces.md). With q the share that would be carried, c = q / (1 + q^4)^(1/4) is, which goes smoothly to 1.
 *
 * Friction and stiffness of slip are those of the patch that is left, 1 - c of it, at least 0.02: water shears, too.
 * The tyre pushes water aside, which drags with C_D rho h w v^2 / 2, C_D = 0.75 for a single tyre (EASA AMC 25.1591,
 * Take-off performance on contaminated runways). The drag stays that at v_p once it floats; no torque of the wheel goes
 * into that. The pressure builds up ahead of the axle: where water carries all, it falls about evenly from the front
 * edge of the patch to the rear one. So it acts a third of the way, l / 6 ahead of the middle. That holds back the
 * wheel with c^2 F_z l / 6 (the square is ours: the wedge begins at the front), more than the friction that is left can
 * drive it: free wheels spin down.
 *
 * Departures. The water of a wheel is as deep as the ground says, also where another wheel has just cleared a track. Below 0.2 mm it is a
 * film, which belongs to the surface's friction. There is no spray, and no water that runs off. */
#ifndef KAMM_PART_TYRE_AQUAPLANING_H
#define KAMM_PART_TYRE_AQUAPLANING_H

#include "contact_size.h"
#include "tyre_slip.h"

#define TREAD_EXPONENT 0.06f
#define LEAST_TOUCH 0.02f

struct aquaplaning_constants {
    num smooth_mps;                     /* v_p of a smooth tyre at that pressure and w = l */
    num warmer_per_k;                   /* of the pressure, relative, by the gas's temperature */
    num tread_m, inverse_thirty_second; /* new */
    num drag_kgpm2;                     /* C_D rho w / 2 */
    struct contact_size_constants contact;
};

/* State of a tyre in water. */
struct wet_tyre {
    real depth_m, load_n, deflection_m;
    real forward_mps, left_mps; /* of the patch over the ground */
    real worn_m, gas_warmth_k;
};

struct water_effect {
    real touch;              /* share of the patch that keeps touch: 1 without water */
    real drag_x_n, drag_y_n; /* against the motion of the patch, forward and to the left */
    real turning_nm;         /* that holds back the wheel's spin */
};

/* The speed at which the tyre floats on deep water. */
LANE_INLINE real floating_speed(const struct aquaplaning_constants *c, struct contact_size patch,
                                real tread_m, real gas_warmth_k)
{
    real pressure = max_real(1.0f + c->warmer_per_k * gas_warmth_k, splat(0.1f));
    real slender = patch.length_m / max_real(patch.width_m, splat(1e-3f));
    real tread = power(1.0f + tread_m * c->inverse_thirty_second, splat(TREAD_EXPONENT));
    return max_real(c->smooth_mps * square_root(pressure * slender) * tread, splat(0.1f));
}

/* The share of the load that water of that depth carries: `vv` is the speed over that of floating, squared. */
LANE_INLINE real carried_by_water(real vv, real depth_m, real tread_m)
{
    real drained = 5e-4f + 0.25f * tread_m;
    real q = vv * (1.0f - exponential(max_real(-depth_m / drained, splat(-50.0f))));
    q = min_real(q, splat(1e4f));
    return q / square_root(square_root(1.0f + square(square(q))));
}

COLD_PATH void run_through_water(const struct aquaplaning_constants *c, const struct wet_tyre *t,
                                 struct water_effect *effect)
{
    struct contact_size patch = contact_size_of(&c->contact, t->deflection_m);
    real tread = max_real(c->tread_m - t->worn_m, splat(0.0f));
    real speed_2 = min_real(square(t->forward_mps) + square(t->left_mps), splat(1e6f));
    real floats = floating_speed(c, patch, tread, t->gas_warmth_k);
    real vv = speed_2 / square(floats);
    real carried = carried_by_water(vv, t->depth_m, tread);
    mask wet = (t->depth_m > 0.0f) & (t->load_n > 0.0f);
    real sunk = 1.0f / square_root(square_root(1.0f + square(square(vv))));
    real drag = keep(wet, c->drag_kgpm2 * t->depth_m * square_root(speed_2) * sunk);
    effect->touch = pick(wet, max_real(1.0f - carried, splat(LEAST_TOUCH)), splat(1.0f));
    effect->drag_x_n = keep(wet, drag * t->forward_mps); /* +0 where it is dry, not -0 */
    effect->drag_y_n = keep(wet, drag * t->left_mps);
    effect->turning_nm = keep(wet, square(carried) * t->load_n * patch.length_m * (1.0f / 6));
}

#endif
