/* See distant.h. */
#include "emit/distant.h"
#include "base/limits.h"
#include "base/target.h"
#include "facts/heap_globals.h"
#include "ir/code.h"
#include "ir/constants.h"

static LLVMValueRef runtime(struct emission *e, const char *name, LLVMTypeRef ret,
                            LLVMTypeRef *params, unsigned count)
{
    LLVMValueRef fn = LLVMGetNamedFunction(e->module, name);
    return fn ? fn : LLVMAddFunction(e->module, name, LLVMFunctionType(ret, params, count, 0));
}

static void call(LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef *args, unsigned count)
{
    LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, count, "");
}

/* ---- around the derivative ------------------------------------------------------------------- */

struct site {
    struct emission *e;
    LLVMBuilderRef b;
    LLVMTypeRef ptr, size, none;
};

static void say_known(struct site *s, LLVMValueRef primal, uint64_t bytes, LLVMValueRef shadow)
{
    LLVMTypeRef params[] = {s->ptr, s->size, s->ptr};
    LLVMValueRef args[] = {primal, target_bytes(s->e->module, bytes), shadow};
    call(s->b, runtime(s->e, "enz_rt_distant_known", s->none, params, 3), args, 3);
}

/* What a pointer leads into: its bytes, 0 of a block of the heap. */
struct object {
    LLVMValueRef start;
    uint64_t bytes;
};

/* False if the code does not show what it is, and where it begins. */
static bool find_object(struct emission *e, LLVMValueRef pointer, struct object *o)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(e->module);
    LLVMValueRef v = o->start = ezb_underlying_object(pointer, ADDRESS_STEPS);
    if (LLVMIsAGlobalVariable(v))
        o->bytes = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(v));
    else if (LLVMIsAAllocaInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 0)))
        o->bytes = LLVMABISizeOfType(layout, LLVMGetAllocatedType(v)) *
                   LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0));
    else
        o->bytes = 0;
    return o->bytes || (!LLVMIsNull(v) && heap_is_block(e->heap, v));
}

bool gen_distant_is_object(struct emission *e, LLVMValueRef pointer)
{
    struct object o;
    return find_object(e, pointer, &o);
}

/* The bytes that the program has asked for, or, as far as LLVM does not see that, SIZE_MAX: of one
 * of several blocks it would see the size of the largest. */
static LLVMValueRef size_of_block(struct site *s, const struct object *o)
{
    static const char name[] = "llvm.objectsize";
    LLVMModuleRef m = s->e->module;
    LLVMValueRef block = ezb_underlying_object(o->start, ADDRESS_STEPS);
    if (!code_is_call(block) || code_called_body(block))
        return target_bytes(m, UINT64_MAX);
    LLVMTypeRef types[] = {s->size, s->ptr}, i1 = LLVMInt1TypeInContext(LLVMGetModuleContext(m));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, sizeof name - 1),
                                                  types, 2),
                 no = LLVMConstNull(i1), yes = LLVMConstAllOnes(i1),
                 args[] = {o->start, no, yes, yes}; /* most, null is unknown, may be computed */
    return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(fn), fn, args, 4, "");
}

static void say_given(struct site *s, LLVMValueRef primal, const struct object *object,
                      LLVMValueRef shadow, const struct object *of_shadow)
{
    LLVMModuleRef m = s->e->module;
    LLVMTypeRef params[] = {s->ptr, s->size, s->ptr, s->ptr, s->size, s->ptr};
    LLVMValueRef bytes = object->bytes ? target_bytes(m, object->bytes) : size_of_block(s, object);
    LLVMValueRef args[] = {object->start,
                           bytes,
                           primal,
                           of_shadow->start,
                           target_bytes(m, of_shadow->bytes ? of_shadow->bytes : UINT64_MAX),
                           shadow};
    call(s->b, runtime(s->e, "enz_rt_distant_given", s->none, params, 6), args, 6);
}

static void say_object(struct site *s, LLVMValueRef primal, LLVMValueRef shadow)
{
    struct object o, of_shadow;
    if (!find_object(s->e, primal, &o))
        return;
    if (!find_object(s->e, shadow, &of_shadow))
        of_shadow = (struct object){LLVMConstNull(s->ptr), 0};
    say_given(s, primal, &o, shadow, &of_shadow);
}

static void say_globals(struct site *s)
{
    struct emission *e = s->e;
    for (unsigned i = 0; i < e->shadows.globals.count; i++) {
        LLVMValueRef global = e->shadows.globals.items[i],
                     *directions = map_get(&e->shadows.of, global);
        LLVMTypeRef t = LLVMGlobalGetValueType(global);
        if (directions[0] && !LLVMIsThreadLocal(global) && LLVMTypeOf(global) == s->ptr)
            say_known(s, global, LLVMABISizeOfType(LLVMGetModuleDataLayout(e->module), t),
                      directions[0]);
    }
}

/* Of what an argument leads to the beginning has that shadow; the rest of the object, where both
 * objects can be seen. */
static void say_arguments(struct site *s, const struct request *r)
{
    for (unsigned both = 0; both < 2; both++)
        for (unsigned k = 0; k < r->param_count; k++) {
            const struct request_param *p = &r->params[k];
            if (!p->shadows || !p->primal || LLVMTypeOf(p->primal) != s->ptr)
                continue;
            if (both)
                say_object(s, p->primal, p->shadows[0]);
            else
                say_known(s, p->primal, 1, p->shadows[0]);
        }
}

static LLVMValueRef load_at(struct site *s, LLVMValueRef pointer, int64_t offset)
{
    LLVMValueRef at = target_bytes(s->e->module, (uint64_t)offset);
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(s->e->module));
    return LLVMBuildLoad2(s->b, s->ptr, LLVMBuildGEP2(s->b, byte, pointer, &at, 1, ""), "");
}

/* The object into which the pointer leads; NULL if that is not known. */
static struct object held_object(struct site *s, LLVMValueRef pointer, const struct held_object *h)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(s->e->module));
    LLVMValueRef back = target_bytes(s->e->module, (uint64_t)-h->offset);
    struct object o = {LLVMConstNull(s->ptr), 0};
    if (h->known)
        o = (struct object){LLVMBuildGEP2(s->b, byte, pointer, &back, 1, ""), h->bytes};
    return o;
}

/* Objects that arguments and pointers in these lead into, and pointers behind globals, too. */
static void say_held(struct site *s, const struct request *r)
{
    for (unsigned i = 0; i < s->e->held.count; i++) {
        const struct held_pointer *h = &s->e->held.items[i];
        LLVMValueRef pointer = r->params[h->param].primal, shadow = r->params[h->param].shadows[0];
        if (!h->itself) {
            pointer = load_at(s, pointer, h->offset);
            shadow = h->shadow.stored ? load_at(s, shadow, h->offset) : LLVMConstNull(s->ptr);
        }
        struct object object = held_object(s, pointer, &h->primal),
                      of_shadow = held_object(s, shadow, &h->shadow);
        say_given(s, pointer, &object, shadow, &of_shadow);
    }
}

static void end_at_returns(struct site *s, LLVMValueRef derivative)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(derivative); b;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsAReturnInst(end))
            continue;
        LLVMPositionBuilderBefore(s->b, end);
        call(s->b, runtime(s->e, "enz_rt_distant_end", s->none, NULL, 0), NULL, 0);
    }
}

void gen_distant_call(struct emission *e, const struct request *r, LLVMValueRef derivative)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    struct site s = {e, LLVMCreateBuilderInContext(c), target_pointer(e->module),
                     target_size(e->module), LLVMVoidTypeInContext(c)};
    const char *file = "unknown place";
    unsigned line = 0, column = 0;
    ezb_debug_loc(r->call, &file, &line, &column);
    LLVMPositionBuilderBefore(s.b, r->call);
    LLVMSetCurrentDebugLocation2(s.b, LLVMInstructionGetDebugLoc(r->call));
    LLVMValueRef where =
        constants_text(s.b, arena_printf(e->arena, "%s:%u:%u", file, line, column));
    call(s.b, runtime(e, "enz_rt_distant_begin", s.none, &s.ptr, 1), &where, 1);
    say_globals(&s);
    say_arguments(&s, r);
    say_held(&s, r);
    LLVMSetCurrentDebugLocation2(s.b, NULL);
    end_at_returns(&s, derivative);
    LLVMDisposeBuilder(s.b);
}

/* ---- inside ---------------------------------------------------------------------------------- */

/* Between the beginning and the end of a derivative it has one result for the same operands. */
static LLVMValueRef shadow_function(struct gen *g, const char *name, unsigned n)
{
    LLVMTypeRef ptr = gen_ptr_type(g), params[] = {ptr, ptr, ptr};
    LLVMValueRef fn = LLVMGetNamedFunction(g->module, name);
    if (!fn) {
        fn = gen_declare(g, name, ptr, params, n);
        ezb_set_fn_effects(fn, (EzbEffects){.inaccessible = EZB_REF});
    }
    return fn;
}

LLVMValueRef gen_distant_shadow(struct gen *g, LLVMValueRef primal, LLVMValueRef loaded)
{
    LLVMValueRef args[] = {primal, loaded};
    return gen_call(g, shadow_function(g, "enz_rt_distant_shadow", 2), args, 2);
}

LLVMValueRef gen_distant_or_constant(struct gen *g, LLVMValueRef primal, LLVMValueRef loaded,
                                     LLVMValueRef place)
{
    LLVMValueRef args[] = {primal, loaded, place};
    return gen_call(g, shadow_function(g, "enz_rt_distant_or_constant", 3), args, 3);
}

LLVMValueRef gen_distant_global(struct gen *g, LLVMValueRef global)
{
    LLVMValueRef fn = shadow_function(g, "enz_rt_distant_shadow", 2),
                 args[] = {global, LLVMConstNull(gen_ptr_type(g))};
    return LLVMBuildCall2(g->entry, LLVMGlobalGetValueType(fn), fn, args, 2, "");
}

LLVMValueRef gen_distant_block(struct gen *g, LLVMValueRef shadow)
{
    LLVMTypeRef ptr = gen_ptr_type(g);
    if (!g->emission->activity->distant)
        return shadow;
    return gen_call(g, gen_declare(g, "enz_rt_distant_block", ptr, &ptr, 1), &shadow, 1);
}
