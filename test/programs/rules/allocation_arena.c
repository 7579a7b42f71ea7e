/* An arena: its allocator takes the arena and the size, its free function both and the pointer. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>

struct arena {
    char *base;
    size_t used, live;
};

void *arena_alloc(struct arena *a, size_t n)
{
    void *p = a->base + a->used;
    a->used += (n + 15) & ~(size_t)15;
    a->live++;
    return p;
}
void arena_free(struct arena *a, void *p)
{
    if (p)
        a->live--;
}
void *__enzyme_allocation_like_arena[] = {(void *)arena_alloc, (void *)1, (void *)"0,-1",
                                          (void *)arena_free};

static struct arena arena;

static double f(const double *x, int n)
{
    double s = 0;
    for (int r = 0; r < 3; r++) {
        double *y = arena_alloc(&arena, n * sizeof *y);
        for (int i = 0; i < n; i++)
            y[i] = sin(x[i] + r);
        for (int i = 1; i < n; i++)
            s += y[i] * y[i - 1];
        arena_free(&arena, y);
    }
    return s;
}

static double scalar(const double *x, int n)
{
    arena.used = 0; /* everything of the call before is free */
    return f(x, n);
}

extern double __enzyme_fwddiff(void *, ...);
extern void __enzyme_autodiff_v(void *, ...);
extern int enzyme_dup;

int main(void)
{
    double x[5], dx[5] = {0}, v[5];
    arena.base = malloc(1 << 16);
    for (int i = 0; i < (1 << 16); i++)
        arena.base[i] = (char)0xff; /* a NaN, should a shadow not be cleared */
    oracle_random(x, 5, 3);
    oracle_random(v, 5, 4);
    __enzyme_autodiff_v((void *)f, enzyme_dup, x, dx, 5);
    CHECK_THAT(arena.live == 0);
    double forward = __enzyme_fwddiff((void *)f, enzyme_dup, x, v, 5);
    CHECK_THAT(arena.live == 0);
    CHECK(oracle_dot(dx, v, 5), forward);
    for (int i = 0; i < 5; i++) {
        double up[5], down[5];
        for (int k = 0; k < 5; k++)
            up[k] = x[k] + (k == i) * 1e-5, down[k] = x[k] - (k == i) * 1e-5;
        CHECK_TOL(dx[i], (scalar(up, 5) - scalar(down, 5)) / 2e-5, 1e-6);
    }
    free(arena.base);
    return oracle_result();
}
