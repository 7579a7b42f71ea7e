// Inline functions, templates and classes: every unit that includes this has its own copy, the link
// keeps one.
#ifndef TERMS_H
#define TERMS_H
inline double logistic(double x)
{
    return x / (1 + (x < 0 ? -x : x));
}
template <class T> T horner(const T *c, int n, T x)
{
    T r = 0;
    while (n-- > 0)
        r = r * x + c[n];
    return r;
}
struct Term {
    virtual ~Term() = default;
    virtual double at(double x) const
    {
        return logistic(x);
    }
};
template <int n> struct Poly : Term {
    double c[n];
    double at(double x) const override
    {
        return horner(c, n, x);
    }
};
double sum_of(const Term *const *terms, int n, double x);
double first_part(const double *x);
#endif
