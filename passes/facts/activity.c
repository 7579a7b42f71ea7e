/* Forward and backward activity of one function under given argument states.
 *
 * A fixed point over SSA: states only grow (join is bitwise or). Local objects start constant and
 * become active when the forward pass finds active data going in; then the pass starts over. */
#include "base/type.h"
#include "facts/activity_pass.h"
#include "facts/objects.h"
#include "facts/types.h"
#include "ir/text.h"
#include <stdio.h>
#include <string.h>

struct activity_entry {
    struct activity_entry *next;
    uint8_t *args;
    bool ret_active;
    bool recursive;                /* asked for while being computed */
    struct activity_facts *result; /* NULL while being computed */
};

void activity_context_init(struct activity_context *c)
{
    map_init(&c->funcs, c->arena);
    map_init(&c->summaries, c->arena);
    map_init(&c->addresses, c->arena);
    map_init(&c->fed, c->arena);
    map_init(&c->globals, c->arena);
    map_init(&c->inactive, c->arena);
    map_init(&c->provenance, c->arena);
    map_init(&c->part_bytes, c->arena);
    map_init(&c->unknown_bytes, c->arena);
    map_init(&c->address_bytes, c->arena);
}

void activity_inactive_global(struct activity_context *c, LLVMValueRef global)
{
    map_put(&c->globals, global, (void *)(uintptr_t)(STATE_CONST + 1u));
    map_put(&c->inactive, global, global);
}

const struct provenance *activity_provenance(struct activity_context *c, const struct func *f)
{
    struct provenance *p = map_get(&c->provenance, f->fn);
    if (!p)
        map_put(&c->provenance, f->fn, p = provenance_of(c->module, c->arena, f->fn));
    return p;
}

/* Prepared code is complete: what has no derivative by now has none. */
static void take_missing_as_inactive(struct func *f)
{
    for (unsigned v = f->arg_count; v < f->value_count; v++)
        if (f->calls[v].cls == CALL_UNKNOWN)
            f->calls[v].cls = CALL_INACTIVE, f->calls[v].missing = true;
}

struct func *activity_func(struct activity_context *c, LLVMValueRef prepared)
{
    struct func *f = map_get(&c->funcs, prepared);
    if (!f) {
        f = func_number(c->cx, c->module, c->arena, prepared, c->sources.trips);
        f->extents = c->sources.extents;
        if (c->missing_inactive)
            take_missing_as_inactive(f);
        map_put(&c->funcs, prepared, f);
    }
    return f;
}

bool activity_type_has(LLVMTypeRef t, bool *has_float, bool *has_pointer)
{
    *has_float |= type_is_fp(t);
    switch (LLVMGetTypeKind(t)) {
    case LLVMPointerTypeKind: *has_pointer = true; break;
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
    case LLVMScalableVectorTypeKind:
        activity_type_has(LLVMGetElementType(t), has_float, has_pointer);
        break;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            activity_type_has(LLVMStructGetTypeAtIndex(t, i), has_float, has_pointer);
        break;
    default: break;
    }
    return *has_float || *has_pointer;
}

/* A vector of one number is that number. */
static LLVMTypeRef without_vector(LLVMTypeRef t)
{
    bool one = t && LLVMGetTypeKind(t) == LLVMVectorTypeKind && LLVMGetVectorSize(t) == 1;
    return one ? LLVMGetElementType(t) : t;
}

bool activity_same_floating(LLVMTypeRef t, LLVMTypeRef u)
{
    bool fp[2] = {false, false}, ptr = false;
    activity_type_has(t, &fp[0], &ptr), activity_type_has(u, &fp[1], &ptr);
    return without_vector(t) == without_vector(u) || !fp[0] || !fp[1];
}

bool activity_carries_bits(LLVMTypeRef t)
{
    LLVMTypeRef e = LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
    return LLVMGetTypeKind(e) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(e) >= 16;
}

uint8_t pass_possible(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    uint8_t parts = 0;
    activity_type_has(t, &fp, &ptr);
    if (activity_carries_bits(t))
        return STATE_VARIED |
               (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) >= 64
                    ? POINTER_BITS
                    : 0);
    for (unsigned i = 0;
         LLVMGetTypeKind(t) == LLVMStructTypeKind && i < LLVMCountStructElementTypes(t); i++)
        parts |= pass_possible(LLVMStructGetTypeAtIndex(t, i));
    return (uint8_t)(parts | (fp ? STATE_VARIED : 0) | (ptr ? POINTER_BITS : 0));
}

static bool is_integer(LLVMTypeRef t)
{
    return activity_carries_bits(t) || LLVMGetTypeKind(t) == LLVMIntegerTypeKind;
}

static LLVMTypeRef if_floating(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    return t && activity_type_has(t, &fp, &ptr) && fp ? t : NULL;
}

LLVMTypeRef activity_adjoint_type(struct activity_context *c, LLVMValueRef v)
{
    bool known;
    return is_integer(LLVMTypeOf(v)) ? if_floating(types_of_int(c->types, v, &known))
                                     : LLVMTypeOf(v);
}

LLVMTypeRef activity_number_type(struct activity_context *c, LLVMValueRef v)
{
    return is_integer(LLVMTypeOf(v)) ? if_floating(types_number_of_int(c->types, v))
                                     : LLVMTypeOf(v);
}

bool activity_stores_floating(struct activity_context *c, LLVMValueRef stored)
{
    LLVMTypeRef t = LLVMTypeOf(stored);
    bool fp = false, ptr = false, known;
    activity_type_has(t, &fp, &ptr);
    if (!activity_carries_bits(t))
        return fp;
    LLVMTypeRef carried = types_of_int(c->types, stored, &known);
    if (carried)
        activity_type_has(carried, &fp, &ptr);
    return carried ? fp
                   : !known || LLVMIsConstant(stored); /* constant bits may be meant as a number */
}

uint8_t activity_state(struct activity_context *c, const struct activity_facts *a, LLVMValueRef v)
{
    unsigned id = func_id(a->f, v);
    if (id != NO_ID)
        return a->state[id];
    if (LLVMIsAGlobalVariable(v))
        return objects_global_state(c, v);
    if (LLVMIsAFunction(v))
        return STATE_OPAQUE;
    if (LLVMIsAGlobalAlias(v))
        return LLVMIsAFunction(LLVMAliasGetAliasee(v)) ? STATE_OPAQUE : STATE_CONST;
    if (LLVMIsAConstantExpr(v) || LLVMIsAConstantVector(v) || LLVMIsAConstantStruct(v) ||
        LLVMIsAConstantArray(v)) {
        uint8_t s = STATE_NONE;
        for (int i = 0, n = LLVMGetNumOperands(v); i < n; i++)
            s |= activity_state(c, a, LLVMGetOperand(v, (unsigned)i));
        return s & POINTER_BITS;
    }
    if (LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsNull(v) || LLVMIsUndef(v))
        return STATE_NONE;
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? STATE_CONST : STATE_NONE;
}

uint8_t pass_operand_state(struct pass *p, unsigned v, unsigned k)
{
    return activity_state(p->c, p->a, LLVMGetOperand(p->f->values[v], k));
}

bool pass_has_active_operand(struct pass *p, unsigned v)
{
    if (p->f->calls[v].messages.any)
        return true; /* in what arrives, or for whom it is sent to */
    for (unsigned k = 0, n = func_operand_count(p->f, v); k < n; k++)
        if (pass_operand_state(p, v, k) & (STATE_ACTIVE | STATE_VARIED))
            return true;
    return false;
}

struct activity_facts *pass_callee_summary(struct pass *p, unsigned v)
{
    unsigned n = func_operand_count(p->f, v);
    uint8_t *args = ARENA_ARRAY(p->c->arena, uint8_t, n);
    for (unsigned k = 0; k < n; k++)
        args[k] = pass_operand_state(p, v, k);
    return activity_of(p->c, p->f->calls[v].callee, args, true);
}

static void returned_state(struct pass *p)
{
    if (p->f->return_block == NO_ID)
        return;
    LLVMValueRef ret = LLVMGetBasicBlockTerminator(p->f->blocks[p->f->return_block].ref);
    if (LLVMGetNumOperands(ret))
        p->a->ret = activity_state(p->c, p->a, LLVMGetOperand(ret, 0));
}

static struct activity_facts *analyse(struct activity_context *c, LLVMValueRef fn,
                                      const uint8_t *args, bool ret_active)
{
    struct pass p = {.c = c, .f = activity_func(c, fn), .args = args, .ret_active = ret_active};
    struct activity_facts *a = p.a = ARENA_NEW(c->arena, struct activity_facts);
    a->f = p.f;
    a->state = ARENA_ARRAY(c->arena, uint8_t, p.f->value_count);
    a->taints = ARENA_ARRAY(c->arena, uint8_t, p.f->arg_count);
    a->useful = bits_new(c->arena, p.f->value_count);
    a->active_calls = bits_new(c->arena, p.f->value_count);
    p.objects = objects_find(c, p.f);
    do {
        memset(a->state, 0, p.f->value_count);
        memcpy(a->state, args, p.f->arg_count);
        pass_forward(&p);
    } while (objects_update(p.objects, a));
    pass_effects(&p);
    returned_state(&p);
    pass_backward(&p);
    return a;
}

struct activity_facts *activity_of(struct activity_context *c, LLVMValueRef fn, const uint8_t *args,
                                   bool ret_active)
{
    unsigned n = LLVMCountParams(fn);
    struct activity_entry *first = map_get(&c->summaries, fn), *e;
    for (e = first; e; e = e->next)
        if (!memcmp(e->args, args, n) && e->ret_active == ret_active) {
            e->recursive |= !e->result;
            return e->result;
        }
    e = ARENA_NEW(c->arena, struct activity_entry);
    e->args = ARENA_ARRAY(c->arena, uint8_t, n);
    memcpy(e->args, args, n);
    e->ret_active = ret_active;
    e->next = first;
    map_put(&c->summaries, fn, e);
    e->result = analyse(c, fn, args, ret_active);
    if (e->recursive && (e->result->ret & STATE_UNKNOWN) && !c->unknown_returned)
        c->unknown_returned = c->changed_mind = true; /* its calls of itself assumed otherwise */
    return e->result;
}

void activity_dump(struct activity_context *c, const struct activity_facts *a)
{
    static const char *const names[] = {"none",   "const",        "active",        "mixed",
                                        "varied", "varied,const", "varied,active", "varied,mixed"};
    fprintf(stderr, "activity of %s\n", text_function_name(c->arena, a->f->fn));
    for (unsigned v = 0; v < a->f->value_count; v++)
        if (a->state[v] & ~(STATE_CONST | STATE_OPAQUE))
            fprintf(stderr, "  %s%s%s: %s\n", names[a->state[v] & 7],
                    a->state[v] & STATE_UNKNOWN ? ",unknown" : "",
                    bits_get(&a->useful, v) ? ",useful" : "",
                    text_value(c->arena, a->f->values[v]));
}
