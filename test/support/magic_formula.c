/* H. B. Pacejka, Tire and Vehicle Dynamics, 3rd ed., (4.E1) to (4.E78); Besselink et al. 2010, (A47) to
 * (A60); draft of it, (49); 5.2: MF-Tyre equation manual. Names are those of the equations. */
#include "magic_formula.h"

#include <math.h>

static double cut(double x, double low, double high) { return fmin(fmax(x, low), high); }
static double sign(double x) { return (x > 0) - (x < 0); }
static double bent(double B, double E, double x) { return B * x - E * (B * x - atan(B * x)); }

struct terms {
    const kamm_tyre_def *t;
    double Fz, dfz, dpi, kappa, as, g, gs, V; /* as: alpha*, gs: gamma* */
    int old;
};

struct lateral {
    double Fy0, SHy, SVy, By, Cy, Kya, muy;
};

static double longitudinal(const struct terms *s, double *Kxk)
{
    const kamm_tyre_def *t = s->t;
    double dfz = s->dfz, dpi = s->dpi;
    double gx = s->old ? s->g * t->lgax : s->g;
    double mux = (t->pdx1 + t->pdx2 * dfz) * (1 + t->ppx3 * dpi + t->ppx4 * dpi * dpi) *
                 (1 - t->pdx3 * gx * gx) * t->lmux;
    double Cx = t->pcx1 * t->lcx, Dx = mux * s->Fz;
    *Kxk = s->Fz * (t->pkx1 + t->pkx2 * dfz) * exp(t->pkx3 * dfz) *
           (1 + t->ppx1 * dpi + t->ppx2 * dpi * dpi) * t->lkx;
    double Bx = *Kxk / (Cx * Dx), SHx = (t->phx1 + t->phx2 * dfz) * t->lhx, kx = s->kappa + SHx;
    double SVx = s->Fz * (t->pvx1 + t->pvx2 * dfz) * t->lvx * t->lmux;
    double Ex = (t->pex1 + t->pex2 * dfz + t->pex3 * dfz * dfz) * (1 - t->pex4 * sign(kx)) * t->lex;
    double Fx0 = Dx * sin(Cx * atan(bent(Bx, fmin(Ex, 1), kx))) + SVx;
    double gs = s->old ? s->gs * t->lgax : s->gs;
    double Bxa = (t->rbx1 + t->rbx3 * gs * gs) * cos(atan(t->rbx2 * s->kappa)) * t->lxal;
    double Exa = fmin(t->rex1 + t->rex2 * dfz, 1);
    return Fx0 * cos(t->rcx1 * atan(bent(Bxa, Exa, s->as + t->rhx1))) /
           cos(t->rcx1 * atan(bent(Bxa, Exa, t->rhx1)));
}

static struct lateral lateral(const struct terms *s, double gs)
{
    const kamm_tyre_def *t = s->t;
    struct lateral y;
    double dfz = s->dfz, dpi = s->dpi, Fz0 = t->lfzo * t->nominal_load_n;
    if (s->old) gs *= t->lgay;
    y.Kya =
        t->pky1 * Fz0 * (1 + t->ppy1 * dpi) * (1 - t->pky3 * fabs(gs)) * t->lky *
        sin(t->pky4 * atan(s->Fz / Fz0 / ((t->pky2 + t->pky5 * gs * gs) * (1 + t->ppy2 * dpi))));
    double SVyg = s->Fz * (t->pvy3 + t->pvy4 * dfz) * gs * t->lkyc * t->lmuy;
    double Kyg0 = s->Fz * (t->pky6 + t->pky7 * dfz) * (1 + t->ppy5 * dpi) * t->lkyc;
    y.SHy = (t->phy1 + t->phy2 * dfz) * t->lhy +
            (s->old ? t->phy3 * gs * t->lkyc : (Kyg0 * gs - SVyg) / y.Kya);
    y.SVy = s->Fz * (t->pvy1 + t->pvy2 * dfz) * t->lvy * t->lmuy + SVyg;
    y.muy = (t->pdy1 + t->pdy2 * dfz) * (1 + t->ppy3 * dpi + t->ppy4 * dpi * dpi) *
            (1 - t->pdy3 * gs * gs) * t->lmuy;
    double ay = s->as + y.SHy, Dy = y.muy * s->Fz;
    double Ey = (t->pey1 + t->pey2 * dfz) *
                (1 + t->pey5 * gs * gs - (t->pey3 + t->pey4 * gs) * (ay < 0 ? -1 : 1)) * t->ley;
    y.Cy = t->pcy1 * t->lcy;
    y.By = y.Kya / (y.Cy * Dy);
    y.Fy0 = Dy * sin(y.Cy * atan(bent(y.By, fmin(Ey, 1), ay))) + y.SVy;
    return y;
}

static double weight_of_fy(const struct terms *s)
{
    const kamm_tyre_def *t = s->t;
    double gs = s->old ? s->gs * t->lgay : s->gs;
    double Byk = (t->rby1 + t->rby4 * gs * gs) * cos(atan(t->rby2 * (s->as - t->rby3))) * t->lyka;
    double Eyk = fmin(t->rey1 + t->rey2 * s->dfz, 1), SHyk = t->rhy1 + t->rhy2 * s->dfz;
    return cos(t->rcy1 * atan(bent(Byk, Eyk, s->kappa + SHyk))) /
           cos(t->rcy1 * atan(bent(Byk, Eyk, SHyk)));
}

static double side_force_of_kappa(const struct terms *s, double muy)
{
    const kamm_tyre_def *t = s->t;
    double gs = s->old ? s->gs * t->lgay : s->gs;
    double DVyk =
        muy * s->Fz * (t->rvy1 + t->rvy2 * s->dfz + t->rvy3 * gs) * cos(atan(t->rvy4 * s->as));
    return DVyk * sin(t->rvy5 * atan(t->rvy6 * s->kappa)) * t->lvyka;
}

static double overturning(const struct terms *s, double Fy)
{
    const kamm_tyre_def *t = s->t;
    double R0 = t->unloaded_radius_m, Fz0 = t->nominal_load_n, g = s->g, Fz = s->Fz;
    if (Fz < t->load_min_n) Fz *= pow(Fz / t->load_min_n, 2);
    double mixed = t->qsx4 * cos(t->qsx5 * atan(pow(t->qsx6 * Fz / Fz0, 2))) *
                   sin(t->qsx7 * g + t->qsx8 * atan(t->qsx9 * Fy / Fz0));
    return R0 * Fz * t->lmx *
               (t->qsx1 * t->lvmx - t->qsx2 * g * (1 + t->ppmx1 * s->dpi) - t->qsx12 * g * fabs(g) +
                t->qsx3 * Fy / Fz0 + mixed + t->qsx10 * atan(t->qsx11 * Fz / Fz0) * g) +
           R0 * Fy * t->lmx * (t->qsx13 + t->qsx14 * fabs(g));
}

static double rolling(const struct terms *s, double Fz, double Fx)
{
    const kamm_tyre_def *t = s->t;
    double R0 = t->unloaded_radius_m, Fz0 = t->nominal_load_n, v = s->V / t->test_speed_mps;
    if (Fz < t->load_min_n) Fz *= Fz / t->load_min_n;
    double sum = t->qsy1 + t->qsy2 * Fx / Fz0 + t->qsy3 * v + t->qsy4 * pow(v, 4);
    if (s->old) return -R0 * Fz * t->lmy * sum;
    sum += (t->qsy5 + t->qsy6 * Fz / Fz0) * s->g * s->g;
    return -R0 * Fz0 * t->lmy * sum * pow(Fz / Fz0, t->qsy7) * pow(1 + s->dpi, t->qsy8);
}

static double joint_angle(double a, double k) { return atan(hypot(tan(a), k)) * (a < 0 ? -1 : 1); }

static double aligning(const struct terms *s, const struct lateral *y, double Kxk, double Fx,
                       double Fy, double Fy_prime)
{
    const kamm_tyre_def *t = s->t;
    double dfz = s->dfz, R0 = t->unloaded_radius_m, Fz0 = t->lfzo * t->nominal_load_n;
    double g = s->old ? s->g * t->lgaz : s->g, gs = s->old ? s->gs * t->lgaz : s->gs;
    double Fz = fmax(s->Fz, t->load_min_n), k = Kxk / y->Kya * s->kappa;
    double SHt = t->qhz1 + t->qhz2 * dfz + (t->qhz3 + t->qhz4 * dfz) * gs;
    double ar = s->as + y->SHy + y->SVy / y->Kya, at = s->as + SHt;
    double Dt = Fz * R0 / Fz0 * (t->qdz1 + t->qdz2 * dfz) * (1 - t->ppz1 * s->dpi) *
                (1 + t->qdz3 * g + t->qdz4 * g * g) * t->ltr;
    double Bt = (t->qbz1 + t->qbz2 * dfz + t->qbz3 * dfz * dfz) *
                (1 + t->qbz4 * g + t->qbz5 * fabs(g)) * t->lky / t->lmuy;
    double Et = (t->qez1 + t->qez2 * dfz + t->qez3 * dfz * dfz) *
                (1 + (t->qez4 + t->qez5 * gs) * 2 / M_PI * atan(Bt * t->qcz1 * at));
    double trail = Dt * cos(t->qcz1 * atan(bent(Bt, fmin(Et, 1), joint_angle(at, k)))) *
                   cos(atan(s->as)) * t->lfzo;
    double Dr =
        Fz * R0 * t->lmuy * cos(s->as) *
        ((t->qdz6 + t->qdz7 * dfz) * t->lres + ((t->qdz8 + t->qdz9 * dfz) * (1 + t->ppz2 * s->dpi) +
                                                (t->qdz10 + t->qdz11 * dfz) * fabs(gs)) *
                                                   gs * t->lkzc);
    double Br = t->qbz9 * t->lky / t->lmuy + t->qbz10 * y->By * y->Cy;
    double Mzr = Dr * cos(atan(Br * joint_angle(ar, k)));
    double lever =
        R0 * t->ls * (t->ssz1 + t->ssz2 * Fy / t->nominal_load_n + (t->ssz3 + t->ssz4 * dfz) * g);
    return -trail * Fy_prime + Mzr + lever * Fx;
}

struct plain_force plain_magic_formula(const kamm_tyre_def *t, double load, double kappa,
                                       double alpha, double gamma, double speed)
{
    double Fz0 = t->lfzo * t->nominal_load_n;
    double p = cut(t->inflation_pressure_pa, t->pressure_min_pa, t->pressure_max_pa);
    struct terms s = {.t = t, .V = speed, .old = t->magic_formula == KAMM_MF_52};
    s.Fz = fmin(load, t->load_max_n);
    s.dfz = s.Fz / Fz0 - 1;
    s.dpi = p / t->nominal_pressure_pa - 1;
    s.kappa = cut(kappa, t->slip_ratio_min, t->slip_ratio_max);
    s.as = tan(cut(alpha, t->slip_angle_min_rad, t->slip_angle_max_rad));
    s.g = cut(gamma, t->camber_min_rad, t->camber_max_rad);
    s.gs = sin(s.g);
    struct plain_force f;
    struct lateral y = lateral(&s, s.gs), upright = lateral(&s, 0);
    f.fx = longitudinal(&s, &f.kxk);
    f.kya = y.Kya;
    f.fy = weight_of_fy(&s) * y.Fy0 + side_force_of_kappa(&s, y.muy);
    double Fy_prime =
        s.old ? f.fy - side_force_of_kappa(&s, upright.muy) : weight_of_fy(&s) * upright.Fy0;
    f.mx = overturning(&s, f.fy);
    f.my = rolling(&s, load, f.fx);
    f.mz = aligning(&s, &y, f.kxk, f.fx, f.fy, Fy_prime);
    return f;
}
