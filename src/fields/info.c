/* Inputs, states and channels as data, made from the same declarations as their structs. */
#include <kamm/cars.h>

#define FIELD(name, unit, default_value, lowest, highest, doc) \
    {#name, unit, doc, default_value, lowest, highest},

#define INFO(function, FIELDS)                                   \
    const kamm_field_info *function(int *count)                  \
    {                                                            \
        static const kamm_field_info fields[] = {FIELDS(FIELD)}; \
        if (count) *count = sizeof fields / sizeof *fields;      \
        return fields;                                           \
    }

/* Channels, by where they come from. */
#define STATE(name, unit, row, doc) {#name, unit, doc, 0, 0, 0},
#define OUTPUT(name, unit, doc) {#name, unit, doc, 0, 0, 0},
#define INPUT(name, unit, input, lowest, highest, doc) {#name, unit, doc, 0, lowest, highest},
#define DERIVED(name, unit, doc) {#name, unit, doc, 0, 0, 0},
#define ALL_CHANNELS(field) KAMM_CHANNELS(STATE, OUTPUT, INPUT, DERIVED)
#define ALL_WHEEL_CHANNELS(field) KAMM_WHEEL_CHANNELS(STATE, OUTPUT, DERIVED)

INFO(kamm_channel_fields, ALL_CHANNELS)
INFO(kamm_wheel_channel_fields, ALL_WHEEL_CHANNELS)
INFO(kamm_input_fields, KAMM_INPUT_FIELDS)
INFO(kamm_car_state_fields, KAMM_CAR_STATES)
INFO(kamm_body_point_state_fields, KAMM_BODY_POINT_STATES)
INFO(kamm_axle_state_fields, KAMM_AXLE_STATES)
INFO(kamm_wheel_state_fields, KAMM_WHEEL_STATES)
