/* __enzyme_todense(load, store, captured...): which functions it names. What becomes of it is in
 * passes/virtual. */
#include "base/map.h"
#include "request/read.h"
#include "virtual/virtual.h"

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

static bool lower(struct reader *r, struct virtuals *v, LLVMValueRef call)
{
    LLVMValueRef load = one_function(r, call, 0), store = load ? one_function(r, call, 1) : NULL;
    if (!store)
        return false;
    simplify(r, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    simplify(r, load);
    simplify(r, store);
    return virtual_lower(v, call, load, store);
}

static LLVMValueRef next_call(LLVMValueRef entry, const struct map *failed)
{
    for (LLVMUseRef u = LLVMGetFirstUse(entry); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if ((LLVMIsACallInst(user) || LLVMIsAInvokeInst(user)) && !map_get(failed, user))
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

/* Functions with calls may be inlined into others: the list of calls changes. */
void arrays_lower(struct reader *r)
{
    struct virtuals v = {.cx = r->cx,
                         .module = r->module,
                         .arena = r->arena,
                         .diags = r->diags,
                         .simplify = simplify,
                         .user = r};
    struct map failed;
    map_init(&failed, r->arena);
    for (LLVMValueRef fn = LLVMGetFirstFunction(r->module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMValueRef call;
             entry_role_of(fn) == ENTRY_ARRAY && (call = next_call(fn, &failed));) {
            if (LLVMIsAInvokeInst(call))
                call = ezb_invoke_to_call(call, 0);
            if (!lower(r, &v, call))
                map_put(&failed, call, call);
        }
}
