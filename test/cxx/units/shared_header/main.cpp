// Inline functions, templates and vtables that several units contain.
#include "oracle.h"
#include "terms.h"

static double f(const double *x, int n)
{
    Term plain;
    Poly<3> p;
    for (int i = 0; i < 3; i++)
        p.c[i] = x[i];
    const Term *terms[] = {&plain, &p, &plain};
    return sum_of(terms, 3, x[1]) * first_part(x) + logistic(x[2]);
}

int main()
{
    double x[3] = {0.5, 1.5, 0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
