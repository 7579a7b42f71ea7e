// primal_call evaluates the function itself at the values of the wrappers.
#include "oracle.h"
#include <enzyme/enzyme>
#include <vector>

namespace
{
double f(double x, std::vector<double> &v, int n)
{
    v[0] += x;
    return x * v[0] * n;
}
} // namespace

int main()
{
    using namespace enzyme;
    std::vector<double> v{1}, dv{0};
    CHECK(primal_call(f, Active{2.0}, Duplicated<std::vector<double> &>{v, dv}, Const{3}), 18.0);
    CHECK(v[0], 3.0);
    CHECK(primal_call([](auto... x) { return (x + ...); }, Const{1.0}, Active{2.0}, 3.0), 6.0);
    int n = 0;
    int &same = primal_call([](int &i) -> int & { return i; }, Const<int &>{n});
    CHECK_THAT(&same == &n);
    return oracle_result();
}
