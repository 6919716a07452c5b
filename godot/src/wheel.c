#include "vehicle.h"

#include <stdio.h>
#include <string.h>

static void start(void *instance) { ((struct wheel *)instance)->spins = 1; }

static void leave(struct wheel *wheel)
{
    if (!wheel->vehicle) return;
    struct wheel **at = &wheel->vehicle->first_wheel;
    while (*at != wheel) at = &(*at)->next;
    *at = wheel->next;
    wheel->vehicle = NULL;
}

static void enter_tree(struct wheel *wheel)
{
    void *parent = NULL;
    gd_call(gd_methods.Node_get_parent, wheel->base.node, NULL, &parent);
    struct vehicle *vehicle = gd_instance_of(parent, &vehicle_class);
    if (!vehicle) {
        if (!gd_in_editor())
            gd_warning("KammWheel3D", "its parent is no KammVehicle3D, so it follows no wheel");
        return;
    }
    wheel->vehicle = vehicle;
    wheel->next = vehicle->first_wheel;
    vehicle->first_wheel = wheel;
}

static void notify(void *instance, int32_t what)
{
    if (what == GD_NOTIFICATION_ENTER_TREE) enter_tree(instance);
    if (what == GD_NOTIFICATION_EXIT_TREE) leave(instance);
}

static void end(void *instance) { leave(instance); }
static void changed(void *instance, size_t offset) { (void)instance, (void)offset; }

static const char *warning(const void *instance)
{
    return ((const struct wheel *)instance)->vehicle
               ? NULL
               : "The parent is no KammVehicle3D, so this node follows no wheel.";
}

static void get_channel(void *instance, const void *data, const union gd_value *in,
                        union gd_value *out)
{
    const struct wheel *wheel = instance;
    const struct vehicle *vehicle = wheel->vehicle;
    int64_t channel = in[0].integer;
    (void)data;
    if (channel < 0 || channel >= KAMM_WHEEL_CHANNEL_COUNT)
        gd_error("KammWheel3D", "the channel %lld does not exist; allowed: 0 to %d",
                 (long long)channel, KAMM_WHEEL_CHANNEL_COUNT - 1);
    else if (vehicle && vehicle->cars && wheel->index >= 0 && wheel->index < vehicle->wheel_count)
        out->number =
            kamm_read_wheel(vehicle->cars, 0, (int)wheel->index, (kamm_wheel_channel)channel);
}

static const struct gd_method channel = {"get_channel",
                                         "Returns a channel of the wheel by its number.",
                                         get_channel,
                                         GD_FLOAT,
                                         1,
                                         {{"channel", GD_INT, NULL}},
                                         NULL};
static const struct gd_field fields[] = {
    {"wheel", "Number of the wheel: axle by axle from the front, left before right.", GD_INT,
     offsetof(struct wheel, index), GD_HINT_RANGE, "0,39,1"},
    {"spins", "The node turns with the wheel. Off: it only steers and travels, such as a caliper.",
     GD_BOOL, offsetof(struct wheel, spins), GD_HINT_NONE, NULL},
};

static void add_members(void)
{
    int count;
    const kamm_field_info *channels = kamm_wheel_channel_fields(&count);
    gd_add_method(&channel);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) gd_add_field(&fields[i]);
    gd_add_group("Channels");
    for (int i = 0; i < count; ++i) {
        char hint[32];
        snprintf(hint, sizeof hint, "suffix:%s", channels[i].unit);
        gd_add_indexed(&(struct gd_indexed){channels[i].name, channels[i].doc, GD_FLOAT, NULL,
                                            "get_channel", i, GD_HINT_NONE,
                                            strcmp(channels[i].unit, "1") ? hint : ""});
    }
}

const struct gd_class wheel_class = {
    "KammWheel3D",
    "A node that follows a wheel of a KammVehicle3D.",
    "It is a child of the vehicle. Its origin is the wheel's centre, and its x axis points to the "
    "right along the wheel's axis.",
    sizeof(struct wheel),
    start,
    end,
    notify,
    changed,
    warning,
    add_members,
};
