/* Derivatives of what a team of threads runs (prepare/module/teams.c), or one thread that goes on
 * by itself (prepare/module/threads.c).
 *
 * Such a derivative is called like any other. What it does is to start a team, by the runtime
 * (runtime/team.c): its operands go into a block of memory, of which each thread gets the address.
 * A thread does what the derivative would do if there were one only. It has a tape and a frame of
 * its own, which the runtime keeps for the reverse sweep; in the place of a frame the caller gets
 * the team. Gradients of what is passed by value are sums over the threads.
 *
 * A thread that goes on by itself is started in the same way (runtime/thread.c), with a copy of the
 * block. Its reverse sweep is started elsewhere, where the program joins it, with that copy; the
 * derivative waits for its end. In the place of a frame the caller gets the record of the thread.
 * The same holds for tasks (prepare/module/tasks.c), of which the runtime (runtime/task.c) decides
 * when they are done. */
#include "base/no_target.h"
#include "base/options.h"
#include "base/target.h"
#include "base/team.h"
#include "emit/derivative.h"
#include "ir/text.h"

enum { MAX_OPERANDS = 5 }; /* of functions of the runtime */
enum { BLOCK_TEAM };       /* members of the block: the team, operands, gradients */

/* What the runtime calls what. */
struct names {
    const char *create, *free, *share, *tape, *keep, *frame, *close, *run, *run_again, *wait;
};
#define NAMES(what)                                                                                \
    {.create = "enz_rt_" what "_new",                                                              \
     .free = "enz_rt_" what "_free",                                                               \
     .share = "enz_rt_" what "_share",                                                             \
     .tape = "enz_rt_" what "_tape",                                                               \
     .keep = "enz_rt_" what "_keep",                                                               \
     .frame = "enz_rt_" what "_frame",                                                             \
     .close = "enz_rt_" what "_close",                                                             \
     .run = "enz_rt_" what "_run",                                                                 \
     .run_again = "enz_rt_" what "_run_again",                                                     \
     .wait = "enz_rt_" what "_wait"}
static const struct names of_teams = NAMES("team"), of_threads = NAMES("thread"),
                          of_tasks = NAMES("task");

struct team {
    struct emission *e;
    struct derivative *d;
    enum gen_kind kind;
    bool started; /* a thread that goes on by itself, or a task */
    const struct names *names;
    LLVMValueRef fn, inner, thread;
    LLVMTypeRef ptr, block;
    unsigned operands, gradients; /* how many */
    LLVMBuilderRef b;
};

/* There was a team that has kept something. */
static bool is_second(const struct team *t)
{
    return t->kind == GEN_REVERSE || t->kind == GEN_TANGENTS;
}

static LLVMValueRef call(const struct team *t, const char *name, LLVMTypeRef result,
                         LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef params[MAX_OPERANDS];
    for (unsigned k = 0; k < n; k++)
        params[k] = LLVMTypeOf(args[k]);
    LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(t->e->module, name);
    return LLVMBuildCall2(t->b, type, fn ? fn : LLVMAddFunction(t->e->module, name, type), args, n,
                          "");
}

static LLVMTypeRef void_type(const struct team *t)
{
    return LLVMVoidTypeInContext(LLVMGetModuleContext(t->e->module));
}

static LLVMValueRef member(const struct team *t, LLVMValueRef block, unsigned k)
{
    return LLVMBuildStructGEP2(t->b, t->block, block, k, "");
}

static void copy_attributes(const struct team *t, LLVMValueRef to)
{
    const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    unsigned n = LLVMGetAttributeCountAtIndex(t->fn, at);
    LLVMAttributeRef *attributes = ARENA_ARRAY(t->e->arena, LLVMAttributeRef, n);
    LLVMGetAttributesAtIndex(t->fn, at, attributes);
    for (unsigned k = 0; k < n; k++)
        LLVMAddAttributeAtIndex(to, at, attributes[k]);
}

static LLVMValueRef add_function(const struct team *t, const char *suffix, LLVMTypeRef type)
{
    const char *name = text_function_name(t->e->arena, t->fn);
    LLVMValueRef fn =
        LLVMAddFunction(t->e->module, arena_printf(t->e->arena, "%s.%s", name, suffix), type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    copy_attributes(t, fn);
    no_target_mark(fn);
    VEC_PUSH(t->e->arena, &t->e->wrappers, fn);
    return fn;
}

/* The parameters that a thread gets from the block, and those that it has of its own: frame and
 * tape. */
static void find_block(struct team *t)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(t->fn));
    static const unsigned own[] = {
        [GEN_FORWARD] = 0, [GEN_AUGMENTED] = 1, [GEN_REVERSE] = 2, [GEN_TANGENTS] = 2};
    t->operands = LLVMCountParams(t->fn) - own[t->kind];
    bool gradients = t->kind == GEN_REVERSE && LLVMGetTypeKind(result) == LLVMStructTypeKind;
    t->gradients = gradients ? LLVMCountStructElementTypes(result) : 0;
    unsigned n = 0;
    LLVMTypeRef *members = ARENA_ARRAY(t->e->arena, LLVMTypeRef, 1 + t->operands + t->gradients);
    members[n++] = t->ptr;
    for (unsigned k = 0; k < t->operands; k++)
        members[n++] = LLVMTypeOf(LLVMGetParam(t->fn, k));
    for (unsigned k = 0; k < t->gradients; k++)
        members[n++] = LLVMStructGetTypeAtIndex(result, k);
    t->block = LLVMStructTypeInContext(LLVMGetModuleContext(t->e->module), members, n, 0);
}

/* ---- one thread ---- */

static LLVMValueRef *thread_operands(const struct team *t, LLVMValueRef block)
{
    LLVMValueRef *args = ARENA_ARRAY(t->e->arena, LLVMValueRef, t->operands + 2);
    for (unsigned k = 0; k < t->operands; k++)
        args[k] =
            LLVMBuildLoad2(t->b, LLVMTypeOf(LLVMGetParam(t->fn, k)), member(t, block, 1 + k), "");
    return args;
}

static void run_augmented(const struct team *t, LLVMValueRef team, LLVMValueRef *args, unsigned n)
{
    args[n++] = call(t, t->names->tape, t->ptr, &team, 1);
    LLVMValueRef result =
                     LLVMBuildCall2(t->b, LLVMGlobalGetValueType(t->inner), t->inner, args, n, ""),
                 kept[] = {team, LLVMBuildExtractValue(t->b, result, 0, "")};
    call(t, t->names->keep, void_type(t), kept, 2);
}

/* The reverse sweep of a team whose threads add in the order of their numbers. */
static bool is_in_order(const struct team *t)
{
    return t->kind == GEN_REVERSE && !t->started && t->d->plan->sums_in_order;
}

static void add_gradient(const struct team *t, LLVMValueRef sum, LLVMValueRef gradient)
{
    bool is_float = LLVMGetTypeKind(LLVMTypeOf(gradient)) == LLVMFloatTypeKind;
    LLVMValueRef args[] = {sum, gradient};
    if (is_in_order(t))
        call(t, is_float ? "enz_rt_sums_keep_float" : "enz_rt_sums_keep_double", void_type(t), args,
             2);
    else
        LLVMBuildAtomicRMW(t->b, LLVMAtomicRMWBinOpFAdd, sum, gradient,
                           (LLVMAtomicOrdering)LLVMAtomicOrderingMonotonic, 0);
}

/* The reverse sweep, or one from the tape. */
static void run_again(const struct team *t, LLVMValueRef team, LLVMValueRef block,
                      LLVMValueRef *args, unsigned n)
{
    args[n++] = call(t, t->names->frame, t->ptr, &team, 1);
    args[n++] = call(t, t->names->tape, t->ptr, &team, 1);
    LLVMValueRef result =
        LLVMBuildCall2(t->b, LLVMGlobalGetValueType(t->inner), t->inner, args, n, "");
    for (unsigned k = 0; k < t->gradients; k++)
        add_gradient(t, member(t, block, 1 + t->operands + k),
                     LLVMBuildExtractValue(t->b, result, k, ""));
    if (is_in_order(t))
        call(t, "enz_rt_team_merge", void_type(t), &team, 1);
    if (!t->d->key.reusable)
        call(t, t->names->close, void_type(t), &team, 1);
}

static void build_thread(struct team *t)
{
    LLVMContextRef c = LLVMGetModuleContext(t->e->module);
    LLVMTypeRef ptr = t->ptr;
    t->thread = t->started && t->kind == GEN_REVERSE
                    ? t->d->again
                    : add_function(t, "member", LLVMFunctionType(void_type(t), &ptr, 1, 0));
    LLVMPositionBuilderAtEnd(t->b, LLVMAppendBasicBlockInContext(c, t->thread, ""));
    LLVMValueRef block = LLVMGetParam(t->thread, 0), *args = thread_operands(t, block),
                 team = LLVMBuildLoad2(t->b, t->ptr, member(t, block, BLOCK_TEAM), "");
    if (t->kind == GEN_AUGMENTED)
        run_augmented(t, team, args, t->operands);
    else if (is_second(t))
        run_again(t, team, block, args, t->operands);
    else
        LLVMBuildCall2(t->b, LLVMGlobalGetValueType(t->inner), t->inner, args, t->operands, "");
    LLVMBuildRetVoid(t->b);
}

/* ---- the team ---- */

/* For messages: where the program starts it. */
static LLVMValueRef place_of_start(const struct team *t)
{
    LLVMValueRef start = team_start(t->d->key.fn);
    const char *file = "unknown place";
    unsigned line = 0, col = 0;
    if (start)
        ezb_debug_loc(start, &file, &line, &col);
    const char *text = arena_printf(t->e->arena, "%s:%u:%u", file, line, col);
    return LLVMBuildGlobalStringPtr(t->b, text, "");
}

/* It goes with the caller's tape. */
static LLVMValueRef new_team(const struct team *t)
{
    const char *name = t->names->free;
    LLVMTypeRef ptr = t->ptr;
    LLVMValueRef place = place_of_start(t), team = call(t, t->names->create, t->ptr, &place, 1),
                 free = LLVMGetNamedFunction(t->e->module, name);
    if (!free)
        free = LLVMAddFunction(t->e->module, name, LLVMFunctionType(void_type(t), &ptr, 1, 0));
    struct tape_site s = {
        .module = t->e->module, .b = t->b, .tape = LLVMGetParam(t->fn, LLVMCountParams(t->fn) - 1)};
    LLVMValueRef owner[] = {team, s.tape};
    if (t->e->options->tape_limit && !t->started)
        call(t, "enz_rt_team_limit", void_type(t), owner, 2);
    t->e->tape_arena->defer(&s, team, NULL, free);
    return team;
}

/* The threads use the kind map of the caller's tape. */
static void share_tape(const struct team *t, LLVMValueRef team)
{
    LLVMValueRef args[] = {team, LLVMGetParam(t->fn, LLVMCountParams(t->fn) - 1)};
    if (t->e->tracks && (t->kind == GEN_AUGMENTED || is_second(t)))
        call(t, t->names->share, void_type(t), args, 2);
}

/* Forward mode: threads use the caller's map as it is. */
static void share_map(const struct team *t)
{
    LLVMValueRef args[] = {LLVMGetParam(t->fn, LLVMCountParams(t->fn) - 1), LLVMConstNull(t->ptr)};
    call(t, "enz_rt_kinds_share", void_type(t), args, 2);
}

static LLVMValueRef team_of(const struct team *t)
{
    if (t->kind == GEN_AUGMENTED)
        return new_team(t);
    if (t->d->follows)
        share_map(t);
    return is_second(t) ? LLVMGetParam(t->fn, t->operands) : LLVMConstNull(t->ptr);
}

static void build_return(const struct team *t, LLVMValueRef team, LLVMValueRef block)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(t->fn));
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) {
        LLVMBuildRetVoid(t->b);
        return;
    }
    LLVMValueRef result = LLVMGetPoison(type);
    if (t->kind == GEN_AUGMENTED)
        result = LLVMBuildInsertValue(t->b, result, team, 0, "");
    for (unsigned k = 0; k < t->gradients; k++) {
        unsigned at = 1 + t->operands + k;
        LLVMValueRef sum =
            LLVMBuildLoad2(t->b, LLVMStructGetTypeAtIndex(t->block, at), member(t, block, at), "");
        result = LLVMBuildInsertValue(t->b, result, sum, k, "");
    }
    LLVMBuildRet(t->b, result);
}

/* What runs a team. */
static const char *run_name(const struct team *t)
{
    if (t->kind == GEN_REVERSE)
        return t->names->run_again;
    return is_second(t) ? "enz_rt_team_run_forth" : t->names->run;
}

/* The threads run, or the one that goes on by itself is started. */
static void build_run(struct team *t, LLVMValueRef team, LLVMValueRef block)
{
    LLVMTypeRef ptr = t->ptr, i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(t->e->module));
    LLVMValueRef bytes =
        LLVMConstInt(i64, LLVMABISizeOfType(LLVMGetModuleDataLayout(t->e->module), t->block), 0);
    if (is_in_order(t))
        call(t, "enz_rt_team_in_order", void_type(t), &team, 1);
    if (!t->started) {
        LLVMValueRef args[] = {team, t->thread, block};
        call(t, run_name(t), void_type(t), args, 3);
    } else if (is_second(t)) {
        LLVMValueRef args[] = {team, t->thread, block, bytes};
        call(t, t->names->run_again, void_type(t), args, 4);
    } else {
        if (t->kind == GEN_AUGMENTED)
            t->d->again = add_function(t, "again", LLVMFunctionType(void_type(t), &ptr, 1, 0));
        LLVMValueRef again = t->kind == GEN_AUGMENTED ? t->d->again : LLVMConstNull(t->ptr),
                     args[] = {team, t->thread, again, block, bytes};
        call(t, t->names->run, void_type(t), args, 5);
    }
}

/* In the reverse sweep the runtime has the operands of a thread that goes on by itself. A task may
 * be done only now, with the kind map of this tape. */
static void build_wait(struct team *t)
{
    LLVMContextRef c = LLVMGetModuleContext(t->e->module);
    LLVMPositionBuilderAtEnd(t->b, LLVMAppendBasicBlockInContext(c, t->fn, ""));
    LLVMValueRef thread = team_of(t);
    if (t->names == &of_tasks)
        share_tape(t, thread);
    call(t, t->names->wait, void_type(t), &thread, 1);
    build_return(t, NULL, NULL);
}

static void build_team(struct team *t)
{
    LLVMContextRef c = LLVMGetModuleContext(t->e->module);
    LLVMPositionBuilderAtEnd(t->b, LLVMAppendBasicBlockInContext(c, t->fn, ""));
    LLVMValueRef block = tape_slot(t->e->module, t->b, t->block), team = team_of(t);
    share_tape(t, team);
    LLVMBuildStore(t->b, team, member(t, block, BLOCK_TEAM));
    for (unsigned k = 0; k < t->operands; k++)
        LLVMBuildStore(t->b, LLVMGetParam(t->fn, k), member(t, block, 1 + k));
    for (unsigned k = 1 + t->operands; k < 1 + t->operands + t->gradients; k++)
        LLVMBuildStore(t->b, LLVMConstNull(LLVMStructGetTypeAtIndex(t->block, k)),
                       member(t, block, k));
    build_run(t, team, block);
    build_return(t, team, block);
}

bool team_emit(struct emission *e, struct derivative *d, enum gen_kind kind, LLVMValueRef fn)
{
    struct team t = {.e = e,
                     .d = d,
                     .kind = kind,
                     .fn = fn,
                     .started = team_is_started(d->key.fn),
                     .ptr = target_pointer(e->module)};
    t.names = !t.started ? &of_teams : team_is_task(d->key.fn) ? &of_tasks : &of_threads;
    find_block(&t);
    t.inner = add_function(&t, "thread", LLVMGlobalGetValueType(fn));
    d->threads[is_second(&t) + (kind == GEN_TANGENTS)] = t.inner;
    if (!gen_function(e, d, kind, t.inner))
        return false;
    t.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    build_thread(&t);
    if (t.started && kind == GEN_REVERSE)
        build_wait(&t);
    else
        build_team(&t);
    LLVMDisposeBuilder(t.b);
    return true;
}
