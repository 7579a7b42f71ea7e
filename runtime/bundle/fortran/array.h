/* Arrays of Fortran, as flang's compiled code and its library hand them to each other.
 *
 * Arrays come with a descriptor, whose first members are those of CFI_cdesc_t of Fortran's
 * ISO_Fortran_binding.h (Fortran 2018, 18.5.3). Extents count elements, strides bytes; dimension 0
 * varies fastest. Results go to new memory of malloc, which compiled code frees. */
#ifndef ENZCC_BUNDLE_FORTRAN_ARRAY_H
#define ENZCC_BUNDLE_FORTRAN_ARRAY_H
#include "../bundle.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIMENSIONS = 15 };
enum attribute { ATTRIBUTE_POINTER = 1, ATTRIBUTE_ALLOCATABLE = 2 };
enum type { /* those that are asked for */
            TYPE_INT = 3,
            TYPE_LONG = 4,
            TYPE_INT32 = 9,
            TYPE_INT64 = 10,
            TYPE_FLOAT = 27,
            TYPE_DOUBLE = 28,
            TYPE_FLOAT_COMPLEX = 34,
            TYPE_DOUBLE_COMPLEX = 35,
            TYPE_STRUCT = 42
};
enum { HAS_TYPE_TABLES = 1 }; /* bit of `extra` */

/* Bytes of descriptors are of a type of their own: those of C's may be stored by any access, also
 * to dimension k, and what is known of a descriptor would be lost at each. */
typedef unsigned _BitInt(8) small;

struct dimension {
    int64_t lower, extent, stride;
};

struct array {
    void *base;
    size_t element;
    int32_t version;
    small rank, type, attribute, extra;
    struct dimension dimension[];
};

/* Ends the run at a place of the program, as a message of the passes would have it. */
__attribute__((noreturn, cold, noinline)) static inline void refuse(const char *file, int line,
                                                                    const char *what)
{
    fprintf(stderr, "enzcc: %s:%d: in a derivative: %s\n", file ? file : "Fortran", line, what);
    abort();
}

/* ---- Elements ---- */

/* An array is seen as rows along dimension 0; a scalar is a row of one. */
BUNDLE_INLINE int64_t row_length(const struct array *x)
{
    return x->rank == 0 ? 1 : x->dimension[0].extent;
}

BUNDLE_INLINE int64_t rows_of(const struct array *x)
{
    int64_t rows = 1;
    for (int k = 1; k < x->rank; k++)
        rows *= x->dimension[k].extent;
    return rows;
}

BUNDLE_INLINE int64_t elements_of(const struct array *x)
{
    return rows_of(x) * row_length(x);
}

BUNDLE_INLINE int64_t row_stride(const struct array *x)
{
    return x->rank == 0 ? 0 : x->dimension[0].stride;
}

/* The first element of a row. */
BUNDLE_INLINE char *row_at(const struct array *x, int64_t row)
{
    int64_t offset = 0;
    for (int k = 1; k < x->rank; k++) {
        offset += row % x->dimension[k].extent * x->dimension[k].stride;
        row /= x->dimension[k].extent;
    }
    return (char *)x->base + offset;
}

/* Element n in the order of Fortran. */
BUNDLE_INLINE char *element_at(const struct array *x, int64_t n)
{
    int64_t length = row_length(x);
    return row_at(x, n / length) + n % length * row_stride(x);
}

BUNDLE_INLINE bool is_contiguous(const struct array *x)
{
    int64_t stride = (int64_t)x->element;
    for (int k = 0; k < x->rank; k++) {
        if (x->dimension[k].stride != stride)
            return false;
        stride *= x->dimension[k].extent;
    }
    return true;
}

/* As what it is: a copy of bytes would not tell that they are a number. */
BUNDLE_INLINE void copy_element(char *to, const char *from, const struct array *of)
{
    switch (of->type) {
    case TYPE_FLOAT: *(float *)to = *(const float *)from; break;
    case TYPE_DOUBLE: *(double *)to = *(const double *)from; break;
    case TYPE_FLOAT_COMPLEX: *(float _Complex *)to = *(const float _Complex *)from; break;
    case TYPE_DOUBLE_COMPLEX: *(double _Complex *)to = *(const double _Complex *)from; break;
    default: memcpy(to, from, of->element);
    }
}

/* A logical value, of any kind. */
BUNDLE_INLINE bool is_true(const char *at, size_t size)
{
    for (size_t k = 0; k < size; k++)
        if (at[k])
            return true;
    return false;
}

/* Whether element `column` of `row` counts: masks are absent, scalars or of the array's shape. */
BUNDLE_INLINE bool is_masked_in(const struct array *mask, int64_t row, int64_t column)
{
    if (!mask)
        return true;
    const char *at = row_at(mask, mask->rank == 0 ? 0 : row) + column * row_stride(mask);
    return is_true(at, mask->element);
}

/* The first element of line n along a dimension. */
BUNDLE_INLINE const char *line_at(const struct array *x, int along, int64_t n)
{
    int64_t offset = 0;
    for (int k = 0; k < x->rank; k++) {
        if (k == along)
            continue;
        offset += n % x->dimension[k].extent * x->dimension[k].stride;
        n /= x->dimension[k].extent;
    }
    return (const char *)x->base + offset;
}

/* The same for element i of line n along a dimension. */
BUNDLE_INLINE bool is_in_line(const struct array *mask, int along, int64_t n, int64_t i)
{
    if (!mask || mask->rank == 0)
        return is_masked_in(mask, 0, 0);
    return is_true(line_at(mask, along, n) + i * mask->dimension[along].stride, mask->element);
}

BUNDLE_INLINE int64_t integer_at(const struct array *x, int64_t n)
{
    const char *at = element_at(x, n);
    switch (x->element) {
    case 1: return *(const int8_t *)at;
    case 2: return *(const int16_t *)at;
    case 4: return *(const int32_t *)at;
    default: return *(const int64_t *)at;
    }
}

/* ---- Memory ---- */

BUNDLE_INLINE void *new_memory(int64_t bytes)
{
    return malloc(bytes > 0 ? (size_t)bytes : 1);
}

/* Memory for what the extents say, without gaps. */
BUNDLE_INLINE void allocate(struct array *x)
{
    int64_t stride = (int64_t)x->element;
    for (int k = 0; k < x->rank; k++) {
        x->dimension[k].stride = stride;
        stride *= x->dimension[k].extent;
    }
    x->base = new_memory(stride);
}

/* Compiled code has set all of a result but its extents and memory; allocatable it is in any case.
 */
BUNDLE_INLINE void allocate_vector(struct array *result, size_t element, int64_t extent)
{
    result->element = element;
    result->rank = 1;
    result->dimension[0].lower = 1;
    result->dimension[0].extent = extent;
    allocate(result);
}

BUNDLE_INLINE void set_shape_of(struct array *result, const struct array *like)
{
    result->rank = like->rank;
    for (int k = 0; k < like->rank; k++) {
        result->dimension[k].lower = 1;
        result->dimension[k].extent = like->dimension[k].extent;
    }
}

BUNDLE_INLINE void allocate_like(struct array *result, const struct array *like)
{
    result->element = like->element;
    set_shape_of(result, like);
    allocate(result);
}

BUNDLE_INLINE void allocate_matrix(struct array *result, size_t element, int64_t rows,
                                   int64_t columns)
{
    result->element = element;
    result->rank = 2;
    result->dimension[0].lower = result->dimension[1].lower = 1;
    result->dimension[0].extent = rows;
    result->dimension[1].extent = columns;
    allocate(result);
}

/* The extents of x but one. */
BUNDLE_INLINE void set_shape_without(struct array *result, const struct array *x, int along)
{
    result->element = x->element;
    result->rank = (small)(x->rank - 1);
    for (int k = 0; k < x->rank - 1; k++) {
        result->dimension[k].lower = 1;
        result->dimension[k].extent = x->dimension[k < along ? k : k + 1].extent;
    }
}

/* All elements, one behind the other, in new memory. */
BUNDLE_INLINE char *copy_of_elements(const struct array *from)
{
    int64_t rows = rows_of(from), length = row_length(from), stride = row_stride(from);
    size_t size = from->element;
    char *copy = new_memory(rows * length * (int64_t)size);
    for (int64_t row = 0; row < rows; row++)
        for (int64_t i = 0; i < length; i++)
            copy_element(copy + (row * length + i) * (int64_t)size, row_at(from, row) + i * stride,
                         from);
    return copy;
}

/* ---- Derived types ---- */

/* What flang says of a derived type (its module __fortran_type_info), in the format of the version
 * that descriptors name. */
enum { TABLES_VERSION = 20240719 };

struct scalar { /* a descriptor of rank 0, of rank 1, and with its type's tables */
    void *base;
    size_t element;
    int32_t version;
    small rank, type, attribute, extra;
};

struct vector {
    struct scalar header;
    struct dimension dimension;
};

struct tabled_vector {
    struct vector vector;
    const void *tables;
    int64_t length_parameter;
};

struct type_tables {
    struct tabled_vector bindings;
    struct scalar name;
    int64_t size;
    struct scalar uninstantiated;
    const void *uninstantiated_tables;
    int64_t uninstantiated_length;
    struct vector kind_parameters, length_parameters;
    struct tabled_vector components, procedures, specials;
    int32_t special_bits;
    small has_parent, needs_no_start, needs_no_end, needs_no_finaliser, needs_no_assignment;
};

/* NULL if there are none, which is so of all but derived types. */
BUNDLE_INLINE const struct type_tables *tables_of(const struct array *x, const char *file, int line)
{
    if (x->type != TYPE_STRUCT || !(x->extra & HAS_TYPE_TABLES))
        return NULL;
    const struct type_tables *tables = *(const struct type_tables *const *)&x->dimension[x->rank];
    if (!tables || x->version != TABLES_VERSION || tables->size != (int64_t)x->element)
        refuse(file, line, "the library's tables of a derived type have an unknown format");
    return tables;
}

/* Values must be no more than their bytes. */
BUNDLE_INLINE void require_plain(const struct array *x, const char *file, int line)
{
    const struct type_tables *tables = tables_of(x, file, line);
    if (tables &&
        !(tables->needs_no_end && tables->needs_no_finaliser && tables->needs_no_assignment))
        refuse(file, line,
               "a derived type has allocatable components, a finaliser or an assignment of its "
               "own; assign its components");
}

/* New memory must be left as it is. */
BUNDLE_INLINE void require_no_start(const struct array *x, const char *file, int line)
{
    const struct type_tables *tables = tables_of(x, file, line);
    if (tables && !tables->needs_no_start)
        refuse(file, line, "components of what is allocated have default values");
}

/* Memory must be given up without more ado. */
BUNDLE_INLINE void require_no_finaliser(const struct array *x, const char *file, int line)
{
    const struct type_tables *tables = tables_of(x, file, line);
    if (tables && !tables->needs_no_finaliser)
        refuse(file, line, "a derived type has a finaliser");
}

/* Texts of another length would be cut or filled up. */
BUNDLE_INLINE void require_same_size(const struct array *x, const struct array *y, const char *file,
                                     int line)
{
    if (x->element != y->element)
        refuse(file, line, "texts of different lengths are assigned in an array");
}

#endif
