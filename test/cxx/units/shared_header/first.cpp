#include "terms.h"

double first_part(const double *x)
{
    Poly<2> line;
    line.c[0] = x[0], line.c[1] = x[2];
    const Term *only[] = {&line};
    return sum_of(only, 1, x[1]) * horner(x, 3, x[1]);
}
