/* A call of one routine with random arguments, and what of them the routine looks at.
 *
 * The program under test includes this with REAL and INT defined. All arrays are large enough for
 * every case; elements that the routine has no business with are NaN, so that whoever reads them
 * spoils the result, and their shadows are ordinary numbers, so that whoever writes them breaks the
 * comparison. */
#ifndef ENZCC_TEST_BLAS_PROBLEM_H
#define ENZCC_TEST_BLAS_PROBLEM_H
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 5, LENGTH = 100, NUMBERS = 3 + ARRAYS * LENGTH };
enum { A, B, C, X, Y }; /* bits of the mask of active arrays */

struct problem {
    int order; /* 101: by rows, 102: by columns */
    char side, uplo, transa, transb, diag;
    INT m, n, k, lda, ldb, ldc, incx, incy, info;
    REAL alpha, beta, result;
    REAL *a, *b, *c, *x, *y;
    REAL *work; /* not looked at: results in it mean nothing */
    INT lwork;
    INT ipiv[8]; /* as many as shims.h converts */
};

/* The numbers of a problem in one block: result, alpha, beta, arrays. */
struct numbers {
    REAL all[NUMBERS];
};

static void attach(struct problem *p, struct numbers *s)
{
    REAL **arrays[ARRAYS] = {&p->a, &p->b, &p->c, &p->x, &p->y};
    for (int i = 0; i < ARRAYS; i++)
        *arrays[i] = s->all + 3 + i * LENGTH;
    p->result = s->all[0];
    p->alpha = s->all[1];
    p->beta = s->all[2];
}

static void detach(const struct problem *p, struct numbers *s)
{
    s->all[0] = p->result;
    s->all[1] = p->alpha;
    s->all[2] = p->beta;
}

/* ---- what a routine looks at ---- */

static char plain_flag(char flag)
{
    char upper = (char)(flag >= 'a' ? flag - 'a' + 'A' : flag);
    return upper == 'C' ? 'T' : upper;
}

static bool is_transposed(char flag)
{
    return plain_flag(flag) == 'T';
}

struct used {
    bool at[NUMBERS];
    bool symmetric_positive; /* a needs it */
    bool exchanged;          /* a has its large elements beside the diagonal */
};

static void use_element(struct used *u, int array, long at)
{
    if (at < 0 || at >= LENGTH) {
        printf("test arrays are too short\n");
        exit(2);
    }
    u->at[3 + array * LENGTH + at] = true;
}

static void use_vector(struct used *u, int array, long n, long inc)
{
    for (long i = 0; i < n; i++)
        use_element(u, array, inc < 0 ? (i - n + 1) * inc : i * inc);
}

static void use_matrix(struct used *u, const struct problem *p, int array, long rows, long cols,
                       long ld)
{
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < cols; j++)
            use_element(u, array, p->order == 101 ? i * ld + j : i + j * ld);
}

static bool in_triangle(const struct problem *p, long i, long j, bool unit)
{
    return i == j ? !unit : (i < j) == (plain_flag(p->uplo) == 'U');
}

static void use_triangle(struct used *u, const struct problem *p, int array, long n, long ld,
                         bool unit)
{
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++)
            if (in_triangle(p, i, j, unit))
                use_element(u, array, p->order == 101 ? i * ld + j : i + j * ld);
}

/* A packed triangle is stored line after line: columns, or rows if the order is by rows. */
static void use_packed(struct used *u, const struct problem *p, long n, bool unit)
{
    long at = 0;
    for (long line = 0; line < n; line++)
        for (long other = 0; other < n; other++) {
            long i = p->order == 101 ? line : other, j = p->order == 101 ? other : line;
            if (!in_triangle(p, i, j, false))
                continue;
            if (in_triangle(p, i, j, unit))
                use_element(u, A, at);
            at++;
        }
}

static void use_xy(struct used *u, long nx, const struct problem *p, long ny)
{
    use_vector(u, X, nx, p->incx);
    use_vector(u, Y, ny, p->incy);
}

static bool is_unit(const struct problem *p)
{
    return plain_flag(p->diag) == 'U';
}

static long side_order(const struct problem *p)
{
    return plain_flag(p->side) == 'L' ? p->m : p->n;
}

#define USE(r) static void use_##r(struct used *u, const struct problem *p)
USE(asum)
{
    use_vector(u, X, p->n, p->incx);
}
USE(nrm2)
{
    use_vector(u, X, p->n, p->incx);
}
USE(scal)
{
    use_vector(u, X, p->n, p->incx);
}
USE(dot)
{
    use_xy(u, p->n, p, p->n);
}
USE(axpy)
{
    use_xy(u, p->n, p, p->n);
}
USE(copy)
{
    use_xy(u, p->n, p, p->n);
}
USE(swap)
{
    use_xy(u, p->n, p, p->n);
}
USE(gemv)
{
    bool t = is_transposed(p->transa);
    use_matrix(u, p, A, p->m, p->n, p->lda);
    use_xy(u, t ? p->m : p->n, p, t ? p->n : p->m);
}
USE(ger)
{
    use_matrix(u, p, A, p->m, p->n, p->lda);
    use_xy(u, p->m, p, p->n);
}
USE(symv)
{
    use_triangle(u, p, A, p->n, p->lda, false);
    use_xy(u, p->n, p, p->n);
}
USE(syr2)
{
    use_symv(u, p);
}
USE(syr)
{
    use_triangle(u, p, A, p->n, p->lda, false);
    use_vector(u, X, p->n, p->incx);
}
USE(spmv)
{
    use_packed(u, p, p->n, false);
    use_xy(u, p->n, p, p->n);
}
USE(spr2)
{
    use_spmv(u, p);
}
USE(spr)
{
    use_packed(u, p, p->n, false);
    use_vector(u, X, p->n, p->incx);
}
USE(trmv)
{
    use_triangle(u, p, A, p->n, p->lda, is_unit(p));
    use_vector(u, X, p->n, p->incx);
}
USE(trsv)
{
    use_trmv(u, p);
}
USE(tpmv)
{
    use_packed(u, p, p->n, is_unit(p));
    use_vector(u, X, p->n, p->incx);
}
USE(tpsv)
{
    use_tpmv(u, p);
}
USE(gemm)
{
    bool ta = is_transposed(p->transa), tb = is_transposed(p->transb);
    use_matrix(u, p, A, ta ? p->k : p->m, ta ? p->m : p->k, p->lda);
    use_matrix(u, p, B, tb ? p->n : p->k, tb ? p->k : p->n, p->ldb);
    use_matrix(u, p, C, p->m, p->n, p->ldc);
}
USE(symm)
{
    use_triangle(u, p, A, side_order(p), p->lda, false);
    use_matrix(u, p, B, p->m, p->n, p->ldb);
    use_matrix(u, p, C, p->m, p->n, p->ldc);
}
USE(syrk)
{
    bool t = is_transposed(p->transa);
    use_matrix(u, p, A, t ? p->k : p->n, t ? p->n : p->k, p->lda);
    use_triangle(u, p, C, p->n, p->ldc, false);
}
USE(syr2k)
{
    bool t = is_transposed(p->transa);
    use_syrk(u, p);
    use_matrix(u, p, B, t ? p->k : p->n, t ? p->n : p->k, p->ldb);
}
USE(trmm)
{
    use_triangle(u, p, A, side_order(p), p->lda, is_unit(p));
    use_matrix(u, p, B, p->m, p->n, p->ldb);
}
USE(trsm)
{
    use_trmm(u, p);
}
USE(getrf)
{
    use_matrix(u, p, A, p->m, p->n, p->lda);
    u->exchanged = true;
}
USE(getri)
{
    use_matrix(u, p, A, p->m, p->m, p->lda);
}
USE(getrs)
{
    use_matrix(u, p, A, p->m, p->m, p->lda);
    use_matrix(u, p, B, p->m, p->n, p->ldb);
}
USE(gesv)
{
    use_getrs(u, p);
    u->exchanged = true;
}
USE(potrf)
{
    use_triangle(u, p, A, p->m, p->lda, false);
    u->symmetric_positive = true;
}
USE(potri)
{
    use_triangle(u, p, A, p->m, p->lda, false);
}
USE(potrs)
{
    use_triangle(u, p, A, p->m, p->lda, false);
    use_matrix(u, p, B, p->m, p->n, p->ldb);
}
USE(posv)
{
    use_potrs(u, p);
    u->symmetric_positive = true;
}
USE(trtrs)
{
    use_triangle(u, p, A, p->m, p->lda, is_unit(p));
    use_matrix(u, p, B, p->m, p->n, p->ldb);
}

/* ---- a routine under test ---- */

struct routine {
    const char *name;
    const char *parameters; /* the text of its parameter list: says which arguments it has */
    void (*use)(struct used *u, const struct problem *p);
    void (*run)(struct problem *p);
    /* d holds tangents before and after; an array whose pointer is that of p is inactive. */
    void (*forward)(struct problem *p, struct problem *d);
    /* d holds adjoints of what the routine computes, then of its arguments. */
    void (*reverse)(struct problem *p, struct problem *d);
};

static bool has(const struct routine *r, const char *parameter)
{
    char text[32];
    snprintf(text, sizeof text, "(%s)", parameter);
    return strstr(r->parameters, text) != NULL;
}
#endif
