/* Parts that only some cars have (test/support/fitted.c): mirrored drives for mirrored inputs, on each rung that they act on. */
#include "support/fitted.h"
#include "support/tier.h" /* of_tiers: the table says how many vehicles each tier drives */

int main(void) { return run_for_parts("part_mirror", part_is_mirrored, NULL); }
