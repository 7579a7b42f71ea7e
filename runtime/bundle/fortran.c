/* What flang's compiled code calls for arrays: assignments, reductions, products, constructors.
 *
 * Arrays come with a descriptor, whose first members are those of CFI_cdesc_t of Fortran's
 * ISO_Fortran_binding.h (Fortran 2018, 18.5.3); its type tells apart elements that are read here.
 * Extents count elements, strides bytes; dimension 0 varies fastest. Results go to new memory of
 * malloc, which compiled code frees. What derived types with parts of their own need (allocatable
 * components, finalisers) is in tables that are not read here: the run ends there. */
#include "bundle.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DIMENSIONS = 15 };
enum attribute { ATTRIBUTE_POINTER = 1, ATTRIBUTE_ALLOCATABLE = 2 };
enum { TYPE_STRUCT = 42 };
enum { HAS_TYPE_TABLES = 1 }; /* bit of `extra` */

struct dimension {
    int64_t lower, extent, stride;
};

struct array {
    void *base;
    size_t element;
    int32_t version;
    uint8_t rank;
    int8_t type;
    uint8_t attribute, extra;
    struct dimension dimension[];
};

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

BUNDLE_INLINE void copy_element(char *to, const char *from, size_t size)
{
    if (size == sizeof(double))
        memcpy(to, from, sizeof(double));
    else if (size == sizeof(float))
        memcpy(to, from, sizeof(float));
    else
        memcpy(to, from, size);
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
BUNDLE_INLINE void allocate_vector(struct array *result, const struct array *like, int64_t extent)
{
    result->element = like->element;
    result->rank = 1;
    result->dimension[0].lower = 1;
    result->dimension[0].extent = extent;
    allocate(result);
}

BUNDLE_INLINE void allocate_like(struct array *result, const struct array *like)
{
    result->element = like->element;
    result->rank = like->rank;
    for (int k = 0; k < like->rank; k++) {
        result->dimension[k].lower = 1;
        result->dimension[k].extent = like->dimension[k].extent;
    }
    allocate(result);
}

BUNDLE_INLINE void allocate_matrix(struct array *result, const struct array *like, int64_t rows,
                                   int64_t columns)
{
    result->element = like->element;
    result->rank = 2;
    result->dimension[0].lower = result->dimension[1].lower = 1;
    result->dimension[0].extent = rows;
    result->dimension[1].extent = columns;
    allocate(result);
}

/* ---- Assignments ---- */

/* What flang says of a derived type (its module __fortran_type_info), in the format of the version
 * that descriptors name. */
enum { TABLES_VERSION = 20240719 };

struct scalar { /* a descriptor of rank 0, of rank 1, and with its type's tables */
    void *base;
    size_t element;
    int32_t version;
    uint8_t rank;
    int8_t type;
    uint8_t attribute, extra;
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
    uint8_t has_parent, needs_no_start, needs_no_end, needs_no_finaliser, needs_no_assignment;
};

/* Values that are no more than their bytes. */
BUNDLE_INLINE bool is_plain(const struct array *x)
{
    if (x->type != TYPE_STRUCT || !(x->extra & HAS_TYPE_TABLES))
        return true;
    const struct type_tables *tables = *(const struct type_tables *const *)&x->dimension[x->rank];
    return tables && x->version == TABLES_VERSION && tables->size == (int64_t)x->element &&
           tables->needs_no_end && tables->needs_no_finaliser && tables->needs_no_assignment;
}

BUNDLE_INLINE void require_plain(const struct array *x)
{
    if (is_plain(x))
        return;
    fputs("enzcc: a derivative assigns values of a derived type in Fortran that has allocatable "
          "components, a finaliser or an assignment of its own: assign its components\n",
          stderr);
    abort();
}

BUNDLE_INLINE bool has_shape_of(const struct array *x, const struct array *other)
{
    for (int k = 0; k < other->rank; k++)
        if (x->dimension[k].extent != other->dimension[k].extent)
            return false;
    return true;
}

/* An allocatable variable gets the shape of what is assigned to it. */
BUNDLE_INLINE void reallocate(struct array *to, const struct array *from)
{
    if (to->base && (from->rank == 0 || has_shape_of(to, from)) && to->element == from->element)
        return;
    free(to->base);
    to->element = from->element;
    for (int k = 0; k < to->rank; k++) {
        to->dimension[k].lower = from->rank == 0 ? 1 : from->dimension[k].lower;
        to->dimension[k].extent = from->rank == 0 ? 1 : from->dimension[k].extent;
    }
    allocate(to);
}

/* The elements of `from`, or its one element in place of each. */
BUNDLE_INLINE void copy_elements(const struct array *to, const struct array *from)
{
    size_t size = to->element;
    if (from->rank > 0 && is_contiguous(to) && is_contiguous(from)) {
        memcpy(to->base, from->base, (size_t)elements_of(from) * size);
        return;
    }
    int64_t rows = rows_of(to), length = row_length(to);
    int64_t to_stride = row_stride(to), from_stride = row_stride(from);
    for (int64_t row = 0; row < rows; row++) {
        char *target = row_at(to, row);
        const char *source = row_at(from, row);
        for (int64_t i = 0; i < length; i++)
            copy_element(target + i * to_stride, source + i * from_stride, size);
    }
}

/* Where the memory of an array begins and ends. */
BUNDLE_INLINE char *lowest(const struct array *x)
{
    char *at = x->base;
    for (int k = 0; k < x->rank; k++)
        if (x->dimension[k].stride < 0)
            at += (x->dimension[k].extent - 1) * x->dimension[k].stride;
    return at;
}

BUNDLE_INLINE char *behind(const struct array *x)
{
    char *at = (char *)x->base + x->element;
    for (int k = 0; k < x->rank; k++)
        if (x->dimension[k].stride > 0)
            at += (x->dimension[k].extent - 1) * x->dimension[k].stride;
    return at;
}

BUNDLE_INLINE bool overlap(const struct array *x, const struct array *y)
{
    return lowest(x) < behind(y) && lowest(y) < behind(x);
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
                         size);
    return copy;
}

BUNDLE_INLINE void assign_by_copy(struct array *to, const struct array *from)
{
    char *copy = copy_of_elements(from);
    int64_t rows = rows_of(from), length = row_length(from), stride;
    size_t size = from->element;
    if (to->attribute == ATTRIBUTE_ALLOCATABLE)
        reallocate(to, from);
    stride = row_stride(to);
    for (int64_t row = 0; row < rows; row++)
        for (int64_t i = 0; i < length; i++)
            copy_element(row_at(to, row) + i * stride, copy + (row * length + i) * (int64_t)size,
                         size);
    free(copy);
}

BUNDLE_INLINE void assign(struct array *to, const struct array *from)
{
    require_plain(to);
    if (from->rank > 0 && to->base && overlap(to, from)) {
        assign_by_copy(to, from);
        return;
    }
    if (to->attribute == ATTRIBUTE_ALLOCATABLE)
        reallocate(to, from);
    copy_elements(to, from);
}

void enz_body__FortranAAssign(struct array *to, const struct array *from, const char *file,
                              int line);
void enz_body__FortranAAssignTemporary(struct array *to, const struct array *from, const char *file,
                                       int line);
void enz_body__FortranACopyInAssign(struct array *to, const struct array *from, const char *file,
                                    int line);
void enz_body__FortranACopyOutAssign(struct array *to, struct array *from, const char *file,
                                     int line);

BUNDLE_BODY void enz_body__FortranAAssign(struct array *to, const struct array *from,
                                          const char *file, int line)
{
    (void)file, (void)line;
    assign(to, from);
}

BUNDLE_BODY void enz_body__FortranAAssignTemporary(struct array *to, const struct array *from,
                                                   const char *file, int line)
{
    (void)file, (void)line;
    assign(to, from);
}

/* A contiguous copy of an argument, for a procedure that expects one; and back. */
BUNDLE_BODY void enz_body__FortranACopyInAssign(struct array *to, const struct array *from,
                                                const char *file, int line)
{
    (void)file, (void)line;
    require_plain(from);
    allocate_like(to, from);
    copy_elements(to, from);
}

BUNDLE_BODY void enz_body__FortranACopyOutAssign(struct array *to, struct array *from,
                                                 const char *file, int line)
{
    (void)file, (void)line;
    if (to)
        copy_elements(to, from);
    free(from->base);
    from->base = NULL;
}

/* ---- Allocation by the library, as with stat= ---- */

void enz_body__FortranAAllocatableSetBounds(struct array *x, int dimension, int64_t lower,
                                            int64_t upper);
void enz_body__FortranAPointerSetBounds(struct array *x, int dimension, int64_t lower,
                                        int64_t upper);
int enz_body__FortranAAllocatableAllocate(struct array *x, int64_t *source, bool has_status,
                                          const struct array *message, const char *file, int line,
                                          void *device);
int enz_body__FortranAPointerAllocate(struct array *x, bool has_status, const struct array *message,
                                      const char *file, int line, void *device);
int enz_body__FortranAAllocatableDeallocate(struct array *x, bool has_status,
                                            const struct array *message, const char *file,
                                            int line);
int enz_body__FortranAPointerDeallocate(struct array *x, bool has_status,
                                        const struct array *message, const char *file, int line);

BUNDLE_INLINE void set_bounds(struct array *x, int dimension, int64_t lower, int64_t upper)
{
    x->dimension[dimension].lower = upper < lower ? 1 : lower;
    x->dimension[dimension].extent = upper < lower ? 0 : upper - lower + 1;
}

BUNDLE_BODY void enz_body__FortranAAllocatableSetBounds(struct array *x, int dimension,
                                                        int64_t lower, int64_t upper)
{
    set_bounds(x, dimension, lower, upper);
}

BUNDLE_BODY void enz_body__FortranAPointerSetBounds(struct array *x, int dimension, int64_t lower,
                                                    int64_t upper)
{
    set_bounds(x, dimension, lower, upper);
}

BUNDLE_BODY int enz_body__FortranAAllocatableAllocate(struct array *x, int64_t *source,
                                                      bool has_status, const struct array *message,
                                                      const char *file, int line, void *device)
{
    (void)source, (void)has_status, (void)message, (void)file, (void)line, (void)device;
    allocate(x);
    return 0;
}

BUNDLE_BODY int enz_body__FortranAPointerAllocate(struct array *x, bool has_status,
                                                  const struct array *message, const char *file,
                                                  int line, void *device)
{
    (void)has_status, (void)message, (void)file, (void)line, (void)device;
    allocate(x);
    return 0;
}

BUNDLE_INLINE int deallocate(struct array *x)
{
    free(x->base);
    x->base = NULL;
    return 0;
}

BUNDLE_BODY int enz_body__FortranAAllocatableDeallocate(struct array *x, bool has_status,
                                                        const struct array *message,
                                                        const char *file, int line)
{
    (void)has_status, (void)message, (void)file, (void)line;
    return deallocate(x);
}

BUNDLE_BODY int enz_body__FortranAPointerDeallocate(struct array *x, bool has_status,
                                                    const struct array *message, const char *file,
                                                    int line)
{
    (void)has_status, (void)message, (void)file, (void)line;
    return deallocate(x);
}

void enz_body__FortranADestroy(const struct array *x);
void enz_body__FortranADestroyWithoutFinalization(const struct array *x);

/* Which components are to be freed is in the tables: they stay, until the program ends. */
BUNDLE_BODY void enz_body__FortranADestroy(const struct array *x)
{
    (void)x;
}

BUNDLE_BODY void enz_body__FortranADestroyWithoutFinalization(const struct array *x)
{
    (void)x;
}

/* ---- Reductions ---- */

/* Fortran's HUGE with a sign, for arrays without elements. */
#define LEAST_double    (-DBL_MAX)
#define LEAST_float     (-FLT_MAX)
#define GREATEST_double DBL_MAX
#define GREATEST_float  FLT_MAX

#define STEP_Sum(total, x)     total += x
#define STEP_Product(total, x) total *= x
#define STEP_Maxval(total, x)                                                                      \
    if (x > total || isnan(total))                                                                 \
    total = x
#define STEP_Minval(total, x)                                                                      \
    if (x < total || isnan(total))                                                                 \
    total = x
#define START_Sum(type)     0
#define START_Product(type) 1
#define START_Maxval(type)  LEAST_##type
#define START_Minval(type)  GREATEST_##type

/* name over all elements, and along one dimension: each element of a result of one dimension less
 * is the reduction of a line. Single precision is summed up in double precision, as the library
 * does it. */
#define REDUCTION(name, kind, type, sum)                                                           \
    type enz_body__FortranA##name##Real##kind(const struct array *x, const char *file, int line,   \
                                              int dimension, const struct array *mask);            \
    BUNDLE_BODY type enz_body__FortranA##name##Real##kind(const struct array *x, const char *file, \
                                                          int line, int dimension,                 \
                                                          const struct array *mask)                \
    {                                                                                              \
        (void)file, (void)line, (void)dimension;                                                   \
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
    }                                                                                              \
    BUNDLE_INLINE void along_##name##kind(struct array *result, const struct array *x, int along,  \
                                          const struct array *mask)                                \
    {                                                                                              \
        int64_t lines = elements_of(result), length = x->dimension[along].extent;                  \
        int64_t stride = x->dimension[along].stride;                                               \
        for (int64_t n = 0; n < lines; n++) {                                                      \
            const char *at = line_at(x, along, n);                                                 \
            const char *in = mask && mask->rank > 0 ? line_at(mask, along, n) : NULL;              \
            sum total = START_##name(type);                                                        \
            for (int64_t i = 0; i < length; i++)                                                   \
                if (in ? is_true(in + i * mask->dimension[along].stride, mask->element)            \
                       : is_masked_in(mask, 0, 0)) {                                               \
                    type value = *(const type *)(at + i * stride);                                 \
                    STEP_##name(total, value);                                                     \
                }                                                                                  \
            ((type *)result->base)[n] = (type)total;                                               \
        }                                                                                          \
    }

/* The extents of x but one. */
BUNDLE_INLINE void set_shape_without(struct array *result, const struct array *x, int along)
{
    result->element = x->element;
    result->rank = (uint8_t)(x->rank - 1);
    for (int k = 0; k < x->rank - 1; k++) {
        result->dimension[k].lower = 1;
        result->dimension[k].extent = x->dimension[k < along ? k : k + 1].extent;
    }
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

#define REDUCTIONS(name)                                                                           \
    REDUCTION(name, 4, float, double)                                                              \
    REDUCTION(name, 8, double, double)                                                             \
    void enz_body__FortranA##name##Dim(struct array *result, const struct array *x, int dimension, \
                                       const char *file, int line, const struct array *mask);      \
    BUNDLE_BODY void enz_body__FortranA##name##Dim(struct array *result, const struct array *x,    \
                                                   int dimension, const char *file, int line,      \
                                                   const struct array *mask)                       \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        require_real(x);                                                                           \
        set_shape_without(result, x, dimension - 1);                                               \
        allocate(result);                                                                          \
        if (x->type == TYPE_FLOAT)                                                                 \
            along_##name##4(result, x, dimension - 1, mask);                                       \
        else                                                                                       \
            along_##name##8(result, x, dimension - 1, mask);                                       \
    }

enum { TYPE_FLOAT = 27, TYPE_DOUBLE = 28 };

BUNDLE_INLINE void require_real(const struct array *x)
{
    if (x->type == TYPE_FLOAT || x->type == TYPE_DOUBLE)
        return;
    fputs("enzcc: a derivative reduces along a dimension of an array in Fortran that is neither "
          "real(4) nor real(8)\n",
          stderr);
    abort();
}

REDUCTIONS(Sum)
REDUCTIONS(Product)
REDUCTIONS(Maxval)
REDUCTIONS(Minval)

#define VECTOR_FUNCTIONS(kind, type, root)                                                         \
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
    }                                                                                              \
    type enz_body__FortranANorm2_##kind(const struct array *x, const char *file, int line,         \
                                        int dimension);                                            \
    /* Squares of parts of the largest element, so that none overflows. */                         \
    BUNDLE_BODY type enz_body__FortranANorm2_##kind(const struct array *x, const char *file,       \
                                                    int line, int dimension)                       \
    {                                                                                              \
        (void)file, (void)line, (void)dimension;                                                   \
        int64_t n = elements_of(x);                                                                \
        double largest = 0, total = 0;                                                             \
        for (int64_t i = 0; i < n; i++) {                                                          \
            double size = fabs((double)*(const type *)element_at(x, i));                           \
            if (!(size <= largest))                                                                \
                largest = size;                                                                    \
        }                                                                                          \
        if (largest == 0)                                                                          \
            return 0;                                                                              \
        for (int64_t i = 0; i < n; i++) {                                                          \
            double part = *(const type *)element_at(x, i) / largest;                               \
            total += part * part;                                                                  \
        }                                                                                          \
        return (type)(largest * root(total));                                                      \
    }

VECTOR_FUNCTIONS(4, float, sqrt)
VECTOR_FUNCTIONS(8, double, sqrt)

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
            const char *in = mask && mask->rank > 0 ? line_at(mask, along, n) : NULL;              \
            int64_t found = -1;                                                                    \
            for (int64_t i = 0; i < length; i++) {                                                 \
                if (in ? !is_true(in + i * mask->dimension[along].stride, mask->element)           \
                       : !is_masked_in(mask, 0, 0))                                                \
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
        require_real(x);                                                                           \
        set_shape_without(result, x, dimension - 1);                                               \
        result->element = (size_t)integers;                                                        \
        allocate(result);                                                                          \
        if (x->type == TYPE_FLOAT)                                                                 \
            along_##name##4(result, x, integers, dimension - 1, mask, back);                       \
        else                                                                                       \
            along_##name##8(result, x, integers, dimension - 1, mask, back);                       \
    }

LOCATIONS(Maxloc)
LOCATIONS(Minloc)

/* ---- Products of matrices ---- */

/* Vectors are columns on the right, rows on the left. */
#define PRODUCT(kind, type)                                                                        \
    BUNDLE_INLINE void multiply##kind(const struct array *result, const struct array *x,           \
                                      const struct array *y, bool transposed)                      \
    {                                                                                              \
        int down = transposed ? 1 : 0;                                                             \
        int64_t rows = x->rank == 1 ? 1 : x->dimension[down].extent;                               \
        int64_t row_step = x->rank == 1 ? 0 : x->dimension[down].stride;                           \
        int along = x->rank == 1 ? 0 : 1 - down;                                                   \
        int64_t inner = x->dimension[along].extent, x_step = x->dimension[along].stride;           \
        int64_t columns = y->rank == 1 ? 1 : y->dimension[1].extent;                               \
        int64_t column_step = y->rank == 1 ? 0 : y->dimension[1].stride;                           \
        int64_t y_step = y->dimension[0].stride;                                                   \
        for (int64_t j = 0; j < columns; j++)                                                      \
            for (int64_t i = 0; i < rows; i++) {                                                   \
                const char *left = (const char *)x->base + i * row_step;                           \
                const char *right = (const char *)y->base + j * column_step;                       \
                type total = 0;                                                                    \
                for (int64_t k = 0; k < inner; k++)                                                \
                    total +=                                                                       \
                        *(const type *)(left + k * x_step) * *(const type *)(right + k * y_step);  \
                *(type *)element_at(result, j * rows + i) = total;                                 \
            }                                                                                      \
    }                                                                                              \
    PRODUCT_INTO(MatmulReal##kind##Real##kind, kind, true, false)                                  \
    PRODUCT_INTO(MatmulDirectReal##kind##Real##kind, kind, false, false)                           \
    PRODUCT_INTO(MatmulTransposeReal##kind##Real##kind, kind, true, true)                          \
    PRODUCT_INTO(MatmulTransposeDirectReal##kind##Real##kind, kind, false, true)

/* Into new memory, or into memory that there is. */
#define PRODUCT_INTO(name, kind, is_new, transposed)                                               \
    void enz_body__FortranA##name(struct array *result, const struct array *x,                     \
                                  const struct array *y, const char *file, int line);              \
    BUNDLE_BODY void enz_body__FortranA##name(struct array *result, const struct array *x,         \
                                              const struct array *y, const char *file, int line)   \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        if (is_new)                                                                                \
            allocate_product(result, x, y, transposed);                                            \
        multiply##kind(result, x, y, transposed);                                                  \
    }

BUNDLE_INLINE void allocate_product(struct array *result, const struct array *x,
                                    const struct array *y, bool transposed)
{
    int64_t rows = x->rank == 1 ? 1 : x->dimension[transposed ? 1 : 0].extent;
    if (x->rank == 1)
        allocate_vector(result, x, y->dimension[1].extent);
    else if (y->rank == 1)
        allocate_vector(result, x, rows);
    else
        allocate_matrix(result, x, rows, y->dimension[1].extent);
}

PRODUCT(4, float)
PRODUCT(8, double)

/* ---- Arrays out of arrays ---- */

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
    (void)file, (void)line;
    int64_t rows = x->dimension[0].extent, columns = x->dimension[1].extent;
    require_plain(x);
    allocate_matrix(result, x, columns, rows);
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
            copy_element((char *)result->base + (i * columns + j) * (int64_t)x->element,
                         element_at(x, j * rows + i), x->element);
}

/* Copies along a new dimension. */
BUNDLE_BODY void enz_body__FortranASpread(struct array *result, const struct array *x,
                                          int dimension, int64_t copies, const char *file, int line)
{
    (void)file, (void)line;
    require_plain(x);
    result->element = x->element;
    result->rank = (uint8_t)(x->rank + 1);
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
            copy_element((char *)line_at(result, dimension - 1, i) + k * step, element_at(x, i),
                         x->element);
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

BUNDLE_BODY void enz_body__FortranAReshape(struct array *result, const struct array *x,
                                           const struct array *shape, const struct array *pad,
                                           const struct array *order, const char *file, int line)
{
    (void)file, (void)line;
    int64_t dimensions = shape->dimension[0].extent, n = 1, given = elements_of(x);
    int to[MOST_DIMENSIONS]; /* which dimension varies first, second, ... */
    require_plain(x);
    result->element = x->element;
    result->rank = (uint8_t)dimensions;
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
        copy_element((char *)result->base + offset, source, x->element);
    }
}

BUNDLE_BODY void enz_body__FortranACshiftVector(struct array *result, const struct array *x,
                                                int64_t shift, const char *file, int line)
{
    (void)file, (void)line;
    int64_t n = x->dimension[0].extent;
    require_plain(x);
    allocate_vector(result, x, n);
    if (n == 0)
        return;
    int64_t first = (shift % n + n) % n;
    for (int64_t i = 0; i < n; i++) {
        int64_t from = i + first < n ? i + first : i + first - n;
        copy_element((char *)result->base + i * (int64_t)x->element, element_at(x, from),
                     x->element);
    }
}

/* The elements that a mask selects, and those of `vector` behind them. */
BUNDLE_BODY void enz_body__FortranAPack(struct array *result, const struct array *x,
                                        const struct array *mask, const struct array *vector,
                                        const char *file, int line)
{
    (void)file, (void)line;
    int64_t n = elements_of(x), length = row_length(x), count = 0, size = (int64_t)x->element;
    require_plain(x);
    for (int64_t i = 0; i < n; i++)
        count += is_masked_in(mask, i / length, i % length);
    allocate_vector(result, x, vector ? vector->dimension[0].extent : count);
    int64_t next = 0;
    for (int64_t i = 0; i < n; i++)
        if (is_masked_in(mask, i / length, i % length))
            copy_element((char *)result->base + next++ * size, element_at(x, i), x->element);
    if (vector)
        for (; next < vector->dimension[0].extent; next++)
            copy_element((char *)result->base + next * size, element_at(vector, next), x->element);
}

/* ---- Array constructors ---- */

/* Compiled code has 80 bytes for it, whatever is in them. */
struct constructor {
    struct array *to;
    int64_t next, room; /* elements there are, elements there is memory for */
};

void enz_body__FortranAInitArrayConstructorVector(struct constructor *c, struct array *to,
                                                  bool with_parameters, const char *file, int line);
void enz_body__FortranAPushArrayConstructorValue(struct constructor *c, const struct array *from);
void enz_body__FortranAPushArrayConstructorSimpleScalar(struct constructor *c, const void *from);

BUNDLE_BODY void enz_body__FortranAInitArrayConstructorVector(struct constructor *c,
                                                              struct array *to,
                                                              bool with_parameters,
                                                              const char *file, int line)
{
    (void)with_parameters, (void)file, (void)line;
    c->to = to;
    c->next = 0;
    c->room = to->base ? elements_of(to) : 0;
}

/* Memory for `more` further elements. */
BUNDLE_INLINE void make_room(struct constructor *c, int64_t more)
{
    struct array *to = c->to;
    int64_t size = (int64_t)to->element, needed = c->next + more;
    if (!to->base) {
        c->room = to->dimension[0].extent > needed ? to->dimension[0].extent : needed;
        to->base = new_memory(c->room * size);
        to->dimension[0].stride = size;
    } else if (needed > c->room) {
        int64_t room = 2 * c->room > needed ? 2 * c->room : needed;
        char *larger = new_memory(room * size);
        memcpy(larger, to->base, (size_t)(c->next * size));
        free(to->base);
        to->base = larger;
        c->room = room;
    }
    if (to->dimension[0].extent < needed)
        to->dimension[0].extent = needed;
}

BUNDLE_BODY void enz_body__FortranAPushArrayConstructorValue(struct constructor *c,
                                                             const struct array *from)
{
    int64_t n = elements_of(from);
    require_plain(from);
    make_room(c, n);
    for (int64_t i = 0; i < n; i++)
        copy_element((char *)c->to->base + (c->next + i) * c->to->dimension[0].stride,
                     element_at(from, i), from->element);
    c->next += n;
}

BUNDLE_BODY void enz_body__FortranAPushArrayConstructorSimpleScalar(struct constructor *c,
                                                                    const void *from)
{
    make_room(c, 1);
    copy_element((char *)c->to->base + c->next * c->to->dimension[0].stride, from, c->to->element);
    c->next++;
}

/* ---- Numbers ---- */

#define POWERS(kind, type, power)                                                                  \
    type enz_body__FortranAFPow##kind##i(type x, int n);                                           \
    BUNDLE_BODY type enz_body__FortranAFPow##kind##i(type x, int n)                                \
    {                                                                                              \
        return power(x, n);                                                                        \
    }

POWERS(4, float, __builtin_powif)
POWERS(8, double, __builtin_powi)

#define COMPLEX_POWERS(name, type, integer)                                                        \
    type _Complex enz_body__FortranA##name(type _Complex x, integer n);                            \
    BUNDLE_BODY type _Complex enz_body__FortranA##name(type _Complex x, integer n)                 \
    {                                                                                              \
        type _Complex power = 1;                                                                   \
        for (integer k = n < 0 ? -n : n; k > 0; k /= 2) {                                          \
            if (k % 2)                                                                             \
                power *= x;                                                                        \
            x *= x;                                                                                \
        }                                                                                          \
        return n < 0 ? 1 / power : power;                                                          \
    }

COMPLEX_POWERS(cpowi, float, int)
COMPLEX_POWERS(cpowk, float, int64_t)
COMPLEX_POWERS(zpowi, double, int)
COMPLEX_POWERS(zpowk, double, int64_t)

#define REMAINDERS(kind, type, remainder)                                                          \
    type enz_body__FortranAModReal##kind(type x, type y, const char *file, int line);              \
    type enz_body__FortranAModuloReal##kind(type x, type y, const char *file, int line);           \
    BUNDLE_BODY type enz_body__FortranAModReal##kind(type x, type y, const char *file, int line)   \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        return remainder(x, y);                                                                    \
    }                                                                                              \
    /* Has the sign of y. */                                                                       \
    BUNDLE_BODY type enz_body__FortranAModuloReal##kind(type x, type y, const char *file,          \
                                                        int line)                                  \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        type r = remainder(x, y);                                                                  \
        return r != 0 && (r < 0) != (y < 0) ? r + y : r;                                           \
    }

REMAINDERS(4, float, fmodf)
REMAINDERS(8, double, fmod)
