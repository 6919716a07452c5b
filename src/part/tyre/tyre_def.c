/* A tyre's def: its defaults, and whether it is one. */
#include "../../base/float_mode.h"
#include "../../fields/fields.h"
#include "tyre_compile.h"

#include <kamm/tyre.h>

kamm_tyre_def kamm_default_tyre(void)
{
    kamm_tyre_def tyre;
    kamm_set_defaults(kamm_tyre_table(), &tyre);
    return tyre;
}

kamm_tyre_spec kamm_default_tyre_spec(void)
{
    kamm_tyre_spec spec;
    kamm_set_defaults(kamm_tyre_spec_table(), &spec);
    return spec;
}

kamm_result kamm_check_tyre(const kamm_tyre_def *tyre, kamm_error *error)
{
    KAMM_FLOAT_MODE;
    KAMM_REQUIRE_WITH(error, tyre, KAMM_ERROR_MISUSE);
    kamm_result result = kamm_check(kamm_tyre_table(), tyre, error);
    if (!result) result = kamm_check_tyre_numbers(tyre, error);
    if (result) return result;
    struct tyre_constants constants = kamm_tyre_compile(tyre);
    return kamm_bound_sliding(tyre, &constants, error);
}
