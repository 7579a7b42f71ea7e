/* Library functions whose derivative is C code: bodies and custom rules that come with the compiler
 * as bitcode.
 *
 * runtime/bundle/ is compiled into lib/enzcc/bundle.bc when the compiler is built. For a function f
 * that the program declares and does not define it may have enz_body_f                           a
 * body to differentiate in place of f,
 *   __enzyme_register_gradient_f,
 *   __enzyme_register_derivative_f       rules, in the form in which programs register theirs.
 * Only those of functions that the program declares with the prototype of the bundle become part of
 * it, as internal functions that are optimised like the program's own and vanish if unused. The
 * file is not opened unless there is such a function. */
#ifndef ENZCC_RULES_BUNDLE_H
#define ENZCC_RULES_BUNDLE_H
#include "base/arena.h"
#include "base/diag.h"

struct bundle_wish {
    bool over_bodies; /* rules also for functions that the program defines */
    bool fixed_order; /* sums in what is added are made in the order of the source, and what threads
                         do in any order has bodies of its own */
};
/* The path of a file in lib/enzcc of the installation that this code is part of; NULL if that
 * cannot be found out. */
const char *bundle_path(struct arena *a, const char *file);

/* Adds to the module what the bundle has for the functions it declares, and for those that this
 * declares in turn. Must run before registrations are read. What the program itself says about a
 * function (a registration, an annotation) goes first. False after reporting an error. */
bool bundle_link(EzbCtx *cx, LLVMModuleRef m, struct arena *a, struct diag_sink *s,
                 const struct bundle_wish *wish);

/* The body that the module has for a library function, called as `type`; NULL if there is none. */
LLVMValueRef bundle_body(LLVMModuleRef m, LLVMValueRef fn, LLVMTypeRef type);
/* The one for -fenz-deterministic, enz_in_order_f, in place of what the run does in any order. */
LLVMValueRef bundle_body_in_order(LLVMModuleRef m, LLVMValueRef fn, LLVMTypeRef type);
#endif
