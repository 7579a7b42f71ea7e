// Fits the parameters of a Kalman filter to measurements: gradient descent on the logarithms
// of damping, force and noise, with a step that halves when it does not help.
#include "filter.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <enzyme/enzyme>
#include <random>

static const double step = 0.1;

static std::vector<double> simulate(const Model &model, int n)
{
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    double x = 0, v = 1;
    std::vector<double> measured;
    for (int i = 0; i < n; i++) {
        const double keep = std::exp(-model.damping * step), push = model.force * normal(random);
        x += (1 - keep) / model.damping * v + step * step / 2 * push;
        v = keep * v + step * push;
        measured.push_back(x + model.noise * normal(random));
    }
    return measured;
}

static double objective(const std::array<double, 3> &logs, const std::vector<double> &measured)
{
    return surprise({std::exp(logs[0]), std::exp(logs[1]), std::exp(logs[2])}, measured, step);
}

static std::array<double, 3> gradient(const std::array<double, 3> &logs,
                                      const std::vector<double> &measured)
{
    std::array<double, 3> g{};
    enzyme::autodiff<enzyme::Reverse>(objective,
                                      enzyme::Duplicated<const std::array<double, 3> &>{logs, g},
                                      enzyme::Const<const std::vector<double> &>{measured});
    return g;
}

static double check(std::array<double, 3> logs, const std::vector<double> &measured)
{
    const std::array<double, 3> g = gradient(logs, measured);
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        const double old = logs[i], h = 1e-5;
        logs[i] = old + h;
        const double up = objective(logs, measured);
        logs[i] = old - h;
        const double down = objective(logs, measured);
        logs[i] = old;
        worst = std::fmax(worst, std::fabs((up - down) / (2 * h) - g[i]) / (1 + std::fabs(g[i])));
    }
    return worst;
}

int main()
{
    const Model truth{0.5, 2, 0.3};
    const std::vector<double> measured = simulate(truth, 400);
    std::array<double, 3> logs{0, 0, 0};
    const double error = check(logs, measured);
    std::printf("gradient against differences: %.1e\n", error);
    double value = objective(logs, measured), rate = 1e-2;
    for (int i = 0; i < 300; i++) {
        const std::array<double, 3> g = gradient(logs, measured);
        std::array<double, 3> next = logs;
        for (int k = 0; k < 3; k++)
            next[k] -= rate * g[k];
        const double now = objective(next, measured);
        if (now < value)
            logs = next, value = now, rate *= 1.3;
        else
            rate /= 2;
    }
    std::printf("damping %.2f force %.2f noise %.2f (true: %.2f %.2f %.2f)\n", std::exp(logs[0]),
                std::exp(logs[1]), std::exp(logs[2]), truth.damping, truth.force, truth.noise);
    const bool found = std::fabs(std::exp(logs[1]) - truth.force) < 0.5 &&
                       std::fabs(std::exp(logs[2]) - truth.noise) < 0.05;
    return error < 1e-6 && found ? 0 : 1;
}
