/* A chain through three units that ends in one calling back into the first. */
#include "chain.h"
#include "oracle.h"

double last(double x)
{
    return x * x;
}

static double f(double x)
{
    return first(x, 3);
}

int main(void)
{
    ORACLE_SCALAR(f, 0.8);
    return oracle_result();
}
