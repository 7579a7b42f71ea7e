/* Both halves of a pair use the same shadow of a global, also where second derivatives, of the pair
 * too, are between them. */
#include "oracle.h"

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

static double row[3];
static int n;

static void keep(const double *x, double *y)
{
    for (int i = 0; i < 3; i++)
        row[i] = x[0] * x[0] * x[0] * i;
    y[0] = 0;
    for (int i = 0; i < 3; i++)
        y[0] += row[i] * row[(i + n) % 3];
}

static double once(double x)
{
    double y;
    keep(&x, &y);
    return y;
}

static double gradient(double x)
{
    return __enzyme_autodiff((void *)once, x);
}

static double by_pair(double x)
{
    double dx = 0, y, dy = 1;
    void *tape = __enzyme_augmentfwd((void *)keep, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
    __enzyme_reverse((void *)keep, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy, tape);
    return dx;
}

int main(void)
{
    double x = 1.1, dx = 0, y, dy = 1, first = 12 * x * x * x * x * x, second = 60 * x * x * x * x;
    n = 2;
    void *tape = __enzyme_augmentfwd((void *)keep, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
    CHECK(__enzyme_fwddiff((void *)gradient, x, 1.0), second);
    CHECK(__enzyme_autodiff((void *)gradient, x), second);
    __enzyme_reverse((void *)keep, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy, tape);
    CHECK(dx, first);
    CHECK(by_pair(x), first);
    CHECK(__enzyme_fwddiff((void *)by_pair, x, 1.0), second);
    CHECK(__enzyme_autodiff((void *)by_pair, x), second);
    return oracle_result();
}
