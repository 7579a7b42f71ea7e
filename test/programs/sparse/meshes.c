/* <enzcc/sparse.h>: Hessians of meshes of springs in one to three dimensions, with both colourings,
 * against closed forms. An acyclic colouring never takes more products than a star colouring, and
 * how many it takes does not grow with the mesh. */
#include "oracle.h"
#include <enzcc/sparse.h>
#include <math.h>

enum { AXES = 3 };
struct mesh {
    int size[AXES];
};
static int runs;

static int nodes(const struct mesh *m)
{
    return m->size[0] * m->size[1] * m->size[2];
}

/* The next node along an axis, or -1 at the border. */
static int next(const struct mesh *m, int node, int axis)
{
    int stride = 1;
    for (int a = 0; a < axis; a++)
        stride *= m->size[a];
    return node / stride % m->size[axis] + 1 < m->size[axis] ? node + stride : -1;
}

static double energy(const double *x, const struct mesh *m)
{
    double sum = 0;
    runs++;
    for (int i = 0; i < nodes(m); i++) {
        sum += cos(x[i]);
        for (int axis = 0; axis < AXES; axis++) {
            int k = next(m, i, axis);
            if (k >= 0)
                sum += exp((axis + 1) * (x[i] - x[k]));
        }
    }
    return sum;
}
ENZ_SPARSE_HESSIAN(hessian, energy, double, ENZ_CONST(const struct mesh *));

static size_t place(const struct enz_pattern *p, size_t i, size_t k)
{
    size_t e = p->start[i];
    while (e < p->start[i + 1] && p->column[e] != k)
        e++;
    return e;
}

/* want[]: the closed form. */
static void expect(const struct mesh *m, const double *x, const struct enz_pattern *p, double *want)
{
    for (size_t e = 0; e < p->count; e++)
        want[e] = 0;
    for (int i = 0; i < nodes(m); i++) {
        want[place(p, (size_t)i, (size_t)i)] -= cos(x[i]);
        for (int axis = 0; axis < AXES; axis++) {
            int k = next(m, i, axis);
            if (k < 0)
                continue;
            double v = (axis + 1) * (axis + 1) * exp((axis + 1) * (x[i] - x[k]));
            want[place(p, (size_t)i, (size_t)i)] += v;
            want[place(p, (size_t)k, (size_t)k)] += v;
            want[place(p, (size_t)i, (size_t)k)] -= v;
            want[place(p, (size_t)k, (size_t)i)] -= v;
        }
    }
}

static size_t entries(const struct mesh *m)
{
    size_t count = (size_t)nodes(m);
    for (int i = 0; i < nodes(m); i++)
        for (int axis = 0; axis < AXES; axis++)
            count += next(m, i, axis) >= 0 ? 2 : 0;
    return count;
}

static size_t colours_of(struct mesh m, enum enz_colouring colouring)
{
    size_t n = (size_t)nodes(&m);
    double *x = malloc(n * sizeof *x), *g = malloc(n * sizeof *g);
    struct enz_pattern p = {.colouring = colouring};
    oracle_random(x, (int)n, 3);
    CHECK_THAT(hessian_pattern(x, n, &p, &m) == 0);
    CHECK_THAT(p.count == entries(&m) && p.colouring == colouring);
    CHECK_THAT((p.less != NULL) == (colouring == ENZ_ACYCLIC));
    double *values = malloc(p.count * sizeof *values), *want = malloc(p.count * sizeof *want);
    runs = 0;
    CHECK_THAT(hessian(x, &p, g, values, &m) == 0);
    CHECK_THAT(runs == (int)(p.colours / ENZ_DIRECTIONS) + 1);
    expect(&m, x, &p, want);
    for (size_t e = 0; e < p.count; e++)
        CHECK_TOL(values[e], want[e], 1e-11);
    size_t colours = p.colours;
    enz_pattern_free(&p);
    free(x), free(g), free(values), free(want);
    return colours;
}

static void check(struct mesh small, struct mesh large, size_t most)
{
    size_t star = colours_of(large, ENZ_STAR), acyclic = colours_of(large, ENZ_ACYCLIC);
    CHECK_THAT(acyclic <= star && acyclic <= most);
    CHECK_THAT(star <= colours_of(small, ENZ_STAR) + 3);
}

int main(void)
{
    check((struct mesh){{10, 1, 1}}, (struct mesh){{500, 1, 1}}, 2);
    check((struct mesh){{5, 6, 1}}, (struct mesh){{25, 30, 1}}, 4);
    check((struct mesh){{4, 4, 4}}, (struct mesh){{11, 10, 9}}, 6);
    CHECK_THAT(colours_of((struct mesh){{1, 1, 1}}, ENZ_ACYCLIC) == 1);
    return oracle_result();
}
