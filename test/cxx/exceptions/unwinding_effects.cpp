// Destructors that change active data while exceptions pass, function-try-blocks, members that
// throw, bad_cast, hierarchies with numbers, exceptions through virtual calls and std::function,
// and in loops with heap memory.
#include "oracle.h"
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

struct Effect {
    double &target, factor;
    ~Effect()
    {
        target = target * factor + factor * factor;
    }
};

struct Error {
    double amount;
    explicit Error(double a) : amount(a)
    {
    }
    virtual ~Error()
    {
    }
    virtual double cost() const
    {
        return amount * amount;
    }
};
struct Severe : Error {
    double more[2];
    Severe(double a, double b) : Error(a), more{b, a * b}
    {
    }
    double cost() const override
    {
        return amount * more[0] + more[1];
    }
};
struct Located : virtual Error, std::runtime_error {
    std::vector<double> trace;
    Located(double a, double b) : Error(a), std::runtime_error("located"), trace{a, b, a + b}
    {
    }
    double cost() const override
    {
        return trace[0] * trace[1] * trace[2];
    }
};

static double fail(double v)
{
    if (v > 1.4)
        throw Severe(v, v * v);
    if (v > 1.1)
        throw Located(v, 2 * v);
    if (v > 0.8)
        throw Error(std::sin(v));
    return v * v * v;
}

// Frames with active locals; each rethrows after it changed something.
static double frames(double v, double &log, int depth)
{
    Effect e{log, 0.5 + 0.1 * v};
    double local = v * depth;
    try {
        if (depth == 0)
            return fail(v);
        return frames(v, log, depth - 1) * local;
    } catch (Severe &s) {
        s.more[0] *= local + 1;
        log += s.more[1];
        throw;
    } catch (const Located &l) {
        if (depth == 2)
            throw Error(l.trace[2] * local);
        throw;
    }
}

static double through_frames(const double *x, int n)
{
    double log = 0.1, sum = 0;
    for (int i = 0; i < n; i++)
        try {
            sum += frames(x[i], log, 3);
        } catch (const Error &e) {
            sum += e.cost() * log;
        }
    return sum + log;
}

struct Part {
    double v;
    double *account;
    Part(double a, double *to) : v(fail(a)), account(to)
    {
    }
    ~Part()
    {
        *account += v;
    }
};
struct Whole {
    Part first, second;
    std::unique_ptr<double> third;
    Whole(double a, double b, double *to)
    try : first(a, to), second(b, to), third(new double(fail(a * b))) {
        if (a * b > 0.2)
            throw Severe(*third, b);
    } catch (const Error &e) {
        *to += e.cost();
        throw Error(e.amount * 3);
    }
    double value() const
    {
        return first.v * second.v + *third;
    }
};

static double members(const double *x, int n)
{
    double account = 0.3, sum = 0;
    for (int i = 0; i + 1 < n; i++)
        try {
            Whole w(x[i], x[i + 1], &account);
            sum += w.value() * account;
        } catch (Error &e) {
            sum += e.cost() + account;
        }
    return sum + account;
}

static double body(double v)
try {
    double w = v * v;
    return fail(w) + w;
} catch (Located &l) {
    return l.trace[1] * v;
} catch (const Error &e) {
    return e.cost() - v;
}

static double function_try(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += body(x[i]) * x[n - 1 - i];
    return sum;
}

struct Shape {
    virtual ~Shape()
    {
    }
    virtual double area(double s) const = 0;
};
struct Square : Shape {
    double side;
    explicit Square(double s) : side(s)
    {
    }
    double area(double s) const override
    {
        return fail(side * s);
    }
};
struct Disc : Shape {
    double r;
    explicit Disc(double s) : r(s)
    {
    }
    double area(double s) const override
    {
        std::vector<double> rings;
        for (int i = 1; i < 4; i++) {
            rings.push_back(r * i);
            if (rings.back() * s > 2)
                throw Severe(rings.back(), s);
        }
        return rings[0] * rings[1] * rings[2];
    }
};

static double casts(const double *x, int n)
{
    std::vector<std::unique_ptr<Shape>> all;
    for (int i = 0; i < n; i++)
        if (i & 1)
            all.emplace_back(new Square(x[i]));
        else
            all.emplace_back(new Disc(x[i]));
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double kept = x[i];
        try {
            Effect e{kept, x[i]};
            const Square &s = dynamic_cast<const Square &>(*all[i]);
            sum += s.side * s.area(x[0]);
        } catch (const std::bad_cast &) {
            sum += kept * 2;
        } catch (const Error &e) {
            sum += e.cost() * kept;
        }
    }
    return sum;
}

static double through_function(const double *x, int n)
{
    double log = 1, sum = 0;
    std::vector<std::function<double(double)>> steps;
    Disc d(x[0]);
    steps.push_back([&](double v) { return d.area(v) * log; });
    steps.push_back([&log](double v) {
        Effect e{log, v};
        return fail(v);
    });
    steps.push_back([&](double v) {
        try {
            return steps[1](v) + 1;
        } catch (const Located &) {
            log *= v;
            return steps[0](v * 0.1);
        }
    });
    for (int i = 0; i < n; i++)
        for (auto &s : steps)
            try {
                sum += s(x[i]);
            } catch (const Error &e) {
                sum += e.cost();
            }
    return sum * log;
}

static double heap_in_loops(const double *x, int n)
{
    double sum = 0, state = 0.5;
    for (int k = 0; k < 6; k++) {
        double *block = new double[n];
        std::unique_ptr<double[]> owned(new double[k + 1]);
        try {
            for (int i = 0; i < n; i++) {
                block[i] = x[i] * state;
                owned[i % (k + 1)] = block[i] * k;
                std::string text(40, 'x');
                if (block[i] > 1.2 - 0.1 * k)
                    throw std::make_pair(block[i], owned[0]);
                state = 0.6 * state + 0.5 * fail(block[i] * 0.5);
            }
            sum += block[n - 1];
        } catch (const std::pair<double, double> &p) {
            sum += p.first * p.second;
            state = p.first * 0.4;
        } catch (Error &e) {
            sum += e.cost();
            delete[] block;
            continue;
        }
        delete[] block;
    }
    return sum;
}

// An exception that leaves a destructor's callee is caught there; uncaught_exceptions tells that
// one is on its way.
struct Saver {
    double &to, v;
    ~Saver()
    {
        try {
            to += fail(v);
        } catch (const Error &e) {
            to += std::uncaught_exceptions() ? e.cost() : -e.cost();
        }
    }
};

static double while_unwinding(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        try {
            Saver s{sum, x[n - 1 - i]};
            sum += fail(x[i]) * 2;
        } catch (const Error &e) {
            sum *= e.amount;
        }
    return sum;
}

int main()
{
    const double x[6] = {0.9, 1.2, 1.5, 0.4, 0.7, 0.3};
    ORACLE_GRADIENT(through_frames, x, 6);
    ORACLE_GRADIENT(members, x, 6);
    ORACLE_GRADIENT(function_try, x, 6);
    ORACLE_GRADIENT(casts, x, 6);
    ORACLE_GRADIENT(through_function, x, 6);
    ORACLE_GRADIENT(heap_in_loops, x, 6);
    ORACLE_GRADIENT(while_unwinding, x, 6);
    return oracle_result();
}
