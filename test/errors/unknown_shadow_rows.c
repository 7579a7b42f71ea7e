/* The rows are in memory that main has filled. Loops over them write each row again and again,
 * which is no hint of where the pointers come from:
 * enzcc-text: the pointer comes from outside [ */
#include <stdlib.h>

extern void __enzyme_autodiff(void *, ...);
extern int enzyme_width;

enum { N = 5 };
static double **rows;

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                rows[i][j] = x[i] * x[j]; /* enzcc-error: unknown-shadow */
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += rows[i][j] * rows[j][i];
    return sum;
}

int main(void)
{
    double x[N] = {1, 2, 3, 4, 5}, dx[2][N] = {{0}};
    rows = malloc(N * sizeof *rows);
    for (int i = 0; i < N; i++)
        rows[i] = malloc(N * sizeof *rows[i]);
    __enzyme_autodiff((void *)f, enzyme_width, 2, x, dx[0], dx[1], N);
    return dx[0][0] > 0;
}
