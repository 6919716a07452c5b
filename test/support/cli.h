/* The kamm command, run as people and scripts run it, in a folder of its own. */
#ifndef KAMM_TEST_SUPPORT_CLI_H
#define KAMM_TEST_SUPPORT_CLI_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <cjson/cJSON.h>

#include "temporary.h"

enum { WELL = 0, BAD_DATA = 1, USAGE = 2, TEXT = 1 << 20 };

extern char cli_folder[TEMPORARY_PATH];
extern char command[512];         /* bin/kamm beside the test's folder */
extern char out[TEXT], err[TEXT]; /* what the last command wrote */

int cli_set_up(void **state);
int cli_clear_up(void **state);

/* A line for the shell; returns the exit status. */
int shell(const char *line);
char *read_path(const char *path, char *text);
/* Reads or writes a file of the test's folder. */
char *read_file(const char *name, char *text);
void write_file(const char *name, const char *text);

/* Runs kamm with the words; @ stands for the test's folder. Returns the exit status. */
int kamm(const char *words);
void expect_in(const char *text, const char *part);
/* Fails with the status, a message that has the part, and nothing on standard output. */
void expect_failure(const char *words, int status, const char *part);
void expect_success(const char *words);
cJSON *parsed_output(void);

#endif
