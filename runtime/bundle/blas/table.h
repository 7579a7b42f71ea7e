/* The routines of BLAS and LAPACK that have rules, with their parameters.
 *
 * A signature is a macro over what a parameter becomes, so that one line gives prototypes, argument
 * lists and initialisers in every calling convention: L       storage order, first; ends with its
 * own comma, absent from Fortran F(x)    flag: a character (Fortran, LAPACKE) or an enumeration
 * (CBLAS) N(x)    integer S(x)    scalar factor X(x)    array P(x)    array of integers, the pivots
 *   W       workspace and its size; starts with its own comma, absent from LAPACKE
 *   E       error code, last; starts with its own comma, the result of LAPACKE instead
 * Names are those of struct args; systems of equations with n right-hand sides are of order m.
 *
 * The columns of the lists: routine; number of scalar factors. */
#ifndef ENZCC_BLAS_TABLE_H
#define ENZCC_BLAS_TABLE_H

/* Routines that return a number. */
#define BLAS_FUNCTIONS(R)                                                                          \
    R(asum, 0)                                                                                     \
    R(dot, 0)                                                                                      \
    R(nrm2, 0)

#define BLAS_SUBROUTINES(R)                                                                        \
    R(axpy, 1)                                                                                     \
    R(copy, 0)                                                                                     \
    R(scal, 1)                                                                                     \
    R(swap, 0)                                                                                     \
    R(gemv, 2)                                                                                     \
    R(ger, 1)                                                                                      \
    R(symv, 2)                                                                                     \
    R(spmv, 2)                                                                                     \
    R(syr, 1)                                                                                      \
    R(syr2, 1)                                                                                     \
    R(spr, 1)                                                                                      \
    R(spr2, 1)                                                                                     \
    R(trmv, 0)                                                                                     \
    R(trsv, 0)                                                                                     \
    R(tpmv, 0)                                                                                     \
    R(tpsv, 0)                                                                                     \
    R(gemm, 2)                                                                                     \
    R(symm, 2)                                                                                     \
    R(syrk, 2)                                                                                     \
    R(syr2k, 2)                                                                                    \
    R(trmm, 1)                                                                                     \
    R(trsm, 1)

#define LAPACK_ROUTINES(R)                                                                         \
    R(gesv)                                                                                        \
    R(getrf)                                                                                       \
    R(getri)                                                                                       \
    R(getrs)                                                                                       \
    R(potrf)                                                                                       \
    R(potri)                                                                                       \
    R(potrs)                                                                                       \
    R(posv)                                                                                        \
    R(trtrs)

#define SIG_asum(L, F, N, S, X, P, W, E) N(n), X(x), N(incx)
#define SIG_nrm2(L, F, N, S, X, P, W, E) N(n), X(x), N(incx)
#define SIG_dot(L, F, N, S, X, P, W, E)  N(n), X(x), N(incx), X(y), N(incy)
#define SIG_copy(L, F, N, S, X, P, W, E) N(n), X(x), N(incx), X(y), N(incy)
#define SIG_swap(L, F, N, S, X, P, W, E) N(n), X(x), N(incx), X(y), N(incy)
#define SIG_axpy(L, F, N, S, X, P, W, E) N(n), S(alpha), X(x), N(incx), X(y), N(incy)
#define SIG_scal(L, F, N, S, X, P, W, E) N(n), S(alpha), X(x), N(incx)

#define SIG_gemv(L, F, N, S, X, P, W, E)                                                           \
    L F(transa), N(m), N(n), S(alpha), X(a), N(lda), X(x), N(incx), S(beta), X(y), N(incy)
#define SIG_ger(L, F, N, S, X, P, W, E)                                                            \
    L N(m), N(n), S(alpha), X(x), N(incx), X(y), N(incy), X(a), N(lda)
#define SIG_symv(L, F, N, S, X, P, W, E)                                                           \
    L F(uplo), N(n), S(alpha), X(a), N(lda), X(x), N(incx), S(beta), X(y), N(incy)
#define SIG_spmv(L, F, N, S, X, P, W, E)                                                           \
    L F(uplo), N(n), S(alpha), X(a), X(x), N(incx), S(beta), X(y), N(incy)
#define SIG_syr(L, F, N, S, X, P, W, E) L F(uplo), N(n), S(alpha), X(x), N(incx), X(a), N(lda)
#define SIG_spr(L, F, N, S, X, P, W, E) L F(uplo), N(n), S(alpha), X(x), N(incx), X(a)
#define SIG_syr2(L, F, N, S, X, P, W, E)                                                           \
    L F(uplo), N(n), S(alpha), X(x), N(incx), X(y), N(incy), X(a), N(lda)
#define SIG_spr2(L, F, N, S, X, P, W, E)                                                           \
    L F(uplo), N(n), S(alpha), X(x), N(incx), X(y), N(incy), X(a)
#define SIG_trmv(L, F, N, S, X, P, W, E)                                                           \
    L F(uplo), F(transa), F(diag), N(n), X(a), N(lda), X(x), N(incx)
#define SIG_trsv(L, F, N, S, X, P, W, E)                                                           \
    L F(uplo), F(transa), F(diag), N(n), X(a), N(lda), X(x), N(incx)
#define SIG_tpmv(L, F, N, S, X, P, W, E) L F(uplo), F(transa), F(diag), N(n), X(a), X(x), N(incx)
#define SIG_tpsv(L, F, N, S, X, P, W, E) L F(uplo), F(transa), F(diag), N(n), X(a), X(x), N(incx)

#define SIG_gemm(L, F, N, S, X, P, W, E)                                                           \
    L F(transa), F(transb), N(m), N(n), N(k), S(alpha), X(a), N(lda), X(b), N(ldb), S(beta), X(c), \
        N(ldc)
#define SIG_symm(L, F, N, S, X, P, W, E)                                                           \
    L F(side), F(uplo), N(m), N(n), S(alpha), X(a), N(lda), X(b), N(ldb), S(beta), X(c), N(ldc)
#define SIG_syrk(L, F, N, S, X, P, W, E)                                                           \
    L F(uplo), F(transa), N(n), N(k), S(alpha), X(a), N(lda), S(beta), X(c), N(ldc)
#define SIG_syr2k(L, F, N, S, X, P, W, E)                                                          \
    L F(uplo), F(transa), N(n), N(k), S(alpha), X(a), N(lda), X(b), N(ldb), S(beta), X(c), N(ldc)
#define SIG_trmm(L, F, N, S, X, P, W, E)                                                           \
    L F(side), F(uplo), F(transa), F(diag), N(m), N(n), S(alpha), X(a), N(lda), X(b), N(ldb)
#define SIG_trsm(L, F, N, S, X, P, W, E)                                                           \
    L F(side), F(uplo), F(transa), F(diag), N(m), N(n), S(alpha), X(a), N(lda), X(b), N(ldb)

#define SIG_getrf(L, F, N, S, X, P, W, E) L N(m), N(n), X(a), N(lda), P(ipiv) E
#define SIG_getri(L, F, N, S, X, P, W, E) L N(m), X(a), N(lda), P(ipiv) W E
#define SIG_getrs(L, F, N, S, X, P, W, E)                                                          \
    L F(transa), N(m), N(n), X(a), N(lda), P(ipiv), X(b), N(ldb) E
#define SIG_gesv(L, F, N, S, X, P, W, E)  L N(m), N(n), X(a), N(lda), P(ipiv), X(b), N(ldb) E
#define SIG_potrf(L, F, N, S, X, P, W, E) L F(uplo), N(m), X(a), N(lda) E
#define SIG_potri(L, F, N, S, X, P, W, E) L F(uplo), N(m), X(a), N(lda) E
#define SIG_potrs(L, F, N, S, X, P, W, E) L F(uplo), N(m), N(n), X(a), N(lda), X(b), N(ldb) E
#define SIG_posv(L, F, N, S, X, P, W, E)  L F(uplo), N(m), N(n), X(a), N(lda), X(b), N(ldb) E
#define SIG_trtrs(L, F, N, S, X, P, W, E)                                                          \
    L F(uplo), F(transa), F(diag), N(m), N(n), X(a), N(lda), X(b), N(ldb) E

/* The parameters of routine r, where as_L, as_F, ... say what they become. */
#define BLAS_APPLY(r, as) SIG_##r(as##_L, as##_F, as##_N, as##_S, as##_X, as##_P, as##_W, as##_E)

#endif
