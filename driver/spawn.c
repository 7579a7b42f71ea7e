/* Running programs: exec where nothing remains to be done afterwards, else a
 * child whose end is reported exactly as if it had been ours.
 */
#define _POSIX_C_SOURCE 200809L
#include "spawn.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int spawn_become(const struct words *command)
{
    execv(command->items[0], (char *const *)command->items);
    fprintf(stderr, "enzcc: error: cannot run '%s': %s\n", command->items[0], strerror(errno));
    return 1;
}

static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return 1;
    if (WIFSIGNALED(status)) {
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
        return 128 + WTERMSIG(status);
    }
    return WEXITSTATUS(status);
}

/* Starts the command; its `stream` goes to `out` unless that is -1. */
static pid_t start(const struct words *command, int stream, int out)
{
    fflush(NULL);
    pid_t child = fork();
    if (child != 0)
        return child;
    if (out >= 0)
        dup2(out, stream);
    _exit(spawn_become(command));
}

static bool started(pid_t child, const struct words *command)
{
    if (child >= 0)
        return true;
    fprintf(stderr, "enzcc: error: cannot start '%s': %s\n", command->items[0], strerror(errno));
    return false;
}

int spawn_run(const struct words *command)
{
    pid_t child = start(command, STDOUT_FILENO, -1);
    return started(child, command) ? wait_for(child) : 1;
}

static pid_t start_unblocked(const struct words *command, const sigset_t *mask)
{
    fflush(NULL);
    pid_t child = fork();
    if (child != 0)
        return child;
    sigprocmask(SIG_SETMASK, mask, NULL);
    _exit(spawn_become(command));
}

/* Waits for the child, and hands it the signals that arrive meanwhile. The last
 * one counts even if the child takes no notice. */
static int attend(pid_t child, const sigset_t *signals)
{
    int status = 0, arrived = 0, which;
    while (waitpid(child, &status, WNOHANG) == 0)
        if (sigwait(signals, &which) == 0 && which != SIGCHLD)
            kill(child, arrived = which);
    if (WIFSIGNALED(status))
        return -WTERMSIG(status);
    return arrived ? -arrived : WEXITSTATUS(status);
}

int spawn_guarded(const struct words *command)
{
    static const int caught[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t signals, before;
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof caught / sizeof caught[0]; i++)
        sigaddset(&signals, caught[i]);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &signals, &before);
    pid_t child = start_unblocked(command, &before);
    int status = started(child, command) ? attend(child, &signals) : 1;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return status;
}

int spawn_pass_on(int status)
{
    if (status >= 0)
        return status;
    signal(-status, SIG_DFL);
    raise(-status);
    return 128 - status;
}

static char *read_all(int file)
{
    size_t length = 0, capacity = 4096;
    char *text = memory_resize(NULL, capacity);
    for (ssize_t got; (got = read(file, text + length, capacity - length - 1)) != 0;) {
        if (got < 0 && errno != EINTR)
            break;
        length += got > 0 ? (size_t)got : 0;
        if (length + 1 == capacity)
            text = memory_resize(text, capacity *= 2);
    }
    text[length] = '\0';
    return text;
}

char *spawn_capture(const struct words *command, int stream, int *status)
{
    int ends[2];
    *status = 1;
    if (pipe(ends) != 0)
        return NULL;
    pid_t child = start(command, stream, ends[1]);
    close(ends[1]);
    char *text = started(child, command) ? read_all(ends[0]) : NULL;
    close(ends[0]);
    if (text)
        *status = wait_for(child);
    return text;
}

void spawn_print(const struct words *command)
{
    fprintf(stderr, " \"%s\"", command->items[0]);
    for (size_t i = 1; i < command->count; i++) {
        fputs(" \"", stderr);
        for (const char *p = command->items[i]; *p; p++) {
            if (strchr("\"\\$", *p))
                fputc('\\', stderr);
            fputc(*p, stderr);
        }
        fputc('"', stderr);
    }
    fputc('\n', stderr);
}
