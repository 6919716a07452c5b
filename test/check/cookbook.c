/* Runs the recipes of docs/cookbook.md, each with a car of its own. A recipe fails by an error that it gets, by a car
 * with a fault, or where it prints something else than its comments say.
 *
 * Usage: cookbook    at the root of the source tree */
#include "cookbook.h"
#include <stdarg.h>
#include <string.h>

kamm_vehicle_def def;
kamm_model *model;
kamm_cars *cars;
kamm_ground ground;
kamm_error error;

static char said[4096];

int say(const char *format, ...)
{
    size_t length = strlen(said);
    va_list values;
    va_start(values, format);
    int more = vsnprintf(said + length, sizeof said - length, format, values);
    va_end(values);
    return more;
}

static int fails(const struct recipe *recipe, const char *why)
{
    fprintf(stderr, "docs/cookbook.md, %s: %s\nit prints:\n%s\n", recipe->heading, why, said);
    return 1;
}

static int result_of(const struct recipe *recipe)
{
    if (error.code != KAMM_OK) return fails(recipe, error.text);
    if (kamm_fault(cars, 0)) return fails(recipe, "the car has a fault");
    if (recipe->prints && strcmp(said, recipe->prints) != 0) return fails(recipe, recipe->prints);
    return 0;
}

static int run(const struct recipe *recipe)
{
    said[0] = 0;
    error = (kamm_error){0};
    def = kamm_default_vehicle();
    ground = kamm_flat_ground;
    model = kamm_create_model(&def, KAMM_FULL, &error);
    cars = model ? kamm_create_cars(model, 1, NULL) : NULL;
    if (!cars) return fails(recipe, "no car");
    recipe->run();
    int failed = result_of(recipe);
    kamm_destroy_cars(cars);
    kamm_destroy_model(model);
    return failed;
}

int main(void)
{
    int failed = recipe_count < 30;
    for (int i = 0; i < recipe_count; ++i) failed += run(&recipes[i]);
    fprintf(stderr, "%d recipes, %d failures\n", recipe_count, failed);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
