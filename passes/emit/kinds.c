/* Code that keeps the kind map of memory whose bytes only the run can tell apart. What is put into
 * the map, and what is read from it, says runtime/kinds. */
#include "base/target.h"
#include "base/type.h"
#include "emit/derivative.h"
#include "enz_rt.h"
#include "ir/constants.h"

static unsigned kind_of(LLVMTypeRef t)
{
    switch (LLVMGetTypeKind(t)) {
    case LLVMPointerTypeKind: return ENZ_RT_KIND_POINTER;
    case LLVMHalfTypeKind: return ENZ_RT_KIND_HALF;
    case LLVMBFloatTypeKind: return ENZ_RT_KIND_BFLOAT;
    case LLVMFloatTypeKind: return ENZ_RT_KIND_FLOAT;
    case LLVMDoubleTypeKind: return ENZ_RT_KIND_DOUBLE;
    case LLVMX86_FP80TypeKind: return ENZ_RT_KIND_X86_FP80;
    default: return ENZ_RT_KIND_INTEGER;
    }
}

static bool is_float(unsigned kind)
{
    return kind >= ENZ_RT_KIND_HALF;
}

/* ---- calls of the runtime ---- */

enum { MOST_ARGS = 8 };

/* The tape that has the kind map. */
static LLVMValueRef map_of(struct gen *g)
{
    return g->kind == GEN_FORWARD ? g->map : g->tape;
}

/* ret name(tape, args...) */
static LLVMValueRef call_for(struct gen *g, LLVMTypeRef ret, const char *name,
                             const LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef types[MOST_ARGS] = {gen_ptr_type(g)};
    LLVMValueRef all[MOST_ARGS] = {map_of(g)};
    for (unsigned i = 0; i < n; i++) {
        all[i + 1] = args[i];
        types[i + 1] = LLVMTypeOf(args[i]);
    }
    return gen_call(g, gen_declare(g, name, ret, types, n + 1), all, n + 1);
}

static LLVMValueRef call(struct gen *g, const char *name, const LLVMValueRef *args, unsigned n)
{
    return call_for(g, LLVMVoidTypeInContext(g->context), name, args, n);
}

static LLVMValueRef const_u32(struct gen *g, unsigned n)
{
    return LLVMConstInt(LLVMInt32TypeInContext(g->context), n, 0);
}

/* ---- the parts of a value in memory ---- */

struct part {
    struct gen *g;
    LLVMValueRef primal;       /* address of the whole value, where pointers are loaded */
    LLVMValueRef inst, shadow; /* of the whole value */
    LLVMValueRef copy;         /* a variable with the whole adjoint, or NULL */
    bool active;               /* integers depend on active values */
    LLVMValueRef address;      /* i1: an integer was made of an address */
    LLVMValueRef differs;      /* i1: a stored integer is an address with a shadow, or NULL */
    bool pointer;              /* what is loaded is used as a pointer; stored: perhaps none */
};
typedef void part_visitor(const struct part *p, uint64_t at, uint64_t size, unsigned kind);

static void visit_parts(const struct part *p, LLVMTypeRef t, uint64_t at, part_visitor *visit);

static void visit_elements(const struct part *p, LLVMTypeRef t, uint64_t at, part_visitor *visit)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(p->g->module);
    LLVMTypeRef element = LLVMGetElementType(t);
    bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
    uint64_t n = vector ? LLVMGetVectorSize(t) : LLVMGetArrayLength2(t),
             step =
                 vector ? LLVMStoreSizeOfType(target, t) / n : LLVMABISizeOfType(target, element);
    unsigned kind = kind_of(element);
    bool scalar = kind != ENZ_RT_KIND_INTEGER || LLVMGetTypeKind(element) == LLVMIntegerTypeKind;
    if (scalar && step * n <= UINT32_MAX) /* all at once */
        visit(p, at, step * n, kind);
    for (uint64_t i = 0; i < n && !scalar; i++)
        visit_parts(p, element, at + i * step, visit);
}

/* Calls `visit` for each scalar, or array of scalars, in a value of type t. */
static void visit_parts(const struct part *p, LLVMTypeRef t, uint64_t at, part_visitor *visit)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(p->g->module);
    switch (LLVMGetTypeKind(t)) {
    case LLVMVectorTypeKind:
    case LLVMArrayTypeKind: visit_elements(p, t, at, visit); break;
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            visit_parts(p, LLVMStructGetTypeAtIndex(t, i), at + LLVMOffsetOfElement(target, t, i),
                        visit);
        break;
    default: visit(p, at, LLVMStoreSizeOfType(target, t), kind_of(t));
    }
}

static LLVMValueRef address(const struct part *p, LLVMValueRef base, uint64_t at)
{
    return at ? gen_offset(p->g, base, gen_const_i64(p->g, at)) : base;
}

/* ---- forward sweep ---- */

void gen_kind_fresh(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef bytes)
{
    const struct plan_bytes *bytes_of = gen_bytes(g, inst);
    if (bytes_of->tracked || bytes_of->followed)
        call(g, "enz_rt_kind_fresh", (LLVMValueRef[]){shadow, bytes}, 2);
}

/* Of what is stored. */
static LLVMValueRef tag_of_part(const struct part *p, unsigned kind)
{
    struct gen *g = p->g;
    LLVMValueRef tag = const_u32(g, kind);
    if (kind == ENZ_RT_KIND_INTEGER && p->differs)
        tag = LLVMBuildSelect(g->b, p->differs, const_u32(g, ENZ_RT_KIND_POINTER), tag, "");
    if (kind == ENZ_RT_KIND_INTEGER && p->address)
        tag = LLVMBuildSelect(g->b, p->address, const_u32(g, ENZ_RT_KIND_LOST), tag, "");
    return tag;
}

/* For one value of eight bytes the runtime has functions of its own. */
static const char *note_of_one(uint64_t size, unsigned kind)
{
    if (size != 8)
        return NULL;
    return kind == ENZ_RT_KIND_DOUBLE    ? "enz_rt_kind_store_double"
           : kind == ENZ_RT_KIND_POINTER ? "enz_rt_kind_store_pointer"
                                         : NULL;
}

static void note_part(const struct part *p, uint64_t at, uint64_t size, unsigned kind)
{
    struct gen *g = p->g;
    LLVMValueRef shadow = address(p, p->shadow, at), where = gen_where(g, p->inst);
    const char *one = note_of_one(size, kind);
    if (one)
        call(g, one, (LLVMValueRef[]){shadow, where}, 2);
    else
        call(g, "enz_rt_kind_store",
             (LLVMValueRef[]){shadow, gen_const_i64(g, size), tag_of_part(p, kind), where}, 4);
}

/* An integer that is an address with a shadow has the tag of a pointer. What forward mode loads
 * from memory of the user's may be a shadow or a tangent: then they are the same. */
static LLVMValueRef stores_word(struct gen *g, LLVMValueRef store, unsigned direction)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    LLVMTypeRef t = gen_bytes(g, store)->store->type;
    if (!gen_is_word(g, t ? t : LLVMTypeOf(value)) || !gen_has_shadow(g, value))
        return NULL;
    LLVMValueRef shadow = gen_shadow(g, value, direction),
                 differs = LLVMBuildICmp(g->b, LLVMIntNE, shadow, gen_primal(g, value), "");
    if (g->kind != GEN_FORWARD || !(gen_state(g, value) & STATE_VARIED))
        return differs;
    LLVMValueRef tangent = gen_tangent_as(g, value, direction, LLVMTypeOf(shadow));
    return LLVMBuildAnd(g->b, differs, LLVMBuildICmp(g->b, LLVMIntNE, shadow, tangent, ""), "");
}

LLVMValueRef gen_kind_perhaps_address(struct gen *g, LLVMValueRef store, unsigned direction)
{
    bool follows = gen_bytes(g, store)->tracked || g->kind == GEN_FORWARD;
    return follows ? stores_word(g, store, direction) : NULL;
}

void gen_kind_store(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, 1);
    struct part p = {.g = g,
                     .inst = inst,
                     .shadow = gen_shadow(g, pointer, direction),
                     .address = gen_stores_address(g, inst),
                     .differs = gen_kind_perhaps_address(g, inst, direction)};
    struct gen_guard guard =
        gen_guard_begin(g, gen_state(g, pointer), gen_primal(g, pointer), p.shadow);
    visit_parts(&p, gen_bytes(g, inst)->store->type, 0, note_part);
    gen_guard_end(g, guard);
}

LLVMValueRef gen_kind_has_address(struct gen *g, LLVMValueRef shadow, uint64_t n)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(g->context),
                params[] = {gen_ptr_type(g), gen_ptr_type(g), gen_i64(g)};
    LLVMValueRef args[] = {g->tape, shadow, gen_const_i64(g, n)};
    LLVMValueRef found =
        gen_call(g, gen_declare(g, "enz_rt_kind_has_address", i32, params, 3), args, 3);
    return LLVMBuildICmp(g->b, LLVMIntNE, found, const_u32(g, 0), "");
}

static void check_part(const struct part *p, uint64_t at, uint64_t size, unsigned kind)
{
    struct gen *g = p->g;
    if (kind == ENZ_RT_KIND_INTEGER)
        call(g, "enz_rt_kind_no_pointer",
             (LLVMValueRef[]){address(p, p->shadow, at), gen_const_i64(g, size),
                              address(p, p->primal, at), gen_where(g, p->inst)},
             4);
}

static void load_part(const struct part *p, uint64_t at, uint64_t size, unsigned kind)
{
    struct gen *g = p->g;
    bool again = g->kind == GEN_TANGENTS;
    LLVMValueRef where =
        again || p->pointer ? gen_where(g, p->inst) : LLVMConstNull(gen_ptr_type(g));
    if (kind == ENZ_RT_KIND_POINTER)
        call(g, again ? "enz_rt_kind_reload" : "enz_rt_kind_load",
             (LLVMValueRef[]){address(p, p->shadow, at), address(p, p->copy, at),
                              gen_const_i64(g, size), address(p, p->primal, at), where},
             5);
}

void gen_kind_check_load(struct gen *g, LLVMValueRef inst)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    if (!gen_bytes(g, inst)->unknown)
        return;
    for (unsigned direction = 0; direction < g->width; direction++) {
        struct part p = {.g = g,
                         .inst = inst,
                         .primal = gen_primal(g, pointer),
                         .shadow = gen_shadow(g, pointer, direction)};
        struct gen_guard guard = gen_guard_begin(g, gen_state(g, pointer), p.primal, p.shadow);
        visit_parts(&p, LLVMTypeOf(inst), 0, check_part);
        gen_guard_end(g, guard);
    }
}

LLVMValueRef gen_kind_load(struct gen *g, LLVMValueRef inst, LLVMValueRef loaded,
                           unsigned direction)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    LLVMTypeRef t = gen_bytes(g, inst)->type;
    struct part p = {.g = g,
                     .inst = inst,
                     .primal = gen_primal(g, pointer),
                     .shadow = gen_shadow(g, pointer, direction),
                     .copy = gen_stack_slot(g, LLVMTypeOf(loaded), false),
                     .pointer = LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMIntegerTypeKind};
    if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind) /* an address with flags in some bits */
        t = gen_ptr_type(g);
    LLVMBuildStore(g->b, loaded, p.copy);
    struct gen_guard guard =
        gen_guard_begin(g, gen_state(g, pointer), gen_primal(g, pointer), p.shadow);
    visit_parts(&p, t, 0, load_part);
    gen_guard_end(g, guard);
    return LLVMBuildLoad2(g->b, LLVMTypeOf(loaded), p.copy, "");
}

void gen_kind_untyped(struct gen *g, LLVMValueRef p, LLVMValueRef bytes)
{
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef shadow = gen_shadow(g, p, direction);
        struct gen_guard guard = gen_guard_begin(g, gen_state(g, p), gen_primal(g, p), shadow);
        call(g, "enz_rt_kind_store",
             (LLVMValueRef[]){shadow, bytes, const_u32(g, ENZ_RT_KIND_INTEGER),
                              LLVMConstNull(gen_ptr_type(g))},
             4);
        gen_guard_end(g, guard);
    }
}

/* A bit for each of the bytes behind p that is, or may be, part of a value or of an address. */
static LLVMValueRef carried_bytes(struct gen *g, LLVMValueRef p, LLVMValueRef n)
{
    const char *name = g->kind == GEN_FORWARD ? "enz_rt_kind_moving" : "enz_rt_kind_carried";
    LLVMValueRef carried = gen_const_i64(g, 0);
    for (unsigned direction = 0; direction < g->width && gen_has_shadow(g, p); direction++) {
        LLVMValueRef args[] = {gen_shadow(g, p, direction), gen_primal(g, p), n};
        carried = LLVMBuildOr(g->b, carried, call_for(g, gen_i64(g), name, args, 3), "");
    }
    return carried;
}

/* Where what is behind p may be an address with a shadow, arithmetic on it makes another. */
static void note_rest(struct gen *g, LLVMValueRef rest, LLVMValueRef p, LLVMValueRef n)
{
    for (unsigned direction = 0; direction < g->width && gen_has_shadow(g, p); direction++)
        call(g, "enz_rt_kind_rest",
             (LLVMValueRef[]){gen_shadow(g, rest, direction), gen_shadow(g, p, direction),
                              gen_primal(g, p), n},
             4);
}

void gen_byte_sources(struct gen *g, unsigned v)
{
    LLVMTypeRef ptr = gen_ptr_type(g), i64 = gen_i64(g), params[] = {ptr, ptr, i64, i64, i64, ptr};
    LLVMValueRef inst = g->f->values[v], a = LLVMGetOperand(inst, 0), b = LLVMGetOperand(inst, 1),
                 n = LLVMGetOperand(inst, 2), rest = LLVMGetOperand(inst, 3),
                 in_a = carried_bytes(g, a, n), in_b = carried_bytes(g, b, n),
                 where = g->kind == GEN_FORWARD && !LLVMIsNull(rest) ? gen_where(g, inst)
                                                                     : LLVMConstNull(ptr);
    if (g->bytes[v].tracked && gen_has_shadow(g, rest)) {
        note_rest(g, rest, a, n);
        note_rest(g, rest, b, n);
    }
    LLVMValueRef args[] = {gen_primal(g, a), gen_primal(g, b), n, in_a, in_b, where};
    gen_note_value(g, v,
                   gen_call(g, gen_declare(g, "enz_rt_kind_sources", i64, params, 6), args, 6));
}

LLVMValueRef gen_kind_constant_pointer(struct gen *g, unsigned v, LLVMValueRef shadow,
                                       unsigned direction)
{
    if (!g->bytes[v].perhaps_constant)
        return shadow;
    LLVMValueRef none =
        LLVMBuildICmp(g->b, LLVMIntEQ, shadow, LLVMConstNull(LLVMTypeOf(shadow)), "");
    if (g->bytes[v].checks_constant)
        gen_check_constant(g, g->f->values[v], none, direction);
    return LLVMBuildSelect(g->b, none, g->primal[v], shadow, "");
}

/* ---- forward mode ---- */

static void put_part(const struct part *p, uint64_t at, uint64_t size, unsigned kind)
{
    struct gen *g = p->g;
    call(g, "enz_rt_kind_put",
         (LLVMValueRef[]){address(p, p->shadow, at), gen_const_i64(g, size), tag_of_part(p, kind)},
         3);
}

static void put_value(const struct part *p, LLVMValueRef pointer, LLVMTypeRef t)
{
    struct gen *g = p->g;
    struct gen_guard guard =
        gen_guard_begin(g, gen_state(g, pointer), gen_primal(g, pointer), p->shadow);
    visit_parts(p, t, 0, put_part);
    gen_guard_end(g, guard);
}

void gen_kind_put_type(struct gen *g, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef t,
                       unsigned direction)
{
    struct part p = {.g = g, .inst = inst, .shadow = gen_shadow(g, pointer, direction)};
    put_value(&p, pointer, t);
}

void gen_kind_put(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, 1);
    struct part p = {.g = g,
                     .inst = inst,
                     .shadow = gen_shadow(g, pointer, direction),
                     .address = gen_stores_address(g, inst),
                     .differs = stores_word(g, inst, direction)};
    put_value(&p, pointer, gen_bytes(g, inst)->store->type);
}

void gen_kind_text(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow)
{
    struct part p = {.g = g, .inst = inst, .shadow = shadow};
    uint64_t size = target_pointer_bytes(g->module);
    if (gen_bytes(g, inst)->tracked)
        note_part(&p, 0, size, ENZ_RT_KIND_POINTER);
    if (gen_bytes(g, inst)->followed)
        put_part(&p, 0, size, ENZ_RT_KIND_POINTER);
}

/* The shadow of no pointer or word; of others, which end the program before, anything is. */
static LLVMValueRef lost_shadow(struct gen *g, LLVMTypeRef t)
{
    static const uint64_t each_byte = UINT64_C(0x0101010101010101);
    LLVMValueRef lost = LLVMConstInt(target_size(g->module), ENZ_RT_LOST * each_byte, 0);
    if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
        return LLVMConstIntToPtr(lost, t);
    return gen_is_word(g, t) ? lost : LLVMConstNull(t);
}

LLVMValueRef gen_kind_followed(struct gen *g, LLVMValueRef inst, LLVMValueRef loaded,
                               unsigned direction)
{
    LLVMTypeRef t = LLVMTypeOf(inst);
    LLVMValueRef from = LLVMGetOperand(inst, 0);
    bool fp = false, pointer = false;
    activity_type_has(t, &fp, &pointer);
    if (!pointer && !gen_is_word(g, t))
        return loaded;
    uint64_t n = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), t);
    LLVMValueRef where = gen_is_word(g, t) ? LLVMConstNull(gen_ptr_type(g)) : gen_where(g, inst),
                 args[] = {gen_shadow(g, from, direction), gen_const_i64(g, n), gen_primal(g, from),
                           where},
                 lost = call_for(g, LLVMInt32TypeInContext(g->context), "enz_rt_kind_no_shadow",
                                 args, 4);
    lost = LLVMBuildICmp(g->b, LLVMIntNE, lost, const_u32(g, 0), "");
    return LLVMBuildSelect(g->b, lost, lost_shadow(g, t), loaded, "");
}

void gen_kind_part(struct gen *g, LLVMValueRef inst, unsigned direction)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, 1),
                 tangent = gen_tangent_of(g, LLVMGetOperand(inst, 0), direction),
                 shadow = gen_shadow(g, pointer, direction);
    LLVMTypeRef t = LLVMTypeOf(tangent);
    if (LLVMGetTypeKind(t) != LLVMIntegerTypeKind || LLVMIsNull(tangent))
        return;
    LLVMValueRef bytes =
        gen_const_i64(g, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), t));
    LLVMValueRef address = stores_word(g, inst, direction);
    if (address) /* it has the tag of a pointer */
        bytes = LLVMBuildSelect(g->b, address, gen_const_i64(g, 0), bytes, "");
    struct gen_guard guard =
        gen_guard_begin(g, gen_state(g, pointer), gen_primal(g, pointer), shadow);
    call(g, "enz_rt_kind_part", (LLVMValueRef[]){shadow, bytes}, 2);
    gen_guard_end(g, guard);
}

void gen_kind_put_untyped(struct gen *g, LLVMValueRef shadow, LLVMValueRef bytes)
{
    call(g, "enz_rt_kind_put", (LLVMValueRef[]){shadow, bytes, const_u32(g, ENZ_RT_KIND_INTEGER)},
         3);
}

static void tangent_part(const struct part *p, uint64_t at, uint64_t size, unsigned kind)
{
    struct gen *g = p->g;
    if (!is_float(kind)) {
        if (g->c->words)
            call(g, "enz_rt_kind_bits",
                 (LLVMValueRef[]){address(p, p->shadow, at), address(p, p->copy, at),
                                  gen_const_i64(g, size)},
                 3);
        return;
    }
    LLVMValueRef lost =
        call_for(g, LLVMInt32TypeInContext(g->context), "enz_rt_kind_tangent",
                 (LLVMValueRef[]){address(p, p->shadow, at), address(p, p->copy, at),
                                  gen_const_i64(g, size), const_u32(g, kind)},
                 4);
    gen_note_lost(g, p->inst, LLVMBuildICmp(g->b, LLVMIntNE, lost, const_u32(g, 0), ""));
}

LLVMValueRef gen_kind_tangent(struct gen *g, LLVMValueRef inst, LLVMValueRef loaded,
                              unsigned direction)
{
    LLVMTypeRef t = LLVMTypeOf(loaded);
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    struct part p = {.g = g,
                     .inst = inst,
                     .shadow = gen_shadow(g, pointer, direction),
                     .copy = gen_stack_slot(g, t, false)};
    LLVMBuildStore(g->b, loaded, p.copy);
    struct gen_guard guard =
        gen_guard_begin(g, gen_state(g, pointer), gen_primal(g, pointer), p.shadow);
    visit_parts(&p, t, 0, tangent_part);
    gen_guard_end(g, guard);
    return LLVMBuildLoad2(g->b, t, p.copy, "");
}

/* ---- reverse sweep ---- */

static void add_part(const struct part *p, uint64_t at, uint64_t size, unsigned kind)
{
    struct gen *g = p->g;
    if (is_float(kind))
        call(g, "enz_rt_kind_add",
             (LLVMValueRef[]){address(p, p->shadow, at), address(p, p->copy, at),
                              gen_const_i64(g, size), const_u32(g, kind), gen_where(g, p->inst)},
             5);
}

/* For values of a format that the runtime has functions of its own for: their name, else NULL. */
static const char *name_for_one(LLVMTypeRef t, const char *for_float, const char *for_double)
{
    unsigned kind = kind_of(t);
    return kind == ENZ_RT_KIND_FLOAT ? for_float : kind == ENZ_RT_KIND_DOUBLE ? for_double : NULL;
}

void gen_kind_add(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef bar)
{
    LLVMTypeRef t = LLVMTypeOf(bar);
    const char *one = name_for_one(t, "enz_rt_kind_add_float", "enz_rt_kind_add_double");
    if (one) {
        call(g, one, (LLVMValueRef[]){shadow, bar, gen_where(g, inst)}, 3);
        return;
    }
    struct part p = {.g = g, .inst = inst, .shadow = shadow, .copy = gen_stack_slot(g, t, false)};
    if (LLVMGetTypeKind(t) == LLVMIntegerTypeKind) { /* nothing tells what would be added */
        gen_check_zero(g, inst, bar);
        return;
    }
    LLVMBuildStore(g->b, bar, p.copy);
    visit_parts(&p, t, 0, add_part);
}

static void take_part(const struct part *p, uint64_t at, uint64_t size, unsigned kind)
{
    struct gen *g = p->g;
    LLVMValueRef shadow = address(p, p->shadow, at), bytes = gen_const_i64(g, size),
                 where = gen_where(g, p->inst);
    if (is_float(kind))
        call(g, "enz_rt_kind_take",
             (LLVMValueRef[]){shadow, address(p, p->copy, at), bytes, const_u32(g, kind), where},
             5);
    else
        call(g, "enz_rt_kind_overwritten",
             (LLVMValueRef[]){shadow, bytes,
                              const_u32(g, kind == ENZ_RT_KIND_POINTER ? p->pointer : p->active),
                              where},
             4);
}

LLVMValueRef gen_kind_take(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMTypeRef t)
{
    const char *one = name_for_one(t, "enz_rt_kind_take_float", "enz_rt_kind_take_double");
    if (one)
        return call_for(g, t, one, (LLVMValueRef[]){shadow, gen_where(g, inst)}, 2);
    LLVMValueRef copy = gen_stack_slot(g, t, true);
    const struct plan_store *store = gen_bytes(g, inst)->store;
    struct part p = {.g = g,
                     .inst = inst,
                     .shadow = shadow,
                     .copy = copy,
                     .pointer = store->as_pointer,
                     .active = gen_is_active(g, LLVMGetOperand(inst, 0)) || store->parts};
    visit_parts(&p, t, 0, take_part);
    return LLVMBuildLoad2(g->b, t, copy, "");
}

void gen_kind_overwritten(struct gen *g, LLVMValueRef inst, LLVMValueRef shadow, LLVMValueRef bytes)
{
    call(g, "enz_rt_kind_overwritten",
         (LLVMValueRef[]){shadow, bytes, const_u32(g, 0), gen_where(g, inst)}, 4);
}

void gen_kind_clear(struct gen *g, LLVMValueRef shadow, LLVMValueRef bytes)
{
    call(g, "enz_rt_kind_clear_adjoints", (LLVMValueRef[]){shadow, bytes}, 2);
}

/* ---- copies ---- */

static uint8_t may_be_float(LLVMTypeRef t)
{
    unsigned kind = kind_of(t); /* of void: ENZ_RT_KIND_INTEGER */
    return (uint8_t)(ENZ_RT_MAY_BE_FLOAT | (is_float(kind) ? kind : 0));
}

/* only: as in struct type_elem. */
static uint8_t may_be_untyped(LLVMTypeRef only)
{
    return only ? may_be_float(only) : ENZ_RT_MAY_BE_POINTER | ENZ_RT_MAY_BE_FLOAT;
}

static uint8_t possible_of(const struct gen *g, const struct type_elem *e)
{
    switch (e->kind) {
    case ELEM_INT: return g->c->words ? ENZ_RT_MAY_BE_POINTER : 0;
    case ELEM_PTR: return ENZ_RT_MAY_BE_POINTER;
    case ELEM_FLOAT: return may_be_float(e->type);
    case ELEM_UNTYPED: return may_be_untyped(e->type);
    default: return 0;
    }
}

struct possible {
    LLVMValueRef bytes, period;
};

static struct possible possible_constant(struct gen *g, const uint8_t *bytes, uint64_t n)
{
    return (struct possible){constants_bytes(g->module, bytes, n), gen_const_i64(g, n)};
}

/* A constant with what each byte of one period can be. The bytes behind the last whole period are
 * the beginning of another. */
static struct possible possible_listed(struct gen *g, LLVMValueRef inst,
                                       const struct copy_layout *l)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(g->module);
    uint64_t n = l->period ? l->period : LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 2));
    uint8_t *bytes = ARENA_ARRAY(g->arena, uint8_t, n + 1);
    for (unsigned i = 0; i < l->count; i++) {
        const struct type_elem *e = &l->elems[i];
        uint64_t size = e->kind == ELEM_UNTYPED ? e->size : LLVMStoreSizeOfType(target, e->type);
        for (uint64_t k = e->offset; k < e->offset + size && k < n; k++)
            bytes[k] = possible_of(g, e);
    }
    return possible_constant(g, bytes, n);
}

/* What the bytes can be that `inst` copies; bytes: how many they are. */
static struct possible possible_bytes(struct gen *g, LLVMValueRef inst, const struct copy_layout *l,
                                      LLVMValueRef bytes)
{
    const uint8_t anything[] = {may_be_untyped(l->only)};
    if (l->untyped)
        return possible_constant(g, anything, 1);
    struct possible listed = possible_listed(g, inst, l);
    if (!l->limit)
        return listed;
    struct possible any = possible_constant(g, anything, 1);
    LLVMValueRef more = LLVMBuildICmp(g->b, LLVMIntUGT, bytes, gen_const_i64(g, l->limit), "");
    return (struct possible){LLVMBuildSelect(g->b, more, any.bytes, listed.bytes, ""),
                             LLVMBuildSelect(g->b, more, any.period, listed.period, "")};
}

static void copy_from(struct gen *g, const char *name, LLVMValueRef dst, LLVMValueRef src,
                      LLVMValueRef bytes, const struct possible *p, LLVMValueRef where)
{
    call(g, name, (LLVMValueRef[]){dst, src, bytes, p->bytes, p->period, where}, 6);
}

void gen_kind_copy(struct gen *g, LLVMValueRef inst, const struct copy_layout *l)
{
    LLVMValueRef dst = LLVMGetOperand(inst, 0), src = LLVMGetOperand(inst, 1);
    LLVMValueRef bytes = gen_primal(g, LLVMGetOperand(inst, 2)), from = gen_primal(g, src);
    struct possible possible = possible_bytes(g, inst, l, bytes);
    LLVMValueRef where = gen_where(g, inst);
    uint8_t state = gen_state(g, src);
    for (unsigned direction = 0; direction < g->width; direction++) {
        LLVMValueRef to = gen_shadow(g, dst, direction);
        struct gen_guard guard = gen_guard_begin(g, gen_state(g, dst), gen_primal(g, dst), to);
        if (activity_has_shadow(state)) {
            LLVMValueRef shadow = gen_shadow(g, src, direction);
            struct gen_guard active = gen_guard_begin(g, state, from, shadow);
            copy_from(g, "enz_rt_kind_copy", to, shadow, bytes, &possible, where);
            gen_guard_end(g, active);
        }
        if (!activity_has_shadow(state) || (state & STATE_CONST)) {
            struct gen_guard constant =
                activity_has_shadow(state)
                    ? gen_guard_constant(g, from, gen_shadow(g, src, direction))
                    : (struct gen_guard){NULL};
            copy_from(g, "enz_rt_kind_copy_constant", to, from, bytes, &possible, where);
            gen_guard_end(g, constant);
        }
        gen_guard_end(g, guard);
    }
}

void gen_kind_move(struct gen *g, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes)
{
    call(g, "enz_rt_kind_move", (LLVMValueRef[]){to, from, bytes}, 3);
}

void gen_kind_tangents(struct gen *g, LLVMValueRef shadow, LLVMValueRef from, LLVMValueRef bytes)
{
    call(g, "enz_rt_kind_tangents", (LLVMValueRef[]){shadow, from, bytes}, 3);
}

void gen_kind_tangent_store(struct gen *g, LLVMValueRef shadow, LLVMValueRef from, LLVMTypeRef type)
{
    LLVMTypeRef one = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
    uint64_t size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(g->module), type);
    LLVMValueRef is_number =
        LLVMConstInt(LLVMInt32TypeInContext(g->context), type_is_fp(one), false);
    call(g, "enz_rt_kind_tangent_store",
         (LLVMValueRef[]){shadow, from, gen_const_i64(g, size), is_number}, 4);
}

/* The source gets nothing where it is constant: then the destination is cleared. */
static void copy_adjoint_direction(struct gen *g, LLVMValueRef inst,
                                   const struct possible *possible, unsigned direction)
{
    LLVMValueRef dst = LLVMGetOperand(inst, 0), src = LLVMGetOperand(inst, 1);
    LLVMValueRef bytes = gen_reverse_operand(g, LLVMGetOperand(inst, 2)),
                 d = gen_reverse_shadow(g, dst, direction);
    uint8_t ss = gen_state(g, src), ds = gen_state(g, dst);
    LLVMValueRef s = activity_has_shadow(ss) ? gen_reverse_shadow(g, src, direction) : NULL;
    LLVMValueRef primal_src = s && (ss & STATE_CONST) ? gen_reverse_operand(g, src) : NULL;
    LLVMValueRef primal_dst = ds & STATE_CONST ? gen_reverse_operand(g, dst) : NULL;
    struct gen_guard guard = gen_guard_begin(g, ds, primal_dst, d);
    if (s) {
        struct gen_guard inner = gen_guard_begin(g, ss, primal_src, s);
        call(g, "enz_rt_kind_adjoint",
             (LLVMValueRef[]){d, s, bytes, possible->bytes, possible->period, gen_where(g, inst)},
             6);
        gen_guard_end(g, inner);
    }
    if (!s || primal_src) {
        struct gen_guard constant =
            primal_src ? gen_guard_constant(g, primal_src, s) : (struct gen_guard){NULL};
        gen_kind_overwritten(g, inst, d, bytes);
        gen_guard_end(g, constant);
    }
    gen_guard_end(g, guard);
}

void gen_kind_copy_adjoint(struct gen *g, LLVMValueRef inst, const struct copy_layout *l)
{
    struct possible possible =
        possible_bytes(g, inst, l, gen_reverse_operand(g, LLVMGetOperand(inst, 2)));
    for (unsigned direction = 0; direction < g->width; direction++)
        copy_adjoint_direction(g, inst, &possible, direction);
}
