/* What the files of kamm new share. */
#ifndef KAMM_CLI_NEW_H
#define KAMM_CLI_NEW_H

#include <kamm/io/estimate.h>

#include "cli.h"

/* Asks on standard output for the name, if it is empty, and for some dozen facts; wrong answers are asked again. A status
 * other than CLI_OK, with a message: the input has ended. */
int cli_ask_facts(char *name, size_t size, kamm_vehicle_facts *facts);

#endif
