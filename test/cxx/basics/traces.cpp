// Probabilistic programs from C++: templates, containers in the model, an exception that leaves a
// run, results that are objects.
#include <array>
#include <cmath>
#include <enzcc/enzcc.h>
#include <enzcc/trace.h>
#include <enzyme/enzyme>
#include <memory>
#include <stdexcept>
#include <vector>
#include "oracle.h"

template <typename T, typename... P>
T __enzyme_sample(T (*)(P...), double (*)(P..., T), const char *, P...);
template <typename T, typename... P> T __enzyme_observe(T, double (*)(P..., T), const char *, P...);
template <typename R, typename... T> R __enzyme_trace(T...);
template <typename R, typename... T> R __enzyme_condition(T...);

static double laplace(double at, double scale)
{
    static int n;
    return at + scale * (n++ % 3 - 1.5);
}
static double laplace_logpdf(double at, double scale, double x)
{
    return -std::abs(x - at) / scale - std::log(2 * scale);
}
static long pick(int n)
{
    return n / 2;
}
static double pick_logp(int n, long)
{
    return -std::log(n);
}

struct fit {
    std::vector<double> weights;
    long picked;
};

static fit model(const std::vector<double> &data, double scale)
{
    fit f{{}, __enzyme_sample<long, int>(pick, pick_logp, "picked", 4)};
    for (double y : data) {
        f.weights.push_back(
            __enzyme_sample<double, double, double>(laplace, laplace_logpdf, "w", y, scale));
        if (f.weights.back() > 100)
            throw std::range_error("far");
        __enzyme_observe<double, double, double>(y, laplace_logpdf, "y",
                                                 f.weights.back() * f.picked, 2.0);
    }
    return f;
}

using trace = std::unique_ptr<enz_trace, void (*)(enz_trace *)>;

int main()
{
    std::vector<double> data = {1, 2.5, -3};
    trace t(enz_trace_new(), enz_trace_free), d(enz_trace_new(), enz_trace_free);
    double l = 0, score = 0;
    fit f = __enzyme_trace<fit>((void *)model, &data, 0.5, enzyme_trace, t.get(), enzyme_likelihood,
                                &l);
    CHECK_THAT(f.picked == 2 && f.weights.size() == 3);
    score = pick_logp(4, 2);
    for (int i = 0; i < 3; i++) {
        CHECK(f.weights[i], enz_trace_value(t.get(), "w", i));
        score += laplace_logpdf(data[i], 0.5, f.weights[i]) +
                 laplace_logpdf(2 * f.weights[i], 2, data[i]);
    }
    CHECK(l, score);

    double seed = 1, again = 0;
    __enzyme_condition<void>((void *)model, enzyme_const, &data, enzyme_const, 0.5,
                             enzyme_const_return, enzyme_observations, t.get(), enzyme_duptrace,
                             d.get(), enzyme_duplikelihood, &again, &seed);
    CHECK(again, score);
    for (int i = 0; i < 3; i++) {
        double w = f.weights[i], y = data[i];
        CHECK(enz_trace_gradient(d.get(), "w", i), (w > y ? -2 : 2) + (2 * w > y ? -1 : 1));
    }

    bool thrown = false;
    enz_trace_set(t.get(), "w", 1, 1000);
    try {
        __enzyme_condition<fit>((void *)model, &data, 0.5, enzyme_observations, t.get(),
                                enzyme_trace, d.get());
    } catch (const std::range_error &) {
        thrown = true;
    }
    CHECK_THAT(thrown);
    CHECK(enz_trace_value(d.get(), "w", 0), f.weights[0]);
    return oracle_result();
}
