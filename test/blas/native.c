/* The rules of BLAS and LAPACK called directly, with the calling convention of custom rules: compiled once per precision and
 * calling convention, like the rules themselves. Between the augmented and the reverse function everything that the program
 * could change is overwritten. */
#include "blas/rules.c"
#pragma clang fp reassociate(off)
#include "cases.h"
#ifdef SHIMS
#include "shims.h"
#endif

#define FORTRAN_TEST_L
#define FORTRAN_TEST_F(v) &p->v
#define FORTRAN_TEST_N(v) &p->v
#define FORTRAN_TEST_S(v) &p->v
#define FORTRAN_TEST_X(v) p->v
#define FORTRAN_TEST_E , &p->info
#define FORTRAN_BOTH_L
#define FORTRAN_BOTH_F(v) &p->v, &d->v
#define FORTRAN_BOTH_N(v) &p->v, &d->v
#define FORTRAN_BOTH_S(v) &p->v, &d->v
#define FORTRAN_BOTH_X(v) p->v, d->v
#define FORTRAN_BOTH_E , &p->info, &d->info
#define FORTRAN_PAIRS_L FORTRAN_BOTH_L
#define FORTRAN_PAIRS_F(v) FORTRAN_BOTH_F(v)
#define FORTRAN_PAIRS_N(v) FORTRAN_BOTH_N(v)
#define FORTRAN_PAIRS_S(v) FORTRAN_BOTH_S(v)
#define FORTRAN_PAIRS_X(v) FORTRAN_BOTH_X(v)
#define FORTRAN_PAIRS_E FORTRAN_BOTH_E
#define FORTRAN_ADD_0(call) call
#define FORTRAN_ADD_1(call) call
#define FORTRAN_ADD_2(call) call
#define FORTRAN_TAPE(call) (call)

static inline int enumeration(char flag, bool diag)
{
    switch (flag) {
    case 'N': return diag ? 131 : 111;
    case 'T': case 't': return 112;
    case 'C': case 'c': return 113;
    case 'U': return diag ? 132 : 121;
    case 'u': return 132;
    case 'L': return 141;
    case 'l': return 122;
    default: return 142;
    }
}
#define ENUM_transa enumeration(p->transa, false)
#define ENUM_transb enumeration(p->transb, false)
#define ENUM_diag enumeration(p->diag, true)
#define ENUM_uplo (p->uplo == 'U' ? 121 : 122)
#define ENUM_side (p->side == 'R' ? 142 : 141)
#define CBLAS_TEST_L p->order,
#define CBLAS_TEST_F(v) (int)ENUM_##v
#define CBLAS_TEST_N(v) p->v
#define CBLAS_TEST_S(v) p->v
#define CBLAS_TEST_X(v) p->v
#define CBLAS_TEST_E
#define CBLAS_BOTH_L p->order, p->order,
#define CBLAS_BOTH_F(v) ENUM_##v, ENUM_##v
#define CBLAS_BOTH_N(v) p->v, p->v
#define CBLAS_BOTH_S(v) p->v
#define CBLAS_BOTH_X(v) p->v, d->v
#define CBLAS_BOTH_E
#define CBLAS_PAIRS_L CBLAS_BOTH_L
#define CBLAS_PAIRS_F(v) CBLAS_BOTH_F(v)
#define CBLAS_PAIRS_N(v) CBLAS_BOTH_N(v)
#define CBLAS_PAIRS_S(v) p->v, d->v
#define CBLAS_PAIRS_X(v) CBLAS_BOTH_X(v)
#define CBLAS_PAIRS_E
#define CBLAS_ADD_0(call) call
#define CBLAS_ADD_1(call) d->alpha += call
#define CBLAS_ADD_2(call)             \
    struct cblas_gradient g_ = call;  \
    d->alpha += g_.alpha;             \
    d->beta += g_.beta

#define LAPACKE_TEST_L p->order,
#define LAPACKE_TEST_F(v) p->v
#define LAPACKE_TEST_N(v) p->v
#define LAPACKE_TEST_S(v)
#define LAPACKE_TEST_X(v) p->v
#define LAPACKE_TEST_E
#define LAPACKE_BOTH_L p->order, p->order,
#define LAPACKE_BOTH_F(v) p->v, p->v
#define LAPACKE_BOTH_N(v) p->v, p->v
#define LAPACKE_BOTH_S(v)
#define LAPACKE_BOTH_X(v) p->v, d->v
#define LAPACKE_BOTH_E
#define LAPACKE_TAPE(call) (call).tape

/* What a call by address could see changed after it. By value, arguments are the same in the reverse function. */
static void overwrite(struct problem *p, const struct numbers *shadow)
{
    REAL *arrays[ARRAYS] = {p->a, p->b, p->c, p->x, p->y};
    for (int i = 0; i < ARRAYS; i++)
        for (int j = 0; j < LENGTH; j++)
            arrays[i][j] = NAN;
#if STYLE_FORTRAN
    p->side = p->uplo = p->transa = p->transb = p->diag = '?';
    p->m = p->n = p->k = p->lda = p->ldb = p->ldc = p->incx = p->incy = p->info = -77;
    p->alpha = p->beta = NAN;
#endif
}

#define TEST_FUNCTION(STYLE, r)                                                                   \
    static void test_run_##r(struct problem *p)                                                   \
    {                                                                                             \
        p->result = STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_TEST));                                 \
    }                                                                                             \
    static void test_forward_##r(struct problem *p, struct problem *d)                            \
    {                                                                                             \
        struct forward_number f = forward_##r(BLAS_APPLY(r, STYLE##_PAIRS));                      \
        p->result = f.value;                                                                      \
        d->result = f.tangent;                                                                    \
    }                                                                                             \
    static void test_reverse_##r(struct problem *p, struct problem *d)                            \
    {                                                                                             \
        struct augmented_number aug = augmented_##r(BLAS_APPLY(r, STYLE##_BOTH));                 \
        overwrite(p, NULL);                                                                       \
        reverse_call_##r(BLAS_APPLY(r, STYLE##_BOTH), d->result, aug.tape);                       \
        d->result = 0;                                                                            \
    }
#define TEST_SUBROUTINE(STYLE, r, scalars)                                                        \
    static void test_run_##r(struct problem *p)                                                   \
    {                                                                                             \
        STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_TEST));                                             \
    }                                                                                             \
    static void test_forward_##r(struct problem *p, struct problem *d)                            \
    {                                                                                             \
        forward_##r(BLAS_APPLY(r, STYLE##_PAIRS));                                                \
    }                                                                                             \
    static void test_reverse_##r(struct problem *p, struct problem *d)                            \
    {                                                                                             \
        void *tape = augmented_##r(BLAS_APPLY(r, STYLE##_BOTH));                                  \
        overwrite(p, NULL);                                                                       \
        STYLE##_ADD_##scalars(reverse_call_##r(BLAS_APPLY(r, STYLE##_BOTH), tape));               \
    }
#define TEST_STATUS(STYLE, r)                                                                     \
    static void test_run_##r(struct problem *p)                                                   \
    {                                                                                             \
        (void)STYLE##_STATUS_OF(STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_TEST)));                    \
    }                                                                                             \
    static void test_forward_##r(struct problem *p, struct problem *d)                            \
    {                                                                                             \
        forward_##r(BLAS_APPLY(r, STYLE##_BOTH));                                                 \
    }                                                                                             \
    static void test_reverse_##r(struct problem *p, struct problem *d)                            \
    {                                                                                             \
        void *tape = STYLE##_TAPE(augmented_##r(BLAS_APPLY(r, STYLE##_BOTH)));                    \
        overwrite(p, NULL);                                                                       \
        reverse_call_##r(BLAS_APPLY(r, STYLE##_BOTH), tape);                                      \
    }
#define FORTRAN_STATUS_OF(call) (call, 0)
#define LAPACKE_STATUS_OF(call) call

#if STYLE_FORTRAN
#define ORDER_IF_ANY
#else
#define ORDER_IF_ANY (order)
#endif
/* The parameter list as a text: (n), (x), (incx) */
#define TEXT_L ORDER_IF_ANY
#define TEXT_F(v) (v)
#define TEXT_N(v) (v)
#define TEXT_S(v) (v)
#define TEXT_X(v) (v)
#define TEXT_E
#define TEXT(r) TEXT_(BLAS_APPLY(r, TEXT))
#define TEXT_(...) TEXT__(__VA_ARGS__)
#define TEXT__(...) #__VA_ARGS__

#define ROW(r) {#r, TEXT(r), use_##r, test_run_##r, test_forward_##r, test_reverse_##r},
#define ROW_OF(r, scalars) ROW(r)

#if STYLE_LAPACKE
#define TEST_OF_STATUS(r) TEST_STATUS(LAPACKE, r)
LAPACK_ROUTINES(TEST_OF_STATUS)
static const struct routine routines[] = {LAPACK_ROUTINES(ROW)};
#else
#define TEST_OF_FUNCTION_(STYLE, r) TEST_FUNCTION(STYLE, r)
#define TEST_OF_FUNCTION(r, scalars) TEST_OF_FUNCTION_(BLAS_STYLE, r)
#define TEST_OF_SUBROUTINE_(STYLE, r, scalars) TEST_SUBROUTINE(STYLE, r, scalars)
#define TEST_OF_SUBROUTINE(r, scalars) TEST_OF_SUBROUTINE_(BLAS_STYLE, r, scalars)
BLAS_FUNCTIONS(TEST_OF_FUNCTION)
BLAS_SUBROUTINES(TEST_OF_SUBROUTINE)
#if STYLE_FORTRAN
#define TEST_OF_STATUS(r) TEST_STATUS(FORTRAN, r)
LAPACK_ROUTINES(TEST_OF_STATUS)
static const struct routine routines[] = {BLAS_FUNCTIONS(ROW_OF) BLAS_SUBROUTINES(ROW_OF) LAPACK_ROUTINES(ROW)};
#else
static const struct routine routines[] = {BLAS_FUNCTIONS(ROW_OF) BLAS_SUBROUTINES(ROW_OF)};
#endif
#endif

int main(void)
{
    return test_all(routines, (int)(sizeof routines / sizeof *routines));
}
