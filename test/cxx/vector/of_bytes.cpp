// Values that go through the bytes of vectors.
#include "oracle.h"
#include <cstring>
#include <vector>

static double range(const double *x, int n)
{
    double y = x[0] * x[n - 1], z;
    std::vector<char> bytes((const char *)&y, (const char *)&y + sizeof y);
    std::memcpy(&z, bytes.data(), sizeof z);
    return z * x[0];
}

static double message(const double *x, int n)
{
    std::vector<unsigned char> buffer;
    auto put = [&](double d) {
        const auto *p = reinterpret_cast<const unsigned char *>(&d);
        buffer.insert(buffer.end(), p, p + sizeof d);
    };
    auto get = [&](int i) {
        double d;
        std::memcpy(&d, &buffer[sizeof d * (size_t)i], sizeof d);
        return d;
    };
    for (int i = 0; i < n; i++)
        put(x[i] * x[i]);
    put(3);
    double product = get(n);
    for (int i = 0; i < n; i++)
        product *= get(i) + i;
    return product;
}

int main()
{
    const double x[] = {1.25, -0.5, 0.75};
    ORACLE_GRADIENT(range, x, 3);
    ORACLE_GRADIENT(message, x, 3);
    return oracle_result();
}
