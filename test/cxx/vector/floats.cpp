// A vector of float that grows, summed in double.
#include "oracle.h"
#include <vector>

namespace
{
float f(float x)
{
    std::vector<float> v{x, 2 * x};
    for (int i = 0; i < 5; i++)
        v.push_back(v[i] * x);
    double s = 0;
    for (float e : v)
        s += e;
    return static_cast<float>(s);
}
} // namespace

int main()
{
    float x = 0.8f;
    ORACLE_FLOAT_IS(f, x, 3 + 3 * 2 * x + 3 * 3 * x * x + 4 * x * x * x);
    return oracle_result();
}
