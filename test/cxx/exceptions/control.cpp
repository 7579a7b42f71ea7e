// Handlers that return, break, continue; arrays and members whose construction stops half-way;
// statics whose initialiser throws.
#include "oracle.h"
#include <cmath>
#include <memory>
#include <stdexcept>
#include <vector>

static int alive;
static int failing = -1;

struct Item {
    double v = 0;
    Item()
    {
        if (alive == failing)
            throw std::runtime_error("item");
        alive++;
    }
    ~Item()
    {
        alive--;
    }
    Item(const Item &) = delete;
};
struct Group {
    Item a, b;
    std::unique_ptr<Item[]> more;
    Item c;
    explicit Group(int n) : more(new Item[static_cast<std::size_t>(n)])
    {
    }
};

static double group(double x)
{
    Group g(3);
    g.a.v = x;
    g.more[2].v = x * x;
    g.c.v = std::sin(x);
    return g.a.v * g.more[2].v + g.c.v;
}

static double guarded(double x)
{
    double sum = 0;
    for (int k = -1; k < 9; k++) {
        failing = k;
        try {
            sum += group(x + k);
            if (k > 6)
                break;
        } catch (const std::runtime_error &) {
            if (k == 2)
                continue;
            sum += x * x;
        }
        sum *= 1.1;
    }
    failing = -1;
    return sum;
}

static double jumps(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < 3 * n; i++) {
        try {
            try {
                if (i % 5 == 4)
                    throw x[i % n] * i;
                if (i % 7 == 6)
                    throw i;
                sum += x[i % n];
            } catch (int k) {
                if (k > 10)
                    return sum * x[0];
                throw x[k % n];
            }
        } catch (double d) {
            sum += d * d;
            continue;
        }
        sum *= x[1];
    }
    return sum;
}

static double once(double x)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        try {
            static int tries;
            static const double limit = ++tries < 3 ? throw tries : 2.5;
            sum += x * limit;
        } catch (int t) {
            sum += x * x * t;
        }
    }
    return sum;
}

static int outcome(int k, bool forward)
{
    failing = k;
    int got = 0;
    try {
        if (forward)
            __enzyme_fwddiff((void *)group, 0.7, 1.0);
        else
            __enzyme_autodiff((void *)group, 0.7);
    } catch (const std::runtime_error &) {
        got = 1;
    }
    failing = -1;
    return got;
}

int main()
{
    const double x[4] = {0.9, 1.2, 0.5, 0.4};
    ORACLE_SCALAR(guarded, 0.7);
    ORACLE_GRADIENT(jumps, x, 4);
    CHECK(__enzyme_autodiff((void *)once, 0.7), 2 * 0.7 * 3 + 2.5);
    CHECK(__enzyme_autodiff((void *)once, 0.7), 7.5);
    for (int round = 0; round < 2; round++)
        for (int k = -1; k < 9; k++) {
            CHECK_THAT(outcome(k, round) == (k >= 0 && k < 6));
            CHECK_THAT(alive == 0);
        }
    return oracle_result();
}
