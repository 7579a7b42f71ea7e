#include <cmath>
#include <cstdio>

extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);

struct too_large {
    double excess;
};

static double checked(double v, double limit)
{
    if (v > limit)
        throw too_large{v - limit};
    return v * v;
}

static double penalised(double x)
{
    try {
        return checked(x, 2);
    } catch (const too_large &e) {
        return 4 + std::exp(e.excess) * x;
    }
}

static double strict(double x)
{
    return checked(x, 1);
}

int main()
{
    std::printf("%g\n", __enzyme_autodiff((void *)penalised, 1.5)); // 2 x
    std::printf("%g\n", __enzyme_autodiff((void *)penalised, 2.0 + std::log(2.0)) /
                            2); // (x + 1) e^excess / 2
    try {
        __enzyme_autodiff((void *)strict, 3.0);
    } catch (const too_large &e) {
        std::printf("too large by %g\n", e.excess);
    }
}
