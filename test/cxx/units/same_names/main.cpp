// Classes and functions of one name in the unnamed namespaces of several units.
#include "oracle.h"

double one(double k, double x);
double two(double k, double x);

static double helper(double k, double x)
{
    return one(k, x) * two(x, k) + one(x, two(k, x));
}

int main()
{
    ORACLE_SCALAR2(helper, 0.5, 1.25);
    return oracle_result();
}
