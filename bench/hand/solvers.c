/*
 * Adjoints of factorisations and solvers, written by hand.
 *
 * Nothing is kept where the factors that the primal leaves behind are enough. What Gram-Schmidt and
 * Levinson's recursion overwrite is computed back from the result; the systems with a triangular or
 * tridiagonal matrix are solved with the transposed one.
 */
#include "kernels.h"

#include "vector.h"

#include <math.h>

void lu_adjoint(int n, double *restrict a, double *restrict da)
{
    lu_restrict(n, a);
    for (int k = n - 1; k >= 0; k--) {
        const double *ak = &a[k * n];
        double *dak = &da[k * n], d_pivot = 0.0;
        for (int i = n - 1; i > k; i--) {
            double *dai = &da[i * n], factor = a[i * n + k];
            double d_factor = dai[k] - dot(n - k - 1, dai + k + 1, ak + k + 1);
            add(n - k - 1, -factor, dai + k + 1, dak + k + 1);
            dai[k] = d_factor / ak[k];
            d_pivot += factor * dai[k];
        }
        dak[k] -= d_pivot;
    }
}

void cholesky_adjoint(int n, double *restrict a, double *restrict da)
{
    cholesky_restrict(n, a);
    for (int i = n - 1; i >= 0; i--) {
        const double *ai = &a[i * n];
        double *dai = &da[i * n];
        dai[i] /= 2.0 * ai[i];
        add(i, -2.0 * dai[i], ai, dai);
        for (int j = i - 1; j >= 0; j--) {
            const double *aj = &a[j * n];
            double *daj = &da[j * n];
            dai[j] /= aj[j];
            daj[j] -= dai[j] * ai[j];
            add(j, -dai[j], aj, dai);
            add(j, -dai[j], ai, daj);
        }
    }
}

void gram_schmidt_adjoint(int n, int m, double *restrict a, double *restrict da, double *restrict r,
                          double *restrict dr)
{
    gram_schmidt_restrict(n, m, a, r);
    double *old = saved((size_t)(n * m), a);

    for (int k = n - 1; k >= 0; k--) {
        const double *q = &a[k * m];
        double *dq = &da[k * m], norm = r[k * n + k];
        for (int j = n - 1; j > k; j--) {
            double *aj = &old[j * m], *daj = &da[j * m];
            double rkj = r[k * n + j], d = dr[k * n + j] - dot(m, daj, q);
            for (int i = 0; i < m; i++) {
                aj[i] += rkj * q[i];
                dq[i] += d * aj[i] - rkj * daj[i];
                daj[i] += d * q[i];
            }
        }
        double d_norm = dr[k * n + k] - dot(m, dq, q) / norm;
        for (int i = 0; i < m; i++) {
            dq[i] = dq[i] / norm + d_norm * q[i];
            old[k * m + i] *= norm;
        }
    }
    free(old);
}

void triangular_adjoint(int n, const double *restrict l, double *restrict dl,
                        const double *restrict b, double *restrict db, double *restrict x,
                        double *restrict dx)
{
    triangular_restrict(n, l, b, x);
    for (int i = n - 1; i >= 0; i--) {
        double d = dx[i] / l[i * n + i];
        db[i] += d;
        for (int j = 0; j < i; j++) {
            dl[i * n + j] -= d * x[j];
            dx[j] -= d * l[i * n + j];
        }
        dl[i * n + i] -= d * x[i];
    }
}

/* One step of the recursion back: y of step k becomes that of step k - 1, dy likewise. */
static double levinson_back(int k, double alpha, double beta, const double *restrict r,
                            double *restrict dr, double *restrict y, double *restrict dy,
                            double *restrict old)
{
    double d_alpha = dy[k], scale = 1.0 / (1.0 - alpha * alpha);

    for (int i = 0; i < k; i++)
        old[i] = scale * (y[i] - alpha * y[k - 1 - i]);
    for (int i = 0; i < k; i++)
        d_alpha += dy[i] * old[k - 1 - i];
    double d_sum = -d_alpha / beta;
    for (int i = 0; i < k; i++)
        y[i] = dy[i] + alpha * dy[k - 1 - i] + d_sum * r[k - 1 - i];
    for (int i = 0; i < k; i++)
        dr[k - 1 - i] += d_sum * old[i];
    dr[k] += d_sum;
    memcpy(dy, y, (size_t)k * sizeof *dy);
    memcpy(y, old, (size_t)k * sizeof *y);
    return -d_alpha * alpha / beta;
}

void levinson_adjoint(int n, const double *restrict r, double *restrict dr, double *restrict z,
                      double *restrict dz, double *restrict y, double *restrict dy)
{
    double *beta = new_numbers((size_t)n), *alpha = new_numbers((size_t)n);
    double *work = new_numbers((size_t)n), d_beta = 0.0;

    (void)dz;
    levinson_restrict(n, r, z, y);
    memcpy(work, y, (size_t)n * sizeof *work);
    for (int k = n - 1; k >= 0; k--) {
        alpha[k] = work[k];
        double scale = 1.0 / (1.0 - alpha[k] * alpha[k]);
        for (int i = 0; i < k; i++)
            z[i] = scale * (work[i] - alpha[k] * work[k - 1 - i]);
        memcpy(work, z, (size_t)k * sizeof *work);
    }
    beta[0] = 1.0;
    for (int k = 1; k < n; k++)
        beta[k] = beta[k - 1] * (1.0 - alpha[k - 1] * alpha[k - 1]);
    memcpy(work, y, (size_t)n * sizeof *work);
    for (int k = n - 1; k > 0; k--) {
        d_beta += levinson_back(k, alpha[k], beta[k], r, dr, work, dy, z);
        dy[k - 1] -= 2.0 * d_beta * beta[k - 1] * alpha[k - 1];
        d_beta *= 1.0 - alpha[k - 1] * alpha[k - 1];
    }
    dr[0] -= dy[0];
    free(beta);
    free(alpha);
    free(work);
}

/* With A^T s = dx: the adjoint of d is s, that of A is -s x^T on the three diagonals. */
void tridiagonal_adjoint(int n, const double *restrict a, double *restrict da,
                         const double *restrict b, double *restrict db, const double *restrict c,
                         double *restrict dc, const double *restrict d, double *restrict dd,
                         double *restrict upper, double *restrict d_upper, double *restrict x,
                         double *restrict dx)
{
    tridiagonal_restrict(n, a, b, c, d, upper, x);
    (void)d_upper;
    for (int i = 1; i < n; i++)
        dx[i] -= upper[i - 1] * dx[i - 1];
    for (int i = n - 1; i >= 0; i--) {
        double pivot = i > 0 ? b[i] - a[i] * upper[i - 1] : b[i];
        double next = i + 1 < n ? a[i + 1] * dx[i + 1] : 0.0;
        dx[i] = (dx[i] - next) / pivot;
    }
    add(n, 1.0, dx, dd);
    for (int i = 0; i < n; i++)
        db[i] -= dx[i] * x[i];
    for (int i = 1; i < n; i++) {
        da[i] -= dx[i] * x[i - 1];
        dc[i - 1] -= dx[i - 1] * x[i];
    }
}
