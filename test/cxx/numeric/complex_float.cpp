// complex<float> passed and returned by value.
#include "oracle.h"
#include <complex>

namespace
{
std::complex<float> step(std::complex<float> z, std::complex<float> c)
{
    return z * z + c;
}

float f(float x)
{
    std::complex<float> c(x, 0.25f), z = 0;
    for (int i = 0; i < 4; i++)
        z = step(z, c);
    return std::norm(z);
}
} // namespace

int main()
{
    float x = 0.3f, h = 1e-3f;
    ORACLE_FLOAT_IS(f, x, ORACLE_FLOAT_REVERSE_CALL(f, x));
    CHECK_TOL(ORACLE_FLOAT_REVERSE_CALL(f, x), (f(x + h) - f(x - h)) / (2 * h), 1e-2);
    return oracle_result();
}
