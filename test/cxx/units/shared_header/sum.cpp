#include "terms.h"

double sum_of(const Term *const *terms, int n, double x)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += terms[i]->at(x) * logistic(s);
    return s + 1;
}
