/* What the tests of kamm drive share: a server in the test's folder, and asking it. */
#ifndef KAMM_TEST_SUPPORT_SERVER_H
#define KAMM_TEST_SUPPORT_SERVER_H

#include "cli.h"

#include <sys/types.h>

typedef struct {
    pid_t process;
    FILE *said; /* standard output */
    int port;
    char link[128];
} server;

enum { ANSWER = 1 << 16 };
extern server page;         /* of all tests that do not start their own */
extern char answer[ANSWER]; /* the last one, with its headers */

/* Starts kamm drive in the test's folder, where its page is, and waits for the link. */
server start_server(const char *words);
/* Returns the exit status. */
int end_server(server *started, int signal_number);

int connected(int port);
void say(int handle, const char *text);
/* All that comes until the other end closes; its length. */
size_t read_all(int handle);
/* Asks with these headers, each with its line's end; returns the status of the answer. */
int ask_at(int port, const char *method, const char *target, const char *headers);

/* The same of `page`. */
int ask_with(const char *method, const char *target, const char *headers);
int get(const char *target);
/* Returns the body of the last answer. */
const char *body(void);

/* Start and end `page`, with what it serves. */
int set_up_server(void **state);
int clear_up_server(void **state);

#endif
