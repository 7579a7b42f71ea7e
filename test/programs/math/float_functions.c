/* The f forms of the library. */
#include <math.h>
#include "oracle.h"

static float f(float x)
{
    return sinf(x) * expf(x) + logf(x) / sqrtf(x) + powf(x, 2.5f) + fabsf(-x) + tanhf(x);
}

int main(void)
{
    double x = 1.3;
    ORACLE_FLOAT_IS(f, 1.3f,
                    exp(x) * (cos(x) + sin(x)) + (1 - 0.5 * log(x)) / (x * sqrt(x)) +
                        2.5 * x * sqrt(x) + 1 + 1 - tanh(x) * tanh(x));
    return oracle_result();
}
