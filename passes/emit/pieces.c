/* Very long derivatives: slots made local before they are cleaned, and in the end cut into
 * functions of moderate length.
 *
 * The derivative of a long straight-line function is several times as long, and its values live
 * from the forward to the reverse half. Instruction selection, register allocation and the SLP
 * vectorizer take quadratic time in such code. Here the function becomes a sequence of calls.
 * Values that cross a cut go through one block of stack memory, the frame; registers would not have
 * held them either. What LLVM did not inline before the differentiation has derivatives that are
 * called as well: functions with a single call would become one long function again.
 *
 * A cut may be made in front of a block without phis. In reverse post order, the blocks from one
 * cut to the next can leave the function if no edge enters or leaves them elsewhere: if the same
 * edges jump over both cuts. Each edge has a random-looking number, and what jumps over a cut is
 * known by the sum of the numbers; the edges of a piece are looked at once more before it is taken.
 */
#include "emit/pieces.h"
#include "base/target.h"
#include <string.h>

enum {
    LONG = 4096,  /* instructions in long blocks, or four times as many: shorter functions stay */
    PIECE = 2048, /* instructions of a piece, at least */
    STEP = 256,   /* longer blocks are split so that there are cuts to choose from */
    INLINE = 256, /* instructions: longer functions are not inlined */
};

struct cut {
    uint64_t over; /* sum of the numbers of the edges that jump over */
    unsigned size,
        staying; /* instructions, and instructions that cannot leave the function, in front */
    bool possible;
};

struct piece {
    unsigned begin, end; /* blocks */
};

struct slot_use {
    LLVMValueRef user, value; /* value: what replaces the operand, in block `at` */
    LLVMBasicBlockRef at;
    unsigned operand;
};

struct pieces {
    struct func *f;
    struct cut *cuts;   /* in front of each block, and one at the end */
    unsigned *piece_of; /* per block: 1 + piece, 0 = stays */
    VEC(struct piece) found;
    LLVMBuilderRef builder;
    LLVMTargetDataRef layout;
    LLVMValueRef *frames; /* the frame, by a value of its own for each piece: a value with few users
                             is found quickly */
    uint64_t frame_size;
};

static unsigned length(LLVMBasicBlockRef block, unsigned limit)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && n <= limit;
         i = LLVMGetNextInstruction(i))
        n++;
    return n;
}

static bool is_longer(LLVMValueRef fn, unsigned limit)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && n <= limit;
         b = LLVMGetNextBasicBlock(b))
        n += length(b, limit);
    return n > limit;
}

/* Passes are fast where many short blocks are loops, which a cut would keep from being vectorised:
 * memory is reached through the frame behind it. */
static bool is_long(LLVMValueRef fn)
{
    unsigned n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && n <= LONG;
         b = LLVMGetNextBasicBlock(b)) {
        unsigned block = length(b, LONG);
        n += block > STEP ? block : 0;
    }
    return n > LONG || is_longer(fn, 4 * LONG);
}

static LLVMValueRef first_after_phis(LLVMBasicBlockRef b)
{
    LLVMValueRef i = LLVMGetFirstInstruction(b);
    while (LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

static bool is_landing_block(LLVMBasicBlockRef b)
{
    return LLVMIsALandingPadInst(first_after_phis(b));
}

/* ---- stack slots ---- */

/* The only block but the entry that loads from or stores to the slot, if that is all that happens
 * to it. */
static LLVMBasicBlockRef only_user_block(LLVMValueRef slot, LLVMBasicBlockRef entry,
                                         LLVMValueRef *init)
{
    LLVMBasicBlockRef only = NULL;
    *init = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        LLVMBasicBlockRef b = LLVMGetInstructionParent(user);
        bool store = LLVMIsAStoreInst(user) && ezb_use_operand_no(u) == 1;
        if ((!store && !LLVMIsALoadInst(user)) ||
            (b == entry && (*init || !store || !LLVMIsConstant(LLVMGetOperand(user, 0)))))
            return NULL;
        if (b == entry)
            *init = user;
        else if (only && only != b)
            return NULL;
        else
            only = b;
    }
    return only;
}

void pieces_localize_slots(EzbCtx *cx, LLVMValueRef fn)
{
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    if (!is_long(fn))
        return;
    LLVMBuilderRef builder =
        LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef init = NULL;
        LLVMBasicBlockRef b = LLVMIsAAllocaInst(i) ? only_user_block(i, entry, &init) : NULL;
        if (!b || !init || is_landing_block(b) || ezb_loop_for(cx, b))
            continue;
        LLVMInstructionRemoveFromParent(init);
        LLVMPositionBuilderBefore(builder, first_after_phis(b));
        LLVMInsertIntoBuilder(builder, init);
    }
    LLVMDisposeBuilder(builder);
}

/* ---- places to cut ---- */

/* The last instruction after which the entry block may end: stack slots stay in it. */
static LLVMValueRef last_fixed(LLVMBasicBlockRef b, bool entry)
{
    LLVMValueRef last = NULL;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAPHINode(i) || (entry && LLVMIsAAllocaInst(i)))
            last = i;
    return last;
}

/* From the end, because splitting moves the instructions behind. */
static void split_block(LLVMBasicBlockRef b, bool entry)
{
    LLVMValueRef fixed = last_fixed(b, entry), i = LLVMGetLastInstruction(b);
    unsigned n = 0;
    if (is_landing_block(b))
        return;
    while (i && i != fixed) {
        LLVMValueRef before = LLVMGetPreviousInstruction(i);
        if (++n % STEP == 0 || (before && before == fixed))
            ezb_split_block_before(i, "");
        i = before;
    }
}

static void split_blocks(EzbCtx *cx, LLVMValueRef fn)
{
    VEC(LLVMBasicBlockRef) blocks = {0};
    struct arena a;
    arena_init(&a);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        VEC_PUSH(&a, &blocks, b);
    for (unsigned k = 0; k < blocks.count; k++)
        split_block(blocks.items[k], k == 0);
    arena_free(&a);
    ezb_invalidate(cx, fn);
}

/* Returns, stack allocations and what unwinds belong to the function they are in. */
static bool stays(LLVMValueRef i)
{
    static const char *const intrinsics[] = {
        "llvm.stacksave",     "llvm.stackrestore", "llvm.va_",        "llvm.eh.",
        "llvm.returnaddress", "llvm.frameaddress", "llvm.localescape"};
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMRet:
    case LLVMAlloca:
    case LLVMInvoke:
    case LLVMLandingPad:
    case LLVMResume:
    case LLVMIndirectBr:
    case LLVMCallBr: return true;
    case LLVMCall: {
        LLVMValueRef callee = LLVMGetCalledValue(i);
        size_t n = 0;
        const char *name = LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
        for (unsigned k = 0; k < sizeof intrinsics / sizeof *intrinsics; k++)
            if (!strncmp(name, intrinsics[k], strlen(intrinsics[k])))
                return true;
        return LLVMGetTailCallKind(i) == LLVMTailCallKindMustTail || LLVMIsAInlineAsm(callee);
    }
    default: return false;
    }
}

static uint64_t edge_number(unsigned from, unsigned to) /* splitmix64 */
{
    uint64_t z = ((uint64_t)from << 32 | to) + 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void find_cuts(struct pieces *p)
{
    struct func *f = p->f;
    p->cuts = ARENA_ARRAY(f->arena, struct cut, f->block_count + 1);
    for (unsigned b = 0; b < f->block_count; b++) {
        const struct func_block *from = &f->blocks[b];
        LLVMValueRef first = f->values[from->first];
        p->cuts[b].possible = b && !LLVMIsAPHINode(first) && !LLVMIsALandingPadInst(first);
        p->cuts[b + 1].size = p->cuts[b].size + from->count;
        p->cuts[b + 1].staying = p->cuts[b].staying;
        for (unsigned v = from->first; v < from->first + from->count; v++)
            p->cuts[b + 1].staying += stays(f->values[v]);
        for (unsigned s = 0; s < from->succ_count;
             s++) { /* differences first: an edge jumps over the cuts between its ends */
            unsigned to = from->succs[s], low = to > b ? b + 1 : to + 1, high = to > b ? to : b + 1;
            p->cuts[low].over += edge_number(b, to);
            p->cuts[high].over -= edge_number(b, to);
        }
    }
    for (unsigned b = 1; b <= f->block_count; b++)
        p->cuts[b].over += p->cuts[b - 1].over;
}

/* ---- pieces ---- */

/* Nothing but the cuts leads into or out of the blocks. */
static bool is_closed(const struct func *f, unsigned begin, unsigned end)
{
    for (unsigned b = begin; b < end; b++) {
        const struct func_block *block = &f->blocks[b];
        for (unsigned s = 0; s < block->succ_count; s++)
            if (block->succs[s] < begin || block->succs[s] > end)
                return false;
        for (unsigned k = 0; k < block->pred_count && b != begin; k++)
            if (block->preds[k] < begin || block->preds[k] >= end)
                return false;
    }
    return true;
}

/* From the last place with the same edges jumping over, as soon as that is far enough away. A piece
 * never holds another. */
static void find_pieces(struct pieces *p)
{
    struct func *f = p->f;
    struct map last; /* sum -> block of the cut */
    unsigned taken = 0;
    map_init(&last, f->arena);
    for (unsigned b = 1; b < f->block_count; b++) {
        const struct cut *c = &p->cuts[b];
        if (!c->possible)
            continue;
        const void *key = (const void *)(uintptr_t)(c->over | 1);
        unsigned from = map_get_id(&last, key);
        bool fresh = from == MAP_NO_ID || from < taken || p->cuts[from].staying != c->staying;
        if (!fresh && c->size - p->cuts[from].size < PIECE)
            continue;
        if (!fresh && is_closed(f, from, b)) {
            VEC_PUSH(f->arena, &p->found, ((struct piece){from, b}));
            for (unsigned k = from; k < b; k++)
                p->piece_of[k] = p->found.count;
            taken = b;
        }
        map_put_id(&last, key, b);
    }
}

/* ---- values that cross a cut ---- */

/* Where an operand is needed: a phi takes it at the end of the block it comes from. */
static LLVMBasicBlockRef block_of_use(LLVMValueRef user, unsigned operand)
{
    return LLVMIsAPHINode(user) ? LLVMGetIncomingBlock(user, operand)
                                : LLVMGetInstructionParent(user);
}

static unsigned piece_of_block(const struct pieces *p, LLVMBasicBlockRef b)
{
    return p->piece_of[func_block_id(p->f, b)];
}

static LLVMValueRef address_in(struct pieces *p, LLVMValueRef frame, uint64_t offset)
{
    return target_inbounds_offset(p->builder, frame, (int64_t)offset);
}

static LLVMValueRef slot_address(struct pieces *p, uint64_t offset)
{
    return address_in(p, p->frames[piece_of_block(p, LLVMGetInsertBlock(p->builder))], offset);
}

/* Addresses at a fixed distance from an argument or a global cost nothing: they are made again. */
static bool is_fixed_address(LLVMValueRef v)
{
    LLVMValueRef gep = LLVMIsAGetElementPtrInst(v);
    if (!gep ||
        !(LLVMIsAArgument(LLVMGetOperand(gep, 0)) || LLVMIsAGlobalVariable(LLVMGetOperand(gep, 0))))
        return false;
    for (int k = 1, n = LLVMGetNumOperands(gep); k < n; k++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(gep, (unsigned)k)))
            return false;
    return true;
}

static LLVMValueRef value_again(struct pieces *p, LLVMValueRef v, uint64_t offset)
{
    if (is_fixed_address(v)) {
        LLVMValueRef copy = LLVMInstructionClone(v);
        LLVMInsertIntoBuilder(p->builder, copy);
        return copy;
    }
    return LLVMBuildLoad2(p->builder, LLVMTypeOf(v), slot_address(p, offset), "");
}

static uint64_t make_slot(struct pieces *p, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    uint64_t align = LLVMABIAlignmentOfType(p->layout, t),
             offset = (p->frame_size + align - 1) / align * align;
    LLVMBasicBlockRef b = LLVMGetInstructionParent(v);
    p->frame_size = offset + LLVMABISizeOfType(p->layout, t);
    LLVMPositionBuilderBefore(p->builder,
                              LLVMIsAPHINode(v) ? first_after_phis(b) : LLVMGetNextInstruction(v));
    LLVMBuildStore(p->builder, v, slot_address(p, offset));
    return offset;
}

/* One load for each block with users; users that are not in a piece may be in front of anything and
 * load for themselves. */
static void redirect(struct pieces *p, LLVMValueRef v, struct slot_use *uses, unsigned count,
                     uint64_t offset)
{
    for (unsigned k = 0; k < count; k++) {
        struct slot_use *u = &uses[k];
        bool phi = LLVMIsAPHINode(u->user);
        for (unsigned j = 0; j < k && !u->value; j++)
            if (uses[j].at == u->at && (phi || piece_of_block(p, u->at)) &&
                (phi == !!LLVMIsAPHINode(uses[j].user)))
                u->value = uses[j].value;
        if (!u->value) {
            LLVMPositionBuilderBefore(p->builder, phi ? LLVMGetBasicBlockTerminator(u->at)
                                                  : piece_of_block(p, u->at)
                                                      ? first_after_phis(u->at)
                                                      : u->user);
            u->value = value_again(p, v, offset);
        }
        LLVMSetOperand(u->user, u->operand, u->value);
    }
}

/* Allocations in the function itself are handed to the pieces as they are; so is what an invoke
 * returns. */
static void carry_over(struct pieces *p, unsigned v)
{
    LLVMValueRef value = p->f->values[v];
    VEC(struct slot_use) uses = {0};
    unsigned home = p->piece_of[p->f->block_of[v]];
    if (LLVMIsAAllocaInst(value) || LLVMIsAInvokeInst(value) || LLVMIsALandingPadInst(value))
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        struct slot_use use = {.user = LLVMGetUser(u), .operand = ezb_use_operand_no(u)};
        use.at = block_of_use(use.user, use.operand);
        if (piece_of_block(p, use.at) != home)
            VEC_PUSH(p->f->arena, &uses, use);
    }
    if (uses.count)
        redirect(p, value, uses.items, uses.count,
                 is_fixed_address(value) ? 0 : make_slot(p, value));
}

/* The frame is made with a size of zero, because its size is known in the end. */
static void carry_values(struct pieces *p)
{
    struct func *f = p->f;
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(f->module));
    LLVMPositionBuilderBefore(p->builder, f->values[f->blocks[0].first]);
    LLVMValueRef placeholder = LLVMBuildAlloca(p->builder, LLVMArrayType2(byte, 0), "");
    p->frames = ARENA_ARRAY(f->arena, LLVMValueRef, p->found.count + 1);
    for (unsigned k = 0; k <= p->found.count; k++)
        p->frames[k] = address_in(p, placeholder, 0);
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        carry_over(p, v);
    LLVMPositionBuilderBefore(p->builder, placeholder);
    LLVMValueRef frame =
        LLVMBuildAlloca(p->builder, LLVMArrayType2(byte, p->frame_size), "pieces.frame");
    LLVMSetAlignment(frame, 64);
    LLVMReplaceAllUsesWith(placeholder, frame);
    LLVMInstructionEraseFromParent(placeholder);
}

static void add_attribute(LLVMValueRef fn, LLVMAttributeIndex at, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(
        fn, at, LLVMCreateEnumAttribute(LLVMGetModuleContext(LLVMGetGlobalParent(fn)), kind, 0));
}

/* LLVM's SLP vectorizer takes quadratic time. It leaves out functions that may not use implicit
 * floating point; explicit code is as before. */
static void spare_vectorizer(LLVMValueRef fn)
{
    add_attribute(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "noimplicitfloat");
}

static void move_out(struct pieces *p, unsigned number)
{
    struct func *f = p->f;
    const struct piece *piece = &p->found.items[number];
    unsigned n = piece->end - piece->begin;
    LLVMBasicBlockRef *blocks = ARENA_ARRAY(f->arena, LLVMBasicBlockRef, n);
    for (unsigned k = 0; k < n; k++)
        blocks[k] = f->blocks[piece->begin + k].ref;
    LLVMValueRef fn = ezb_extract_blocks(f->cx, blocks, n, "piece");
    if (!fn)
        return;
    add_attribute(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "noinline");
    spare_vectorizer(fn);
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
        for (unsigned k = 0, args = LLVMGetNumArgOperands(LLVMGetUser(u)); k < args; k++)
            if (LLVMGetOperand(LLVMGetUser(u), k) == p->frames[number + 1])
                add_attribute(fn, k + 1, "noalias"), ezb_set_param_nocapture(fn, k);
}

void pieces_cut(EzbCtx *cx, LLVMModuleRef m, LLVMValueRef fn)
{
    if (is_longer(fn, target_is_device(m) ? LONG : INLINE))
        add_attribute(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "noinline");
    if (!is_long(fn))
        return;
    struct arena a;
    struct map trips;
    arena_init(&a);
    map_init(&trips, &a);
    ezb_remove_unreachable_blocks(cx, fn);
    split_blocks(cx, fn);
    struct pieces p = {.f = func_number(cx, m, &a, fn, &trips)};
    p.layout = LLVMGetModuleDataLayout(m);
    p.piece_of = ARENA_ARRAY(&a, unsigned, p.f->block_count);
    p.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    find_cuts(&p);
    find_pieces(&p);
    if (p.found.count)
        carry_values(&p);
    spare_vectorizer(fn);
    for (unsigned k = 0; k < p.found.count; k++)
        move_out(&p, k);
    LLVMDisposeBuilder(p.builder);
    ezb_invalidate(cx, fn);
    arena_free(&a);
}
