/* A static arena, filled by main before the derivative, whose address goes to several functions,
 * more than once to each, at several depths of calls; memory is given back to a mark. */
#include <stdlib.h>
#include "oracle.h"

struct arena {
    char *base;
    size_t used, size;
};
struct matrix {
    int rows, columns;
    double *a;
};

static struct arena arena;

static void *take(struct arena *from, size_t bytes)
{
    bytes = (bytes + 15) & ~(size_t)15;
    if (from->used + bytes > from->size)
        return NULL;
    void *p = from->base + from->used;
    from->used += bytes;
    return p;
}

static struct matrix zeros(struct arena *from, int rows, int columns)
{
    struct matrix m = {rows, columns, take(from, sizeof(double) * (size_t)(rows * columns))};
    if (!m.a)
        abort();
    for (int i = 0; i < rows * columns; i++)
        m.a[i] = 0;
    return m;
}

static struct matrix product(struct arena *from, struct matrix x, struct matrix y)
{
    struct matrix z = zeros(from, x.rows, y.columns);
    for (int i = 0; i < x.rows; i++)
        for (int j = 0; j < y.columns; j++)
            for (int k = 0; k < x.columns; k++)
                z.a[i * z.columns + j] += x.a[i * x.columns + k] * y.a[k * y.columns + j];
    return z;
}

static double f(const double *x, int n)
{
    size_t mark = arena.used;
    struct matrix row = zeros(&arena, 1, n), square = zeros(&arena, n, n);
    for (int i = 0; i < n; i++) {
        row.a[i] = x[i];
        for (int j = 0; j < n; j++)
            square.a[i * n + j] = x[i] * x[j] + (i == j);
    }
    double s = 0;
    for (int k = 1; k <= 3; k++) {
        size_t inner = arena.used;
        struct matrix y = product(&arena, row, product(&arena, square, square));
        for (int i = 0; i < n; i++) {
            s += k * y.a[i];
            row.a[i] = 0.1 * y.a[i];
        }
        arena.used = inner;
    }
    arena.used = mark;
    return s;
}

int main(void)
{
    const double x[4] = {0.9, -0.8, 0.6, 1.4};

    arena.size = 4096;
    arena.base = malloc(arena.size);
    if (!arena.base)
        return 2;
    ORACLE_GRADIENT(f, x, 4);
    ORACLE_GRADIENT(f, x, 3);
    free(arena.base);
    arena.base = NULL;
    return oracle_result();
}
