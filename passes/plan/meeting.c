/* See meeting.h. A branch parts threads if its condition may differ between those of a block: what
 * it depends on leads to the number of a thread, to memory of its own, or to what only it gets to
 * see. Arguments are taken for equal in all threads. */
#include "plan/meeting.h"
#include "base/limits.h"
#include "base/target.h"
#include "ir/address.h"
#include <string.h>

/* Operands are followed so far. */
LIMIT(DIVERGENCE_DEPTH, 200);

struct meeting {
    struct activity_context *c;
    const struct func *f;
    bool forward;
    bool in_warp; /* what differs between the lanes of a warp, or else between all threads */
    struct map divergent[2]; /* value -> one of the marks below, for either */
};
static char differs, same;

/* ---- what differs between threads ------------------------------------------------------------ */

static bool starts(const char *name, const char *const *prefixes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

static bool is_number_of_thread(const char *name)
{
    static const char *const prefixes[] = {"llvm.nvvm.read.ptx.sreg.tid",
                                           "llvm.nvvm.read.ptx.sreg.laneid",
                                           "llvm.nvvm.read.ptx.sreg.lanemask",
                                           "llvm.nvvm.read.ptx.sreg.warpid",
                                           "llvm.nvvm.read.ptx.sreg.clock",
                                           "llvm.nvvm.read.ptx.sreg.globaltimer",
                                           "llvm.nvvm.activemask",
                                           "llvm.amdgcn.workitem.id",
                                           "llvm.amdgcn.mbcnt"};
    return starts(name, prefixes, sizeof prefixes / sizeof *prefixes);
}

static bool is_divergent(struct meeting *m, LLVMValueRef v, unsigned depth);

static bool any_operand(struct meeting *m, LLVMValueRef inst, unsigned depth)
{
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++)
        if (is_divergent(m, LLVMGetOperand(inst, (unsigned)k), depth))
            return true;
    return false;
}

static bool call_differs(struct meeting *m, LLVMValueRef call, unsigned depth)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return true;
    return is_number_of_thread(LLVMGetValueName(callee)) || any_operand(m, call, depth);
}

static bool load_differs(struct meeting *m, LLVMValueRef load, unsigned depth)
{
    LLVMValueRef from = LLVMGetOperand(load, 0);
    LLVMValueRef object = ezb_underlying_object(from, ADDRESS_STEPS);
    return !object || LLVMIsAAllocaInst(object) || is_divergent(m, from, depth);
}

/* The way here differs as well, unless this is the start of a loop. */
static bool phi_differs(struct meeting *m, LLVMValueRef phi, unsigned depth)
{
    unsigned b = func_block_id(m->f, LLVMGetInstructionParent(phi)), l = m->f->blocks[b].loop;
    bool header = l != NO_ID && m->f->loops[l].header == b;
    if (!header && m->f->blocks[b].idom != NO_ID) {
        LLVMValueRef way = LLVMGetBasicBlockTerminator(m->f->blocks[m->f->blocks[b].idom].ref);
        if (is_divergent(m, way, depth))
            return true;
    }
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        if (is_divergent(m, LLVMGetIncomingValue(phi, k), depth))
            return true;
    return false;
}

/* The number of a thread up to multiples of a warp's size: x / 64, x >> 5, x < 32, x & ~31. Blocks
 * have rows of whole warps where lanes meet that way. */
static bool is_of_whole_warps(LLVMValueRef inst)
{
    enum { WARP = 32, SHIFT = 5 };
    LLVMValueRef second = LLVMGetNumOperands(inst) == 2 ? LLVMGetOperand(inst, 1) : NULL;
    if (!second || !LLVMIsAConstantInt(second))
        return false;
    unsigned long long n = LLVMConstIntGetZExtValue(second);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMUDiv:
    case LLVMSDiv: return n && n % WARP == 0;
    case LLVMLShr:
    case LLVMAShr: return n >= SHIFT;
    case LLVMAnd: return n % WARP == 0;
    case LLVMICmp:
        switch (LLVMGetICmpPredicate(inst)) {
        case LLVMIntULT:
        case LLVMIntSLT:
        case LLVMIntUGE:
        case LLVMIntSGE: return n % WARP == 0;
        case LLVMIntULE:
        case LLVMIntSLE:
        case LLVMIntUGT:
        case LLVMIntSGT: return (n + 1) % WARP == 0;
        default: return false;
        }
    default: return false;
    }
}

/* The number in x of a thread itself, converted perhaps. */
static bool is_plain_number(LLVMValueRef v)
{
    static const char *const names[] = {"llvm.nvvm.read.ptx.sreg.tid.x",
                                        "llvm.amdgcn.workitem.id.x"};
    while (LLVMIsAZExtInst(v) || LLVMIsASExtInst(v) || LLVMIsATruncInst(v))
        v = LLVMGetOperand(v, 0);
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && LLVMIsAFunction(callee) && starts(LLVMGetValueName(callee), names, 2);
}

static bool inst_differs(struct meeting *m, LLVMValueRef inst, unsigned depth)
{
    if (m->in_warp && is_of_whole_warps(inst) && is_plain_number(LLVMGetOperand(inst, 0)))
        return false;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMCall: return call_differs(m, inst, depth);
    case LLVMLoad: return load_differs(m, inst, depth);
    case LLVMPHI: return phi_differs(m, inst, depth);
    case LLVMAlloca:
    case LLVMInvoke:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return true;
    case LLVMBr: return LLVMIsConditional(inst) && is_divergent(m, LLVMGetCondition(inst), depth);
    case LLVMSwitch: return is_divergent(m, LLVMGetOperand(inst, 0), depth);
    default: return any_operand(m, inst, depth);
    }
}

static bool is_divergent(struct meeting *m, LLVMValueRef v, unsigned depth)
{
    const char *known = map_get(&m->divergent[m->in_warp], v);
    if (!LLVMIsAInstruction(v))
        return false;
    if (known)
        return known == &differs;
    if (depth >= DIVERGENCE_DEPTH)
        return true;
    map_put(&m->divergent[m->in_warp], v,
            &same); /* until something is found, also where it leads here again */
    bool found = inst_differs(m, v, depth + 1);
    if (found)
        map_put(&m->divergent[m->in_warp], v, &differs);
    return found;
}

/* ---- where threads meet ---------------------------------------------------------------------- */

static bool is_barrier(LLVMValueRef callee)
{
    static const char *const prefixes[] = {"llvm.nvvm.barrier.cta.", "llvm.amdgcn.s.barrier"};
    return starts(LLVMGetValueName(callee), prefixes, sizeof prefixes / sizeof *prefixes);
}

static bool has_barrier(LLVMValueRef fn, unsigned depth)
{
    if (LLVMIsDeclaration(fn))
        return is_barrier(fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && depth; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (callee && LLVMIsAFunction(callee) && has_barrier(callee, depth - 1))
                return true;
        }
    return false;
}

enum meets { MEETS_NOBODY, MEETS_WARP, MEETS_BLOCK };

/* All lanes take part in the shuffle. */
static bool is_of_all_lanes(LLVMValueRef call, LLVMValueRef callee)
{
    static const char *const prefixes[] = {"enz.shfl.", "llvm.nvvm.shfl."};
    LLVMValueRef lanes = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    return starts(LLVMGetValueName(callee), prefixes, 2) && lanes && LLVMIsAConstantInt(lanes) &&
           LLVMConstIntGetZExtValue(lanes) == UINT32_MAX;
}

static enum meets meets_at(LLVMValueRef inst)
{
    enum { CALLS_DEEP = 8 };
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    if (!callee || !LLVMIsAFunction(callee))
        return MEETS_NOBODY;
    if (has_barrier(callee, CALLS_DEEP))
        return MEETS_BLOCK;
    return is_of_all_lanes(inst, callee) ? MEETS_WARP : MEETS_NOBODY;
}

static LLVMValueRef meeting_in(const struct func *f, unsigned b, enum meets how)
{
    for (unsigned v = f->blocks[b].first; v < f->blocks[b].first + f->blocks[b].count; v++)
        if (meets_at(f->values[v]) == how)
            return f->values[v];
    return NULL;
}

/* Blocks that can be reached from `start` without going through `stop`. */
static void reach(const struct func *f, unsigned start, unsigned stop, struct bits *seen)
{
    if (start == stop || bits_get(seen, start))
        return;
    bits_set(seen, start);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(f->blocks[start].ref);
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
        reach(f, func_block_id(f, LLVMGetSuccessor(end, s)), stop, seen);
}

static LLVMValueRef meeting_among(const struct func *f, const struct bits *blocks, enum meets how)
{
    for (unsigned b = 0; b < f->block_count; b++) {
        LLVMValueRef found = bits_get(blocks, b) ? meeting_in(f, b, how) : NULL;
        if (found)
            return found;
    }
    return NULL;
}

/* A barrier may stand in front of the end of block b. */
static bool is_behind_barrier(const struct func *f, unsigned b)
{
    for (unsigned from = 0; from < f->block_count; from++) {
        if (!meeting_in(f, from, MEETS_BLOCK))
            continue;
        struct bits seen = bits_new(f->arena, f->block_count);
        reach(f, from, NO_ID, &seen);
        if (bits_get(&seen, b))
            return true;
    }
    return false;
}

/* ---- branches -------------------------------------------------------------------------------- */

static void check_branch(struct meeting *m, unsigned b, LLVMValueRef end)
{
    LLVMBasicBlockRef join = ezb_ipdom(m->f->cx, m->f->blocks[b].ref);
    unsigned stop = join ? func_block_id(m->f, join) : NO_ID, sides = 0;
    LLVMValueRef barrier = NULL, shuffle = NULL;
    for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
        struct bits side = bits_new(m->f->arena, m->f->block_count);
        reach(m->f, func_block_id(m->f, LLVMGetSuccessor(end, s)), stop, &side);
        LLVMValueRef found = meeting_among(m->f, &side, MEETS_BLOCK),
                     lanes = meeting_among(m->f, &side, MEETS_WARP);
        barrier = found ? found : barrier;
        shuffle = lanes ? lanes : shuffle;
        sides += lanes != NULL;
    }
    m->in_warp = true;
    if (!is_divergent(m, end, 0))
        shuffle = NULL;
    m->in_warp = false;
    if (!barrier && !shuffle)
        return;
    bool behind = !m->forward && is_behind_barrier(m->f, b);
    if (barrier && behind)
        diag(m->c->diags, DIAG_UNSUPPORTED, barrier,
             "a barrier behind another one, to which some threads of a block may not come,");
    if (shuffle && (behind || sides > 1))
        diag(m->c->diags, DIAG_UNSUPPORTED, shuffle,
             "a shuffle among all lanes, to which some may not come,");
}

void plan_refuse_meetings(struct activity_context *c, const struct activity_facts *a, bool forward)
{
    struct meeting m = {.c = c, .f = a->f, .forward = forward};
    if (!target_is_device(c->module))
        return;
    map_init(&m.divergent[0], a->f->arena);
    map_init(&m.divergent[1], a->f->arena);
    for (unsigned b = 0; b < a->f->block_count; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(a->f->blocks[b].ref);
        if (LLVMGetNumSuccessors(end) > 1 && is_divergent(&m, end, 0))
            check_branch(&m, b, end);
    }
}
