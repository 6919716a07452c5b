/* kamm tyre: key figures of a tyre, and its forces for a table. */
#include <kamm/io/tyre_file.h>

#include "cli.h"

static int evaluate(const kamm_tyre_def *tyre, const char *in_path, const char *out_path)
{
    kamm_error error;
    return kamm_tyre_evaluate_csv(tyre, in_path, out_path, &error) ? cli_fail(&error) : CLI_OK;
}

static int run(const cli_arguments *arguments)
{
    kamm_tyre_def tyre;
    kamm_notes notes = {0};
    kamm_error error;
    const char *in_path = cli_option_value(arguments, "--eval");
    const char *out_path = cli_option_value(arguments, "--out");
    if (out_path && !in_path) return cli_misused(arguments->command, "--out needs --eval too");
    if (kamm_load_tyre(arguments->words[0], &tyre, &notes, &error)) return cli_fail(&error);
    cli_print_notes(&notes, stderr);
    if (in_path) return evaluate(&tyre, in_path, out_path);
    return kamm_tyre_report(&tyre, stdout, &error) ? cli_fail(&error) : CLI_OK;
}

const cli_command cli_tyre = {
    "tyre",
    "FILE [--eval IN.csv [--out OUT.csv]]",
    "a tyre's key figures, and its forces",
    "Prints a tyre's key figures: stiffnesses, peaks, relaxation lengths. With --eval it computes\n"
    "Fx, Fy (N), Mx, My, Mz (N.m) for a table with the columns Fz (N), kappa, alpha (rad),\n"
    "gamma (rad), Vx (m/s) and optionally p (Pa); ISO-W axes.",
    1,
    1,
    {{"--eval", "IN.csv", "the table"},
     {"--out", "OUT.csv", "output file; default standard output"}},
    run};
