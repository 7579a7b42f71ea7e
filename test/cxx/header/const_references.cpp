// Const<T &> writes to the caller's object; Const<T> works on a copy.
#include "oracle.h"
#include <enzyme/enzyme>
#include <string>
#include <vector>

namespace
{
double logged(double x, int &calls, std::vector<double> &history)
{
    calls++;
    history.push_back(x);
    return x * x;
}

double copied(double x, std::vector<int> exponents)
{
    double r = 1;
    for (int n : exponents)
        for (int i = 0; i < n; i++)
            r *= x;
    exponents.clear();
    return r;
}

double named(double x, const std::string &name)
{
    return name == "square" ? x * x : x;
}
} // namespace

int main()
{
    using namespace enzyme;
    int calls = 0;
    std::vector<double> history;
    auto [g] = autodiff<Reverse>(logged, Active{3.0}, Const<int &>{calls},
                                 Const<std::vector<double> &>{history});
    CHECK(get<0>(g), 6.0);
    autodiff<Forward>(logged, Duplicated{4.0, 1.0}, Const<int &>{calls},
                      Const<std::vector<double> &>{history});
    CHECK_THAT(calls == 2 && history.size() == 2 && history[1] == 4.0);

    const std::vector<int> exponents{1, 2};
    CHECK(get<0>(get<0>(autodiff<Reverse>(copied, Active{3.0}, Const{exponents}))), 27.0);
    CHECK(get<0>(autodiff<Forward>(copied, Duplicated{3.0, 1.0}, Const{exponents})), 27.0);
    CHECK_THAT(exponents.size() == 2);

    CHECK(get<0>(get<0>(autodiff<Reverse>(named, Active{3.0}, Const<std::string>{"square"}))), 6.0);
    const std::string line = "line";
    CHECK(get<0>(get<0>(autodiff<Reverse>(named, Active{3.0}, Const<const std::string &>{line}))),
          1.0);
    return oracle_result();
}
