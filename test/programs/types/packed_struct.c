/* Packed records with misaligned doubles, in arrays and copied. */
#include <string.h>
#include "oracle.h"

#pragma pack(push, 1)
struct record {
    char tag;
    double value;
    short count;
    float weight;
};
#pragma pack(pop)

static double f(const double *x, int n)
{
    struct record r[4], s[4];
    double sum = 0;
    for (int i = 0; i < n; i++)
        r[i] = (struct record){'a', x[i] * x[i], (short)(i + 1), 0.5f};
    memcpy(s, r, sizeof s);
    s[1] = s[0];
    for (int i = 0; i < n; i++)
        sum += s[i].value * s[i].count * s[i].weight * x[n - 1 - i];
    return sum;
}

int main(void)
{
    ORACLE_GRADIENT(f, ((const double[]){0.5, -0.7, 0.9, 1.1}), 4);
    return oracle_result();
}
