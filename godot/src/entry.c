/* The entry that kamm.gdextension names. */
#include "world.h"

#if defined(_WIN32)
#define KAMM_ENTRY __declspec(dllexport)
#else
#define KAMM_ENTRY __attribute__((visibility("default")))
#endif

static const struct gd_class *const classes[] = {&world_class, &vehicle_class, &wheel_class};
enum { CLASS_COUNT = sizeof classes / sizeof *classes };
static int has_methods;

/* A game goes on after a call that Kamm refuses. */
static void report_misuse(const char *condition, const char *function, void *user)
{
    (void)user;
    gd_error("Kamm", "%s: %s does not hold", function, condition);
}

static void initialize(void *userdata, int32_t level)
{
    (void)userdata;
    if (level == GD_LEVEL_SCENE) {
        has_methods = gd_load_methods();
        if (!has_methods) return;
        kamm_set_assert_handler(report_misuse, NULL);
        for (int i = 0; i < CLASS_COUNT; ++i) gd_register_class(classes[i]);
    }
    if (level == GD_LEVEL_EDITOR) gd_show_help();
}

static void deinitialize(void *userdata, int32_t level)
{
    (void)userdata;
    if (level != GD_LEVEL_SCENE || !has_methods) return;
    for (int i = CLASS_COUNT; i-- > 0;) gd_unregister_class(classes[i]);
    gd_forget_classes();
    kamm_set_assert_handler(NULL, NULL);
}

KAMM_ENTRY gd_bool kamm_godot_init(gd_get_proc_address *find, void *library,
                                   gd_initialization *initialization)
{
    if (!gd_load_functions(find, library)) return 0;
    initialization->minimum_initialization_level = GD_LEVEL_SCENE;
    initialization->initialize = initialize;
    initialization->deinitialize = deinitialize;
    return 1;
}
