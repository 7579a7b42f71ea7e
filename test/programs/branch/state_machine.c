/* A state variable driven by data through a switch in a loop. */
#include "oracle.h"

enum state { REST, RISE, FALL };

static double f(const double *x, int n)
{
    enum state state = REST;
    double level = 0, out = 0;
    for (int i = 0; i < n; i++) {
        switch (state) {
        case REST:
            level = 0.5 * level + x[i];
            if (level > 0.8)
                state = RISE;
            break;
        case RISE:
            level += x[i] * x[i];
            if (level > 2)
                state = FALL;
            break;
        case FALL:
            level *= 0.4 * x[i];
            state = level < 0.3 ? REST : FALL;
            break;
        }
        out += level * level;
    }
    return out;
}

int main(void)
{
    const double x[8] = {0.6, 0.7, 1.1, 0.4, 0.9, 0.3, 1.3, 0.5};
    ORACLE_GRADIENT(f, x, 8);
    return oracle_result();
}
