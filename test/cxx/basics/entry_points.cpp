// Entry points as templates and in namespaces: a tape of known size, a call that counts as
// constant, iterations, values kept in another format, a virtual array, the density of a model.
#include "oracle.h"
#include <cmath>
#include <cstddef>
#include <enzcc/trace.h>
#include <vector>

extern int enzyme_tape, enzyme_allocated, enzyme_observations, enzyme_likelihood,
    enzyme_duplikelihood;

template <class... T> std::size_t __enzyme_augmentsize(void *, T...);
template <class R, class... T> R __enzyme_augmentfwd(void *, T...);
template <class... T> void __enzyme_reverse(void *, T...);
template <class R, class... T> R __enzyme_call_inactive(void *, T...);
template <class I> I __enzyme_iter(I, I);
double __enzyme_truncate_mem_value(double, int, int);
double __enzyme_expand_mem_value(double, int, int);
template <class T, class... A> T *__enzyme_post_sparse_todense(void *, void *, A...);
template <class... T> double __enzyme_observe(double, void *, const char *, T...);
template <class... T> void __enzyme_likelihood(void *, T...);

namespace entries
{

struct point {
    double x, y;
};

double energy(const point &p)
{
    return std::exp(p.x) * p.y;
}

void tape_of_known_size()
{
    std::vector<char> tape(__enzyme_augmentsize((void *)energy, enzyme_dup));
    int size = static_cast<int>(tape.size());
    point p{0.5, 3}, d{0, 0};
    double value = __enzyme_augmentfwd<double>((void *)energy, enzyme_allocated, size, enzyme_tape,
                                               tape.data(), enzyme_dup, &p, &d);
    CHECK(value, 3 * std::exp(0.5));
    __enzyme_reverse((void *)energy, enzyme_allocated, size, enzyme_tape, tape.data(), enzyme_dup,
                     &p, &d, 2.0);
    CHECK(d.x, 6 * std::exp(0.5));
    CHECK(d.y, 2 * std::exp(0.5));
}

template <class T> T square(T x)
{
    return x * x;
}
double partly(double x)
{
    return __enzyme_call_inactive<double>((void *)square<double>, x) * x + square(x);
}

template <class T> T geometric(T x)
{
    T sum = 0, power = 1;
    for (long i = 0, n = __enzyme_iter(3L, 1L); i < n; i++, power *= x)
        sum += power;
    return sum;
}
double slope(double x)
{
    return __enzyme_autodiff((void *)geometric<double>, x);
}

void formats()
{
    double narrow = __enzyme_truncate_mem_value(0.1, 64, 32);
    CHECK_THAT(__enzyme_expand_mem_value(narrow, 64, 32) == 0.1f);
}

struct diagonal {
    std::vector<double> entries;
    static double load(std::size_t offset, diagonal *d)
    {
        return d->entries[offset / sizeof(double)];
    }
    static void store(double value, std::size_t offset, diagonal *d)
    {
        d->entries[offset / sizeof(double)] = value;
    }
};
void virtual_array()
{
    diagonal d{{1, 2, 3}};
    double *p =
        __enzyme_post_sparse_todense<double>((void *)diagonal::load, (void *)diagonal::store, &d);
    for (int i = 0; i < 3; i++)
        p[i] += i;
    CHECK(d.entries[0], 1);
    CHECK(d.entries[2], 5);
}

double normal(double m, double sd, double x)
{
    double z = (x - m) / sd;
    return -z * z / 2 - std::log(sd);
}
void model(double m)
{
    __enzyme_observe(0.75, (void *)normal, "y", m, 2.0);
    __enzyme_observe(square(m), (void *)normal, "z", 0.0, 1.0);
}
const enz_trace *given;
double density(double m)
{
    double l = 0;
    __enzyme_likelihood((void *)model, m, enzyme_observations, given, enzyme_likelihood, &l);
    return l;
}
double by_hand(double m)
{
    return normal(m, 2, 0.75) + normal(0, 1, m * m);
}

} // namespace entries

using namespace entries;

int main()
{
    tape_of_known_size();
    CHECK(__enzyme_autodiff((void *)partly, 3.0), 9 + 6);
    CHECK(geometric(2.0), 7);
    CHECK(slope(1), 0 + 1 + 2 + 3);
    CHECK(__enzyme_fwddiff((void *)slope, 1.0, 1.0), 2 + 6 + 12);
    formats();
    virtual_array();
    enz_trace *observations = enz_trace_new();
    given = observations;
    CHECK(density(0.3), by_hand(0.3));
    CHECK(__enzyme_autodiff((void *)density, 0.3), (0.75 - 0.3) / 4 - 2 * std::pow(0.3, 3));
    enz_trace_free(observations);
    return oracle_result();
}
