#include "chain.h"

double second(double x, int depth)
{
    return depth == 0 ? last(x) * x : first(x * x, depth - 1) * x;
}
