/* Where the bytes of values come from: see provenance.h.
 *
 * Values are visited in the order of the blocks until nothing changes. Operands not seen yet, which
 * come by a back edge, count for nothing at first. Only bytes of phis can go from one origin to
 * another, and then to the phi itself, so that the end is reached. */
#include "facts/provenance.h"
#include "base/vec.h"
#include <stdio.h>
#include <string.h>

struct provenance {
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    struct arena *arena;
    LLVMValueRef fn;
    bool followed;           /* else every value is its own source */
    bool waits;              /* some operand was not seen yet when it was asked for */
    VEC(LLVMValueRef) insts; /* those that take bytes from others, in the order of the blocks */
    struct map of;           /* instruction -> its origins; absent: not seen, or its own source */
};

static const struct byte_origin undefined = {.kind = BYTE_UNDEFINED};

static struct byte_origin constant_byte(unsigned value)
{
    return (struct byte_origin){.kind = BYTE_CONSTANT, .byte = (uint16_t)(value & 0xff)};
}

static struct byte_origin own_byte(LLVMValueRef v, unsigned k)
{
    return (struct byte_origin){.kind = BYTE_OF, .source = v, .byte = (uint16_t)k};
}

static bool is_zero(struct byte_origin o)
{
    return o.kind == BYTE_CONSTANT && !o.byte;
}

static bool same_origin(struct byte_origin a, struct byte_origin b)
{
    return a.kind == b.kind && a.source == b.source && a.byte == b.byte && a.sign == b.sign;
}

static bool same_origins(const struct byte_origin *a, const struct byte_origin *b, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        if (!same_origin(a[k], b[k]))
            return false;
    return true;
}

/* ---- types and constants --------------------------------------------------------------------- */

static bool is_scalar(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind: return true;
    default: return false;
    }
}

static LLVMTypeRef element_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

static unsigned elements_of(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetVectorSize(t) : 1;
}

unsigned provenance_size(const struct provenance *p, LLVMTypeRef t)
{
    LLVMTypeRef e = element_of(t);
    uint64_t bits = is_scalar(e) ? LLVMSizeOfTypeInBits(p->layout, e) : 0,
             bytes = bits / 8 * elements_of(t);
    return bits % 8 || bytes > PROVENANCE_BYTES ? 0 : (unsigned)bytes;
}

static struct byte_origin constant_scalar_byte(const struct provenance *p, LLVMValueRef c,
                                               unsigned k)
{
    LLVMTypeRef t = LLVMTypeOf(c);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    uint64_t words[(PROVENANCE_BYTES + 7) / 8] = {0};
    if (LLVMIsUndef(c))
        return undefined;
    if (LLVMIsNull(c))
        return constant_byte(0);
    if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) {
        unsigned bits = (unsigned)LLVMSizeOfTypeInBits(p->layout, t);
        LLVMValueRef whole = LLVMConstBitCast(c, LLVMIntTypeInContext(LLVMGetTypeContext(t), bits));
        return LLVMIsAConstantInt(whole) ? constant_scalar_byte(p, whole, k) : own_byte(c, k);
    }
    if (!LLVMIsAConstantInt(c) || k >= sizeof words)
        return own_byte(c, k);
    ezb_const_bits(c, words, (PROVENANCE_BYTES + 7) / 8);
    return constant_byte((unsigned)(words[k / 8] >> (k % 8 * 8)));
}

static struct byte_origin byte_of_constant(const struct provenance *p, LLVMValueRef c, unsigned k)
{
    LLVMTypeRef t = LLVMTypeOf(c);
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
        return constant_scalar_byte(p, c, k);
    unsigned size = (unsigned)(LLVMSizeOfTypeInBits(p->layout, LLVMGetElementType(t)) / 8);
    LLVMValueRef e = LLVMGetAggregateElement(c, k / size);
    return e ? constant_scalar_byte(p, e, k % size) : own_byte(c, k);
}

struct byte_origin provenance_byte(const struct provenance *p, LLVMValueRef v, unsigned k)
{
    const struct byte_origin *known = map_get(&p->of, v);
    if (known)
        return known[k];
    return LLVMIsAConstant(v) && !LLVMIsAGlobalValue(v) ? byte_of_constant(p, v, k)
                                                        : own_byte(v, k);
}

/* ---- what instructions do with bytes --------------------------------------------------------- */

struct site {
    const struct provenance *p;
    LLVMValueRef inst;
    bool step;              /* operands are sources, whatever they are made of */
    unsigned size, element; /* bytes: of the result, of one of its elements */
    struct byte_origin out[PROVENANCE_BYTES];
};

static struct byte_origin operand_byte(const struct site *s, unsigned operand, unsigned k)
{
    LLVMValueRef v = LLVMGetOperand(s->inst, operand);
    struct byte_origin o = provenance_byte(s->p, v, k);
    return s->step && o.kind == BYTE_OF ? own_byte(v, k) : o;
}

static unsigned operand_element(const struct site *s, unsigned operand)
{
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(s->inst, operand));
    return provenance_size(s->p, t) / elements_of(t);
}

/* The bytes of operand 0, element by element; an element that becomes wider gets `fill`. */
static void resize(struct site *s, bool sign)
{
    unsigned from = operand_element(s, 0);
    for (unsigned k = 0; k < s->size && from; k++) {
        unsigned lane = k / s->element, at = k % s->element;
        struct byte_origin top = operand_byte(s, 0, lane * from + from - 1);
        if (at < from)
            s->out[k] = operand_byte(s, 0, lane * from + at);
        else if (!sign || top.kind == BYTE_CONSTANT)
            s->out[k] = constant_byte(sign && (top.byte & 0x80) ? 0xff : 0);
    }
}

/* The constant that all elements are shifted by, in whole bytes; false if there is none. */
static bool constant_shift(const struct site *s, unsigned operand, unsigned *bytes)
{
    unsigned by = 0;
    for (unsigned k = 0; k < s->size; k++) {
        struct byte_origin o = operand_byte(s, operand, k);
        unsigned place = k % s->element;
        if (o.kind != BYTE_CONSTANT || (place >= 2 && o.byte))
            return false;
        if (k < s->element)
            by |= place < 2 ? (unsigned)o.byte << (8 * place) : 0;
        else if (!same_origin(o, operand_byte(s, operand, place)))
            return false;
    }
    *bytes = by / 8;
    return by % 8 == 0 && by < 8 * s->element;
}

/* Bytes go up by so many places, or down; zeros follow, or (`sign`) nothing that is known. */
static void shift(struct site *s, bool up, bool sign)
{
    unsigned by;
    if (!constant_shift(s, 1, &by))
        return;
    for (unsigned k = 0; k < s->size; k++) {
        unsigned at = k % s->element;
        bool within = up ? at >= by : at + by < s->element;
        if (within)
            s->out[k] = operand_byte(s, 0, up ? k - by : k + by);
        else if (!sign)
            s->out[k] = constant_byte(0);
    }
}

static enum byte_sign changed_sign(enum byte_sign before, enum byte_sign change)
{
    static const enum byte_sign flipped[] = {SIGN_FLIPPED, SIGN_SAME, SIGN_SET, SIGN_CLEARED};
    return change == SIGN_SAME ? before : change == SIGN_FLIPPED ? flipped[before] : change;
}

/* Bits of the byte that are zero, because what the address leads to is aligned. */
static unsigned aligned_bits(struct byte_origin x)
{
    enum { MOST = 256 };
    bool object = x.kind == BYTE_OF && !x.byte && x.sign == SIGN_SAME &&
                  (LLVMIsAAllocaInst(x.source) || LLVMIsAGlobalVariable(x.source));
    unsigned align = object ? LLVMGetAlignment(x.source) : 0;
    return align ? (align < MOST ? align : MOST) - 1 : 0;
}

/* A byte and a constant; false if the result is none that is known. */
static bool masked(LLVMOpcode op, struct byte_origin x, unsigned mask, struct byte_origin *out)
{
    enum byte_sign change = op == LLVMAnd ? SIGN_CLEARED : op == LLVMOr ? SIGN_SET : SIGN_FLIPPED;
    unsigned neutral = op == LLVMAnd ? 0xff : 0, sign = op == LLVMAnd ? 0x7f : 0x80;
    *out = x;
    if (x.kind == BYTE_CONSTANT) {
        unsigned b = x.byte;
        *out = constant_byte(op == LLVMAnd ? b & mask : op == LLVMOr ? b | mask : b ^ mask);
        return true;
    }
    if (mask == neutral || (op == LLVMAnd && (mask | aligned_bits(x)) == neutral))
        return true;
    if (mask == sign && x.kind == BYTE_OF) {
        out->sign = (uint8_t)changed_sign((enum byte_sign)x.sign, change);
        return true;
    }
    *out = constant_byte(mask);
    return (op == LLVMAnd && !mask) || (op == LLVMOr && mask == 0xff);
}

static void logic(struct site *s)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(s->inst);
    for (unsigned k = 0; k < s->size; k++) {
        struct byte_origin a = operand_byte(s, 0, k), b = operand_byte(s, 1, k), o;
        bool known = b.kind == BYTE_CONSTANT   ? masked(op, a, b.byte, &o)
                     : a.kind == BYTE_CONSTANT ? masked(op, b, a.byte, &o)
                                               : false;
        bool equal = op != LLVMXor && same_origin(a, b);
        if (known || equal)
            s->out[k] = known ? o : a;
    }
}

/* No byte of a sum is of both, so that nothing is carried, up to the first that is. */
static void sum(struct site *s)
{
    for (unsigned k = 0, carried = 0; k < s->size; k++) {
        struct byte_origin a = operand_byte(s, 0, k), b = operand_byte(s, 1, k);
        carried = (carried && k % s->element) || !(is_zero(a) || is_zero(b));
        if (!carried)
            s->out[k] = is_zero(a) ? b : a;
    }
}

/* Constant index of an element, or -1. */
static int element_index(const struct site *s, unsigned operand, LLVMTypeRef vector)
{
    LLVMValueRef at = LLVMGetOperand(s->inst, operand);
    unsigned n = elements_of(vector);
    return LLVMIsAConstantInt(at) && LLVMConstIntGetZExtValue(at) < n
               ? (int)LLVMConstIntGetZExtValue(at)
               : -1;
}

static void extract(struct site *s)
{
    int at = element_index(s, 1, LLVMTypeOf(LLVMGetOperand(s->inst, 0)));
    for (unsigned k = 0; k < s->size && at >= 0; k++)
        s->out[k] = operand_byte(s, 0, (unsigned)at * s->size + k);
}

static void insert(struct site *s)
{
    int at = element_index(s, 2, LLVMTypeOf(s->inst));
    for (unsigned k = 0; k < s->size && at >= 0; k++) {
        bool here = k / s->element == (unsigned)at;
        s->out[k] = here ? operand_byte(s, 1, k % s->element) : operand_byte(s, 0, k);
    }
}

static void shuffle(struct site *s)
{
    unsigned n = elements_of(LLVMTypeOf(LLVMGetOperand(s->inst, 0)));
    for (unsigned k = 0; k < s->size; k++) {
        int m = LLVMGetMaskValue(s->inst, k / s->element);
        unsigned lane = m < 0 ? 0 : (unsigned)m % n;
        s->out[k] = m < 0 ? undefined
                          : operand_byte(s, (unsigned)m >= n, lane * s->element + k % s->element);
    }
}

static void choose(struct site *s)
{
    for (unsigned k = 0; k < s->size; k++) {
        struct byte_origin a = operand_byte(s, 1, k), b = operand_byte(s, 2, k);
        if (same_origin(a, b))
            s->out[k] = a;
    }
}

static void reverse_bytes(struct site *s)
{
    for (unsigned k = 0; k < s->size; k++)
        s->out[k] =
            operand_byte(s, 0, k / s->element * s->element + s->element - 1 - k % s->element);
}

/* The bytes of two values in a row, of which the upper (`left`) or the lower ones stay. */
static void funnel(struct site *s, bool left)
{
    unsigned by;
    if (!constant_shift(s, 2, &by))
        return;
    for (unsigned k = 0; k < s->size; k++) {
        unsigned at = k % s->element + (left ? s->element - by : by), lane = k - k % s->element;
        s->out[k] = operand_byte(s, at < s->element, lane + at % s->element);
    }
}

static bool is_intrinsic(LLVMValueRef call, const char *name)
{
    size_t n;
    unsigned id = LLVMIsAIntrinsicInst(call) ? LLVMGetIntrinsicID(LLVMGetCalledValue(call)) : 0;
    return id && !strcmp(LLVMIntrinsicGetName(id, &n), name);
}

static void funnel_left(struct site *s)
{
    funnel(s, true);
}

static void funnel_right(struct site *s)
{
    funnel(s, false);
}

static void keep_bytes(struct site *s)
{
    for (unsigned k = 0; k < s->size; k++)
        s->out[k] = operand_byte(s, 0, k);
}

static void resize_unsigned(struct site *s)
{
    resize(s, false);
}

static void resize_signed(struct site *s)
{
    resize(s, true);
}

static void shift_up(struct site *s)
{
    shift(s, true, false);
}

static void shift_down(struct site *s)
{
    shift(s, false, false);
}

static void shift_down_signed(struct site *s)
{
    shift(s, false, true);
}

typedef void follower(struct site *s);

/* Instructions whose bytes depend on those of their operands, but for phis. */
static follower *const followers[] = {
    [LLVMBitCast] = keep_bytes,
    [LLVMFreeze] = keep_bytes,
    [LLVMTrunc] = resize_unsigned,
    [LLVMZExt] = resize_unsigned,
    [LLVMPtrToInt] = resize_unsigned,
    [LLVMIntToPtr] = resize_unsigned,
    [LLVMSExt] = resize_signed,
    [LLVMShl] = shift_up,
    [LLVMLShr] = shift_down,
    [LLVMAShr] = shift_down_signed,
    [LLVMAnd] = logic,
    [LLVMOr] = logic,
    [LLVMXor] = logic,
    [LLVMAdd] = sum,
    [LLVMExtractElement] = extract,
    [LLVMInsertElement] = insert,
    [LLVMShuffleVector] = shuffle,
    [LLVMSelect] = choose,
};

static const struct {
    const char *name;
    follower *follow;
} intrinsics[] = {
    {"llvm.bswap", reverse_bytes},
    {"llvm.fshl", funnel_left},
    {"llvm.fshr", funnel_right},
};

static follower *follower_of(LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    for (size_t i = 0; op == LLVMCall && i < sizeof intrinsics / sizeof *intrinsics; i++)
        if (is_intrinsic(inst, intrinsics[i].name))
            return intrinsics[i].follow;
    return op < sizeof followers / sizeof *followers ? followers[op] : NULL;
}

/* ---- the analysis ---------------------------------------------------------------------------- */

static bool is_followed(LLVMValueRef inst)
{
    return LLVMIsAPHINode(inst) || follower_of(inst);
}

static bool is_seen(const struct provenance *p, LLVMValueRef v)
{
    return !LLVMIsAInstruction(v) || !is_followed(v) || !provenance_size(p, LLVMTypeOf(v)) ||
           map_get(&p->of, v);
}

static bool operands_seen(const struct provenance *p, LLVMValueRef inst)
{
    for (int k = 0; k < LLVMGetNumOperands(inst); k++)
        if (!is_seen(p, LLVMGetOperand(inst, (unsigned)k)))
            return false;
    return true;
}

/* The bytes that come in by the edges seen so far; false if there are none yet. */
static bool follow_phi(struct provenance *p, struct site *s)
{
    bool any = false;
    for (unsigned i = 0; i < LLVMCountIncoming(s->inst); i++) {
        LLVMValueRef in = LLVMGetIncomingValue(s->inst, i);
        if (!is_seen(p, in)) {
            p->waits = true;
            continue;
        }
        for (unsigned k = 0; k < s->size; k++) {
            struct byte_origin o = provenance_byte(s->p, in, k);
            s->out[k] = !any || same_origin(s->out[k], o) ? o : own_byte(s->inst, k);
        }
        any = true;
    }
    return any;
}

/* What a phi had before, and has no more, is its own. */
static void widen_phi(struct site *s, const struct byte_origin *before)
{
    for (unsigned k = 0; k < s->size && before; k++)
        if (!same_origin(s->out[k], before[k]))
            s->out[k] = own_byte(s->inst, k);
}

static bool visit(struct provenance *p, LLVMValueRef inst)
{
    struct site s;
    LLVMTypeRef t = LLVMTypeOf(inst);
    s.p = p, s.inst = inst, s.step = false;
    s.size = provenance_size(p, t);
    s.element = s.size / elements_of(t);
    for (unsigned k = 0; k < s.size; k++)
        s.out[k] = own_byte(inst, k);
    struct byte_origin *known = map_get(&p->of, inst);
    if (LLVMIsAPHINode(inst)) {
        if (!follow_phi(p, &s))
            return false;
        widen_phi(&s, known);
    } else {
        if (!operands_seen(p, inst)) {
            p->waits = true;
            return false;
        }
        follower_of(inst)(&s);
    }
    if (known && same_origins(known, s.out, s.size))
        return false;
    if (!known)
        map_put(&p->of, inst, known = ARENA_ARRAY(p->arena, struct byte_origin, s.size));
    memcpy(known, s.out, s.size * sizeof *known);
    return true;
}

/* True if anything has changed. */
static bool visit_all(struct provenance *p)
{
    bool changed = false;
    for (unsigned i = 0; i < p->insts.count; i++)
        changed |= visit(p, p->insts.items[i]);
    return changed;
}

static void find_followed(struct provenance *p)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_followed(i) && provenance_size(p, LLVMTypeOf(i)))
                VEC_PUSH(p->arena, &p->insts, i);
}

struct provenance *provenance_of(LLVMModuleRef m, struct arena *a, LLVMValueRef fn)
{
    struct provenance *p = ARENA_NEW(a, struct provenance);
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
    *p = (struct provenance){.module = m, .layout = layout, .arena = a, .fn = fn};
    map_init(&p->of, a);
    p->followed = LLVMByteOrder(layout) == LLVMLittleEndian;
    if (!p->followed)
        return p;
    find_followed(p);
    visit_all(p);
    while (p->waits && visit_all(p)) {
    }
    return p;
}

unsigned provenance_step(const struct provenance *p, LLVMValueRef inst,
                         struct byte_origin out[PROVENANCE_BYTES])
{
    struct site s = {.p = p, .inst = inst, .step = true};
    s.size = provenance_size(p, LLVMTypeOf(inst));
    s.element = s.size / elements_of(LLVMTypeOf(inst));
    for (unsigned k = 0; k < s.size; k++)
        s.out[k] = own_byte(inst, k);
    if (s.size && p->followed && follower_of(inst))
        follower_of(inst)(&s);
    memcpy(out, s.out, s.size * sizeof *out);
    return s.size;
}

/* Origin `b` is what comes n bytes after `a`; signs are those of the last byte only. */
static bool follows(struct byte_origin a, struct byte_origin b, int n)
{
    return b.kind == BYTE_OF && b.source == a.source && (int)b.byte == (int)a.byte + n &&
           a.sign == SIGN_SAME;
}

bool provenance_run(const struct provenance *p, LLVMValueRef v, unsigned at, unsigned n,
                    bool reversed, struct byte_origin *first)
{
    struct byte_origin low = provenance_byte(p, v, reversed ? at + n - 1 : at), o = low;
    for (unsigned k = 1; k < n; k++) {
        struct byte_origin next = provenance_byte(p, v, reversed ? at + n - 1 - k : at + k);
        if (o.kind != BYTE_OF || !follows(o, next, 1))
            return false;
        o = next;
    }
    *first = low;
    first->sign = o.sign;
    return low.kind == BYTE_OF;
}

/* ---- the dump -------------------------------------------------------------------------------- */

static void dump_origins(const struct byte_origin *o, unsigned first, unsigned last)
{
    static const char *const signs[] = {"", ", sign flipped", ", sign cleared", ", sign set"};
    const struct byte_origin *from = &o[first];
    fprintf(stderr, first == last ? "  byte %u: " : "  bytes %u-%u: ", first, last);
    if (from->kind == BYTE_UNDEFINED)
        fprintf(stderr, "undefined\n");
    else if (from->kind == BYTE_CONSTANT)
        fprintf(stderr, "constant %u\n", from->byte);
    else {
        char *name = LLVMPrintValueToString(from->source);
        fprintf(stderr, first == last ? "byte %u" : "bytes %u-%u", from->byte, o[last].byte);
        fprintf(stderr, " of%s%s%s\n", *name == ' ' ? "" : " ", name, signs[o[last].sign]);
        LLVMDisposeMessage(name);
    }
}

static bool continues(const struct byte_origin *o, unsigned first, unsigned k)
{
    if (o[first].kind != BYTE_OF)
        return same_origin(o[first], o[k]);
    return follows(o[k - 1], o[k], 1);
}

static void dump_value(const struct provenance *p, LLVMValueRef v)
{
    const struct byte_origin *o = map_get(&p->of, v);
    unsigned size = o ? provenance_size(p, LLVMTypeOf(v)) : 0, first = 0;
    struct byte_origin run;
    if (!size || (provenance_run(p, v, 0, size, false, &run) && run.source == v))
        return;
    char *text = LLVMPrintValueToString(v);
    fprintf(stderr, "%s\n", text);
    LLVMDisposeMessage(text);
    for (unsigned k = 1; k <= size; k++)
        if (k == size || !continues(o, first, k)) {
            dump_origins(o, first, k - 1);
            first = k;
        }
}

void provenance_dump(const struct provenance *p)
{
    size_t n;
    fprintf(stderr, "provenance in %s\n", LLVMGetValueName2(p->fn, &n));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(p->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            dump_value(p, i);
}
