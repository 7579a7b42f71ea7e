/* Derivatives of C functions as typed functions.
 *
 * A derivative call takes anything: __enzyme_autodiff(void *, ...). The macros here declare
 * a function for one derivative, with one parameter for every value and every shadow, so that
 * the compiler checks all of its calls. The declaration itself is checked against the type of
 * the function that is differentiated.
 *
 *     #include <enzcc/typed.h>
 *
 *     double model(double x, const double *weights, int n);
 *
 *     ENZ_REVERSE(model_gradient, model, ENZ_ACTIVE(double),
 *                 ENZ_ACTIVE(double), ENZ_DUP(const double *), ENZ_CONST(int));
 *     // double model_gradient(double x, double *dx, const double *w, double *dw, int n);
 *
 *     ENZ_FORWARD(model_tangent, model, ENZ_DUP(double),
 *                 ENZ_DUP(double), ENZ_CONST(const double *), ENZ_CONST(int));
 *     // double model_tangent(double x, double dx, const double *w, int n, double *tangent);
 *
 * Both are static functions: they stand at file scope, in a header or a source. They return
 * what the function returns and run it once, with all its effects. Nothing is owned or kept:
 * shadows belong to the caller. The same macros serve C and C++ (where <enzyme/enzyme> does
 * more).
 *
 * Compile errors, with texts that begin with "enzcc:": descriptors that are not those of the
 * function's parameters in number, type or depth of pointers; an activity that the mode or the
 * type does not have. Errors about what the function does come when the program is linked, at
 * the line of the call.
 */
#ifndef ENZCC_TYPED_H
#define ENZCC_TYPED_H
#pragma GCC system_header

#include <enzcc/enzcc.h>

/* ---- Descriptors -----------------------------------------------------------------------------
 * One for the result, and one for each parameter in order, with its type as in the function's
 * declaration (an array parameter is a pointer). At most 12 parameters. */

/* Reverse mode. A parameter: a number, or a struct of numbers, by value. Becomes two parameters:
 * the value, and a T * to which its gradient is assigned, or a null pointer. The result: it is
 * differentiated, with the seed 1; of a struct of numbers, 1 for each. */
#define ENZ_ACTIVE(...) (enz_active, __VA_ARGS__)

/* A pointer with the memory behind it; in forward mode also a number or a struct. Becomes two
 * parameters, the value and its shadow. Reverse mode adds the gradient to the memory behind the
 * shadow, a pointer without const; forward mode reads and writes tangents there.
 * The result in forward mode: its tangent is assigned to *tangent, the last parameter. */
#define ENZ_DUP(...) (enz_dup, __VA_ARGS__)

/* As ENZ_DUP for parameters, and what the function stores in that memory is not wanted. */
#define ENZ_DUPNONEED(...) (enz_dupnoneed, __VA_ARGS__)

/* No derivative: one parameter; or a result that is returned and nothing else. */
#define ENZ_CONST(...) (enz_constant, __VA_ARGS__)

/* The result of a function that returns nothing. */
#define ENZ_VOID (enz_nothing, void)

/* ---- Declarations ---------------------------------------------------------------------------- */

/* Declares `name`, the reverse mode derivative of `function`: it computes the function and the
 * gradient of its result with respect to all arguments that are not ENZ_CONST. */
#define ENZ_REVERSE(name, function, result, ...)                                                   \
    struct name##_parts {                                                                          \
        ENZ_R_(ENZ_PRIMAL_MEMBER_, result)                                                         \
        ENZ_EACH_(ENZ_GRADIENT_MEMBER_, __VA_ARGS__)                                               \
        char in_memory[17]; /* no calling convention returns this in registers */                  \
    };                                                                                             \
    ENZ_PRIMAL_(name, function, result, __VA_ARGS__)                                               \
    ENZ_LINKAGE_ struct name##_parts __enzyme_autodiff_##name(                                     \
        void *, int *, int *ENZ_EACH_(ENZ_OPERAND_, __VA_ARGS__));                                 \
    ENZ_FUNCTION_ ENZ_TYPE_OF_ result name(ENZ_EACH_(ENZ_PARAMETER_, __VA_ARGS__))                 \
    {                                                                                              \
        ENZ_R_(ENZ_REVERSE_RESULT_, result)                                                        \
        ENZ_EACH_(ENZ_REVERSE_CHECK_, __VA_ARGS__)                                                 \
        struct name##_parts enz_parts = __enzyme_autodiff_##name(                                  \
            (void *)ENZ_TARGET_(name, function, result), ENZ_R_(ENZ_MARKER_, result),              \
            &enzyme_primal_return ENZ_EACH_(ENZ_ARGUMENT_, __VA_ARGS__));                          \
        ENZ_EACH_(ENZ_ASSIGN_, __VA_ARGS__)                                                        \
        ENZ_R_(ENZ_RETURN_, result)                                                                \
    }                                                                                              \
    struct name##_parts

/* Declares `name`, the forward mode derivative of `function`: it computes the function and its
 * derivative in the direction that the shadows hold. */
#define ENZ_FORWARD(name, function, result, ...)                                                   \
    ENZ_FORWARD_BY_(__enzyme_fwddiff_, name, function, result, __VA_ARGS__)

/* The same with errors in place of tangents: by how much the result may be off, by rounding and by
 * the errors of arguments, which stand where their tangents would. */
#define ENZ_ERRORS(name, function, result, ...)                                                    \
    ENZ_FORWARD_BY_(__enzyme_error_estimate_, name, function, result, __VA_ARGS__)

/* Declares both halves of the reverse mode derivative. `first` has one parameter for each value and
 * each shadow of ENZ_DUP, and void **tape behind them; `second` those of ENZ_REVERSE, the adjoint
 * of the result if that is ENZ_ACTIVE, and void *tape, which it frees. */
#define ENZ_SPLIT(first, second, function, result, ...)                                            \
    struct first##_parts {                                                                         \
        void *tape;                                                                                \
        ENZ_R_(ENZ_PRIMAL_MEMBER_, result)                                                         \
    };                                                                                             \
    ENZ_HALVES_(first, second, function, result, __VA_ARGS__)                                      \
    ENZ_LINKAGE_ struct first##_parts __enzyme_augmentfwd_##first(                                 \
        void *, int *ENZ_EACH_(ENZ_OPERAND_, __VA_ARGS__), int *, double);                         \
    ENZ_LINKAGE_ struct second##_parts __enzyme_reverse_##second(                                  \
        void *, int *ENZ_EACH_(ENZ_OPERAND_, __VA_ARGS__), int *,                                  \
        double ENZ_R_(ENZ_SEED_OPERAND_, result), void *);                                         \
    ENZ_FUNCTION_ ENZ_TYPE_OF_ result first(ENZ_EACH_(ENZ_FIRST_PARAMETER_, __VA_ARGS__),          \
                                            void **tape)                                           \
    {                                                                                              \
        ENZ_R_(ENZ_REVERSE_RESULT_, result)                                                        \
        ENZ_EACH_(ENZ_REVERSE_CHECK_, __VA_ARGS__)                                                 \
        struct first##_parts enz_parts = __enzyme_augmentfwd_##first(                              \
            (void *)first##_primal,                                                                \
            ENZ_R_(ENZ_MARKER_, result) ENZ_EACH_(ENZ_ARGUMENT_, __VA_ARGS__), &enzyme_out, 0.0);  \
        *tape = enz_parts.tape;                                                                    \
        ENZ_R_(ENZ_RETURN_, result)                                                                \
    }                                                                                              \
    ENZ_FUNCTION_ void second(                                                                     \
        ENZ_EACH_(ENZ_PARAMETER_, __VA_ARGS__) ENZ_R_(ENZ_SEED_PARAMETER_, result), void *tape)    \
    {                                                                                              \
        struct second##_parts enz_parts = __enzyme_reverse_##second(                               \
            (void *)first##_primal,                                                                \
            ENZ_R_(ENZ_MARKER_, result) ENZ_EACH_(ENZ_ARGUMENT_, __VA_ARGS__), &enzyme_out,        \
            0.0 ENZ_R_(ENZ_SEED_, result), tape);                                                  \
        ENZ_EACH_(ENZ_ASSIGN_, __VA_ARGS__)                                                        \
        (void)enz_parts;                                                                           \
    }                                                                                              \
    struct first##_parts

/* Declares `name`, which takes the place of the second half of ENZ_SPLIT(first, ...): a forward
 * sweep with what the first half has kept. It has the parameters of ENZ_FORWARD, with ENZ_DUP where
 * the first half has ENZ_ACTIVE, and void *tape behind them; it returns nothing, and frees the
 * tape. */
#define ENZ_SWEEP(name, first, function, result, ...)                                              \
    ENZ_SWEEP_BY_(name, (), (), first, function, result, __VA_ARGS__)
/* The same, and the tape stays, for another sweep. */
#define ENZ_SWEEP_FIRST(name, first, function, result, ...)                                        \
    ENZ_SWEEP_BY_(name, (int *, ), (&enzyme_nofree, ), first, function, result, __VA_ARGS__)

/* The same with a tape in memory of the program's own: void *tape of both halves is the address of
 * so many bytes as size() says, aligned as malloc aligns. */
#define ENZ_SPLIT_IN(first, second, size, function, result, ...)                                   \
    struct first##_parts {                                                                         \
        ENZ_R_(ENZ_PRIMAL_MEMBER_, result)                                                         \
    };                                                                                             \
    ENZ_HALVES_(first, second, function, result, __VA_ARGS__)                                      \
    ENZ_LINKAGE_ __SIZE_TYPE__ __enzyme_augmentsize_##first(                                       \
        void *, int *ENZ_EACH_(ENZ_SIZE_OPERAND_, __VA_ARGS__), int *);                            \
    ENZ_LINKAGE_ struct first##_parts __enzyme_augmentfwd_##first(                                 \
        void *, int *, __SIZE_TYPE__, int *, void *, int *ENZ_EACH_(ENZ_OPERAND_, __VA_ARGS__),    \
        int *, double);                                                                            \
    ENZ_LINKAGE_ struct second##_parts __enzyme_reverse_##second(                                  \
        void *, int *, __SIZE_TYPE__, int *, void *, int *ENZ_EACH_(ENZ_OPERAND_, __VA_ARGS__),    \
        int *, double ENZ_R_(ENZ_SEED_OPERAND_, result));                                          \
    ENZ_FUNCTION_ __SIZE_TYPE__ size(void)                                                         \
    {                                                                                              \
        return __enzyme_augmentsize_##first(                                                       \
            (void *)first##_primal,                                                                \
            ENZ_R_(ENZ_MARKER_, result) ENZ_EACH_(ENZ_SIZE_ARGUMENT_, __VA_ARGS__), &enzyme_out);  \
    }                                                                                              \
    ENZ_FUNCTION_ ENZ_TYPE_OF_ result first(ENZ_EACH_(ENZ_FIRST_PARAMETER_, __VA_ARGS__),          \
                                            void *tape)                                            \
    {                                                                                              \
        ENZ_R_(ENZ_REVERSE_RESULT_, result)                                                        \
        ENZ_EACH_(ENZ_REVERSE_CHECK_, __VA_ARGS__)                                                 \
        struct first##_parts enz_parts = __enzyme_augmentfwd_##first(                              \
            (void *)first##_primal, &enzyme_allocated, size(), &enzyme_tape, tape,                 \
            ENZ_R_(ENZ_MARKER_, result) ENZ_EACH_(ENZ_ARGUMENT_, __VA_ARGS__), &enzyme_out, 0.0);  \
        ENZ_R_(ENZ_RETURN_, result)                                                                \
    }                                                                                              \
    ENZ_FUNCTION_ void second(                                                                     \
        ENZ_EACH_(ENZ_PARAMETER_, __VA_ARGS__) ENZ_R_(ENZ_SEED_PARAMETER_, result), void *tape)    \
    {                                                                                              \
        struct second##_parts enz_parts = __enzyme_reverse_##second(                               \
            (void *)first##_primal, &enzyme_allocated, size(), &enzyme_tape, tape,                 \
            ENZ_R_(ENZ_MARKER_, result) ENZ_EACH_(ENZ_ARGUMENT_, __VA_ARGS__), &enzyme_out,        \
            0.0 ENZ_R_(ENZ_SEED_, result));                                                        \
        ENZ_EACH_(ENZ_ASSIGN_, __VA_ARGS__)                                                        \
        (void)enz_parts;                                                                           \
    }                                                                                              \
    struct first##_parts

/* ---- Several directions at once --------------------------------------------------------------
 * `width`, a constant, is their number W. Descriptors: ENZ_CONST; for numbers and structs of them
 * ENZ_ACTIVE in reverse and ENZ_DUP in forward mode, whose W derivatives lie one behind the other;
 * and for pointers: */

/* Becomes three parameters: the pointer, its shadow in the first direction, and a size_t, the bytes
 * from one direction's shadow to the next one's. */
#define ENZ_STRIDED(...) (enz_strided, __VA_ARGS__)
/* The same, and what the function stores in that memory is not wanted. */
#define ENZ_STRIDED_NONEED(...) (enz_strided_noneed, __VA_ARGS__)

/* Declares `name`, which computes the function and its derivatives in W directions. ENZ_DUP(T)
 * becomes the value and a const T *, its tangents; those of the result, if it is ENZ_DUP, go to
 * the last parameter, T *tangents. */
#define ENZ_FORWARD_WIDE(name, width, function, result, ...)                                       \
    ENZ_PLACES_(name, function, result, __VA_ARGS__)                                               \
    ENZ_LINKAGE_ void __enzyme_fwddiff_##name(void *, int *, int *,                                \
                                              int ENZ_EACH_(ENZ_WIDE_OPERAND_, __VA_ARGS__)        \
                                                  ENZ_R_(ENZ_WIDE_RESULT_OPERAND_, result));       \
    ENZ_FUNCTION_ ENZ_TYPE_OF_ result name(ENZ_EACH_(ENZ_TANGENTS_PARAMETER_, __VA_ARGS__)         \
                                               ENZ_R_(ENZ_TANGENTS_RESULT_, result))               \
    {                                                                                              \
        ENZ_R_(ENZ_FORWARD_RESULT_, result)                                                        \
        ENZ_EACH_(ENZ_TANGENTS_CHECK_, __VA_ARGS__)                                                \
        ENZ_R_(ENZ_WIDE_RESULT_, result)                                                           \
        __enzyme_fwddiff_##name((void *)name##_primal, &enzyme_const_return, &enzyme_width,        \
                                width ENZ_EACH_(ENZ_TANGENTS_ARGUMENT_, __VA_ARGS__)               \
                                    ENZ_R_(ENZ_TANGENTS_RESULT_ARGUMENT_, result));                \
        ENZ_R_(ENZ_WIDE_RETURN_, result)                                                           \
    }                                                                                              \
    struct name##_wide

/* Declares `name`, which computes the function and W gradients. ENZ_ACTIVE(T) becomes the value and
 * a T *, to which its gradients are assigned, or a null pointer. The last parameter, if the result
 * is ENZ_ACTIVE, is const T *adjoints: what each direction's gradient is multiplied by. Without a
 * result the adjoints of memory tell directions apart. */
#define ENZ_REVERSE_WIDE(name, width, function, result, ...)                                       \
    ENZ_PLACES_(name, function, result, __VA_ARGS__)                                               \
    ENZ_LINKAGE_ void __enzyme_autodiff_##name(void *, int *, int *,                               \
                                               int ENZ_EACH_(ENZ_WIDE_OPERAND_, __VA_ARGS__)       \
                                                   ENZ_R_(ENZ_WIDE_RESULT_OPERAND_, result));      \
    ENZ_FUNCTION_ ENZ_TYPE_OF_ result name(ENZ_EACH_(ENZ_GRADIENTS_PARAMETER_, __VA_ARGS__)        \
                                               ENZ_R_(ENZ_ADJOINTS_PARAMETER_, result))            \
    {                                                                                              \
        enum { enz_width = (width) };                                                              \
        ENZ_R_(ENZ_REVERSE_RESULT_, result)                                                        \
        ENZ_EACH_(ENZ_GRADIENTS_CHECK_, __VA_ARGS__)                                               \
        ENZ_R_(ENZ_WIDE_RESULT_, result)                                                           \
        ENZ_R_(ENZ_ADJOINTS_, result)                                                              \
        ENZ_EACH_(ENZ_GRADIENTS_, __VA_ARGS__)                                                     \
        __enzyme_autodiff_##name((void *)name##_primal, &enzyme_const_return, &enzyme_width,       \
                                 width ENZ_EACH_(ENZ_GRADIENTS_ARGUMENT_, __VA_ARGS__)             \
                                     ENZ_R_(ENZ_ADJOINTS_ARGUMENT_, result));                      \
        ENZ_EACH_(ENZ_GRADIENTS_ASSIGN_, __VA_ARGS__)                                              \
        ENZ_R_(ENZ_WIDE_RETURN_, result)                                                           \
    }                                                                                              \
    struct name##_wide

/* ---- Others ---------------------------------------------------------------------------------- */

/* Declares `name`, which runs `function` for `width` lanes and stores their results, of type
 * `result`: void name(result *results, ...). One descriptor for each parameter: */
#define ENZ_BATCH(name, width, function, result, ...)                                              \
    struct name##_lanes {                                                                          \
        __typeof__(result) lane[width];                                                            \
    };                                                                                             \
    ENZ_ASSERT_(ENZ_SAME_(function, __typeof__(result)(ENZ_EACH_(ENZ_PLAIN_, __VA_ARGS__))),       \
                #name ": the descriptors do not fit the result and parameters of " #function)      \
    ENZ_LINKAGE_ struct name##_lanes __enzyme_batch_##name(                                        \
        void *, int *, int ENZ_EACH_(ENZ_LANE_OPERAND_, __VA_ARGS__));                             \
    ENZ_FUNCTION_ void name(__typeof__(result) *results,                                           \
                            ENZ_EACH_(ENZ_LANE_PARAMETER_, __VA_ARGS__))                           \
    {                                                                                              \
        struct name##_lanes enz_lanes = __enzyme_batch_##name(                                     \
            (void *)function, &enzyme_width, width ENZ_EACH_(ENZ_LANE_ARGUMENT_, __VA_ARGS__));    \
        for (int enz_i = 0; enz_i < (width); enz_i++)                                              \
            results[enz_i] = enz_lanes.lane[enz_i];                                                \
    }                                                                                              \
    struct name##_lanes
/* A number: const T *, the values of the lanes, one behind the other. */
#define ENZ_EACH_LANE(...) (enz_lanes, __VA_ARGS__)
/* The same T for all lanes. */
#define ENZ_ALL_LANES(...) (enz_shared, __VA_ARGS__)
/* ENZ_STRIDED, a pointer: that of the first lane, and a size_t, the bytes from one lane's to the
 * next one's. */

/* Declares `name`, which returns `function` with its operations rounded: name() is a pointer of its
 * type. from: bits of the numbers that it computes with; behind it the bits of the format that they
 * are rounded to, or those of its exponent and of its significand. */
#define ENZ_TRUNCATED(name, function, from, ...)                                                   \
    ENZ_LINKAGE_ __typeof__(function) *__enzyme_truncate_op_func_##name(void *, int, ...);         \
    ENZ_FUNCTION_ __typeof__(function) *name(void)                                                 \
    {                                                                                              \
        return __enzyme_truncate_op_func_##name((void *)function, from, __VA_ARGS__);              \
    }                                                                                              \
    struct name##_truncated

/* The same, and what is moved is rounded, too. */
#define ENZ_TRUNCATED_MEMORY(name, function, from, ...)                                            \
    ENZ_LINKAGE_ __typeof__(function) *__enzyme_truncate_mem_func_##name(void *, int, ...);        \
    ENZ_FUNCTION_ __typeof__(function) *name(void)                                                 \
    {                                                                                              \
        return __enzyme_truncate_mem_func_##name((void *)function, from, __VA_ARGS__);             \
    }                                                                                              \
    struct name##_truncated

/* ---- What follows is not for use in programs -------------------------------------------------
 * ENZ_EACH_(ENZ_WHAT_, descriptors) is ENZ_WHAT_<kind>(i, type) for each parameter i; ENZ_R_ is
 * the same for the result. */

#define ENZ_FORWARD_BY_(entry, name, function, result, ...)                                        \
    struct name##_parts {                                                                          \
        ENZ_R_(ENZ_PRIMAL_MEMBER_, result)                                                         \
        ENZ_R_(ENZ_TANGENT_MEMBER_, result)                                                        \
    };                                                                                             \
    ENZ_PRIMAL_(name, function, result, __VA_ARGS__)                                               \
    ENZ_LINKAGE_ struct name##_parts entry##name(                                                  \
        void *, int *, int *ENZ_EACH_(ENZ_FORWARD_OPERAND_, __VA_ARGS__));                         \
    ENZ_FUNCTION_ ENZ_TYPE_OF_ result name(ENZ_EACH_(ENZ_FORWARD_PARAMETER_, __VA_ARGS__)          \
                                               ENZ_R_(ENZ_TANGENT_PARAMETER_, result))             \
    {                                                                                              \
        ENZ_R_(ENZ_FORWARD_RESULT_, result)                                                        \
        ENZ_EACH_(ENZ_FORWARD_CHECK_, __VA_ARGS__)                                                 \
        struct name##_parts enz_parts =                                                            \
            entry##name((void *)ENZ_TARGET_(name, function, result), ENZ_R_(ENZ_MARKER_, result),  \
                        &enzyme_primal_return ENZ_EACH_(ENZ_ARGUMENT_, __VA_ARGS__));              \
        ENZ_R_(ENZ_TANGENT_ASSIGN_, result)                                                        \
        ENZ_R_(ENZ_RETURN_, result)                                                                \
    }                                                                                              \
    struct name##_parts

#define ENZ_SWEEP_BY_(name, marker_type, marker, first, function, result, ...)                     \
    struct name##_parts {                                                                          \
        ENZ_R_(ENZ_TANGENT_MEMBER_, result)                                                        \
    };                                                                                             \
    ENZ_ASSERT_(ENZ_SAME_(function, ENZ_TYPE_OF_ result(ENZ_EACH_(ENZ_PLAIN_, __VA_ARGS__))),      \
                #name ": the descriptors do not fit the result and parameters of " #function)      \
    ENZ_LINKAGE_ struct name##_parts __enzyme_fwdsplit_##name(                                     \
        void *, int *ENZ_EACH_(ENZ_FORWARD_OPERAND_, __VA_ARGS__), int *, double, double,          \
        ENZ_UNWRAP_ marker_type void *);                                                           \
    ENZ_FUNCTION_ void name(ENZ_EACH_(ENZ_FORWARD_PARAMETER_, __VA_ARGS__)                         \
                                ENZ_R_(ENZ_TANGENT_PARAMETER_, result),                            \
                            void *tape)                                                            \
    {                                                                                              \
        ENZ_R_(ENZ_FORWARD_RESULT_, result)                                                        \
        ENZ_EACH_(ENZ_FORWARD_CHECK_, __VA_ARGS__)                                                 \
        struct name##_parts enz_parts = __enzyme_fwdsplit_##name(                                  \
            (void *)first##_primal,                                                                \
            ENZ_R_(ENZ_MARKER_, result) ENZ_EACH_(ENZ_ARGUMENT_, __VA_ARGS__), &enzyme_dup, 0.0,   \
            0.0, ENZ_UNWRAP_ marker tape);                                                         \
        ENZ_R_(ENZ_TANGENT_ASSIGN_, result)                                                        \
        (void)enz_parts;                                                                           \
    }                                                                                              \
    struct name##_parts
#define ENZ_UNWRAP_(...) __VA_ARGS__

#define ENZ_KIND_OF_(kind, ...) kind
#define ENZ_TYPE_OF_(kind, ...) __typeof__(__VA_ARGS__)
#define ENZ_CAT_(a, b)          ENZ_CAT_AGAIN_(a, b)
#define ENZ_CAT_AGAIN_(a, b)    a##b
#define ENZ_ONE_(what, i, descriptor)                                                              \
    ENZ_CAT_(what, ENZ_KIND_OF_ descriptor)(i, ENZ_TYPE_OF_ descriptor)
#define ENZ_R_(what, descriptor) ENZ_ONE_(what, R, descriptor)

#define ENZ_EACH_(what, ...)                                                                       \
    ENZ_CAT_(ENZ_EACH_,                                                                            \
             ENZ_COUNT_(__VA_ARGS__, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0))(what, __VA_ARGS__)
#define ENZ_COUNT_(a, b, c, d, e, f, g, h, i, j, k, l, n, ...) n
#define ENZ_EACH_1(w, a)                                       ENZ_ONE_(w, 0, a)
#define ENZ_EACH_2(w, a, b)                                    ENZ_EACH_1(w, a) ENZ_ONE_(w, 1, b)
#define ENZ_EACH_3(w, a, b, c)                                 ENZ_EACH_2(w, a, b) ENZ_ONE_(w, 2, c)
#define ENZ_EACH_4(w, a, b, c, d)             ENZ_EACH_3(w, a, b, c) ENZ_ONE_(w, 3, d)
#define ENZ_EACH_5(w, a, b, c, d, e)          ENZ_EACH_4(w, a, b, c, d) ENZ_ONE_(w, 4, e)
#define ENZ_EACH_6(w, a, b, c, d, e, f)       ENZ_EACH_5(w, a, b, c, d, e) ENZ_ONE_(w, 5, f)
#define ENZ_EACH_7(w, a, b, c, d, e, f, g)    ENZ_EACH_6(w, a, b, c, d, e, f) ENZ_ONE_(w, 6, g)
#define ENZ_EACH_8(w, a, b, c, d, e, f, g, h) ENZ_EACH_7(w, a, b, c, d, e, f, g) ENZ_ONE_(w, 7, h)
#define ENZ_EACH_9(w, a, b, c, d, e, f, g, h, i)                                                   \
    ENZ_EACH_8(w, a, b, c, d, e, f, g, h) ENZ_ONE_(w, 8, i)
#define ENZ_EACH_10(w, a, b, c, d, e, f, g, h, i, j)                                               \
    ENZ_EACH_9(w, a, b, c, d, e, f, g, h, i) ENZ_ONE_(w, 9, j)
#define ENZ_EACH_11(w, a, b, c, d, e, f, g, h, i, j, k)                                            \
    ENZ_EACH_10(w, a, b, c, d, e, f, g, h, i, j) ENZ_ONE_(w, 10, k)
#define ENZ_EACH_12(w, a, b, c, d, e, f, g, h, i, j, k, l)                                         \
    ENZ_EACH_11(w, a, b, c, d, e, f, g, h, i, j, k) ENZ_ONE_(w, 11, l)

/* A comma before every parameter but the first. */
#define ENZ_COMMA_0
#define ENZ_COMMA_1  ,
#define ENZ_COMMA_2  ,
#define ENZ_COMMA_3  ,
#define ENZ_COMMA_4  ,
#define ENZ_COMMA_5  ,
#define ENZ_COMMA_6  ,
#define ENZ_COMMA_7  ,
#define ENZ_COMMA_8  ,
#define ENZ_COMMA_9  ,
#define ENZ_COMMA_10 ,
#define ENZ_COMMA_11 ,

#define ENZ_FUNCTION_ static inline __attribute__((always_inline, nodebug, unused))

/* The kind of a type: 5 pointer, 8 and 9 number, 12 struct, 13 union; 1 to 4 integer. */
#define ENZ_CLASS_(...)      __builtin_classify_type(*(__VA_ARGS__ *)0)
#define ENZ_IS_POINTER_(...) (ENZ_CLASS_(__VA_ARGS__) == 5)
#define ENZ_IS_INTEGER_(...) (ENZ_CLASS_(__VA_ARGS__) >= 1 && ENZ_CLASS_(__VA_ARGS__) <= 4)

/* Two types of functions; the type of a shadow: as its pointer, but what it points to is not const.
 */
#ifndef __cplusplus
#define ENZ_LINKAGE_                 extern
#define ENZ_ASSERT_(condition, text) _Static_assert(condition, "enzcc: " text);
#define ENZ_SAME_(function, ...)     __builtin_types_compatible_p(__typeof__(function), __VA_ARGS__)
#define ENZ_SHADOW_(...)                                                                           \
    __typeof_unqual__(                                                                             \
        *__builtin_choose_expr(ENZ_IS_POINTER_(__VA_ARGS__), *(__VA_ARGS__ *)0, (char *)0)) *
#else
#define ENZ_LINKAGE_                 extern "C"
#define ENZ_ASSERT_(condition, text) static_assert(condition, "enzcc: " text);
#define ENZ_SAME_(function, ...)                                                                   \
    __is_convertible(__typeof__(&(function)), __typeof__(__VA_ARGS__) *)
#define ENZ_SHADOW_(...) enzcc_shadow_of<__VA_ARGS__>::type
template <typename T> struct enzcc_shadow_of {
    typedef char *type;
};
template <typename T> struct enzcc_shadow_of<T *> {
    typedef T *type;
};
template <typename T> struct enzcc_shadow_of<const T *> {
    typedef T *type;
};
#endif

/* The function is of the declared type. One without a result is differentiated through name_primal,
 * which returns 0: then there is always something to return. */
#define ENZ_PRIMAL_(name, function, result, ...)                                                   \
    ENZ_ASSERT_(ENZ_SAME_(function, ENZ_TYPE_OF_ result(ENZ_EACH_(ENZ_PLAIN_, __VA_ARGS__))),      \
                #name ": the descriptors do not fit the result and parameters of " #function)      \
    ENZ_CAT_(ENZ_PRIMAL_FOR_, ENZ_KIND_OF_ result)(name, function, __VA_ARGS__)
#define ENZ_PRIMAL_FOR_enz_active(...)
#define ENZ_PRIMAL_FOR_enz_dup(...)
#define ENZ_PRIMAL_FOR_enz_dupnoneed(...)
#define ENZ_PRIMAL_FOR_enz_constant(...)
#define ENZ_PRIMAL_FOR_enz_nothing(name, function, ...)                                            \
    __attribute__((unused)) static int name##_primal(ENZ_EACH_(ENZ_VALUE_, __VA_ARGS__))           \
    {                                                                                              \
        function(ENZ_EACH_(ENZ_NAME_, __VA_ARGS__));                                               \
        return 0;                                                                                  \
    }
/* The halves are those of a function with a number more, of which nothing depends. */
#define ENZ_HALVES_(first, second, function, result, ...)                                          \
    struct second##_parts {                                                                        \
        ENZ_EACH_(ENZ_GRADIENT_MEMBER_, __VA_ARGS__)                                               \
        double none; /* so that there is a gradient */                                             \
        char in_memory[17];                                                                        \
    };                                                                                             \
    ENZ_ASSERT_(ENZ_SAME_(function, ENZ_TYPE_OF_ result(ENZ_EACH_(ENZ_PLAIN_, __VA_ARGS__))),      \
                #first ": the descriptors do not fit the result and parameters of " #function)     \
    __attribute__((unused)) static ENZ_CAT_(ENZ_STORED_, ENZ_KIND_OF_ result) result               \
    first##_primal(ENZ_EACH_(ENZ_VALUE_, __VA_ARGS__), double enz_none)                            \
    {                                                                                              \
        (void)enz_none;                                                                            \
        ENZ_CAT_(ENZ_RUN_, ENZ_KIND_OF_ result)(function(ENZ_EACH_(ENZ_NAME_, __VA_ARGS__)))       \
    }
#define ENZ_STORED_enz_active(kind, ...)  __typeof__(__VA_ARGS__)
#define ENZ_STORED_enz_dup                ENZ_STORED_enz_active
#define ENZ_STORED_enz_dupnoneed          ENZ_STORED_enz_active
#define ENZ_STORED_enz_constant           ENZ_STORED_enz_active
#define ENZ_STORED_enz_nothing(kind, ...) int
#define ENZ_RUN_enz_active(...)           return __VA_ARGS__;
#define ENZ_RUN_enz_dup                   ENZ_RUN_enz_active
#define ENZ_RUN_enz_dupnoneed             ENZ_RUN_enz_active
#define ENZ_RUN_enz_constant              ENZ_RUN_enz_active
#define ENZ_RUN_enz_nothing(...)                                                                   \
    __VA_ARGS__;                                                                                   \
    return 0;
#define ENZ_TARGET_(name, function, result)                                                        \
    ENZ_CAT_(ENZ_TARGET_FOR_, ENZ_KIND_OF_ result)(name, function)
#define ENZ_TARGET_FOR_enz_active(name, function)    function
#define ENZ_TARGET_FOR_enz_dup(name, function)       function
#define ENZ_TARGET_FOR_enz_dupnoneed(name, function) function
#define ENZ_TARGET_FOR_enz_constant(name, function)  function
#define ENZ_TARGET_FOR_enz_nothing(name, function)   name##_primal

/* The function's own parameters: types, declarations, names. */
#define ENZ_PLAIN_enz_active(i, ...) ENZ_COMMA_##i __VA_ARGS__
#define ENZ_PLAIN_enz_dup            ENZ_PLAIN_enz_active
#define ENZ_PLAIN_enz_dupnoneed      ENZ_PLAIN_enz_active
#define ENZ_PLAIN_enz_constant       ENZ_PLAIN_enz_active
#define ENZ_VALUE_enz_active(i, ...) ENZ_COMMA_##i __VA_ARGS__ a##i
#define ENZ_VALUE_enz_dup            ENZ_VALUE_enz_active
#define ENZ_VALUE_enz_dupnoneed      ENZ_VALUE_enz_active
#define ENZ_VALUE_enz_constant       ENZ_VALUE_enz_active
#define ENZ_PLAIN_enz_lanes          ENZ_PLAIN_enz_active
#define ENZ_PLAIN_enz_shared         ENZ_PLAIN_enz_active
#define ENZ_PLAIN_enz_strided        ENZ_PLAIN_enz_active
#define ENZ_NAME_enz_active(i, ...)  ENZ_COMMA_##i a##i
#define ENZ_NAME_enz_dup             ENZ_NAME_enz_active
#define ENZ_NAME_enz_dupnoneed       ENZ_NAME_enz_active
#define ENZ_NAME_enz_constant        ENZ_NAME_enz_active

/* Parameters of the declared function. */
#define ENZ_PARAMETER_enz_active(i, ...) ENZ_COMMA_##i __VA_ARGS__ a##i, __VA_ARGS__ *d##i
#define ENZ_PARAMETER_enz_dup(i, ...) ENZ_COMMA_##i __VA_ARGS__ a##i, ENZ_SHADOW_(__VA_ARGS__) d##i
#define ENZ_PARAMETER_enz_dupnoneed   ENZ_PARAMETER_enz_dup
#define ENZ_PARAMETER_enz_constant    ENZ_VALUE_enz_active
#define ENZ_FORWARD_PARAMETER_enz_active      ENZ_VALUE_enz_active
#define ENZ_FORWARD_PARAMETER_enz_dup(i, ...) ENZ_COMMA_##i __VA_ARGS__ a##i, __VA_ARGS__ d##i
#define ENZ_FORWARD_PARAMETER_enz_dupnoneed   ENZ_FORWARD_PARAMETER_enz_dup
#define ENZ_FORWARD_PARAMETER_enz_constant    ENZ_VALUE_enz_active

#define ENZ_FIRST_PARAMETER_enz_active       ENZ_VALUE_enz_active
#define ENZ_FIRST_PARAMETER_enz_dup          ENZ_PARAMETER_enz_dup
#define ENZ_FIRST_PARAMETER_enz_dupnoneed    ENZ_PARAMETER_enz_dup
#define ENZ_FIRST_PARAMETER_enz_constant     ENZ_VALUE_enz_active
#define ENZ_LANE_PARAMETER_enz_lanes(i, ...) ENZ_COMMA_##i const __VA_ARGS__ *a##i
#define ENZ_LANE_PARAMETER_enz_shared        ENZ_VALUE_enz_active
#define ENZ_LANE_PARAMETER_enz_strided(i, ...)                                                     \
    ENZ_COMMA_##i __VA_ARGS__ a##i, __SIZE_TYPE__ bytes##i

/* The adjoint of the result. */
#define ENZ_SEED_PARAMETER_enz_active(i, ...) , __VA_ARGS__ adjoint
#define ENZ_SEED_PARAMETER_enz_dup(i, ...)
#define ENZ_SEED_PARAMETER_enz_dupnoneed(i, ...)
#define ENZ_SEED_PARAMETER_enz_constant(i, ...)
#define ENZ_SEED_PARAMETER_enz_nothing(i, ...)
#define ENZ_SEED_OPERAND_enz_active(i, ...) , __VA_ARGS__
#define ENZ_SEED_OPERAND_enz_dup(i, ...)
#define ENZ_SEED_OPERAND_enz_dupnoneed(i, ...)
#define ENZ_SEED_OPERAND_enz_constant(i, ...)
#define ENZ_SEED_OPERAND_enz_nothing(i, ...)
#define ENZ_SEED_enz_active(i, ...) , adjoint
#define ENZ_SEED_enz_dup(i, ...)
#define ENZ_SEED_enz_dupnoneed(i, ...)
#define ENZ_SEED_enz_constant(i, ...)
#define ENZ_SEED_enz_nothing(i, ...)

/* Operands of the derivative call: their types, and they themselves. */
#define ENZ_OPERAND_enz_active(i, ...)      , int *, __VA_ARGS__
#define ENZ_OPERAND_enz_dup(i, ...)         , int *, __VA_ARGS__, ENZ_SHADOW_(__VA_ARGS__)
#define ENZ_OPERAND_enz_dupnoneed           ENZ_OPERAND_enz_dup
#define ENZ_OPERAND_enz_constant            ENZ_OPERAND_enz_active
#define ENZ_FORWARD_OPERAND_enz_active      ENZ_OPERAND_enz_active
#define ENZ_FORWARD_OPERAND_enz_dup(i, ...) , int *, __VA_ARGS__, __VA_ARGS__
#define ENZ_FORWARD_OPERAND_enz_dupnoneed   ENZ_FORWARD_OPERAND_enz_dup
#define ENZ_FORWARD_OPERAND_enz_constant    ENZ_OPERAND_enz_active
#define ENZ_ARGUMENT_enz_active(i, ...)     , &enzyme_out, a##i
#define ENZ_ARGUMENT_enz_dup(i, ...)        , &enzyme_dup, a##i, d##i
#define ENZ_ARGUMENT_enz_dupnoneed(i, ...)  , &enzyme_dupnoneed, a##i, d##i
#define ENZ_ARGUMENT_enz_constant(i, ...)   , &enzyme_const, a##i

#define ENZ_SIZE_OPERAND_enz_active(i, ...)     , int *
#define ENZ_SIZE_OPERAND_enz_dup                ENZ_SIZE_OPERAND_enz_active
#define ENZ_SIZE_OPERAND_enz_dupnoneed          ENZ_SIZE_OPERAND_enz_active
#define ENZ_SIZE_OPERAND_enz_constant           ENZ_SIZE_OPERAND_enz_active
#define ENZ_SIZE_ARGUMENT_enz_active(i, ...)    , &enzyme_out
#define ENZ_SIZE_ARGUMENT_enz_dup(i, ...)       , &enzyme_dup
#define ENZ_SIZE_ARGUMENT_enz_dupnoneed(i, ...) , &enzyme_dupnoneed
#define ENZ_SIZE_ARGUMENT_enz_constant(i, ...)  , &enzyme_const

#define ENZ_LANE_OPERAND_enz_lanes(i, ...)    , int *, int, const __VA_ARGS__ *
#define ENZ_LANE_OPERAND_enz_shared(i, ...)   , int *, __VA_ARGS__
#define ENZ_LANE_OPERAND_enz_strided(i, ...)  , int *, __SIZE_TYPE__, __VA_ARGS__
#define ENZ_LANE_ARGUMENT_enz_lanes(i, ...)   , &enzyme_buffer, (int)sizeof(__VA_ARGS__), a##i
#define ENZ_LANE_ARGUMENT_enz_shared(i, ...)  , &enzyme_scalar, a##i
#define ENZ_LANE_ARGUMENT_enz_strided(i, ...) , &enzyme_buffer, bytes##i, a##i

/* The activity of the result, what the derivative call returns and where it goes. */
#define ENZ_MARKER_enz_active(i, ...)          &enzyme_active_return
#define ENZ_MARKER_enz_dup(i, ...)             &enzyme_dup_return
#define ENZ_MARKER_enz_dupnoneed(i, ...)       &enzyme_dup_return
#define ENZ_MARKER_enz_constant(i, ...)        &enzyme_const_return
#define ENZ_MARKER_enz_nothing(i, ...)         &enzyme_const_return
#define ENZ_PRIMAL_MEMBER_enz_active(i, ...)   __VA_ARGS__ primal;
#define ENZ_PRIMAL_MEMBER_enz_dup              ENZ_PRIMAL_MEMBER_enz_active
#define ENZ_PRIMAL_MEMBER_enz_dupnoneed        ENZ_PRIMAL_MEMBER_enz_active
#define ENZ_PRIMAL_MEMBER_enz_constant         ENZ_PRIMAL_MEMBER_enz_active
#define ENZ_PRIMAL_MEMBER_enz_nothing(i, ...)  int primal;
#define ENZ_GRADIENT_MEMBER_enz_active(i, ...) __VA_ARGS__ d##i;
#define ENZ_GRADIENT_MEMBER_enz_dup(i, ...)
#define ENZ_GRADIENT_MEMBER_enz_dupnoneed(i, ...)
#define ENZ_GRADIENT_MEMBER_enz_constant(i, ...)
#define ENZ_ASSIGN_enz_active(i, ...)                                                              \
    if (d##i)                                                                                      \
        *d##i = enz_parts.d##i;
#define ENZ_ASSIGN_enz_dup(i, ...)
#define ENZ_ASSIGN_enz_dupnoneed(i, ...)
#define ENZ_ASSIGN_enz_constant(i, ...)
#define ENZ_RETURN_enz_active(i, ...)      return enz_parts.primal;
#define ENZ_RETURN_enz_dup                 ENZ_RETURN_enz_active
#define ENZ_RETURN_enz_dupnoneed           ENZ_RETURN_enz_active
#define ENZ_RETURN_enz_constant            ENZ_RETURN_enz_active
#define ENZ_RETURN_enz_nothing(i, ...)     (void)enz_parts;
#define ENZ_TANGENT_MEMBER_enz_active      ENZ_TANGENT_MEMBER_enz_dup
#define ENZ_TANGENT_MEMBER_enz_dup(i, ...) __VA_ARGS__ tangent;
#define ENZ_TANGENT_MEMBER_enz_dupnoneed   ENZ_TANGENT_MEMBER_enz_dup
#define ENZ_TANGENT_MEMBER_enz_constant(i, ...)
#define ENZ_TANGENT_MEMBER_enz_nothing(i, ...)
#define ENZ_TANGENT_PARAMETER_enz_active      ENZ_TANGENT_PARAMETER_enz_dup
#define ENZ_TANGENT_PARAMETER_enz_dup(i, ...) , __VA_ARGS__ *tangent
#define ENZ_TANGENT_PARAMETER_enz_dupnoneed   ENZ_TANGENT_PARAMETER_enz_dup
#define ENZ_TANGENT_PARAMETER_enz_constant(i, ...)
#define ENZ_TANGENT_PARAMETER_enz_nothing(i, ...)
#define ENZ_TANGENT_ASSIGN_enz_active      ENZ_TANGENT_ASSIGN_enz_dup
#define ENZ_TANGENT_ASSIGN_enz_dup(i, ...) *tangent = enz_parts.tangent;
#define ENZ_TANGENT_ASSIGN_enz_dupnoneed   ENZ_TANGENT_ASSIGN_enz_dup
#define ENZ_TANGENT_ASSIGN_enz_constant(i, ...)
#define ENZ_TANGENT_ASSIGN_enz_nothing(i, ...)

/* Activities that the mode or the type does not have. */
#define ENZ_REVERSE_CHECK_enz_active(i, ...)                                                       \
    ENZ_ASSERT_(!ENZ_IS_POINTER_(__VA_ARGS__),                                                     \
                "ENZ_ACTIVE of a pointer: its gradient goes to a shadow: use ENZ_DUP")             \
    ENZ_ASSERT_(!ENZ_IS_INTEGER_(__VA_ARGS__),                                                     \
                "ENZ_ACTIVE of an integer, which has no derivative: use ENZ_CONST")
#define ENZ_REVERSE_CHECK_enz_dup(i, ...)                                                          \
    ENZ_ASSERT_(ENZ_IS_POINTER_(__VA_ARGS__),                                                      \
                "ENZ_DUP of a value in reverse mode: the gradient is lost: use ENZ_ACTIVE")
#define ENZ_REVERSE_CHECK_enz_dupnoneed ENZ_REVERSE_CHECK_enz_dup
#define ENZ_REVERSE_CHECK_enz_constant(i, ...)
#define ENZ_FORWARD_CHECK_enz_active(i, ...)                                                       \
    ENZ_ASSERT_(0, "ENZ_ACTIVE is for reverse mode: use ENZ_DUP")
#define ENZ_FORWARD_CHECK_enz_dup(i, ...)                                                          \
    ENZ_ASSERT_(!ENZ_IS_INTEGER_(__VA_ARGS__),                                                     \
                "ENZ_DUP of an integer, which has no derivative: use ENZ_CONST")
#define ENZ_FORWARD_CHECK_enz_dupnoneed ENZ_FORWARD_CHECK_enz_dup
#define ENZ_FORWARD_CHECK_enz_constant(i, ...)
#define ENZ_REVERSE_RESULT_enz_active(i, ...)                                                      \
    ENZ_ASSERT_(!ENZ_IS_POINTER_(__VA_ARGS__),                                                     \
                "ENZ_ACTIVE of a result that is a pointer: use ENZ_CONST")                         \
    ENZ_ASSERT_(!ENZ_IS_INTEGER_(__VA_ARGS__),                                                     \
                "ENZ_ACTIVE of a result that is an integer: use ENZ_CONST")
#define ENZ_REVERSE_RESULT_enz_dup(i, ...)                                                         \
    ENZ_ASSERT_(0, "ENZ_DUP of the result is for forward mode: use ENZ_ACTIVE")
#define ENZ_REVERSE_RESULT_enz_dupnoneed ENZ_REVERSE_RESULT_enz_dup
#define ENZ_REVERSE_RESULT_enz_constant(i, ...)
#define ENZ_REVERSE_RESULT_enz_nothing(i, ...)
#define ENZ_FORWARD_RESULT_enz_active(i, ...)                                                      \
    ENZ_ASSERT_(0, "ENZ_ACTIVE of the result is for reverse mode: use ENZ_DUP")
#define ENZ_FORWARD_RESULT_enz_dup(i, ...)                                                         \
    ENZ_ASSERT_(!ENZ_IS_INTEGER_(__VA_ARGS__),                                                     \
                "ENZ_DUP of a result that is an integer: use ENZ_CONST")
#define ENZ_FORWARD_RESULT_enz_dupnoneed ENZ_FORWARD_RESULT_enz_dup
#define ENZ_FORWARD_RESULT_enz_constant(i, ...)
#define ENZ_FORWARD_RESULT_enz_nothing(i, ...)

/* ---- Several directions: numbers and the result are in memory, with a shadow for each direction.
 */

#define ENZ_PLACES_(name, function, result, ...)                                                   \
    ENZ_ASSERT_(ENZ_SAME_(function, ENZ_TYPE_OF_ result(ENZ_EACH_(ENZ_PLAIN_, __VA_ARGS__))),      \
                #name ": the descriptors do not fit the result and parameters of " #function)      \
    __attribute__((unused)) static void name##_primal(ENZ_EACH_(ENZ_PLACE_, __VA_ARGS__)           \
                                                          ENZ_R_(ENZ_RESULT_PLACE_, result))       \
    {                                                                                              \
        ENZ_R_(ENZ_PUT_, result) function(ENZ_EACH_(ENZ_TAKE_, __VA_ARGS__));                      \
    }
#define ENZ_PLACE_enz_active(i, ...)        ENZ_COMMA_##i const __VA_ARGS__ *a##i
#define ENZ_PLACE_enz_dup                   ENZ_PLACE_enz_active
#define ENZ_PLACE_enz_dupnoneed             ENZ_PLACE_enz_active
#define ENZ_PLACE_enz_strided               ENZ_VALUE_enz_active
#define ENZ_PLACE_enz_strided_noneed        ENZ_VALUE_enz_active
#define ENZ_PLACE_enz_constant              ENZ_VALUE_enz_active
#define ENZ_TAKE_enz_active(i, ...)         ENZ_COMMA_##i *a##i
#define ENZ_TAKE_enz_dup                    ENZ_TAKE_enz_active
#define ENZ_TAKE_enz_dupnoneed              ENZ_TAKE_enz_active
#define ENZ_TAKE_enz_strided                ENZ_NAME_enz_active
#define ENZ_TAKE_enz_strided_noneed         ENZ_NAME_enz_active
#define ENZ_TAKE_enz_constant               ENZ_NAME_enz_active
#define ENZ_PLAIN_enz_strided_noneed        ENZ_PLAIN_enz_active
#define ENZ_RESULT_PLACE_enz_active(i, ...) , __VA_ARGS__ *enz_result
#define ENZ_RESULT_PLACE_enz_dup            ENZ_RESULT_PLACE_enz_active
#define ENZ_RESULT_PLACE_enz_dupnoneed      ENZ_RESULT_PLACE_enz_active
#define ENZ_RESULT_PLACE_enz_constant       ENZ_RESULT_PLACE_enz_active
#define ENZ_RESULT_PLACE_enz_nothing(i, ...)
#define ENZ_PUT_enz_active(i, ...) *enz_result =
#define ENZ_PUT_enz_dup            ENZ_PUT_enz_active
#define ENZ_PUT_enz_dupnoneed      ENZ_PUT_enz_active
#define ENZ_PUT_enz_constant       ENZ_PUT_enz_active
#define ENZ_PUT_enz_nothing(i, ...)

/* Parameters of the declared function. */
#define ENZ_TANGENTS_PARAMETER_enz_active ENZ_VALUE_enz_active
#define ENZ_TANGENTS_PARAMETER_enz_dup(i, ...)                                                     \
    ENZ_COMMA_##i __VA_ARGS__ a##i, const __VA_ARGS__ *d##i
#define ENZ_TANGENTS_PARAMETER_enz_dupnoneed ENZ_TANGENTS_PARAMETER_enz_dup
#define ENZ_TANGENTS_PARAMETER_enz_strided(i, ...)                                                 \
    ENZ_COMMA_##i __VA_ARGS__ a##i, __VA_ARGS__ d##i, __SIZE_TYPE__ bytes##i
#define ENZ_TANGENTS_PARAMETER_enz_strided_noneed ENZ_TANGENTS_PARAMETER_enz_strided
#define ENZ_TANGENTS_PARAMETER_enz_constant       ENZ_VALUE_enz_active
#define ENZ_TANGENTS_RESULT_enz_active            ENZ_TANGENTS_RESULT_enz_dup
#define ENZ_TANGENTS_RESULT_enz_dup(i, ...)       , __VA_ARGS__ *tangents
#define ENZ_TANGENTS_RESULT_enz_dupnoneed         ENZ_TANGENTS_RESULT_enz_dup
#define ENZ_TANGENTS_RESULT_enz_constant(i, ...)
#define ENZ_TANGENTS_RESULT_enz_nothing(i, ...)
#define ENZ_GRADIENTS_PARAMETER_enz_active    ENZ_PARAMETER_enz_active
#define ENZ_GRADIENTS_PARAMETER_enz_dup       ENZ_PARAMETER_enz_active
#define ENZ_GRADIENTS_PARAMETER_enz_dupnoneed ENZ_PARAMETER_enz_active
#define ENZ_GRADIENTS_PARAMETER_enz_strided(i, ...)                                                \
    ENZ_COMMA_##i __VA_ARGS__ a##i, ENZ_SHADOW_(__VA_ARGS__) d##i, __SIZE_TYPE__ bytes##i
#define ENZ_GRADIENTS_PARAMETER_enz_strided_noneed ENZ_GRADIENTS_PARAMETER_enz_strided
#define ENZ_GRADIENTS_PARAMETER_enz_constant       ENZ_VALUE_enz_active
#define ENZ_ADJOINTS_PARAMETER_enz_active(i, ...)  , const __VA_ARGS__ *adjoints
#define ENZ_ADJOINTS_PARAMETER_enz_dup(i, ...)
#define ENZ_ADJOINTS_PARAMETER_enz_dupnoneed(i, ...)
#define ENZ_ADJOINTS_PARAMETER_enz_constant(i, ...)
#define ENZ_ADJOINTS_PARAMETER_enz_nothing(i, ...)

/* Operands: the marker, the distance of shadows, the place and its shadows. */
#define ENZ_WIDE_OPERAND_enz_active(i, ...)                                                        \
    , int *, __SIZE_TYPE__, const __VA_ARGS__ *, const __VA_ARGS__ *
#define ENZ_WIDE_OPERAND_enz_dup             ENZ_WIDE_OPERAND_enz_active
#define ENZ_WIDE_OPERAND_enz_dupnoneed       ENZ_WIDE_OPERAND_enz_active
#define ENZ_WIDE_OPERAND_enz_strided(i, ...) , int *, __SIZE_TYPE__, __VA_ARGS__, const void *
#define ENZ_WIDE_OPERAND_enz_strided_noneed  ENZ_WIDE_OPERAND_enz_strided
#define ENZ_WIDE_OPERAND_enz_constant        ENZ_OPERAND_enz_active
#define ENZ_WIDE_RESULT_OPERAND_enz_active(i, ...)                                                 \
    , int *, __SIZE_TYPE__, __VA_ARGS__ *, __VA_ARGS__ *
#define ENZ_WIDE_RESULT_OPERAND_enz_dup              ENZ_WIDE_RESULT_OPERAND_enz_active
#define ENZ_WIDE_RESULT_OPERAND_enz_dupnoneed        ENZ_WIDE_RESULT_OPERAND_enz_active
#define ENZ_WIDE_RESULT_OPERAND_enz_constant(i, ...) , int *, __VA_ARGS__ *
#define ENZ_WIDE_RESULT_OPERAND_enz_nothing(i, ...)
#define ENZ_TANGENTS_ARGUMENT_enz_active(i, ...)  , &enzyme_dupv, sizeof(__VA_ARGS__), &a##i, &a##i
#define ENZ_TANGENTS_ARGUMENT_enz_dup(i, ...)     , &enzyme_dupv, sizeof(__VA_ARGS__), &a##i, d##i
#define ENZ_TANGENTS_ARGUMENT_enz_dupnoneed       ENZ_TANGENTS_ARGUMENT_enz_dup
#define ENZ_TANGENTS_ARGUMENT_enz_strided(i, ...) , &enzyme_dupv, bytes##i, a##i, d##i
#define ENZ_TANGENTS_ARGUMENT_enz_strided_noneed(i, ...) , &enzyme_dupnoneedv, bytes##i, a##i, d##i
#define ENZ_TANGENTS_ARGUMENT_enz_constant               ENZ_ARGUMENT_enz_constant
#define ENZ_TANGENTS_RESULT_ARGUMENT_enz_active          ENZ_TANGENTS_RESULT_ARGUMENT_enz_dup
#define ENZ_TANGENTS_RESULT_ARGUMENT_enz_dup(i, ...)                                               \
    , &enzyme_dupv, sizeof(__VA_ARGS__), &enz_result, tangents
#define ENZ_TANGENTS_RESULT_ARGUMENT_enz_dupnoneed        ENZ_TANGENTS_RESULT_ARGUMENT_enz_dup
#define ENZ_TANGENTS_RESULT_ARGUMENT_enz_constant(i, ...) , &enzyme_const, &enz_result
#define ENZ_TANGENTS_RESULT_ARGUMENT_enz_nothing(i, ...)
#define ENZ_GRADIENTS_ARGUMENT_enz_active(i, ...)                                                  \
    , &enzyme_dupv, sizeof(__VA_ARGS__), &a##i, enz_d##i
#define ENZ_GRADIENTS_ARGUMENT_enz_dup            ENZ_TANGENTS_ARGUMENT_enz_dup
#define ENZ_GRADIENTS_ARGUMENT_enz_dupnoneed      ENZ_TANGENTS_ARGUMENT_enz_dup
#define ENZ_GRADIENTS_ARGUMENT_enz_strided        ENZ_TANGENTS_ARGUMENT_enz_strided
#define ENZ_GRADIENTS_ARGUMENT_enz_strided_noneed ENZ_TANGENTS_ARGUMENT_enz_strided_noneed
#define ENZ_GRADIENTS_ARGUMENT_enz_constant       ENZ_ARGUMENT_enz_constant
#define ENZ_ADJOINTS_ARGUMENT_enz_active(i, ...)                                                   \
    , &enzyme_dupv, sizeof(__VA_ARGS__), &enz_result, enz_adjoints
#define ENZ_ADJOINTS_ARGUMENT_enz_dup       ENZ_TANGENTS_RESULT_ARGUMENT_enz_constant
#define ENZ_ADJOINTS_ARGUMENT_enz_dupnoneed ENZ_TANGENTS_RESULT_ARGUMENT_enz_constant
#define ENZ_ADJOINTS_ARGUMENT_enz_constant  ENZ_TANGENTS_RESULT_ARGUMENT_enz_constant
#define ENZ_ADJOINTS_ARGUMENT_enz_nothing(i, ...)

/* Adjoints are used up, and gradients added to: both are copies. */
#define ENZ_ADJOINTS_enz_active(i, ...)                                                            \
    __VA_ARGS__ enz_adjoints[enz_width];                                                           \
    __builtin_memcpy(enz_adjoints, adjoints, sizeof enz_adjoints);
#define ENZ_ADJOINTS_enz_dup(i, ...)
#define ENZ_ADJOINTS_enz_dupnoneed(i, ...)
#define ENZ_ADJOINTS_enz_constant(i, ...)
#define ENZ_ADJOINTS_enz_nothing(i, ...)
#define ENZ_GRADIENTS_enz_active(i, ...)                                                           \
    __VA_ARGS__ enz_d##i[enz_width];                                                               \
    __builtin_memset(enz_d##i, 0, sizeof enz_d##i);
#define ENZ_GRADIENTS_enz_dup(i, ...)
#define ENZ_GRADIENTS_enz_dupnoneed(i, ...)
#define ENZ_GRADIENTS_enz_strided(i, ...)
#define ENZ_GRADIENTS_enz_strided_noneed(i, ...)
#define ENZ_GRADIENTS_enz_constant(i, ...)
#define ENZ_GRADIENTS_ASSIGN_enz_active(i, ...)                                                    \
    if (d##i)                                                                                      \
        __builtin_memcpy(d##i, enz_d##i, sizeof enz_d##i);
#define ENZ_GRADIENTS_ASSIGN_enz_dup(i, ...)
#define ENZ_GRADIENTS_ASSIGN_enz_dupnoneed(i, ...)
#define ENZ_GRADIENTS_ASSIGN_enz_strided(i, ...)
#define ENZ_GRADIENTS_ASSIGN_enz_strided_noneed(i, ...)
#define ENZ_GRADIENTS_ASSIGN_enz_constant(i, ...)
#define ENZ_WIDE_RESULT_enz_active(i, ...) __VA_ARGS__ enz_result;
#define ENZ_WIDE_RESULT_enz_dup            ENZ_WIDE_RESULT_enz_active
#define ENZ_WIDE_RESULT_enz_dupnoneed      ENZ_WIDE_RESULT_enz_active
#define ENZ_WIDE_RESULT_enz_constant       ENZ_WIDE_RESULT_enz_active
#define ENZ_WIDE_RESULT_enz_nothing(i, ...)
#define ENZ_WIDE_RETURN_enz_active(i, ...) return enz_result;
#define ENZ_WIDE_RETURN_enz_dup            ENZ_WIDE_RETURN_enz_active
#define ENZ_WIDE_RETURN_enz_dupnoneed      ENZ_WIDE_RETURN_enz_active
#define ENZ_WIDE_RETURN_enz_constant       ENZ_WIDE_RETURN_enz_active
#define ENZ_WIDE_RETURN_enz_nothing(i, ...)

#define ENZ_STRIDED_CHECK_(i, ...)                                                                 \
    ENZ_ASSERT_(ENZ_IS_POINTER_(__VA_ARGS__), "ENZ_STRIDED of a value: it is for pointers")
#define ENZ_NO_POINTER_(i, ...)                                                                    \
    ENZ_ASSERT_(!ENZ_IS_POINTER_(__VA_ARGS__),                                                     \
                "a pointer, in several directions, needs ENZ_STRIDED")
#define ENZ_TANGENTS_CHECK_enz_active ENZ_FORWARD_CHECK_enz_active
#define ENZ_TANGENTS_CHECK_enz_dup(i, ...)                                                         \
    ENZ_FORWARD_CHECK_enz_dup(i, __VA_ARGS__) ENZ_NO_POINTER_(i, __VA_ARGS__)
#define ENZ_TANGENTS_CHECK_enz_dupnoneed      ENZ_TANGENTS_CHECK_enz_dup
#define ENZ_TANGENTS_CHECK_enz_strided        ENZ_STRIDED_CHECK_
#define ENZ_TANGENTS_CHECK_enz_strided_noneed ENZ_STRIDED_CHECK_
#define ENZ_TANGENTS_CHECK_enz_constant(i, ...)
#define ENZ_GRADIENTS_CHECK_enz_active(i, ...)                                                     \
    ENZ_NO_POINTER_(i, __VA_ARGS__) ENZ_REVERSE_CHECK_enz_active(i, __VA_ARGS__)
#define ENZ_GRADIENTS_CHECK_enz_dup(i, ...)                                                        \
    ENZ_NO_POINTER_(i, __VA_ARGS__) ENZ_REVERSE_CHECK_enz_dup(i, __VA_ARGS__)
#define ENZ_GRADIENTS_CHECK_enz_dupnoneed      ENZ_GRADIENTS_CHECK_enz_dup
#define ENZ_GRADIENTS_CHECK_enz_strided        ENZ_STRIDED_CHECK_
#define ENZ_GRADIENTS_CHECK_enz_strided_noneed ENZ_STRIDED_CHECK_
#define ENZ_GRADIENTS_CHECK_enz_constant(i, ...)

#endif
