/* Inputs, states and channels as data, made from the same declarations as their structs. */
#include <kamm/cars.h>

#ifdef KAMM_LITE
#define DOC(text) ""
#define LIMIT(value) 0 /* of states; those of legal.c hold */
#else
#define DOC(text) text
#define LIMIT(value) value
#endif

#define INPUT_FIELD(name, unit, default_value, min, max, doc) \
    {#name, unit, DOC(doc), default_value, min, max, 0},
#define STATE_FIELD(name, unit, default_value, min, max, needs, doc) \
    {#name, unit, DOC(doc), LIMIT(default_value), LIMIT(min), LIMIT(max), KAMM_FEATURE_##needs},

/* Channels, by where they come from. */
#define STATE(name, unit, row, doc) {#name, unit, DOC(doc), 0, 0, 0, 0},
#define OUTPUT(name, unit, needs, doc) {#name, unit, DOC(doc), 0, 0, 0, KAMM_FEATURE_##needs},
#define INPUT(name, unit, input, min, max, doc) {#name, unit, DOC(doc), 0, min, max, 0},
#define DERIVED(name, unit, doc) {#name, unit, DOC(doc), 0, 0, 0, 0},

#define INFO(function, ...)                                    \
    const kamm_field_info *function(int *count)                \
    {                                                          \
        static const kamm_field_info fields[] = {__VA_ARGS__}; \
        if (count) *count = sizeof fields / sizeof *fields;    \
        return fields;                                         \
    }

INFO(kamm_channel_fields, KAMM_CHANNELS(STATE, OUTPUT, INPUT, DERIVED))
INFO(kamm_wheel_channel_fields, KAMM_WHEEL_CHANNELS(STATE, OUTPUT, DERIVED))
INFO(kamm_input_fields, KAMM_INPUT_FIELDS(INPUT_FIELD))
INFO(kamm_car_state_fields, KAMM_CAR_STATES(STATE_FIELD))
INFO(kamm_body_point_state_fields, KAMM_BODY_POINT_STATES(STATE_FIELD))
INFO(kamm_axle_state_fields, KAMM_AXLE_STATES(STATE_FIELD))
INFO(kamm_wheel_state_fields, KAMM_WHEEL_STATES(STATE_FIELD))
