/* A conditional chooses between two functions at run time. */
#include "oracle.h"

static double square(double x)
{
    return x * x;
}
static double cube(double x)
{
    return x * x * x;
}

int main(int argc, char **argv)
{
    for (int k = 0; k < 2; k++)
        CHECK(__enzyme_autodiff(k + argc - 1 ? (void *)square : (void *)cube, 3.0), k ? 6 : 27);
    return oracle_result();
}
