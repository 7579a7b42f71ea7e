/* Sparse Jacobians and Hessians of C++ callables: what <enzcc/sparse.h> does, for the callables of
 * <enzcc/derivatives.hpp>.
 *
 *     auto f = [&](const double *x) { return energy(x, mesh); };
 *     enzcc::pattern pattern;
 *     enzcc::hessian_pattern(f, x, pattern);                 which entries there are
 *     std::vector<double> g(x.size()), values(pattern.count());
 *     enzcc::hessian_values(f, x, pattern, g, values);       their values, as often as wanted
 *
 *     Eigen::SparseMatrix<double> h;
 *     enzcc::fill(h, pattern, values);
 *
 * Arrays are pointers or containers, as in <enzcc/derivatives.hpp>; a matrix is in compressed rows.
 * What patterns and colourings are, how they are found and what they cost is in <enzcc/sparse.h>.
 *
 * Errors are exceptions: std::bad_alloc, enzcc::not_a_number where the derivative is no number or
 * infinite at x, enzcc::entries_missing where the function takes another way at x than where the
 * pattern was found (hessian_pattern and jacobian_pattern add the entries of that). After one, what
 * is computed is not to be used, and the pattern is as it was. */
#ifndef ENZCC_SPARSE_HPP
#define ENZCC_SPARSE_HPP

#include <enzcc/derivatives.hpp>
#pragma GCC system_header
#include <enzcc/sparse.h>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#define ENZCC_INLINE __attribute__((always_inline, nodebug)) inline

namespace enzcc
{

struct not_a_number : std::domain_error {
    using std::domain_error::domain_error;
};
struct entries_missing : std::logic_error {
    using std::logic_error::logic_error;
};

/* How the columns of a Hessian get colours. */
enum class colouring { star, acyclic };

/* The entries of a matrix that are not zero. */
class pattern
{
  public:
    explicit pattern(colouring how = colouring::star)
    {
        p.colouring = how == colouring::acyclic ? ENZ_ACYCLIC : ENZ_STAR;
    }
    pattern(const pattern &) = delete;
    pattern(pattern &&other) noexcept : p(other.p)
    {
        other.p = enz_pattern{};
    }
    pattern &operator=(pattern other) noexcept
    {
        std::swap(p, other.p);
        return *this;
    }
    ~pattern()
    {
        enz_pattern_free(&p);
    }

    std::size_t rows() const
    {
        return p.rows;
    }
    std::size_t columns() const
    {
        return p.columns;
    }
    std::size_t count() const
    {
        return p.count;
    }
    std::size_t colours() const
    {
        return p.colours;
    }
    bool by_rows() const
    {
        return p.by_rows != 0;
    }
    /* Entries start(i) to start(i + 1) - 1 are those of row i, in ascending columns column(e). */
    std::size_t start(std::size_t i) const
    {
        return p.start[i];
    }
    std::size_t column(std::size_t e) const
    {
        return p.column[e];
    }
    /* The row of each entry. */
    std::vector<std::size_t> row_of_entries() const
    {
        std::vector<std::size_t> row(p.count);
        enz_pattern_rows(&p, row.data());
        return row;
    }
    /* For what takes the pattern of <enzcc/sparse.h>; it stays this object's. */
    enz_pattern *get()
    {
        return &p;
    }
    const enz_pattern *get() const
    {
        return &p;
    }

  private:
    enz_pattern p{};
};

namespace detail
{

inline void check_sparse(int error)
{
    switch (error) {
    case ENZ_SPARSE_MEMORY: throw std::bad_alloc();
    case ENZ_SPARSE_NAN: throw not_a_number("enzcc: a sparse derivative is no number at x");
    case ENZ_SPARSE_PATTERN: throw entries_missing("enzcc: entries are missing in the pattern");
    default: break;
    }
}

/* Products with the Hessian, `lanes` at once. */
template <typename F, typename T, int lanes> struct hessian_product {
    const F *f;
    ENZCC_INLINE void operator()(const T *x, const enz_pattern *p, T *g, T *v, T *out) const
    {
        const std::size_t n = p->columns;
        clear(g, n);
        clear(out, lanes * n);
        forward<void>(reinterpret_cast<void *>(&call<F, T>::add_gradient), &enzyme_const_return,
                      &enzyme_width, lanes, &enzyme_const, f, &enzyme_dupv, bytes<T>(n), x,
                      static_cast<const T *>(v), &enzyme_dupv, bytes<T>(n), g, out);
    }
};

/* Products with the Jacobian, and with the transposed one. */
template <typename F, typename T, int lanes> struct column_product {
    const F *f;
    ENZCC_INLINE void operator()(const T *x, const enz_pattern *p, T *y, T *v, T *out) const
    {
        clear(out, lanes * p->rows);
        forward<void>(reinterpret_cast<void *>(&call<F, T>::vector), &enzyme_width, lanes,
                      &enzyme_const, f, &enzyme_dupv, bytes<T>(p->columns), x,
                      static_cast<const T *>(v), &enzyme_dupv, bytes<T>(p->rows), y, out);
    }
};
template <typename F, typename T, int lanes> struct row_product {
    const F *f;
    ENZCC_INLINE void operator()(const T *x, const enz_pattern *p, T *y, T *v, T *out) const
    {
        clear(out, lanes * p->columns);
        reverse<void>(reinterpret_cast<void *>(&call<F, T>::vector), &enzyme_width, lanes,
                      &enzyme_const, f, &enzyme_dupv, bytes<T>(p->columns), x, out, &enzyme_dupv,
                      bytes<T>(p->rows), y, v);
    }
};

template <int lanes, typename T, typename Product>
ENZCC_INLINE int find_pattern(const Product &product, const T *enz_x, const enz_pattern *enz_shape,
                              enz_pattern *enz_p, int enz_symmetric)
{
    ENZ_SPARSE_FIND_BODY_(product, T, lanes, ENZ_END_)
}

template <int lanes, typename T, typename Columns, typename Rows>
ENZCC_INLINE int find_values(const Columns &columns, const Rows &rows, const T *enz_x,
                             const enz_pattern *enz_p, T *enz_y, T *enz_values)
{
    const auto find = [&columns](const T *x, const enz_pattern *shape, enz_pattern *now, int) {
        return find_pattern<lanes>(columns, x, shape, now, 0);
    };
    const auto again = [&find](const T *enz_x, const enz_pattern *enz_p) {
        ENZ_SPARSE_AGAIN_BODY_(find, ENZ_END_)
    };
    ENZ_SPARSE_VALUES_BODY_(again, columns, rows, T, lanes, ENZ_END_)
}

} // namespace detail

/* ---- The Hessian of T f(const T *x) -----------------------------------------------------------
 */

/* The entries that there are at x are added to p. Products are made `directions` at once. */
template <int directions = default_directions, typename F, typename T>
ENZCC_INLINE void hessian_pattern(const F &f, const T *x, std::size_t n, pattern &p)
{
    static_assert(detail::check_number<F, T>());
    const detail::hessian_product<F, T, directions> product{std::addressof(f)};
    enz_pattern shape{};
    shape.rows = shape.columns = n;
    detail::check_sparse(detail::find_pattern<directions>(product, x, &shape, p.get(), 1));
}
template <int directions = default_directions, typename F, typename X>
ENZCC_INLINE auto hessian_pattern(const F &f, const X &x, pattern &p)
    -> std::void_t<detail::number_of<const X>>
{
    hessian_pattern<directions>(f, std::data(x), std::size(x), p);
}

/* g[n]: the gradient. values[p.count()]: the entries of the Hessian. */
template <int directions = default_directions, typename F, typename T>
ENZCC_INLINE void hessian_values(const F &f, const T *x, const pattern &p, T *g, T *values)
{
    static_assert(detail::check_number<F, T>());
    const detail::hessian_product<F, T, directions> product{std::addressof(f)};
    detail::check_sparse(detail::find_values<directions>(product, product, x, p.get(), g, values));
}
template <int directions = default_directions, typename F, typename X, typename G, typename V>
ENZCC_INLINE auto hessian_values(const F &f, const X &x, const pattern &p, G &&g, V &&values)
    -> std::void_t<detail::number_of<const X>>
{
    assert(std::size(x) == p.columns() && std::size(g) == std::size(x) &&
           std::size(values) == p.count());
    hessian_values<directions>(f, std::data(x), p, std::data(g), std::data(values));
}

/* ---- The Jacobian of void f(const T *x, T *y) -------------------------------------------------
 */

/* The entries that there are at x are added to p, which has m rows and n columns. */
template <int directions = default_directions, typename F, typename T>
ENZCC_INLINE void jacobian_pattern(const F &f, const T *x, std::size_t n, std::size_t m, pattern &p)
{
    static_assert(detail::check_vector<F, T>());
    const detail::column_product<F, T, directions> product{std::addressof(f)};
    enz_pattern shape{};
    shape.rows = m;
    shape.columns = n;
    detail::check_sparse(detail::find_pattern<directions>(product, x, &shape, p.get(), 0));
}
template <int directions = default_directions, typename F, typename X>
ENZCC_INLINE auto jacobian_pattern(const F &f, const X &x, std::size_t m, pattern &p)
    -> std::void_t<detail::number_of<const X>>
{
    jacobian_pattern<directions>(f, std::data(x), std::size(x), m, p);
}

/* y[m]: f(x). values[p.count()]: the entries of the Jacobian. */
template <int directions = default_directions, typename F, typename T>
ENZCC_INLINE void jacobian_values(const F &f, const T *x, const pattern &p, T *y, T *values)
{
    static_assert(detail::check_vector<F, T>());
    const detail::column_product<F, T, directions> columns{std::addressof(f)};
    const detail::row_product<F, T, directions> rows{std::addressof(f)};
    detail::check_sparse(detail::find_values<directions>(columns, rows, x, p.get(), y, values));
}
template <int directions = default_directions, typename F, typename X, typename Y, typename V>
ENZCC_INLINE auto jacobian_values(const F &f, const X &x, const pattern &p, Y &&y, V &&values)
    -> std::void_t<detail::number_of<const X>>
{
    assert(std::size(x) == p.columns() && std::size(y) == p.rows() &&
           std::size(values) == p.count());
    jacobian_values<directions>(f, std::data(x), p, std::data(y), std::data(values));
}

/* ---- Eigen ------------------------------------------------------------------------------------
 */

/* out becomes the matrix with these values; it is an Eigen::SparseMatrix, by columns or by rows,
 * and compressed. Only a change of its size or of the number of entries allocates memory. Throws
 * std::length_error if its indices cannot count that many rows, columns or entries. */
template <typename Matrix, typename T> void fill(Matrix &out, const pattern &p, const T *values)
{
    using index = typename Matrix::StorageIndex;
    constexpr bool by_rows = Matrix::IsRowMajor != 0;
    const auto most = static_cast<std::size_t>(std::numeric_limits<index>::max());
    if (p.rows() >= most || p.columns() >= most || p.count() >= most)
        throw std::length_error("enzcc: a matrix that is too large for its type of indices");
    const auto rows = static_cast<typename Matrix::Index>(p.rows());
    const auto columns = static_cast<typename Matrix::Index>(p.columns());
    if (out.rows() != rows || out.cols() != columns || !out.isCompressed())
        out.resize(rows, columns);
    if (static_cast<std::size_t>(out.data().size()) != p.count())
        out.resizeNonZeros(static_cast<typename Matrix::Index>(p.count()));
    const std::size_t outer = by_rows ? p.rows() : p.columns();
    index *const start = out.outerIndexPtr(), *const inner = out.innerIndexPtr();
    for (std::size_t k = 0; k <= outer; k++)
        start[k] = 0;
    for (std::size_t i = 0; i < p.rows(); i++)
        for (std::size_t e = p.start(i); e < p.start(i + 1); e++)
            start[(by_rows ? i : p.column(e)) + 1]++;
    for (std::size_t k = 0; k < outer; k++)
        start[k + 1] += start[k];
    /* start[k] is where the next entry of k goes, and in the end where those of k + 1 begin. */
    for (std::size_t i = 0; i < p.rows(); i++)
        for (std::size_t e = p.start(i); e < p.start(i + 1); e++) {
            const index at = start[by_rows ? i : p.column(e)]++;
            inner[at] = static_cast<index>(by_rows ? p.column(e) : i);
            out.valuePtr()[at] = values[e];
        }
    for (std::size_t k = outer; k; k--)
        start[k] = start[k - 1];
    start[0] = 0;
}
template <typename Matrix, typename V>
auto fill(Matrix &out, const pattern &p, const V &values) -> std::void_t<detail::number_of<const V>>
{
    assert(std::size(values) == p.count());
    fill(out, p, std::data(values));
}

} // namespace enzcc

#undef ENZCC_INLINE
#endif
