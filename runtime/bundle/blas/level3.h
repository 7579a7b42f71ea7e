/* Rules of level 3: matrices. The parts of a rule are explained in level1.h; library_r calls
 * routine r.
 *
 * Beside the routine itself the rules use gemm, and for the solution of triangular systems trsm. A
 * library (or a small collection of routines that the program links) that lacks them gets the loops
 * below. */

/* An element (i, j) of op(A) is p[i * row + j * col]. */
struct strided {
    REAL *p;
    int64_t row, col;
};

static struct strided strided(struct matrix a, char trans)
{
    return trans == 'N' ? (struct strided){a.p, 1, a.ld} : (struct strided){a.p, a.ld, 1};
}

static void multiply_by_loops(struct strided a, struct strided b, int64_t k, REAL factor,
                              struct matrix c)
{
    for (int64_t j = 0; j < c.cols; j++)
        for (int64_t l = 0; l < k; l++) {
            REAL *to = column(c, j), f = factor * b.p[l * b.row + j * b.col];
            for (int64_t i = 0; i < c.rows; i++)
                to[i] += f * a.p[i * a.row + l * a.col];
        }
}

/* c += factor op(a) op(b) */
static void multiply(REAL factor, char ta, struct matrix a, char tb, struct matrix b,
                     struct matrix c)
{
    int64_t k = ta == 'N' ? a.cols : a.rows;
    if (!has_library_gemm()) {
        multiply_by_loops(strided(a, ta), strided(b, tb), k, factor, c);
        return;
    }
    struct args l = {.transa = ta,
                     .transb = tb,
                     .m = c.rows,
                     .n = c.cols,
                     .k = k,
                     .alpha = factor,
                     .beta = 1,
                     .a = a,
                     .b = b,
                     .c = c};
    library_gemm(&l);
}

/* Column by column of b, forwards if op(a) is a lower triangle. */
static void solve_by_loops(struct strided a, bool lower, bool unit, int64_t n, struct strided b,
                           int64_t columns)
{
    for (int64_t j = 0; j < columns; j++)
        for (int64_t step = 0; step < n; step++) {
            int64_t i = lower ? step : n - 1 - step;
            REAL *x = b.p + j * b.col, sum = x[i * b.row];
            for (int64_t l = lower ? 0 : i + 1, end = lower ? i : n; l < end; l++)
                sum -= a.p[i * a.row + l * a.col] * x[l * b.row];
            x[i * b.row] = unit ? sum : sum / a.p[i * a.row + i * a.col];
        }
}

/* b = op(a)^-1 b or b op(a)^-1, a triangular */
static void solve(char side, char trans, struct matrix a, struct matrix b)
{
    char uplo = a.shape == UPPER ? 'U' : 'L', diag = a.unit ? 'U' : 'N';
    if (!has_library_trsm()) {
        bool left = side == 'L', lower = (uplo == 'L') == ((trans == 'N') == left);
        solve_by_loops(strided(a, left ? trans : transposed(trans)), lower, a.unit, a.rows,
                       strided(b, left ? 'N' : 'T'), left ? b.cols : b.rows);
        return;
    }
    struct args l = {.side = side,
                     .uplo = uplo,
                     .transa = trans,
                     .diag = diag,
                     .m = b.rows,
                     .n = b.cols,
                     .alpha = 1,
                     .a = a,
                     .b = b};
    library_trsm(&l);
}

static struct matrix new_zeros(int64_t rows, int64_t cols)
{
    struct matrix a = new_matrix(rows, cols);
    scale_matrix(a, 0);
    return a;
}

static struct matrix new_copy(struct matrix a)
{
    struct matrix copy = new_matrix(a.rows, a.cols);
    copy_matrix(copy, a);
    return copy;
}

/* ---- what rules share ---- */

static void swap_matrices(struct matrix *a, struct matrix *b)
{
    struct matrix old = *a;
    *a = *b;
    *b = old;
}

/* bbar, Cbar for C = ... + b C, last in reverse. */
static void reverse_scaled_c(struct args *c)
{
    if (c->dbeta)
        *c->dbeta += dot_matrices(c->c, c->dc);
    scale_matrix(c->dc, c->beta);
}

static void tangents_scaled_c(struct args *c)
{
    scale_matrix(c->dc, c->beta);
    if (c->dbeta && *c->dbeta != 0)
        add_matrix(c->dc, *c->dbeta, c->c);
}

static unsigned needs_product3(const struct args *c)
{
    if (!c->dc.p)
        return 0;
    return (c->db.p || c->dalpha ? KEEP_A : 0) | (c->da.p || c->dalpha ? KEEP_B : 0) |
           (c->dbeta ? KEEP_C : 0);
}

/* ---- gemm: C = a op(A) op(B) + b C ---- */

static void order_gemm(struct args *c)
{
    if (c->row_major) {
        swap_matrices(&c->a, &c->b);
        swap_matrices(&c->da, &c->db);
        swap_sizes(&c->lda, &c->ldb);
        swap_sizes(&c->m, &c->n);
        char trans = c->transa;
        c->transa = c->transb;
        c->transb = trans;
    }
    bool plain_a = c->transa == 'N', plain_b = c->transb == 'N';
    set_matrix(&c->a, &c->da, plain_a ? c->m : c->k, plain_a ? c->k : c->m, c->lda);
    set_matrix(&c->b, &c->db, plain_b ? c->k : c->n, plain_b ? c->n : c->k, c->ldb);
    set_matrix(&c->c, &c->dc, c->m, c->n, c->ldc);
}

static unsigned needs_gemm(const struct args *c)
{
    return needs_product3(c);
}

NO_RESULTS(gemm)

/* to += factor times the adjoint of A in op(A) op(B), given that of the product. */
static void add_left_adjoint(struct args *c, REAL factor, struct matrix to)
{
    if (c->transa == 'N')
        multiply(factor, 'N', c->dc, transposed(c->transb), c->b, to);
    else
        multiply(factor, c->transb, c->b, 'T', c->dc, to);
}

static void add_right_adjoint(struct args *c, REAL factor, struct matrix to)
{
    if (c->transb == 'N')
        multiply(factor, transposed(c->transa), c->a, 'N', c->dc, to);
    else
        multiply(factor, 'T', c->dc, c->transa, c->a, to);
}

static void reverse_gemm(struct args *c)
{
    if (!c->dc.p)
        return;
    if (c->dalpha) {
        struct matrix t = new_zeros(c->a.rows, c->a.cols);
        add_left_adjoint(c, 1, t);
        *c->dalpha += dot_matrices(t, c->a);
        if (c->da.p)
            add_matrix(c->da, c->alpha, t);
        free(t.p);
    } else if (c->da.p) {
        add_left_adjoint(c, c->alpha, c->da);
    }
    if (c->db.p)
        add_right_adjoint(c, c->alpha, c->db);
    reverse_scaled_c(c);
}

static void tangents_before_gemm(struct args *c)
{
    if (!c->dc.p)
        return;
    tangents_scaled_c(c);
    if (c->da.p)
        multiply(c->alpha, c->transa, c->da, c->transb, c->b, c->dc);
    if (c->db.p)
        multiply(c->alpha, c->transa, c->a, c->transb, c->db, c->dc);
    if (c->dalpha && *c->dalpha != 0)
        multiply(*c->dalpha, c->transa, c->a, c->transb, c->b, c->dc);
}

/* ---- symm: C = a A B + b C or a B A + b C, A symmetric ---- */

static void order_symm(struct args *c)
{
    if (c->row_major) {
        c->side = other_side(c->side);
        c->uplo = other_triangle(c->uplo);
        swap_sizes(&c->m, &c->n);
    }
    set_triangle(&c->a, &c->da, c->side == 'L' ? c->m : c->n, c->lda, c->uplo, 'N');
    set_matrix(&c->b, &c->db, c->m, c->n, c->ldb);
    set_matrix(&c->c, &c->dc, c->m, c->n, c->ldc);
}

static unsigned needs_symm(const struct args *c)
{
    return needs_product3(c);
}

NO_RESULTS(symm)

/* to += factor A b or factor b A */
static void add_symmetric_product(struct args *c, REAL factor, struct matrix a, struct matrix b,
                                  struct matrix to)
{
    struct args l = {SAME_CALL(c), .alpha = factor, .beta = 1, .a = a, .b = b, .c = to};
    library_symm(&l);
}

static void reverse_symm(struct args *c)
{
    if (!c->dc.p)
        return;
    if (c->db.p || c->dalpha) {
        struct matrix t = new_zeros(c->m, c->n);
        add_symmetric_product(c, 1, c->a, c->dc, t);
        if (c->db.p)
            add_matrix(c->db, c->alpha, t);
        if (c->dalpha)
            *c->dalpha += dot_matrices(t, c->b);
        free(t.p);
    }
    if (c->da.p) {
        struct matrix full = new_zeros(c->a.rows, c->a.cols);
        if (c->side == 'L')
            multiply(1, 'N', c->dc, 'T', c->b, full);
        else
            multiply(1, 'T', c->b, 'N', c->dc, full);
        add_symmetric(c->da, c->alpha, full, 1);
        free(full.p);
    }
    reverse_scaled_c(c);
}

static void tangents_before_symm(struct args *c)
{
    if (!c->dc.p)
        return;
    tangents_scaled_c(c);
    if (c->da.p)
        add_symmetric_product(c, c->alpha, c->da, c->b, c->dc);
    if (c->db.p)
        add_symmetric_product(c, c->alpha, c->a, c->db, c->dc);
    if (c->dalpha && *c->dalpha != 0)
        add_symmetric_product(c, *c->dalpha, c->a, c->b, c->dc);
}

/* ---- syrk: C = a A A^T + b C; syr2k: C = a (A B^T + B A^T) + b C; one triangle; transposed: A^T
 * A, A^T B + B^T A ---- */

static void order_rank_k(struct args *c)
{
    if (c->row_major) {
        c->uplo = other_triangle(c->uplo);
        c->transa = transposed(c->transa);
    }
    bool plain = c->transa == 'N';
    int64_t rows = plain ? c->n : c->k, cols = plain ? c->k : c->n;
    set_matrix(&c->a, &c->da, rows, cols, c->lda);
    set_matrix(&c->b, &c->db, rows, cols, c->ldb);
    set_triangle(&c->c, &c->dc, c->n, c->ldc, c->uplo, 'N');
}

static void order_syrk(struct args *c)
{
    order_rank_k(c);
}

static unsigned needs_syrk(const struct args *c)
{
    if (!c->dc.p)
        return 0;
    return (c->da.p || c->dalpha ? KEEP_A : 0) | (c->dbeta ? KEEP_C : 0);
}

NO_RESULTS(syrk)

/* A new matrix: (Cbar + Cbar^T) a, or for the transposed product a (Cbar + Cbar^T). */
static struct matrix doubled_product(struct args *c, struct matrix a)
{
    struct matrix s = full_symmetric(c->dc, 2), t = new_zeros(a.rows, a.cols);
    if (c->transa == 'N')
        multiply(1, 'N', s, 'N', a, t);
    else
        multiply(1, 'N', a, 'N', s, t);
    free(s.p);
    return t;
}

static void reverse_syrk(struct args *c)
{
    if (!c->dc.p)
        return;
    if (c->da.p || c->dalpha) {
        struct matrix t = doubled_product(c, c->a);
        if (c->da.p)
            add_matrix(c->da, c->alpha, t);
        if (c->dalpha)
            *c->dalpha += dot_matrices(t, c->a) / 2;
        free(t.p);
    }
    reverse_scaled_c(c);
}

/* dC += g + g^T for g = factor a b^T, or factor a^T b */
static void add_symmetric_tangent(struct args *c, REAL factor, struct matrix a, struct matrix b)
{
    struct matrix g = new_zeros(c->n, c->n);
    if (c->transa == 'N')
        multiply(factor, 'N', a, 'T', b, g);
    else
        multiply(factor, 'T', a, 'N', b, g);
    add_symmetric(c->dc, 1, g, 2);
    free(g.p);
}

static void tangents_before_syrk(struct args *c)
{
    if (!c->dc.p)
        return;
    tangents_scaled_c(c);
    if (c->da.p)
        add_symmetric_tangent(c, c->alpha, c->da, c->a);
    if (c->dalpha && *c->dalpha != 0)
        add_symmetric_tangent(c, *c->dalpha / 2, c->a, c->a);
}

static void order_syr2k(struct args *c)
{
    order_rank_k(c);
}

static unsigned needs_syr2k(const struct args *c)
{
    return needs_product3(c);
}

NO_RESULTS(syr2k)

static void reverse_syr2k(struct args *c)
{
    if (!c->dc.p)
        return;
    if (c->da.p || c->dalpha) {
        struct matrix t = doubled_product(c, c->b);
        if (c->da.p)
            add_matrix(c->da, c->alpha, t);
        if (c->dalpha)
            *c->dalpha += dot_matrices(t, c->a);
        free(t.p);
    }
    if (c->db.p) {
        struct matrix t = doubled_product(c, c->a);
        add_matrix(c->db, c->alpha, t);
        free(t.p);
    }
    reverse_scaled_c(c);
}

static void tangents_before_syr2k(struct args *c)
{
    if (!c->dc.p)
        return;
    tangents_scaled_c(c);
    if (c->da.p)
        add_symmetric_tangent(c, c->alpha, c->da, c->b);
    if (c->db.p)
        add_symmetric_tangent(c, c->alpha, c->a, c->db);
    if (c->dalpha && *c->dalpha != 0)
        add_symmetric_tangent(c, *c->dalpha, c->a, c->b);
}

/* ---- trmm: B = a op(A) B or a B op(A); trsm: B = a op(A)^-1 B or a B op(A)^-1 ---- */

static void order_triangular_sides(struct args *c)
{
    if (c->row_major) {
        c->side = other_side(c->side);
        c->uplo = other_triangle(c->uplo);
        swap_sizes(&c->m, &c->n);
    }
    set_triangle(&c->a, &c->da, c->side == 'L' ? c->m : c->n, c->lda, c->uplo, c->diag);
    set_matrix(&c->b, &c->db, c->m, c->n, c->ldb);
}

/* Abar += factor times the adjoint of A in op(A) v or v op(A), given that of the product. */
static void add_triangle_adjoint(struct args *c, REAL factor, struct matrix adjoint,
                                 struct matrix v)
{
    struct matrix full = new_zeros(c->a.rows, c->a.cols);
    bool left = c->side == 'L';
    if (c->transa == 'N')
        multiply(1, left ? 'N' : 'T', left ? adjoint : v, left ? 'T' : 'N', left ? v : adjoint,
                 full);
    else
        multiply(1, left ? 'N' : 'T', left ? v : adjoint, left ? 'T' : 'N', left ? adjoint : v,
                 full);
    add_matrix(c->da, factor, full);
    free(full.p);
}

/* to += factor dop(A) v or factor v dop(A), where the diagonal of a unit triangle does not change.
 */
static void add_triangle_tangent3(struct args *c, REAL factor, struct matrix v, struct matrix to)
{
    struct matrix full = full_triangle(c->da);
    if (c->side == 'L')
        multiply(factor, c->transa, full, 'N', v, to);
    else
        multiply(factor, 'N', v, c->transa, full, to);
    free(full.p);
}

/* b = factor op(A) b, factor b op(A), or the same with the inverse, by the routine itself. */
static void run_triangular3(struct args *c, library_routine *routine, char trans, REAL factor,
                            struct matrix b)
{
    struct args l = {SAME_CALL(c), .alpha = factor, .a = c->a, .b = b};
    l.transa = trans;
    routine(&l);
}

static void order_trmm(struct args *c)
{
    order_triangular_sides(c);
}

static unsigned needs_trmm(const struct args *c)
{
    return c->db.p ? KEEP_A | (c->da.p || c->dalpha ? KEEP_B : 0) : 0;
}

NO_RESULTS(trmm)

static void reverse_trmm(struct args *c)
{
    if (!c->db.p)
        return;
    if (c->da.p)
        add_triangle_adjoint(c, c->alpha, c->db, c->b);
    run_triangular3(c, library_trmm, transposed(c->transa), 1, c->db);
    if (c->dalpha)
        *c->dalpha += dot_matrices(c->db, c->b);
    scale_matrix(c->db, c->alpha);
}

static void tangents_before_trmm(struct args *c)
{
    if (!c->db.p)
        return;
    run_triangular3(c, library_trmm, c->transa, c->alpha, c->db);
    if (c->da.p)
        add_triangle_tangent3(c, c->alpha, c->b, c->db);
    if (c->dalpha && *c->dalpha != 0) {
        struct matrix t = new_copy(c->b);
        run_triangular3(c, library_trmm, c->transa, *c->dalpha, t);
        add_matrix(c->db, 1, t);
        free(t.p);
    }
}

/* B as it was before the call, for the adjoint of a, stands in c; b is the solution. */
static void order_trsm(struct args *c)
{
    order_triangular_sides(c);
    c->c = c->b;
}

static unsigned needs_trsm(const struct args *c)
{
    return c->db.p ? KEEP_A | (c->dalpha ? KEEP_C : 0) : 0;
}

static unsigned results_trsm(const struct args *c)
{
    return c->db.p && c->da.p ? KEEP_B : 0;
}

static void reverse_trsm(struct args *c)
{
    if (!c->db.p)
        return;
    run_triangular3(c, library_trsm, transposed(c->transa), 1, c->db);
    if (c->da.p)
        add_triangle_adjoint(c, -1, c->db, c->b);
    if (c->dalpha)
        *c->dalpha += dot_matrices(c->db, c->c);
    scale_matrix(c->db, c->alpha);
}

static void tangents_before_trsm(struct args *c)
{
    if (!c->db.p)
        return;
    scale_matrix(c->db, c->alpha);
    if (c->dalpha && *c->dalpha != 0)
        add_matrix(c->db, *c->dalpha, c->c);
}

static void tangents_after_trsm(struct args *c)
{
    if (!c->db.p)
        return;
    if (c->da.p)
        add_triangle_tangent3(c, -1, c->b, c->db);
    run_triangular3(c, library_trsm, c->transa, 1, c->db);
}
