/* How a driver gets out of trouble: reverses out of where it is stuck, turns round, or asks for a reset.
 *
 * It remembers where it was stuck for a while, as a body on the road, so that it goes round what the host has not told
 * it of. To turn round it alternates between forwards and backwards at full lock, as on any road narrower than the
 * turning circle. Speeds, times and ways go with the car's size (src/vehicle/scale.h). */
#include "../base/quaternion.h"
#include "../run/cars.h"
#include "path_plan.h"
#include "traffic_view.h"

#include <kamm/rider.h>
#include <math.h>

static const double wrong_way_rad = 1.9, turned_rad = 0.7;
static const double still_mps = 0.3, crawls_mps = 2.5;
static const double least_room_m = 1.5;
/* Cosine of the body's z axis to up from which a car lies, 70 degrees, and stands again. */
static const double lies = 0.34, stands = 0.6;
static const double lies_s = 3, remembers_s = 60, remembers_other_s = 20;
/* For so long a driver without room to reverse asks those behind for it. */
static const double asks_s = 20;

int kamm_can_manoeuvre(const kamm_traffic_driver *driver)
{
    const kamm_model *model = kamm_model_of(driver->cars, driver->car);
    return !driver->cars->is_unit && !kamm_has_rider(model) && !model->info.forward_only;
}

static double root_of(const kamm_traffic_driver *driver)
{
    return sqrt(driver->driver.plan->length_scale);
}

static void begin(kamm_traffic_driver *driver, int mode)
{
    driver->state.mode = mode;
    driver->state.mode_s = driver->state.mode_m = driver->state.still_s = 0;
}

/* -- what it does -- */

/* Steers towards an angle of the steering wheel, `share` of the lock, as fast as the path's driver does. */
static void turn_wheel(const kamm_traffic_driver *driver, kamm_input *input, double share,
                       double interval_s)
{
    double most_rad = 14 / root_of(driver) * interval_s,
           now_rad = (double)input->steering_wheel_rad;
    double to_rad = share * driver->driver.plan->info.steering_lock_rad;
    input->steering_wheel_rad =
        (float)(now_rad + traffic_within(to_rad - now_rad, -most_rad, most_rad));
}

static void brake(kamm_input *input) { input->throttle = 0, input->brake = 0.6f; }

/* Crawls in a gear, backwards for -1: more throttle the longer it takes, for slopes and kerbs. */
static void crawl(const kamm_traffic_driver *driver, kamm_input *input, double forward_mps,
                  int gear)
{
    double top_mps = crawls_mps * root_of(driver), v = gear < 0 ? -forward_mps : forward_mps;
    input->gear = (float)gear;
    input->throttle = input->brake = 0;
    if (v < -still_mps * root_of(driver) || v > 1.5 * top_mps) {
        brake(input);
        return;
    }
    double most = fmin(0.35 + 0.2 * driver->state.mode_s, 1);
    input->throttle = (float)traffic_within(0.5 * (top_mps - v) / root_of(driver), 0, most);
}

/* Room in the direction of the motion along the line. */
static double room_m(const kamm_traffic_driver *driver, const struct traffic_view *view, int ahead)
{
    const kamm_traffic_state *own = &driver->state;
    const double aside_m = 0.2;
    double room = INFINITY;
    for (int i = 0; i < view->count; ++i) {
        const struct traffic_other *o = &view->other[i];
        double gap_m = ahead ? o->ahead_m : o->behind_m;
        if (o->is_wall || gap_m < -1 || own->side_right_m - aside_m > o->left_m ||
            own->side_left_m + aside_m < o->right_m)
            continue;
        double closes_mps = ahead ? -o->along_mps : o->along_mps;
        room = fmin(room, gap_m - fmax(closes_mps, 0) * 0.5);
    }
    return room;
}

/* Whether it goes off the road, further than it is allowed to. */
static int leaves_road(const kamm_traffic_driver *driver, double over_m)
{
    const kamm_traffic_state *own = &driver->state;
    kamm_line_point at = kamm_line_at(driver->driver.plan->line, own->station_m);
    if (own->side_left_m > at.left_m + over_m && own->across_mps > 0) return 1;
    return own->side_right_m < -at.right_m - over_m && own->across_mps < 0;
}

static const double makes_room_m = 6; /* between it and one who reverses ahead */

/* Whether one ahead reverses towards it, or asks for room to do so. */
static int is_asked_for_room(const kamm_traffic_driver *driver, const struct traffic_view *view)
{
    const kamm_traffic_state *own = &driver->state;
    double near_m = makes_room_m * driver->driver.plan->length_scale;
    for (int i = 0; i < view->count; ++i) {
        const struct traffic_other *o = &view->other[i];
        if (o->backs && o->offset_m > 0 && o->ahead_m < near_m && own->side_right_m < o->left_m &&
            own->side_left_m > o->right_m)
            return 1;
    }
    return 0;
}

/* Way backwards that leaves room to go past: the path's driver goes aside under an angle, into which and out of which it
 * turns at its lock. Each attempt goes further. */
static double way_back_m(const kamm_traffic_driver *driver)
{
    const double angle = 0.35, least_m = 2, gap_m = 2;
    const kamm_model_info *info = &driver->driver.plan->info;
    double length = driver->driver.plan->length_scale;
    double radius_m = info->wheelbase_m / tan(info->steering_lock_rad / info->steering_ratio);
    double aside_m =
        fmax(fabs(driver->state.target_left_m - driver->state.left_m), least_m * length);
    double way_m = gap_m * length + aside_m / angle + 2 * angle * radius_m;
    return way_m * (1 + 0.5 * ((driver->state.recoveries + 3) % 4));
}

static void reverse(kamm_traffic_driver *driver, const struct traffic_view *view, kamm_input *input,
                    double forward_mps, double interval_s)
{
    const double slowest_mps = 1, starts_s = 4, hindered_s = 2.5, full_rad = 0.4, over_m = 4;
    const double least_way_m = 2;
    kamm_traffic_state *own = &driver->state;
    double length = driver->driver.plan->length_scale, root = root_of(driver);
    double turn = traffic_within(-own->heading_rad / full_rad, -1, 1);
    double far_m = way_back_m(driver), longest_s = starts_s * root + far_m / (slowest_mps * root);
    int is_hindered = own->mode_s > hindered_s && fabs(forward_mps) < 0.1 * root;
    turn_wheel(driver, input, -turn, interval_s);
    crawl(driver, input, forward_mps, -1);
    int is_full = room_m(driver, view, cos(own->heading_rad) < 0) < least_room_m;
    if (is_full && own->mode_m < least_way_m * length) own->asks_room_s = asks_s;
    if (own->mode_m > far_m || leaves_road(driver, over_m * length) || own->mode_s > longest_s ||
        is_hindered || is_full || (own->makes_room && !is_asked_for_room(driver, view)))
        begin(driver, KAMM_TRAFFIC_STOPS);
}

/* Forwards or backwards at full lock, in one sense, until it looks along the line. */
static void turn_round(kamm_traffic_driver *driver, const struct traffic_view *view,
                       kamm_input *input, double forward_mps, double interval_s)
{
    const double longest_s = 8, hindered_s = 2, way_m = 2.5, over_m = 1;
    kamm_traffic_state *own = &driver->state;
    double length = driver->driver.plan->length_scale, root = root_of(driver);
    int backs = own->mode == KAMM_TRAFFIC_BACKS;
    int along = (cos(own->heading_rad) < 0) == backs;
    int is_hindered = own->mode_s > hindered_s && fabs(forward_mps) < 0.1 * root;
    turn_wheel(driver, input, backs ? -own->turns_left : own->turns_left, interval_s);
    if (room_m(driver, view, along) < least_room_m && own->mode_s < longest_s) {
        brake(input);
        return;
    }
    crawl(driver, input, forward_mps, backs ? -1 : KAMM_GEAR_DRIVE);
    if (is_hindered || own->mode_s > longest_s * root ||
        (leaves_road(driver, over_m * length) && own->mode_m > way_m * length))
        begin(driver, backs ? KAMM_TRAFFIC_TURNS : KAMM_TRAFFIC_BACKS);
}

/* -- when it does it -- */

/* Turns by the shorter way; from about the opposite direction to where the road is wider. */
static void begin_to_turn(kamm_traffic_driver *driver)
{
    const double about_opposite_rad = 2.6;
    kamm_traffic_state *own = &driver->state;
    own->turns_left = own->heading_rad < 0 ? 1 : -1;
    if (fabs(own->heading_rad) > about_opposite_rad) own->turns_left = own->left_m > 0 ? 1 : -1;
    begin(driver, KAMM_TRAFFIC_TURNS);
}

static void remember_wall(kamm_traffic_driver *driver, double for_s)
{
    const double same_m = 6, gap_m = 0.3;
    kamm_traffic_state *own = &driver->state;
    kamm_line_point at = kamm_line_at(driver->driver.plan->line, own->station_m);
    double way = cos(own->heading_rad) < 0 ? -1 : 1;
    double station_m = own->station_m + way * (own->half_along_m + gap_m);
    double right_m = own->side_right_m, left_m = own->side_left_m;
    if (own->wall_s > 0 && fabs(station_m - own->wall_station_m) < same_m) {
        right_m =
            fmin(own->left_m, own->wall_right_m); /* it was met by the inner half of the body */
        left_m = fmax(own->left_m, own->wall_left_m);
    }
    double room = fmax(at.left_m - left_m, at.right_m + right_m);
    own->wall_station_m = station_m;
    own->wall_right_m = right_m, own->wall_left_m = left_m;
    own->wall_s = room > 2 * kamm_half_width_m(driver) ? fmax(own->wall_s, for_s) : 0;
}

/* Returns what holds the driver up though it has chosen to go past: another who stands, or a place that it remembers. */
static const struct traffic_other *blocked_by(const kamm_traffic_driver *driver,
                                              const struct traffic_view *view)
{
    const double near_m = 6, aside_m = 0.5;
    const kamm_traffic_state *own = &driver->state;
    if (fabs(own->target_left_m - own->left_m) < aside_m) return NULL;
    for (int i = 0; i < view->count; ++i) {
        const struct traffic_other *o = &view->other[i];
        if (o->offset_m > 0 && o->ahead_m < near_m && fabs(o->along_mps) < still_mps &&
            own->side_right_m < o->left_m && own->side_left_m > o->right_m)
            return room_m(driver, view, 0) > 2 * least_room_m ? o : NULL;
    }
    return NULL;
}

/* Whether it touches another, so that no unknown wall has to explain why it stands. */
static int touches_other(const kamm_traffic_driver *driver, const struct traffic_view *view)
{
    const double near_m = 0.4;
    const kamm_traffic_state *own = &driver->state;
    for (int i = 0; i < view->count; ++i) {
        const struct traffic_other *o = &view->other[i];
        if (!o->is_wall && o->ahead_m < near_m && o->behind_m < near_m &&
            own->side_right_m - near_m < o->left_m && own->side_left_m + near_m > o->right_m)
            return 1;
    }
    return 0;
}

/* Whether it reverses for one ahead who asks for room, or for itself where there is room by now. Without room it asks
 * those behind. */
static int makes_room(kamm_traffic_driver *driver, const struct traffic_view *view,
                      double interval_s)
{
    const double asks_on_s = 1;
    kamm_traffic_state *own = &driver->state;
    int is_asked = is_asked_for_room(driver, view), wants = own->asks_room_s > asks_on_s;
    if (own->asks_room_s > 0 && own->asks_room_s <= interval_s)
        own->wall_s = 0; /* in vain: it has to get on from where it is */
    own->asks_room_s = fmax(own->asks_room_s - interval_s, 0);
    if ((!is_asked && !wants) || !kamm_can_manoeuvre(driver)) return 0;
    own->makes_room = is_asked && !wants;
    int has_room = room_m(driver, view, 0) > 2 * least_room_m;
    own->asks_room_s = has_room ? 0 : fmax(own->asks_room_s, asks_on_s);
    return has_room;
}

static void watch_progress(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                           int wants_to_move, double interval_s)
{
    const double progress_m = 5;
    kamm_traffic_state *own = &driver->state;
    if (own->mode == KAMM_TRAFFIC_DRIVES) own->wall_s = fmax(own->wall_s - interval_s, 0);
    if (driver->driver.driven_m < own->progress_m - progress_m)
        own->progress_m = driver->driver.driven_m + progress_m;
    if (driver->driver.driven_m >
        own->progress_m + progress_m * driver->driver.plan->length_scale) {
        own->progress_m = driver->driver.driven_m;
        own->lost_s = 0;
        if (own->mode == KAMM_TRAFFIC_DRIVES) own->needs_reset = 0;
    } else if (wants_to_move) {
        own->lost_s += interval_s;
    }
    if (own->lost_s > style->give_up_s) own->needs_reset = 1;
}

static void watch_drive(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                        const struct traffic_view *view, double forward_mps, double interval_s)
{
    const double wants_mps2 = 0.3;
    kamm_traffic_state *own = &driver->state;
    int is_slow = fabs(forward_mps) < still_mps * root_of(driver);
    int wants = own->allowed_mps2 > wants_mps2;
    const struct traffic_other *by = !wants && is_slow ? blocked_by(driver, view) : NULL;
    double planned_mps = kamm_planned_speed_mps(driver->driver.plan, own->station_m);
    if (planned_mps < 1 * root_of(driver)) wants = 0, by = NULL; /* the end of an open line */
    own->still_s = is_slow && (wants || by) ? own->still_s + interval_s : 0;
    watch_progress(driver, style, wants || by, interval_s);
    if (is_slow && makes_room(driver, view, interval_s)) {
        begin(driver, KAMM_TRAFFIC_REVERSES);
        return;
    }
    if (!kamm_can_manoeuvre(driver)) return;
    if (fabs(own->heading_rad) > wrong_way_rad) {
        ++own->recoveries;
        begin(driver, KAMM_TRAFFIC_STOPS);
    } else if (own->still_s > style->stuck_s * (by ? 2 : 1)) {
        int is_known = by ? by->is_wall : touches_other(driver, view);
        if (!is_known) remember_wall(driver, by ? remembers_other_s : remembers_s);
        ++own->recoveries;
        own->makes_room = 0;
        begin(driver, KAMM_TRAFFIC_REVERSES);
    }
}

/* Whether it lies on its side or roof, by the body's z axis, or is held by a fault. */
static int is_down(const kamm_traffic_driver *driver)
{
    double position_m[3], axis[3][3], q[4];
    kamm_body_frame(driver->cars, driver->car, position_m, q);
    kamm_axes_of(q, axis);
    double up = driver->state.mode == KAMM_TRAFFIC_LIES ? stands : lies;
    return axis[2][2] < up || (kamm_fault(driver->cars, driver->car) & KAMM_FAULT_NUMERIC);
}

static void watch_modes(kamm_traffic_driver *driver, double forward_mps)
{
    kamm_traffic_state *own = &driver->state;
    int looks_back = fabs(own->heading_rad) > wrong_way_rad;
    int is_slow = fabs(forward_mps) < still_mps * root_of(driver);
    switch (own->mode) {
    case KAMM_TRAFFIC_STOPS:
        if (!is_slow && own->mode_s < 5) return;
        if (looks_back)
            begin_to_turn(driver);
        else
            begin(driver, KAMM_TRAFFIC_DRIVES);
        return;
    case KAMM_TRAFFIC_TURNS:
    case KAMM_TRAFFIC_BACKS:
        if (fabs(own->heading_rad) < turned_rad) begin(driver, KAMM_TRAFFIC_DRIVES);
        return;
    default: return;
    }
}

int kamm_recover(kamm_traffic_driver *driver, const kamm_traffic_style *style,
                 const struct traffic_view *view, double interval_s)
{
    kamm_traffic_state *own = &driver->state;
    kamm_input *input = kamm_inputs(driver->cars) + driver->car;
    double forward_mps = kamm_read(driver->cars, driver->car, KAMM_CHANNEL_forward_speed_mps);
    own->mode_s += interval_s;
    own->mode_m += fabs(forward_mps) * interval_s;
    int down = is_down(driver);
    if (down != (own->mode == KAMM_TRAFFIC_LIES))
        begin(driver, down ? KAMM_TRAFFIC_LIES : KAMM_TRAFFIC_DRIVES);
    if (own->mode == KAMM_TRAFFIC_DRIVES)
        watch_drive(driver, style, view, forward_mps, interval_s);
    else
        watch_progress(driver, style, !down, interval_s);
    watch_modes(driver, forward_mps);
    if (own->mode == KAMM_TRAFFIC_LIES && own->mode_s > lies_s) own->needs_reset = 1;
    own->reset_s = own->needs_reset ? own->reset_s + interval_s : 0;
    if (own->mode == KAMM_TRAFFIC_DRIVES) return 0;
    own->target_left_m = own->mode == KAMM_TRAFFIC_REVERSES ? own->target_left_m : own->left_m;
    own->aim_left_m = own->left_m;
    if (own->mode == KAMM_TRAFFIC_STOPS || down)
        brake(input);
    else if (own->mode == KAMM_TRAFFIC_REVERSES)
        reverse(driver, view, input, forward_mps, interval_s);
    else
        turn_round(driver, view, input, forward_mps, interval_s);
    if (down) input->brake = 0, input->throttle = 0;
    return 1;
}
