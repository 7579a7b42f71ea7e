#include "state.h"

void add(double x)
{
    counter().total += x * gain * Buffer<double>::last[0];
    counter().calls++;
    Buffer<double>::last[0] = Buffer<double>::last[1] * x;
}
