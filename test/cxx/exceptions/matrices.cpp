// Matrices with range checks, a factorisation that throws where it is singular, and what the caller
// does about it.
#include "oracle.h"
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

struct Singular : std::domain_error {
    std::size_t row;
    double pivot;
    Singular(std::size_t r, double p)
        : std::domain_error("singular in row " + std::to_string(r)), row(r), pivot(p)
    {
    }
};

class Matrix
{
    std::size_t n;
    std::vector<double> a;

  public:
    explicit Matrix(std::size_t size) : n(size), a(size * size)
    {
    }
    double &operator()(std::size_t i, std::size_t j)
    {
        if (i >= n || j >= n)
            throw std::out_of_range("matrix");
        return a[i * n + j];
    }
    std::size_t size() const
    {
        return n;
    }
    std::vector<double> solve(std::vector<double> b) const
    {
        Matrix m(*this);
        for (std::size_t k = 0; k < n; k++) {
            double pivot = m(k, k);
            if (std::fabs(pivot) < 0.05)
                throw Singular(k, pivot);
            for (std::size_t i = k + 1; i < n; i++) {
                double l = m(i, k) / pivot;
                for (std::size_t j = k; j < n; j++)
                    m(i, j) -= l * m(k, j);
                b.at(i) -= l * b.at(k);
            }
        }
        for (std::size_t k = n; k-- > 0;) {
            for (std::size_t j = k + 1; j < n; j++)
                b.at(k) -= m(k, j) * b.at(j);
            b.at(k) /= m(k, k);
        }
        return b;
    }
};

static double f(const double *x, int n)
{
    std::size_t size = static_cast<std::size_t>(n);
    Matrix m(size);
    for (std::size_t i = 0; i < size; i++)
        for (std::size_t j = 0; j < size; j++)
            m(i, j) = 1 / (x[i] + x[j] + 0.1 * static_cast<double>(i * j));
    std::vector<double> b(x, x + n);
    std::optional<std::vector<double>> solution;
    double penalty = 0;
    while (!solution) {
        try {
            solution = m.solve(b);
        } catch (const Singular &s) {
            penalty += s.pivot * s.pivot * static_cast<double>(s.row + 1);
            m(s.row, s.row) += 0.3 * x[0];
        }
    }
    try {
        penalty += m(size, 0);
    } catch (const std::out_of_range &) {
        penalty += x[1] * x[1];
    }
    double sum = penalty;
    for (double v : *solution)
        sum += v * v;
    return sum;
}

/* What the library throws. */
static double library(const double *x, int)
{
    double sum = 0;
    std::variant<int, double> v = x[0];
    std::optional<double> none;
    try {
        sum += std::get<int>(v);
    } catch (const std::bad_variant_access &) {
        sum += std::get<double>(v) * x[1];
    }
    try {
        sum += none.value();
    } catch (const std::bad_optional_access &) {
        sum += x[2];
    }
    try {
        sum += std::stod("nothing");
    } catch (const std::invalid_argument &) {
        sum += x[0] * x[2];
    }
    try {
        sum += static_cast<double>(std::string("abc").substr(9).size());
    } catch (const std::out_of_range &) {
        sum += std::exp(x[3]);
    }
    try {
        std::vector<double> w(x, x + 3);
        w.resize(w.max_size() + 1);
    } catch (const std::length_error &) {
        sum *= x[0];
    }
    try {
        (void)std::shared_ptr<int>(std::weak_ptr<int>());
    } catch (const std::bad_weak_ptr &) {
        sum += x[3] * x[3];
    }
    return sum;
}

int main()
{
    const double x[4] = {0.9, 1.2, 1.5, 0.4};
    ORACLE_GRADIENT(f, x, 4);
    ORACLE_GRADIENT(library, x, 4);
    return oracle_result();
}
