#include "../errors.h"

double iterate(double start, int limit)
{
    double v = start;
    for (int i = 0; i < limit; i++) {
        v = v * v + 0.1 * start;
        if (v > 10)
            throw Diverged(v, i);
    }
    return v;
}
