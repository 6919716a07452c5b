/* kamm fmu: a car for other simulators. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../fmu/pack/pack.h"
#include "cli.h"

/* The build says where it makes what goes into FMUs, and where that will be installed; the Python package names its own in KAMM_FMU. */
#ifdef KAMM_WITHIN_PYTHON
#define KAMM_SOURCE_FMU ""
#define KAMM_INSTALL_FMU ""
#endif
#ifndef KAMM_SOURCE_FMU
#define KAMM_SOURCE_FMU "build/fmu"
#endif
#ifndef KAMM_INSTALL_FMU
#define KAMM_INSTALL_FMU "/usr/local/share/kamm/fmu"
#endif

static const char *find_support(void)
{
    const char *const folders[] = {getenv("KAMM_FMU"), KAMM_SOURCE_FMU, KAMM_INSTALL_FMU};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; ++i) {
        char path[PATH_MAX];
        if (!folders[i] || !*folders[i]) continue;
        snprintf(path, sizeof path, "%s/sources/kamm/kamm.c", folders[i]);
        if (access(path, R_OK) == 0) return folders[i];
    }
#ifdef KAMM_WITHIN_PYTHON
    cli_fail_text(
        "what goes into FMUs is not in this package, as it is larger than all else: in a checkout of Kamm, "
        "pip install . -C cmake.define.KAMM_PYTHON_FMU=ON; or KAMM_FMU names the folder fmu of a build");
    return NULL;
#endif
    cli_fail_text(
        "what goes into FMUs is not built: neither %s nor %s has it; the build makes it where Python 3 is",
        KAMM_SOURCE_FMU, KAMM_INSTALL_FMU);
    return NULL;
}

/* Which of two words an option is; the first without the option. -1: neither, with a message. */
static int find_choice(const cli_arguments *arguments, const char *option, const char *first,
                       const char *second)
{
    const char *value = cli_option_value(arguments, option);
    if (!value || strcmp(value, first) == 0) return 0;
    if (strcmp(value, second) == 0) return 1;
    cli_misused(arguments->command, "%s %s: it may be %s or %s", option, value, first, second);
    return -1;
}

static int write_fmu(const fmu_order *order, const char *path)
{
    cli_file file;
    kamm_error error;
    if (!cli_open(&file, path, &error)) return cli_fail(&error);
    kamm_result result = fmu_pack(order, file.file, &error);
    if (!cli_close(&file, result == KAMM_OK, &error)) return cli_fail(&error);
    return result ? cli_fail_text("%s: %s", order->id, error.text) : CLI_OK;
}

static int run(const cli_arguments *arguments)
{
    static kamm_vehicle_file car;
    static fmu_order order;
    const char *path = cli_option_value(arguments, "-o");
    int version = find_choice(arguments, "--fmi", "2", "3");
    int ground = find_choice(arguments, "--ground", "flat", "host");
    if (version < 0 || ground < 0) return CLI_USAGE;
    if (!path) return cli_misused(arguments->command, "-o has to name the FMU to be written");
    int status = cli_find_rung(arguments, &order.rung);
    if (!status) status = cli_load_car(arguments, arguments->words[0], &car);
    if (status) return status;
    order.support = find_support();
    if (!order.support) return CLI_BAD_DATA;
    order.id = car.id;
    order.def = car.def;
    order.fmi = version ? 3 : 2;
    order.host_ground = ground;
    return write_fmu(&order, path);
}

const cli_command cli_fmu = {
    "fmu",
    "CAR -o OUT.fmu",
    "a car for other simulators (FMI)",
    "Writes a car as an FMU for co-simulation, with its sources and a library for Linux. Inputs are the driver's,\n"
    "outputs are channels, and values of the vehicle are parameters. It takes 1000 substeps a second. With --ground host\n"
    "the ground's plane below each wheel is also an input. docs/fmu.md has more.",
    1,
    1,
    {{"-o", "OUT.fmu", "output file"},
     {"--fmi", "2|3", "version of the standard; default 2"},
     {"--ground", "flat|host", "a plane road, or planes from the host; default flat"},
     CLI_RUNG_OPTION,
     CLI_TYRE_OPTION,
     CLI_ARCADE_OPTION,
     CLI_SET_OPTION},
    run};
