/* Matrices as {rows, cols, pointer}: created, copied, multiplied by library functions. */
#include <stdlib.h>
#include <string.h>
#include "oracle.h"

typedef struct {
    int rows, cols;
    double *data;
} matrix;

static matrix matrix_new(int rows, int cols)
{
    matrix m = {rows, cols, calloc((size_t)(rows * cols), sizeof(double))};
    return m;
}

static matrix matrix_copy(const matrix *a)
{
    matrix m = matrix_new(a->rows, a->cols);
    memcpy(m.data, a->data, (size_t)(a->rows * a->cols) * sizeof *a->data);
    return m;
}

static matrix matrix_multiply(matrix a, matrix b)
{
    matrix c = matrix_new(a.rows, b.cols);
    for (int i = 0; i < a.rows; i++)
        for (int j = 0; j < b.cols; j++)
            for (int k = 0; k < a.cols; k++)
                c.data[i * c.cols + j] += a.data[i * a.cols + k] * b.data[k * b.cols + j];
    return c;
}

static double f(const double *x, int n)
{
    matrix a = matrix_new(2, 2);
    memcpy(a.data, x, 4 * sizeof *x);
    matrix b = matrix_copy(&a), c = matrix_multiply(a, b), d;
    d = c;
    double trace = d.data[0] * d.data[3] + b.data[1];
    free(a.data);
    free(b.data);
    free(c.data);
    return trace;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
