/* An address that is calculated from integers of which nobody knows which one is the address, and
 * that goes through memory before it is known to be one: its shadow is not known. That ends the run
 * instead of losing the derivative. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "oracle.h"

struct view {
    uintptr_t base, offset;
};

static uintptr_t cells[2];

__attribute__((noinline)) static uintptr_t through_global(uintptr_t w, int n)
{
    cells[n - 1] = w;
    return cells[1];
}

#define VIEWED(name, address)                                                                      \
    static double name(const struct view *s, int n)                                                \
    {                                                                                              \
        struct view *a = malloc((size_t)n * sizeof *a);                                            \
        memcpy(a + n - 1, s, sizeof *s);                                                           \
        const double *p = (const double *)(address);                                               \
        double r = *p * *p * 3;                                                                    \
        free(a);                                                                                   \
        return r;                                                                                  \
    }
VIEWED(sum, through_global(a[n - 1].base + a[n - 1].offset, n))

/* The signal that ends the derivative. */
#define SIGNAL_OF(mode, f, s, ds)                                                                  \
    ({                                                                                             \
        int status = 0;                                                                            \
        fflush(NULL);                                                                              \
        pid_t child = fork();                                                                      \
        if (!child) {                                                                              \
            fclose(stderr);                                                                        \
            mode((void *)(f), enzyme_dup, &(s), &(ds), enzyme_const, 2);                           \
            _exit(0);                                                                              \
        }                                                                                          \
        waitpid(child, &status, 0);                                                                \
        WIFSIGNALED(status) ? WTERMSIG(status) : 0;                                                \
    })

#define CHECK_STOPS(f, s, ds)                                                                      \
    do {                                                                                           \
        CHECK_THAT(SIGNAL_OF(__enzyme_autodiff, f, s, ds) == SIGABRT);                             \
        CHECK_THAT(SIGNAL_OF(__enzyme_fwddiff, f, s, ds) == SIGABRT);                              \
    } while (0)

static double v[4] = {0.1, 0.2, 0.3, 0.7}, dv[4] = {0, 0, 0, 2};

int main(void)
{
    struct view s = {(uintptr_t)v, 24}, ds = {(uintptr_t)dv, 0};
    CHECK_STOPS(sum, s, ds);
    return oracle_result();
}
