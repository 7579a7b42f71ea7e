/* The rule table as the files of this room see it; everybody else uses rules.h.
 *
 * Rows come from math.def and instructions.def. A row is found by name (libm spelling without
 * precision suffix, or the base name of an intrinsic) through one sorted array, or by opcode. */
#ifndef ENZCC_RULES_TABLE_H
#define ENZCC_RULES_TABLE_H
#include "rules/rules.h"
#include <stddef.h>

#define RULE_MAX_OPERANDS 4
#define RULE_MAX_RESULTS  2

/* Row flags. */
#define RULE_WRITES                                                                                \
    1u /* the primal stores an integer through a pointer operand: do not execute it again */
#define RULE_COMMON                                                                                \
    2u /* the name is not reserved by ISO C: a function of the user may have it; then its body     \
          counts */
#define RULE_RUNTIME  8u  /* the derivative calls our runtime: float, double and long double only */
#define RULE_LLVM     4u  /* only the intrinsic, never a library function of that name */
#define RULE_ANY_TYPE 16u /* the name says no precision: any FP type */
#define RULE_EXACT    32u /* the result is not rounded, unless it is subnormal */

/* Code for rows whose result is not one expression per operand (reductions, shuffles). */
struct rule_special {
    LLVMValueRef (*adjoint)(const struct rule *r, struct rule_env *env, unsigned k, LLVMValueRef d);
    LLVMValueRef (*tangent)(const struct rule *r, struct rule_env *env,
                            LLVMValueRef const *tangents);
};

struct rule {
    const char *name;      /* library name without precision suffix */
    const char *intrinsic; /* intrinsic that emitted calls use, or NULL: the library function */
    const char *signature; /* see math.def */
    unsigned cost, flags;
    const struct rule_special *special; /* or NULL; the partials then only say what is needed */
    /* partial[c * operands + k]: contribution of operand k to component c of the result, see
     * math.def. */
    const char *partial[RULE_MAX_OPERANDS * RULE_MAX_RESULTS];
};

/* Row by exact name (no suffix handling); NULL if absent. */
const struct rule *rule_find(const char *name, size_t length);
/* Row of an FP instruction; NULL for other instructions. */
const struct rule *rule_of_instruction(LLVMValueRef inst);
/* Row of an intrinsic by its base name ("llvm.sin"). */
const struct rule *rule_of_intrinsic(const char *name, size_t length);
/* Row of a library function: every suffix and spelling, prototype checked. */
const struct rule *rule_of_function(LLVMValueRef fn, const char *name, size_t length);
/* Number of results: components of a struct, or of a vector of two that packs a complex number. */
unsigned rule_result_count(const struct rule *r);
/* Every row, for tests and documentation. */
const struct rule *rule_at(unsigned index);

/* The library suffix of a scalar FP type on this module's target; NULL where the type has no
 * library ("half"). */
const char *rule_type_suffix(LLVMModuleRef m, LLVMTypeRef scalar);
/* Whether names with this suffix ("", "f", "l", "f128", ...) take arguments of this type. */
bool rule_suffix_fits(const char *suffix, LLVMTypeRef scalar);
#endif
