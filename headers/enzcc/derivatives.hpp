/* Gradients, Jacobians, Hessians and their products with vectors, of C++ callables.
 *
 *     #include <enzcc/derivatives.hpp>
 *
 *     std::vector<double> x{1, 2, 3}, g(3), h(9);
 *     auto f = [&](const double *x) { return energy(x, mesh); };
 *     double value = enzcc::gradient(f, x, g);
 *     enzcc::hessian(f, x, g, h);
 *
 * What is differentiated is a lambda or a functor that can be called, as a const object, with
 *
 *     T f(const T *x)                a number that depends on n numbers
 *     void f(const T *x, T *y)       m numbers that depend on n numbers
 *
 * The derivative is that with respect to x; what the object holds or refers to is constant. T is
 * float, double or long double. A function is named as enzcc::fn<f>. (With f itself or a pointer,
 * which function it is shows only when the program runs, and every function of that type whose
 * address the program takes must have a derivative.) A vector function only writes y and does not
 * read what was there before: some derivatives run it more than once.
 *
 * Every function here has two forms. In the first, arrays are pointers, and n and m count numbers.
 * In the second, arrays are containers of T (std::vector, std::array, std::span, T[n]: whatever
 * std::data and std::size take), and n and m are the sizes of x and y; sizes that do not fit are
 * undefined behaviour that assert() finds. A matrix is stored by rows: entry (i, j) of one with n
 * columns is at [i * n + j]. All arrays belong to the caller and do not overlap; what is computed
 * is assigned, not added.
 *
 * Only jacobian and hessian need memory of their own, `work`. Without it they allocate it, and
 * throw what operator new throws. Derivatives in reverse mode keep intermediate values on a tape
 * besides, see <enzcc/runtime.h>.
 *
 * A callable that does not fit is a compile error that begins with "enzcc:". Errors about what it
 * does come when the program is linked, at the line of the call.
 */
#ifndef ENZCC_DERIVATIVES_HPP
#define ENZCC_DERIVATIVES_HPP

#ifndef __cplusplus
#error "<enzcc/derivatives.hpp> is for C++; C programs include <enzcc/derivatives.h>"
#elif __cplusplus < 201703L
#error "<enzcc/derivatives.hpp> needs C++17: compile with -std=c++17 or later"
#else

#pragma GCC system_header

#include <cassert>
#include <cstddef>
#include <enzyme/enzyme>
#include <iterator>
#include <memory>
#include <type_traits>

extern int enzyme_width;
extern int enzyme_dupv;

/* Without line numbers of their own, so that messages name the caller's line. */
#define ENZCC_INLINE __attribute__((always_inline, nodebug)) inline

namespace enzcc
{

/* fn<f>: the function f as an object, whose type says which function it is. */
template <auto f> struct function_constant {
    template <typename... A>
    ENZCC_INLINE constexpr auto operator()(A... a) const -> decltype(f(a...))
    {
        return f(a...);
    }
};
template <auto f> inline constexpr function_constant<f> fn{};

/* How many directions jacobian and hessian compute at once, if the program does not say. */
inline constexpr int default_directions = 4;

/* The numbers in `work` for the Hessian of a function of n numbers, for a Jacobian of m rows and n
 * columns, with so many directions at once. */
constexpr std::size_t hessian_work(std::size_t n, int directions = default_directions)
{
    return static_cast<std::size_t>(directions) * (n + 1) + 2 * n;
}
constexpr std::size_t jacobian_work(std::size_t m, std::size_t n,
                                    int directions = default_directions)
{
    return static_cast<std::size_t>(directions) * (m + n + 1) + 2 * n;
}

namespace detail
{

template <typename F, typename T> constexpr bool check_number()
{
    static_assert(std::is_floating_point_v<T>, "enzcc: x is no array of floating-point numbers");
    static_assert(std::is_invocable_r_v<T, const F &, const T *>,
                  "enzcc: the callable is not T f(const T *x), for the T that x consists of");
    return true;
}
template <typename F, typename T> constexpr bool check_vector()
{
    static_assert(std::is_floating_point_v<T>, "enzcc: x is no array of floating-point numbers");
    static_assert(std::is_invocable_v<const F &, const T *, T *>,
                  "enzcc: the callable is not void f(const T *x, T *y), for the T that x consists "
                  "of");
    return true;
}

template <typename Raw, typename... O> ENZCC_INLINE Raw reverse(O... operands)
{
    return reinterpret_cast<Raw (*)(O...)>(&__enzyme_autodiff_object)(operands...);
}
template <typename Raw, typename... O> ENZCC_INLINE Raw forward(O... operands)
{
    return reinterpret_cast<Raw (*)(O...)>(&__enzyme_fwddiff_object)(operands...);
}

template <typename T> ENZCC_INLINE void clear(T *array, std::size_t n)
{
    for (std::size_t i = 0; i < n; i++)
        array[i] = 0;
}

/* The callable behind its address, which is a constant operand of the derivative calls. */
template <typename F, typename T> struct call {
    static T number(const F *f, const T *x)
    {
        return (*f)(x);
    }
    static void vector(const F *f, const T *x, T *y)
    {
        (*f)(x, y);
    }
    /* Adds the gradient to g. */
    static T add_gradient(const F *f, const T *x, T *g)
    {
        return reverse<T>(reinterpret_cast<void *>(&number), &enzyme_primal_return, &enzyme_const,
                          f, &enzyme_dup, x, g);
    }
};

/* The first k derivatives along x + t v, as a tree: values below, their tangents above. */
template <typename F, typename T, int k> struct along {
    struct type {
        typename along<F, T, k - 1>::type value, tangent;
    };
    static type derivatives(const F *f, const T *x, const T *v)
    {
        return forward<type>(reinterpret_cast<void *>(&along<F, T, k - 1>::derivatives),
                             &enzyme_primal_return, &enzyme_const, f, &enzyme_dup, x, v,
                             &enzyme_const, v);
    }
    static ENZCC_INLINE T last(const type &tree)
    {
        return along<F, T, k - 1>::last(tree.tangent);
    }
    static ENZCC_INLINE void coefficients(const type &tree, T *c)
    {
        along<F, T, k - 1>::coefficients(tree.value, c);
        T factorial = 1;
        for (int i = 2; i <= k; i++)
            factorial *= i;
        c[k] = last(tree) / factorial;
    }
};
template <typename F, typename T> struct along<F, T, 0> {
    using type = T;
    static type derivatives(const F *f, const T *x, const T *)
    {
        return (*f)(x);
    }
    static ENZCC_INLINE T last(const type &tree)
    {
        return tree;
    }
    static ENZCC_INLINE void coefficients(const type &tree, T *c)
    {
        c[0] = tree;
    }
};

/* Unit vectors of n numbers in an array of 2 n + directions: that of axis i is at the returned
 * address, minus i; for i from n to n + directions - 2 a zero vector is there. They overlap:
 * tangents of what a function only reads may. */
template <typename T> ENZCC_INLINE T *axes(T *array, std::size_t n, std::size_t directions)
{
    clear(array, 2 * n + directions);
    array[n + directions - 1] = 1;
    return array + n + directions - 1;
}

template <typename T> constexpr std::ptrdiff_t bytes(std::size_t n)
{
    return static_cast<std::ptrdiff_t>(n * sizeof(T));
}

template <int directions, typename F, typename T>
ENZCC_INLINE void fill_hessian(const F *f, const T *x, std::size_t n, T *g, T *h, T *work)
{
    constexpr std::size_t width = directions;
    T *const rest = work + 2 * n + width;
    const T *const first = axes(work, n, width);
    for (std::size_t i = 0; i < n; i += width) {
        const std::size_t left = n - i;
        T *const rows = left < width ? rest : h + i * n;
        clear(rows, width * n);
        clear(g, n);
        forward<void>(reinterpret_cast<void *>(&call<F, T>::add_gradient), &enzyme_const_return,
                      &enzyme_width, directions, &enzyme_const, f, &enzyme_dupv, -bytes<T>(1), x,
                      first - i, &enzyme_dupv, bytes<T>(n), g, rows);
        for (std::size_t k = 0; left < width && k < left * n; k++)
            h[i * n + k] = rest[k];
    }
}

/* The Jacobian by columns, which are gathered in `work` first. */
template <int directions, typename F, typename T>
ENZCC_INLINE void fill_columns(const F *f, const T *x, std::size_t n, std::size_t m, T *y, T *j,
                               T *work)
{
    constexpr std::size_t width = directions;
    T *const columns = work + 2 * n + width;
    const T *const first = axes(work, n, width);
    for (std::size_t k = 0; k < n; k += width) {
        clear(columns, width * m);
        forward<void>(reinterpret_cast<void *>(&call<F, T>::vector), &enzyme_width, directions,
                      &enzyme_const, f, &enzyme_dupv, -bytes<T>(1), x, first - k, &enzyme_dupv,
                      bytes<T>(m), y, columns);
        for (std::size_t i = 0; i < m; i++)
            for (std::size_t l = 0; l < width && k + l < n; l++)
                j[i * n + k + l] = columns[l * m + i];
    }
}

/* The Jacobian by rows, in place but for the last ones. */
template <int directions, typename F, typename T>
ENZCC_INLINE void fill_rows(const F *f, const T *x, std::size_t n, std::size_t m, T *y, T *j,
                            T *work)
{
    constexpr std::size_t width = directions;
    T *const seeds = work, *const rest = work + width * m;
    for (std::size_t i = 0; i < m; i += width) {
        const std::size_t left = m - i;
        T *const rows = left < width ? rest : j + i * n;
        clear(rows, width * n);
        for (std::size_t k = 0; k < width * m; k++)
            seeds[k] = k % m == i + k / m;
        reverse<void>(reinterpret_cast<void *>(&call<F, T>::vector), &enzyme_width, directions,
                      &enzyme_const, f, &enzyme_dupv, bytes<T>(n), x, rows, &enzyme_dupv,
                      bytes<T>(m), y, seeds);
        for (std::size_t k = 0; left < width && k < left * n; k++)
            j[i * n + k] = rest[k];
    }
}

template <typename C>
using number_of = std::remove_cv_t<std::remove_pointer_t<decltype(std::data(std::declval<C &>()))>>;

} // namespace detail

/* ---- Numbers that depend on n numbers: T f(const T *x) --------------------------------------- */

/* Returns f(x). g[n]: the gradient. One call in reverse mode, whatever n is. */
template <typename F, typename T>
ENZCC_INLINE T gradient(const F &f, const T *x, std::size_t n, T *g)
{
    static_assert(detail::check_number<F, T>());
    detail::clear(g, n);
    return detail::call<F, T>::add_gradient(std::addressof(f), x, g);
}
template <typename F, typename X, typename G>
ENZCC_INLINE auto gradient(const F &f, const X &x, G &&g) -> detail::number_of<const X>
{
    assert(std::size(g) == std::size(x));
    return gradient(f, std::data(x), std::size(x), std::data(g));
}

/* Returns the derivative of f at x in the direction v[n], the sum of v[i] df/dx[i]. value: f(x).
 * One call in forward mode. */
template <typename F, typename T>
ENZCC_INLINE T directional(const F &f, const T *x, const T *v, T &value)
{
    static_assert(detail::check_number<F, T>());
    using line = detail::along<F, T, 1>;
    const typename line::type both = line::derivatives(std::addressof(f), x, v);
    value = both.value;
    return both.tangent;
}
template <typename F, typename X, typename V, typename T = detail::number_of<const X>>
ENZCC_INLINE auto directional(const F &f, const X &x, const V &v, T &value)
    -> detail::number_of<const X>
{
    assert(std::size(v) == std::size(x));
    return directional(f, std::data(x), std::data(v), value);
}

/* Returns f(x). g[n]: the gradient. hv[n]: the Hessian times v[n]. One call, forward mode of the
 * gradient: a small multiple of the cost of f, whatever n is. */
template <typename F, typename T>
ENZCC_INLINE T hvp(const F &f, const T *x, std::size_t n, const T *v, T *g, T *hv)
{
    static_assert(detail::check_number<F, T>());
    detail::clear(g, n);
    detail::clear(hv, n);
    return detail::forward<T>(reinterpret_cast<void *>(&detail::call<F, T>::add_gradient),
                              &enzyme_const_return, &enzyme_primal_return, &enzyme_const,
                              std::addressof(f), &enzyme_dup, x, v, &enzyme_dup, g, hv);
}
template <typename F, typename X, typename V, typename G, typename H>
ENZCC_INLINE auto hvp(const F &f, const X &x, const V &v, G &&g, H &&hv)
    -> detail::number_of<const X>
{
    assert(std::size(v) == std::size(x) && std::size(g) == std::size(x) &&
           std::size(hv) == std::size(x));
    return hvp(f, std::data(x), std::size(x), std::data(v), std::data(g), std::data(hv));
}

/* g[n]: the gradient. h[n * n]: the Hessian. work[hessian_work(n, directions)]. One call for each
 * `directions` rows (from 1 to 256), forward mode of the gradient; h is symmetric but for
 * rounding. With n = 0 nothing is computed. */
template <int directions = default_directions, typename F, typename T>
ENZCC_INLINE void hessian(const F &f, const T *x, std::size_t n, T *g, T *h, T *work)
{
    static_assert(detail::check_number<F, T>());
    detail::fill_hessian<directions>(std::addressof(f), x, n, g, h, work);
}
template <int directions = default_directions, typename F, typename T>
ENZCC_INLINE void hessian(const F &f, const T *x, std::size_t n, T *g, T *h)
{
    const std::unique_ptr<T[]> work(new T[hessian_work(n, directions)]);
    hessian<directions>(f, x, n, g, h, work.get());
}
template <int directions = default_directions, typename F, typename X, typename G, typename H,
          typename W>
ENZCC_INLINE auto hessian(const F &f, const X &x, G &&g, H &&h, W &&work)
    -> std::void_t<detail::number_of<const X>, detail::number_of<W>>
{
    const std::size_t n = std::size(x);
    assert(std::size(g) == n && std::size(h) == n * n &&
           std::size(work) >= hessian_work(n, directions));
    hessian<directions>(f, std::data(x), n, std::data(g), std::data(h), std::data(work));
}
template <int directions = default_directions, typename F, typename X, typename G, typename H>
ENZCC_INLINE auto hessian(const F &f, const X &x, G &&g, H &&h)
    -> std::void_t<detail::number_of<const X>>
{
    const std::size_t n = std::size(x);
    assert(std::size(g) == n && std::size(h) == n * n);
    hessian<directions>(f, std::data(x), n, std::data(g), std::data(h));
}

/* c[order + 1]: the coefficients of the Taylor polynomial of t -> f(x + t v) at 0: c[k] is the k-th
 * derivative divided by k!. The order is from 1 to 4. Forward mode of forward mode and so on: about
 * 2^order times the cost of f. */
template <int order, typename F, typename T>
ENZCC_INLINE void taylor(const F &f, const T *x, const T *v, T *c)
{
    static_assert(order >= 1 && order <= 4, "enzcc: taylor<order>: the order is from 1 to 4");
    static_assert(detail::check_number<F, T>());
    using line = detail::along<F, T, order>;
    line::coefficients(line::derivatives(std::addressof(f), x, v), c);
}
template <int order, typename F, typename X, typename V, typename C>
ENZCC_INLINE auto taylor(const F &f, const X &x, const V &v, C &&c)
    -> std::void_t<detail::number_of<const X>>
{
    assert(std::size(v) == std::size(x) && std::size(c) == order + 1);
    taylor<order>(f, std::data(x), std::data(v), std::data(c));
}

/* ---- m numbers that depend on n numbers: void f(const T *x, T *y) ---------------------------- */

/* y[m]: f(x). jv[m]: the Jacobian times v[n]. One call in forward mode. */
template <typename F, typename T>
ENZCC_INLINE void jvp(const F &f, const T *x, const T *v, std::size_t m, T *y, T *jv)
{
    static_assert(detail::check_vector<F, T>());
    detail::clear(jv, m);
    detail::forward<void>(reinterpret_cast<void *>(&detail::call<F, T>::vector), &enzyme_const,
                          std::addressof(f), &enzyme_dup, x, v, &enzyme_dup, y, jv);
}
template <typename F, typename X, typename V, typename Y, typename J>
ENZCC_INLINE auto jvp(const F &f, const X &x, const V &v, Y &&y, J &&jv)
    -> std::void_t<detail::number_of<const X>>
{
    assert(std::size(v) == std::size(x) && std::size(jv) == std::size(y));
    jvp(f, std::data(x), std::data(v), std::size(y), std::data(y), std::data(jv));
}

/* y[m]: f(x). jtw[n]: the transposed Jacobian times w[m], the gradient of the sum of w[i] y[i].
 * w is used up: where f has stored y[i], w[i] is 0 afterwards. One call in reverse mode. */
template <typename F, typename T>
ENZCC_INLINE void vjp(const F &f, const T *x, std::size_t n, T *y, T *w, T *jtw)
{
    static_assert(detail::check_vector<F, T>());
    detail::clear(jtw, n);
    detail::reverse<void>(reinterpret_cast<void *>(&detail::call<F, T>::vector), &enzyme_const,
                          std::addressof(f), &enzyme_dup, x, jtw, &enzyme_dup, y, w);
}
template <typename F, typename X, typename Y, typename W, typename J>
ENZCC_INLINE auto vjp(const F &f, const X &x, Y &&y, W &&w, J &&jtw)
    -> std::void_t<detail::number_of<const X>>
{
    assert(std::size(w) == std::size(y) && std::size(jtw) == std::size(x));
    vjp(f, std::data(x), std::size(x), std::data(y), std::data(w), std::data(jtw));
}

/* How a Jacobian is computed: by columns in forward mode, by rows in reverse mode, or by columns
 * if n <= m and else by rows, since both cost about the same. */
enum class by { cheaper, columns, rows };

/* y[m]: f(x). j[m * n]: the Jacobian, j[i * n + k] = dy[i]/dx[k].
 * work[jacobian_work(m, n, directions)]. One call for each `directions` (from 1 to 256) columns or
 * rows. With n or m = 0 y may not be computed. */
template <by way = by::cheaper, int directions = default_directions, typename F, typename T>
ENZCC_INLINE void jacobian(const F &f, const T *x, std::size_t n, std::size_t m, T *y, T *j,
                           T *work)
{
    static_assert(detail::check_vector<F, T>());
    if constexpr (way == by::columns) {
        detail::fill_columns<directions>(std::addressof(f), x, n, m, y, j, work);
    } else if constexpr (way == by::rows) {
        detail::fill_rows<directions>(std::addressof(f), x, n, m, y, j, work);
    } else {
        if (n <= m)
            detail::fill_columns<directions>(std::addressof(f), x, n, m, y, j, work);
        else
            detail::fill_rows<directions>(std::addressof(f), x, n, m, y, j, work);
    }
}
template <by way = by::cheaper, int directions = default_directions, typename F, typename T>
ENZCC_INLINE void jacobian(const F &f, const T *x, std::size_t n, std::size_t m, T *y, T *j)
{
    const std::unique_ptr<T[]> work(new T[jacobian_work(m, n, directions)]);
    jacobian<way, directions>(f, x, n, m, y, j, work.get());
}
template <by way = by::cheaper, int directions = default_directions, typename F, typename X,
          typename Y, typename J, typename W>
ENZCC_INLINE auto jacobian(const F &f, const X &x, Y &&y, J &&j, W &&work)
    -> std::void_t<detail::number_of<const X>, detail::number_of<W>>
{
    const std::size_t n = std::size(x), m = std::size(y);
    assert(std::size(j) == m * n && std::size(work) >= jacobian_work(m, n, directions));
    jacobian<way, directions>(f, std::data(x), n, m, std::data(y), std::data(j), std::data(work));
}
template <by way = by::cheaper, int directions = default_directions, typename F, typename X,
          typename Y, typename J>
ENZCC_INLINE auto jacobian(const F &f, const X &x, Y &&y, J &&j)
    -> std::void_t<detail::number_of<const X>>
{
    const std::size_t n = std::size(x), m = std::size(y);
    assert(std::size(j) == m * n);
    jacobian<way, directions>(f, std::data(x), n, m, std::data(y), std::data(j));
}

} // namespace enzcc

#undef ENZCC_INLINE
#endif
#endif
