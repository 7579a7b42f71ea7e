/* Which rules of the program a derivative follows, for -fenz-check. */
#include "engine_rules.h"

static void find_called(LLVMValueRef fn, struct map *found)
{
    if (map_get(found, fn))
        return;
    map_put(found, fn, fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (callee && LLVMIsAFunction(callee))
                find_called(callee, found);
        }
}

const char *engine_rules_of(struct engine *e, const struct derivative *d)
{
    struct arena *a = e->emission.arena;
    const char *all = "";
    struct map called, named;
    map_init(&called, a);
    map_init(&named, a);
    find_called(d->fn, &called);
    for (unsigned i = 0; i < e->all.count; i++) {
        const struct custom_rule *rule = e->all.items[i]->custom;
        LLVMValueRef fn = !rule ? NULL : d->key.kind == GEN_FORWARD ? rule->forward : rule->reverse;
        const char *file = NULL;
        unsigned line, column;
        if (!fn || !map_get(&called, fn) || map_get(&named, fn))
            continue;
        map_put(&named, fn, fn);
        if (ezb_debug_loc(fn, &file, &line, &column))
            all = arena_printf(a, "%s%s%s (%s:%u)", all, *all ? ", " : "",
                               diag_name(e->emission.diags, fn), file, line);
    }
    return all;
}
