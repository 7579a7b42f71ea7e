/* Arrays of Fortran with the elements of others. */
#include "array.h"

void enz_body__FortranATranspose(struct array *result, const struct array *x, const char *file,
                                 int line);
void enz_body__FortranASpread(struct array *result, const struct array *x, int dimension,
                              int64_t copies, const char *file, int line);
void enz_body__FortranAReshape(struct array *result, const struct array *x,
                               const struct array *shape, const struct array *pad,
                               const struct array *order, const char *file, int line);
void enz_body__FortranACshiftVector(struct array *result, const struct array *x, int64_t shift,
                                    const char *file, int line);
void enz_body__FortranAPack(struct array *result, const struct array *x, const struct array *mask,
                            const struct array *vector, const char *file, int line);

BUNDLE_BODY void enz_body__FortranATranspose(struct array *result, const struct array *x,
                                             const char *file, int line)
{
    int64_t rows = x->dimension[0].extent, columns = x->dimension[1].extent;
    require_plain(x, file, line);
    allocate_matrix(result, x->element, columns, rows);
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
            copy_element((char *)result->base + (i * columns + j) * (int64_t)x->element,
                         element_at(x, j * rows + i), x);
}

/* Copies along a new dimension. */
BUNDLE_BODY void enz_body__FortranASpread(struct array *result, const struct array *x,
                                          int dimension, int64_t copies, const char *file, int line)
{
    require_plain(x, file, line);
    result->element = x->element;
    result->rank = (small)(x->rank + 1);
    if (copies < 0)
        copies = 0;
    for (int k = 0; k <= x->rank; k++) {
        result->dimension[k].lower = 1;
        result->dimension[k].extent =
            k == dimension - 1 ? copies : x->dimension[k < dimension - 1 ? k : k - 1].extent;
    }
    allocate(result);
    int64_t step = result->dimension[dimension - 1].stride;
    int64_t n = elements_of(x);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < copies; k++)
            copy_element((char *)line_at(result, dimension - 1, i) + k * step, element_at(x, i), x);
}

BUNDLE_BODY void enz_body__FortranAReshape(struct array *result, const struct array *x,
                                           const struct array *shape, const struct array *pad,
                                           const struct array *order, const char *file, int line)
{
    int64_t dimensions = shape->dimension[0].extent, n = 1, given = elements_of(x);
    int to[MOST_DIMENSIONS]; /* which dimension varies first, second, ... */
    require_plain(x, file, line);
    result->element = x->element;
    result->rank = (small)dimensions;
    for (int64_t k = 0; k < dimensions && k < MOST_DIMENSIONS; k++) {
        int64_t extent = integer_at(shape, k);
        result->dimension[k].lower = 1;
        result->dimension[k].extent = extent < 0 ? 0 : extent;
        n *= result->dimension[k].extent;
        to[k] = order ? (int)integer_at(order, k) - 1 : (int)k;
    }
    allocate(result);
    for (int64_t i = 0; i < n; i++) {
        int64_t rest = i, offset = 0;
        for (int64_t k = 0; k < dimensions && k < MOST_DIMENSIONS; k++) {
            const struct dimension *d = &result->dimension[to[k]];
            offset += rest % d->extent * d->stride;
            rest /= d->extent;
        }
        const char *source =
            i < given ? element_at(x, i) : element_at(pad, (i - given) % elements_of(pad));
        copy_element((char *)result->base + offset, source, x);
    }
}

BUNDLE_BODY void enz_body__FortranACshiftVector(struct array *result, const struct array *x,
                                                int64_t shift, const char *file, int line)
{
    int64_t n = x->dimension[0].extent;
    require_plain(x, file, line);
    allocate_vector(result, x->element, n);
    if (n == 0)
        return;
    int64_t first = (shift % n + n) % n;
    for (int64_t i = 0; i < n; i++) {
        int64_t from = i + first < n ? i + first : i + first - n;
        copy_element((char *)result->base + i * (int64_t)x->element, element_at(x, from), x);
    }
}

/* The elements that a mask selects, and those of `vector` behind them. */
BUNDLE_BODY void enz_body__FortranAPack(struct array *result, const struct array *x,
                                        const struct array *mask, const struct array *vector,
                                        const char *file, int line)
{
    int64_t n = elements_of(x), length = row_length(x), count = 0, size = (int64_t)x->element;
    require_plain(x, file, line);
    for (int64_t i = 0; i < n; i++)
        count += is_masked_in(mask, i / length, i % length);
    allocate_vector(result, x->element, vector ? vector->dimension[0].extent : count);
    int64_t next = 0;
    for (int64_t i = 0; i < n; i++)
        if (is_masked_in(mask, i / length, i % length))
            copy_element((char *)result->base + next++ * size, element_at(x, i), x);
    if (vector)
        for (; next < vector->dimension[0].extent; next++)
            copy_element((char *)result->base + next * size, element_at(vector, next), x);
}

/* ---- Shifts along a dimension ---- */

void enz_body__FortranACshift(struct array *result, const struct array *x,
                              const struct array *shift, int dimension, const char *file, int line);
void enz_body__FortranAEoshift(struct array *result, const struct array *x,
                               const struct array *shift, const struct array *boundary,
                               int dimension, const char *file, int line);
void enz_body__FortranAEoshiftVector(struct array *result, const struct array *x, int64_t shift,
                                     const struct array *boundary, const char *file, int line);

/* The shift of line n: the same for all, or an element for each. */
BUNDLE_INLINE int64_t shift_of(const struct array *shift, int64_t n)
{
    return integer_at(shift, shift->rank == 0 ? 0 : n);
}

/* What moves in at the ends: the boundary, or zero. */
BUNDLE_INLINE void put_boundary(char *to, const struct array *boundary, int64_t n,
                                const struct array *x)
{
    if (boundary)
        copy_element(to, element_at(boundary, boundary->rank == 0 ? 0 : n), x);
    else
        memset(to, 0, x->element);
}

BUNDLE_BODY void enz_body__FortranACshift(struct array *result, const struct array *x,
                                          const struct array *shift, int dimension,
                                          const char *file, int line)
{
    int along = dimension - 1;
    int64_t length = x->dimension[along].extent, stride = x->dimension[along].stride;
    require_plain(x, file, line);
    allocate_like(result, x);
    int64_t lines = length == 0 ? 0 : elements_of(x) / length;
    int64_t to_stride = result->dimension[along].stride;
    for (int64_t n = 0; n < lines; n++) {
        int64_t first = (shift_of(shift, n) % length + length) % length;
        const char *from = line_at(x, along, n);
        char *to = (char *)line_at(result, along, n);
        for (int64_t i = 0; i < length; i++) {
            int64_t source = i + first < length ? i + first : i + first - length;
            copy_element(to + i * to_stride, from + source * stride, x);
        }
    }
}

BUNDLE_INLINE void shift_line(char *to, int64_t to_stride, const struct array *x, int along,
                              int64_t n, int64_t shift, const struct array *boundary)
{
    int64_t length = x->dimension[along].extent, stride = x->dimension[along].stride;
    const char *from = line_at(x, along, n);
    for (int64_t i = 0; i < length; i++)
        if (i + shift >= 0 && i + shift < length)
            copy_element(to + i * to_stride, from + (i + shift) * stride, x);
        else
            put_boundary(to + i * to_stride, boundary, n, x);
}

BUNDLE_BODY void enz_body__FortranAEoshift(struct array *result, const struct array *x,
                                           const struct array *shift, const struct array *boundary,
                                           int dimension, const char *file, int line)
{
    int along = dimension - 1;
    int64_t length = x->dimension[along].extent;
    require_plain(x, file, line);
    allocate_like(result, x);
    int64_t lines = length == 0 ? 0 : elements_of(x) / length;
    for (int64_t n = 0; n < lines; n++)
        shift_line((char *)line_at(result, along, n), result->dimension[along].stride, x, along, n,
                   shift_of(shift, n), boundary);
}

BUNDLE_BODY void enz_body__FortranAEoshiftVector(struct array *result, const struct array *x,
                                                 int64_t shift, const struct array *boundary,
                                                 const char *file, int line)
{
    require_plain(x, file, line);
    allocate_like(result, x);
    shift_line(result->base, (int64_t)x->element, x, 0, 0, shift, boundary);
}

/* ---- Elements into places of a mask ---- */

void enz_body__FortranAUnpack(struct array *result, const struct array *vector,
                              const struct array *mask, const struct array *field, const char *file,
                              int line);

BUNDLE_BODY void enz_body__FortranAUnpack(struct array *result, const struct array *vector,
                                          const struct array *mask, const struct array *field,
                                          const char *file, int line)
{
    int64_t n = elements_of(mask), length = row_length(mask), next = 0;
    require_plain(vector, file, line);
    set_shape_of(result, mask);
    result->element = vector->element;
    allocate(result);
    for (int64_t i = 0; i < n; i++)
        copy_element((char *)result->base + i * (int64_t)vector->element,
                     is_masked_in(mask, i / length, i % length)
                         ? element_at(vector, next++)
                         : element_at(field, field->rank == 0 ? 0 : i),
                     vector);
}
