/*
 * Adjoints of sparse products and of transforms, written by hand.
 *
 * Conjugate gradients keep the three vectors of each step. The adjoint of the Fourier transform is
 * the transform of the conjugate.
 */
#include "kernels.h"

#include "vector.h"

/* Adjoints of y = A x, from dy. */
static void multiply_adjoint(int n, const int *restrict start, const int *restrict column,
                             const double *restrict value, double *restrict d_value,
                             const double *restrict x, double *restrict dx,
                             const double *restrict dy)
{
    for (int i = 0; i < n; i++)
        for (int k = start[i]; k < start[i + 1]; k++) {
            d_value[k] += dy[i] * x[column[k]];
            dx[column[k]] += dy[i] * value[k];
        }
}

void spmv_adjoint(int n, int m, const int *restrict start, const int *restrict column,
                  const double *restrict value, double *restrict d_value, const double *restrict x,
                  double *restrict dx, double *restrict y, double *restrict dy)
{
    spmv_restrict(n, m, start, column, value, x, y);
    multiply_adjoint(n, start, column, value, d_value, x, dx, dy);
}

/* What a step of conjugate gradients leaves behind. */
struct step {
    double *p, *q, *r; /* direction and A p of the step, residual after it */
    double square, next, alpha, beta;
};

static void forward_step(int n, const int *restrict start, const int *restrict column,
                         const double *restrict value, struct step *s, const double *r, double *x,
                         double *next_p)
{
    spmv_restrict(n, 0, start, column, value, s->p, s->q);
    s->alpha = s->square / dot(n, s->p, s->q);
    for (int i = 0; i < n; i++) {
        x[i] += s->alpha * s->p[i];
        s->r[i] = r[i] - s->alpha * s->q[i];
    }
    s->next = dot(n, s->r, s->r);
    s->beta = s->next / s->square;
    for (int i = 0; i < n; i++)
        next_p[i] = s->r[i] + s->beta * s->p[i];
}

/* The adjoints after the step become those before it, up to A; dq is that of A p. */
static double backward_step(int n, const struct step *s, double d_next, double *restrict dr,
                            double *restrict dp, double *restrict dq, const double *restrict dx)
{
    double d_beta = dot(n, dp, s->p), d_square = -d_beta * s->beta / s->square;
    double d_alpha = dot(n, dx, s->p);

    d_next = 2.0 * (d_next + d_beta / s->square);
    for (int i = 0; i < n; i++)
        dr[i] += dp[i] + d_next * s->r[i];
    d_alpha -= dot(n, dr, s->q);
    double d_pq = -d_alpha * s->alpha * s->alpha / s->square;
    for (int i = 0; i < n; i++) {
        dp[i] = s->beta * dp[i] + s->alpha * dx[i] + d_pq * s->q[i];
        dq[i] = d_pq * s->p[i] - s->alpha * dr[i];
    }
    return d_square + d_alpha * s->alpha / s->square;
}

void conjugate_gradients_adjoint(int n, int m, int t, const int *restrict start,
                                 const int *restrict column, const double *restrict value,
                                 double *restrict d_value, const double *restrict b,
                                 double *restrict db, double *restrict r, double *restrict dr,
                                 double *restrict p, double *restrict dp, double *restrict q,
                                 double *restrict dq, double *restrict x, double *restrict dx)
{
    struct step *steps = malloc((size_t)t * sizeof *steps);
    double *kept = new_numbers(3 * (size_t)t * (size_t)n), d_square = 0.0;

    (void)m, (void)r, (void)q;
    fill(n, 0.0, x);
    for (int k = 0; k < t; k++) {
        double *mine = kept + 3 * k * n;
        steps[k] = (struct step){.p = mine, .q = mine + n, .r = mine + 2 * n};
        if (k == 0)
            memcpy(mine, b, (size_t)n * sizeof *mine);
        steps[k].square = k == 0 ? dot(n, b, b) : steps[k - 1].next;
        forward_step(n, start, column, value, &steps[k], k == 0 ? b : steps[k - 1].r, x,
                     k + 1 < t ? mine + 3 * n : p);
    }
    for (int k = t - 1; k >= 0; k--) {
        d_square = backward_step(n, &steps[k], d_square, dr, dp, dq, dx);
        multiply_adjoint(n, start, column, value, d_value, steps[k].p, dp, dq);
    }
    for (int i = 0; i < n; i++)
        db[i] += dr[i] + dp[i] + 2.0 * d_square * b[i];
    free(kept);
    free(steps);
}

void fft_adjoint(int n, const double *restrict root, double *restrict s, double *restrict ds)
{
    fft_restrict(n, root, s);
    for (int i = 0; i < n; i++)
        ds[2 * i + 1] = -ds[2 * i + 1];
    fft_restrict(n, root, ds);
    for (int i = 0; i < n; i++)
        ds[2 * i + 1] = -ds[2 * i + 1];
}

void convolution_adjoint(int n, int m, const double *restrict image, double *restrict d_image,
                         const double *restrict mask, double *restrict d_mask, double *restrict out,
                         double *restrict d_out)
{
    int side = n - m + 1;

    convolution_restrict(n, m, image, mask, out);
    for (int i = 0; i < side; i++)
        for (int k = 0; k < m; k++)
            for (int l = 0; l < m; l++) {
                const double *row = &d_out[i * side];
                int at = (i + k) * n + l;
                d_mask[k * m + l] += dot(side, row, &image[at]);
                add(side, mask[k * m + l], row, &d_image[at]);
            }
}
