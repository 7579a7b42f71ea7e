#include "helper.h"

double helper(double x, int k)
{
    double r = 1;
    for (int i = 0; i < k; i++)
        r *= x;
    return r;
}
