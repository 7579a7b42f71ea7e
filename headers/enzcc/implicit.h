/* Derivatives of solutions of equations, by the implicit function theorem.
 *
 * A solver iterates until x satisfies r(x, p) = 0. Where dr/dx is regular, the solution is a
 * function of the parameters p, and
 *
 *     dr/dx dx = -dr/dp dp
 *
 * whatever the iteration was (Griewank and Walther, Evaluating Derivatives, 2nd ed., chapter 15).
 * The macros here register that as the custom rule of a solver: derivatives do not run its
 * iterations backwards and keep none of them. They solve one linear system with dr/dx for a
 * tangent, one with its transpose for adjoints, whose coefficients come from derivatives of the
 * residual. Forward and reverse mode, any width, and higher derivatives.
 *
 *     #include <enzcc/implicit.h>
 *
 *     void solve(double *x, size_t n, const double *p, size_t np, const struct model *data);
 *     void residual(const double *x, double *r, size_t n, const double *p, size_t np,
 *                   const struct model *data);
 *
 *     ENZ_IMPLICIT(solve, residual, enz_solve_dense, struct model);
 *
 * x[n]      The unknowns: solve reads its first guess there and leaves the solution. The first
 *           guess has no derivative. A solver that fails must not return as if it had not: it
 *           leaves NaN in x, so that derivatives are NaN, too, or ends the program.
 * p[np]     The parameters.
 * data      What the functions need besides, or a null pointer; of any type, also void. If it is
 *           active, through a shadow, its numbers are parameters like p. What it points to must be
 *           the same when the reverse sweep gets here.
 * r[n]      The residual only writes r and does not read what was there before. It depends on
 *           nothing that has a derivative but x, p and data.
 *
 * Both are ordinary functions of the program, in any unit; the macro stands at file scope in one of
 * them. Calls of solve must not be inlined into code that another compiler has made bitcode of; see
 * "Where rules are seen" in the user's guide.
 *
 * Memory: a copy of x and p on the tape for each call; while a linear system is solved, 4 n numbers
 * and what the linear solver takes. A program without memory for that ends with a message.
 */
#ifndef ENZCC_IMPLICIT_H
#define ENZCC_IMPLICIT_H
#pragma GCC system_header

#include <enzcc/typed.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The solver is that of r(x, p) = 0; `residual` computes r. `linear` solves the linear systems, see
 * below. `data_type` is what `data` points to. */
#define ENZ_IMPLICIT(solver, residual, linear, data_type)                                          \
    ENZ_IMPLICIT_CHECK_(solver, residual, data_type)                                               \
    ENZ_IMPLICIT_SYSTEM_(solver, residual, linear, data_type)                                      \
    ENZ_IMPLICIT_REVERSE_(solver, residual, linear, data_type)                                     \
    ENZ_IMPLICIT_FORWARD_(solver, residual, linear, data_type)                                     \
    struct solver##_declared

/* The solver finds the fixed point x = s(x, p); `step` computes s(x, p), with the parameters of a
 * residual. */
#define ENZ_FIXED_POINT(solver, step, linear, data_type)                                           \
    ENZ_IMPLICIT_CHECK_(solver, step, data_type)                                                   \
    ENZ_IMPLICIT_DISTANCE_(solver, step, data_type)                                                \
    ENZ_IMPLICIT(solver, solver##_distance, linear, data_type)

/* The same for second and higher derivatives: the solution of a linear system has a rule, by which
 * its derivatives are solutions of systems with the same matrix, so that any linear solver will do.
 * The residual needs second derivatives, also if the program asks for first ones only. */
#define ENZ_IMPLICIT_HIGHER(solver, residual, linear, data_type)                                   \
    ENZ_IMPLICIT(solver, residual, linear, data_type);                                             \
    ENZ_IMPLICIT_PRODUCT_(solver, residual, data_type)                                             \
    ENZ_IMPLICIT_LINEAR_(solver##_solve, solver##_solve_transposed, solver##_product,              \
                         solver##_vary_linear, data_type)                                          \
    ENZ_IMPLICIT_LINEAR_(solver##_solve_transposed, solver##_solve, solver##_product_transposed,   \
                         solver##_vary_transposed, data_type)                                      \
    struct solver##_declared
#define ENZ_FIXED_POINT_HIGHER(solver, step, linear, data_type)                                    \
    ENZ_IMPLICIT_CHECK_(solver, step, data_type)                                                   \
    ENZ_IMPLICIT_DISTANCE_(solver, step, data_type)                                                \
    ENZ_IMPLICIT_HIGHER(solver, solver##_distance, linear, data_type)

/* ---- Linear systems --------------------------------------------------------------------------
 * A linear solver gets the matrix A as a function, that assigns A v to av for vectors of n
 * numbers, and the right side b. It assigns the solution of A y = b to y and returns 0; or returns
 * another number, if there is none or it has not found it: then the derivatives are NaN. y is 0
 * before. A program may have its own; it knows whether its matrix is symmetric, say. Second
 * derivatives of ENZ_IMPLICIT differentiate it as it is: an iteration that ends early, because b is
 * 0 or y is close enough, is not right then. */
typedef void enz_matrix(const void *system, const double *v, double *av);
typedef int enz_linear_solver(enz_matrix *matrix, const void *system, const double *b, double *y,
                              size_t n);

/* LU factors with partial pivoting: n products with the matrix, n^2 numbers of memory, about
 * n^3 / 3 multiplications. Fails where a pivot is 0 or no finite number. */
ENZ_FUNCTION_ int enz_solve_dense(enz_matrix *matrix, const void *system, const double *b,
                                  double *y, size_t n);

/* GMRES, restarted every 40 iterations (Saad and Schultz, SIAM J. Sci. Stat. Comput. 7, 1986):
 * takes 40 n numbers of memory, for large systems whose matrix is never formed. Ends where the
 * residual is ENZ_IMPLICIT_TOLERANCE times the norm of b, and fails after 100 restarts. Second
 * derivatives need ENZ_IMPLICIT_HIGHER; without, they are an error at the link. */
ENZ_FUNCTION_ int enz_solve_gmres(enz_matrix *matrix, const void *system, const double *b,
                                  double *y, size_t n);

/* For ENZ_FIXED_POINT, whose matrix is ds/dx - 1: iterates y <- ds/dx y - b, which converges as
 * fast as the iteration x <- s(x, p) (Christianson, Optimization Methods and Software 3, 1994).
 * Ends where a step is ENZ_IMPLICIT_TOLERANCE times the norm of b, and fails after 100000 steps.
 * Second derivatives need ENZ_FIXED_POINT_HIGHER, too. */
ENZ_FUNCTION_ int enz_solve_iterate(enz_matrix *matrix, const void *system, const double *b,
                                    double *y, size_t n);

/* A program may define another tolerance before it includes this header. */
#ifndef ENZ_IMPLICIT_TOLERANCE
#define ENZ_IMPLICIT_TOLERANCE 1e-13
#endif

/* ---- What follows is not for use in programs --------------------------------------------------
 */

ENZ_FUNCTION_ double *enz_implicit_numbers(size_t n)
{
    double *numbers = (double *)calloc(n ? n : 1, sizeof *numbers);
    if (!numbers) {
        fputs("enzcc: no memory for the derivative of a solution\n", stderr);
        abort();
    }
    return numbers;
}

/* Column j of the matrix is at a + j * n. */
ENZ_FUNCTION_ int enz_lu_solve(double *a, double *y, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        size_t best = k;
        for (size_t i = k + 1; i < n; i++)
            if (__builtin_fabs(a[k * n + i]) > __builtin_fabs(a[k * n + best]))
                best = i;
        const double pivot = a[k * n + best];
        if (!(pivot != 0 && __builtin_fabs(pivot) <= __DBL_MAX__))
            return 1;
        for (size_t j = k; j < n; j++) {
            const double t = a[j * n + k];
            a[j * n + k] = a[j * n + best];
            a[j * n + best] = t;
        }
        const double t = y[k];
        y[k] = y[best];
        y[best] = t;
        for (size_t i = k + 1; i < n; i++) {
            const double factor = a[k * n + i] / pivot;
            y[i] -= factor * y[k];
            for (size_t j = k + 1; j < n; j++)
                a[j * n + i] -= factor * a[j * n + k];
        }
    }
    for (size_t k = n; k-- > 0;) {
        for (size_t j = k + 1; j < n; j++)
            y[k] -= a[j * n + k] * y[j];
        y[k] /= a[k * n + k];
    }
    return 0;
}

ENZ_FUNCTION_ int enz_solve_dense(enz_matrix *matrix, const void *system, const double *b,
                                  double *y, size_t n)
{
    double *const a = enz_implicit_numbers(n * n), *const axis = enz_implicit_numbers(n);
    for (size_t j = 0; j < n; j++) {
        axis[j] = 1;
        matrix(system, axis, a + j * n);
        axis[j] = 0;
    }
    for (size_t i = 0; i < n; i++)
        y[i] = b[i];
    const int failed = enz_lu_solve(a, y, n);
    free(axis);
    free(a);
    return failed;
}

/* The end of an iteration with the result y: where that has a derivative, this is an error. */
ENZ_FUNCTION_ int enz_end_iteration(double *y, size_t n, int failed)
{
    for (size_t i = 0; i < n; i++) {
        double value = y[i];
        __asm__ volatile("nop" : "+m"(value));
        y[i] = value;
    }
    return failed;
}

ENZ_FUNCTION_ double enz_norm(const double *v, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += v[i] * v[i];
    return __builtin_sqrt(sum);
}

ENZ_FUNCTION_ int enz_solve_iterate(enz_matrix *matrix, const void *system, const double *b,
                                    double *y, size_t n)
{
    const double enough = ENZ_IMPLICIT_TOLERANCE * enz_norm(b, n);
    double *const step = enz_implicit_numbers(n);
    double size = enough + 1;
    for (int k = 0; k < 100000 && !(size <= enough); k++) {
        matrix(system, y, step);
        for (size_t i = 0; i < n; i++)
            y[i] += step[i] -= b[i];
        size = enz_norm(step, n);
    }
    free(step);
    return enz_end_iteration(y, n, !(size <= enough));
}

/* An orthogonal basis of the Krylov space, and the triangle and the right side that Givens
 * rotations make of the projected system. */
enum { ENZ_KRYLOV = 40 };
struct enz_krylov {
    double *basis; /* ENZ_KRYLOV + 1 vectors */
    double h[ENZ_KRYLOV + 1][ENZ_KRYLOV], right[ENZ_KRYLOV + 1], c[ENZ_KRYLOV], s[ENZ_KRYLOV];
};

/* Adds vector k + 1 to the basis and column k to the triangle; |right[k + 1]| is the new residual.
 */
ENZ_FUNCTION_ void enz_krylov_extend(struct enz_krylov *q, enz_matrix *matrix, const void *system,
                                     size_t n, int k)
{
    double *const next = q->basis + (size_t)(k + 1) * n;
    matrix(system, q->basis + (size_t)k * n, next);
    for (int i = 0; i <= k; i++) {
        const double *v = q->basis + (size_t)i * n;
        double dot = 0;
        for (size_t l = 0; l < n; l++)
            dot += v[l] * next[l];
        for (size_t l = 0; l < n; l++)
            next[l] -= dot * v[l];
        q->h[i][k] = dot;
    }
    double length = enz_norm(next, n);
    for (size_t l = 0; l < n && length > 0; l++)
        next[l] /= length;
    for (int i = 0; i < k; i++) {
        const double up = q->h[i][k], low = q->h[i + 1][k];
        q->h[i][k] = q->c[i] * up + q->s[i] * low;
        q->h[i + 1][k] = q->c[i] * low - q->s[i] * up;
    }
    const double radius = __builtin_hypot(q->h[k][k], length);
    q->c[k] = radius > 0 ? q->h[k][k] / radius : 1;
    q->s[k] = radius > 0 ? length / radius : 0;
    q->h[k][k] = radius;
    q->right[k + 1] = -q->s[k] * q->right[k];
    q->right[k] *= q->c[k];
}

/* Adds to y the best vector of the first k of the basis. */
ENZ_FUNCTION_ void enz_krylov_advance(struct enz_krylov *q, double *y, size_t n, int k)
{
    for (int i = k; i-- > 0;) {
        for (int j = i + 1; j < k; j++)
            q->right[i] -= q->h[i][j] * q->right[j];
        q->right[i] /= q->h[i][i];
        for (size_t l = 0; l < n; l++)
            y[l] += q->right[i] * q->basis[(size_t)i * n + l];
    }
}

ENZ_FUNCTION_ int enz_solve_gmres(enz_matrix *matrix, const void *system, const double *b,
                                  double *y, size_t n)
{
    const double enough = ENZ_IMPLICIT_TOLERANCE * enz_norm(b, n);
    struct enz_krylov q = {enz_implicit_numbers((ENZ_KRYLOV + 1) * n), {{0}}, {0}, {0}, {0}};
    double size = enough + 1;
    for (int restart = 0; restart < 100 && !(size <= enough); restart++) {
        matrix(system, y, q.basis);
        for (size_t l = 0; l < n; l++)
            q.basis[l] = b[l] - q.basis[l];
        size = q.right[0] = enz_norm(q.basis, n);
        for (size_t l = 0; l < n && size > 0; l++)
            q.basis[l] /= size;
        int k = 0;
        while (k < ENZ_KRYLOV && (size_t)k < n && size > enough / 2) {
            enz_krylov_extend(&q, matrix, system, n, k++);
            size = __builtin_fabs(q.right[k]);
        }
        enz_krylov_advance(&q, y, n, k);
        if (k)
            size = enough + 1; /* known when it is computed anew */
    }
    free(q.basis);
    return enz_end_iteration(y, n, !(size <= enough));
}

#ifdef __cplusplus
#define ENZ_RULE_MEMORY_ extern "C"
#else
#define ENZ_RULE_MEMORY_ extern
#endif
ENZ_RULE_MEMORY_ void *enz_rt_tape_alloc(void *tape, size_t size);

#define ENZ_IMPLICIT_DISTANCE_(solver, step, data_type)                                            \
    __attribute__((unused)) static void solver##_distance(                                         \
        const double *x, double *r, size_t n, const double *p, size_t np, const data_type *data)   \
    {                                                                                              \
        step(x, r, n, p, np, data);                                                                \
        for (size_t i = 0; i < n; i++)                                                             \
            r[i] -= x[i];                                                                          \
    }

#define ENZ_IMPLICIT_CHECK_(solver, residual, data_type)                                           \
    ENZ_ASSERT_(                                                                                   \
        ENZ_SAME_(solver, void(double *, size_t, const double *, size_t, const data_type *)),      \
        #solver " is not void " #solver                                                            \
                "(double *x, size_t n, const double *p, size_t np, const " #data_type " *data)")   \
    ENZ_ASSERT_(ENZ_SAME_(residual, void(const double *, double *, size_t, const double *, size_t, \
                                         const data_type *)),                                      \
                #residual " is not void " #residual                                                \
                          "(const double *x, double *, size_t n, const double *p, size_t np, "     \
                          "const " #data_type " *data)")

/* The linear system: dr/dx at x, and its transpose, as functions that multiply by them; and the
 * solutions y of systems with the right side b.
 */
#define ENZ_IMPLICIT_SYSTEM_(solver, residual, linear, data_type)                                  \
    struct solver##_system {                                                                       \
        const double *x, *p;                                                                       \
        const data_type *data;                                                                     \
        double *r, *seeds; /* n numbers each */                                                    \
        size_t n, np;                                                                              \
    };                                                                                             \
    ENZ_LINKAGE_ void __enzyme_fwddiff_##solver##_x(                                               \
        void *, int *, const double *, const double *, int *, double *, double *, int *, size_t,   \
        int *, const double *, int *, size_t, int *, const data_type *);                           \
    ENZ_LINKAGE_ void __enzyme_autodiff_##solver##_x(                                              \
        void *, int *, const double *, double *, int *, double *, double *, int *, size_t, int *,  \
        const double *, int *, size_t, int *, const data_type *);                                  \
    static void solver##_matrix(const void *system, const double *v, double *av)                   \
    {                                                                                              \
        const struct solver##_system *s = (const struct solver##_system *)system;                  \
        for (size_t i = 0; i < s->n; i++)                                                          \
            av[i] = 0;                                                                             \
        __enzyme_fwddiff_##solver##_x((void *)residual, &enzyme_dup, s->x, v, &enzyme_dup, s->r,   \
                                      av, &enzyme_const, s->n, &enzyme_const, s->p, &enzyme_const, \
                                      s->np, &enzyme_const, s->data);                              \
    }                                                                                              \
    static void solver##_transposed(const void *system, const double *v, double *av)               \
    {                                                                                              \
        const struct solver##_system *s = (const struct solver##_system *)system;                  \
        for (size_t i = 0; i < s->n; i++) {                                                        \
            av[i] = 0;                                                                             \
            s->seeds[i] = v[i];                                                                    \
        }                                                                                          \
        __enzyme_autodiff_##solver##_x((void *)residual, &enzyme_dup, s->x, av, &enzyme_dup, s->r, \
                                       s->seeds, &enzyme_const, s->n, &enzyme_const, s->p,         \
                                       &enzyme_const, s->np, &enzyme_const, s->data);              \
    }                                                                                              \
    static void solver##_solve_with(enz_matrix *matrix, double *y, const double *b, size_t n,      \
                                    const double *x, const double *p, size_t np,                   \
                                    const data_type *data)                                         \
    {                                                                                              \
        double *const work = enz_implicit_numbers(2 * n);                                          \
        const struct solver##_system system = {x, p, data, work, work + n, n, np};                 \
        for (size_t i = 0; i < n; i++)                                                             \
            y[i] = 0;                                                                              \
        if (linear(matrix, &system, b, y, n) != 0)                                                 \
            for (size_t i = 0; i < n; i++)                                                         \
                y[i] = __builtin_nan("");                                                          \
        free(work);                                                                                \
    }                                                                                              \
    static void solver##_solve(double *y, const double *b, size_t n, const double *x,              \
                               const double *p, size_t np, const data_type *data)                  \
    {                                                                                              \
        solver##_solve_with(solver##_matrix, y, b, n, x, p, np, data);                             \
    }                                                                                              \
    static void solver##_solve_transposed(double *y, const double *b, size_t n, const double *x,   \
                                          const double *p, size_t np, const data_type *data)       \
    {                                                                                              \
        solver##_solve_with(solver##_transposed, y, b, n, x, p, np, data);                         \
    }

/* Products of the matrix and of its transpose with u, as functions of x, p and data. The derivative
 * of w^T A u: with respect to A y = b's matrix, u is y and w the adjoint of b; to that of A^T y =
 * b, the other way round. */
#define ENZ_IMPLICIT_PRODUCT_(solver, residual, data_type)                                         \
    static void solver##_product(const double *u, double *au, size_t n, const double *x,           \
                                 const double *p, size_t np, const data_type *data)                \
    {                                                                                              \
        double *const r = enz_implicit_numbers(n);                                                 \
        for (size_t i = 0; i < n; i++)                                                             \
            au[i] = 0;                                                                             \
        __enzyme_fwddiff_##solver##_x((void *)residual, &enzyme_dup, x, u, &enzyme_dup, r, au,     \
                                      &enzyme_const, n, &enzyme_const, p, &enzyme_const, np,       \
                                      &enzyme_const, data);                                        \
        free(r);                                                                                   \
    }                                                                                              \
    static void solver##_product_transposed(const double *u, double *au, size_t n,                 \
                                            const double *x, const double *p, size_t np,           \
                                            const data_type *data)                                 \
    {                                                                                              \
        double *const r = enz_implicit_numbers(2 * n);                                             \
        for (size_t i = 0; i < n; i++) {                                                           \
            au[i] = 0;                                                                             \
            r[n + i] = u[i];                                                                       \
        }                                                                                          \
        __enzyme_autodiff_##solver##_x((void *)residual, &enzyme_dup, x, au, &enzyme_dup, r,       \
                                       r + n, &enzyme_const, n, &enzyme_const, p, &enzyme_const,   \
                                       np, &enzyme_const, data);                                   \
        free(r);                                                                                   \
    }                                                                                              \
    ENZ_LINKAGE_ void __enzyme_autodiff_##solver##_a(                                              \
        void *, int *, int *, const double *, int *, double *, double *, int *, size_t, int *,     \
        const double *, double *, int *, const double *, double *, int *, size_t, int *,           \
        const data_type *, data_type *);                                                           \
    static void solver##_vary(const double *u, const double *w, size_t n, const double *x,         \
                              double *dx, const double *p, double *dp, size_t np,                  \
                              const data_type *data, data_type *ddata)                             \
    {                                                                                              \
        double *const au = enz_implicit_numbers(2 * n), *const seeds = au + n;                     \
        for (size_t i = 0; i < n; i++)                                                             \
            seeds[i] = -w[i];                                                                      \
        __enzyme_autodiff_##solver##_a((void *)solver##_product, &enzyme_runtime_activity,         \
                                       &enzyme_const, u, &enzyme_dup, au, seeds, &enzyme_const, n, \
                                       &enzyme_dup, x, dx, &enzyme_dup, p, dp, &enzyme_const, np,  \
                                       &enzyme_dup, data, ddata);                                  \
        free(au);                                                                                  \
    }                                                                                              \
    static void solver##_vary_linear(const double *y, const double *w, size_t n, const double *x,  \
                                     double *dx, const double *p, double *dp, size_t np,           \
                                     const data_type *data, data_type *ddata)                      \
    {                                                                                              \
        solver##_vary(y, w, n, x, dx, p, dp, np, data, ddata);                                     \
    }                                                                                              \
    static void solver##_vary_transposed(const double *y, const double *w, size_t n,               \
                                         const double *x, double *dx, const double *p, double *dp, \
                                         size_t np, const data_type *data, data_type *ddata)       \
    {                                                                                              \
        solver##_vary(w, y, n, x, dx, p, dp, np, data, ddata);                                     \
    }

/* The rules of the solution of a linear system, for second derivatives: `other` solves the one with
 * the transposed matrix. The tape is a copy of y, x and p. */
#define ENZ_IMPLICIT_LINEAR_(solve, other, product, vary, data_type)                               \
    static double *solve##_augmented(double *y, double *dy, const double *b, double *db, size_t n, \
                                     size_t same_n, const double *x, double *dx, const double *p,  \
                                     double *dp, size_t np, size_t same_np, const data_type *data, \
                                     data_type *ddata, void *on)                                   \
    {                                                                                              \
        (void)dy, (void)db, (void)dx, (void)dp, (void)ddata, (void)same_n, (void)same_np;          \
        solve(y, b, n, x, p, np, data);                                                            \
        double *const tape = (double *)enz_rt_tape_alloc(on, (2 * n + np) * sizeof *tape);         \
        for (size_t i = 0; i < n; i++) {                                                           \
            tape[i] = y[i];                                                                        \
            tape[n + i] = x[i];                                                                    \
        }                                                                                          \
        for (size_t i = 0; i < np; i++)                                                            \
            tape[2 * n + i] = p[i];                                                                \
        return tape;                                                                               \
    }                                                                                              \
    static void solve##_reverse(double *y, double *dy, const double *b, double *db, size_t n,      \
                                size_t same_n, const double *x, double *dx, const double *p,       \
                                double *dp, size_t np, size_t same_np, const data_type *data,      \
                                data_type *ddata, double *tape)                                    \
    {                                                                                              \
        (void)same_n, (void)same_np;                                                               \
        if (dy == y)                                                                               \
            return;                                                                                \
        double *const w = enz_implicit_numbers(n), *const kept = tape + n;                         \
        other(w, dy, n, kept, kept + n, np, data);                                                 \
        for (size_t i = 0; i < n; i++)                                                             \
            dy[i] = 0;                                                                             \
        for (size_t i = 0; i < n && db != b; i++)                                                  \
            db[i] += w[i];                                                                         \
        vary(tape, w, n, kept, dx == x ? kept : dx, kept + n, dp == p ? kept + n : dp, np, data,   \
             ddata);                                                                               \
        free(w);                                                                                   \
    }                                                                                              \
    ENZ_LINKAGE_ void __enzyme_fwddiff_##solve##_a(                                                \
        void *, int *, int *, const double *, int *, double *, double *, int *, size_t, int *,     \
        const double *, const double *, int *, const double *, const double *, int *, size_t,      \
        int *, const data_type *, const data_type *);                                              \
    static void solve##_tangent(const double *y, double *dy, const double *db, size_t n,           \
                                const double *x, const double *dx, const double *p,                \
                                const double *dp, size_t np, const data_type *data,                \
                                const data_type *ddata)                                            \
    {                                                                                              \
        double *const ay = enz_implicit_numbers(2 * n), *const t = ay + n;                         \
        __enzyme_fwddiff_##solve##_a((void *)product, &enzyme_runtime_activity, &enzyme_const, y,  \
                                     &enzyme_dup, ay, t, &enzyme_const, n, &enzyme_dup, x, dx,     \
                                     &enzyme_dup, p, dp, &enzyme_const, np, &enzyme_dup, data,     \
                                     ddata);                                                       \
        for (size_t i = 0; i < n; i++)                                                             \
            t[i] = (db ? db[i] : 0) - t[i];                                                        \
        solve(dy, t, n, x, p, np, data);                                                           \
        free(ay);                                                                                  \
    }                                                                                              \
    static void solve##_forward(double *y, double *dy, const double *b, const double *db,          \
                                size_t n, size_t same_n, const double *x, const double *dx,        \
                                const double *p, const double *dp, size_t np, size_t same_np,      \
                                const data_type *data, const data_type *ddata, int64_t phases)     \
    {                                                                                              \
        (void)same_n, (void)same_np;                                                               \
        if (phases & 2)                                                                            \
            solve(y, b, n, x, p, np, data);                                                        \
        if (phases & 4 && dy != y)                                                                 \
            solve##_tangent(y, dy, db == b ? NULL : db, n, x, dx, p, dp, np, data, ddata);         \
    }                                                                                              \
    static void solve##_split(double *y, double *dy, const double *b, const double *db, size_t n,  \
                              size_t same_n, const double *x, const double *dx, const double *p,   \
                              const double *dp, size_t np, size_t same_np, const data_type *data,  \
                              const data_type *ddata, double *tape)                                \
    {                                                                                              \
        (void)same_n, (void)same_np;                                                               \
        const double *const kept = tape + n;                                                       \
        if (dy != y)                                                                               \
            solve##_tangent(tape, dy, db == b ? NULL : db, n, kept, dx == x ? kept : dx, kept + n, \
                            dp == p ? kept + n : dp, np, data, ddata);                             \
    }                                                                                              \
    __attribute__((used)) static void *__enzyme_register_gradient_##solve[] = {                    \
        (void *)solve, (void *)solve##_augmented, (void *)solve##_reverse, (void *)"tape"};        \
    __attribute__((used)) static void *__enzyme_register_derivative_##solve[] = {                  \
        (void *)solve, (void *)solve##_forward, (void *)"phases"};                                 \
    __attribute__((used)) static void *__enzyme_register_splitderivative_##solve[] = {             \
        (void *)solve, (void *)solve##_augmented, (void *)solve##_split};

/* Reverse mode: the tape is a copy of x and p. With w the solution of the transposed system for the
 * adjoint of x, that of p is -w^T dr/dp. The adjoint of x is used up: that of the first guess. */
#define ENZ_IMPLICIT_REVERSE_(solver, residual, linear, data_type)                                 \
    ENZ_LINKAGE_ void __enzyme_autodiff_##solver##_p(                                              \
        void *, int *, int *, const double *, int *, double *, double *, int *, size_t, int *,     \
        const double *, double *, int *, size_t, int *, const data_type *, data_type *);           \
    static double *solver##_augmented(double *x, double *dx, size_t n, size_t same_n,              \
                                      const double *p, double *dp, size_t np, size_t same_np,      \
                                      const data_type *data, data_type *ddata, void *on)           \
    {                                                                                              \
        (void)dx, (void)dp, (void)ddata, (void)same_n, (void)same_np;                              \
        solver(x, n, p, np, data);                                                                 \
        double *const tape = (double *)enz_rt_tape_alloc(on, (n + np) * sizeof *tape);             \
        for (size_t i = 0; i < n; i++)                                                             \
            tape[i] = x[i];                                                                        \
        for (size_t i = 0; i < np; i++)                                                            \
            tape[n + i] = p[i];                                                                    \
        return tape;                                                                               \
    }                                                                                              \
    static void solver##_reverse(double *x, double *dx, size_t n, size_t same_n, const double *p,  \
                                 double *dp, size_t np, size_t same_np, const data_type *data,     \
                                 data_type *ddata, double *tape)                                   \
    {                                                                                              \
        (void)same_n, (void)same_np;                                                               \
        if (dx == x)                                                                               \
            return;                                                                                \
        double *const work = enz_implicit_numbers(3 * n), *const w = work + n,                     \
                      *const seeds = work + 2 * n;                                                 \
        for (size_t i = 0; i < n; i++) {                                                           \
            seeds[i] = -dx[i];                                                                     \
            dx[i] = 0;                                                                             \
        }                                                                                          \
        solver##_solve_transposed(w, seeds, n, tape, tape + n, np, data);                          \
        __enzyme_autodiff_##solver##_p((void *)residual, &enzyme_runtime_activity, &enzyme_const,  \
                                       tape, &enzyme_dup, work, w, &enzyme_const, n, &enzyme_dup,  \
                                       tape + n, dp == p ? tape + n : dp, &enzyme_const, np,       \
                                       &enzyme_dup, data, ddata);                                  \
        free(work);                                                                                \
    }                                                                                              \
    __attribute__((used)) static void *__enzyme_register_gradient_##solver[] = {                   \
        (void *)solver, (void *)solver##_augmented, (void *)solver##_reverse, (void *)"tape"};

/* Forward mode, with the phases of the guide: 2 is the primal, 4 what comes after it; and behind
 * the augmented function, from its tape. */
#define ENZ_IMPLICIT_FORWARD_(solver, residual, linear, data_type)                                 \
    ENZ_LINKAGE_ void __enzyme_fwddiff_##solver##_p(void *, int *, int *, const double *, int *,   \
                                                    double *, double *, int *, size_t, int *,      \
                                                    const double *, const double *, int *, size_t, \
                                                    int *, const data_type *, const data_type *);  \
    static void solver##_tangent(const double *x, double *dx, size_t n, const double *p,           \
                                 const double *dp, size_t np, const data_type *data,               \
                                 const data_type *ddata)                                           \
    {                                                                                              \
        double *const work = enz_implicit_numbers(2 * n), *const b = work + n;                     \
        __enzyme_fwddiff_##solver##_p((void *)residual, &enzyme_runtime_activity, &enzyme_const,   \
                                      x, &enzyme_dup, work, b, &enzyme_const, n, &enzyme_dup, p,   \
                                      dp, &enzyme_const, np, &enzyme_dup, data, ddata);            \
        for (size_t i = 0; i < n; i++)                                                             \
            b[i] = -b[i];                                                                          \
        solver##_solve(dx, b, n, x, p, np, data);                                                  \
        free(work);                                                                                \
    }                                                                                              \
    static void solver##_forward(double *x, double *dx, size_t n, size_t same_n, const double *p,  \
                                 const double *dp, size_t np, size_t same_np,                      \
                                 const data_type *data, const data_type *ddata, int64_t phases)    \
    {                                                                                              \
        (void)same_n, (void)same_np;                                                               \
        if (phases & 2)                                                                            \
            solver(x, n, p, np, data);                                                             \
        if (phases & 4 && dx != x)                                                                 \
            solver##_tangent(x, dx, n, p, dp, np, data, ddata);                                    \
    }                                                                                              \
    static void solver##_split(double *x, double *dx, size_t n, size_t same_n, const double *p,    \
                               const double *dp, size_t np, size_t same_np, const data_type *data, \
                               const data_type *ddata, double *tape)                               \
    {                                                                                              \
        (void)same_n, (void)same_np;                                                               \
        if (dx != x)                                                                               \
            solver##_tangent(tape, dx, n, tape + n, dp == p ? tape + n : dp, np, data, ddata);     \
    }                                                                                              \
    __attribute__((used)) static void *__enzyme_register_derivative_##solver[] = {                 \
        (void *)solver, (void *)solver##_forward, (void *)"phases"};                               \
    __attribute__((used)) static void *__enzyme_register_splitderivative_##solver[] = {            \
        (void *)solver, (void *)solver##_augmented, (void *)solver##_split};

#endif
