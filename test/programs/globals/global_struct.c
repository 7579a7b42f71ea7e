/* A global struct with doubles and a pointer to other global memory. */
#include "oracle.h"

static double storage[3] = {1, 1, 1};
static struct {
    double gain, offset;
    int uses;
    double *data;
} context = {1, 0, 0, storage};

static void configure(double gain, double offset)
{
    context.gain = gain;
    context.offset = offset;
    context.data = storage;
    context.data[1] = gain * offset;
}

static double apply(double x)
{
    context.uses++;
    context.data[0] = context.gain * x + context.offset;
    return context.data[0] * context.data[1];
}

static double f(double x, double y)
{
    configure(x, y * y);
    return apply(y) + apply(x);
}

int main(void)
{
    ORACLE_SCALAR2(f, 0.8, 1.3);
    return oracle_result();
}
