// Kernels in the C++ that people write: containers from the library, classes with operators.
#include "kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace
{

// ---- A class of matrices ----

class matrix
{
    int rows_, columns_;
    std::vector<double> data_;

  public:
    matrix(int rows, int columns) : rows_(rows), columns_(columns), data_(rows * columns)
    {
    }
    matrix(int rows, int columns, const double *from)
        : rows_(rows), columns_(columns), data_(from, from + rows * columns)
    {
    }

    int rows() const
    {
        return rows_;
    }
    int columns() const
    {
        return columns_;
    }
    double &operator()(int i, int j)
    {
        return data_[i * columns_ + j];
    }
    double operator()(int i, int j) const
    {
        return data_[i * columns_ + j];
    }
    const std::vector<double> &data() const
    {
        return data_;
    }
};

matrix operator*(const matrix &a, const matrix &b)
{
    matrix c(a.rows(), b.columns());
    for (int i = 0; i < a.rows(); i++)
        for (int k = 0; k < a.columns(); k++)
            for (int j = 0; j < b.columns(); j++)
                c(i, j) += a(i, k) * b(k, j);
    return c;
}

matrix operator+(matrix a, const matrix &b)
{
    for (int i = 0; i < a.rows(); i++)
        for (int j = 0; j < a.columns(); j++)
            a(i, j) += b(i, j);
    return a;
}

// ---- A grid ----

class grid
{
    int n;
    std::vector<double> now, next;

  public:
    grid(int side, const double *from) : n(side), now(from, from + side * side), next(now)
    {
    }

    void step()
    {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[i * n + j] =
                    0.6 * now[i * n + j] + 0.1 * (now[i * n + j - 1] + now[i * n + j + 1] +
                                                  now[(i - 1) * n + j] + now[(i + 1) * n + j]);
        std::swap(now, next);
    }

    void copy_to(double *to) const
    {
        std::copy(now.begin(), now.end(), to);
    }
};

// ---- A mixture model ----

double log_sum_exp(const std::vector<double> &v)
{
    double largest = *std::max_element(v.begin(), v.end()), sum = 0;
    for (double x : v)
        sum += std::exp(x - largest);
    return largest + std::log(sum);
}

struct mixture {
    int dimensions;
    std::vector<double> alpha, mean, factor;
    std::vector<double> diagonal, log_determinant;

    mixture(int d, int k, const double *p)
        : dimensions(d), alpha(p, p + k), mean(p + k, p + k + k * d),
          factor(p + k + k * d, p + k + k * d + k * d * (d + 1) / 2), diagonal(k * d),
          log_determinant(k)
    {
        for (int j = 0; j < k; j++)
            for (int i = 0; i < d; i++) {
                log_determinant[j] += factor[j * d * (d + 1) / 2 + i];
                diagonal[j * d + i] = std::exp(factor[j * d * (d + 1) / 2 + i]);
            }
    }

    double likelihood(int points, const double *x) const;
    double prior() const;
};

double mixture::likelihood(int points, const double *x) const
{
    const int d = dimensions, row = d * (d + 1) / 2;
    std::vector<double> term(alpha.size()), centred(d), image(d);
    double sum = 0;
    for (int i = 0; i < points; i++) {
        for (std::size_t j = 0; j < term.size(); j++) {
            const double *lower = &factor[j * row + d];
            for (int a = 0; a < d; a++) {
                centred[a] = x[i * d + a] - mean[j * d + a];
                image[a] = diagonal[j * d + a] * centred[a];
            }
            for (int a = 0; a < d; a++)
                for (int b = a + 1; b < d; b++)
                    image[b] += *lower++ * centred[a];
            double square = std::inner_product(image.begin(), image.end(), image.begin(), 0.0);
            term[j] = alpha[j] + log_determinant[j] - 0.5 * square;
        }
        sum += log_sum_exp(term);
    }
    return sum - points * log_sum_exp(alpha);
}

double mixture::prior() const
{
    const int d = dimensions, row = d * (d + 1) / 2;
    double sum = 0;
    for (double q : diagonal)
        sum += 0.5 * q * q;
    for (std::size_t j = 0; j < alpha.size(); j++)
        for (int i = d; i < row; i++)
            sum += 0.5 * factor[j * row + i] * factor[j * row + i];
    return sum;
}

// ---- Clustering ----

using point = std::vector<double>;

double square_distance(const point &a, const point &b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0, std::plus<>(),
                              [](double x, double y) { return (x - y) * (x - y); });
}

std::vector<point> points(int n, int m, const double *from)
{
    std::vector<point> all;
    for (int i = 0; i < n; i++)
        all.emplace_back(from + i * m, from + (i + 1) * m);
    return all;
}

// ---- A network ----

struct layer {
    std::vector<double> weight, bias;

    std::vector<double> operator()(const std::vector<double> &in) const
    {
        std::vector<double> out(bias);
        for (std::size_t j = 0; j < out.size(); j++) {
            for (std::size_t k = 0; k < in.size(); k++)
                out[j] += weight[j * in.size() + k] * in[k];
            out[j] = std::max(0.0, out[j]);
        }
        return out;
    }
};

// ---- An ordinary differential equation ----

using state = std::vector<double>;

state operator*(double a, state x)
{
    for (double &v : x)
        v *= a;
    return x;
}

state operator+(state x, const state &y)
{
    std::transform(x.begin(), x.end(), y.begin(), x.begin(), std::plus<>());
    return x;
}

// Reaction and diffusion on a ring.
struct reaction {
    double diffusion, growth;

    state operator()(const state &u) const
    {
        const std::size_t n = u.size();
        state du(n);
        for (std::size_t i = 0; i < n; i++) {
            double left = u[i > 0 ? i - 1 : n - 1], right = u[i + 1 < n ? i + 1 : 0];
            du[i] = diffusion * (left - 2 * u[i] + right) + growth * u[i] * (1 - u[i]);
        }
        return du;
    }
};

template <class Equation> state runge_kutta(const Equation &f, state u, double h, int steps)
{
    for (int t = 0; t < steps; t++) {
        state k1 = f(u), k2 = f(u + h / 2 * k1), k3 = f(u + h / 2 * k2), k4 = f(u + h * k3);
        u = u + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return u;
}

// ---- Bodies ----

struct vec3 {
    double x = 0, y = 0, z = 0;

    vec3 &operator+=(const vec3 &b)
    {
        x += b.x, y += b.y, z += b.z;
        return *this;
    }
    vec3 &operator-=(const vec3 &b)
    {
        x -= b.x, y -= b.y, z -= b.z;
        return *this;
    }
};

vec3 operator*(double a, const vec3 &v)
{
    return {a * v.x, a * v.y, a * v.z};
}

vec3 operator-(vec3 a, const vec3 &b)
{
    return a -= b;
}

double dot(const vec3 &a, const vec3 &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

struct body {
    double mass;
    vec3 position, velocity, acceleration;
};

void attract(body &a, body &b)
{
    const vec3 d = b.position - a.position;
    const double square = 0.01 + dot(d, d), inverse = 1 / (square * std::sqrt(square));
    a.acceleration += b.mass * inverse * d;
    b.acceleration -= a.mass * inverse * d;
}

void step(std::vector<body> &bodies)
{
    for (body &b : bodies)
        b.acceleration = {};
    for (auto a = bodies.begin(); a != bodies.end(); ++a)
        for (auto b = a + 1; b != bodies.end(); ++b)
            attract(*a, *b);
    for (body &b : bodies) {
        b.velocity += 0.001 * b.acceleration;
        b.position += 0.001 * b.velocity;
    }
}

vec3 load(const double *p)
{
    return {p[0], p[1], p[2]};
}

void store(const vec3 &v, double *p)
{
    p[0] = v.x, p[1] = v.y, p[2] = v.z;
}

} // namespace

void VARIANT(gemm_class)(int n, const double *RESTRICT a, const double *RESTRICT b,
                         double *RESTRICT c)
{
    const matrix sum = matrix(n, n, a) * matrix(n, n, b) + matrix(n, n, c);
    std::copy(sum.data().begin(), sum.data().end(), c);
}

void VARIANT(heat_vector)(int n, int m, double *RESTRICT u)
{
    grid g(n, u);
    for (int t = 0; t < m; t++)
        g.step();
    g.copy_to(u);
}

double VARIANT(gmm_vector)(int n, int m, int t, const double *RESTRICT point,
                           const double *RESTRICT parameters)
{
    const mixture model(m, t, parameters);
    return model.likelihood(n, point) + model.prior();
}

double VARIANT(kmeans_vector)(int n, int m, int t, const double *RESTRICT point,
                              const double *RESTRICT centre)
{
    const auto all = points(n, m, point), centres = points(t, m, centre);
    double sum = 0;
    for (const auto &x : all) {
        double nearest = square_distance(x, centres[0]);
        for (const auto &c : centres)
            nearest = std::min(nearest, square_distance(x, c));
        sum += nearest;
    }
    return sum;
}

double VARIANT(mlp_vector)(int n, int m, int t, const double *RESTRICT input,
                           const double *RESTRICT target, const double *RESTRICT parameters)
{
    std::vector<layer> network;
    for (int l = 0; l < t; l++) {
        const double *p = parameters + l * (m * m + m);
        network.push_back({{p, p + m * m}, {p + m * m, p + m * m + m}});
    }
    double loss = 0;
    for (int i = 0; i < n; i++) {
        std::vector<double> x(input + i * m, input + (i + 1) * m);
        for (const layer &f : network)
            x = f(x);
        for (int j = 0; j < m; j++)
            loss += (x[j] - target[i * m + j]) * (x[j] - target[i * m + j]);
    }
    return loss / (n * m);
}

void VARIANT(ode_vector)(int n, int m, const double *RESTRICT rate, const double *RESTRICT start,
                         double *RESTRICT end)
{
    const state u = runge_kutta(reaction{rate[0], rate[1]}, state(start, start + n), 0.01, m);
    std::copy(u.begin(), u.end(), end);
}

void VARIANT(n_body_class)(int n, int m, const double *RESTRICT mass, double *RESTRICT x,
                           double *RESTRICT v)
{
    std::vector<body> bodies;
    for (int i = 0; i < n; i++)
        bodies.push_back({mass[i], load(x + 3 * i), load(v + 3 * i), {}});
    for (int t = 0; t < m; t++)
        step(bodies);
    for (int i = 0; i < n; i++) {
        store(bodies[i].position, x + 3 * i);
        store(bodies[i].velocity, v + 3 * i);
    }
}
