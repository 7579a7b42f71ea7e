/* Files, and MPI_Pack.
 *
 * What is written leaves the program: numbers in active memory are refused, since who reads them
 * back takes them for constants. What is read comes from outside, and has the derivative zero. All
 * other data are written and read as they are. Packed numbers are bytes of unknown type. */
#ifndef ENZCC_BUNDLE_MPI_FILES_H
#define ENZCC_BUNDLE_MPI_FILES_H
#include "requests.h"

/* Whether there may be numbers with a derivative. */
static bool is_active_buffer(const void *at, const void *shadow, int count, MPI_Datatype type)
{
    return shadow_of(at, shadow) && bytes_of(count, type) && element_of(type) != ELEMENT_INTEGER;
}

static void check_leaving(const char *function, const void *at, const void *shadow, int count,
                          MPI_Datatype type)
{
    if (is_active_buffer(at, shadow, count, type))
        stop(function,
             "active data leaves the program, and their derivative is lost: write outside "
             "of the differentiated code, or in a function that is declared inactive "
             "(__enzyme_inactivefn) if nothing in that code reads the file");
}

static void check_read_later(const char *function, const void *at, const void *shadow, int count,
                             MPI_Datatype type)
{
    if (is_active_buffer(at, shadow, count, type))
        stop(function, "numbers that are read into active memory in parts or without waiting: use "
                       "MPI_File_read, MPI_File_read_at, or the same with _all");
}

/* ---- what is read ---------------------------------------------------------------------------- */

struct kept_read {
    enum element element; /* ELEMENT_INTEGER: no numbers in active memory */
    size_t reals;
};

static enum element element_read(const char *function, const void *at, const void *shadow,
                                 int count, MPI_Datatype type)
{
    return is_active_buffer(at, shadow, count, type) ? check_element(function, type, true)
                                                     : ELEMENT_INTEGER;
}

static size_t reals_read(enum element e, MPI_Datatype type, const MPI_Status *found)
{
    return e == ELEMENT_INTEGER ? 0 : reals_in_bytes(type, e, bytes_in(found));
}

static void clear_read(const void *at, const void *shadow, int count, MPI_Datatype type,
                       const struct kept_read *k)
{
    if (k->element == ELEMENT_INTEGER)
        return;
    struct buffer b = shadow_buffer(at, shadow, count, type, k->element);
    clear(&b, k->reals);
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* HERE: no place in the file is given; AT: one is. */
#define PARAMETERS_HERE D(MPI_File, file)
#define PARAMETERS_AT   D(MPI_File, file), D(MPI_Offset, offset)
#define ARGUMENTS_HERE  file
#define ARGUMENTS_AT    file, offset
#define SENDS_HERE      (void *)"sends_1"
#define SENDS_AT        (void *)"sends_2"
#define DATA            D(void *, buf), D(int, count), D(MPI_Datatype, type)
#define TRANSFERRED     buf, dbuf, count, type

/* A call that is over when it returns, or begins what another one ends; its derivative is nothing
 * but a check. */
#define DEFINE_CHECKED(name, WHERE, check, parameters, arguments)                                  \
    static struct kept_status augmented_##name(PARAMETERS_##WHERE, DATA EXPAND parameters,         \
                                               void *on)                                           \
    {                                                                                              \
        check(#name, TRANSFERRED);                                                                 \
        return (struct kept_status){NULL,                                                          \
                                    name(ARGUMENTS_##WHERE, buf, count, type EXPAND arguments)};   \
    }                                                                                              \
    static void reverse_##name(PARAMETERS_##WHERE, DATA EXPAND parameters, void *tape)             \
    {                                                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(PARAMETERS_##WHERE, DATA EXPAND parameters,        \
                                                int64_t phases)                                    \
    {                                                                                              \
        check(#name, TRANSFERRED);                                                                 \
        if (!(phases & PHASE_CALL))                                                                \
            return (struct forward_status){0, 0};                                                  \
        return (struct forward_status){name(ARGUMENTS_##WHERE, buf, count, type EXPAND arguments), \
                                       0};                                                         \
    }                                                                                              \
    REGISTER(name, SENDS_##WHERE)
#define DEFINE_WRITE(name, WHERE)                                                                  \
    DEFINE_CHECKED(name, WHERE, check_leaving, (, D(MPI_Status *, status)), (, status))
#define DEFINE_BEGIN(name, WHERE, check) DEFINE_CHECKED(name, WHERE, check, (), ())

#define DEFINE_READ(name, WHERE)                                                                   \
    static struct kept_status augmented_##name(PARAMETERS_##WHERE, DATA, D(MPI_Status *, status),  \
                                               void *on)                                           \
    {                                                                                              \
        struct kept_read *k = new_tape(on, sizeof *k);                                             \
        MPI_Status found;                                                                          \
        k->element = element_read(#name, TRANSFERRED);                                             \
        int code = name(ARGUMENTS_##WHERE, buf, count, type, &found);                              \
        k->reals = reals_read(k->element, type, &found);                                           \
        give_status(status, &found);                                                               \
        return (struct kept_status){k, code};                                                      \
    }                                                                                              \
    static void reverse_##name(PARAMETERS_##WHERE, DATA, D(MPI_Status *, status), void *tape)      \
    {                                                                                              \
        clear_read(TRANSFERRED, tape);                                                             \
    }                                                                                              \
    static struct forward_status forward_##name(PARAMETERS_##WHERE, DATA, D(MPI_Status *, status), \
                                                int64_t phases)                                    \
    {                                                                                              \
        struct kept_read k = {element_read(#name, TRANSFERRED), 0};                                \
        MPI_Status found;                                                                          \
        if (!is_call(#name, phases, dbuf, dbuf))                                                   \
            return (struct forward_status){0, 0};                                                  \
        int code = name(ARGUMENTS_##WHERE, buf, count, type, &found);                              \
        k.reals = reals_read(k.element, type, &found);                                             \
        give_status(status, &found);                                                               \
        for (int d = 0; d < directions.n; d++)                                                     \
            clear_read(buf, directions.received[d], count, type, &k);                              \
        return forward_result(code);                                                               \
    }                                                                                              \
    REGISTER(name, SENDS_##WHERE)

#define DEFINE_FILE_START(name, WHERE, check)                                                      \
    static struct kept_status augmented_##name(PARAMETERS_##WHERE, DATA,                           \
                                               D(MPI_Request *, request), void *on)                \
    {                                                                                              \
        check(#name, TRANSFERRED);                                                                 \
        struct operation *o = new_tape(on, sizeof *o);                                             \
        int code = name(ARGUMENTS_##WHERE, buf, count, type, request);                             \
        add_operation(o, *request);                                                                \
        return (struct kept_status){o, code};                                                      \
    }                                                                                              \
    static void reverse_##name(PARAMETERS_##WHERE, DATA, D(MPI_Request *, request), void *tape)    \
    {                                                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(PARAMETERS_##WHERE, DATA,                          \
                                                D(MPI_Request *, request), int64_t phases)         \
    {                                                                                              \
        check(#name, TRANSFERRED);                                                                 \
        if (!(phases & PHASE_CALL))                                                                \
            return (struct forward_status){0, 0};                                                  \
        struct operation *o = allocate_zeros(sizeof *o);                                           \
        o->forward = true;                                                                         \
        int code = name(ARGUMENTS_##WHERE, buf, count, type, request);                             \
        add_operation(o, *request);                                                                \
        return (struct forward_status){code, 0};                                                   \
    }                                                                                              \
    REGISTER(name, SENDS_##WHERE)

#define DEFINE_END(name)                                                                           \
    static struct kept_status augmented_##name(D(MPI_File, file), D(void *, buf),                  \
                                               D(MPI_Status *, status), void *on)                  \
    {                                                                                              \
        return (struct kept_status){NULL, name(file, buf, status)};                                \
    }                                                                                              \
    static void reverse_##name(D(MPI_File, file), D(void *, buf), D(MPI_Status *, status),         \
                               void *tape)                                                         \
    {                                                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(D(MPI_File, file), D(void *, buf),                 \
                                                D(MPI_Status *, status), int64_t phases)           \
    {                                                                                              \
        return (struct forward_status){phases & PHASE_CALL ? name(file, buf, status) : 0, 0};      \
    }                                                                                              \
    REGISTER(name)

#define DEFINE_FILE_TRANSFERS(P, kind, DEFINE, later)                                              \
    DEFINE(P##File_##kind, HERE)                                                                   \
    DEFINE(P##File_##kind##_all, HERE)                                                             \
    DEFINE(P##File_##kind##_shared, HERE)                                                          \
    DEFINE(P##File_##kind##_ordered, HERE)                                                         \
    DEFINE(P##File_##kind##_at, AT)                                                                \
    DEFINE(P##File_##kind##_at_all, AT)                                                            \
    DEFINE_FILE_START(P##File_i##kind, HERE, later)                                                \
    DEFINE_FILE_START(P##File_i##kind##_all, HERE, later)                                          \
    DEFINE_FILE_START(P##File_i##kind##_shared, HERE, later)                                       \
    DEFINE_FILE_START(P##File_i##kind##_at, AT, later)                                             \
    DEFINE_FILE_START(P##File_i##kind##_at_all, AT, later)                                         \
    DEFINE_BEGIN(P##File_##kind##_all_begin, HERE, later)                                          \
    DEFINE_BEGIN(P##File_##kind##_ordered_begin, HERE, later)                                      \
    DEFINE_BEGIN(P##File_##kind##_at_all_begin, AT, later)                                         \
    DEFINE_END(P##File_##kind##_all_end)                                                           \
    DEFINE_END(P##File_##kind##_ordered_end)                                                       \
    DEFINE_END(P##File_##kind##_at_all_end)
DEFINE_FILE_TRANSFERS(MPI_, read, DEFINE_READ, check_read_later)
DEFINE_FILE_TRANSFERS(PMPI_, read, DEFINE_READ, check_read_later)
DEFINE_FILE_TRANSFERS(MPI_, write, DEFINE_WRITE, check_leaving)
DEFINE_FILE_TRANSFERS(PMPI_, write, DEFINE_WRITE, check_leaving)

/* ---- packed data ----------------------------------------------------------------------------- */

static void check_packed(const char *function, const void *at, const void *shadow, int count,
                         MPI_Datatype type)
{
    if (is_active_buffer(at, shadow, count, type))
        stop(function,
             "active data, which would be bytes of unknown type: send and receive them by "
             "a type that is made of others (MPI_Type_create_struct, MPI_Type_indexed) in "
             "place of MPI_PACKED");
}

#define PACK_PARAMETERS                                                                            \
    D(const void *, in), D(int, count), D(MPI_Datatype, type), D(void *, out), D(int, size),       \
        D(int *, position), D(MPI_Comm, comm)
#define UNPACK_PARAMETERS                                                                          \
    D(const void *, in), D(int, size), D(int *, position), D(void *, out), D(int, count),          \
        D(MPI_Datatype, type), D(MPI_Comm, comm)

/* checked: the buffer whose type is known. */
#define DEFINE_PACKED(name, parameters, arguments, checked, ...)                                   \
    static struct kept_status augmented_##name(parameters, void *on)                               \
    {                                                                                              \
        check_packed(#name, checked, d##checked, count, type);                                     \
        return (struct kept_status){NULL, name arguments};                                         \
    }                                                                                              \
    static void reverse_##name(parameters, void *tape)                                             \
    {                                                                                              \
    }                                                                                              \
    static struct forward_status forward_##name(parameters, int64_t phases)                        \
    {                                                                                              \
        check_packed(#name, checked, d##checked, count, type);                                     \
        return (struct forward_status){phases & PHASE_CALL ? name arguments : 0, 0};               \
    }                                                                                              \
    REGISTER(name, __VA_ARGS__)
#define DEFINE_BOTH_PACKED(P)                                                                      \
    DEFINE_PACKED(P##Pack, PACK_PARAMETERS, (in, count, type, out, size, position, comm), in,      \
                  (void *)"sends_0")                                                               \
    DEFINE_PACKED(P##Unpack, UNPACK_PARAMETERS, (in, size, position, out, count, type, comm), out, \
                  (void *)"sends_3")
DEFINE_BOTH_PACKED(MPI_)
DEFINE_BOTH_PACKED(PMPI_)

#endif
