/* The order in which the columns of a Hessian get colours: a variable with which all others occur
 * gets one of its own, wherever it stands, and meshes in an unlucky order take hardly more than
 * others. The entries are those of the dense Hessian. */
#include "oracle.h"
#include <enzcc/derivatives.h>
#include <enzcc/sparse.h>
#include <math.h>
#include <stdlib.h>

enum { MOST = 150, SIDE = 11 };

/* A chain whose links all know variable `hub`. */
static double wheel(const double *x, int n, int hub)
{
    double e = 0;
    int last = -1;
    for (int i = 0; i < n; i++) {
        if (i == hub)
            continue;
        e += sin(x[i] * x[hub]);
        if (last >= 0)
            e += pow(x[i] - x[last], 4);
        last = i;
    }
    return e;
}

/* Triangles of a square mesh, whose nodes have shuffled numbers. */
static double mesh(const double *z, const int *number, int n)
{
    double sum = 0;
    for (int i = 0; i + 1 < n; i++)
        for (int j = 0; j + 1 < n; j++) {
            double a = z[number[i * n + j]];
            double b = z[number[(i + 1) * n + j]] - a, c = z[number[i * n + j + 1]] - a;
            sum += sqrt(1 + b * b + c * c);
        }
    return sum;
}

ENZ_SPARSE_HESSIAN(wheel_sparse, wheel, double, ENZ_CONST(int), ENZ_CONST(int));
ENZ_HESSIAN(wheel_dense, wheel, double, ENZ_CONST(int), ENZ_CONST(int));
ENZ_SPARSE_HESSIAN(mesh_sparse, mesh, double, ENZ_CONST(const int *), ENZ_CONST(int));
ENZ_HESSIAN(mesh_dense, mesh, double, ENZ_CONST(const int *), ENZ_CONST(int));

static double x[MOST], g[MOST], h[MOST * MOST], values[MOST * MOST];

static void compare(const struct enz_pattern *p, size_t n)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            found += h[i * n + j] != 0;
    CHECK_THAT(p->count >= found);
    for (size_t i = 0; i < p->rows; i++)
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++)
            CHECK_TOL(values[e], h[i * n + p->column[e]], 1e-11);
}

static void check_wheel(int n, int hub, enum enz_colouring colouring)
{
    struct enz_pattern p = {.colouring = colouring};
    CHECK_THAT(wheel_sparse_pattern(x, (size_t)n, &p, n, hub) == 0);
    CHECK_THAT(p.colours <= (colouring == ENZ_STAR ? 4 : 3));
    CHECK_THAT(wheel_sparse(x, &p, g, values, n, hub) == 0);
    CHECK_THAT(wheel_dense(x, (size_t)n, g, h, NULL, n, hub) == 0);
    compare(&p, (size_t)n);
    enz_pattern_free(&p);
}

static void check_mesh(enum enz_colouring colouring, size_t most)
{
    int number[SIDE * SIDE];
    unsigned state = 1;
    for (int i = 0; i < SIDE * SIDE; i++)
        number[i] = i;
    for (int i = SIDE * SIDE - 1; i > 0; i--) {
        state = state * 1664525u + 1013904223u;
        int k = (int)((state >> 8) % (unsigned)(i + 1)), was = number[i];
        number[i] = number[k], number[k] = was;
    }
    struct enz_pattern p = {.colouring = colouring};
    CHECK_THAT(mesh_sparse_pattern(x, SIDE * SIDE, &p, number, SIDE) == 0);
    CHECK_THAT(p.colours <= most);
    CHECK_THAT(mesh_sparse(x, &p, g, values, number, SIDE) == 0);
    CHECK_THAT(mesh_dense(x, SIDE * SIDE, g, h, NULL, number, SIDE) == 0);
    compare(&p, SIDE * SIDE);
    enz_pattern_free(&p);
}

int main(void)
{
    oracle_random(x, MOST, 3);
    for (int c = 0; c < 2; c++) {
        enum enz_colouring colouring = c ? ENZ_ACYCLIC : ENZ_STAR;
        check_wheel(60, 0, colouring);
        check_wheel(60, 59, colouring);
        check_wheel(61, 30, colouring);
        check_wheel(2, 1, colouring);
        check_mesh(colouring, c ? 6 : 9);
    }
    return oracle_result();
}
