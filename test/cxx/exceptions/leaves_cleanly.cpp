// An exception that leaves a derivative runs the destructors on its way and leaves no memory
// behind.
#include "oracle.h"
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

static int alive;

struct Counter {
    Counter()
    {
        alive++;
    }
    ~Counter()
    {
        alive--;
    }
    Counter(const Counter &) = delete;
};

struct Restore {
    double *slot;
    double old;
    Restore(double *s, double v) : slot(s), old(*s)
    {
        *s = v;
    }
    ~Restore()
    {
        *slot = old;
    }
};

__attribute__((noinline)) static double step(double v, int i, int limit)
{
    Counter counter;
    if (i == limit)
        throw std::runtime_error("limit");
    return std::sin(v) * v + 0.1 * i;
}

/* Frames between the throw and the caller: with objects, recursive, and with a handler for others.
 */
static double nested(double *state, const std::vector<double> &w, int depth, int limit)
{
    Counter counter;
    Restore restore(state, *state * w[0]);
    std::unique_ptr<double[]> copy(new double[w.size()]);
    for (std::size_t i = 0; i < w.size(); i++)
        copy[i] = step(w[i] + *state, depth, limit);
    try {
        if (depth == 0)
            return copy[0];
        return nested(state, std::vector<double>(copy.get(), copy.get() + w.size()), depth - 1,
                      limit) *
               copy[1];
    } catch (const std::bad_alloc &) {
        return 0;
    }
}

static double f(double *x, int limit)
{
    std::vector<double> w(100, x[0]);
    double sum = 0;
    for (int i = 0; i < 20; i++) {
        Counter counter;
        std::vector<double> more(50, x[0] * i);
        w.push_back(step(more[3], i, limit));
        sum += w.back() + nested(x, w, 3, limit - 20);
    }
    return sum;
}

/* A handler that cleans up and throws another exception. */
static double translated(double *x, int limit)
{
    try {
        return f(x, limit);
    } catch (const std::runtime_error &e) {
        alive += 10;
        throw std::logic_error(e.what());
    }
}

template <class G> static int outcome(G call)
{
    try {
        call();
    } catch (const std::runtime_error &) {
        return 1;
    } catch (const std::logic_error &) {
        alive -= 10;
        return 2;
    }
    return 0;
}

static void *tape;
static void *__attribute__((noinline)) keep(void *t)
{
    return tape = t;
}
extern "C++" {
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);
}

static int all(int limit)
{
    double x = 0.7, dx = 0;
    const double at = x;
    int got =
        outcome([&] { __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_const, limit); });
    CHECK_THAT(alive == 0 && x == at);
    CHECK_THAT(outcome([&] {
                   __enzyme_fwddiff((void *)f, enzyme_dup, &x, &dx, enzyme_const, limit);
               }) == got);
    CHECK_THAT(alive == 0 && x == at);
    CHECK_THAT(outcome([&] {
                   keep(__enzyme_augmentfwd((void *)f, enzyme_dup, &x, &dx, enzyme_const, limit));
               }) == got);
    CHECK_THAT(alive == 0 && x == at);
    CHECK_THAT(outcome([&] {
                   __enzyme_autodiff((void *)translated, enzyme_dup, &x, &dx, enzyme_const, limit);
               }) == 2 * got);
    CHECK_THAT(alive == 0 && x == at);
    return got;
}

static double value(const double *x, int n)
{
    double local = x[0] + x[1] * n;
    return f(&local, 99);
}

int main()
{
    const double x[2] = {0.7, 0.1};
    ORACLE_GRADIENT(value, x, 2);
    for (int limit : {0, 7, 19, 20, 21, 22, 23}) {
        CHECK_THAT(all(limit) == 1);
        std::size_t before = oracle_heap_in_use();
        for (int i = 0; i < 20; i++)
            all(limit);
        CHECK_THAT(oracle_heap_in_use() < before + 4096);
    }
    return oracle_result();
}
