// What a library has for its users: a hierarchy, templates and inline functions that both sides
// instantiate, a counter in an inline function, and functions of an anonymous namespace.
#include <memory>
#include <vector>

struct Shape {
    virtual double area(double r) const = 0;
    virtual ~Shape() = default;
};
std::unique_ptr<Shape> make_disc();
std::unique_ptr<Shape> make_wave();

template <class T> T polynomial(const std::vector<double> &c, T x)
{
    T sum = 0;
    for (double each : c)
        sum = sum * x + each;
    return sum;
}

inline double &asked()
{
    static double count = 0;
    return count;
}

double total(const std::vector<std::unique_ptr<Shape>> &shapes, double r);
double cubic(double x);
using Function = double (*)(double);
Function chosen(bool first);
double apply(Function f, double x);
