// A feed-forward network, as C++ programs write one: layers in a vector, activations behind
// a virtual function. Nothing here knows of derivatives.
#ifndef NETWORK_H
#define NETWORK_H

#include <cstddef>
#include <memory>
#include <vector>

struct Activation {
    virtual ~Activation() = default;
    virtual double operator()(double v) const = 0;
};

struct Tanh : Activation {
    double operator()(double v) const override;
};

struct Identity : Activation {
    double operator()(double v) const override;
};

class Layer
{
  public:
    // Weights from `random`, a generator of numbers in [-1, 1).
    Layer(std::size_t inputs, std::size_t outputs, std::shared_ptr<const Activation> activation,
          double (*random)());

    std::vector<double> operator()(const std::vector<double> &in) const;

    // Weights, row by row, then biases.
    std::vector<double> parameters;

  private:
    std::size_t inputs_, outputs_;
    std::shared_ptr<const Activation> activation_;
};

class Network
{
  public:
    explicit Network(double (*random)());

    double operator()(double x, double y) const;

    std::vector<Layer> layers;
};

struct Sample {
    double x, y, value;
};

// Mean of the squared errors over the samples.
double loss(const Network &network, const std::vector<Sample> &samples);

#endif
