/* GSL: linear algebra with vectors, matrices and views; level 1 to 3 of its own
 * BLAS; decompositions and solvers. */
#include <gsl/gsl_blas.h>
#include <gsl/gsl_linalg.h>
#include <math.h>

#include "oracle.h"

enum { N = 4 };

/* x = {A row by row, b}: entries of A are dominant on the diagonal. */
static gsl_matrix *system_matrix(const double *x, gsl_vector *b)
{
    gsl_matrix *a = gsl_matrix_alloc(N, N);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            gsl_matrix_set(a, i, j, x[i * N + j] + (i == j ? 5 : 0));
        gsl_vector_set(b, i, x[N * N + i]);
    }
    return a;
}

static double weighted(const gsl_vector *v)
{
    double s = 0;
    for (size_t i = 0; i < v->size; i++)
        s += (i + 1.5) * gsl_vector_get(v, i);
    return s;
}

static double lu(const double *x, int n)
{
    (void)n;
    gsl_vector *b = gsl_vector_alloc(N), *y = gsl_vector_alloc(N);
    gsl_matrix *a = system_matrix(x, b);
    gsl_permutation *p = gsl_permutation_alloc(N);
    int sign;
    gsl_linalg_LU_decomp(a, p, &sign);
    gsl_linalg_LU_solve(a, p, b, y);
    double s = weighted(y) + 1e-3 * gsl_linalg_LU_det(a, sign);
    gsl_permutation_free(p);
    gsl_matrix_free(a);
    gsl_vector_free(b);
    gsl_vector_free(y);
    return s;
}

static double log_determinant(const double *x, int n)
{
    (void)n;
    double copy[N * N];
    size_t order[N];
    for (int i = 0; i < N * N; i++)
        copy[i] = x[i] + (i % (N + 1) == 0 ? 5 : 0);
    gsl_matrix_view a = gsl_matrix_view_array(copy, N, N);
    gsl_permutation p = {N, order};
    int sign;
    gsl_linalg_LU_decomp(&a.matrix, &p, &sign);
    return gsl_linalg_LU_lndet(&a.matrix);
}

static double inverse(const double *x, int n)
{
    (void)n;
    gsl_vector *b = gsl_vector_alloc(N);
    gsl_matrix *a = system_matrix(x, b), *c = gsl_matrix_alloc(N, N);
    gsl_permutation *p = gsl_permutation_alloc(N);
    int sign;
    gsl_linalg_LU_decomp(a, p, &sign);
    gsl_linalg_LU_invert(a, p, c);
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += (i + 2 * j + 1) * gsl_matrix_get(c, i, j);
    gsl_permutation_free(p);
    gsl_matrix_free(a);
    gsl_matrix_free(c);
    gsl_vector_free(b);
    return s;
}

static double qr(const double *x, int n)
{
    (void)n;
    gsl_vector *b = gsl_vector_alloc(N), *y = gsl_vector_alloc(N), *tau = gsl_vector_alloc(N);
    gsl_matrix *a = system_matrix(x, b);
    gsl_linalg_QR_decomp(a, tau);
    gsl_linalg_QR_solve(a, tau, b, y);
    double s = weighted(y);
    gsl_matrix_free(a);
    gsl_vector_free(b);
    gsl_vector_free(y);
    gsl_vector_free(tau);
    return s;
}

static double least_squares(const double *x, int n)
{
    (void)n;
    double y[2], r[N];
    gsl_matrix *a = gsl_matrix_alloc(N, 2);
    gsl_vector *tau = gsl_vector_alloc(2);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 2; j++)
            gsl_matrix_set(a, i, j, x[2 * i + j]);
    gsl_vector_const_view b = gsl_vector_const_view_array(x + N * N, N);
    gsl_vector_view solution = gsl_vector_view_array(y, 2), residual = gsl_vector_view_array(r, N);
    gsl_linalg_QR_decomp(a, tau);
    gsl_linalg_QR_lssolve(a, tau, &b.vector, &solution.vector, &residual.vector);
    double s = weighted(&solution.vector) + weighted(&residual.vector);
    gsl_matrix_free(a);
    gsl_vector_free(tau);
    return s;
}

/* B = A A^T + 1 is positive definite. */
static double cholesky(const double *x, int n)
{
    (void)n;
    gsl_vector *b = gsl_vector_alloc(N), *y = gsl_vector_alloc(N);
    gsl_matrix *a = system_matrix(x, b), *c = gsl_matrix_alloc(N, N);
    gsl_matrix_set_identity(c);
    gsl_blas_dgemm(CblasNoTrans, CblasTrans, 0.1, a, a, 1, c);
    gsl_linalg_cholesky_decomp1(c);
    gsl_linalg_cholesky_solve(c, b, y);
    double s = weighted(y) + log(gsl_matrix_get(c, 2, 2));
    gsl_matrix_free(a);
    gsl_matrix_free(c);
    gsl_vector_free(b);
    gsl_vector_free(y);
    return s;
}

static double householder(const double *x, int n)
{
    (void)n;
    gsl_vector *b = gsl_vector_alloc(N), *y = gsl_vector_alloc(N);
    gsl_matrix *a = system_matrix(x, b);
    gsl_linalg_HH_solve(a, b, y);
    double s = weighted(y);
    gsl_matrix_free(a);
    gsl_vector_free(b);
    gsl_vector_free(y);
    return s;
}

static double singular_values(const double *x, int n)
{
    (void)n;
    gsl_vector *b = gsl_vector_alloc(N), *y = gsl_vector_alloc(N), *d = gsl_vector_alloc(N);
    gsl_matrix *a = system_matrix(x, b), *v = gsl_matrix_alloc(N, N);
    gsl_linalg_SV_decomp_jacobi(a, v, d);
    gsl_linalg_SV_solve(a, v, d, b, y);
    double s = weighted(y) + weighted(d);
    gsl_matrix_free(a);
    gsl_matrix_free(v);
    gsl_vector_free(b);
    gsl_vector_free(y);
    gsl_vector_free(d);
    return s;
}

/* Golub-Reinsch: bidiagonal form and implicit shifts. */
static double singular_values_golub(const double *x, int n)
{
    (void)n;
    gsl_vector *b = gsl_vector_alloc(N), *work = gsl_vector_alloc(N), *d = gsl_vector_alloc(N);
    gsl_matrix *a = system_matrix(x, b), *v = gsl_matrix_alloc(N, N);
    gsl_linalg_SV_decomp(a, v, d, work);
    double s = weighted(d);
    gsl_matrix_free(a);
    gsl_matrix_free(v);
    gsl_vector_free(b);
    gsl_vector_free(work);
    gsl_vector_free(d);
    return s;
}

static double tridiagonal(const double *x, int n)
{
    (void)n;
    gsl_vector *diagonal = gsl_vector_alloc(5), *y = gsl_vector_alloc(5);
    for (int i = 0; i < 5; i++)
        gsl_vector_set(diagonal, i, 4 + x[i]);
    gsl_vector_const_view above = gsl_vector_const_view_array(x + 5, 4);
    gsl_vector_const_view below = gsl_vector_const_view_array(x + 9, 4);
    gsl_vector_const_view right = gsl_vector_const_view_array(x + 13, 5);
    gsl_linalg_solve_tridiag(diagonal, &above.vector, &below.vector, &right.vector, y);
    double s = weighted(y);
    gsl_vector_free(diagonal);
    gsl_vector_free(y);
    return s;
}

static double exponential(const double *x, int n)
{
    (void)n;
    gsl_matrix_const_view a = gsl_matrix_const_view_array(x, 3, 3);
    gsl_matrix *e = gsl_matrix_alloc(3, 3);
    gsl_linalg_exponential_ss(&a.matrix, e, GSL_PREC_DOUBLE);
    double s = 0;
    for (int i = 0; i < 9; i++)
        s += (i + 1) * gsl_matrix_get(e, i / 3, i % 3);
    gsl_matrix_free(e);
    return s;
}

/* Level 1 and 2, strides of views included. */
static double blas_vectors(const double *x, int n)
{
    (void)n;
    double y[N];
    gsl_vector_const_view row = gsl_vector_const_view_array(x, N);
    gsl_vector_const_view every_fourth = gsl_vector_const_view_array_with_stride(x, N, N);
    gsl_vector_view sum = gsl_vector_view_array(y, N);
    gsl_matrix_const_view a = gsl_matrix_const_view_array(x, N, N);
    double dot;
    gsl_vector_memcpy(&sum.vector, &row.vector);
    gsl_blas_daxpy(1.5, &every_fourth.vector, &sum.vector);
    gsl_blas_dgemv(CblasTrans, 0.7, &a.matrix, &row.vector, 1.2, &sum.vector);
    gsl_blas_dscal(0.8, &sum.vector);
    gsl_blas_ddot(&sum.vector, &every_fourth.vector, &dot);
    return dot + gsl_blas_dnrm2(&sum.vector) + gsl_blas_dasum(&row.vector);
}

static double blas_matrices(const double *x, int n)
{
    (void)n;
    gsl_matrix_const_view a = gsl_matrix_const_view_array(x, N, N);
    gsl_matrix *b = gsl_matrix_alloc(N, N), *c = gsl_matrix_calloc(N, N);
    gsl_matrix_memcpy(b, &a.matrix);
    gsl_matrix_add_diagonal(b, 3);
    gsl_blas_dgemm(CblasNoTrans, CblasTrans, 1, &a.matrix, b, 0, c);
    gsl_blas_dtrsm(CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 0.5, b, c);
    gsl_blas_dsyrk(CblasUpper, CblasNoTrans, 0.3, &a.matrix, 1, c);
    gsl_matrix_mul_elements(c, b);
    gsl_vector_view column = gsl_matrix_column(c, 1);
    gsl_blas_dtrmv(CblasUpper, CblasTrans, CblasNonUnit, b, &column.vector);
    gsl_blas_dger(0.2, &column.vector, &column.vector, b);
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += (i - 2 * j + 0.5) * (gsl_matrix_get(c, i, j) + gsl_matrix_get(b, i, j));
    gsl_matrix_free(b);
    gsl_matrix_free(c);
    return s;
}

int main(void)
{
    double x[N * N + N];
    oracle_random(x, N * N + N, 11);
    ORACLE_GRADIENT(lu, x, N * N + N);
    ORACLE_GRADIENT(log_determinant, x, N * N);
    ORACLE_GRADIENT(inverse, x, N * N);
    ORACLE_GRADIENT(qr, x, N * N + N);
    ORACLE_GRADIENT(least_squares, x, N * N + N);
    ORACLE_GRADIENT(cholesky, x, N * N + N);
    ORACLE_GRADIENT(householder, x, N * N + N);
    ORACLE_GRADIENT(singular_values, x, N * N + N);
    ORACLE_GRADIENT(singular_values_golub, x, N * N);
    ORACLE_GRADIENT(tridiagonal, x, 18);
    ORACLE_GRADIENT(exponential, x, 9);
    ORACLE_GRADIENT(blas_vectors, x, N * N);
    ORACLE_GRADIENT(blas_matrices, x, N * N);
    return oracle_result();
}
