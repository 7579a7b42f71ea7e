/* Loops that copy or exchange memory byte by byte become copies of blocks, also where nothing
 * proves the blocks apart.
 *
 * A number has a derivative, its bytes have none. Optimisation makes a loop a memcpy only if it can
 * prove that the blocks do not overlap; here the run asks. A loop qualifies if it is one block that
 * loads and stores single bytes at addresses that all go up by one, or all down by one, and stores
 * only what it loaded. If the blocks are apart, each ends up with what one of them held before, so
 * that copies of whole blocks, with temporaries, do the same. Otherwise the loop runs as it was. */
#include "base/limits.h"
#include "base/target.h"
#include "prepare/bytes/bytes.h"

LIMIT(STREAMS_MAX, 4);
LIMIT(MOVES_MAX, 16);

struct stream {
    LLVMValueRef pointer; /* as in the loop */
    EzbScev start;
    LLVMValueRef
        base; /* where the start cannot be computed anew: it is `offset` bytes behind this */
    int64_t offset;
    LLVMValueRef low;   /* lowest address */
    unsigned holds;     /* the stream whose first content it has in the end */
    LLVMValueRef saved; /* temporary with its first content, or NULL */
};

struct byte_loop {
    struct prepare *p;
    EzbLoop loop;
    LLVMBasicBlockRef body, preheader, exit;
    LLVMBuilderRef b;
    int64_t step;
    unsigned count, moves;
    struct stream streams[STREAMS_MAX];
    LLVMValueRef loads[MOVES_MAX];
    unsigned loaded[MOVES_MAX]; /* the stream whose first content a load gets */
    LLVMValueRef size;          /* bytes */
};

static LLVMContextRef context_of(const struct byte_loop *l)
{
    return LLVMGetModuleContext(l->p->module);
}

static bool is_byte(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8;
}

static bool same_address(struct byte_loop *l, EzbScev a, EzbScev b)
{
    int64_t distance;
    EzbScev d = ezb_scev_minus(l->p->cx, LLVMGetBasicBlockParent(l->body), a, b);
    return d && ezb_scev_const(d, &distance) && !distance;
}

/* Scalar evolution does not repeat a division; but base[k], with the base computed outside, needs
 * no repetition. */
static bool find_base(struct byte_loop *l, struct stream *s)
{
    EzbLoop of;
    EzbScev start, step;
    if (!LLVMIsAGetElementPtrInst(s->pointer) || LLVMGetNumOperands(s->pointer) != 2 ||
        LLVMGetGEPSourceElementType(s->pointer) != LLVMInt8TypeInContext(context_of(l)))
        return false;
    s->base = LLVMGetOperand(s->pointer, 0);
    if (LLVMIsAInstruction(s->base) &&
        ezb_loop_contains(l->loop, LLVMGetInstructionParent(s->base)))
        return false;
    EzbScev index =
        ezb_scev_of(l->p->cx, LLVMGetBasicBlockParent(l->body), LLVMGetOperand(s->pointer, 1));
    return index && ezb_scev_is_addrec(l->p->cx, index, &of, &start, &step) && of == l->loop &&
           ezb_scev_const(start, &s->offset);
}

/* The stream of an address; STREAMS_MAX if it is none. */
static unsigned stream_of(struct byte_loop *l, LLVMValueRef pointer)
{
    EzbScev s = ezb_scev_of(l->p->cx, LLVMGetBasicBlockParent(l->body), pointer), start, step;
    EzbLoop of;
    int64_t by;
    if (!s || !ezb_scev_is_addrec(l->p->cx, s, &of, &start, &step) || of != l->loop ||
        !ezb_scev_const(step, &by) || (by != 1 && by != -1))
        return STREAMS_MAX;
    if (l->count && by != l->step)
        return STREAMS_MAX;
    l->step = by;
    for (unsigned i = 0; i < l->count; i++)
        if (l->streams[i].pointer == pointer || same_address(l, l->streams[i].start, start))
            return i;
    if (l->count == STREAMS_MAX)
        return STREAMS_MAX;
    struct stream *fresh = &l->streams[l->count];
    *fresh = (struct stream){.pointer = pointer, .start = start, .holds = l->count};
    bool found =
        ezb_scev_can_expand_at(l->p->cx, start, LLVMGetBasicBlockTerminator(l->preheader)) ||
        find_base(l, fresh);
    return found ? l->count++ : STREAMS_MAX;
}

static bool follow_load(struct byte_loop *l, LLVMValueRef i)
{
    unsigned s = is_byte(i) && !LLVMGetVolatile(i) &&
                         LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic && l->moves < MOVES_MAX
                     ? stream_of(l, LLVMGetOperand(i, 0))
                     : STREAMS_MAX;
    if (s == STREAMS_MAX)
        return false;
    l->loads[l->moves] = i;
    l->loaded[l->moves++] = l->streams[s].holds;
    return true;
}

static bool follow_store(struct byte_loop *l, LLVMValueRef i)
{
    unsigned k = 0;
    if (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
        return false;
    while (k < l->moves && l->loads[k] != LLVMGetOperand(i, 0))
        k++;
    unsigned s = k < l->moves ? stream_of(l, LLVMGetOperand(i, 1)) : STREAMS_MAX;
    if (s == STREAMS_MAX)
        return false;
    l->streams[s].holds = l->loaded[k];
    return true;
}

/* Address arithmetic and the like, of no use outside. */
static bool is_harmless(LLVMValueRef i)
{
    return LLVMIsAPHINode(i) || LLVMIsAGetElementPtrInst(i) || LLVMIsABinaryOperator(i) ||
           LLVMIsAICmpInst(i) || LLVMIsACastInst(i) || LLVMIsATerminatorInst(i);
}

static bool is_used_outside(LLVMValueRef i)
{
    for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u))
        if (LLVMGetInstructionParent(LLVMGetUser(u)) != LLVMGetInstructionParent(i))
            return true;
    return false;
}

static bool follow_body(struct byte_loop *l)
{
    bool changed = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(l->body); i; i = LLVMGetNextInstruction(i)) {
        bool known = LLVMIsALoadInst(i)    ? follow_load(l, i)
                     : LLVMIsAStoreInst(i) ? follow_store(l, i)
                                           : is_harmless(i);
        if (!known || is_used_outside(i))
            return false;
    }
    for (unsigned i = 0; i < l->count; i++)
        changed |= l->streams[i].holds != i;
    return changed;
}

/* ---- the copies ---- */

static LLVMValueRef add_bytes(struct byte_loop *l, LLVMValueRef p, LLVMValueRef n)
{
    return LLVMBuildGEP2(l->b, LLVMInt8TypeInContext(context_of(l)), p, &n, 1, "");
}

static bool expand_size(struct byte_loop *l)
{
    EzbScev count = ezb_scev_backedge_count(l->p->cx, l->loop);
    LLVMTypeRef word = target_size(l->p->module);
    LLVMValueRef before = LLVMGetBasicBlockTerminator(l->preheader);
    if (!count || LLVMGetTypeKind(ezb_scev_type(count)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(ezb_scev_type(count)) > LLVMGetIntTypeWidth(word) ||
        !ezb_scev_can_expand_at(l->p->cx, count, before))
        return false;
    LLVMValueRef last = ezb_scev_expand(l->p->cx, count, ezb_scev_type(count), before, "");
    if (!last)
        return false;
    LLVMPositionBuilderBefore(l->b, before);
    if (LLVMTypeOf(last) != word)
        last = LLVMBuildZExt(l->b, last, word, "");
    for (unsigned k = 0; k < l->count; k++) {
        struct stream *s = &l->streams[k];
        s->low = s->base ? add_bytes(l, s->base, LLVMConstInt(word, (uint64_t)s->offset, 1))
                         : ezb_scev_expand(l->p->cx, s->start, ezb_scev_type(s->start), before, "");
        if (!s->low)
            return false;
        LLVMPositionBuilderBefore(l->b, before);
        if (l->step < 0)
            s->low = add_bytes(l, s->low, LLVMBuildNeg(l->b, last, ""));
    }
    l->size = LLVMBuildAdd(l->b, last, LLVMConstInt(word, 1, 0), "");
    return true;
}

static LLVMValueRef are_apart(struct byte_loop *l, LLVMValueRef p, LLVMValueRef q)
{
    LLVMValueRef behind = LLVMBuildICmp(l->b, LLVMIntUGE, p, add_bytes(l, q, l->size), "");
    return LLVMBuildOr(l->b, behind,
                       LLVMBuildICmp(l->b, LLVMIntUGE, q, add_bytes(l, p, l->size), ""), "");
}

/* One block is copied to another: right also if they overlap, as long as the loop reads ahead of
 * what it writes. */
static bool is_one_copy(const struct byte_loop *l, unsigned *to)
{
    unsigned changed = 0;
    for (unsigned i = 0; i < l->count; i++)
        if (l->streams[i].holds != i)
            *to = i, changed++;
    return changed == 1;
}

static LLVMValueRef condition(struct byte_loop *l)
{
    LLVMValueRef all = LLVMConstInt(LLVMInt1TypeInContext(context_of(l)), 1, 0);
    unsigned to = 0;
    for (unsigned i = 0; i < l->count; i++)
        for (unsigned k = 0; k < l->count; k++) {
            bool written = l->streams[i].holds != i, later = l->streams[k].holds == k || k > i;
            if (k != i && written && later)
                all =
                    LLVMBuildAnd(l->b, all, are_apart(l, l->streams[i].low, l->streams[k].low), "");
        }
    if (!is_one_copy(l, &to)) { /* exchanged with itself a block keeps what it holds */
        bool exchange = l->count == 2;
        return exchange ? LLVMBuildOr(l->b, all,
                                      LLVMBuildICmp(l->b, LLVMIntEQ, l->streams[0].low,
                                                    l->streams[1].low, ""),
                                      "")
                        : all;
    }
    LLVMValueRef d = l->streams[to].low, s = l->streams[l->streams[to].holds].low;
    return LLVMBuildOr(l->b, all,
                       LLVMBuildICmp(l->b, l->step > 0 ? LLVMIntULE : LLVMIntUGE, d, s, ""), "");
}

static LLVMValueRef temporary(struct byte_loop *l)
{
    LLVMTypeRef i8 = LLVMInt8TypeInContext(context_of(l));
    if (!LLVMIsAConstantInt(l->size))
        return LLVMBuildArrayAlloca(l->b, i8, l->size, "");
    LLVMBuilderRef entry = LLVMCreateBuilderInContext(context_of(l));
    LLVMPositionBuilderBefore(
        entry, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(l->body))));
    LLVMValueRef slot =
        LLVMBuildAlloca(entry, LLVMArrayType2(i8, LLVMConstIntGetZExtValue(l->size)), "");
    LLVMDisposeBuilder(entry);
    LLVMSetAlignment(slot, target_block_alignment(l->p->module));
    return slot;
}

static bool is_wanted_elsewhere(const struct byte_loop *l, unsigned s)
{
    for (unsigned i = 0; i < l->count; i++)
        if (i != s && l->streams[i].holds == s)
            return true;
    return false;
}

static void copy_blocks(struct byte_loop *l)
{
    unsigned to;
    bool one = is_one_copy(l, &to);
    for (unsigned i = 0; i < l->count && !one; i++)
        if (l->streams[i].holds != i && is_wanted_elsewhere(l, i)) {
            l->streams[i].saved = temporary(l);
            LLVMBuildMemCpy(l->b, l->streams[i].saved, 1, l->streams[i].low, 1, l->size);
        }
    for (unsigned i = 0; i < l->count; i++) {
        const struct stream *from = &l->streams[l->streams[i].holds];
        if (from == &l->streams[i])
            continue;
        if (one)
            LLVMBuildMemMove(l->b, l->streams[i].low, 1, from->low, 1, l->size);
        else
            LLVMBuildMemCpy(l->b, l->streams[i].low, 1, from->saved ? from->saved : from->low, 1,
                            l->size);
    }
}

/* preheader -> (blocks apart? copies : loop) -> exit */
static void branch_around(struct byte_loop *l)
{
    LLVMValueRef term = LLVMGetBasicBlockTerminator(l->preheader), fits = condition(l);
    LLVMBasicBlockRef blocks = LLVMInsertBasicBlockInContext(context_of(l), l->body, "");
    LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(l->loads[0]));
    LLVMBuildCondBr(l->b, fits, blocks, l->body);
    LLVMInstructionEraseFromParent(term);
    LLVMPositionBuilderAtEnd(l->b, blocks);
    copy_blocks(l);
    LLVMBuildBr(l->b, l->exit);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(l->exit); LLVMIsAPHINode(phi);
         phi = LLVMGetNextInstruction(phi)) {
        LLVMValueRef same = LLVMGetIncomingValue(phi, 0);
        LLVMAddIncoming(phi, &same, &blocks, 1);
    }
}

static bool find_shape(struct byte_loop *l)
{
    l->body = ezb_loop_header(l->loop), l->preheader = ezb_loop_preheader(l->loop);
    if (ezb_loop_blocks(l->loop, NULL, 0) != 1 || !l->preheader ||
        !ezb_loop_is_simplified(l->loop) || ezb_loop_exits(l->loop, &l->exit, 1) != 1)
        return false;
    LLVMValueRef term = LLVMGetBasicBlockTerminator(l->preheader);
    return LLVMGetInstructionOpcode(term) == LLVMBr && !LLVMIsConditional(term);
}

static unsigned rewrite_loop(struct prepare *p, EzbLoop loop)
{
    size_t n = ezb_loop_subloops(loop, NULL, 0);
    EzbLoop *subs = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_loop_subloops(loop, subs, n);
    for (size_t i = 0; i < n; i++)
        if (rewrite_loop(p, subs[i]))
            return 1; /* the analyses are no longer valid */
    struct byte_loop l = {
        .p = p, .loop = loop, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module))};
    bool fits = !n && find_shape(&l) && follow_body(&l) && expand_size(&l);
    if (fits)
        branch_around(&l);
    LLVMDisposeBuilder(l.b);
    return fits;
}

static unsigned rewrite_first(struct prepare *p, LLVMValueRef fn)
{
    size_t n = ezb_top_loops(p->cx, fn, NULL, 0);
    EzbLoop *tops = ARENA_ARRAY(p->arena, EzbLoop, n);
    ezb_top_loops(p->cx, fn, tops, n);
    for (size_t i = 0; i < n; i++)
        if (rewrite_loop(p, tops[i]))
            return 1;
    return 0;
}

/* A loop of bytes is there at all. */
static bool stores_bytes(LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAStoreInst(i) && LLVMIsALoadInst(LLVMGetOperand(i, 0)) &&
                is_byte(LLVMGetOperand(i, 0)))
                return true;
    return false;
}

unsigned prepare_byte_loops(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    /* A loop that was rewritten has a conditional branch in front and does not qualify again. */
    while (stores_bytes(fn) && rewrite_first(p, fn)) {
        ezb_invalidate(p->cx, fn);
        changes++;
    }
    return changes;
}

static bool is_shifted_load(LLVMValueRef i)
{
    if (!LLVMIsAZExtInst(i) || !is_byte(LLVMGetOperand(i, 0)) ||
        !LLVMIsALoadInst(LLVMGetOperand(i, 0)))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsABinaryOperator(user) &&
            (LLVMGetInstructionOpcode(user) == LLVMShl || LLVMGetInstructionOpcode(user) == LLVMOr))
            return true;
    }
    return false;
}

bool prepare_shifts_bytes(struct prepare *p, LLVMValueRef fn)
{
    (void)p;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_shifted_load(i) ||
                (LLVMIsAStoreInst(i) && LLVMIsATruncInst(LLVMGetOperand(i, 0)) &&
                 is_byte(LLVMGetOperand(i, 0))))
                return true;
    return false;
}
