// Numbers of exceptions that are kept in std::exception_ptr and thrown later.
#include "oracle.h"
#include <cmath>
#include <exception>
#include <stdexcept>
#include <vector>

struct Overflow : std::runtime_error {
    double excess;
    explicit Overflow(double e) : std::runtime_error("overflow"), excess(e)
    {
    }
};

static double step(double v)
{
    if (v > 1)
        throw Overflow(v * v);
    return std::sin(v);
}

/* All elements are tried; the failures wait. */
static double all(const double *x, int n)
{
    std::vector<std::exception_ptr> failed;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            sum += step(x[i]);
        } catch (...) {
            failed.push_back(std::current_exception());
        }
    }
    for (const std::exception_ptr &e : failed) {
        try {
            std::rethrow_exception(e);
        } catch (const Overflow &o) {
            sum += std::exp(-o.excess) * x[0];
        }
    }
    return sum;
}

static double made(double x)
{
    std::exception_ptr p = std::make_exception_ptr(Overflow(3 * x)), q = p;
    p = nullptr;
    try {
        if (q)
            std::rethrow_exception(q);
    } catch (const std::runtime_error &e) {
        return dynamic_cast<const Overflow &>(e).excess * x;
    }
    return 0;
}

/* Thrown on while it is being handled, changed through both. */
static double twice(double x)
{
    try {
        try {
            step(x);
        } catch (Overflow &o) {
            std::exception_ptr p = std::current_exception();
            o.excess *= x;
            std::rethrow_exception(p);
        }
    } catch (Overflow &o) {
        o.excess += x;
        try {
            throw;
        } catch (const Overflow &again) {
            return again.excess;
        }
    }
    return x;
}

/* The first failure of a search is what the caller gets. */
static void run(const double *x, int n, std::exception_ptr *first)
{
    for (int i = 0; i < n; i++) {
        try {
            step(x[i] * 1.1);
        } catch (const std::exception &) {
            if (!*first)
                *first = std::current_exception();
        }
    }
}

static double searched(const double *x, int n)
{
    std::exception_ptr first;
    run(x, n, &first);
    try {
        if (first)
            std::rethrow_exception(first);
    } catch (const Overflow &o) {
        return o.excess;
    }
    return 0;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(all, x, 4);
    ORACLE_GRADIENT(searched, x, 4);
    ORACLE_SCALAR_IS(made, 0.7, 6 * 0.7);
    ORACLE_SCALAR_IS(twice, 0.5, 1);
    ORACLE_SCALAR_IS(twice, 1.5, 3 * 1.5 * 1.5 + 1);
    return oracle_result();
}
