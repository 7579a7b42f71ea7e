/* errno, status codes and error structs around active code. */
#include <errno.h>
#include <math.h>
#include "oracle.h"

static int root(double x, double *r)
{
    if (x < 0) {
        errno = EDOM;
        return -1;
    }
    *r = sqrt(x);
    return 0;
}

static double f(double x)
{
    double r = 1;
    errno = 0;
    if (root(x - 10, &r) < 0 && errno == EDOM)
        r = x * 0.5;
    if (root(x, &r) == 0)
        r *= 3;
    return r;
}

int main(void)
{
    ORACLE_SCALAR_IS(f, 4.0, 0.75);
    return oracle_result();
}
