/* Split mode in place of the combined calls of oracle_calls.h.
 *
 * With ORACLE_SPLIT every reverse call of the comparison macros becomes an
 * augmented call and two reverse calls of one tape. In between all memory that
 * was passed is overwritten with NaN, so that a value which is not kept shows;
 * the first reverse call keeps the tape and its result is thrown away, so that
 * one which changes the tape shows. With ORACLE_SPLIT=2 the forward calls
 * become forward sweeps from a tape instead, the reverse calls stay combined.
 * Calls written out in a program stay. */
#ifndef ORACLE_SPLIT_H
#define ORACLE_SPLIT_H
/* No standard header: programs may use its names. */

extern int enzyme_nofree;
struct oracle_split_d {
    void *tape;
    double value;
};
struct oracle_split_f {
    void *tape;
    float value;
};
struct oracle_split_l {
    void *tape;
    long double value;
};
extern void *__enzyme_augmentfwd_oracle(void *, ...);
extern struct oracle_split_d __enzyme_augmentfwd_oracle_d(void *, ...);
extern struct oracle_split_f __enzyme_augmentfwd_oracle_flt(void *, ...);
extern struct oracle_split_l __enzyme_augmentfwd_oracle_l(void *, ...);
extern void __enzyme_reverse_oracle(void *, ...);
extern double __enzyme_reverse_oracle_d(void *, ...);
extern struct two __enzyme_reverse_oracle_2(void *, ...);
extern struct three __enzyme_reverse_oracle_3(void *, ...);
extern float __enzyme_reverse_oracle_flt(void *, ...);
extern long double __enzyme_reverse_oracle_l(void *, ...);

static inline double *oracle_split_copy(const double *x, int n)
{
    size_t bytes = sizeof *x * (size_t)(n > 0 ? n : 0);
    double *copy = (double *)__builtin_malloc(bytes + 1);
    if (bytes)
        __builtin_memcpy(copy, x, bytes);
    return copy;
}

static inline void oracle_split_poison(double *x, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = __builtin_nan("");
}

static inline void oracle_split_restore(double *x, double *copy, int n)
{
    for (int i = 0; i < n; i++)
        x[i] = copy[i];
    __builtin_free(copy);
}

static inline double oracle_split_same(double a, double b)
{
    return (a == b || (__builtin_isnan(a) && __builtin_isnan(b))) ? b : __builtin_nan("");
}

extern double __enzyme_fwdsplit_oracle_d(void *, ...);
extern float __enzyme_fwdsplit_oracle_f(void *, ...);
extern long double __enzyme_fwdsplit_oracle_l(void *, ...);
extern void __enzyme_fwdsplit_oracle(void *, ...);

#if ORACLE_SPLIT == 2
#undef ORACLE_TANGENT_CALL
#define ORACLE_TANGENT_CALL(f, at, by, n)                                                          \
    __extension__({                                                                                \
        double *split_x = oracle_split_copy((at), (n));                                            \
        void *split_t =                                                                            \
            __enzyme_augmentfwd_oracle((void *)(f), enzyme_dup, split_x, (by), enzyme_const, (n)); \
        oracle_split_poison(split_x, (n));                                                         \
        double split_v = __enzyme_fwdsplit_oracle_d((void *)(f), enzyme_dup, split_x, (by),        \
                                                    enzyme_const, (n), split_t);                   \
        __builtin_free(split_x);                                                                   \
        split_v;                                                                                   \
    })

#undef ORACLE_MAP_FORWARD_CALL
#define ORACLE_MAP_FORWARD_CALL(f, r, n, m)                                                        \
    do {                                                                                           \
        void *split_t =                                                                            \
            __enzyme_augmentfwd_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n),  \
                                       enzyme_dup, (r).y, (r).dy, enzyme_const, (m));              \
        double *split_x = oracle_split_copy((r).x, (n)), *split_y = oracle_split_copy((r).y, (m)); \
        oracle_split_poison((r).x, (n));                                                           \
        oracle_split_poison((r).y, (m));                                                           \
        __enzyme_fwdsplit_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n),        \
                                 enzyme_dup, (r).y, (r).dy, enzyme_const, (m), split_t);           \
        oracle_split_restore((r).x, split_x, (n));                                                 \
        oracle_split_restore((r).y, split_y, (m));                                                 \
    } while (0)

#undef ORACLE_INPLACE_FORWARD_CALL
#define ORACLE_INPLACE_FORWARD_CALL(f, r, n)                                                       \
    do {                                                                                           \
        void *split_t =                                                                            \
            __enzyme_augmentfwd_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n)); \
        double *split_x = oracle_split_copy((r).x, (n));                                           \
        oracle_split_poison((r).x, (n));                                                           \
        __enzyme_fwdsplit_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n),        \
                                 split_t);                                                         \
        oracle_split_restore((r).x, split_x, (n));                                                 \
    } while (0)

#define ORACLE_SPLIT_TAPE(f, ...) __enzyme_augmentfwd_oracle((void *)(f), __VA_ARGS__)
#undef ORACLE_SCALAR_FORWARD_CALL
#undef ORACLE_SCALAR2_FORWARD_CALL
#undef ORACLE_SCALAR3_FORWARD_CALL
#undef ORACLE_FLOAT_FORWARD_CALL
#undef ORACLE_LONG_FORWARD_CALL
#define ORACLE_SCALAR_FORWARD_CALL(f, at)                                                          \
    __enzyme_fwdsplit_oracle_d((void *)(f), (at), 1.0, ORACLE_SPLIT_TAPE(f, at))
#define ORACLE_SCALAR2_FORWARD_CALL(f, at, by, at_y, by_y)                                         \
    __enzyme_fwdsplit_oracle_d((void *)(f), (at), (by), (at_y), (by_y),                            \
                               ORACLE_SPLIT_TAPE(f, at, at_y))
#define ORACLE_SCALAR3_FORWARD_CALL(f, at, by, at_y, by_y, at_z, by_z)                             \
    __enzyme_fwdsplit_oracle_d((void *)(f), (at), (by), (at_y), (by_y), (at_z), (by_z),            \
                               ORACLE_SPLIT_TAPE(f, at, at_y, at_z))
#define ORACLE_FLOAT_FORWARD_CALL(f, at)                                                           \
    __enzyme_fwdsplit_oracle_f((void *)(f), (at), 1.0f, ORACLE_SPLIT_TAPE(f, at))
#define ORACLE_LONG_FORWARD_CALL(f, at)                                                            \
    __enzyme_fwdsplit_oracle_l((void *)(f), (at), 1.0L, ORACLE_SPLIT_TAPE(f, at))
#else
#undef ORACLE_GRADIENT_CALL
#define ORACLE_GRADIENT_CALL(f, at, by, n)                                                         \
    do {                                                                                           \
        double *split_x = oracle_split_copy((at), (n)), *split_d = oracle_split_copy((by), (n));   \
        void *split_t =                                                                            \
            __enzyme_augmentfwd_oracle((void *)(f), enzyme_dup, split_x, (by), enzyme_const, (n)); \
        oracle_split_poison(split_x, (n));                                                         \
        __enzyme_reverse_oracle((void *)(f), enzyme_dup, split_x, (by), enzyme_const, (n), 1.0,    \
                                split_t, enzyme_nofree);                                           \
        oracle_split_restore((by), split_d, (n));                                                  \
        __enzyme_reverse_oracle((void *)(f), enzyme_dup, split_x, (by), enzyme_const, (n), 1.0,    \
                                split_t);                                                          \
        __builtin_free(split_x);                                                                   \
    } while (0)

#undef ORACLE_MAP_REVERSE_CALL
#define ORACLE_MAP_REVERSE_CALL(f, r, n, m)                                                        \
    do {                                                                                           \
        double *split_dx = oracle_split_copy((r).dx, (n)),                                         \
               *split_dy = oracle_split_copy((r).dy, (m));                                         \
        void *split_t =                                                                            \
            __enzyme_augmentfwd_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n),  \
                                       enzyme_dup, (r).y, (r).dy, enzyme_const, (m));              \
        double *split_x = oracle_split_copy((r).x, (n)), *split_y = oracle_split_copy((r).y, (m)); \
        oracle_split_poison((r).x, (n));                                                           \
        oracle_split_poison((r).y, (m));                                                           \
        __enzyme_reverse_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n),         \
                                enzyme_dup, (r).y, (r).dy, enzyme_const, (m), split_t,             \
                                enzyme_nofree);                                                    \
        oracle_split_restore((r).dx, split_dx, (n));                                               \
        oracle_split_restore((r).dy, split_dy, (m));                                               \
        __enzyme_reverse_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n),         \
                                enzyme_dup, (r).y, (r).dy, enzyme_const, (m), split_t);            \
        oracle_split_restore((r).x, split_x, (n));                                                 \
        oracle_split_restore((r).y, split_y, (m));                                                 \
    } while (0)

#undef ORACLE_INPLACE_REVERSE_CALL
#define ORACLE_INPLACE_REVERSE_CALL(f, r, n)                                                       \
    do {                                                                                           \
        double *split_dx = oracle_split_copy((r).dx, (n));                                         \
        void *split_t =                                                                            \
            __enzyme_augmentfwd_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n)); \
        double *split_x = oracle_split_copy((r).x, (n));                                           \
        oracle_split_poison((r).x, (n));                                                           \
        __enzyme_reverse_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n),         \
                                split_t, enzyme_nofree);                                           \
        oracle_split_restore((r).dx, split_dx, (n));                                               \
        __enzyme_reverse_oracle((void *)(f), enzyme_dup, (r).x, (r).dx, enzyme_const, (n),         \
                                split_t);                                                          \
        oracle_split_restore((r).x, split_x, (n));                                                 \
    } while (0)

/* T = result of the augmented call, R of the reverse calls; same(a, b) is b if both agree. */
#define ORACLE_SPLIT_CALL(T, R, suffix, seed, same, f, ...)                                        \
    __extension__({                                                                                \
        T split_a = __enzyme_augmentfwd_oracle_##suffix((void *)(f), __VA_ARGS__);                 \
        R split_first = __enzyme_reverse_oracle_##same((void *)(f), __VA_ARGS__, seed,             \
                                                       split_a.tape, enzyme_nofree);               \
        R split_again =                                                                            \
            __enzyme_reverse_oracle_##same((void *)(f), __VA_ARGS__, seed, split_a.tape);          \
        ORACLE_SPLIT_AGREE_##same(split_first, split_again);                                       \
        split_again;                                                                               \
    })
#define ORACLE_SPLIT_AGREE_d(a, b)   (b) = oracle_split_same((a), (b))
#define ORACLE_SPLIT_AGREE_flt(a, b) (b) = (float)oracle_split_same((a), (b))
#define ORACLE_SPLIT_AGREE_l(a, b)                                                                 \
    (b) = (a) == (b) || __builtin_isnan(a) ? (b) : (long double)__builtin_nan("")
#define ORACLE_SPLIT_AGREE_2(a, b) (b).x = oracle_split_same((a).x, (b).x)
#define ORACLE_SPLIT_AGREE_3(a, b) (b).x = oracle_split_same((a).x, (b).x)

#undef ORACLE_SCALAR_REVERSE_CALL
#undef ORACLE_SCALAR2_REVERSE_CALL
#undef ORACLE_SCALAR3_REVERSE_CALL
#undef ORACLE_FLOAT_REVERSE_CALL
#undef ORACLE_LONG_REVERSE_CALL
#define ORACLE_SCALAR_REVERSE_CALL(f, at)                                                          \
    ORACLE_SPLIT_CALL(struct oracle_split_d, double, d, 1.0, d, f, at)
#define ORACLE_SCALAR2_REVERSE_CALL(f, at, at_y)                                                   \
    ORACLE_SPLIT_CALL(struct oracle_split_d, struct two, d, 1.0, 2, f, at, at_y)
#define ORACLE_SCALAR3_REVERSE_CALL(f, at, at_y, at_z)                                             \
    ORACLE_SPLIT_CALL(struct oracle_split_d, struct three, d, 1.0, 3, f, at, at_y, at_z)
#define ORACLE_FLOAT_REVERSE_CALL(f, at)                                                           \
    ORACLE_SPLIT_CALL(struct oracle_split_f, float, flt, 1.0f, flt, f, at)
#define ORACLE_LONG_REVERSE_CALL(f, at)                                                            \
    ORACLE_SPLIT_CALL(struct oracle_split_l, long double, l, 1.0L, l, f, at)
#endif

#endif
