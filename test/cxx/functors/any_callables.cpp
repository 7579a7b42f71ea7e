// std::any holds numbers, polymorphic objects and std::function; what it holds is asked when the
// derivative runs.
#include "oracle.h"
#include <any>
#include <functional>
#include <vector>

namespace
{
struct Base {
    virtual ~Base() = default;
    virtual double at(double x) const
    {
        return x;
    }
};
struct Square final : Base {
    double k;
    explicit Square(double k) : k(k)
    {
    }
    double at(double x) const override
    {
        return k * x * x;
    }
};

double f(const double *x, int n)
{
    std::vector<std::any> all;
    all.emplace_back(x[0] * 2);
    all.emplace_back(Square(x[1]));
    all.emplace_back(std::function<double(double)>([k = x[2]](double t) { return t * k; }));
    double s = 1;
    for (const std::any &a : all) {
        if (a.type() == typeid(double))
            s += std::any_cast<double>(a);
        else if (const Square *q = std::any_cast<Square>(&a))
            s *= q->at(s);
        else
            s += std::any_cast<const std::function<double(double)> &>(a)(s);
    }
    return s;
}
} // namespace

int main()
{
    double x[3] = {0.5, 1.5, -0.75};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
