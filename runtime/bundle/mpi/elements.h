/* What messages are made of: the elements of types, and arrays of numbers made of buffers.
 *
 * The derivative of a message is a message of as many numbers. A buffer of any type is gathered in
 * an array of real numbers, in the order of the type map (MPI 3.1, 4.1), and spread from one; a
 * complex number is two. Types with numbers of different formats are refused. A mixed type has
 * integers beside its numbers, which stay where they are: they have no derivative. */
#ifndef ENZCC_BUNDLE_MPI_ELEMENTS_H
#define ENZCC_BUNDLE_MPI_ELEMENTS_H
#include "abi.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum element {
    ELEMENT_INTEGER, /* no derivative */
    ELEMENT_BYTE,    /* of anything: refused if there is a shadow */
    ELEMENT_FLOAT,
    ELEMENT_DOUBLE,
    ELEMENT_LONG_DOUBLE,
    ELEMENT_FLOAT_COMPLEX,
    ELEMENT_DOUBLE_COMPLEX,
    ELEMENT_LONG_DOUBLE_COMPLEX,
    ELEMENT_MIXED_FLOAT, /* and integers */
    ELEMENT_MIXED_DOUBLE,
    ELEMENT_MIXED_LONG_DOUBLE,
    ELEMENT_OTHER, /* no rule */
};

/* Where in the program the call is that is differentiated (../../place.c). */
const char *enz_rt_do_place(void);

/* Ends all processes of the program. */
static _Noreturn void stop(const char *function, const char *why)
{
    fprintf(stderr, "enzcc: %s: derivative of %s: %s\n", enz_rt_do_place(), function, why);
    fflush(stderr);
    PMPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

static void *allocate(size_t size)
{
    void *at = malloc(size ? size : 1);
    if (!at)
        stop("MPI", "out of memory");
    return at;
}

static void *allocate_zeros(size_t size)
{
    return memset(allocate(size), 0, size);
}

/* ---- types ----------------------------------------------------------------------------------- */

static bool find_element(MPI_Datatype type, enum element *out)
{
    static const struct {
        enum element element;
#if MPI_OF_OPENMPI
        const char *symbol;
#else
        int value;
#endif
    } rows[] = {
#if MPI_OF_OPENMPI
#define MPI_TYPE(symbol, value, element) {element, symbol},
#else
#define MPI_TYPE(symbol, value, element) {element, value},
#endif
#include "types.def"
#undef MPI_TYPE
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
#if MPI_OF_OPENMPI
        bool same = rows[i].symbol && (const char *)type == rows[i].symbol;
#else
        bool same = type == rows[i].value;
#endif
        if (same) {
            *out = rows[i].element;
            return true;
        }
    }
    return false;
}

static bool is_mixed(enum element e)
{
    return e >= ELEMENT_MIXED_FLOAT && e < ELEMENT_OTHER;
}

/* The format of the real numbers that an element consists of. */
static enum element real_of(enum element e)
{
    return e < ELEMENT_FLOAT || e == ELEMENT_OTHER ? e : ELEMENT_FLOAT + (e - ELEMENT_FLOAT) % 3;
}

/* All bytes are those of real numbers, without gaps. */
static bool is_plain(MPI_Datatype type)
{
    enum element e;
    return find_element(type, &e) && !is_mixed(e);
}

static enum element element_of(MPI_Datatype type);

/* Types that another is made of. */
struct contents {
    int integers, addresses, types, combiner;
    int *integer;
    MPI_Aint *address;
    MPI_Datatype *inner;
};

static bool get_contents(MPI_Datatype type, struct contents *c)
{
    *c = (struct contents){0};
    if (PMPI_Type_get_envelope(type, &c->integers, &c->addresses, &c->types, &c->combiner) !=
            MPI_SUCCESS ||
        c->combiner == COMBINER_NAMED || c->types == 0)
        return false;
    c->integer = allocate((size_t)c->integers * sizeof *c->integer);
    c->address = allocate((size_t)c->addresses * sizeof *c->address);
    c->inner = allocate((size_t)c->types * sizeof *c->inner);
    PMPI_Type_get_contents(type, c->integers, c->addresses, c->types, c->integer, c->address,
                           c->inner);
    return true;
}

static void free_contents(struct contents *c)
{
    for (int i = 0, integers, addresses, types, combiner; i < c->types; i++) {
        PMPI_Type_get_envelope(c->inner[i], &integers, &addresses, &types, &combiner);
        if (combiner != COMBINER_NAMED)
            PMPI_Type_free(&c->inner[i]);
    }
    free(c->integer), free(c->address), free(c->inner);
}

static bool is_without_numbers(enum element e)
{
    return e == ELEMENT_INTEGER || e == ELEMENT_BYTE;
}

/* What a type with elements of both kinds consists of. */
static enum element common_element(enum element a, enum element b)
{
    if (a == b)
        return a;
    if (a == ELEMENT_OTHER || b == ELEMENT_OTHER)
        return ELEMENT_OTHER;
    if (is_without_numbers(a) && is_without_numbers(b))
        return ELEMENT_BYTE;
    if (a == ELEMENT_BYTE || b == ELEMENT_BYTE)
        return ELEMENT_OTHER; /* the bytes may be those of numbers */
    if (is_without_numbers(a) || is_without_numbers(b))
        return real_of(is_without_numbers(a) ? b : a) + ELEMENT_MIXED_FLOAT - ELEMENT_FLOAT;
    if (real_of(a) != real_of(b))
        return ELEMENT_OTHER;
    return is_mixed(a) || is_mixed(b) ? real_of(a) + ELEMENT_MIXED_FLOAT - ELEMENT_FLOAT
                                      : real_of(a) + ELEMENT_FLOAT_COMPLEX - ELEMENT_FLOAT;
}

/* How often a part of a type is in it. Only structs have several. */
static int repetitions(MPI_Datatype type, const struct contents *c, int i)
{
    int size = 0, part = 0;
    if (c->types > 1)
        return c->integer[1 + i];
    PMPI_Type_size(type, &size);
    PMPI_Type_size(c->inner[i], &part);
    return part ? size / part : 0;
}

static enum element element_of_parts(MPI_Datatype type, const struct contents *c)
{
    enum element common = ELEMENT_OTHER;
    bool any = false;
    for (int i = 0; i < c->types; i++) {
        enum element e = element_of(c->inner[i]);
        if (c->types > 1 && !repetitions(type, c, i))
            continue;
        common = any ? common_element(common, e) : e;
        any = true;
    }
    return any ? common : ELEMENT_INTEGER;
}

static enum element element_of(MPI_Datatype type)
{
    struct contents c;
    enum element e;
    if (find_element(type, &e))
        return e;
    if (!get_contents(type, &c))
        return ELEMENT_OTHER;
    e = element_of_parts(type, &c);
    free_contents(&c);
    return e;
}

static size_t real_size(enum element e)
{
    static const size_t sizes[] = {[ELEMENT_FLOAT] = sizeof(float),
                                   [ELEMENT_DOUBLE] = sizeof(double),
                                   [ELEMENT_LONG_DOUBLE] = sizeof(long double)};
    return sizes[real_of(e)];
}

static MPI_Datatype real_type(enum element e)
{
    return real_of(e) == ELEMENT_FLOAT    ? MPI_FLOAT
           : real_of(e) == ELEMENT_DOUBLE ? MPI_DOUBLE
                                          : MPI_LONG_DOUBLE;
}

/* What the elements of a message are, if it has a derivative; else ELEMENT_INTEGER. */
static enum element check_element(const char *function, MPI_Datatype type, bool has_shadow)
{
    enum element e = element_of(type);
    if (e == ELEMENT_BYTE && has_shadow)
        stop(function, "bytes of active memory, whose type is not known: give the type of the "
                       "numbers in place of MPI_BYTE, MPI_PACKED or MPI_CHAR");
    if (e == ELEMENT_OTHER)
        stop(function, "a type that has no rule, or one with numbers of different formats, or "
                       "with bytes beside numbers");
    return e == ELEMENT_BYTE ? ELEMENT_INTEGER : e;
}

/* ---- buffers --------------------------------------------------------------------------------- */

struct buffer {
    char *at; /* NULL: no shadow; its numbers are zero, and what is added to them is dropped */
    int count;
    MPI_Datatype type;
    enum element element;
    size_t reals;
};

/* A number of elements or bytes as MPI takes it. */
static int int_of(size_t n)
{
    if (n > INT_MAX)
        stop("MPI", "a message of more than 2^31 numbers or bytes");
    return (int)n;
}

static size_t bytes_of(int count, MPI_Datatype type)
{
    int size = 0;
    PMPI_Type_size(type, &size);
    return (size_t)size * (size_t)(count > 0 ? count : 0);
}

/* Which bytes of a packed element are those of numbers. */
static void mark_numbers(MPI_Datatype type, char *marks)
{
    struct contents c;
    enum element e;
    int size = 0;
    PMPI_Type_size(type, &size);
    if (find_element(type, &e) && is_mixed(e)) { /* a number and an integer */
        memset(marks, 1, real_size(e)), memset(marks + real_size(e), 0, sizeof(int));
        return;
    }
    if (!get_contents(type, &c)) {
        memset(marks, !is_without_numbers(element_of(type)), (size_t)size);
        return;
    }
    for (int i = 0; i < c.types; i++) {
        int part = 0;
        PMPI_Type_size(c.inner[i], &part);
        for (int n = repetitions(type, &c, i); n > 0 && part > 0; n--, marks += part)
            mark_numbers(c.inner[i], marks);
    }
    free_contents(&c);
}

/* For a buffer of the type, repeated: byte i of what is packed is byte i % size of these. */
struct marks {
    char *marks;
    size_t size;
};

static struct marks marks_of(MPI_Datatype type)
{
    struct marks m = {.size = bytes_of(1, type)};
    m.marks = allocate_zeros(m.size);
    mark_numbers(type, m.marks);
    return m;
}

/* The numbers in the first bytes of a packed buffer. */
static size_t reals_in_bytes(MPI_Datatype type, enum element e, size_t bytes)
{
    if (!is_mixed(e))
        return bytes / real_size(e);
    struct marks m = marks_of(type);
    size_t part = 0, all = 0;
    for (size_t i = 0; i < m.size; i++) {
        all += m.marks[i] != 0;
        part += i < bytes % m.size && m.marks[i];
    }
    free(m.marks);
    return (bytes / m.size * all + part) / real_size(e);
}

static struct buffer buffer_of(const void *at, int count, MPI_Datatype type, enum element e)
{
    return (struct buffer){(char *)at, count, type, e,
                           reals_in_bytes(type, e, bytes_of(count, type))};
}

static size_t buffer_bytes(const struct buffer *b)
{
    return b->reals * real_size(b->element);
}

/* All bytes of the buffer, integers as well. */
static char *packed_bytes(const struct buffer *b)
{
    int at = 0;
    size_t size = bytes_of(b->count, b->type);
    char *bytes = allocate(size);
    PMPI_Pack(b->at, b->count, b->type, bytes, int_of(size), &at, MPI_COMM_SELF);
    return bytes;
}

static void unpack_bytes(const struct buffer *b, const void *bytes)
{
    int at = 0;
    PMPI_Unpack(bytes, int_of(bytes_of(b->count, b->type)), &at, b->at, b->count, b->type,
                MPI_COMM_SELF);
}

/* Between the numbers of a mixed type and all of its bytes. */
static void move_marked(const struct buffer *b, char *bytes, char *numbers, bool to_bytes)
{
    struct marks m = marks_of(b->type);
    for (size_t i = 0, k = 0, n = bytes_of(b->count, b->type); i < n; i++) {
        if (!m.marks[i % m.size])
            continue;
        *(to_bytes ? bytes + i : numbers + k) = to_bytes ? numbers[k] : bytes[i];
        k++;
    }
    free(m.marks);
}

/* The numbers of the buffer, to `to`. */
static void gather(const struct buffer *b, void *to)
{
    size_t size = buffer_bytes(b);
    if (!b->at || !size) {
        memset(to, 0, size);
    } else if (is_plain(b->type)) {
        memcpy(to, b->at, size);
    } else if (is_mixed(b->element)) {
        char *bytes = packed_bytes(b);
        move_marked(b, bytes, to, false);
        free(bytes);
    } else {
        int at = 0;
        PMPI_Pack(b->at, b->count, b->type, to, int_of(size), &at, MPI_COMM_SELF);
    }
}

static void *gathered(const struct buffer *b)
{
    void *numbers = allocate(buffer_bytes(b));
    gather(b, numbers);
    return numbers;
}

static void spread(const struct buffer *b, const void *numbers)
{
    size_t size = buffer_bytes(b);
    if (!b->at || !size)
        return;
    if (is_plain(b->type)) {
        memcpy(b->at, numbers, size);
    } else if (is_mixed(b->element)) {
        char *bytes = packed_bytes(b);
        move_marked(b, bytes, (char *)numbers, true);
        unpack_bytes(b, bytes);
        free(bytes);
    } else {
        unpack_bytes(b, numbers);
    }
}

#define ADD_TO(T)                                                                                  \
    for (size_t i = 0; i < n; i++)                                                                 \
    ((T *)to)[i] += ((const T *)numbers)[i]

static void add_numbers(enum element e, void *to, const void *numbers, size_t n)
{
    switch (real_of(e)) {
    case ELEMENT_FLOAT: ADD_TO(float); break;
    case ELEMENT_DOUBLE: ADD_TO(double); break;
    default: ADD_TO(long double);
    }
}

/* Numbers the places of a buffer of a type that is made of others, and reads the numbers back: a
 * place that the type map names twice has lost one. What is sent may do that. */
static void check_places(const char *function, const struct buffer *b)
{
    MPI_Aint low, extent, true_low, true_extent;
    size_t size = buffer_bytes(b), unit = real_size(b->element), n = b->reals;
    if (is_plain(b->type) || !n)
        return;
    PMPI_Type_get_extent(b->type, &low, &extent);
    PMPI_Type_get_true_extent(b->type, &true_low, &true_extent);
    if (extent < 0)
        stop(function, "a type of negative extent");
    char *numbers = allocate_zeros(size),
         *places = allocate_zeros((size_t)(extent * (b->count - 1) + true_extent));
    struct buffer numbered = *b;
    numbered.at = places - true_low;
    for (size_t i = 0; i < n; i++)
        memcpy(numbers + i * unit, &(uint32_t){(uint32_t)i}, sizeof(uint32_t));
    spread(&numbered, numbers);
    gather(&numbered, numbers);
    for (size_t i = 0; i < n; i++)
        if (memcmp(numbers + i * unit, &(uint32_t){(uint32_t)i}, sizeof(uint32_t)) != 0)
            stop(function, "a type that sends a number twice");
    free(numbers), free(places);
}

/* Adds the first n numbers to the buffer. */
static void add(const char *function, const struct buffer *b, const void *numbers, size_t n)
{
    if (!b->at)
        return;
    if (is_plain(b->type)) {
        add_numbers(b->element, b->at, numbers, n);
        return;
    }
    check_places(function, b);
    void *sum = gathered(b);
    add_numbers(b->element, sum, numbers, n);
    spread(b, sum);
    free(sum);
}

/* Sets the first n numbers to zero. */
static void clear(const struct buffer *b, size_t n)
{
    if (!b->at)
        return;
    if (is_plain(b->type)) {
        memset(b->at, 0, n * real_size(b->element));
        return;
    }
    void *numbers = gathered(b);
    memset(numbers, 0, n * real_size(b->element));
    spread(b, numbers);
    free(numbers);
}

#endif
