/*
 * Adjoints of products of matrices and vectors, written by hand.
 *
 * Both factors of a product get their part in one pass over rows. In place products keep what
 * they overwrite.
 */
#include "kernels.h"

#include "vector.h"

/* da += dc B^T, db += A^T dc */
static void product_adjoint(int n, const double *restrict a, double *restrict da,
                            const double *restrict b, double *restrict db,
                            const double *restrict dc)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            da[i * n + k] += dot(n, &dc[i * n], &b[k * n]);
            add(n, a[i * n + k], &dc[i * n], &db[k * n]);
        }
}

void gemm_adjoint(int n, const double *restrict a, double *restrict da, const double *restrict b,
                  double *restrict db, double *restrict c, double *restrict dc)
{
    gemm_ikj_restrict(n, a, b, c);
    product_adjoint(n, a, da, b, db, dc);
}

void syrk_adjoint(int n, int m, const double *restrict a, double *restrict da, double *restrict c,
                  double *restrict dc)
{
    syrk_restrict(n, m, a, c);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            add(m, dc[i * n + j], &a[j * m], &da[i * m]);
            add(m, dc[i * n + j], &a[i * m], &da[j * m]);
        }
}

void syr2k_adjoint(int n, int m, const double *restrict a, double *restrict da,
                   const double *restrict b, double *restrict db, double *restrict c,
                   double *restrict dc)
{
    syr2k_restrict(n, m, a, b, c);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double d = dc[i * n + j];
            for (int k = 0; k < m; k++) {
                da[i * m + k] += d * b[j * m + k];
                db[i * m + k] += d * a[j * m + k];
            }
            for (int k = 0; k < m; k++) {
                da[j * m + k] += d * b[i * m + k];
                db[j * m + k] += d * a[i * m + k];
            }
        }
}

void symm_adjoint(int n, int m, const double *restrict a, double *restrict da,
                  const double *restrict b, double *restrict db, double *restrict c,
                  double *restrict dc)
{
    symm_restrict(n, m, a, b, c);
    for (int i = 0; i < n; i++) {
        const double *bi = &b[i * m], *dci = &dc[i * m];
        for (int k = 0; k < i; k++) {
            double aik = a[i * n + k];
            da[i * n + k] += dot(m, dci, &b[k * m]) + dot(m, &dc[k * m], bi);
            add(m, aik, dci, &db[k * m]);
            add(m, aik, &dc[k * m], &db[i * m]);
        }
        da[i * n + i] += dot(m, dci, bi);
        add(m, a[i * n + i], dci, &db[i * m]);
    }
}

void trmm_adjoint(int n, int m, const double *restrict a, double *restrict da, double *restrict b,
                  double *restrict db)
{
    double *old = saved((size_t)(n * m), b);

    trmm_restrict(n, m, a, b);
    for (int i = n - 1; i >= 0; i--)
        for (int k = i + 1; k < n; k++) {
            da[k * n + i] += dot(m, &db[i * m], &old[k * m]);
            add(m, a[k * n + i], &db[i * m], &db[k * m]);
        }
    free(old);
}

void atax_adjoint(int n, const double *restrict a, double *restrict da, const double *restrict x,
                  double *restrict dx, double *restrict y, double *restrict dy)
{
    fill(n, 0.0, y);
    for (int i = 0; i < n; i++) {
        const double *ai = &a[i * n];
        double *dai = &da[i * n];
        double sum = dot(n, ai, x), d_sum = dot(n, ai, dy);
        for (int j = 0; j < n; j++) {
            y[j] += ai[j] * sum;
            dai[j] += sum * dy[j] + d_sum * x[j];
            dx[j] += d_sum * ai[j];
        }
    }
}

void bicg_adjoint(int n, const double *restrict a, double *restrict da, const double *restrict p,
                  double *restrict dp, const double *restrict r, double *restrict dr,
                  double *restrict q, double *restrict dq, double *restrict s, double *restrict ds)
{
    fill(n, 0.0, s);
    for (int i = 0; i < n; i++) {
        const double *ai = &a[i * n];
        double *dai = &da[i * n], ri = r[i], dqi = dq[i];
        q[i] = dot(n, ai, p);
        dr[i] += dot(n, ai, ds);
        for (int j = 0; j < n; j++) {
            s[j] += ri * ai[j];
            dp[j] += dqi * ai[j];
            dai[j] += ri * ds[j] + dqi * p[j];
        }
    }
}

void mvt_adjoint(int n, const double *restrict a, double *restrict da, const double *restrict u,
                 double *restrict du, const double *restrict v, double *restrict dv,
                 double *restrict x, double *restrict dx, double *restrict y, double *restrict dy)
{
    for (int i = 0; i < n; i++) {
        const double *ai = &a[i * n];
        double *dai = &da[i * n], vi = v[i], dxi = dx[i];
        x[i] += dot(n, ai, u);
        dv[i] += dot(n, ai, dy);
        for (int j = 0; j < n; j++) {
            y[j] += vi * ai[j];
            du[j] += dxi * ai[j];
            dai[j] += vi * dy[j] + dxi * u[j];
        }
    }
}

void gemver_adjoint(int n, double *restrict a, double *restrict da, const double *restrict u,
                    double *restrict du, const double *restrict v, double *restrict dv,
                    const double *restrict y, double *restrict dy, const double *restrict z,
                    double *restrict dz, double *restrict x, double *restrict dx,
                    double *restrict w, double *restrict dw)
{
    gemver_restrict(n, a, u, v, y, z, x, w);
    for (int i = 0; i < n; i++)
        add(n, dw[i], &a[i * n], dx);
    add(n, 1.0, dx, dz);
    for (int i = 0; i < n; i++) {
        double *dai = &da[i * n], dwi = dw[i], yi = y[i], u1 = u[i], u2 = u[n + i];
        dy[i] += dot(n, &a[i * n], dx);
        for (int j = 0; j < n; j++)
            dai[j] += dwi * x[j] + yi * dx[j];
        du[i] += dot(n, dai, v);
        du[n + i] += dot(n, dai, v + n);
        for (int j = 0; j < n; j++) {
            dv[j] += u1 * dai[j];
            dv[n + j] += u2 * dai[j];
        }
    }
}

void gesummv_adjoint(int n, const double *restrict a, double *restrict da, const double *restrict b,
                     double *restrict db, const double *restrict x, double *restrict dx,
                     double *restrict y, double *restrict dy)
{
    for (int i = 0; i < n; i++) {
        const double *ai = &a[i * n], *bi = &b[i * n];
        double *dai = &da[i * n], *dbi = &db[i * n];
        double d_a = 1.5 * dy[i], d_b = 1.2 * dy[i];
        y[i] = 1.5 * dot(n, ai, x) + 1.2 * dot(n, bi, x);
        for (int j = 0; j < n; j++) {
            dai[j] += d_a * x[j];
            dbi[j] += d_b * x[j];
            dx[j] += d_a * ai[j] + d_b * bi[j];
        }
    }
}

void two_mm_adjoint(int n, const double *restrict a, double *restrict da, const double *restrict b,
                    double *restrict db, const double *restrict c, double *restrict dc,
                    double *restrict ab, double *restrict d_ab, double *restrict d,
                    double *restrict dd)
{
    two_mm_restrict(n, a, b, c, ab, d);
    product_adjoint(n, ab, d_ab, c, dc, dd);
    product_adjoint(n, a, da, b, db, d_ab);
}

void three_mm_adjoint(int n, const double *restrict a, double *restrict da,
                      const double *restrict b, double *restrict db, const double *restrict c,
                      double *restrict dc, const double *restrict d, double *restrict dd,
                      double *restrict ab, double *restrict d_ab, double *restrict cd,
                      double *restrict d_cd, double *restrict g, double *restrict dg)
{
    three_mm_restrict(n, a, b, c, d, ab, cd, g);
    product_adjoint(n, ab, d_ab, cd, d_cd, dg);
    product_adjoint(n, c, dc, d, dd, d_cd);
    product_adjoint(n, a, da, b, db, d_ab);
}

void doitgen_adjoint(int n, int m, double *restrict a, double *restrict da,
                     const double *restrict c, double *restrict dc, double *restrict row,
                     double *restrict d_row)
{
    for (int i = 0; i < n; i++) {
        double *ai = &a[i * m], *dai = &da[i * m];
        memcpy(d_row, dai, (size_t)m * sizeof *d_row);
        fill(m, 0.0, row);
        for (int s = 0; s < m; s++) {
            add(m, ai[s], &c[s * m], row);
            dai[s] = dot(m, d_row, &c[s * m]);
            add(m, ai[s], d_row, &dc[s * m]);
        }
        memcpy(ai, row, (size_t)m * sizeof *ai);
    }
}
