/* From the parts of rules to functions with the calling convention of custom rules, and their
 * registration.
 *
 * STYLE_ macros (fortran.h, cblas.h, lapacke.h) say how a calling convention writes each parameter
 * of a signature: PRIMAL     in the prototype of the routine SHADOWED   in those of the augmented
 * and the reverse function FORWARD    in that of the forward function PASS       when the arguments
 * are handed on INIT       as initialiser of struct args; INITF: in forward mode CALL       when
 * the routine is called with a struct args */

#define CAT_(a, b)       a##b
#define CAT(a, b)        CAT_(a, b)
#define CAT3(a, b, c)    CAT(a, CAT(b, c))
#define CAT4(a, b, c, d) CAT(a, CAT3(b, c, d))
#define STR_(a)          #a

#define SIZE_m    c->m
#define SIZE_n    c->n
#define SIZE_k    c->k
#define SIZE_lda  c->a.ld
#define SIZE_ldb  c->b.ld
#define SIZE_ldc  c->c.ld
#define SIZE_incx c->x.inc
#define SIZE_incy c->y.inc
#define BASE_a    c->a.p
#define BASE_b    c->b.p
#define BASE_c    c->c.p
#define BASE_x    vector_base(c->x)
#define BASE_y    vector_base(c->y)

/* Weak: a library need not have the routines that only rules use. What the program itself calls
 * stays required. */
#define DECLARE(STYLE, type, r)                                                                    \
    __attribute__((weak)) type STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PRIMAL));

#define DEFINE_LIBRARY(STYLE, r)                                                                   \
    static void library_##r(struct args *c)                                                        \
    {                                                                                              \
        STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_CALL));                                              \
    }

/* Parts of a forward function, for several directions around one call. */
enum { PHASE_BEFORE = 1, PHASE_CALL = 2, PHASE_AFTER = 4 };

#define REGISTER(name, r, options, forward_options)                                                \
    void *CAT(__enzyme_register_gradient_, name)[] = {                                             \
        (void *)name, (void *)augmented_##r, (void *)reverse_call_##r, (void *)"tape" options};    \
    void *CAT(__enzyme_register_derivative_, name)[] = {(void *)name,                              \
                                                        (void *)forward_##r forward_options};      \
    void *CAT(__enzyme_register_splitderivative_, name)[] = {(void *)name, (void *)augmented_##r,  \
                                                             (void *)split_forward_##r};

#define PHASES , (void *)"phases"

/* A routine that returns a number. */
#define DEFINE_FUNCTION_RULE(STYLE, r)                                                             \
    static struct augmented_number augmented_##r(BLAS_APPLY(r, STYLE##_SHADOWED), void *on)        \
    {                                                                                              \
        struct tape *t = new_tape(on);                                                             \
        struct args *call = &t->args;                                                              \
        BLAS_APPLY(r, STYLE##_INIT);                                                               \
        order_##r(call);                                                                           \
        keep(on, call, needs_##r(call));                                                           \
        t->result = STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PASS));                                  \
        return (struct augmented_number){t, t->result};                                            \
    }                                                                                              \
    static void reverse_call_##r(BLAS_APPLY(r, STYLE##_SHADOWED), REAL seed, void *tape)           \
    {                                                                                              \
        struct tape *t = tape;                                                                     \
        struct args *call = &t->args;                                                              \
        BLAS_APPLY(r, STYLE##_ATTACH);                                                             \
        reverse_##r(call, t->result, seed);                                                        \
    }                                                                                              \
    static struct forward_number forward_##r(BLAS_APPLY(r, STYLE##_FORWARD))                       \
    {                                                                                              \
        struct args all = {0}, *call = &all;                                                       \
        BLAS_APPLY(r, STYLE##_INITF);                                                              \
        order_##r(call);                                                                           \
        REAL result = STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PASS));                                \
        return (struct forward_number){result, tangent_##r(call, result)};                         \
    }                                                                                              \
    static struct forward_number split_forward_##r(BLAS_APPLY(r, STYLE##_FORWARD), void *tape)     \
    {                                                                                              \
        struct tape *t = tape;                                                                     \
        struct args *call = &t->args;                                                              \
        BLAS_APPLY(r, STYLE##_ATTACHF);                                                            \
        return (struct forward_number){t->result, tangent_##r(call, t->result)};                   \
    }                                                                                              \
    REGISTER(STYLE##_NAME(r), r, , )

#define DEFINE_RULE(STYLE, r, scalars)                                                             \
    static void *augmented_##r(BLAS_APPLY(r, STYLE##_SHADOWED) STYLE##_ACTIVE_##scalars, void *on) \
    {                                                                                              \
        struct tape *t = new_tape(on);                                                             \
        struct args *call = &t->args;                                                              \
        BLAS_APPLY(r, STYLE##_INIT);                                                               \
        order_##r(call);                                                                           \
        keep(on, call, needs_##r(call));                                                           \
        STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PASS));                                              \
        keep(on, call, results_##r(call));                                                         \
        return t;                                                                                  \
    }                                                                                              \
    static STYLE##_REVERSE_##scalars reverse_call_##r(                                             \
        BLAS_APPLY(r, STYLE##_SHADOWED) STYLE##_ACTIVE_##scalars, void *tape)                      \
    {                                                                                              \
        struct tape *t = tape;                                                                     \
        struct args *call = &t->args;                                                              \
        BLAS_APPLY(r, STYLE##_ATTACH);                                                             \
        STYLE##_GRADIENT_##scalars reverse_##r(call);                                              \
        STYLE##_RETURN_##scalars                                                                   \
    }                                                                                              \
    static void forward_##r(BLAS_APPLY(r, STYLE##_FORWARD), int64_t phases)                        \
    {                                                                                              \
        struct args all = {0}, *call = &all;                                                       \
        BLAS_APPLY(r, STYLE##_INITF);                                                              \
        order_##r(call);                                                                           \
        if (phases & PHASE_BEFORE)                                                                 \
            tangents_before_##r(call);                                                             \
        if (phases & PHASE_CALL)                                                                   \
            STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PASS));                                          \
        if (phases & PHASE_AFTER)                                                                  \
            tangents_after_##r(call);                                                              \
    }                                                                                              \
    static void split_forward_##r(BLAS_APPLY(r, STYLE##_FORWARD), void *tape)                      \
    {                                                                                              \
        struct args *call = &((struct tape *)tape)->args;                                          \
        BLAS_APPLY(r, STYLE##_ATTACHF);                                                            \
        tangents_before_##r(call);                                                                 \
        tangents_after_##r(call);                                                                  \
    }                                                                                              \
    REGISTER(STYLE##_NAME(r), r, STYLE##_OPTION_##scalars, PHASES)

/* A routine with an error code. */
#define DEFINE_STATUS_RULE(STYLE, r)                                                               \
    static STYLE##_AUGMENTED_STATUS augmented_##r(BLAS_APPLY(r, STYLE##_SHADOWED), void *on)       \
    {                                                                                              \
        struct tape *t = new_tape(on);                                                             \
        struct args *call = &t->args;                                                              \
        BLAS_APPLY(r, STYLE##_INIT);                                                               \
        order_##r(call);                                                                           \
        keep(on, call, needs_##r(call));                                                           \
        INT status = STYLE##_STATUS_CALL(STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PASS)));            \
        keep(on, call, results_##r(call));                                                         \
        call->info = status;                                                                       \
        STYLE##_RETURN_AUGMENTED(t, status)                                                        \
    }                                                                                              \
    static void reverse_call_##r(BLAS_APPLY(r, STYLE##_SHADOWED), void *tape)                      \
    {                                                                                              \
        struct tape *t = tape;                                                                     \
        struct args *call = &t->args;                                                              \
        BLAS_APPLY(r, STYLE##_ATTACH);                                                             \
        reverse_##r(call);                                                                         \
    }                                                                                              \
    static STYLE##_FORWARD_STATUS forward_##r(BLAS_APPLY(r, STYLE##_FORWARD), int64_t phases)      \
    {                                                                                              \
        struct args all = {0}, *call = &all;                                                       \
        BLAS_APPLY(r, STYLE##_INIT);                                                               \
        order_##r(call);                                                                           \
        INT status = STYLE##_STATUS_BEFORE;                                                        \
        if (phases & PHASE_BEFORE)                                                                 \
            tangents_before_##r(call);                                                             \
        if (phases & PHASE_CALL)                                                                   \
            status = STYLE##_STATUS_CALL(STYLE##_NAME(r)(BLAS_APPLY(r, STYLE##_PASS)));            \
        call->info = status;                                                                       \
        if (phases & PHASE_AFTER)                                                                  \
            tangents_after_##r(call);                                                              \
        STYLE##_RETURN_FORWARD(status)                                                             \
    }                                                                                              \
    static STYLE##_FORWARD_STATUS split_forward_##r(BLAS_APPLY(r, STYLE##_FORWARD), void *tape)    \
    {                                                                                              \
        struct args *call = &((struct tape *)tape)->args;                                          \
        BLAS_APPLY(r, STYLE##_ATTACH);                                                             \
        tangents_before_##r(call);                                                                 \
        tangents_after_##r(call);                                                                  \
        INT status = (INT)call->info;                                                              \
        STYLE##_RETURN_FORWARD(status)                                                             \
    }                                                                                              \
    REGISTER(STYLE##_NAME(r), r, , PHASES)
