// Neural network with layers behind an interface, parameters in one span, softmax and batches.
#include "oracle.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

struct Layer {
    virtual ~Layer() = default;
    virtual std::vector<double> forward(std::span<const double> in) = 0;
    virtual std::size_t params() const
    {
        return 0;
    }
};
struct Dense : Layer {
    std::span<const double> w;
    std::size_t in, out;
    Dense(std::span<const double> p, std::size_t i, std::size_t o) : w(p), in(i), out(o)
    {
    }
    std::size_t params() const override
    {
        return (in + 1) * out;
    }
    std::vector<double> forward(std::span<const double> x) override
    {
        std::vector<double> y(out);
        for (std::size_t o = 0; o < out; o++)
            y[o] = std::inner_product(x.begin(), x.end(), w.subspan(o * (in + 1)).begin(),
                                      w[o * (in + 1) + in]);
        return y;
    }
};
template <class F> struct Act : Layer {
    F f;
    explicit Act(F g) : f(g)
    {
    }
    std::vector<double> forward(std::span<const double> x) override
    {
        std::vector<double> y(x.size());
        std::ranges::transform(x, y.begin(), f);
        return y;
    }
};
struct Softmax : Layer {
    std::vector<double> forward(std::span<const double> x) override
    {
        double m = *std::ranges::max_element(x), s = 0;
        std::vector<double> y(x.begin(), x.end());
        for (auto &e : y)
            s += e = std::exp(e - m);
        for (auto &e : y)
            e /= s;
        return y;
    }
};
static double loss(const double *p, int n)
{
    std::span<const double> all(p, static_cast<std::size_t>(n));
    std::vector<std::unique_ptr<Layer>> net;
    net.push_back(std::make_unique<Dense>(all.first(9), 2, 3));
    auto act = [](double v) { return std::tanh(v); };
    net.push_back(std::make_unique<Act<decltype(act)>>(act));
    net.push_back(std::make_unique<Dense>(all.subspan(9), 3, 2));
    net.push_back(std::make_unique<Softmax>());
    static constexpr std::array<std::array<double, 2>, 3> data{
        {{0.1, 0.9}, {0.5, -0.3}, {-0.7, 0.2}}};
    double total = 0;
    std::size_t k = 0;
    for (auto &row : data) {
        std::vector<double> v(row.begin(), row.end());
        for (auto &l : net)
            v = l->forward(v);
        total -= std::log(v.at(k++ % 2));
    }
    return total / data.size();
}
int main()
{
    double x[17];
    oracle_random(x, 17, 5);
    ORACLE_GRADIENT(loss, x, 17);
    return oracle_result();
}
