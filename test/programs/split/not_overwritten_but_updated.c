/* The function itself updates the memory that the program promises to leave alone: earlier values
 * are kept all the same. */
#include "oracle.h"

extern int enzyme_not_overwritten;
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static void power(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[0] = x[0] * x[0];
    x[1] = x[0] * x[1];
}

int main(void)
{
    double x[2] = {1.1, 2}, dx[2] = {1, 1};
    void *t = __enzyme_augmentfwd((void *)power, enzyme_not_overwritten, enzyme_dup, x, dx,
                                  enzyme_const, 3);
    __enzyme_reverse((void *)power, enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_const, 3, t);
    double p7 = 1;
    for (int i = 0; i < 7; i++)
        p7 *= 1.1;
    CHECK(dx[0], 8 * p7 * (1 + 2));
    CHECK(dx[1], p7 * 1.1);
    return oracle_result();
}
