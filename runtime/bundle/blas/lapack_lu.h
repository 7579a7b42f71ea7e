/* Rules of LAPACK: LU factorisation with row exchanges, and systems of equations with it.
 *
 * The factors stand in one matrix f: L below the diagonal, with ones on it, and U. The exchanges
 * turn A into L U; here S A is A after them. Everything is done on copies by columns, whatever the
 * storage order. */

static struct matrix new_by_columns(const struct args *c, struct matrix a)
{
    return c->row_major ? new_transposed(a) : new_copy(a);
}

static void put_by_columns(const struct args *c, struct matrix to, struct matrix a)
{
    for (int64_t j = 0; j < a.cols; j++)
        for (int64_t i = 0; i < a.rows; i++)
            *(c->row_major ? column(to, i) + j : column(to, j) + i) = column(a, j)[i];
}

static void add_by_columns(const struct args *c, struct matrix to, REAL factor, struct matrix a)
{
    for (int64_t j = 0; j < a.cols; j++)
        for (int64_t i = 0; i < a.rows; i++)
            *(c->row_major ? column(to, i) + j : column(to, j) + i) += factor * column(a, j)[i];
}

static struct matrix part(struct matrix a, int64_t row, int64_t col, int64_t rows, int64_t cols)
{
    return (struct matrix){.p = a.p + row + col * a.ld, .rows = rows, .cols = cols, .ld = a.ld};
}

static struct matrix lower_factor(struct matrix f)
{
    f.shape = LOWER;
    f.unit = true;
    return f;
}

static struct matrix upper_factor(struct matrix f)
{
    f.shape = UPPER;
    return f;
}

/* L with the ones on its diagonal, and U, as full matrices */
static struct matrix new_full_lower(struct matrix f)
{
    struct matrix full = full_triangle(lower_factor(f));
    for (int64_t j = 0; j < full.cols; j++)
        column(full, j)[j] = 1;
    return full;
}

static struct matrix new_full_upper(struct matrix f)
{
    return full_triangle(upper_factor(f));
}

/* to = op(a) op(b) below the diagonal or, for upper, on and above it */
static void set_part_of_product(struct matrix to, bool upper, char ta, struct matrix a, char tb,
                                struct matrix b)
{
    struct matrix t = new_zeros(to.rows, to.cols);
    multiply(1, ta, a, tb, b, t);
    copy_matrix(upper ? upper_factor(to) : lower_factor(to), t);
    free(t.p);
}

static void subtract_part_of_product(struct matrix to, bool upper, char ta, struct matrix a,
                                     char tb, struct matrix b)
{
    struct matrix t = new_zeros(to.rows, to.cols);
    multiply(1, ta, a, tb, b, t);
    add_matrix(upper ? upper_factor(to) : lower_factor(to), -1, t);
    free(t.p);
}

/* a = S a, or for undo S^T a */
static void exchange_rows(const struct args *c, bool undo, struct matrix a)
{
    int64_t n = pivot_count(c);
    for (int64_t step = 0; step < n; step++) {
        int64_t i = undo ? n - 1 - step : step, other = c->pivots[i] - 1;
        for (int64_t j = 0; j < a.cols && other != i; j++) {
            REAL *p = column(a, j), old = p[i];
            p[i] = p[other];
            p[other] = old;
        }
    }
}

/* ---- the factorisation of a square matrix ---- */

/* g: the adjoint of the factors becomes that of S A: L^-T (lower(L^T Lbar) + upper(Ubar U^T)) U^-T.
 */
static void square_factor_adjoint(struct matrix f, struct matrix g)
{
    struct matrix lower = new_full_lower(f), upper = new_full_upper(f);
    struct matrix lower_bar = full_triangle(lower_factor(g)),
                  upper_bar = full_triangle(upper_factor(g));
    set_part_of_product(g, false, 'T', lower, 'N', lower_bar);
    set_part_of_product(g, true, 'N', upper_bar, 'T', upper);
    solve('L', 'T', lower_factor(f), g);
    solve('R', 'T', upper_factor(f), g);
    free(lower.p);
    free(upper.p);
    free(lower_bar.p);
    free(upper_bar.p);
}

/* d: the tangent of S A becomes that of the factors: W = L^-1 d U^-1, dL = L lower(W), dU =
 * upper(W) U. */
static void square_factor_tangent(struct matrix f, struct matrix d)
{
    solve('L', 'N', lower_factor(f), d);
    solve('R', 'N', upper_factor(f), d);
    struct matrix lower = new_full_lower(f), upper = new_full_upper(f);
    struct matrix lower_part = full_triangle(lower_factor(d)),
                  upper_part = full_triangle(upper_factor(d));
    set_part_of_product(d, false, 'N', lower, 'N', lower_part);
    set_part_of_product(d, true, 'N', upper_part, 'N', upper);
    free(lower.p);
    free(upper.p);
    free(lower_part.p);
    free(upper_part.p);
}

/* ---- getrf: S A = L U for m by n; beyond the square part, rows L2 = A2 U^-1 or columns U2 = L^-1
 * A2 ---- */

static void order_getrf(struct args *c)
{
    set_matrix(&c->a, &c->da, c->row_major ? c->n : c->m, c->row_major ? c->m : c->n, c->lda);
}

static unsigned needs_getrf(const struct args *c)
{
    (void)c;
    return 0;
}

static unsigned results_getrf(const struct args *c)
{
    return c->da.p ? KEEP_A | KEEP_PIVOTS : 0;
}

static void reverse_getrf(struct args *c)
{
    if (!c->da.p || c->info)
        return;
    struct matrix f = new_by_columns(c, c->a), g = new_by_columns(c, c->da);
    int64_t r = pivot_count(c);
    struct matrix square = part(f, 0, 0, r, r), square_bar = part(g, 0, 0, r, r);
    struct matrix rows = part(f, r, 0, f.rows - r, r), rows_bar = part(g, r, 0, f.rows - r, r);
    struct matrix cols = part(f, 0, r, r, f.cols - r), cols_bar = part(g, 0, r, r, f.cols - r);
    solve('R', 'T', upper_factor(square), rows_bar);
    subtract_part_of_product(square_bar, true, 'T', rows, 'N', rows_bar);
    solve('L', 'T', lower_factor(square), cols_bar);
    subtract_part_of_product(square_bar, false, 'N', cols_bar, 'T', cols);
    square_factor_adjoint(square, square_bar);
    exchange_rows(c, true, g);
    put_by_columns(c, c->da, g);
    free(f.p);
    free(g.p);
}

static void tangents_before_getrf(struct args *c)
{
    (void)c;
}

static void tangents_after_getrf(struct args *c)
{
    if (!c->da.p || c->info)
        return;
    struct matrix f = new_by_columns(c, c->a), d = new_by_columns(c, c->da);
    int64_t r = pivot_count(c);
    struct matrix square = part(f, 0, 0, r, r), square_dot = part(d, 0, 0, r, r);
    struct matrix rows = part(f, r, 0, f.rows - r, r), rows_dot = part(d, r, 0, f.rows - r, r);
    struct matrix cols = part(f, 0, r, r, f.cols - r), cols_dot = part(d, 0, r, r, f.cols - r);
    exchange_rows(c, false, d);
    square_factor_tangent(square, square_dot);
    struct matrix lower_dot = full_triangle(lower_factor(square_dot)),
                  upper_dot = full_triangle(upper_factor(square_dot));
    multiply(-1, 'N', rows, 'N', upper_dot, rows_dot);
    solve('R', 'N', upper_factor(square), rows_dot);
    multiply(-1, 'N', lower_dot, 'N', cols, cols_dot);
    solve('L', 'N', lower_factor(square), cols_dot);
    put_by_columns(c, c->da, d);
    free(lower_dot.p);
    free(upper_dot.p);
    free(f.p);
    free(d.p);
}

/* ---- getrs: op(A) X = B with the factors of A ---- */

static void order_getrs(struct args *c)
{
    set_matrix(&c->a, &c->da, c->m, c->m, c->lda);
    set_matrix(&c->b, &c->db, c->row_major ? c->n : c->m, c->row_major ? c->m : c->n, c->ldb);
}

static unsigned needs_getrs(const struct args *c)
{
    return c->db.p ? KEEP_A | KEEP_PIVOTS : 0;
}

static unsigned results_getrs(const struct args *c)
{
    return c->db.p && c->da.p ? KEEP_B : 0;
}

/* b = op(A)^-1 b, A = S^T L U */
static void solve_with_factors(const struct args *c, char trans, struct matrix f, struct matrix b)
{
    if (trans == 'N') {
        exchange_rows(c, false, b);
        solve('L', 'N', lower_factor(f), b);
        solve('L', 'N', upper_factor(f), b);
    } else {
        solve('L', 'T', upper_factor(f), b);
        solve('L', 'T', lower_factor(f), b);
        exchange_rows(c, true, b);
    }
}

/* A new matrix: the adjoint of the factors, given g = Abar. With G = S Abar: Lbar = lower(G U^T),
 * Ubar = upper(L^T G). */
static struct matrix new_factor_adjoint(struct args *c, struct matrix f, struct matrix g)
{
    struct matrix bar = new_matrix(c->m, c->m), lower = new_full_lower(f),
                  upper = new_full_upper(f);
    exchange_rows(c, false, g);
    set_part_of_product(bar, false, 'N', g, 'T', upper);
    set_part_of_product(bar, true, 'T', lower, 'N', g);
    free(lower.p);
    free(upper.p);
    return bar;
}

/* Abar = -T X^T, for the transposed system -X T^T */
static void add_system_adjoint(struct args *c, struct matrix f, struct matrix t, struct matrix x)
{
    struct matrix g = new_zeros(c->m, c->m);
    bool plain = c->transa == 'N';
    multiply(-1, 'N', plain ? t : x, 'T', plain ? x : t, g);
    struct matrix bar = new_factor_adjoint(c, f, g);
    add_by_columns(c, c->da, 1, bar);
    free(g.p);
    free(bar.p);
}

static void reverse_getrs(struct args *c)
{
    if (!c->db.p || c->info)
        return;
    struct matrix f = new_by_columns(c, c->a), t = new_by_columns(c, c->db);
    solve_with_factors(c, transposed(c->transa), f, t);
    put_by_columns(c, c->db, t);
    if (c->da.p) {
        struct matrix x = new_by_columns(c, c->b);
        add_system_adjoint(c, f, t, x);
        free(x.p);
    }
    free(f.p);
    free(t.p);
}

static void tangents_before_getrs(struct args *c)
{
    (void)c;
}

/* A new matrix: dA = S^T (dL U + L dU) */
static struct matrix new_matrix_tangent(struct args *c, struct matrix f)
{
    struct matrix d = new_by_columns(c, c->da), lower = new_full_lower(f),
                  upper = new_full_upper(f);
    struct matrix lower_dot = full_triangle(lower_factor(d)),
                  upper_dot = full_triangle(upper_factor(d));
    scale_matrix(d, 0);
    multiply(1, 'N', lower_dot, 'N', upper, d);
    multiply(1, 'N', lower, 'N', upper_dot, d);
    exchange_rows(c, true, d);
    free(lower.p);
    free(upper.p);
    free(lower_dot.p);
    free(upper_dot.p);
    return d;
}

/* dX = op(A)^-1 (dB - op(dA) X) */
static void tangents_after_getrs(struct args *c)
{
    if (!c->db.p || c->info)
        return;
    struct matrix f = new_by_columns(c, c->a), t = new_by_columns(c, c->db);
    if (c->da.p) {
        struct matrix d = new_matrix_tangent(c, f), x = new_by_columns(c, c->b);
        multiply(-1, c->transa, d, 'N', x, t);
        free(d.p);
        free(x.p);
    }
    solve_with_factors(c, c->transa, f, t);
    put_by_columns(c, c->db, t);
    free(f.p);
    free(t.p);
}

/* ---- gesv: A X = B; the factors take the place of A ---- */

static void order_gesv(struct args *c)
{
    c->transa = 'N';
    order_getrs(c);
}

static unsigned needs_gesv(const struct args *c)
{
    (void)c;
    return 0;
}

static unsigned results_gesv(const struct args *c)
{
    return (c->da.p || c->db.p ? KEEP_A | KEEP_PIVOTS : 0) | (c->db.p && c->da.p ? KEEP_B : 0);
}

static void reverse_gesv(struct args *c)
{
    reverse_getrs(c);
    reverse_getrf(c);
}

static void tangents_before_gesv(struct args *c)
{
    (void)c;
}

static void tangents_after_gesv(struct args *c)
{
    tangents_after_getrf(c);
    tangents_after_getrs(c);
}

/* ---- getri: Y = A^-1 in place of the factors of A; these, as they were before, stand in c ---- */

static void order_getri(struct args *c)
{
    set_matrix(&c->a, &c->da, c->m, c->m, c->lda);
    c->c = c->a;
}

static unsigned needs_getri(const struct args *c)
{
    return c->da.p && !c->query ? KEEP_C | KEEP_PIVOTS : 0;
}

static unsigned results_getri(const struct args *c)
{
    return c->da.p && !c->query ? KEEP_A : 0;
}

/* Abar = -Y^T Ybar Y^T */
static void reverse_getri(struct args *c)
{
    if (!c->da.p || c->query || c->info)
        return;
    struct matrix f = new_by_columns(c, c->c), inverse = new_by_columns(c, c->a),
                  g = new_by_columns(c, c->da);
    struct matrix change = new_inverse_product('T', inverse, g),
                  bar = new_factor_adjoint(c, f, change);
    put_by_columns(c, c->da, bar);
    free(f.p);
    free(inverse.p);
    free(g.p);
    free(change.p);
    free(bar.p);
}

/* dA takes the place of the tangent of the factors. */
static void tangents_before_getri(struct args *c)
{
    if (!c->da.p || c->query)
        return;
    struct matrix f = new_by_columns(c, c->c), d = new_matrix_tangent(c, f);
    put_by_columns(c, c->da, d);
    free(f.p);
    free(d.p);
}

static void tangents_after_getri(struct args *c)
{
    if (!c->da.p || c->query || c->info)
        return;
    struct matrix inverse = new_by_columns(c, c->a), d = new_by_columns(c, c->da);
    struct matrix change = new_inverse_product('N', inverse, d);
    put_by_columns(c, c->da, change);
    free(inverse.p);
    free(d.p);
    free(change.p);
}
