/* Runs a program again and again, in different address layouts, until it fails.
 *
 *   execute SECONDS RUNS PROGRAM OUTPUT MESSAGES
 *
 * The heap starts elsewhere in every run, for which PROGRAM is given a number of bytes, the rest of
 * the layout in all but each fourth, where the system allows to choose. Standard output of the last
 * run is in OUTPUT, what all wrote to standard error is added to MESSAGES. The exit status is that
 * of the last run: 124 if it took more than SECONDS, and 128 and the number of the signal that
 * ended it. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FAILED = 2, TIMEOUT = 124, SIGNALLED = 128 };

static int fail(const char *what)
{
    fprintf(stderr, "execute: %s: %s\n", what, strerror(errno));
    return FAILED;
}

static int redirect(int to, const char *path, int flags)
{
    int file = open(path, O_WRONLY | O_CREAT | flags, 0666);
    if (file < 0 || dup2(file, to) < 0)
        return -1;
    return close(file);
}

/* Becomes the program, in a run of this number. */
static int become(char **words, int nth, const sigset_t *signals)
{
    char shift[32];
    snprintf(shift, sizeof shift, "%d", nth * nth * 1000);
    char *arguments[] = {words[0], shift, NULL};
    int now = personality(0xffffffff);
    if (nth % 4 == 3 && now >= 0)
        personality((unsigned long)now | ADDR_NO_RANDOMIZE); /* a sandbox may forbid it */
    sigprocmask(SIG_SETMASK, signals, NULL);
    if (redirect(STDERR_FILENO, words[2], O_APPEND) || redirect(STDOUT_FILENO, words[1], O_TRUNC))
        return fail(words[1]);
    execv(words[0], arguments);
    return fail(words[0]);
}

/* The exit status of the child, which is killed after so many seconds. */
static int await(pid_t child, const sigset_t *ended, long seconds)
{
    struct timespec limit = {.tv_sec = seconds};
    int status, late = sigtimedwait(ended, NULL, &limit) < 0;
    if (late && errno != EAGAIN)
        return fail("sigtimedwait");
    if (late)
        kill(child, SIGKILL);
    if (waitpid(child, &status, 0) < 0)
        return fail("waitpid");
    if (late)
        return TIMEOUT;
    return WIFSIGNALED(status) ? SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char **argv)
{
    if (argc != 6)
        return fprintf(stderr, "usage: execute SECONDS RUNS PROGRAM OUTPUT MESSAGES\n"), FAILED;
    long seconds = strtol(argv[1], NULL, 10), runs = strtol(argv[2], NULL, 10);
    sigset_t ended, before;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ended, &before);
    /* What the allocator keeps per thread would count as memory in use. */
    setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
    int status = FAILED;
    for (int nth = 0; nth < runs; nth++) {
        pid_t child = fork();
        if (child < 0)
            return fail("fork");
        if (child == 0)
            _exit(become(argv + 3, nth, &before));
        status = await(child, &ended, seconds);
        if (status)
            break;
    }
    return status;
}
