// A Kalman filter for a particle with damped velocity, of which the position is measured.
#ifndef FILTER_H
#define FILTER_H

#include <Eigen/Dense>
#include <vector>

// damping per second, standard deviations of the force and of a measurement.
struct Model {
    double damping, force, noise;
};

// Negative logarithm of the likelihood of measurements every `step` seconds. Throws
// std::domain_error if the model makes no sense.
double surprise(const Model &model, const std::vector<double> &measured, double step);

#endif
