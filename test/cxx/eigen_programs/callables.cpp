// Matrices in lambdas and behind std::function; Map over the caller's arrays, written in place.
#include "oracle.h"
#include <Eigen/Dense>
#include <functional>
#include <vector>

typedef std::function<Eigen::VectorXd(const Eigen::VectorXd &)> field;

static Eigen::VectorXd march(const field &f, Eigen::VectorXd y, int steps, double h)
{
    for (int i = 0; i < steps; i++) {
        Eigen::VectorXd k1 = f(y), k2 = f(y + 0.5 * h * k1), k3 = f(y + 0.5 * h * k2),
                        k4 = f(y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return y;
}

static double flow(const double *x, int)
{
    Eigen::MatrixXd a = Eigen::Map<const Eigen::MatrixXd>(x, 3, 3);
    Eigen::VectorXd drift = a.col(2);
    std::vector<field> fields = {
        [a](const Eigen::VectorXd &y) -> Eigen::VectorXd { return a * y; },
        [&](const Eigen::VectorXd &y) -> Eigen::VectorXd { return drift - y.cwiseProduct(y); },
        [a, &drift](const Eigen::VectorXd &y) {
            return Eigen::VectorXd(a.transpose() * y.array().sin().matrix() + drift);
        },
    };
    Eigen::VectorXd y = a.row(0).transpose();
    for (const field &f : fields)
        y = march(f, y, 4, 0.1);
    return y.squaredNorm();
}

static void smooth(double *y, int n)
{
    Eigen::Map<Eigen::VectorXd> v(y, n);
    auto middle = v.segment(1, n - 2);
    for (int i = 0; i < 3; i++)
        middle += (0.2 * (v.head(n - 2) + v.tail(n - 2) - 2 * middle)).eval();
    Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>> m(y, 2, 2, Eigen::OuterStride<>(3));
    m = (m * m).eval();
    v /= v.norm();
}

int main()
{
    const double x[9] = {0.4, 0.3, -0.4, 0.5, 0.2, 0.1, -0.3, 0.1, 0.6};
    ORACLE_GRADIENT(flow, x, 9);
    ORACLE_INPLACE(smooth, x, 9);
    return oracle_result();
}
