/* The arguments of a call, whatever its calling convention, and loops over vectors and matrices.
 *
 * After a routine's `order_` function, matrices are in column-major order, whatever the program
 * uses, and all sizes are set. A pointer that is its own shadow is inactive: the shadow is then
 * NULL here. Only elements that belong to a matrix are touched: of a triangle those of the
 * triangle, without the diagonal if that is taken as 1. Included once per precision and calling
 * convention, with REAL defined. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Sums may be reordered, as in any BLAS. */
#pragma clang fp reassociate(on) contract(fast)

struct vector {
    REAL *p; /* the first element in the order of the routine, also if inc is negative */
    int64_t n, inc;
    REAL *base; /* shadows: what was passed, and for which parameter */
    char parameter;
};

enum shape { GENERAL, UPPER, LOWER };

struct matrix {
    REAL *p;
    int64_t rows, cols;
    int64_t ld; /* 0: a packed triangle */
    enum shape shape;
    bool unit; /* the diagonal is not part of the matrix */
    char parameter;
    REAL *base;
};

struct args {
    bool row_major;
    char side, uplo, transa, transb, diag; /* upper case, C taken as T */
    int64_t m, n, k, lda, ldb, ldc, incx, incy;
    REAL alpha, beta;
    REAL *dalpha, *dbeta; /* tangents (forward) or adjoints (reverse); NULL: inactive */
    struct matrix a, da, b, db, c, dc;
    struct vector x, dx, y, dy;
    const INT *pivots;
    int64_t info; /* LAPACK: not 0 if the routine gave up */
    bool query;   /* LAPACK: it was only asked for the size of the workspace */
};

static inline char blas_flag(int flag)
{
    char upper = (char)(flag >= 'a' && flag <= 'z' ? flag - 'a' + 'A' : flag);
    return upper == 'C' ? 'T' : upper;
}

static inline char transposed(char trans)
{
    return trans == 'N' ? 'T' : 'N';
}

static inline char other_side(char side)
{
    return side == 'L' ? 'R' : 'L';
}

static inline char other_triangle(char uplo)
{
    return uplo == 'U' ? 'L' : 'U';
}

static inline enum shape triangle(char uplo)
{
    return uplo == 'U' ? UPPER : LOWER;
}

static inline void swap_sizes(int64_t *a, int64_t *b)
{
    int64_t old = *a;
    *a = *b;
    *b = old;
}

/* For other arguments of the same call: its flags and sizes. */
#define SAME_CALL(c)                                                                               \
    .side = (c)->side, .uplo = (c)->uplo, .transa = (c)->transa, .transb = (c)->transb,            \
    .diag = (c)->diag, .m = (c)->m, .n = (c)->n, .k = (c)->k

/* The parts of a rule that a routine does not need: nothing is read after the call, nothing changes
 * there. */
#define NO_RESULTS(r)                                                                              \
    static unsigned results_##r(const struct args *c)                                              \
    {                                                                                              \
        (void)c;                                                                                   \
        return 0;                                                                                  \
    }                                                                                              \
    static void tangents_after_##r(struct args *c)                                                 \
    {                                                                                              \
        (void)c;                                                                                   \
    }

/* Calls the routine of the library with these arguments, in column-major order. */
typedef void library_routine(struct args *c);

static void *allocate(size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory)
        abort();
    return memory;
}

static REAL *new_numbers(int64_t n)
{
    return allocate((size_t)n * sizeof(REAL));
}

/* ---- vectors ---- */

static void set_vector(struct vector *x, struct vector *dx, int64_t n, int64_t inc)
{
    n = n > 0 ? n : 0;
    int64_t skip = inc < 0 && n > 0 ? (1 - n) * inc : 0;
    x->n = dx->n = n;
    x->inc = dx->inc = inc;
    x->p += skip;
    if (dx->p)
        dx->p += skip;
}

/* What the routine takes as the address of a vector. */
static inline REAL *vector_base(struct vector x)
{
    return x.inc < 0 && x.n > 0 ? x.p + (x.n - 1) * x.inc : x.p;
}

static struct vector new_vector(int64_t n)
{
    return (struct vector){.p = new_numbers(n), .n = n, .inc = 1};
}

static void copy_vector(struct vector to, struct vector from)
{
    for (int64_t i = 0; i < to.n; i++)
        to.p[i * to.inc] = from.p[i * from.inc];
}

static void scale_vector(struct vector x, REAL factor)
{
    for (int64_t i = 0; i < x.n; i++)
        x.p[i * x.inc] = factor == 0 ? 0 : factor * x.p[i * x.inc];
}

static void add_vector(struct vector to, REAL factor, struct vector x)
{
    if (to.inc == 1 && x.inc == 1)
        for (int64_t i = 0; i < to.n; i++)
            to.p[i] += factor * x.p[i];
    else
        for (int64_t i = 0; i < to.n; i++)
            to.p[i * to.inc] += factor * x.p[i * x.inc];
}

static REAL dot_vectors(struct vector x, struct vector y)
{
    REAL sum = 0;
    if (x.inc == 1 && y.inc == 1)
        for (int64_t i = 0; i < x.n; i++)
            sum += x.p[i] * y.p[i];
    else
        for (int64_t i = 0; i < x.n; i++)
            sum += x.p[i * x.inc] * y.p[i * y.inc];
    return sum;
}

/* ---- matrices ---- */

static void set_matrix(struct matrix *a, struct matrix *da, int64_t rows, int64_t cols, int64_t ld)
{
    a->rows = da->rows = rows > 0 ? rows : 0;
    a->cols = da->cols = cols > 0 ? cols : 0;
    a->ld = da->ld = ld;
    a->shape = da->shape = GENERAL;
    a->unit = da->unit = false;
}

static void set_triangle(struct matrix *a, struct matrix *da, int64_t n, int64_t ld, char uplo,
                         char diag)
{
    set_matrix(a, da, n, n, ld);
    a->shape = da->shape = triangle(uplo);
    a->unit = da->unit = diag == 'U';
}

/* Element i of column j is column(a, j)[i]. */
static inline REAL *column(struct matrix a, int64_t j)
{
    if (a.ld)
        return a.p + j * a.ld;
    return a.p + (a.shape == UPPER ? j * (j + 1) / 2 : j * (2 * a.rows - j - 1) / 2);
}

static inline int64_t first_row(struct matrix a, int64_t j)
{
    return a.shape == LOWER ? j + a.unit : 0;
}

static inline int64_t end_row(struct matrix a, int64_t j)
{
    return a.shape == UPPER ? j + !a.unit : a.rows;
}

static int64_t matrix_size(struct matrix a)
{
    return a.ld ? a.rows * a.cols : a.rows * (a.rows + 1) / 2;
}

/* Place for a matrix of the same shape. */
static struct matrix matrix_like(struct matrix a, REAL *p)
{
    a.p = p;
    a.ld = a.ld ? (a.rows > 0 ? a.rows : 1) : 0;
    return a;
}

static struct matrix new_matrix(int64_t rows, int64_t cols)
{
    return (struct matrix){
        .p = new_numbers(rows * cols), .rows = rows, .cols = cols, .ld = rows > 0 ? rows : 1};
}

static void copy_matrix(struct matrix to, struct matrix from)
{
    for (int64_t j = 0; j < to.cols; j++) {
        REAL *t = column(to, j), *f = column(from, j);
        for (int64_t i = first_row(to, j), end = end_row(to, j); i < end; i++)
            t[i] = f[i];
    }
}

static void scale_matrix(struct matrix a, REAL factor)
{
    if (factor == 1)
        return;
    for (int64_t j = 0; j < a.cols; j++) {
        REAL *p = column(a, j);
        for (int64_t i = first_row(a, j), end = end_row(a, j); i < end; i++)
            p[i] = factor == 0 ? 0 : factor * p[i];
    }
}

static void add_matrix(struct matrix to, REAL factor, struct matrix a)
{
    for (int64_t j = 0; j < to.cols; j++) {
        REAL *t = column(to, j), *p = column(a, j);
        for (int64_t i = first_row(to, j), end = end_row(to, j); i < end; i++)
            t[i] += factor * p[i];
    }
}

/* The sum over the elements of a. */
static REAL dot_matrices(struct matrix a, struct matrix b)
{
    REAL sum = 0;
    for (int64_t j = 0; j < a.cols; j++) {
        REAL *p = column(a, j), *q = column(b, j);
        for (int64_t i = first_row(a, j), end = end_row(a, j); i < end; i++)
            sum += p[i] * q[i];
    }
    return sum;
}

/* a += factor x y^T */
static void add_outer(struct matrix a, REAL factor, struct vector x, struct vector y)
{
    for (int64_t j = 0; j < a.cols; j++) {
        REAL *p = column(a, j), f = factor * y.p[j * y.inc];
        for (int64_t i = first_row(a, j), end = end_row(a, j); i < end; i++)
            p[i] += f * x.p[i * x.inc];
    }
}

/* The adjoint of a symmetric matrix from that of the full one, factor x y^T: both places of an
 * element count. */
static void add_symmetric_outer(struct matrix a, REAL factor, struct vector x, struct vector y)
{
    for (int64_t j = 0; j < a.cols; j++) {
        REAL *p = column(a, j), xj = factor * x.p[j * x.inc], yj = factor * y.p[j * y.inc];
        for (int64_t i = first_row(a, j), end = end_row(a, j); i < end; i++)
            p[i] += i == j ? yj * x.p[i * x.inc] : yj * x.p[i * x.inc] + xj * y.p[i * y.inc];
    }
}

/* The same for matrices: a += factor (g + g^T), its diagonal counted `diagonal` times. */
static void add_symmetric(struct matrix a, REAL factor, struct matrix g, REAL diagonal)
{
    for (int64_t j = 0; j < a.cols; j++) {
        REAL *p = column(a, j), *q = column(g, j);
        for (int64_t i = first_row(a, j), end = end_row(a, j); i < end; i++)
            p[i] += factor * (i == j ? diagonal * q[j] : q[i] + column(g, i)[j]);
    }
}

/* to = (a + a^T) x for a triangle a: the diagonal counts twice. */
static void multiply_doubled(struct vector to, struct matrix a, struct vector x)
{
    scale_vector(to, 0);
    for (int64_t j = 0; j < a.cols; j++) {
        REAL *p = column(a, j), xj = x.p[j * x.inc], sum = 0;
        for (int64_t i = first_row(a, j), end = end_row(a, j); i < end; i++) {
            to.p[i * to.inc] += p[i] * xj;
            sum += p[i] * x.p[i * x.inc];
        }
        to.p[j * to.inc] += sum;
    }
}

/* The triangle a as a full matrix, with zeros elsewhere. */
static struct matrix full_triangle(struct matrix a)
{
    struct matrix full = new_matrix(a.rows, a.cols);
    memset(full.p, 0, (size_t)(a.rows * a.cols) * sizeof(REAL));
    for (int64_t j = 0; j < a.cols; j++) {
        REAL *t = column(full, j), *p = column(a, j);
        for (int64_t i = first_row(a, j), end = end_row(a, j); i < end; i++)
            t[i] = p[i];
    }
    return full;
}

/* a + a^T for a triangle a, as a full matrix; the diagonal, once, times `diagonal`. */
static struct matrix full_symmetric(struct matrix a, REAL diagonal)
{
    struct matrix full = new_matrix(a.rows, a.cols);
    for (int64_t j = 0; j < a.cols; j++) {
        REAL *p = column(a, j);
        for (int64_t i = first_row(a, j), end = end_row(a, j); i < end; i++)
            column(full, j)[i] = column(full, i)[j] = i == j ? diagonal * p[i] : p[i];
    }
    return full;
}

/* ---- what the reverse sweep needs ---- */

/* Operands to keep. */
enum { KEEP_A = 1, KEEP_B = 2, KEEP_C = 4, KEEP_X = 8, KEEP_Y = 16, KEEP_PIVOTS = 32 };

/* One per call, on the tape of the derivative. Operands that are kept are copied, and args says
 * where to; the others still point to memory of the program, which may have changed. */
struct tape {
    struct args args;
    REAL result;
};

void *enz_rt_tape_alloc(void *tape, size_t size);

static struct tape *new_tape(void *on)
{
    struct tape *t = enz_rt_tape_alloc(on, sizeof *t);
    memset(t, 0, sizeof *t);
    return t;
}

/* The reverse function may run with other shadows than the augmented one, and several times. */
static void attach_matrix(struct matrix *a, char parameter, REAL *shadow)
{
    if (a->p && a->parameter == parameter) {
        a->p = shadow + (a->p - a->base);
        a->base = shadow;
    }
}

static void attach_vector(struct vector *x, char parameter, REAL *shadow)
{
    if (x->p && x->parameter == parameter) {
        x->p = shadow + (x->p - x->base);
        x->base = shadow;
    }
}

static void set_shadow(struct args *c, char parameter, REAL *shadow)
{
    attach_matrix(&c->da, parameter, shadow);
    attach_matrix(&c->db, parameter, shadow);
    attach_matrix(&c->dc, parameter, shadow);
    attach_vector(&c->dx, parameter, shadow);
    attach_vector(&c->dy, parameter, shadow);
}

static REAL *keep_matrix(struct matrix *a, REAL *at)
{
    struct matrix copy = matrix_like(*a, at);
    copy_matrix(copy, *a);
    a->p = copy.p;
    a->ld = copy.ld;
    return at + matrix_size(copy);
}

static REAL *keep_vector(struct vector *x, REAL *at)
{
    struct vector copy = {.p = at, .n = x->n, .inc = 1};
    copy_vector(copy, *x);
    x->p = at;
    x->inc = 1;
    return at + copy.n;
}

static int64_t pivot_count(const struct args *c)
{
    return c->a.rows < c->a.cols ? c->a.rows : c->a.cols;
}

static void keep_pivots(struct args *c, INT *at)
{
    for (int64_t i = 0, n = pivot_count(c); i < n; i++)
        at[i] = c->pivots[i];
    c->pivots = at;
}

static int64_t kept_size(const struct args *c, unsigned what)
{
    return (what & KEEP_A ? matrix_size(c->a) : 0) + (what & KEEP_B ? matrix_size(c->b) : 0) +
           (what & KEEP_C ? matrix_size(c->c) : 0) + (what & KEEP_X ? c->x.n : 0) +
           (what & KEEP_Y ? c->y.n : 0);
}

/* Copies operands as they are now to the tape. */
static void keep(void *tape, struct args *c, unsigned what)
{
    if (!what)
        return;
    size_t pivots = what & KEEP_PIVOTS ? (size_t)pivot_count(c) * sizeof(INT) : 0;
    REAL *at = enz_rt_tape_alloc(tape, (size_t)kept_size(c, what) * sizeof(REAL) + pivots);
    if (what & KEEP_A)
        at = keep_matrix(&c->a, at);
    if (what & KEEP_B)
        at = keep_matrix(&c->b, at);
    if (what & KEEP_C)
        at = keep_matrix(&c->c, at);
    if (what & KEEP_X)
        at = keep_vector(&c->x, at);
    if (what & KEEP_Y)
        at = keep_vector(&c->y, at);
    if (what & KEEP_PIVOTS)
        keep_pivots(c, (INT *)at);
}
