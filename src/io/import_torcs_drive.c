/* TORCS: engine, gears, differentials. */
#include <math.h>
#include <string.h>

#include "import_torcs.h"

enum { MAX_POINTS = 256 };

/* -- Engine -- */

static int read_curve(struct torcs *t, kamm_curve *curve)
{
    double x[MAX_POINTS], y[MAX_POINTS];
    char section[40] = "Engine/data points/1";
    int count = 0;
    for (; count < MAX_POINTS && !t->m->result; ++count) {
        snprintf(section, sizeof section, "Engine/data points/%d", count + 1);
        if (count && !kamm_torcs_has(t, "Engine/data points/1", section)) break;
        x[count] = kamm_torcs_needed(t, section, "rpm", "rad/s", 0, 5000, "engine speed");
        y[count] = fmax(kamm_torcs_needed(t, section, "Tq", "N.m", -1e5, 1e5, "torque"), 0);
        if (count && x[count] <= x[count - 1])
            kamm_torcs_fail(t, section, "rpm", KAMM_ERROR_RANGE,
                            "engine speeds of the points have to ascend");
    }
    if (t->m->result) return 0;
    *curve = kamm_curve_of_points(x, y, count);
    return 1;
}

static double torque_at(const kamm_curve *curve, double speed)
{
    int i = 1;
    if (speed >= curve->x[curve->count - 1]) return curve->y[curve->count - 1];
    if (speed <= curve->x[0]) return curve->y[0];
    while (curve->x[i] < speed) ++i;
    double share = (speed - curve->x[i - 1]) / (curve->x[i] - curve->x[i - 1]);
    return curve->y[i - 1] + share * (curve->y[i] - curve->y[i - 1]);
}

/* At a closed throttle the simulator's engine gives -T c (n - idle) / (n_max - idle) of its curve's torque T. Here it is
 * proportional to speed, and the same at the limiter. */
static void put_engine_brake(struct torcs *t, const kamm_curve *curve)
{
    struct import *m = t->m;
    double factor, idle, most, limiter = m->facts.limiter_radps;
    if (!kamm_torcs_number(t, "Engine", "brake coefficient", "", 0, 2, &factor) ||
        !kamm_torcs_number(t, "Engine", "tickover", "rad/s", 5, 1500, &idle) ||
        !kamm_torcs_number(t, "Engine", "revs maxi", "rad/s", 50, 5000, &most) || !(limiter > 0))
        return;
    double drag = torque_at(curve, limiter) * factor * (limiter - idle) / fmax(most - idle, 1);
    kamm_torcs_from(t, "Engine", "brake coefficient", " at the limiter, proportional to speed");
    kamm_put_imported(m, "engine.drag_nm", 0, t->from);
    kamm_put_imported(m, "engine.drag_nms_per_rad", fmax(drag, 0) / limiter, t->from);
}

static void put_engine(struct torcs *t)
{
    struct import *m = t->m;
    kamm_curve curve;
    if (!read_curve(t, &curve)) return;
    kamm_put_imported_torque(m, &curve,
                             kamm_torcs_from(t, "Engine/data points/1", "Tq", " and on"));
    kamm_torcs_take(t, "Engine", "inertia", "kg.m2", 1e-6, 1000, "engine.inertia_kgm2");
    kamm_torcs_take(t, "Engine", "tickover", "rad/s", 5, 1500, "engine.idle_radps");
    kamm_torcs_take(t, "Engine", "revs limiter", "rad/s", 50, 5000, "engine.limiter_radps");
    put_engine_brake(t, &curve);
}

/* Power counts up to the limiter. */
static void engine_facts(struct torcs *t)
{
    struct import *m = t->m;
    kamm_vehicle_facts *facts = &m->facts;
    kamm_curve curve;
    if (!read_curve(t, &curve)) return;
    const char *turbo = kamm_torcs_word(t, "Engine", "turbo");
    if (!facts->engine || facts->engine == KAMM_POWER_ELECTRIC)
        facts->engine = turbo && !strcmp(turbo, "true") ? KAMM_POWER_TURBO : KAMM_POWER_PETROL;
    facts->limiter_radps = curve.x[curve.count - 1];
    kamm_torcs_number(t, "Engine", "revs limiter", "rad/s", 50, 5000, &facts->limiter_radps);
    while (curve.count > 2 && curve.x[curve.count - 2] >= facts->limiter_radps) --curve.count;
    kamm_take_engine_facts(m, &curve);
    if (!(facts->power_w > 0))
        kamm_torcs_fail(t, "Engine/data points/1", "Tq", KAMM_ERROR_RANGE,
                        "no point has a torque above 0");
}

/* -- Gears -- */

static const char *gear_section(char section[40], const char *gear)
{
    snprintf(section, 40, "Gearbox/gears/%s", gear);
    return section;
}

static void gear_facts(struct torcs *t)
{
    kamm_vehicle_facts *facts = &t->m->facts;
    char section[40], gear[8];
    int count = 0;
    for (; count < KAMM_MAX_GEARS && !t->m->result; ++count) {
        snprintf(gear, sizeof gear, "%d", count + 1);
        gear_section(section, gear);
        if (count && !kamm_torcs_has(t, "Gearbox/gears/1", section)) break;
        facts->ratios[count] = kamm_torcs_needed(t, section, "ratio", "", 0, 30, "ratio");
        if (!(facts->ratios[count] > 0)) break; /* the game has no such gear either */
    }
    if (!count && !t->m->result)
        kamm_torcs_fail(t, "Gearbox/gears/1", "ratio", KAMM_ERROR_RANGE, "has to be above 0");
    facts->ratios_count = facts->gears = count;
    if (!facts->gearbox) facts->gearbox = KAMM_SHIFTED_SEQUENTIAL;
}

static const char *final_section(const struct torcs *t)
{
    int32_t drive = t->m->facts.drive;
    return drive == KAMM_DRIVEN_FRONT ? "Front Differential"
           : drive == KAMM_DRIVEN_ALL ? "Central Differential"
                                      : "Rear Differential";
}

/* Without a type, here and in the category, the simulator drives the rear wheels. */
static void drive_fact(struct torcs *t)
{
    static const char *const words[] = {"FWD", "RWD", "4WD"};
    static const int32_t drives[] = {KAMM_DRIVEN_FRONT, KAMM_DRIVEN_REAR, KAMM_DRIVEN_ALL};
    const char *type = kamm_torcs_word(t, "Drivetrain", "type");
    if (!type && !t->m->facts.drive) t->m->facts.drive = KAMM_DRIVEN_REAR;
    if (!type) return;
    for (int i = 0; i < 3; ++i)
        if (!strcmp(type, words[i])) {
            t->m->facts.drive = drives[i];
            return;
        }
    kamm_torcs_fail(t, "Drivetrain", "type", KAMM_ERROR_RANGE, "allowed: FWD, RWD, 4WD");
}

void kamm_torcs_drive_facts(struct torcs *t)
{
    engine_facts(t);
    drive_fact(t);
    gear_facts(t);
    t->m->facts.final_drive =
        kamm_torcs_needed(t, final_section(t), "ratio", "", 0.5, 30, "ratio behind the gearbox");
}

/* Mean of the forward gears, times that of the differentials on the way. */
static void put_efficiency(struct torcs *t)
{
    static const char *const ends[] = {"Front Differential", "Rear Differential"};
    double sum = 0, last = 1, value;
    int count = 0;
    char section[40], gear[8];
    for (int i = 0; i < t->m->facts.gears; ++i) {
        snprintf(gear, sizeof gear, "%d", i + 1);
        if (!kamm_torcs_number(t, gear_section(section, gear), "efficiency", "", 0, 1.5, &value))
            continue;
        sum += fmin(value, 1);
        ++count;
    }
    for (int end = FRONT; end < ENDS; ++end)
        if (kamm_is_driven(t->m->e, (enum end)end) &&
            kamm_torcs_number(t, ends[end], "efficiency", "", 0, 1.5, &value))
            last = fmin(last, value);
    if (t->m->facts.drive == KAMM_DRIVEN_ALL &&
        kamm_torcs_number(t, "Central Differential", "efficiency", "", 0, 1.5, &value))
        last *= fmin(value, 1);
    if (!count) return;
    kamm_torcs_from(t, "Gearbox/gears/1", "efficiency", " and on, mean; times the differential's");
    kamm_put_imported(t->m, "clutch.efficiency", fmax(sum / count * last, 0.3), t->from);
}

static void put_gears(struct torcs *t)
{
    struct import *m = t->m;
    char section[40];
    double reverse;
    kamm_mark_source(m->e, "gearbox.ratios", "imported: Gearbox/gears/1 ratio and on");
    kamm_put_imported(m, "gearbox.final_drive", m->facts.final_drive,
                      kamm_torcs_from(t, final_section(t), "ratio", ""));
    if (kamm_torcs_number(t, gear_section(section, "r"), "ratio", "", -30, 30, &reverse) &&
        fabs(reverse) > 0)
        kamm_put_imported(m, "gearbox.reverse_ratio", fabs(reverse),
                          kamm_torcs_from(t, section, "ratio", ""));
    kamm_torcs_take(t, "Gearbox", "shift time", "s", 0, 5, "gearbox.shift_s");
    put_efficiency(t);
}

/* -- Differentials -- */

static void put_word(struct torcs *t, const char *path, const char *word, const char *section)
{
    kamm_put_imported_word(t->m, path, word, kamm_torcs_from(t, section, "type", ""));
}

/* SPOOL, FREE, LIMITED SLIP; others are limited-slip as well. Its bias is the share of the torque that each side differs from half. */
static void put_differential(struct torcs *t, int end)
{
    static const char *const sections[] = {"Front Differential", "Rear Differential"};
    const char *section = sections[end], *type = kamm_torcs_word(t, section, "type");
    double bias;
    if (!type || !strcmp(type, "NONE")) return;
    const char *word = !strcmp(type, "SPOOL")  ? "locked"
                       : !strcmp(type, "FREE") ? "open"
                                               : "limited_slip";
    put_word(t, kamm_axle_path(t->m->e, end, "differential"), word, section);
    if (strcmp(word, "limited_slip") != 0 ||
        !kamm_torcs_number(t, section, "bias", "", 0, 1, &bias))
        return;
    kamm_torcs_from(t, section, "bias", ", twice");
    kamm_put_imported(t->m, kamm_axle_path(t->m->e, end, "lock_drive"), fmin(2 * bias, 0.95),
                      t->from);
    kamm_put_imported(t->m, kamm_axle_path(t->m->e, end, "lock_coast"), fmin(2 * bias, 0.95),
                      t->from);
}

/* The simulator's viscous coupler gives the front axle its least share while both turn alike; the others share equally. */
static void put_central(struct torcs *t)
{
    const char *section = "Central Differential", *type = kamm_torcs_word(t, section, "type");
    double front = 0.5;
    if (!type) return;
    if (!strcmp(type, "VISCOUS COUPLER"))
        kamm_torcs_number(t, section, "min torque bias", "", 0, 1, &front);
    const char *word = !strcmp(type, "SPOOL")  ? "locked"
                       : !strcmp(type, "FREE") ? "open"
                                               : "limited_slip";
    put_word(t, "transfer.coupling", word, section);
    kamm_torcs_from(t, section, "type", " and min torque bias");
    kamm_put_imported(t->m, "axles[0].drive_share", front, t->from);
    kamm_put_imported(t->m, "axles[1].drive_share", 1 - front, t->from);
}

void kamm_torcs_put_drive(struct torcs *t)
{
    put_engine(t);
    put_gears(t);
    for (int end = FRONT; end < ENDS; ++end)
        if (!t->m->result && kamm_is_driven(t->m->e, (enum end)end)) put_differential(t, end);
    if (!t->m->result && t->m->facts.drive == KAMM_DRIVEN_ALL) put_central(t);
}
