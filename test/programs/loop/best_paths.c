/* Tables of the best way to each place: all adjoints but those along one way are zero. */
#include <math.h>
#include "oracle.h"

enum { MOST = 20 };

static double square(double x)
{
    return x * x;
}

/* The first half against the second one. */
static double time_warp(const double *x, int n)
{
    double table[MOST + 1][MOST + 1];
    int m = n / 2;
    for (int i = 0; i <= m; i++)
        table[i][0] = table[0][i] = 1e10;
    table[0][0] = 0;
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= m; j++)
            table[i][j] = square(x[i - 1] - x[m + j - 1]) +
                          fmin(table[i - 1][j - 1], fmin(table[i - 1][j], table[i][j - 1]));
    return table[m][m];
}

/* In place; what is stored is used by the next iteration, too, as a number. */
static double likeliest(const double *x, int n)
{
    double score[MOST] = {0};
    for (int t = 0; t < 6; t++) {
        double before = score[0];
        for (int i = 1; i < n; i++) {
            double stay = score[i] + x[i] * x[t], move = before * (1 + 0.1 * x[i - 1]);
            before = score[i];
            score[i] = stay > move ? stay : move;
        }
        score[0] += x[t];
    }
    return score[n - 1] + 0.5 * score[n / 2];
}

/* Two numbers are stored, and one of them adds to the result as well. */
static double two_tables(const double *x, int n)
{
    double open[MOST] = {0}, closed[MOST] = {0}, sum = 0;
    for (int i = 1; i < n; i++) {
        double gain = x[i] * x[i - 1], other = sin(x[i]) * open[i - 1];
        double best = closed[i - 1] + gain > other ? closed[i - 1] + gain : other;
        closed[i] = best;
        open[i] = fmax(open[i - 1] - 0.1 * x[i], best * x[i]);
        sum += 0.01 * best;
    }
    return closed[n - 1] + open[n - 1] + sum;
}

/* The length of the longest way through a triangle, read backwards. */
static double triangle(const double *x, int n)
{
    double best[MOST];
    int rows = 6;
    for (int i = 0; i < rows; i++)
        best[i] = exp(x[n - 1 - i]);
    for (int r = rows - 1; r > 0; r--)
        for (int i = 0; i < r; i++)
            best[i] = x[(r * (r - 1) / 2 + i) % n] + fmax(best[i], best[i + 1] * x[r]);
    return best[0];
}

/* Nothing but zero comes in, and a number that is none is not hidden by that. */
static void check_edges(void)
{
    double x[8] = {1, 2, 3, 4, 1, 2, 3, NAN}, d[8] = {0};
    __enzyme_autodiff((void *)time_warp, enzyme_dup, x, d, enzyme_const, 8);
    CHECK_NAN(d[7]);
}

int main(void)
{
    double x[2 * MOST];
    oracle_random(x, 2 * MOST, 5);
    ORACLE_GRADIENT(time_warp, x, 2 * MOST);
    ORACLE_GRADIENT(time_warp, x, 10);
    ORACLE_GRADIENT(likeliest, x, MOST);
    ORACLE_GRADIENT(two_tables, x, MOST);
    ORACLE_GRADIENT(triangle, x, MOST);
    check_edges();
    return oracle_result();
}
