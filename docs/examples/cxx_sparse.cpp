#include <cstdio>
#include <enzcc/sparse.hpp>
#include <vector>

int main()
{
    // A chain: each number depends on its neighbours.
    const double stiffness = 2;
    auto energy = [&](const double *x) {
        double e = x[0] * x[0];
        for (int i = 0; i + 1 < 5; i++)
            e += stiffness * (x[i + 1] - x[i]) * (x[i + 1] - x[i]) / 2;
        return e;
    };
    std::vector<double> x{1, 2, 4, 7, 11}, g(5);
    enzcc::pattern pattern(enzcc::colouring::acyclic);
    enzcc::hessian_pattern(energy, x, pattern);
    std::vector<double> values(pattern.count());
    enzcc::hessian_values(energy, x, pattern, g, values);
    for (std::size_t i = 0; i < pattern.rows(); i++) {
        for (std::size_t e = pattern.start(i); e < pattern.start(i + 1); e++)
            std::printf("  [%zu] %g", pattern.column(e), values[e]);
        std::printf("\n");
    }
    std::printf("%zu products for %zu entries\n", pattern.colours(), pattern.count());
}
