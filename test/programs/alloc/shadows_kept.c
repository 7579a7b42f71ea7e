/* Shadows that a thread keeps for the next call: of sizes that change, freed by the program or by
 * another thread, moved by realloc, of blocks that the function only frees; and second derivatives
 * through them. */
#include <enzcc/runtime.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

enum { N = 6, LARGE = 700 };

/* Sizes above and below those that are kept. */
static double changing_sizes(const double *x, int n)
{
    double s = 0.5;
    for (int k = 1; k < 9; k++) {
        size_t m = (size_t)(k * k * 20 + n);
        double *w = k % 2 ? malloc(m * sizeof *w) : calloc(m, sizeof *w);
        for (size_t i = 0; i < m; i += 3)
            w[i] = x[i % (size_t)n] * s;
        for (size_t i = 3; i < m; i += 3)
            s += w[i] * w[i - 3] / (double)m;
        free(w);
    }
    return s;
}

static double grown(const double *x, int n)
{
    int room = 100, count = 0;
    double *w = malloc((size_t)room * sizeof *w), s = 0;
    for (int i = 0; i < LARGE; i++) {
        if (count == room)
            w = realloc(w, (size_t)(room *= 2) * sizeof *w);
        w[count++] = x[i % n] * x[(i + 1) % n];
    }
    for (int i = 1; i < count; i++)
        s += w[i] * w[i - 1] / LARGE;
    free(w);
    return s;
}

/* What becomes of a block when the function has returned. */
struct holder {
    double *block;
};

static void allocates(const double *x, int n, struct holder *h)
{
    h->block = malloc(LARGE * sizeof *h->block);
    for (int i = 0; i < LARGE; i++)
        h->block[i] = x[i % n] * x[0];
}

static double frees(const double *x, int n, struct holder *h)
{
    double s = 0;
    for (int i = 0; i < LARGE; i++)
        s += h->block[i] * x[i % n] / LARGE;
    free(h->block);
    return s;
}

static double both(const double *x, int n)
{
    struct holder h;
    allocates(x, n, &h);
    return frees(x, n, &h);
}

/* The program frees what the derivative has allocated, and the other way round. */
static void check_owners(const double *x)
{
    for (int round = 0; round < 4; round++) {
        struct holder h = {NULL}, dh = {NULL};
        double dx[N] = {0};
        __enzyme_autodiff((void *)allocates, x, dx, N, &h, &dh);
        for (int i = 0; i < LARGE; i++) {
            CHECK(h.block[i], x[i % N] * x[0]);
            CHECK(dh.block[i], 0);
        }
        free(dh.block);
        dh.block = calloc(LARGE, sizeof *dh.block);
        __enzyme_autodiff((void *)frees, x, dx, N, &h, &dh);
        for (int i = 0; i < N; i++) {
            double want = 0;
            for (int k = i; k < LARGE; k += N)
                want += x[i] * x[0] / LARGE;
            CHECK(dx[i], want);
        }
    }
}

struct work {
    const double *x;
    struct holder shadow;
    double gradient[N];
};

/* Frees a shadow of another thread's, in a derivative of its own, and uses all others. */
static void *run(void *argument)
{
    struct work *w = argument;
    struct holder h;
    allocates(w->x, N, &h);
    __enzyme_autodiff((void *)frees, w->x, w->gradient, N, &h, &w->shadow);
    memset(w->gradient, 0, sizeof w->gradient);
    for (int k = 0; k < 3; k++)
        __enzyme_autodiff((void *)changing_sizes, w->x, w->gradient, N);
    return NULL;
}

static void check_threads(const double *x)
{
    double want[N] = {0};
    for (int k = 0; k < 3; k++)
        __enzyme_autodiff((void *)changing_sizes, x, want, N);
    for (int round = 0; round < 4; round++) {
        pthread_t thread;
        struct work w = {.x = x};
        struct holder h = {NULL};
        double dx[N] = {0};
        __enzyme_autodiff((void *)allocates, x, dx, N, &h, &w.shadow);
        free(h.block);
        CHECK_THAT(!pthread_create(&thread, NULL, run, &w));
        CHECK_THAT(!pthread_join(thread, NULL));
        CHECK_ARRAY(w.gradient, want, N);
    }
}

static void gradient(const double *x, double *dx)
{
    __enzyme_autodiff((void *)changing_sizes, x, dx, N);
}

/* Row by row, forward over reverse and reverse over reverse. */
static void check_second(const double *x)
{
    for (int i = 0; i < N; i++) {
        double g[N] = {0}, row[N] = {0}, at[N], up[N] = {0}, down[N] = {0}, seed[N] = {0};
        seed[i] = 1;
        __enzyme_fwddiff((void *)gradient, x, seed, g, row);
        const double step = 1e-5;
        memcpy(at, x, sizeof at);
        at[i] = x[i] + step;
        gradient(at, up);
        at[i] = x[i] - step;
        gradient(at, down);
        double other[N] = {0}, dg[N] = {0}, g2[N] = {0};
        dg[i] = 1;
        __enzyme_autodiff((void *)gradient, x, other, g2, dg);
        for (int k = 0; k < N; k++) {
            CHECK_TOL(row[k], (up[k] - down[k]) / (2 * step), 1e-6);
            CHECK_TOL(other[k], row[k], 1e-9);
        }
        enz_rt_trim();
    }
}

int main(void)
{
    const double x[N] = {0.2, 0.8, -0.9, 0.7, 1.1, -0.4};
    size_t before = 0;

    for (int round = 0; round < 8; round++) {
        ORACLE_GRADIENT(changing_sizes, x, N);
        ORACLE_GRADIENT(grown, x, N);
        ORACLE_GRADIENT(both, x, N);
        check_owners(x);
        check_threads(x);
        check_second(x);
        enz_rt_trim();
        if (round == 1)
            before = oracle_heap_in_use();
    }
    /* Small blocks that malloc keeps aside count as in use. */
    CHECK_THAT(oracle_heap_in_use() <= before + 2 * LARGE * sizeof(double));
    return oracle_result();
}
