// A class that owns memory, with copy and move constructors and assignments.
#include "oracle.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace
{
class Array
{
    int n;
    double *data;

  public:
    explicit Array(int size) : n(size), data(new double[size]())
    {
    }
    Array(const Array &o) : n(o.n), data(new double[o.n])
    {
        std::copy(o.data, o.data + n, data);
    }
    Array(Array &&o) noexcept : n(o.n), data(std::exchange(o.data, nullptr))
    {
        o.n = 0;
    }
    Array &operator=(Array o) noexcept
    {
        std::swap(n, o.n);
        std::swap(data, o.data);
        return *this;
    }
    ~Array()
    {
        delete[] data;
    }
    double &operator[](int i)
    {
        return data[i];
    }
    int size() const
    {
        return n;
    }
};

Array operator+(Array a, Array b)
{
    for (int i = 0; i < a.size(); i++)
        a[i] += b[i];
    return a;
}

double f(const double *x, int n)
{
    Array a(n);
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
    Array b = a + a;
    a = b + std::move(a);
    std::vector<Array> all;
    for (int i = 0; i < 3; i++)
        all.push_back(a + b);
    b = std::move(all[1]);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += b[i] * all[2][i] * x[0];
    return s;
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -1, 2};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
