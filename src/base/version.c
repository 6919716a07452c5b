#include <kamm/version.h>

const char *kamm_version(void) { return KAMM_VERSION_STRING; }
