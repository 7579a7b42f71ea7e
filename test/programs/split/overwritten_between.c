/* Everything the arguments point to is overwritten between the halves; the derivative is that of
 * the first half's values. */
#include "oracle.h"
#include <math.h>
#include <string.h>

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void layer(const double *w, const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < n; k++)
            s += w[i * n + k] * x[k];
        y[i] = tanh(s);
    }
}

int main(void)
{
    enum { N = 3 };
    double w[N * N], dw[N * N] = {0}, x[N] = {0.3, -0.7, 0.2}, dx[N] = {0}, y[N], dy[N] = {1, 2, 3};
    double want_w[N * N] = {0}, want_x[N] = {0}, seed[N] = {1, 2, 3};
    for (int i = 0; i < N * N; i++)
        w[i] = 0.1 * (i + 1);
    double first_w[N * N], first_x[N];
    memcpy(first_w, w, sizeof w);
    memcpy(first_x, x, sizeof x);

    void *tape = __enzyme_augmentfwd((void *)layer, enzyme_dup, w, dw, enzyme_dup, x, dx,
                                     enzyme_dup, y, dy, enzyme_const, N);
    for (int i = 0; i < N * N; i++)
        w[i] = -5;
    for (int i = 0; i < N; i++)
        x[i] = y[i] = 9;
    __enzyme_reverse((void *)layer, enzyme_dup, w, dw, enzyme_dup, x, dx, enzyme_dup, y, dy,
                     enzyme_const, N, tape);

    __enzyme_autodiff_v((void *)layer, enzyme_dup, first_w, want_w, enzyme_dup, first_x, want_x,
                        enzyme_dup, y, seed, enzyme_const, N);
    for (int i = 0; i < N * N; i++)
        CHECK(dw[i], want_w[i]);
    for (int i = 0; i < N; i++) {
        CHECK(dx[i], want_x[i]);
        CHECK(dy[i], 0);
    }
    return oracle_result();
}
