// A network whose layers are matrices in a vector in a struct; its gradient is another struct, made
// for it.
#include "oracle.h"
#include <Eigen/Dense>
#include <vector>

struct network {
    std::vector<Eigen::MatrixXd> weights;
    std::vector<Eigen::VectorXd> biases;
    double decay;
};

static network make(const std::vector<int> &sizes, unsigned seed)
{
    network n;
    for (size_t i = 0; i + 1 < sizes.size(); i++) {
        Eigen::MatrixXd w(sizes[i + 1], sizes[i]);
        Eigen::VectorXd b(sizes[i + 1]);
        oracle_random(w.data(), int(w.size()), seed + unsigned(i));
        oracle_random(b.data(), int(b.size()), seed + 50 + unsigned(i));
        n.weights.push_back(w);
        n.biases.push_back(b);
    }
    n.decay = 0.01 * seed;
    return n;
}

static double loss(const network &n, const Eigen::MatrixXd &inputs, const Eigen::MatrixXd &targets)
{
    Eigen::MatrixXd a = inputs;
    double penalty = 0;
    for (size_t i = 0; i < n.weights.size(); i++) {
        a = ((n.weights[i] * a).colwise() + n.biases[i]).eval();
        if (i + 1 < n.weights.size())
            a = a.array().tanh();
        penalty += n.weights[i].squaredNorm();
    }
    Eigen::RowVectorXd top = a.colwise().maxCoeff();
    Eigen::MatrixXd e = (a.rowwise() - top).array().exp();
    Eigen::RowVectorXd sums = e.colwise().sum();
    double cross =
        -(targets.array() * (a.rowwise() - top).array()).sum() + sums.array().log().sum();
    return cross / double(inputs.cols()) + n.decay * penalty;
}

static network moved(const network &n, const network &d, double t)
{
    network m = n;
    for (size_t i = 0; i < n.weights.size(); i++) {
        m.weights[i] += t * d.weights[i];
        m.biases[i] += t * d.biases[i];
    }
    m.decay += t * d.decay;
    return m;
}

static double product(const network &a, const network &b)
{
    double s = a.decay * b.decay;
    for (size_t i = 0; i < a.weights.size(); i++)
        s += a.weights[i].cwiseProduct(b.weights[i]).sum() + a.biases[i].dot(b.biases[i]);
    return s;
}

int main()
{
    const std::vector<int> sizes = {3, 5, 4, 2};
    network n = make(sizes, 3), v = make(sizes, 7), g = moved(n, n, -1);
    Eigen::MatrixXd inputs(3, 6), targets = Eigen::MatrixXd::Zero(2, 6);
    oracle_random(inputs.data(), 18, 5);
    for (int i = 0; i < 6; i++)
        targets(i % 2, i) = 1;
    __enzyme_autodiff((void *)loss, enzyme_dup, &n, &g, enzyme_const, &inputs, enzyme_const,
                      &targets);
    double along = __enzyme_fwddiff((void *)loss, enzyme_dup, &n, &v, enzyme_const, &inputs,
                                    enzyme_const, &targets);
    CHECK(product(g, v), along);
    const double h = 1e-4;
    CHECK_TOL(along,
              (loss(moved(n, v, h), inputs, targets) - loss(moved(n, v, -h), inputs, targets)) /
                  (2 * h),
              1e-6);
    for (int step = 0; step < 20; step++) {
        network d = moved(n, n, -1);
        __enzyme_autodiff((void *)loss, enzyme_dup, &n, &d, enzyme_const, &inputs, enzyme_const,
                          &targets);
        d.decay = 0;
        network next = moved(n, d, -0.1);
        CHECK_THAT(loss(next, inputs, targets) < loss(n, inputs, targets));
        n = next;
    }
    return oracle_result();
}
