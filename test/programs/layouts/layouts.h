/* Runs a test many times, each in a process of its own, so that the address layout differs:
 * programs whose memory holds pointers and floating-point values in the same bytes must be right in
 * all. */
#ifndef LAYOUTS_H
#define LAYOUTS_H
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

enum { LAYOUTS = 20 };

/* The status for main: that of `test` in a child, else 0 if all children returned 0. */
static int in_all_layouts(int argc, char **argv, int (*test)(void))
{
    if (argc > 1)
        return test();
    for (int i = 0; i < LAYOUTS; i++) {
        int status = -1;
        pid_t child = fork();
        if (!child) {
            execl("/proc/self/exe", argv[0], "child", (char *)NULL);
            _exit(127);
        }
        CHECK_THAT(child > 0 && waitpid(child, &status, 0) == child);
        CHECK_THAT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    return oracle_result();
}
#endif
