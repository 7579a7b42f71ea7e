/* Every routine differentiated as in programs: __enzyme_fwddiff and __enzyme_autodiff of a function
 * that calls it with what it finds in a struct. Compiled with enzcc, once per precision and calling
 * convention. */
#include "blas/table.h"
#include "blas/glue.h"
#include <stddef.h>
#if STYLE_CBLAS
#include "blas/cblas.h"
#define BLAS_STYLE CBLAS
#elif STYLE_LAPACKE
#include "blas/lapacke.h"
#else
#include "blas/fortran.h"
#define BLAS_STYLE FORTRAN
#endif
#include "calls.h"
#include "cases.h"

extern int enzyme_dup, enzyme_runtime_activity;
extern void __enzyme_autodiff(void *, ...);
extern void __enzyme_fwddiff(void *, ...);

#define DERIVATIVES(r)                                                                             \
    static void test_forward_##r(struct problem *p, struct problem *d)                             \
    {                                                                                              \
        __enzyme_fwddiff((void *)test_run_##r, enzyme_runtime_activity, enzyme_dup, p, d);         \
    }                                                                                              \
    static void test_reverse_##r(struct problem *p, struct problem *d)                             \
    {                                                                                              \
        __enzyme_autodiff((void *)test_run_##r, enzyme_runtime_activity, enzyme_dup, p, d);        \
    }
#define FUNCTION(STYLE, r)                                                                         \
    REAL STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PRIMAL));                                           \
    RUN_FUNCTION(STYLE, r)                                                                         \
    DERIVATIVES(r)
#define SUBROUTINE(STYLE, r)                                                                       \
    void STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PRIMAL));                                           \
    RUN_SUBROUTINE(STYLE, r)                                                                       \
    DERIVATIVES(r)
#define STATUS(STYLE, r)                                                                           \
    STYLE##_STATUS STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PRIMAL));                                 \
    RUN_SUBROUTINE(STYLE, r)                                                                       \
    DERIVATIVES(r)

#if STYLE_LAPACKE
#define TEST_STATUS(r) STATUS(LAPACKE, r)
LAPACK_ROUTINES(TEST_STATUS)
static const struct routine routines[] = {LAPACK_ROUTINES(ROW)};
#else
#define TEST_FUNCTION_(STYLE, r)    FUNCTION(STYLE, r)
#define TEST_FUNCTION(r, scalars)   TEST_FUNCTION_(BLAS_STYLE, r)
#define TEST_SUBROUTINE_(STYLE, r)  SUBROUTINE(STYLE, r)
#define TEST_SUBROUTINE(r, scalars) TEST_SUBROUTINE_(BLAS_STYLE, r)
BLAS_FUNCTIONS(TEST_FUNCTION)
BLAS_SUBROUTINES(TEST_SUBROUTINE)
#if STYLE_FORTRAN
#define TEST_STATUS(r) STATUS(FORTRAN, r)
LAPACK_ROUTINES(TEST_STATUS)
static const struct routine routines[] = {BLAS_FUNCTIONS(ROW_OF) BLAS_SUBROUTINES(ROW_OF)
                                              LAPACK_ROUTINES(ROW)};
#else
static const struct routine routines[] = {BLAS_FUNCTIONS(ROW_OF) BLAS_SUBROUTINES(ROW_OF)};
#endif
#endif

int main(void)
{
    return test_all(routines, (int)(sizeof routines / sizeof *routines));
}
