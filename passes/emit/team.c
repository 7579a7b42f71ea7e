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
 * when they are done.
 *
 * A derivative that may be differentiated again calls a pair of functions, as the program does once
 * it is prepared: one starts the team, the other is what a thread does, with the same operands.
 * What threads have kept is in memory that the derivative has on the caller's tape, so that it has
 * shadows as any other; the tapes of threads are behind functions of the runtime. */
#include "base/no_target.h"
#include "base/options.h"
#include "base/target.h"
#include "base/team.h"
#include "emit/derivative.h"
#include "facts/atomic.h"
#include "ir/text.h"

enum { MAX_OPERANDS = 5 }; /* of functions of the runtime */
/* What a derivative keeps that is differentiated again (runtime/team.h): what the runtime has
 * there, and an address for each thread. */
enum { FRAMES_FIRST = 16, FRAMES_MAX = 2048 };

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
    bool paired;  /* the team is started by a pair */
    const struct names *names;
    LLVMValueRef fn, inner, thread;
    LLVMTypeRef ptr, block, sums; /* sums: of gradients */
    unsigned first;               /* 1: in front of operands is the team, or what threads keep */
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

static LLVMBasicBlockRef append_block(const struct team *t, LLVMValueRef fn)
{
    return LLVMAppendBasicBlockInContext(LLVMGetModuleContext(t->e->module), fn, "");
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

/* What a thread gets: team, operands, address of sums. Of its own it has frame and tape. */
static void find_block(struct team *t)
{
    LLVMContextRef c = LLVMGetModuleContext(t->e->module);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(t->fn));
    static const unsigned own[] = {
        [GEN_FORWARD] = 0, [GEN_AUGMENTED] = 1, [GEN_REVERSE] = 2, [GEN_TANGENTS] = 2};
    t->operands = LLVMCountParams(t->fn) - own[t->kind];
    t->first = !t->paired || t->kind != GEN_FORWARD;
    bool gradients = t->kind == GEN_REVERSE && LLVMGetTypeKind(result) == LLVMStructTypeKind;
    t->gradients = gradients ? LLVMCountStructElementTypes(result) : 0;
    t->sums = gradients ? result : NULL;
    unsigned n = 0;
    LLVMTypeRef *members = ARENA_ARRAY(t->e->arena, LLVMTypeRef, 2 + t->operands);
    if (t->first)
        members[n++] = t->ptr;
    for (unsigned k = 0; k < t->operands; k++)
        members[n++] = LLVMTypeOf(LLVMGetParam(t->fn, k));
    if (gradients)
        members[n++] = t->ptr;
    t->block = LLVMStructTypeInContext(c, members, n, 0);
}

static LLVMTypeRef member_type(const struct team *t, unsigned k)
{
    return LLVMStructGetTypeAtIndex(t->block, k);
}

/* ---- one thread: `got` is what it gets ---- */

/* Where the address of what this thread keeps is. */
static LLVMValueRef frame_at(const struct team *t, LLVMValueRef frames)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(t->e->module));
    LLVMValueRef number = call(t, "enz_rt_frames_number", i64, NULL, 0);
    return LLVMBuildGEP2(t->b, t->ptr, target_offset(t->b, frames, FRAMES_FIRST), &number, 1, "");
}

static LLVMValueRef own_tape(const struct team *t, LLVMValueRef team)
{
    return call(t, t->paired ? "enz_rt_frames_tape" : t->names->tape, t->ptr, &team, 1);
}

static LLVMValueRef own_frame(const struct team *t, LLVMValueRef team)
{
    if (t->paired)
        return LLVMBuildLoad2(t->b, t->ptr, frame_at(t, team), "");
    return call(t, t->names->frame, t->ptr, &team, 1);
}

static void keep_frame(const struct team *t, LLVMValueRef team, LLVMValueRef frame)
{
    LLVMValueRef kept[] = {team, frame};
    if (t->paired)
        LLVMBuildStore(t->b, frame, frame_at(t, team));
    else
        call(t, t->names->keep, void_type(t), kept, 2);
}

/* The derivative as if this thread were the only one, with what it has of its own. */
static LLVMValueRef run_inner(const struct team *t, LLVMValueRef *got, LLVMValueRef *own,
                              unsigned count)
{
    LLVMValueRef *args = ARENA_ARRAY(t->e->arena, LLVMValueRef, t->operands + count);
    for (unsigned k = 0; k < t->operands + count; k++)
        args[k] = k < t->operands ? got[t->first + k] : own[k - t->operands];
    return LLVMBuildCall2(t->b, LLVMGlobalGetValueType(t->inner), t->inner, args,
                          t->operands + count, "");
}

static void run_augmented(const struct team *t, LLVMValueRef *got)
{
    LLVMValueRef tape = own_tape(t, got[0]), result = run_inner(t, got, &tape, 1);
    keep_frame(t, got[0], LLVMBuildExtractValue(t->b, result, 0, ""));
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
        atomic_mark_own(LLVMBuildAtomicRMW(t->b, LLVMAtomicRMWBinOpFAdd, sum, gradient,
                                           (LLVMAtomicOrdering)LLVMAtomicOrderingMonotonic, 0));
}

/* The reverse sweep, or one from the tape. */
static void run_again(const struct team *t, LLVMValueRef *got)
{
    LLVMValueRef team = got[0], own[] = {own_frame(t, team), own_tape(t, team)},
                 result = run_inner(t, got, own, 2);
    for (unsigned k = 0; k < t->gradients; k++)
        add_gradient(t, LLVMBuildStructGEP2(t->b, t->sums, got[1 + t->operands], k, ""),
                     LLVMBuildExtractValue(t->b, result, k, ""));
    if (is_in_order(t))
        call(t, "enz_rt_team_merge", void_type(t), &team, 1);
    if (!t->d->key.reusable)
        call(t, t->paired ? "enz_rt_frames_close" : t->names->close, void_type(t), &team, 1);
}

static void run_thread(const struct team *t, LLVMValueRef *got)
{
    if (t->kind == GEN_AUGMENTED)
        run_augmented(t, got);
    else if (is_second(t))
        run_again(t, got);
    else
        run_inner(t, got, NULL, 0);
}

static LLVMValueRef *load_members(const struct team *t, LLVMValueRef block)
{
    unsigned n = LLVMCountStructElementTypes(t->block);
    LLVMValueRef *got = ARENA_ARRAY(t->e->arena, LLVMValueRef, n);
    for (unsigned k = 0; k < n; k++)
        got[k] = LLVMBuildLoad2(t->b, member_type(t, k),
                                LLVMBuildStructGEP2(t->b, t->block, block, k, ""), "");
    return got;
}

/* With a pair, what a thread does is `team`, else NULL. */
static void build_thread(struct team *t, LLVMValueRef team)
{
    LLVMTypeRef ptr = t->ptr;
    t->thread = t->started && t->kind == GEN_REVERSE
                    ? t->d->again
                    : add_function(t, "member", LLVMFunctionType(void_type(t), &ptr, 1, 0));
    LLVMPositionBuilderAtEnd(t->b, append_block(t, t->thread));
    LLVMValueRef *got = load_members(t, LLVMGetParam(t->thread, 0));
    if (team)
        LLVMBuildCall2(t->b, LLVMGlobalGetValueType(team), team, got,
                       LLVMCountStructElementTypes(t->block), "");
    else
        run_thread(t, got);
    LLVMBuildRetVoid(t->b);
}

/* ---- the team ---- */

static LLVMValueRef own_tape_of_caller(const struct team *t)
{
    return LLVMGetParam(t->fn, LLVMCountParams(t->fn) - 1);
}

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
    struct tape_site s = {.module = t->e->module, .b = t->b, .tape = own_tape_of_caller(t)};
    LLVMValueRef owner[] = {team, s.tape};
    if (t->e->options->tape_limit && !t->started)
        call(t, "enz_rt_team_limit", void_type(t), owner, 2);
    t->e->tape_arena->defer(&s, team, NULL, free);
    if (team_runner(t->d->key.fn)) {
        LLVMValueRef like[] = {team, LLVMGetParam(t->fn, 0)};
        call(t, "enz_rt_team_like", void_type(t), like, 2);
    }
    return team;
}

/* Likewise, with the team. */
static LLVMValueRef new_frames(const struct team *t)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(t->e->module));
    uint64_t bytes = FRAMES_FIRST +
                     FRAMES_MAX * LLVMABISizeOfType(LLVMGetModuleDataLayout(t->e->module), t->ptr);
    struct tape_site s = {.module = t->e->module, .b = t->b, .tape = own_tape_of_caller(t)};
    LLVMValueRef frames = t->e->tape_arena->alloc(&s, LLVMConstInt(i64, bytes, 0)),
                 like = team_runner(t->d->key.fn) ? LLVMGetParam(t->fn, 0) : LLVMConstNull(t->ptr),
                 args[] = {frames, s.tape, like, place_of_start(t)};
    call(t, "enz_rt_frames_open", void_type(t), args, 4);
    return frames;
}

/* The threads use the kind map of the caller's tape. */
static void share_tape(const struct team *t, LLVMValueRef team)
{
    LLVMValueRef args[] = {team, own_tape_of_caller(t)};
    if (t->e->tracks && (t->kind == GEN_AUGMENTED || is_second(t)))
        call(t, t->names->share, void_type(t), args, 2);
}

/* Forward mode: threads use the caller's map as it is. */
static void share_map(const struct team *t)
{
    LLVMValueRef args[] = {own_tape_of_caller(t), LLVMConstNull(t->ptr)};
    call(t, "enz_rt_kinds_share", void_type(t), args, 2);
}

static LLVMValueRef team_of_frames(const struct team *t, LLVMValueRef frames)
{
    return call(t, "enz_rt_frames_team", t->ptr, &frames, 1);
}

/* Of a derivative in forward mode: that which the derivative that it is made of has. */
static LLVMValueRef team_of_primal(const struct team *t, LLVMValueRef fn)
{
    LLVMValueRef frames = team_runner(t->d->key.fn) ? LLVMGetParam(fn, 0) : NULL;
    return frames ? team_of_frames(t, frames) : LLVMConstNull(t->ptr);
}

static LLVMValueRef team_of(const struct team *t)
{
    if (t->kind == GEN_AUGMENTED)
        return t->paired ? new_frames(t) : new_team(t);
    if (t->d->follows)
        share_map(t);
    return is_second(t) ? LLVMGetParam(t->fn, t->operands) : team_of_primal(t, t->fn);
}

static void build_return(const struct team *t, LLVMValueRef team, LLVMValueRef sums)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(t->fn));
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) {
        LLVMBuildRetVoid(t->b);
        return;
    }
    LLVMValueRef result = sums ? LLVMBuildLoad2(t->b, type, sums, "") : LLVMGetPoison(type);
    if (t->kind == GEN_AUGMENTED)
        result = LLVMBuildInsertValue(t->b, result, team, 0, "");
    LLVMBuildRet(t->b, result);
}

/* What runs a team. */
static const char *run_name(const struct team *t)
{
    const char *runner = t->kind == GEN_FORWARD ? team_runner(t->d->key.fn) : NULL;
    if (t->kind == GEN_REVERSE)
        return t->names->run_again;
    if (runner || is_second(t))
        return runner ? runner : "enz_rt_team_run_forth";
    return team_is_league(t->d->key.fn) ? "enz_rt_league_run" : t->names->run;
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

/* All that a thread gets goes into a block. */
static void build_start(struct team *t, LLVMValueRef team, LLVMValueRef *got)
{
    LLVMValueRef block = tape_slot(t->e->module, t->b, t->block);
    for (unsigned k = 0, n = LLVMCountStructElementTypes(t->block); k < n; k++)
        LLVMBuildStore(t->b, got[k], LLVMBuildStructGEP2(t->b, t->block, block, k, ""));
    build_run(t, team, block);
}

/* In the reverse sweep the runtime has the operands of a thread that goes on by itself. A task may
 * be done only now, with the kind map of this tape. */
static void build_wait(struct team *t)
{
    LLVMPositionBuilderAtEnd(t->b, append_block(t, t->fn));
    LLVMValueRef thread = team_of(t);
    if (t->names == &of_tasks)
        share_tape(t, thread);
    call(t, t->names->wait, void_type(t), &thread, 1);
    build_return(t, NULL, NULL);
}

/* ---- pairs ---- */

static LLVMValueRef *params_of(const struct team *t, LLVMValueRef fn)
{
    LLVMValueRef *params = ARENA_ARRAY(t->e->arena, LLVMValueRef, LLVMCountParams(fn));
    LLVMGetParams(fn, params);
    return params;
}

static struct team_pair add_pair(const struct team *t)
{
    unsigned n = LLVMCountStructElementTypes(t->block);
    LLVMTypeRef *types = ARENA_ARRAY(t->e->arena, LLVMTypeRef, n);
    LLVMGetStructElementTypes(t->block, types);
    struct team_pair pair =
        team_add_pair(t->e->module, LLVMFunctionType(void_type(t), types, n, 0));
    copy_attributes(t, pair.fork), copy_attributes(t, pair.team);
    VEC_PUSH(t->e->arena, &t->e->wrappers, pair.fork);
    VEC_PUSH(t->e->arena, &t->e->wrappers, pair.team);
    if (team_is_league(t->d->key.fn))
        team_mark_league(pair.team);
    if (t->first || team_runner(t->d->key.fn))
        team_mark_runner(pair.team, run_name(t));
    return pair;
}

static void build_pair(struct team *t, struct team_pair pair)
{
    LLVMPositionBuilderAtEnd(t->b, append_block(t, pair.team));
    run_thread(t, params_of(t, pair.team));
    LLVMBuildRetVoid(t->b);
    LLVMPositionBuilderAtEnd(t->b, append_block(t, pair.fork));
    LLVMValueRef *got = params_of(t, pair.fork),
                 team = t->first ? team_of_frames(t, got[0]) : team_of_primal(t, pair.fork);
    build_start(t, team, got);
    LLVMBuildRetVoid(t->b);
}

/* ---- the derivative ---- */

static LLVMValueRef new_sums(const struct team *t)
{
    LLVMValueRef sums = tape_slot(t->e->module, t->b, t->sums);
    LLVMBuildStore(t->b, LLVMConstNull(t->sums), sums);
    return sums;
}

static void build_team(struct team *t, LLVMValueRef fork)
{
    LLVMPositionBuilderAtEnd(t->b, append_block(t, t->fn));
    unsigned n = LLVMCountStructElementTypes(t->block);
    LLVMValueRef *got = ARENA_ARRAY(t->e->arena, LLVMValueRef, n);
    LLVMValueRef sums = t->sums ? new_sums(t) : NULL, team = t->first ? team_of(t) : NULL;
    if (t->first)
        share_tape(t, team), got[0] = team;
    for (unsigned k = 0; k < t->operands; k++)
        got[t->first + k] = LLVMGetParam(t->fn, k);
    if (sums)
        got[n - 1] = sums;
    if (fork)
        LLVMBuildCall2(t->b, LLVMGlobalGetValueType(fork), fork, got, n, "");
    else
        build_start(t, team, got);
    build_return(t, team, sums);
}

/* In what is differentiated again nobody knows kind maps, nor sums in the order of threads. */
static bool is_paired(const struct team *t)
{
    bool in_order = t->d->plan && t->d->plan->sums_in_order;
    return t->d->key.nested && !t->started && !t->e->tracks && !t->d->follows && !in_order;
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
    t.paired = is_paired(&t);
    find_block(&t);
    t.inner = add_function(&t, "thread", LLVMGlobalGetValueType(fn));
    d->threads[is_second(&t) + (kind == GEN_TANGENTS)] = t.inner;
    if (!gen_function(e, d, kind, t.inner))
        return false;
    t.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    struct team_pair pair = {NULL, NULL};
    if (t.paired)
        pair = add_pair(&t);
    build_thread(&t, pair.team);
    if (t.paired)
        build_pair(&t, pair);
    if (t.started && kind == GEN_REVERSE)
        build_wait(&t);
    else
        build_team(&t, pair.fork);
    LLVMDisposeBuilder(t.b);
    return true;
}
