/* The routines as functions of a struct problem, in the calling convention under test.
 *
 * RUN_FUNCTION, RUN_SUBROUTINE and RUN_STATUS define test_run_r; ROW is the row of routine r in the
 * list of routines. */
#include "problem.h"

#define FORTRAN_TEST_L
#define FORTRAN_TEST_F(v) &p->v
#define FORTRAN_TEST_N(v) &p->v
#define FORTRAN_TEST_S(v) &p->v
#define FORTRAN_TEST_X(v) p->v
#define FORTRAN_TEST_P(v) p->v
#define FORTRAN_TEST_W    , p->work, &p->lwork
#define FORTRAN_TEST_E    , &p->info

static inline int enumeration(char flag, bool diag)
{
    switch (flag) {
    case 'N': return diag ? 131 : 111;
    case 'T':
    case 't': return 112;
    case 'C':
    case 'c': return 113;
    case 'U': return diag ? 132 : 121;
    case 'u': return 132;
    case 'L': return 141;
    case 'l': return 122;
    default: return 142;
    }
}
#define ENUM_transa enumeration(p->transa, false)
#define ENUM_transb enumeration(p->transb, false)
#define ENUM_diag   enumeration(p->diag, true)
#define ENUM_uplo   (p->uplo == 'U' ? 121 : 122)
#define ENUM_side   (p->side == 'R' ? 142 : 141)

#define CBLAS_TEST_L    p->order,
#define CBLAS_TEST_F(v) (int)ENUM_##v
#define CBLAS_TEST_N(v) p->v
#define CBLAS_TEST_S(v) p->v
#define CBLAS_TEST_X(v) p->v
#define CBLAS_TEST_P(v)
#define CBLAS_TEST_W
#define CBLAS_TEST_E

#define LAPACKE_TEST_L    p->order,
#define LAPACKE_TEST_F(v) p->v
#define LAPACKE_TEST_N(v) p->v
#define LAPACKE_TEST_S(v)
#define LAPACKE_TEST_X(v) p->v
#define LAPACKE_TEST_P(v) p->v
#define LAPACKE_TEST_W
#define LAPACKE_TEST_E

#define RUN_FUNCTION(STYLE, r)                                                                     \
    static void test_run_##r(struct problem *p)                                                    \
    {                                                                                              \
        p->result = STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_TEST));                                  \
    }
#define RUN_SUBROUTINE(STYLE, r)                                                                   \
    static void test_run_##r(struct problem *p)                                                    \
    {                                                                                              \
        STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_TEST));                                              \
    }

#if STYLE_FORTRAN
#define ORDER_IF_ANY
#else
#define ORDER_IF_ANY (order)
#endif
/* The parameter list as a text: (n), (x), (incx) */
#define TEXT_L    ORDER_IF_ANY
#define TEXT_F(v) (v)
#define TEXT_N(v) (v)
#define TEXT_S(v) (v)
#define TEXT_X(v) (v)
#define TEXT_P(v) (v)
#define TEXT_W
#define TEXT_E
#define TEXT(r)     TEXT_(BLAS_APPLY(r, TEXT))
#define TEXT_(...)  TEXT__(__VA_ARGS__)
#define TEXT__(...) #__VA_ARGS__

#define ROW(r)             {#r, TEXT(r), use_##r, test_run_##r, test_forward_##r, test_reverse_##r},
#define ROW_OF(r, scalars) ROW(r)
