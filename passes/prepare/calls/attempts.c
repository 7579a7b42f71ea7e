/* Attempts to exchange a number: all from the load of what is expected to the exchange becomes one
 * section (sections.c), in which no other thread can come in between. So it succeeds, and nobody
 * tries again.
 *
 * An exchange compares the bits of a number. Where another thread has multiplied by 1 meanwhile,
 * these are what they were, but the tangent is not, nor is the adjoint: the exchange would succeed,
 * and the derivative of what the other thread did would be lost. */
#include "facts/atomic.h"
#include "prepare/calls/calls.h"

enum { MAX_BLOCKS = 64, MAX_PHIS = 8 };

struct attempt {
    struct prepare *p;
    LLVMValueRef exchange, load;
    LLVMBasicBlockRef first, last;        /* with the load; with the exchange */
    LLVMBasicBlockRef again;              /* where a failed attempt leads; NULL: nobody asks */
    LLVMBasicBlockRef blocks[MAX_BLOCKS]; /* on ways from the load to the exchange */
    unsigned count;
};

static LLVMValueRef number_of(LLVMValueRef v)
{
    return LLVMIsABitCastInst(v) ? LLVMGetOperand(v, 0) : v;
}

/* ---- where a section would be ---------------------------------------------------------------- */

static bool is_in(const struct attempt *a, LLVMBasicBlockRef block)
{
    for (unsigned i = 0; i < a->count; i++)
        if (a->blocks[i] == block)
            return true;
    return false;
}

/* The branch leads from a block of the section to another one of it, not to its load again. */
static bool goes_on(const struct attempt *a, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    return from != a->last && to != a->first && is_in(a, from) && is_in(a, to);
}

/* Is control there only if an attempt has failed? */
static bool follows_failure(const struct attempt *a, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    if (from == a->last)
        return to == a->again;
    for (LLVMUseRef u = a->again ? LLVMGetFirstUse(LLVMBasicBlockAsValue(a->again)) : NULL; u;
         u = LLVMGetNextUse(u))
        if (!LLVMIsATerminatorInst(LLVMGetUser(u)) ||
            LLVMGetInstructionParent(LLVMGetUser(u)) != a->last)
            return false;
    return a->again && ezb_dom_block(a->p->cx, a->again, from);
}

/* Adds what leads to `block`. False: control may come from elsewhere than from the load. */
static bool add_leading(struct attempt *a, LLVMBasicBlockRef block)
{
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsATerminatorInst(user))
            return false;
        LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
        if (follows_failure(a, from, block))
            continue;
        if (from == a->last || !ezb_dom_block(a->p->cx, a->first, from))
            return false;
        if (is_in(a, from))
            continue;
        if (a->count == MAX_BLOCKS)
            return false;
        a->blocks[a->count++] = from;
    }
    return true;
}

/* Finds all blocks on ways from the load to the exchange. */
static bool find_blocks(struct attempt *a)
{
    a->blocks[0] = a->last, a->count = 1;
    if (!ezb_dom_block(a->p->cx, a->first, a->last))
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->blocks[i] != a->first && !add_leading(a, a->blocks[i]))
            return false;
    return true;
}

/* A load that orders nothing, or a store. */
static bool is_plain_access(LLVMValueRef i)
{
    bool access = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
    LLVMAtomicOrdering order =
        access ? LLVMGetOrdering(i) : LLVMAtomicOrderingSequentiallyConsistent;
    if (order == LLVMAtomicOrderingNotAtomic)
        return !LLVMGetVolatile(i);
    return order <= LLVMAtomicOrderingMonotonic && LLVMIsALoadInst(i) &&
           LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind;
}

static bool is_branch(LLVMValueRef i)
{
    return LLVMIsABranchInst(i) || LLVMIsASwitchInst(i);
}

/* Nothing in [from, to) waits for others, or is a section itself. */
static bool only_computes_between(LLVMValueRef from, LLVMValueRef to)
{
    for (LLVMValueRef i = from; i && i != to; i = LLVMGetNextInstruction(i)) {
        bool access = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
        if (access                     ? !is_plain_access(i)
            : LLVMIsATerminatorInst(i) ? !is_branch(i)
                                       : ezb_inst_side_effects(i))
            return false;
    }
    return true;
}

static bool only_computes(const struct attempt *a)
{
    for (unsigned k = 0; k < a->count; k++) {
        LLVMBasicBlockRef block = a->blocks[k];
        LLVMValueRef from =
            block == a->first ? LLVMGetNextInstruction(a->load) : LLVMGetFirstInstruction(block);
        if (!only_computes_between(from, block == a->last ? a->exchange : NULL))
            return false;
    }
    return true;
}

/* Each way out of the section without exchange is one edge. */
static bool leaves_once(const struct attempt *a)
{
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(a->blocks[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end) && a->blocks[i] != a->last; k++)
            if (LLVMIsASwitchInst(end) && !goes_on(a, a->blocks[i], LLVMGetSuccessor(end, k)))
                return false;
    }
    return true;
}

/* v is what the load of the section gives, in a first attempt. */
static bool is_loaded(const struct attempt *a, LLVMValueRef v, unsigned phis)
{
    v = number_of(v);
    if (v == a->load)
        return true;
    LLVMBasicBlockRef block = LLVMIsAPHINode(v) ? LLVMGetInstructionParent(v) : NULL;
    if (!block || phis == MAX_PHIS || !is_in(a, block))
        return false;
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
        if (goes_on(a, LLVMGetIncomingBlock(v, i), block) &&
            !is_loaded(a, LLVMGetIncomingValue(v, i), phis + 1))
            return false;
    return true;
}

static bool is_plain_load(LLVMValueRef v)
{
    return LLVMIsALoadInst(v) && !LLVMGetVolatile(v) && !atomic_is_access(v);
}

static bool is_same_address(LLVMValueRef x, LLVMValueRef y);

static bool is_same_element(LLVMValueRef x, LLVMValueRef y)
{
    int n = LLVMGetNumOperands(x);
    if (!LLVMIsAGetElementPtrInst(x) || !LLVMIsAGetElementPtrInst(y) ||
        LLVMGetNumOperands(y) != n ||
        LLVMGetGEPSourceElementType(x) != LLVMGetGEPSourceElementType(y))
        return false;
    for (int i = 1; i < n; i++)
        if (LLVMGetOperand(x, (unsigned)i) != LLVMGetOperand(y, (unsigned)i))
            return false;
    return is_same_address(LLVMGetOperand(x, 0), LLVMGetOperand(y, 0));
}

/* The same value, or calculated, or loaded, from the same in the same way. If another thread could
 * change in between where the number is, it could so after the exchange has its address. */
static bool is_same_address(LLVMValueRef x, LLVMValueRef y)
{
    return x == y || is_same_element(x, y) ||
           (is_plain_load(x) && is_plain_load(y) &&
            is_same_address(LLVMGetOperand(x, 0), LLVMGetOperand(y, 0)));
}

typedef VEC(LLVMValueRef) loads;

/* The loads that may have given what the exchange expects. */
static void add_loads(struct arena *arena, loads *all, LLVMValueRef v, LLVMValueRef address,
                      unsigned phis)
{
    v = number_of(v);
    if (LLVMIsALoadInst(v) && !LLVMGetVolatile(v) && is_same_address(LLVMGetOperand(v, 0), address))
        VEC_PUSH(arena, all, v);
    for (unsigned i = 0; LLVMIsAPHINode(v) && phis < MAX_PHIS && i < LLVMCountIncoming(v); i++)
        add_loads(arena, all, LLVMGetIncomingValue(v, i), address, phis + 1);
}

static LLVMValueRef part_of(LLVMValueRef exchange, unsigned part)
{
    for (LLVMUseRef u = LLVMGetFirstUse(exchange); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAExtractValueInst(user) && LLVMGetIndices(user)[0] == part)
            return user;
    }
    return NULL;
}

/* The branch at the end of the block asks whether the exchange was made. */
static bool asks_for_success(LLVMValueRef exchange, LLVMBasicBlockRef block)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    return LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
           LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1) &&
           LLVMGetCondition(end) == part_of(exchange, 1);
}

static bool comes_before(LLVMValueRef a, LLVMValueRef b)
{
    while (a && a != b)
        a = LLVMGetNextInstruction(a);
    return a != NULL;
}

static bool begins_with(struct attempt *a, LLVMValueRef load)
{
    a->load = load;
    a->first = LLVMGetInstructionParent(load);
    return (a->first != a->last || comes_before(load, a->exchange)) && find_blocks(a) &&
           only_computes(a) && is_loaded(a, LLVMGetOperand(a->exchange, 1), 0) && leaves_once(a);
}

static bool find_attempt(struct prepare *p, LLVMValueRef exchange, struct attempt *a)
{
    loads all = {0};
    *a = (struct attempt){.p = p, .exchange = exchange, .last = LLVMGetInstructionParent(exchange)};
    if (asks_for_success(exchange, a->last))
        a->again = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(a->last), 1);
    add_loads(p->arena, &all, LLVMGetOperand(exchange, 1), LLVMGetOperand(exchange, 0), 0);
    for (unsigned i = 0; i < all.count; i++)
        if (begins_with(a, all.items[i]))
            return true;
    return false;
}

/* ---- loops whose first attempt guesses ------------------------------------------------------- */

/* Nothing that the loop does can be seen but the exchange. */
static bool only_exchanges(EzbLoop loop, LLVMValueRef exchange)
{
    LLVMBasicBlockRef blocks[MAX_BLOCKS];
    size_t count = ezb_loop_blocks(loop, blocks, MAX_BLOCKS);
    if (count > MAX_BLOCKS)
        return false;
    for (size_t k = 0; k < count; k++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(blocks[k]); i; i = LLVMGetNextInstruction(i))
            if (i != exchange && !LLVMIsATerminatorInst(i) && ezb_inst_side_effects(i))
                return false;
    return true;
}

/* A failed attempt leads to the next one, and changes only what is expected. */
static bool failure_is_unseen(LLVMValueRef expected, LLVMBasicBlockRef again)
{
    LLVMBasicBlockRef header = LLVMGetInstructionParent(expected);
    for (unsigned steps = 0; again != header; steps++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(again);
        if (steps == MAX_BLOCKS || !LLVMIsABranchInst(end) || LLVMIsConditional(end))
            return false;
        again = LLVMGetSuccessor(end, 0);
    }
    LLVMValueRef first = LLVMGetFirstInstruction(header);
    return first == expected && !LLVMIsAPHINode(LLVMGetNextInstruction(first));
}

/* What a failed attempt found, perhaps written as success ? expected : found. */
static bool is_found(LLVMValueRef exchange, LLVMValueRef v)
{
    if (LLVMIsASelectInst(v) && LLVMGetOperand(v, 0) == part_of(exchange, 1))
        v = LLVMGetOperand(v, 2);
    return number_of(v) == part_of(exchange, 0);
}

/* A loop that ends when the exchange was made, and never else, begins with what is there in place
 * of a guess: an attempt that fails is not seen. False: it is no such loop. */
static bool begin_with_load(struct prepare *p, LLVMBuilderRef b, LLVMValueRef exchange)
{
    LLVMBasicBlockRef last = LLVMGetInstructionParent(exchange), exiting[2];
    LLVMValueRef expected = number_of(LLVMGetOperand(exchange, 1)),
                 address = LLVMGetOperand(exchange, 0);
    EzbLoop loop = ezb_loop_for(p->cx, last);
    LLVMBasicBlockRef header = loop ? ezb_loop_header(loop) : NULL,
                      front = loop ? ezb_loop_preheader(loop) : NULL;
    if (!front || !LLVMIsAPHINode(expected) || LLVMGetInstructionParent(expected) != header ||
        !asks_for_success(exchange, last) || ezb_loop_exiting(loop, exiting, 2) != 1 ||
        exiting[0] != last || LLVMCountIncoming(expected) != 2 || !only_exchanges(loop, exchange) ||
        (LLVMIsAInstruction(address) &&
         ezb_loop_contains(loop, LLVMGetInstructionParent(address))) ||
        !failure_is_unseen(expected, LLVMGetSuccessor(LLVMGetBasicBlockTerminator(last), 1)))
        return false;
    unsigned guess = LLVMGetIncomingBlock(expected, 0) == front ? 0 : 1;
    if (!is_found(exchange, LLVMGetIncomingValue(expected, 1 - guess)))
        return false;
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(front));
    LLVMValueRef load = LLVMBuildLoad2(b, LLVMTypeOf(expected), address, "");
    ezb_set_debug_loc(load, exchange);
    LLVMSetOperand(expected, guess, load);
    return true;
}

/* ---- the section ----------------------------------------------------------------------------- */

/* Begins it, and returns the number that is there. */
static LLVMValueRef begin(LLVMBuilderRef b, const struct attempt *a)
{
    LLVMPositionBuilderBefore(b, a->load);
    prepare_section_begin(a->p, b);
    LLVMValueRef number = LLVMBuildLoad2(b, LLVMTypeOf(LLVMGetOperand(a->exchange, 2)),
                                         LLVMGetOperand(a->load, 0), "");
    ezb_set_debug_loc(number, a->exchange);
    LLVMReplaceAllUsesWith(a->load, LLVMBuildBitCast(b, number, LLVMTypeOf(a->load), ""));
    LLVMInstructionEraseFromParent(a->load);
    return number;
}

/* Ends it where an attempt ends without exchange. */
static void end_at_exits(LLVMBuilderRef b, const struct attempt *a)
{
    for (unsigned i = 0; i < a->count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(a->blocks[i]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(end) && a->blocks[i] != a->last; k++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, k);
            if (goes_on(a, a->blocks[i], next))
                continue;
            LLVMPositionBuilderBefore(
                b, LLVMGetBasicBlockTerminator(ezb_split_edge(a->blocks[i], next)));
            prepare_section_end(a->p, b);
        }
    }
}

static void always_go_to(LLVMBuilderRef b, LLVMBasicBlockRef block, unsigned successor)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    LLVMBasicBlockRef other = LLVMGetSuccessor(end, 1 - successor);
    LLVMPositionBuilderBefore(b, end);
    LLVMBuildBr(b, LLVMGetSuccessor(end, successor));
    LLVMInstructionEraseFromParent(end);
    ezb_phis_remove_block(other, block);
}

/* Ends it where the exchange was, with a store of the new number. */
static void end(LLVMBuilderRef b, const struct attempt *a, LLVMValueRef number)
{
    LLVMPositionBuilderBefore(b, a->exchange);
    ezb_set_debug_loc(
        LLVMBuildStore(b, LLVMGetOperand(a->exchange, 2), LLVMGetOperand(a->exchange, 0)),
        a->exchange);
    prepare_section_end(a->p, b);
    LLVMValueRef yes = LLVMConstInt(LLVMInt1TypeInContext(LLVMGetTypeContext(LLVMTypeOf(number))),
                                    1, 0),
                 result =
                     LLVMBuildInsertValue(b, LLVMGetPoison(LLVMTypeOf(a->exchange)), number, 0, "");
    if (a->again)
        always_go_to(b, a->last, 0);
    LLVMPositionBuilderBefore(b, a->exchange);
    result = LLVMBuildInsertValue(b, result, yes, 1, "");
    LLVMReplaceAllUsesWith(a->exchange, result);
    LLVMInstructionEraseFromParent(a->exchange);
}

bool prepare_attempts(struct prepare *p, LLVMBuilderRef b, LLVMValueRef exchange)
{
    struct attempt a;
    if (!find_attempt(p, exchange, &a) &&
        !(begin_with_load(p, b, exchange) && find_attempt(p, exchange, &a)))
        return false;
    LLVMValueRef fn = LLVMGetBasicBlockParent(a.first), number = begin(b, &a);
    end_at_exits(b, &a);
    end(b, &a, number);
    ezb_remove_unreachable_blocks(p->cx, fn);
    ezb_invalidate(p->cx, fn);
    return true;
}
