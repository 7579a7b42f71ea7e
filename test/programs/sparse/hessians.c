/* <enzcc/sparse.h>: Hessians of a ring of springs, of a mesh and of functions with entries
 * anywhere, against closed forms and against the dense Hessian. The number of products does not
 * grow with the matrix, and entries that happen to be zero belong to the pattern. */
#include "oracle.h"
#include <enzcc/sparse.h>
#include <math.h>

static int runs;

/* ---- a ring of springs ----------------------------------------------------------------------- */

static double ring(const double *x, int n)
{
    double energy = 0;
    runs++;
    for (int i = 0; i < n; i++) {
        double d = x[(i + 1) % n] - x[i];
        energy += d * d * d * d / 4;
    }
    return energy;
}
ENZ_SPARSE_HESSIAN(ring_hessian, ring, double, ENZ_CONST(int));

static void check_ring(int n)
{
    double *x = malloc(n * sizeof *x), *g = malloc(n * sizeof *g);
    for (int i = 0; i < n; i++)
        x[i] = sin(3.0 * i);
    x[1] = x[0]; /* a spring without force: its entries are 0 */
    struct enz_pattern p = {0};
    runs = 0;
    CHECK_THAT(ring_hessian_pattern(x, (size_t)n, &p, n) == 0);
    CHECK_THAT(p.count == (size_t)(3 * n) && p.rows == (size_t)n && p.columns == (size_t)n);
    CHECK_THAT(runs <= 4 * (int)ceil(log2(n)) && p.colours <= 5);
    double *values = malloc(p.count * sizeof *values);
    runs = 0;
    CHECK_THAT(ring_hessian(x, &p, g, values, n) == 0);
    CHECK_THAT(runs == (int)p.colours / ENZ_DIRECTIONS + 1);
    for (int i = 0; i < n; i++) {
        double l = x[i] - x[(i + n - 1) % n], r = x[(i + 1) % n] - x[i];
        CHECK(g[i], l * l * l - r * r * r);
        for (size_t e = p.start[i]; e < p.start[i + 1]; e++) {
            int j = (int)p.column[e];
            CHECK_THAT(e == p.start[i] || p.column[e - 1] < p.column[e]);
            CHECK(values[e],
                  j == i ? 3 * l * l + 3 * r * r : -3 * (j == (i + 1) % n ? r * r : l * l));
        }
    }
    enz_pattern_free(&p);
    CHECK_THAT(!p.start && !p.count);
    free(values), free(x), free(g);
}

/* ---- a mesh of springs in the plane, two numbers per node ------------------------------------ */

struct mesh {
    int width, height;
};
static double spring(const double *a, const double *b, double rest)
{
    double d = hypot(a[0] - b[0], a[1] - b[1]) - rest;
    return d * d / 2;
}
static double mesh(const double *x, const struct mesh *m)
{
    double energy = 0;
    runs++;
    for (int i = 0; i < m->height; i++)
        for (int k = 0; k < m->width; k++) {
            const double *at = x + 2 * (i * m->width + k);
            if (k + 1 < m->width)
                energy += spring(at, at + 2, 0.9);
            if (i + 1 < m->height)
                energy += spring(at, at + 2 * m->width, 0.9);
            if (k + 1 < m->width && i + 1 < m->height)
                energy += spring(at, at + 2 * m->width + 2, 1.3);
        }
    return energy;
}
ENZ_SPARSE_HESSIAN(mesh_hessian, mesh, double, ENZ_CONST(const struct mesh *));
ENZ_HESSIAN(mesh_dense, mesh, double, ENZ_CONST(const struct mesh *));

static void place(double *x, const struct mesh *m)
{
    for (int i = 0; i < m->width * m->height; i++) {
        x[2 * i] = i % m->width + 0.1 * sin(i);
        x[2 * i + 1] = i / m->width + 0.1 * cos(3 * i);
    }
}

static void check_small_mesh(void)
{
    struct mesh m = {5, 4};
    enum { N = 40 };
    double x[N], g[N], want_g[N], dense[N * N], values[N * N], seen = 0, all = 0;
    size_t row[N * N];
    struct enz_pattern p = {0};
    place(x, &m);
    CHECK_THAT(mesh_hessian_pattern(x, N, &p, &m) == 0);
    CHECK_THAT(mesh_hessian(x, &p, g, values, &m) == 0);
    CHECK_THAT(mesh_dense(x, N, want_g, dense, NULL, &m) == 0);
    enz_pattern_rows(&p, row);
    for (size_t e = 0; e < p.count; e++) {
        CHECK_TOL(values[e] + 1, dense[row[e] * N + p.column[e]] + 1, 1e-12);
        seen += fabs(dense[row[e] * N + p.column[e]]);
    }
    for (int i = 0; i < N * N; i++)
        all += fabs(dense[i]);
    CHECK(seen, all); /* nothing is missing */
    CHECK_ARRAY(g, want_g, N);
    enz_pattern_free(&p);
}

static int products_of_mesh(int width)
{
    struct mesh m = {width, width};
    size_t n = 2 * (size_t)(width * width);
    double *x = malloc(n * sizeof *x), *g = malloc(n * sizeof *g);
    struct enz_pattern p = {0};
    place(x, &m);
    CHECK_THAT(mesh_hessian_pattern(x, n, &p, &m) == 0);
    double *values = malloc(p.count * sizeof *values);
    runs = 0;
    CHECK_THAT(mesh_hessian(x, &p, g, values, &m) == 0);
    CHECK_THAT(p.count < 28 * n / 2);
    enz_pattern_free(&p);
    free(values), free(x), free(g);
    return runs;
}

/* ---- entries anywhere, and other types ------------------------------------------------------- */

static const unsigned char pairs[][2] = {{0, 12}, {3, 7}, {7, 12}, {5, 5}, {1, 0}, {9, 3}, {2, 11}};
enum { ODD = 13, PAIRS = sizeof pairs / sizeof *pairs };
static float scattered(const float *x)
{
    float sum = x[4];
    for (int i = 0; i < PAIRS; i++)
        sum += (float)(i + 1) * x[pairs[i][0]] * x[pairs[i][0]] * x[pairs[i][1]];
    return sum;
}
ENZ_SPARSE_HESSIAN(scattered_hessian, scattered, float);

static void check_scattered(void)
{
    float x[ODD], g[ODD], values[ODD * ODD], want[ODD][ODD] = {{0}};
    struct enz_pattern p = {0};
    size_t count = ODD;
    for (int i = 0; i < ODD; i++)
        x[i] = i % 3 ? 0 : 0.5f + (float)i; /* many entries are 0 here */
    for (int i = 0; i < PAIRS; i++) {
        int a = pairs[i][0], b = pairs[i][1];
        count += a == b ? 0 : 2;
        want[a][a] += (float)(i + 1) * 2 * x[b] * (a == b ? 3 : 1);
        if (a != b)
            want[a][b] += (float)(i + 1) * 2 * x[a], want[b][a] += (float)(i + 1) * 2 * x[a];
    }
    CHECK_THAT(scattered_hessian_pattern(x, ODD, &p) == 0);
    CHECK_THAT(p.count == count);
    CHECK_THAT(scattered_hessian(x, &p, g, values) == 0);
    for (size_t i = 0; i < ODD; i++)
        for (size_t e = p.start[i]; e < p.start[i + 1]; e++)
            CHECK_FLOAT(values[e], want[i][p.column[e]]);
    CHECK_FLOAT(g[4], 1);
    enz_pattern_free(&p);
}

static long double single(const long double *x)
{
    return expl(2 * x[0]);
}
ENZ_SPARSE_HESSIAN(single_hessian, single, long double);

/* ---- what goes wrong ------------------------------------------------------------------------- */

static double bent(const double *x)
{
    return x[0] > 1 ? x[0] * x[1] : x[0] * x[0] + x[1] * x[2];
}
ENZ_SPARSE_HESSIAN(bent_hessian, bent, double);
static double broken(const double *x)
{
    return log(x[0]) * x[1];
}
ENZ_SPARSE_HESSIAN(broken_hessian, broken, double);

static void check_errors(void)
{
    double x[3] = {0.5, 2, 3}, g[3], values[9];
    struct enz_pattern p = {0};
    CHECK_THAT(bent_hessian_pattern(x, 3, &p) == 0 && p.count == 5);
    CHECK_THAT(bent_hessian(x, &p, g, values) == 0);
    x[0] = 2; /* another way: entries (0, 1) and (1, 0) */
    CHECK_THAT(bent_hessian(x, &p, g, values) == ENZ_SPARSE_PATTERN);
    CHECK_THAT(bent_hessian_pattern(x, 3, &p) == 0 && p.count == 7);
    CHECK_THAT(bent_hessian(x, &p, g, values) == 0);
    CHECK_ARRAY(values, ((double[]){0, 1, 1, 0, 0, 0, 0}), 7);
    x[0] = 0.5;
    CHECK_THAT(bent_hessian(x, &p, g, values) == 0);
    CHECK_ARRAY(values, ((double[]){2, 0, 0, 0, 1, 1, 0}), 7);

    x[0] = -1;
    CHECK_THAT(broken_hessian_pattern(x, 2, &p) == 0);
    x[0] = 0;
    size_t before = p.count;
    CHECK_THAT(broken_hessian_pattern(x, 2, &p) == ENZ_SPARSE_NAN && p.count == before);
    CHECK_THAT(broken_hessian(x, &p, g, values) == ENZ_SPARSE_NAN);
    enz_pattern_free(&p);
}

int main(void)
{
    check_ring(3);
    check_ring(8);
    check_ring(1001);
    check_small_mesh();
    CHECK_THAT(products_of_mesh(40) <= products_of_mesh(20) + 3);
    check_scattered();
    long double one = 0.25L, slope, curvature;
    struct enz_pattern p = {0};
    CHECK_THAT(single_hessian_pattern(&one, 1, &p) == 0 && p.count == 1);
    CHECK_THAT(single_hessian(&one, &p, &slope, &curvature) == 0);
    CHECK(curvature, 4 * expl(0.5L));
    enz_pattern_free(&p);
    check_errors();
    return oracle_result();
}
