/* Words: integers as wide as an address that may be one, or that one is calculated from.
 *
 * A tagged pointer, a base and an offset, the distance from one block to another: to types they are
 * integers like others, and rightly so, as indices are made in the same way. What tells them from
 * others is that a pointer is made of what was calculated from them, or that what was calculated
 * from an address is stored. Where a program does that with memory that has a shadow, every integer
 * of that width in such memory has a shadow word: that of an address is an address, that of
 * anything else the integer itself, or zero. Shadow words go where the integers go: through
 * arithmetic (emit/words.c), memory, copies and calls. */
#include "facts/words.h"
#include "base/limits.h"
#include "base/target.h"
#include "facts/types.h"
#include "ir/code.h"

/* Of two words. */
static enum word_rule rule_of(LLVMOpcode op)
{
    static const uint8_t rules[] = {
        [LLVMAdd] = WORD_CALCULATED, [LLVMSub] = WORD_CALCULATED, [LLVMXor] = WORD_CALCULATED,
        [LLVMOr] = WORD_JOINED,      [LLVMAnd] = WORD_MASKED,     [LLVMURem] = WORD_REST,
        [LLVMMul] = WORD_OTHER,      [LLVMUDiv] = WORD_OTHER,     [LLVMSDiv] = WORD_OTHER,
        [LLVMSRem] = WORD_OTHER,     [LLVMShl] = WORD_OTHER,      [LLVMLShr] = WORD_OTHER,
        [LLVMAShr] = WORD_OTHER,
    };
    return op < sizeof rules ? (enum word_rule)rules[op] : WORD_NONE;
}

/* The result has bits of the operands in place. */
static bool keeps_bits(LLVMValueRef inst)
{
    switch (rule_of(LLVMGetInstructionOpcode(inst))) {
    case WORD_CALCULATED:
    case WORD_JOINED:
    case WORD_MASKED: return true;
    default: return LLVMIsASelectInst(inst) || LLVMIsAFreezeInst(inst) || LLVMIsAPHINode(inst);
    }
}

/* A function of the program's, or one of LLVM's for integers. */
static bool calls_code(LLVMValueRef user)
{
    LLVMValueRef f = code_is_call(user) ? LLVMGetCalledValue(user) : NULL;
    return f && LLVMIsAFunction(f) && (!LLVMIsDeclaration(f) || LLVMGetIntrinsicID(f));
}

/* The integer goes where others may make an address of it. */
static bool leaves(LLVMValueRef user, LLVMValueRef v)
{
    return (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v) || LLVMIsAReturnInst(user) ||
           calls_code(user) || LLVMIsAInsertValueInst(user) || LLVMIsAInsertElementInst(user);
}

/* Per value: an address is made of it. */
struct fed {
    struct bits near; /* by operations that keep its bits */
    struct bits far;  /* through any arithmetic, or perhaps where the integer leaves the function */
};

/* Marks the operands of an instruction from which its result has bits, or is calculated. */
static bool feed_operands(const struct func *f, struct fed *fed, unsigned user)
{
    LLVMValueRef inst = f->values[user];
    bool address = LLVMIsAIntToPtrInst(inst), keeps = keeps_bits(inst),
         near = address || (keeps && bits_get(&fed->near, user)),
         far = near || ((keeps || LLVMIsABinaryOperator(inst)) && bits_get(&fed->far, user)),
         changed = false;
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
        unsigned v = func_id(f, LLVMGetOperand(inst, (unsigned)k));
        if (v == NO_ID)
            continue;
        changed |= near && bits_set(&fed->near, v);
        changed |= (far || leaves(inst, f->values[v])) && bits_set(&fed->far, v);
    }
    return changed;
}

static struct fed *find_fed(struct activity_context *c, const struct func *f)
{
    struct fed *fed = ARENA_NEW(c->arena, struct fed);
    fed->near = bits_new(c->arena, f->value_count);
    fed->far = bits_new(c->arena, f->value_count);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned v = f->value_count; v-- > f->arg_count;)
            changed |= feed_operands(f, fed, v);
    }
    return fed;
}

static const struct fed *fed_of(struct activity_context *c, const struct func *f)
{
    struct fed *fed = map_get(&c->fed, f);
    if (!fed)
        map_put(&c->fed, f, fed = find_fed(c, f));
    return fed;
}

bool words_feeds_pointer(struct activity_context *c, const struct func *f, LLVMValueRef v)
{
    unsigned id = func_id(f, v);
    return id != NO_ID && bits_get(&fed_of(c, f)->near, id);
}

bool words_is_word(struct activity_context *c, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(t) == 8 * target_pointer_bytes(c->module);
}

bool words_may_be(struct activity_context *c, const struct func *f, LLVMValueRef v)
{
    if (!c->words || !words_is_word(c, v))
        return false;
    unsigned id = func_id(f, v);
    return id == NO_ID || bits_get(&fed_of(c, f)->far, id);
}

/* ---- narrower integers ---- */

struct narrow_walk {
    struct activity_context *c;
    const struct activity_facts *a;
    struct arena *arena;
    struct map seen;
    struct narrow_roots *roots; /* found */
};

static bool is_narrow(struct activity_context *c, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMIsAInstruction(v) && LLVMGetTypeKind(t) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(t) >= 8 && !words_is_word(c, v);
}

/* It has part of a word: one that is narrowed, or that lies in memory with a shadow. */
static bool is_root(struct narrow_walk *w, LLVMValueRef v)
{
    if (LLVMIsATruncInst(v) && words_is_word(w->c, LLVMGetOperand(v, 0)))
        return activity_has_shadow(activity_state(w->c, w->a, LLVMGetOperand(v, 0)));
    return LLVMIsALoadInst(v) &&
           activity_has_shadow(activity_state(w->c, w->a, LLVMGetOperand(v, 0))) &&
           types_is_only_integer(w->c->types, v);
}

static void find_roots(struct narrow_walk *w, LLVMValueRef v)
{
    bool address = LLVMIsAConstant(v) || LLVMIsAPtrToIntInst(v);
    LLVMValueRef from = LLVMIsAPtrToIntInst(v) ? LLVMGetOperand(v, 0) : v;
    w->roots->certain |= address && activity_has_shadow(activity_state(w->c, w->a, from));
    if (!is_narrow(w->c, v) || map_get(&w->seen, v))
        return;
    map_put(&w->seen, v, v);
    if (is_root(w, v))
        VEC_PUSH(w->arena, &w->roots->items, v);
    bool phi = LLVMIsAPHINode(v) && LLVMCountIncoming(v) > 1,
         moves = LLVMIsAPHINode(v) || LLVMIsABinaryOperator(v) || LLVMIsACastInst(v) ||
                 LLVMIsASelectInst(v) || LLVMIsAFreezeInst(v) || LLVMIsAIntrinsicInst(v);
    w->roots->phi |= phi;
    for (int k = 0; moves && k < LLVMGetNumOperands(v); k++)
        find_roots(w, LLVMGetOperand(v, (unsigned)k));
}

void words_narrow_roots(struct activity_context *c, const struct activity_facts *a,
                        struct arena *arena, LLVMValueRef v, struct narrow_roots *roots)
{
    struct narrow_walk w = {.c = c, .a = a, .arena = arena, .roots = roots};
    *roots = (struct narrow_roots){.phi = false};
    map_init(&w.seen, arena);
    if (c->words)
        find_roots(&w, v);
}

bool words_is_widened(struct activity_context *c, LLVMValueRef inst)
{
    return (LLVMIsAZExtInst(inst) || LLVMIsASExtInst(inst)) && words_is_word(c, inst);
}

enum word_rule words_rule(struct activity_context *c, LLVMValueRef inst)
{
    if (!words_is_word(c, inst))
        return WORD_NONE;
    if (words_is_widened(c, inst))
        return WORD_WIDENED;
    return LLVMIsAExtractElementInst(inst) ? WORD_LANE : rule_of(LLVMGetInstructionOpcode(inst));
}

/* ---- programs with words ---- */

LIMIT(CALCULATED_DEPTH, 6);

/* Arithmetic, or a cast from or to another width. */
static bool is_arithmetic(LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) || LLVMIsAIntrinsicInst(v) || LLVMIsAExtractElementInst(v) ||
           (LLVMIsACastInst(v) && !LLVMIsAPtrToIntInst(v));
}

/* The operands of which v may be one: [*first, the number returned). */
static unsigned choices(LLVMValueRef v, unsigned *first)
{
    *first = LLVMIsASelectInst(v) != NULL;
    if (LLVMIsAPHINode(v))
        return LLVMCountIncoming(v);
    return LLVMIsASelectInst(v) ? 3 : LLVMIsAFreezeInst(v) ? 1 : 0;
}

static bool is_calculated(LLVMValueRef v, unsigned depth)
{
    unsigned k, n = choices(v, &k);
    for (; k < n; k++)
        if (!depth || is_calculated(LLVMGetOperand(v, k), depth - 1))
            return true;
    return !n && is_arithmetic(v);
}

bool words_is_calculated(LLVMValueRef v)
{
    return is_calculated(v, CALCULATED_DEPTH);
}

/* One of those that v may be comes from the caller, or by a call. */
static bool is_handed_over(LLVMValueRef v, unsigned depth)
{
    unsigned k, n = choices(v, &k);
    for (; k < n; k++)
        if (!depth || is_handed_over(LLVMGetOperand(v, k), depth - 1))
            return true;
    return !n && (LLVMIsAArgument(v) || calls_code(v));
}

static bool is_address(LLVMValueRef v)
{
    return LLVMIsAPtrToIntInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMPtrToInt);
}

/* Operands of arithmetic, or of a choice, on the way back to addresses. */
static unsigned operands_of(LLVMValueRef v, unsigned *first)
{
    unsigned n = choices(v, first);
    return n ? n : LLVMIsABinaryOperator(v) ? 2 : 0;
}

/* Only addresses in registers are operands, directly or through arithmetic with constants: memory
 * is aligned that way, and the shadow is, too. */
static bool is_of_registers(LLVMValueRef v, unsigned depth)
{
    unsigned k, n = operands_of(v, &k);
    if (LLVMIsAConstantInt(v) || is_address(v))
        return true;
    for (; k < n && depth; k++)
        if (!is_of_registers(LLVMGetOperand(v, k), depth - 1))
            return false;
    return n && depth;
}

/* An address in a register is among them. */
static bool is_of_address(LLVMValueRef v, unsigned depth)
{
    unsigned k, n = operands_of(v, &k);
    for (; k < n; k++)
        if (!depth || is_of_address(LLVMGetOperand(v, k), depth - 1))
            return true;
    return is_address(v);
}

static bool makes_address(LLVMValueRef inst)
{
    LLVMValueRef v = LLVMIsAIntToPtrInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    return v && (is_handed_over(v, CALCULATED_DEPTH) ||
                 (words_is_calculated(v) && !is_of_registers(v, CALCULATED_DEPTH)));
}

/* In an active object an integer is stored that was calculated from an address. */
static bool keeps_address(struct activity_context *c, const struct activity_facts *a,
                          LLVMValueRef inst)
{
    LLVMValueRef v = LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    return v && words_is_word(c, v) && words_is_calculated(v) &&
           is_of_address(v, CALCULATED_DEPTH) && activity_has_shadow(activity_state(c, a, v)) &&
           activity_has_shadow(activity_state(c, a, LLVMGetOperand(inst, 1)));
}

void words_note(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst)
{
    if (c->words || (!makes_address(inst) && !keeps_address(c, a, inst)))
        return;
    c->words = c->changed_mind = true;
}
