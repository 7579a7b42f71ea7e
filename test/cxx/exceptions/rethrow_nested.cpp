// `throw;` after another handler came and went inside the handler, and from a function that sorts
// exceptions out.
#include "oracle.h"
#include <cmath>
#include <stdexcept>

struct Error {
    double size;
};
struct Inner {
    double part;
};

static double check(double v)
{
    if (v > 1)
        throw Error{v * v};
    return v;
}

static double with_other_handler(double v)
{
    try {
        return check(v);
    } catch (Error &e) {
        try {
            throw Inner{std::sin(e.size)};
        } catch (const Inner &i) {
            e.size += i.part;
            try {
                throw 3;
            } catch (int k) {
                e.size *= k;
            }
        }
        throw;
    }
}

/* The handler that does not know what it handles. */
__attribute__((noinline)) static double sort_out()
{
    try {
        throw;
    } catch (const Error &e) {
        return std::exp(-e.size);
    } catch (const std::exception &) {
        return 1;
    }
}

static double twice(double v)
{
    try {
        try {
            return with_other_handler(v);
        } catch (const Error &outer) {
            double first = sort_out();
            try {
                check(v + outer.size);
            } catch (...) {
                first += sort_out();
            }
            if (first > 0)
                throw;
            return first;
        }
    } catch (...) {
        return sort_out() * v;
    }
}

static double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            sum += with_other_handler(x[i]) * x[0];
        } catch (const Error &e) {
            sum += e.size * x[1];
        }
        sum += twice(x[i]);
    }
    return sum;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
