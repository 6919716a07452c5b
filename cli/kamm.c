/* kamm, as a program of its own. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__ /* which says where a program lies */

/* The folder PREFIX/share/kamm of the PREFIX/bin that this program lies in; 0 where that is not known. */
static int find_installed(char *folder, size_t size)
{
    char program[1024];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return 0;
    program[length] = 0;
    for (int up = 0; up < 2; ++up) {
        char *slash = strrchr(program, '/');
        if (!slash) return 0;
        *slash = 0;
    }
    return snprintf(folder, size, "%s/share/kamm", program) < (int)size;
}

/* An installation that has been moved, or unpacked anywhere, has its data and its page beside it. */
static void use_installed(void)
{
    char folder[1100], part[1200];
    if (!find_installed(folder, sizeof folder)) return;
    snprintf(part, sizeof part, "%s/vehicles", folder);
    if (!access(part, R_OK)) setenv("KAMM_DATA", folder, 0);
    snprintf(part, sizeof part, "%s/page", folder);
    if (!access(part, R_OK)) setenv("KAMM_PAGE", part, 0);
}

#else

static void use_installed(void) {}

#endif

int main(int count, char **words)
{
    use_installed();
    return cli_main(count, words);
}
