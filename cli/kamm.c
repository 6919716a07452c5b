/* kamm, as a program of its own. */
#include "cli.h"

int main(int count, char **words) { return cli_main(count, words); }
