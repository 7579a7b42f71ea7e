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
 * shadows as any other; the tapes of threads are behind functions of the runtime.
 *
 * Of a thread that goes on by itself, or a task, there are two pairs then: for the forward sweep,
 * which starts it, and for the reverse sweep, which waits for it. Both get the address of what is
 * on the caller's tape: its record, what it has kept, and the operands. When a task is made the
 * runtime must know what to do in the reverse sweep; so a derivative of the first pair in forward
 * mode knows that of the second one (`back`), which has the same operand. */
#include "base/no_target.h"
#include "base/options.h"
#include "base/target.h"
#include "base/team.h"
#include "emit/derivative.h"
#include "facts/atomic.h"
#include "ir/constants.h"
#include "ir/text.h"
#include <string.h>

enum { MAX_OPERANDS = 5 }; /* of functions of the runtime */
/* What a derivative keeps that is differentiated again (runtime/team.h): what the runtime has
 * there, and an address for each thread. */
enum { FRAMES_FIRST = 16, FRAMES_MAX = 2048 };
/* The same of a thread that goes on by itself, or a task: its record (runtime/thread.h, task.h),
 * the address of its frame, its operands. */
enum { KEPT_RECORD, KEPT_FRAME, KEPT_FIRST };

/* What the runtime calls what. */
struct names {
    const char *create, *free, *share, *tape, *keep, *frame, *close, *run, *run_again, *wait;
    const char *open, *of, *kept_tape, *kept_close; /* where it is differentiated again */
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
     .wait = "enz_rt_" what "_wait",                                                               \
     .open = "enz_rt_" what "_open",                                                               \
     .of = "enz_rt_" what "_of",                                                                   \
     .kept_tape = "enz_rt_" what "_kept_tape",                                                     \
     .kept_close = "enz_rt_" what "_kept_close"}
static const struct names of_teams = NAMES("team"), of_threads = NAMES("thread"),
                          of_tasks = NAMES("task");

struct team {
    struct emission *e;
    struct derivative *d;
    enum gen_kind kind;
    bool started; /* a thread that goes on by itself, or a task */
    bool paired;  /* the team, or the thread, is started by a pair */
    bool on_tape; /* paired: a started thread whose operands are on the caller's tape */
    const struct names *names;
    LLVMValueRef fn, inner, thread;
    LLVMTypeRef ptr, block, sums; /* sums: of gradients */
    LLVMTypeRef kept;             /* on_tape: record, frame, operands */
    unsigned first;               /* 1: in front of operands is the team, or what threads keep */
    unsigned operands, gradients; /* how many */
    LLVMBuilderRef b;
};

/* A started thread is waited for in the reverse sweep, also in a derivative of that. */
static bool waits(const struct team *t)
{
    const char *runner = t->kind == GEN_FORWARD ? team_runner(t->d->key.fn) : NULL;
    return t->started && (runner ? !strcmp(runner, t->names->wait) : t->kind == GEN_REVERSE);
}

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
    t->first = !t->paired || (t->kind != GEN_FORWARD && !t->on_tape);
    bool gradients = t->kind == GEN_REVERSE && LLVMGetTypeKind(result) == LLVMStructTypeKind;
    t->gradients = gradients ? LLVMCountStructElementTypes(result) : 0;
    t->sums = gradients ? result : NULL;
    unsigned n = 0;
    LLVMTypeRef *members = ARENA_ARRAY(t->e->arena, LLVMTypeRef, KEPT_FIRST + t->operands);
    for (unsigned k = 0; k < (t->on_tape ? KEPT_FIRST : t->first); k++)
        members[n++] = t->ptr;
    for (unsigned k = 0; k < t->operands; k++)
        members[n++] = LLVMTypeOf(LLVMGetParam(t->fn, k));
    if (gradients)
        members[n++] = t->ptr;
    t->block = LLVMStructTypeInContext(c, members, n, 0);
    if (t->on_tape) {
        t->kept = t->block;
        t->block = LLVMStructTypeInContext(c, &t->ptr, 1, 0);
    }
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

static LLVMValueRef kept_at(const struct team *t, LLVMValueRef kept, unsigned k)
{
    return LLVMBuildStructGEP2(t->b, t->kept, kept, k, "");
}

static LLVMValueRef own_tape(const struct team *t, LLVMValueRef team)
{
    const char *name = t->on_tape  ? t->names->kept_tape
                       : t->paired ? "enz_rt_frames_tape"
                                   : t->names->tape;
    return call(t, name, t->ptr, &team, 1);
}

static LLVMValueRef own_frame(const struct team *t, LLVMValueRef team)
{
    if (t->paired)
        return LLVMBuildLoad2(t->b, t->ptr,
                              t->on_tape ? kept_at(t, team, KEPT_FRAME) : frame_at(t, team), "");
    return call(t, t->names->frame, t->ptr, &team, 1);
}

static void keep_frame(const struct team *t, LLVMValueRef team, LLVMValueRef frame)
{
    LLVMValueRef kept[] = {team, frame};
    if (t->paired)
        LLVMBuildStore(t->b, frame, t->on_tape ? kept_at(t, team, KEPT_FRAME) : frame_at(t, team));
    else
        call(t, t->names->keep, void_type(t), kept, 2);
}

/* The derivative as if this thread were the only one, with what it has of its own. */
static LLVMValueRef run_inner(const struct team *t, LLVMValueRef *got, LLVMValueRef *own,
                              unsigned count)
{
    LLVMValueRef *args = ARENA_ARRAY(t->e->arena, LLVMValueRef, t->operands + count);
    for (unsigned k = 0; k < t->operands + count; k++)
        args[k] = k >= t->operands ? own[k - t->operands]
                  : t->on_tape     ? LLVMBuildLoad2(t->b, LLVMTypeOf(LLVMGetParam(t->fn, k)),
                                                    kept_at(t, got[0], KEPT_FIRST + k), "")
                                   : got[t->first + k];
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
        call(t,
             t->on_tape  ? t->names->kept_close
             : t->paired ? "enz_rt_frames_close"
                         : t->names->close,
             void_type(t), &team, 1);
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

static LLVMValueRef add_member(const struct team *t, const char *suffix)
{
    LLVMTypeRef ptr = t->ptr;
    return add_function(t, suffix, LLVMFunctionType(void_type(t), &ptr, 1, 0));
}

/* What a thread does in the reverse sweep: of this derivative, or of another one. */
static LLVMValueRef again_of(const struct team *t, struct derivative *d)
{
    if (!d->again)
        d->again = add_member(t, "again");
    return d->again;
}

/* With a pair, what a thread does is `team`, else NULL. */
static void build_thread(struct team *t, LLVMValueRef team)
{
    t->thread = waits(t) ? again_of(t, t->d) : add_member(t, "member");
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
    return constants_text(t->b, text);
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

/* Likewise, of a thread that goes on by itself. */
static LLVMValueRef new_kept(const struct team *t)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(t->e->module));
    uint64_t bytes = LLVMABISizeOfType(LLVMGetModuleDataLayout(t->e->module), t->kept);
    struct tape_site s = {.module = t->e->module, .b = t->b, .tape = own_tape_of_caller(t)};
    LLVMValueRef kept = t->e->tape_arena->alloc(&s, LLVMConstInt(i64, bytes, 0)),
                 args[] = {kept, s.tape, place_of_start(t)};
    call(t, t->names->open, void_type(t), args, 3);
    for (unsigned k = 0; k < t->operands; k++)
        LLVMBuildStore(t->b, LLVMGetParam(t->fn, k), kept_at(t, kept, KEPT_FIRST + k));
    return kept;
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
    return call(t, t->started ? t->names->of : "enz_rt_frames_team", t->ptr, &frames, 1);
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
        return t->on_tape ? new_kept(t) : t->paired ? new_frames(t) : new_team(t);
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

/* Of which a thread that is started now does the reverse sweep; NULL: there is none. */
static struct derivative *back_of(const struct team *t)
{
    return t->kind == GEN_AUGMENTED ? t->d : t->d->back;
}

/* By which the runtime knows the derivative of a thread or a task: one that was made for the other
 * half of split mode is another function, and does the same. */
static LLVMValueRef identity(const struct team *t, const struct derivative *d)
{
    struct arena *a = t->e->arena;
    if (!d)
        return LLVMConstNull(t->ptr);
    unsigned n = LLVMCountParams(d->key.fn);
    char *states = ARENA_ARRAY(a, char, n + 1);
    for (unsigned k = 0; k < n; k++)
        states[k] = (char)('0' + d->key.args[k]);
    const char *name = text_function_name(a, prepare_original(t->e->prepare, d->key.fn));
    return LLVMBuildGlobalStringPtr(t->b, arena_printf(a, "%s, %u, %s", name, d->key.width, states),
                                    "enz.identity");
}

/* The threads run, or the one that goes on by itself is started. */
static void build_run(struct team *t, LLVMValueRef team, LLVMValueRef block)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(t->e->module));
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
        struct derivative *back = back_of(t);
        LLVMValueRef args[] = {
            team,  t->thread, back ? again_of(t, back) : LLVMConstNull(t->ptr), identity(t, back),
            block, bytes};
        call(t, t->names->run, void_type(t), args, 6);
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
static void build_wait_for(const struct team *t, LLVMValueRef thread)
{
    LLVMValueRef args[] = {thread, identity(t, t->d)};
    call(t, t->names->wait, void_type(t), args, 2);
}

static void build_wait(struct team *t, LLVMValueRef fork)
{
    LLVMPositionBuilderAtEnd(t->b, append_block(t, t->fn));
    LLVMValueRef thread = team_of(t);
    if (t->names == &of_tasks && !fork)
        share_tape(t, thread);
    if (fork)
        LLVMBuildCall2(t->b, LLVMGlobalGetValueType(fork), fork, &thread, 1, "");
    else
        build_wait_for(t, thread);
    build_return(t, NULL, NULL);
}

/* ---- pairs ---- */

static LLVMValueRef *params_of(const struct team *t, LLVMValueRef fn)
{
    LLVMValueRef *params = ARENA_ARRAY(t->e->arena, LLVMValueRef, LLVMCountParams(fn));
    LLVMGetParams(fn, params);
    return params;
}

/* `runner`: of a team of a derivative, or NULL. */
static struct team_pair add_pair(const struct team *t, const char *runner)
{
    unsigned n = LLVMCountStructElementTypes(t->block);
    LLVMTypeRef *types = ARENA_ARRAY(t->e->arena, LLVMTypeRef, n);
    LLVMGetStructElementTypes(t->block, types);
    struct team_pair pair =
        team_add_pair_like(t->d->key.fn, LLVMFunctionType(void_type(t), types, n, 0));
    copy_attributes(t, pair.fork), copy_attributes(t, pair.team);
    VEC_PUSH(t->e->arena, &t->e->wrappers, pair.fork);
    VEC_PUSH(t->e->arena, &t->e->wrappers, pair.team);
    if (runner)
        team_mark_runner(pair.team, runner);
    return pair;
}

/* Of a started thread, that of the reverse sweep is there as soon as that of the forward sweep. */
static struct team_pair find_pair(const struct team *t)
{
    bool second = t->first || team_runner(t->d->key.fn);
    if (!t->paired)
        return (struct team_pair){NULL, NULL};
    if (!t->on_tape)
        return add_pair(t, second ? run_name(t) : NULL);
    if (t->kind == GEN_REVERSE)
        return t->d->back_pair;
    struct team_pair pair = add_pair(t, t->names->run);
    t->d->back_pair = add_pair(t, t->names->wait);
    team_mark_back(pair.team, t->d->back_pair.team);
    return pair;
}

static void build_pair(struct team *t, struct team_pair pair)
{
    LLVMPositionBuilderAtEnd(t->b, append_block(t, pair.team));
    run_thread(t, params_of(t, pair.team));
    LLVMBuildRetVoid(t->b);
    LLVMPositionBuilderAtEnd(t->b, append_block(t, pair.fork));
    LLVMValueRef *got = params_of(t, pair.fork), team = t->first || t->on_tape
                                                            ? team_of_frames(t, got[0])
                                                            : team_of_primal(t, pair.fork);
    if (waits(t))
        build_wait_for(t, team);
    else
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

/* What a thread gets: what is kept, operands, sums. */
static LLVMValueRef *gather(const struct team *t, LLVMValueRef team, LLVMValueRef sums)
{
    unsigned n = LLVMCountStructElementTypes(t->block);
    LLVMValueRef *got = ARENA_ARRAY(t->e->arena, LLVMValueRef, n);
    if (team)
        got[0] = team;
    for (unsigned k = 0; k < t->operands && !t->on_tape; k++)
        got[t->first + k] = LLVMGetParam(t->fn, k);
    if (sums)
        got[n - 1] = sums;
    return got;
}

static void build_team(struct team *t, LLVMValueRef fork)
{
    LLVMPositionBuilderAtEnd(t->b, append_block(t, t->fn));
    LLVMValueRef sums = t->sums ? new_sums(t) : NULL,
                 team = t->first || t->on_tape ? team_of(t) : NULL;
    if (t->first)
        share_tape(t, team);
    LLVMValueRef *got = gather(t, team, sums);
    if (fork)
        LLVMBuildCall2(t->b, LLVMGlobalGetValueType(fork), fork, got,
                       LLVMCountStructElementTypes(t->block), "");
    else
        build_start(t, team, got);
    build_return(t, team, sums);
}

/* In what is differentiated again nobody knows kind maps, nor sums in the order of threads. */
static bool is_paired(const struct team *t)
{
    const struct derivative *d = t->d;
    bool in_order = d->plan && d->plan->sums_in_order,
         third = t->started && (d->key.tangents || team_runner(d->key.fn));
    return d->key.nested && !t->e->tracks && !d->follows && !in_order && !third;
}

/* What the runtime has been told to do there is another derivative. */
static bool refuse_unknown_back(const struct team *t)
{
    if (t->kind != GEN_FORWARD || !waits(t) || t->d->is_back)
        return false;
    diag(t->e->diags, DIAG_UNSUPPORTED, t->d->key.fn,
         "the reverse sweep of a thread or a task, differentiated again apart from its forward "
         "sweep,");
    return true;
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
    t.on_tape = t.paired && t.started && kind != GEN_FORWARD;
    find_block(&t);
    t.inner = add_function(&t, "thread", LLVMGlobalGetValueType(fn));
    d->threads[is_second(&t) + (kind == GEN_TANGENTS)] = t.inner;
    if (!gen_function(e, d, kind, t.inner) || refuse_unknown_back(&t))
        return false;
    t.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    struct team_pair pair = find_pair(&t);
    build_thread(&t, pair.team);
    if (t.paired)
        build_pair(&t, pair);
    if (waits(&t))
        build_wait(&t, pair.fork);
    else
        build_team(&t, pair.fork);
    LLVMDisposeBuilder(t.b);
    return true;
}
