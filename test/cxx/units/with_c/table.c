/* A C unit with a table of functions and a caller of callbacks. */
#include "table.h"

static double twice(void *self, double x)
{
    return *(double *)self * x * 2;
}
static double square(void *self, double x)
{
    return *(double *)self * x * x;
}
const struct operations c_operations = {square, twice, 3};

double run(const struct operations *ops, void *self, double x)
{
    for (int i = 0; i < ops->rounds; i++)
        x = ops->second(self, ops->first(self, x)) / 4;
    return x;
}
