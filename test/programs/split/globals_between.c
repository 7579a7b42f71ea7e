/* A global that the function writes and reads back has a shadow, reset by the first half; two tapes
 * do not disturb each other. */
#include "oracle.h"
#include <math.h>

struct augmented {
    void *tape;
    double value;
};
struct augmented __enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);

static double total = 1, history[4];

static double f(double x)
{
    total = total * x;
    for (int i = 0; i < 4; i++)
        history[i] = total * sin(x * i);
    double s = 0;
    for (int i = 0; i < 4; i++)
        s += history[i] * history[i];
    total = 1;
    return s;
}

static double wanted(double x)
{
    double d = 0;
    for (int i = 0; i < 4; i++)
        d += 2 * x * sin(x * i) * (sin(x * i) + x * i * cos(x * i));
    return d;
}

int main(void)
{
    struct augmented a = __enzyme_augmentfwd((void *)f, 0.5),
                     b = __enzyme_augmentfwd((void *)f, 1.5);
    for (int i = 0; i < 4; i++)
        history[i] = 99;
    CHECK(__enzyme_reverse((void *)f, 0.5, 1.0, a.tape), wanted(0.5));
    CHECK(__enzyme_reverse((void *)f, 1.5, 2.0, b.tape), 2 * wanted(1.5));
    return oracle_result();
}
