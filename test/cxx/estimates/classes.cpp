// Error estimates in C++: templates, containers, and a hook without extern "C".
#include "oracle.h"
#include <cmath>
#include <vector>

template <class R, class... A> R __enzyme_error_estimate(R (*)(A...), ...);

static double half_ulp(double x)
{
    return (std::nextafter(std::fabs(x), INFINITY) - std::fabs(x)) / 2;
}

#define CHECK_ERROR(got, want) CHECK((got) / (want), 1)

static int operations;
static double worst;

void enzymeLogError(double, double error, const char *, const char *, const char *, const char *,
                    const char *)
{
    operations++;
    worst = std::fmax(worst, error);
}

struct matrix {
    std::vector<double> of;
    std::size_t n;
    double at(std::size_t i, std::size_t j) const
    {
        return of[i * n + j];
    }
};

static double trace_of_square(const matrix &m)
{
    double sum = 0;
    for (std::size_t i = 0; i < m.n; i++)
        for (std::size_t j = 0; j < m.n; j++) {
            double term = m.at(i, j) * m.at(j, i);
            sum = sum + term;
        }
    return sum;
}

int main()
{
    matrix m{{1, 0.3, -0.7, 2}, 2}, e{{1e-15, 0, 2e-15, 0}, 2};
    double got = __enzyme_error_estimate<double>(trace_of_square, enzyme_dup, &m, &e);
    double term = 0.3 * -0.7;
    double want = 2e-15 + half_ulp(1) + half_ulp(1) /* 0 + 1 */
                  + 2 * (0.3 * 2e-15 + half_ulp(term)) + half_ulp(1 + term) +
                  half_ulp(1 + 2 * term) + half_ulp(4) + half_ulp(4.58);
    CHECK_ERROR(got, want);
    CHECK(operations, 8);
    CHECK_THAT(worst == got);
    return oracle_result();
}
