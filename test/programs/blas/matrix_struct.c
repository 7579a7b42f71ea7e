/* A small matrix library over CBLAS: structs with dimensions and data, products that allocate their
 * result. */
#include "oracle.h"
#include <cblas.h>
#include <stdlib.h>

struct matrix {
    int rows, cols;
    double *data;
};

static struct matrix matrix_new(int rows, int cols)
{
    return (struct matrix){rows, cols, calloc((size_t)(rows * cols), sizeof(double))};
}

static struct matrix matrix_product(const struct matrix *a, const struct matrix *b)
{
    struct matrix c = matrix_new(a->rows, b->cols);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, a->rows, b->cols, a->cols, 1, a->data,
                a->cols, b->data, b->cols, 0, c.data, c.cols);
    return c;
}

/* The trace of A^4. */
static double f(const double *x, int n)
{
    struct matrix a = {3, 3, (double *)x}, power = matrix_new(3, 3);
    for (int i = 0; i < 3; i++)
        power.data[4 * i] = 1;
    for (int k = 0; k < 4; k++) {
        struct matrix next = matrix_product(&power, &a);
        free(power.data);
        power = next;
    }
    double trace = 0;
    for (int i = 0; i < 3; i++)
        trace += power.data[4 * i];
    free(power.data);
    return trace;
}

int main(void)
{
    double x[9];
    oracle_random(x, 9, 5);
    ORACLE_GRADIENT(f, x, 9);
    return oracle_result();
}
