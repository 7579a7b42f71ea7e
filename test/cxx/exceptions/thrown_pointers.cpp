// Pointers that are thrown: text, new objects, members of what the caller has.
#include "oracle.h"
#include <cmath>
#include <cstring>

struct Error {
    double size;
    virtual ~Error() = default;
};
struct Tag {
    double other = 0;
    virtual ~Tag() = default;
};
struct RangeError : Tag, Error {
};

static double text(double x)
{
    try {
        if (x > 1)
            throw "large";
        return x;
    } catch (const char *what) {
        return x * x * static_cast<double>(std::strlen(what));
    }
}

static double fresh(double x)
{
    try {
        auto *e = new RangeError;
        e->size = x * x;
        e->other = std::sin(x);
        throw e;
    } catch (Error *e) {
        double s = e->size + dynamic_cast<Tag *>(e)->other;
        delete e;
        return s;
    }
}

static void find(double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] > 1)
            throw x + i;
}

static double member(const double *x, int n)
{
    double local[4];
    for (int i = 0; i < n; i++)
        local[i] = x[i] * x[0];
    try {
        find(local, n);
    } catch (double *at) {
        double v = *at * *at;
        *at = 0.1;
        return v + local[0] + local[1] + local[2] + local[3];
    }
    return local[0];
}

static double constant(const double *x, int n)
{
    static const double table[2] = {3, 4};
    try {
        if (x[n - 1] > 0)
            throw &table[1];
        throw x;
    } catch (const double *p) {
        return *p * x[1];
    }
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_SCALAR_IS(text, 0.5, 1);
    ORACLE_SCALAR_IS(text, 1.5, 15);
    ORACLE_SCALAR_IS(fresh, 1.5, 3 + std::cos(1.5));
    ORACLE_GRADIENT(member, x, 4);
    ORACLE_GRADIENT(constant, x, 4);
    return oracle_result();
}
