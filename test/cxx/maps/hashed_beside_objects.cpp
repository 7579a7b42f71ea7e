// A hash table lies in an object beside a vector of objects with virtual functions: the table's
// first bucket is a member of it, no array that goes on into the vector.
#include "oracle.h"
#include <cmath>
#include <map>
#include <memory>
#include <unordered_map>
#include <string>
#include <vector>
struct RateLaw {
    virtual ~RateLaw() = default;
    virtual double rate(double c) const = 0;
};
struct Arrhenius : RateLaw {
    double a;
    explicit Arrhenius(double a) : a(a)
    {
    }
    double rate(double c) const override
    {
        return c * a;
    }
};
struct Reaction {
    std::unique_ptr<RateLaw> law;
    std::map<std::string, double> change;
};
class Mechanism
{
  public:
    int species(const std::string &name)
    {
        auto [it, inserted] = index.try_emplace(name, static_cast<int>(index.size()));
        (void)inserted;
        return it->second;
    }
    void read(const double *p, int n)
    {
        for (int i = 0; i < n; i++) {
            Reaction r;
            auto plain = std::make_unique<Arrhenius>(p[i]);
            r.change["x"] += 1;
            r.law = std::move(plain);
            reactions.push_back(std::move(r));
        }
    }
    double slope() const
    {
        double s = 0;
        for (const auto &r : reactions)
            s += r.law->rate(s + 1);
        return s;
    }
    size_t size() const
    {
        return index.size();
    }

  private:
    std::unordered_map<std::string, int> index;
    std::vector<Reaction> reactions;
};
static double f(const double *x, int n)
{
    Mechanism m;
    m.read(x, n - 1);
    m.species("A");
    m.species("B");
    return m.slope();
}
int main()
{
    double x[5];
    oracle_random(x, 5, 3);
    ORACLE_GRADIENT(f, x, 5);
    return oracle_result();
}
