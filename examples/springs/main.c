/*
 * Sparse Hessians of springs.
 *
 * The Hessian of a ring is compared with its formula, that of a mesh with forces: with the change
 * of the gradient along a random direction. Sizes grow, and the time for an entry is printed: it
 * does not grow with the number of masses. The exit status is 0 only if all values agree and the
 * number of colours stays the same.
 */
#include "../common/stopwatch.h"
#include "springs.h"

#include <enzcc/sparse.h>
#include <math.h>
#include <stdio.h>

ENZ_SPARSE_HESSIAN(ring_hessian, ring_energy, double, ENZ_CONST(int));
ENZ_SPARSE_HESSIAN(mesh_hessian, mesh_energy, double, ENZ_CONST(const struct mesh *));
ENZ_GRADIENT(mesh_gradient, mesh_energy, double, ENZ_CONST(const struct mesh *));

struct run {
    size_t n;
    struct mesh mesh; /* width 0: a ring */
    struct enz_pattern pattern;
    double *x, *g, *values;
    int error;
};

static void find_pattern(struct run *r)
{
    r->error |= r->mesh.width ? mesh_hessian_pattern(r->x, r->n, &r->pattern, &r->mesh)
                              : ring_hessian_pattern(r->x, r->n, &r->pattern, (int)r->n);
}

static void evaluate(void *argument)
{
    struct run *r = argument;
    r->error |= r->mesh.width ? mesh_hessian(r->x, &r->pattern, r->g, r->values, &r->mesh)
                              : ring_hessian(r->x, &r->pattern, r->g, r->values, (int)r->n);
}

static double *numbers(size_t n)
{
    double *x = calloc(n, sizeof *x);
    if (!x)
        exit(2);
    return x;
}

/* ---- comparisons: the largest error, relative to the largest entry ----------------------------
 */

static double stiffness(const double *x, size_t i, size_t n)
{
    double d = x[(i + 1) % n] - x[i];
    return 1 + 3 * d * d;
}

static double ring_error(const struct run *r)
{
    double error = 0, most = 0;
    for (size_t i = 0; i < r->n; i++) {
        double right = stiffness(r->x, i, r->n),
               left = stiffness(r->x, (i + r->n - 1) % r->n, r->n);
        for (size_t e = r->pattern.start[i]; e < r->pattern.start[i + 1]; e++) {
            size_t j = r->pattern.column[e];
            double want = j == i ? left + right : j == (i + 1) % r->n ? -right : -left;
            error = fmax(error, fabs(r->values[e] - want));
            most = fmax(most, fabs(want));
        }
    }
    return error / most;
}

static double mesh_error(const struct run *r)
{
    const double step = 1e-5;
    double *v = numbers(r->n), *x = numbers(r->n), *up = numbers(r->n), *down = numbers(r->n);
    double error = 0, most = 0;
    for (size_t i = 0; i < r->n; i++)
        v[i] = sin(7.0 * (double)i), x[i] = r->x[i] + step * v[i];
    mesh_gradient(x, r->n, up, &r->mesh);
    for (size_t i = 0; i < r->n; i++)
        x[i] = r->x[i] - step * v[i];
    mesh_gradient(x, r->n, down, &r->mesh);
    for (size_t i = 0; i < r->n; i++) {
        double sum = 0;
        for (size_t e = r->pattern.start[i]; e < r->pattern.start[i + 1]; e++)
            sum += r->values[e] * v[r->pattern.column[e]];
        error = fmax(error, fabs(sum - (up[i] - down[i]) / (2 * step)));
        most = fmax(most, fabs(sum));
    }
    free(v), free(x), free(up), free(down);
    return error / most;
}

/* ---- sizes ------------------------------------------------------------------------------------
 */

/* The number of colours; 0 if something is wrong. */
static size_t measure(size_t n, struct mesh mesh)
{
    struct run r = {.n = n, .mesh = mesh, .x = numbers(n), .g = numbers(n)};
    for (size_t i = 0; i < n; i++) {
        double at = mesh.width
                        ? (double)(i % 2 ? i / 2 / (size_t)mesh.width : i / 2 % (size_t)mesh.width)
                        : (double)i;
        r.x[i] = at + 0.2 * sin(3.0 * (double)i);
    }
    find_pattern(&r);
    r.values = numbers(r.pattern.count + 1);
    evaluate(&r);
    double error = r.error ? 1 : mesh.width ? mesh_error(&r) : ring_error(&r);
    double seconds = seconds_per_call(evaluate, &r);
    size_t colours = r.pattern.colours, count = r.pattern.count;
    printf("%-4s %8zu numbers %9zu entries %3zu colours %7.1f ns per entry, error %.0e\n",
           mesh.width ? "mesh" : "ring", n, count, colours, 1e9 * seconds / (double)count, error);
    int failed = r.error || error > (mesh.width ? 1e-7 : 1e-12);
    enz_pattern_free(&r.pattern);
    free(r.x), free(r.g), free(r.values);
    return failed ? 0 : colours;
}

int main(void)
{
    size_t first = 0, least = 0, most = 0;
    for (size_t n = 1000; n <= 100000; n *= 10) {
        size_t colours = measure(n, (struct mesh){0, 0});
        first = n == 1000 ? colours : first;
        if (!colours || colours > first + 1)
            return 1;
    }
    for (int side = 20; side <= 160; side *= 2) {
        size_t colours = measure(2 * (size_t)(side * side), (struct mesh){side, side});
        if (!colours)
            return 1;
        least = side == 20 ? colours : least;
        most = colours > most ? colours : most;
    }
    return most > least + 4;
}
