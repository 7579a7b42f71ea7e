// Forty classes with the same signature: each call is one of all of them.
#include "oracle.h"

namespace
{
struct Op {
    double k;
    explicit Op(double k) : k(k)
    {
    }
    virtual ~Op() = default;
    virtual double apply(double x) const = 0;
};
template <int n> struct OpN : Op {
    using Op::Op;
    double apply(double x) const override
    {
        return n % 3 == 0 ? x * k + n : n % 3 == 1 ? x / (k * k + n) : x * x * k - n * x;
    }
};
template <int n> Op *make(int i, double k)
{
    if (i == n)
        return new OpN<n>(k);
    if constexpr (n > 0)
        return make<n - 1>(i, k);
    return nullptr;
}

double f(const double *x, int n)
{
    Op *ops[40];
    for (int i = 0; i < 40; i++)
        ops[i] = make<39>(i, x[i % n]);
    double v = x[0];
    for (Op *op : ops)
        v = op->apply(v) / (1 + v * v / 100);
    for (Op *op : ops)
        delete op;
    return v;
}
} // namespace

int main()
{
    double x[3] = {0.9, 1.4, 0.13};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
