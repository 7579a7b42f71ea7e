// A hierarchy of class templates: virtual functions of Base<float>, Base<double> have bodies of
// their own.
#include "oracle.h"

namespace
{
template <class T> struct Layer {
    virtual ~Layer() = default;
    virtual T forward(T x) = 0;
};
template <class T> struct Affine : Layer<T> {
    T w, b;
    Affine(T w, T b) : w(w), b(b)
    {
    }
    T forward(T x) override
    {
        return w * x + b;
    }
};
template <class T, int n> struct Poly : Layer<T> {
    T c[n];
    explicit Poly(const T *from)
    {
        for (int i = 0; i < n; i++)
            c[i] = from[i];
    }
    T forward(T x) override
    {
        T r = 0;
        for (int i = n; i-- > 0;)
            r = r * x + c[i];
        return r;
    }
};

template <class T> T run(Layer<T> **layers, int n, T x)
{
    for (int i = 0; i < n; i++)
        x = layers[i]->forward(x);
    return x;
}

double f(const double *x, int n)
{
    Affine<double> a(x[0], x[1]);
    Poly<double, 3> p(x);
    Affine<float> single(0.5f, 0.25f);
    Layer<double> *layers[] = {&a, &p, &a};
    Layer<float> *few[] = {&single};
    return run(layers, 3, x[3]) * run(few, 1, 1.0f);
}
} // namespace

int main()
{
    double x[4] = {0.5, 1.5, -0.75, 1.25};
    ORACLE_GRADIENT(f, x, 4);
    return oracle_result();
}
