/* Hardpoints that do not fit are refused with what is wrong, where, and what is allowed. */
#include "support/linkages.h"
#include "support/refused.h"

#include <string.h>

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    kamm_vehicle_def def = hmmwv_front();
    kamm_suspension_def *s = &def.axles[0].suspension;
    kamm_hardpoints_def *p = &s->hardpoints;
    s->camber_gain_rad_per_m = -0.1;
    expect_vehicle_refused(&def,
                           "axles[0].suspension.camber_gain_rad_per_m: given beside hardpoints");
    s->camber_gain_rad_per_m = 0;
    s->lateral_curve = (kamm_curve){2, {-1, 1}, {0, 0}};
    expect_vehicle_refused(&def, "axles[0].suspension.lateral_curve: given beside hardpoints");
    s->lateral_curve.count = 0;
    s->caster_rad = 0.1;
    expect_vehicle_refused(&def, "axles[0].suspension.caster_rad: given beside hardpoints");
    s->caster_rad = 0;
    p->upper_ball_m_count = 0;
    expect_vehicle_refused(&def, "hardpoints.upper_ball_m: missing; needed for a double_wishbone");
    p->upper_ball_m_count = 2;
    expect_vehicle_refused(&def, "hardpoints.upper_ball_m: a point is three numbers");
    p->upper_ball_m_count = 3;
    p->watt_m_count = 3;
    expect_vehicle_refused(&def, "hardpoints.watt_m: there is no such point in a double_wishbone");
    p->watt_m_count = 0;
    p->spring_lower_m_count = 3;
    expect_vehicle_refused(&def,
                           "hardpoints.spring_upper_m: missing; needed beside spring_lower_m");
    p->spring_lower_m_count = 0;
    s->kind = KAMM_SUSPENSION_DEPENDENT;
    expect_vehicle_refused(&def, "allowed: independent");
    s->kind = KAMM_SUSPENSION_INDEPENDENT;
    def.axles[0].track_m = 1.5;
    expect_vehicle_refused(&def, "hardpoints.wheel_centre_m: 0.91 m to the left");
    def.axles[0].track_m = 1.82;
    p->kind = KAMM_HARDPOINTS_NONE;
    expect_vehicle_refused(&def, "hardpoints.kind: left out, but there is wheel_centre_m");
    def = linkage_examples[3].of();
    def.axles[1].suspension.hardpoints.links_count = 4;
    expect_vehicle_refused(&def, "hardpoints.links: 4, the tie rod counted; allowed: 5");
    def = linkage_examples[11].of();
    def.axles[1].suspension.hardpoints.watt_m_count = 0;
    expect_vehicle_refused(
        &def, "axles[1].suspension.hardpoints: at a travel of 0 mm the points leave the");
}

static void what_cannot_be_reached_is_refused_by_name_travel_and_distance(void **state)
{
    (void)state;
    kamm_vehicle_def def = hmmwv_front();
    def.axles[0].suspension.bump_travel_m = 0.6;
    expect_vehicle_refused(&def, "axles[0].suspension.hardpoints: at a travel of 58");
    expect_vehicle_refused(
        &def, " mm the lower arm from lower_rear_m to lower_ball_m can't be had, it misses by 2.");
    expect_vehicle_refused(&def, "wanted are -100 to 640 mm");
    def = linkage_examples[4].of();
    def.axles[1].suspension.bump_travel_m = 0.5;
    expect_vehicle_refused(&def, "the pivot can't be had");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(what_cannot_be_reached_is_refused_by_name_travel_and_distance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
