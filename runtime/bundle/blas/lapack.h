/* Rules of LAPACK: Cholesky factorisation and systems of equations. The parts of a rule are
 * explained in level1.h.
 *
 * After order_, a system is op(A) X = B if side is L, and X op(A) = B if it is R, which is how
 * row-major storage looks. A routine that gave up (info is not 0) has no derivative. */

static void order_system(struct args *c, char diag)
{
    c->side = 'L';
    int64_t rows = c->m, cols = c->n;
    if (c->row_major) {
        c->side = 'R';
        c->uplo = other_triangle(c->uplo);
        rows = c->n;
        cols = c->m;
    }
    set_triangle(&c->a, &c->da, c->m, c->lda, c->uplo, diag);
    set_matrix(&c->b, &c->db, rows, cols, c->ldb);
}

/* ---- potrf: A = L L^T or U^T U, the factor in place of A ---- */

static void order_potrf(struct args *c)
{
    order_system(c, 'N');
}

static unsigned needs_potrf(const struct args *c)
{
    (void)c;
    return 0;
}

static unsigned results_potrf(const struct args *c)
{
    return c->da.p ? KEEP_A : 0;
}

/* Zeros above the diagonal, which is halved. */
static void take_lower_half(struct matrix w)
{
    for (int64_t j = 0; j < w.cols; j++) {
        for (int64_t i = 0; i < j; i++)
            column(w, j)[i] = 0;
        column(w, j)[j] /= 2;
    }
}

static struct matrix new_transposed(struct matrix a)
{
    struct matrix t = new_matrix(a.cols, a.rows);
    for (int64_t j = 0; j < a.cols; j++)
        for (int64_t i = 0; i < a.rows; i++)
            column(t, i)[j] = column(a, j)[i];
    return t;
}

/* A new matrix: a or a^T, whichever is lower, with zeros elsewhere. */
static struct matrix new_lower(struct matrix a)
{
    struct matrix full = full_triangle(a);
    if (a.shape == LOWER)
        return full;
    struct matrix lower = new_transposed(full);
    free(full.p);
    return lower;
}

static void set_from_lower(struct matrix to, struct matrix lower)
{
    for (int64_t j = 0; j < to.cols; j++)
        for (int64_t i = first_row(to, j), end = end_row(to, j); i < end; i++)
            column(to, j)[i] = to.shape == LOWER ? column(lower, j)[i] : column(lower, i)[j];
}

/* How L and L^T are written with the factor as it is stored. */
static char plain_factor(const struct args *c)
{
    return c->uplo == 'L' ? 'N' : 'T';
}

static char transposed_factor(const struct args *c)
{
    return transposed(plain_factor(c));
}

/* dA becomes the adjoint of A, given that of the factor: with S = L^-T half(L^T Lbar) L^-1, the
 * triangle of S + S^T with its diagonal halved. */
static void factor_adjoint(struct args *c)
{
    struct matrix factor = new_lower(c->a), adjoint = new_lower(c->da), w = new_zeros(c->m, c->m);
    multiply(1, 'T', factor, 'N', adjoint, w);
    take_lower_half(w);
    solve('L', transposed_factor(c), c->a, w);
    solve('R', plain_factor(c), c->a, w);
    scale_matrix(c->da, 0);
    add_symmetric(c->da, 1, w, 1);
    free(factor.p);
    free(adjoint.p);
    free(w.p);
}

static void reverse_potrf(struct args *c)
{
    if (c->da.p && !c->info)
        factor_adjoint(c);
}

static void tangents_before_potrf(struct args *c)
{
    (void)c;
}

/* dL = L half(L^-1 dA L^-T) */
static void tangents_after_potrf(struct args *c)
{
    if (!c->da.p || c->info)
        return;
    struct matrix factor = new_lower(c->a), w = full_symmetric(c->da, 1), d = new_zeros(c->m, c->m);
    solve('L', plain_factor(c), c->a, w);
    solve('R', transposed_factor(c), c->a, w);
    take_lower_half(w);
    multiply(1, 'N', factor, 'N', w, d);
    set_from_lower(c->da, d);
    free(factor.p);
    free(w.p);
    free(d.p);
}

/* ---- potrs: A X = B with the factor of A ---- */

static void order_potrs(struct args *c)
{
    order_system(c, 'N');
}

static unsigned needs_potrs(const struct args *c)
{
    return c->db.p ? KEEP_A : 0;
}

static unsigned results_potrs(const struct args *c)
{
    return c->db.p && c->da.p ? KEEP_B : 0;
}

/* b = A^-1 b */
static void solve_factored(struct args *c, struct matrix b)
{
    bool left = c->side == 'L';
    solve(c->side, left ? plain_factor(c) : transposed_factor(c), c->a, b);
    solve(c->side, left ? transposed_factor(c) : plain_factor(c), c->a, b);
}

/* A new matrix: the adjoint of A as a full matrix, but for its sign, T X^T. */
static struct matrix system_adjoint(struct args *c)
{
    struct matrix g = new_zeros(c->m, c->m);
    if (c->side == 'L')
        multiply(1, 'N', c->db, 'T', c->b, g);
    else
        multiply(1, 'T', c->db, 'N', c->b, g);
    return g;
}

/* With T = A^-1 Xbar: Bbar = T, Lbar = -(G + G^T) L, G = T X^T. */
static void reverse_potrs(struct args *c)
{
    if (!c->db.p || c->info)
        return;
    solve_factored(c, c->db);
    if (!c->da.p)
        return;
    struct matrix g = system_adjoint(c), factor = new_lower(c->a), d = new_zeros(c->m, c->m);
    multiply(1, 'N', g, 'N', factor, d);
    multiply(1, 'T', g, 'N', factor, d);
    if (c->uplo == 'L') {
        add_matrix(c->da, -1, d);
    } else {
        struct matrix upper = new_transposed(d);
        add_matrix(c->da, -1, upper);
        free(upper.p);
    }
    free(g.p);
    free(factor.p);
    free(d.p);
}

static void tangents_before_potrs(struct args *c)
{
    (void)c;
}

/* to -= dA X for a full symmetric dA */
static void subtract_system_tangent(struct args *c, struct matrix da, struct matrix to)
{
    if (c->side == 'L')
        multiply(-1, 'N', da, 'N', c->b, to);
    else
        multiply(-1, 'N', c->b, 'N', da, to);
}

/* dX = A^-1 (dB - dA X), dA = dL L^T + L dL^T */
static void tangents_after_potrs(struct args *c)
{
    if (!c->db.p || c->info)
        return;
    if (c->da.p) {
        struct matrix factor = new_lower(c->a), change = new_lower(c->da),
                      d = new_zeros(c->m, c->m);
        multiply(1, 'N', change, 'T', factor, d);
        multiply(1, 'N', factor, 'T', change, d);
        subtract_system_tangent(c, d, c->db);
        free(factor.p);
        free(change.p);
        free(d.p);
    }
    solve_factored(c, c->db);
}

/* ---- posv: A X = B; the factor takes the place of A, which the caller may use, too ---- */

static void order_posv(struct args *c)
{
    order_system(c, 'N');
}

static unsigned needs_posv(const struct args *c)
{
    (void)c;
    return 0;
}

static unsigned results_posv(const struct args *c)
{
    return (c->da.p || c->db.p ? KEEP_A : 0) | (c->db.p && c->da.p ? KEEP_B : 0);
}

static void reverse_posv(struct args *c)
{
    reverse_potrs(c);
    reverse_potrf(c);
}

static void tangents_before_posv(struct args *c)
{
    (void)c;
}

static void tangents_after_posv(struct args *c)
{
    tangents_after_potrf(c);
    tangents_after_potrs(c);
}

/* ---- potri: Y = A^-1 in place of the factor of A; the factor as it was before stands in c ---- */

static void order_potri(struct args *c)
{
    order_system(c, 'N');
    c->c = c->a;
}

static unsigned needs_potri(const struct args *c)
{
    return c->da.p ? KEEP_C : 0;
}

static unsigned results_potri(const struct args *c)
{
    return c->da.p ? KEEP_A : 0;
}

/* A new matrix: -op(Y) g op(Y) */
static struct matrix new_inverse_product(char trans, struct matrix inverse, struct matrix g)
{
    struct matrix half = new_zeros(g.rows, g.cols), change = new_zeros(g.rows, g.cols);
    multiply(1, trans, inverse, 'N', g, half);
    multiply(-1, 'N', half, trans, inverse, change);
    free(half.p);
    return change;
}

/* Each element of the triangle stands for two: with G symmetric, half of their adjoint in each,
 * Abar = -Y G Y and Lbar = 2 Abar L. */
static void reverse_potri(struct args *c)
{
    if (!c->da.p || c->info)
        return;
    struct matrix inverse = full_symmetric(c->a, 1), g = full_symmetric(c->da, 2),
                  factor = new_lower(c->c);
    struct matrix bar = new_inverse_product('N', inverse, g), lower = new_zeros(c->m, c->m);
    multiply(1, 'N', bar, 'N', factor, lower);
    set_from_lower(c->da, lower);
    free(inverse.p);
    free(g.p);
    free(factor.p);
    free(bar.p);
    free(lower.p);
}

/* dA = dL L^T + L dL^T takes the place of dL. */
static void tangents_before_potri(struct args *c)
{
    if (!c->da.p)
        return;
    struct matrix factor = new_lower(c->c), change = new_lower(c->da), d = new_zeros(c->m, c->m);
    multiply(1, 'N', change, 'T', factor, d);
    multiply(1, 'N', factor, 'T', change, d);
    set_from_lower(c->da, d);
    free(factor.p);
    free(change.p);
    free(d.p);
}

static void tangents_after_potri(struct args *c)
{
    if (!c->da.p || c->info)
        return;
    struct matrix inverse = full_symmetric(c->a, 1), d = full_symmetric(c->da, 1);
    struct matrix change = new_inverse_product('N', inverse, d);
    set_from_lower(c->da, change);
    free(inverse.p);
    free(d.p);
    free(change.p);
}

/* ---- trtrs: op(A) X = B, A triangular ---- */

static void order_trtrs(struct args *c)
{
    order_system(c, c->diag);
}

static unsigned needs_trtrs(const struct args *c)
{
    return c->db.p ? KEEP_A : 0;
}

static unsigned results_trtrs(const struct args *c)
{
    return c->db.p && c->da.p ? KEEP_B : 0;
}

static void reverse_trtrs(struct args *c)
{
    if (!c->db.p || c->info)
        return;
    solve(c->side, transposed(c->transa), c->a, c->db);
    if (c->da.p)
        add_triangle_adjoint(c, -1, c->db, c->b);
}

static void tangents_before_trtrs(struct args *c)
{
    (void)c;
}

static void tangents_after_trtrs(struct args *c)
{
    if (!c->db.p || c->info)
        return;
    if (c->da.p)
        add_triangle_tangent3(c, -1, c->b, c->db);
    solve(c->side, c->transa, c->a, c->db);
}
