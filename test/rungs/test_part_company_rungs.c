/* Parts that only some cars have, and that act on several rungs (test/support/fitted.c): the same bits at all widths and in any company, on
 * each of them. */
#include "support/fitted.h"
#include "support/tier.h" /* of_tiers: the table says how many vehicles each tier drives */

static int acts_below_full(const struct fitted_part *part) { return part->lowest != 0; }

int main(void)
{
    return run_for_parts("part_company_rungs", part_keeps_its_bits_in_company, acts_below_full);
}
