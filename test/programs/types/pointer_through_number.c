/* The bytes of a union that holds a pointer go through an array of doubles and back: what LLVM
 * makes one load and one store of a double of moves the pointer, and its shadow. */
#include "oracle.h"

union cell {
    double d;
    void *p;
    float f[2];
};

static double f(const double *x, int n)
{
    double a = x[0] * x[1], b = x[1];
    union cell cells[1] = {{0}};
    void *p = &a;
    cells[0].f[0] = (float)n, cells[2 * n - 6].f[1] = 1;
    cells[n - 3].p = p;
    {
        double room[1];
        for (int i = 0; i < (n > 0 ? 8 : 4); i++)
            ((unsigned char *)room)[i] = ((unsigned char *)cells)[i];
        for (int i = 0; i < 8; i++)
            ((unsigned char *)cells)[i] = ((unsigned char *)room)[i];
    }
    p = cells[2 * n - 6].p;
    *(double *)p *= x[2];
    return a * b;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9}), 3);
    return oracle_result();
}
