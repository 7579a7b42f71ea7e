/* Parts of active floating-point values. Such a value has a derivative, its bytes and words have
 * none: what is found here is checked when the program runs, or refused.
 *
 * Whole values in the bytes of integers have twins (prepare/bytes); what is left is arithmetic on
 * parts and parts on their way through memory. Which values a part was made of is followed back
 * through everything but memory and calls. A walk that has seen too much counts the integer as
 * part of an active value. */
#include "facts/bytes.h"
#include "base/limits.h"
#include "facts/types.h"
#include <string.h>

LIMIT(SEEN_MAX, 256);

/* One walk over the integers that a part was made of. */
struct walk {
    struct activity_context *c;
    const struct activity_facts *a;
    struct byte_roots *roots; /* found */
    bool parts;               /* words of several bytes, too */
    bool registers;           /* what is loaded is not looked at */
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

/* What an access reads or writes is, or may be, part of a value: asked once. */
typedef bool touched(struct types *t, LLVMValueRef access);
static bool touches(struct activity_context *c, struct map *answers, LLVMValueRef access,
                    touched *ask)
{
    enum { NO = 1, YES = 2 };
    unsigned known = map_get_id(answers, access);
    if (known == MAP_NO_ID)
        map_put_id(answers, access, known = ask(c->types, access) ? YES : NO);
    return known == YES;
}

/* Bytes of floating-point values are, or may be, among those that the access reads or writes. */
static bool touches_floating(struct activity_context *c, LLVMValueRef access)
{
    return touches(c, &c->part_bytes, access, types_access_of_number);
}

/* Bytes may be part of anything. */
static bool is_integer(struct activity_context *c, LLVMValueRef v)
{
    bool known;
    return width_of(LLVMTypeOf(v)) > 8 && !types_of_int(c->types, v, &known) && known;
}

/* So are they, or others may read them as such. */
static bool reaches_floating(struct activity_context *c, LLVMValueRef store)
{
    return touches_floating(c, store) ||
           (!is_integer(c, LLVMGetOperand(store, 0)) &&
            touches(c, &c->unknown_bytes, store, types_access_unknown));
}

static bool touches_addresses(struct activity_context *c, LLVMValueRef access)
{
    return touches(c, &c->address_bytes, access, types_access_of_pointer);
}

static bool loads_part(const struct walk *w, LLVMValueRef load, bool byte)
{
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    return (activity_state(w->c, w->a, pointer) & STATE_ACTIVE) &&
           (byte || (w->parts && !types_is_only_integer(w->c->types, load) &&
                     touches_floating(w->c, load)));
}

/* Arithmetic on bits has a tangent only if its result carries a whole value. */
static bool has_tangent(const struct walk *w, LLVMValueRef v)
{
    bool arithmetic = LLVMIsABinaryOperator(v) || LLVMIsATruncInst(v) || LLVMIsAZExtInst(v) ||
                      LLVMIsASExtInst(v) || LLVMIsAIntrinsicInst(v);
    return !arithmetic || activity_adjoint_type(w->c, v);
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

static void add_root(struct byte_roots *roots, LLVMValueRef v)
{
    for (unsigned i = 0; i < roots->count; i++)
        if (roots->items[i] == v)
            return;
    if (roots->count < BYTE_ROOTS_MAX)
        roots->items[roots->count++] = v;
    else
        roots->more = true;
}

/* v has what an atomic update found in active memory, where there may be parts of floating-point
 * values. */
static bool updates_part(const struct walk *w, LLVMValueRef v)
{
    LLVMValueRef update = LLVMIsAExtractValueInst(v) ? LLVMGetOperand(v, 0) : v;
    return (LLVMIsAAtomicRMWInst(update) || LLVMIsAAtomicCmpXchgInst(update)) &&
           (activity_state(w->c, w->a, LLVMGetOperand(update, 0)) & STATE_ACTIVE) &&
           touches_floating(w->c, update);
}

/* Finds the active values, and the loads of parts of such values, that v was made of. `byte`: only
 * single bytes of what is made of v are used. Arithmetic on whole integers is looked at where it is
 * done. */
static void find_roots(struct walk *w, LLVMValueRef v, bool byte)
{
    if (LLVMIsAConstant(v))
        return;
    byte |= width_of(LLVMTypeOf(v)) == 8;
    bool varied = activity_state(w->c, w->a, v) & STATE_VARIED;
    if (varied && has_tangent(w, v)) {
        if (byte || w->parts)
            add_root(w->roots, v);
        return;
    }
    if (LLVMIsALoadInst(v)) {
        if (loads_part(w, v, byte))
            add_root(w->roots, v);
        return;
    }
    w->roots->more |= updates_part(w, v);
    if (!LLVMIsAInstruction(v) || !is_computed(v))
        return;
    enum seen seen = visit(w, v, byte);
    w->roots->more |= seen == SEEN_TOO_MANY;
    w->roots->phi |= joins_paths(v);
    for (unsigned k = first_operand(v), n = end_of_operands(v); seen == SEEN_NEW && k < n; k++)
        if (keeps_bytes(v, LLVMGetOperand(v, k)))
            find_roots(w, LLVMGetOperand(v, k), byte);
}

/* What a byte, or an integer that carries no whole value, was made of when it is stored. */
static bool stored_roots(struct activity_context *c, const struct activity_facts *a,
                         LLVMValueRef store, struct byte_roots *roots)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    unsigned width = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind
                         ? LLVMGetIntTypeWidth(LLVMTypeOf(value))
                         : 0;
    struct walk w = {.c = c, .a = a, .roots = roots, .parts = width > 8};
    uint8_t state = activity_state(c, a, value);
    bool whole = width > 8 &&
                 (((state & STATE_VARIED) && has_tangent(&w, value)) || activity_has_shadow(state));
    *roots = (struct byte_roots){.count = 0};
    if (width >= 8 && !whole)
        find_roots(&w, value, width == 8);
    return roots->count || roots->more;
}

static enum bytes_source source_of(struct activity_context *c, LLVMValueRef root)
{
    if (!LLVMIsALoadInst(root))
        return BYTES_OF_NUMBER;
    LLVMValueRef pointer = LLVMGetOperand(root, 0);
    return touches_floating(c, root) && !types_is_untyped(c->types, pointer, 1) ? BYTES_OF_NUMBER
           : types_byte_of_integer(c->types, pointer)                           ? BYTES_OF_NO_NUMBER
                                                                                : BYTES_UNKNOWN;
}

enum bytes_source bytes_passed(struct activity_context *c, const struct activity_facts *a,
                               LLVMValueRef value)
{
    struct byte_roots roots = {.count = 0};
    struct walk w = {.c = c, .a = a, .roots = &roots};
    if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
        return BYTES_OF_NO_NUMBER;
    find_roots(&w, value, false);
    enum bytes_source source = roots.more ? BYTES_OF_NUMBER : BYTES_OF_NO_NUMBER;
    for (unsigned i = 0; i < roots.count; i++) {
        enum bytes_source one = source_of(c, roots.items[i]);
        source = one > source ? one : source;
    }
    return source;
}

/* The bytes that values have left there are copied behind it: only the run knows the others. */
bool bytes_is_rest(LLVMValueRef store)
{
    LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(store));
    return LLVMGetMetadata(store, LLVMGetMDKindIDInContext(c, RULE_REST_NOTE,
                                                           sizeof RULE_REST_NOTE - 1)) != NULL;
}

bool bytes_stored_roots(struct activity_context *c, const struct activity_facts *a,
                        LLVMValueRef store, struct byte_roots *roots)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    *roots = (struct byte_roots){.count = 0};
    if (bytes_is_rest(store))
        return true;
    if (!stored_roots(c, a, store, roots))
        return false;
    return reaches_floating(c, store) || (LLVMIsALoadInst(value) && touches_floating(c, value));
}

bool bytes_stored_part(struct activity_context *c, const struct activity_facts *a,
                       LLVMValueRef store)
{
    struct byte_roots roots;
    return bytes_stored_roots(c, a, store, &roots);
}

bool bytes_stored(struct activity_context *c, const struct activity_facts *a, LLVMValueRef store)
{
    struct byte_roots roots;
    return stored_roots(c, a, store, &roots);
}

bool bytes_joined(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst)
{
    LLVMValueRef x = LLVMIsABitCastInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    struct byte_roots roots = {.count = 0};
    struct walk w = {.c = c, .a = a, .roots = &roots};
    bool fp = false, ptr = false;
    if (!x || (activity_state(c, a, x) & STATE_VARIED))
        return false;
    bool number = activity_type_has(LLVMTypeOf(inst), &fp, &ptr) && fp;
    bool joins = is_byte_vector(x)
                     ? number || activity_carries_bits(LLVMTypeOf(inst))
                     : number && LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMIntegerTypeKind;
    if (joins)
        find_roots(&w, x, false);
    return roots.count || roots.more;
}

/* ---- integers made of addresses -------------------------------------------------------------- */

/* Addresses, and loads of what may be bytes of addresses, are followed through everything but
 * memory and calls. */
static bool is_address(struct activity_context *c, const struct activity_facts *a, LLVMValueRef v)
{
    return activity_has_shadow(activity_state(c, a, v));
}

static bool loads_address(struct activity_context *c, const struct activity_facts *a,
                          LLVMValueRef load)
{
    bool vector = LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMVectorTypeKind;
    return (activity_state(c, a, LLVMGetOperand(load, 0)) & STATE_ACTIVE) &&
           (touches_addresses(c, load) || (c->words && vector && !touches_floating(c, load)));
}

/* The difference of two addresses is none. */
static bool is_distance(struct activity_context *c, const struct activity_facts *a, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMSub &&
           is_address(c, a, LLVMGetOperand(v, 0)) && is_address(c, a, LLVMGetOperand(v, 1));
}

static bool is_followed(struct activity_context *c, const struct activity_facts *a, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && width_of(LLVMTypeOf(v)) && !is_distance(c, a, v) &&
           (LLVMIsALoadInst(v) || is_computed(v));
}

/* A walk that has seen too much counts as one that has found an address. */
static bool made_of_address(struct walk *w, LLVMValueRef v)
{
    if (is_address(w->c, w->a, v))
        return true;
    if (!is_followed(w->c, w->a, v))
        return false;
    if (LLVMIsALoadInst(v))
        return !w->registers && loads_address(w->c, w->a, v);
    enum seen seen = visit(w, v, false);
    bool made = seen == SEEN_TOO_MANY;
    for (unsigned k = first_operand(v), n = end_of_operands(v); seen == SEEN_NEW && k < n; k++)
        made = made || made_of_address(w, LLVMGetOperand(v, k));
    return made;
}

bool bytes_of_address(struct activity_context *c, const struct activity_facts *a, LLVMValueRef v)
{
    struct walk w = {.c = c, .a = a};
    if (activity_state(c, a, v) & STATE_VARIED || is_address(c, a, v))
        return false;
    return made_of_address(&w, LLVMIsAIntToPtrInst(v) ? LLVMGetOperand(v, 0) : v);
}

bool bytes_address_as_number(struct activity_context *c, const struct activity_facts *a,
                             LLVMValueRef inst)
{
    LLVMValueRef x = LLVMIsABitCastInst(inst) ? LLVMGetOperand(inst, 0) : NULL;
    struct walk w = {.c = c, .a = a, .registers = true};
    bool fp = false, ptr = false;
    return x && activity_type_has(LLVMTypeOf(inst), &fp, &ptr) && fp && width_of(LLVMTypeOf(x)) &&
           !(activity_state(c, a, x) & STATE_VARIED) && made_of_address(&w, x);
}

bool bytes_stored_as_pointer(struct activity_context *c, LLVMValueRef store)
{
    LLVMValueRef v = LLVMGetOperand(store, 0);
    bool fp = false, ptr = false;
    activity_type_has(LLVMTypeOf(v), &fp, &ptr);
    return ptr && !LLVMIsAConstant(v) && !LLVMIsAGetElementPtrInst(v) && !LLVMIsAAllocaInst(v) &&
           types_is_tracked(c->types, LLVMGetOperand(store, 1));
}

static bool is_integer_beside_addresses(struct activity_context *c, LLVMValueRef store)
{
    return width_of(LLVMTypeOf(LLVMGetOperand(store, 0))) >= 8 && touches_addresses(c, store);
}

bool bytes_stored_address(struct activity_context *c, const struct activity_facts *a,
                          LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    return !LLVMIsAConstant(value) && width_of(LLVMTypeOf(value)) >= 8 &&
           bytes_of_address(c, a, value) && touches_addresses(c, store);
}

struct address_walk {
    struct activity_context *c;
    const struct activity_facts *a;
    struct arena *arena;
    struct map seen;
    struct address_roots *roots; /* found */
};

/* An integer that is loaded where pointers may be is one for sure only to the run. */
static void find_addresses(struct address_walk *w, LLVMValueRef v)
{
    bool loaded = LLVMIsALoadInst(v) && width_of(LLVMTypeOf(v));
    w->roots->certain |= !loaded && is_address(w->c, w->a, v);
    if (w->roots->certain || !is_followed(w->c, w->a, v) || map_get(&w->seen, v))
        return;
    map_put(&w->seen, v, v);
    if (loaded) {
        if (loads_address(w->c, w->a, v))
            VEC_PUSH(w->arena, &w->roots->loads, v);
        return;
    }
    w->roots->phi |= joins_paths(v);
    for (unsigned k = first_operand(v), n = end_of_operands(v); k < n; k++)
        find_addresses(w, LLVMGetOperand(v, k));
}

bool bytes_address_roots(struct activity_context *c, const struct activity_facts *a,
                         LLVMValueRef store, struct arena *arena, struct address_roots *roots)
{
    struct address_walk w = {.c = c, .a = a, .arena = arena, .roots = roots};
    *roots = (struct address_roots){.certain = false};
    if (!bytes_stored_address(c, a, store))
        return false;
    map_init(&w.seen, arena);
    find_addresses(&w, LLVMGetOperand(store, 0));
    return true;
}

bool bytes_replace_address(struct activity_context *c, LLVMValueRef store)
{
    return c->addresses_lost && is_integer_beside_addresses(c, store) &&
           !touches_floating(c, store);
}

bool bytes_moved(struct activity_context *c, const struct activity_facts *a, LLVMValueRef store)
{
    LLVMValueRef load = LLVMGetOperand(store, 0);
    uint8_t state = activity_state(c, a, load);
    return LLVMIsALoadInst(load) && width_of(LLVMTypeOf(load)) >= 8 && !(state & STATE_VARIED) &&
           !activity_has_shadow(state) &&
           activity_has_shadow(activity_state(c, a, LLVMGetOperand(load, 0))) &&
           (touches_addresses(c, load) || touches_addresses(c, store));
}

/* ---- integers made of parts, on their way through memory ------------------------------------- */

/* Notes the memory that an integer was computed from, with what becomes of it; `to` may be NULL. */
static void note_loads(struct walk *w, LLVMValueRef v, LLVMValueRef inst, LLVMValueRef to)
{
    struct activity_context *c = w->c;
    if (!width_of(LLVMTypeOf(v)) || LLVMIsAConstant(v) ||
        (activity_state(c, w->a, v) & STATE_VARIED))
        return;
    if (LLVMIsALoadInst(v)) {
        VEC_PUSH(c->arena, &c->parts_moved,
                 ((struct moved_parts){.inst = inst, .from = LLVMGetOperand(v, 0), .to = to}));
        return;
    }
    if (!LLVMIsAInstruction(v) || !is_computed(v))
        return;
    enum seen seen = visit(w, v, false);
    if (seen == SEEN_TOO_MANY)
        VEC_PUSH(c->arena, &c->parts_moved, ((struct moved_parts){.inst = inst, .to = to}));
    for (unsigned k = first_operand(v), n = end_of_operands(v); seen == SEEN_NEW && k < n; k++)
        note_loads(w, LLVMGetOperand(v, k), inst, to);
}

static void note_store(struct activity_context *c, const struct activity_facts *a,
                       LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
    struct byte_roots roots;
    struct walk w = {.c = c, .a = a};
    if (!width_of(LLVMTypeOf(value)))
        return;
    bool floating = touches_floating(c, store),
         unknown = !floating && activity_has_shadow(activity_state(c, a, to)) &&
                   reaches_floating(c, store);
    if ((floating && !is_integer(c, value)) || unknown)
        /* what is known to be part of a value is checked here */
        note_loads(&w, value, store, NULL);
    if (floating)
        return;
    w.count = 0;
    bool lost = (activity_state(c, a, value) & STATE_VARIED) && !activity_stores_floating(c, value);
    if (lost || (!LLVMIsALoadInst(value) && stored_roots(c, a, store, &roots)))
        VEC_PUSH(c->arena, &c->parts_moved, ((struct moved_parts){.inst = store, .to = to}));
    else
        note_loads(&w, value, store, to);
}

/* An integer made of parts that is a number where it goes, though not in this function. */
static bool leaves_as_number(struct activity_context *c, const struct activity_facts *a,
                             LLVMValueRef v)
{
    struct byte_roots roots = {.count = 0};
    struct walk w = {.c = c, .a = a, .roots = &roots, .parts = true};
    bool known, fp = false, ptr = false;
    if (width_of(LLVMTypeOf(v)) <= 8 || LLVMIsALoadInst(v) || LLVMIsAConstant(v) ||
        (activity_state(c, a, v) & STATE_VARIED))
        return false;
    LLVMTypeRef carried = types_of_int(c->types, v, &known);
    if (!carried || !activity_type_has(carried, &fp, &ptr) || !fp)
        return false;
    find_roots(&w, v, false);
    return roots.count || roots.more;
}

/* Its operands go to other functions of the program, or into a struct that does. */
static bool leaves(const struct func *f, LLVMValueRef inst)
{
    enum call_class cls = f->calls[func_id(f, inst)].cls;
    return cls == CALL_DEFINED || cls == CALL_INDIRECT || LLVMIsAReturnInst(inst) ||
           LLVMIsAInsertValueInst(inst);
}

static void note_leaving(struct activity_context *c, const struct activity_facts *a,
                         LLVMValueRef inst)
{
    for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++)
        if (leaves_as_number(c, a, LLVMGetOperand(inst, (unsigned)k)))
            VEC_PUSH(c->arena, &c->parts_moved,
                     ((struct moved_parts){.inst = inst, .certain = true}));
}

void bytes_note(struct activity_context *c, const struct activity_facts *a, LLVMValueRef inst)
{
    struct walk w = {.c = c, .a = a};
    bool fp = false, ptr = false;
    if (LLVMIsAStoreInst(inst)) {
        c->addresses_lost |= bytes_stored_address(c, a, inst);
        note_store(c, a, inst);
    } else if (LLVMIsAMemCpyInst(inst) || LLVMIsAMemMoveInst(inst)) {
        VEC_PUSH(c->arena, &c->parts_moved,
                 ((struct moved_parts){.inst = inst,
                                       .from = LLVMGetOperand(inst, 1),
                                       .to = LLVMGetOperand(inst, 0)}));
    } else if (LLVMIsABitCastInst(inst) && !LLVMIsALoadInst(LLVMGetOperand(inst, 0)) &&
               activity_type_has(LLVMTypeOf(inst), &fp, &ptr) && fp &&
               !bytes_joined(c, a, inst)) { /* else the run checks it */
        note_loads(&w, LLVMGetOperand(inst, 0), inst, NULL);
    } else if (leaves(a->f, inst)) {
        note_leaving(c, a, inst);
    }
}

/* Where integers made of parts of active floating-point values lie. */
struct parts {
    struct activity_context *c;
    struct map objects; /* number of an object, as a pointer -> itself */
    unsigned count;
};

static void *object_of(struct parts *p, LLVMValueRef pointer, unsigned i)
{
    return (void *)((uintptr_t)types_object(p->c->types, pointer, i) + 1);
}

static bool holds_parts(struct parts *p, LLVMValueRef pointer)
{
    for (unsigned i = 0; i < types_object_count(p->c->types, pointer); i++)
        if (map_get(&p->objects, object_of(p, pointer, i)))
            return true;
    return false;
}

static void put_parts(struct parts *p, LLVMValueRef pointer)
{
    for (unsigned i = 0; i < types_object_count(p->c->types, pointer); i++) {
        void *object = object_of(p, pointer, i);
        p->count += !map_get(&p->objects, object);
        map_put(&p->objects, object, object);
    }
}

/* Its source is one, or is not known. */
static bool moves_parts(struct parts *p, const struct moved_parts *m)
{
    return m->certain || (m->from ? holds_parts(p, m->from) : m->to || p->count > 0);
}

static bool spread_parts(struct parts *p)
{
    unsigned before = p->count;
    for (unsigned k = 0; k < p->c->parts_moved.count; k++) {
        const struct moved_parts *m = &p->c->parts_moved.items[k];
        if (m->to && moves_parts(p, m))
            put_parts(p, m->to);
    }
    return p->count != before;
}

bool bytes_check_memory(struct activity_context *c)
{
    struct parts p = {.c = c};
    bool ok = true;
    map_init(&p.objects, c->arena);
    while (spread_parts(&p))
        ;
    for (unsigned k = 0; k < c->parts_moved.count; k++) {
        const struct moved_parts *m = &c->parts_moved.items[k];
        if (!m->to && moves_parts(&p, m))
            ok = diag(c->diags, DIAG_UNSUPPORTED, m->inst,
                      "arithmetic on the bits of an active floating-point value");
    }
    return ok;
}
