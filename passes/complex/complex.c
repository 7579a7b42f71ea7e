/* Making clones: a list of functions to rewrite, which grows while they are. */
#include "complex/clone.h"

void complex_init(struct complex_clones *c, EzbCtx *cx, LLVMModuleRef m, struct arena *a,
                  struct diag_sink *diags)
{
    *c = (struct complex_clones){.cx = cx, .module = m, .arena = a, .diags = diags};
    map_init(&c->of, a);
}

LLVMValueRef clone_later(struct complex_clones *all, LLVMValueRef fn)
{
    LLVMValueRef clone = map_get(&all->of, fn);
    if (clone)
        return clone;
    clone = ezb_clone_function(all->cx, fn,
                               arena_printf(all->arena, "enz.complex.%s", LLVMGetValueName(fn)));
    map_put(&all->of, fn, clone);
    map_put(&all->of, clone, clone); /* what it calls itself is a clone already */
    VEC_PUSH(all->arena, &all->all, clone);
    return clone;
}

static struct clone begin(struct complex_clones *all, LLVMValueRef fn)
{
    LLVMContextRef cx = LLVMGetModuleContext(all->module);
    struct clone c = {.all = all,
                      .fn = fn,
                      .b = LLVMCreateBuilderInContext(cx),
                      .f64 = LLVMDoubleTypeInContext(cx),
                      .i64 = LLVMInt64TypeInContext(cx),
                      .ptr = LLVMPointerTypeInContext(cx, 0),
                      .none = LLVMVoidTypeInContext(cx)};
    map_init(&c.twins, all->arena);
    return c;
}

/* The instructions as they are now: what is built for them is not looked at again. */
static void rewrite(struct complex_clones *all, LLVMValueRef fn)
{
    struct clone c = begin(all, fn);
    VEC(LLVMValueRef) instructions = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            VEC_PUSH(all->arena, &instructions, i);
    call_take_parameters(&c);
    twin_begin_phis(&c);
    for (unsigned i = 0; i < instructions.count && !all->why; i++)
        twin_build(&c, instructions.items[i]);
    if (!all->why)
        twin_finish_phis(&c);
    LLVMDisposeBuilder(c.b);
    ezb_invalidate(all->cx, fn);
}

LLVMValueRef complex_function(struct complex_clones *c, LLVMValueRef fn)
{
    LLVMValueRef clone = clone_later(c, fn);
    for (unsigned i = 0; i < c->all.count && !c->why; i++)
        rewrite(c, c->all.items[i]);
    return c->why ? NULL : clone;
}

static LLVMValueRef pass(struct clone *c, void *user, LLVMTypeRef number, uint64_t offset,
                         LLVMValueRef part)
{
    unsigned *next = user;
    LLVMValueRef args[] = {LLVMConstInt(c->i64, (*next)++, false), part};
    (void)number, (void)offset;
    clone_runtime(c, "enz_rt_complex_pass", c->none, args, 2);
    return NULL;
}

LLVMValueRef complex_call_clone(struct complex_clones *all, LLVMBuilderRef b, LLVMValueRef clone,
                                LLVMValueRef *args, LLVMValueRef *imaginary, LLVMValueRef *part)
{
    struct clone c = begin(all, clone);
    LLVMTypeRef type = LLVMGlobalGetValueType(clone);
    unsigned n = LLVMCountParams(clone), next = 0, copies = 0;
    LLVMDisposeBuilder(c.b);
    c.b = b;
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef t = LLVMTypeOf(args[k]);
        LLVMValueRef zero = twin_exists(t) ? LLVMConstNull(twin_type(&c, t)) : NULL,
                     copy[] = {LLVMConstInt(c.i64, copies, false), args[k]};
        if (call_copy_bytes(&c, clone, k))
            copies++, clone_runtime(&c, "enz_rt_complex_pass_copy", c.none, copy, 2);
        if (zero)
            twin_walk(&c, t, 0, imaginary[k] ? imaginary[k] : zero, pass, &next);
    }
    LLVMValueRef result = LLVMBuildCall2(b, type, clone, args, n, ""), zero = LLVMConstNull(c.i64);
    LLVMTypeRef ret = LLVMGetReturnType(type);
    *part = twin_exists(ret) && twin_type(&c, ret) == c.f64
                ? clone_runtime(&c, "enz_rt_complex_take", c.f64, &zero, 1)
                : NULL;
    return result;
}
