/* See check.h. A run of a forward derivative that is compared, or of a complex clone, leaves no
 * trace: the runtime is told what is about to be written, and gives the memory that is allocated.
 * What has no derivative is called as a clone that does the same. A run ends in front of what may
 * never return and of exceptions. What nobody sees is not checked: code without bitcode that writes
 * memory, atomic and volatile accesses.
 */
#include "base/target.h"
#include "emit/check_wrap.h"
#include "ir/code.h"
#include "ir/constants.h"
#include "ir/text.h"
#include "rules/rules.h"
#include <string.h>

static bool is_local(LLVMValueRef p)
{
    while (LLVMIsAGetElementPtrInst(p) || LLVMIsABitCastInst(p))
        p = LLVMGetOperand(p, 0);
    return LLVMIsAAllocaInst(p);
}

struct recorder {
    struct emission *e;
    LLVMBuilderRef b;
    LLVMTypeRef ptr, i64, none;
    bool complex; /* of a complex clone */
    bool ended;   /* no run comes to the rest of the block */
};

LLVMValueRef check_runtime_function(struct emission *e, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(e->module, name);
    return f ? f : LLVMAddFunction(e->module, name, type);
}

static LLVMValueRef number(struct recorder *r, uint64_t n)
{
    return LLVMConstInt(r->i64, n, 0);
}

/* In front of the instruction. */
static LLVMValueRef call_runtime(struct recorder *r, LLVMValueRef at, const char *name,
                                 LLVMTypeRef result, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef types[4];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, 0);
    LLVMPositionBuilderBefore(r->b, at);
    return LLVMBuildCall2(r->b, type, check_runtime_function(r->e, name, type), args, n, "");
}

static void note_write(struct recorder *r, LLVMValueRef inst, LLVMValueRef to, LLVMValueRef bytes)
{
    LLVMPositionBuilderBefore(r->b, inst);
    LLVMValueRef args[] = {to, LLVMBuildIntCast2(r->b, bytes, r->i64, false, "")};
    call_runtime(r, inst, "enz_rt_check_write", r->none, args, 2);
}

static const char *record_store(struct recorder *r, LLVMValueRef store)
{
    LLVMValueRef to = LLVMGetOperand(store, 1);
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(store, 0));
    if (LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic)
        return "it writes volatile or atomic memory";
    if (!is_local(to))
        note_write(r, store, to,
                   number(r, LLVMStoreSizeOfType(LLVMGetModuleDataLayout(r->e->module), t)));
    return NULL;
}

static bool starts_with(const char *name, const char *prefix)
{
    return !strncmp(name, prefix, strlen(prefix));
}

/* ---- what only computes ---- */

enum { DEPTH = 8 };
static bool only_computes(struct emission *e, LLVMValueRef fn, unsigned depth);

/* A mathematical function, which may set errno, as it does in the derivative itself. */
static bool is_mathematical(struct emission *e, LLVMValueRef call)
{
    struct call_info info = rule_classify(e->cx, call);
    return info.cls == CALL_RULE && !rule_writes(info.rule);
}

/* The call writes no memory, or only variables of functions that it enters. */
static bool call_only_computes(struct emission *e, LLVMValueRef call, unsigned depth)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    EzbEffects effects = ezb_call_effects(e->cx, call);
    bool writes = ((effects.arg | effects.other | effects.inaccessible) & EZB_MOD) != 0;
    if (!LLVMIsAFunction(callee))
        return false;
    return !writes || is_mathematical(e, call) ||
           (depth < DEPTH && only_computes(e, callee, depth + 1));
}

static bool only_computes(struct emission *e, LLVMValueRef fn, unsigned depth)
{
    bool ok = !LLVMIsDeclaration(fn);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b && ok; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v && ok; v = LLVMGetNextInstruction(v))
            ok = LLVMIsAStoreInst(v)  ? is_local(LLVMGetOperand(v, 1)) && !LLVMGetVolatile(v)
                 : LLVMIsACallInst(v) ? call_only_computes(e, v, depth)
                                      : !ezb_inst_writes(v);
    return ok;
}

bool check_only_computes(struct emission *e, LLVMValueRef fn)
{
    return only_computes(e, fn, 0);
}

/* ---- calls ---- */

static const char *refuse_call(struct recorder *r, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    return arena_printf(r->e->arena, "it calls %s",
                        LLVMIsAFunction(callee) ? diag_name(r->e->diags, callee)
                                                : "code that is not known");
}

/* Here a run ends. */
static void end_run(struct recorder *r, LLVMValueRef at, const char *why)
{
    LLVMPositionBuilderBefore(r->b, at);
    LLVMValueRef text = constants_text(r->b, why);
    call_runtime(r, at, "enz_rt_check_abandon", r->none, &text, 1);
    r->ended = true;
}

/* ---- memory that is allocated ---- */

/* In place of the call. */
static void replace(LLVMValueRef call, LLVMValueRef value)
{
    if (value)
        LLVMReplaceAllUsesWith(call, value);
    if (LLVMIsAInvokeInst(call))
        call = ezb_invoke_to_call(call, false);
    LLVMInstructionEraseFromParent(call);
}

static LLVMValueRef size_operand(struct recorder *r, LLVMValueRef call, int k)
{
    return k < 0 ? number(r, 1)
                 : LLVMBuildIntCast2(r->b, LLVMGetOperand(call, (unsigned)k), r->i64, false, "");
}

static const char *record_allocation(struct recorder *r, LLVMValueRef call,
                                     const struct call_info *c, const char *name)
{
    if (c->alloc_size[0] < 0 || starts_with(name, "mmap"))
        return refuse_call(r, call);
    LLVMPositionBuilderBefore(r->b, call);
    LLVMValueRef args[] = {
        size_operand(r, call, c->alloc_size[0]), size_operand(r, call, c->alloc_size[1]),
        size_operand(r, call, c->alloc_align), number(r, !strcmp(c->alloc_zero, "zero"))};
    replace(call, call_runtime(r, call, "enz_rt_check_allocate", r->ptr, args, 4));
    return NULL;
}

static const char *record_free(struct recorder *r, LLVMValueRef call, const struct call_info *c)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        return refuse_call(r, call);
    LLVMValueRef block = LLVMGetOperand(call, c->freed);
    call_runtime(r, call, "enz_rt_check_free", r->none, &block, 1);
    replace(call, NULL);
    return NULL;
}

static const char *record_block_size(struct recorder *r, LLVMValueRef call)
{
    LLVMValueRef block = LLVMGetOperand(call, 0);
    replace(call, call_runtime(r, call, "enz_rt_check_block_size", LLVMTypeOf(call), &block, 1));
    return NULL;
}

static const char *record_moved(struct recorder *r, LLVMValueRef call)
{
    LLVMValueRef is_volatile = LLVMGetOperand(call, 3);
    if (!LLVMIsAConstantInt(is_volatile) || LLVMConstIntGetZExtValue(is_volatile))
        return "it writes volatile or atomic memory";
    if (!is_local(LLVMGetOperand(call, 0)))
        note_write(r, call, LLVMGetOperand(call, 0), LLVMGetOperand(call, 2));
    return NULL;
}

/* The function as a clone that is recorded, whatever calls it. */
static LLVMValueRef recorded(struct recorder *r, LLVMValueRef fn, const char **why)
{
    struct check_records *known = r->e->recorded;
    unsigned at = known->all.count;
    for (unsigned i = 0; i < at; i++)
        if (known->all.items[i].fn == fn) {
            *why = known->all.items[i].why;
            return known->all.items[i].clone;
        }
    const char *name = arena_printf(r->e->arena, "enz.recorded.%s", LLVMGetValueName(fn));
    struct check_recorded made = {fn, ezb_clone_function(r->e->cx, fn, name), NULL};
    VEC_PUSH(r->e->arena, &known->all, made);
    ezb_set_fn_effects(made.clone, (EzbEffects){EZB_MODREF, EZB_MODREF, EZB_MODREF, EZB_MODREF});
    *why = check_instrument(r->e, made.clone);
    for (unsigned i = at; i < known->all.count && *why; i++) /* they may call it, too */
        known->all.items[i].why = *why;
    return made.clone;
}

static const char *record_callee(struct recorder *r, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *why = NULL;
    if (call_only_computes(r->e, call, 0))
        return NULL;
    if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee))
        return refuse_call(r, call);
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, recorded(r, callee, &why));
    return why;
}

/* True for functions whose calls need no record: they are recorded themselves, or they leave
 * nothing behind. Of the runtime these are also the functions of the kind map, which belongs to the
 * tape of the derivative, and those that end the run where they would end the program
 * (runtime/bits_lost.c). */
static bool leaves_nothing(const char *name)
{
    static const char *const prefixes[] = {"enz.fwd.",
                                           "enz_rt_check_",
                                           CHECK_SEEK,
                                           "enz.complex.",
                                           "enz.recorded.",
                                           "enz_rt_complex_",
                                           "llvm.dbg.",
                                           "llvm.lifetime.",
                                           "llvm.experimental.noalias",
                                           "llvm.assume",
                                           "enz_rt_kind_",
                                           "enz_rt_tape_",
                                           "enz_rt_part_copied",
                                           "enz_rt_has_address",
                                           "enz_rt_tangent_lost",
                                           "enz_rt_type_unknown",
                                           "enz_rt_address_",
                                           "enz_rt_bits_lost",
                                           "enz_rt_number_as_address"};
    bool found = false;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes && !found; i++)
        found = starts_with(name, prefixes[i]);
    return found;
}

/* Where an exception begins, goes on, or is caught. */
static bool throws(const char *name)
{
    static const char *const names[] = {"__cxa_allocate_exception",
                                        "__cxa_begin_catch",
                                        "__cxa_end_catch",
                                        "__cxa_rethrow",
                                        "__cxa_throw",
                                        "_Unwind_Resume",
                                        "_Unwind_Resume_or_Rethrow"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
        found = !strcmp(name, names[i]);
    return found;
}

static bool recorded_by_clone(struct recorder *r, const struct call_info *info, const char *name)
{
    return r->complex && (starts_with(name, "llvm.mem") || complex_notes_writes(name) ||
                          (info->cls == CALL_RULE && rule_writes(info->rule)));
}

static bool is_moved(const char *name)
{
    return starts_with(name, "llvm.memcpy.") || starts_with(name, "llvm.memmove.") ||
           starts_with(name, "llvm.memset.");
}

static const char *record_call(struct recorder *r, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(callee) ? text_function_name(r->e->arena, callee) : "";
    struct call_info info = rule_classify(r->e->cx, call);
    if (leaves_nothing(name) || recorded_by_clone(r, &info, name))
        return NULL;
    bool never = LLVMIsAFunction(callee) && code_call_has(call, callee, "noreturn");
    if (never || throws(name)) {
        end_run(r, call, throws(name) ? "it throws an exception" : refuse_call(r, call));
        return NULL;
    }
    switch (info.cls) {
    case CALL_ALLOC: return record_allocation(r, call, &info, name);
    case CALL_FREE: return record_free(r, call, &info);
    case CALL_BLOCK_SIZE: return record_block_size(r, call);
    default: return is_moved(name) ? record_moved(r, call) : record_callee(r, call);
    }
}

/* ---- everything ---- */

/* What is computed in float has no more right digits than that. */
static bool is_single(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMFloatTypeKind;
}

static bool is_half(LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
        t = LLVMGetElementType(t);
    return LLVMGetTypeKind(t) == LLVMHalfTypeKind || LLVMGetTypeKind(t) == LLVMBFloatTypeKind;
}

static const char *record_inst(struct recorder *r, LLVMValueRef inst)
{
    r->e->checks_single |= is_single(LLVMTypeOf(inst));
    if (is_half(LLVMTypeOf(inst)))
        return "it computes in half precision";
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMStore: return record_store(r, inst);
    case LLVMLoad: return LLVMGetVolatile(inst) ? "it reads volatile memory" : NULL;
    case LLVMCall:
    case LLVMInvoke: return record_call(r, inst);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence: return "it writes volatile or atomic memory";
    case LLVMCallBr: return "it has assembly that jumps";
    default: return NULL;
    }
}

struct blocks {
    struct map seen;
    VEC(LLVMBasicBlockRef) found;
};

static void come_to(struct recorder *r, struct blocks *all, LLVMBasicBlockRef b)
{
    if (map_get(&all->seen, b))
        return;
    map_put(&all->seen, b, b);
    VEC_PUSH(r->e->arena, &all->found, b);
}

static LLVMValueRef behind_phis(LLVMBasicBlockRef b)
{
    LLVMValueRef v = LLVMGetFirstInstruction(b);
    while (LLVMIsAPHINode(v))
        v = LLVMGetNextInstruction(v);
    return v;
}

/* All that the block does is to say what is wrong, and to call what never returns. */
static bool ends_program(LLVMBasicBlockRef b, LLVMValueRef *call)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    *call = LLVMIsAUnreachableInst(end) ? LLVMGetPreviousInstruction(end) : NULL;
    return *call && LLVMIsACallInst(*call) && LLVMIsAFunction(LLVMGetCalledValue(*call)) &&
           code_call_has(*call, LLVMGetCalledValue(*call), "noreturn");
}

/* A block that a run comes to, and those behind it. What exceptions run is none of them. */
static const char *record_block(struct recorder *r, struct blocks *all, LLVMBasicBlockRef b)
{
    const char *why = NULL;
    LLVMValueRef call;
    r->ended = false;
    if (ends_program(b, &call))
        end_run(r, behind_phis(b), refuse_call(r, call));
    for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v && !why && !r->ended; v = next) {
        next = LLVMGetNextInstruction(v);
        why = record_inst(r, v);
    }
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    unsigned n = LLVMIsAInvokeInst(end) ? 1 : LLVMGetNumSuccessors(end);
    for (unsigned k = 0; k < n && !r->ended; k++)
        come_to(r, all, LLVMGetSuccessor(end, k));
    return why;
}

/* Exceptions that come all the same. */
static void end_at_landing(struct recorder *r, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
            if (LLVMIsALandingPadInst(v))
                end_run(r, LLVMGetNextInstruction(v), "it throws an exception");
}

const char *check_instrument(struct emission *e, LLVMValueRef fn)
{
    LLVMContextRef c = LLVMGetModuleContext(e->module);
    struct recorder r = {e,
                         LLVMCreateBuilderInContext(c),
                         target_pointer(e->module),
                         LLVMInt64TypeInContext(c),
                         LLVMVoidTypeInContext(c),
                         starts_with(LLVMGetValueName(fn), "enz.complex."),
                         false};
    const char *why = NULL;
    struct blocks blocks = {0};
    map_init(&blocks.seen, e->arena);
    end_at_landing(&r, fn);
    come_to(&r, &blocks, LLVMGetEntryBasicBlock(fn));
    for (unsigned i = 0; i < blocks.found.count && !why; i++)
        why = record_block(&r, &blocks, blocks.found.items[i]);
    LLVMDisposeBuilder(r.b);
    ezb_invalidate(e->cx, fn);
    return why;
}
