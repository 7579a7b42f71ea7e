/* Blocks that pointers in passed memory lead to, and pointers behind globals, too; and what a
 * pointer in a global is passed as. Both ways lead to one shadow. */
#include "oracle.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_dup;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

enum { N = 6 };

struct mesh {
    int n;
    double *x, *w;
};

static double *allocate(size_t n)
{
    double *p = calloc(n, sizeof *p);
    if (!p)
        abort();
    return p;
}

static struct mesh *mesh_new(int n)
{
    struct mesh *m = malloc(sizeof *m);
    if (!m)
        abort();
    m->n = n, m->x = allocate((size_t)n), m->w = allocate((size_t)n);
    return m;
}

static void mesh_free(struct mesh *m)
{
    free(m->x), free(m->w), free(m);
}

/* ---- a member of what is passed is in a global, from its beginning or from the middle ---- */

static double *nodes, *last_nodes;

__attribute__((noinline)) static void use_nodes(const struct mesh *m)
{
    nodes = m->x;
    last_nodes = nodes + m->n / 2;
}

__attribute__((noinline)) static void use_no_nodes(const struct mesh *m)
{
    nodes = last_nodes = NULL;
}

static double of_nodes(const struct mesh *m)
{
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += nodes[i] * m->x[m->n - 1 - i] * m->w[i];
    for (int i = 0; i < m->n / 2; i++)
        sum += sin(last_nodes[i]) * m->w[i];
    return sum;
}

/* ---- what is passed is in a global itself, as a pointer to the struct ---- */

static struct mesh *current;

__attribute__((noinline)) static double weight(int i)
{
    return current->w[i] * current->w[i];
}

static double of_current(const struct mesh *m)
{
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += m->x[i] * weight(i) + m->w[i];
    return sum;
}

/* ---- a table in a global, which is put into what is passed ---- */

static double *table;

static double of_table(const struct mesh *m)
{
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += table[i] * m->w[i] * exp(m->x[i]);
    return sum;
}

/* ---- the call passes what a pointer in a global leads to ---- */

static double *state;

static double of_state(const double *x)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += state[i] * x[i] * x[N - 1 - i];
    return sum;
}

/* ---- a copy of the struct, and rows of a table ---- */

static struct mesh copied;
static double **rows;

static void set_rows(double **r)
{
    rows = r;
}

static double of_copied(const struct mesh *m)
{
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        sum += copied.x[i] * m->w[i] * m->x[m->n - 1 - i] * copied.w[i];
    return sum;
}

static double of_rows(double **r)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += rows[0][i] * r[1][i] * cos(rows[1][N - 1 - i] * r[0][i]);
    return sum;
}

/* ---- stores, through both ---- */

static double after_stores(struct mesh *m)
{
    double sum = 0;
    for (int i = 0; i < m->n; i++)
        nodes[i] += 0.3 * m->x[i] * m->w[i];
    for (int i = 0; i < m->n; i++)
        sum += m->x[i] * cos(nodes[m->n - 1 - i]);
    return sum;
}

/* ---- checks ---- */

/* Numbers of two arrays, as one vector. */
struct numbers {
    double *parts[2];
};

static void put(const struct numbers *to, const double *from)
{
    for (int k = 0; k < 2; k++)
        memcpy(to->parts[k], from + k * N, N * sizeof *from);
}

static void get(double *to, const struct numbers *from)
{
    for (int k = 0; k < 2; k++)
        memcpy(to + k * N, from->parts[k], N * sizeof *to);
}

struct direction {
    double (*f)(void *);
    void *passed;
    struct numbers numbers;
    double at[2 * N], v[2 * N];
};

static double along(void *context, double t)
{
    const struct direction *d = context;
    double moved[2 * N];
    for (int i = 0; i < 2 * N; i++)
        moved[i] = d->at[i] + t * d->v[i];
    put(&d->numbers, moved);
    return d->f(d->passed);
}

#define CHECK_FUNCTION(function, what, of_what, shadow, of_shadow)                                 \
    do {                                                                                           \
        struct direction d = {(double (*)(void *))(function), (what), of_what, {0}, {0}};          \
        const struct numbers shadows = of_shadow;                                                  \
        double gradient[2 * N] = {0};                                                              \
        oracle_random(d.at, 2 * N, 5);                                                             \
        oracle_random(d.v, 2 * N, 6);                                                              \
        put(&d.numbers, d.at);                                                                     \
        put(&shadows, gradient);                                                                   \
        __enzyme_autodiff((void *)(function), enzyme_dup, (what), (shadow));                       \
        get(gradient, &shadows);                                                                   \
        put(&d.numbers, d.at);                                                                     \
        put(&shadows, d.v);                                                                        \
        double tangent = __enzyme_fwddiff((void *)(function), enzyme_dup, (what), (shadow));       \
        CHECK(tangent, oracle_dot(gradient, d.v, 2 * N));                                          \
        oracle_check_difference(ORACLE_SITE(#function), along, &d, tangent, 10);                   \
    } while (0)

#define PARTS(m)                                                                                   \
    {                                                                                              \
        {                                                                                          \
            (m)->x, (m)->w                                                                         \
        }                                                                                          \
    }
#define CHECK_MESH(function, m, d_m) CHECK_FUNCTION(function, m, PARTS(m), d_m, PARTS(d_m))

static void check_on_stack(void)
{
    struct mesh m = {N, allocate(N), allocate(N)}, d_m = {N, allocate(N), allocate(N)};
    double *other = allocate(N);
    use_nodes(&m);
    CHECK_MESH(of_nodes, &m, &d_m);
    CHECK_MESH(after_stores, &m, &d_m);
    current = &m;
    CHECK_MESH(of_current, &m, &d_m);
    table = other;
    free(m.x);
    m.x = table;
    CHECK_MESH(of_table, &m, &d_m);
    free(m.x), free(m.w), free(d_m.x), free(d_m.w);
}

static void check_copied(void)
{
    struct mesh m = {N, allocate(N), allocate(N)}, d_m = {N, allocate(N), allocate(N)};
    copied = m;
    CHECK_MESH(of_copied, &m, &d_m);
    free(m.x), free(m.w), free(d_m.x), free(d_m.w);
}

static double **new_rows(void)
{
    double **r = malloc(2 * sizeof *r);
    if (!r)
        abort();
    for (int k = 0; k < 2; k++)
        r[k] = allocate(N);
    return r;
}

static void free_rows(double **r)
{
    free(r[0]), free(r[1]), free(r);
}

static void check_rows(void)
{
    double **r = new_rows(), **d_r = new_rows();
    set_rows(r);
#define ROWS(r)                                                                                    \
    {                                                                                              \
        {                                                                                          \
            (r)[0], (r)[1]                                                                         \
        }                                                                                          \
    }
    CHECK_FUNCTION(of_rows, r, ROWS(r), d_r, ROWS(d_r));
    free_rows(r), free_rows(d_r);
}

int main(int argc, char **argv)
{
    struct mesh *m = mesh_new(N), *d_m = mesh_new(N);
    check_on_stack();
    check_copied();
    check_rows();
    static void (*const use[])(const struct mesh *) = {use_no_nodes, use_nodes};
    use[argc](m);
    CHECK_MESH(of_nodes, m, d_m);
    current = m;
    CHECK_MESH(of_current, m, d_m);
    mesh_free(m), mesh_free(d_m);

    double *d_state = allocate(2 * N);
    state = allocate(2 * N);
#define HALVES(p)                                                                                  \
    {                                                                                              \
        {                                                                                          \
            (p), (p) + N                                                                           \
        }                                                                                          \
    }
    CHECK_FUNCTION(of_state, state, HALVES(state), d_state, HALVES(d_state));
    free(state), free(d_state);
    return oracle_result();
}
