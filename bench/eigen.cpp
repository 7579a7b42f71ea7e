// An Eigen-heavy unit for bench/compile-time: a Gaussian process, a ridge regression by
// three decompositions and a nonlinear filter. With -DGRADIENT all of them are
// differentiated, otherwise they are only called.
#include <Eigen/Dense>
#include <cmath>
#include <cstdio>

using Eigen::Matrix2d;
using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector4d;
using Eigen::VectorXd;

// Negative logarithm of the likelihood of a Gaussian process with a squared exponential kernel.
static double process(const double *p, int n)
{
    const Eigen::Map<const VectorXd> points(p, n), values(p + n, n);
    const double length = std::exp(0.1 * p[0]), noise = 0.1 + p[1] * p[1];
    MatrixXd kernel(n, n);
    for (int i = 0; i < n; i++)
        kernel.col(i) = (-(points.array() - points(i)).square() / (2 * length * length)).exp();
    kernel.diagonal().array() += noise;
    const Eigen::LLT<MatrixXd> cholesky(kernel);
    const MatrixXd l = cholesky.matrixL();
    return 0.5 * values.dot(cholesky.solve(values)) + l.diagonal().array().log().sum();
}

// Distance of three solutions of a least squares problem with different penalties.
static double regression(const double *p, int n)
{
    const Eigen::Map<const VectorXd> points(p, n), values(p + n, n);
    MatrixXd design(n, 4);
    design.col(0).setOnes();
    for (int k = 1; k < 4; k++)
        design.col(k) = design.col(k - 1).cwiseProduct(points);
    const MatrixXd normal = design.transpose() * design + 0.1 * MatrixXd::Identity(4, 4);
    const VectorXd right = design.transpose() * values;
    const VectorXd a = normal.partialPivLu().solve(right);
    const VectorXd b = normal.ldlt().solve(2 * right);
    const VectorXd c = design.householderQr().solve(values);
    return (a - b).squaredNorm() + (b - c).array().abs().sum() + (design * c - values).norm();
}

// Sum of the surprises of an extended Kalman filter of a pendulum.
static double filter(const double *p, int n)
{
    Vector2d state(p[0], 0);
    Matrix2d spread = Matrix2d::Identity(), noise = 0.01 * Matrix2d::Identity();
    const Eigen::RowVector2d observe(1, 0);
    double sum = 0;
    for (int i = 0; i < n; i++) {
        Matrix2d step;
        step << 1, 0.1, -0.1 * std::cos(state(0)), 0.99;
        state = Vector2d(state(0) + 0.1 * state(1), 0.99 * state(1) - 0.1 * std::sin(state(0)));
        spread = step * spread * step.transpose() + noise;
        const double s = (observe * spread * observe.transpose())(0, 0) + 0.1,
                     off = p[n + i] - observe * state;
        const Vector2d gain = spread * observe.transpose() / s;
        state += gain * off;
        spread = (Matrix2d::Identity() - gain * observe) * spread;
        sum += 0.5 * (std::log(s) + off * off / s);
    }
    return sum;
}

// A rigid motion and its inverse.
static double motion(const double *p, int n)
{
    Matrix4d whole = Matrix4d::Identity();
    for (int i = 0; i + 2 < n; i++) {
        Eigen::Affine3d one = Eigen::Affine3d::Identity();
        one.rotate(Eigen::AngleAxisd(p[i], Eigen::Vector3d(1, p[i + 1], 0.5).normalized()));
        one.translate(Eigen::Vector3d(p[i], 0.3, p[i + 2]));
        whole = whole * one.matrix();
    }
    const Matrix4d back = whole.inverse();
    return (back * Vector4d(1, 2, 3, 1)).squaredNorm() + whole.determinant();
}

#ifdef GRADIENT
extern int enzyme_dup, enzyme_const;
double __enzyme_autodiff(void *, ...);
#endif

typedef double objective(const double *, int);

template <objective *f> static double use(const VectorXd &at, int n)
{
#ifdef GRADIENT
    VectorXd gradient = VectorXd::Zero(at.size());
    __enzyme_autodiff((void *)f, enzyme_dup, at.data(), gradient.data(), enzyme_const, n);
    const VectorXd way = VectorXd::LinSpaced(at.size(), -1, 1);
    const VectorXd up = at + 1e-6 * way, down = at - 1e-6 * way;
    const double expected = (f(up.data(), n) - f(down.data(), n)) / 2e-6;
    return std::fabs(expected - gradient.dot(way)) / (1 + std::fabs(expected));
#else
    return std::isfinite(f(at.data(), n)) ? 0 : 1;
#endif
}

int main()
{
    const int n = 12;
    VectorXd at(2 * n);
    for (int i = 0; i < 2 * n; i++)
        at(i) = std::sin(1.3 * i) + 0.2 * i;
    const double worst = std::fmax(std::fmax(use<process>(at, n), use<regression>(at, n)),
                                   std::fmax(use<filter>(at, n), use<motion>(at, n)));
    if (worst > 1e-5)
        std::printf("%g\n", worst);
    return worst > 1e-5;
}
