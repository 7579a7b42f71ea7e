/* The rule table: rows, look-up, and the two products (adjoint and tangent) built from the rows'
 * expressions.
 *
 * Nothing here knows a particular function: formulas are data (math.def, instructions.def), the
 * language is expr.c. */
#include "rules/emit.h"
#include "rules/expr.h"
#include "rules/special.h"
#include "rules/table.h"
#include <string.h>

enum row_id {
#define RULE(id, ...) ROW_##id,
#define ALIAS(name, id, flags)
#include "rules/math.def"
#undef RULE
#undef ALIAS
#define SPECIAL(id, ...) ROW_##id,
#include "rules/special.def"
#undef SPECIAL
#define OPCODE(opcode, id, ...)       ROW_##id,
#define SPECIAL_CASE(opcode, id, ...) ROW_##id,
#include "rules/instructions.def"
#undef OPCODE
#undef SPECIAL_CASE
    ROW_COUNT
};

static const struct rule rows[ROW_COUNT] = {
#define RULE(id, name, intrinsic, signature, cost, flags, samples, ...)                            \
    [ROW_##id] = {name, intrinsic, signature, cost, flags, NULL, {__VA_ARGS__}},
#define ALIAS(name, id, flags)
#include "rules/math.def"
#undef RULE
#undef ALIAS
#define SPECIAL(id, name, signature, cost, emitter, ...)                                           \
    [ROW_##id] = {name, name, signature, cost, RULE_LLVM, &emitter, {__VA_ARGS__}},
#include "rules/special.def"
#undef SPECIAL
#define OPCODE(opcode, id, cost, flags, signature, samples, ...)                                   \
    [ROW_##id] = {#id, NULL, signature, cost, flags, NULL, {__VA_ARGS__}},
#define SPECIAL_CASE OPCODE
#include "rules/instructions.def"
#undef OPCODE
#undef SPECIAL_CASE
};

struct row_name {
    const char *name;
    unsigned short row, flags;
};

static const struct row_name names[] = {
#define RULE(id, name, intrinsic, signature, cost, flags, samples, ...) {name, ROW_##id, flags},
#define ALIAS(name, id, flags)                                          {name, ROW_##id, flags},
#include "rules/math.def"
#undef RULE
#undef ALIAS
};

static const struct row_name special_names[] = {
#define SPECIAL(id, name, signature, cost, emitter, ...) {name, ROW_##id, RULE_LLVM},
#include "rules/special.def"
#undef SPECIAL
};

static const struct row_name *search(const struct row_name *table, size_t count, const char *name,
                                     size_t length)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t mid = (low + high) / 2;
        int order = strncmp(name, table[mid].name, length);
        if (order == 0)
            order = table[mid].name[length] ? -1 : 0;
        if (order == 0)
            return &table[mid];
        if (order < 0)
            high = mid;
        else
            low = mid + 1;
    }
    return NULL;
}

static const struct row_name *search_names(const char *name, size_t length)
{
    return search(names, sizeof names / sizeof *names, name, length);
}

const struct rule *rule_at(unsigned index)
{
    return index < ROW_COUNT ? &rows[index] : NULL;
}

const struct rule *rule_find(const char *name, size_t length)
{
    const struct row_name *found = search_names(name, length);
    return found ? &rows[found->row] : NULL;
}

static bool is_one(LLVMValueRef v)
{
    return LLVMIsAConstantFP(v) && v == LLVMConstReal(LLVMTypeOf(v), 1);
}

const struct rule *rule_of_instruction(LLVMValueRef inst)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(inst);
    if (opcode == LLVMFDiv && is_one(LLVMGetOperand(inst, 0)))
        return &rows[ROW_reciprocal];
    switch (opcode) {
#define OPCODE(opcode, id, ...)                                                                    \
    case opcode: return &rows[ROW_##id];
#define SPECIAL_CASE(opcode, id, ...)
#include "rules/instructions.def"
#undef OPCODE
#undef SPECIAL_CASE
    default: return NULL;
    }
}

const struct rule *rule_of_intrinsic(const char *name, size_t length)
{
    static const char prefix[] = "llvm.", constrained[] = "llvm.experimental.constrained.";
    const struct row_name *found = search_names(name, length);
    if (!found && length > sizeof prefix)
        found = search(special_names, sizeof special_names / sizeof *special_names, name, length);
    if (found)
        return &rows[found->row];
    size_t skip = sizeof prefix - 1;
    if (length > sizeof constrained && !strncmp(name, constrained, sizeof constrained - 1))
        skip = sizeof constrained - 1;
    found = length > skip ? search_names(name + skip, length - skip) : NULL;
    return found ? &rows[found->row] : NULL;
}

/* ---- library functions: spelling and prototype ----------------------------------------------- */

/* Longest first, so that "f128" is not read as a name ending in "128". */
static const char *const suffixes[] = {"f128", "f64x", "f32x", "f64", "f32",
                                       "f16",  "q",    "f",    "l",   ""};

static bool is_fp_scalar(LLVMTypeRef t)
{
    return emit_is_fp(t) && !emit_is_vector(t);
}

/* Whether a parameter or result matches its letter; 'f' must be the FP type of the name everywhere:
 * *fp, NULL at first. */
static bool letter_fits(char c, LLVMTypeRef t, LLVMTypeRef *fp, const char *suffix)
{
    switch (c) {
    case 'i': return LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
    case 'p': return LLVMGetTypeKind(t) == LLVMPointerTypeKind;
    case 'g': return is_fp_scalar(t);
    default:
        if (!is_fp_scalar(t) || (*fp ? *fp != t : suffix && !rule_suffix_fits(suffix, t)))
            return false;
        *fp = t;
        return true;
    }
}

/* {T, T} or <2 x T>: the element, or NULL. */
static LLVMTypeRef pair_element(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMGetVectorSize(t) == 2)
        return LLVMGetElementType(t);
    bool two = LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMCountStructElementTypes(t) == 2;
    LLVMTypeRef first = two ? LLVMStructGetTypeAtIndex(t, 0) : NULL;
    return two && first == LLVMStructGetTypeAtIndex(t, 1) ? first : NULL;
}

/* suffix NULL: any precision. */
static bool prototype_fits(const struct rule *r, LLVMTypeRef type, const char *suffix)
{
    const char *operand = strchr(r->signature, ':') + 1;
    unsigned n = LLVMCountParamTypes(type);
    if (LLVMIsFunctionVarArg(type) || n != strlen(operand))
        return false;
    LLVMTypeRef params[RULE_MAX_OPERANDS], fp = NULL, result = LLVMGetReturnType(type);
    if (rule_result_count(r) == 2)
        result = pair_element(result);
    if (!result || !letter_fits(r->signature[0], result, &fp, suffix))
        return false;
    LLVMGetParamTypes(type, params);
    for (unsigned i = 0; i < n; i++)
        if (!letter_fits(operand[i], params[i], &fp, suffix))
            return false;
    return true;
}

static bool in_runtime(const char *suffix)
{
    return !suffix[0] || !strcmp(suffix, "f") || !strcmp(suffix, "l");
}

/* `declared`: names that are not reserved count, too. */
static const struct rule *match(LLVMValueRef fn, const char *name, size_t length, bool declared)
{
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t tail = strlen(suffixes[i]);
        if (tail >= length || strncmp(name + length - tail, suffixes[i], tail))
            continue;
        const struct row_name *found = search_names(name, length - tail);
        if (!found || found->flags & RULE_LLVM || (found->flags & RULE_COMMON && !declared))
            continue;
        if (found->flags & RULE_RUNTIME && !in_runtime(suffixes[i]))
            continue;
        const char *suffix = found->flags & RULE_ANY_TYPE ? NULL : suffixes[i];
        if ((suffix || !suffixes[i][0]) &&
            prototype_fits(&rows[found->row], LLVMGlobalGetValueType(fn), suffix))
            return &rows[found->row];
    }
    return NULL;
}

/* _ZSt<length><name><parameter types> of <cmath>: the name without its parameters, or 0. */
static size_t std_name(const char **name, size_t length)
{
    size_t number = 0, at = 4;
    if (length < 7 || strncmp(*name, "_ZSt", 4))
        return 0;
    for (; at < length && (*name)[at] >= '0' && (*name)[at] <= '9'; at++)
        number = number * 10 + (size_t)((*name)[at] - '0');
    if (!number || number >= length - at)
        return 0;
    *name += at;
    return number;
}

/* The function of the program that takes and returns the parts of complex numbers, around a library
 * function. */
static bool is_on_parts(const char *name, size_t length)
{
    size_t n = sizeof RULE_PARTS_PREFIX - 1;
    return length > n && !strncmp(name, RULE_PARTS_PREFIX, n);
}

bool rule_is_complex_function(const char *name, size_t length)
{
    bool suffix = length > 1 && (name[length - 1] == 'f' || name[length - 1] == 'l');
    const struct row_name *found = suffix ? search_names(name, length - 1) : NULL;
    return found && rule_result_count(&rows[found->row]) == 2 &&
           !(found->flags & (RULE_LLVM | RULE_ANY_TYPE));
}

/* enz.bits.double: an internal function of a row of special.def. */
static const struct rule *of_own_function(const char *name, size_t length)
{
    static const char prefix[] = "enz.";
    if (length < sizeof prefix || strncmp(name, prefix, sizeof prefix - 1))
        return NULL;
    while (length && name[--length] != '.')
        ;
    const struct row_name *found =
        search(special_names, sizeof special_names / sizeof *special_names, name, length);
    return found ? &rows[found->row] : NULL;
}

const struct rule *rule_of_function(LLVMValueRef fn, const char *name, size_t length)
{
    const struct rule *own = of_own_function(name, length);
    if (own)
        return own;
    static const char finite[] = "_finite";
    size_t tail = sizeof finite - 1;
    if (is_on_parts(name, length))
        return match(fn, name + sizeof RULE_PARTS_PREFIX - 1,
                     length - (sizeof RULE_PARTS_PREFIX - 1), true);
    if (length > tail + 2 && !strncmp(name, "__", 2) &&
        !strncmp(name + length - tail, finite, tail))
        return match(fn, name + 2, length - tail - 2, LLVMIsDeclaration(fn));
    if (name[0] != '_' || name[1] != 'Z')
        return match(fn, name, length, LLVMIsDeclaration(fn));
    /* Overloads have no suffix: the parameter type tells. */
    length = std_name(&name, length);
    const struct row_name *found = length ? search_names(name, length) : NULL;
    if (!found || found->flags & ~RULE_EXACT)
        return NULL;
    return prototype_fits(&rows[found->row], LLVMGlobalGetValueType(fn), NULL) ? &rows[found->row]
                                                                               : NULL;
}

/* The name may be that for another precision: the parameter types tell, as in a template. */
const struct rule *rule_like(LLVMValueRef fn, const char *name)
{
    size_t length = strlen(name);
    const struct rule *exact = match(fn, name, length, true);
    for (size_t i = 0; !exact && i < sizeof suffixes / sizeof *suffixes; i++) {
        size_t tail = strlen(suffixes[i]);
        if (tail >= length || strcmp(name + length - tail, suffixes[i]))
            continue;
        const struct row_name *found = search_names(name, length - tail);
        if (found && !(found->flags & (RULE_LLVM | RULE_RUNTIME)) &&
            prototype_fits(&rows[found->row], LLVMGlobalGetValueType(fn), NULL))
            exact = &rows[found->row];
    }
    return exact;
}

/* ---- queries --------------------------------------------------------------------------------- */

unsigned rule_result_count(const struct rule *r)
{
    return (unsigned)(strchr(r->signature, ':') - r->signature);
}
unsigned rule_operand_count(const struct rule *r)
{
    return (unsigned)strlen(strchr(r->signature, ':') + 1);
}
const char *rule_name(const struct rule *r)
{
    return r->name;
}
const char *rule_intrinsic(const struct rule *r)
{
    bool known = r->intrinsic && LLVMLookupIntrinsicID(r->intrinsic, strlen(r->intrinsic));
    return known ? r->intrinsic : NULL;
}
unsigned rule_cost(const struct rule *r)
{
    return r->cost;
}
bool rule_writes(const struct rule *r)
{
    return r->flags & RULE_WRITES;
}

static const char *partial(const struct rule *r, unsigned result, unsigned k)
{
    return r->partial[result * rule_operand_count(r) + k];
}

bool rule_has_partial(const struct rule *r, unsigned k)
{
    for (unsigned c = 0; c < rule_result_count(r); c++)
        if (!expr_is_zero(partial(r, c, k)))
            return true;
    return false;
}

uint32_t rule_needs(const struct rule *r, unsigned k)
{
    uint32_t needs = 0;
    for (unsigned c = 0; c < rule_result_count(r); c++)
        needs |= expr_needs(partial(r, c, k));
    return needs;
}

/* ---- products -------------------------------------------------------------------------------- */

/* +0.0 in every lane; null also covers integers, which have no derivative. */
static bool is_zero(LLVMValueRef v)
{
    return !v || LLVMIsNull(v);
}

static bool is_linear(const char *text)
{
    return !strcmp(text, "d") || !strcmp(text, "-d");
}

/* Contribution of one partial, in the type `to`. */
static LLVMValueRef product(const struct rule *r, struct rule_env *env, const char *text,
                            LLVMValueRef d, LLVMTypeRef to)
{
    LLVMValueRef v = expr_emit(r, env, text, d);
    if (env->strong_zero && !is_linear(text)) {
        LLVMValueRef zero =
            LLVMBuildFCmp(env->builder, LLVMRealOEQ, d, LLVMConstNull(LLVMTypeOf(d)), "");
        v = LLVMBuildSelect(env->builder, zero, LLVMConstNull(LLVMTypeOf(v)), v, "");
    }
    return emit_convert(env, v, to);
}

static LLVMValueRef sum(struct rule_env *env, LLVMValueRef a, LLVMValueRef b)
{
    return a ? emit_flags(env, LLVMBuildFAdd(env->builder, a, b, "")) : b;
}

LLVMValueRef rule_adjoint(const struct rule *r, struct rule_env *env, unsigned k,
                          LLVMValueRef result_adjoint)
{
    LLVMTypeRef to = LLVMTypeOf(LLVMGetOperand(env->primal, k));
    if (is_zero(result_adjoint))
        return LLVMConstNull(to);
    if (r->special)
        return r->special->adjoint(r, env, k, result_adjoint);
    unsigned results = rule_result_count(r);
    LLVMValueRef total = NULL;
    for (unsigned c = 0; c < results; c++) {
        if (expr_is_zero(partial(r, c, k)))
            continue;
        LLVMValueRef d = results == 1 ? result_adjoint : emit_component(env, result_adjoint, c);
        if (!is_zero(d))
            total = sum(env, total, product(r, env, partial(r, c, k), d, to));
    }
    return total ? total : LLVMConstNull(to);
}

/* Tangent of component c, or NULL. */
static LLVMValueRef component_tangent(const struct rule *r, struct rule_env *env, unsigned c,
                                      LLVMTypeRef to, LLVMValueRef const *tangents)
{
    LLVMValueRef total = NULL;
    for (unsigned k = 0; k < rule_operand_count(r); k++)
        if (!is_zero(tangents[k]) && !expr_is_zero(partial(r, c, k)))
            total = sum(env, total, product(r, env, partial(r, c, k), tangents[k], to));
    return total;
}

LLVMValueRef rule_tangent(const struct rule *r, struct rule_env *env, LLVMValueRef const *tangents)
{
    LLVMTypeRef type = LLVMTypeOf(env->primal);
    if (r->special)
        return r->special->tangent(r, env, tangents);
    if (rule_result_count(r) == 1)
        return component_tangent(r, env, 0, type, tangents);
    LLVMValueRef total = NULL;
    for (unsigned c = 0; c < rule_result_count(r); c++) {
        LLVMTypeRef to =
            emit_is_vector(type) ? LLVMGetElementType(type) : LLVMStructGetTypeAtIndex(type, c);
        LLVMValueRef t = component_tangent(r, env, c, to, tangents);
        if (t)
            total = emit_insert(env, total ? total : LLVMConstNull(type), t, c);
    }
    return total;
}
