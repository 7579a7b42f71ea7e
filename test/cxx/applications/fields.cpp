// Fields on a grid with expression templates, boundary conditions as a variant, an upwind scheme
// with a limiter chosen at run time.
#include "oracle.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

template <class E> struct Expression {
    const E &self() const
    {
        return static_cast<const E &>(*this);
    }
};
class Field : public Expression<Field>
{
  public:
    explicit Field(int n, double v = 0) : data(n, v)
    {
    }
    template <class E> Field(const Expression<E> &e) : data(e.self().size())
    {
        for (int i = 0; i < size(); i++)
            data[i] = e.self()[i];
    }
    template <class E> Field &operator+=(const Expression<E> &e)
    {
        for (int i = 0; i < size(); i++)
            data[i] += e.self()[i];
        return *this;
    }
    double operator[](int i) const
    {
        return data[i];
    }
    double &operator[](int i)
    {
        return data[i];
    }
    int size() const
    {
        return static_cast<int>(data.size());
    }
    auto begin() const
    {
        return data.begin();
    }
    auto end() const
    {
        return data.end();
    }

  private:
    std::vector<double> data;
};
template <class T> using Held = std::conditional_t<std::is_same_v<T, Field>, const Field &, T>;
template <class A, class B, class Op> class Binary : public Expression<Binary<A, B, Op>>
{
  public:
    Binary(const A &a, const B &b) : a(a), b(b)
    {
    }
    double operator[](int i) const
    {
        return Op()(a[i], b[i]);
    }
    int size() const
    {
        return a.size();
    }

  private:
    Held<A> a;
    Held<B> b;
};
template <class A> class Scaled : public Expression<Scaled<A>>
{
  public:
    Scaled(double s, const A &a) : s(s), a(a)
    {
    }
    double operator[](int i) const
    {
        return s * a[i];
    }
    int size() const
    {
        return a.size();
    }

  private:
    double s;
    Held<A> a;
};
template <class A, class B> auto operator+(const Expression<A> &a, const Expression<B> &b)
{
    return Binary<A, B, std::plus<>>(a.self(), b.self());
}
template <class A, class B> auto operator-(const Expression<A> &a, const Expression<B> &b)
{
    return Binary<A, B, std::minus<>>(a.self(), b.self());
}
template <class A, class B> auto operator*(const Expression<A> &a, const Expression<B> &b)
{
    return Binary<A, B, std::multiplies<>>(a.self(), b.self());
}
template <class A> auto operator*(double s, const Expression<A> &a)
{
    return Scaled<A>(s, a.self());
}

struct Dirichlet {
    double value;
};
struct Periodic {
};
struct Robin {
    double a, b;
};
using Boundary = std::variant<Dirichlet, Periodic, Robin>;

struct Limiter {
    virtual double operator()(double r) const = 0;
    virtual ~Limiter() = default;
    static std::unique_ptr<Limiter> make(std::string_view name);
};
struct VanLeer : Limiter {
    double operator()(double r) const override
    {
        return (r + std::fabs(r)) / (1 + std::fabs(r));
    }
};
struct Minmod : Limiter {
    double operator()(double r) const override
    {
        return std::max(0.0, std::min(1.0, r));
    }
};
std::unique_ptr<Limiter> Limiter::make(std::string_view name)
{
    if (name == "van Leer")
        return std::make_unique<VanLeer>();
    if (name == "minmod")
        return std::make_unique<Minmod>();
    throw std::invalid_argument(std::string(name));
}

static double outside(const Boundary &boundary, const Field &u)
{
    return std::visit(
        [&](const auto &b) -> double {
            using T = std::decay_t<decltype(b)>;
            if constexpr (std::is_same_v<T, Dirichlet>)
                return b.value;
            else if constexpr (std::is_same_v<T, Periodic>)
                return u[u.size() - 1];
            else
                return b.a * u[0] + b.b;
        },
        boundary);
}

static Field slope(const Field &u, const Boundary &boundary, const Limiter &limit, double speed)
{
    int n = u.size();
    Field d(n);
    auto at = [&](int i) { return i < 0 ? outside(boundary, u) : i >= n ? u[n - 1] : u[i]; };
    auto flux = [&](int i) -> std::optional<double> {
        double down = at(i + 1) - at(i), up = at(i) - at(i - 1);
        if (std::fabs(down) < 1e-12)
            return std::nullopt;
        return speed * (at(i) + 0.5 * limit(up / down) * down);
    };
    for (int i = 0; i < n; i++)
        d[i] = flux(i - 1).value_or(speed * at(i - 1)) - flux(i).value_or(speed * at(i));
    return d;
}

static double transport(const double *x, int n)
{
    double sum = 0;
    for (std::string_view name : {"van Leer", "minmod", "other"}) {
        std::unique_ptr<Limiter> limit;
        try {
            limit = Limiter::make(name);
        } catch (const std::invalid_argument &e) {
            sum += std::string_view(e.what()).size() * x[0];
            continue;
        }
        for (const Boundary &boundary :
             {Boundary(Dirichlet{x[0]}), Boundary(Periodic{}), Boundary(Robin{x[1], 0.3})}) {
            Field u(n);
            for (int i = 0; i < n; i++)
                u[i] = x[i];
            for (int step = 0; step < 4; step++) {
                Field k = slope(u, boundary, *limit, 0.8 + 0.1 * x[2]);
                Field half = u + 0.1 * k;
                u += 0.2 * slope(half, boundary, *limit, 1) + 0.01 * (k * k - half);
            }
            for (double v : u)
                sum += v * v;
        }
    }
    return sum;
}

int main()
{
    double x[8];
    oracle_random(x, 8, 21);
    ORACLE_GRADIENT(transport, x, 8);
    return oracle_result();
}
