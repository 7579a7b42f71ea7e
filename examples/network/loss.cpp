#include "network.h"

#include <numeric>

double loss(const Network &network, const std::vector<Sample> &samples)
{
    double sum = std::accumulate(samples.begin(), samples.end(), 0.0,
                                 [&network](double so_far, const Sample &s) {
                                     const double error = network(s.x, s.y) - s.value;
                                     return so_far + error * error;
                                 });
    return sum / static_cast<double>(samples.size());
}
