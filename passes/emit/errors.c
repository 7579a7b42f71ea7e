/* See errors.h.
 *
 *     void enzymeLogError(double result, double error, const char *operation, const char *callee,
 *                         const char *file, const char *function, const char *place);
 *
 * Strings are constants of the program. Names of basic blocks are gone by the time of the link, so
 * the last one says the line and the column. */
#include "emit/errors.h"
#include "base/type.h"
#include "ir/constants.h"
#include "ir/in_place.h"
#include <string.h>

enum { HOOK_NUMBERS = 2, HOOK_TEXTS = 5, HOOK_OPERANDS = HOOK_NUMBERS + HOOK_TEXTS };

static bool fits_hook(LLVMValueRef fn)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(fn), params[HOOK_OPERANDS];
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) != LLVMVoidTypeKind ||
        LLVMIsFunctionVarArg(type) || LLVMCountParamTypes(type) != HOOK_OPERANDS)
        return false;
    LLVMGetParamTypes(type, params);
    for (unsigned k = 0; k < HOOK_OPERANDS; k++)
        if (LLVMGetTypeKind(params[k]) !=
            (k < HOOK_NUMBERS ? LLVMDoubleTypeKind : LLVMPointerTypeKind))
            return false;
    return true;
}

LLVMValueRef errors_find_hook(struct emission *e)
{
    LLVMValueRef fn = LLVMGetNamedFunction(e->module, "enzymeLogError");
    if (!fn) /* of C++, without extern "C" */
        fn = LLVMGetNamedFunction(e->module, "_Z14enzymeLogErrorddPKcS0_S0_S0_S0_");
    if (!fn || fits_hook(fn))
        return fn;
    diag(e->diags, DIAG_ERROR_HOOK, fn, diag_name(e->diags, fn));
    return NULL;
}

/* ---- what the hook is told of an operation ---- */

static const char *operation_of(LLVMValueRef inst)
{
    static const struct {
        LLVMOpcode opcode;
        const char *name;
    } names[] = {{LLVMFNeg, "fneg"},   {LLVMFAdd, "fadd"},      {LLVMFSub, "fsub"},
                 {LLVMFMul, "fmul"},   {LLVMFDiv, "fdiv"},      {LLVMFRem, "frem"},
                 {LLVMFPExt, "fpext"}, {LLVMFPTrunc, "fptrunc"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].opcode == LLVMGetInstructionOpcode(inst))
            return names[i].name;
    return "call";
}

/* The name of an operation that LLVM has as a function is what stands behind `llvm.`, without the
 * type: sqrt, fmuladd. */
static const char *callee_of(struct gen *g, LLVMValueRef inst)
{
    if (!LLVMIsACallInst(inst) && !LLVMIsAInvokeInst(inst))
        return "";
    LLVMValueRef callee = LLVMGetCalledValue(inst);
    const char *name = LLVMIsAFunction(callee) ? diag_name(g->diags, callee) : "";
    if (strncmp(name, "llvm.", strlen("llvm.")))
        return name;
    name += strlen("llvm.");
    const char *type = strrchr(name, '.');
    return type ? arena_printf(g->arena, "%.*s", (int)(type - name), name) : name;
}

static void texts_of(struct gen *g, LLVMValueRef inst, const char **texts)
{
    const char *file = "", *function = ezb_debug_function(inst);
    unsigned line = 0, column = 0;
    bool found = ezb_debug_loc(inst, &file, &line, &column);
    texts[0] = operation_of(inst);
    texts[1] = callee_of(g, inst);
    texts[2] = found ? file : "";
    texts[3] = function ? function : diag_name(g->diags, g->f->fn);
    texts[4] = found ? arena_printf(g->arena, "%u:%u", line, column) : "";
}

static LLVMValueRef as_double(struct gen *g, LLVMValueRef x)
{
    LLVMTypeRef number = LLVMDoubleTypeInContext(g->context);
    return LLVMBuildFPCast(g->b, x, number, "");
}

static void call_hook(struct gen *g, LLVMValueRef *args)
{
    LLVMValueRef hook = g->emission->error_hook;
    LLVMBuildCall2(g->b, LLVMGlobalGetValueType(hook), hook, args, HOOK_OPERANDS, "");
}

/* The hook for each number in result, whose error is in the same place. */
static void log_numbers(struct gen *g, LLVMValueRef result, LLVMValueRef error, LLVMValueRef *args)
{
    LLVMTypeRef t = LLVMTypeOf(result);
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            log_numbers(g, LLVMBuildExtractValue(g->b, result, i, ""),
                        LLVMBuildExtractValue(g->b, error, i, ""), args);
    } else if (LLVMGetTypeKind(t) == LLVMVectorTypeKind) {
        for (unsigned i = 0; i < LLVMGetVectorSize(t); i++)
            log_numbers(g, gen_lane(g, result, i), gen_lane(g, error, i), args);
    } else if (type_is_fp(t)) {
        args[0] = as_double(g, result);
        args[1] = as_double(g, error);
        call_hook(g, args);
    }
}

/* ---- operations that optimisation has taken out of branches ---- */

enum { MAX_CHAIN = 8, MAX_USES = 4 };

/* Of sums there is no mark that would say that they are where they were. */
static bool is_in_place(LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    return (op == LLVMFMul || op == LLVMFDiv || op == LLVMCall) && !in_place_lost(inst);
}

static LLVMValueRef used_when(struct gen *g, LLVMValueRef inst, unsigned depth);

/* The i1 that says whether `user` uses v; false: it does, or nobody knows here. */
static bool use_condition(struct gen *g, LLVMValueRef user, LLVMValueRef v, unsigned depth,
                          LLVMValueRef *when)
{
    unsigned id = func_id(g->f, user);
    *when = NULL;
    if (id == NO_ID || depth == MAX_CHAIN)
        return false;
    if (!LLVMIsASelectInst(user)) {
        if (g->f->calls[id].cls == CALL_RULE && !is_in_place(user))
            *when = used_when(g, user, depth + 1);
        return *when;
    }
    LLVMValueRef condition = LLVMGetOperand(user, 0), here, later;
    unsigned known = func_id(g->f, condition);
    bool first = LLVMGetOperand(user, 1) == v, second = LLVMGetOperand(user, 2) == v;
    if (condition == v || first == second ||
        LLVMGetTypeKind(LLVMTypeOf(condition)) != LLVMIntegerTypeKind ||
        (known != NO_ID && !g->primal[known]))
        return false;
    here = gen_primal(g, condition);
    *when = first ? here : LLVMBuildNot(g->b, here, "");
    later = used_when(g, user, depth + 1);
    if (later)
        *when = LLVMBuildAnd(g->b, *when, later, "");
    return true;
}

/* The program may have had the operation in a branch of which a choice between results is left.
 * NULL: it runs always. */
static LLVMValueRef used_when(struct gen *g, LLVMValueRef inst, unsigned depth)
{
    LLVMValueRef any = NULL, when;
    unsigned count = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(inst); u; u = LLVMGetNextUse(u)) {
        if (++count > MAX_USES || !use_condition(g, LLVMGetUser(u), inst, depth, &when))
            return NULL;
        any = any ? LLVMBuildOr(g->b, any, when, "") : when;
    }
    return any;
}

static void log_error(struct gen *g, LLVMValueRef inst, LLVMValueRef error)
{
    LLVMValueRef when = is_in_place(inst) ? NULL : used_when(g, inst, 0);
    LLVMBasicBlockRef rest = when ? gen_block(g) : NULL;
    if (when) {
        LLVMBasicBlockRef tells = gen_block(g);
        LLVMBuildCondBr(g->b, LLVMBuildFreeze(g->b, when, ""), tells, rest);
        LLVMPositionBuilderAtEnd(g->b, tells);
    }
    LLVMValueRef args[HOOK_OPERANDS];
    const char *texts[HOOK_TEXTS];
    texts_of(g, inst, texts);
    for (unsigned k = 0; k < HOOK_TEXTS; k++)
        args[HOOK_NUMBERS + k] = constants_text(g->b, texts[k]);
    log_numbers(g, gen_primal(g, inst), error, args);
    if (when) {
        LLVMBuildBr(g->b, rest);
        LLVMPositionBuilderAtEnd(g->b, rest);
    }
}

LLVMValueRef gen_rule_error(struct gen *g, unsigned v, struct rule_env *env,
                            LLVMValueRef const *errors)
{
    LLVMValueRef inst = g->f->values[v];
    if (!activity_active(g->a, v))
        return NULL;
    LLVMValueRef error = rule_error(g->f->calls[v].rule, env, errors);
    if (!error)
        error = LLVMConstNull(LLVMTypeOf(inst));
    if (g->emission->error_hook)
        log_error(g, inst, error);
    return error;
}
