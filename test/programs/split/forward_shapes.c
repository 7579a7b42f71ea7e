/* Forward sweeps from tapes: primal results, several directions, typed tapes, tapes read again for
 * the columns of a Jacobian. */
#include "oracle.h"
#include <math.h>
#include <stddef.h>

extern int enzyme_nofree, enzyme_tape, enzyme_allocated;
size_t __enzyme_augmentsize(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_augmentfwd_v(void *, ...);
double __enzyme_fwdsplit(void *, ...);
struct two __enzyme_fwdsplit_2(void *, ...);
void __enzyme_fwdsplit_v(void *, ...);

enum { N = 3 };

static double norm(const double *x)
{
    double w[N], s = 0;
    for (int i = 0; i < N; i++)
        w[i] = x[i] * x[(i + 1) % N];
    for (int i = 0; i < N; i++)
        s += w[i] * exp(w[N - 1 - i]);
    return s;
}

int main(void)
{
    double x[N] = {0.3, -0.8, 1.2}, want[N], dx[N] = {0}, y[N], other[N] = {1, 0, 0};
    for (int i = 0; i < N; i++)
        want[i] = 0;
    __enzyme_autodiff_v((void *)norm, enzyme_dup, x, want);

    void *t = __enzyme_augmentfwd((void *)norm, enzyme_dup, x, dx);
    for (int i = 0; i < N; i++) {
        dx[i] = 1;
        CHECK(__enzyme_fwdsplit((void *)norm, enzyme_dup, x, dx, t, enzyme_nofree), want[i]);
        dx[i] = 0;
    }
    dx[2] = 2;
    struct two both = __enzyme_fwdsplit_2((void *)norm, enzyme_primal_return, enzyme_dup, x, dx, t);
    CHECK(both.x, norm(x));
    CHECK(both.y, 2 * want[2]);

    t = __enzyme_augmentfwd((void *)norm, enzyme_width, 2, enzyme_dup, x, dx, other);
    both = __enzyme_fwdsplit_2((void *)norm, enzyme_width, 2, enzyme_dup, x, dx, other, t);
    CHECK(both.x, 2 * want[2]);
    CHECK(both.y, want[0]);

    size_t size = __enzyme_augmentsize((void *)norm, enzyme_dup);
    char tape[size + 1];
    for (int i = 0; i < N; i++)
        y[i] = x[i];
    __enzyme_augmentfwd_v((void *)norm, enzyme_allocated, size, enzyme_tape, tape, enzyme_dup, y,
                          dx);
    y[0] = y[1] = y[2] = 0;
    CHECK(__enzyme_fwdsplit((void *)norm, enzyme_allocated, size, enzyme_tape, tape, enzyme_dup, y,
                            dx),
          2 * want[2]);
    return oracle_result();
}
