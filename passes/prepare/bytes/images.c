/* Images: see images.h.
 *
 * Where a value is put together, the bytes of each of its sources come by a copy of all of that
 * source: then the parts of an adjoint that go to different bytes of one value are whole again
 * before they are added to what others give the source. */
#include "prepare/bytes/images.h"
#include "base/limits.h"
#include "base/target.h"
#include "base/vec.h"
#include "ir/members.h"
#include "prepare/bytes/bits/number_bits.h"
#include "prepare/bytes/twins.h"
#include "rules/rules.h"
#include <string.h>

void images_init(struct images *m, struct prepare *p, LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    *m = (struct images){.p = p,
                         .fn = fn,
                         .from = provenance_of(p->module, p->arena, fn),
                         .b = LLVMCreateBuilderInContext(c),
                         .i8 = LLVMInt8TypeInContext(c),
                         .word = target_size(p->module),
                         .tbaa = LLVMGetMDKindIDInContext(c, "tbaa", 4)};
    map_init(&m->of, p->arena);
    map_init(&m->together, p->arena);
    map_init(&m->none[0], p->arena);
    map_init(&m->none[1], p->arena);
}

void images_dispose(struct images *m)
{
    LLVMDisposeBuilder(m->b);
}

static unsigned size_of(const struct images *m, LLVMValueRef v)
{
    return provenance_size(m->from, LLVMTypeOf(v));
}

static LLVMTypeRef element_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

static bool is_integer(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
}

static bool is_opcode(LLVMValueRef v, LLVMOpcode op)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

/* ---- values that are opened ------------------------------------------------------------------ */

/* A shift by a variable number of whole bytes. */
struct window {
    LLVMValueRef value, amount; /* what is shifted, by so many bits */
    bool up;
};

LIMIT(MULTIPLE_DEPTH, 6);

static bool is_multiple_of_8(LLVMValueRef v, unsigned depth)
{
    if (LLVMIsAConstantInt(v))
        return LLVMConstIntGetZExtValue(v) % 8 == 0;
    if (!LLVMIsAInstruction(v) || !depth)
        return false;
    LLVMValueRef a = LLVMGetNumOperands(v) ? LLVMGetOperand(v, 0) : NULL,
                 b = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : NULL;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc: return is_multiple_of_8(a, depth - 1);
    case LLVMShl: return LLVMIsAConstantInt(b) && LLVMConstIntGetZExtValue(b) >= 3;
    case LLVMSelect:
        return is_multiple_of_8(b, depth - 1) && is_multiple_of_8(LLVMGetOperand(v, 2), depth - 1);
    case LLVMMul:
    case LLVMAnd: return is_multiple_of_8(a, depth - 1) || is_multiple_of_8(b, depth - 1);
    case LLVMAdd:
    case LLVMSub:
    case LLVMOr:
    case LLVMXor: return is_multiple_of_8(a, depth - 1) && is_multiple_of_8(b, depth - 1);
    case LLVMPHI:
        for (unsigned k = 0; k < LLVMCountIncoming(v); k++) {
            LLVMValueRef in = LLVMGetIncomingValue(v, k);
            bool step = LLVMIsAInstruction(in) && !LLVMIsAPHINode(in) &&
                        LLVMGetNumOperands(in) == 2 && LLVMGetOperand(in, 0) == v;
            if (!is_multiple_of_8(step ? LLVMGetOperand(in, 1) : in, depth - 1) ||
                (step && !is_opcode(in, LLVMAdd) && !is_opcode(in, LLVMSub)))
                return false;
        }
        return true;
    default: return false;
    }
}

static bool is_power_of_2(unsigned n)
{
    return n && !(n & (n - 1));
}

static bool is_window(const struct images *m, LLVMValueRef v, struct window *out)
{
    if ((!is_opcode(v, LLVMShl) && !is_opcode(v, LLVMLShr)) || !is_integer(LLVMTypeOf(v)) ||
        !is_power_of_2(size_of(m, v)) || LLVMIsAConstant(LLVMGetOperand(v, 1)) ||
        !is_multiple_of_8(LLVMGetOperand(v, 1), MULTIPLE_DEPTH))
        return false;
    *out = (struct window){LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), is_opcode(v, LLVMShl)};
    return true;
}

/* One lane of a vector of integers, of which the run knows the number. */
static bool is_chosen_lane(const struct images *m, LLVMValueRef v)
{
    LLVMValueRef vector = LLVMIsAExtractElementInst(v) ? LLVMGetOperand(v, 0) : NULL;
    return vector && is_integer(LLVMTypeOf(v)) && size_of(m, vector) &&
           !LLVMIsAConstant(LLVMGetOperand(v, 1)) &&
           is_power_of_2(LLVMGetVectorSize(LLVMTypeOf(vector)));
}

/* How many bytes from the lowest on are not zero. */
static unsigned used_bytes(const struct images *m, LLVMValueRef v)
{
    unsigned n = size_of(m, v);
    for (; n; n--) {
        struct byte_origin o = provenance_byte(m->from, v, n - 1);
        if (o.kind != BYTE_CONSTANT || o.byte)
            break;
    }
    return n;
}

/* v is `base` with bytes of something else, shifted, in the place of bytes that are zero. */
struct insertion {
    LLVMValueRef base;
    struct window what;
};

/* A cast, or a mask that leaves the lowest byte as it is, of what is a multiple of 8. */
static bool is_narrowed(LLVMValueRef v)
{
    enum { BYTE = 0xf8 };
    LLVMValueRef mask = is_opcode(v, LLVMAnd) ? LLVMGetOperand(v, 1) : NULL;
    return LLVMIsAZExtInst(v) || LLVMIsASExtInst(v) || LLVMIsATruncInst(v) ||
           (mask && LLVMIsAConstantInt(mask) && (LLVMConstIntGetZExtValue(mask) & BYTE) == BYTE);
}

/* The amount goes up or down by so much with each iteration of the loop around. */
static bool steps_by(const struct images *m, LLVMValueRef amount, LLVMValueRef phi, int64_t least)
{
    enum { MOST = 64 }; /* narrow amounts go beyond the end before they come round */
    EzbLoop loop;
    EzbScev start, step;
    int64_t by;
    while (is_narrowed(amount))
        amount = LLVMGetOperand(amount, 0);
    EzbScev s = ezb_scev_of(m->p->cx, m->fn, amount);
    return s && ezb_scev_is_addrec(m->p->cx, s, &loop, &start, &step) &&
           ezb_scev_const(step, &by) &&
           ((by >= least && by <= MOST) || (by <= -least && by >= -MOST)) &&
           ezb_loop_header(loop) == LLVMGetInstructionParent(phi);
}

/* The integer is zero when the loop begins, and each iteration puts bytes in other places than
 * those before did: a shift beyond the end is undefined. */
static bool fills_up(const struct images *m, LLVMValueRef v, LLVMValueRef phi,
                     const struct window *what)
{
    if (!LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
        return false;
    unsigned back = LLVMGetIncomingValue(phi, 1) == v;
    LLVMValueRef start = LLVMGetIncomingValue(phi, !back);
    return LLVMGetIncomingValue(phi, back) == v && LLVMIsAConstant(start) && LLVMIsNull(start) &&
           steps_by(m, what->amount, phi, 8 * (int64_t)used_bytes(m, what->value));
}

static bool is_insertion(const struct images *m, LLVMValueRef v, struct insertion *out)
{
    bool sum = is_opcode(v, LLVMAdd) || is_opcode(v, LLVMXor);
    if (!sum && !is_opcode(v, LLVMOr))
        return false;
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef base = LLVMGetOperand(v, k);
        if (!is_window(m, LLVMGetOperand(v, !k), &out->what) || !out->what.up)
            continue;
        out->base = base;
        if ((!sum && LLVMGetIsDisjoint(v)) || fills_up(m, v, base, &out->what))
            return true;
    }
    return false;
}

static bool is_merge(LLVMValueRef v)
{
    return is_integer(element_of(LLVMTypeOf(v))) &&
           (LLVMIsAPHINode(v) ||
            (LLVMIsASelectInst(v) && is_integer(LLVMTypeOf(LLVMGetOperand(v, 0)))));
}

static bool is_typed(LLVMValueRef v)
{
    LLVMTypeRef e = element_of(LLVMTypeOf(v));
    return twins_floating(e) || LLVMGetTypeKind(e) == LLVMPointerTypeKind;
}

static bool is_floating(LLVMValueRef v)
{
    return twins_floating(element_of(LLVMTypeOf(v)));
}

static bool load_carries(struct images *m, LLVMValueRef load)
{
    const struct prepare_facts *facts = m->p->facts;
    return facts->accesses(facts->types, load) || (m->wanted && facts->unknown(facts->types, load));
}

LIMIT(OVERLAY_DEPTH, 6);

static bool is_overlay(struct images *m, LLVMValueRef v, unsigned depth);

static bool may_have_bytes(struct images *m, LLVMValueRef v, unsigned depth);

/* So may one of the values that v is one of. */
static bool merges_bytes(struct images *m, LLVMValueRef v, unsigned depth)
{
    unsigned first = LLVMIsAPHINode(v) ? 0 : 1, n = first ? 2 : LLVMCountIncoming(v);
    for (unsigned k = 0; k < n; k++)
        for (unsigned at = 0; at < size_of(m, v); at++) {
            struct byte_origin o = provenance_byte(m->from, LLVMGetOperand(v, first + k), at);
            if (o.kind == BYTE_OF && o.source != v &&
                (is_floating(o.source) || may_have_bytes(m, o.source, depth - 1)))
                return true;
        }
    return false;
}

/* v may have bytes of values in some runs, and none in others. */
static bool may_have_bytes(struct images *m, LLVMValueRef v, unsigned depth)
{
    struct window w;
    struct insertion i;
    struct map *none = &m->none[m->wanted];
    if (twins_plain_load(v))
        return load_carries(m, v);
    if (is_window(m, v, &w) || is_insertion(m, v, &i))
        return true;
    if (depth <= (uintptr_t)map_get(none, v))
        return false;
    if (is_merge(v) ? merges_bytes(m, v, depth) : is_overlay(m, v, depth - 1))
        return true;
    map_put(none, v, (void *)(uintptr_t)depth);
    return false;
}

/* v is made of the bytes of two integers, of which the run knows where one has none but zeros:
 * half of a value that a mask left, say, and that came by memory or was chosen by a condition. A
 * byte that arithmetic makes is none of a value; addresses are exclusive-ored to be hidden. */
static bool is_overlay(struct images *m, LLVMValueRef v, unsigned depth)
{
    enum { MOST_BYTES = 32 };
    bool sum = is_opcode(v, LLVMAdd) || is_opcode(v, LLVMXor), perhaps = false, own = false;
    if ((!sum && !is_opcode(v, LLVMOr)) || !is_integer(LLVMTypeOf(v)) || size_of(m, v) > MOST_BYTES)
        return false;
    for (unsigned at = 0; at < size_of(m, v); at++) {
        if (provenance_byte(m->from, v, at).source != v)
            continue;
        own = true;
        for (unsigned k = 0; k < 2; k++) {
            struct byte_origin o = provenance_byte(m->from, LLVMGetOperand(v, k), at);
            bool some = o.kind == BYTE_OF && may_have_bytes(m, o.source, depth);
            if (o.kind != BYTE_OF || o.sign != SIGN_SAME || (!some && !is_floating(o.source)))
                return false;
            perhaps |= some;
        }
    }
    return own && perhaps;
}

/* Such an integer is an address, by all that is known: it may be laid together of parts of one, or
 * calculated from an address and a distance, and of each there may be bytes that are zero. Then it
 * is one thing, also if some of its bytes are always those of one operand. */
static bool is_address(struct images *m, LLVMValueRef v)
{
    const struct prepare_facts *facts = m->p->facts;
    if (size_of(m, v) != target_pointer_bytes(m->p->module) || !is_overlay(m, v, OVERLAY_DEPTH))
        return false;
    LLVMTypeRef t = facts->carried(facts->types, v);
    return t && LLVMGetTypeKind(t) == LLVMPointerTypeKind;
}

/* The operands of which an opened value has its bytes; 0: it is not opened. */
static unsigned opened(struct images *m, LLVMValueRef v, unsigned k, LLVMValueRef *operand)
{
    struct window w;
    struct insertion i;
    if (is_merge(v)) {
        unsigned first = LLVMIsAPHINode(v) ? 0 : 1, n = first ? 2 : LLVMCountIncoming(v);
        *operand = k < n ? LLVMGetOperand(v, first + k) : NULL;
        return n;
    }
    if (is_window(m, v, &w) || is_chosen_lane(m, v)) {
        *operand = is_chosen_lane(m, v) ? LLVMGetOperand(v, 0) : w.value;
        return 1;
    }
    if (is_insertion(m, v, &i)) {
        *operand = k ? i.what.value : i.base;
        return 2;
    }
    if (!is_overlay(m, v, OVERLAY_DEPTH))
        return 0;
    *operand = k < 2 ? LLVMGetOperand(v, k) : NULL;
    return 2;
}

/* ---- what is carried ------------------------------------------------------------------------- */

static bool source_carries(struct images *m, LLVMValueRef source);

static bool carries(struct images *m, LLVMValueRef v)
{
    LLVMValueRef last = NULL;
    for (unsigned k = 0; k < size_of(m, v); k++) {
        struct byte_origin o = provenance_byte(m->from, v, k);
        if (o.kind != BYTE_OF || o.source == last)
            continue;
        last = o.source;
        if (source_carries(m, o.source))
            return true;
    }
    return false;
}

static bool source_carries(struct images *m, LLVMValueRef source)
{
    LLVMValueRef operand;
    if (is_typed(source))
        return !LLVMIsAConstant(source) || LLVMIsAGlobalValue(source);
    if (twins_plain_load(source))
        return load_carries(m, source);
    if (map_get(&m->seen, source))
        return false;
    map_put(&m->seen, source, source);
    for (unsigned k = 0; k < opened(m, source, k, &operand); k++)
        if (carries(m, operand))
            return true;
    return false;
}

bool images_is_rest(LLVMValueRef inst)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(inst));
    return LLVMGetMetadata(inst, LLVMGetMDKindIDInContext(c, RULE_REST_NOTE,
                                                          sizeof RULE_REST_NOTE - 1)) != NULL;
}

bool images_carry(struct images *m, LLVMValueRef v)
{
    map_init(&m->seen, m->p->arena);
    return carries(m, v);
}

/* ---- what is broken -------------------------------------------------------------------------- */

/* All of v is all of one source. */
static LLVMValueRef whole_source(struct images *m, LLVMValueRef v)
{
    struct byte_origin o;
    unsigned n = size_of(m, v);
    if (is_address(m, v))
        return v;
    return n && provenance_run(m->from, v, 0, n, false, &o) && !o.byte && o.sign == SIGN_SAME &&
                   size_of(m, o.source) == n
               ? o.source
               : NULL;
}

/* Masks put zeros, or ones, in the place of bytes. */
static bool is_mask_byte(const struct byte_origin *o)
{
    enum { ONES = 0xff };
    return o->kind == BYTE_UNDEFINED || !o->byte || o->byte == ONES;
}

static bool is_undecided_load(const struct images *m, LLVMValueRef v)
{
    return twins_plain_load(v) && m->p->facts->undecided(m->p->facts->types, v);
}

/* Bytes of one value in their places, the one with its sign among them, and those of a mask: it
 * leaves a value. Of untyped bytes the run knows what those are that are left. */
static bool is_masked(const struct images *m, LLVMValueRef v)
{
    LLVMValueRef source = NULL;
    unsigned n = size_of(m, v);
    if (n && provenance_byte(m->from, v, n - 1).kind != BYTE_OF)
        return false;
    for (unsigned k = 0; k < n; k++) {
        struct byte_origin o = provenance_byte(m->from, v, k);
        if (o.kind != BYTE_OF && !is_mask_byte(&o))
            return false;
        if (o.kind != BYTE_OF)
            continue;
        if ((source && o.source != source) || o.byte != k)
            return false;
        source = o.source;
    }
    return source && size_of(m, source) == n && !is_undecided_load(m, source);
}

/* Arithmetic on bits, as opposed to moves of bytes, makes some byte of v. */
static bool is_computed(struct images *m, LLVMValueRef v)
{
    LLVMValueRef operand;
    for (unsigned k = 0; k < size_of(m, v); k++) {
        struct byte_origin o = provenance_byte(m->from, v, k);
        if (o.kind != BYTE_OF)
            continue;
        if (o.sign != SIGN_SAME ||
            (LLVMIsABinaryOperator(o.source) && is_integer(element_of(LLVMTypeOf(o.source))) &&
             !opened(m, o.source, 0, &operand)))
            return true;
    }
    return false;
}

/* All bytes of one value in the other order, of which the type is known: where all of it moves
 * together, to be reversed again, the adjoint keeps its order. */
static bool is_reversed(const struct images *m, LLVMValueRef v)
{
    struct byte_origin o;
    unsigned n = size_of(m, v);
    const struct prepare_facts *facts = m->p->facts;
    return n && provenance_run(m->from, v, 0, n, true, &o) && !o.byte && o.sign == SIGN_SAME &&
           size_of(m, o.source) == n && is_integer(LLVMTypeOf(v)) &&
           facts->carried(facts->types, v) != NULL && facts->whole(facts->types, v);
}

static bool is_broken(struct images *m, LLVMValueRef v, struct map *merges)
{
    LLVMValueRef source = whole_source(m, v), operand;
    if (!source)
        return !is_masked(m, v) && !is_reversed(m, v) && !is_computed(m, v) && images_carry(m, v);
    if (!is_merge(source))
        return (opened(m, source, 0, &operand) ||
                (twins_plain_load(source) && size_of(m, source) == 1 &&
                 !m->p->facts->undecided(m->p->facts->types, source))) &&
               images_carry(m, source);
    if (map_get(merges, source))
        return false;
    map_put(merges, source, source);
    for (unsigned k = 0; k < opened(m, source, k, &operand); k++)
        if (is_broken(m, operand, merges))
            return true;
    return false;
}

bool images_merged(struct images *m, LLVMValueRef v)
{
    LLVMValueRef source = whole_source(m, v);
    return source && is_merge(source) && is_integer(LLVMTypeOf(source)) && images_carry(m, source);
}

bool images_broken(struct images *m, LLVMValueRef v)
{
    struct map merges;
    map_init(&merges, m->p->arena);
    return !LLVMIsAConstant(v) && is_broken(m, v, &merges);
}

/* ---- building -------------------------------------------------------------------------------- */

static LLVMValueRef constant(struct images *m, uint64_t n)
{
    return LLVMConstInt(m->word, n, 0);
}

LLVMValueRef images_variable(struct images *m, unsigned n)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m->p->module));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(m->fn)));
    LLVMTypeRef t = LLVMIntTypeInContext(LLVMGetModuleContext(m->p->module), 8 * n);
    LLVMValueRef variable = LLVMBuildAlloca(b, t, "");
    LLVMSetAlignment(variable, target_block_alignment(m->p->module));
    LLVMDisposeBuilder(b);
    return variable;
}

static LLVMValueRef offset(struct images *m, LLVMValueRef base, LLVMValueRef by)
{
    if (LLVMIsAConstantInt(by) && !LLVMConstIntGetZExtValue(by))
        return base;
    return LLVMBuildInBoundsGEP2(m->b, m->i8, base, &by, 1, "");
}

static LLVMValueRef at_byte(struct images *m, LLVMValueRef base, unsigned k)
{
    return offset(m, base, constant(m, k));
}

static void copy(struct images *m, LLVMValueRef to, LLVMValueRef from, unsigned n)
{
    LLVMBuildMemCpy(m->b, to, 1, from, 1, constant(m, n));
}

static void go_before(struct images *m, LLVMValueRef inst, LLVMValueRef place)
{
    LLVMPositionBuilderBefore(m->b, inst);
    LLVMSetCurrentDebugLocation2(m->b, LLVMInstructionGetDebugLoc(place));
}

static LLVMValueRef behind(struct images *m, LLVMValueRef v)
{
    LLVMValueRef next = LLVMIsAInstruction(v)
                            ? LLVMGetNextInstruction(v)
                            : LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(m->fn));
    while (LLVMIsAPHINode(next) || LLVMIsALandingPadInst(next) || LLVMIsAAllocaInst(next))
        next = LLVMGetNextInstruction(next);
    return next;
}

/* Where what is done for v is to be reported. */
static LLVMValueRef place_of(struct images *m, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMInstructionGetDebugLoc(v) ? v : behind(m, v);
}

/* How many bytes from `at` on are bytes in a row of one source, or constants. */
static unsigned run_at(const struct images *m, LLVMValueRef v, unsigned at)
{
    struct byte_origin o = provenance_byte(m->from, v, at), next;
    unsigned n = 1, size = size_of(m, v);
    for (; at + n < size; n++) {
        next = provenance_byte(m->from, v, at + n);
        if (next.kind != o.kind ||
            (o.kind == BYTE_OF && (next.source != o.source || next.byte != o.byte + n)))
            break;
    }
    return n;
}

static LLVMValueRef image_of(struct images *m, LLVMValueRef source);

/* A copy of all bytes of a source. */
static LLVMValueRef own_copy(struct images *m, struct map *copies, LLVMValueRef source,
                             LLVMValueRef before)
{
    LLVMValueRef own = map_get(copies, source);
    if (own)
        return own;
    LLVMValueRef image = image_of(m, source);
    go_before(m, before, before);
    own = images_variable(m, size_of(m, source));
    copy(m, own, image, size_of(m, source));
    map_put(copies, source, own);
    return own;
}

static void store_constants(struct images *m, LLVMValueRef v, unsigned at, unsigned n,
                            LLVMValueRef to)
{
    for (unsigned k = 0, equal; k < n; k += equal) {
        struct byte_origin o = provenance_byte(m->from, v, at + k);
        for (equal = 1; k + equal < n; equal++)
            if (provenance_byte(m->from, v, at + k + equal).byte != o.byte)
                break;
        LLVMBuildMemSet(m->b, at_byte(m, to, at + k), LLVMConstInt(m->i8, o.byte, 0),
                        constant(m, equal), 1);
    }
}

void images_build(struct images *m, LLVMValueRef v, LLVMValueRef to, LLVMValueRef before)
{
    struct map copies;
    map_init(&copies, m->p->arena);
    if (is_address(m, v)) {
        LLVMValueRef from = own_copy(m, &copies, v, before);
        copy(m, to, from, size_of(m, v));
        return;
    }
    for (unsigned at = 0, n; at < size_of(m, v); at += n) {
        struct byte_origin o = provenance_byte(m->from, v, at);
        n = run_at(m, v, at);
        if (o.kind == BYTE_OF && provenance_byte(m->from, v, at + n - 1).sign != SIGN_SAME) {
            /* Arithmetic on bits: v itself has them. */
            LLVMValueRef from = own_copy(m, &copies, v, before);
            copy(m, at_byte(m, to, at), at_byte(m, from, at), n);
        } else if (o.kind == BYTE_OF) {
            LLVMValueRef from = own_copy(m, &copies, o.source, before);
            copy(m, at_byte(m, to, at), at_byte(m, from, o.byte), n);
        } else {
            go_before(m, before, before);
            store_constants(m, v, at, n, to);
        }
    }
}

LLVMValueRef images_together(struct images *m, LLVMValueRef v)
{
    LLVMValueRef variable = map_get(&m->together, v);
    if (variable)
        return variable;
    variable = images_variable(m, size_of(m, v));
    map_put(&m->together, v, variable);
    images_build(m, v, variable, behind(m, v));
    return variable;
}

void images_copy(struct images *m, LLVMValueRef to, LLVMValueRef from, unsigned n,
                 LLVMValueRef before)
{
    go_before(m, before, before);
    copy(m, to, from, n);
}

/* A variable of n bytes with those of v, in front of `before`. */
static LLVMValueRef built(struct images *m, LLVMValueRef v, LLVMValueRef before)
{
    LLVMValueRef variable = images_variable(m, size_of(m, v));
    images_build(m, v, variable, before);
    return variable;
}

/* Phis read what others were: the bytes that come in wait until all of the block are there. */
static void fill_phi(struct images *m, LLVMValueRef phi, LLVMValueRef image)
{
    LLVMValueRef waiting = images_variable(m, size_of(m, phi));
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
        images_build(m, LLVMGetIncomingValue(phi, k), waiting,
                     LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k)));
    go_before(m, behind(m, phi), place_of(m, phi));
    copy(m, image, waiting, size_of(m, phi));
}

static void fill_select(struct images *m, LLVMValueRef select, LLVMValueRef image)
{
    LLVMValueRef yes = built(m, LLVMGetOperand(select, 1), select),
                 no = built(m, LLVMGetOperand(select, 2), select);
    go_before(m, select, select);
    copy(m, image, LLVMBuildSelect(m->b, LLVMGetOperand(select, 0), yes, no, ""),
         size_of(m, select));
}

/* The shift in bytes, less than n. */
static LLVMValueRef distance(struct images *m, const struct window *w, unsigned n)
{
    LLVMValueRef amount = w->amount, bytes = LLVMConstInt(LLVMTypeOf(amount), 3, 0);
    amount = LLVMBuildLShr(m->b, amount, bytes, "");
    amount = LLVMBuildIntCast2(m->b, amount, m->word, 0, "");
    return LLVMBuildAnd(m->b, amount, constant(m, n - 1), "");
}

/* The bytes beside zeros in a variable of twice the size, of which half is taken. */
static void fill_window(struct images *m, LLVMValueRef v, const struct window *w,
                        LLVMValueRef image)
{
    unsigned n = size_of(m, v);
    LLVMValueRef both = images_variable(m, 2 * n);
    go_before(m, v, v);
    LLVMBuildMemSet(m->b, both, LLVMConstInt(m->i8, 0, 0), constant(m, 2 * n), 16);
    images_build(m, w->value, at_byte(m, both, w->up ? n : 0), v);
    go_before(m, v, v);
    LLVMValueRef by = distance(m, w, n);
    if (w->up)
        by = LLVMBuildSub(m->b, constant(m, n), by, "");
    copy(m, image, offset(m, both, by), n);
}

static void fill_chosen_lane(struct images *m, LLVMValueRef v, LLVMValueRef image)
{
    LLVMValueRef vector = LLVMGetOperand(v, 0), all = built(m, vector, v);
    unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(vector));
    go_before(m, v, v);
    LLVMValueRef lane = LLVMBuildIntCast2(m->b, LLVMGetOperand(v, 1), m->word, 0, "");
    lane = LLVMBuildAnd(m->b, lane, constant(m, lanes - 1), "");
    copy(m, image, offset(m, all, LLVMBuildMul(m->b, lane, constant(m, size_of(m, v)), "")),
         size_of(m, v));
}

static void fill_insertion(struct images *m, LLVMValueRef v, const struct insertion *i,
                           LLVMValueRef image)
{
    unsigned n = size_of(m, v), used = used_bytes(m, i->what.value);
    LLVMValueRef both = images_variable(m, 2 * n), part;
    go_before(m, v, v);
    images_build(m, i->base, both, v);
    part = built(m, i->what.value, v);
    go_before(m, v, v);
    copy(m, offset(m, both, distance(m, &i->what, n)), part, used);
    copy(m, image, both, n);
}

static void only_reads_arguments(LLVMValueRef fn)
{
    enum { ARGUMENTS_READ = 1 }; /* memory(argmem: read) */
    static const char *const names[] = {"memory", "nounwind", "willreturn"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(fn)), kind,
                                                        i ? 0 : ARGUMENTS_READ));
    }
}

/* i64 enz.byte.sources(a, b, n, rest): which of two images each of n bytes is from; see rules.h. */
static LLVMValueRef byte_sources(struct images *m, LLVMValueRef a, LLVMValueRef b, unsigned n,
                                 LLVMValueRef rest)
{
    LLVMTypeRef ptr = LLVMTypeOf(a), params[] = {ptr, ptr, m->word, ptr},
                t = LLVMFunctionType(LLVMIntTypeInContext(LLVMGetTypeContext(ptr), 64), params, 4,
                                     0);
    LLVMValueRef fn = LLVMGetNamedFunction(m->p->module, RULE_BYTE_SOURCES),
                 args[] = {a, b, constant(m, n), rest};
    if (!fn) {
        fn = LLVMAddFunction(m->p->module, RULE_BYTE_SOURCES, t);
        only_reads_arguments(fn);
    }
    return LLVMBuildCall2(m->b, t, fn, args, 4, "");
}

static void note_rest(struct images *m, LLVMValueRef inst)
{
    LLVMContextRef c = LLVMGetModuleContext(m->p->module);
    LLVMValueRef none = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0));
    LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(c, RULE_REST_NOTE, sizeof RULE_REST_NOTE - 1),
                    none);
}

/* What the integer leaves in its own image is part of no value, or arithmetic. */
static void store_rest(struct images *m, LLVMValueRef v, LLVMValueRef image)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef rest = number_call(m->p, m->b, RULE_PIECEWISE_PREFIX, t, t, &v, 1);
    note_rest(m, LLVMBuildStore(m->b, rest, image));
}

/* Either each byte of an address is one of its parts, or what is calculated has a shadow that is
 * calculated: that is stored, and no byte of it is taken from elsewhere. Returns the sources. */
static LLVMValueRef store_address(struct images *m, LLVMValueRef v, LLVMValueRef image,
                                  LLVMValueRef sources)
{
    LLVMTypeRef t = LLVMTypeOf(sources);
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(v)),
                 all = LLVMConstInt(t, UINT64_C(0x5555555555555555) >> (64 - 2 * size_of(m, v)), 0),
                 high = LLVMBuildLShr(m->b, sources, LLVMConstInt(t, 1, 0), ""),
                 known = LLVMBuildAnd(m->b, LLVMBuildOr(m->b, sources, high, ""), all, ""),
                 laid = LLVMBuildICmp(m->b, LLVMIntEQ, known, all, ""),
                 made = LLVMBuildSelect(m->b, laid, none, v, ""),
                 pointer = LLVMBuildIntToPtr(m->b, made, LLVMTypeOf(image), "");
    note_rest(m, pointer);
    LLVMBuildStore(m->b, pointer, image);
    return LLVMBuildSelect(m->b, laid, sources, LLVMConstNull(t), "");
}

/* Where neither image has the byte, it is that of the integer. (A byte of an address that is always
 * one of an operand's beside a zero is found there.) */
static void fill_overlay(struct images *m, LLVMValueRef v, LLVMValueRef image)
{
    LLVMValueRef a = built(m, LLVMGetOperand(v, 0), v), b = built(m, LLVMGetOperand(v, 1), v);
    bool address = is_address(m, v);
    go_before(m, behind(m, v), place_of(m, v));
    if (!address)
        store_rest(m, v, image);
    LLVMValueRef rest = address ? LLVMConstNull(LLVMTypeOf(image)) : image,
                 sources = byte_sources(m, a, b, size_of(m, v), rest);
    if (address)
        sources = store_address(m, v, image, sources);
    for (unsigned k = 0; k < size_of(m, v); k++) {
        if (!address && provenance_byte(m->from, v, k).source != v)
            continue;
        LLVMValueRef to = at_byte(m, image, k), from = to, mask = constant(m, 3),
                     source = LLVMBuildAnd(
                         m->b, LLVMBuildLShr(m->b, sources, constant(m, 2 * k), ""), mask, "");
        for (unsigned from_b = 0; from_b < 2; from_b++) {
            LLVMValueRef is = LLVMBuildICmp(m->b, LLVMIntEQ, source, constant(m, 1 + from_b), "");
            from = LLVMBuildSelect(m->b, is, at_byte(m, from_b ? b : a, k), from, "");
        }
        copy(m, to, from, 1);
    }
}

/* What the loaded integer is, where the access itself says so: it is gone with it. */
static LLVMTypeRef value_type(struct images *m, LLVMValueRef load)
{
    return is_integer(LLVMTypeOf(load)) ? m->p->facts->said(m->p->facts->types, load) : NULL;
}

/* Stores of the whole value become copies of its image: other parts of an adjoint may come back by
 * memory, to which value numbering preferred the register in some places. An address may be stored
 * where it leads to. */
static void store_by_image(struct images *m, LLVMValueRef v, LLVMValueRef image)
{
    VEC(LLVMValueRef) stores = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef store = LLVMGetUser(u);
        bool again = false; /* it has two uses */
        for (unsigned k = 0; k < stores.count && !again; k++)
            again = stores.items[k] == store;
        if (LLVMIsAStoreInst(store) && !again && LLVMGetOperand(store, 0) == v &&
            LLVMGetOperand(store, 1) != image && !LLVMGetVolatile(store) &&
            LLVMGetOrdering(store) == LLVMAtomicOrderingNotAtomic)
            VEC_PUSH(m->p->arena, &stores, store);
    }
    for (unsigned k = 0; k < stores.count; k++) {
        LLVMValueRef store = stores.items[k];
        go_before(m, store, store);
        LLVMBuildMemCpy(m->b, LLVMGetOperand(store, 1), LLVMGetAlignment(store), image, 16,
                        constant(m, size_of(m, v)));
        VEC_PUSH(m->p->arena, &m->replaced, store);
    }
}

void images_erase_replaced(struct images *m)
{
    for (unsigned k = 0; k < m->replaced.count; k++)
        LLVMInstructionEraseFromParent(m->replaced.items[k]);
    m->replaced.count = 0;
}

/* The same of a vector that has the value as an element. */
static void store_lane_by_image(struct images *m, LLVMValueRef v, LLVMValueRef image,
                                LLVMValueRef store)
{
    struct byte_origin o;
    LLVMValueRef stored = LLVMGetOperand(store, 0);
    unsigned n = size_of(m, v);
    if (LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic)
        return;
    for (unsigned at = 0; n && at + n <= size_of(m, stored); at += n)
        if (provenance_run(m->from, stored, at, n, false, &o) && o.source == v && !o.byte &&
            o.sign == SIGN_SAME) {
            go_before(m, LLVMGetNextInstruction(store), store);
            copy(m, at_byte(m, LLVMGetOperand(store, 1), at), image, n);
        }
}

static void store_lanes_by_image(struct images *m, LLVMValueRef v, LLVMValueRef image)
{
    VEC(LLVMValueRef) stores = {0};
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef vector = LLVMGetUser(u);
        for (LLVMUseRef w = LLVMIsAInsertElementInst(vector) ? LLVMGetFirstUse(vector) : NULL; w;
             w = LLVMGetNextUse(w))
            if (LLVMIsAStoreInst(LLVMGetUser(w)) && LLVMGetOperand(LLVMGetUser(w), 0) == vector)
                VEC_PUSH(m->p->arena, &stores, LLVMGetUser(w));
    }
    for (unsigned k = 0; k < stores.count; k++)
        store_lane_by_image(m, v, image, stores.items[k]);
}

static void fill(struct images *m, LLVMValueRef v, LLVMValueRef image)
{
    struct window w;
    struct insertion i;
    LLVMTypeRef type;
    bool carried = is_integer(element_of(LLVMTypeOf(v))) && images_carry(m, v);
    if (carried && LLVMIsAPHINode(v)) {
        fill_phi(m, v, image);
    } else if (carried && is_merge(v)) {
        fill_select(m, v, image);
    } else if (carried && is_window(m, v, &w)) {
        fill_window(m, v, &w, image);
    } else if (carried && is_chosen_lane(m, v)) {
        fill_chosen_lane(m, v, image);
    } else if (carried && is_insertion(m, v, &i)) {
        fill_insertion(m, v, &i, image);
    } else if (carried && is_overlay(m, v, OVERLAY_DEPTH)) {
        fill_overlay(m, v, image);
    } else if (carried && twins_plain_load(v) && (type = value_type(m, v))) {
        go_before(m, behind(m, v), place_of(m, v));
        LLVMValueRef typed = LLVMBuildLoad2(m->b, type, LLVMGetOperand(v, 0), "");
        LLVMSetAlignment(typed, LLVMGetAlignment(v));
        member_note_same(m->p->arena, v, typed);
        LLVMBuildStore(m->b, typed, image);
    } else if ((carried || is_typed(v)) && twins_plain_load(v)) {
        go_before(m, behind(m, v), place_of(m, v));
        copy(m, image, LLVMGetOperand(v, 0), size_of(m, v));
    } else {
        go_before(m, behind(m, v), place_of(m, v));
        LLVMBuildStore(m->b, v, image);
    }
    bool loaded = carried && twins_plain_load(v) && size_of(m, v) > 1;
    if ((is_typed(v) || loaded) && LLVMIsAInstruction(v))
        store_by_image(m, v, image), store_lanes_by_image(m, v, image);
    if (is_typed(v) && twins_plain_load(v)) { /* it stays: perhaps nobody else says what is there */
        go_before(m, behind(m, v), place_of(m, v));
        LLVMBuildStore(m->b, v, images_variable(m, size_of(m, v)));
    }
}

static LLVMValueRef image_of(struct images *m, LLVMValueRef source)
{
    LLVMValueRef image = map_get(&m->of, source);
    if (image)
        return image;
    image = images_variable(m, size_of(m, source));
    map_put(&m->of, source, image);
    fill(m, source, image);
    return image;
}
