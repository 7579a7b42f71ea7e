/* Numbers written to a buffer and read back least significant byte first, by shifts. */
#include "oracle.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static size_t put(unsigned char *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(bits >> (8 * i));
    return sizeof bits;
}

static double get(const unsigned char *from)
{
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= (uint64_t)from[i] << (8 * i);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double through_buffer(double x)
{
    unsigned char buffer[24];
    size_t n = put(buffer, x);
    n += put(buffer + n, x * x);
    put(buffer + n, 3);
    return get(buffer) * get(buffer + 8) * get(buffer + 16);
}

int main(void)
{
    ORACLE_SCALAR(through_buffer, 1.3);
    CHECK(__enzyme_autodiff((void *)through_buffer, 2.0), 36);
    return oracle_result();
}
