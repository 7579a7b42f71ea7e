/* Integers that carry whole floating-point values or addresses get twins (twins.h).
 *
 * Where bytes are read as a floating-point value or as an address, the twin is used instead; where
 * they are stored, each of the values that they are is stored. Then such values move as what they
 * are, however the compiler packed them: side by side in one integer, in the lanes of a vector, as
 * bytes, in a pointer. What remains in integers is arithmetic, and values of which only their
 * memory tells what they are. */
#include "base/target.h"
#include "base/vec.h"
#include "ir/value_access.h"
#include "prepare/bytes/twins.h"

struct values {
    struct twins t;
    VEC(LLVMValueRef) replaced;
    unsigned changes;
};

static bool is_vector(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind;
}

static LLVMTypeRef element_of(LLVMTypeRef t)
{
    return is_vector(t) ? LLVMGetElementType(t) : t;
}

static bool is_integer(LLVMTypeRef t)
{
    return LLVMGetTypeKind(element_of(t)) == LLVMIntegerTypeKind;
}

/* ---- bytes that are read --------------------------------------------------------------------- */

static void replace(struct values *s, LLVMValueRef inst, LLVMValueRef by)
{
    LLVMReplaceAllUsesWith(inst, by);
    VEC_PUSH(s->t.p->arena, &s->replaced, inst);
    s->changes++;
}

static void read_scalar(struct values *s, LLVMValueRef inst)
{
    struct twin_place place;
    if (!twins_place(&s->t, LLVMGetOperand(inst, 0), 0, LLVMTypeOf(inst), &place) ||
        !twins_found(&s->t, &place))
        return;
    LLVMPositionBuilderBefore(s->t.b, inst);
    replace(s, inst, twins_value(&s->t, &place));
}

/* A vector with a twin of each element that has one. */
static void read_vector(struct values *s, LLVMValueRef inst)
{
    LLVMTypeRef t = LLVMTypeOf(inst), e = LLVMGetElementType(t),
                i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
    LLVMValueRef from = LLVMGetOperand(inst, 0), vector = NULL, lanes[PROVENANCE_BYTES] = {NULL};
    unsigned n = LLVMGetVectorSize(t), size = provenance_size(s->t.from, e), found = 0;
    LLVMPositionBuilderBefore(s->t.b, inst);
    for (unsigned k = 0; k < n && size && n <= PROVENANCE_BYTES; k++) {
        struct twin_place place;
        if (!twins_place(&s->t, from, k * size, e, &place) || !twins_found(&s->t, &place))
            continue;
        lanes[k] = twins_value(&s->t, &place);
        found++;
    }
    if (!found)
        return;
    LLVMPositionBuilderBefore(s->t.b, inst);
    LLVMSetCurrentDebugLocation2(s->t.b, LLVMInstructionGetDebugLoc(inst));
    vector = found == n ? LLVMGetPoison(t) : LLVMBuildBitCast(s->t.b, from, t, "");
    for (unsigned k = 0; k < n; k++)
        if (lanes[k])
            vector = LLVMBuildInsertElement(s->t.b, vector, lanes[k], LLVMConstInt(i32, k, 0), "");
    replace(s, inst, vector);
}

/* Bytes become a floating-point value or an address here. */
static bool reads(LLVMValueRef inst)
{
    return LLVMIsAIntToPtrInst(inst) ||
           (LLVMIsABitCastInst(inst) && twins_floating(element_of(LLVMTypeOf(inst))));
}

static void read(struct values *s, LLVMValueRef inst)
{
    if (!reads(inst) || !LLVMGetFirstUse(inst))
        return;
    (is_vector(LLVMTypeOf(inst)) ? read_vector : read_scalar)(s, inst);
}

/* ---- bytes that are stored ------------------------------------------------------------------- */

struct piece {
    unsigned at; /* in the stored value */
    LLVMTypeRef type;
    bool known;
    struct twin_place place;
};

/* How many bytes from `at` on are bytes in a row of one source, or constants. */
static unsigned run_at(struct values *s, LLVMValueRef v, unsigned at, unsigned size)
{
    struct byte_origin o = provenance_byte(s->t.from, v, at), next;
    unsigned n = 1;
    for (; at + n < size; n++, o = next) {
        next = provenance_byte(s->t.from, v, at + n);
        bool follows = o.kind == BYTE_OF && next.source == o.source && next.byte == o.byte + 1 &&
                       o.sign == SIGN_SAME;
        if (o.kind != next.kind || (o.kind == BYTE_OF && !follows))
            break;
    }
    return n;
}

/* The largest scalar at the beginning of a run of n bytes: an element of the source if it has one
 * there, else an integer. */
static LLVMTypeRef piece_type(struct values *s, LLVMValueRef v, unsigned at, unsigned n)
{
    struct byte_origin o = provenance_byte(s->t.from, v, at);
    LLVMTypeRef e = o.kind == BYTE_OF ? element_of(LLVMTypeOf(o.source)) : NULL;
    unsigned size = e ? provenance_size(s->t.from, e) : 0, bytes = 8;
    if (e && LLVMGetTypeKind(e) != LLVMIntegerTypeKind && size <= n && o.byte % size == 0)
        return e;
    while (bytes > n)
        bytes /= 2;
    return LLVMIntTypeInContext(LLVMGetModuleContext(s->t.p->module), 8 * bytes);
}

static unsigned take_pieces(struct values *s, LLVMValueRef v, struct piece *pieces)
{
    unsigned size = provenance_size(s->t.from, LLVMTypeOf(v)), count = 0;
    for (unsigned at = 0; at < size;) {
        struct piece *x = &pieces[count++];
        x->at = at;
        x->type = piece_type(s, v, at, run_at(s, v, at, size));
        x->known = twins_place(&s->t, v, at, x->type, &x->place);
        at += provenance_size(s->t.from, x->type);
    }
    return count;
}

/* A piece is a value that others than this integer have, all of it or an element. */
static bool is_carried(struct values *s, LLVMValueRef v, const struct piece *x)
{
    if (!x->known || x->place.source == v || LLVMIsATerminatorInst(x->place.source))
        return false;
    LLVMTypeRef e = element_of(LLVMTypeOf(x->place.source));
    unsigned size = provenance_size(s->t.from, e);
    return size == provenance_size(s->t.from, x->type) && x->place.at % size == 0;
}

/* All bytes of a piece are constant; undefined ones count as zero. */
static LLVMValueRef constant_piece(struct values *s, LLVMValueRef v, const struct piece *x)
{
    uint64_t bits = 0;
    if (LLVMGetTypeKind(x->type) != LLVMIntegerTypeKind)
        return NULL;
    for (unsigned k = 0; k < provenance_size(s->t.from, x->type); k++) {
        struct byte_origin o = provenance_byte(s->t.from, v, x->at + k);
        if (o.kind == BYTE_OF)
            return NULL;
        bits |= (uint64_t)o.byte << (8 * k);
    }
    return LLVMConstInt(x->type, bits, 0);
}

static void store_piece(struct values *s, LLVMValueRef store, const struct piece *x)
{
    LLVMValueRef v = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
    LLVMPositionBuilderBefore(s->t.b, store);
    LLVMValueRef part = constant_piece(s, v, x);
    if (!part)
        part = is_carried(s, v, x) ? twins_value(&s->t, &x->place)
                                   : twins_bits(&s->t, v, x->at, x->type, store);
    LLVMPositionBuilderBefore(s->t.b, store);
    LLVMSetCurrentDebugLocation2(s->t.b, LLVMInstructionGetDebugLoc(store));
    if (x->at)
        to = target_inbounds_offset(s->t.b, to, x->at);
    LLVMValueRef stored = LLVMBuildStore(s->t.b, part, to);
    unsigned align = LLVMGetAlignment(store) | x->at;
    LLVMSetAlignment(stored, align & -align);
    value_access_note_part(store, stored, x->at);
}

/* A floating-point value, or a vector of such, is stored as an integer. */
static bool store_whole(struct values *s, LLVMValueRef store)
{
    struct byte_origin o;
    LLVMValueRef v = LLVMGetOperand(store, 0);
    unsigned size = provenance_size(s->t.from, LLVMTypeOf(v));
    if (!provenance_run(s->t.from, v, 0, size, false, &o) || o.sign != SIGN_SAME ||
        !twins_floating(element_of(LLVMTypeOf(o.source))) ||
        provenance_size(s->t.from, LLVMTypeOf(o.source)) != size)
        return false;
    LLVMSetOperand(store, 0, o.source);
    s->changes++;
    return true;
}

static void store_pieces(struct values *s, LLVMValueRef store)
{
    struct piece pieces[PROVENANCE_BYTES];
    LLVMValueRef v = LLVMGetOperand(store, 0);
    if (store_whole(s, store))
        return;
    unsigned n = take_pieces(s, v, pieces), carried = 0, floating = 0;
    for (unsigned k = 0; k < n; k++) {
        bool is = is_carried(s, v, &pieces[k]);
        carried += is && provenance_size(s->t.from, pieces[k].type) > 1; /* no byte is a value */
        floating += is && twins_floating(pieces[k].type);
    }
    if (!floating && (carried < 2 || value_access_is(store)))
        return;
    for (unsigned k = 0; k < n; k++)
        store_piece(s, store, &pieces[k]);
    VEC_PUSH(s->t.p->arena, &s->replaced, store);
    s->changes++;
}

/* Some of the bytes of an address come from a floating-point value, or from memory that is read as
 * an integer. */
static bool carries_value(struct values *s, LLVMValueRef v, struct map *seen)
{
    struct twin_place place;
    if (!twins_place(&s->t, v, 0, LLVMTypeOf(v), &place) || map_get(seen, place.source))
        return false;
    LLVMValueRef source = place.source;
    LLVMTypeRef e = element_of(LLVMTypeOf(source));
    map_put(seen, source, source);
    if (twins_floating(e) || (twins_plain_load(source) && is_integer(e)))
        return true;
    bool phi = LLVMIsAPHINode(source);
    for (unsigned k = phi ? 0 : 1;
         (phi && k < LLVMCountIncoming(source)) || (LLVMIsASelectInst(source) && k < 3); k++)
        if (carries_value(s, LLVMGetOperand(source, k), seen))
            return true;
    return false;
}

/* An address among which there are floating-point values is stored as bits. */
static void store_address(struct values *s, LLVMValueRef store)
{
    struct map seen;
    struct twin_place place;
    LLVMValueRef v = LLVMGetOperand(store, 0);
    LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetModuleContext(s->t.p->module),
                                            8 * provenance_size(s->t.from, LLVMTypeOf(v)));
    map_init(&seen, s->t.p->arena);
    if (LLVMIsAConstant(v) || !carries_value(s, v, &seen) ||
        !twins_place(&s->t, v, 0, word, &place))
        return;
    LLVMPositionBuilderBefore(s->t.b, store);
    LLVMSetOperand(store, 0, twins_value(&s->t, &place));
    s->changes++;
}

static void stored(struct values *s, LLVMValueRef store)
{
    LLVMValueRef v = LLVMGetOperand(store, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic ||
        LLVMIsAConstant(v) || !provenance_size(s->t.from, t))
        return;
    if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
        store_address(s, store);
    else if (is_integer(t))
        store_pieces(s, store);
}

/* ---- the function ---------------------------------------------------------------------------- */

static void erase_replaced(struct values *s)
{
    for (unsigned k = 0; k < s->replaced.count; k++)
        if (!LLVMGetFirstUse(s->replaced.items[k]))
            LLVMInstructionEraseFromParent(s->replaced.items[k]);
}

unsigned prepare_whole_values(struct prepare *p, LLVMValueRef fn)
{
    struct values s = {.changes = 0};
    twins_init(&s.t, p, fn);
    s.changes = split_loads(&s.t, fn);
    if (s.changes) {
        twins_dispose(&s.t);
        twins_init(&s.t, p, fn);
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            read(&s, i);
            if (LLVMIsAStoreInst(i))
                stored(&s, i);
        }
    erase_replaced(&s);
    twins_dispose(&s.t);
    if (s.changes)
        ezb_invalidate(p->cx, fn);
    return s.changes;
}
