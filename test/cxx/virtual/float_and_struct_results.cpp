// Virtual functions that return structs: in registers, in memory (sret), and with float members.
#include "oracle.h"

namespace
{
struct V2 {
    double x, y;
};
struct V4 {
    double v[4];
};
struct F2 {
    float a, b;
};
struct Field {
    virtual ~Field() = default;
    virtual V2 at(V2 p) const = 0;
    virtual V4 jet(V2 p) const = 0;
    virtual F2 rough(F2 p) const = 0;
};
struct Vortex : Field {
    double g;
    explicit Vortex(double g) : g(g)
    {
    }
    V2 at(V2 p) const override
    {
        return {-g * p.y, g * p.x};
    }
    V4 jet(V2 p) const override
    {
        return {{p.x * p.y, g, p.x + g, p.y * g}};
    }
    F2 rough(F2 p) const override
    {
        return {p.b, p.a * 2};
    }
};
struct Source : Field {
    double q, r;
    Source(double q, double r) : q(q), r(r)
    {
    }
    V2 at(V2 p) const override
    {
        return {q * p.x / (r + p.x * p.x), q * p.y};
    }
    V4 jet(V2 p) const override
    {
        return {{q, r, p.x * r, p.y}};
    }
    F2 rough(F2 p) const override
    {
        return {p.a * p.b, p.b};
    }
};

double total(const Field &field, V2 p)
{
    V2 a = field.at(p);
    V4 j = field.jet(a);
    F2 r = field.rough({static_cast<float>(2), static_cast<float>(3)});
    return a.x * a.y + j.v[0] * j.v[1] + j.v[2] * j.v[3] + static_cast<double>(r.a) * p.x;
}

double f(const double *x, int n)
{
    Vortex v(x[0]);
    Source s(x[1], x[2]);
    const Field *fields[] = {&v, &s};
    double sum = 0;
    for (const Field *each : fields)
        sum += total(*each, {x[0] * x[1], x[2]});
    return sum;
}
} // namespace

int main()
{
    double x[3] = {0.9, 1.4, 0.63};
    ORACLE_GRADIENT(f, x, 3);
    return oracle_result();
}
