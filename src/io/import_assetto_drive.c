/* Assetto Corsa: engine, turbochargers, gears, differentials. */
#include <math.h>
#include <string.h>

#include "import_assetto.h"

/* -- Engine -- */

/* Boost adds to the torque: MAX_BOOST (rpm / REFERENCE_RPM)^GAMMA, at most MAX_BOOST, and at most WASTEGATE if that is not 0. */
static double boost_at(struct assetto *ac, double rpm)
{
    double sum = 0;
    for (int i = 0; i < 8; ++i) {
        char section[16];
        double most = 0, gate = 0, reference = 1, gamma = 1;
        snprintf(section, sizeof section, "TURBO_%d", i);
        if (!kamm_ac_number(ac, ENGINE, section, "MAX_BOOST", "bar", 0, 20, &most)) break;
        kamm_ac_number(ac, ENGINE, section, "WASTEGATE", "bar", 0, 20, &gate);
        kamm_ac_number(ac, ENGINE, section, "REFERENCE_RPM", "rpm", 1, 50000, &reference);
        kamm_ac_number(ac, ENGINE, section, "GAMMA", "", 0.01, 20, &gamma);
        double boost = most * pow(fmin(fmax(rpm, 0) / reference, 1), gamma);
        sum += gate > 0 ? fmin(boost, gate) : boost;
    }
    return sum;
}

static kamm_curve torque_curve(struct assetto *ac)
{
    struct lut *lut = &ac->lut;
    for (int i = 0; i < lut->count; ++i) {
        if (ac->m->facts.engine != KAMM_POWER_PETROL) lut->y[i] *= 1 + boost_at(ac, lut->x[i]);
        lut->x[i] *= RPM_RADPS;
        lut->y[i] = fmax(lut->y[i], 0);
    }
    return kamm_curve_of_points(lut->x, lut->y, lut->count);
}

static int read_curve(struct assetto *ac, kamm_curve *curve)
{
    struct import *m = ac->m;
    if (!kamm_ac_lut(ac, ENGINE, "HEADER", "POWER_CURVE")) {
        if (!m->result)
            m->result = kamm_ini_fail_missing(&ac->ini[ENGINE], "HEADER", "POWER_CURVE",
                                              "file of the torque curve", m->error);
        return 0;
    }
    *curve = torque_curve(ac);
    return !m->result;
}

static void put_engine(struct assetto *ac)
{
    struct import *m = ac->m;
    kamm_curve curve;
    double coast, rpm;
    if (!read_curve(ac, &curve)) return;
    kamm_put_imported_torque(
        m, &curve,
        kamm_ac_from(ac, ENGINE, "HEADER", "POWER_CURVE",
                     m->facts.engine == KAMM_POWER_TURBO ? ", with all boost" : ""));
    kamm_ac_take(ac, ENGINE, "ENGINE_DATA", "INERTIA", "kg.m2", 1e-6, 1000, 1,
                 "engine.inertia_kgm2");
    kamm_ac_take(ac, ENGINE, "ENGINE_DATA", "MINIMUM", "rpm", 60, 8000, RPM_RADPS,
                 "engine.idle_radps");
    if (m->facts.limiter_radps > 0)
        kamm_put_imported(m, "engine.limiter_radps", m->facts.limiter_radps,
                          kamm_ac_from(ac, ENGINE, "ENGINE_DATA", "LIMITER", ""));
    if (!kamm_ac_number(ac, ENGINE, "COAST_REF", "TORQUE", "N.m", 0, 1e5, &coast) ||
        !kamm_ac_number(ac, ENGINE, "COAST_REF", "RPM", "rpm", 100, 50000, &rpm))
        return;
    kamm_ac_from(ac, ENGINE, "COAST_REF", "TORQUE", " at RPM, proportional to speed");
    kamm_put_imported(m, "engine.drag_nm", 0, ac->from);
    kamm_put_imported(m, "engine.drag_nms_per_rad", coast / (rpm * RPM_RADPS), ac->from);
}

/* -- Gears -- */

static void gear_facts(struct assetto *ac)
{
    kamm_vehicle_facts *facts = &ac->m->facts;
    int count = (int)kamm_ac_needed(ac, DRIVETRAIN, "GEARS", "COUNT", "", 1, KAMM_MAX_GEARS,
                                    "number of forward gears");
    for (int i = 0; i < count && !ac->m->result; ++i) {
        char key[16];
        snprintf(key, sizeof key, "GEAR_%d", i + 1);
        facts->ratios[i] = kamm_ac_needed(ac, DRIVETRAIN, "GEARS", key, "", 0.1, 30, "ratio");
    }
    facts->ratios_count = facts->gears = count;
    facts->final_drive =
        kamm_ac_needed(ac, DRIVETRAIN, "GEARS", "FINAL", "", 0.5, 30, "ratio behind the gearbox");
}

static void traction_fact(struct assetto *ac)
{
    static const char *const words[] = {"FWD", "RWD", "AWD", "AWD2"};
    static const int32_t drives[] = {KAMM_DRIVEN_FRONT, KAMM_DRIVEN_REAR, KAMM_DRIVEN_ALL,
                                     KAMM_DRIVEN_ALL};
    struct import *m = ac->m;
    struct ini *ini = &ac->ini[DRIVETRAIN];
    const struct ini_value *type = m->result ? NULL : kamm_ini_find(ini, "TRACTION", "TYPE");
    if (m->result) return;
    if (!type) {
        m->result = kamm_ini_fail_missing(ini, "TRACTION", "TYPE", "driven axles", m->error);
        return;
    }
    for (int i = 0; i < 4; ++i)
        if (!strcmp(type->value, words[i])) {
            m->facts.drive = drives[i];
            return;
        }
    m->result = kamm_fail(m->error, KAMM_ERROR_RANGE, "TYPE",
                          "%.300s:%d: [TRACTION] TYPE = %.40s: allowed: FWD, RWD, AWD, AWD2",
                          ini->path, type->line, type->value);
}

void kamm_ac_drive_facts(struct assetto *ac)
{
    struct import *m = ac->m;
    kamm_vehicle_facts *facts = &m->facts;
    kamm_curve curve;
    double limiter = 0, is_manual = 1;
    int is_turbo = kamm_ini_has_section(&ac->ini[ENGINE], "TURBO_0");
    facts->engine = is_turbo ? KAMM_POWER_TURBO : KAMM_POWER_PETROL;
    if (m->result || !read_curve(ac, &curve)) return;
    kamm_take_engine_facts(m, &curve);
    if (!(facts->power_w > 0)) {
        m->result = kamm_fail(m->error, KAMM_ERROR_RANGE, "POWER_CURVE",
                              "%.300s: the file of [HEADER] POWER_CURVE has no torque above 0",
                              ac->ini[ENGINE].path);
        return;
    }
    if (kamm_ac_number(ac, ENGINE, "ENGINE_DATA", "LIMITER", "rpm", 0, 50000, &limiter))
        facts->limiter_radps = limiter * RPM_RADPS;
    kamm_ac_number(ac, DRIVETRAIN, "GEARBOX", "SUPPORTS_SHIFTER", "", 0, 1, &is_manual);
    facts->gearbox = is_manual > 0 ? KAMM_SHIFTED_MANUAL : KAMM_SHIFTED_SEQUENTIAL;
    traction_fact(ac);
    gear_facts(ac);
}

static void put_gears(struct assetto *ac)
{
    struct import *m = ac->m;
    double reverse, time, is_manual;
    kamm_mark_source(m->e, "gearbox.ratios", "imported: drivetrain.ini [GEARS] GEAR_1 and on");
    kamm_put_imported(m, "gearbox.final_drive", m->facts.final_drive,
                      "drivetrain.ini [GEARS] FINAL");
    if (kamm_ac_number(ac, DRIVETRAIN, "GEARBOX", "SUPPORTS_SHIFTER", "", 0, 1, &is_manual))
        kamm_mark_source(m->e, "gearbox.kind",
                         "imported: drivetrain.ini [GEARBOX] SUPPORTS_SHIFTER");
    if (kamm_ac_number(ac, DRIVETRAIN, "GEARS", "GEAR_R", "", -30, 30, &reverse))
        kamm_put_imported(m, "gearbox.reverse_ratio", fabs(reverse),
                          "drivetrain.ini [GEARS] GEAR_R");
    if (kamm_ac_number(ac, DRIVETRAIN, "GEARBOX", "CHANGE_UP_TIME", "ms", 0, 5000, &time))
        kamm_put_imported(m, "gearbox.shift_s", time / 1000,
                          "drivetrain.ini [GEARBOX] CHANGE_UP_TIME");
    kamm_ac_take(ac, DRIVETRAIN, "CLUTCH", "MAX_TORQUE", "N.m", 1, 1e6, 1, "clutch.torque_nm");
    kamm_put_imported(
        m, "clutch.efficiency", 1,
        "engine.ini [HEADER] POWER_CURVE, which has the wheels' torque over the ratios");
}

/* -- Differentials -- */

/* Keys of a differential with a common beginning; its axle. POWER and COAST are shares of the torque, as lock_drive. */
static void put_differential(struct assetto *ac, const char *section, const char *start, int axle)
{
    struct import *m = ac->m;
    char power_key[32], coast_key[32], preload_key[32];
    double power = 0, coast = 0, preload = 0;
    snprintf(power_key, sizeof power_key, "%sPOWER", start);
    snprintf(coast_key, sizeof coast_key, "%sCOAST", start);
    snprintf(preload_key, sizeof preload_key, "%sPRELOAD", start);
    if (!kamm_ac_number(ac, DRIVETRAIN, section, power_key, "", 0, 1, &power)) return;
    kamm_ac_number(ac, DRIVETRAIN, section, coast_key, "", 0, 1, &coast);
    kamm_ac_number(ac, DRIVETRAIN, section, preload_key, "N.m", 0, 1e5, &preload);
    const char *word = power >= 1 && coast >= 1      ? "locked"
                       : power + coast + preload > 0 ? "limited_slip"
                                                     : "open";
    kamm_ac_from(ac, DRIVETRAIN, section, power_key, ", COAST and PRELOAD");
    kamm_put_imported_word(m, kamm_axle_path(m->e, axle, "differential"), word, ac->from);
    kamm_ac_from(ac, DRIVETRAIN, section, power_key, power > 0.95 ? ", at most 0.95" : "");
    kamm_put_imported(m, kamm_axle_path(m->e, axle, "lock_drive"), fmin(power, 0.95), ac->from);
    kamm_ac_from(ac, DRIVETRAIN, section, coast_key, coast > 0.95 ? ", at most 0.95" : "");
    kamm_put_imported(m, kamm_axle_path(m->e, axle, "lock_coast"), fmin(coast, 0.95), ac->from);
    kamm_put_imported(m, kamm_axle_path(m->e, axle, "lock_preload_nm"), preload,
                      kamm_ac_from(ac, DRIVETRAIN, section, preload_key, ""));
}

static void put_differentials(struct assetto *ac)
{
    struct import *m = ac->m;
    double front;
    if (m->facts.drive != KAMM_DRIVEN_ALL) {
        put_differential(ac, "DIFFERENTIAL", "", m->facts.drive == KAMM_DRIVEN_FRONT ? 0 : 1);
        return;
    }
    const char *section = kamm_ini_has_section(&ac->ini[DRIVETRAIN], "AWD2") ? "AWD2" : "AWD";
    put_differential(ac, section, "FRONT_DIFF_", 0);
    put_differential(ac, section, "REAR_DIFF_", 1);
    if (!kamm_ac_number(ac, DRIVETRAIN, section, "FRONT_SHARE", "%", 0, 100, &front)) return;
    kamm_ac_from(ac, DRIVETRAIN, section, "FRONT_SHARE", "");
    kamm_put_imported(m, "axles[0].drive_share", front / 100, ac->from);
    kamm_put_imported(m, "axles[1].drive_share", 1 - front / 100, ac->from);
}

void kamm_ac_put_drive(struct assetto *ac)
{
    put_engine(ac);
    put_gears(ac);
    put_differentials(ac);
}
