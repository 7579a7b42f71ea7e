// Exceptions: caught inside the function, or passed on by the derivative call.
#include "oracle.h"
#include <cmath>
#include <enzyme/enzyme>
#include <stdexcept>
#include <vector>

namespace
{
double checked_root(double x)
{
    if (x < 0)
        throw std::domain_error("negative");
    return std::sqrt(x);
}
double safe(double x, int &failures)
{
    std::vector<double> terms{x, x * x};
    try {
        return checked_root(x) * terms[1];
    } catch (const std::domain_error &) {
        failures++;
        return terms[0] * terms[1];
    }
}
} // namespace

int main()
{
    using namespace enzyme;
    int failures = 0;
    CHECK(get<0>(get<0>(autodiff<Reverse>(safe, Active{4.0}, Const<int &>{failures}))), 2.5 * 8);
    CHECK(get<0>(get<0>(autodiff<Reverse>(safe, Active{-2.0}, Const<int &>{failures}))), 12.0);
    CHECK(get<0>(autodiff<Forward>(safe, Duplicated{-2.0, 1.0}, Const<int &>{failures})), 12.0);
    CHECK_THAT(failures == 2);
    bool thrown = false;
    try {
        autodiff<Reverse>(checked_root, Active{-1.0});
    } catch (const std::domain_error &e) {
        thrown = std::string(e.what()) == "negative";
    }
    CHECK_THAT(thrown);
    CHECK(get<0>(get<0>(autodiff<Reverse>(checked_root, Active{4.0}))), 0.25);
    return oracle_result();
}
