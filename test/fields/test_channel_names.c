/* Names of channels: speeds say over what, and other words lead to a channel. */
#include "fields/fields.h"
#include "support/cars.h"

#include <kamm/cars.h>
#include <kamm/channel_aliases.h>

#include <string.h>

/* A speed says over what it is, in its doc if not in its name. */
static void speeds_tell_over_what(void **state)
{
    (void)state;
    static const char *const words[] = {"over the world", "over the ground",    "through the air",
                                        "on the floor",   "the world's z axis", "wheel travel"};
    const kamm_field_info *(*const lists[])(int *) = {kamm_channel_fields,
                                                      kamm_wheel_channel_fields};
    for (size_t list = 0; list < 2; ++list) {
        int count;
        const kamm_field_info *fields = lists[list](&count);
        for (int i = 0; i < count; ++i) {
            int tells = strcmp(fields[i].unit, "m/s") != 0;
            for (size_t k = 0; k < sizeof words / sizeof *words; ++k)
                tells |= strstr(fields[i].doc, words[k]) != NULL;
            if (!tells) fail_msg("%s: %s", fields[i].name, fields[i].doc);
        }
    }
}

static void expect_meant(const char *word, int of_wheel, const char *name)
{
    const char *meant = kamm_channel_meant_by(word, of_wheel);
    if (!meant || !name) {
        assert_true(!meant && !name);
        return;
    }
    assert_string_equal(meant, name);
}

static void channels_are_found_under_other_words(void **state)
{
    (void)state;
    expect_meant("ax", 0, "acceleration_x_mps2");
    expect_meant("ay", 0, "acceleration_y_mps2");
    expect_meant("lateral_acceleration", 0, "acceleration_y_mps2");
    expect_meant("Lateral-Acceleration", 0, "acceleration_y_mps2");
    expect_meant("lateral_acceleration_g", 0, "acceleration_y_mps2");
    expect_meant("longitudinal_acceleration_mps2", 0, "acceleration_x_mps2");
    expect_meant("g-force", 0, "acceleration_y_mps2");
    expect_meant("vertical acceleration", 0, "acceleration_z_mps2");
    expect_meant("ground_speed_mps", 0, "speed_over_ground_mps");
    expect_meant("speed_kmh", 0, "speed_mps");
    expect_meant("fz", 1, "load_n");
    expect_meant("rpm", 0, "engine_radps");
    expect_meant("rpm", 1, "spin_radps");
    expect_meant("fz", 0, NULL);
    expect_meant("colour", 0, NULL);
    expect_meant("", 0, NULL);
    expect_meant("_mps2", 0, NULL);
}

/* No word is a channel's own name, or that of two. */
static void no_alias_hides_a_channel(void **state)
{
    (void)state;
#define CAR_WORD(word, channel) {#word, 0},
#define WHEEL_WORD(word, channel) {#word, 1},
    static const struct {
        const char *word;
        int of_wheel;
    } words[] = {KAMM_CHANNEL_ALIASES(CAR_WORD, WHEEL_WORD)};
    const size_t all = sizeof words / sizeof *words;
    for (size_t i = 0; i < all; ++i) {
        int count;
        const kamm_field_info *fields =
            words[i].of_wheel ? kamm_wheel_channel_fields(&count) : kamm_channel_fields(&count);
        for (int k = 0; k < count; ++k) assert_string_not_equal(fields[k].name, words[i].word);
        for (size_t k = i + 1; k < all; ++k)
            assert_true(words[i].of_wheel != words[k].of_wheel ||
                        strcmp(words[i].word, words[k].word) != 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_tell_over_what),
        cmocka_unit_test(channels_are_found_under_other_words),
        cmocka_unit_test(no_alias_hides_a_channel),
    };
    return cmocka_run_group_tests_name("channel_names", tests, NULL, NULL);
}
