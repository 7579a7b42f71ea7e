/* Four tapes alive at once, given up in another order than they were filled. */
#include "oracle.h"
#include <math.h>

struct augmented {
    void *tape;
    double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double chain(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++)
        s = sin(s) * x[i];
    return s;
}

int main(void)
{
    enum { T = 4, N = 5 };
    static const int order[T] = {2, 0, 3, 1};
    double x[T][N], dx[T][N] = {{0}}, want[N];
    struct augmented a[T];
    for (int t = 0; t < T; t++) {
        for (int i = 0; i < N; i++)
            x[t][i] = 1 + 0.1 * t + 0.05 * i;
        a[t] = __enzyme_augmentfwd((void *)chain, enzyme_dup, x[t], dx[t], enzyme_const, N - t);
        CHECK(a[t].value, chain(x[t], N - t));
    }
    for (int k = 0; k < T; k++) {
        int t = order[k];
        __enzyme_reverse((void *)chain, enzyme_dup, x[t], dx[t], enzyme_const, N - t, 1.0,
                         a[t].tape);
        GRADIENT(chain, x[t], want, N - t);
        for (int i = 0; i < N - t; i++)
            CHECK(dx[t][i], want[i]);
    }
    return oracle_result();
}
