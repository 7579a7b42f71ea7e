/* MPI_Reduce_local: a reduction of two operands in the memory of one process. */
#ifndef ENZCC_BUNDLE_MPI_LOCAL_H
#define ENZCC_BUNDLE_MPI_LOCAL_H
#include "collectives.h"

struct local {
    const char *function;
    const void *in, *in_shadow;
    void *inout, *inout_shadow;
    int count;
    MPI_Datatype type;
    MPI_Op op;
    enum element element; /* ELEMENT_INTEGER: no derivative */
};

/* Partial derivatives of the result by the numbers of both operands; NULL: all are one. */
struct local_factors {
    void *in, *inout;
};

static bool is_extreme_op(MPI_Op op)
{
    return op == MPI_MAX || op == MPI_MIN || op == MPI_MAXLOC || op == MPI_MINLOC;
}

static void check_local(struct local *l, bool is_active)
{
    bool pair = l->op == MPI_MAXLOC || l->op == MPI_MINLOC;
    l->element = check_element(l->function, l->type, is_active);
    if (l->element == ELEMENT_INTEGER || l->op == MPI_SUM)
        return;
    if (!is_extreme_op(l->op) && l->op != MPI_PROD)
        stop(l->function, "an operation without rule: there are rules of MPI_SUM, MPI_PROD, "
                          "MPI_MAX, MPI_MIN, MPI_MAXLOC and MPI_MINLOC");
    if (pair && !is_pair_type(l->type))
        stop(l->function, "pairs of a number and its place of a type that has no rule: use "
                          "MPI_DOUBLE_INT, MPI_FLOAT_INT or MPI_LONG_DOUBLE_INT");
    if (!pair && l->element != real_of(l->element))
        stop(l->function, "a product of complex numbers");
}

static struct buffer local_buffer(const struct local *l, const void *at)
{
    return buffer_of(at, l->count, l->type, l->element);
}

/* The result is the operand that it is equal to. */
static void extreme_choice(const struct local *l, const char *before, const char *result,
                           const struct local_factors *f)
{
    struct buffer b = local_buffer(l, l->inout);
    size_t size = bytes_of(1, l->type);
#define CHOOSE_OPERAND(T)                                                                          \
    for (size_t i = 0; i < b.reals; i++) {                                                         \
        bool same = !memcmp(before + i * size, result + i * size, size);                           \
        ((T *)f->inout)[i] = same, ((T *)f->in)[i] = !same;                                        \
    }
    FOR_REALS(l->element, CHOOSE_OPERAND)
}

/* Makes the call. on: the tape for the factors, or NULL for memory of the heap. */
static int reduce_local(const struct local *l, struct local_factors *f, void *on)
{
    *f = (struct local_factors){NULL, NULL};
    if (l->element == ELEMENT_INTEGER || l->op == MPI_SUM)
        return PMPI_Reduce_local(l->in, l->inout, l->count, l->type, l->op);
    struct buffer in = local_buffer(l, l->in), inout = local_buffer(l, l->inout);
    size_t size = buffer_bytes(&inout);
    f->in = on ? enz_rt_tape_alloc(on, size + 1) : allocate(size);
    f->inout = on ? enz_rt_tape_alloc(on, size + 1) : allocate(size);
    if (l->op == MPI_PROD) {
        gather(&inout, f->in), gather(&in, f->inout);
        return PMPI_Reduce_local(l->in, l->inout, l->count, l->type, l->op);
    }
    char *before = packed_bytes(&inout);
    int code = PMPI_Reduce_local(l->in, l->inout, l->count, l->type, l->op);
    char *result = packed_bytes(&inout);
    extreme_choice(l, before, result, f);
    free(before), free(result);
    return code;
}

static void scale_numbers(const struct local *l, const void *factors, void *numbers, size_t n)
{
#define SCALE_LOCAL(T)                                                                             \
    for (size_t i = 0; i < n; i++)                                                                 \
    ((T *)numbers)[i] =                                                                            \
        ((const T *)factors)[i] != 0 ? ((T *)numbers)[i] * ((const T *)factors)[i] : 0
    if (factors)
        FOR_REALS(l->element, SCALE_LOCAL)
}

static void reverse_local(const struct local *l, const struct local_factors *f)
{
    struct buffer in = local_buffer(l, l->in_shadow), inout = local_buffer(l, l->inout_shadow);
    void *by_in = gathered(&inout), *by_inout = gathered(&inout);
    scale_numbers(l, f->in, by_in, inout.reals);
    scale_numbers(l, f->inout, by_inout, inout.reals);
    spread(&inout, by_inout);
    add(l->function, &in, by_in, in.reals);
    free(by_in), free(by_inout);
}

static void forward_local(const struct local *l, const struct local_factors *f)
{
    struct buffer in = local_buffer(l, l->in_shadow), inout = local_buffer(l, l->inout_shadow);
    void *tangent = gathered(&inout), *of_in = gathered(&in);
    scale_numbers(l, f->inout, tangent, inout.reals);
    scale_numbers(l, f->in, of_in, inout.reals);
    add_numbers(l->element, tangent, of_in, inout.reals);
    spread(&inout, tangent);
    free(tangent), free(of_in);
}

struct kept_local {
    struct local_factors factors;
    enum element element;
};

static struct local local_call(const char *function, const void *in, const void *in_shadow,
                               void *inout, void *inout_shadow, int count, MPI_Datatype type,
                               MPI_Op op)
{
    struct local l = {
        function, in, shadow_of(in, in_shadow), inout, shadow_of(inout, inout_shadow), count,
        type,     op, ELEMENT_INTEGER};
    check_local(&l, l.in_shadow || l.inout_shadow);
    return l;
}

#define LOCAL_PARAMETERS                                                                           \
    D(const void *, in), D(void *, inout), D(int, count), D(MPI_Datatype, type), D(MPI_Op, op)
#define LOCAL_CALL(name) local_call(#name, in, din, inout, dinout, count, type, op)

#define DEFINE_LOCAL(name)                                                                         \
    static struct kept_status augmented_##name(LOCAL_PARAMETERS, void *on)                         \
    {                                                                                              \
        const struct local l = LOCAL_CALL(name);                                                   \
        struct kept_local *k = new_tape(on, sizeof *k);                                            \
        k->element = l.element;                                                                    \
        return (struct kept_status){k, reduce_local(&l, &k->factors, on)};                         \
    }                                                                                              \
    static void reverse_##name(LOCAL_PARAMETERS, void *tape)                                       \
    {                                                                                              \
        const struct kept_local *k = tape;                                                         \
        const struct local l = LOCAL_CALL(name);                                                   \
        if (k->element != ELEMENT_INTEGER)                                                         \
            reverse_local(&l, &k->factors);                                                        \
    }                                                                                              \
    static struct forward_status forward_##name(LOCAL_PARAMETERS, int64_t phases)                  \
    {                                                                                              \
        struct local_factors f;                                                                    \
        if (!is_call(#name, phases, din, dinout))                                                  \
            return (struct forward_status){0, 0};                                                  \
        const struct local all = LOCAL_CALL(name);                                                 \
        int code = reduce_local(&all, &f, NULL);                                                   \
        for (int d = 0; d < directions.n && all.element != ELEMENT_INTEGER; d++) {                 \
            din = directions.sent[d], dinout = directions.received[d];                             \
            const struct local l = LOCAL_CALL(name);                                               \
            forward_local(&l, &f);                                                                 \
        }                                                                                          \
        free(f.in), free(f.inout);                                                                 \
        return forward_result(code);                                                               \
    }                                                                                              \
    REGISTER(name, (void *)"sends_0", (void *)"sends_1", (void *)"receives_1")

DEFINE_LOCAL(MPI_Reduce_local)
DEFINE_LOCAL(PMPI_Reduce_local)

#endif
