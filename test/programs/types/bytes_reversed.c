/* Numbers in big-endian order: bytes exchanged by built-in functions and by shifts, written to
 * buffers, files of words and records, and read back. */
#include "oracle.h"
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static size_t put(unsigned char *to, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++)
        to[i] = (unsigned char)(bits >> (56 - 8 * i));
    return sizeof bits;
}
static double get(const unsigned char *from)
{
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | from[i];
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

/* Words in network order. */
static uint64_t to_big(double x)
{
    uint64_t u;
    memcpy(&u, &x, 8);
    return __builtin_bswap64(u);
}
static double from_big(uint64_t u)
{
    double x;
    u = __builtin_bswap64(u);
    memcpy(&x, &u, 8);
    return x;
}
static double through_words(const double *x, int n)
{
    uint64_t message[8];
    double s = 0;
    for (int i = 0; i < n; i++)
        message[i] = to_big(x[i] * x[i]);
    for (int i = 0; i < n; i++)
        s += from_big(message[n - 1 - i]) * x[i];
    return s;
}

/* Single precision, bytes written one by one and read by a built-in function. */
static double through_floats(const double *x, int n)
{
    unsigned char bytes[32];
    double s = 0;
    for (int i = 0; i < n; i++) {
        float v = (float)(x[i] * 3);
        uint32_t u;
        memcpy(&u, &v, 4);
        bytes[4 * i] = (unsigned char)(u >> 24);
        bytes[4 * i + 1] = (unsigned char)(u >> 16);
        bytes[4 * i + 2] = (unsigned char)(u >> 8);
        bytes[4 * i + 3] = (unsigned char)u;
    }
    for (int i = 0; i < n; i++) {
        uint32_t u;
        float v;
        memcpy(&u, bytes + 4 * i, 4);
        u = __builtin_bswap32(u);
        memcpy(&v, &u, 4);
        s += (double)v * v * (i + 1);
    }
    return s;
}

int main(void)
{
    ORACLE_SCALAR_IS(through_buffer, 1.3, 9 * 1.3 * 1.3);
    const double x[4] = {0.5, -1.25, 0.75, 2};
    ORACLE_GRADIENT(through_words, x, 4);
    double g[4];
    GRADIENT(through_floats, x, g, 4);
    for (int i = 0; i < 4; i++)
        CHECK_FLOAT(g[i], 18 * x[i] * (i + 1));
    return oracle_result();
}
