/* GSL: polynomials, Chebyshev series, transforms, sorting, statistics, histograms,
 * permutations, complex numbers, eigenvalues, splines. */
#include <gsl/gsl_bspline.h>
#include <gsl/gsl_chebyshev.h>
#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_dht.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_fft_complex.h>
#include <gsl/gsl_fft_halfcomplex.h>
#include <gsl/gsl_fft_real.h>
#include <gsl/gsl_histogram.h>
#include <gsl/gsl_permute.h>
#include <gsl/gsl_permute_vector.h>
#include <gsl/gsl_poly.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_sort_vector.h>
#include <gsl/gsl_statistics.h>
#include <gsl/gsl_sum.h>
#include <gsl/gsl_wavelet.h>
#include <math.h>
#include <string.h>

#include "oracle.h"

static double weighted(const double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (1 + 0.3 * i) * y[i] + 0.1 * y[i] * y[i];
    return s;
}

static double polynomial(const double *c, int n)
{
    return gsl_poly_eval(c, n, 0.8);
}
static double polynomial_point(double x)
{
    static const double c[5] = {1, -0.5, 0.25, 2, -1};
    return gsl_poly_eval(c, 5, x);
}
static double quadratic(double a, double b, double c)
{
    double x0, x1;
    gsl_poly_solve_quadratic(a, b, c, &x0, &x1);
    return x0 + 2 * x1;
}
static double cubic(double a, double b, double c)
{
    double x0, x1, x2;
    gsl_poly_solve_cubic(a, b, c, &x0, &x1, &x2);
    return x0 + 2 * x1 + 3 * x2;
}
static double divided(const double *y, int n)
{
    static const double x[6] = {0, 0.5, 1.3, 2, 2.8, 3.1};
    double d[6];
    gsl_poly_dd_init(d, x, y, n);
    return gsl_poly_dd_eval(d, x, n, 1.1);
}
static double roots(const double *c, int n)
{
    double z[10], s = 0;
    gsl_poly_complex_workspace *work = gsl_poly_complex_workspace_alloc(n);
    gsl_poly_complex_solve(c, n, work, z);
    gsl_poly_complex_workspace_free(work);
    for (int i = 0; i < n - 1; i++)
        s += z[2 * i] * z[2 * i] - z[2 * i + 1] * z[2 * i + 1] + fabs(z[2 * i + 1]);
    return s;
}

static double bump(double x, void *params)
{
    return exp(-*(const double *)params * x * x);
}
static double chebyshev(double a, double x)
{
    gsl_function f = {bump, &a};
    gsl_cheb_series *series = gsl_cheb_alloc(20), *slope = gsl_cheb_alloc(20);
    gsl_cheb_init(series, &f, -1, 1);
    gsl_cheb_calc_deriv(slope, series);
    double s = gsl_cheb_eval(series, x) + gsl_cheb_eval(slope, x);
    gsl_cheb_free(series);
    gsl_cheb_free(slope);
    return s;
}

static void fft_power_of_two(double *x, int n)
{
    gsl_fft_complex_radix2_forward(x, 1, n / 2);
}
static void fft_real_power_of_two(double *x, int n)
{
    gsl_fft_real_radix2_transform(x, 1, n);
}
static void fft_mixed(double *x, int n)
{
    gsl_fft_complex_wavetable *table = gsl_fft_complex_wavetable_alloc(n / 2);
    gsl_fft_complex_workspace *work = gsl_fft_complex_workspace_alloc(n / 2);
    gsl_fft_complex_forward(x, 1, n / 2, table, work);
    gsl_fft_complex_wavetable_free(table);
    gsl_fft_complex_workspace_free(work);
}
static double filtered(const double *x, int n)
{
    double y[12];
    memcpy(y, x, n * sizeof *x);
    gsl_fft_real_wavetable *real = gsl_fft_real_wavetable_alloc(n);
    gsl_fft_halfcomplex_wavetable *half = gsl_fft_halfcomplex_wavetable_alloc(n);
    gsl_fft_real_workspace *work = gsl_fft_real_workspace_alloc(n);
    gsl_fft_real_transform(y, 1, n, real, work);
    for (int i = 5; i < n; i++)
        y[i] = 0;
    gsl_fft_halfcomplex_inverse(y, 1, n, half, work);
    gsl_fft_real_wavetable_free(real);
    gsl_fft_halfcomplex_wavetable_free(half);
    gsl_fft_real_workspace_free(work);
    return weighted(y, n);
}
static void hankel(const double *x, int n, double *y, int m)
{
    (void)m;
    gsl_dht *t = gsl_dht_new(n, 1.5, 3.0);
    gsl_dht_apply(t, (double *)x, y);
    gsl_dht_free(t);
}
static void wavelet(double *x, int n)
{
    gsl_wavelet *w = gsl_wavelet_alloc(gsl_wavelet_daubechies, 4);
    gsl_wavelet_workspace *work = gsl_wavelet_workspace_alloc(n);
    gsl_wavelet_transform_forward(w, x, 1, n, work);
    gsl_wavelet_free(w);
    gsl_wavelet_workspace_free(work);
}

static void sorted(double *x, int n)
{
    gsl_sort(x, 1, n);
}
static double by_index(const double *x, int n)
{
    size_t order[12];
    double s = 0;
    gsl_sort_index(order, x, 1, n);
    for (int i = 0; i < n; i++)
        s += (i + 1) * x[order[i]];
    return s;
}
static double smallest(const double *x, int n)
{
    double y[3];
    gsl_sort_smallest(y, 3, x, 1, n);
    return y[0] + 2 * y[1] * y[2];
}
static void permuted(double *x, int n)
{
    size_t p[8] = {3, 0, 2, 1, 7, 5, 4, 6};
    gsl_permute(p, x, 1, n);
}

static double moments(const double *x, int n)
{
    return gsl_stats_mean(x, 1, n) + gsl_stats_variance(x, 1, n) + gsl_stats_sd(x, 1, n) +
           gsl_stats_absdev(x, 1, n) + gsl_stats_skew(x, 1, n) + gsl_stats_kurtosis(x, 1, n);
}
static double pairs(const double *x, int n)
{
    return gsl_stats_covariance(x, 1, x + n / 2, 1, n / 2) +
           gsl_stats_correlation(x, 1, x + n / 2, 1, n / 2) +
           gsl_stats_lag1_autocorrelation(x, 1, n) + gsl_stats_wmean(x, 1, x + n / 2, 1, n / 2);
}
static double order_statistics(const double *x, int n)
{
    double y[12];
    memcpy(y, x, n * sizeof *x);
    gsl_sort(y, 1, n);
    return gsl_stats_median_from_sorted_data(y, 1, n) + gsl_stats_max(x, 1, n) +
           gsl_stats_quantile_from_sorted_data(y, 1, n, 0.3);
}
/* Weights are active, positions are not. */
static double histogram(const double *w, int n)
{
    gsl_histogram *h = gsl_histogram_alloc(4);
    gsl_histogram_set_ranges_uniform(h, 0, 1);
    for (int i = 0; i < n; i++)
        gsl_histogram_accumulate(h, fmod(0.37 * i, 1.0), w[i]);
    double s = gsl_histogram_mean(h) + gsl_histogram_sum(h) + pow(gsl_histogram_get(h, 1), 2);
    gsl_histogram_free(h);
    return s;
}
static double levin(const double *x, int n)
{
    (void)n;
    double terms[14], sum, error;
    for (int i = 0; i < 14; i++)
        terms[i] = pow(0.5 + 0.1 * x[0], i) / (i + 1 + x[1]);
    gsl_sum_levin_u_workspace *work = gsl_sum_levin_u_alloc(14);
    gsl_sum_levin_u_accel(terms, 14, work, &sum, &error);
    gsl_sum_levin_u_free(work);
    return sum;
}

static double complex_functions(double re, double im)
{
    gsl_complex z = gsl_complex_rect(re, im), w = gsl_complex_sqrt(z);
    w = gsl_complex_add(w, gsl_complex_exp(gsl_complex_mul_real(z, 0.3)));
    w = gsl_complex_div(w, gsl_complex_log(z));
    w = gsl_complex_mul(w, gsl_complex_sin(z));
    w = gsl_complex_pow(w, gsl_complex_tanh(z));
    return gsl_complex_abs(w) + GSL_REAL(w) + 2 * GSL_IMAG(w) + gsl_complex_arg(z);
}

static double eigenvalues(const double *x, int n)
{
    (void)n;
    gsl_matrix *a = gsl_matrix_alloc(4, 4);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j <= i; j++) {
            gsl_matrix_set(a, i, j, x[i * (i + 1) / 2 + j] + (i == j) * 2 * i);
            gsl_matrix_set(a, j, i, gsl_matrix_get(a, i, j));
        }
    gsl_vector *values = gsl_vector_alloc(4);
    gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(4);
    gsl_eigen_symm(a, values, work);
    gsl_sort_vector(values);
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += (i + 1) * pow(gsl_vector_get(values, i), 2);
    gsl_eigen_symm_free(work);
    gsl_vector_free(values);
    gsl_matrix_free(a);
    return s;
}

static double basis(double x)
{
    gsl_bspline_workspace *work = gsl_bspline_alloc(4, 5);
    gsl_vector *b = gsl_vector_alloc(gsl_bspline_ncoeffs(work));
    gsl_bspline_knots_uniform(0, 1, work);
    gsl_bspline_eval(x, b, work);
    double s = weighted(b->data, (int)b->size);
    gsl_vector_free(b);
    gsl_bspline_free(work);
    return s;
}

int main(void)
{
    double x[12], c[6] = {-1, 0.3, 0.2, 0.5, 0.7, 1};
    oracle_random(x, 12, 9);
    ORACLE_GRADIENT(polynomial, x, 6);
    ORACLE_SCALAR_IS(polynomial_point, 0.6, -0.5 + 0.5 * 0.6 + 6 * 0.36 - 4 * 0.216);
    ORACLE_SCALAR3(quadratic, 1.0, -3.0, 1.5);
    ORACLE_SCALAR3(cubic, -6.0, 10.5, -5.5);
    ORACLE_GRADIENT(divided, x, 6);
    ORACLE_GRADIENT(roots, c, 6);
    ORACLE_SCALAR2(chebyshev, 1.3, 0.4);
    ORACLE_INPLACE(fft_power_of_two, x, 8);
    ORACLE_INPLACE(fft_real_power_of_two, x, 8);
    ORACLE_INPLACE(fft_mixed, x, 12);
    ORACLE_GRADIENT(filtered, x, 12);
    ORACLE_MAP(hankel, x, 6, x + 6, 6);
    ORACLE_INPLACE(wavelet, x, 8);
    ORACLE_INPLACE(sorted, x, 8);
    ORACLE_GRADIENT(by_index, x, 10);
    ORACLE_GRADIENT(smallest, x, 10);
    ORACLE_INPLACE(permuted, x, 8);
    ORACLE_GRADIENT(moments, x, 9);
    for (int i = 0; i < 12; i++)
        x[i] = 1.5 + x[i];
    ORACLE_GRADIENT(pairs, x, 12);
    ORACLE_GRADIENT(order_statistics, x, 9);
    ORACLE_GRADIENT(histogram, x, 12);
    ORACLE_GRADIENT(levin, x, 2);
    ORACLE_SCALAR2(complex_functions, 1.2, 0.8);
    ORACLE_GRADIENT(eigenvalues, x, 10);
    ORACLE_SCALAR(basis, 0.37);
    return oracle_result();
}
