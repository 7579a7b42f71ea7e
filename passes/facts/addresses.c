/* Where addresses go: one work list of (object, value that may hold its address), repeated until
 * calls add nothing. */
#include "facts/addresses.h"
#include "base/limits.h"
#include "facts/types.h"
#include "facts/words.h"

struct step {
    unsigned object, value;
};
struct crossing { /* a use that links objects: looked at again while links are found */
    unsigned object, user, operand;
};
struct walk {
    struct activity_context *c;
    struct addresses *a;
    struct func *f;
    VEC(struct step) work;
    VEC(struct crossing) crossings;
    bool changed;
};

static struct address_object *object_at(struct walk *w, unsigned i)
{
    return &w->a->list.items[i];
}

static void push_sink(struct walk *w, unsigned object, enum sink_kind kind, unsigned value,
                      unsigned operand)
{
    VEC_PUSH(w->c->arena, &object_at(w, object)->sinks, ((struct sink){kind, value, operand}));
}

static void add_alias(struct walk *w, unsigned object, unsigned value)
{
    if (!bits_set(&object_at(w, object)->aliases, value))
        return;
    w->changed = true;
    VEC_PUSH(w->c->arena, &w->work, ((struct step){object, value}));
}

/* ---- what is stored in objects --------------------------------------------------------------- */

static bool same_place(int64_t a, int64_t b)
{
    return a == b || a == ADDRESS_ANYWHERE || b == ADDRESS_ANYWHERE;
}

static int64_t offset_in(struct walk *w, LLVMValueRef pointer, unsigned object)
{
    int64_t offset = 0;
    LLVMValueRef base = ezb_strip_const_offsets(w->c->module, pointer, &offset, 1);
    return func_id(w->f, base) == object_at(w, object)->value ? offset : ADDRESS_ANYWHERE;
}

/* The local allocation that the pointer is based on, as an object number, or NO_ID. */
static unsigned local_object(struct walk *w, LLVMValueRef pointer)
{
    unsigned v = func_id(w->f, ezb_underlying_object(pointer, ADDRESS_STEPS));
    if (v == NO_ID || !w->a->index[v] || object_at(w, w->a->index[v] - 1)->argument)
        return NO_ID;
    return w->a->index[v] - 1;
}

static bool is_held(const struct address_object *h, unsigned object, int64_t at)
{
    bool held = bits_get(&h->held_anywhere, object);
    for (unsigned i = 0; i < h->held.count && !held; i++)
        held = h->held.items[i].what == object && h->held.items[i].at == at;
    return held;
}

static void add_held(struct walk *w, unsigned holder, unsigned object, int64_t at)
{
    struct address_object *h = object_at(w, holder);
    if (at == ADDRESS_ANYWHERE ? !bits_set(&h->held_anywhere, object) : is_held(h, object, at))
        return;
    VEC_PUSH(w->c->arena, &h->held, ((struct address_link){object, at}));
    w->changed = true;
    for (unsigned i = 0; i < h->loads.count; i++)
        if (same_place(h->loads.items[i].at, at))
            add_alias(w, object, h->loads.items[i].what);
}

static void add_load(struct walk *w, unsigned holder, unsigned load, int64_t at)
{
    struct address_object *h = object_at(w, holder);
    for (unsigned i = 0; i < h->loads.count; i++)
        if (h->loads.items[i].what == load && h->loads.items[i].at == at)
            return;
    VEC_PUSH(w->c->arena, &h->loads, ((struct address_link){load, at}));
    for (unsigned i = 0; i < h->held.count; i++)
        if (same_place(h->held.items[i].at, at))
            add_alias(w, h->held.items[i].what, load);
    if (h->argument)
        add_alias(w, holder, load);
}

/* ---- where addresses are kept ---------------------------------------------------------------- */

LIMIT(ORIGINS_MAX, 16);
struct origins {
    unsigned count;
    LLVMValueRef seen[ORIGINS_MAX];
};

/* Every address the pointer may hold was passed to the function or loaded through one that was. */
static bool from_arguments(struct walk *w, LLVMValueRef pointer, struct origins *o)
{
    LLVMValueRef base = ezb_underlying_object(pointer, ADDRESS_STEPS);
    unsigned v = func_id(w->f, base);
    if (v == NO_ID || v < w->f->arg_count)
        return v != NO_ID || LLVMIsNull(base);
    for (unsigned i = 0; i < o->count; i++)
        if (o->seen[i] == base)
            return true;
    if (o->count == ORIGINS_MAX)
        return false;
    o->seen[o->count++] = base;
    if (LLVMIsALoadInst(base))
        return from_arguments(w, LLVMGetOperand(base, 0), o);
    if (LLVMIsASelectInst(base))
        return from_arguments(w, LLVMGetOperand(base, 1), o) &&
               from_arguments(w, LLVMGetOperand(base, 2), o);
    if (!LLVMIsAPHINode(base))
        return false;
    for (unsigned i = 0; i < LLVMCountIncoming(base); i++)
        if (!from_arguments(w, LLVMGetIncomingValue(base, i), o))
            return false;
    return true;
}

static bool has_sink(const struct address_object *o, enum sink_kind kind, unsigned value)
{
    for (unsigned i = 0; i < o->sinks.count; i++)
        if (o->sinks.items[i].value == value && o->sinks.items[i].kind == kind)
            return true;
    return false;
}

/* The address is stored at `to` (NULL: somewhere), which is no local allocation. */
static void keep(struct walk *w, unsigned object, unsigned user, LLVMValueRef to)
{
    struct address_object *o = object_at(w, object);
    struct origins origins = {0};
    enum address_kept kept =
        to && from_arguments(w, to, &origins) ? KEPT_IN_ARGUMENTS : KEPT_ELSEWHERE;
    enum sink_kind kind = to ? SINK_KEPT : SINK_ESCAPE;
    if (o->kept >= kept && has_sink(o, kind, user))
        return;
    if (o->kept < kept)
        o->kept = kept;
    w->changed = true;
    if (!has_sink(o, kind, user))
        push_sink(w, object, kind, user, 0);
}

static bool may_be_in(struct walk *w, unsigned pointer, unsigned object)
{
    return pointer != NO_ID && bits_get(&object_at(w, object)->aliases, pointer);
}

/* The address is stored at `to`, in any object that this may be an address in, wherever it comes
 * from: one that phis choose from, or that was loaded. */
static void hold(struct walk *w, unsigned object, LLVMValueRef to)
{
    unsigned v = func_id(w->f, to);
    for (unsigned i = 0; i < w->a->list.count; i++)
        if (may_be_in(w, v, i))
            add_held(w, i, object, ADDRESS_ANYWHERE);
}

/* The address is stored in what `holder` holds. */
static void hold_below(struct walk *w, unsigned object, unsigned holder)
{
    for (unsigned i = 0; i < object_at(w, holder)->held.count; i++)
        add_held(w, object_at(w, holder)->held.items[i].what, object, ADDRESS_ANYWHERE);
}

/* What the object holds is stored at `to`. */
static void keep_contents(struct walk *w, unsigned object, unsigned user, LLVMValueRef to)
{
    if (object_at(w, object)->argument) {
        keep(w, object, user, to);
        hold(w, object, to);
    }
    for (unsigned i = 0; i < object_at(w, object)->held.count; i++) {
        unsigned held = object_at(w, object)->held.items[i].what;
        keep(w, held, user, to);
        hold(w, held, to);
    }
}

/* ---- calls ----------------------------------------------------------------------------------- */

static bool may_carry_address(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    activity_type_has(t, &fp, &ptr);
    return ptr || (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) >= 64);
}

static enum address_kept kept_by_callee(struct walk *w, unsigned call, unsigned operand)
{
    struct func *callee = activity_func(w->c, w->f->calls[call].callee);
    struct addresses *a = addresses_of(w->c, callee);
    if (!a || operand >= callee->arg_count)
        return KEPT_ELSEWHERE;
    return a->index[operand] ? a->list.items[a->index[operand] - 1].kept : KEPT_NOT;
}

/* The object's address is stored in what an operand of the call leads to. */
static void keep_in_operands(struct walk *w, unsigned object, unsigned call)
{
    for (unsigned k = 0, n = func_operand_count(w->f, call); k < n; k++) {
        LLVMValueRef operand = LLVMGetOperand(w->f->values[call], k);
        if (LLVMGetTypeKind(LLVMTypeOf(operand)) != LLVMPointerTypeKind || LLVMIsNull(operand) ||
            LLVMIsAFunction(operand))
            continue;
        if (local_object(w, operand) == NO_ID)
            keep(w, object, call, operand);
        hold(w, object, operand);
        for (unsigned i = 0, v = func_id(w->f, operand); i < w->a->list.count; i++)
            if (may_be_in(w, v, i))
                hold_below(w, object, i);
    }
}

static void cross_call(struct walk *w, unsigned object, unsigned call, unsigned operand)
{
    enum address_kept kept = kept_by_callee(w, call, operand);
    if (kept == KEPT_ELSEWHERE) {
        keep(w, object, call, NULL);
        keep_contents(w, object, call, NULL);
    } else if (kept == KEPT_IN_ARGUMENTS) {
        keep_in_operands(w, object, call);
        for (unsigned i = 0; i < object_at(w, object)->held.count; i++)
            keep_in_operands(w, object_at(w, object)->held.items[i].what, call);
    }
    if (!may_carry_address(LLVMTypeOf(w->f->values[call])))
        return;
    add_alias(w, object, call);
    add_load(w, object, call, ADDRESS_ANYWHERE);
}

/* A copy of what the object holds. */
static void cross_copy(struct walk *w, unsigned object, unsigned copy)
{
    LLVMValueRef to = LLVMGetOperand(w->f->values[copy], 0);
    unsigned into = local_object(w, to);
    if (into == NO_ID) {
        keep_contents(w, object, copy, to);
        return;
    }
    if (object_at(w, object)->argument)
        add_held(w, into, object, ADDRESS_ANYWHERE);
    for (unsigned i = 0; i < object_at(w, object)->held.count; i++)
        add_held(w, into, object_at(w, object)->held.items[i].what, ADDRESS_ANYWHERE);
}

static void cross(struct walk *w, const struct crossing *x)
{
    if (LLVMIsAStoreInst(w->f->values[x->user]))
        hold(w, x->object, LLVMGetOperand(w->f->values[x->user], 1));
    else if (w->f->calls[x->user].cls == CALL_DEFINED)
        cross_call(w, x->object, x->user, x->operand);
    else
        cross_copy(w, x->object, x->user);
}

static void call_use(struct walk *w, unsigned object, unsigned user, unsigned operand)
{
    switch (w->f->calls[user].cls) {
    case CALL_MEMCPY:
    case CALL_MEMMOVE:
        if (operand == 0)
            push_sink(w, object, SINK_COPY, user, operand);
        else if (operand == 1)
            VEC_PUSH(w->c->arena, &w->crossings, ((struct crossing){object, user, operand}));
        break;
    case CALL_CAS: keep(w, object, user, NULL); break;
    case CALL_DEFINED:
        push_sink(w, object, SINK_CALL, user, operand);
        VEC_PUSH(w->c->arena, &w->crossings, ((struct crossing){object, user, operand}));
        break;
    case CALL_CUSTOM:
    case CALL_INDIRECT:
    case CALL_UNKNOWN:
    case CALL_ASM: push_sink(w, object, SINK_CALL, user, operand); break;
    default: break;
    }
}

/* ---- following ------------------------------------------------------------------------------- */

static void store_use(struct walk *w, unsigned object, unsigned user, unsigned operand)
{
    LLVMValueRef pointer = LLVMGetOperand(w->f->values[user], 1);
    unsigned into = local_object(w, pointer);
    if (operand == 1)
        push_sink(w, object, SINK_STORE, user, operand);
    else if (into != NO_ID)
        add_held(w, into, object, offset_in(w, pointer, into));
    else {
        keep(w, object, user, pointer);
        VEC_PUSH(w->c->arena, &w->crossings, ((struct crossing){object, user, operand}));
    }
}

/* Integers out of memory are followed if they may be addresses. */
static void load_use(struct walk *w, unsigned object, unsigned user)
{
    LLVMValueRef load = w->f->values[user];
    bool known = false, fp = false, ptr = false;
    if (!may_carry_address(LLVMTypeOf(load)))
        return;
    if (LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMIntegerTypeKind &&
        !words_feeds_pointer(w->c, w->f, load) && !words_may_be(w->c, w->f, load)) {
        LLVMTypeRef carried = types_of_int(w->c->types, load, &known);
        if (!carried || !activity_type_has(carried, &fp, &ptr) || !ptr)
            return;
    }
    add_load(w, object, user, offset_in(w, LLVMGetOperand(load, 0), object));
}

/* An integer that is an address, perhaps as such out of memory that holds pointers. */
static bool is_address(struct walk *w, LLVMValueRef v)
{
    bool known;
    LLVMTypeRef carried =
        LLVMIsALoadInst(v) || LLVMIsAPHINode(v) ? types_of_int(w->c->types, v, &known) : NULL;
    return LLVMIsAPtrToIntInst(v) || (carried && LLVMGetTypeKind(carried) == LLVMPointerTypeKind);
}

/* Of the difference of two addresses no address is made again. */
static bool is_distance(struct walk *w, LLVMValueRef v)
{
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMSub &&
           is_address(w, LLVMGetOperand(v, 0)) && is_address(w, LLVMGetOperand(v, 1)) &&
           !words_feeds_pointer(w->c, w->f, v) && !words_may_be(w->c, w->f, v);
}

/* Only distances between addresses and comparisons come of the integer. */
static bool only_measures(struct walk *w, LLVMValueRef integer)
{
    for (LLVMUseRef u = LLVMGetFirstUse(integer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_distance(w, user) && !LLVMIsAICmpInst(user))
            return false;
    }
    return true;
}

/* Counting in an integer. */
static bool is_counter(LLVMValueRef rmw)
{
    return LLVMGetAtomicRMWBinOp(rmw) != LLVMAtomicRMWBinOpXchg &&
           LLVMGetTypeKind(LLVMTypeOf(rmw)) == LLVMIntegerTypeKind;
}

/* True if the user's result carries the address on. */
static bool visit_use(struct walk *w, unsigned object, unsigned from, unsigned user,
                      unsigned operand)
{
    LLVMValueRef inst = w->f->values[user];
    bool integer = LLVMGetTypeKind(LLVMTypeOf(w->f->values[from])) == LLVMIntegerTypeKind;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMICmp: return false;
    case LLVMLoad: load_use(w, object, user); return false;
    case LLVMStore: store_use(w, object, user, operand); return false;
    case LLVMCall:
    case LLVMInvoke:
        call_use(w, object, user, operand);
        return w->f->calls[user].cls == CALL_POINTER;
    case LLVMGetElementPtr:
    case LLVMPHI:
    case LLVMSelect:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMFreeze: return true;
    case LLVMPtrToInt:
        if (only_measures(w, inst))
            return false;
        keep(w, object, user, NULL);
        return false;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMAdd:
    case LLVMSub:
    case LLVMIntToPtr: return integer;
    case LLVMRet:
        if (!object_at(w, object)->argument && !has_sink(object_at(w, object), SINK_RETURNED, user))
            push_sink(w, object, SINK_RETURNED, user, operand);
        return false;
    case LLVMAtomicRMW:
        if (operand == 0 && is_counter(inst))
            return false;
        break;
    default: break;
    }
    if (!integer)
        keep(w, object, user, NULL);
    return false;
}

static void follow(struct walk *w)
{
    while (w->work.count) {
        struct step s = w->work.items[--w->work.count];
        for (LLVMUseRef u = LLVMGetFirstUse(w->f->values[s.value]); u; u = LLVMGetNextUse(u)) {
            unsigned user = func_id(w->f, LLVMGetUser(u));
            if (user != NO_ID && visit_use(w, s.object, s.value, user, ezb_use_operand_no(u)))
                add_alias(w, s.object, user);
        }
    }
}

static void add_object(struct walk *w, unsigned value, bool argument)
{
    struct address_object o = {
        .value = value, .argument = argument, .aliases = bits_new(w->c->arena, w->f->value_count)};
    VEC_PUSH(w->c->arena, &w->a->list, o);
    w->a->index[value] = w->a->list.count;
}

static void find_objects(struct walk *w)
{
    for (unsigned v = 0; v < w->f->value_count; v++) {
        enum call_class cls = w->f->calls[v].cls;
        bool argument = v < w->f->arg_count;
        if (argument
                ? LLVMGetTypeKind(LLVMTypeOf(w->f->values[v])) == LLVMPointerTypeKind
                : LLVMIsAAllocaInst(w->f->values[v]) || cls == CALL_ALLOC || cls == CALL_TAPE_ALLOC)
            add_object(w, v, argument);
    }
    for (unsigned i = 0; i < w->a->list.count; i++)
        object_at(w, i)->held_anywhere = bits_new(w->c->arena, w->a->list.count);
}

struct addresses *addresses_of(struct activity_context *c, struct func *f)
{
    struct addresses **known = map_get(&c->addresses, f);
    if (known)
        return *known;
    known = ARENA_NEW(c->arena, struct addresses *);
    map_put(&c->addresses, f, known);
    struct walk w = {.c = c, .a = ARENA_NEW(c->arena, struct addresses), .f = f};
    w.a->f = f;
    w.a->index = ARENA_ARRAY(c->arena, unsigned, f->value_count);
    find_objects(&w);
    for (unsigned i = 0; i < w.a->list.count; i++)
        add_alias(&w, i, w.a->list.items[i].value);
    do {
        w.changed = false;
        follow(&w);
        for (unsigned i = 0; i < w.crossings.count; i++)
            cross(&w, &w.crossings.items[i]);
    } while (w.changed || w.work.count);
    *known = w.a;
    return w.a;
}
