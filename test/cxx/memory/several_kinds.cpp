// One place in memory that holds a number, half a number, a count or a pointer: variants, classes,
// tagged unions.
#include "oracle.h"
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

using value = std::variant<double, float, int, std::vector<double>, std::shared_ptr<double>>;
static value make(const double *x, int i)
{
    switch (i % 5) {
    case 0: return x[i];
    case 1: return 0.5f * i;
    case 2: return i;
    case 3: return std::vector<double>(3, x[i] * x[i]);
    default: return std::make_shared<double>(x[i]);
    }
}
static double variants(const double *x, int n)
{
    std::map<int, value> all;
    for (int i = 0; i < n; i++)
        all[i] = make(x, i);
    all[1] = all[n - 1];
    double sum = 1;
    for (auto &e : all)
        sum += std::visit(
            [&](auto &v) -> double {
                using T = std::decay_t<decltype(v)>;
                if constexpr (std::is_same_v<T, std::vector<double>>)
                    return v[0] * v[2];
                else if constexpr (std::is_same_v<T, std::shared_ptr<double>>)
                    return *v * sum;
                else
                    return v * sum;
            },
            e.second);
    return sum;
}

struct Base {
    virtual ~Base()
    {
    }
    virtual double eval(double a) = 0;
};
struct One : Base {
    double v;
    explicit One(double a) : v(a)
    {
    }
    double eval(double a) override
    {
        return v += a * v;
    }
};
struct Two : Base {
    float f, g;
    explicit Two(double a) : f((float)0.5), g(0.25f)
    {
        (void)a;
    }
    double eval(double a) override
    {
        return f * a + g;
    }
};
struct Three : Base {
    int k;
    bool b;
    explicit Three(int i) : k(i), b(i & 1)
    {
    }
    double eval(double a) override
    {
        return b ? k * a : a / (k + 1);
    }
};
struct Four : Base {
    std::unique_ptr<Base> in;
    explicit Four(std::unique_ptr<Base> p) : in(std::move(p))
    {
    }
    double eval(double a) override
    {
        return in->eval(a) * in->eval(2 * a);
    }
};
struct Five : Base {
    const double *p;
    explicit Five(const double *q) : p(q)
    {
    }
    double eval(double a) override
    {
        return p[0] * p[1] + a;
    }
};
struct Six : Base {
    std::string s;
    double w;
    explicit Six(double a) : s("name"), w(a)
    {
    }
    double eval(double a) override
    {
        return s.size() * w * a;
    }
};
static std::unique_ptr<Base> create(const double *x, int i)
{
    switch (i % 6) {
    case 0: return std::make_unique<One>(x[i]);
    case 1: return std::make_unique<Two>(x[i]);
    case 2: return std::make_unique<Three>(i);
    case 3: return std::make_unique<Four>(create(x, i - 1 - i % 2));
    case 4: return std::make_unique<Five>(x + i - 1);
    default: return std::make_unique<Six>(x[i]);
    }
}
static double classes(const double *x, int n)
{
    std::vector<std::unique_ptr<Base>> all;
    for (int i = 0; i < n; i++)
        all.push_back(create(x, i));
    double s = 0.4;
    for (auto &p : all)
        s = std::sin(p->eval(s)) + 0.1 * s;
    return s;
}
static double three_of_them(const double *x, int n)
{
    double s = 0.4;
    for (int i = 0; i + 1 < n; i++) {
        std::unique_ptr<Base> p;
        if (i % 3 == 0)
            p.reset(new One(x[i]));
        else if (i % 3 == 1)
            p.reset(new Three(i));
        else
            p.reset(new Five(x + i));
        s += p->eval(s) * x[i];
        Base *q = i & 1 ? static_cast<Base *>(new Two(x[i])) : new Six(x[i]);
        s += q->eval(s);
        delete q;
    }
    return s;
}
static double raw(const double *x, int n)
{
    struct tagged {
        int kind;
        union {
            double d;
            float f[2];
            int k;
            const double *p;
        } u;
    } all[8];
    double s = 1;
    for (int i = 0; i < n && i < 8; i++) {
        all[i].kind = i % 4;
        switch (i % 4) {
        case 0: all[i].u.d = x[i] * x[i]; break;
        case 1:
            all[i].u.f[0] = 0.5f;
            all[i].u.f[1] = (float)i;
            break;
        case 2: all[i].u.k = i; break;
        default: all[i].u.p = x + i;
        }
        tagged t = all[i / 2];
        switch (t.kind) {
        case 0: s += t.u.d * x[i]; break;
        case 1: s *= t.u.f[0] + t.u.f[1]; break;
        case 2: s += t.u.k * x[i]; break;
        default: s += *t.u.p * s;
        }
    }
    return s;
}
int main()
{
    const double x[8] = {0.9, 1.2, 0.5, 0.7, 0.3, 1.1, 0.6, 0.8};
    ORACLE_GRADIENT(variants, x, 8);
    ORACLE_GRADIENT(classes, x, 8);
    ORACLE_GRADIENT(three_of_them, x, 8);
    ORACLE_GRADIENT(raw, x, 8);
    return oracle_result();
}
