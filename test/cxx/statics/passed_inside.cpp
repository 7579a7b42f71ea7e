// Containers that are passed with a shadow, or whose numbers are, and that are reached through
// pointers behind globals, too: both ways lead to one shadow.
#include "oracle.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

extern int enzyme_dup, enzyme_const;
template <class... Args> double __enzyme_autodiff(void *, Args...);

using numbers = std::vector<double>;

// ---- what the program keeps behind globals ----

static double *first;
static const numbers *all;
static numbers::iterator begin;
static std::vector<double *> rows;
static std::map<std::string, double *> by_name;
static std::shared_ptr<numbers> shared;
static double *owned;

struct model {
    static model *instance;
    numbers parameters, weights; // the first: what is passed has no shadow of the whole object
    std::string name = "a name that is too long for the string itself";
    model(int n) : parameters(n), weights(n, 0.5)
    {
        instance = this;
    }
};
model *model::instance;

struct owner {
    int n;
    std::unique_ptr<double[]> p;
};

// ---- functions that read each number in two ways ----

#define SUM(n, one, other)                                                                         \
    double sum = 0;                                                                                \
    for (int i = 0; i < (int)(n); i++)                                                             \
        sum += (one) * (other);                                                                    \
    return sum

static double by_first(const numbers &x)
{
    SUM(x.size(), first[i], x[i]);
}
static double by_all(const numbers &x)
{
    SUM(x.size(), (*all)[i], x[i]);
}
static double by_iterator(const double *x, int n)
{
    SUM(n, begin[i], x[i]);
}
static double by_rows(const numbers &x)
{
    SUM(x.size(), rows[0][i], x[i]);
}
static double by_map(const double *x, int n)
{
    SUM(n, by_name.at("x")[i], x[i]);
}
static double by_shared(const numbers *x)
{
    SUM(x->size(), (*shared)[i], (*x)[i]);
}
static double by_owned(const owner &x)
{
    SUM(x.n, owned[i], x.p[i]);
}

__attribute__((noinline)) static double parameter(int i)
{
    return model::instance->parameters[i];
}
static double by_instance(const numbers &x)
{
    SUM(x.size(), parameter(i), x[i]);
}

static double by_row(const std::vector<numbers> &x)
{
    SUM(x[0].size(), (*all)[i], x[0][i]);
}

// ---- checks ----

enum { N = 5 };

static void fill(double *x)
{
    for (int i = 0; i < N; i++)
        x[i] = i + 1;
}

// Of the sum of the squares.
static void check(const char *what, const double *gradient)
{
    for (int i = 0; i < N; i++)
        oracle_close(ORACLE_SITE(what), gradient[i], 2 * (i + 1), ORACLE_DOUBLE_TOLERANCE);
}

#define CHECK_NUMBERS(f, x)                                                                        \
    do {                                                                                           \
        numbers dx(N);                                                                             \
        __enzyme_autodiff((void *)(f), enzyme_dup, &(x), &dx);                                     \
        check(#f, dx.data());                                                                      \
    } while (0)

static void check_vectors()
{
    numbers x(N), dx(N);
    fill(x.data());
    first = x.data();
    CHECK_NUMBERS(by_first, x);
    all = &x;
    CHECK_NUMBERS(by_all, x);
    rows.push_back(x.data());
    CHECK_NUMBERS(by_rows, x);
    begin = x.begin();
    __enzyme_autodiff((void *)by_iterator, enzyme_dup, &x[0], &dx[0], enzyme_const, (int)N);
    check("by_iterator", dx.data());
    dx.assign(N, 0);
    by_name["x"] = x.data();
    __enzyme_autodiff((void *)by_map, enzyme_dup, x.data(), dx.data(), enzyme_const, (int)N);
    check("by_map", dx.data());
}

static void check_objects()
{
    model m(N);
    fill(m.parameters.data());
    CHECK_NUMBERS(by_instance, m.parameters);
    auto p = std::make_shared<numbers>(N);
    fill(p->data());
    shared = p;
    CHECK_NUMBERS(by_shared, *p);
    owner x{N, std::make_unique<double[]>(N)}, dx{N, std::make_unique<double[]>(N)};
    fill(x.p.get());
    owned = x.p.get();
    __enzyme_autodiff((void *)by_owned, enzyme_dup, &x, &dx);
    check("by_owned", dx.p.get());
}

static void check_rows()
{
    std::vector<numbers> x(2, numbers(N)), dx(2, numbers(N));
    fill(x[0].data());
    all = &x[0];
    __enzyme_autodiff((void *)by_row, enzyme_dup, &x, &dx);
    check("by_row", dx[0].data());
}

int main()
{
    check_vectors();
    check_objects();
    check_rows();
    return oracle_result();
}
