#include "network.h"

#include <cmath>
#include <utility>

double Tanh::operator()(double v) const
{
    return std::tanh(v);
}

double Identity::operator()(double v) const
{
    return v;
}

Layer::Layer(std::size_t inputs, std::size_t outputs, std::shared_ptr<const Activation> activation,
             double (*random)())
    : parameters((inputs + 1) * outputs), inputs_(inputs), outputs_(outputs),
      activation_(std::move(activation))
{
    for (double &p : parameters)
        p = random() / std::sqrt(static_cast<double>(inputs));
}

std::vector<double> Layer::operator()(const std::vector<double> &in) const
{
    std::vector<double> out;
    const double *bias = &parameters[inputs_ * outputs_];
    for (std::size_t i = 0; i < outputs_; i++) {
        double sum = bias[i];
        for (std::size_t k = 0; k < inputs_; k++)
            sum += parameters.at(i * inputs_ + k) * in.at(k);
        out.push_back((*activation_)(sum));
    }
    return out;
}

Network::Network(double (*random)())
{
    auto tanh = std::make_shared<Tanh>();
    layers.emplace_back(2, 12, tanh, random);
    layers.emplace_back(12, 12, tanh, random);
    layers.emplace_back(12, 1, std::make_shared<Identity>(), random);
}

double Network::operator()(double x, double y) const
{
    std::vector<double> values{x, y};
    for (const Layer &layer : layers)
        values = layer(values);
    return values.front();
}
