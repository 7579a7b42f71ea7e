/* A derivative call that passes memory with a shadow of its own must not reach the same memory
 * through a global: derivatives would be in two shadows, and each of them would be wrong.
 *
 * Of a global array that the derivative uses by name, and of a heap block that such a global points
 * to (facts/heap_globals.h), the run compares where they begin with what is passed. */
#include "emit/apart.h"
#include "base/target.h"
#include "facts/activity.h"
#include "facts/heap_globals.h"
#include "ir/text.h"
#include <string.h>

/* ---- globals that functions use by name ------------------------------------------------------ */

struct reach {
    struct arena *arena;
    struct map seen; /* functions and constants */
    VEC(LLVMValueRef) functions;
    VEC(LLVMValueRef) globals;
};

static void reach_constant(struct reach *r, LLVMValueRef c)
{
    if (!LLVMIsAConstant(c) || LLVMIsAConstantInt(c) || LLVMIsAConstantFP(c) ||
        map_get(&r->seen, c))
        return;
    map_put(&r->seen, c, c);
    if (LLVMIsAFunction(c))
        VEC_PUSH(r->arena, &r->functions, c);
    else if (LLVMIsAGlobalVariable(c))
        VEC_PUSH(r->arena, &r->globals, c);
    else
        for (int k = 0, n = LLVMGetNumOperands(c); k < n; k++)
            reach_constant(r, LLVMGetOperand(c, (unsigned)k));
}

static void reach_all(struct reach *r)
{
    for (unsigned next = 0; next < r->functions.count; next++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->functions.items[next]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++)
                    reach_constant(r, LLVMGetOperand(i, (unsigned)k));
}

/* ---- checks in front of the call ------------------------------------------------------------- */

struct site {
    struct emission *e;
    const struct request *request;
    LLVMBuilderRef b;
    LLVMValueRef where;
};

static bool is_array_of_floats(LLVMTypeRef t)
{
    bool array = LLVMGetTypeKind(t) == LLVMArrayTypeKind, fp = false, ptr = false;
    while (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        t = LLVMGetElementType(t);
    return array && LLVMGetTypeKind(t) != LLVMStructTypeKind && activity_type_has(t, &fp, &ptr) &&
           fp;
}

/* void enz_rt_check_apart(where, passed, start, global) for each argument with a shadow. */
static void compare_with(struct site *s, LLVMValueRef global, LLVMValueRef start)
{
    LLVMModuleRef m = s->e->module;
    LLVMTypeRef ptr = target_pointer(m), params[4] = {ptr, ptr, ptr, ptr},
                type =
                    LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), params, 4, 0);
    LLVMValueRef check = LLVMGetNamedFunction(m, "enz_rt_check_apart");
    check = check ? check : LLVMAddFunction(m, "enz_rt_check_apart", type);
    char *name = ezb_demangle(text_function_name(s->e->arena, global));
    LLVMValueRef text = LLVMBuildGlobalStringPtr(s->b, name, "");
    LLVMDisposeMessage(name);
    for (unsigned k = 0; k < s->request->param_count; k++) {
        const struct request_param *p = &s->request->params[k];
        if (!p->shadows || !p->primal || LLVMTypeOf(p->primal) != ptr)
            continue;
        LLVMValueRef args[] = {s->where, p->primal, start, text};
        LLVMBuildCall2(s->b, type, check, args, 4, "");
    }
}

static void check_global(struct site *s, LLVMValueRef global)
{
    struct emission *e = s->e;
    bool generated = !strncmp(text_function_name(e->arena, global), "enz.", 4);
    if (generated || LLVMIsGlobalConstant(global) || LLVMIsThreadLocal(global) ||
        LLVMTypeOf(global) != target_pointer(e->module) || map_get(&e->given_shadows, global))
        return;
    if (is_array_of_floats(LLVMGlobalGetValueType(global))) {
        compare_with(s, global, global);
        return;
    }
    struct heap_leaves leaves;
    heap_leaves_find(&leaves, e->cx, e->module, e->arena, global);
    for (unsigned i = 0; i < leaves.count; i++) {
        LLVMValueRef offset = target_bytes(e->module, leaves.items[i].offset),
                     at = LLVMConstInBoundsGEP2(
                         LLVMInt8TypeInContext(LLVMGetModuleContext(e->module)), global, &offset,
                         1);
        if (heap_leaf_found(&leaves.items[i]))
            compare_with(s, global, LLVMBuildLoad2(s->b, target_pointer(e->module), at, ""));
    }
}

static bool passes_memory(const struct request *r)
{
    for (unsigned k = 0; k < r->param_count; k++)
        if (r->params[k].shadows && r->params[k].primal &&
            LLVMGetTypeKind(LLVMTypeOf(r->params[k].primal)) == LLVMPointerTypeKind)
            return true;
    return false;
}

void gen_check_apart(struct emission *e, const struct request *request, LLVMValueRef derivative)
{
    struct reach reached = {.arena = e->arena};
    if (!passes_memory(request))
        return;
    map_init(&reached.seen, e->arena);
    VEC_PUSH(e->arena, &reached.functions, derivative);
    reach_all(&reached);
    struct site s = {e, request, LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module)), NULL};
    const char *file = "unknown place";
    unsigned line = 0, column = 0;
    ezb_debug_loc(request->call, &file, &line, &column);
    LLVMPositionBuilderBefore(s.b, request->call);
    LLVMSetCurrentDebugLocation2(s.b, LLVMInstructionGetDebugLoc(request->call));
    s.where =
        LLVMBuildGlobalStringPtr(s.b, arena_printf(e->arena, "%s:%u:%u", file, line, column), "");
    for (unsigned i = 0; i < reached.globals.count; i++)
        check_global(&s, reached.globals.items[i]);
    LLVMDisposeBuilder(s.b);
}
