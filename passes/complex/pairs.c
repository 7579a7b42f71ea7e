/* Calls in a clone whose operands or results are pairs of numbers: complex numbers, in the guises
 * that calling conventions give them (two numbers, a packed pair, memory of the call), and
 * functions that give two numbers, as a struct or through pointers. */
#include "complex/clone.h"
#include "rules/emit.h"
#include "rules/table.h"
#include "llvm-c/Target.h"
#include <string.h>

/* Of whose results the imaginary parts are what operations of the runtime make of the operands. */
struct pair {
    const char *name, *parts[2];
    int operands;
};
static const struct pair pairs[] = {
#define PAIR(name, operands, first, second) {name, {#first, #second}, operands},
#define ANALYTIC(name, operands)            {#name, {#name "_re", #name "_im"}, operands},
#include "complex.def"
};

/* Functions of the C library without a row of rules. order: which operands the operation gets;
 * results: of the call, and what goes to memory through its operands 1 and 2. */
struct expansion {
    const char *name, *results[3];
    unsigned operands, order[2];
};
static const struct expansion expansions[] = {
    {"cabs", {"hypot"}, 2, {0, 1}},      {"carg", {"atan2"}, 2, {1, 0}},
    {"cimag", {"same"}, 1, {1}},         {"creal", {"same"}, 1, {0}},
    {"modf", {"same", "trunc"}, 1, {0}}, {"sincos", {NULL, "sin", "cos"}, 1, {0}},
};

enum { MOST_PARTS = 4 };
struct parts {
    LLVMValueRef real[MOST_PARTS], part[MOST_PARTS];
    unsigned count;
    bool any; /* some imaginary part may be none of zero */
};

/* ---- operands ---- */

static LLVMValueRef at(struct clone *c, unsigned i)
{
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(c->f64)), i, false);
}

static bool add(struct parts *p, LLVMValueRef real, LLVMValueRef part)
{
    if (p->count == MOST_PARTS)
        return false;
    p->real[p->count] = real;
    p->part[p->count++] = part;
    p->any |= !twin_is_zero(part);
    return true;
}

static bool add_packed(struct clone *c, struct parts *p, LLVMValueRef v)
{
    LLVMValueRef twin = twin_of(c, v);
    bool ok = LLVMGetVectorSize(LLVMTypeOf(v)) == 2 && twin_exists(LLVMTypeOf(v));
    for (unsigned i = 0; i < 2 && ok; i++)
        ok = add(p, LLVMBuildExtractElement(c->b, v, at(c, i), ""),
                 LLVMBuildExtractElement(c->b, twin, at(c, i), ""));
    return ok;
}

/* long double, in memory of the call. */
static bool add_memory(struct clone *c, struct parts *p, LLVMValueRef v)
{
    LLVMTypeRef wide = LLVMX86FP80TypeInContext(LLVMGetTypeContext(c->f64));
    bool ok = true;
    for (unsigned i = 0; i < 2 && ok; i++) {
        LLVMValueRef index = at(c, i), from = LLVMBuildGEP2(c->b, wide, v, &index, 1, ""),
                     args[] = {from, LLVMConstInt(c->i64, 2, false)};
        LLVMValueRef part = clone_runtime(c, "enz_rt_complex_load", c->f64, args, 2);
        ok = add(p, LLVMBuildLoad2(c->b, wide, from, ""), part);
    }
    return ok;
}

static bool collect(struct clone *c, LLVMValueRef call, struct parts *p)
{
    bool ok = true;
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < n; k++) /* they may put code behind what they depend on */
        if (twin_exists(LLVMTypeOf(LLVMGetOperand(call, k))))
            twin_of(c, LLVMGetOperand(call, k));
    LLVMPositionBuilderBefore(c->b, call);
    for (unsigned k = 0; k < n && ok; k++) {
        LLVMValueRef v = LLVMGetOperand(call, k);
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
        bool numbers = twin_exists(LLVMTypeOf(v));
        if (kind == LLVMVectorTypeKind)
            ok = add_packed(c, p, v);
        else if (numbers)
            ok = add(p, v, twin_of(c, v));
        else if (call_copy_bytes(c, LLVMGetCalledValue(call), k))
            ok = add_memory(c, p, v);
    }
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(call));
    return ok;
}

/* ---- results ---- */

static LLVMValueRef operate(struct clone *c, const char *name, const struct parts *p,
                            const unsigned *order, unsigned n)
{
    LLVMValueRef args[2 * MOST_PARTS];
    for (unsigned k = 0; k < n; k++) {
        unsigned from = order ? order[k] : k;
        args[2 * k] = LLVMBuildFPCast(c->b, p->real[from], c->f64, "");
        args[2 * k + 1] = p->part[from];
    }
    return clone_runtime(c, arena_printf(c->all->arena, "enz_rt_complex_%s", name), c->f64, args,
                         2 * n);
}

static bool give_pair(struct clone *c, LLVMValueRef call, const struct pair *pair,
                      const struct parts *p)
{
    LLVMTypeRef t = twin_type(c, LLVMTypeOf(call));
    bool packed = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    if (p->count != (unsigned)pair->operands ||
        (!packed && LLVMGetTypeKind(t) != LLVMStructTypeKind))
        return false;
    LLVMValueRef whole = LLVMConstNull(t);
    for (unsigned i = 0; i < 2 && p->any; i++) {
        if (!packed && LLVMStructGetTypeAtIndex(t, i) != c->f64)
            continue;
        LLVMValueRef v = operate(c, pair->parts[i], p, NULL, p->count);
        whole = packed ? LLVMBuildInsertElement(c->b, whole, v, at(c, i), "")
                       : LLVMBuildInsertValue(c->b, whole, v, i, "");
    }
    map_put(&c->twins, call, whole);
    return true;
}

bool pair_rule(struct clone *c, LLVMValueRef call, const char *name)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct parts p = {0};
        if (!strcmp(pairs[i].name, name))
            return collect(c, call, &p) && give_pair(c, call, &pairs[i], &p);
    }
    return false;
}

/* ---- functions of the library ---- */

/* As in enum check_number of the runtime. */
static int kind_of(char suffix)
{
    return suffix == 'f' ? 0 : suffix == 'l' ? 2 : 1;
}

/* The name with one of these suffixes, or none. */
static bool is_named(const char *name, const char *stem, int *kind)
{
    size_t n = strlen(stem);
    *kind = strncmp(name, stem, n) ? 1 : kind_of(name[n]);
    return !strncmp(name, stem, n) && (!name[n] || (strchr("fl", name[n]) && !name[n + 1]));
}

static const struct expansion *find(const char *name, int *kind)
{
    for (size_t i = 0; i < sizeof expansions / sizeof *expansions; i++)
        if (is_named(name, expansions[i].name, kind))
            return &expansions[i];
    return NULL;
}

/* Complex numbers of other types have guises that rules do not know. */
static bool pair_of_type(struct clone *c, LLVMValueRef call, LLVMValueRef callee)
{
    int kind;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (is_named(LLVMGetValueName(callee), pairs[i].name, &kind))
            return pair_rule(c, call, pairs[i].name);
    return false;
}

static void give_memory(struct clone *c, LLVMValueRef to, int kind, LLVMValueRef part)
{
    LLVMValueRef args[] = {to, LLVMConstInt(c->i64, (unsigned)kind, false), part};
    clone_runtime(c, "enz_rt_complex_store", c->none, args, 3);
}

bool pair_expansion(struct clone *c, LLVMValueRef call, LLVMValueRef callee)
{
    static const unsigned bytes[] = {sizeof(float), sizeof(double), sizeof(long double)};
    int kind;
    struct parts p = {0};
    if (!callee || !LLVMIsDeclaration(callee))
        return false;
    const struct expansion *x = find(LLVMGetValueName(callee), &kind);
    if (!x)
        return pair_of_type(c, call, callee);
    if (!collect(c, call, &p) || p.count < x->operands)
        return false;
    if (x->results[0]) {
        if (LLVMTypeOf(call) == c->none || twin_type(c, LLVMTypeOf(call)) != c->f64)
            return false;
        map_put(&c->twins, call, operate(c, x->results[0], &p, x->order, x->operands));
    }
    for (unsigned k = 1; k < 3 && x->results[k]; k++)
        give_memory(c, LLVMGetOperand(call, k), kind,
                    operate(c, x->results[k], &p, x->order, x->operands));
    for (unsigned k = 1; k < 3 && x->results[k]; k++)
        call_note_write(c, call, LLVMGetOperand(call, k), bytes[kind]);
    return true;
}

bool complex_notes_writes(const char *name)
{
    int kind;
    bool known = find(name, &kind) != NULL;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && !known; i++)
        known = is_named(name, pairs[i].name, &kind);
    return known;
}
