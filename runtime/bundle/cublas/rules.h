/* For numbers of type T: NAME(x) is the routine x, LOCAL(x) a function of this file. */

int NAME(gemm)(handle_t handle, int transa, int transb, int m, int n, int k, const T *alpha,
               const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc);
int NAME(gemv)(handle_t handle, int trans, int m, int n, const T *alpha, const T *a, int lda,
               const T *x, int incx, const T *beta, T *y, int incy);
int NAME(ger)(handle_t handle, int m, int n, const T *alpha, const T *x, int incx, const T *y,
              int incy, T *a, int lda);
int NAME(axpy)(handle_t handle, int n, const T *alpha, const T *x, int incx, T *y, int incy);
int NAME(dot)(handle_t handle, int n, const T *x, int incx, const T *y, int incy, T *result);
int NAME(nrm2)(handle_t handle, int n, const T *x, int incx, T *result);
int NAME(scal)(handle_t handle, int n, const T *alpha, T *x, int incx);
int NAME(copy)(handle_t handle, int n, const T *x, int incx, T *y, int incy);

struct LOCAL(tape) {
    void *routine;
    T alpha, beta, result; /* scalars, which may be others by now */
};

static struct LOCAL(tape) * LOCAL(begin)(const char *name, handle_t handle,
                                         const struct enz_rt_touched *list, unsigned n,
                                         const T *alpha, const T *beta, void *on)
{
    struct LOCAL(tape) *t = enz_rt_tape_alloc(on, sizeof *t);
    *t = (struct LOCAL(tape)){enz_rt_routine_begin(name, list, n, stream_of(name, handle), on),
                              alpha ? *alpha : 0, beta ? *beta : 0, 0};
    return t;
}

static void LOCAL(end)(const char *name, struct LOCAL(tape) * t)
{
    enz_rt_routine_end(name, t->routine);
}

/* x.y, of vectors on the device */
static T LOCAL(dot)(handle_t handle, int n, const T *x, int incx, const T *y, int incy)
{
    T sum = 0;
    must(NAME(dot)(handle, n, x, incx, y, incy, &sum));
    return sum;
}

static void LOCAL(add)(handle_t handle, int n, T by, const T *x, int incx, T *y, int incy)
{
    must(NAME(axpy)(handle, n, &by, x, incx, y, incy));
}

static void LOCAL(multiply)(handle_t handle, int transa, int transb, int m, int n, int k, T alpha,
                            const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc)
{
    must(NAME(gemm)(handle, transa, transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc));
}

/* Nothing is read if the factor is zero. */
static void LOCAL(scale)(handle_t handle, int m, int n, T by, T *c, int ldc)
{
    LOCAL(multiply)(handle, NO_TRANSPOSE, NO_TRANSPOSE, m, n, 1, 0, c, ldc, c, ldc, by, c, ldc);
}

static void LOCAL(scale_vector)(handle_t handle, int n, T by, T *x, int incx)
{
    LOCAL(scale)(handle, 1, n, by, x, incx);
}

static T LOCAL(matrix_dot)(handle_t handle, int m, int n, const T *a, int lda, const T *b, int ldb)
{
    T sum = 0;
    for (int j = 0; j < n; j++)
        sum +=
            LOCAL(dot)(handle, m, a + (size_t)j * (size_t)lda, 1, b + (size_t)j * (size_t)ldb, 1);
    return sum;
}

static void LOCAL(matrix_add)(handle_t handle, int m, int n, T by, const T *a, int lda, T *b,
                              int ldb)
{
    for (int j = 0; j < n; j++)
        LOCAL(add)(handle, m, by, a + (size_t)j * (size_t)lda, 1, b + (size_t)j * (size_t)ldb, 1);
}

/* ---- gemm: c = alpha op(a) op(b) + beta c ---------------------------------------------------- */

#define GEMM(X)                                                                                    \
    X(handle_t, handle), X(int, transa), X(int, transb), X(int, m), X(int, n), X(int, k),          \
        X(const T *, alpha), X(const T *, a), X(int, lda), X(const T *, b), X(int, ldb),           \
        X(const T *, beta), X(T *, c), X(int, ldc)

static struct kept_status PASTE(augmented_, NAME(gemm))(GEMM(P), void *on)
{
    (void)dhandle, (void)dtransa, (void)dtransb, (void)dm, (void)dn, (void)dk, (void)dalpha;
    (void)da, (void)dlda, (void)db, (void)dldb, (void)dbeta, (void)dc, (void)dldc;
    struct enz_rt_touched list[] = {{a, 'r'}, {b, 'r'}, {c, *beta != 0 ? 'b' : 'w'}};
    struct LOCAL(tape) *t = LOCAL(begin)("gemm of " LIBRARY_NAME, handle, list, 3, alpha, beta, on);
    return (struct kept_status){
        t, NAME(gemm)(handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc)};
}

/* <dc, op(a) op(b)> */
static T LOCAL(gemm_alpha)(handle_t handle, int transa, int transb, int m, int n, int k, const T *a,
                           int lda, const T *b, int ldb, const T *dc, int ldc)
{
    T *product = enz_rt_device_scratch((size_t)m * (size_t)n * sizeof(T));
    LOCAL(multiply)(handle, transa, transb, m, n, k, 1, a, lda, b, ldb, 0, product, m);
    T sum = LOCAL(matrix_dot)(handle, m, n, dc, ldc, product, m);
    enz_rt_device_scratch_free(product);
    return sum;
}

static void PASTE(reverse_, NAME(gemm))(GEMM(P), struct LOCAL(tape) * t)
{
    (void)dhandle, (void)dtransa, (void)dtransb, (void)dm, (void)dn, (void)dk, (void)dlda;
    (void)dldb, (void)dldc;
    T al = t->alpha;
    bool ta = transa != NO_TRANSPOSE, tb = transb != NO_TRANSPOSE;
    enz_rt_routine_back("gemm of " LIBRARY_NAME, t->routine);
    if (dc != c && da != a && !ta)
        LOCAL(multiply)
    (handle, NO_TRANSPOSE, other(transb), m, k, n, al, dc, ldc, b, ldb, 1, (T *)da, lda);
    else if (dc != c && da != a)
        LOCAL(multiply)(handle, transb, TRANSPOSE, k, m, n, al, b, ldb, dc, ldc, 1, (T *)da, lda);
    if (dc != c && db != b && !tb)
        LOCAL(multiply)
    (handle, other(transa), NO_TRANSPOSE, k, n, m, al, a, lda, dc, ldc, 1, (T *)db, ldb);
    else if (dc != c && db != b)
        LOCAL(multiply)(handle, TRANSPOSE, transa, n, k, m, al, dc, ldc, a, lda, 1, (T *)db, ldb);
    if (dc != c && dalpha != alpha)
        *(T *)dalpha += LOCAL(gemm_alpha)(handle, transa, transb, m, n, k, a, lda, b, ldb, dc, ldc);
    if (dc != c && dbeta != beta && t->beta != 0)
        *(T *)dbeta += LOCAL(matrix_dot)(handle, m, n, dc, ldc, c, ldc);
    if (dc != c)
        LOCAL(scale)(handle, m, n, t->beta, dc, ldc);
    LOCAL(end)("gemm of " LIBRARY_NAME, t);
}

static struct forward_status PASTE(forward_, NAME(gemm))(GEMM(P), int64_t phases)
{
    (void)dhandle, (void)dtransa, (void)dtransb, (void)dm, (void)dn, (void)dk, (void)dlda;
    (void)dldb, (void)dldc;
    if (phases & PHASE_BEFORE && dc != c) {
        stream_of("gemm of " LIBRARY_NAME, handle);
        LOCAL(multiply)
        (handle, transa, transb, m, n, k, da != a ? *alpha : 0, da, lda, b, ldb, *beta, dc, ldc);
        if (db != b)
            LOCAL(multiply)(handle, transa, transb, m, n, k, *alpha, a, lda, db, ldb, 1, dc, ldc);
        if (dalpha != alpha)
            LOCAL(multiply)(handle, transa, transb, m, n, k, *dalpha, a, lda, b, ldb, 1, dc, ldc);
        if (dbeta != beta && *dbeta != 0)
            LOCAL(matrix_add)(handle, m, n, *dbeta, c, ldc, dc, ldc);
    }
    if (!(phases & PHASE_CALL))
        return (struct forward_status){0, 0};
    return (struct forward_status){
        NAME(gemm)(handle, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc), 0};
}
REGISTER(NAME(gemm), "sends_6", "sends_7", "sends_9", "sends_11", "sends_12", "receives_12")

/* ---- gemv: y = alpha op(a) x + beta y -------------------------------------------------------- */

#define GEMV(X)                                                                                    \
    X(handle_t, handle), X(int, trans), X(int, m), X(int, n), X(const T *, alpha),                 \
        X(const T *, a), X(int, lda), X(const T *, x), X(int, incx), X(const T *, beta),           \
        X(T *, y), X(int, incy)

static struct kept_status PASTE(augmented_, NAME(gemv))(GEMV(P), void *on)
{
    (void)dhandle, (void)dtrans, (void)dm, (void)dn, (void)dalpha, (void)da, (void)dlda, (void)dx;
    (void)dincx, (void)dbeta, (void)dy, (void)dincy;
    struct enz_rt_touched list[] = {{a, 'r'}, {x, 'r'}, {y, *beta != 0 ? 'b' : 'w'}};
    struct LOCAL(tape) *t = LOCAL(begin)("gemv of " LIBRARY_NAME, handle, list, 3, alpha, beta, on);
    return (struct kept_status){
        t, NAME(gemv)(handle, trans, m, n, alpha, a, lda, x, incx, beta, y, incy)};
}

static void LOCAL(matrix_vector)(handle_t handle, int trans, int m, int n, T alpha, const T *a,
                                 int lda, const T *x, int incx, T beta, T *y, int incy)
{
    must(NAME(gemv)(handle, trans, m, n, &alpha, a, lda, x, incx, &beta, y, incy));
}

/* <dy, op(a) x> */
static T LOCAL(gemv_alpha)(handle_t handle, int trans, int m, int n, const T *a, int lda,
                           const T *x, int incx, const T *dy, int incy)
{
    int length = trans == NO_TRANSPOSE ? m : n;
    T *product = enz_rt_device_scratch((size_t)length * sizeof(T));
    LOCAL(matrix_vector)(handle, trans, m, n, 1, a, lda, x, incx, 0, product, 1);
    T sum = LOCAL(dot)(handle, length, dy, incy, product, 1);
    enz_rt_device_scratch_free(product);
    return sum;
}

static void PASTE(reverse_, NAME(gemv))(GEMV(P), struct LOCAL(tape) * t)
{
    (void)dhandle, (void)dtrans, (void)dm, (void)dn, (void)dlda, (void)dincx, (void)dincy;
    int length = trans == NO_TRANSPOSE ? m : n;
    enz_rt_routine_back("gemv of " LIBRARY_NAME, t->routine);
    if (dy != y && da != a && trans == NO_TRANSPOSE)
        must(NAME(ger)(handle, m, n, &t->alpha, dy, incy, x, incx, (T *)da, lda));
    else if (dy != y && da != a)
        must(NAME(ger)(handle, m, n, &t->alpha, x, incx, dy, incy, (T *)da, lda));
    if (dy != y && dx != x)
        LOCAL(matrix_vector)
    (handle, other(trans), m, n, t->alpha, a, lda, dy, incy, 1, (T *)dx, incx);
    if (dy != y && dalpha != alpha)
        *(T *)dalpha += LOCAL(gemv_alpha)(handle, trans, m, n, a, lda, x, incx, dy, incy);
    if (dy != y && dbeta != beta && t->beta != 0)
        *(T *)dbeta += LOCAL(dot)(handle, length, dy, incy, y, incy);
    if (dy != y)
        LOCAL(scale_vector)(handle, length, t->beta, dy, incy);
    LOCAL(end)("gemv of " LIBRARY_NAME, t);
}

static struct forward_status PASTE(forward_, NAME(gemv))(GEMV(P), int64_t phases)
{
    (void)dhandle, (void)dtrans, (void)dm, (void)dn, (void)dlda, (void)dincx, (void)dincy;
    if (phases & PHASE_BEFORE && dy != y) {
        stream_of("gemv of " LIBRARY_NAME, handle);
        LOCAL(matrix_vector)
        (handle, trans, m, n, da != a ? *alpha : 0, da, lda, x, incx, *beta, dy, incy);
        if (dx != x)
            LOCAL(matrix_vector)(handle, trans, m, n, *alpha, a, lda, dx, incx, 1, dy, incy);
        if (dalpha != alpha)
            LOCAL(matrix_vector)(handle, trans, m, n, *dalpha, a, lda, x, incx, 1, dy, incy);
        if (dbeta != beta && *dbeta != 0)
            LOCAL(add)(handle, trans == NO_TRANSPOSE ? m : n, *dbeta, y, incy, dy, incy);
    }
    if (!(phases & PHASE_CALL))
        return (struct forward_status){0, 0};
    return (struct forward_status){
        NAME(gemv)(handle, trans, m, n, alpha, a, lda, x, incx, beta, y, incy), 0};
}
REGISTER(NAME(gemv), "sends_4", "sends_5", "sends_7", "sends_9", "sends_10", "receives_10")

/* ---- ger: a = alpha x y^T + a ---------------------------------------------------------------- */

#define GER(X)                                                                                     \
    X(handle_t, handle), X(int, m), X(int, n), X(const T *, alpha), X(const T *, x), X(int, incx), \
        X(const T *, y), X(int, incy), X(T *, a), X(int, lda)

static struct kept_status PASTE(augmented_, NAME(ger))(GER(P), void *on)
{
    (void)dhandle, (void)dm, (void)dn, (void)dalpha, (void)dx, (void)dincx, (void)dy, (void)dincy;
    (void)da, (void)dlda;
    struct enz_rt_touched list[] = {{x, 'r'}, {y, 'r'}, {a, 'b'}};
    struct LOCAL(tape) *t = LOCAL(begin)("ger of " LIBRARY_NAME, handle, list, 3, alpha, NULL, on);
    return (struct kept_status){t, NAME(ger)(handle, m, n, alpha, x, incx, y, incy, a, lda)};
}

static void PASTE(reverse_, NAME(ger))(GER(P), struct LOCAL(tape) * t)
{
    (void)dhandle, (void)dm, (void)dn, (void)dlda, (void)dincx, (void)dincy;
    enz_rt_routine_back("ger of " LIBRARY_NAME, t->routine);
    if (da != a && dx != x)
        LOCAL(matrix_vector)
    (handle, NO_TRANSPOSE, m, n, t->alpha, da, lda, y, incy, 1, (T *)dx, incx);
    if (da != a && dy != y)
        LOCAL(matrix_vector)(handle, TRANSPOSE, m, n, t->alpha, da, lda, x, incx, 1, (T *)dy, incy);
    if (da != a && dalpha != alpha)
        *(T *)dalpha += LOCAL(gemv_alpha)(handle, NO_TRANSPOSE, m, n, da, lda, y, incy, x, incx);
    LOCAL(end)("ger of " LIBRARY_NAME, t);
}

static struct forward_status PASTE(forward_, NAME(ger))(GER(P), int64_t phases)
{
    (void)dhandle, (void)dm, (void)dn, (void)dlda, (void)dincx, (void)dincy;
    if (phases & PHASE_BEFORE && da != a) {
        stream_of("ger of " LIBRARY_NAME, handle);
        if (dx != x)
            must(NAME(ger)(handle, m, n, alpha, dx, incx, y, incy, da, lda));
        if (dy != y)
            must(NAME(ger)(handle, m, n, alpha, x, incx, dy, incy, da, lda));
        if (dalpha != alpha)
            must(NAME(ger)(handle, m, n, dalpha, x, incx, y, incy, da, lda));
    }
    if (!(phases & PHASE_CALL))
        return (struct forward_status){0, 0};
    return (struct forward_status){NAME(ger)(handle, m, n, alpha, x, incx, y, incy, a, lda), 0};
}
REGISTER(NAME(ger), "sends_3", "sends_4", "sends_6", "sends_8", "receives_8")

/* ---- axpy: y = alpha x + y ------------------------------------------------------------------- */

#define AXPY(X)                                                                                    \
    X(handle_t, handle), X(int, n), X(const T *, alpha), X(const T *, x), X(int, incx), X(T *, y), \
        X(int, incy)

static struct kept_status PASTE(augmented_, NAME(axpy))(AXPY(P), void *on)
{
    (void)dhandle, (void)dn, (void)dalpha, (void)dx, (void)dincx, (void)dy, (void)dincy;
    struct enz_rt_touched list[] = {{x, 'r'}, {y, 'b'}};
    struct LOCAL(tape) *t = LOCAL(begin)("axpy of " LIBRARY_NAME, handle, list, 2, alpha, NULL, on);
    return (struct kept_status){t, NAME(axpy)(handle, n, alpha, x, incx, y, incy)};
}

static void PASTE(reverse_, NAME(axpy))(AXPY(P), struct LOCAL(tape) * t)
{
    (void)dhandle, (void)dn, (void)dincx, (void)dincy;
    enz_rt_routine_back("axpy of " LIBRARY_NAME, t->routine);
    if (dy != y && dalpha != alpha)
        *(T *)dalpha += LOCAL(dot)(handle, n, x, incx, dy, incy);
    if (dy != y && dx != x)
        LOCAL(add)(handle, n, t->alpha, dy, incy, (T *)dx, incx);
    LOCAL(end)("axpy of " LIBRARY_NAME, t);
}

static struct forward_status PASTE(forward_, NAME(axpy))(AXPY(P), int64_t phases)
{
    (void)dhandle, (void)dn, (void)dincx, (void)dincy;
    if (phases & PHASE_BEFORE && dy != y) {
        stream_of("axpy of " LIBRARY_NAME, handle);
        if (dx != x)
            LOCAL(add)(handle, n, *alpha, dx, incx, dy, incy);
        if (dalpha != alpha)
            LOCAL(add)(handle, n, *dalpha, x, incx, dy, incy);
    }
    if (!(phases & PHASE_CALL))
        return (struct forward_status){0, 0};
    return (struct forward_status){NAME(axpy)(handle, n, alpha, x, incx, y, incy), 0};
}
REGISTER(NAME(axpy), "sends_2", "sends_3", "sends_5", "receives_5")

/* ---- scal: x = alpha x ----------------------------------------------------------------------- */

#define SCAL(X) X(handle_t, handle), X(int, n), X(const T *, alpha), X(T *, x), X(int, incx)

static struct kept_status PASTE(augmented_, NAME(scal))(SCAL(P), void *on)
{
    (void)dhandle, (void)dn, (void)dalpha, (void)dx, (void)dincx;
    struct enz_rt_touched list[] = {{x, 'b'}};
    struct LOCAL(tape) *t = LOCAL(begin)("scal of " LIBRARY_NAME, handle, list, 1, alpha, NULL, on);
    return (struct kept_status){t, NAME(scal)(handle, n, alpha, x, incx)};
}

static void PASTE(reverse_, NAME(scal))(SCAL(P), struct LOCAL(tape) * t)
{
    (void)dhandle, (void)dn, (void)dincx;
    enz_rt_routine_back("scal of " LIBRARY_NAME, t->routine);
    if (dx != x && dalpha != alpha)
        *(T *)dalpha += LOCAL(dot)(handle, n, x, incx, dx, incx);
    if (dx != x)
        must(NAME(scal)(handle, n, &t->alpha, dx, incx));
    LOCAL(end)("scal of " LIBRARY_NAME, t);
}

static struct forward_status PASTE(forward_, NAME(scal))(SCAL(P), int64_t phases)
{
    (void)dhandle, (void)dn, (void)dincx;
    if (phases & PHASE_BEFORE && dx != x) {
        stream_of("scal of " LIBRARY_NAME, handle);
        must(NAME(scal)(handle, n, alpha, dx, incx));
        if (dalpha != alpha)
            LOCAL(add)(handle, n, *dalpha, x, incx, dx, incx);
    }
    if (!(phases & PHASE_CALL))
        return (struct forward_status){0, 0};
    return (struct forward_status){NAME(scal)(handle, n, alpha, x, incx), 0};
}
REGISTER(NAME(scal), "sends_2", "sends_3", "receives_3")

/* ---- copy: y = x ----------------------------------------------------------------------------- */

#define COPY(X)                                                                                    \
    X(handle_t, handle), X(int, n), X(const T *, x), X(int, incx), X(T *, y), X(int, incy)

static struct kept_status PASTE(augmented_, NAME(copy))(COPY(P), void *on)
{
    (void)dhandle, (void)dn, (void)dx, (void)dincx, (void)dy, (void)dincy;
    struct enz_rt_touched list[] = {{x, 'r'}, {y, 'w'}};
    struct LOCAL(tape) *t = LOCAL(begin)("copy of " LIBRARY_NAME, handle, list, 2, NULL, NULL, on);
    return (struct kept_status){t, NAME(copy)(handle, n, x, incx, y, incy)};
}

static void PASTE(reverse_, NAME(copy))(COPY(P), struct LOCAL(tape) * t)
{
    (void)dhandle, (void)dn, (void)dincx, (void)dincy;
    enz_rt_routine_back("copy of " LIBRARY_NAME, t->routine);
    if (dy != y && dx != x)
        LOCAL(add)(handle, n, 1, dy, incy, (T *)dx, incx);
    if (dy != y)
        LOCAL(scale_vector)(handle, n, 0, dy, incy);
    LOCAL(end)("copy of " LIBRARY_NAME, t);
}

static struct forward_status PASTE(forward_, NAME(copy))(COPY(P), int64_t phases)
{
    (void)dhandle, (void)dn, (void)dincx, (void)dincy;
    if (phases & PHASE_BEFORE && dy != y && dx != x)
        must(NAME(copy)(handle, n, dx, incx, dy, incy));
    else if (phases & PHASE_BEFORE && dy != y)
        LOCAL(scale_vector)(handle, n, 0, dy, incy);
    if (!(phases & PHASE_CALL))
        return (struct forward_status){0, 0};
    return (struct forward_status){NAME(copy)(handle, n, x, incx, y, incy), 0};
}
REGISTER(NAME(copy), "sends_2", "receives_4")

/* ---- dot and nrm2: a number on the host ------------------------------------------------------ */

#define DOT(X)                                                                                     \
    X(handle_t, handle), X(int, n), X(const T *, x), X(int, incx), X(const T *, y), X(int, incy),  \
        X(T *, result)

static struct kept_status PASTE(augmented_, NAME(dot))(DOT(P), void *on)
{
    (void)dhandle, (void)dn, (void)dx, (void)dincx, (void)dy, (void)dincy, (void)dresult;
    struct enz_rt_touched list[] = {{x, 'r'}, {y, 'r'}};
    struct LOCAL(tape) *t = LOCAL(begin)("dot of " LIBRARY_NAME, handle, list, 2, NULL, NULL, on);
    return (struct kept_status){t, NAME(dot)(handle, n, x, incx, y, incy, result)};
}

static void PASTE(reverse_, NAME(dot))(DOT(P), struct LOCAL(tape) * t)
{
    (void)dhandle, (void)dn, (void)dincx, (void)dincy;
    enz_rt_routine_back("dot of " LIBRARY_NAME, t->routine);
    T by = dresult != result ? *dresult : 0;
    if (dresult != result)
        *dresult = 0;
    if (dx != x && by != 0)
        LOCAL(add)(handle, n, by, y, incy, (T *)dx, incx);
    if (dy != y && by != 0)
        LOCAL(add)(handle, n, by, x, incx, (T *)dy, incy);
    LOCAL(end)("dot of " LIBRARY_NAME, t);
}

static struct forward_status PASTE(forward_, NAME(dot))(DOT(P), int64_t phases)
{
    (void)dhandle, (void)dn, (void)dincx, (void)dincy;
    if (phases & PHASE_BEFORE && dresult != result) {
        stream_of("dot of " LIBRARY_NAME, handle);
        *dresult = (dx != x ? LOCAL(dot)(handle, n, dx, incx, y, incy) : 0) +
                   (dy != y ? LOCAL(dot)(handle, n, x, incx, dy, incy) : 0);
    }
    if (!(phases & PHASE_CALL))
        return (struct forward_status){0, 0};
    return (struct forward_status){NAME(dot)(handle, n, x, incx, y, incy, result), 0};
}
REGISTER(NAME(dot), "sends_2", "sends_4", "receives_6")

#define NRM2(X) X(handle_t, handle), X(int, n), X(const T *, x), X(int, incx), X(T *, result)

static struct kept_status PASTE(augmented_, NAME(nrm2))(NRM2(P), void *on)
{
    (void)dhandle, (void)dn, (void)dx, (void)dincx, (void)dresult;
    struct enz_rt_touched list[] = {{x, 'r'}};
    struct LOCAL(tape) *t = LOCAL(begin)("nrm2 of " LIBRARY_NAME, handle, list, 1, NULL, NULL, on);
    int status = NAME(nrm2)(handle, n, x, incx, result);
    t->result = *result;
    return (struct kept_status){t, status};
}

/* At zero, where there is no derivative, it is zero. */
static void PASTE(reverse_, NAME(nrm2))(NRM2(P), struct LOCAL(tape) * t)
{
    (void)dhandle, (void)dn, (void)dincx;
    enz_rt_routine_back("nrm2 of " LIBRARY_NAME, t->routine);
    T by = dresult != result && t->result != 0 ? *dresult / t->result : 0;
    if (dresult != result)
        *dresult = 0;
    if (dx != x && by != 0)
        LOCAL(add)(handle, n, by, x, incx, (T *)dx, incx);
    LOCAL(end)("nrm2 of " LIBRARY_NAME, t);
}

static struct forward_status PASTE(forward_, NAME(nrm2))(NRM2(P), int64_t phases)
{
    (void)dhandle, (void)dn, (void)dincx;
    if (phases & PHASE_BEFORE && dresult != result) {
        T norm = 0;
        stream_of("nrm2 of " LIBRARY_NAME, handle);
        must(NAME(nrm2)(handle, n, x, incx, &norm));
        *dresult = dx != x && norm != 0 ? LOCAL(dot)(handle, n, x, incx, dx, incx) / norm : 0;
    }
    if (!(phases & PHASE_CALL))
        return (struct forward_status){0, 0};
    return (struct forward_status){NAME(nrm2)(handle, n, x, incx, result), 0};
}
REGISTER(NAME(nrm2), "sends_2", "receives_4")

#undef GEMM
#undef GEMV
#undef GER
#undef AXPY
#undef SCAL
#undef COPY
#undef DOT
#undef NRM2
