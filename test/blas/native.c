/* The rules of BLAS and LAPACK called directly, with the calling convention of custom rules:
 * compiled once per precision and calling convention, like the rules themselves. Between the
 * augmented and the reverse function everything that the program could change is overwritten. */
#include "blas/rules.c"
#pragma clang fp reassociate(off)
#include "calls.h"
#include "cases.h"
#ifdef SHIMS
#include "shims.h"
#endif

#define FORTRAN_BOTH_L
#define FORTRAN_BOTH_F(v)  &p->v, &d->v
#define FORTRAN_BOTH_N(v)  &p->v, &d->v
#define FORTRAN_BOTH_S(v)  &p->v, &d->v
#define FORTRAN_BOTH_X(v)  p->v, d->v
#define FORTRAN_BOTH_P(v)  p->v, d->v
#define FORTRAN_BOTH_W     , p->work, d->work, &p->lwork, &d->lwork
#define FORTRAN_BOTH_E     , &p->info, &d->info
#define FORTRAN_PAIRS_L    FORTRAN_BOTH_L
#define FORTRAN_PAIRS_F(v) FORTRAN_BOTH_F(v)
#define FORTRAN_PAIRS_N(v) FORTRAN_BOTH_N(v)
#define FORTRAN_PAIRS_S(v) FORTRAN_BOTH_S(v)
#define FORTRAN_PAIRS_X(v) FORTRAN_BOTH_X(v)
#define FORTRAN_PAIRS_P(v) FORTRAN_BOTH_P(v)
#define FORTRAN_PAIRS_W    FORTRAN_BOTH_W
#define FORTRAN_PAIRS_E    FORTRAN_BOTH_E
#define FORTRAN_ALL_0
#define FORTRAN_ALL_1
#define FORTRAN_ALL_2
#define FORTRAN_ADD_0(call) call
#define FORTRAN_ADD_1(call) call
#define FORTRAN_ADD_2(call) call
#define FORTRAN_TAPE(call)  (call)

#define CBLAS_BOTH_L    p->order, p->order,
#define CBLAS_BOTH_F(v) ENUM_##v, ENUM_##v
#define CBLAS_BOTH_N(v) p->v, p->v
#define CBLAS_BOTH_S(v) p->v
#define CBLAS_BOTH_X(v) p->v, d->v
#define CBLAS_BOTH_P(v)
#define CBLAS_BOTH_W
#define CBLAS_BOTH_E
#define CBLAS_PAIRS_L    CBLAS_BOTH_L
#define CBLAS_PAIRS_F(v) CBLAS_BOTH_F(v)
#define CBLAS_PAIRS_N(v) CBLAS_BOTH_N(v)
#define CBLAS_PAIRS_S(v) p->v, d->v
#define CBLAS_PAIRS_X(v) CBLAS_BOTH_X(v)
#define CBLAS_PAIRS_P(v)
#define CBLAS_PAIRS_W
#define CBLAS_PAIRS_E
#define CBLAS_ALL_0
#define CBLAS_ALL_1       , 1
#define CBLAS_ALL_2       , 3
#define CBLAS_ADD_0(call) call
#define CBLAS_ADD_1(call) d->alpha += call
#define CBLAS_ADD_2(call)                                                                          \
    struct cblas_gradient g_ = call;                                                               \
    d->alpha += g_.alpha;                                                                          \
    d->beta += g_.beta

#define LAPACKE_BOTH_L    p->order, p->order,
#define LAPACKE_BOTH_F(v) p->v, p->v
#define LAPACKE_BOTH_N(v) p->v, p->v
#define LAPACKE_BOTH_S(v)
#define LAPACKE_BOTH_X(v) p->v, d->v
#define LAPACKE_BOTH_P(v) p->v, d->v
#define LAPACKE_BOTH_W
#define LAPACKE_BOTH_E
#define LAPACKE_TAPE(call) (call).tape

/* A tape: blocks that end with the reverse sweep. */
static void *blocks[4];

void *enz_rt_tape_alloc(void *tape, size_t size)
{
    int i = 0;
    (void)tape;
    while (blocks[i])
        i++;
    return blocks[i] = malloc(size ? size : 1);
}

static void end_tape(void)
{
    for (int i = 0; i < 4; i++) {
        free(blocks[i]);
        blocks[i] = NULL;
    }
}

/* What a call by address could see changed after it. By value, arguments are the same in the
 * reverse function. */
static void overwrite(struct problem *p, const struct numbers *shadow)
{
    REAL *arrays[ARRAYS] = {p->a, p->b, p->c, p->x, p->y};
    for (int i = 0; i < ARRAYS; i++)
        for (int j = 0; j < LENGTH; j++)
            arrays[i][j] = NAN;
    memset(p->ipiv, 0x7f, sizeof p->ipiv);
#if STYLE_FORTRAN
    p->side = p->uplo = p->transa = p->transb = p->diag = '?';
    p->m = p->n = p->k = p->lda = p->ldb = p->ldc = p->incx = p->incy = p->info = -77;
    p->alpha = p->beta = NAN;
#endif
}

#define TEST_FUNCTION(STYLE, r)                                                                    \
    RUN_FUNCTION(STYLE, r)                                                                         \
    static void test_forward_##r(struct problem *p, struct problem *d)                             \
    {                                                                                              \
        struct forward_number f = forward_##r(BLAS_APPLY(r, STYLE##_PAIRS));                       \
        p->result = f.value;                                                                       \
        d->result = f.tangent;                                                                     \
    }                                                                                              \
    static void test_reverse_##r(struct problem *p, struct problem *d)                             \
    {                                                                                              \
        struct augmented_number aug = augmented_##r(BLAS_APPLY(r, STYLE##_BOTH), NULL);            \
        overwrite(p, NULL);                                                                        \
        reverse_call_##r(BLAS_APPLY(r, STYLE##_BOTH), d->result, aug.tape);                        \
        end_tape();                                                                                \
        d->result = 0;                                                                             \
    }
#define TEST_SUBROUTINE(STYLE, r, scalars)                                                         \
    RUN_SUBROUTINE(STYLE, r)                                                                       \
    static void test_forward_##r(struct problem *p, struct problem *d)                             \
    {                                                                                              \
        forward_##r(BLAS_APPLY(r, STYLE##_PAIRS), 7);                                              \
    }                                                                                              \
    static void test_reverse_##r(struct problem *p, struct problem *d)                             \
    {                                                                                              \
        void *tape = augmented_##r(BLAS_APPLY(r, STYLE##_BOTH) STYLE##_ALL_##scalars, NULL);       \
        overwrite(p, NULL);                                                                        \
        STYLE##_ADD_##scalars(                                                                     \
            reverse_call_##r(BLAS_APPLY(r, STYLE##_BOTH) STYLE##_ALL_##scalars, tape));            \
        end_tape();                                                                                \
    }
#define TEST_STATUS(STYLE, r)                                                                      \
    RUN_SUBROUTINE(STYLE, r)                                                                       \
    static void test_forward_##r(struct problem *p, struct problem *d)                             \
    {                                                                                              \
        forward_##r(BLAS_APPLY(r, STYLE##_BOTH), 7);                                               \
    }                                                                                              \
    static void test_reverse_##r(struct problem *p, struct problem *d)                             \
    {                                                                                              \
        void *tape = STYLE##_TAPE(augmented_##r(BLAS_APPLY(r, STYLE##_BOTH), NULL));               \
        overwrite(p, NULL);                                                                        \
        reverse_call_##r(BLAS_APPLY(r, STYLE##_BOTH), tape);                                       \
        end_tape();                                                                                \
    }

#if STYLE_LAPACKE
#define TEST_OF_STATUS(r) TEST_STATUS(LAPACKE, r)
LAPACK_ROUTINES(TEST_OF_STATUS)
static const struct routine routines[] = {LAPACK_ROUTINES(ROW)};
#else
#define TEST_OF_FUNCTION_(STYLE, r)            TEST_FUNCTION(STYLE, r)
#define TEST_OF_FUNCTION(r, scalars)           TEST_OF_FUNCTION_(BLAS_STYLE, r)
#define TEST_OF_SUBROUTINE_(STYLE, r, scalars) TEST_SUBROUTINE(STYLE, r, scalars)
#define TEST_OF_SUBROUTINE(r, scalars)         TEST_OF_SUBROUTINE_(BLAS_STYLE, r, scalars)
BLAS_FUNCTIONS(TEST_OF_FUNCTION)
BLAS_SUBROUTINES(TEST_OF_SUBROUTINE)
#if STYLE_FORTRAN
#define TEST_OF_STATUS(r) TEST_STATUS(FORTRAN, r)
LAPACK_ROUTINES(TEST_OF_STATUS)
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
