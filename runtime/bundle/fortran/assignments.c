/* Assignments, allocation and array constructors of Fortran. */
#include "array.h"

/* ---- Assignments ---- */

BUNDLE_INLINE bool has_shape_of(const struct array *x, const struct array *other)
{
    for (int k = 0; k < other->rank; k++)
        if (x->dimension[k].extent != other->dimension[k].extent)
            return false;
    return true;
}

/* An allocatable variable gets the shape of what is assigned to it, if it has another one. */
BUNDLE_INLINE bool needs_memory(const struct array *to, const struct array *from)
{
    return to->attribute == ATTRIBUTE_ALLOCATABLE &&
           (!to->base || (from->rank > 0 && !has_shape_of(to, from)) ||
            to->element != from->element);
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
            copy_element(target + i * to_stride, source + i * from_stride, to);
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

/* Elements may be read where others have been written already. */
BUNDLE_INLINE void copy_apart(const struct array *to, const struct array *from)
{
    char *copy = copy_of_elements(from);
    int64_t rows = rows_of(from), length = row_length(from), stride = row_stride(to);
    int64_t size = (int64_t)from->element;
    for (int64_t row = 0; row < rows; row++)
        for (int64_t i = 0; i < length; i++)
            copy_element(row_at(to, row) + i * stride, copy + (row * length + i) * size, from);
    free(copy);
}

/* What is assigned may be part of the memory that is given up. */
BUNDLE_INLINE void assign_to_new_memory(struct array *to, const struct array *from)
{
    void *old = to->base;
    to->element = from->element;
    for (int k = 0; k < to->rank; k++) {
        to->dimension[k].lower = from->rank == 0 ? 1 : from->dimension[k].lower;
        to->dimension[k].extent = from->rank == 0 ? 1 : from->dimension[k].extent;
    }
    allocate(to);
    copy_elements(to, from);
    free(old);
}

BUNDLE_INLINE void assign(struct array *to, const struct array *from, const char *file, int line)
{
    bool is_new = needs_memory(to, from);
    require_plain(to, file, line);
    if (!is_new)
        require_same_size(to, from, file, line);
    if (is_new)
        assign_to_new_memory(to, from);
    else if (from->rank > 0 && is_contiguous(to) && is_contiguous(from))
        memmove(to->base, from->base, (size_t)elements_of(from) * to->element);
    else if (from->rank > 0 && overlap(to, from))
        copy_apart(to, from);
    else
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
    assign(to, from, file, line);
}

BUNDLE_BODY void enz_body__FortranAAssignTemporary(struct array *to, const struct array *from,
                                                   const char *file, int line)
{
    assign(to, from, file, line);
}

/* A contiguous copy of an argument, for a procedure that expects one; and back. Nothing is in the
 * descriptor of the copy before. */
BUNDLE_BODY void enz_body__FortranACopyInAssign(struct array *to, const struct array *from,
                                                const char *file, int line)
{
    require_plain(from, file, line);
    to->version = from->version;
    to->type = from->type;
    to->attribute = ATTRIBUTE_ALLOCATABLE;
    to->extra = 0;
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
    if (!x->base) /* else the allocation fails, and leaves it as it is */
        set_bounds(x, dimension, lower, upper);
}

BUNDLE_BODY void enz_body__FortranAPointerSetBounds(struct array *x, int dimension, int64_t lower,
                                                    int64_t upper)
{
    set_bounds(x, dimension, lower, upper);
}

/* What stat= gets; without it the library ends the program. */
enum status { STATUS_NULL = 11, STATUS_NOT_NULL = 12 }; /* CFI_ERROR_BASE_ADDR_... */

BUNDLE_INLINE int fail(enum status status, bool has_status, const char *file, int line)
{
    if (!has_status)
        refuse(file, line,
               status == STATUS_NULL ? "what is deallocated is not allocated"
                                     : "what is allocated is allocated already");
    return status;
}

BUNDLE_BODY int enz_body__FortranAAllocatableAllocate(struct array *x, int64_t *source,
                                                      bool has_status, const struct array *message,
                                                      const char *file, int line, void *device)
{
    (void)source, (void)message, (void)device;
    require_no_start(x, file, line);
    if (x->base)
        return fail(STATUS_NOT_NULL, has_status, file, line);
    allocate(x);
    return 0;
}

BUNDLE_BODY int enz_body__FortranAPointerAllocate(struct array *x, bool has_status,
                                                  const struct array *message, const char *file,
                                                  int line, void *device)
{
    (void)has_status, (void)message, (void)device;
    require_no_start(x, file, line);
    allocate(x);
    return 0;
}

BUNDLE_INLINE int deallocate(struct array *x, bool has_status, const char *file, int line)
{
    if (!x->base)
        return fail(STATUS_NULL, has_status, file, line);
    require_no_finaliser(x, file, line);
    free(x->base);
    x->base = NULL;
    return 0;
}

BUNDLE_BODY int enz_body__FortranAAllocatableDeallocate(struct array *x, bool has_status,
                                                        const struct array *message,
                                                        const char *file, int line)
{
    (void)message;
    return deallocate(x, has_status, file, line);
}

BUNDLE_BODY int enz_body__FortranAPointerDeallocate(struct array *x, bool has_status,
                                                    const struct array *message, const char *file,
                                                    int line)
{
    (void)message;
    return deallocate(x, has_status, file, line);
}

void enz_body__FortranADestroy(const struct array *x);
void enz_body__FortranADestroyWithoutFinalization(const struct array *x);

/* Which components are to be freed is in the tables: they stay, until the program ends. */
BUNDLE_BODY void enz_body__FortranADestroy(const struct array *x)
{
    require_no_finaliser(x, NULL, 0);
}

BUNDLE_BODY void enz_body__FortranADestroyWithoutFinalization(const struct array *x)
{
    (void)x;
}

void enz_body__FortranAAllocatableApplyMold(struct array *x, const struct array *mold, int rank);
int enz_body__FortranAAllocatableAllocateSource(struct array *x, const struct array *source,
                                                bool has_status, const struct array *message,
                                                const char *file, int line);
int enz_body__FortranAMoveAlloc(struct array *to, struct array *from, const void *tables,
                                bool has_status, const struct array *message, const char *file,
                                int line);

/* Bounds are set, by ApplyMold if they are those of the mold. */
BUNDLE_BODY void enz_body__FortranAAllocatableApplyMold(struct array *x, const struct array *mold,
                                                        int rank)
{
    if (x->base)
        return;
    require_plain(mold, NULL, 0);
    x->element = mold->element;
    for (int k = 0; k < rank; k++)
        x->dimension[k] = mold->dimension[k];
}

BUNDLE_BODY int enz_body__FortranAAllocatableAllocateSource(struct array *x,
                                                            const struct array *source,
                                                            bool has_status,
                                                            const struct array *message,
                                                            const char *file, int line)
{
    (void)message;
    require_plain(source, file, line);
    if (x->base)
        return fail(STATUS_NOT_NULL, has_status, file, line);
    x->element = source->element;
    allocate(x);
    copy_elements(x, source);
    return 0;
}

BUNDLE_BODY int enz_body__FortranAMoveAlloc(struct array *to, struct array *from,
                                            const void *tables, bool has_status,
                                            const struct array *message, const char *file, int line)
{
    (void)tables, (void)has_status, (void)message;
    require_plain(from, file, line);
    free(to->base);
    to->base = from->base;
    to->element = from->element;
    for (int k = 0; k < from->rank; k++)
        to->dimension[k] = from->dimension[k];
    from->base = NULL;
    return 0;
}

/* ---- Array constructors ---- */

/* Compiled code has 80 bytes for it, whatever is in them. */
struct constructor {
    struct array *to;
    int64_t next, room; /* elements there are, elements there is memory for */
    const char *file;
    int line;
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
    (void)with_parameters;
    c->file = file;
    c->line = line;
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
    require_plain(from, c->file, c->line);
    require_same_size(c->to, from, c->file, c->line);
    make_room(c, n);
    for (int64_t i = 0; i < n; i++)
        copy_element((char *)c->to->base + (c->next + i) * c->to->dimension[0].stride,
                     element_at(from, i), from);
    c->next += n;
}

BUNDLE_BODY void enz_body__FortranAPushArrayConstructorSimpleScalar(struct constructor *c,
                                                                    const void *from)
{
    make_room(c, 1);
    copy_element((char *)c->to->base + c->next * c->to->dimension[0].stride, from, c->to);
    c->next++;
}
