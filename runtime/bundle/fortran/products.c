/* Products of matrices and vectors of Fortran. */
#include "array.h"

/* Vectors are columns on the right, rows on the left. */
#define PRODUCT(kinds, left, right, type)                                                          \
    BUNDLE_INLINE void multiply##kinds(const struct array *result, const struct array *x,          \
                                       const struct array *y, bool transposed)                     \
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
                const char *a = (const char *)x->base + i * row_step;                              \
                const char *b = (const char *)y->base + j * column_step;                           \
                type total = 0;                                                                    \
                for (int64_t k = 0; k < inner; k++)                                                \
                    total += *(const left *)(a + k * x_step) * *(const right *)(b + k * y_step);   \
                *(type *)element_at(result, j * rows + i) = total;                                 \
            }                                                                                      \
    }                                                                                              \
    PRODUCT_INTO(Matmul##kinds, kinds, type, true, false)                                          \
    PRODUCT_INTO(MatmulDirect##kinds, kinds, type, false, false)                                   \
    PRODUCT_INTO(MatmulTranspose##kinds, kinds, type, true, true)                                  \
    PRODUCT_INTO(MatmulTransposeDirect##kinds, kinds, type, false, true)

/* Into new memory, or into memory that there is. */
#define PRODUCT_INTO(name, kinds, type, is_new, transposed)                                        \
    void enz_body__FortranA##name(struct array *result, const struct array *x,                     \
                                  const struct array *y, const char *file, int line);              \
    BUNDLE_BODY void enz_body__FortranA##name(struct array *result, const struct array *x,         \
                                              const struct array *y, const char *file, int line)   \
    {                                                                                              \
        (void)file, (void)line;                                                                    \
        if (is_new)                                                                                \
            allocate_product(result, x, y, sizeof(type), transposed);                              \
        multiply##kinds(result, x, y, transposed);                                                 \
    }

BUNDLE_INLINE void allocate_product(struct array *result, const struct array *x,
                                    const struct array *y, size_t element, bool transposed)
{
    int64_t rows = x->rank == 1 ? 1 : x->dimension[transposed ? 1 : 0].extent;
    if (x->rank == 1)
        allocate_vector(result, element, y->dimension[1].extent);
    else if (y->rank == 1)
        allocate_vector(result, element, rows);
    else
        allocate_matrix(result, element, rows, y->dimension[1].extent);
}

typedef float _Complex complex4;
typedef double _Complex complex8;

PRODUCT(Real4Real4, float, float, float)
PRODUCT(Real8Real8, double, double, double)
PRODUCT(Complex4Complex4, complex4, complex4, complex4)
PRODUCT(Complex8Complex8, complex8, complex8, complex8)
PRODUCT(Complex8Real8, complex8, double, complex8)
PRODUCT(Real8Complex8, double, complex8, complex8)
