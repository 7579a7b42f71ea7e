/* The parts of one value, stored one by one to their places in memory, become one store; bytes in
 * reverse order, one of the value with its bytes reversed.
 *
 * A floating-point value has a derivative, its parts have none. LLVM's AggressiveInstCombine merges
 * such stores where they follow each other; here they may be interleaved with others, as in an
 * exchange of two values byte by byte. The merged store takes the place of the last one, so nothing
 * between may read or write any of the bytes. */
#include "base/target.h"
#include "prepare/bytes/twins.h"

enum { PARTS_MAX = 8 };

/* What the stores of one function are looked at with. */
struct stores {
    struct prepare *p;
    struct twins t;
};

struct part {
    LLVMValueRef store, base;
    LLVMValueRef source;  /* of the whole, an element of it */
    unsigned element;     /* where it begins in its source */
    unsigned size;        /* of the whole */
    unsigned byte, bytes; /* of this part: where it lies in the whole, how many there are */
    int64_t at;           /* offset of this part from base */
};

/* store (bytes of a larger whole) to base + at */
static bool read_part(struct stores *s, LLVMValueRef inst, struct part *out)
{
    if (!LLVMIsAStoreInst(inst) || LLVMGetVolatile(inst) ||
        LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
        return false;
    struct byte_origin o;
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    unsigned n = provenance_size(s->t.from, LLVMTypeOf(v));
    if (!n || !provenance_run(s->t.from, v, 0, n, false, &o) || o.sign != SIGN_SAME)
        return false;
    LLVMTypeRef t = LLVMTypeOf(o.source),
                e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    unsigned size = provenance_size(s->t.from, e);
    *out = (struct part){.store = inst, .source = o.source, .size = size, .bytes = n};
    if ((size != 8 && size != 4) || n >= size || o.byte % size + n > size)
        return false;
    out->byte = o.byte % size;
    out->element = o.byte - out->byte;
    out->base = ezb_strip_const_offsets(s->p->module, LLVMGetOperand(inst, 1), &out->at, 1);
    return true;
}

/* Offset of the whole from base, where a lies in it; the most significant byte first if it is
 * reversed. */
static int64_t start(const struct part *a, bool reversed)
{
    return a->at - (reversed ? a->size - 1 - a->byte : a->byte);
}

static bool belongs(const struct part *a, const struct part *b, bool reversed)
{
    return a->source == b->source && a->element == b->element && a->size == b->size &&
           a->base == b->base && (!reversed || a->bytes == 1) &&
           start(a, reversed) == start(b, reversed);
}

/* An access with this alignment or more, before `at`, to what pointer p leads to. */
static bool accessed_aligned(struct prepare *p, LLVMValueRef pointer, unsigned size,
                             LLVMValueRef at)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool address =
            LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer);
        if (address && LLVMGetAlignment(user) >= size && ezb_dom_value(p->cx, user, at))
            return true;
    }
    return false;
}

/* The whole is at a multiple of its size. */
static bool is_aligned(struct prepare *p, const struct part *x)
{
    return start(x, false) % (int64_t)x->size == 0 &&
           (ezb_known_align(p->cx, x->base, x->store) >= x->size ||
            accessed_aligned(p, x->base, x->size, x->store));
}

/* Instruction i stores a byte of another whole: of a different place, or of the very same, where a
 * part that is still to come overwrites it. */
static bool is_overwritten(struct stores *s, LLVMValueRef i, const struct part *first,
                           LLVMValueRef *stores)
{
    struct part other;
    return read_part(s, i, &other) && other.size == first->size && other.bytes == first->bytes &&
           !stores[other.byte] && is_aligned(s->p, first) && is_aligned(s->p, &other);
}

/* Instruction i between the parts leaves the bytes alone and does not look at them. */
static bool stays_apart(struct stores *s, LLVMValueRef i, const struct part *first, bool reversed)
{
    struct part other;
    unsigned size = first->size;
    if (!(ezb_inst_reads(i) || ezb_inst_writes(i) || ezb_inst_side_effects(i)))
        return true;
    int64_t at;
    if (LLVMIsAStoreInst(i) &&
        ezb_strip_const_offsets(s->p->module, LLVMGetOperand(i, 1), &at, 1) == first->base) {
        int64_t bytes = (int64_t)LLVMABISizeOfType(s->t.layout, LLVMTypeOf(LLVMGetOperand(i, 0)));
        int64_t from = start(first, reversed);
        return at + bytes <= from || at >= from + size ||
               (read_part(s, i, &other) && belongs(&other, first, reversed));
    }
    LLVMValueRef lowest =
        first->at == start(first, reversed) ? LLVMGetOperand(first->store, 1) : NULL;
    return lowest && ezb_modref_ptr(s->p->cx, i, lowest, size) == EZB_NO_MODREF;
}

/* The stores of the parts of the whole that `first` starts, in `stores` by byte; the last of them,
 * or NULL if they are not all there. */
static LLVMValueRef collect(struct stores *s, const struct part *first, bool reversed,
                            LLVMValueRef *stores)
{
    unsigned found = 0;
    struct part next;
    for (LLVMValueRef i = first->store; i; i = LLVMGetNextInstruction(i)) {
        if (read_part(s, i, &next) && belongs(&next, first, reversed)) {
            for (unsigned k = next.byte; k < next.byte + next.bytes; k++) {
                found += !stores[k];
                stores[k] = i; /* a later store of the same byte stores the same */
            }
            if (found == first->size)
                return i;
        } else if (!stays_apart(s, i, first, reversed) &&
                   (reversed || !is_overwritten(s, i, first, stores))) {
            return NULL;
        }
    }
    return NULL;
}

/* The value whose parts are stored, as it is or (an integer) with its bytes reversed. */
static LLVMValueRef whole_of(struct stores *s, const struct part *first, bool reversed)
{
    LLVMTypeRef t = LLVMTypeOf(first->source),
                e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    struct twin_place place = {first->source, first->element, SIGN_SAME, e};
    LLVMPositionBuilderBefore(s->t.b, first->store);
    LLVMValueRef whole = twins_value(&s->t, &place);
    if (!reversed)
        return whole;
    e = LLVMIntTypeInContext(LLVMGetTypeContext(t), 8 * first->size);
    return prepare_reversed(s->p, s->t.b, twins_bits(&s->t, whole, 0, e, first->store));
}

static bool merge(struct stores *s, const struct part *first, bool reversed)
{
    LLVMValueRef stores[PARTS_MAX] = {NULL}, last = collect(s, first, reversed, stores);
    if (!last || LLVMIsATerminatorInst(first->source))
        return false;
    LLVMValueRef whole = whole_of(s, first, reversed);
    LLVMPositionBuilderBefore(s->t.b, last);
    LLVMValueRef store =
        LLVMBuildStore(s->t.b, whole, target_offset(s->t.b, first->base, start(first, reversed)));
    LLVMSetAlignment(store, 1);
    ezb_set_debug_loc(store, last);
    for (unsigned k = 0; k < first->size; k++)
        if (!k || stores[k] != stores[k - 1])
            LLVMInstructionEraseFromParent(stores[k]);
    return true;
}

static bool merge_one(struct stores *s, LLVMBasicBlockRef block)
{
    struct part first;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        if (read_part(s, i, &first) && (merge(s, &first, false) || merge(s, &first, true)))
            return true;
    return false;
}

unsigned prepare_part_stores(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    struct stores s = {.p = p};
    twins_init(&s.t, p, fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        while (merge_one(&s, b))
            changes++;
    twins_dispose(&s.t);
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
