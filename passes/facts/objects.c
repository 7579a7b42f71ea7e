/* Local allocations and globals: when does memory need a shadow?
 *
 * A local object becomes active when active data is stored through its address, when an active copy
 * or call may fill it, when the address is stored in an object that is active, or when it escapes
 * (stored elsewhere, returned, made an integer), because then other code may reach it. */
#include "facts/objects.h"
#include "base/limits.h"
#include "base/target.h"
#include "facts/addresses.h"
#include "facts/bytes.h"
#include "facts/initial.h"
#include "facts/types.h"
#include "ir/code.h"
#include <string.h>

struct objects {
    struct activity_context *c;
    struct addresses *where;
    bool *active; /* per object of `where` */
};

struct objects *objects_find(struct activity_context *c, struct func *f)
{
    struct objects *o = ARENA_NEW(c->arena, struct objects);
    o->c = c, o->where = addresses_of(c, f);
    o->active = ARENA_ARRAY(c->arena, bool, o->where->list.count);
    return o;
}

uint8_t objects_state(const struct objects *o, unsigned value)
{
    unsigned index = o->where->index[value];
    const struct address_object *ob = index ? &o->where->list.items[index - 1] : NULL;
    if (index && o->active[index - 1])
        return STATE_ACTIVE;
    for (unsigned i = 0; ob && i < ob->sinks.count; i++)
        if (ob->sinks.items[i].kind == SINK_RETURNED)
            return STATE_CONST | STATE_UNKNOWN;
    return STATE_CONST;
}

/* What a custom rule does with its arguments is not known: anything active in one may go into the
 * others. */
static bool custom_fills(struct objects *o, const struct activity_facts *a, unsigned call)
{
    for (unsigned k = 0, n = func_operand_count(o->where->f, call); k < n; k++)
        if (activity_state(o->c, a, LLVMGetOperand(o->where->f->values[call], k)) &
            (STATE_VARIED | STATE_ACTIVE))
            return true;
    return false;
}

static bool call_fills(struct objects *o, const struct activity_facts *a, const struct sink *s)
{
    struct func *f = o->where->f;
    const struct messages *m = &f->calls[s->value].messages;
    if (m->any)
        return s->operand < 64 && m->received >> s->operand & 1;
    if (f->calls[s->value].cls == CALL_CUSTOM)
        return custom_fills(o, a, s->value);
    if (f->calls[s->value].cls != CALL_DEFINED)
        return false; /* refused later if something active goes in */
    unsigned n = func_operand_count(f, s->value);
    uint8_t *args = ARENA_ARRAY(f->arena, uint8_t, n);
    for (unsigned k = 0; k < n; k++)
        args[k] = activity_state(o->c, a, LLVMGetOperand(f->values[s->value], k));
    struct activity_facts *callee = activity_of(o->c, f->calls[s->value].callee, args, true);
    return !callee || (s->operand < callee->f->arg_count && callee->taints[s->operand]) ||
           (callee->ret & STATE_ACTIVE);
}

/* The address is stored in memory without shadow: in a global that was taken to need none, or in
 * what it leads to. */
static bool kept_in_constants(struct objects *o, const struct activity_facts *a,
                              const struct sink *s)
{
    LLVMValueRef inst = o->where->f->values[s->value];
    bool store = LLVMIsAStoreInst(inst) != NULL,
         call = o->where->f->calls[s->value].cls == CALL_DEFINED;
    uint8_t state = STATE_NONE;
    for (unsigned k = 0, n = call ? func_operand_count(o->where->f, s->value) : 1; k < n; k++)
        state |= activity_state(o->c, a, LLVMGetOperand(inst, store ? 1 : k));
    bool open = state == STATE_NONE; /* so far */
    return open || (o->c->globals_assumed && !(state & STATE_ACTIVE));
}

/* A node that is linked into a container in a global which was taken to need no shadow, and then
 * returned. What the caller stores there shows whether that is so: to it the node is memory of
 * unknown provenance. */
static bool is_linked_to_constants(struct objects *o, const struct activity_facts *a,
                                   const struct address_object *ob)
{
    for (unsigned i = 0; i < ob->sinks.count; i++) {
        LLVMValueRef inst = o->where->f->values[ob->sinks.items[i].value];
        if (ob->sinks.items[i].kind != SINK_KEPT || !LLVMIsAStoreInst(inst))
            continue;
        uint8_t state = activity_state(o->c, a, LLVMGetOperand(inst, 1));
        if (state == STATE_NONE ||
            (o->c->globals_assumed && state == (STATE_CONST | STATE_UNKNOWN)))
            return true;
    }
    return false;
}

static bool sink_is_active(struct objects *o, const struct activity_facts *a,
                           const struct address_object *ob, const struct sink *s)
{
    LLVMValueRef inst = o->where->f->values[s->value];
    switch (s->kind) {
    case SINK_STORE:
        return (activity_state(o->c, a, LLVMGetOperand(inst, 0)) & (STATE_VARIED | STATE_ACTIVE)) !=
                   0 ||
               bytes_stored_part(o->c, a, inst) || bytes_stored(o->c, a, inst) ||
               bytes_stored_address(o->c, a, inst);
    case SINK_COPY: return (activity_state(o->c, a, LLVMGetOperand(inst, 1)) & STATE_ACTIVE) != 0;
    case SINK_CALL: return call_fills(o, a, s);
    case SINK_KEPT: return !kept_in_constants(o, a, s);
    case SINK_RETURNED: return !is_linked_to_constants(o, a, ob);
    case SINK_ESCAPE: return true;
    }
    return true;
}

/* Whatever is loaded from an active object has a shadow, and so has what is stored in one. */
static bool spread(struct objects *o)
{
    bool any = false, changed;
    do {
        changed = false;
        for (unsigned i = 0; i < o->where->list.count; i++)
            for (unsigned k = 0; o->active[i] && k < o->where->list.items[i].held.count; k++) {
                unsigned held = o->where->list.items[i].held.items[k].what;
                changed |= !o->active[held] && !o->where->list.items[held].argument;
                o->active[held] |= !o->where->list.items[held].argument;
            }
        any |= changed;
    } while (changed);
    return any;
}

bool objects_update(struct objects *o, const struct activity_facts *a)
{
    bool changed = false;
    for (unsigned i = 0; i < o->where->list.count; i++) {
        const struct address_object *ob = &o->where->list.items[i];
        for (unsigned k = 0; k < ob->sinks.count && !o->active[i] && !ob->argument; k++)
            o->active[i] = sink_is_active(o, a, ob, &ob->sinks.items[k]), changed |= o->active[i];
    }
    return changed | spread(o);
}

/* Emission asks while a copy of an instruction is not in a block yet. */
static bool in_prepared(struct activity_context *c, LLVMValueRef inst)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
    return block && map_get(c->sources.originals, LLVMGetBasicBlockParent(block));
}

LIMIT(DEPTH_MAX, 8);

/* May reachable code write memory of a global? */
struct write_question {
    struct activity_context *c;
    struct map params;        /* looked at: memory behind the parameter */
    struct map holder_params; /* and memory behind addresses that lie there */
};

static bool may_be_written(struct write_question *q, LLVMValueRef address, unsigned depth);
static bool held_may_be_written(struct write_question *q, LLVMValueRef holder, unsigned depth);

/* The parameter that an operand of a call of a prepared function is, whose body is what runs; else
 * NULL. */
static LLVMValueRef param_of(struct write_question *q, LLVMValueRef call, unsigned operand)
{
    struct call_info info = rule_classify(q->c->cx, call);
    LLVMValueRef callee = info.callee;
    bool known = info.cls == CALL_DEFINED && map_get(q->c->sources.originals, callee) &&
                 operand < LLVMCountParams(callee) &&
                 !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(callee));
    return known ? LLVMGetParam(callee, operand) : NULL;
}

static bool is_new(struct map *seen, LLVMValueRef v)
{
    bool new = !map_get(seen, v);
    map_put(seen, v, v);
    return new;
}

static bool has_room_for_address(struct activity_context *c, LLVMValueRef load)
{
    return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(c->module), LLVMTypeOf(load)) >=
           target_pointer_bytes(c->module);
}

/* `holder` is a global, or an address in one, whose initial contents are the address in question:
 * may code that loads the address from there write through it? */
static bool held_may_be_written(struct write_question *q, LLVMValueRef holder, unsigned depth)
{
    if (depth > DEPTH_MAX)
        return true;
    for (LLVMUseRef u = LLVMGetFirstUse(holder); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), param;
        bool inst = LLVMIsAInstruction(user) != NULL;
        if (inst && !in_prepared(q->c, user))
            continue;
        if (inst && LLVMIsALoadInst(user)
                ? has_room_for_address(q->c, user) && may_be_written(q, user, depth + 1)
            : inst && LLVMIsAICmpInst(user)                        ? false
            : LLVMIsAStoreInst(user) && ezb_use_operand_no(u) == 1 ? false /* into the holder */
            : LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user)
                ? held_may_be_written(q, user, depth + 1)
            : LLVMIsACallInst(user) && (param = param_of(q, user, ezb_use_operand_no(u))) != NULL
                ? is_new(&q->holder_params, param) && held_may_be_written(q, param, depth + 1)
                : true)
            return true;
    }
    return false;
}

/* The address is part of a global's initial value. */
static bool constant_may_be_written(struct write_question *q, LLVMValueRef user, unsigned depth)
{
    if (depth > DEPTH_MAX)
        return true;
    if (LLVMIsAGlobalVariable(user))
        return strncmp(LLVMGetValueName(user), "llvm.", 5) &&
               held_may_be_written(q, user, depth + 1);
    if (LLVMIsAConstantExpr(user))
        return may_be_written(q, user, depth + 1);
    for (LLVMUseRef u = LLVMGetFirstUse(user); u;
         u = LLVMGetNextUse(u)) /* a constant struct or array */
        if (LLVMIsAConstant(LLVMGetUser(u)) &&
            constant_may_be_written(q, LLVMGetUser(u), depth + 1))
            return true;
    return false;
}

/* True if reachable code may write memory at or through `address`: anything but loading from it. */
static bool may_be_written(struct write_question *q, LLVMValueRef address, unsigned depth)
{
    if (depth > DEPTH_MAX)
        return true;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAConstant(user)) {
            if (constant_may_be_written(q, user, depth))
                return true;
            continue;
        }
        if (!LLVMIsAInstruction(user) || !in_prepared(q->c, user))
            continue;
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMLoad:
        case LLVMICmp:
        case LLVMFAdd: /* of a number where an address might have been */
        case LLVMFSub:
        case LLVMFMul:
        case LLVMFDiv:
        case LLVMFRem:
        case LLVMFNeg:
        case LLVMFCmp:
        case LLVMFPToSI:
        case LLVMFPToUI:
        case LLVMFPTrunc:
        case LLVMFPExt: break;
        case LLVMGetElementPtr:
        case LLVMBitCast:
        case LLVMPHI:
        case LLVMSelect:
            if (may_be_written(q, user, depth + 1))
                return true;
            break;
        case LLVMCall: {
            enum call_class cls = rule_classify(q->c->cx, user).cls;
            LLVMValueRef param = param_of(q, user, ezb_use_operand_no(u));
            if (cls == CALL_INACTIVE || cls == CALL_NOP || cls == CALL_DISJOINT ||
                cls == CALL_SNAPSHOT ||
                ((cls == CALL_MEMCPY || cls == CALL_MEMMOVE) && ezb_use_operand_no(u) == 1) ||
                (cls == CALL_RULE && LLVMGetTypeKind(LLVMTypeOf(address)) != LLVMPointerTypeKind))
                break;
            if (param && (!is_new(&q->params, param) || !may_be_written(q, param, depth + 1)))
                break;
            return true;
        }
        default: return true;
        }
    }
    return false;
}

/* A type without FP, pointers and bytes holds integers only, unless they are the bits of something
 * else. */
static bool only_integers(struct activity_context *c, LLVMValueRef g)
{
    LLVMTypeRef t = LLVMGlobalGetValueType(g);
    bool fp = false, ptr = false;
    if (activity_type_has(t, &fp, &ptr))
        return false;
    while (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) > 8 &&
           !types_holds_bits(c->types, g);
}

/* Containers and the like: most are filled before, or with constants when code gets there first,
 * and only read then. They are taken to need no shadow until that turns out to be wrong, unless
 * they lead to memory with one from the start. */
static bool leads_to_memory(LLVMValueRef g)
{
    bool fp = false, ptr = false;
    return activity_type_has(LLVMGlobalGetValueType(g), &fp, &ptr) && ptr;
}

/* A question about a global, and about those that its initial value leads to. */
struct shadow_question {
    struct activity_context *c;
    bool assuming; /* that containers need none */
    struct map seen;
};

static bool needs_shadow(struct shadow_question *q, LLVMValueRef g);

/* The initial value holds the address of a global with a shadow: what is loaded from here needs a
 * shadow too. */
static bool holds_active_address(struct shadow_question *q, LLVMValueRef init)
{
    if (LLVMIsAGlobalVariable(init))
        return needs_shadow(q, init);
    if (!LLVMIsAConstantExpr(init) && !LLVMIsAConstantStruct(init) && !LLVMIsAConstantArray(init))
        return false;
    for (int i = 0, n = LLVMGetNumOperands(init); i < n; i++)
        if (holds_active_address(q, LLVMGetOperand(init, (unsigned)i)))
            return true;
    return false;
}

static bool global_may_be_written(struct activity_context *c, LLVMValueRef g)
{
    struct write_question q = {.c = c};
    map_init(&q.params, c->arena);
    map_init(&q.holder_params, c->arena);
    return may_be_written(&q, g, 0);
}

/* Written by reachable code, or leading to such a global through initial values (which may form
 * cycles). */
static bool needs_shadow(struct shadow_question *q, LLVMValueRef g)
{
    uintptr_t known = (uintptr_t)map_get(&q->c->globals, g);
    if (known)
        return (known - 1) & (q->assuming ? STATE_ACTIVE : STATE_ACTIVE | STATE_UNKNOWN);
    if (map_get(&q->seen, g) || only_integers(q->c, g) || code_is_table(g))
        return false;
    map_put(&q->seen, g, g);
    LLVMValueRef init = LLVMIsDeclaration(g) ? NULL : LLVMGetInitializer(g);
    if (q->assuming && !LLVMIsGlobalConstant(g) && leads_to_memory(g))
        return init && initial_addresses_stay(q->c->module, g) && holds_active_address(q, init);
    return (!LLVMIsGlobalConstant(g) && global_may_be_written(q->c, g)) ||
           (init && holds_active_address(q, init));
}

static bool ask_for_shadow(struct activity_context *c, LLVMValueRef g, bool assuming)
{
    struct shadow_question q = {.c = c, .assuming = assuming};
    map_init(&q.seen, c->arena);
    return needs_shadow(&q, g);
}

bool objects_initially_active(struct activity_context *c, LLVMValueRef g)
{
    LLVMValueRef init = LLVMIsDeclaration(g) ? NULL : LLVMGetInitializer(g);
    struct shadow_question q = {.c = c, .assuming = true};
    map_init(&q.seen, c->arena);
    return init && holds_active_address(&q, init);
}

/* It, and what it leads to, may be reached through any pointer that the program keeps. */
static bool is_distant(struct activity_context *c, LLVMValueRef g)
{
    return c->distant && !LLVMIsGlobalConstant(g) && !LLVMIsThreadLocal(g) &&
           strncmp(LLVMGetValueName(g), "enz.", 4) != 0 && !only_integers(c, g);
}

static uint8_t state_of_global(struct activity_context *c, LLVMValueRef g)
{
    if (code_is_table(g) || rule_library_variable(g))
        return STATE_OPAQUE;
    if (!c->globals_inactive && is_distant(c, g))
        return STATE_ACTIVE | STATE_UNKNOWN;
    if (c->globals_inactive || !ask_for_shadow(c, g, false))
        return STATE_CONST;
    if (c->globals_filled || ask_for_shadow(c, g, true))
        return STATE_ACTIVE;
    c->globals_assumed = true;
    c->initial_active |= objects_initially_active(c, g);
    return STATE_CONST | STATE_UNKNOWN;
}

/* The states of all globals whose addresses the initial value holds. */
static uint8_t held_states(struct activity_context *c, LLVMValueRef init)
{
    if (LLVMIsAGlobalVariable(init))
        return objects_global_state(c, init);
    if (!LLVMIsAConstantExpr(init) && !LLVMIsAConstantStruct(init) && !LLVMIsAConstantArray(init))
        return STATE_NONE;
    uint8_t states = STATE_NONE;
    for (int i = 0, n = LLVMGetNumOperands(init); i < n; i++)
        states |= held_states(c, LLVMGetOperand(init, (unsigned)i));
    return states;
}

static void note_held_unknowns(struct activity_context *c, LLVMValueRef init)
{
    if (LLVMIsAGlobalVariable(init)) {
        if (objects_global_state(c, init) & STATE_UNKNOWN)
            c->changed_mind |= object_set_put(&c->unknown_objects, c->types, init);
    } else if (LLVMIsAConstantExpr(init) || LLVMIsAConstantStruct(init) ||
               LLVMIsAConstantArray(init)) {
        for (int i = 0, n = LLVMGetNumOperands(init); i < n; i++)
            note_held_unknowns(c, LLVMGetOperand(init, (unsigned)i));
    }
}

/* A constant pointer in the initial value of active memory is there as if it had been stored. */
static void note_initial_constants(struct activity_context *c, LLVMValueRef g)
{
    LLVMValueRef init = LLVMIsDeclaration(g) ? NULL : LLVMGetInitializer(g);
    uint8_t held = init ? held_states(c, init) : STATE_NONE;
    bool constants = (held & STATE_CONST) != 0, unknown = (held & STATE_UNKNOWN) != 0;
    c->changed_mind |= constants && !c->constants_stored;
    c->constants_stored |= constants;
    if (unknown)
        note_held_unknowns(c, init);
}

/* The section whose first or last byte the linker gives this name; NULL: none. */
static const char *section_bound_by(LLVMValueRef g)
{
    static const char *const prefixes[] = {"__start_", "__stop_"};
    const char *name = LLVMIsDeclaration(g) ? LLVMGetValueName(g) : "";
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return name + strlen(prefixes[i]);
    return NULL;
}

/* The initial value has the address of a variable that may hold numbers, or lead to some. */
static bool holds_variable(struct activity_context *c, LLVMValueRef init)
{
    if (LLVMIsAGlobalVariable(init))
        return !LLVMIsGlobalConstant(init) && !only_integers(c, init);
    if (!LLVMIsAConstantExpr(init) && !LLVMIsAConstantStruct(init) && !LLVMIsAConstantArray(init))
        return false;
    for (int i = 0, n = LLVMGetNumOperands(init); i < n; i++)
        if (holds_variable(c, LLVMGetOperand(init, (unsigned)i)))
            return true;
    return false;
}

bool objects_in_section(struct activity_context *c, LLVMValueRef g)
{
    const char *section = section_bound_by(g);
    for (LLVMValueRef v = section ? LLVMGetFirstGlobal(c->module) : NULL; v;
         v = LLVMGetNextGlobal(v)) {
        const char *own = LLVMGetSection(v);
        if (own && !strcmp(own, section) && !LLVMIsDeclaration(v) &&
            ((!LLVMIsGlobalConstant(v) && !only_integers(c, v)) ||
             holds_variable(c, LLVMGetInitializer(v))))
            return true;
    }
    return false;
}

uint8_t objects_global_state(struct activity_context *c, LLVMValueRef g)
{
    uintptr_t known = (uintptr_t)map_get(&c->globals, g);
    if (known)
        return (uint8_t)(known - 1);
    uint8_t state = state_of_global(c, g);
    map_put(&c->globals, g, (void *)(uintptr_t)(state + 1u));
    if ((state & STATE_ACTIVE) && !(state & STATE_UNKNOWN))
        note_initial_constants(c, g);
    return state;
}

static LLVMValueRef base_of(LLVMValueRef p)
{
    return ezb_underlying_object(p, ADDRESS_STEPS);
}

bool objects_single_argument(const struct func *f, LLVMValueRef pointer, unsigned *arg)
{
    *arg = func_id(f, base_of(pointer));
    return *arg != NO_ID && *arg < f->arg_count;
}

bool objects_is_local(const struct func *f, LLVMValueRef pointer)
{
    unsigned v = func_id(f, base_of(pointer));
    return v != NO_ID && v >= f->arg_count &&
           (LLVMIsAAllocaInst(f->values[v]) || f->calls[v].cls == CALL_ALLOC ||
            f->calls[v].cls == CALL_TAPE_ALLOC);
}

static bool only_writes(const struct func *f, LLVMValueRef address)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        unsigned user = func_id(f, LLVMGetUser(u)), k = ezb_use_operand_no(u);
        if (user == NO_ID)
            return false;
        enum call_class cls = f->calls[user].cls;
        switch (LLVMGetInstructionOpcode(f->values[user])) {
        case LLVMStore:
            if (k == 0)
                return false;
            break;
        case LLVMGetElementPtr:
        case LLVMBitCast:
            if (!only_writes(f, f->values[user]))
                return false;
            break;
        case LLVMCall:
            if (cls == CALL_DISJOINT)
                break;
            if (k != 0 || (cls != CALL_MEMSET && cls != CALL_MEMCPY && cls != CALL_MEMMOVE) ||
                LLVMGetFirstUse(f->values[user]))
                return false;
            break;
        default: return false;
        }
    }
    return true;
}

bool objects_only_written(const struct func *f, unsigned arg)
{
    return only_writes(f, f->values[arg]);
}

/* ---- blocks that stay behind globals --------------------------------------------------------- */

static bool is_used_in_place(const struct func *f, unsigned v)
{
    LLVMValueRef inst = f->values[v];
    switch (f->calls[v].cls) {
    case CALL_FREE:
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
    case CALL_MEMSET:
    case CALL_NOP:
    case CALL_DISJOINT:
    case CALL_SNAPSHOT: return true;
    default: return LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst) || LLVMIsAICmpInst(inst);
    }
}

struct stay {
    struct activity_context *c;
    const struct func *f;
    const struct activity_facts *a; /* of the function that allocates it; NULL: of one it calls */
    struct bits seen;
    unsigned depth; /* of calls */
    bool found;     /* it is stored behind a global */
};
LIMIT(STAY_DEPTH, 4);

static bool goes_nowhere_else(struct stay *s, LLVMValueRef address);

/* The function that is called only uses what its parameter leads to. */
static bool stays_in_call(const struct stay *s, unsigned call, unsigned k)
{
    if (s->f->calls[call].cls != CALL_DEFINED || s->depth == STAY_DEPTH)
        return false;
    const struct func *callee = activity_func(s->c, s->f->calls[call].callee);
    struct stay inside = {.c = s->c,
                          .f = callee,
                          .seen = bits_new(s->c->arena, callee->value_count),
                          .depth = s->depth + 1};
    return k < callee->arg_count && goes_nowhere_else(&inside, callee->values[k]);
}

/* The result holds the address, or one in the block. */
static bool passes_on(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMGetElementPtr:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMInsertElement:
    case LLVMExtractElement:
    case LLVMShuffleVector:
    case LLVMInsertValue:
    case LLVMExtractValue: return true;
    default: return false;
    }
}

static bool goes_nowhere_else(struct stay *s, LLVMValueRef address)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned v = func_id(s->f, user);
        bool same = LLVMIsAInstruction(user) && passes_on(user);
        if (v == NO_ID ||
            (!same && !is_used_in_place(s->f, v) && !stays_in_call(s, v, ezb_use_operand_no(u))))
            return false;
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == address) {
            if (!s->a || !(activity_state(s->c, s->a, LLVMGetOperand(user, 1)) & STATE_UNKNOWN))
                return false;
            s->found = true;
        }
        if (same && bits_set(&s->seen, v) && !goes_nowhere_else(s, user))
            return false;
    }
    return true;
}

bool objects_stay_distant(struct activity_context *c, const struct activity_facts *a, unsigned v)
{
    if (!c->distant)
        return false;
    struct stay s = {.c = c, .f = a->f, .a = a, .seen = bits_new(c->arena, a->f->value_count)};
    return goes_nowhere_else(&s, a->f->values[v]) && s.found;
}
