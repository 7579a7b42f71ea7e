/* Values made of parts of others become copies of those parts.
 *
 * Whole values in the bytes of integers move as what they are (whole_values.c), words of which
 * nobody knows what they are as copies of memory (words.c). What remains are values whose bytes are
 * moved one by one: in another order, by a variable number of places, half of one value beside half
 * of another. Where such a value is stored, or read as a floating-point value or an address, its
 * bytes are copied from those of its sources (images.h), and the kind map follows them, or the
 * shadow does. */
#include "base/limits.h"
#include "base/target.h"
#include "base/vec.h"
#include "prepare/bytes/images.h"
#include "prepare/bytes/twins.h"
#include "rules/rules.h"
#include <string.h>

struct copies {
    struct images m;
    VEC(LLVMValueRef) gone;
    struct map users;  /* value -> one of those that store or read its bytes */
    struct map shared; /* value -> itself: there are several */
};

/* Part of a value that is another: half a float is a bfloat, where it is used as one. */
static bool is_conversion(struct images *m, LLVMValueRef v)
{
    struct byte_origin o = provenance_byte(m->from, v, 0);
    if (provenance_size(m->from, LLVMTypeOf(v)) != 2 || o.kind != BYTE_OF || o.byte % 4 != 2 ||
        LLVMGetTypeKind(LLVMTypeOf(o.source)) != LLVMFloatTypeKind)
        return false;
    const struct prepare_facts *facts = m->p->facts;
    LLVMTypeRef carried = facts->carried(facts->types, v);
    return carried && LLVMGetTypeKind(carried) == LLVMBFloatTypeKind;
}

static bool is_stored(struct copies *s, LLVMValueRef i)
{
    LLVMValueRef v = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : NULL;
    if (!v || LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
        return false;
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    const struct prepare_facts *facts = s->m.p->facts;
    s->m.wanted = provenance_size(s->m.from, LLVMTypeOf(v)) && facts->accesses(facts->types, i);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && !is_conversion(&s->m, v) &&
           (images_broken(&s->m, v) ||
            (images_merged(&s->m, v) && !facts->carried(facts->types, v)));
}

/* All bytes of each element come from values, or all are constant. */
static bool is_filled(struct images *m, LLVMValueRef v, LLVMTypeRef t)
{
    unsigned size = provenance_size(m->from, LLVMTypeOf(v)), constant = 0,
             element =
                 LLVMGetTypeKind(t) == LLVMVectorTypeKind ? size / LLVMGetVectorSize(t) : size;
    for (unsigned k = 0; k < size; k++) {
        struct byte_origin o = provenance_byte(m->from, v, k);
        constant = k % element ? constant : 0;
        if (o.kind == BYTE_OF ? constant || !images_carry(m, o.source) : constant++ != k % element)
            return false;
    }
    return true;
}

/* Part of one value that was computed: the low word of a sum, say, which is arithmetic. */
static bool is_part_of_result(struct images *m, LLVMValueRef v)
{
    struct byte_origin o;
    unsigned n = provenance_size(m->from, LLVMTypeOf(v));
    return provenance_run(m->from, v, 0, n, false, &o) && LLVMIsAInstruction(o.source) &&
           twins_floating(LLVMTypeOf(o.source)) && !LLVMIsALoadInst(o.source) &&
           !LLVMIsAPHINode(o.source) && provenance_size(m->from, LLVMTypeOf(o.source)) > n;
}

static bool is_read(struct copies *s, LLVMValueRef i)
{
    bool number =
        LLVMIsABitCastInst(i) && twins_floating(LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind
                                                    ? LLVMGetElementType(LLVMTypeOf(i))
                                                    : LLVMTypeOf(i));
    s->m.wanted = true;
    return (number || (LLVMIsAIntToPtrInst(i) && !images_is_rest(i))) &&
           images_broken(&s->m, LLVMGetOperand(i, 0)) &&
           is_filled(&s->m, LLVMGetOperand(i, 0), LLVMTypeOf(i)) &&
           !is_part_of_result(&s->m, LLVMGetOperand(i, 0));
}

/* What a store writes, or what a bitcast reads as a floating-point value; NULL. */
static LLVMValueRef signed_operand(LLVMValueRef i)
{
    bool plain = LLVMIsAStoreInst(i) && !LLVMGetVolatile(i) &&
                 LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
    return plain || (LLVMIsABitCastInst(i) && twins_floating(LLVMTypeOf(i))) ? LLVMGetOperand(i, 0)
                                                                             : NULL;
}

LIMIT(MERGE_DEPTH, 4);

/* The same of what is one of several loads. */
static LLVMTypeRef untyped_value(struct copies *s, LLVMValueRef source, unsigned depth)
{
    const struct prepare_facts *facts = s->m.p->facts;
    bool choice = LLVMIsASelectInst(source);
    if (twins_plain_load(source))
        return facts->untyped(facts->types, source);
    if ((!choice && !LLVMIsAPHINode(source)) || !depth)
        return NULL;
    LLVMTypeRef t = NULL;
    for (unsigned k = 0, n = choice ? 2 : LLVMCountIncoming(source); k < n; k++) {
        LLVMTypeRef other = untyped_value(s, LLVMGetOperand(source, choice + k), depth - 1);
        if (!other || (t && t != other))
            return NULL;
        t = other;
    }
    return t;
}

/* The type of a value whose sign was changed: as it is known where it was loaded or is stored, as
 * the store says, or as it is if what is loaded is a value at all, and none but it has a sign
 * there.
 */
static LLVMTypeRef stored_type(struct copies *s, LLVMValueRef source, LLVMValueRef store)
{
    const struct prepare_facts *facts = s->m.p->facts;
    LLVMValueRef v = LLVMGetOperand(store, 0);
    LLVMTypeRef t = LLVMTypeOf(source);
    bool integer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind;
    if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind)
        return t;
    t = twins_plain_load(source) ? facts->carried(facts->types, source) : NULL;
    t = t || !integer ? t : facts->carried(facts->types, v);
    t = t ? t : facts->said(facts->types, store);
    if (!t && !facts->addresses(facts->types, store))
        t = untyped_value(s, source, MERGE_DEPTH);
    return t;
}

static LLVMTypeRef signed_type(struct copies *s, LLVMValueRef source, LLVMValueRef i)
{
    return LLVMIsAStoreInst(i) ? stored_type(s, source, i) : LLVMTypeOf(i);
}

/* The whole of a value, with another sign, is stored, or read as a value out of a word of which
 * nobody knows what it is. */
static bool is_signed_value(struct copies *s, LLVMValueRef i, struct twin_place *place)
{
    struct byte_origin o;
    LLVMValueRef v = signed_operand(i);
    unsigned n = v ? provenance_size(s->m.from, LLVMTypeOf(v)) : 0;
    if (!n || !provenance_run(s->m.from, v, 0, n, false, &o) || o.sign == SIGN_SAME || o.byte ||
        provenance_size(s->m.from, LLVMTypeOf(o.source)) != n ||
        (LLVMIsABitCastInst(i) && !twins_plain_load(o.source)))
        return false;
    LLVMTypeRef t = signed_type(s, o.source, i);
    *place = (struct twin_place){o.source, 0, (enum byte_sign)o.sign, t};
    return t && twins_floating(t) && provenance_size(s->m.from, t) == n;
}

/* Such values are stored, and read, as values; the number of changes. */
static unsigned replace_signed_values(struct copies *s)
{
    unsigned changes = 0;
    struct twins t;
    struct twin_place place;
    twins_init_with(&t, s->m.p, s->m.from);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->m.fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_signed_value(s, i, &place))
                continue;
            LLVMValueRef value = twins_value(&t, &place);
            if (LLVMIsAStoreInst(i)) {
                LLVMSetOperand(i, 0, value);
            } else {
                LLVMReplaceAllUsesWith(i, value);
                VEC_PUSH(s->m.p->arena, &s->gone, i);
            }
            changes++;
        }
    twins_dispose(&t);
    return changes;
}

/* Uses of v may be uses of the source: no phi in between leads out of a loop. */
static bool is_in_loop_of(struct copies *s, LLVMValueRef source, LLVMValueRef v)
{
    EzbLoop loop = LLVMIsAInstruction(source)
                       ? ezb_loop_for(s->m.p->cx, LLVMGetInstructionParent(source))
                       : NULL;
    return !loop || ezb_loop_contains(loop, LLVMGetInstructionParent(v));
}

/* Shifts and reversals of bytes that cancel out leave another integer as it is. */
static LLVMValueRef identical_integer(struct copies *s, LLVMValueRef v)
{
    struct byte_origin o;
    bool moves = LLVMIsABinaryOperator(v) || LLVMIsATruncInst(v) || LLVMIsAIntrinsicInst(v) ||
                 LLVMIsAPHINode(v);
    unsigned n = moves && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind
                     ? provenance_size(s->m.from, LLVMTypeOf(v))
                     : 0;
    return n && LLVMGetFirstUse(v) && provenance_run(s->m.from, v, 0, n, false, &o) &&
                   o.source != v && !o.byte && o.sign == SIGN_SAME &&
                   LLVMTypeOf(o.source) == LLVMTypeOf(v) && is_in_loop_of(s, o.source, v)
               ? o.source
               : NULL;
}

static unsigned replace_identities(struct copies *s)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->m.fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
            LLVMValueRef same = identical_integer(s, v);
            if (!same)
                continue;
            LLVMReplaceAllUsesWith(v, same);
            VEC_PUSH(s->m.p->arena, &s->gone, v);
            changes++;
        }
    return changes;
}

/* A variable with the bytes of v in front of inst. */
static LLVMValueRef variable_of(struct copies *s, LLVMValueRef v, LLVMValueRef inst)
{
    if (map_get(&s->shared, v))
        return images_together(&s->m, v);
    LLVMValueRef variable = images_variable(&s->m, provenance_size(s->m.from, LLVMTypeOf(v)));
    images_build(&s->m, v, variable, inst);
    return variable;
}

/* The value of this type that v makes in front of inst. */
static LLVMValueRef built_value(struct copies *s, LLVMValueRef v, LLVMTypeRef type,
                                LLVMValueRef inst)
{
    s->m.wanted = true;
    LLVMValueRef variable = variable_of(s, v, inst);
    LLVMPositionBuilderBefore(s->m.b, inst);
    LLVMSetCurrentDebugLocation2(s->m.b, LLVMInstructionGetDebugLoc(inst));
    return LLVMBuildLoad2(s->m.b, type, variable, "");
}

/* What the program stores as a value is put together first: others see all of it at once. */
static void store_bytes(struct copies *s, LLVMValueRef store)
{
    LLVMValueRef v = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
    LLVMTypeRef said = s->m.p->facts->said(s->m.p->facts->types, store);
    s->m.wanted = true;
    if (!said && map_get(&s->shared, v))
        images_copy(&s->m, to, images_together(&s->m, v), provenance_size(s->m.from, LLVMTypeOf(v)),
                    store);
    else if (!said)
        images_build(&s->m, v, to, store);
    if (!said)
        return;
    LLVMValueRef value = LLVMBuildStore(s->m.b, built_value(s, v, said, store), to);
    LLVMSetAlignment(value, LLVMGetAlignment(store));
    LLVMSetMetadata(value, s->m.tbaa, LLVMGetMetadata(store, s->m.tbaa));
}

static void read_bytes(struct copies *s, LLVMValueRef inst)
{
    LLVMValueRef value = built_value(s, LLVMGetOperand(inst, 0), LLVMTypeOf(inst), inst);
    LLVMContextRef c = LLVMGetModuleContext(s->m.p->module);
    if (LLVMIsAIntToPtrInst(inst))
        LLVMSetMetadata(value,
                        LLVMGetMDKindIDInContext(c, RULE_MADE_NOTE, sizeof RULE_MADE_NOTE - 1),
                        LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, NULL, 0)));
    LLVMReplaceAllUsesWith(inst, value);
}

/* ---- atomic accesses ------------------------------------------------------------------------- */

/* Calls of these start threads; so do those of functions whose names begin with one of them. */
static const char *const starts_threads[] = {
    "pthread_create", "thrd_create", "enz_rt_thread_native", "__kmpc_fork", "GOMP_parallel",
    "GOMP_task",      "GOMP_teams",  "_ZNSt6thread",         "clone"};

static bool has_threads(LLVMModuleRef module)
{
    if (target_is_device(module))
        return true;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (unsigned k = 0; k < sizeof starts_threads / sizeof *starts_threads; k++)
            if (!strncmp(LLVMGetValueName(f), starts_threads[k], strlen(starts_threads[k])))
                return true;
    return false;
}

/* An integer that may be part of a value is loaded, stored or exchanged, or a value is where
 * something else may be; an address is exchanged. */
static bool is_atomic_move(struct copies *s, LLVMValueRef i)
{
    bool load = LLVMIsALoadInst(i), store = LLVMIsAStoreInst(i),
         exchange = LLVMIsAAtomicRMWInst(i) && LLVMGetAtomicRMWBinOp(i) == LLVMAtomicRMWBinOpXchg;
    if ((!load && !store && !exchange) || LLVMGetVolatile(i) ||
        LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic)
        return false;
    LLVMValueRef value = load ? i : LLVMGetOperand(i, store ? 0 : 1);
    unsigned n = provenance_size(s->m.from, LLVMTypeOf(value));
    const struct prepare_facts *facts = s->m.p->facts;
    if (exchange && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
        return true;
    LLVMValueRef pointer = LLVMGetOperand(i, store ? 1 : 0);
    if (twins_floating(LLVMTypeOf(value)))
        return facts->conflict(facts->types, pointer, n);
    return n && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind &&
           ((!load && images_carry(&s->m, value)) || facts->accesses(facts->types, i));
}

/* What was there is loaded, and the new value stored there. */
static void exchange_values(struct copies *s, LLVMValueRef inst)
{
    LLVMValueRef to = LLVMGetOperand(inst, 0), value = LLVMGetOperand(inst, 1);
    LLVMPositionBuilderBefore(s->m.b, inst);
    LLVMSetCurrentDebugLocation2(s->m.b, LLVMInstructionGetDebugLoc(inst));
    LLVMValueRef old = LLVMBuildLoad2(s->m.b, LLVMTypeOf(value), to, ""),
                 new = LLVMBuildStore(s->m.b, value, to);
    LLVMSetAlignment(old, LLVMGetAlignment(inst));
    LLVMSetAlignment(new, LLVMGetAlignment(inst));
    LLVMReplaceAllUsesWith(inst, old);
}

/* Of integers: what was there is copied away, and the new bytes there. */
static void exchange_bytes(struct copies *s, LLVMValueRef inst)
{
    LLVMValueRef to = LLVMGetOperand(inst, 0), value = LLVMGetOperand(inst, 1);
    LLVMTypeRef t = LLVMTypeOf(value);
    unsigned n = provenance_size(s->m.from, t);
    LLVMValueRef old = images_variable(&s->m, n), new = images_variable(&s->m, n),
                 size = target_bytes(s->m.p->module, n);
    images_build(&s->m, value, new, inst);
    LLVMPositionBuilderBefore(s->m.b, inst);
    LLVMSetCurrentDebugLocation2(s->m.b, LLVMInstructionGetDebugLoc(inst));
    LLVMBuildMemCpy(s->m.b, old, 1, to, 1, size);
    LLVMBuildMemCpy(s->m.b, to, 1, new, 1, size);
    LLVMReplaceAllUsesWith(inst, LLVMBuildLoad2(s->m.b, t, old, ""));
}

/* Where there are no other threads, an atomic access is one like others. */
static unsigned open_atomics(struct copies *s)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->m.fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_atomic_move(s, i))
                continue;
            if (!changes && has_threads(s->m.p->module)) /* looked for where that matters */
                return 0;
            if (LLVMIsAAtomicRMWInst(i)) {
                bool value = twins_floating(LLVMTypeOf(LLVMGetOperand(i, 1)));
                (value ? exchange_values : exchange_bytes)(s, i);
                VEC_PUSH(s->m.p->arena, &s->gone, i);
            } else {
                LLVMSetOrdering(i, LLVMAtomicOrderingNotAtomic);
            }
            changes++;
        }
    return changes;
}

/* ---- what is no longer used ------------------------------------------------------------------ */

struct dead {
    struct images *m;
    VEC(LLVMValueRef) values;
    struct map in;
};

static void collect(struct dead *d, LLVMValueRef v)
{
    bool moves = LLVMIsACastInst(v) || LLVMIsABinaryOperator(v) || LLVMIsAPHINode(v) ||
                 LLVMIsASelectInst(v) || LLVMIsAIntrinsicInst(v) || LLVMIsAFreezeInst(v) ||
                 LLVMIsAExtractElementInst(v) || LLVMIsAInsertElementInst(v) ||
                 LLVMIsAShuffleVectorInst(v) || twins_plain_load(v);
    if (!LLVMIsAInstruction(v) || !moves || map_get(&d->in, v) ||
        !provenance_size(d->m->from, LLVMTypeOf(v)) || !images_carry(d->m, v))
        return;
    map_put(&d->in, v, v);
    VEC_PUSH(d->m->p->arena, &d->values, v);
    for (int k = 0; !LLVMIsALoadInst(v) && k < LLVMGetNumOperands(v); k++)
        collect(d, LLVMGetOperand(v, (unsigned)k));
}

static bool is_used_elsewhere(struct dead *d, LLVMValueRef v)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!map_get(&d->in, LLVMGetUser(u)))
            return true;
    return false;
}

/* Merges in a loop may be used by nothing but each other. */
static void erase_dead(struct dead *d)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned k = 0; k < d->values.count; k++) {
            LLVMValueRef v = d->values.items[k];
            if (!v || !is_used_elsewhere(d, v))
                continue;
            map_put(&d->in, v, NULL);
            d->values.items[k] = NULL;
            changed = true;
        }
    }
    for (unsigned k = 0; k < d->values.count; k++)
        if (d->values.items[k])
            LLVMReplaceAllUsesWith(d->values.items[k],
                                   LLVMGetPoison(LLVMTypeOf(d->values.items[k])));
    for (unsigned k = 0; k < d->values.count; k++)
        if (d->values.items[k])
            LLVMInstructionEraseFromParent(d->values.items[k]);
}

static void erase(struct copies *s)
{
    struct dead d = {.m = &s->m};
    images_erase_replaced(&s->m);
    map_init(&d.in, s->m.p->arena);
    for (unsigned k = 0; k < s->gone.count; k++)
        collect(&d,
                LLVMGetOperand(s->gone.items[k], LLVMIsAAtomicRMWInst(s->gone.items[k]) != NULL));
    for (unsigned k = 0; k < s->gone.count; k++)
        LLVMInstructionEraseFromParent(s->gone.items[k]);
    erase_dead(&d);
}

static void note_gone(struct copies *s, LLVMValueRef inst)
{
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    VEC_PUSH(s->m.p->arena, &s->gone, inst);
    if (map_get(&s->users, v))
        map_put(&s->shared, v, v);
    map_put(&s->users, v, inst);
}

static unsigned copy_bytes(struct copies *s)
{
    map_init(&s->users, s->m.p->arena);
    map_init(&s->shared, s->m.p->arena);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->m.fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_stored(s, i) || is_read(s, i))
                note_gone(s, i);
    for (unsigned k = 0; k < s->gone.count; k++)
        (LLVMIsAStoreInst(s->gone.items[k]) ? store_bytes : read_bytes)(s, s->gone.items[k]);
    s->m.wanted = false;
    return s->gone.count;
}

unsigned prepare_byte_copies(struct prepare *p, LLVMValueRef fn)
{
    struct copies s = {.gone = {0}};
    images_init(&s.m, p, fn);
    unsigned changes = open_atomics(&s);
    if (!changes) /* where bytes come from was asked with the accesses that are gone now */
        changes = replace_signed_values(&s);
    if (!changes)
        changes = replace_identities(&s);
    if (!changes)
        changes = copy_bytes(&s);
    if (changes) {
        erase(&s);
        ezb_invalidate(p->cx, fn);
    }
    images_dispose(&s.m);
    return changes;
}
