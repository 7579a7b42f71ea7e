/* A matrix struct holding sizes and a data pointer; the shadow struct points to shadow data. */
#include "oracle.h"

struct matrix {
    int rows, columns;
    double *data;
};

static double form(const struct matrix *a, const double *x)
{
    double s = 0;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->columns; j++)
            s += x[i] * a->data[i * a->columns + j] * x[j];
    return s;
}

int main(void)
{
    double data[4] = {1, 2, 3, 4}, ddata[4] = {0}, x[2] = {5, 7}, dx[2] = {0};
    struct matrix a = {2, 2, data}, da = {2, 2, ddata};

    __enzyme_autodiff((void *)form, enzyme_dup, &a, &da, enzyme_dup, x, dx);
    CHECK_ARRAY(ddata, ((double[]){25, 35, 35, 49}), 4);
    CHECK_ARRAY(dx, ((double[]){2 * 1 * 5 + (2 + 3) * 7, (2 + 3) * 5 + 2 * 4 * 7}), 2);
    CHECK_THAT(da.data == ddata && da.rows == 2);
    return oracle_result();
}
