// Exceptions with numbers derived from std classes, several bases, virtual bases, caught by base;
// function-try-blocks; destructors that throw.
#include "oracle.h"
#include <cmath>
#include <exception>
#include <stdexcept>
#include <string>

struct Solver : std::exception {
    double residual;
    explicit Solver(double r) : residual(r)
    {
    }
    const char *what() const noexcept override
    {
        return "solver";
    }
};
struct Tagged {
    double tag = 2;
    virtual ~Tagged() = default;
};
struct Diverged : Tagged, Solver {
    double step;
    Diverged(double r, double s) : Solver(r), step(s)
    {
    }
};
struct Virt : virtual Solver {
    explicit Virt(double r) : Solver(r)
    {
    }
};
struct Both : Virt, virtual Tagged {
    explicit Both(double r) : Solver(r * 2), Virt(r)
    {
        tag = r * r;
    }
};

static void thrower(double v, int k)
{
    switch (k) {
    case 0: throw Solver(v * v);
    case 1: throw Diverged(v * 3, std::sin(v));
    case 2: throw Both(v);
    case 3: throw std::runtime_error(std::string("kind ") + std::to_string(k));
    }
}

static double kind(const double *x, int n)
{
    double sum = 0;
    for (int k = 0; k < 5; k++) {
        try {
            thrower(x[k % n] * x[0], k);
            sum += x[0];
        } catch (Solver &s) {
            sum += s.residual;
            if (const Diverged *d = dynamic_cast<const Diverged *>(&s))
                sum += d->step * d->tag;
            if (const Tagged *t = dynamic_cast<const Tagged *>(&s))
                sum += t->tag * x[1];
        } catch (const std::exception &e) {
            sum += x[2] * static_cast<double>(std::string(e.what()).size());
        }
    }
    return sum;
}

/* function-try-blocks, of a function and of a constructor. */
static double whole(double v)
try {
    if (v > 1)
        throw Solver(v * v * v);
    return v;
} catch (const Solver &s) {
    return s.residual;
}

struct Part {
    double v;
    explicit Part(double w) : v(w)
    {
        if (w > 2)
            throw Solver(w * w);
    }
};
struct Holder {
    double before;
    Part part;
    explicit Holder(double w)
    try : before(w), part(w * 2) {
    } catch (Solver &s) {
        s.residual += 1;
    }
};
static double held(double v)
{
    try {
        Holder h(v);
        return h.part.v * h.before;
    } catch (const Solver &s) {
        return s.residual;
    }
}

/* A destructor that throws. */
struct Checked {
    double *total;
    explicit Checked(double *t) : total(t)
    {
    }
    ~Checked() noexcept(false)
    {
        if (*total > 1 && !std::uncaught_exceptions())
            throw Solver(*total * 3);
    }
};
static double checked(double v)
{
    double total = v;
    try {
        Checked c(&total);
        total *= v;
    } catch (const Solver &s) {
        return s.residual;
    }
    return total;
}

int main()
{
    const double x[3] = {0.9, 1.2, 1.5};
    ORACLE_GRADIENT(kind, x, 3);
    ORACLE_SCALAR_IS(whole, 0.5, 1);
    ORACLE_SCALAR_IS(whole, 1.5, 3 * 1.5 * 1.5);
    ORACLE_SCALAR_IS(held, 0.5, 2);
    ORACLE_SCALAR_IS(held, 1.5, 8 * 1.5);
    ORACLE_SCALAR_IS(checked, 0.5, 1);
    ORACLE_SCALAR_IS(checked, 1.5, 9);
    return oracle_result();
}
