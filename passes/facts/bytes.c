/* Parts of active floating-point values. Such a value has a derivative, its bytes and words have
 * none: what is found here is checked when the program runs, or refused.
 *
 * Whole values in the bytes of integers have twins (prepare/bytes); what is left is arithmetic on
 * parts and parts on their way through memory. Which values a part was made of is followed back
 * through everything but memory and calls. A walk that has seen too much counts the integer as
 * part of an active value. */
#include "facts/bytes.h"
#include "facts/limits.h"
#include <string.h>

LIMIT(SEEN_MAX, 256);

/* One walk over the integers that a part was made of. */
struct walk {
    struct activity_context *c;
    const struct activity_facts *a;
    bool parts; /* words of several bytes, too */
    unsigned count;
    LLVMValueRef seen[SEEN_MAX];
    bool byte[SEEN_MAX]; /* seen as what only single bytes are used of */
};

enum seen { SEEN_NEW, SEEN_BEFORE, SEEN_TOO_MANY };

static enum seen visit(struct walk *w, LLVMValueRef v, bool byte)
{
    for (unsigned k = 0; k < w->count; k++)
        if (w->seen[k] == v && w->byte[k] >= byte)
            return SEEN_BEFORE;
    if (w->count == SEEN_MAX)
        return SEEN_TOO_MANY;
    w->seen[w->count] = v;
    w->byte[w->count++] = byte;
    return SEEN_NEW;
}

/* The width of an integer, or of the elements of a vector of integers; 0 for other types. */
static unsigned width_of(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
}

static bool is_byte_vector(LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind && width_of(t) == 8;
}

/* Instructions whose result is computed from the bytes of their operands. */
static bool is_computed(LLVMValueRef v)
{
    return LLVMIsABinaryOperator(v) || LLVMIsACastInst(v) || LLVMIsASelectInst(v) ||
           LLVMIsAPHINode(v) || LLVMIsAFreezeInst(v) || LLVMIsAShuffleVectorInst(v) ||
           LLVMIsAInsertElementInst(v) || LLVMIsAExtractElementInst(v) || LLVMIsAIntrinsicInst(v);
}

/* Operands whose bytes the result may have: not the condition of a select, nor the mask that the
 * processor's own instructions have last. */
static unsigned first_operand(LLVMValueRef v)
{
    return LLVMIsASelectInst(v) ? 1 : 0;
}

static unsigned end_of_operands(LLVMValueRef v)
{
    if (LLVMIsAPHINode(v))
        return LLVMCountIncoming(v);
    if (LLVMIsAExtractElementInst(v))
        return 1;
    if (LLVMIsAInsertElementInst(v))
        return 2;
    if (!LLVMIsAIntrinsicInst(v))
        return (unsigned)LLVMGetNumOperands(v);
    size_t length;
    unsigned n = LLVMGetNumArgOperands(v);
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(v), &length);
    return n > 1 && length > 9 && !strncmp(name, "llvm.x86.", 9) ? n - 1 : n;
}

/* Bytes of floating-point values are, or may be, where the pointer leads. */
static bool leads_to_floating(struct activity_context *c, LLVMValueRef pointer)
{
    enum { NO = 1, YES = 2 };
    unsigned known = map_get_id(&c->part_bytes, pointer);
    if (known == MAP_NO_ID)
        map_put_id(&c->part_bytes, pointer,
                   known = types_byte_of_number(c->types, pointer) ? YES : NO);
    return known == YES;
}

static bool loads_part(const struct walk *w, LLVMValueRef load, bool byte)
{
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    return (activity_state(w->c, w->a, pointer) & STATE_ACTIVE) &&
           (byte || (w->parts && leads_to_floating(w->c, pointer)));
}

/* Values that have adjoints of their own, unless they are computed from the bits of others. */
static bool has_adjoint(const struct walk *w, LLVMValueRef v)
{
    return LLVMIsALoadInst(v) || !LLVMIsAInstruction(v) || !is_computed(v) ||
           activity_adjoint_type(w->c, v);
}

/* Conversions of floating-point values to integers make other bytes. */
static bool keeps_bytes(LLVMValueRef v, LLVMValueRef operand)
{
    return width_of(LLVMTypeOf(operand)) || LLVMIsABitCastInst(v);
}

static bool joins_paths(LLVMValueRef v)
{
    return LLVMIsAPHINode(v) && LLVMCountIncoming(v) > 1;
}

/* The active memory or value that v was made of; NULL: none. `byte`: only single bytes of what is
 * made of v are used. Arithmetic on whole integers is looked at where it is done. */
static LLVMValueRef active_root(struct walk *w, LLVMValueRef v, bool byte)
{
    if (LLVMIsAConstant(v))
        return NULL;
    byte |= width_of(LLVMTypeOf(v)) == 8;
    bool varied = activity_state(w->c, w->a, v) & STATE_VARIED;
    if (varied && has_adjoint(w, v))
        return byte || w->parts ? v : NULL;
    if (LLVMIsALoadInst(v))
        return loads_part(w, v, byte) ? v : NULL;
    if (!LLVMIsAInstruction(v) || !is_computed(v))
        return NULL;
    enum seen seen = visit(w, v, byte);
    LLVMValueRef root = NULL;
    for (unsigned k = first_operand(v), n = end_of_operands(v); seen == SEEN_NEW && !root && k < n;
         k++)
        root = keeps_bytes(v, LLVMGetOperand(v, k)) ? active_root(w, LLVMGetOperand(v, k), byte)
                                                    : NULL;
    return seen == SEEN_TOO_MANY || (root && joins_paths(v)) ? v : root;
}

/* What a byte, or an integer that carries no whole value, was made of when it is stored. */
static LLVMValueRef stored_root(struct activity_context *c, const struct activity_facts *a,
                                LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    unsigned width = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind
                         ? LLVMGetIntTypeWidth(LLVMTypeOf(value))
                         : 0;
    struct walk w = {.c = c, .a = a, .parts = width > 8};
    bool whole = width > 8 && (activity_state(c, a, value) & STATE_VARIED);
    return width < 8 || whole ? NULL : active_root(&w, value, width == 8);
}

LLVMValueRef bytes_stored_part(struct activity_context *c, const struct activity_facts *a,
                               LLVMValueRef store)
{
    LLVMValueRef root = stored_root(c, a, store), value = LLVMGetOperand(store, 0);
    if (!root || leads_to_floating(c, LLVMGetOperand(store, 1)))
        return root;
    return root == value && LLVMIsALoadInst(value) && leads_to_floating(c, LLVMGetOperand(value, 0))
               ? root
               : NULL;
}

bool bytes_stored(struct activity_context *c, const struct activity_facts *a, LLVMValueRef store)
{
    return stored_root(c, a, store) != NULL;
}

bool bytes_joined(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst)
{
    LLVMValueRef x = LLVMIsABitCastInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    struct walk w = {.c = c, .a = a};
    bool fp = false, ptr = false;
    if (!x || (activity_state(c, a, x) & STATE_VARIED))
        return false;
    bool number = activity_type_has(LLVMTypeOf(inst), &fp, &ptr) && fp;
    bool joins = is_byte_vector(x)
                     ? number || activity_carries_bits(LLVMTypeOf(inst))
                     : number && LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMIntegerTypeKind;
    return joins && active_root(&w, x, false);
}
