/* volatile numbers: each access happens once, derivatives pass through. */
#include <math.h>
#include "oracle.h"

struct sensor {
    volatile double last;
    volatile int reads;
};

static double f(double x)
{
    volatile double v = x * x, w;
    struct sensor s = {v, 0};
    for (volatile int i = 0; i < 3; i++) {
        w = sin(v) + s.last;
        s.last = w * 0.5;
        s.reads++;
        v = v + s.last;
    }
    return v * s.reads;
}

int main(void)
{
    ORACLE_SCALAR(f, 0.7);
    return oracle_result();
}
