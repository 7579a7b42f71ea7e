// Rows of the table of interface.c for the forms of entry points in C++ (<enzyme/enzyme>).
#include "interface.h"

#include <cmath>
#include <cstddef>
#include <cstring>
#include <enzyme/enzyme>

namespace entries = enzyme::entries;
using enzyme::Const;
using enzyme::Duplicated;

namespace
{
enum { N = 10000, WIDTH = 8 };
double x[N], v[WIDTH][N], g[WIDTH][N];
entries::Lanes<double, WIDTH> lanes;
volatile double sink;

double middle(const double *p, int n)
{
    double sum = 0;
    for (int i = 1; i + 1 < n; i++)
        sum += p[i] * (p[i - 1] + p[i + 1]) / (1 + p[i] * p[i]);
    return sum;
}
void middle_primal()
{
    sink = middle(x, N);
}

void clear()
{
    std::memset(g[0], 0, sizeof g[0]);
}
void gradient()
{
    clear();
    enzyme::autodiff<enzyme::Reverse>(middle, Duplicated<const double *>{x, g[0]}, Const{int{N}});
}
void tangent()
{
    auto [t] = enzyme::autodiff<enzyme::Forward>(middle, Duplicated<const double *>{x, v[0]},
                                                 Const{int{N}});
    lanes[0] = t;
}
// The shadow of an object that the function takes by reference.
struct points {
    double at[N];
};
points p, dp;
double of_points(const points &q)
{
    return middle(q.at, N);
}
void object_gradient()
{
    std::memset(&dp, 0, sizeof dp);
    enzyme::autodiff<enzyme::Reverse>(of_points, Duplicated<const points &>{p, dp});
}
void lambda_gradient()
{
    clear();
    double factor = 1;
    enzyme::autodiff<enzyme::Reverse>(
        [factor](const double *q, int n) { return factor * middle(q, n); },
        Duplicated<const double *>{x, g[0]}, Const{int{N}});
}
void halves()
{
    clear();
    auto first = entries::augmented(middle, Duplicated<const double *>{x, g[0]}, Const{int{N}});
    entries::reverse(middle, first, Duplicated<const double *>{x, g[0]}, Const{int{N}});
}
alignas(16) char tape[1 << 10];
void halves_in_place()
{
    clear();
    auto first =
        entries::augmented_in(tape, middle, Duplicated<const double *>{x, g[0]}, Const{int{N}});
    entries::reverse(middle, first, Duplicated<const double *>{x, g[0]}, Const{int{N}});
}
void tangents()
{
    auto [value, t] = entries::forward_wide<WIDTH>(
        middle, entries::Strided<const double>{x, v[0], sizeof v[0]}, Const{int{N}});
    sink = value;
    lanes = t;
}
const entries::Lanes<double, WIDTH> adjoints = {{1, 2, 3, 4, 5, 6, 7, 8}};
void gradients()
{
    std::memset(g, 0, sizeof g);
    entries::reverse_wide(middle, adjoints, entries::Strided<const double>{x, g[0], sizeof g[0]},
                          Const{int{N}});
}
void error()
{
    clear();
    lanes[0] = entries::error_estimate(middle, Duplicated<const double *>{x, g[0]}, Const{int{N}});
}
void truncated()
{
    sink = entries::truncate_op<64, 32>(middle)(x, N);
}

double polynomial(double a, const double *q, int n)
{
    double s = 0, t = 1;
    for (int i = 0; i < n; i++) {
        s = s * a + q[i] / (1 + t * t);
        t = 0.5 * t + a * s;
    }
    return s + t;
}
void batch_primal()
{
    double s = 0;
    for (int i = 0; i < WIDTH; i++)
        s += polynomial(x[i], x, 1000);
    sink = s;
}
void batch()
{
    lanes = entries::batch<WIDTH>(polynomial, entries::Buffer{&x[0], sizeof x[0]},
                                  entries::Scalar<const double *>{x}, entries::Scalar{1000});
}
} // namespace

extern const struct entry cxx_entries[] = {
    {"autodiff<Reverse>", "middle", middle_primal, nullptr, gradient, 1, ""},
    {"autodiff<Forward>", "middle", middle_primal, nullptr, tangent, 1, ""},
    {"autodiff, a reference", "middle", middle_primal, nullptr, object_gradient, 1, ""},
    {"autodiff, a lambda", "middle", middle_primal, nullptr, lambda_gradient, 1, ""},
    {"augmented, reverse", "middle", middle_primal, nullptr, halves, 1, ""},
    {"augmented_in, reverse", "middle", middle_primal, nullptr, halves_in_place, 1, ""},
    {"forward_wide", "middle", middle_primal, nullptr, tangents, 1, "8 directions"},
    {"reverse_wide", "middle", middle_primal, nullptr, gradients, 1, "8 adjoints"},
    {"error_estimate, C++", "middle", middle_primal, nullptr, error, 1, ""},
    {"batch, C++", "polynomial", batch_primal, nullptr, batch, 1, "of 8 calls"},
    {"truncate_op", "middle", middle_primal, nullptr, truncated, 1, ""},
};
const int cxx_entry_count = sizeof cxx_entries / sizeof *cxx_entries;

void prepare_cxx(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = p.at[i] = std::sin(0.7 * i) + 0.2 * std::cos(0.31 * i);
        for (int lane = 0; lane < WIDTH; lane++)
            v[lane][i] = 0.3 * std::cos(0.11 * i + lane);
    }
}

namespace
{
double along(int lane, const double *by)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += by[i] * v[lane][i];
    return sum;
}
bool gradient_fits(const char *name, run *derive, const double *by, double wanted)
{
    derive();
    return is_right(name, "", near(along(0, by), wanted, 1e-6));
}
bool check_wide()
{
    static double one[N];
    bool forward = true, reverse = true;
    gradient();
    std::memcpy(one, g[0], sizeof one);
    tangents();
    for (int lane = 0; lane < WIDTH; lane++)
        forward &= near(lanes[lane], along(lane, one), 1e-10);
    gradients();
    for (int lane = 0; lane < WIDTH; lane++)
        for (int i = 0; i < N; i++)
            reverse &= near(g[lane][i], (lane + 1) * one[i], 1e-12);
    return is_right("forward_wide", "", forward) & is_right("reverse_wide", "", reverse);
}
} // namespace

bool check_cxx(void)
{
    static double up[N], down[N];
    const double h = 1e-4;
    for (int k = 0; k < N; k++)
        up[k] = x[k] + h * v[0][k], down[k] = x[k] - h * v[0][k];
    const double slope = (middle(up, N) - middle(down, N)) / (2 * h);
    bool ok = gradient_fits("autodiff<Reverse>", gradient, g[0], slope);
    ok &= gradient_fits("autodiff, a reference", object_gradient, dp.at, slope);
    ok &= gradient_fits("autodiff, a lambda", lambda_gradient, g[0], slope);
    ok &= gradient_fits("augmented, reverse", halves, g[0], slope);
    ok &= gradient_fits("augmented_in, reverse", halves_in_place, g[0], slope);
    tangent();
    ok &= is_right("autodiff<Forward>", "", near(lanes[0], slope, 1e-6));
    ok &= check_wide();
    error();
    ok &= is_right("error_estimate, C++", "", lanes[0] > 1e-13 && lanes[0] < 1e-6);
    truncated();
    ok &= is_right("truncate_op", "", near(sink, middle(x, N), 1e-5));
    double sum = 0;
    batch_primal();
    batch();
    for (int i = 0; i < WIDTH; i++)
        sum += lanes[i];
    return ok & is_right("batch, C++", "", near(sum, sink, 1e-12));
}
