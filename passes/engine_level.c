/* A derivative that is differentiated itself has shadows of globals: memory of its own, of which
 * the outer derivative has shadows as of any other. The globals need others then, and derivatives
 * that use the first ones do not fit. So each level has shadows and derivatives of its own; a
 * request is one level above the highest one whose shadows the code that it differentiates uses. */
#include "engine_level.h"
#include "request/request.h"

struct walk {
    struct engine *e;
    struct map levels; /* shadow -> its level + 1 */
    struct map seen;
    VEC(LLVMValueRef) functions; /* to look into */
    unsigned level;
};

static void list_shadows(struct walk *w, const struct global_shadows *s, unsigned level)
{
    for (unsigned i = 0; i < s->globals.count; i++) {
        LLVMValueRef *directions = map_get(&s->of, s->globals.items[i]);
        for (unsigned d = 0; d < REQUEST_MAX_WIDTH; d++)
            if (directions[d])
                map_put_id(&w->levels, directions[d], level + 1);
    }
}

static void visit(struct walk *w, LLVMValueRef v)
{
    bool constant = v && LLVMIsConstant(v) && !LLVMIsAConstantInt(v) && !LLVMIsAConstantFP(v);
    if (!constant || map_get(&w->seen, v))
        return;
    map_put(&w->seen, v, v);
    unsigned level = map_get_id(&w->levels, v);
    if (level != MAP_NO_ID && level > w->level)
        w->level = level;
    if (LLVMIsAFunction(v))
        VEC_PUSH(w->e->emission.arena, &w->functions, v);
    if (!LLVMIsAGlobalValue(v))
        for (int k = 0, n = LLVMGetNumOperands(v); k < n; k++)
            visit(w, LLVMGetOperand(v, (unsigned)k));
}

static void visit_body(struct walk *w, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            for (int k = 0, n = LLVMGetNumOperands(v); k < n; k++)
                visit(w, LLVMGetOperand(v, (unsigned)k));
}

static unsigned level_of(struct engine *e, LLVMValueRef prepared)
{
    struct walk w = {.e = e};
    map_init(&w.levels, e->emission.arena);
    map_init(&w.seen, e->emission.arena);
    list_shadows(&w, &e->emission.shadows, e->level);
    for (unsigned i = 0; i < e->levels.count; i++)
        if (i != e->level)
            list_shadows(&w, &e->levels.items[i].shadows, i);
    if (!w.levels.count)
        return 0;
    visit(&w, prepared);
    while (w.functions.count)
        visit_body(&w, w.functions.items[--w.functions.count]);
    return w.level;
}

void engine_enter_level(struct engine *e, LLVMValueRef prepared)
{
    unsigned level = level_of(e, prepared);
    while (e->levels.count <= level || e->levels.count <= e->level) {
        struct engine_level new = {0};
        map_init(&new.shadows.of, e->emission.arena);
        map_init(&new.derivatives, e->emission.arena);
        VEC_PUSH(e->emission.arena, &e->levels, new);
    }
    if (level == e->level)
        return;
    e->levels.items[e->level] = (struct engine_level){e->emission.shadows, e->derivatives};
    e->emission.shadows = e->levels.items[level].shadows;
    e->derivatives = e->levels.items[level].derivatives;
    e->level = level;
}
