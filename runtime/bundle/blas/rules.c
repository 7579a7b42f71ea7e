/* Rules of BLAS and LAPACK in one precision and one calling convention.
 *
 * Compiled once for each combination, with
 *   REAL, PREFIX     double and d, float and s
 *   INT              the integers of the library
 *   SUFFIX           behind the name of a routine
 *   FORTRAN_SUFFIX   the same where the routine is Fortran's
 *   STYLE_FORTRAN, STYLE_CBLAS or STYLE_LAPACKE
 * so that a derivative calls the library as the program does. The mathematics is in level1.h to
 * lapack.h, over one form of arguments (args.h); nothing there depends on the calling convention.
 */
#include "args.h"
#include "table.h"
#include "glue.h"
#pragma clang diagnostic ignored "-Wunused-parameter"
#pragma clang diagnostic ignored "-Wunused-function"

#if STYLE_CBLAS
#include "cblas.h"
#define BLAS_STYLE CBLAS
#else
#include "fortran.h"
#define BLAS_STYLE FORTRAN
#endif

struct augmented_number {
    void *tape;
    REAL value;
};
struct forward_number {
    REAL value, tangent;
};

#define DECLARE_FUNCTION_(STYLE, r)    DECLARE(STYLE, REAL, r)
#define DECLARE_SUBROUTINE_(STYLE, r)  DECLARE(STYLE, void, r)
#define DECLARE_FUNCTION(r, scalars)   DECLARE_FUNCTION_(BLAS_STYLE, r)
#define DECLARE_SUBROUTINE(r, scalars) DECLARE_SUBROUTINE_(BLAS_STYLE, r)
BLAS_FUNCTIONS(DECLARE_FUNCTION)
BLAS_SUBROUTINES(DECLARE_SUBROUTINE)

#define LIBRARY_(STYLE, r)  DEFINE_LIBRARY(STYLE, r)
#define LIBRARY(r, scalars) LIBRARY_(BLAS_STYLE, r)
BLAS_SUBROUTINES(LIBRARY)

#define BLAS_NAME__(STYLE, r) STYLE##_NAME(r)
#define BLAS_NAME_(STYLE, r)  BLAS_NAME__(STYLE, r)
static bool has_library_gemm(void)
{
    return BLAS_NAME_(BLAS_STYLE, gemm) != NULL;
}

static bool has_library_trsm(void)
{
    return BLAS_NAME_(BLAS_STYLE, trsm) != NULL;
}

#include "level1.h"
#include "level2.h"
#include "level3.h"
#include "lapack.h"
#include "lapack_lu.h"

#if STYLE_LAPACKE
#include "lapacke.h"
#define STATUS_RULE(r) DECLARE(LAPACKE, LAPACKE_STATUS, r) DEFINE_STATUS_RULE(LAPACKE, r)
LAPACK_ROUTINES(STATUS_RULE)
#else
#define FUNCTION_RULE_(STYLE, r)  DEFINE_FUNCTION_RULE(STYLE, r)
#define FUNCTION_RULE(r, scalars) FUNCTION_RULE_(BLAS_STYLE, r)
#define RULE_(STYLE, r, scalars)  DEFINE_RULE(STYLE, r, scalars)
#define RULE(r, scalars)          RULE_(BLAS_STYLE, r, scalars)
BLAS_FUNCTIONS(FUNCTION_RULE)
BLAS_SUBROUTINES(RULE)
#if STYLE_FORTRAN
#define STATUS_RULE(r) DECLARE(FORTRAN, FORTRAN_STATUS, r) DEFINE_STATUS_RULE(FORTRAN, r)
LAPACK_ROUTINES(STATUS_RULE)
#endif
#endif
