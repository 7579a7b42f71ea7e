/* The arena of the host: chunks of the runtime (runtime/tape.c, runtime/enz_rt.h), with the fast
 * path of allocation inline. That of devices (runtime/device/tape.c) begins in stack memory, which
 * the hardware keeps for each thread so that those of consecutive threads are side by side. */
#include "base/target.h"
#include "emit/tape.h"
#include <string.h>

/* struct enz_rt_tape. */
enum { STATE_NEXT, STATE_END, STATE_LIMIT = 5, STATE_FIELDS };
enum { BLOCK_ALIGNMENT = 16 };

static LLVMTypeRef state_type(LLVMModuleRef m)
{
    LLVMTypeRef p = target_pointer(m), fields[STATE_FIELDS] = {p, p, p, p, p, p};
    return LLVMStructTypeInContext(LLVMGetModuleContext(m), fields, STATE_FIELDS, 0);
}

static unsigned alignment(LLVMModuleRef m)
{
    (void)m;
    return BLOCK_ALIGNMENT;
}

static LLVMValueRef declare(LLVMModuleRef m, const char *name, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetNamedFunction(m, name);
    return fn ? fn : LLVMAddFunction(m, name, type);
}

enum { ARGS_MAX = 4 };

/* A function of the runtime. All arguments are pointers. */
static LLVMValueRef call(const struct tape_site *s, const char *name, LLVMTypeRef result,
                         LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef ptr = target_pointer(s->module), params[ARGS_MAX] = {ptr, ptr, ptr, ptr},
                type = LLVMFunctionType(result, params, n, 0);
    return LLVMBuildCall2(s->b, type, declare(s->module, name, type), args, n, "");
}

static void run(const struct tape_site *s, const char *name, LLVMValueRef *args, unsigned n)
{
    call(s, name, LLVMVoidTypeInContext(LLVMGetModuleContext(s->module)), args, n);
}

static void run_on_tape(const struct tape_site *s, const char *name, LLVMValueRef second)
{
    LLVMValueRef args[] = {s->tape, second};
    run(s, name, args, second ? 2 : 1);
}

/* ---- life of a tape ---- */

/* All zero is an empty tape. */
static void open_tape(const struct tape_site *s)
{
    LLVMBuildStore(s->b, LLVMConstNull(state_type(s->module)), s->tape);
}

/* Of the first block on a device. More costs memory for each thread that may run there. Where the
 * depth of calls is not known, the device does not know how much stack memory the kernel needs, and
 * gives a thread 1024 bytes. */
enum { FIRST_BLOCK = 1024, FIRST_BLOCK_SMALL = 64 };

static void open_on_device(const struct tape_site *s)
{
    LLVMContextRef c = LLVMGetModuleContext(s->module);
    unsigned size = s->deep ? FIRST_BLOCK_SMALL : FIRST_BLOCK;
    LLVMTypeRef bytes = LLVMArrayType2(LLVMInt8TypeInContext(c), size);
    LLVMValueRef slot = LLVMBuildAlloca(s->b, bytes, "");
    LLVMSetAlignment(slot, BLOCK_ALIGNMENT);
    LLVMValueRef block = target_generic(s->module, s->b, slot),
                 end = target_offset(s->b, block, size),
                 state = LLVMConstNull(state_type(s->module));
    state = LLVMBuildInsertValue(s->b, state, block, STATE_NEXT, "");
    state = LLVMBuildInsertValue(s->b, state, end, STATE_END, "");
    LLVMBuildStore(s->b, state, s->tape);
}

static void close_tape(const struct tape_site *s)
{
    run_on_tape(s, "enz_rt_tape_free", NULL);
}

static bool forget(const struct tape_site *s)
{
    LLVMUseRef init = LLVMGetFirstUse(s->tape);
    if (!init || LLVMGetNextUse(init))
        return false;
    LLVMInstructionEraseFromParent(LLVMGetUser(init));
    LLVMInstructionEraseFromParent(s->tape); /* of a cast, what it cast is unused now */
    return true;
}

static void mark(const struct tape_site *s, LLVMValueRef where)
{
    run_on_tape(s, "enz_rt_tape_mark", where);
}

static void release(const struct tape_site *s, LLVMValueRef where)
{
    run_on_tape(s, "enz_rt_tape_release", where);
}

static void defer(const struct tape_site *s, LLVMValueRef block, LLVMValueRef operands,
                  LLVMValueRef fn)
{
    LLVMValueRef free_args[] = {s->tape, block, fn}, args[] = {s->tape, block, operands, fn};
    if (operands)
        run(s, "enz_rt_defer_call", args, 4);
    else
        run(s, "enz_rt_defer_free", free_args, 3);
}

/* ---- allocation ---- */

static void return_block(const struct tape_site *s, LLVMValueRef block, LLVMValueRef bytes)
{
    LLVMValueRef zero = LLVMConstNull(LLVMInt8TypeInContext(LLVMGetModuleContext(s->module)));
    if (s->zeroed)
        LLVMBuildMemSet(s->b, block, zero, bytes, BLOCK_ALIGNMENT);
    LLVMBuildRet(s->b, block);
}

static void add_attribute(LLVMValueRef fn, LLVMAttributeIndex at, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(fn, at, LLVMCreateEnumAttribute(c, kind, 0));
}

/* In a new function (ptr tape, i64 bytes): bump, or call `grow`. */
static void build_alloc(const struct tape_site *s, LLVMValueRef fn, LLVMValueRef grow)
{
    LLVMContextRef c = LLVMGetModuleContext(s->module);
    LLVMBuilderRef b = s->b;
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(c, fn, ""),
                      fast = LLVMAppendBasicBlockInContext(c, fn, ""),
                      slow = LLVMAppendBasicBlockInContext(c, fn, "");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMValueRef tape = s->tape, size = LLVMGetParam(fn, 1);
    LLVMTypeRef ptr = LLVMTypeOf(tape), i64 = LLVMTypeOf(size);
    const uint64_t rest = BLOCK_ALIGNMENT - 1;
    LLVMValueRef padded = LLVMBuildAnd(b, LLVMBuildAdd(b, size, LLVMConstInt(i64, rest, 0), ""),
                                       LLVMConstInt(i64, ~rest, 0), "");
    LLVMValueRef end_at = LLVMBuildStructGEP2(b, state_type(s->module), tape, STATE_END, "");
    LLVMValueRef cur = LLVMBuildLoad2(b, ptr, tape, ""), end = LLVMBuildLoad2(b, ptr, end_at, "");
    LLVMValueRef room =
        LLVMBuildSub(b, LLVMBuildPtrToInt(b, end, i64, ""), LLVMBuildPtrToInt(b, cur, i64, ""), "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntUGE, room, padded, ""), fast, slow);
    LLVMPositionBuilderAtEnd(b, fast);
    LLVMBuildStore(b, LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(c), cur, &padded, 1, ""),
                   tape);
    return_block(s, cur, padded);
    LLVMPositionBuilderAtEnd(b, slow);
    LLVMValueRef args[2] = {tape, size};
    LLVMValueRef grown = LLVMBuildCall2(b, LLVMGlobalGetValueType(grow), grow, args, 2, "");
    return_block(s, grown, padded);
}

/* internal ptr enz_rt_tape_alloc(ptr tape, i64 bytes); rules that allocate on the tape declare
 * it. */
static LLVMValueRef alloc_function(const struct tape_site *s)
{
    static const char name[] = "enz_rt_tape_alloc";
    LLVMContextRef c = LLVMGetModuleContext(s->module);
    LLVMTypeRef ptr = target_pointer(s->module), params[] = {ptr, LLVMInt64TypeInContext(c)},
                type = LLVMFunctionType(ptr, params, 2, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(s->module, name);
    if (fn && !LLVMIsDeclaration(fn))
        return fn;
    LLVMValueRef grow = declare(s->module, "enz_rt_tape_grow", type);
    fn = declare(s->module, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    add_attribute(fn, LLVMAttributeReturnIndex, "noalias");
    add_attribute(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "alwaysinline");
    struct tape_site body = {s->module, LLVMCreateBuilderInContext(c), LLVMGetParam(fn, 0),
                             s->zeroed, s->deep};
    build_alloc(&body, fn, grow);
    LLVMDisposeBuilder(body.b);
    return fn;
}

static LLVMValueRef alloc(const struct tape_site *s, LLVMValueRef bytes)
{
    LLVMValueRef fn = alloc_function(s), args[] = {s->tape, bytes};
    return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(fn), fn, args, 2, "");
}

static void serve_rules(const struct tape_site *s)
{
    alloc_function(s);
}

/* ---- limits ---- */

static LLVMValueRef constant(LLVMModuleRef m, const char *name, LLVMValueRef value)
{
    LLVMValueRef global = target_add_global(m, LLVMTypeOf(value), name);
    LLVMSetInitializer(global, value);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMSetGlobalConstant(global, 1);
    return target_generic_constant(m, global);
}

/* struct enz_rt_limit: {bytes, function, no account}. */
static void limit(const struct tape_site *s, uint64_t bytes, const char *function)
{
    LLVMContextRef c = LLVMGetModuleContext(s->module);
    LLVMValueRef text = LLVMConstStringInContext2(c, function, strlen(function), 0),
                 fields[] = {LLVMConstInt(LLVMInt64TypeInContext(c), bytes, 0),
                             constant(s->module, "enz.name", text),
                             LLVMConstNull(target_pointer(s->module))},
                 value = LLVMConstStructInContext(c, fields, 3, 0);
    LLVMValueRef at = LLVMBuildStructGEP2(s->b, state_type(s->module), s->tape, STATE_LIMIT, "");
    LLVMBuildStore(s->b, constant(s->module, "enz.tape.limit", value), at);
}

/* ---- tapes that outlive the call that filled them ---- */

static void start(const struct tape_site *s)
{
    run_on_tape(s, "enz_rt_tape_start", NULL);
}

static LLVMValueRef keep(const struct tape_site *s)
{
    LLVMValueRef tape = s->tape;
    return call(s, "enz_rt_tape_keep", target_pointer(s->module), &tape, 1);
}

static void resume(const struct tape_site *s, LLVMValueRef kept)
{
    run_on_tape(s, "enz_rt_tape_resume", kept);
}

static void drop(const struct tape_site *s)
{
    run_on_tape(s, "enz_rt_tape_drop", NULL);
}

const struct tape_arena tape_host = {
    .state_type = state_type,
    .mark_type = state_type, /* larger than struct enz_rt_mark */
    .alignment = alignment,
    .open = open_tape,
    .close = close_tape,
    .forget = forget,
    .alloc = alloc,
    .serve_rules = serve_rules,
    .limit = limit,
    .mark = mark,
    .release = release,
    .defer = defer,
    .start = start,
    .keep = keep,
    .resume = resume,
    .drop = drop,
};

const struct tape_arena tape_device = {
    .state_type = state_type,
    .mark_type = state_type, /* larger than struct enz_rt_mark */
    .alignment = alignment,
    .open = open_on_device,
    .close = close_tape,
    .forget = forget,
    .alloc = alloc,
    .serve_rules = serve_rules,
    .limit = limit,
    .mark = mark,
    .release = release,
    .defer = defer,
    .start = start,
    .keep = keep,
    .resume = resume,
    .drop = drop,
};
