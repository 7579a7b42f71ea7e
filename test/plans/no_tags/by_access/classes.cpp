// Objects of several classes behind pointers to their base: an integer, a number and a pointer of
// three of them begin at the same byte. TBAA says for each access to a member which it is.
#include "oracle.h"
#include <cmath>
#include <memory>
#include <vector>

namespace
{

struct Term {
    virtual double at(const double *x) const = 0;
    virtual void scale(double by) = 0;
    virtual ~Term()
    {
    }
};

class Power : public Term
{
    int variable, exponent;
    double factor;

  public:
    Power(int v, int e, double f) : variable(v), exponent(e), factor(f)
    {
    }
    double at(const double *x) const override
    {
        double r = factor;
        for (int i = 0; i < exponent; i++)
            r *= x[variable];
        return r;
    }
    void scale(double by) override
    {
        factor *= by;
    }
};

class Wave : public Term
{
    double frequency, phase;
    int variable;

  public:
    Wave(double f, double p, int v) : frequency(f), phase(p), variable(v)
    {
    }
    double at(const double *x) const override
    {
        return std::sin(frequency * x[variable] + phase);
    }
    void scale(double by) override
    {
        frequency *= by;
        phase += by;
    }
};

class Coupling : public Term
{
    double stiffness;
    std::vector<int> variables;

  public:
    Coupling(double k, std::vector<int> v) : stiffness(k), variables(std::move(v))
    {
    }
    double at(const double *x) const override
    {
        double sum = 0;
        for (int v : variables)
            sum += x[v];
        return stiffness * sum * sum;
    }
    void scale(double by) override
    {
        stiffness *= by;
    }
};

class Mean : public Term
{
    std::vector<double> weights;
    bool square;

  public:
    Mean(std::vector<double> w, bool s) : weights(std::move(w)), square(s)
    {
    }
    double at(const double *x) const override
    {
        double sum = 0;
        for (size_t i = 0; i < weights.size(); i++)
            sum += weights[i] * x[i];
        return square ? sum * sum : sum;
    }
    void scale(double by) override
    {
        for (double &w : weights)
            w *= by;
        square = !square;
    }
};

std::vector<std::unique_ptr<Term>> make(const double *x, int n)
{
    std::vector<std::unique_ptr<Term>> all;
    for (int i = 0; i < n; i++) {
        all.push_back(std::make_unique<Power>(i, 2 + i % 2, x[(i + 1) % n]));
        all.push_back(std::make_unique<Wave>(x[0], 0.1 * i, i));
        if (i + 2 < n)
            all.push_back(std::make_unique<Coupling>(x[1], std::vector<int>{i, i + 1, i + 2}));
    }
    all.push_back(std::make_unique<Mean>(std::vector<double>(x, x + n), true));
    return all;
}

double energy(const double *x, int n)
{
    auto all = make(x, n);
    double e = 0;
    for (int sweep = 0; sweep < 3; sweep++)
        for (auto &t : all) {
            e += t->at(x);
            t->scale(0.9 + 0.01 * e);
        }
    return e;
}

} // namespace

int main()
{
    const double x[5] = {0.4, 0.7, -0.3, 0.8, 0.2};

    ORACLE_GRADIENT(energy, x, 5);
    return oracle_result();
}
