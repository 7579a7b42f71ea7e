/* With -fenz-runtime-activity=on whatever is its own shadow is constant: arguments, members, rows
 * of tables, nodes of lists, and what is copied, chosen, advanced or exchanged of them. Constant
 * memory stays as it is; tangents and adjoints of the rest are those without the constant terms. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

enum { N = 4, ROWS = 5 };

/* Rows of a table: read, scaled in place, exchanged, written to another row. */
static double table(double **row, int n)
{
    double s = 0;
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < n; k++)
            s += row[i][k] * row[(i + 1) % ROWS][k] * (i + 1);
    double *t = row[0];
    row[0] = row[1];
    row[1] = t;
    for (int k = 0; k < n; k++) {
        row[2][k] = row[0][k] * row[1][k];
        s += row[2][k] * row[3][n - 1 - k];
    }
    return s;
}

static void fill(double **row, double values[ROWS][N], const double *x, const double *v, double t)
{
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < N; k++)
            values[i][k] = x[i * N + k] + (v ? t * v[i * N + k] : 0);
        row[i] = values[i];
    }
}

/* Active rows by a mask; directions and gradients have zeros for the others. */
struct run {
    const double *x, *v;
};
static double along(void *context, double t)
{
    const struct run *r = context;
    double values[ROWS][N], *row[ROWS];
    fill(row, values, r->x, r->v, t);
    return table(row, N);
}

static void check_table(unsigned mask)
{
    double x[ROWS * N], v[ROWS * N], values[ROWS][N], shadows[ROWS][N], *row[ROWS], *shadow[ROWS],
        slope = 0;
    oracle_random(x, ROWS * N, 3);
    oracle_random(v, ROWS * N, 4 + mask);
    for (int i = 0; i < ROWS * N; i++)
        v[i] *= mask >> i / N & 1;

    fill(row, values, x, NULL, 0);
    fill(shadow, shadows, v, NULL, 0);
    for (int i = 0; i < ROWS; i++)
        shadow[i] = mask >> i & 1 ? shadows[i] : row[i];
    double forward = __enzyme_fwddiff((void *)table, enzyme_dup, row, shadow, enzyme_const, N);

    memset(shadows, 0, sizeof shadows);
    fill(row, values, x, NULL, 0);
    for (int i = 0; i < ROWS; i++)
        shadow[i] = mask >> i & 1 ? shadows[i] : row[i];
    __enzyme_autodiff((void *)table, enzyme_dup, row, shadow, enzyme_const, N);
    for (int i = 0; i < ROWS * N; i++)
        slope += mask >> i / N & 1 ? shadows[i / N][i % N] * v[i] : 0;
    CHECK(slope, forward);
    struct run r = {x, v};
    oracle_check_difference(ORACLE_SITE("derivative of the table"), along, &r, slope, 4);
    for (int i = 0; i < N;
         i++) /* the primal of constant rows is there, and no adjoint was added to it */
        CHECK(values[3][i], x[3 * N + i]);
}

/* A list some of whose nodes are constant as a whole, others only in what they point to. */
struct node {
    double weight;
    const double *data;
    struct node *next;
};
static double walk(const struct node *first, const double *otherwise, int n)
{
    double s = 1;
    for (const struct node *p = first; p; p = p->next) {
        const double *from = p->weight > 0 ? p->data : otherwise;
        s += s * p->weight * from[n - 1] + *from;
    }
    return s;
}

static void check_list(void)
{
    double a[2] = {1.5, -0.5}, da[2] = {0}, b[2] = {0.25, 2}, c[2] = {3, 0.75}, dc[2] = {0};
    struct node n3 = {0.5, b, NULL}, n2 = {-2, a, &n3}, n1 = {1.25, a, &n2};
    struct node d3 = {0, b, NULL}, d1 = {0, da, &n2};
    /* node 1 is active, node 2 constant; behind constant nodes all is constant */
    __enzyme_autodiff((void *)walk, enzyme_dup, &n1, &d1, enzyme_dup, c, dc, enzyme_const, 2);
    /* s1 = 1 + w1 a1 + a0; s2 = s1 + s1 w2 c1 + c0; s3 = s2 + s2 w3 b1 + b0 */
    double s1 = 1 + 1.25 * a[1] + a[0], by2 = 1 + 0.5 * b[1], by1 = (1 - 2 * c[1]) * by2;
    CHECK(d1.weight, by1 * a[1]);
    CHECK_ARRAY(da, ((double[]){by1, by1 * 1.25}), 2);
    CHECK_ARRAY(dc, ((double[]){by2, by2 * s1 * -2}), 2);
    CHECK(n2.weight, -2);
    CHECK_ARRAY(b, ((double[]){0.25, 2}), 2);
    /* all nodes active, their data constant */
    struct node e3 = d3, e2 = {0, a, &e3}, e1 = {0, a, &e2};
    __enzyme_autodiff((void *)walk, enzyme_dup, &n1, &e1, enzyme_dup, c, c, enzyme_const, 2);
    double s2 = s1 - 2 * s1 * c[1] + c[0];
    CHECK(e1.weight, by1 * a[1]);
    CHECK(e2.weight, by2 * s1 * c[1]);
    CHECK(e3.weight, s2 * b[1]);
    CHECK_ARRAY(a, ((double[]){1.5, -0.5}), 2);
}

/* Blocks copied from and to memory that is constant at run time. */
static double copies(const double *from, double *to, int n)
{
    double s = 0, local[N];
    memcpy(local, from, (size_t)n * sizeof *local);
    memmove(to, local, (size_t)n * sizeof *local);
    for (int i = 0; i < n; i++)
        s += to[i] * to[i] * (i + 1);
    memset(to, 0, (size_t)n * sizeof *to);
    return s;
}

static void check_copies(void)
{
    double x[N] = {1, -2, 3, 0.5}, dx[N] = {0}, y[N] = {9, 9, 9, 9}, dy[N] = {7, 7, 7, 7};
    __enzyme_autodiff((void *)copies, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, N);
    CHECK_ARRAY(dx, ((double[]){2, -8, 18, 4}), N);
    CHECK_ARRAY(dy, ((double[]){0, 0, 0, 0}), N);
    __enzyme_autodiff((void *)copies, enzyme_dup, x, x, enzyme_dup, y, dy, enzyme_const, N);
    CHECK_ARRAY(x, ((double[]){1, -2, 3, 0.5}), N);
    CHECK_ARRAY(dy, ((double[]){0, 0, 0, 0}), N);
    double tangent = __enzyme_fwddiff((void *)copies, enzyme_dup, x, (double[]){1, 1, 1, 1},
                                      enzyme_dup, y, dy, enzyme_const, N);
    CHECK(tangent, 2 - 8 + 18 + 4);
    CHECK(__enzyme_fwddiff((void *)copies, enzyme_dup, x, x, enzyme_dup, y, dy, enzyme_const, N),
          0);
}

int main(void)
{
    for (unsigned mask = 0; mask < 1u << ROWS; mask += 3)
        if (mask >> 2 & 1) /* the row that is written holds derivatives */
            check_table(mask);
    check_list();
    check_copies();
    return oracle_result();
}
