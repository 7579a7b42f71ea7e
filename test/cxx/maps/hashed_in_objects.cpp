// Hash tables that are members of objects, on the stack and on the heap, beside pointers to what
// the program has set up: a table's first bucket is a member of it, no array that goes on there.
#include "oracle.h"
#include <memory>
#include <unordered_map>
#include <vector>

struct Species {
    const char *name;
    double eps;
};
static std::vector<Species> species;

struct Ahead {
    std::vector<double> numbers;
    std::unordered_map<int, double> table;
    const Species *first;
};

static double fill(Ahead &a, const double *x, int n)
{
    a.first = species.data();
    for (int i = 0; i < n; i++) {
        a.table[i] = x[i] * x[i];
        a.numbers.push_back(x[i]);
    }
    double s = 0;
    for (const auto &[key, value] : a.table)
        s += value * a.first[key % 2].eps * a.numbers[key];
    return s;
}

static double on_stack(const double *x, int n)
{
    Ahead a;
    return fill(a, x, n);
}

static double on_heap(const double *x, int n)
{
    auto a = std::make_unique<Ahead>();
    return fill(*a, x, n);
}

int main()
{
    double x[5];
    oracle_random(x, 5, 3);
    species = {{"A", 1.0}, {"B", 0.7}};
    ORACLE_GRADIENT(on_stack, x, 5);
    ORACLE_GRADIENT(on_heap, x, 5);
    return oracle_result();
}
