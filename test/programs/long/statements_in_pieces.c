/* Derivatives of thousands of instructions: straight, in a loop, with branches, stack arrays, calls
 * and an early return between them. */
#include <math.h>
#include "oracle.h"

#define R4(s)  s s s s
#define R16(s) R4(R4(s))
#define R64(s) R16(R4(s))

#define STEP(a, b, c) a = 0.999 * a + 0.01 * sin(b * c) - 0.002 * b * c * a;
#define ROUND         STEP(a, b, c) STEP(b, c, d) STEP(c, d, a) STEP(d, a, b)

static double straight(const double *x, int n)
{
    double a = x[0], b = x[1 % n], c = x[2 % n], d = x[3 % n];
    R64(ROUND)
    return a + 2 * b - c * d;
}

static double body_of_loop(const double *x, int n)
{
    double a = x[0], b = 1, c = 0.5, d = x[n - 1], sum = 0;
    for (int i = 0; i < n; i++) {
        a += x[i];
        R64(ROUND)
        if (a > 30)
            break;
        R16(ROUND)
        sum += a * b + d;
    }
    return sum * c;
}

#define TURN                                                                                       \
    if (x[k % n] > 0) {                                                                            \
        STEP(a, c, d)                                                                              \
    } else {                                                                                       \
        STEP(b, d, a)                                                                              \
    }                                                                                              \
    STEP(c, a, b)                                                                                  \
    if (x[k++ % n] < 0.3) {                                                                        \
        d = 0.1 * sqrt(1 + c * c);                                                                 \
        c += 0.01;                                                                                 \
    }

static double branches(const double *x, int n)
{
    double a = x[0], b = x[1 % n], c = x[2 % n] - 0.3, d = 0.1;
    int k = 0;
    R64(TURN)
    if (d > 100)
        return a;
    R64(TURN)
    return a * b + c * d;
}

__attribute__((noinline)) static double mean(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s / n;
}

#define STORE                                                                                      \
    t[k % 8] += 0.1 * a * b;                                                                       \
    a = 0.9 * a + 0.05 * mean(t, 8);                                                               \
    b = cos(a) - 0.01 * t[(k + 3) % 8];                                                            \
    k++;

static double memory(const double *x, int n)
{
    double t[8] = {0}, a = x[0], b = x[n - 1];
    int k = 0;
    for (int i = 0; i < 8; i++)
        t[i] = x[i % n] * 0.5;
    R64(STORE) R64(STORE) return a + t[0] * t[5] + b;
}

int main(void)
{
    double x[5];
    oracle_random(x, 5, 3);
    ORACLE_GRADIENT(straight, x, 5);
    ORACLE_GRADIENT(body_of_loop, x, 5);
    ORACLE_GRADIENT(branches, x, 5);
    ORACLE_GRADIENT(memory, x, 5);
    return oracle_result();
}
