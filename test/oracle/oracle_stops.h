/* Runs that end with a message of the runtime. */
#ifndef ORACLE_STOPS_H
#define ORACLE_STOPS_H
#include "oracle.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process of its own that runs this writes the message to its standard error, and ends by abort.
 * `place`: the message begins with it ("file.c:1:2"), or with that of code without places, of which
 * there is some when a test is built of units. NULL: none. */
static inline int oracle_stops_at(void (*run)(void), const char *place, const char *message)
{
    int status = 0, err[2];
    char text[1024] = {0};
    fflush(NULL);
    if (pipe(err))
        return 0;
    pid_t child = fork();
    if (!child) {
        dup2(err[1], STDERR_FILENO);
        run();
        _exit(0);
    }
    close(err[1]);
    for (size_t at = 0; at < sizeof text - 1;) {
        ssize_t n = read(err[0], text + at, sizeof text - 1 - at);
        if (n <= 0)
            break;
        at += (size_t)n;
    }
    close(err[0]);
    waitpid(child, &status, 0);
    int ended = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    int said = strstr(text, message) &&
               (!place || strstr(text, place) || strstr(text, "enzcc: unknown place:0:0: "));
    if (!ended || !said)
        fprintf(stderr, "status %d, message: %s\n", status, text);
    return ended && said;
}

static inline int oracle_stops(void (*run)(void), const char *message)
{
    return oracle_stops_at(run, NULL, message);
}
#endif
