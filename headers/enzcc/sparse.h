/* Sparse Jacobians and Hessians: which entries are not zero is found when the program runs, columns
 * that have no row in common are computed together.
 *
 *     #include <enzcc/sparse.h>
 *
 *     double energy(const double *x, const struct mesh *mesh);
 *
 *     ENZ_SPARSE_HESSIAN(hessian, energy, double, ENZ_CONST(const struct mesh *));
 *
 *     struct enz_pattern pattern = {0};
 *     hessian_pattern(x, n, &pattern, mesh);           which entries there are
 *     double *values = malloc(pattern.count * sizeof *values);
 *     hessian(x, &pattern, gradient, values, mesh);    their values, as often as wanted
 *     enz_pattern_free(&pattern);
 *
 * Matrices are in compressed rows (CSR): the entries of row i are start[i] to start[i + 1] - 1;
 * entry e is in column column[e] and has the value values[e]. Columns ascend in a row.
 * enz_pattern_rows adds the row of each entry, which makes coordinates (COO) of it. Hessians have
 * both triangles, and all of the diagonal.
 *
 * Functions and constants are those of <enzcc/derivatives.h>; T is float, double or long double.
 *
 * Cost. The pattern takes a number of products with the matrix that grows with the logarithm of its
 * columns times the number of colours; values take one product for each colour, and another one
 * as a check. One call of a derivative makes ENZ_DIRECTIONS products (4, unless the program says
 * otherwise), and costs a few times what f does. Of a matrix with few entries in each row, such as
 * those of meshes, the number of colours does not depend on its size.
 *
 * Which entries there are does not depend on values: an entry that happens to be zero at x belongs
 * to the pattern. But it depends on the way that f takes at x, through conditions, minima and
 * maxima. Values that are computed elsewhere are checked against a product with all columns; where
 * it does not fit, the pattern is found again, and if entries are missing, that is an error: the
 * values are not right then. name_pattern adds entries to a pattern that has some.
 *
 * How. Tangents that are NaN go through sums and products whatever the other factor is, so that a
 * product with NaN in some columns shows the rows that depend on any of these. Blocks of columns
 * are halved until they are single ones; blocks that have no row in common share a product (compare
 * Curtis, Powell and Reid, 1974). Hessians get star colourings, which let an entry be read in its
 * row or in its column (Gebremedhin, Manne and Pothen, "What color is your Jacobian?", 2005). With
 *
 *     struct enz_pattern pattern = {.colouring = ENZ_ACYCLIC};
 *
 * they get acyclic ones, which take fewer products: two colours have no circle, so that the entries
 * of both are solved for from the leaves of trees on (Gebremedhin, Tarafdar, Manne and Pothen,
 * 2007). All results are kept for that, which takes memory for rows times colours, and rounding
 * errors of an entry may reach the next ones. The colourings are greedy, and of this header: of
 * libraries for that, Debian has ColPack (C++, libcolpack-dev), which every program would have to
 * be linked with.
 *
 * Memory: that of the pattern; products need ENZ_DIRECTIONS arrays of rows and of columns. Nothing
 * is kept between calls but the pattern.
 */
#ifndef ENZCC_SPARSE_H
#define ENZCC_SPARSE_H
#pragma GCC system_header

#include <enzcc/derivatives.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What is returned, apart from 0. */
enum enz_sparse_error {
    ENZ_SPARSE_MEMORY = -1, /* there was none */
    ENZ_SPARSE_NAN = -2,    /* the derivative is no number, or infinite, at x */
    ENZ_SPARSE_PATTERN = -3 /* entries are missing in the pattern */
};

/* How the columns of a Hessian get colours. */
enum enz_colouring {
    ENZ_STAR,   /* each entry is in one product */
    ENZ_ACYCLIC /* fewer products, kept until entries are solved for one after the other */
};

/* The entries of a matrix that are not zero. Begins as {0}, or with a colouring that the caller has
 * set; belongs to the caller, who frees it. */
struct enz_pattern {
    size_t rows, columns, count; /* count: of entries */
    size_t *start, *column;      /* start[rows + 1], column[count] */
    size_t colours;              /* products for all values */
    int by_rows;                 /* products with the transposed matrix; colours are of rows */
    enum enz_colouring colouring;
    size_t *colour; /* of each column, or of each row: colour[columns], or [rows] */
    /* Values that the product of a colour gives: entry[e] is number from[e] of its result, for e
     * from first[colour] to first[colour + 1] - 1. */
    size_t *first, *entry, *from;
    /* In an acyclic colouring: entry[e] and mirror[e] are number from[e] of all results in a row,
     * and are taken from number less[e], for e from 0 to first[0] - 1, in this order. */
    size_t *mirror, *less;
};

/* Frees what belongs to the pattern, which is {0} again. */
static inline void enz_pattern_free(struct enz_pattern *p)
{
    size_t **all[] = {&p->start, &p->column, &p->colour, &p->first,
                      &p->entry, &p->from,   &p->mirror, &p->less};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(*all[i]);
    memset(p, 0, sizeof *p);
}

/* row[count]: the row of each entry. */
static inline void enz_pattern_rows(const struct enz_pattern *p, size_t *row)
{
    for (size_t i = 0; i < p->rows; i++)
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++)
            row[e] = i;
}

/* int name_pattern(const T *x, size_t n, struct enz_pattern *pattern, constants...)
 * int name(const T *x, const struct enz_pattern *pattern, T *g, T *values, constants...)
 *
 * Of T f(const T *x, constants...). g[n]: the gradient. values[count]: the entries of the Hessian.
 * Both return 0 or an error; after one, what they compute is not to be used, and a pattern is as it
 * was. */
#define ENZ_SPARSE_HESSIAN(name, function, ...)                                                    \
    ENZ_SPARSE_HESSIAN_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_SPARSE_HESSIAN_OF_(name, function, T, ...)                                             \
    ENZ_OF_NUMBER_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_GRADIENT_CALL_(name, function, T, __VA_ARGS__)                                             \
    ENZ_LINKAGE_ void __enzyme_fwddiff_##name(void *, int *, int *, int, int *, ptrdiff_t,         \
                                              const T *, const T *, int *, ptrdiff_t, T *,         \
                                              T *ENZ_OPERANDS_(__VA_ARGS__));                      \
    ENZ_FUNCTION_ void name##_columns(const T *enz_x, const struct enz_pattern *enz_p, T *enz_g,   \
                                      T *enz_v, T *enz_out ENZ_VALUES_(__VA_ARGS__))               \
    {                                                                                              \
        const size_t enz_n = enz_p->columns;                                                       \
        const ptrdiff_t enz_stride = (ptrdiff_t)(enz_n * sizeof(T));                               \
        memset(enz_g, 0, enz_n * sizeof(T));                                                       \
        memset(enz_out, 0, ENZ_DIRECTIONS * enz_n * sizeof(T));                                    \
        __enzyme_fwddiff_##name((void *)name##_add, &enzyme_const_return, &enzyme_width,           \
                                ENZ_DIRECTIONS, &enzyme_dupv, enz_stride, enz_x, enz_v,            \
                                &enzyme_dupv, enz_stride, enz_g,                                   \
                                enz_out ENZ_ARGUMENTS_(__VA_ARGS__));                              \
    }                                                                                              \
    ENZ_SPARSE_FIND_(name, name##_columns, T, __VA_ARGS__)                                         \
    ENZ_FUNCTION_ int name##_pattern(const T *enz_x, size_t enz_n,                                 \
                                     struct enz_pattern *enz_p ENZ_VALUES_(__VA_ARGS__))           \
    {                                                                                              \
        struct enz_pattern enz_shape = enz_pattern_none_();                                        \
        enz_shape.rows = enz_shape.columns = enz_n;                                                \
        return name##_find(enz_x, &enz_shape, enz_p, 1 ENZ_NAMES_(__VA_ARGS__));                   \
    }                                                                                              \
    ENZ_SPARSE_VALUES_(name, name##_columns, name##_columns, T, __VA_ARGS__)                       \
    struct name##_declared

/* int name_pattern(const T *x, size_t n, size_t m, struct enz_pattern *pattern, constants...)
 * int name(const T *x, const struct enz_pattern *pattern, T *y, T *values, constants...)
 *
 * Of void f(const T *x, T *y, constants...). y[m]: f(x). values[count]: the entries of the Jacobian
 * of m rows and n columns. Columns are computed together in forward mode, or rows in reverse mode
 * where that takes less than half as many products. Returns as for a Hessian. */
#define ENZ_SPARSE_JACOBIAN(name, function, ...)                                                   \
    ENZ_SPARSE_JACOBIAN_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_SPARSE_JACOBIAN_OF_(name, function, T, ...)                                            \
    ENZ_OF_VECTOR_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_LINKAGE_ void __enzyme_fwddiff_##name(void *, int *, int, int *, ptrdiff_t, const T *,     \
                                              const T *, int *, ptrdiff_t, T *,                    \
                                              T *ENZ_OPERANDS_(__VA_ARGS__));                      \
    ENZ_LINKAGE_ void __enzyme_autodiff_##name(void *, int *, int, int *, ptrdiff_t, const T *,    \
                                               T *, int *, ptrdiff_t, T *,                         \
                                               T *ENZ_OPERANDS_(__VA_ARGS__));                     \
    ENZ_FUNCTION_ void name##_columns(const T *enz_x, const struct enz_pattern *enz_p, T *enz_y,   \
                                      T *enz_v, T *enz_out ENZ_VALUES_(__VA_ARGS__))               \
    {                                                                                              \
        memset(enz_out, 0, ENZ_DIRECTIONS * enz_p->rows * sizeof(T));                              \
        __enzyme_fwddiff_##name((void *)function, &enzyme_width, ENZ_DIRECTIONS, &enzyme_dupv,     \
                                (ptrdiff_t)(enz_p->columns * sizeof(T)), enz_x, enz_v,             \
                                &enzyme_dupv, (ptrdiff_t)(enz_p->rows * sizeof(T)), enz_y,         \
                                enz_out ENZ_ARGUMENTS_(__VA_ARGS__));                              \
    }                                                                                              \
    ENZ_FUNCTION_ void name##_rows(const T *enz_x, const struct enz_pattern *enz_p, T *enz_y,      \
                                   T *enz_v, T *enz_out ENZ_VALUES_(__VA_ARGS__))                  \
    {                                                                                              \
        memset(enz_out, 0, ENZ_DIRECTIONS * enz_p->columns * sizeof(T));                           \
        __enzyme_autodiff_##name((void *)function, &enzyme_width, ENZ_DIRECTIONS, &enzyme_dupv,    \
                                 (ptrdiff_t)(enz_p->columns * sizeof(T)), enz_x, enz_out,          \
                                 &enzyme_dupv, (ptrdiff_t)(enz_p->rows * sizeof(T)), enz_y,        \
                                 enz_v ENZ_ARGUMENTS_(__VA_ARGS__));                               \
    }                                                                                              \
    ENZ_SPARSE_FIND_(name, name##_columns, T, __VA_ARGS__)                                         \
    ENZ_FUNCTION_ int name##_pattern(const T *enz_x, size_t enz_n, size_t enz_m,                   \
                                     struct enz_pattern *enz_p ENZ_VALUES_(__VA_ARGS__))           \
    {                                                                                              \
        struct enz_pattern enz_shape = enz_pattern_none_();                                        \
        enz_shape.rows = enz_m;                                                                    \
        enz_shape.columns = enz_n;                                                                 \
        return name##_find(enz_x, &enz_shape, enz_p, 0 ENZ_NAMES_(__VA_ARGS__));                   \
    }                                                                                              \
    ENZ_SPARSE_VALUES_(name, name##_columns, name##_rows, T, __VA_ARGS__)                          \
    struct name##_declared

/* ---- What follows is not for use in programs --------------------------------------------------
 */

/* The bodies of the functions are macros, because <enzcc/sparse.hpp> has them in templates.
 * Products are made ENZ_DIRECTIONS at once, or `lanes`: the vectors of one call are one behind the
 * other. */

/* name_find: the pattern at x, of the size of enz_shape, is added to enz_p. */
#define ENZ_SPARSE_FIND_(name, product, T, ...)                                                    \
    __attribute__((unused)) static int name##_find(                                                \
        const T *enz_x, const struct enz_pattern *enz_shape, struct enz_pattern *enz_p,            \
        int enz_symmetric ENZ_VALUES_(__VA_ARGS__))                                                \
    {                                                                                              \
        ENZ_SPARSE_FIND_BODY_(product, T, ENZ_DIRECTIONS, __VA_ARGS__)                             \
    }
#define ENZ_SPARSE_FIND_BODY_(product, T, lanes, ...)                                              \
    struct enz_search_ enz_s;                                                                      \
    const size_t enz_n = enz_shape->columns, enz_m = enz_shape->rows, enz_w = (lanes);             \
    T *enz_v = (T *)calloc(enz_w * (enz_n + enz_m) + enz_m + 1, sizeof(T)),                        \
      *enz_out = enz_v + enz_w * enz_n, *enz_y = enz_out + enz_w * enz_m;                          \
    if (!enz_v)                                                                                    \
        return ENZ_SPARSE_MEMORY;                                                                  \
    product(enz_x, enz_shape, enz_y, enz_v, enz_out ENZ_NAMES_(__VA_ARGS__));                      \
    for (size_t enz_i = 0; enz_i < enz_m; enz_i++)                                                 \
        if (enz_kind_(enz_out + enz_i, sizeof(T)) == 2) {                                          \
            free(enz_v);                                                                           \
            return ENZ_SPARSE_NAN;                                                                 \
        }                                                                                          \
    enz_search_begin_(&enz_s, enz_m, enz_n);                                                       \
    while (enz_search_next_(&enz_s, enz_w)) {                                                      \
        enz_search_ask_(&enz_s, enz_v, enz_w, sizeof(T));                                          \
        product(enz_x, enz_shape, enz_y, enz_v, enz_out ENZ_NAMES_(__VA_ARGS__));                  \
        enz_search_hear_(&enz_s, enz_out, sizeof(T));                                              \
    }                                                                                              \
    free(enz_v);                                                                                   \
    return enz_search_end_(&enz_s, enz_symmetric, enz_p);

/* name_again: whether all entries at x are in the pattern. name: values. */
#define ENZ_SPARSE_VALUES_(name, with_columns, with_rows, T, ...)                                  \
    __attribute__((unused)) static int name##_again(                                               \
        const T *enz_x, const struct enz_pattern *enz_p ENZ_VALUES_(__VA_ARGS__))                  \
    {                                                                                              \
        ENZ_SPARSE_AGAIN_BODY_(name##_find, __VA_ARGS__)                                           \
    }                                                                                              \
    __attribute__((unused)) static int name(const T *enz_x, const struct enz_pattern *enz_p,       \
                                            T *enz_y, T *enz_values ENZ_VALUES_(__VA_ARGS__))      \
    {                                                                                              \
        ENZ_SPARSE_VALUES_BODY_(name##_again, with_columns, with_rows, T, ENZ_DIRECTIONS,          \
                                __VA_ARGS__)                                                       \
    }
#define ENZ_SPARSE_AGAIN_BODY_(find, ...)                                                          \
    struct enz_pattern enz_now = enz_pattern_none_();                                              \
    int enz_error = find(enz_x, enz_p, &enz_now, 0 ENZ_NAMES_(__VA_ARGS__));                       \
    if (!enz_error && !enz_pattern_has_(enz_p, &enz_now))                                          \
        enz_error = ENZ_SPARSE_PATTERN;                                                            \
    enz_pattern_free(&enz_now);                                                                    \
    return enz_error;

/* Behind the products of the colours comes a weighted one of all columns, or rows: it must be what
 * the values give. Results of an acyclic colouring are kept, all others are used at once. */
#define ENZ_SPARSE_VALUES_BODY_(again, with_columns, with_rows, T, lanes, ...)                     \
    const size_t enz_in = enz_p->by_rows ? enz_p->rows : enz_p->columns, enz_w = (lanes),          \
                 enz_m = enz_p->by_rows ? enz_p->columns : enz_p->rows,                            \
                 enz_kept = enz_p->less ? enz_p->colours / enz_w + 1 : 1;                          \
    T *enz_v = (T *)calloc(enz_w * (enz_in + enz_kept * enz_m) + enz_m + 1, sizeof(T)),            \
      *enz_all = enz_v + enz_w * enz_in,                                                           \
      *enz_out = enz_all, *const enz_sizes = enz_all + enz_w * enz_kept * enz_m;                   \
    if (!enz_v)                                                                                    \
        return ENZ_SPARSE_MEMORY;                                                                  \
    for (size_t enz_c = 0; enz_c <= enz_p->colours; enz_c += enz_w) {                              \
        enz_out = enz_all + (enz_p->less ? enz_c * enz_m : 0);                                     \
        for (size_t enz_k = 0; enz_k < enz_w * enz_in; enz_k++) {                                  \
            const size_t enz_of = enz_c + enz_k / enz_in, enz_j = enz_k % enz_in;                  \
            enz_v[enz_k] = enz_of == enz_p->colours ? (T)enz_weight_(enz_j)                        \
                                                    : (T)(enz_p->colour[enz_j] == enz_of);         \
        }                                                                                          \
        if (enz_p->by_rows)                                                                        \
            with_rows(enz_x, enz_p, enz_y, enz_v, enz_out ENZ_NAMES_(__VA_ARGS__));                \
        else                                                                                       \
            with_columns(enz_x, enz_p, enz_y, enz_v, enz_out ENZ_NAMES_(__VA_ARGS__));             \
        for (size_t enz_of = enz_c;                                                                \
             !enz_p->less && enz_of < enz_c + enz_w && enz_of < enz_p->colours; enz_of++)          \
            for (size_t enz_e = enz_p->first[enz_of]; enz_e < enz_p->first[enz_of + 1]; enz_e++)   \
                enz_values[enz_p->entry[enz_e]] =                                                  \
                    enz_out[(enz_of - enz_c) * enz_m + enz_p->from[enz_e]];                        \
    }                                                                                              \
    for (size_t enz_e = 0; enz_p->less && enz_e < enz_p->first[0]; enz_e++) {                      \
        const T enz_value = enz_all[enz_p->from[enz_e]];                                           \
        enz_values[enz_p->entry[enz_e]] = enz_values[enz_p->mirror[enz_e]] = enz_value;            \
        enz_all[enz_p->less[enz_e]] -= enz_value;                                                  \
    }                                                                                              \
    T *const enz_check = enz_out + enz_p->colours % enz_w * enz_m;                                 \
    const T enz_unit = sizeof(T) == sizeof(float) ? (T)1e-4 : (T)1e-10;                            \
    int enz_fits = 1;                                                                              \
    for (size_t enz_i = 0; enz_i < enz_m; enz_i++)                                                 \
        enz_fits &= !enz_kind_(enz_check + enz_i, sizeof(T));                                      \
    for (size_t enz_i = 0; enz_i < enz_p->rows; enz_i++)                                           \
        for (size_t enz_e = enz_p->start[enz_i]; enz_e < enz_p->start[enz_i + 1]; enz_e++) {       \
            const size_t enz_k = enz_p->column[enz_e], enz_to = enz_p->by_rows ? enz_k : enz_i;    \
            const T enz_term = enz_values[enz_e] * (T)enz_weight_(enz_p->by_rows ? enz_i : enz_k); \
            enz_check[enz_to] -= enz_term;                                                         \
            enz_sizes[enz_to] += enz_term < 0 ? -enz_term : enz_term;                              \
        }                                                                                          \
    for (size_t enz_i = 0; enz_i < enz_m; enz_i++)                                                 \
        enz_fits &= (enz_check[enz_i] < 0 ? -enz_check[enz_i] : enz_check[enz_i]) <=               \
                    enz_unit * enz_sizes[enz_i];                                                   \
    free(enz_v);                                                                                   \
    return enz_fits ? 0 : again(enz_x, enz_p ENZ_NAMES_(__VA_ARGS__));

static inline struct enz_pattern enz_pattern_none_(void)
{
    struct enz_pattern p;
    memset(&p, 0, sizeof p);
    return p;
}

/* 0: a number, 1: infinite, 2: NaN. By its bits, as NaN is made of bits that are all 1: no option
 * of the compiler's makes it forget what that is. */
static inline int enz_kind_(const void *number, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)number;
    uint64_t bits = 0, top = UINT64_C(0x7ff) << 52;
    uint32_t few = 0;
    if (size == sizeof few) {
        memcpy(&few, bytes, sizeof few);
        few &= 0x7fffffffU;
        return few > 0x7f800000U ? 2 : few == 0x7f800000U;
    }
    memcpy(&bits, bytes, sizeof bits);
#if __LDBL_MANT_DIG__ == 113
    if (size > sizeof bits) {
        const int low = bits != 0;
        memcpy(&bits, bytes + sizeof bits, sizeof bits);
        bits |= (uint64_t)low;
        top = UINT64_C(0x7fff) << 48;
    }
#else
    if (size > sizeof bits)
        return bytes[8] != 0xff || (bytes[9] & 0x7f) != 0x7f ? 0 : bits << 1 ? 2 : 1;
#endif
    bits &= ~(UINT64_C(1) << 63);
    return bits > top ? 2 : bits == top;
}

/* From 0.5 to 1. */
static inline double enz_weight_(size_t j)
{
    uint64_t key = ((uint64_t)j + 1) * UINT64_C(0x9E3779B97F4A7C15);
    key = (key ^ key >> 29) * UINT64_C(0xBF58476D1CE4E5B9);
    return 0.5 + (double)(key >> 11) / 18014398509481984.0;
}

/* ---- Colours ---- */

/* The transposed pattern: of each column the rows. */
struct enz_columns_ {
    size_t *start, *row;
};

static inline int enz_transpose_(const size_t *start, const size_t *column, size_t rows,
                                 size_t columns, struct enz_columns_ *out)
{
    size_t count = rows ? start[rows] : 0;
    out->start = (size_t *)calloc(columns + 2, sizeof(size_t));
    out->row = (size_t *)malloc((count + 1) * sizeof(size_t));
    if (!out->start || !out->row) {
        free(out->start);
        free(out->row);
        return 0;
    }
    for (size_t e = 0; e < count; e++)
        out->start[column[e] + 2]++;
    for (size_t j = 0; j < columns; j++)
        out->start[j + 2] += out->start[j + 1];
    for (size_t i = 0; i < rows; i++)
        for (size_t e = start[i]; e < start[i + 1]; e++)
            out->row[out->start[column[e] + 1]++] = i;
    return 1;
}

/* The least colour c with used[c] != mark. */
static inline size_t enz_least_(const size_t *used, size_t mark)
{
    size_t c = 0;
    while (used[c] == mark)
        c++;
    return c;
}

/* Columns of one colour have no row in common. Greedy, in their order; the number of colours, or
 * SIZE_MAX if there was no memory. */
static inline size_t enz_colour_columns_(const size_t *start, const size_t *column, size_t rows,
                                         size_t columns, size_t *colour)
{
    struct enz_columns_ t;
    size_t colours = 0, *used = (size_t *)calloc(columns + 1, sizeof(size_t));
    if (!used || !enz_transpose_(start, column, rows, columns, &t)) {
        free(used);
        return SIZE_MAX;
    }
    for (size_t j = 0; j < columns; j++)
        colour[j] = columns;
    for (size_t j = 0; j < columns; j++) {
        for (size_t e = t.start[j]; e < t.start[j + 1]; e++)
            for (size_t k = start[t.row[e]]; k < start[t.row[e] + 1]; k++)
                if (column[k] < j)
                    used[colour[column[k]]] = j + 1;
        colour[j] = enz_least_(used, j + 1);
        colours = colour[j] >= colours ? colour[j] + 1 : colours;
    }
    free(used);
    free(t.start);
    free(t.row);
    return colours;
}

/* A star colouring of a symmetric pattern: neighbours have two colours, each path of four vertices
 * three. */
static inline size_t enz_colour_star_(const size_t *start, const size_t *column, size_t n,
                                      size_t *colour)
{
    size_t colours = 0, *used = (size_t *)calloc(n + 1, sizeof(size_t));
    if (!used)
        return SIZE_MAX;
    for (size_t v = 0; v < n; v++) {
        for (size_t e = start[v]; e < start[v + 1]; e++) {
            const size_t w = column[e];
            if (w == v)
                continue;
            if (w < v)
                used[colour[w]] = v + 1;
            for (size_t k = start[w]; k < start[w + 1]; k++) {
                const size_t x = column[k];
                int taken = x < v && w > v;
                for (size_t l = start[x]; x < v && w < v && !taken && l < start[x + 1]; l++)
                    taken = column[l] < v && column[l] != w && column[l] != x &&
                            colour[column[l]] == colour[w];
                if (taken)
                    used[colour[x]] = v + 1;
            }
        }
        colour[v] = enz_least_(used, v + 1);
        colours = colour[v] >= colours ? colour[v] + 1 : colours;
    }
    free(used);
    return colours;
}

/* Of each entry of a symmetric pattern the number of its mirror image. */
static inline size_t *enz_mirrors_(const size_t *start, const size_t *column, size_t n)
{
    size_t *at = (size_t *)malloc((n + 1) * sizeof(size_t)),
           *mirror = (size_t *)malloc((start[n] + 1) * sizeof(size_t));
    if (at && mirror) {
        memcpy(at, start, n * sizeof(size_t));
        for (size_t i = 0; i < n; i++)
            for (size_t e = start[i]; e < start[i + 1]; e++)
                mirror[e] = at[column[e]]++;
    } else {
        free(mirror);
        mirror = NULL;
    }
    free(at);
    return mirror;
}

/* Edges in disjoint sets: the trees that have two colours. An edge is the lesser one of two
 * mirrored entries. */
struct enz_trees_ {
    const size_t *start, *column, *mirror;
    size_t *set, *colour;
    /* Of a tree: the vertex that came upon it last, and through which neighbour. Of a colour: the
     * vertex with a neighbour that has it, and the edge to that. */
    size_t *visitor, *through, *near, *edge;
    size_t *used; /* of a colour: the vertex that cannot have it */
};

static inline size_t enz_edge_(const struct enz_trees_ *t, size_t e)
{
    return e < t->mirror[e] ? e : t->mirror[e];
}

static inline size_t enz_tree_(struct enz_trees_ *t, size_t edge)
{
    while (t->set[edge] != edge)
        edge = t->set[edge] = t->set[t->set[edge]];
    return edge;
}

/* Colours of v's neighbours, and of vertices two edges away with which v would close a circle. */
static inline void enz_forbid_(struct enz_trees_ *t, size_t v)
{
    for (size_t e = t->start[v]; e < t->start[v + 1]; e++)
        if (t->column[e] < v)
            t->used[t->colour[t->column[e]]] = v + 1;
    for (size_t e = t->start[v]; e < t->start[v + 1]; e++) {
        const size_t w = t->column[e];
        for (size_t k = w < v ? t->start[w] : 0; w < v && k < t->start[w + 1]; k++) {
            const size_t x = t->column[k], of = x < v ? t->colour[x] : 0;
            if (x >= v || x == w || t->used[of] == v + 1)
                continue;
            const size_t tree = enz_tree_(t, enz_edge_(t, k));
            if (t->visitor[tree] == v + 1 && t->through[tree] != w)
                t->used[of] = v + 1;
            t->visitor[tree] = v + 1;
            t->through[tree] = w;
        }
    }
}

/* v's edges join trees. */
static inline void enz_join_(struct enz_trees_ *t, size_t v)
{
    for (size_t e = t->start[v]; e < t->start[v + 1]; e++) {
        const size_t w = t->column[e], own = enz_edge_(t, e);
        if (w >= v)
            continue;
        t->set[own] = own;
        if (t->near[t->colour[w]] == v + 1)
            t->set[own] = enz_tree_(t, t->edge[t->colour[w]]);
        t->near[t->colour[w]] = v + 1;
        t->edge[t->colour[w]] = own;
        for (size_t k = t->start[w]; k < t->start[w + 1]; k++) {
            const size_t x = t->column[k];
            if (x < v && x != w && t->colour[x] == t->colour[v])
                t->set[enz_tree_(t, own)] = enz_tree_(t, enz_edge_(t, k));
        }
    }
}

/* An acyclic colouring of a symmetric pattern: neighbours have two colours, each circle three. */
static inline size_t enz_colour_acyclic_(const size_t *start, const size_t *column,
                                         const size_t *mirror, size_t n, size_t *colour)
{
    size_t colours = 0, *room = (size_t *)calloc(3 * start[n] + 3 * n + 6, sizeof(size_t));
    if (!room)
        return SIZE_MAX;
    struct enz_trees_ t = {start,
                           column,
                           mirror,
                           room,
                           colour,
                           room + start[n],
                           room + 2 * start[n],
                           room + 3 * start[n],
                           room + 3 * start[n] + n + 2,
                           room + 3 * start[n] + 2 * n + 4};
    for (size_t v = 0; v < n; v++) {
        enz_forbid_(&t, v);
        colour[v] = enz_least_(t.used, v + 1);
        enz_join_(&t, v);
        colours = colour[v] >= colours ? colour[v] + 1 : colours;
    }
    free(room);
    return colours;
}

/* ---- The order in which vertices get their colours ---- */

/* Vertices that are left, in lists by their number of neighbours that are left. */
struct enz_degrees_ {
    size_t *degree, *first, *before, *behind, n; /* n: no vertex */
};

static inline void enz_degree_link_(struct enz_degrees_ *d, size_t v)
{
    const size_t next = d->first[d->degree[v]];
    d->before[v] = d->n, d->behind[v] = next;
    if (next != d->n)
        d->before[next] = v;
    d->first[d->degree[v]] = v;
}

static inline void enz_degree_unlink_(struct enz_degrees_ *d, size_t v)
{
    if (d->before[v] != d->n)
        d->behind[d->before[v]] = d->behind[v];
    else
        d->first[d->degree[v]] = d->behind[v];
    if (d->behind[v] != d->n)
        d->before[d->behind[v]] = d->before[v];
}

/* Smallest last: of the vertices that are left, the one with the fewest neighbours among them comes
 * last, again and again (Matula and Beck, Journal of the ACM 30, 1983). A vertex with many
 * neighbours gets its colour before these. Of a symmetric pattern; 0 if there was no memory. */
static inline int enz_smallest_last_(const size_t *start, const size_t *column, size_t n,
                                     size_t *order)
{
    size_t *room = (size_t *)malloc((4 * n + 1) * sizeof(size_t)), least = 0;
    if (!room)
        return 0;
    struct enz_degrees_ d = {room, room + n, room + 2 * n, room + 3 * n, n};
    for (size_t v = 0; v < n; v++) {
        d.first[v] = n;
        d.degree[v] = 0;
        for (size_t e = start[v]; e < start[v + 1]; e++)
            d.degree[v] += column[e] != v;
    }
    for (size_t v = n; v-- > 0;)
        enz_degree_link_(&d, v);
    for (size_t k = n; k-- > 0; least -= least > 0) {
        while (d.first[least] == n)
            least++;
        const size_t v = order[k] = d.first[least];
        enz_degree_unlink_(&d, v);
        d.degree[v] = n; /* gone */
        for (size_t e = start[v]; e < start[v + 1]; e++) {
            const size_t w = column[e];
            if (d.degree[w] == n)
                continue;
            enz_degree_unlink_(&d, w);
            d.degree[w]--;
            enz_degree_link_(&d, w);
        }
    }
    free(room);
    return 1;
}

/* The symmetric pattern with vertex order[i] as number i. */
static inline int enz_renumber_(const size_t *start, const size_t *column, size_t n,
                                const size_t *order, struct enz_columns_ *out)
{
    size_t *rank = (size_t *)malloc((n + 1) * sizeof(size_t)),
           *at = (size_t *)malloc((n + 1) * sizeof(size_t));
    out->start = (size_t *)calloc(n + 1, sizeof(size_t));
    out->row = (size_t *)malloc((start[n] + 1) * sizeof(size_t));
    const int ok = rank && at && out->start && out->row;
    for (size_t i = 0; ok && i < n; i++) {
        rank[order[i]] = i;
        at[i] = out->start[i];
        out->start[i + 1] = out->start[i] + start[order[i] + 1] - start[order[i]];
    }
    for (size_t i = 0; ok && i < n; i++)
        for (size_t e = start[order[i]]; e < start[order[i] + 1]; e++)
            out->row[at[rank[column[e]]]++] = i;
    free(rank);
    free(at);
    return ok;
}

static inline size_t enz_colour_symmetric_once_(const size_t *start, const size_t *column, size_t n,
                                                enum enz_colouring colouring, size_t *colour)
{
    if (colouring == ENZ_STAR)
        return enz_colour_star_(start, column, n, colour);
    size_t *mirror = enz_mirrors_(start, column, n);
    const size_t colours =
        mirror ? enz_colour_acyclic_(start, column, mirror, n, colour) : SIZE_MAX;
    free(mirror);
    return colours;
}

/* In the order of the columns, which is best for bands, and smallest last; what takes fewer colours
 * counts. SIZE_MAX if there was no memory. */
static inline size_t enz_colour_symmetric_(const size_t *start, const size_t *column, size_t n,
                                           enum enz_colouring colouring, size_t *colour)
{
    struct enz_columns_ p = {NULL, NULL};
    size_t *order = (size_t *)malloc((n + 1) * sizeof(size_t)),
           *other = (size_t *)malloc((n + 1) * sizeof(size_t)),
           colours = enz_colour_symmetric_once_(start, column, n, colouring, colour), again;
    if (!order || !other || !enz_smallest_last_(start, column, n, order) ||
        !enz_renumber_(start, column, n, order, &p))
        colours = SIZE_MAX;
    again = colours == SIZE_MAX ? SIZE_MAX
                                : enz_colour_symmetric_once_(p.start, p.row, n, colouring, other);
    for (size_t i = 0; i < n && again < colours; i++)
        colour[order[i]] = other[i];
    free(order);
    free(other);
    free(p.start);
    free(p.row);
    return again < colours ? again : colours;
}

/* ---- The search for the pattern ---- */

/* Columns are in blocks of `size`; of each row the blocks are known that it depends on. Halves of
 * the blocks of one colour are asked for together. */
struct enz_search_ {
    size_t rows, columns, size, blocks;
    size_t *start, *block; /* of the rows, as in a pattern */
    size_t *colour, colours;
    size_t now,
        lanes; /* the questions that are asked: a colour's first half, its second one, ... */
    size_t *found_row, *found, count, room;
    int failed, asking;
};

static inline void enz_search_drop_(struct enz_search_ *s)
{
    free(s->start);
    free(s->block);
    free(s->colour);
    free(s->found_row);
    free(s->found);
    s->start = s->block = s->colour = s->found_row = s->found = NULL;
}

static inline void enz_search_begin_(struct enz_search_ *s, size_t rows, size_t columns)
{
    memset(s, 0, sizeof *s);
    s->rows = rows;
    s->columns = columns;
    for (s->size = 1; s->size < columns;)
        s->size *= 2;
    s->blocks = 1;
    s->start = (size_t *)malloc((rows + 1) * sizeof(size_t));
    s->block = (size_t *)calloc(rows + 1, sizeof(size_t));
    s->failed = !s->start || !s->block;
    for (size_t i = 0; i <= rows && !s->failed; i++)
        s->start[i] = i;
}

/* What was found is what is known, by rows. */
static inline void enz_search_take_(struct enz_search_ *s)
{
    size_t *start = (size_t *)calloc(s->rows + 2, sizeof(size_t)),
           *block = (size_t *)malloc((s->count + 1) * sizeof(size_t));
    if (!start || !block) {
        s->failed = 1;
        free(start);
        free(block);
        return;
    }
    for (size_t i = 0; i < s->count; i++)
        start[s->found_row[i] + 2]++;
    for (size_t i = 0; i < s->rows; i++)
        start[i + 2] += start[i + 1];
    for (size_t i = 0; i < s->count; i++)
        block[start[s->found_row[i] + 1]++] = s->found[i];
    free(s->start);
    free(s->block);
    s->start = start;
    s->block = block;
    s->count = 0;
}

/* Blocks get colours; true unless they are single columns. A single column has one that is asked
 * for once. */
static inline int enz_search_colour_(struct enz_search_ *s)
{
    free(s->colour);
    s->colour = (size_t *)malloc((s->blocks + 1) * sizeof(size_t));
    s->colours = s->colour ? enz_colour_columns_(s->start, s->block, s->rows, s->blocks, s->colour)
                           : SIZE_MAX;
    s->failed |= s->colours == SIZE_MAX;
    s->now = s->lanes = 0;
    return !s->failed;
}

/* There are two questions for each colour, or one if there is one column. */
static inline size_t enz_search_halves_(const struct enz_search_ *s)
{
    return s->columns == 1 ? 1 : 2;
}

/* True if there are more products to be made, as many as s->lanes says, at most `most`. */
static inline int enz_search_next_(struct enz_search_ *s, size_t most)
{
    if (s->failed || !s->columns || !s->rows)
        return 0;
    if (!s->asking) {
        s->asking = 1;
        if (!enz_search_colour_(s))
            return 0;
    }
    s->now += s->lanes;
    if (s->now == s->colours * enz_search_halves_(s)) {
        enz_search_take_(s);
        s->size /= 2;
        s->blocks = s->size ? (s->columns + s->size - 1) / s->size : 0;
        if (s->failed || s->size < 2 || !enz_search_colour_(s))
            return 0;
    }
    s->lanes = s->colours * enz_search_halves_(s) - s->now;
    s->lanes = s->lanes < most ? s->lanes : most;
    return 1;
}

/* Column j takes part in question q. */
static inline int enz_search_asks_(const struct enz_search_ *s, size_t q, size_t j)
{
    const size_t part = s->size > 1 ? s->size / 2 : 1;
    return q < s->now + s->lanes && s->colour[j / s->size] == q / enz_search_halves_(s) &&
           (s->size == 1 || j % s->size / part == q % enz_search_halves_(s));
}

/* Tangents for all lanes: NaN, or 0. */
static inline void enz_search_ask_(const struct enz_search_ *s, void *tangents, size_t lanes,
                                   size_t size)
{
    for (size_t k = 0; k < lanes; k++)
        for (size_t j = 0; j < s->columns; j++)
            memset((unsigned char *)tangents + (k * s->columns + j) * size,
                   enz_search_asks_(s, s->now + k, j) ? 0xff : 0, size);
}

/* Adds entry (i, block) to what is found. */
static inline void enz_search_add_(struct enz_search_ *s, size_t i, size_t block)
{
    if (s->count == s->room) {
        const size_t room = 2 * s->room + 64;
        size_t *rows = (size_t *)realloc(s->found_row, room * sizeof(size_t)),
               *found = (size_t *)realloc(s->found, room * sizeof(size_t));
        s->found_row = rows ? rows : s->found_row;
        s->found = found ? found : s->found;
        s->failed |= !rows || !found;
        s->room = rows && found ? room : s->room;
    }
    if (s->count < s->room) {
        s->found_row[s->count] = i;
        s->found[s->count++] = block;
    }
}

/* Row i depends on a column that takes part in question q: of the only block of the colour in that
 * row. */
static inline void enz_search_found_(struct enz_search_ *s, size_t q, size_t i)
{
    const size_t halves = enz_search_halves_(s);
    size_t e = s->start[i];
    while (e < s->start[i + 1] && s->colour[s->block[e]] != q / halves)
        e++;
    if (e < s->start[i + 1])
        enz_search_add_(s, i, s->size > 1 ? 2 * s->block[e] + q % halves : s->block[e]);
}

/* The answers. */
static inline void enz_search_hear_(struct enz_search_ *s, const void *results, size_t size)
{
    for (size_t k = 0; k < s->lanes; k++)
        for (size_t i = 0; i < s->rows; i++)
            if (enz_kind_((const unsigned char *)results + (k * s->rows + i) * size, size) == 2)
                enz_search_found_(s, s->now + k, i);
}

/* ---- What the search has found ---- */

static inline int enz_by_size_(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return x < y ? -1 : x > y;
}

/* Columns ascend, and each is there once. */
static inline void enz_search_sort_(struct enz_search_ *s)
{
    size_t to = 0, from = 0;
    for (size_t i = 0; i < s->rows; i++) {
        const size_t end = s->start[i + 1];
        if (end > from)
            qsort(s->block + from, end - from, sizeof(size_t), enz_by_size_);
        s->start[i] = to;
        for (size_t e = from; e < end; e++)
            if (to == s->start[i] || s->block[to - 1] != s->block[e])
                s->block[to++] = s->block[e];
        from = end;
    }
    s->start[s->rows] = to;
}

/* The mirrored entries and the diagonal of a symmetric matrix, and those of `old`. */
static inline void enz_search_complete_(struct enz_search_ *s, int symmetric,
                                        const struct enz_pattern *old)
{
    for (size_t i = 0; i < s->rows; i++) {
        for (size_t e = s->start[i]; e < s->start[i + 1]; e++) {
            enz_search_add_(s, i, s->block[e]);
            if (symmetric)
                enz_search_add_(s, s->block[e], i);
        }
        if (symmetric)
            enz_search_add_(s, i, i);
        for (size_t e = old->start ? old->start[i] : 0; old->start && e < old->start[i + 1]; e++)
            enz_search_add_(s, i, old->column[e]);
    }
    enz_search_take_(s);
    if (!s->failed)
        enz_search_sort_(s);
}

/* Entry e = (i, j) is read where a product with the colour of j has it, in row i, unless another
 * column of that colour is in the row; then, in a symmetric matrix, in row j, with the colour
 * of i. */
static inline int enz_reads_own_row_(const struct enz_pattern *p, size_t i, size_t j)
{
    for (size_t e = p->start[i]; e < p->start[i + 1]; e++)
        if (p->column[e] != j && p->colour[p->column[e]] == p->colour[j])
            return 0;
    return 1;
}

static inline int enz_pattern_read_(struct enz_pattern *p)
{
    size_t *of = (size_t *)malloc((p->count + 1) * sizeof(size_t)),
           *from = (size_t *)malloc((p->count + 1) * sizeof(size_t));
    p->first = (size_t *)calloc(p->colours + 2, sizeof(size_t));
    p->entry = (size_t *)malloc((p->count + 1) * sizeof(size_t));
    p->from = (size_t *)malloc((p->count + 1) * sizeof(size_t));
    const int ok = of && from && p->first && p->entry && p->from;
    for (size_t i = 0; ok && i < p->rows; i++)
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++) {
            const size_t j = p->column[e];
            const int own = p->by_rows ? 0 : enz_reads_own_row_(p, i, j);
            of[e] = p->colour[own ? j : i];
            from[e] = own ? i : j;
            p->first[of[e] + 2]++;
        }
    for (size_t c = 0; ok && c < p->colours; c++)
        p->first[c + 2] += p->first[c + 1];
    for (size_t e = 0; ok && e < p->count; e++) {
        const size_t at = p->first[of[e] + 1]++;
        p->entry[at] = e;
        p->from[at] = from[e];
    }
    free(of);
    free(from);
    return ok;
}

/* The order in which the entries of an acyclic colouring are solved for: a leaf of a tree of two
 * colours is cut off, the edge to the one neighbour of that colour, again and again. */
struct enz_solving_ {
    struct enz_pattern *p;
    const size_t *mirror;
    size_t *row;          /* of each entry */
    size_t *left;         /* of a result: the entries in it that are not solved */
    size_t *leaf, leaves; /* entries that are alone in a result */
    unsigned char *done;
};

/* The result that entry e is in. */
static inline size_t enz_result_(const struct enz_solving_ *s, size_t e)
{
    return s->p->colour[s->p->column[e]] * s->p->rows + s->row[e];
}

static inline void enz_cut_(struct enz_solving_ *s, size_t e)
{
    struct enz_pattern *p = s->p;
    const size_t m = s->mirror[e], own = enz_result_(s, e), other = enz_result_(s, m);
    const size_t at = p->first[0]++;
    p->entry[at] = e;
    p->mirror[at] = m;
    p->from[at] = own;
    p->less[at] = other;
    s->done[e] = s->done[m] = 1;
    if (m == e)
        return;
    s->left[own]--;
    if (--s->left[other] != 1)
        return;
    size_t k = p->start[s->row[m]];
    while (s->done[k] || enz_result_(s, k) != other)
        k++;
    s->leaf[s->leaves++] = k;
}

static inline int enz_pattern_solve_(struct enz_pattern *p, const size_t *mirror)
{
    const size_t results = p->colours * p->rows, bytes = sizeof(size_t);
    size_t *room = (size_t *)calloc(2 * p->count + results + 1, bytes);
    struct enz_solving_ s = {p,
                             mirror,
                             room,
                             room + 2 * p->count,
                             room + p->count,
                             0,
                             (unsigned char *)calloc(p->count + 1, 1)};
    p->first = (size_t *)calloc(1, bytes);
    p->entry = (size_t *)malloc((p->count + 1) * bytes);
    p->from = (size_t *)malloc((p->count + 1) * bytes);
    p->mirror = (size_t *)malloc((p->count + 1) * bytes);
    p->less = (size_t *)malloc((p->count + 1) * bytes);
    int ok = room && s.done && p->first && p->entry && p->from && p->mirror && p->less;
    if (ok)
        enz_pattern_rows(p, s.row);
    for (size_t e = 0; ok && e < p->count; e++)
        s.left[enz_result_(&s, e)]++;
    for (size_t e = 0; ok && e < p->count; e++)
        if (s.left[enz_result_(&s, e)] == 1)
            s.leaf[s.leaves++] = e;
    for (size_t k = 0; ok && k < s.leaves; k++)
        if (!s.done[s.leaf[k]])
            enz_cut_(&s, s.leaf[k]);
    ok = ok && 2 * p->first[0] == p->count + p->rows;
    free(room);
    free(s.done);
    return ok;
}

static inline int enz_pattern_acyclic_(struct enz_pattern *p)
{
    size_t *mirror = enz_mirrors_(p->start, p->column, p->rows);
    p->colour = (size_t *)malloc((p->columns + 1) * sizeof(size_t));
    int ok = mirror && p->colour;
    if (ok)
        p->colours = enz_colour_symmetric_(p->start, p->column, p->rows, ENZ_ACYCLIC, p->colour);
    ok = ok && p->colours != SIZE_MAX && enz_pattern_solve_(p, mirror);
    free(mirror);
    return ok;
}

/* Rows are coloured, too, if that may pay. */
static inline int enz_pattern_colour_(struct enz_pattern *p, int symmetric)
{
    struct enz_columns_ t = {NULL, NULL};
    if (symmetric && p->colouring == ENZ_ACYCLIC)
        return enz_pattern_acyclic_(p);
    size_t *rows = (size_t *)malloc((p->rows + 1) * sizeof(size_t)), by_rows = SIZE_MAX;
    p->colour = (size_t *)malloc((p->columns + 1) * sizeof(size_t));
    int ok = rows && p->colour;
    if (ok)
        p->colours = symmetric
                         ? enz_colour_symmetric_(p->start, p->column, p->rows, ENZ_STAR, p->colour)
                         : enz_colour_columns_(p->start, p->column, p->rows, p->columns, p->colour);
    ok = ok && p->colours != SIZE_MAX;
    if (ok && !symmetric) {
        ok = enz_transpose_(p->start, p->column, p->rows, p->columns, &t);
        by_rows = ok ? enz_colour_columns_(t.start, t.row, p->columns, p->rows, rows) : SIZE_MAX;
        ok = ok && by_rows != SIZE_MAX;
    }
    if (ok && !symmetric && by_rows < p->colours / 2) {
        free(p->colour);
        p->colour = rows, p->colours = by_rows, p->by_rows = 1;
        rows = NULL;
    }
    free(rows);
    free(t.start);
    free(t.row);
    return ok && enz_pattern_read_(p);
}

/* The pattern gets what was found. */
static inline int enz_search_end_(struct enz_search_ *s, int symmetric, struct enz_pattern *p)
{
    struct enz_pattern made;
    const enum enz_colouring colouring = p->colouring;
    if (p->start && (p->rows != s->rows || p->columns != s->columns))
        enz_pattern_free(p);
    memset(&made, 0, sizeof made);
    made.colouring = colouring;
    if (!s->columns || !s->rows)
        for (size_t i = 0; i <= s->rows && s->start; i++)
            s->start[i] = 0;
    if (!s->failed)
        enz_search_complete_(s, symmetric, p);
    if (s->failed) {
        enz_search_drop_(s);
        return ENZ_SPARSE_MEMORY;
    }
    made.rows = s->rows, made.columns = s->columns, made.count = s->start[s->rows];
    made.start = s->start, made.column = s->block;
    s->start = s->block = NULL;
    enz_search_drop_(s);
    if (!enz_pattern_colour_(&made, symmetric)) {
        enz_pattern_free(&made);
        return ENZ_SPARSE_MEMORY;
    }
    enz_pattern_free(p);
    *p = made;
    return 0;
}

/* Every entry of b is one of a. */
static inline int enz_pattern_has_(const struct enz_pattern *a, const struct enz_pattern *b)
{
    for (size_t i = 0; i < b->rows; i++) {
        size_t k = a->start[i];
        for (size_t e = b->start[i]; e < b->start[i + 1]; e++) {
            while (k < a->start[i + 1] && a->column[k] < b->column[e])
                k++;
            if (k == a->start[i + 1] || a->column[k] != b->column[e])
                return 0;
        }
    }
    return 1;
}

#endif
