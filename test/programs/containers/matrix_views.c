/* Matrices as structs with stride and offset: sub-blocks and transposes are views of the same
 * memory. */
#include <stdlib.h>
#include "oracle.h"

struct view {
    double *at;
    int rows, columns, row_step, column_step;
};

static double *element(struct view v, int i, int j)
{
    return v.at + i * v.row_step + j * v.column_step;
}
static struct view transpose(struct view v)
{
    return (struct view){v.at, v.columns, v.rows, v.column_step, v.row_step};
}
static struct view block(struct view v, int i, int j, int rows, int columns)
{
    return (struct view){element(v, i, j), rows, columns, v.row_step, v.column_step};
}
static void add_product(struct view c, struct view a, struct view b)
{
    for (int i = 0; i < c.rows; i++)
        for (int j = 0; j < c.columns; j++)
            for (int k = 0; k < a.columns; k++)
                *element(c, i, j) += *element(a, i, k) * *element(b, k, j);
}

static double f(const double *x, int n)
{
    double *memory = calloc(32, sizeof *memory), s = 0;
    struct view a = {memory, 4, 4, 4, 1}, c = {memory + 16, 4, 4, 4, 1};
    for (int i = 0; i < 16; i++)
        memory[i] = x[i % n] * (i + 1) / 8;
    add_product(block(c, 0, 0, 2, 2), block(a, 0, 2, 2, 2), transpose(block(a, 2, 0, 2, 2)));
    add_product(block(c, 2, 2, 2, 2), transpose(a), block(a, 0, 1, 4, 2));
    add_product(c, a, block(c, 0, 0, 4, 4)); /* in place */
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            s += *element(c, i, j) * *element(transpose(c), i, j);
    free(memory);
    return s;
}

int main(void)
{
    const double x[5] = {0.4, -0.3, 0.6, 0.5, 0.3};

    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
