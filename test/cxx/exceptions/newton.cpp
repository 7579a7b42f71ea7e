// A Newton solver that throws when it diverges, retried with a smaller step; the failure's state
// seeds the next attempt.
#include "oracle.h"
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <vector>

struct Divergence : std::runtime_error {
    double last, damping;
    int iterations;
    Divergence(double l, double d, int it)
        : std::runtime_error("diverged"), last(l), damping(d), iterations(it)
    {
    }
};

static std::mutex lock;
static int evaluations;

static double residual(double u, double p)
{
    std::lock_guard<std::mutex> guard(lock);
    evaluations++;
    if (!(std::fabs(u) < 50))
        throw std::domain_error("out of range");
    return std::atan(u) * 2 - p;
}

static double newton(double u, double p, double damping)
{
    std::vector<double> history{u};
    for (int it = 0; it < 60; it++) {
        double r;
        try {
            r = residual(u, p);
        } catch (const std::domain_error &) {
            throw Divergence(history[0] * 0.5 + 0.1 * p, damping, it);
        }
        if (std::fabs(r) < 1e-13)
            return u;
        double slope = 2 / (1 + u * u);
        u -= damping * r / slope;
        history.push_back(u);
    }
    throw Divergence(u, damping, 60);
}

static double solve(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double start = 3 * x[i], damping = 1;
        for (int attempt = 0;; attempt++) {
            try {
                double u = newton(start, x[i], damping);
                sum += u * u + start * 0.01;
                break;
            } catch (const Divergence &d) {
                if (attempt > 6)
                    throw;
                start = d.last;
                damping = d.damping * 0.5;
            }
        }
    }
    return sum;
}

static bool leaves(double at, double *dx)
{
    double x[1] = {at};
    try {
        __enzyme_autodiff((void *)solve, enzyme_dup, x, dx, enzyme_const, 1);
    } catch (const Divergence &d) {
        return d.damping < 0.02 && lock.try_lock() && (lock.unlock(), true);
    }
    return false;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(solve, x, 4);
    double dx[1] = {0};
    CHECK_THAT(leaves(3.5, dx));
    CHECK_THAT(leaves(3.3, dx));
    return oracle_result();
}
