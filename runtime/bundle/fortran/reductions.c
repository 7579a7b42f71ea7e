/* Reductions of arrays of Fortran: to one element, along a dimension, to the place of one. */
#include "array.h"

#include <complex.h>
#include <float.h>
#include <math.h>

#define NOT_NUMBERS                                                                                \
    "an array is reduced along a dimension that is neither of real(4) or real(8) nor of "          \
    "integer(4) or integer(8)"

/* Fortran's HUGE with a sign, for arrays without elements. */
#define LEAST_double     (-DBL_MAX)
#define LEAST_float      (-FLT_MAX)
#define LEAST_int32_t    INT32_MIN
#define LEAST_int64_t    INT64_MIN
#define GREATEST_double  DBL_MAX
#define GREATEST_float   FLT_MAX
#define GREATEST_int32_t INT32_MAX
#define GREATEST_int64_t INT64_MAX

#define STEP_Sum(total, x)     total += x
#define STEP_Product(total, x) total *= x
#define STEP_Maxval(total, x)                                                                      \
    if (x > total || total != total)                                                               \
    total = x
#define STEP_Minval(total, x)                                                                      \
    if (x < total || total != total)                                                               \
    total = x
#define START_Sum(type)     0
#define START_Product(type) 1
#define START_Maxval(type)  LEAST_##type
#define START_Minval(type)  GREATEST_##type

/* Over all elements that the mask selects. */
#define TOTAL(name, type, sum)                                                                     \
    BUNDLE_INLINE type total_##name##_##type(const struct array *x, const struct array *mask)      \
    {                                                                                              \
        sum total = START_##name(type);                                                            \
        int64_t rows = rows_of(x), length = row_length(x), stride = row_stride(x);                 \
        for (int64_t row = 0; row < rows; row++) {                                                 \
            const char *at = row_at(x, row);                                                       \
            for (int64_t i = 0; i < length; i++)                                                   \
                if (is_masked_in(mask, row, i)) {                                                  \
                    type value = *(const type *)(at + i * stride);                                 \
                    STEP_##name(total, value);                                                     \
                }                                                                                  \
        }                                                                                          \
        return (type)total;                                                                        \
    }

/* Over each line along a dimension: an element of a result with the other dimensions. */
#define ALONG(name, type, sum)                                                                     \
    BUNDLE_INLINE void along_##name##_##type(struct array *result, const struct array *x,          \
                                             int along, const struct array *mask)                  \
    {                                                                                              \
        int64_t lines = elements_of(result), length = x->dimension[along].extent;                  \
        int64_t stride = x->dimension[along].stride;                                               \
        for (int64_t n = 0; n < lines; n++) {                                                      \
            const char *at = line_at(x, along, n);                                                 \
            sum total = START_##name(type);                                                        \
            for (int64_t i = 0; i < length; i++)                                                   \
                if (is_in_line(mask, along, n, i)) {                                               \
                    type value = *(const type *)(at + i * stride);                                 \
                    STEP_##name(total, value);                                                     \
                }                                                                                  \
            ((type *)result->base)[n] = (type)total;                                               \
        }                                                                                          \
    }

#define REDUCTION_OF(name, kind, type)                                                             \
    type enz_body__FortranA##name##Real##kind(const struct array *x, const char *file, int line,   \
                                              int dimension, const struct array *mask);            \
    BUNDLE_BODY type enz_body__FortranA##name##Real##kind(const struct array *x, const char *file, \
                                                          int line, int dimension,                 \
                                                          const struct array *mask)                \
    {                                                                                              \
        (void)file, (void)line, (void)dimension;                                                   \
        return total_##name##_##type(x, mask);                                                     \
    }

/* Single precision is summed up in double precision, as the library does it. Integers have no
 * derivative, but a result that others are selected by. */
#define REDUCTIONS(name)                                                                           \
    TOTAL(name, float, double)                                                                     \
    TOTAL(name, double, double)                                                                    \
    ALONG(name, float, double)                                                                     \
    ALONG(name, double, double)                                                                    \
    ALONG(name, int32_t, int32_t)                                                                  \
    ALONG(name, int64_t, int64_t)                                                                  \
    REDUCTION_OF(name, 4, float)                                                                   \
    REDUCTION_OF(name, 8, double)                                                                  \
    void enz_body__FortranA##name##Dim(struct array *result, const struct array *x, int dimension, \
                                       const char *file, int line, const struct array *mask);      \
    BUNDLE_BODY void enz_body__FortranA##name##Dim(struct array *result, const struct array *x,    \
                                                   int dimension, const char *file, int line,      \
                                                   const struct array *mask)                       \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        set_shape_without(result, x, dimension - 1);                                               \
        allocate(result);                                                                          \
        switch (x->type) {                                                                         \
        case TYPE_FLOAT: along_##name##_float(result, x, dimension - 1, mask); break;              \
        case TYPE_DOUBLE: along_##name##_double(result, x, dimension - 1, mask); break;            \
        case TYPE_INT:                                                                             \
        case TYPE_INT32: along_##name##_int32_t(result, x, dimension - 1, mask); break;            \
        case TYPE_LONG:                                                                            \
        case TYPE_INT64: along_##name##_int64_t(result, x, dimension - 1, mask); break;            \
        default: refuse(file, line, NOT_NUMBERS);                                                  \
        }                                                                                          \
    }

REDUCTIONS(Sum)
REDUCTIONS(Product)
REDUCTIONS(Maxval)
REDUCTIONS(Minval)

/* Squares of parts of the largest element, so that none overflows. */
#define NORM(kind, type)                                                                           \
    BUNDLE_INLINE type norm_##type(const char *at, int64_t n, int64_t stride)                      \
    {                                                                                              \
        double largest = 0, total = 0;                                                             \
        for (int64_t i = 0; i < n; i++) {                                                          \
            double size = fabs((double)*(const type *)(at + i * stride));                          \
            if (!(size <= largest))                                                                \
                largest = size;                                                                    \
        }                                                                                          \
        if (largest == 0)                                                                          \
            return 0;                                                                              \
        for (int64_t i = 0; i < n; i++) {                                                          \
            double part = *(const type *)(at + i * stride) / largest;                              \
            total += part * part;                                                                  \
        }                                                                                          \
        return (type)(largest * sqrt(total));                                                      \
    }                                                                                              \
    type enz_body__FortranANorm2_##kind(const struct array *x, const char *file, int line,         \
                                        int dimension);                                            \
    BUNDLE_BODY type enz_body__FortranANorm2_##kind(const struct array *x, const char *file,       \
                                                    int line, int dimension)                       \
    {                                                                                              \
        (void)file, (void)line, (void)dimension;                                                   \
        if (rows_of(x) == 1)                                                                       \
            return norm_##type(x->base, row_length(x), row_stride(x));                             \
        char *copy = copy_of_elements(x);                                                          \
        type norm = norm_##type(copy, elements_of(x), sizeof(type));                               \
        free(copy);                                                                                \
        return norm;                                                                               \
    }

NORM(4, float)
NORM(8, double)

void enz_body__FortranANorm2Dim(struct array *result, const struct array *x, int dimension,
                                const char *file, int line);
BUNDLE_BODY void enz_body__FortranANorm2Dim(struct array *result, const struct array *x,
                                            int dimension, const char *file, int line)
{
    (void)file, (void)line;
    const struct dimension *along = &x->dimension[dimension - 1];
    set_shape_without(result, x, dimension - 1);
    allocate(result);
    int64_t lines = elements_of(result);
    for (int64_t n = 0; n < lines; n++) {
        const char *at = line_at(x, dimension - 1, n);
        if (x->type == TYPE_FLOAT)
            ((float *)result->base)[n] = norm_float(at, along->extent, along->stride);
        else if (x->type == TYPE_DOUBLE)
            ((double *)result->base)[n] = norm_double(at, along->extent, along->stride);
        else
            refuse(file, line, NOT_NUMBERS);
    }
}

#define DOT_PRODUCT(kind, type)                                                                    \
    type enz_body__FortranADotProductReal##kind(const struct array *x, const struct array *y,      \
                                                const char *file, int line);                       \
    BUNDLE_BODY type enz_body__FortranADotProductReal##kind(                                       \
        const struct array *x, const struct array *y, const char *file, int line)                  \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        double total = 0;                                                                          \
        for (int64_t i = 0; i < x->dimension[0].extent; i++)                                       \
            total += (double)*(const type *)element_at(x, i) * *(const type *)element_at(y, i);    \
        return (type)total;                                                                        \
    }

DOT_PRODUCT(4, float)
DOT_PRODUCT(8, double)

/* Of complex numbers: the result is the first argument. */
typedef float _Complex complex4;
typedef double _Complex complex8;

#define COMPLEX_REDUCTIONS(kind, type, conjugate)                                                  \
    TOTAL(Sum, type, type)                                                                         \
    TOTAL(Product, type, type)                                                                     \
    COMPLEX_REDUCTION(Sum, kind, type)                                                             \
    COMPLEX_REDUCTION(Product, kind, type)                                                         \
    void enz_body__FortranACppDotProductComplex##kind(                                             \
        type *result, const struct array *x, const struct array *y, const char *file, int line);   \
    BUNDLE_BODY void enz_body__FortranACppDotProductComplex##kind(                                 \
        type *result, const struct array *x, const struct array *y, const char *file, int line)    \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        type total = 0;                                                                            \
        for (int64_t i = 0; i < x->dimension[0].extent; i++)                                       \
            total += conjugate(*(const type *)element_at(x, i)) * *(const type *)element_at(y, i); \
        *result = total;                                                                           \
    }

#define COMPLEX_REDUCTION(name, kind, type)                                                        \
    void enz_body__FortranACpp##name##Complex##kind(type *result, const struct array *x,           \
                                                    const char *file, int line, int dimension,     \
                                                    const struct array *mask);                     \
    BUNDLE_BODY void enz_body__FortranACpp##name##Complex##kind(                                   \
        type *result, const struct array *x, const char *file, int line, int dimension,            \
        const struct array *mask)                                                                  \
    {                                                                                              \
        (void)file, (void)line, (void)dimension;                                                   \
        *result = total_##name##_##type(x, mask);                                                  \
    }

COMPLEX_REDUCTIONS(4, complex4, conjf)
COMPLEX_REDUCTIONS(8, complex8, conj)

/* Where the extreme element is: subscripts, along all dimensions or along one. Of equal ones it is
 * the first, or with `back` the last; 0 where there is none. */
#define BEFORE_Maxloc(x, y) ((x) > (y))
#define BEFORE_Minloc(x, y) ((x) < (y))

BUNDLE_INLINE void put_integer(void *base, int64_t n, int kind, int64_t value)
{
    switch (kind) {
    case 1: ((int8_t *)base)[n] = (int8_t)value; break;
    case 2: ((int16_t *)base)[n] = (int16_t)value; break;
    case 4: ((int32_t *)base)[n] = (int32_t)value; break;
    default: ((int64_t *)base)[n] = value;
    }
}

#define LOCATION(name, kind, type)                                                                 \
    void enz_body__FortranA##name##Real##kind(struct array *result, const struct array *x,         \
                                              int integers, const char *file, int line,            \
                                              const struct array *mask, bool back);                \
    BUNDLE_BODY void enz_body__FortranA##name##Real##kind(                                         \
        struct array *result, const struct array *x, int integers, const char *file, int line,     \
        const struct array *mask, bool back)                                                       \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        int64_t n = elements_of(x), length = row_length(x), found = -1;                            \
        for (int64_t i = 0; i < n; i++) {                                                          \
            if (!is_masked_in(mask, i / length, i % length))                                       \
                continue;                                                                          \
            type value = *(const type *)element_at(x, i);                                          \
            type best = *(const type *)element_at(x, found < 0 ? i : found);                       \
            if (found < 0 || BEFORE_##name(value, best) || (back && value == best))                \
                found = i;                                                                         \
        }                                                                                          \
        result->element = (size_t)integers;                                                        \
        result->rank = 1;                                                                          \
        result->dimension[0].lower = 1;                                                            \
        result->dimension[0].extent = x->rank;                                                     \
        allocate(result);                                                                          \
        for (int k = 0; k < x->rank; k++) {                                                        \
            int64_t extent = x->dimension[k].extent;                                               \
            put_integer(result->base, k, integers, found < 0 ? 0 : found % extent + 1);            \
            found = found < 0 ? -1 : found / extent;                                               \
        }                                                                                          \
    }                                                                                              \
    BUNDLE_INLINE void along_##name##kind(struct array *result, const struct array *x,             \
                                          int integers, int along, const struct array *mask,       \
                                          bool back)                                               \
    {                                                                                              \
        int64_t lines = elements_of(result), length = x->dimension[along].extent;                  \
        int64_t stride = x->dimension[along].stride;                                               \
        for (int64_t n = 0; n < lines; n++) {                                                      \
            const char *at = line_at(x, along, n);                                                 \
            int64_t found = -1;                                                                    \
            for (int64_t i = 0; i < length; i++) {                                                 \
                if (!is_in_line(mask, along, n, i))                                                \
                    continue;                                                                      \
                type value = *(const type *)(at + i * stride);                                     \
                type best = *(const type *)(at + (found < 0 ? i : found) * stride);                \
                if (found < 0 || BEFORE_##name(value, best) || (back && value == best))            \
                    found = i;                                                                     \
            }                                                                                      \
            put_integer(result->base, n, integers, found + 1);                                     \
        }                                                                                          \
    }

#define LOCATIONS(name)                                                                            \
    LOCATION(name, 4, float)                                                                       \
    LOCATION(name, 8, double)                                                                      \
    void enz_body__FortranA##name##Dim(struct array *result, const struct array *x, int integers,  \
                                       int dimension, const char *file, int line,                  \
                                       const struct array *mask, bool back);                       \
    BUNDLE_BODY void enz_body__FortranA##name##Dim(struct array *result, const struct array *x,    \
                                                   int integers, int dimension, const char *file,  \
                                                   int line, const struct array *mask, bool back)  \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        set_shape_without(result, x, dimension - 1);                                               \
        result->element = (size_t)integers;                                                        \
        allocate(result);                                                                          \
        if (x->type == TYPE_FLOAT)                                                                 \
            along_##name##4(result, x, integers, dimension - 1, mask, back);                       \
        else if (x->type == TYPE_DOUBLE)                                                           \
            along_##name##8(result, x, integers, dimension - 1, mask, back);                       \
        else                                                                                       \
            refuse(file, line, NOT_NUMBERS);                                                       \
    }

LOCATIONS(Maxloc)
LOCATIONS(Minloc)
