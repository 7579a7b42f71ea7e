/* A checkpointing scheme written by the user: every fourth state is stored, and a segment runs
 * again, now with tapes, when its turn comes in the reverse sweep. */
#include "oracle.h"
#include <math.h>
#include <string.h>

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

enum { STEPS = 22, SEGMENT = 4, N = 3 };

static void step(double *s, double dt)
{
    double a = s[0] + dt * s[1], b = s[1] - dt * sin(s[0]) * s[2];
    s[0] = a;
    s[1] = b;
}

static double whole(const double *s0, int n)
{
    double s[N];
    memcpy(s, s0, sizeof s);
    for (int t = 0; t < STEPS; t++)
        step(s, 0.1);
    return s[0] + 2 * s[1];
}

int main(void)
{
    double start[N] = {0.5, 0.2, 1.3}, s[N], saved[STEPS / SEGMENT + 1][N], ds[N] = {1, 2, 0},
           want[N];
    memcpy(s, start, sizeof s);
    for (int t = 0; t < STEPS; t++) {
        if (t % SEGMENT == 0)
            memcpy(saved[t / SEGMENT], s, sizeof s);
        step(s, 0.1);
    }
    for (int first = (STEPS - 1) / SEGMENT * SEGMENT; first >= 0; first -= SEGMENT) {
        void *tapes[SEGMENT];
        int n = first + SEGMENT < STEPS ? SEGMENT : STEPS - first;
        memcpy(s, saved[first / SEGMENT], sizeof s);
        for (int k = 0; k < n; k++)
            tapes[k] = __enzyme_augmentfwd((void *)step, enzyme_dup, s, ds, enzyme_const, 0.1);
        while (n-- > 0)
            __enzyme_reverse((void *)step, enzyme_dup, s, ds, enzyme_const, 0.1, tapes[n]);
    }
    GRADIENT(whole, start, want, N);
    for (int i = 0; i < N; i++)
        CHECK(ds[i], want[i]);
    return oracle_result();
}
