/* A global written and read back inside propagates like a local: h'(2) = 12. */
#include "oracle.h"

static double gx;

double h(double y)
{
    gx = y * y;
    return gx * y;
}

int main(void)
{
    ORACLE_SCALAR_IS(h, 2.0, 12);
    return oracle_result();
}
