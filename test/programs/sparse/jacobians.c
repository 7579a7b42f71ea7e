/* <enzcc/sparse.h>: Jacobians of random patterns and of several shapes, by columns and by rows,
 * against the dense Jacobian. */
#include "oracle.h"
#include <enzcc/sparse.h>
#include <math.h>

enum { MOST = 70 };
struct shape {
    int rows, columns;
    unsigned char has[MOST][MOST];
};

static void f(const double *x, double *y, const struct shape *s)
{
    for (int i = 0; i < s->rows; i++) {
        double sum = 0;
        for (int k = 0; k < s->columns; k++)
            if (s->has[i][k])
                sum += sin((i + 1) * x[k]) * x[k];
        y[i] = sum + 1;
    }
}
ENZ_SPARSE_JACOBIAN(jacobian, f, double, ENZ_CONST(const struct shape *));
ENZ_JACOBIAN(dense, f, double, ENZ_CONST(const struct shape *));

static struct enz_pattern check(const struct shape *s)
{
    static double x[MOST], y[MOST], want_y[MOST], want[MOST * MOST], values[MOST * MOST];
    static size_t row[MOST * MOST];
    size_t n = (size_t)s->columns, m = (size_t)s->rows, count = 0, right = 0;
    struct enz_pattern p = {0};
    oracle_random(x, s->columns, 7);
    CHECK_THAT(jacobian_pattern(x, n, m, &p, s) == 0);
    CHECK_THAT(jacobian(x, &p, y, values, s) == 0);
    CHECK_THAT(dense(x, n, m, want_y, want, NULL, s) == 0);
    enz_pattern_rows(&p, row);
    for (size_t i = 0; i < m; i++)
        for (size_t k = 0; k < n; k++)
            count += s->has[i][k];
    CHECK_THAT(p.count == count);
    for (size_t e = 0; e < p.count; e++) {
        right += s->has[row[e]][p.column[e]];
        CHECK(values[e], want[row[e] * n + p.column[e]]);
    }
    CHECK_THAT(right == count);
    CHECK_ARRAY(y, want_y, s->rows);
    return p;
}

static void drop(struct enz_pattern p)
{
    enz_pattern_free(&p);
}

static struct shape s;
static void clear(int rows, int columns)
{
    s = (struct shape){.rows = rows, .columns = columns};
}

/* ---- values that are 0, and code that must not lose NaN -------------------------------------- */

static void zeros(const double *x, double *y)
{
    y[0] = x[0] * x[1];
    y[1] = x[1] * x[2] + fabs(x[2]);
    y[2] = 5;
    y[3] = sqrt(x[3]) + exp(x[0]) * 0;
}
ENZ_SPARSE_JACOBIAN(zeros_jacobian, zeros, double);

int main(void)
{
    for (unsigned round = 0; round < 20; round++) {
        double random[MOST];
        clear(1 + (int)(round * 13 % MOST), 1 + (int)(round * 29 % MOST));
        for (int i = 0; i < s.rows; i++) {
            oracle_random(random, s.columns, round * 100 + (unsigned)i);
            for (int k = 0; k < s.columns; k++)
                s.has[i][k] = fabs(random[k]) > 0.9;
        }
        drop(check(&s));
    }
    clear(50, 64); /* three diagonals */
    for (int i = 0; i < s.rows; i++)
        for (int k = 0; k < 3; k++)
            s.has[i][i + 2 * k] = 1;
    struct enz_pattern p = check(&s);
    CHECK_THAT(p.colours <= 6 && !p.by_rows);
    drop(p);
    clear(64, 64); /* a diagonal and a full row, or a full column */
    for (int i = 0; i < s.rows; i++)
        s.has[i][i] = s.has[5][i] = 1;
    p = check(&s);
    CHECK_THAT(p.colours == 2 && p.by_rows);
    drop(p);
    clear(64, 64);
    for (int i = 0; i < s.rows; i++)
        s.has[i][i] = s.has[i][5] = 1;
    p = check(&s);
    CHECK_THAT(p.colours == 2 && !p.by_rows);
    drop(p);
    clear(3, 17); /* full, and empty */
    memset(s.has, 1, sizeof s.has);
    drop(check(&s));
    clear(9, 4);
    drop(check(&s));

    double x[4] = {0, 0, 0, 4}, y[4], values[16];
    p = (struct enz_pattern){0};
    CHECK_THAT(zeros_jacobian_pattern(x, 4, 4, &p) == 0);
    CHECK_THAT(p.start[1] == 2 && p.start[2] == 4 && p.start[3] == 4);
    CHECK_THAT(zeros_jacobian(x, &p, y, values) == 0);
    CHECK_ARRAY(values, ((double[]){0, 0, 0, 1}), 4);
    CHECK(values[p.count - 1], 0.25);
    drop(p);
    return oracle_result();
}
