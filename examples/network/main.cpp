// Trains the network on x * y by gradient descent with momentum. The network and its loss are
// in a static library; the gradient of the loss by all parameters is a network, too.
#include "network.h"

#include <cmath>
#include <cstdio>
#include <enzyme/enzyme>

static double random_number()
{
    static unsigned long long state = 88172645463325252u; // xorshift, Marsaglia 2003
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return static_cast<double>(state >> 11) / 4503599627370496.0 - 1;
}

static Network gradient(const Network &network, const std::vector<Sample> &samples)
{
    Network g = network;
    for (Layer &layer : g.layers)
        std::fill(layer.parameters.begin(), layer.parameters.end(), 0.0);
    enzyme::autodiff<enzyme::Reverse>(loss, enzyme::Duplicated<const Network &>{network, g},
                                      enzyme::Const<const std::vector<Sample> &>{samples});
    return g;
}

// The largest difference between the gradient and central differences, relative to its norm.
static double check(Network network, const std::vector<Sample> &samples)
{
    const Network g = gradient(network, samples);
    const double h = 1e-6;
    double worst = 0, norm = 0;
    for (std::size_t l = 0; l < g.layers.size(); l++)
        for (std::size_t i = 0; i < g.layers[l].parameters.size(); i++) {
            double &p = network.layers[l].parameters[i], old = p;
            p = old + h;
            const double up = loss(network, samples);
            p = old - h;
            const double down = loss(network, samples);
            p = old;
            worst = std::fmax(worst, std::fabs((up - down) / (2 * h) - g.layers[l].parameters[i]));
            norm += g.layers[l].parameters[i] * g.layers[l].parameters[i];
        }
    return worst / std::sqrt(norm);
}

int main()
{
    std::vector<Sample> samples;
    for (int i = 0; i < 60; i++) {
        const double x = random_number(), y = random_number();
        samples.push_back({x, y, x * y});
    }
    Network network(random_number), speed = network;
    for (Layer &layer : speed.layers)
        std::fill(layer.parameters.begin(), layer.parameters.end(), 0.0);

    const double error = check(network, samples), start = loss(network, samples);
    std::printf("gradient against differences: %.1e\n", error);
    for (int step = 0; step < 600; step++) {
        const Network g = gradient(network, samples);
        for (std::size_t l = 0; l < g.layers.size(); l++)
            for (std::size_t i = 0; i < g.layers[l].parameters.size(); i++) {
                double &v = speed.layers[l].parameters[i];
                v = 0.9 * v - 0.05 * g.layers[l].parameters[i];
                network.layers[l].parameters[i] += v;
            }
    }
    const double end = loss(network, samples);
    std::printf("loss %.4f before, %.4f after 600 steps\n", start, end);
    return error < 1e-6 && end < start / 20 ? 0 : 1;
}
