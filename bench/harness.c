/*
 * Child processes, clock and median.
 */
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double median(size_t count, double *v)
{
    qsort(v, count, sizeof *v, compare_numbers);
    return count % 2 ? v[count / 2] : 0.5 * (v[count / 2 - 1] + v[count / 2]);
}

/* In the child: compute, send, leave without running the parent's exit code. */
static _Noreturn void serve(child_fn *f, const void *argument, int pipe_end, size_t size)
{
    void *result = calloc(1, size);
    size_t sent = 0;

    f(argument, result);
    fflush(stdout);
    while (sent < size) {
        ssize_t n = write(pipe_end, (char *)result + sent, size - sent);
        if (n <= 0)
            _exit(1);
        sent += (size_t)n;
    }
    _exit(0);
}

static bool receive(int pipe_end, void *result, size_t size)
{
    size_t got = 0;
    ssize_t n;

    while (got < size && (n = read(pipe_end, (char *)result + got, size - got)) > 0)
        got += (size_t)n;
    return got == size;
}

bool in_child(child_fn *f, const void *argument, void *result, size_t size, long *peak_kib)
{
    int ends[2], status;
    struct rusage usage;

    if (pipe(ends) != 0)
        return false;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        serve(f, argument, ends[1], size);
    }
    close(ends[1]);
    bool ok = child > 0 && receive(ends[0], result, size);
    close(ends[0]);
    if (child < 0 || wait4(child, &status, 0, &usage) != child)
        return false;
    if (peak_kib != NULL)
        *peak_kib = usage.ru_maxrss;
    return ok && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
