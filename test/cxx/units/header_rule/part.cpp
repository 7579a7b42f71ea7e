#include "root.h"

double root_reverse(double x, double seed)
{
    return 100 * seed / x;
}
double part(double x)
{
    return root(2 * x);
}
