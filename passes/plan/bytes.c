/* See bytes.h. */
#include "plan/bytes.h"
#include "base/limits.h"
#include "base/target.h"
#include "facts/atomic.h"
#include "facts/bytes.h"
#include "facts/heap_globals.h"
#include "facts/lanes.h"
#include "facts/objects.h"
#include "facts/types.h"
#include "facts/words.h"
#include "ir/code.h"
#include "plan/parts.h"
#include "plan/readers.h"
#include <string.h>

struct site {
    struct activity_context *c;
    const struct activity_facts *a;
    const struct plan_bytes_wish *wish;
    unsigned v;
    LLVMValueRef inst;
};

static uint8_t state_of(const struct site *s, LLVMValueRef v)
{
    return activity_state(s->c, s->a, v);
}

static bool has_shadow(const struct site *s, LLVMValueRef v)
{
    return activity_has_shadow(state_of(s, v));
}

static uint64_t size_of(const struct site *s, LLVMTypeRef t)
{
    return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(s->c->module), t);
}

/* The type of what v carries, if it is an integer. */
static LLVMTypeRef carried_type(const struct site *s, LLVMValueRef v)
{
    bool known;
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMTypeRef carried = LLVMGetTypeKind(t) == LLVMIntegerTypeKind && !LLVMIsAConstant(v)
                              ? types_of_int(s->c->types, v, &known)
                              : NULL;
    return carried ? carried : t;
}

/* ---- memory that the kind map follows ---- */

static LLVMValueRef called_memory(const struct site *s)
{
    const struct call_info *call = &s->a->f->calls[s->v];
    switch (call->cls) {
    case CALL_ALLOC:
    case CALL_TAPE_ALLOC: return s->inst;
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
    case CALL_MEMSET:
    case CALL_CAS: return LLVMGetOperand(s->inst, 0);
    case CALL_INPUT:
        return call->input[0] < 0 ? NULL : LLVMGetOperand(s->inst, (unsigned)call->input[0]);
    default: break;
    }
    if (call->callee && !strcmp(LLVMGetValueName(call->callee), RULE_BYTE_SOURCES))
        return LLVMGetOperand(s->inst, 3);
    return NULL;
}

/* What is accessed, filled or allocated, or NULL. */
static LLVMValueRef memory_of(const struct site *s)
{
    switch (LLVMGetInstructionOpcode(s->inst)) {
    case LLVMAlloca: return s->inst;
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return LLVMGetOperand(s->inst, 0);
    case LLVMStore: return LLVMGetOperand(s->inst, 1);
    case LLVMCall:
    case LLVMInvoke: return called_memory(s);
    default: return NULL;
    }
}

static bool is_copy(const struct site *s)
{
    enum call_class cls = s->a->f->calls[s->v].cls;
    return cls == CALL_MEMCPY || cls == CALL_MEMMOVE;
}

static bool is_tracked(const struct site *s, LLVMValueRef pointer)
{
    return pointer && code_is_pointer(pointer) && types_is_tracked(s->c->types, pointer);
}

static bool is_reused(const struct site *s, LLVMValueRef pointer)
{
    return pointer && code_is_pointer(pointer) &&
           types_is_reused(s->c->types, pointer, s->c->words);
}

/* One of the strings that the call changes is in such memory. */
static bool changes_tracked_text(const struct site *s)
{
    const struct call_info *call = &s->a->f->calls[s->v];
    bool tracked = false;
    for (unsigned k = 0, n = call->text ? LLVMGetNumArgOperands(s->inst) : 0; k < n; k++)
        tracked |= rule_changes_text(s->inst, call, k) &&
                   is_tracked(s, LLVMGetOperand(s->inst, k)) &&
                   has_shadow(s, LLVMGetOperand(s->inst, k));
    return tracked;
}

static void find_tracked(const struct site *s, struct plan_bytes *b)
{
    LLVMValueRef memory = memory_of(s), source = is_copy(s) ? LLVMGetOperand(s->inst, 1) : NULL;
    bool at = is_tracked(s, memory), from = is_tracked(s, source);
    b->tracked = !s->wish->forward && at;
    b->tracked_source = !s->wish->forward && from;
    b->followed = s->wish->follows && at && has_shadow(s, memory);
    b->followed_source = s->wish->follows && from && has_shadow(s, source);
    b->reused = !s->wish->forward && is_reused(s, source ? source : memory);
    if (changes_tracked_text(s)) {
        b->tracked = !s->wish->forward;
        b->followed = s->wish->follows;
    }
}

/* ---- loads ---- */

/* An integer whose contents nobody knows, and of which bits may matter to a derivative. */
static bool carries_unknown(const struct site *s)
{
    bool known;
    return activity_carries_bits(LLVMTypeOf(s->inst)) && activity_active(s->a, s->v) &&
           !has_shadow(s, s->inst) && !types_of_int(s->c->types, s->inst, &known) && !known;
}

LIMIT(USE_DEPTH, 6);

/* The shadow of a pointer is read or written where this one points to, by this instruction. */
static bool moves_shadow(const struct site *s, LLVMValueRef user, LLVMValueRef pointer)
{
    LLVMValueRef value = LLVMIsALoadInst(user)    ? user
                         : LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0)
                                                  : NULL;
    return value && value != pointer && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind &&
           (LLVMIsAStoreInst(user) || has_shadow(s, value));
}

/* The pointer is passed, with its shadow, to code that may read or write numbers there, or to a
 * function of the library that changes the text there and sets the shadow of a pointer. */
static bool passes_on(const struct site *s, LLVMValueRef user, LLVMValueRef pointer)
{
    const struct func *f = s->a->f;
    unsigned v = func_id(f, user);
    const struct call_info *call = v != NO_ID && LLVMIsACallInst(user) ? &f->calls[v] : NULL;
    for (unsigned k = 0, n = call ? LLVMGetNumArgOperands(user) : 0; k < n; k++)
        if (LLVMGetOperand(user, k) == pointer &&
            (call->text ? rule_changes_text(user, call, k)
                        : bits_get(&s->a->active_calls, v) &&
                              types_leads_to_numbers(s->c->types, pointer)))
            return true;
    return false;
}

/* Numbers, or shadows of pointers, may be read or written where the pointer points to. */
static bool leads_to_shadows(const struct site *s, LLVMValueRef pointer, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), accessed = LLVMIsALoadInst(user) ? user
                                                       : LLVMIsAStoreInst(user)
                                                           ? LLVMGetOperand(user, 0)
                                                           : NULL;
        bool fp = false, ptr = false;
        if (accessed && accessed != pointer &&
            (activity_type_has(LLVMTypeOf(accessed), &fp, &ptr)
                 ? fp
                 : activity_carries_bits(LLVMTypeOf(accessed))))
            return true;
        if (moves_shadow(s, user, pointer) || passes_on(s, user, pointer))
            return true;
        if ((LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) &&
            (!depth || leads_to_shadows(s, user, depth - 1)))
            return true;
    }
    return false;
}

/* The pointer is put into memory that has a shadow, from where it may be loaded. */
static bool is_put_away(const struct site *s, LLVMValueRef pointer, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer &&
            has_shadow(s, LLVMGetOperand(user, 1)))
            return true;
        if ((LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) &&
            (!depth || is_put_away(s, user, depth - 1)))
            return true;
    }
    return false;
}

/* Bytes are copied from or to where the pointer points to. */
static bool is_copied(LLVMValueRef pointer)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u))
        if (LLVMIsAMemCpyInst(LLVMGetUser(u)) || LLVMIsAMemMoveInst(LLVMGetUser(u)))
            return true;
    return false;
}

/* The pointer that is loaded may lie in a global, a container's say. */
static bool may_be_in_global(const struct site *s)
{
    return types_may_be_in_global(s->c->types, LLVMGetOperand(s->inst, 0));
}

/* A derivative that begins finds the shadows of what the global leads to, for its own thread. */
static bool is_found(const struct site *s, LLVMValueRef global)
{
    return heap_leaves_only(s->c->heap, global) && !(s->wish->shared && LLVMIsThreadLocal(global));
}

/* It lies in this global, and blocks that only the global leads to have shadows otherwise. */
static bool is_in_global(const struct site *s, LLVMValueRef global)
{
    return LLVMIsAGlobalVariable(global) && !LLVMIsGlobalConstant(global) &&
           (leads_to_shadows(s, s->inst, USE_DEPTH) ||
            ((is_copied(s->inst) || is_put_away(s, s->inst, USE_DEPTH)) &&
             types_leads_to_numbers(s->c->types, s->inst))) &&
           !is_found(s, global);
}

/* In front of pointers that are loaded where the shadow has nothing: was it copied from constant
 * memory, or written by code that has no derivative, or put into a global before the derivative
 * call? */
static void find_pointer_checks(const struct site *s, struct plan_bytes *b)
{
    LLVMValueRef pointer = LLVMGetOperand(s->inst, 0);
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(s->inst));
    b->perhaps_constant = (state_of(s, s->inst) & STATE_CONST) && kind != LLVMStructTypeKind &&
                          kind != LLVMArrayTypeKind && is_tracked(s, pointer);
    if (kind != LLVMPointerTypeKind)
        return;
    LLVMValueRef object = code_variable(ezb_underlying_object(pointer, ADDRESS_STEPS));
    bool elsewhere = !LLVMIsAAllocaInst(object) && !LLVMIsAGlobalVariable(object),
         perhaps = (b->perhaps_constant || elsewhere) && may_be_in_global(s),
         numbers = perhaps && types_leads_to_numbers(s->c->types, s->inst);
    b->checks_constant = b->perhaps_constant && numbers;
    b->checks_memory = elsewhere && perhaps && (numbers || leads_to_shadows(s, s->inst, USE_DEPTH));
    b->checks_global = is_in_global(s, object);
}

static void find_load(const struct site *s, struct plan_bytes *b)
{
    if (b->tracked)
        b->unknown = has_shadow(s, LLVMGetOperand(s->inst, 0)) && carries_unknown(s);
    if (!has_shadow(s, s->inst))
        return;
    b->type = b->tracked ? carried_type(s, s->inst) : NULL;
    find_pointer_checks(s, b);
}

/* ---- stores ---- */

static bool is_integers(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
}

static bool stores_pointer(const struct site *s, LLVMValueRef value)
{
    LLVMTypeRef t = LLVMTypeOf(value);
    bool fp = false, ptr = false, known;
    activity_type_has(t, &fp, &ptr);
    if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) >= 64) {
        LLVMTypeRef carried = types_of_int(s->c->types, value, &known);
        if (!carried) /* an address with flags in some bits, perhaps */
            return has_shadow(s, value);
        return LLVMGetTypeKind(carried) == LLVMPointerTypeKind;
    }
    return ptr;
}

/* What is made of parts of numbers, or perhaps of addresses, is checked to have no shadow, here and
 * where it is loaded next. */
static bool loses_shadow(const struct site *s, const struct plan_bytes *b,
                         const struct plan_store *store)
{
    return !b->tracked && !store->parts &&
           (bytes_stored_address(s->c, s->a, s->inst) ||
            (!s->wish->forward && bytes_replace_address(s->c, s->inst)));
}

/* A store of less than a word, of which the rest stays. */
static bool is_partial(const struct site *s)
{
    return size_of(s, LLVMTypeOf(LLVMGetOperand(s->inst, 0))) < target_pointer_bytes(s->c->module);
}

/* An integer that has no shadow word: in memory the integer itself is beside it. */
static bool clears_word(const struct site *s)
{
    LLVMValueRef to = LLVMGetOperand(s->inst, 1), v = LLVMGetOperand(s->inst, 0);
    return s->c->words && is_integers(LLVMTypeOf(v)) && !is_tracked(s, to) &&
           !(state_of(s, v) & STATE_VARIED) && (!has_shadow(s, v) || is_partial(s)) &&
           !types_access_of_number(s->c->types, s->inst);
}

static enum plan_stored stored_of(const struct site *s, const struct plan_bytes *bytes,
                                  const struct plan_store *store)
{
    if (s->wish->forward && plan_moves_bytes(s->c, s->a, bytes, s->inst))
        return STORED_MOVED;
    if (stores_pointer(s, LLVMGetOperand(s->inst, 0)) && !bytes_is_rest(s->inst))
        return STORED_POINTER;
    if (loses_shadow(s, &bytes[s->v], store))
        return STORED_LOST;
    if (clears_word(s))
        return STORED_WORD;
    return bytes[s->v].reused ? STORED_OVER : STORED_VALUE;
}

static void find_store(const struct site *s, struct plan_bytes *bytes)
{
    struct plan_bytes *b = &bytes[s->v];
    LLVMValueRef value = LLVMGetOperand(s->inst, 0);
    if (!has_shadow(s, LLVMGetOperand(s->inst, 1)))
        return;
    struct plan_store *store = ARENA_NEW(s->a->f->arena, struct plan_store);
    store->parts = plan_parts_stored(s->c, s->a, s->inst);
    store->addresses = plan_addresses_stored(s->c, s->a, s->inst);
    store->stored = (uint8_t)stored_of(s, bytes, store);
    store->part_of_word = clears_word(s) && is_partial(s);
    store->of_address = (store->part_of_word || store->stored == STORED_WORD) &&
                        bytes_of_address(s->c, s->a, value);
    store->keeps_word = s->c->words && words_is_word(s->c, value) && has_shadow(s, value) &&
                        types_of_bits(s->c->types, value);
    store->as_pointer = b->tracked && bytes_stored_as_pointer(s->c, s->inst);
    if (b->tracked || b->followed)
        store->type = bytes_is_rest(s->inst) ? LLVMTypeOf(value) : carried_type(s, value);
    b->store = store;
}

/* ---- copies and fills ---- */

/* In forward mode bytes move alike, and only those of constant pointers matter, or, outside of
 * memory that the kind map follows, part of a number at the end. */
static bool asks_for_layout(const struct site *s, bool in_map)
{
    LLVMValueRef source = LLVMGetOperand(s->inst, 1);
    return !s->wish->forward || s->wish->checked || !has_shadow(s, source) ||
           (state_of(s, source) & STATE_CONST) || !in_map;
}

/* Where the layout is not known and matters, the copy is refused (refuse.h). */
static void find_copy(const struct site *s, struct plan_bytes *b)
{
    bool in_map =
        is_tracked(s, LLVMGetOperand(s->inst, 0)) || is_tracked(s, LLVMGetOperand(s->inst, 1));
    const char *why;
    if (!has_shadow(s, LLVMGetOperand(s->inst, 0)) || !asks_for_layout(s, in_map))
        return;
    struct copy_layout *layout = ARENA_NEW(s->a->f->arena, struct copy_layout);
    bool known = types_of_copy(s->c->types, s->inst, layout, &why);
    b->layout = layout;
    b->checks_rest = s->wish->forward && !in_map && known && layout->rest;
}

static void find_fill(const struct site *s, struct plan_bytes *b)
{
    struct copy_layout *layout = ARENA_NEW(s->a->f->arena, struct copy_layout);
    if (!types_of_fill(s->c->types, s->inst, layout))
        layout->untyped = true;
    b->layout = layout;
}

static void find_call(const struct site *s, struct plan_bytes *b)
{
    enum call_class cls = s->a->f->calls[s->v].cls;
    if (is_copy(s))
        find_copy(s, b);
    else if (cls == CALL_MEMSET && s->wish->checked && has_shadow(s, LLVMGetOperand(s->inst, 0)))
        find_fill(s, b);
    else if (cls == CALL_MEMSET && s->c->words && !s->wish->forward)
        b->fills_words =
            !(types_accessed(s->c->types, LLVMGetOperand(s->inst, 0)) & TYPES_HAS_FLOAT);
    else if (cls == CALL_ALLOC && !s->wish->forward && has_shadow(s, s->inst))
        b->has_numbers = types_accessed(s->c->types, s->inst) & TYPES_HAS_FLOAT;
}

/* ---- addresses and words ---- */

/* A calculated address that leads nowhere but to memory with a shadow is none of that memory if it
 * is its own shadow. */
static bool is_calculated(const struct site *s)
{
    uint8_t state = state_of(s, s->inst);
    unsigned note = LLVMGetMDKindIDInContext(LLVMGetModuleContext(s->c->module), RULE_MADE_NOTE,
                                             sizeof RULE_MADE_NOTE - 1);
    bool made = LLVMIsAIntToPtrInst(s->inst)
                    ? words_is_calculated(LLVMGetOperand(s->inst, 0))
                    : LLVMIsALoadInst(s->inst) && LLVMGetMetadata(s->inst, note);
    return made && (state & STATE_ACTIVE) && !(state & STATE_CONST);
}

static void find_address(const struct site *s, struct plan_bytes *b)
{
    LLVMValueRef from = LLVMGetOperand(s->inst, 0);
    b->made = code_is_pointer(s->inst) && bytes_of_address(s->c, s->a, s->inst);
    b->of_number = (state_of(s, from) & STATE_VARIED) && lanes_is_part_of_value(from);
}

static void find_words(const struct site *s, struct plan_bytes *b)
{
    bool shadow = has_shadow(s, s->inst);
    if (shadow)
        b->word = (uint8_t)words_rule(s->c, s->inst);
    if (s->c->words && (b->store || (shadow && words_is_widened(s->c, s->inst))))
        b->parts_of_words = plan_words_narrowed(s->c, s->a, LLVMGetOperand(s->inst, 0));
}

/* ---- everything ---- */

/* 1 + the argument, memory behind which need not exist, that is written through, or 0. */
static unsigned unread(const struct site *s)
{
    bool fills = s->a->f->calls[s->v].cls == CALL_MEMSET;
    return LLVMIsAStoreInst(s->inst) || is_copy(s) || fills
               ? plan_unread_argument(s->a->f, s->wish->unread, memory_of(s))
               : 0;
}

static void find_inst(const struct site *s, struct plan_bytes *bytes)
{
    struct plan_bytes *b = &bytes[s->v];
    b->unread = unread(s);
    switch (LLVMGetInstructionOpcode(s->inst)) {
    case LLVMLoad: find_load(s, b); break;
    case LLVMStore: find_store(s, bytes); break;
    case LLVMAtomicRMW: b->type = atomic_changes(s->c, s->inst); break;
    case LLVMCall:
    case LLVMInvoke: find_call(s, b); break;
    case LLVMIntToPtr: find_address(s, b); break;
    default: break;
    }
    b->calculated = is_calculated(s);
    find_words(s, b);
}

unsigned plan_unread_argument(const struct func *f, const uint8_t *unread, LLVMValueRef pointer)
{
    unsigned arg;
    return unread && objects_single_argument(f, pointer, &arg) && unread[arg] ? arg + 1 : 0;
}

struct plan_bytes *plan_bytes(struct activity_context *c, const struct activity_facts *a,
                              const struct plan_bytes_wish *wish)
{
    unsigned n = a->f->value_count;
    struct plan_bytes *bytes = ARENA_ARRAY(a->f->arena, struct plan_bytes, n);
    struct site s = {.c = c, .a = a, .wish = wish};
    for (s.v = a->f->arg_count; s.v < n; s.v++) {
        s.inst = a->f->values[s.v];
        find_tracked(&s, &bytes[s.v]);
    }
    for (s.v = a->f->arg_count; s.v < n; s.v++) {
        s.inst = a->f->values[s.v];
        find_inst(&s, bytes);
    }
    plan_readers(a, wish, bytes);
    plan_parts(a, wish, bytes);
    if (wish->forward || wish->tangents)
        plan_lost(c, a, wish, bytes);
    return bytes;
}
