/* Structs of two floats, of a float and an integer, and of an integer and a double, passed and
 * returned in registers. */
#include "oracle.h"

struct pair {
    float a, b;
};
struct tagged {
    int kind;
    float value;
};
struct wide {
    long kind;
    double value;
};

__attribute__((noinline)) static struct pair twist(struct pair p)
{
    return (struct pair){p.b, p.a * p.b};
}
__attribute__((noinline)) static struct tagged raise(struct tagged t)
{
    return (struct tagged){t.kind + 1, t.value * t.value};
}
__attribute__((noinline)) static struct wide widen(struct tagged t)
{
    return (struct wide){t.kind, t.value};
}

static float f(float x)
{
    struct pair p = twist(twist((struct pair){x, x + 1}));
    struct tagged t = raise(raise((struct tagged){1, p.a}));
    struct wide w = widen(t);
    return (float)(w.value * (double)w.kind) + p.b;
}

static double exact(double x)
{
    double q = x * (x + 1), dq = 2 * x + 1;
    return 3 * 4 * q * q * q * dq + dq * (q) * 0 + (dq * (x + 1) + q);
}

int main(void)
{
    /* twist twice: (x (x+1), (x+1) * x (x+1)); 3 q^4 + (x+1) q */
    ORACLE_FLOAT_IS(f, 0.5f, exact(0.5));
    return oracle_result();
}
