// A copied union of a number, two floats, a count and a pointer is loaded as one.
#include "oracle.h"

static double raw(const double *x, int n)
{
    struct tagged {
        int kind;
        union {
            double d;
            float f[2];
            int k;
            const double *p;
        } u;
    } all[8];
    double s = 1;
    for (int i = 0; i < n && i < 8; i++) {
        all[i].kind = i % 4;
        switch (i % 4) {
        case 0: all[i].u.d = x[i] * x[i]; break;
        case 1:
            all[i].u.f[0] = 0.5f;
            all[i].u.f[1] = (float)i;
            break;
        case 2: all[i].u.k = i; break;
        default: all[i].u.p = x + i;
        }
        tagged t = all[i / 2];
        switch (t.kind) {
        case 0: s += t.u.d * x[i]; break;
        case 1: s *= t.u.f[0] + t.u.f[1]; break;
        case 2: s += t.u.k * x[i]; break;
        default: s += *t.u.p * s;
        }
    }
    return s;
}

int main()
{
    const double x[8] = {0.9, 1.2, 0.5, 0.7, 0.3, 1.1, 0.6, 0.8};
    ORACLE_GRADIENT(raw, x, 8);
    return oracle_result();
}
