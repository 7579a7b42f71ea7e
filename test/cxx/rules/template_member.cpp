// Rules for a member of a class template and for an operator, named by casts and templates.
#include "oracle.h"

template <class T> struct Field {
    T scale;
    T at(T x) const;
};
template <class T> T field_at(const Field<T> *f, T x)
{
    return f->scale * x;
}
template <class T> T field_reverse(const Field<T> *f, Field<T> *d, T x, T seed)
{
    d->scale += 7 * x * seed;
    return 7 * f->scale * seed;
}
template <class T>
[[clang::enzyme("gradient", (T (*)(const Field<T> *, Field<T> *, T, T))field_reverse<T>)]]
    __attribute__((noinline)) T
    apply(const Field<T> &f, T x)
{
    return field_at(&f, x);
}

struct Vec {
    double x, y;
};
__attribute__((noinline)) Vec operator*(double k, const Vec &v)
{
    return {k * v.x, k * v.y};
}
static double times_reverse(double k, const Vec &v, Vec &d, Vec seed)
{
    d.x += 3 * k * seed.x;
    d.y += 3 * k * seed.y;
    return 3 * (v.x * seed.x + v.y * seed.y);
}
void *__enzyme_register_gradient_times[] = {(void *)(Vec (*)(double, const Vec &)) operator*,
                                            (void *)(Vec (*)(double, const Vec &)) operator*,
                                            (void *)times_reverse};

// A rule that is named in an attribute only must be emitted.
template double field_reverse<double>(const Field<double> *, Field<double> *, double, double);

static double f(double s, double x)
{
    Field<double> field{s};
    Vec v = x * Vec{s, 2};
    return apply(field, x) + v.x + v.y;
}

int main()
{
    struct two g = __enzyme_autodiff_2((void *)f, 0.5, 3.0);
    CHECK(g.x, 7 * 3 + 3 * 3);
    CHECK(g.y, 7 * 0.5 + 3 * (0.5 + 2));
    return oracle_result();
}
