/* What active data does to memory: which arguments get some, whether constant pointers or such of
 * unknown provenance are stored in active memory, and whether active data goes into memory without
 * shadow. */
#include "base/limits.h"
#include "base/team.h"
#include "facts/activity_pass.h"
#include "facts/addresses.h"
#include "facts/bytes.h"
#include "facts/objects.h"
#include "facts/types.h"
#include "facts/words.h"
#include "ir/code.h"
#include "ir/text.h"
#include <stdlib.h>

/* To memory of which the shadow is at a distance: whatever pointer is loaded from there has one,
 * too. */
static bool leads_far(struct pass *p, LLVMValueRef pointer)
{
    uint8_t pure = STATE_ACTIVE | STATE_UNKNOWN;
    return p->c->distant && !p->c->words &&
           (activity_state(p->c, p->a, pointer) & (pure | STATE_CONST)) == pure;
}

static void note_constants(struct pass *p)
{
    p->c->changed_mind |= !p->c->constants_stored;
    p->c->constants_stored = true;
}

/* Notes stores of constant pointers into active memory: from then on loaded pointers may be either.
 */
static void note_constant_store(struct pass *p, LLVMValueRef value, LLVMValueRef pointer)
{
    if (!(activity_state(p->c, p->a, pointer) & STATE_ACTIVE) || leads_far(p, pointer))
        return;
    bool number = false, address = false;
    activity_type_has(LLVMTypeOf(value), &number, &address);
    address |= p->c->words && LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
    if (!address || !(activity_state(p->c, p->a, value) & STATE_CONST))
        return;
    note_constants(p);
    if ((activity_state(p->c, p->a, value) & STATE_UNKNOWN) &&
        (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind ||
         words_may_be(p->c, p->f, value)))
        p->c->changed_mind |= object_set_put(&p->c->unknown_objects, p->c->types, value);
}

/* A global whose contents are numbers and zeros. */
static bool is_plain_data(LLVMValueRef source)
{
    LLVMValueRef object = ezb_underlying_object(source, ADDRESS_STEPS);
    LLVMValueRef init = LLVMIsAGlobalVariable(object) && LLVMIsGlobalConstant(object)
                            ? LLVMGetInitializer(object)
                            : NULL;
    return init && (LLVMIsAConstantDataArray(init) || LLVMIsNull(init));
}

/* So do copies of constant memory that holds pointers, or may hold them, into active memory. */
static void note_constant_copy(struct pass *p, unsigned v)
{
    LLVMValueRef copy = p->f->values[v], source = LLVMGetOperand(copy, 1);
    uint8_t from = activity_state(p->c, p->a, source);
    struct copy_layout l;
    const char *why;
    if (!(pass_operand_state(p, v, 0) & STATE_ACTIVE) || !(from & STATE_CONST) ||
        leads_far(p, LLVMGetOperand(copy, 0)) || is_plain_data(source))
        return;
    bool known = types_of_copy(p->c->types, copy, &l, &why), pointers = false,
         perhaps = !known || l.untyped || l.limit;
    for (unsigned i = 0; known && i < l.count; i++)
        pointers |= l.elems[i].kind == ELEM_PTR, perhaps |= l.elems[i].kind == ELEM_UNTYPED;
    if (pointers || perhaps)
        note_constants(p);
    if (pointers && (from & STATE_UNKNOWN))
        p->c->changed_mind |= object_set_put_all(&p->c->unknown_objects);
    p->c->constants_filled |=
        perhaps && !pointers &&
        (from & STATE_UNKNOWN); /* no loaded pointer becomes of unknown provenance for that */
}

static void taint_all(struct pass *p)
{
    for (unsigned k = 0; k < p->f->arg_count; k++)
        p->a->taints[k] = 1;
}

/* What is stored in memory reached from a local allocation may be stored in what an argument leads
 * to, the address of which the allocation holds. */
static void taint_held(struct pass *p, const struct addresses *a, unsigned object,
                       struct bits *seen)
{
    for (unsigned i = 0; i < a->list.items[object].held.count; i++) {
        unsigned held = a->list.items[object].held.items[i].what;
        if (a->list.items[held].argument)
            p->a->taints[a->list.items[held].value] = 1;
        else if (bits_set(seen, held))
            taint_held(p, a, held, seen);
    }
}

static void taint_local(struct pass *p, LLVMValueRef pointer)
{
    const struct addresses *a = addresses_of(p->c, p->f);
    unsigned v = func_id(p->f, ezb_underlying_object(pointer, ADDRESS_STEPS));
    if (!a || v == NO_ID || !a->index[v]) {
        taint_all(p);
        return;
    }
    struct bits seen = bits_new(p->c->arena, a->list.count);
    taint_held(p, a, a->index[v] - 1, &seen);
}

/* Active data goes to memory at the pointer. */
static void note_taint(struct pass *p, LLVMValueRef pointer)
{
    unsigned arg;
    if (objects_single_argument(p->f, pointer, &arg))
        p->a->taints[arg] = 1;
    else if (!objects_is_local(p->f, pointer))
        taint_all(p);
}

/* It goes to memory that is reached from there. */
static void note_taint_below(struct pass *p, LLVMValueRef pointer)
{
    note_taint(p, pointer);
    if (objects_is_local(p->f, pointer))
        taint_local(p, pointer);
}

/* The address of the global's, if there is one, that a pointer of unknown provenance was loaded
 * from. Of what calls return nothing is known: two of them may return the same. */
static LLVMValueRef unknown_place(LLVMValueRef pointer)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS),
                 at = LLVMIsALoadInst(base) ? LLVMGetOperand(base, 0) : NULL;
    return at && LLVMIsAGlobalVariable(code_variable(ezb_underlying_object(at, ADDRESS_STEPS)))
               ? at
               : NULL;
}

static LLVMValueRef unknown_root(LLVMValueRef pointer)
{
    LLVMValueRef at = unknown_place(pointer);
    return at ? code_variable(ezb_underlying_object(at, ADDRESS_STEPS)) : NULL;
}

static bool is_unknown(struct pass *p, LLVMValueRef pointer)
{
    return (activity_state(p->c, p->a, pointer) & STATE_UNKNOWN) && !leads_far(p, pointer);
}

/* A library function returned the pointer, which leads into a string. */
static bool leads_to_text(struct pass *p, LLVMValueRef pointer)
{
    unsigned v = func_id(p->f, ezb_underlying_object(pointer, ADDRESS_STEPS));
    return v != NO_ID && v >= p->f->arg_count && p->f->calls[v].text &&
           !rule_returns_text(p->f->values[v], &p->f->calls[v]);
}

static void note_access(struct pass *p, unknown_accesses *list, LLVMValueRef inst,
                        LLVMValueRef pointer)
{
    bool text = leads_to_text(p, pointer);
    if (text || is_unknown(p, pointer))
        VEC_PUSH(p->c->arena, list,
                 ((struct unknown_access){.inst = inst,
                                          .root = unknown_root(pointer),
                                          .at = unknown_place(pointer),
                                          .text = text}));
}

static void note_unknown(struct pass *p, LLVMValueRef inst, LLVMValueRef written, LLVMValueRef read)
{
    if (written)
        note_access(p, &p->c->unknown_stores, inst, written);
    if (read)
        note_access(p, &p->c->unknown_loads, inst, read);
}

static bool holds_floating(struct pass *p, LLVMValueRef v)
{
    LLVMTypeRef t = activity_adjoint_type(p->c, v);
    bool fp = false, ptr = false;
    return t && activity_type_has(t, &fp, &ptr) && fp;
}

static bool is_active_operand(struct pass *p, LLVMValueRef v)
{
    return (activity_state(p->c, p->a, v) & (STATE_ACTIVE | STATE_VARIED)) != 0;
}

/* Where a pointer may lead to active memory, too, the other memory is that of a global only if it
 * is of unknown provenance. */
static bool may_lead_to_constants(struct pass *p, LLVMValueRef pointer)
{
    uint8_t state = activity_state(p->c, p->a, pointer);
    return (state & STATE_CONST) && (!(state & STATE_ACTIVE) || (state & STATE_UNKNOWN));
}

static bool stores_active(struct pass *p, LLVMValueRef store)
{
    return is_active_operand(p, LLVMGetOperand(store, 0)) || bytes_stored_part(p->c, p->a, store) ||
           bytes_stored(p->c, p->a, store) || bytes_stored_address(p->c, p->a, store);
}

/* A call with a custom rule may store what it gets in any memory that it gets; of one that
 * communicates it is known where. */
static bool custom_fills_operand(struct pass *p, unsigned v, unsigned k)
{
    const struct messages *m = &p->f->calls[v].messages;
    return !m->any || (k < 64 && m->received >> k & 1);
}

/* Active data goes, or may go, into memory without shadow. */
static bool fills_constants(struct pass *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    enum call_class cls = p->f->calls[v].cls;
    if (LLVMIsAStoreInst(inst))
        return may_lead_to_constants(p, LLVMGetOperand(inst, 1)) && stores_active(p, inst);
    if (LLVMIsAAtomicRMWInst(inst) || cls == CALL_CAS)
        return is_active_operand(p, LLVMGetOperand(inst, cls == CALL_CAS ? 2 : 1)) &&
               may_lead_to_constants(p, LLVMGetOperand(inst, 0));
    if (cls == CALL_MEMCPY || cls == CALL_MEMMOVE)
        return is_active_operand(p, LLVMGetOperand(inst, 1)) &&
               may_lead_to_constants(p, LLVMGetOperand(inst, 0));
    for (unsigned k = 0, n = cls == CALL_CUSTOM && pass_has_active_operand(p, v)
                                 ? func_operand_count(p->f, v)
                                 : 0;
         k < n; k++)
        if (custom_fills_operand(p, v, k) && may_lead_to_constants(p, LLVMGetOperand(inst, k)))
            return true;
    return false;
}

/* An access to numbers through a pointer that is in a global, or may be, which the initial value of
 * the global has lead to active memory: it may do so still. */
static void note_initial(struct pass *p, LLVMValueRef pointer)
{
    if (p->c->constants_filled || !p->c->initial_active || !is_unknown(p, pointer))
        return;
    LLVMValueRef root = unknown_root(pointer);
    p->c->constants_filled =
        !root || (LLVMIsAGlobalVariable(root) && objects_initially_active(p->c, root));
}

static void scan_initial(struct pass *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    enum call_class cls = p->f->calls[v].cls;
    if (LLVMIsAStoreInst(inst) && holds_floating(p, LLVMGetOperand(inst, 0)))
        note_initial(p, LLVMGetOperand(inst, 1));
    else if (LLVMIsALoadInst(inst) && holds_floating(p, inst))
        note_initial(p, LLVMGetOperand(inst, 0));
    else if (cls == CALL_MEMCPY || cls == CALL_MEMMOVE)
        note_initial(p, LLVMGetOperand(inst, 0)), note_initial(p, LLVMGetOperand(inst, 1));
}

/* A copy brings active memory to `to`; into text, what may be part of a floating-point value. */
static bool copies_active(struct pass *p, LLVMValueRef to, LLVMValueRef from)
{
    return (activity_state(p->c, p->a, from) & STATE_ACTIVE) &&
           (is_unknown(p, to) || types_byte_of_number(p->c->types, from, 1) ||
            types_byte_unknown(p->c->types, from, 1));
}

static void scan_unknown_buffers(struct pass *p, unsigned v)
{
    const struct messages *m = &p->f->calls[v].messages;
    LLVMValueRef inst = p->f->values[v];
    for (unsigned k = 0; m->any && k < 64 && (m->sent | m->received) >> k; k++)
        note_unknown(p, inst, m->received >> k & 1 ? LLVMGetOperand(inst, k) : NULL,
                     m->sent >> k & 1 ? LLVMGetOperand(inst, k) : NULL);
}

/* A number is stored, or, into text, what may be a byte of one. */
static bool stores_number(struct pass *p, LLVMValueRef store)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    return (activity_state(p->c, p->a, value) & STATE_VARIED) ||
           (leads_to_text(p, LLVMGetOperand(store, 1)) &&
            bytes_passed(p->c, p->a, value) != BYTES_OF_NO_NUMBER);
}

/* A byte of a string becomes one of a number: where it is loaded from, or NULL. */
static LLVMValueRef stores_text(struct pass *p, LLVMValueRef store)
{
    LLVMValueRef load = LLVMIsALoadInst(LLVMGetOperand(store, 0)),
                 pointer = load ? LLVMGetOperand(load, 0) : NULL;
    return load && LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMIntegerTypeKind &&
                   leads_to_text(p, pointer) && types_access_of_number(p->c->types, store)
               ? pointer
               : NULL;
}

/* Copies and accesses of numbers through pointers of unknown provenance. */
static void scan_unknown(struct pass *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v],
                 value = LLVMGetNumOperands(inst) ? LLVMGetOperand(inst, 0) : NULL;
    enum call_class cls = p->f->calls[v].cls;
    if (LLVMIsAStoreInst(inst))
        note_unknown(p, inst, stores_number(p, inst) ? LLVMGetOperand(inst, 1) : NULL,
                     stores_text(p, inst));
    else if (LLVMIsALoadInst(inst) && holds_floating(p, inst))
        note_unknown(p, inst, NULL, value);
    else if (cls == CALL_MEMCPY || cls == CALL_MEMMOVE)
        note_unknown(p, inst, copies_active(p, value, LLVMGetOperand(inst, 1)) ? value : NULL,
                     LLVMGetOperand(inst, 1));
    scan_unknown_buffers(p, v);
}

bool activity_fills_globals(const struct activity_context *c)
{
    return c->globals_assumed && c->constants_filled;
}

/* Numbers stored there may be read back. */
static bool is_read_back(const struct activity_context *c, const struct unknown_access *s)
{
    for (unsigned k = 0; k < c->unknown_loads.count; k++)
        if (!s->root || !c->unknown_loads.items[k].root ||
            s->root == c->unknown_loads.items[k].root)
            return true;
    return s->byte;
}

LLVMValueRef activity_unknown_global(const struct activity_context *c, unsigned *i)
{
    while (*i < c->unknown_stores.count) {
        const struct unknown_access *s = &c->unknown_stores.items[(*i)++];
        if (s->root && LLVMIsAGlobalVariable(s->root) && is_read_back(c, s))
            return s->root;
    }
    return NULL;
}

static const char *where_from(struct activity_context *c, LLVMValueRef root)
{
    if (root && LLVMIsAGlobalVariable(root))
        return text_function_name(c->arena, root);
    if (!c->unknown_maker)
        return "outside";
    char *maker = ezb_demangle(text_function_name(c->arena, c->unknown_maker));
    const char *from =
        arena_printf(c->arena, "outside, perhaps from %s, of which there is no code", maker);
    free(maker);
    return from;
}

bool activity_needs_distant(const struct activity_context *c)
{
    for (unsigned i = 0; i < c->unknown_stores.count; i++)
        if (is_read_back(c, &c->unknown_stores.items[i]))
            return true;
    return false;
}

bool activity_is_distant(const struct activity_context *c, const struct activity_facts *a,
                         unsigned v)
{
    LLVMValueRef inst = a->f->values[v];
    return c->distant && LLVMIsALoadInst(inst) &&
           LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMPointerTypeKind &&
           (a->state[v] & STATE_ACTIVE) && (a->state[v] & STATE_UNKNOWN);
}

bool activity_check_unknown(struct activity_context *c)
{
    bool ok = true;
    for (unsigned i = 0; i < c->unknown_stores.count; i++) {
        const struct unknown_access *s = &c->unknown_stores.items[i];
        if (!is_read_back(c, s))
            continue;
        ok = diag(c->diags, DIAG_UNKNOWN_SHADOW, s->inst,
                  s->text ? "a string, whose memory the library owns" : where_from(c, s->root));
    }
    return ok;
}

static void scan_call_taints(struct pass *p, unsigned v)
{
    struct activity_facts *s = pass_callee_summary(p, v);
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++) {
        LLVMValueRef arg = LLVMGetOperand(p->f->values[v], k);
        bool taints = s ? k < s->f->arg_count && s->taints[k] : true;
        if (taints && LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind)
            note_taint_below(p, arg);
    }
}

static void scan_custom_taints(struct pass *p, unsigned v)
{
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n && pass_has_active_operand(p, v);
         k++) {
        LLVMValueRef arg = LLVMGetOperand(p->f->values[v], k);
        if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind &&
            custom_fills_operand(p, v, k))
            note_taint_below(p, arg);
    }
}

void pass_effects(struct pass *p)
{
    bool teams = team_starts_threads(p->c->module);
    for (unsigned v = p->f->arg_count; v < p->f->value_count; v++) {
        LLVMValueRef inst = p->f->values[v];
        enum call_class cls = p->f->calls[v].cls;
        p->a->communicates |= p->f->calls[v].messages.any;
        p->a->touches_globals |= p->f->calls[v].messages.any;
        if (LLVMGetInstructionOpcode(inst) == LLVMStore) {
            if (stores_active(p, inst))
                note_taint(p, LLVMGetOperand(inst, 1));
        } else if (LLVMIsAAtomicRMWInst(inst) || cls == CALL_CAS) {
            if (is_active_operand(p, LLVMGetOperand(inst, cls == CALL_CAS ? 2 : 1)))
                note_taint(p, LLVMGetOperand(inst, 0));
        } else if ((cls == CALL_MEMCPY || cls == CALL_MEMMOVE) &&
                   is_active_operand(p, LLVMGetOperand(inst, 1))) {
            note_taint(p, LLVMGetOperand(inst, 0));
        } else if (cls == CALL_DEFINED) {
            scan_call_taints(p, v);
        } else if (cls == CALL_CUSTOM) {
            scan_custom_taints(p, v);
        }
        p->a->waits |= teams && p->f->calls[v].threads;
        for (int k = 0, n = LLVMGetNumOperands(inst); k < n; k++) {
            LLVMValueRef o = LLVMGetOperand(inst, (unsigned)k);
            if (LLVMIsConstant(o) && LLVMGetTypeKind(LLVMTypeOf(o)) == LLVMPointerTypeKind)
                p->a->touches_globals |= (activity_state(p->c, p->a, o) & STATE_ACTIVE) != 0;
        }
    }
}

/* Bytes of active floating-point values in memory become part of a text. What is in a string was
 * put there before. */
static bool puts_number_into_text(struct pass *p, unsigned v, unsigned k)
{
    LLVMValueRef from = LLVMGetOperand(p->f->values[v], k);
    return LLVMGetTypeKind(LLVMTypeOf(from)) == LLVMPointerTypeKind &&
           !rule_takes_text(p->f->values[v], &p->f->calls[v], k) &&
           (pass_operand_state(p, v, k) & STATE_ACTIVE) &&
           !types_byte_of_integer(p->c->types, from);
}

/* Strings in active memory that get another text point to constants. */
static void note_texts(struct pass *p, unsigned v)
{
    LLVMValueRef inst = p->f->values[v];
    const struct call_info *c = &p->f->calls[v];
    for (unsigned k = 0, n = c->text ? LLVMGetNumArgOperands(inst) : 0; k < n; k++) {
        enum bytes_source byte = bytes_passed(p->c, p->a, LLVMGetOperand(inst, k));
        if (byte != BYTES_OF_NO_NUMBER || puts_number_into_text(p, v, k))
            VEC_PUSH(p->c->arena, &p->c->unknown_stores,
                     ((struct unknown_access){
                         .inst = inst, .text = true, .byte = byte == BYTES_OF_NUMBER}));
        if (rule_changes_text(inst, c, k) && (pass_operand_state(p, v, k) & STATE_ACTIVE))
            note_constants(p);
    }
}

/* Only states that calls end up with count: on the way to them a callee may be analysed with too
 * few active arguments. */
void activity_settle(struct activity_context *c, struct activity_facts *a)
{
    struct pass p = {.c = c, .a = a, .f = a->f};
    if (a->settled)
        return;
    a->settled = true;
    for (unsigned v = p.f->arg_count; v < p.f->value_count; v++) {
        LLVMValueRef inst = p.f->values[v];
        scan_unknown(&p, v);
        scan_initial(&p, v);
        bytes_note(c, a, inst);
        c->constants_filled |= fills_constants(&p, v);
        if (LLVMIsAStoreInst(inst))
            note_constant_store(&p, LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1));
        if (p.f->calls[v].cls == CALL_MEMCPY || p.f->calls[v].cls == CALL_MEMMOVE)
            note_constant_copy(&p, v);
        note_texts(&p, v);
        words_note(c, a, inst);
        struct activity_facts *callee =
            p.f->calls[v].cls == CALL_DEFINED ? pass_callee_summary(&p, v) : NULL;
        if (callee)
            activity_settle(c, callee);
    }
}
