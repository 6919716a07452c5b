/* Parts that only some cars have, and that act on full alone (test/support/fitted.c): the same bits at all widths and in any company. */
#include "support/fitted.h"
#include "support/tier.h" /* of_tiers: the table says how many vehicles each tier drives */

static int acts_on_full_alone(const struct fitted_part *part) { return !part->lowest; }

int main(void)
{
    return run_for_parts("part_company", part_keeps_its_bits_in_company, acts_on_full_alone);
}
