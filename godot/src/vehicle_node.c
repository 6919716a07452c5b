#include "vehicle.h"

#include "world.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* -- The node -- */

static void start(void *instance)
{
    struct vehicle *vehicle = instance;
    int count;
    const kamm_field_info *inputs = kamm_input_fields(&count);
    vehicle->rung = KAMM_RUNG_DEFAULT;
    vehicle->settings = gd_make_packed(GD_PACKED_STRING_ARRAY, NULL);
    vehicle->on_ground = vehicle->assisted = vehicle->is_stale = 1;
    vehicle->slip_limit_mps = 2;
    for (int i = 0; i < count; ++i)
        (&vehicle->input.steering_wheel_rad)[i] = (float)inputs[i].default_value;
}

static void end(void *instance)
{
    struct vehicle *vehicle = instance;
    leave_world(vehicle);
    for (struct wheel *wheel = vehicle->first_wheel; wheel; wheel = wheel->next)
        wheel->vehicle = NULL;
    gd_free_packed(GD_PACKED_STRING_ARRAY, &vehicle->settings);
}

static void enter_tree(struct vehicle *vehicle)
{
    struct world *world = NULL;
    for (void *node = vehicle->base.node; node && !world;
         world = gd_instance_of(node, &world_class)) {
        void *parent = NULL;
        gd_call(gd_methods.Node_get_parent, node, NULL, &parent);
        node = parent;
    }
    if (world)
        join_world(world, vehicle);
    else if (!gd_in_editor())
        gd_error("KammVehicle3D", "no node above it is a KammWorld3D, so it does not drive");
}

static void notify(void *instance, int32_t what)
{
    if (what == GD_NOTIFICATION_ENTER_TREE) enter_tree(instance);
    if (what == GD_NOTIFICATION_EXIT_TREE) leave_world(instance);
}

static const char *warning(const void *instance)
{
    return ((const struct vehicle *)instance)->world
               ? NULL
               : "No node above this one is a KammWorld3D, so it does not drive.";
}

/* What the model is compiled from. */
static void changed(void *instance, size_t offset)
{
    if (offset == offsetof(struct vehicle, vehicle) || offset == offsetof(struct vehicle, rung) ||
        offset == offsetof(struct vehicle, settings))
        ((struct vehicle *)instance)->is_stale = 1;
}

/* -- Methods -- */

static int in_range(int64_t index, int count, const char *what)
{
    if (index >= 0 && index < count) return 1;
    gd_error("KammVehicle3D", "%s %lld does not exist; allowed: 0 to %d", what, (long long)index,
             count - 1);
    return 0;
}

static void set_input(void *instance, const void *data, const union gd_value *in,
                      union gd_value *out)
{
    struct vehicle *vehicle = instance;
    int count;
    (void)data, (void)out, (void)kamm_input_fields(&count);
    if (in_range(in[0].integer, count, "the input"))
        (&vehicle->input.steering_wheel_rad)[in[0].integer] = (float)in[1].number;
}

static void get_input(void *instance, const void *data, const union gd_value *in,
                      union gd_value *out)
{
    const struct vehicle *vehicle = instance;
    int count;
    (void)data, (void)kamm_input_fields(&count);
    if (in_range(in[0].integer, count, "the input"))
        out->number = (&vehicle->input.steering_wheel_rad)[in[0].integer];
}

static void get_channel(void *instance, const void *data, const union gd_value *in,
                        union gd_value *out)
{
    const struct vehicle *vehicle = instance;
    (void)data;
    if (in_range(in[0].integer, KAMM_CHANNEL_COUNT, "the channel") && vehicle->cars)
        out->number = kamm_read(vehicle->cars, 0, (kamm_channel)in[0].integer);
}

/* The index of a channel by its name; -1 with an error. */
static int find_channel(const kamm_field_info *fields, int count, const gd_string *name)
{
    char text[64];
    gd_copy_text(name, text, sizeof text);
    for (int i = 0; i < count; ++i)
        if (!strcmp(fields[i].name, text)) return i;
    gd_error("KammVehicle3D", "there is no channel \"%s\"; docs/reference.md lists all", text);
    return -1;
}

static void read_channel(void *instance, const void *data, const union gd_value *in,
                         union gd_value *out)
{
    const struct vehicle *vehicle = instance;
    int count;
    const kamm_field_info *fields = kamm_channel_fields(&count);
    int channel = find_channel(fields, count, &in[0].string);
    (void)data;
    if (channel >= 0 && vehicle->cars)
        out->number = kamm_read(vehicle->cars, 0, (kamm_channel)channel);
}

static void read_wheel_channel(void *instance, const void *data, const union gd_value *in,
                               union gd_value *out)
{
    const struct vehicle *vehicle = instance;
    int count;
    const kamm_field_info *fields = kamm_wheel_channel_fields(&count);
    int channel = find_channel(fields, count, &in[1].string);
    (void)data;
    if (channel >= 0 && vehicle->cars && in_range(in[0].integer, vehicle->wheel_count, "the wheel"))
        out->number =
            kamm_read_wheel(vehicle->cars, 0, (int)in[0].integer, (kamm_wheel_channel)channel);
}

static void place_at(void *instance, const void *data, const union gd_value *in,
                     union gd_value *out)
{
    struct vehicle *vehicle = instance;
    (void)data, (void)out;
    if (vehicle->cars)
        place_vehicle(vehicle, &in[0].transform);
    else
        gd_error("KammVehicle3D", "place: it drives from the first physics frame of its world on");
}

static void get_wheel_count(void *instance, const void *data, const union gd_value *in,
                            union gd_value *out)
{
    (void)data, (void)in;
    out->integer = ((const struct vehicle *)instance)->wheel_count;
}

static void get_fault(void *instance, const void *data, const union gd_value *in,
                      union gd_value *out)
{
    const struct vehicle *vehicle = instance;
    (void)data, (void)in;
    out->integer = vehicle->cars ? kamm_fault(vehicle->cars, 0) : 0;
}

static void get_state_hash(void *instance, const void *data, const union gd_value *in,
                           union gd_value *out)
{
    const struct vehicle *vehicle = instance;
    (void)data, (void)in;
    out->integer = vehicle->cars ? (int64_t)kamm_state_hash(vehicle->cars) : 0;
}

static const struct gd_method methods[] = {
    {"set_input",
     "Sets an input by its number in the order of the properties.",
     set_input,
     GD_NIL,
     2,
     {{"input", GD_INT, NULL}, {"value", GD_FLOAT, NULL}},
     NULL},
    {"get_input",
     "Returns an input by its number.",
     get_input,
     GD_FLOAT,
     1,
     {{"input", GD_INT, NULL}},
     NULL},
    {"get_channel",
     "Returns a channel by its number.",
     get_channel,
     GD_FLOAT,
     1,
     {{"channel", GD_INT, NULL}},
     NULL},
    {"read",
     "Returns a channel by its name, such as \"speed_mps\".",
     read_channel,
     GD_FLOAT,
     1,
     {{"channel", GD_STRING, NULL}},
     NULL},
    {"read_wheel",
     "Returns a channel of a wheel by its name, such as \"load_n\".",
     read_wheel_channel,
     GD_FLOAT,
     2,
     {{"wheel", GD_INT, NULL}, {"channel", GD_STRING, NULL}},
     NULL},
    {"place",
     "Places the vehicle at rest at a global transform, or on the ground below it.",
     place_at,
     GD_NIL,
     1,
     {{"transform", GD_TRANSFORM3D, NULL}},
     NULL},
    {"get_wheel_count",
     "Returns the number of wheels; 0 before the first step.",
     get_wheel_count,
     GD_INT,
     0,
     {{0}},
     NULL},
    {"get_fault",
     "Returns the fault bits: 1 numeric, 2 input, 4 ground.",
     get_fault,
     GD_INT,
     0,
     {{0}},
     NULL},
    {"get_state_hash",
     "Returns a hash of the state, equal on all machines for equal states.",
     get_state_hash,
     GD_INT,
     0,
     {{0}},
     NULL},
};

static const struct gd_field fields[] = {
    {"vehicle",
     "A preset such as \"nissan-micra\", or the path of a vehicle file. Empty: the default small car.",
     GD_STRING, offsetof(struct vehicle, vehicle), GD_HINT_FILE, "*.json"},
    {"settings", "Values of the vehicle by their paths, such as \"body.mass_kg = 900\".",
     GD_PACKED_STRING_ARRAY, offsetof(struct vehicle, settings), GD_HINT_NONE, NULL},
    {"on_ground", "The vehicle starts on the ground below the node; off: where the node is.",
     GD_BOOL, offsetof(struct vehicle, on_ground), GD_HINT_NONE, NULL},
    {"slip_limit_mps", "Speed of a tread over the ground from which wheel_slipped tells of it.",
     GD_FLOAT, offsetof(struct vehicle, slip_limit_mps), GD_HINT_RANGE,
     "0,20,0.1,or_greater,suffix:m/s"},
    {"assisted",
     "The input assist steers and brakes for keys and pads: it takes steer, throttle, brake, "
     "hand_brake and clutch. Off: the inputs act as they are.",
     GD_BOOL, offsetof(struct vehicle, assisted), GD_HINT_NONE, NULL},
    {"steer", "Steering request of the assist, -1 to 1, positive left.", GD_FLOAT,
     offsetof(struct vehicle, steer), GD_HINT_RANGE, "-1,1,0.01"},
};

/* The rungs as a list of words with their numbers. */
static void add_rung(void)
{
    static char words[256];
    static const struct gd_field rung = {
        "rung",       "The rung of the ladder of models, from the cheapest to the most accurate.",
        GD_INT,       offsetof(struct vehicle, rung),
        GD_HINT_ENUM, words};
    int length = 0;
    for (int i = 1; i <= KAMM_RUNG_COUNT; ++i)
        length += snprintf(words + length, sizeof words - (size_t)length, "%s%s:%d",
                           i > 1 ? "," : "", kamm_describe_rung((kamm_rung)i)->name, i);
    gd_add_field(&rung);
}

static void add_inputs(void)
{
    int count;
    const kamm_field_info *inputs = kamm_input_fields(&count);
    for (int i = 0; i < count; ++i) {
        char hint[96];
        const kamm_field_info *of = &inputs[i];
        int is_ratio = !strcmp(of->unit, "1");
        snprintf(hint, sizeof hint, "%g,%g,0.001%s%s", of->min, of->max,
                 is_ratio ? "" : ",suffix:", is_ratio ? "" : of->unit);
        if (!strcmp(of->name, "gear"))
            snprintf(hint, sizeof hint, "%g,%g,1", of->min, of->max); /* whole ones */
        gd_add_indexed(&(struct gd_indexed){of->name, of->doc, GD_FLOAT, "set_input", "get_input",
                                            i, GD_HINT_RANGE, hint});
    }
}

static int is_input(const char *name)
{
    int count;
    const kamm_field_info *inputs = kamm_input_fields(&count);
    for (int i = 0; i < count; ++i)
        if (!strcmp(inputs[i].name, name)) return 1;
    return 0;
}

/* Channels that are inputs too have the input's property; read() gives what acts. */
static void add_channels(void)
{
    int count;
    const kamm_field_info *channels = kamm_channel_fields(&count);
    for (int i = 0; i < count; ++i) {
        char hint[32];
        snprintf(hint, sizeof hint, "suffix:%s", channels[i].unit);
        if (!is_input(channels[i].name))
            gd_add_indexed(&(struct gd_indexed){channels[i].name, channels[i].doc, GD_FLOAT, NULL,
                                                "get_channel", i, GD_HINT_NONE,
                                                strcmp(channels[i].unit, "1") ? hint : ""});
    }
}

static void add_members(void)
{
    static const struct gd_argument bits = {"bits", GD_INT, NULL}, gear = {"gear", GD_INT, NULL};
    static const struct gd_argument hit[] = {
        {"impulse_ns", GD_FLOAT, NULL}, {"speed_mps", GD_FLOAT, NULL}, {"point", GD_VECTOR3, NULL}};
    static const struct gd_argument slip[] = {{"wheel", GD_INT, NULL}, {"slips", GD_BOOL, NULL}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; ++i) gd_add_method(&methods[i]);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; ++i) {
        gd_add_field(&fields[i]);
        if (i == 1) add_rung();
    }
    gd_add_group("Inputs");
    add_inputs();
    gd_add_group("Channels");
    add_channels();
    gd_add_signal(
        "fault", "A fault bit was set (get_fault). After 1 the vehicle is held until it is placed.",
        &bits, 1);
    gd_add_signal("gear_changed", "Another gear is engaged: -1 reverse, 0 neutral.", &gear, 1);
    gd_add_signal("collided",
                  "The body has begun to touch a body, a vehicle or the ground, at a global point.",
                  hit, 3);
    gd_add_signal("wheel_slipped", "A wheel begins or ends to slide faster than slip_limit_mps.",
                  slip, 2);
}

const struct gd_class vehicle_class = {
    "KammVehicle3D",
    "A vehicle of Kamm.",
    "It drives in the KammWorld3D above it, from the first physics frame on. Its origin is on the "
    "road below its centre of gravity, and -z points forward. Inputs and channels are properties.",
    sizeof(struct vehicle),
    start,
    end,
    notify,
    changed,
    warning,
    add_members,
};
