#include "chain.h"

double first(double x, int depth)
{
    return depth == 0 ? last(x) : second(x * 1.1, depth - 1) + x;
}
