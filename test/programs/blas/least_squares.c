/* Normal equations: dsyrk_ builds one triangle, dposv_ solves. */
#include "oracle.h"

extern void dsyrk_(const char *, const char *, const int *, const int *, const double *,
                   const double *, const int *, const double *, double *, const int *);
extern void dgemv_(const char *, const int *, const int *, const double *, const double *,
                   const int *, const double *, const int *, const double *, double *, const int *);
extern void dposv_(const char *, const int *, const int *, double *, const int *, double *,
                   const int *, int *);

enum { ROWS = 5, COLS = 2 };

/* x: matrix by columns, then right-hand side; y: solution */
static void solve(const double *x, int n, double *y, int m)
{
    const int rows = ROWS, cols = COLS, one = 1;
    const double unit = 1, zero = 0;
    double normal[COLS * COLS];
    int info;
    dsyrk_("U", "T", &cols, &rows, &unit, x, &rows, &zero, normal, &cols);
    dgemv_("T", &rows, &cols, &unit, x, &rows, x + ROWS * COLS, &one, &zero, y, &one);
    dposv_("U", &cols, &one, normal, &cols, y, &cols, &info);
    if (info)
        y[0] = y[1] = 0;
}

int main(void)
{
    double x[ROWS * COLS + ROWS], y[COLS] = {0};
    oracle_random(x, ROWS * COLS + ROWS, 8);
    ORACLE_MAP(solve, x, ROWS * COLS + ROWS, y, COLS);
    return oracle_result();
}
