#include "model.h"

double evaluate(const Model &m, double x)
{
    double r = 0, p = 1;
    for (double c : m.c) {
        r += c * p;
        p *= x;
    }
    return r;
}
