#include <enzyme/enzyme>
#include <vector>

struct Model {
    std::vector<double> c;
};
double evaluate(const Model &m, double x);
double energy(double x, double k);

inline double slope(const Model &m, double x)
{
    return enzyme::get<0>(enzyme::autodiff<enzyme::Forward>(
        [&m](double t) { return evaluate(m, t); }, enzyme::Duplicated{x, 1.0}));
}
