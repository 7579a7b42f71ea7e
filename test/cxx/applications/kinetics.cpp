// Chemical kinetics: species by name in an unordered_map, reactions as polymorphic rate laws, a
// mechanism read from text; RK4.
#include "oracle.h"
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

using State = std::vector<double>;

struct RateLaw {
    virtual ~RateLaw() = default;
    virtual double rate(const State &c, double temperature) const = 0;
};
struct Arrhenius : RateLaw {
    double a, b, e;
    std::vector<std::pair<int, int>> orders;
    Arrhenius(double a, double b, double e) : a(a), b(b), e(e)
    {
    }
    double rate(const State &c, double t) const override
    {
        double k = a * std::pow(t, b) * std::exp(-e / t);
        for (auto [species, order] : orders)
            k *= std::pow(c[species], order);
        return k;
    }
};
struct Falloff : RateLaw {
    std::unique_ptr<RateLaw> low, high;
    double rate(const State &c, double t) const override
    {
        double l = low->rate(c, t), h = high->rate(c, t);
        return l * h / (l + h + 1e-12);
    }
};
struct Reaction {
    std::unique_ptr<RateLaw> law;
    std::map<std::string, double> change;
};

static std::vector<std::string> split(const std::string &text, char separator)
{
    std::vector<std::string> parts;
    std::size_t start = 0, end;
    for (; (end = text.find(separator, start)) != std::string::npos; start = end + 1)
        parts.push_back(text.substr(start, end - start));
    if (start < text.size())
        parts.push_back(text.substr(start));
    return parts;
}

class Mechanism
{
  public:
    int species(const std::string &name)
    {
        auto [it, inserted] = index.try_emplace(name, static_cast<int>(index.size()));
        (void)inserted;
        return it->second;
    }
    void read(const std::string &text, const double *parameters, int n)
    {
        int used = 0;
        auto next = [&] {
            if (used >= n)
                throw std::out_of_range("parameters");
            return parameters[used++];
        };
        for (const std::string &line : split(text, '\n')) {
            std::vector<std::string> words = split(line, ' ');
            const std::string kind = words.front();
            words.erase(words.begin());
            Reaction r;
            auto arrhenius = [&] {
                return std::make_unique<Arrhenius>(std::exp(next()), 0.5 + 0.1 * next(),
                                                   2 + next());
            };
            auto plain = arrhenius();
            bool right = false;
            for (const std::string &word : words) {
                if (word == "->") {
                    right = true;
                    continue;
                }
                int s = species(word);
                if (!right)
                    plain->orders.emplace_back(s, 1);
                r.change[word] += right ? 1 : -1;
            }
            if (kind == "falloff") {
                auto f = std::make_unique<Falloff>();
                auto other = arrhenius();
                other->orders = plain->orders;
                f->low = std::move(plain);
                f->high = std::move(other);
                r.law = std::move(f);
            } else if (kind == "simple")
                r.law = std::move(plain);
            else
                throw std::invalid_argument(kind);
            reactions.push_back(std::move(r));
        }
    }
    State slope(const State &c, double t) const
    {
        State d(c.size());
        for (const auto &r : reactions) {
            double rate = r.law->rate(c, t);
            for (const auto &[name, change] : r.change)
                d.at(index.at(name)) += change * rate;
        }
        return d;
    }
    size_t size() const
    {
        return index.size();
    }

  private:
    std::unordered_map<std::string, int> index;
    std::vector<Reaction> reactions;
};

static double final_state(const double *x, int n)
{
    Mechanism m;
    m.read("simple A B -> C\nsimple C -> A B\nfalloff A -> D\n", x, n - 1);
    State c(m.size(), 0.1);
    c[m.species("A")] = 1 + 0.1 * x[n - 1];
    c[m.species("B")] = 0.7;
    double t = 1.3, h = 0.05;
    auto axpy = [](const State &u, double s, const State &v) {
        State w(u);
        for (size_t i = 0; i < w.size(); i++)
            w[i] += s * v[i];
        return w;
    };
    for (int step = 0; step < 12; step++) {
        State k1 = m.slope(c, t), k2 = m.slope(axpy(c, h / 2, k1), t),
              k3 = m.slope(axpy(c, h / 2, k2), t), k4 = m.slope(axpy(c, h, k3), t);
        for (size_t i = 0; i < c.size(); i++)
            c[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    double sum = 0;
    for (double v : c)
        sum += v * v;
    return sum;
}

int main()
{
    double x[13];
    oracle_random(x, 13, 3);
    ORACLE_GRADIENT(final_state, x, 13);
    return oracle_result();
}
