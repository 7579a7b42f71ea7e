/* -fsanitize=function compares, before a call through a pointer, what is written in front of the
 * function with the type of the call. It takes calls of the entry points of C++ templates for such.
 * Nothing is in front of an entry point, which has no code; functions without the mark of such a
 * record are called without a comparison. */
#include "base/map.h"
#include "request/read.h"
#include <stdlib.h>

struct drop {
    struct reader *r;
    struct map seen; /* functions with comparisons */
    struct value_list functions;
};

/* What is loaded from in front of an entry point is 0, no mark. */
static void clear_loads(struct drop *d, LLVMValueRef address)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address), next; u; u = next) {
        LLVMValueRef load = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (!LLVMIsALoadInst(load) || LLVMGetTypeKind(LLVMTypeOf(load)) != LLVMIntegerTypeKind)
            continue;
        LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(load));
        if (!map_get(&d->seen, fn)) {
            map_put(&d->seen, fn, fn);
            VEC_PUSH(d->r->arena, &d->functions, fn);
        }
        LLVMReplaceAllUsesWith(load, LLVMConstNull(LLVMTypeOf(load)));
    }
}

static bool is_address(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static void clear_records(struct drop *d, LLVMValueRef entry)
{
    for (LLVMUseRef u = LLVMGetFirstUse(entry); u; u = LLVMGetNextUse(u))
        if (is_address(LLVMGetUser(u)))
            clear_loads(d, LLVMGetUser(u));
}

void type_checks_drop(struct reader *r)
{
    struct drop d = {.r = r};
    map_init(&d.seen, r->arena);
    for (LLVMValueRef fn = LLVMGetFirstFunction(r->module); fn; fn = LLVMGetNextFunction(fn))
        if (LLVMIsDeclaration(fn) && entry_role_of(fn) != ENTRY_NONE)
            clear_records(&d, fn);
    for (unsigned i = 0; i < d.functions.count; i++)
        function_simplify(r, d.functions.items[i], "instsimplify,simplifycfg,adce");
}
