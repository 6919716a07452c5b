/* Files and folders of a test's own, in $TMPDIR, else in /tmp. The test that makes one removes it. */
#ifndef KAMM_TEST_SUPPORT_TEMPORARY_H
#define KAMM_TEST_SUPPORT_TEMPORARY_H

enum { TEMPORARY_PATH = 64 };

/* Makes an empty file whose name ends so (".tir", ""); 0 if that went well, else it says why not. */
int make_temporary_file(char path[TEMPORARY_PATH], const char *ending);
/* The same with a folder. */
int make_temporary_folder(char path[TEMPORARY_PATH]);

/* For cmocka's set-up and tear-down of tests that read a tyre file of their own: it is at `temporary_tir`. */
extern char temporary_tir[TEMPORARY_PATH];
int make_temporary_tir(void **state);
int remove_temporary_tir(void **state);
/* The same for a table, which `write_temporary_csv` fills. */
extern char temporary_csv[TEMPORARY_PATH];
int make_temporary_csv(void **state);
int remove_temporary_csv(void **state);
void write_temporary_csv(const char *text);

#endif
