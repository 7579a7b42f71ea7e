/* Nested loops read arrays that code behind them overwrites. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "oracle.h"
static double m0(const double *x, int n)
{
    double a[8] = {0}, s = 0;
    for (int i = 0; i < 4; i++) {
        {
            double acc = 0;
            for (int k = 0;; k++) {
                double q = x[(k + 1) & 1];
                acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
                       sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
                       sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
                       sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
                       sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
                       sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
                       sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
                       sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q);
                if (k == n)
                    break;
                a[k] = x[k] * (i + 1) + 0.3 * a[k];
            }
            s += 0.1 * acc;
        }
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                s += sin(a[k] * a[j]);
    }
    return s;
}
static double m1(const double *x, int n)
{
    double a[9] = {0}, s = 0;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < n; k++)
            a[k] = x[k] * (i + 1);
        double t = 0;
        {
            double acc = 0;
            for (int k = 0;; k++) {
                double q = x[(k + 1) & 1];
                acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
                       sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
                       sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
                       sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
                       sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
                       sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
                       sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
                       sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q);
                if (k == n)
                    break;
                for (int j = 0; j < n; j++)
                    t += sin(a[k] * a[j] + a[n]);
            }
            s += 0.1 * acc;
        }
        s += t;
        a[n] = t;
    }
    return s;
}
static double m2(const double *x, int n)
{
    double a[8], s = 0;
    for (int k = 0; k < n; k++)
        a[k] = x[k];
    {
        double acc = 0;
        for (int k = 0;; k++) {
            double q = x[(k + 1) & 1];
            acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
                   sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
                   sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
                   sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
                   sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
                   sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
                   sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
                   sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q);
            if (k == n)
                break;
            a[k] = a[k] * a[(k + 1) % n];
            s += sin(a[k]);
        }
        s += 0.1 * acc;
    }
    {
        double acc = 0;
        for (int k = 0;; k++) {
            double q = x[(k + 1) & 1];
            acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
                   sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
                   sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
                   sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
                   sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
                   sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
                   sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
                   sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q);
            if (k == n)
                break;
            s += a[k] * a[k];
            if (k)
                a[k - 1] = 0.5 * a[k];
        }
        s += 0.1 * acc;
    }
    return s;
}
static double m3(const double *x, int n)
{
    double s = 0;
    {
        double acc = 0;
        for (int k = 0;; k++) {
            double q = x[(k + 1) & 1];
            acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
                   sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
                   sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
                   sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
                   sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
                   sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
                   sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
                   sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q);
            if (k == n)
                break;
            double *b = malloc(n * 8);
            for (int j = 0; j < n; j++)
                b[j] = x[j] * x[k] + s;
            for (int j = 0; j < n; j++)
                s += sin(b[j]) * b[n - 1 - j];
            free(b);
        }
        s += 0.1 * acc;
    }
    return s;
}
static double m4(const double *x, int n)
{
    double s = 0, w = 1;
    {
        double acc = 0;
        for (int k = 0;; k++) {
            double q = x[(k + 1) & 1];
            acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
                   sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
                   sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
                   sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
                   sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
                   sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
                   sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
                   sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q);
            if (k == n)
                break;
            for (int j = 0; j < k; j++) {
                w *= 1 + 0.1 * x[j] * x[k];
                if (w > 1.3)
                    goto done;
                s += w;
            }
        }
        s += 0.1 * acc;
    }
done:
    return s * w;
}
static double m5(const double *x, int n)
{
    double a[8], s = 0;
    for (int k = 0; k < n; k++)
        a[k] = x[k];
    for (int i = 0; i < 3; i++) {
        {
            double acc = 0;
            for (int k = 0;; k++) {
                double q = x[(k + 1) & 1];
                acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
                       sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
                       sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
                       sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
                       sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
                       sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
                       sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
                       sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q);
                if (k == n)
                    break;
                s += a[k] * a[k] * x[k];
            }
            s += 0.1 * acc;
        }
        for (int k = 0; k < n; k++)
            a[k] = sin(a[k] + 0.1 * i);
    }
    return s;
}
static double m6(const double *x, int n)
{
    double a[8], s = 0;
    for (int k = 0; k < n; k++)
        a[k] = x[k];
    for (int i = 0;; i++) {
        double t = 0;
        for (int k = 0; k < n; k++)
            t += a[k] * a[k];
        s += t;
        if (i == 3)
            break;
        for (int k = 0; k < n; k++) {
            if (a[k] > 0.85)
                continue;
            a[k] = sin(a[k]) * a[k] + t * 0.1;
        }
    }
    memset(a, 0, sizeof a);
    return s + a[1];
}
static double m7(const double *x, int n)
{
    double a[8][3], s = 0;
    for (int k = 0; k < n; k++)
        for (int c = 0; c < 3; c++)
            a[k][c] = x[k] * (c + 1);
    {
        double acc = 0;
        for (int k = 0;; k++) {
            double q = x[(k + 1) & 1];
            acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
                   sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
                   sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
                   sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
                   sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
                   sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
                   sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
                   sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q);
            if (k == n)
                break;
            for (int c = 0; c < 3; c++) {
                double p = a[k][c];
                if (p < -1.5)
                    break;
                s += p * p * p;
            }
        }
        s += 0.1 * acc;
    }
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < n; k++)
            a[k][c] = s * 0.01 * a[n - 1 - k][c];
    return s + a[1][1] * a[0][2];
}
__attribute__((noinline)) static double callee(const double *x, double *a, int n)
{
    double s = 0;
    {
        double acc = 0;
        for (int k = 0;; k++) {
            double q = x[(k + 1) & 1];
            acc += sin(q * 1 + 0.1 * k) * cos(0.1 * acc + k) / (3.1 + q) +
                   sin(q * 2 + 0.2 * k) * cos(0.2 * acc + k) / (3.2 + q) +
                   sin(q * 3 + 0.3 * k) * cos(0.3 * acc + k) / (3.3 + q) +
                   sin(q * 4 + 0.4 * k) * cos(0.4 * acc + k) / (3.4 + q) +
                   sin(q * 5 + 0.5 * k) * cos(0.5 * acc + k) / (3.5 + q) +
                   sin(q * 6 + 0.6 * k) * cos(0.6 * acc + k) / (3.6 + q) +
                   sin(q * 7 + 0.7 * k) * cos(0.7 * acc + k) / (3.7 + q) +
                   sin(q * 8 + 0.8 * k) * cos(0.8 * acc + k) / (3.8 + q);
            if (k == n)
                break;
            s += a[k] * a[k] * sin(a[k]);
        }
        s += 0.1 * acc;
    }
    for (int k = 0; k < n; k++)
        a[k] = a[k] * s * 0.1;
    return s;
}
static double m8(const double *x, int n)
{
    double a[8], s = 0;
    for (int k = 0; k < n; k++)
        a[k] = x[k];
    for (int i = 0; i < 3; i++)
        s += callee(x, a, n);
    return s * a[0];
}
int main(void)
{
    const double x[6] = {0.5, -0.7, 0.9, 0.35, -0.2, 0.8};
#define T(f)                                                                                       \
    ORACLE_GRADIENT(f, x, 5);                                                                      \
    ORACLE_GRADIENT(f, x, 3);                                                                      \
    ORACLE_GRADIENT(f, x, 2)
    T(m0);
    T(m1);
    T(m2);
    T(m3);
    T(m4);
    T(m5);
    T(m6);
    T(m7);
    T(m8);
    return oracle_result();
}
