/* Rules of level 1: vectors.
 *
 * For a routine r: order_r completes the arguments; needs_r and results_r say which operands the
 * reverse sweep reads, as they are before and after the call; reverse_r turns adjoints of outputs
 * into those of inputs; tangents_before_r and tangents_after_r run around the routine in forward
 * mode. Functions have one tangent_r, after the call. */

static void order_two_vectors(struct args *c)
{
    set_vector(&c->x, &c->dx, c->n, c->incx);
    set_vector(&c->y, &c->dy, c->n, c->incy);
}

/* Nothing happens, or the result is 0, for increments that are not positive. */
static void order_positive_vector(struct args *c)
{
    set_vector(&c->x, &c->dx, c->incx > 0 ? c->n : 0, c->incx);
}

/* ---- asum: r = sum |x_i| ---- */

static REAL sign(REAL x)
{
    return (REAL)((x > 0) - (x < 0));
}

static void order_asum(struct args *c)
{
    order_positive_vector(c);
}

static unsigned needs_asum(const struct args *c)
{
    return c->dx.p ? KEEP_X : 0;
}

static void reverse_asum(struct args *c, REAL result, REAL seed)
{
    (void)result;
    for (int64_t i = 0; c->dx.p && i < c->x.n; i++)
        c->dx.p[i * c->dx.inc] += seed * sign(c->x.p[i * c->x.inc]);
}

static REAL tangent_asum(struct args *c, REAL result)
{
    REAL sum = 0;
    (void)result;
    for (int64_t i = 0; c->dx.p && i < c->x.n; i++)
        sum += sign(c->x.p[i * c->x.inc]) * c->dx.p[i * c->dx.inc];
    return sum;
}

/* ---- nrm2: r = |x|; 0 at the origin ---- */

/* Libraries differ in what they do for increments that are not positive; where they return 0,
 * nothing has a derivative. */
static void order_nrm2(struct args *c)
{
    set_vector(&c->x, &c->dx, c->n, c->incx);
}

static unsigned needs_nrm2(const struct args *c)
{
    return c->dx.p ? KEEP_X : 0;
}

static void reverse_nrm2(struct args *c, REAL result, REAL seed)
{
    if (result != 0)
        for (int64_t i = 0; c->dx.p && i < c->x.n; i++)
            c->dx.p[i * c->dx.inc] += seed * (c->x.p[i * c->x.inc] / result);
}

static REAL tangent_nrm2(struct args *c, REAL result)
{
    REAL sum = 0;
    if (result != 0)
        for (int64_t i = 0; c->dx.p && i < c->x.n; i++)
            sum += c->x.p[i * c->x.inc] / result * c->dx.p[i * c->dx.inc];
    return sum;
}

/* ---- dot: r = x.y ---- */

static void order_dot(struct args *c)
{
    order_two_vectors(c);
}

static unsigned needs_dot(const struct args *c)
{
    return (c->dy.p ? KEEP_X : 0) | (c->dx.p ? KEEP_Y : 0);
}

static void reverse_dot(struct args *c, REAL result, REAL seed)
{
    (void)result;
    if (c->dx.p)
        add_vector(c->dx, seed, c->y);
    if (c->dy.p)
        add_vector(c->dy, seed, c->x);
}

static REAL tangent_dot(struct args *c, REAL result)
{
    (void)result;
    return (c->dx.p ? dot_vectors(c->dx, c->y) : 0) + (c->dy.p ? dot_vectors(c->x, c->dy) : 0);
}

/* ---- axpy: y += a x ---- */

static void order_axpy(struct args *c)
{
    order_two_vectors(c);
}

static unsigned needs_axpy(const struct args *c)
{
    return c->dy.p && c->dalpha ? KEEP_X : 0;
}

NO_RESULTS(axpy)

static void reverse_axpy(struct args *c)
{
    if (!c->dy.p)
        return;
    if (c->dalpha)
        *c->dalpha += dot_vectors(c->x, c->dy);
    if (c->dx.p)
        add_vector(c->dx, c->alpha, c->dy);
}

static void tangents_before_axpy(struct args *c)
{
    if (!c->dy.p)
        return;
    if (c->dx.p)
        add_vector(c->dy, c->alpha, c->dx);
    if (c->dalpha && *c->dalpha != 0)
        add_vector(c->dy, *c->dalpha, c->x);
}

/* ---- copy: y = x ---- */

static void order_copy(struct args *c)
{
    order_two_vectors(c);
}

static unsigned needs_copy(const struct args *c)
{
    (void)c;
    return 0;
}

NO_RESULTS(copy)

/* Backwards: with increment 0 only the last element arrived. */
static void reverse_copy(struct args *c)
{
    for (int64_t i = c->y.n - 1; c->dy.p && i >= 0; i--) {
        REAL adjoint = c->dy.p[i * c->dy.inc];
        c->dy.p[i * c->dy.inc] = 0;
        if (c->dx.p)
            c->dx.p[i * c->dx.inc] += adjoint;
    }
}

static void tangents_before_copy(struct args *c)
{
    for (int64_t i = 0; c->dy.p && i < c->y.n; i++)
        c->dy.p[i * c->dy.inc] = c->dx.p ? c->dx.p[i * c->dx.inc] : 0;
}

/* ---- scal: x *= a ---- */

static void order_scal(struct args *c)
{
    order_positive_vector(c);
}

static unsigned needs_scal(const struct args *c)
{
    return c->dx.p && c->dalpha ? KEEP_X : 0;
}

NO_RESULTS(scal)

static void reverse_scal(struct args *c)
{
    if (!c->dx.p)
        return;
    if (c->dalpha)
        *c->dalpha += dot_vectors(c->x, c->dx);
    scale_vector(c->dx, c->alpha);
}

static void tangents_before_scal(struct args *c)
{
    if (!c->dx.p)
        return;
    scale_vector(c->dx, c->alpha);
    if (c->dalpha && *c->dalpha != 0)
        add_vector(c->dx, *c->dalpha, c->x);
}

/* ---- swap: both modes exchange the shadows, too; what an inactive vector gives is constant ----
 */

static void order_swap(struct args *c)
{
    order_two_vectors(c);
}

static unsigned needs_swap(const struct args *c)
{
    (void)c;
    return 0;
}

NO_RESULTS(swap)

static void tangents_before_swap(struct args *c)
{
    for (int64_t i = 0; i < c->x.n; i++) {
        REAL *dx = c->dx.p ? c->dx.p + i * c->dx.inc : NULL,
             *dy = c->dy.p ? c->dy.p + i * c->dy.inc : NULL;
        REAL old = dx ? *dx : 0;
        if (dx)
            *dx = dy ? *dy : 0;
        if (dy)
            *dy = old;
    }
}

static void reverse_swap(struct args *c)
{
    tangents_before_swap(c);
}
