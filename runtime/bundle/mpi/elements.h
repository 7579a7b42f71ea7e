/* What messages are made of: the elements of types, and arrays of numbers made of buffers.
 *
 * The derivative of a message is a message of as many numbers. A buffer of any type is gathered in
 * an array of real numbers, in the order of the type map (MPI 3.1, 4.1), and spread from one; a
 * complex number is two. Types of elements of different formats are refused. */
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
    ELEMENT_OTHER, /* no rule */
};

/* Ends all processes of the program. */
static _Noreturn void stop(const char *function, const char *why)
{
    fprintf(stderr, "enzcc: derivative of %s: %s\n", function, why);
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

static bool is_predefined(MPI_Datatype type)
{
    enum element ignored;
    return find_element(type, &ignored);
}

static enum element element_of(MPI_Datatype type);

/* Of a type that is made of others: what all of them have. */
static enum element element_of_parts(MPI_Datatype type, int integers, int addresses, int types)
{
    int *integer = allocate((size_t)integers * sizeof *integer);
    MPI_Aint *address = allocate((size_t)addresses * sizeof *address);
    MPI_Datatype *inner = allocate((size_t)types * sizeof *inner);
    enum element common = ELEMENT_OTHER;
    PMPI_Type_get_contents(type, integers, addresses, types, integer, address, inner);
    for (int i = 0; i < types; i++) {
        enum element e = element_of(inner[i]);
        common = i == 0 || common == e ? e : ELEMENT_OTHER;
    }
    for (int i = 0, a, b, c, combiner; i < types; i++) {
        PMPI_Type_get_envelope(inner[i], &a, &b, &c, &combiner);
        if (combiner != COMBINER_NAMED)
            PMPI_Type_free(&inner[i]);
    }
    free(integer), free(address), free(inner);
    return common;
}

static enum element element_of(MPI_Datatype type)
{
    enum element e;
    int integers, addresses, types, combiner;
    if (find_element(type, &e))
        return e;
    if (PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS ||
        combiner == COMBINER_NAMED || types == 0)
        return ELEMENT_OTHER;
    return element_of_parts(type, integers, addresses, types);
}

/* The format of the real numbers that an element consists of. */
static enum element real_of(enum element e)
{
    return e >= ELEMENT_FLOAT_COMPLEX && e < ELEMENT_OTHER ? e - 3 : e;
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
        stop(function, "a type that has no rule, or one with elements of different formats");
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

static struct buffer buffer_of(const void *at, int count, MPI_Datatype type, enum element e)
{
    return (struct buffer){(char *)at, count, type, e, bytes_of(count, type) / real_size(e)};
}

static size_t buffer_bytes(const struct buffer *b)
{
    return b->reals * real_size(b->element);
}

/* The numbers of the buffer, to `to`. */
static void gather(const struct buffer *b, void *to)
{
    int at = 0;
    size_t size = buffer_bytes(b);
    if (!b->at)
        memset(to, 0, size);
    else if (is_predefined(b->type))
        memcpy(to, b->at, size);
    else
        PMPI_Pack(b->at, b->count, b->type, to, int_of(size), &at, MPI_COMM_SELF);
}

static void *gathered(const struct buffer *b)
{
    void *numbers = allocate(buffer_bytes(b));
    gather(b, numbers);
    return numbers;
}

static void spread(const struct buffer *b, const void *numbers)
{
    int at = 0;
    size_t size = buffer_bytes(b);
    if (!b->at)
        return;
    if (is_predefined(b->type))
        memcpy(b->at, numbers, size);
    else
        PMPI_Unpack(numbers, int_of(size), &at, b->at, b->count, b->type, MPI_COMM_SELF);
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
    int at = 0, back = 0;
    if (is_predefined(b->type) || !n)
        return;
    PMPI_Type_get_extent(b->type, &low, &extent);
    PMPI_Type_get_true_extent(b->type, &true_low, &true_extent);
    if (extent < 0)
        stop(function, "a type of negative extent");
    char *numbers = allocate_zeros(size),
         *places = allocate((size_t)(extent * (b->count - 1) + true_extent));
    for (size_t i = 0; i < n; i++)
        memcpy(numbers + i * unit, &(uint32_t){(uint32_t)i}, sizeof(uint32_t));
    PMPI_Unpack(numbers, int_of(size), &at, places - true_low, b->count, b->type, MPI_COMM_SELF);
    PMPI_Pack(places - true_low, b->count, b->type, numbers, int_of(size), &back, MPI_COMM_SELF);
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
    if (is_predefined(b->type)) {
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
    if (is_predefined(b->type)) {
        memset(b->at, 0, n * real_size(b->element));
        return;
    }
    void *numbers = gathered(b);
    memset(numbers, 0, n * real_size(b->element));
    spread(b, numbers);
    free(numbers);
}

#endif
