// A singleton with a virtual interface, created inside the derivative call that needs it first.
#include "oracle.h"

namespace
{
struct Material {
    virtual ~Material() = default;
    virtual double stress(double e) const = 0;
};
struct Hardening : Material {
    double e0 = 2, k = 0.25;
    int uses = 0;
    double stress(double e) const override
    {
        return e0 * e + k * e * e * e;
    }
};
class Registry
{
    Hardening first;
    const Material *current = &first;
    Registry()
    {
    }

  public:
    static Registry &get()
    {
        static Registry only;
        return only;
    }
    const Material &material() const
    {
        return *current;
    }
};

double f(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += Registry::get().material().stress(x[i]) * x[0];
    return s;
}
} // namespace

int main()
{
    double x[3] = {1.5, 2.5, -3};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
