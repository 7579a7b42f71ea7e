/* What generated C++ programs have in common: small types with templates,
 * operators, destructors and exceptions. */
#ifndef FUZZ_PROGRAM_CXX_H
#define FUZZ_PROGRAM_CXX_H

#include <exception>

/* Changes `target` at the end of its life. */
template <class T, class U> struct fuzz_guard {
    T &target;
    U value;
    ~fuzz_guard()
    {
        target = T(0.5) * target + T(0.25) * T(value);
    }
};

/* A second base class. */
template <class T> struct fuzz_mixin {
    T extra;
    explicit fuzz_mixin(T e) : extra(e)
    {
    }
    virtual ~fuzz_mixin()
    {
    }
    virtual T mix(T a) const
    {
        return T(0.25) * extra * a + T(0.5) * extra;
    }
};

/* Owns memory by hand. */
template <class T> class fuzz_buffer
{
    T *start;
    int count;

  public:
    fuzz_buffer(int n, T e) : start(new T[n]), count(n)
    {
        for (int i = 0; i < n; i++)
            start[i] = e;
    }
    fuzz_buffer(const fuzz_buffer &o) : start(new T[o.count]), count(o.count)
    {
        for (int i = 0; i < count; i++)
            start[i] = o.start[i];
    }
    fuzz_buffer(fuzz_buffer &&o) noexcept : start(o.start), count(o.count)
    {
        o.start = nullptr;
        o.count = 0;
    }
    fuzz_buffer &operator=(fuzz_buffer o)
    {
        T *t = start;
        start = o.start;
        o.start = t;
        int n = count;
        count = o.count;
        o.count = n;
        return *this;
    }
    ~fuzz_buffer()
    {
        delete[] start;
    }
    T *data()
    {
        return start;
    }
    const T *data() const
    {
        return start;
    }
    T *begin()
    {
        return start;
    }
    T *end()
    {
        return start + count;
    }
    T &operator[](int i)
    {
        return start[i];
    }
    const T &operator[](int i) const
    {
        return start[i];
    }
};

/* A value with operators. */
template <class T, int N> struct fuzz_vec {
    T v[N];
    fuzz_vec() : v{}
    {
    }
    explicit fuzz_vec(T a)
    {
        for (T &e : v)
            e = a;
    }
    T *data()
    {
        return v;
    }
    const T *data() const
    {
        return v;
    }
    T *begin()
    {
        return v;
    }
    T *end()
    {
        return v + N;
    }
    T &operator[](int i)
    {
        return v[i];
    }
    const T &operator[](int i) const
    {
        return v[i];
    }
    fuzz_vec &operator+=(const fuzz_vec &o)
    {
        for (int i = 0; i < N; i++)
            v[i] += o.v[i];
        return *this;
    }
    fuzz_vec &operator*=(T s)
    {
        for (T &e : v)
            e *= s;
        return *this;
    }
    friend fuzz_vec operator+(fuzz_vec a, const fuzz_vec &b)
    {
        return a += b;
    }
    friend fuzz_vec operator-(const fuzz_vec &a, const fuzz_vec &b)
    {
        fuzz_vec r;
        for (int i = 0; i < N; i++)
            r.v[i] = a.v[i] - b.v[i];
        return r;
    }
    friend fuzz_vec operator*(T s, fuzz_vec a)
    {
        return a *= s;
    }
    friend fuzz_vec operator-(const fuzz_vec &a)
    {
        return T(-1) * a;
    }
    friend T dot(const fuzz_vec &a, const fuzz_vec &b)
    {
        T sum = 0;
        for (int i = 0; i < N; i++)
            sum += a.v[i] * b.v[i];
        return sum;
    }
};

/* Calls f again and again. */
template <class F, class T> T fuzz_apply(F f, T x, int n)
{
    for (int i = 0; i < n; i++)
        x = T(0.5) * x + T(0.5) * T(f(x, i));
    return x;
}
template <class F, class T> void fuzz_visit(F &&f, T *p, int n)
{
    for (int i = 0; i < n; i++)
        f(p[i], i);
}

struct fuzz_error {
    double v;
    int k;
};
struct fuzz_worse : fuzz_error {
    double w;
    fuzz_worse(double a, int i, double b) : fuzz_error{a, i}, w(b)
    {
    }
    fuzz_worse(const fuzz_worse &o) : fuzz_error(o), w(o.w)
    {
    }
};
struct fuzz_failure : std::exception {
    double v;
    explicit fuzz_failure(double a) : v(a)
    {
    }
    const char *what() const noexcept override
    {
        return "failure";
    }
};

#endif
