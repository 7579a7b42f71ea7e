/* Hessians of energies as triplets: of a ring, of a mesh in the plane, of an energy whose gradient
 * was written by hand; against differences of gradients, and against <enzcc/sparse.h>. */
#include <enzcc/sparse.h>
#include <math.h>
#include "oracle.h"
#include "triplets.h"

extern int enzyme_dup, enzyme_const, enzyme_dupnoneed;
void __enzyme_autodiff_void(void *, ...);
void __enzyme_fwddiff_void(void *, ...);

static double ring(const double *x, size_t n)
{
    double e = 0;
    for (size_t i = 0; i < n; i++) {
        double d = x[(i + 1) % n] - x[i];
        e += d * d / 2 + d * d * d * d / 4;
    }
    return e;
}
static double spring(const double *x, size_t a, size_t b)
{
    double dx = x[2 * a] - x[2 * b], dy = x[2 * a + 1] - x[2 * b + 1];
    double l = sqrt(dx * dx + dy * dy) - 1;
    return l * l / 2;
}
static double mesh(const double *x, size_t w)
{
    double e = 0;
    for (size_t j = 0; j < w; j++)
        for (size_t i = 0; i < w; i++) {
            if (i + 1 < w)
                e += spring(x, j * w + i, j * w + i + 1);
            if (j + 1 < w)
                e += spring(x, j * w + i, (j + 1) * w + i);
        }
    return e;
}
static double chain(const double *x, size_t n)
{
    double e = 0;
    for (size_t i = 1; i < n; i++)
        e += x[i] * x[i] * x[i - 1];
    return e;
}
static void ring_gradient(const double *x, double *g, size_t n)
{
    __enzyme_autodiff_void((void *)ring, enzyme_dup, x, g, enzyme_const, n);
}
static void mesh_gradient(const double *x, double *g, size_t w)
{
    __enzyme_autodiff_void((void *)mesh, enzyme_dup, x, g, enzyme_const, w);
}
static void chain_gradient(const double *x, double *g, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double left = i ? 2 * x[i] * x[i - 1] : 0, right = i + 1 < n ? x[i + 1] * x[i + 1] : 0;
        g[i] = left + right;
    }
}

ENZ_SPARSE_HESSIAN(ring_sparse, ring, double, ENZ_CONST(size_t));
ENZ_SPARSE_HESSIAN(mesh_sparse, mesh, double, ENZ_CONST(size_t));
ENZ_SPARSE_HESSIAN(chain_sparse, chain, double, ENZ_CONST(size_t));

/* The gradient's own values are of no use, and need no memory but where they are read. */
#define COLUMNS(gradient, x, g, n, size, t)                                                        \
    for (size_t k = 0; k < (n); k++)                                                               \
    __enzyme_fwddiff_void((void *)(gradient), enzyme_dup, (x), UNIT(k), enzyme_dup, (g),           \
                          TRIPLETS(k, t), enzyme_const, (size_t)(size))

enum { MOST = 32 };
typedef void gradient_fn(const double *, double *, size_t);

static void check_differences(const struct triplets *t, gradient_fn *gradient, const double *at,
                              size_t n, size_t size)
{
    static double dense[MOST * MOST];
    for (size_t i = 0; i < n * n; i++)
        dense[i] = 0;
    sum_triplets(t, dense, n);
    for (size_t j = 0; j < n; j++) {
        double x[MOST], up[MOST] = {0}, down[MOST] = {0}, step = 1e-5;
        for (size_t i = 0; i < n; i++)
            x[i] = at[i];
        x[j] = at[j] + step;
        gradient(x, up, size);
        x[j] = at[j] - step;
        gradient(x, down, size);
        for (size_t i = 0; i < n; i++)
            CHECK_TOL(dense[i * n + j], (up[i] - down[i]) / (2 * step), 1e-7);
    }
}

static void check_pattern(const struct triplets *t, const struct enz_pattern *p,
                          const double *values, size_t n)
{
    static double dense[MOST * MOST];
    for (size_t i = 0; i < n * n; i++)
        dense[i] = 0;
    sum_triplets(t, dense, n);
    for (size_t i = 0; i < n; i++)
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++) {
            CHECK(dense[i * n + p->column[e]], values[e]);
            dense[i * n + p->column[e]] = 0;
        }
    for (size_t i = 0; i < n * n; i++)
        CHECK(dense[i], 0); /* nothing elsewhere */
}

#define CHECK_SPARSE(name, t, x, n, size)                                                          \
    do {                                                                                           \
        struct enz_pattern p = {0};                                                                \
        double gradient[MOST], values[MOST * MOST];                                                \
        CHECK_THAT(!name##_pattern((x), (n), &p, (size)));                                         \
        CHECK_THAT(!name((x), &p, gradient, values, (size)));                                      \
        check_pattern((t), &p, values, (n));                                                       \
        enz_pattern_free(&p);                                                                      \
    } while (0)

int main(void)
{
    static struct triplets t;
    enum { N = 11, W = 4 };
    double x[MOST], g[MOST] = {0};
    for (int i = 0; i < MOST; i++)
        x[i] = i + 0.3 * sin(i);

    COLUMNS(ring_gradient, x, g, N, N, &t);
    CHECK_THAT(t.count >= 3 * N && t.count <= 4 * N); /* a diagonal entry comes from two springs */
    check_differences(&t, ring_gradient, x, N, N);
    CHECK_SPARSE(ring_sparse, &t, x, N, N);

    t.count = 0;
    for (int i = 0; i < W * W; i++) {
        x[2 * i] = i % W + 0.2 * sin(i);
        x[2 * i + 1] = i / W + 0.2 * cos(3 * i);
    }
    COLUMNS(mesh_gradient, x, g, 2 * W * W, W, &t);
    check_differences(&t, mesh_gradient, x, 2 * W * W, W);
    CHECK_SPARSE(mesh_sparse, &t, x, 2 * W * W, W);

    t.count = 0;
    COLUMNS(chain_gradient, x, g, N, N, &t);
    check_differences(&t, chain_gradient, x, N, N);
    CHECK_SPARSE(chain_sparse, &t, x, N, N);
    return oracle_result();
}
