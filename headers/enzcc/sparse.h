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
 * as a check. A product is one call of a derivative, and costs a few times what f does. Of a matrix
 * with few entries in each row, such as those of meshes, the number of colours does not depend on
 * its size.
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
 * row or in its column (Gebremedhin, Manne and Pothen, "What color is your Jacobian?", 2005). The
 * colourings are greedy, and of this header: of libraries for that, Debian has ColPack (C++,
 * libcolpack-dev), which every program would have to be linked with.
 *
 * Memory: that of the pattern; products need a few arrays of rows and columns. Nothing is kept
 * between calls but the pattern.
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

/* The entries of a matrix that are not zero. Begins as {0}; belongs to the caller, who frees it. */
struct enz_pattern {
    size_t rows, columns, count; /* count: of entries */
    size_t *start, *column;      /* start[rows + 1], column[count] */
    size_t colours;              /* products for all values */
    int by_rows;                 /* products with the transposed matrix; colours are of rows */
    size_t *colour;              /* of each column, or of each row: colour[columns], or [rows] */
    /* Values that the product of a colour gives: entry[e] is number from[e] of its result, for e
     * from first[colour] to first[colour + 1] - 1. */
    size_t *first, *entry, *from;
};

/* Frees what belongs to the pattern, which is {0} again. */
static inline void enz_pattern_free(struct enz_pattern *p)
{
    size_t **all[] = {&p->start, &p->column, &p->colour, &p->first, &p->entry, &p->from};
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
    ENZ_HVP_OF_(name##_product, function, T, __VA_ARGS__);                                         \
    ENZ_FUNCTION_ void name##_columns(const T *enz_x, const struct enz_pattern *enz_p, T *enz_g,   \
                                      T *enz_v, T *enz_out ENZ_VALUES_(__VA_ARGS__))               \
    {                                                                                              \
        name##_product(enz_x, enz_p->columns, enz_v, enz_g, enz_out ENZ_NAMES_(__VA_ARGS__));      \
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
    ENZ_JVP_OF_(name##_product, function, T, __VA_ARGS__);                                         \
    ENZ_VJP_CALL_(name##_transposed, function, T, __VA_ARGS__);                                    \
    ENZ_FUNCTION_ void name##_columns(const T *enz_x, const struct enz_pattern *enz_p, T *enz_y,   \
                                      T *enz_v, T *enz_out ENZ_VALUES_(__VA_ARGS__))               \
    {                                                                                              \
        name##_product(enz_x, enz_v, enz_p->rows, enz_y, enz_out ENZ_NAMES_(__VA_ARGS__));         \
    }                                                                                              \
    ENZ_FUNCTION_ void name##_rows(const T *enz_x, const struct enz_pattern *enz_p, T *enz_y,      \
                                   T *enz_v, T *enz_out ENZ_VALUES_(__VA_ARGS__))                  \
    {                                                                                              \
        name##_transposed(enz_x, enz_p->columns, enz_y, enz_v, enz_out ENZ_NAMES_(__VA_ARGS__));   \
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

/* name_find: the pattern at x, of the size of enz_shape, is added to enz_p. */
#define ENZ_SPARSE_FIND_(name, product, T, ...)                                                    \
    __attribute__((unused)) static int name##_find(                                                \
        const T *enz_x, const struct enz_pattern *enz_shape, struct enz_pattern *enz_p,            \
        int enz_symmetric ENZ_VALUES_(__VA_ARGS__))                                                \
    {                                                                                              \
        struct enz_search_ enz_s;                                                                  \
        const size_t enz_n = enz_shape->columns, enz_m = enz_shape->rows;                          \
        T *enz_v = (T *)calloc(enz_n + 2 * enz_m + 1, sizeof(T)), *enz_out = enz_v + enz_n;        \
        if (!enz_v)                                                                                \
            return ENZ_SPARSE_MEMORY;                                                              \
        product(enz_x, enz_shape, enz_out + enz_m, enz_v, enz_out ENZ_NAMES_(__VA_ARGS__));        \
        for (size_t enz_i = 0; enz_i < enz_m; enz_i++)                                             \
            if (enz_kind_(enz_out + enz_i, sizeof(T)) == 2) {                                      \
                free(enz_v);                                                                       \
                return ENZ_SPARSE_NAN;                                                             \
            }                                                                                      \
        enz_search_begin_(&enz_s, enz_m, enz_n);                                                   \
        while (enz_search_next_(&enz_s)) {                                                         \
            for (size_t enz_j = 0; enz_j < enz_n; enz_j++)                                         \
                memset(enz_v + enz_j, enz_search_asks_(&enz_s, enz_j) ? 0xff : 0, sizeof(T));      \
            product(enz_x, enz_shape, enz_out + enz_m, enz_v, enz_out ENZ_NAMES_(__VA_ARGS__));    \
            for (size_t enz_i = 0; enz_i < enz_m; enz_i++)                                         \
                if (enz_kind_(enz_out + enz_i, sizeof(T)) == 2)                                    \
                    enz_search_found_(&enz_s, enz_i);                                              \
        }                                                                                          \
        free(enz_v);                                                                               \
        return enz_search_end_(&enz_s, enz_symmetric, enz_p);                                      \
    }

/* name_again: whether all entries at x are in the pattern.
 * name: values. A product with all columns, weighted, must be what the values give. */
#define ENZ_SPARSE_VALUES_(name, with_columns, with_rows, T, ...)                                  \
    __attribute__((unused)) static int name##_again(                                               \
        const T *enz_x, const struct enz_pattern *enz_p ENZ_VALUES_(__VA_ARGS__))                  \
    {                                                                                              \
        struct enz_pattern enz_now = enz_pattern_none_();                                          \
        int enz_error = name##_find(enz_x, enz_p, &enz_now, 0 ENZ_NAMES_(__VA_ARGS__));            \
        if (!enz_error && !enz_pattern_has_(enz_p, &enz_now))                                      \
            enz_error = ENZ_SPARSE_PATTERN;                                                        \
        enz_pattern_free(&enz_now);                                                                \
        return enz_error;                                                                          \
    }                                                                                              \
    __attribute__((unused)) static int name(const T *enz_x, const struct enz_pattern *enz_p,       \
                                            T *enz_y, T *enz_values ENZ_VALUES_(__VA_ARGS__))      \
    {                                                                                              \
        const size_t enz_in = enz_p->by_rows ? enz_p->rows : enz_p->columns;                       \
        T *enz_v = (T *)calloc(enz_p->rows + enz_p->columns + 1, sizeof(T)),                       \
          *enz_out = enz_v + enz_in;                                                               \
        if (!enz_v)                                                                                \
            return ENZ_SPARSE_MEMORY;                                                              \
        for (size_t enz_c = 0; enz_c < enz_p->colours; enz_c++) {                                  \
            for (size_t enz_j = 0; enz_j < enz_in; enz_j++)                                        \
                enz_v[enz_j] = enz_p->colour[enz_j] == enz_c;                                      \
            if (enz_p->by_rows)                                                                    \
                with_rows(enz_x, enz_p, enz_y, enz_v, enz_out ENZ_NAMES_(__VA_ARGS__));            \
            else                                                                                   \
                with_columns(enz_x, enz_p, enz_y, enz_v, enz_out ENZ_NAMES_(__VA_ARGS__));         \
            for (size_t enz_e = enz_p->first[enz_c]; enz_e < enz_p->first[enz_c + 1]; enz_e++)     \
                enz_values[enz_p->entry[enz_e]] = enz_out[enz_p->from[enz_e]];                     \
        }                                                                                          \
        T *const enz_weights = enz_v, *const enz_rows = enz_v + enz_p->columns;                    \
        for (size_t enz_j = 0; enz_j < enz_p->columns; enz_j++)                                    \
            enz_weights[enz_j] = (T)enz_weight_(enz_j);                                            \
        with_columns(enz_x, enz_p, enz_y, enz_weights, enz_rows ENZ_NAMES_(__VA_ARGS__));          \
        const T enz_unit = sizeof(T) == sizeof(float) ? (T)1e-4 : (T)1e-10;                        \
        int enz_fits = 1;                                                                          \
        for (size_t enz_i = 0; enz_i < enz_p->rows; enz_i++) {                                     \
            T enz_sum = enz_rows[enz_i], enz_size = 0;                                             \
            for (size_t enz_e = enz_p->start[enz_i]; enz_e < enz_p->start[enz_i + 1]; enz_e++) {   \
                const T enz_term = enz_values[enz_e] * enz_weights[enz_p->column[enz_e]];          \
                enz_sum -= enz_term;                                                               \
                enz_size += enz_term < 0 ? -enz_term : enz_term;                                   \
            }                                                                                      \
            enz_fits &= (enz_sum < 0 ? -enz_sum : enz_sum) <= enz_unit * enz_size &&               \
                        !enz_kind_(enz_rows + enz_i, sizeof(T));                                   \
        }                                                                                          \
        free(enz_v);                                                                               \
        return enz_fits ? 0 : name##_again(enz_x, enz_p ENZ_NAMES_(__VA_ARGS__));                  \
    }

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

/* Columns of one colour have no row in common. Greedy, in order; the number of colours, or SIZE_MAX
 * if there was no memory. */
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

/* ---- The search for the pattern ---- */

/* Columns are in blocks of `size`; of each row the blocks are known that it depends on. Halves of
 * the blocks of one colour are asked for together. */
struct enz_search_ {
    size_t rows, columns, size, blocks;
    size_t *start, *block; /* of the rows, as in a pattern */
    size_t *colour, colours, now;
    size_t half; /* 0 or 1 */
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
    s->now = s->half = 0;
    return !s->failed;
}

/* True if there is another product to be made. */
static inline int enz_search_next_(struct enz_search_ *s)
{
    const int single = s->columns == 1 && s->blocks == 1;
    if (s->failed || !s->columns || !s->rows)
        return 0;
    if (!s->asking) {
        s->asking = 1;
        return enz_search_colour_(s);
    }
    s->half++;
    if (s->half == 2 || single)
        s->half = 0, s->now++;
    if (s->now < s->colours)
        return 1;
    enz_search_take_(s);
    if (single || s->failed)
        return 0;
    s->size /= 2;
    s->blocks = (s->columns + s->size - 1) / s->size;
    return s->size > 1 && enz_search_colour_(s);
}

static inline size_t enz_search_part_(const struct enz_search_ *s)
{
    return s->size > 1 ? s->size / 2 : 1;
}

/* Column j takes part in the product. */
static inline int enz_search_asks_(const struct enz_search_ *s, size_t j)
{
    return s->colour[j / s->size] == s->now &&
           (s->size == 1 || j % s->size / enz_search_part_(s) == s->half);
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

/* Row i depends on a column that takes part: of the only block of the colour in that row. */
static inline void enz_search_found_(struct enz_search_ *s, size_t i)
{
    size_t e = s->start[i];
    while (e < s->start[i + 1] && s->colour[s->block[e]] != s->now)
        e++;
    if (e == s->start[i + 1])
        return;
    enz_search_add_(s, i, s->size > 1 ? 2 * s->block[e] + s->half : s->block[e]);
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

/* Rows are coloured, too, if that may pay. */
static inline int enz_pattern_colour_(struct enz_pattern *p, int symmetric)
{
    struct enz_columns_ t = {NULL, NULL};
    size_t *rows = (size_t *)malloc((p->rows + 1) * sizeof(size_t)), by_rows = SIZE_MAX;
    p->colour = (size_t *)malloc((p->columns + 1) * sizeof(size_t));
    int ok = rows && p->colour;
    if (ok)
        p->colours = symmetric
                         ? enz_colour_star_(p->start, p->column, p->rows, p->colour)
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
    if (p->start && (p->rows != s->rows || p->columns != s->columns))
        enz_pattern_free(p);
    memset(&made, 0, sizeof made);
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
