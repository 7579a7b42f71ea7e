/* Calls in a clone: of functions with a body, whose clones are called, and of mathematical
 * functions, which the runtime extends to complex numbers. The imaginary parts of what is passed
 * and returned are handed over by the runtime, right before and behind the call. */
#include "complex/clone.h"
#include "rules/emit.h"
#include "rules/rules.h"
#include "rules/table.h"
#include "llvm-c/Target.h"
#include <string.h>

static void refuse_call(struct clone *c, LLVMValueRef fn)
{
    clone_refuse(c, fn ? arena_printf(c->all->arena, "it calls %s", diag_name(c->all->diags, fn))
                       : "it calls code that is not known");
}

/* ---- what is handed over ---- */

static LLVMValueRef number(struct clone *c, unsigned n)
{
    return LLVMConstInt(c->i64, n, false);
}

static LLVMValueRef pass(struct clone *c, void *user, LLVMTypeRef t, uint64_t offset,
                         LLVMValueRef part)
{
    unsigned *next = user;
    LLVMValueRef args[] = {number(c, (*next)++), part};
    (void)t, (void)offset;
    clone_runtime(c, "enz_rt_complex_pass", c->none, args, 2);
    return NULL;
}

static LLVMValueRef take(struct clone *c, void *user, LLVMTypeRef t, uint64_t offset,
                         LLVMValueRef part)
{
    unsigned *next = user;
    LLVMValueRef index = number(c, (*next)++);
    (void)t, (void)offset, (void)part;
    return clone_runtime(c, "enz_rt_complex_take", c->f64, &index, 1);
}

uint64_t call_copy_bytes(struct clone *c, LLVMValueRef fn, unsigned k)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, k + 1, kind);
    LLVMTypeRef t = a ? LLVMGetTypeAttributeValue(a) : NULL;
    return t ? LLVMABISizeOfType(LLVMGetModuleDataLayout(c->all->module), t) : 0;
}

void call_take_parameters(struct clone *c)
{
    unsigned next = 0, copies = 0;
    LLVMPositionBuilderBefore(c->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(c->fn)));
    for (unsigned k = 0, n = LLVMCountParams(c->fn); k < n; k++) {
        LLVMValueRef p = LLVMGetParam(c->fn, k);
        uint64_t bytes = call_copy_bytes(c, c->fn, k);
        LLVMValueRef args[] = {number(c, copies), p, LLVMConstInt(c->i64, bytes, false)};
        if (bytes)
            copies++, clone_runtime(c, "enz_rt_complex_take_copy", c->none, args, 3);
        if (twin_exists(LLVMTypeOf(p)))
            map_put(&c->twins, p, twin_walk(c, LLVMTypeOf(p), 0, NULL, take, &next));
    }
}

void call_give_result(struct clone *c, LLVMValueRef ret)
{
    LLVMValueRef v = LLVMGetNumOperands(ret) ? LLVMGetOperand(ret, 0) : NULL;
    unsigned next = 0;
    if (!v || !twin_exists(LLVMTypeOf(v)))
        return;
    LLVMValueRef twin = twin_of(c, v);
    LLVMPositionBuilderBefore(c->b, ret);
    twin_walk(c, LLVMTypeOf(v), 0, twin, pass, &next);
}

static void pass_arguments(struct clone *c, LLVMValueRef call, LLVMValueRef callee)
{
    unsigned n = LLVMCountParams(callee), next = 0, copies = 0;
    for (unsigned k = 0; k < n; k++) /* they may put code behind what they depend on */
        if (twin_exists(LLVMTypeOf(LLVMGetOperand(call, k))))
            twin_of(c, LLVMGetOperand(call, k));
    LLVMPositionBuilderBefore(c->b, call);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(call, k), args[] = {number(c, copies), v};
        if (call_copy_bytes(c, callee, k))
            copies++, clone_runtime(c, "enz_rt_complex_pass_copy", c->none, args, 2);
        if (twin_exists(LLVMTypeOf(v)))
            twin_walk(c, LLVMTypeOf(v), 0, twin_of(c, v), pass, &next);
    }
}

/* ---- what is recorded of calls ---- */

static bool is_scalar(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind || k == LLVMX86_FP80TypeKind;
}

static bool is_own(LLVMValueRef p)
{
    while (LLVMIsAGetElementPtrInst(p) || LLVMIsABitCastInst(p))
        p = LLVMGetOperand(p, 0);
    return LLVMIsAAllocaInst(p) || (LLVMIsAGlobalVariable(p) && LLVMIsGlobalConstant(p));
}

enum { DEPTH = 8, MOST_ARGUMENTS = 16 };
static bool uses_own_memory(struct complex_clones *all, LLVMValueRef fn, unsigned depth);

static bool call_uses_own_memory(struct complex_clones *all, LLVMValueRef call, unsigned depth)
{
    struct call_info info = rule_classify(all->cx, call);
    if (info.callee && !LLVMIsDeclaration(info.callee))
        return depth < DEPTH && uses_own_memory(all, info.callee, depth + 1);
    return info.cls == CALL_NOP || (info.cls == CALL_RULE && !rule_writes(info.rule));
}

static bool uses_own_memory(struct complex_clones *all, LLVMValueRef fn, unsigned depth)
{
    bool own = true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && own; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && own; i = LLVMGetNextInstruction(i))
            own = LLVMIsALoadInst(i)    ? is_own(LLVMGetOperand(i, 0))
                  : LLVMIsAStoreInst(i) ? is_own(LLVMGetOperand(i, 1))
                  : LLVMIsACallInst(i)  ? call_uses_own_memory(all, i, depth)
                                        : !ezb_inst_writes(i);
    return own;
}

static bool is_recorded(struct clone *c, LLVMValueRef fn)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    unsigned n = LLVMCountParams(fn);
    bool numbers =
        is_scalar(LLVMGetReturnType(type)) && !LLVMIsFunctionVarArg(type) && n <= MOST_ARGUMENTS;
    for (unsigned k = 0; k < n && numbers; k++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(fn, k));
        numbers = is_scalar(t) || LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
    }
    return numbers && uses_own_memory(c->all, fn, 0);
}

static LLVMValueRef site_of(struct clone *c, LLVMValueRef call, LLVMValueRef callee)
{
    const char *file = "unknown place";
    unsigned line = 0, column = 0;
    ezb_debug_loc(call, &file, &line, &column);
    LLVMTypeRef parts[] = {c->ptr, c->ptr, c->ptr};
    LLVMTypeRef t = LLVMStructTypeInContext(LLVMGetTypeContext(c->f64), parts, 3, false);
    struct complex_call made = {callee, LLVMAddGlobal(c->all->module, t, "enz.complex.call"),
                                arena_printf(c->all->arena, "%s:%u:%u", file, line, column)};
    VEC_PUSH(c->all->arena, &c->all->calls, made);
    return made.site;
}

static void record(struct clone *c, LLVMValueRef call, LLVMValueRef callee)
{
    LLVMValueRef site = site_of(c, call, callee), result = map_get(&c->twins, call);
    clone_runtime(c, "enz_rt_complex_called", c->none, (LLVMValueRef[]){site, result}, 2);
    for (unsigned k = 0, n = LLVMCountParams(callee); k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(call, k);
        bool real = twin_exists(LLVMTypeOf(v));
        LLVMValueRef args[] = {real ? LLVMBuildFPCast(c->b, v, c->f64, "")
                                    : LLVMBuildSIToFP(c->b, v, c->f64, ""),
                               real ? twin_of(c, v) : LLVMConstNull(c->f64)};
        clone_runtime(c, "enz_rt_complex_operand", c->none, args, 2);
    }
}

/* ---- calls ---- */

static void defined_call(struct clone *c, LLVMValueRef call, LLVMValueRef callee)
{
    unsigned next = 0;
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee)) ||
        LLVMCountParams(callee) != LLVMGetNumArgOperands(call)) {
        refuse_call(c, callee);
        return;
    }
    bool recorded = is_recorded(c, callee);
    pass_arguments(c, call, callee);
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, clone_later(c->all, callee));
    LLVMSetTailCallKind(call, LLVMTailCallKindNone);
    LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(call));
    if (twin_exists(LLVMTypeOf(call)))
        map_put(&c->twins, call, twin_walk(c, LLVMTypeOf(call), 0, NULL, take, &next));
    if (recorded)
        record(c, call, callee);
}

/* Copies: the bytes travel with the imaginary parts of the numbers among them. */
static void copy(struct clone *c, LLVMValueRef call, enum call_class cls)
{
    LLVMValueRef to = LLVMGetOperand(call, 0), n = LLVMGetOperand(call, 2);
    LLVMPositionBuilderBefore(c->b, call);
    n = LLVMBuildIntCast2(c->b, n, c->i64, false, "");
    LLVMValueRef write[] = {to, n}, args[] = {to, LLVMGetOperand(call, 1), n};
    clone_runtime(c, "enz_rt_check_write", c->none, write, 2);
    if (cls == CALL_MEMSET)
        clone_runtime(c, "enz_rt_complex_clear", c->none, write, 2);
    else
        clone_runtime(c, "enz_rt_complex_copy", c->none, args, 3);
}

void call_note_write(struct clone *c, LLVMValueRef call, LLVMValueRef to, uint64_t bytes)
{
    LLVMValueRef args[] = {to, LLVMConstInt(c->i64, bytes, false)};
    LLVMPositionBuilderBefore(c->b, call);
    clone_runtime(c, "enz_rt_check_write", c->none, args, 2);
}

static void rule_call(struct clone *c, LLVMValueRef call, const struct call_info *info)
{
    if (!twin_exists(LLVMTypeOf(call)))
        return;
    for (unsigned k = 0; rule_writes(info->rule) && k < LLVMGetNumArgOperands(call); k++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, k))) == LLVMPointerTypeKind)
            call_note_write(c, call, LLVMGetOperand(call, k), sizeof(int));
    if (rule_result_count(info->rule) > 1) {
        if (!pair_rule(c, call, rule_name(info->rule)))
            refuse_call(c, info->callee);
        return;
    }
    int n = operation_operands(rule_name(info->rule));
    if (n < 0 || n > (int)LLVMGetNumArgOperands(call) || info->rule->special) {
        refuse_call(c, info->callee);
        return;
    }
    LLVMValueRef twin = operation_twin(c, call, rule_name(info->rule), (unsigned)n);
    map_put(&c->twins, call, twin ? twin : LLVMConstNull(twin_type(c, LLVMTypeOf(call))));
}

static bool is_copy(enum call_class cls)
{
    return cls == CALL_MEMCPY || cls == CALL_MEMMOVE || cls == CALL_MEMSET;
}

/* What it computes is constant by the program's own word, or no number. What it writes is looked at
 * later (emit/check.c). */
static bool is_constant(enum call_class cls)
{
    return cls == CALL_INACTIVE || cls == CALL_NOP || cls == CALL_NONE || cls == CALL_POINTER ||
           cls == CALL_STACKSAVE || cls == CALL_STACKRESTORE || cls == CALL_SNAPSHOT ||
           cls == CALL_DISJOINT || cls == CALL_ALLOC || cls == CALL_FREE || cls == CALL_BLOCK_SIZE;
}

void call_build(struct clone *c, LLVMValueRef call)
{
    struct call_info info = rule_classify(c->all->cx, call);
    bool entry = info.callee && strstr(LLVMGetValueName(info.callee), "__enzyme_");
    if (is_copy(info.cls) && info.callee && LLVMGetIntrinsicID(info.callee))
        copy(c, call, info.cls);
    else if (info.callee && !LLVMIsDeclaration(info.callee) && info.cls != CALL_INACTIVE)
        defined_call(c, call, info.callee);
    else if (info.cls == CALL_RULE)
        rule_call(c, call, &info);
    else if (pair_expansion(c, call, info.callee))
        return;
    else if (!entry && !is_constant(info.cls))
        refuse_call(c, info.callee);
}
