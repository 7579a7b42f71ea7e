/* Gradients, Jacobians, Hessians and their products with vectors, as typed C functions.
 *
 * Each macro here declares one static function that computes one derivative of one function of
 * the program. It stands at file scope, in a header or a source, and serves C and C++ (where
 * <enzcc/derivatives.hpp> does the same for lambdas and functors).
 *
 *     #include <enzcc/derivatives.h>
 *
 *     double energy(const double *x, const struct mesh *mesh, int n);
 *
 *     ENZ_GRADIENT(energy_gradient, energy, double,
 *                  ENZ_CONST(const struct mesh *), ENZ_CONST(int));
 *     // double energy_gradient(const double *x, size_t n, double *g, const struct mesh *, int);
 *
 * What is differentiated
 *
 *     T f(const T *x, constants...)                a number that depends on n numbers
 *     void f(const T *x, T *y, constants...)       m numbers that depend on n numbers
 *
 * The derivative is that with respect to x. T is float, double or long double. The constants are
 * what the function needs besides, at most 11 parameters: their types are given to the macro
 * as ENZ_CONST(type), and their values are the last arguments of the declared function. A vector
 * function only writes y and does not read what was there before: some derivatives run it more
 * than once.
 *
 * Shapes. n and m count numbers. A matrix is stored by rows: entry (i, j) of one with n columns is
 * at [i * n + j]. All arrays belong to the caller and do not overlap; what is computed is assigned,
 * not added.
 *
 * Memory. Only ENZ_JACOBIAN, ENZ_JACOBIAN_FORWARD, ENZ_JACOBIAN_REVERSE and ENZ_HESSIAN need
 * memory of their own, the array `work`. With a null pointer there, they allocate it and free it.
 * Derivatives in reverse mode keep intermediate values on a tape besides, see <enzcc/runtime.h>.
 *
 * Errors. A function whose type is not the expected one and a descriptor other than ENZ_CONST are
 * compile errors that begin with "enzcc:". Errors about what the function does come when the
 * program is linked, at the line of the macro.
 */
#ifndef ENZCC_DERIVATIVES_H
#define ENZCC_DERIVATIVES_H
#pragma GCC system_header

#include <enzcc/typed.h>
#include <stddef.h>

/* How many directions the Jacobians and the Hessian compute at once. A program may define another
 * number, from 1 to 256, before it uses these macros. More directions share one run of the
 * function, and take more room in `work` and registers. */
#ifndef ENZ_DIRECTIONS
#define ENZ_DIRECTIONS 4
#endif

/* ---- Numbers that depend on n numbers: T f(const T *x, constants...) --------------------------
 */

/* T name(const T *x, size_t n, T *g, constants...)
 *
 * Returns f(x). g[n]: the gradient. One call in reverse mode, whatever n is. */
#define ENZ_GRADIENT(name, function, ...) ENZ_GRADIENT_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_GRADIENT_OF_(name, function, T, ...)                                                   \
    ENZ_OF_NUMBER_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_GRADIENT_CALL_(name, function, T, __VA_ARGS__)                                             \
    ENZ_FUNCTION_ T name(const T *enz_x, size_t enz_n, T *enz_g ENZ_VALUES_(__VA_ARGS__))          \
    {                                                                                              \
        for (size_t enz_i = 0; enz_i < enz_n; enz_i++)                                             \
            enz_g[enz_i] = 0;                                                                      \
        return name##_add(enz_x, enz_g ENZ_NAMES_(__VA_ARGS__));                                   \
    }                                                                                              \
    struct name##_declared

/* T name(const T *x, const T *v, T *value, constants...)
 *
 * Returns the derivative of f at x in the direction v[n], the sum of v[i] df/dx[i]. *value: f(x).
 * One call in forward mode. */
#define ENZ_DIRECTIONAL(name, function, ...)                                                       \
    ENZ_DIRECTIONAL_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_DIRECTIONAL_OF_(name, function, T, ...)                                                \
    ENZ_OF_NUMBER_(name, function, T, __VA_ARGS__)                                                 \
    struct name##_parts {                                                                          \
        T value, slope;                                                                            \
    };                                                                                             \
    ENZ_LINKAGE_ struct name##_parts __enzyme_fwddiff_##name(void *, int *, int *, const T *,      \
                                                             const T *ENZ_OPERANDS_(__VA_ARGS__)); \
    ENZ_FUNCTION_ T name(const T *enz_x, const T *enz_v, T *enz_value ENZ_VALUES_(__VA_ARGS__))    \
    {                                                                                              \
        struct name##_parts enz_parts =                                                            \
            __enzyme_fwddiff_##name((void *)function, &enzyme_primal_return, &enzyme_dup, enz_x,   \
                                    enz_v ENZ_ARGUMENTS_(__VA_ARGS__));                            \
        *enz_value = enz_parts.value;                                                              \
        return enz_parts.slope;                                                                    \
    }                                                                                              \
    struct name##_declared

/* T name(const T *x, size_t n, const T *v, T *g, T *hv, constants...)
 *
 * Returns f(x). g[n]: the gradient. hv[n]: the Hessian times v[n]. One call, forward mode of the
 * gradient: a small multiple of the cost of f, whatever n is. */
#define ENZ_HVP(name, function, ...) ENZ_HVP_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_HVP_OF_(name, function, T, ...)                                                        \
    ENZ_OF_NUMBER_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_GRADIENT_CALL_(name, function, T, __VA_ARGS__)                                             \
    ENZ_LINKAGE_ T __enzyme_fwddiff_##name(void *, int *, int *, int *, const T *, const T *,      \
                                           int *, T *, T *ENZ_OPERANDS_(__VA_ARGS__));             \
    ENZ_FUNCTION_ T name(const T *enz_x, size_t enz_n, const T *enz_v, T *enz_g,                   \
                         T *enz_hv ENZ_VALUES_(__VA_ARGS__))                                       \
    {                                                                                              \
        for (size_t enz_i = 0; enz_i < enz_n; enz_i++)                                             \
            enz_g[enz_i] = enz_hv[enz_i] = 0;                                                      \
        return __enzyme_fwddiff_##name((void *)name##_add, &enzyme_const_return,                   \
                                       &enzyme_primal_return, &enzyme_dup, enz_x, enz_v,           \
                                       &enzyme_dup, enz_g, enz_hv ENZ_ARGUMENTS_(__VA_ARGS__));    \
    }                                                                                              \
    struct name##_declared

/* int name(const T *x, size_t n, T *g, T *h, T *work, constants...)
 *
 * g[n]: the gradient. h[n * n]: the Hessian. work[ENZ_HESSIAN_WORK(n)], or a null pointer. One call
 * for each ENZ_DIRECTIONS rows, forward mode of the gradient; h is symmetric but for rounding.
 * Returns 0, or -1 if there was no memory for `work`. With n = 0 nothing is computed. */
#define ENZ_HESSIAN(name, function, ...) ENZ_HESSIAN_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_HESSIAN_OF_(name, function, T, ...)                                                    \
    ENZ_OF_NUMBER_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_GRADIENT_CALL_(name, function, T, __VA_ARGS__)                                             \
    ENZ_LINKAGE_ void __enzyme_fwddiff_##name(void *, int *, int *, int, int *, ptrdiff_t,         \
                                              const T *, const T *, int *, ptrdiff_t, T *,         \
                                              T *ENZ_OPERANDS_(__VA_ARGS__));                      \
    ENZ_FUNCTION_ void name##_rows(const T *enz_x, size_t enz_n, T *enz_g, T *enz_h,               \
                                   T *enz_work ENZ_VALUES_(__VA_ARGS__))                           \
    {                                                                                              \
        const size_t enz_width = ENZ_DIRECTIONS;                                                   \
        T *const enz_rest = enz_work + 2 * enz_n + enz_width;                                      \
        const T *const enz_first = ENZ_AXES_(T, enz_work, enz_n);                                  \
        for (size_t enz_i = 0; enz_i < enz_n; enz_i += enz_width) {                                \
            const size_t enz_left = enz_n - enz_i;                                                 \
            T *const enz_rows = enz_left < enz_width ? enz_rest : enz_h + enz_i * enz_n;           \
            for (size_t enz_j = 0; enz_j < enz_width * enz_n; enz_j++)                             \
                enz_rows[enz_j] = 0;                                                               \
            for (size_t enz_j = 0; enz_j < enz_n; enz_j++)                                         \
                enz_g[enz_j] = 0;                                                                  \
            __enzyme_fwddiff_##name(                                                               \
                (void *)name##_add, &enzyme_const_return, &enzyme_width, ENZ_DIRECTIONS,           \
                &enzyme_dupv, -(ptrdiff_t)sizeof(T), enz_x, enz_first - enz_i, &enzyme_dupv,       \
                (ptrdiff_t)(enz_n * sizeof(T)), enz_g, enz_rows ENZ_ARGUMENTS_(__VA_ARGS__));      \
            for (size_t enz_j = 0; enz_left < enz_width && enz_j < enz_left * enz_n; enz_j++)      \
                enz_h[enz_i * enz_n + enz_j] = enz_rest[enz_j];                                    \
        }                                                                                          \
    }                                                                                              \
    ENZ_FUNCTION_ int name(const T *enz_x, size_t enz_n, T *enz_g, T *enz_h,                       \
                           T *enz_work ENZ_VALUES_(__VA_ARGS__))                                   \
    {                                                                                              \
        ENZ_WITH_WORK_(                                                                            \
            T, ENZ_HESSIAN_WORK(enz_n),                                                            \
            name##_rows(enz_x, enz_n, enz_g, enz_h, enz_memory ENZ_NAMES_(__VA_ARGS__)))           \
    }                                                                                              \
    struct name##_declared

/* The numbers in `work` for the Hessian of a function of n numbers. */
#define ENZ_HESSIAN_WORK(n)                                                                        \
    ((size_t)ENZ_DIRECTIONS * (size_t)(n) + 2 * (size_t)(n) + (size_t)ENZ_DIRECTIONS)

/* ---- m numbers that depend on n numbers: void f(const T *x, T *y, constants...) ---------------
 */

/* void name(const T *x, const T *v, size_t m, T *y, T *jv, constants...)
 *
 * y[m]: f(x). jv[m]: the Jacobian times v[n]. One call in forward mode. */
#define ENZ_JVP(name, function, ...) ENZ_JVP_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_JVP_OF_(name, function, T, ...)                                                        \
    ENZ_OF_VECTOR_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_LINKAGE_ void __enzyme_fwddiff_##name(void *, int *, const T *, const T *, int *, T *,     \
                                              T *ENZ_OPERANDS_(__VA_ARGS__));                      \
    ENZ_FUNCTION_ void name(const T *enz_x, const T *enz_v, size_t enz_m, T *enz_y,                \
                            T *enz_jv ENZ_VALUES_(__VA_ARGS__))                                    \
    {                                                                                              \
        for (size_t enz_i = 0; enz_i < enz_m; enz_i++)                                             \
            enz_jv[enz_i] = 0;                                                                     \
        __enzyme_fwddiff_##name((void *)function, &enzyme_dup, enz_x, enz_v, &enzyme_dup, enz_y,   \
                                enz_jv ENZ_ARGUMENTS_(__VA_ARGS__));                               \
    }                                                                                              \
    struct name##_declared

/* void name(const T *x, size_t n, T *y, T *w, T *jtw, constants...)
 *
 * y[.]: f(x). jtw[n]: the transposed Jacobian times w[m], the gradient of the sum of w[i] y[i].
 * w is used up: where f has stored y[i], w[i] is 0 afterwards. One call in reverse mode. */
#define ENZ_VJP(name, function, ...) ENZ_VJP_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_VJP_OF_(name, function, T, ...)                                                        \
    ENZ_OF_VECTOR_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_VJP_CALL_(name, function, T, __VA_ARGS__)
#define ENZ_VJP_CALL_(name, function, T, ...)                                                      \
    ENZ_LINKAGE_ void __enzyme_autodiff_##name(void *, int *, const T *, T *, int *, T *,          \
                                               T *ENZ_OPERANDS_(__VA_ARGS__));                     \
    ENZ_FUNCTION_ void name(const T *enz_x, size_t enz_n, T *enz_y, T *enz_w,                      \
                            T *enz_jtw ENZ_VALUES_(__VA_ARGS__))                                   \
    {                                                                                              \
        for (size_t enz_i = 0; enz_i < enz_n; enz_i++)                                             \
            enz_jtw[enz_i] = 0;                                                                    \
        __enzyme_autodiff_##name((void *)function, &enzyme_dup, enz_x, enz_jtw, &enzyme_dup,       \
                                 enz_y, enz_w ENZ_ARGUMENTS_(__VA_ARGS__));                        \
    }                                                                                              \
    struct name##_declared

/* int name(const T *x, size_t n, size_t m, T *y, T *j, T *work, constants...)
 *
 * y[m]: f(x). j[m * n]: the Jacobian, j[i * n + k] = dy[i]/dx[k]. work[ENZ_JACOBIAN_WORK(m, n)], or
 * a null pointer. One call for each ENZ_DIRECTIONS columns in forward mode, or for each
 * ENZ_DIRECTIONS rows in reverse mode: forward if n <= m, since both cost about the same. Returns
 * 0, or -1 if there was no memory for `work`. */
#define ENZ_JACOBIAN(name, function, ...) ENZ_JACOBIAN_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_JACOBIAN_OF_(name, function, T, ...)                                                   \
    ENZ_OF_VECTOR_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_COLUMNS_(name##_columns, function, T, __VA_ARGS__)                                         \
    ENZ_ROWS_(name##_rows, function, T, __VA_ARGS__)                                               \
    ENZ_FUNCTION_ void name##_either(const T *enz_x, size_t enz_n, size_t enz_m, T *enz_y,         \
                                     T *enz_j, T *enz_work ENZ_VALUES_(__VA_ARGS__))               \
    {                                                                                              \
        if (enz_n <= enz_m)                                                                        \
            name##_columns(enz_x, enz_n, enz_m, enz_y, enz_j, enz_work ENZ_NAMES_(__VA_ARGS__));   \
        else                                                                                       \
            name##_rows(enz_x, enz_n, enz_m, enz_y, enz_j, enz_work ENZ_NAMES_(__VA_ARGS__));      \
    }                                                                                              \
    ENZ_FILLED_(name, name##_either, T, __VA_ARGS__)

/* As ENZ_JACOBIAN, always in forward mode, or always in reverse mode: for functions that only one
 * of them can differentiate, and where the choice is known to be another. */
#define ENZ_JACOBIAN_FORWARD(name, function, ...)                                                  \
    ENZ_JACOBIAN_FORWARD_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_JACOBIAN_FORWARD_OF_(name, function, T, ...)                                           \
    ENZ_OF_VECTOR_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_COLUMNS_(name##_columns, function, T, __VA_ARGS__)                                         \
    ENZ_FILLED_(name, name##_columns, T, __VA_ARGS__)
#define ENZ_JACOBIAN_REVERSE(name, function, ...)                                                  \
    ENZ_JACOBIAN_REVERSE_OF_(name, function, __VA_ARGS__, ENZ_END_)
#define ENZ_JACOBIAN_REVERSE_OF_(name, function, T, ...)                                           \
    ENZ_OF_VECTOR_(name, function, T, __VA_ARGS__)                                                 \
    ENZ_ROWS_(name##_rows, function, T, __VA_ARGS__)                                               \
    ENZ_FILLED_(name, name##_rows, T, __VA_ARGS__)

/* The numbers in `work` for a Jacobian of m rows and n columns. */
#define ENZ_JACOBIAN_WORK(m, n)                                                                    \
    ((size_t)ENZ_DIRECTIONS * ((size_t)(m) + (size_t)(n)) + 2 * (size_t)(n) +                      \
     (size_t)ENZ_DIRECTIONS)

/* ---- Taylor coefficients ----------------------------------------------------------------------
 */

/* void name(const T *x, const T *v, T *c, constants...)
 *
 * Of T f(const T *x, constants...), along the line x + t v: c[order + 1], the coefficients of the
 * Taylor polynomial of t -> f(x + t v) at 0. c[k] is the k-th derivative divided by k!. `order` is
 * a literal from 1 to 4. Forward mode of forward mode and so on: about 2^order times the cost of
 * f. */
#define ENZ_TAYLOR(name, function, T, ...) ENZ_TAYLOR_OF_(name, function, T, __VA_ARGS__, ENZ_END_)
#define ENZ_TAYLOR_OF_(name, function, T, order, ...)                                              \
    ENZ_OF_NUMBER_(name, function, T, __VA_ARGS__)                                                 \
    typedef T name##_0;                                                                            \
    static inline name##_0 name##_derivatives_0(const T *enz_x,                                    \
                                                const T *enz_v ENZ_VALUES_(__VA_ARGS__))           \
    {                                                                                              \
        (void)enz_v;                                                                               \
        return function(enz_x ENZ_NAMES_(__VA_ARGS__));                                            \
    }                                                                                              \
    ENZ_CAT_(ENZ_TAYLOR_, order)(name, T, __VA_ARGS__) ENZ_FUNCTION_ void name(                    \
        const T *enz_x, const T *enz_v, T *enz_c ENZ_VALUES_(__VA_ARGS__))                         \
    {                                                                                              \
        union {                                                                                    \
            ENZ_CAT_(name##_, order) all;                                                          \
            T at[1 << order];                                                                      \
        } enz_u;                                                                                   \
        enz_u.all = ENZ_CAT_(name##_derivatives_, order)(enz_x, enz_v ENZ_NAMES_(__VA_ARGS__));    \
        T enz_factorial = 1;                                                                       \
        for (int enz_k = 0; enz_k <= order; enz_k++) {                                             \
            enz_factorial *= enz_k ? enz_k : 1;                                                    \
            enz_c[enz_k] = enz_u.at[(1 << enz_k) - 1] / enz_factorial;                             \
        }                                                                                          \
    }                                                                                              \
    struct name##_declared

/* ---- What follows is not for use in programs --------------------------------------------------
 */

/* The constants: ", type a0, ...", ", a0, ...", and both as operands of derivative calls. Behind
 * the last one stands ENZ_END_, so that there is always a descriptor. */
#define ENZ_END_                          (enz_end, void)
#define ENZ_CONSTANTS_(...)               ENZ_EACH_(ENZ_CHECK_, __VA_ARGS__)
#define ENZ_VALUES_(...)                  ENZ_EACH_(ENZ_VALUE_OF_, __VA_ARGS__)
#define ENZ_NAMES_(...)                   ENZ_EACH_(ENZ_NAME_OF_, __VA_ARGS__)
#define ENZ_PLAINS_(...)                  ENZ_EACH_(ENZ_TYPE_AFTER_, __VA_ARGS__)
#define ENZ_OPERANDS_(...)                ENZ_EACH_(ENZ_OPERAND_, __VA_ARGS__)
#define ENZ_ARGUMENTS_(...)               ENZ_EACH_(ENZ_ARGUMENT_, __VA_ARGS__)
#define ENZ_VALUE_OF_enz_constant(i, ...) , __VA_ARGS__ a##i
#define ENZ_VALUE_OF_enz_end(i, ...)
#define ENZ_NAME_OF_enz_constant(i, ...) , a##i
#define ENZ_NAME_OF_enz_end(i, ...)
#define ENZ_TYPE_AFTER_enz_constant(i, ...) , __VA_ARGS__
#define ENZ_TYPE_AFTER_enz_end(i, ...)
#define ENZ_OPERAND_enz_end(i, ...)
#define ENZ_ARGUMENT_enz_end(i, ...)
#define ENZ_CHECK_enz_constant(i, ...)
#define ENZ_CHECK_enz_end(i, ...)
#define ENZ_CHECK_enz_active(i, ...)                                                               \
    ENZ_ASSERT_(0, "only x has a derivative here: describe the other parameters with ENZ_CONST")
#define ENZ_CHECK_enz_dup            ENZ_CHECK_enz_active
#define ENZ_CHECK_enz_dupnoneed      ENZ_CHECK_enz_active
#define ENZ_VALUE_OF_enz_active      ENZ_VALUE_OF_enz_constant
#define ENZ_VALUE_OF_enz_dup         ENZ_VALUE_OF_enz_constant
#define ENZ_VALUE_OF_enz_dupnoneed   ENZ_VALUE_OF_enz_constant
#define ENZ_NAME_OF_enz_active       ENZ_NAME_OF_enz_constant
#define ENZ_NAME_OF_enz_dup          ENZ_NAME_OF_enz_constant
#define ENZ_NAME_OF_enz_dupnoneed    ENZ_NAME_OF_enz_constant
#define ENZ_TYPE_AFTER_enz_active    ENZ_TYPE_AFTER_enz_constant
#define ENZ_TYPE_AFTER_enz_dup       ENZ_TYPE_AFTER_enz_constant
#define ENZ_TYPE_AFTER_enz_dupnoneed ENZ_TYPE_AFTER_enz_constant

#define ENZ_OF_NUMBER_(name, function, T, ...)                                                     \
    ENZ_CONSTANTS_(__VA_ARGS__)                                                                    \
    ENZ_ASSERT_(ENZ_SAME_(function, T(const T *ENZ_PLAINS_(__VA_ARGS__))),                         \
                #name ": the function is not " #T " " #function "(const " #T                       \
                      " *, constants...) with the constants that ENZ_CONST describes")
#define ENZ_OF_VECTOR_(name, function, T, ...)                                                     \
    ENZ_CONSTANTS_(__VA_ARGS__)                                                                    \
    ENZ_ASSERT_(ENZ_SAME_(function, void(const T *, T *ENZ_PLAINS_(__VA_ARGS__))),                 \
                #name ": the function is not void " #function "(const " #T " *, " #T               \
                      " *, constants...) with the constants that ENZ_CONST describes")

/* name_add: returns f(x), adds the gradient to g. */
#define ENZ_GRADIENT_CALL_(name, function, T, ...)                                                 \
    ENZ_LINKAGE_ T __enzyme_autodiff_##name(void *, int *, int *, const T *,                       \
                                            T *ENZ_OPERANDS_(__VA_ARGS__));                        \
    __attribute__((unused)) static T name##_add(const T *enz_x, T *enz_g ENZ_VALUES_(__VA_ARGS__)) \
    {                                                                                              \
        return __enzyme_autodiff_##name((void *)function, &enzyme_primal_return, &enzyme_dup,      \
                                        enz_x, enz_g ENZ_ARGUMENTS_(__VA_ARGS__));                 \
    }

/* Unit vectors of n numbers in an array of 2 n + ENZ_DIRECTIONS: that of axis i is at the returned
 * address, minus i; for i from n to n + ENZ_DIRECTIONS - 2 a zero vector is there. They overlap:
 * tangents of what a function only reads may. */
#define ENZ_AXES_(T, array, n)                                                                     \
    ((T *)__builtin_memset(array, 0, (2 * (n) + ENZ_DIRECTIONS) * sizeof(T)),                      \
     (array)[(n) + ENZ_DIRECTIONS - 1] = 1, (array) + (n) + ENZ_DIRECTIONS - 1)

/* The body of a function with a parameter enz_work: runs the call with enz_memory. */
#define ENZ_WITH_WORK_(T, count, call)                                                             \
    T *const enz_memory = enz_work ? enz_work : (T *)__builtin_malloc((count) * sizeof(T));        \
    if (!enz_memory)                                                                               \
        return -1;                                                                                 \
    call;                                                                                          \
    if (!enz_work)                                                                                 \
        __builtin_free(enz_memory);                                                                \
    return 0;

#define ENZ_FILLED_(name, filled_by, T, ...)                                                       \
    ENZ_FUNCTION_ int name(const T *enz_x, size_t enz_n, size_t enz_m, T *enz_y, T *enz_j,         \
                           T *enz_work ENZ_VALUES_(__VA_ARGS__))                                   \
    {                                                                                              \
        ENZ_WITH_WORK_(                                                                            \
            T, ENZ_JACOBIAN_WORK(enz_m, enz_n),                                                    \
            filled_by(enz_x, enz_n, enz_m, enz_y, enz_j, enz_memory ENZ_NAMES_(__VA_ARGS__)))      \
    }                                                                                              \
    struct name##_declared

/* The Jacobian by columns, which are gathered in `work` first. */
#define ENZ_COLUMNS_(name, function, T, ...)                                                       \
    ENZ_LINKAGE_ void __enzyme_fwddiff_##name(void *, int *, int, int *, ptrdiff_t, const T *,     \
                                              const T *, int *, ptrdiff_t, T *,                    \
                                              T *ENZ_OPERANDS_(__VA_ARGS__));                      \
    ENZ_FUNCTION_ void name(const T *enz_x, size_t enz_n, size_t enz_m, T *enz_y, T *enz_jacobian, \
                            T *enz_work ENZ_VALUES_(__VA_ARGS__))                                  \
    {                                                                                              \
        const size_t enz_width = ENZ_DIRECTIONS;                                                   \
        T *const enz_columns = enz_work + 2 * enz_n + enz_width;                                   \
        const T *const enz_first = ENZ_AXES_(T, enz_work, enz_n);                                  \
        for (size_t enz_k = 0; enz_k < enz_n; enz_k += enz_width) {                                \
            for (size_t enz_i = 0; enz_i < enz_width * enz_m; enz_i++)                             \
                enz_columns[enz_i] = 0;                                                            \
            __enzyme_fwddiff_##name((void *)function, &enzyme_width, ENZ_DIRECTIONS, &enzyme_dupv, \
                                    -(ptrdiff_t)sizeof(T), enz_x, enz_first - enz_k, &enzyme_dupv, \
                                    (ptrdiff_t)(enz_m * sizeof(T)), enz_y,                         \
                                    enz_columns ENZ_ARGUMENTS_(__VA_ARGS__));                      \
            for (size_t enz_i = 0; enz_i < enz_m; enz_i++)                                         \
                for (size_t enz_l = 0; enz_l < enz_width && enz_k + enz_l < enz_n; enz_l++)        \
                    enz_jacobian[enz_i * enz_n + enz_k + enz_l] =                                  \
                        enz_columns[enz_l * enz_m + enz_i];                                        \
        }                                                                                          \
    }

/* The Jacobian by rows, in place but for the last ones. */
#define ENZ_ROWS_(name, function, T, ...)                                                          \
    ENZ_LINKAGE_ void __enzyme_autodiff_##name(void *, int *, int, int *, ptrdiff_t, const T *,    \
                                               T *, int *, ptrdiff_t, T *,                         \
                                               T *ENZ_OPERANDS_(__VA_ARGS__));                     \
    ENZ_FUNCTION_ void name(const T *enz_x, size_t enz_n, size_t enz_m, T *enz_y, T *enz_jacobian, \
                            T *enz_work ENZ_VALUES_(__VA_ARGS__))                                  \
    {                                                                                              \
        const size_t enz_width = ENZ_DIRECTIONS;                                                   \
        T *const enz_seeds = enz_work, *const enz_rest = enz_work + enz_width * enz_m;             \
        for (size_t enz_i = 0; enz_i < enz_m; enz_i += enz_width) {                                \
            const size_t enz_left = enz_m - enz_i;                                                 \
            T *const enz_rows = enz_left < enz_width ? enz_rest : enz_jacobian + enz_i * enz_n;    \
            for (size_t enz_k = 0; enz_k < enz_width * enz_n; enz_k++)                             \
                enz_rows[enz_k] = 0;                                                               \
            for (size_t enz_k = 0; enz_k < enz_width * enz_m; enz_k++)                             \
                enz_seeds[enz_k] = enz_k % enz_m == enz_i + enz_k / enz_m;                         \
            __enzyme_autodiff_##name((void *)function, &enzyme_width, ENZ_DIRECTIONS,              \
                                     &enzyme_dupv, (ptrdiff_t)(enz_n * sizeof(T)), enz_x,          \
                                     enz_rows, &enzyme_dupv, (ptrdiff_t)(enz_m * sizeof(T)),       \
                                     enz_y, enz_seeds ENZ_ARGUMENTS_(__VA_ARGS__));                \
            for (size_t enz_k = 0; enz_left < enz_width && enz_k < enz_left * enz_n; enz_k++)      \
                enz_jacobian[enz_i * enz_n + enz_k] = enz_rest[enz_k];                             \
        }                                                                                          \
    }

/* name_derivatives_k: the first k derivatives along x + t v. */
#define ENZ_TAYLOR_1(name, T, ...) ENZ_TAYLOR_LEVEL_(name, T, 0, 1, __VA_ARGS__)
#define ENZ_TAYLOR_2(name, T, ...)                                                                 \
    ENZ_TAYLOR_1(name, T, __VA_ARGS__) ENZ_TAYLOR_LEVEL_(name, T, 1, 2, __VA_ARGS__)
#define ENZ_TAYLOR_3(name, T, ...)                                                                 \
    ENZ_TAYLOR_2(name, T, __VA_ARGS__) ENZ_TAYLOR_LEVEL_(name, T, 2, 3, __VA_ARGS__)
#define ENZ_TAYLOR_4(name, T, ...)                                                                 \
    ENZ_TAYLOR_3(name, T, __VA_ARGS__) ENZ_TAYLOR_LEVEL_(name, T, 3, 4, __VA_ARGS__)
#define ENZ_TAYLOR_LEVEL_(name, T, below, k, ...)                                                  \
    typedef struct {                                                                               \
        name##_##below value, tangent;                                                             \
    } name##_##k;                                                                                  \
    ENZ_LINKAGE_ name##_##k __enzyme_fwddiff_##name##_##k(                                         \
        void *, int *, int *, const T *, const T *, int *, const T *ENZ_OPERANDS_(__VA_ARGS__));   \
    __attribute__((unused)) static name##_##k name##_derivatives_##k(                              \
        const T *enz_x, const T *enz_v ENZ_VALUES_(__VA_ARGS__))                                   \
    {                                                                                              \
        return __enzyme_fwddiff_##name##_##k((void *)name##_derivatives_##below,                   \
                                             &enzyme_primal_return, &enzyme_dup, enz_x, enz_v,     \
                                             &enzyme_const, enz_v ENZ_ARGUMENTS_(__VA_ARGS__));    \
    }

#endif
