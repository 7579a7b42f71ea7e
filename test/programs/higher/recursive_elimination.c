/* Second derivatives of a recursive elimination that works on parts of a matrix in
 * place: the first derivative returns the tape of each call. */
#include "oracle.h"

struct view {
    double *data;
    int rows, columns, stride;
};

static struct view part(struct view m, int row, int column, int rows, int columns)
{
    return (struct view){m.data + row * m.stride + column, rows, columns, m.stride};
}

static double *at(struct view m, int i, int j)
{
    return &m.data[i * m.stride + j];
}

/* LU in the left columns, then in what is left of the right ones. */
static int eliminate(struct view m)
{
    if (m.columns == 1) {
        for (int i = 1; i < m.rows; i++)
            *at(m, i, 0) /= *at(m, 0, 0);
        return 0;
    }
    int left = m.columns / 2, right = m.columns - left;
    int status = eliminate(part(m, 0, 0, m.rows, left));
    if (status)
        return status;
    struct view lower = part(m, left, 0, m.rows - left, left);
    struct view upper = part(m, 0, left, left, right);
    struct view rest = part(m, left, left, m.rows - left, right);
    for (int i = 1; i < left; i++)
        for (int k = 0; k < i; k++)
            for (int j = 0; j < right; j++)
                *at(upper, i, j) -= *at(m, i, k) * *at(upper, k, j);
    for (int i = 0; i < rest.rows; i++)
        for (int k = 0; k < left; k++)
            for (int j = 0; j < right; j++)
                *at(rest, i, j) -= *at(lower, i, k) * *at(upper, k, j);
    return eliminate(rest);
}

static double determinant(double v)
{
    double a[16] = {4, v, 1, v * v, 0.5, 5, v, 1, v, 0.3, 6, 2, 1, v * v, 0.7, 7}, d = 1;
    struct view m = {a, 4, 4, 4};
    if (eliminate(m))
        return 0;
    for (int i = 0; i < 4; i++)
        d *= a[5 * i];
    return d;
}

static double reverse(double v)
{
    return __enzyme_autodiff((void *)determinant, v);
}
static double forward(double v)
{
    return __enzyme_fwddiff((void *)determinant, v, 1.0);
}

int main(void)
{
    ORACLE_SCALAR(determinant, 0.8);
    ORACLE_SCALAR(reverse, 0.8);
    ORACLE_SCALAR(forward, 0.8);
    CHECK(__enzyme_autodiff((void *)reverse, 0.8), __enzyme_fwddiff((void *)forward, 0.8, 1.0));
    return oracle_result();
}
