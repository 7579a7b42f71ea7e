/* -fenz-check=dot,fd: functions over containers are compared, and the rule that is wrong in one is
 * named at the line of its call. Exceptions end the comparison only where they are thrown. */
#include "oracle.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <vector>

extern "C" {
/* Reverse mode is wrong by one in a thousand. */
double cube(double x)
{
    return x * x * x;
}
double cube_augmented(double x)
{
    return x * x * x;
}
double cube_reverse(double x, double seed)
{
    return 3.003 * x * x * seed;
}
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented,
                                           (void *)cube_reverse};
}

static double root(double x)
{
    return std::sqrt(1 + x * x);
}

template <double function(double)> static double of_vectors(const double *x, int n)
{
    std::vector<double> a(x, x + n), b;
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int i, int j) { return a[i] < a[j]; });
    for (int i : order)
        b.push_back(function(a[i]) + 1);
    std::vector<double> c = b;
    c.resize(2 * n, 0.5);
    std::vector<std::vector<double>> rows(3, std::vector<double>(n));
    for (int i = 0; i < n; i++)
        rows[i % 3][i] = c[i] * b.at(i);
    double sum = std::inner_product(c.begin(), c.end(), c.begin(), 0.0);
    for (const auto &row : rows)
        sum += std::accumulate(row.begin(), row.end(), 0.0);
    return sum;
}

template <double function(double)> static double of_others(const std::vector<double> &x)
{
    if (x.empty())
        throw std::invalid_argument("no numbers");
    auto copy = std::make_unique<double[]>(x.size());
    std::copy(x.begin(), x.end(), copy.get());
    std::map<int, double> sums;
    for (std::size_t i = 0; i < x.size(); i++)
        sums[i % 3] += copy[i] * x[i];
    double all = 0;
    for (const auto &[k, sum] : sums)
        all += k * std::sin(sum);
    return all * function(x[0]);
}

static double caught(const std::vector<double> &x)
{
    try {
        return x.at(x.size());
    } catch (const std::out_of_range &) {
        return x[0] * x[1];
    }
}

static double grows(std::vector<double> &x)
{
    x.push_back(x[0] * x[1]);
    return std::accumulate(x.begin(), x.end(), 0.0);
}

static char text[8192];
static bool says(const std::string &a, const char *b)
{
    const char *at = std::strstr(text, a.c_str()), *end = at ? std::strchr(at, '\n') : nullptr,
               *found = at ? std::strstr(at, b) : nullptr;
    return end && found && found < end;
}
template <typename F> static void printed(F call)
{
    int ends[2], was = dup(2);
    CHECK_THAT(pipe(ends) == 0);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    dup2(ends[1], 2);
    call();
    dup2(was, 2);
    close(was);
    close(ends[1]);
    ssize_t n = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    text[n > 0 ? n : 0] = 0;
}

int main()
{
    setenv("ENZCC_CHECK", "all", 1);
    double x[4] = {1, 2, 4, 3}, dx[4] = {}, wrong[4] = {};
    const std::vector<double> v(x, x + 4);
    std::vector<double> dv(4), empty, dempty;

    printed(
        [&] { __enzyme_autodiff((void *)of_vectors<root>, enzyme_dup, x, dx, enzyme_const, 4); });
    CHECK_THAT(!*text);
    CHECK(dx[0], 2 * (root(1) + 1) / root(1) + 2 * (root(1) + 1) / root(1));
    printed([&] { __enzyme_autodiff((void *)of_others<root>, enzyme_dup, &v, &dv); });
    CHECK_THAT(!*text);
    CHECK(dv[0], (std::sin(4.) + 2 * std::sin(16.)) / root(1));

    printed([&] {
        __enzyme_autodiff((void *)of_vectors<cube>, enzyme_dup, x, wrong, enzyme_const, 4);
    });
    CHECK_THAT(says("the derivative of", "forward mode") && std::strstr(text, "differences"));
    CHECK_THAT(says("library.cpp:47:", "here cube is called, whose own derivative differs"));
    printed([&] { __enzyme_autodiff((void *)of_others<cube>, enzyme_dup, &v, &dv); });
    CHECK_THAT(says("library.cpp:71:", "here cube is called, whose own derivative differs"));

    bool thrown = false;
    printed([&] {
        try {
            __enzyme_autodiff((void *)of_others<root>, enzyme_dup, &empty, &dempty);
        } catch (const std::invalid_argument &) {
            thrown = true;
        }
    });
    CHECK_THAT(thrown && says("is not compared", "exception"));

    dv.assign(4, 0);
    printed([&] { __enzyme_autodiff((void *)caught, enzyme_dup, &v, &dv); });
    CHECK_THAT(says("the derivative of caught", "is not compared"));
    CHECK_ARRAY(dv.data(), ORACLE_LIST(2, 1, 0, 0), 4);

    std::vector<double> longer(x, x + 2), dlonger(2);
    printed([&] { __enzyme_autodiff((void *)grows, enzyme_dup, &longer, &dlonger); });
    CHECK_THAT(says("the derivative of grows", "it frees memory"));
    CHECK(longer.back(), 2);
    return oracle_result();
}
