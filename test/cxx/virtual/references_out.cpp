// Virtual functions that return references and pointers to active members, default arguments, and
// operators.
#include "oracle.h"

namespace
{
struct Store {
    virtual ~Store() = default;
    virtual double &operator[](int i) = 0;
    virtual const double *find(int key = 1) const = 0;
};
struct Dense : Store {
    double v[4] = {};
    double &operator[](int i) override
    {
        return v[i];
    }
    const double *find(int key) const override
    {
        return key < 4 ? &v[key] : nullptr;
    }
};
struct Sparse : Store {
    double zero = 0, one = 0;
    double &operator[](int i) override
    {
        return i == 1 ? one : zero;
    }
    const double *find(int key) const override
    {
        return key == 1 ? &one : nullptr;
    }
};

double fill(Store &s, const double *x, int n)
{
    for (int i = 0; i < n; i++)
        s[i] += x[i] * x[0];
    double sum = *s.find();
    for (int i = 0; i < 6; i++)
        if (const double *p = s.find(i))
            sum += *p * s[1];
    return sum;
}
double f(const double *x, int n)
{
    Dense d;
    Sparse s;
    return fill(d, x, n) * fill(s, x, n);
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.75, 1.25};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
