/* Values of matrix type (clang's -fenable-matrix): products, transposes, elements, loads of
 * columns. */
#include "oracle.h"

typedef double m3 __attribute__((matrix_type(3, 3)));
typedef double m32 __attribute__((matrix_type(3, 2)));

static m3 rotated(m3 a, double t)
{
    m3 r = __builtin_matrix_transpose(a) * t;
    r[0][2] += t * t;
    return r * a - a;
}

static double combined(double x)
{
    m3 a;
    m32 b;
    double columns[8], s = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = x * (i + 1) - j;
    for (int i = 0; i < 8; i++)
        columns[i] = x * x * i;
    b = __builtin_matrix_column_major_load(columns, 3, 2, 4);
    m32 c = rotated(a, 0.5 * x) * b;
    __builtin_matrix_column_major_store(c, columns, 4);
    for (int i = 0; i < 8; i++)
        s += columns[i] * (i % 3 + 1);
    return s;
}

int main(void)
{
    ORACLE_SCALAR(combined, 0.9);
    ORACLE_SCALAR(combined, -0.4);
    return oracle_result();
}
