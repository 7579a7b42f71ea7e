#include <cmath>
#include <cstdio>
#include <enzyme/enzyme>

namespace entries = enzyme::entries;

static double f(double x, double y)
{
    return x * x * std::sin(y);
}

int main()
{
    auto [value, tangents] = entries::forward_wide<2>(f, entries::Directions{1.5, {1.0, 0.0}},
                                                      entries::Directions{0.5, {0.0, 1.0}});
    std::printf("%.4f: %.4f %.4f\n", value, tangents[0], tangents[1]);

    entries::Lanes<double, 2> adjoints{{1, 10}};
    auto [gradients, same] =
        entries::reverse_wide(f, adjoints, enzyme::Active{1.5}, enzyme::Const{0.5});
    auto dx = enzyme::get<0>(gradients);
    std::printf("%.4f: %.4f %.4f\n", same, dx[0], dx[1]);

    alignas(16) char tape[64];
    if (entries::tape_size(f, enzyme::Active{1.5}, enzyme::Active{0.5}) > sizeof tape)
        return 1;
    auto first = entries::augmented_in(tape, f, enzyme::Active{1.5}, enzyme::Active{0.5});
    auto [gx, gy] = entries::reverse(f, first, enzyme::Active{1.5}, enzyme::Active{0.5});
    std::printf("%.4f %.4f\n", gx, gy);
}
