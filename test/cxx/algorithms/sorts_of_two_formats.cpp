// std::sort of float, of double and of structs of both, in one function.
#include "oracle.h"
#include <algorithm>
#include <vector>

struct record {
    float weight;
    double value;
    int id;
};

static double f(const double *x, int n)
{
    std::vector<double> d(x, x + n);
    std::vector<float> s;
    std::vector<record> r;
    for (int i = 0; i < n; i++) {
        s.push_back((float)(x[i] * 2));
        r.push_back({(float)x[i], x[i] * x[i], i});
    }
    std::sort(d.begin(), d.end());
    std::sort(s.begin(), s.end());
    std::sort(r.begin(), r.end(),
              [](const record &a, const record &b) { return a.value < b.value; });
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * (d[i] + s[i] * 0.5 + r[i].value * r[i].weight + r[i].id);
    return sum;
}

int main()
{
    enum { N = 40 };
    double x[N], dx[N] = {0};
    for (int i = 0; i < N; i++)
        x[i] = (i * 37 % N) * 0.1 + 0.3;
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, N);
    for (int i = 0; i < N; i++) {
        double e[N] = {0}, rank = i * 37 % N + 1;
        e[i] = 1;
        CHECK_FLOAT(dx[i], __enzyme_fwddiff((void *)f, enzyme_dup, x, e, enzyme_const, N));
        CHECK_FLOAT(dx[i], rank * (2 + 3 * x[i] * x[i]));
    }
    return oracle_result();
}
