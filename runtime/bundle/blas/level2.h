/* Rules of level 2: a matrix and vectors. The parts of a rule are explained in level1.h; library_r
 * calls routine r. */

/* ---- what rules share ---- */

static void order_updated_vector(struct args *c, int64_t in, int64_t out)
{
    set_vector(&c->x, &c->dx, in, c->incx);
    set_vector(&c->y, &c->dy, out, c->incy);
}

/* What y = a f(A, x) + b y keeps. */
static unsigned needs_product(const struct args *c)
{
    if (!c->dy.p)
        return 0;
    return (c->dx.p || c->dalpha ? KEEP_A : 0) | (c->da.p || c->dalpha ? KEEP_X : 0) |
           (c->dbeta ? KEEP_Y : 0);
}

/* bbar, ybar for y = ... + b y, last in reverse. */
static void reverse_scaled_y(struct args *c)
{
    if (c->dbeta)
        *c->dbeta += dot_vectors(c->y, c->dy);
    scale_vector(c->dy, c->beta);
}

static void tangents_scaled_y(struct args *c)
{
    scale_vector(c->dy, c->beta);
    if (c->dbeta && *c->dbeta != 0)
        add_vector(c->dy, *c->dbeta, c->y);
}

/* xbar += a t, abar += t.x */
static void reverse_scaled_vector(struct args *c, struct vector t)
{
    if (c->dx.p)
        add_vector(c->dx, c->alpha, t);
    if (c->dalpha)
        *c->dalpha += dot_vectors(t, c->x);
}

/* y += factor f(A, x) by the routine itself. */
static void add_product(struct args *c, library_routine *routine, REAL factor, struct matrix a,
                        struct vector x, struct vector y)
{
    struct args l = {SAME_CALL(c), .alpha = factor, .beta = 1, .a = a, .x = x, .y = y};
    routine(&l);
}

static void tangents_product(struct args *c, library_routine *routine)
{
    if (!c->dy.p)
        return;
    tangents_scaled_y(c);
    if (c->da.p)
        add_product(c, routine, c->alpha, c->da, c->x, c->dy);
    if (c->dx.p)
        add_product(c, routine, c->alpha, c->a, c->dx, c->dy);
    if (c->dalpha && *c->dalpha != 0)
        add_product(c, routine, *c->dalpha, c->a, c->x, c->dy);
}

/* ---- gemv: y = a op(A) x + b y ---- */

static void order_gemv(struct args *c)
{
    if (c->row_major) {
        swap_sizes(&c->m, &c->n);
        c->transa = transposed(c->transa);
    }
    if (c->m <= 0 || c->n <= 0)
        c->m = c->n = 0; /* y is not even scaled */
    bool plain = c->transa == 'N';
    set_matrix(&c->a, &c->da, c->m, c->n, c->lda);
    order_updated_vector(c, plain ? c->n : c->m, plain ? c->m : c->n);
}

static unsigned needs_gemv(const struct args *c)
{
    return needs_product(c);
}

NO_RESULTS(gemv)

static void reverse_gemv(struct args *c)
{
    if (!c->dy.p)
        return;
    if (c->dx.p || c->dalpha) {
        struct vector t = new_vector(c->x.n);
        struct args l = {SAME_CALL(c), .alpha = 1, .beta = 0, .a = c->a, .x = c->dy, .y = t};
        l.transa = transposed(c->transa);
        scale_vector(t, 0);
        library_gemv(&l);
        reverse_scaled_vector(c, t);
        free(t.p);
    }
    if (c->da.p && c->transa == 'N')
        add_outer(c->da, c->alpha, c->dy, c->x);
    else if (c->da.p)
        add_outer(c->da, c->alpha, c->x, c->dy);
    reverse_scaled_y(c);
}

static void tangents_before_gemv(struct args *c)
{
    tangents_product(c, library_gemv);
}

/* ---- symv, spmv: y = a A x + b y, A symmetric ---- */

static void order_symmetric_product(struct args *c, int64_t ld)
{
    if (c->row_major)
        c->uplo = other_triangle(c->uplo);
    set_triangle(&c->a, &c->da, c->n, ld, c->uplo, 'N');
    order_updated_vector(c, c->n, c->n);
}

static void reverse_symmetric_product(struct args *c, library_routine *routine)
{
    if (!c->dy.p)
        return;
    if (c->dx.p || c->dalpha) {
        struct vector t = new_vector(c->x.n);
        scale_vector(t, 0);
        add_product(c, routine, 1, c->a, c->dy, t);
        reverse_scaled_vector(c, t);
        free(t.p);
    }
    if (c->da.p)
        add_symmetric_outer(c->da, c->alpha, c->x, c->dy);
    reverse_scaled_y(c);
}

#define SYMMETRIC_PRODUCT(r, ld)                                                                   \
    static void order_##r(struct args *c)                                                          \
    {                                                                                              \
        order_symmetric_product(c, ld);                                                            \
    }                                                                                              \
    static unsigned needs_##r(const struct args *c)                                                \
    {                                                                                              \
        return needs_product(c);                                                                   \
    }                                                                                              \
    NO_RESULTS(r)                                                                                  \
    static void reverse_##r(struct args *c)                                                        \
    {                                                                                              \
        reverse_symmetric_product(c, library_##r);                                                 \
    }                                                                                              \
    static void tangents_before_##r(struct args *c)                                                \
    {                                                                                              \
        tangents_product(c, library_##r);                                                          \
    }
SYMMETRIC_PRODUCT(symv, c->lda)
SYMMETRIC_PRODUCT(spmv, 0)

/* ---- ger: A += a x y^T ---- */

static void order_ger(struct args *c)
{
    if (c->row_major) {
        swap_sizes(&c->m, &c->n);
        swap_sizes(&c->incx, &c->incy);
        struct vector x = c->x, dx = c->dx;
        c->x = c->y;
        c->dx = c->dy;
        c->y = x;
        c->dy = dx;
    }
    set_matrix(&c->a, &c->da, c->m, c->n, c->lda);
    set_vector(&c->x, &c->dx, c->m, c->incx);
    set_vector(&c->y, &c->dy, c->n, c->incy);
}

static unsigned needs_rank_update(const struct args *c)
{
    if (!c->da.p)
        return 0;
    return (c->dy.p || c->dalpha ? KEEP_X : 0) | (c->dx.p || c->dalpha ? KEEP_Y : 0);
}

static unsigned needs_ger(const struct args *c)
{
    return needs_rank_update(c);
}

NO_RESULTS(ger)

/* A column at a time: with the vector Abar e_j every contribution is a sum or an update along the
 * column. */
static void reverse_ger(struct args *c)
{
    if (!c->da.p)
        return;
    for (int64_t j = 0; j < c->da.cols; j++) {
        struct vector adjoint = {.p = column(c->da, j), .n = c->da.rows, .inc = 1};
        if (c->dx.p)
            add_vector(c->dx, c->alpha * c->y.p[j * c->y.inc], adjoint);
        if (!c->dy.p && !c->dalpha)
            continue;
        REAL t = dot_vectors(adjoint, c->x);
        if (c->dy.p)
            c->dy.p[j * c->dy.inc] += c->alpha * t;
        if (c->dalpha)
            *c->dalpha += t * c->y.p[j * c->y.inc];
    }
}

static void tangents_before_ger(struct args *c)
{
    if (!c->da.p)
        return;
    if (c->dx.p)
        add_outer(c->da, c->alpha, c->dx, c->y);
    if (c->dy.p)
        add_outer(c->da, c->alpha, c->x, c->dy);
    if (c->dalpha && *c->dalpha != 0)
        add_outer(c->da, *c->dalpha, c->x, c->y);
}

/* ---- syr, spr: A += a x x^T; syr2, spr2: A += a (x y^T + y x^T); one triangle ---- */

static void order_symmetric_update(struct args *c, int64_t ld, bool two)
{
    if (c->row_major)
        c->uplo = other_triangle(c->uplo);
    set_triangle(&c->a, &c->da, c->n, ld, c->uplo, 'N');
    set_vector(&c->x, &c->dx, c->n, c->incx);
    if (two)
        set_vector(&c->y, &c->dy, c->n, c->incy);
}

/* t = (Abar + Abar^T) x: the derivative of the sum over the triangle of Abar_ij x_i x_j. */
static void reverse_update(struct args *c)
{
    if (!c->da.p || (!c->dx.p && !c->dalpha))
        return;
    struct vector t = new_vector(c->n);
    multiply_doubled(t, c->da, c->x);
    if (c->dx.p)
        add_vector(c->dx, c->alpha, t);
    if (c->dalpha)
        *c->dalpha += dot_vectors(t, c->x) / 2;
    free(t.p);
}

static void reverse_update2(struct args *c)
{
    if (!c->da.p)
        return;
    struct vector t = new_vector(c->n);
    if (c->dx.p || c->dalpha) {
        multiply_doubled(t, c->da, c->y);
        reverse_scaled_vector(c, t);
    }
    if (c->dy.p) {
        multiply_doubled(t, c->da, c->x);
        add_vector(c->dy, c->alpha, t);
    }
    free(t.p);
}

static void tangents_update(struct args *c)
{
    if (c->da.p && c->dx.p) {
        add_outer(c->da, c->alpha, c->dx, c->x);
        add_outer(c->da, c->alpha, c->x, c->dx);
    }
    if (c->da.p && c->dalpha && *c->dalpha != 0)
        add_outer(c->da, *c->dalpha, c->x, c->x);
}

static void add_both_outer(struct matrix a, REAL factor, struct vector x, struct vector y)
{
    add_outer(a, factor, x, y);
    add_outer(a, factor, y, x);
}

static void tangents_update2(struct args *c)
{
    if (!c->da.p)
        return;
    if (c->dx.p)
        add_both_outer(c->da, c->alpha, c->dx, c->y);
    if (c->dy.p)
        add_both_outer(c->da, c->alpha, c->x, c->dy);
    if (c->dalpha && *c->dalpha != 0)
        add_both_outer(c->da, *c->dalpha, c->x, c->y);
}

#define SYMMETRIC_UPDATE(r, ld, two, needs, reverse, tangents)                                     \
    static void order_##r(struct args *c)                                                          \
    {                                                                                              \
        order_symmetric_update(c, ld, two);                                                        \
    }                                                                                              \
    static unsigned needs_##r(const struct args *c)                                                \
    {                                                                                              \
        return needs;                                                                              \
    }                                                                                              \
    NO_RESULTS(r)                                                                                  \
    static void reverse_##r(struct args *c)                                                        \
    {                                                                                              \
        reverse(c);                                                                                \
    }                                                                                              \
    static void tangents_before_##r(struct args *c)                                                \
    {                                                                                              \
        tangents(c);                                                                               \
    }
SYMMETRIC_UPDATE(syr, c->lda, false, c->da.p && (c->dx.p || c->dalpha) ? KEEP_X : 0, reverse_update,
                 tangents_update)
SYMMETRIC_UPDATE(spr, 0, false, c->da.p && (c->dx.p || c->dalpha) ? KEEP_X : 0, reverse_update,
                 tangents_update)
SYMMETRIC_UPDATE(syr2, c->lda, true, needs_rank_update(c), reverse_update2, tangents_update2)
SYMMETRIC_UPDATE(spr2, 0, true, needs_rank_update(c), reverse_update2, tangents_update2)

/* ---- trmv, tpmv: x = op(A) x; trsv, tpsv: x = op(A)^-1 x; A triangular ---- */

static void order_triangular(struct args *c, int64_t ld)
{
    if (c->row_major) {
        c->uplo = other_triangle(c->uplo);
        c->transa = transposed(c->transa);
    }
    set_triangle(&c->a, &c->da, c->n, ld, c->uplo, c->diag);
    set_vector(&c->x, &c->dx, c->n, c->incx);
}

/* Abar += factor times the adjoint of op(A) in op(A) v, given that of the product. */
static void add_triangular_outer(struct args *c, REAL factor, struct vector adjoint,
                                 struct vector v)
{
    if (c->transa == 'N')
        add_outer(c->da, factor, adjoint, v);
    else
        add_outer(c->da, factor, v, adjoint);
}

/* to += factor dop(A) x: without the diagonal if that is 1. */
static void add_triangle_tangent(struct args *c, REAL factor, struct vector x, struct vector to)
{
    for (int64_t j = 0; j < c->da.cols; j++) {
        REAL *p = column(c->da, j);
        for (int64_t i = first_row(c->da, j), end = end_row(c->da, j); i < end; i++)
            if (c->transa == 'N')
                to.p[i * to.inc] += factor * p[i] * x.p[j * x.inc];
            else
                to.p[j * to.inc] += factor * p[i] * x.p[i * x.inc];
    }
}

static void run_triangular(struct args *c, library_routine *routine, char trans, struct vector x)
{
    struct args l = {SAME_CALL(c), .a = c->a, .x = x};
    l.transa = trans;
    routine(&l);
}

static void reverse_triangular_product(struct args *c, library_routine *routine)
{
    if (c->dx.p && c->da.p)
        add_triangular_outer(c, 1, c->dx, c->x);
    if (c->dx.p)
        run_triangular(c, routine, transposed(c->transa), c->dx);
}

static void tangents_triangular_product(struct args *c, library_routine *routine)
{
    if (c->dx.p)
        run_triangular(c, routine, c->transa, c->dx);
    if (c->dx.p && c->da.p)
        add_triangle_tangent(c, 1, c->x, c->dx);
}

static void reverse_triangular_solve(struct args *c, library_routine *routine)
{
    if (c->dx.p)
        run_triangular(c, routine, transposed(c->transa), c->dx);
    if (c->dx.p && c->da.p)
        add_triangular_outer(c, -1, c->dx, c->x);
}

static void tangents_triangular_solve(struct args *c, library_routine *routine)
{
    if (c->dx.p && c->da.p)
        add_triangle_tangent(c, -1, c->x, c->dx);
    if (c->dx.p)
        run_triangular(c, routine, c->transa, c->dx);
}

#define TRIANGULAR_PRODUCT(r, ld)                                                                  \
    NO_RESULTS(r)                                                                                  \
    static void order_##r(struct args *c)                                                          \
    {                                                                                              \
        order_triangular(c, ld);                                                                   \
    }                                                                                              \
    static unsigned needs_##r(const struct args *c)                                                \
    {                                                                                              \
        return (c->dx.p ? KEEP_A : 0) | (c->dx.p && c->da.p ? KEEP_X : 0);                         \
    }                                                                                              \
    static void reverse_##r(struct args *c)                                                        \
    {                                                                                              \
        reverse_triangular_product(c, library_##r);                                                \
    }                                                                                              \
    static void tangents_before_##r(struct args *c)                                                \
    {                                                                                              \
        tangents_triangular_product(c, library_##r);                                               \
    }
TRIANGULAR_PRODUCT(trmv, c->lda)
TRIANGULAR_PRODUCT(tpmv, 0)

#define TRIANGULAR_SOLVE(r, ld)                                                                    \
    static void order_##r(struct args *c)                                                          \
    {                                                                                              \
        order_triangular(c, ld);                                                                   \
    }                                                                                              \
    static unsigned needs_##r(const struct args *c)                                                \
    {                                                                                              \
        return c->dx.p ? KEEP_A : 0;                                                               \
    }                                                                                              \
    static unsigned results_##r(const struct args *c)                                              \
    {                                                                                              \
        return c->dx.p && c->da.p ? KEEP_X : 0;                                                    \
    }                                                                                              \
    static void reverse_##r(struct args *c)                                                        \
    {                                                                                              \
        reverse_triangular_solve(c, library_##r);                                                  \
    }                                                                                              \
    static void tangents_before_##r(struct args *c)                                                \
    {                                                                                              \
        (void)c;                                                                                   \
    }                                                                                              \
    static void tangents_after_##r(struct args *c)                                                 \
    {                                                                                              \
        tangents_triangular_solve(c, library_##r);                                                 \
    }
TRIANGULAR_SOLVE(trsv, c->lda)
TRIANGULAR_SOLVE(tpsv, 0)
