/* Numbers a prepared function.
 *
 * Keeps: blocks in reverse post order, values in block order, loops outer first. Every query
 * afterwards is an array access; loop handles stay valid because a prepared function never changes.
 */
#include "ir/func.h"

static void post_order(struct func *f, LLVMBasicBlockRef entry, LLVMBasicBlockRef *order,
                       unsigned *count)
{
    unsigned n = LLVMCountBasicBlocks(f->fn), depth = 0;
    struct {
        LLVMBasicBlockRef block;
        unsigned next;
    } *stack = arena_alloc(f->arena, sizeof *stack * (n + 1));
    struct map seen;
    map_init(&seen, f->arena);
    map_put(&seen, entry, entry);
    stack[depth].block = entry;
    stack[depth++].next = 0;
    while (depth) {
        LLVMValueRef term = LLVMGetBasicBlockTerminator(stack[depth - 1].block);
        unsigned succs = LLVMGetNumSuccessors(term);
        if (stack[depth - 1].next == succs) {
            order[(*count)++] = stack[--depth].block;
            continue;
        }
        LLVMBasicBlockRef s = LLVMGetSuccessor(term, succs - 1 - stack[depth - 1].next++);
        if (map_get(&seen, s))
            continue;
        map_put(&seen, s, s);
        stack[depth].block = s;
        stack[depth++].next = 0;
    }
}

static void number_value(struct func *f, LLVMValueRef v, unsigned block, unsigned *next)
{
    f->values[*next] = v;
    f->block_of[*next] = block;
    if (block != NO_ID)
        f->calls[*next] = rule_classify(f->cx, v);
    map_put_id(&f->ids, v, (*next)++);
}

static void add_edge(struct func *f, unsigned from, unsigned to)
{
    struct func_block *b = &f->blocks[from], *t = &f->blocks[to];
    for (unsigned i = 0; i < b->succ_count; i++)
        if (b->succs[i] == to)
            return;
    b->succs[b->succ_count++] = to;
    t->preds[t->pred_count++] = from;
}

static unsigned count_edges_into(LLVMBasicBlockRef b)
{
    unsigned n = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u; u = LLVMGetNextUse(u))
        n++;
    return n;
}

static void link_blocks(struct func *f)
{
    for (unsigned i = 0; i < f->block_count; i++) {
        struct func_block *b = &f->blocks[i];
        b->preds = ARENA_ARRAY(f->arena, unsigned, count_edges_into(b->ref));
        b->succs = ARENA_ARRAY(f->arena, unsigned,
                               LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(b->ref)));
    }
    for (unsigned i = 0; i < f->block_count; i++) {
        LLVMValueRef term = LLVMGetBasicBlockTerminator(f->blocks[i].ref);
        for (unsigned s = 0, n = LLVMGetNumSuccessors(term); s < n; s++)
            add_edge(f, i, func_block_id(f, LLVMGetSuccessor(term, s)));
        LLVMBasicBlockRef idom = i ? ezb_idom(f->cx, f->blocks[i].ref) : NULL;
        f->blocks[i].idom = idom ? func_block_id(f, idom) : NO_ID;
        if (LLVMGetInstructionOpcode(term) == LLVMRet)
            f->return_block = i;
    }
}

/* The counter phi that preparation inserted is the first phi of the header. */
static void number_loop(struct func *f, const struct map *trips, EzbLoop l, unsigned parent)
{
    unsigned id = f->loop_count++;
    struct func_loop *fl = &f->loops[id];
    LLVMBasicBlockRef pre = ezb_loop_preheader(l), latch = ezb_loop_latch(l);
    fl->handle = l;
    fl->parent = parent;
    fl->depth = ezb_loop_depth(l);
    fl->header = func_block_id(f, ezb_loop_header(l));
    fl->latch = latch ? func_block_id(f, latch) : NO_ID;
    fl->preheader = pre ? func_block_id(f, pre) : NO_ID;
    fl->counter = f->blocks[fl->header].first;
    fl->trips = map_get(trips, ezb_loop_header(l));
    size_t n = ezb_loop_blocks(l, NULL, 0);
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(f->arena, LLVMBasicBlockRef, n);
    ezb_loop_blocks(l, blocks, n);
    for (size_t i = 0; i < n; i++)
        f->blocks[func_block_id(f, blocks[i])].loop = id;
    n = ezb_loop_subloops(l, NULL, 0);
    EzbLoop *subs = ARENA_ARRAY(f->arena, EzbLoop, n);
    ezb_loop_subloops(l, subs, n);
    for (size_t i = 0; i < n; i++)
        number_loop(f, trips, subs[i], id);
}

static void number_loops(struct func *f, const struct map *trips)
{
    size_t n = ezb_top_loops(f->cx, f->fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(f->arena, EzbLoop, n);
    ezb_top_loops(f->cx, f->fn, tops, n);
    f->loops =
        ARENA_ARRAY(f->arena, struct func_loop, f->block_count); /* at most one loop per header */
    for (size_t i = 0; i < n; i++)
        number_loop(f, trips, tops[i], NO_ID);
}

struct func *func_number(EzbCtx *cx, LLVMModuleRef m, struct arena *a, LLVMValueRef fn,
                         const struct map *trips)
{
    struct func *f = ARENA_NEW(a, struct func);
    f->cx = cx, f->module = m, f->fn = fn, f->arena = a, f->return_block = NO_ID;
    map_init(&f->ids, a);
    map_init(&f->block_ids, a);
    unsigned blocks = LLVMCountBasicBlocks(fn), count = 0,
             values = f->arg_count = LLVMCountParams(fn);
    LLVMBasicBlockRef *order = ARENA_ARRAY(a, LLVMBasicBlockRef, blocks);
    post_order(f, LLVMGetEntryBasicBlock(fn), order, &count);
    f->block_count = count;
    f->blocks = ARENA_ARRAY(a, struct func_block, count);
    for (unsigned i = 0; i < count; i++) {
        f->blocks[i].ref = order[count - 1 - i];
        f->blocks[i].loop = NO_ID;
        map_put_id(&f->block_ids, f->blocks[i].ref, i);
        for (LLVMValueRef v = LLVMGetFirstInstruction(f->blocks[i].ref); v;
             v = LLVMGetNextInstruction(v))
            values++;
    }
    f->values = ARENA_ARRAY(a, LLVMValueRef, values);
    f->block_of = ARENA_ARRAY(a, unsigned, values);
    f->calls = ARENA_ARRAY(a, struct call_info, values);
    for (unsigned i = 0; i < f->arg_count; i++)
        number_value(f, LLVMGetParam(fn, i), NO_ID, &f->value_count);
    for (unsigned i = 0; i < count; i++) {
        f->blocks[i].first = f->value_count;
        for (LLVMValueRef v = LLVMGetFirstInstruction(f->blocks[i].ref); v;
             v = LLVMGetNextInstruction(v))
            number_value(f, v, i, &f->value_count);
        f->blocks[i].count = f->value_count - f->blocks[i].first;
    }
    link_blocks(f);
    number_loops(f, trips);
    return f;
}

bool func_loop_contains(const struct func *f, unsigned outer, unsigned inner)
{
    if (outer == NO_ID)
        return true;
    while (inner != NO_ID && inner != outer)
        inner = f->loops[inner].parent;
    return inner == outer;
}

unsigned func_exit(const struct func *f, unsigned loop)
{
    const struct func_block *latch = &f->blocks[f->loops[loop].latch];
    for (unsigned k = 0; k < latch->succ_count; k++)
        if (!func_loop_contains(f, loop, f->blocks[latch->succs[k]].loop))
            return latch->succs[k];
    return NO_ID;
}

bool func_dominates(const struct func *f, unsigned a, unsigned b)
{
    /* Ids follow reverse post order, so a dominator never has a larger id. */
    while (b != NO_ID && b > a)
        b = f->blocks[b].idom;
    return a == b;
}

/* Block b runs only by that way out of the branch. */
static unsigned way_to(const struct func *f, unsigned branch, unsigned b)
{
    for (unsigned k = 0; k < f->blocks[branch].succ_count; k++) {
        unsigned to = f->blocks[branch].succs[k];
        if (f->blocks[to].pred_count == 1 && func_dominates(f, to, b))
            return to;
    }
    return NO_ID;
}

bool func_decides(const struct func *f, unsigned branch, unsigned b, unsigned c)
{
    unsigned x = way_to(f, branch, b), y = way_to(f, branch, c);
    return x != NO_ID && y != NO_ID && x != y;
}

bool func_leads_to_one(const struct func *f, unsigned branch, unsigned b, unsigned c)
{
    return f->blocks[branch].loop == NO_ID && func_decides(f, branch, b, c);
}

unsigned func_operand_count(const struct func *f, unsigned value)
{
    LLVMValueRef v = f->values[value];
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMCall:
    case LLVMInvoke: return LLVMGetNumArgOperands(v);
    default: return (unsigned)LLVMGetNumOperands(v);
    }
}

LLVMValueRef func_incoming(const struct func *f, unsigned l, LLVMValueRef phi, bool from_latch)
{
    LLVMBasicBlockRef latch = f->blocks[f->loops[l].latch].ref;
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++)
        if ((LLVMGetIncomingBlock(phi, i) == latch) == from_latch)
            return LLVMGetIncomingValue(phi, i);
    return NULL;
}
