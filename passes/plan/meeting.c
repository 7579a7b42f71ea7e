/* See meeting.h. A branch parts threads if its condition may differ between those of a block: what
 * it depends on leads to the number of a thread, to memory of its own, or to what only it gets to
 * see. What arguments are, the calls say. */
#include "plan/meeting.h"
#include "base/limits.h"
#include "base/target.h"
#include "ir/address.h"
#include "ir/code.h"
#include <string.h>

/* Operands are followed so far. */
LIMIT(DIVERGENCE_DEPTH, 200);

struct meeting {
    struct activity_context *c;
    const struct func *f;
    bool forward;
    bool in_warp;    /* what differs between the lanes of a warp, or else between all threads */
    bool likely;     /* an answer that need not be right: only speed depends on it */
    struct map seen; /* values that one search has come to */
};

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

/* What threads of a block, or the lanes of a warp, count or decide together. */
static bool is_common(const struct meeting *m, LLVMValueRef call, const char *name)
{
    static const char *const block[] = {"llvm.nvvm.barrier.cta.red."}, *const warp[] = {
                                                                           "llvm.nvvm.vote.",
                                                                           "llvm.nvvm.redux.sync."};
    LLVMValueRef lanes = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    unsigned last = LLVMGetNumArgOperands(call) - 1;
    if (starts(name, block, 1))
        return true;
    if (!m->in_warp || !lanes || !starts(name, warp, 2))
        return false;
    /* redux.sync has the value first */
    lanes = starts(name, warp + 1, 1) ? LLVMGetOperand(call, last) : lanes;
    return LLVMIsAConstantInt(lanes) && LLVMConstIntGetZExtValue(lanes) == UINT32_MAX;
}

static bool call_differs(struct meeting *m, LLVMValueRef call, unsigned depth)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return true;
    if (is_common(m, call, LLVMGetValueName(callee)))
        return false;
    return is_number_of_thread(LLVMGetValueName(callee)) || any_operand(m, call, depth);
}

/* A variable that is set once, as parameters are, holds that value. */
static bool slot_differs(struct meeting *m, LLVMValueRef slot, unsigned depth)
{
    LLVMValueRef stored = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot;
        if (!LLVMIsALoadInst(user) && (!store || stored || LLVMGetOperand(user, 0) == slot))
            return true;
        stored = store ? LLVMGetOperand(user, 0) : stored;
    }
    return !stored || is_divergent(m, stored, depth);
}

static bool load_differs(struct meeting *m, LLVMValueRef load, unsigned depth)
{
    LLVMValueRef from = LLVMGetOperand(load, 0);
    LLVMValueRef object = ezb_underlying_object(from, ADDRESS_STEPS);
    if (LLVMIsAAllocaInst(from))
        return slot_differs(m, from, depth);
    return !object || LLVMIsAAllocaInst(object) || is_divergent(m, from, depth);
}

/* The way here differs as well, unless this is the start of a loop. */
static bool phi_differs(struct meeting *m, LLVMValueRef phi, unsigned depth)
{
    if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(phi)) != m->f->fn)
        return true;
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

static bool is_kernel(LLVMValueRef fn)
{
    unsigned convention = LLVMGetFunctionCallConv(fn);
    return convention == LLVMPTXKernelCallConv || convention == LLVMAMDGPUKERNELCallConv;
}

/* An operand of the derivative call may be the argument. Likely, pointers are to other memory than
 * a thread's own. */
static bool may_become(const struct meeting *m, LLVMValueRef operand, LLVMValueRef argument)
{
    return !m->likely ||
           (code_is_pointer(operand) == code_is_pointer(argument) && !LLVMIsAAllocaInst(operand));
}

static bool derivative_differs(struct meeting *m, LLVMValueRef call, LLVMValueRef argument,
                               unsigned depth)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        LLVMValueRef operand = LLVMGetOperand(call, k);
        if (may_become(m, operand, argument) && is_divergent(m, operand, depth))
            return true;
    }
    return false;
}

/* At calls of the function operand k is what counts, at derivative calls, which get the function as
 * an operand, any. */
static bool calls_differ(struct meeting *m, LLVMValueRef fn, unsigned k, unsigned depth,
                         bool *called)
{
    LLVMValueRef argument = LLVMGetParam(fn, k);
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user))
            return true;
        *called = true;
        if (LLVMGetCalledValue(user) == fn ? is_divergent(m, LLVMGetOperand(user, k), depth)
                                           : derivative_differs(m, user, argument, depth))
            return true;
    }
    return false;
}

/* `enz.prepared.f` is a clone of f. */
static const char *original_name(const char *name)
{
    static const char made[] = "enz.";
    const char *end =
        strncmp(name, made, sizeof made - 1) == 0 ? strchr(name + sizeof made, '.') : NULL;
    return end ? end + 1 : NULL;
}

/* Where it is not known what calls the function, its arguments may differ. */
static bool argument_differs(struct meeting *m, LLVMValueRef argument, unsigned depth)
{
    LLVMValueRef fn = LLVMGetParamParent(argument);
    unsigned k = 0;
    bool called = false, any = false;
    if (is_kernel(fn))
        return false;
    while (LLVMGetParam(fn, k) != argument)
        k++;
    for (const char *name = LLVMGetValueName(fn); name && !any; name = original_name(name)) {
        LLVMValueRef of = LLVMGetNamedFunction(m->f->module, name);
        any = of && calls_differ(m, of, k, depth, &called);
    }
    return any || !called;
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
    if ((!LLVMIsAInstruction(v) && !LLVMIsAArgument(v)) || map_get(&m->seen, v))
        return false;
    if (depth >= DIVERGENCE_DEPTH)
        return true;
    map_put(&m->seen, v, v);
    return LLVMIsAArgument(v) ? argument_differs(m, v, depth + 1) : inst_differs(m, v, depth + 1);
}

/* Whether anything that leads to v differs: what was seen on another search is no answer. */
static bool differs(struct meeting *m, LLVMValueRef v, bool in_warp)
{
    m->in_warp = in_warp;
    map_init(&m->seen, m->f->arena);
    return is_divergent(m, v, 0);
}

bool plan_is_same_in_warp(const struct func *f, LLVMValueRef v)
{
    struct meeting m = {.f = f, .likely = true};
    return !differs(&m, v, true);
}

/* ---- where threads meet ---------------------------------------------------------------------- */

static bool is_barrier(LLVMValueRef callee)
{
    static const char *const prefixes[] = {"llvm.nvvm.barrier.cta.", "llvm.amdgcn.s.barrier"};
    return starts(LLVMGetValueName(callee), prefixes, sizeof prefixes / sizeof *prefixes);
}

enum meets { MEETS_NOBODY, MEETS_WARP, MEETS_BLOCK };

static enum meets most(enum meets a, enum meets b)
{
    return a > b ? a : b;
}

/* All lanes take part in the shuffle, as far as can be seen. */
static bool is_of_all_lanes(LLVMValueRef call, LLVMValueRef callee)
{
    static const char *const prefixes[] = {"enz.shfl.", "llvm.nvvm.shfl."};
    LLVMValueRef lanes = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    return starts(LLVMGetValueName(callee), prefixes, 2) && lanes &&
           (!LLVMIsAConstantInt(lanes) ? LLVMIsAArgument(lanes) != NULL
                                       : LLVMConstIntGetZExtValue(lanes) == UINT32_MAX);
}

static enum meets meets_at(LLVMValueRef inst, struct map *seen);

static enum meets meets_in(LLVMValueRef fn, struct map *seen)
{
    enum meets how = MEETS_NOBODY;
    if (map_get(seen, fn))
        return how;
    map_put(seen, fn, fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            how = most(how, meets_at(i, seen));
    return how;
}

static bool has_address(LLVMValueRef fn)
{
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != fn)
            return true;
    }
    return false;
}

/* Any function whose address is taken may be called. */
static enum meets meets_in_unknown(LLVMModuleRef m, struct map *seen)
{
    enum meets how = MEETS_NOBODY;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && has_address(f))
            how = most(how, meets_in(f, seen));
    return how;
}

static enum meets meets_at(LLVMValueRef inst, struct map *seen)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    if (!callee || LLVMIsAInlineAsm(callee))
        return MEETS_NOBODY;
    if (!LLVMIsAFunction(callee))
        return meets_in_unknown(
            LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst))), seen);
    if (!LLVMIsDeclaration(callee))
        return meets_in(callee, seen);
    if (is_barrier(callee))
        return MEETS_BLOCK;
    return is_of_all_lanes(inst, callee) ? MEETS_WARP : MEETS_NOBODY;
}

static enum meets meets(const struct func *f, unsigned v)
{
    struct map seen;
    map_init(&seen, f->arena);
    return meets_at(f->values[v], &seen);
}

static LLVMValueRef meeting_in(const struct func *f, unsigned b, enum meets how)
{
    for (unsigned v = f->blocks[b].first; v < f->blocks[b].first + f->blocks[b].count; v++)
        if (meets(f, v) == how)
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
    if (!differs(m, end, true))
        shuffle = NULL;
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

static bool meets_anybody(const struct func *f)
{
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (meets(f, v) != MEETS_NOBODY)
            return true;
    return false;
}

void plan_refuse_meetings(struct activity_context *c, const struct activity_facts *a, bool forward)
{
    struct meeting m = {.c = c, .f = a->f, .forward = forward};
    if (!target_is_device(c->module))
        return;
    if (!meets_anybody(a->f))
        return;
    for (unsigned b = 0; b < a->f->block_count; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(a->f->blocks[b].ref);
        if (LLVMGetNumSuccessors(end) > 1 && differs(&m, end, false))
            check_branch(&m, b, end);
    }
}
