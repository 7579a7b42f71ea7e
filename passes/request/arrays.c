/* __enzyme_todense(load, store, captured...): which functions it names. What becomes of it is in
 * passes/virtual. */
#include "base/map.h"
#include "base/target.h"
#include "ir/code.h"
#include "request/read.h"
#include "virtual/narrow.h"
#include <string.h>

static LLVMValueRef one_function(struct reader *r, LLVMValueRef call, unsigned operand)
{
    struct value_list functions = {0};
    bool there = operand < LLVMGetNumArgOperands(call);
    if (there && operand_functions(r, LLVMGetOperand(call, operand), &functions) &&
        functions.count == 1)
        return functions.items[0];
    diag(r->diags, DIAG_VIRTUAL_ARRAY, call, diag_name(r->diags, LLVMGetCalledValue(call)),
         arena_printf(r->arena, "operand %u is %s and no function", operand + 1,
                      there ? operand_describe(LLVMGetOperand(call, operand)) : "missing"));
    return NULL;
}

static void simplify(void *reader, LLVMValueRef fn)
{
    struct reader *r = reader;
    if (!LLVMIsDeclaration(fn))
        function_simplify(r, fn, "sroa<modify-cfg>,early-cse,simplifycfg");
}

/* Once each: long functions may have many calls. */
static void simplify_once(struct reader *r, struct map *simplified, LLVMValueRef fn)
{
    if (!map_get(simplified, fn))
        simplify(r, fn);
    map_put(simplified, fn, fn);
}

static bool lower(struct reader *r, struct virtuals *v, struct map *simplified, LLVMValueRef call)
{
    LLVMValueRef load = one_function(r, call, 0), store = load ? one_function(r, call, 1) : NULL;
    if (!store)
        return false;
    simplify_once(r, simplified, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    simplify_once(r, simplified, load);
    simplify_once(r, simplified, store);
    bool seen = !strstr(LLVMGetValueName(LLVMGetCalledValue(call)), "post_sparse");
    return virtual_lower(v, call, load, store, seen);
}

static LLVMValueRef next_call(LLVMValueRef entry, const struct map *failed)
{
    for (LLVMUseRef u = LLVMGetFirstUse(entry); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (code_is_call(user) && !map_get(failed, user))
            return user;
    }
    return NULL;
}

bool request_any_arrays(LLVMModuleRef m)
{
    for (LLVMValueRef fn = LLVMGetFirstFunction(m); fn; fn = LLVMGetNextFunction(fn))
        if (LLVMGetFirstUse(fn) && entry_role_of(fn) == ENTRY_ARRAY)
            return true;
    return false;
}

/* ---- memory that nobody reads ---- */

#define UNREAD "enz.__enzyme_todense.unread"

static bool is_array(LLVMValueRef v)
{
    while (LLVMIsAFreezeInst(v))
        v = LLVMGetOperand(v, 0);
    LLVMValueRef fn = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return fn && LLVMIsAFunction(fn) && entry_role_of(fn) == ENTRY_ARRAY;
}

static LLVMValueRef unread(struct reader *r, LLVMValueRef call, LLVMValueRef address)
{
    LLVMTypeRef pointer = LLVMTypeOf(address);
    LLVMTypeRef type = LLVMFunctionType(pointer, &pointer, 1, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(r->module, UNREAD);
    if (!fn)
        fn = LLVMAddFunction(r->module, UNREAD, type);
    LLVMPositionBuilderBefore(r->builder, call);
    return LLVMBuildCall2(r->builder, type, fn, &address, 1, "");
}

void arrays_note_unread(struct reader *r, struct request *request)
{
    for (unsigned i = 0; i < request->param_count; i++) {
        struct request_param *p = &request->params[i];
        bool arrays = p->activity == ACT_DUPNONEED && p->shadows && p->primal &&
                      LLVMTypeOf(p->primal) == target_pointer(r->module);
        for (unsigned v = 0; v < request->width && arrays; v++)
            arrays = is_array(p->shadows[v]);
        if (arrays)
            p->primal = unread(r, request->call, p->primal);
    }
}

/* ---- loops ---- */

/* The first call in fn that was a load. */
static LLVMValueRef next_load(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (virtual_is_noted(i, VIRTUAL_LOAD_NOTE) && !LLVMIsDeclaration(LLVMGetCalledValue(i)))
                return i;
    return NULL;
}

static void narrow(struct reader *r, struct virtuals *v, LLVMValueRef fn)
{
    for (LLVMValueRef load; (load = next_load(fn));)
        if (ezb_inline_call(r->cx, load))
            return;
    function_simplify(r, fn,
                      "simplifycfg,instcombine<no-verify-fixpoint>,early-cse,loop-simplify,lcssa");
    virtual_narrow_loops(v, fn);
}

static void narrow_all(struct reader *r, struct virtuals *v, const struct value_list *functions)
{
    struct map done;
    map_init(&done, r->arena);
    for (unsigned i = 0; i < functions->count; i++)
        if (!map_get(&done, functions->items[i])) {
            map_put(&done, functions->items[i], functions->items[i]);
            narrow(r, v, functions->items[i]);
        }
}

/* ---- all calls ---- */

/* Functions with calls may be inlined into others: the list of calls changes. */
void arrays_lower(struct reader *r, bool optimise)
{
    struct virtuals v = {.cx = r->cx,
                         .module = r->module,
                         .arena = r->arena,
                         .diags = r->diags,
                         .simplify = simplify,
                         .user = r};
    struct map failed, simplified;
    struct value_list functions = {0};
    map_init(&failed, r->arena);
    map_init(&simplified, r->arena);
    for (LLVMValueRef fn = LLVMGetFirstFunction(r->module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMValueRef call;
             entry_role_of(fn) == ENTRY_ARRAY && (call = next_call(fn, &failed));) {
            if (LLVMIsAInvokeInst(call))
                call = ezb_invoke_to_call(call, 0);
            LLVMValueRef around = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
            if (!strcmp(LLVMGetValueName(fn), UNREAD))
                virtual_drop_unread(&v, call);
            else if (lower(r, &v, &simplified, call))
                VEC_PUSH(r->arena, &functions, around);
            else
                map_put(&failed, call, call);
        }
    if (optimise && !failed.count)
        narrow_all(r, &v, &functions);
}
