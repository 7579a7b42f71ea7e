/* Tasks as calls.
 *
 *   task = __kmpc_omp_task_alloc(place, thread, flags, size, size of what is shared, entry)
 *   ... what the task gets is stored in the block ...
 *   __kmpc_omp_task(place, thread, task)
 *
 * The block is allocated like any other, so that it has a shadow. The second call becomes one of a
 * function enz.start.i(task), which has libomp do the same, and beside it there is a function
 * enz.thread.i, which is what the task does: a call of entry(thread, task). As with threads
 * (threads.c), it is the latter that is prepared and differentiated, as a function that is called
 * once, where the task is made; when it is done the runtime decides (runtime/task.c). At the end it
 * frees the block.
 *
 * A task that may be resumed by another thread (untied) hands itself over once more, at each place
 * where it may wait. Here it goes on by itself: a word in front of the block says that it wants to.
 * A loop that is made of tasks becomes a loop that makes them.
 *
 * All tasks of the program are known in this way, or it stays as it is, and is refused where it is
 * differentiated: with tasks that end by an event (detach), or that say which memory they use
 * (affinity). What a group of tasks adds up (task_reduction, and reduction with `task`, which makes
 * a group) a call behind its end does, in differentiated code (runtime/bundle/task_sums.c). */
#include "base/limits.h"
#include "base/sanitize.h"
#include "base/target.h"
#include "base/team.h"
#include "ir/text.h"
#include "prepare/module/module.h"
#include <string.h>

enum { ALLOC_PLACE, ALLOC_THREAD, ALLOC_FLAGS, ALLOC_SIZE, ALLOC_SHARED, ALLOC_ENTRY, ALLOC_COUNT };
enum { TASK_PLACE, TASK_THREAD, TASK_TASK };
enum { DEPENDS_COUNT = 3, DEPENDS_LIST, DEPENDS_MORE, DEPENDS_MORE_LIST };
enum {
    LOOP_IF = 3,
    LOOP_LOWER,
    LOOP_UPPER,
    LOOP_STEP,
    LOOP_NO_GROUP,
    LOOP_KIND,
    LOOP_WANTED,
    LOOP_COPY
};
/* Of the block, for targets with pointers of 8 bytes. */
enum {
    BLOCK_PART = 16, /* of a task that is not tied: which part of it comes next */
    BLOCK_PRIORITY = 32,
    BLOCK_LOWER = 40, /* these of a loop only */
    BLOCK_UPPER = 48,
    BLOCK_STRIDE = 56,
    BLOCK_REDUCTIONS = 72,
    BLOCK_OWN = 80 /* from there on: what the task has of its own, what is shared */
};
enum { POINTER_BYTES = 8, HEAD = 16 }; /* HEAD: in front of the block, with the word */
enum { TIED = 1, DESTRUCTORS = 8, PRIORITY = 32, DETACHABLE = 64 };
LIMIT(TASK_ADDRESS_DEPTH, 8);

struct task {
    LLVMValueRef alloc, entry, destructors;
    uint64_t size, shared;
    bool untied, has_priority;
    LLVMValueRef start; /* of the pair, once it is there */
};

struct tasks {
    struct prepare *p;
    LLVMBuilderRef b;
    LLVMContextRef c;
    LLVMTypeRef ptr, i32, i64, none;
    VEC(struct task) all;
};

static LLVMValueRef call(const struct tasks *s, const char *name, LLVMTypeRef result,
                         LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef params[8];
    for (unsigned k = 0; k < n; k++)
        params[k] = LLVMTypeOf(args[k]);
    LLVMTypeRef type = LLVMFunctionType(result, params, n, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(s->p->module, name);
    return LLVMBuildCall2(s->b, type, fn ? fn : LLVMAddFunction(s->p->module, name, type), args, n,
                          "");
}

static LLVMValueRef call_known(const struct tasks *s, LLVMValueRef fn, LLVMValueRef *args,
                               unsigned n)
{
    return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

static LLVMValueRef number(const struct tasks *s, LLVMTypeRef type, int64_t value)
{
    (void)s;
    return LLVMConstInt(type, (unsigned long long)value, 1);
}

/* The address so many bytes behind another one. */
static LLVMValueRef at(const struct tasks *s, LLVMValueRef address, int64_t bytes)
{
    LLVMValueRef distance = number(s, s->i64, bytes);
    return LLVMBuildGEP2(s->b, LLVMInt8TypeInContext(s->c), address, &distance, 1, "");
}

/* ---- which tasks there are ------------------------------------------------------------------- */

static bool is_call_of(LLVMValueRef v, const char *name)
{
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) &&
           !strcmp(LLVMGetValueName(callee), name);
}

static bool is_constant(LLVMValueRef v, uint64_t *value)
{
    if (!LLVMIsAConstantInt(v))
        return false;
    *value = LLVMConstIntGetZExtValue(v);
    return true;
}

/* The bits of the flags that are known to be set, as the compiler makes them: a constant, or a
 * choice beside a constant. */
static uint64_t flags_of(LLVMValueRef v)
{
    uint64_t value = 0;
    if (is_constant(v, &value))
        return value;
    if (LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMOr)
        return flags_of(LLVMGetOperand(v, 0)) | flags_of(LLVMGetOperand(v, 1));
    return LLVMIsASelectInst(v) ? flags_of(LLVMGetOperand(v, 1)) & flags_of(LLVMGetOperand(v, 2))
                                : 0;
}

/* The function that destroys what the task has of its own, which is stored in the block. */
static LLVMValueRef find_destructors(LLVMValueRef alloc)
{
    static const char prefix[] = ".omp_task_destructor.";
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloc)), found = NULL;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsAStoreInst(i) && LLVMIsAFunction(LLVMGetOperand(i, 0)) &&
                !strncmp(LLVMGetValueName(LLVMGetOperand(i, 0)), prefix, sizeof prefix - 1) &&
                ezb_underlying_object(LLVMGetOperand(i, 1), TASK_ADDRESS_DEPTH) == alloc)
                found = LLVMGetOperand(i, 0);
    return found;
}

static bool read_alloc(struct tasks *s, LLVMValueRef alloc)
{
    struct task t = {.alloc = alloc};
    if (LLVMGetNumArgOperands(alloc) != ALLOC_COUNT ||
        !is_constant(LLVMGetOperand(alloc, ALLOC_SIZE), &t.size) ||
        !is_constant(LLVMGetOperand(alloc, ALLOC_SHARED), &t.shared) ||
        !LLVMIsConstant(LLVMGetOperand(alloc, ALLOC_PLACE)))
        return false;
    t.entry = LLVMGetOperand(alloc, ALLOC_ENTRY);
    uint64_t flags = flags_of(LLVMGetOperand(alloc, ALLOC_FLAGS));
    if (!LLVMIsAFunction(t.entry) || LLVMIsDeclaration(t.entry) || (flags & DETACHABLE))
        return false;
    t.untied = !(flags & TIED);
    t.has_priority = flags & PRIORITY;
    t.destructors = flags & DESTRUCTORS ? find_destructors(alloc) : NULL;
    t.size = (t.size + POINTER_BYTES - 1) / POINTER_BYTES * POINTER_BYTES;
    VEC_PUSH(s->p->arena, &s->all, t);
    return !(flags & DESTRUCTORS) || t.destructors;
}

static struct task *task_of(struct tasks *s, LLVMValueRef v)
{
    for (unsigned i = 0; i < s->all.count; i++)
        if (s->all.items[i].alloc == v)
            return &s->all.items[i];
    return NULL;
}

static bool is_untied_entry(struct tasks *s, LLVMValueRef fn)
{
    for (unsigned i = 0; i < s->all.count; i++)
        if (s->all.items[i].entry == fn && s->all.items[i].untied)
            return true;
    return false;
}

/* The function is part of untied tasks: their entry, or what nothing but such entries calls, if
 * that was not inlined. */
static bool is_in_untied(struct tasks *s, LLVMValueRef fn)
{
    if (is_untied_entry(s, fn))
        return true;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != fn ||
            !is_untied_entry(s, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))))
            return false;
    }
    return LLVMGetFirstUse(fn) != NULL;
}

typedef VEC(LLVMValueRef) call_list;

static call_list calls_of(struct tasks *s, const char *name)
{
    call_list calls = {0};
    LLVMValueRef fn = LLVMGetNamedFunction(s->p->module, name);
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u))
        VEC_PUSH(s->p->arena, &calls, LLVMGetUser(u));
    return calls;
}

static bool read_allocs(struct tasks *s)
{
    static const char name[] = "__kmpc_omp_task_alloc";
    call_list calls = calls_of(s, name);
    for (unsigned i = calls.count; i-- > 0;)
        if (!is_call_of(calls.items[i], name) || !read_alloc(s, calls.items[i]))
            return false;
    return s->all.count > 0;
}

/* Each user of a block, but for the stores into it, is one of those that are replaced. */
static const char make[] = "__kmpc_omp_task", make_dependent[] = "__kmpc_omp_task_with_deps",
                  begin[] = "__kmpc_omp_task_begin_if0", end[] = "__kmpc_omp_task_complete_if0",
                  loop[] = "__kmpc_taskloop", affinity[] = "__kmpc_omp_reg_task_with_affinity",
                  reduction[] = "__kmpc_taskred_init",
                  reduction_of_all[] = "__kmpc_taskred_modifier_init",
                  group_begin[] = "__kmpc_taskgroup", group_end[] = "__kmpc_end_taskgroup",
                  group_of_all_end[] = "__kmpc_task_reduction_modifier_fini";

static bool reads_calls(struct tasks *s, const char *name)
{
    call_list calls = calls_of(s, name);
    for (unsigned i = 0; i < calls.count; i++) {
        LLVMValueRef user = calls.items[i];
        if (!is_call_of(user, name))
            return false;
        if (task_of(s, LLVMGetOperand(user, TASK_TASK)))
            continue;
        if (name != make ||
            !is_in_untied(s, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))))
            return false;
    }
    return true;
}

/* An untied task that is done at once is called between two other calls. */
static bool reads_untied(struct tasks *s)
{
    call_list calls = calls_of(s, begin);
    for (unsigned i = 0; i < calls.count; i++) {
        const struct task *t = task_of(s, LLVMGetOperand(calls.items[i], TASK_TASK));
        LLVMValueRef entered = LLVMGetNextInstruction(calls.items[i]),
                     left = entered ? LLVMGetNextInstruction(entered) : NULL;
        if (t->untied && !(LLVMIsACallInst(entered) && LLVMGetCalledValue(entered) == t->entry &&
                           left && is_call_of(left, end)))
            return false;
    }
    return true;
}

static bool reads_loops(struct tasks *s)
{
    call_list calls = calls_of(s, loop);
    uint64_t no_group = 0;
    for (unsigned i = 0; i < calls.count; i++)
        if (!is_constant(LLVMGetOperand(calls.items[i], LOOP_NO_GROUP), &no_group) || !no_group)
            return false;
    return true;
}

/* What a scheduler is told is not known. */
static bool has_other_users(const struct tasks *s)
{
    return LLVMGetNamedFunction(s->p->module, affinity) != NULL;
}

static bool begins_group(LLVMValueRef v)
{
    return is_call_of(v, group_begin) || is_call_of(v, reduction_of_all);
}

static bool ends_group(LLVMValueRef v)
{
    return is_call_of(v, group_end) || is_call_of(v, group_of_all_end);
}

/* The first call at which a group begins or ends from `from` on in its block, or NULL. */
static LLVMValueRef next_bracket(LLVMValueRef from)
{
    while (from && !begins_group(from) && !ends_group(from))
        from = LLVMGetNextInstruction(from);
    return from;
}

/* Of a walk from where a group begins to add up: the end of the group. */
struct group_walk {
    struct map seen; /* blocks */
    VEC(LLVMBasicBlockRef) blocks;
    VEC(unsigned) depths; /* how many groups in it have begun there */
    LLVMValueRef end;
    bool failed;
};

static void walk_block(struct tasks *s, struct group_walk *w, LLVMValueRef from, unsigned depth)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(from);
    for (from = next_bracket(from); from; from = next_bracket(LLVMGetNextInstruction(from))) {
        if (ends_group(from) && depth == 0) {
            w->failed |= w->end && w->end != from;
            w->end = from;
            return;
        }
        depth = begins_group(from) ? depth + 1 : depth - 1;
    }
    LLVMValueRef leave = LLVMGetBasicBlockTerminator(block);
    for (unsigned k = 0, n = LLVMGetNumSuccessors(leave); k < n; k++) {
        LLVMBasicBlockRef next = LLVMGetSuccessor(leave, k);
        if (map_get(&w->seen, next))
            continue;
        map_put(&w->seen, next, next);
        VEC_PUSH(s->p->arena, &w->blocks, next);
        VEC_PUSH(s->p->arena, &w->depths, depth);
    }
}

/* The end of the group that begins to add up there; NULL: there is not one on all ways. */
static LLVMValueRef group_end_of(struct tasks *s, LLVMValueRef init)
{
    struct group_walk w = {0};
    map_init(&w.seen, s->p->arena);
    walk_block(s, &w, LLVMGetNextInstruction(init), 0);
    for (unsigned i = 0; i < w.blocks.count; i++)
        walk_block(s, &w, LLVMGetFirstInstruction(w.blocks.items[i]), w.depths.items[i]);
    return w.failed ? NULL : w.end;
}

static bool reads_groups(struct tasks *s, const char *name)
{
    call_list calls = calls_of(s, name);
    for (unsigned i = 0; i < calls.count; i++)
        if (!is_call_of(calls.items[i], name) || !group_end_of(s, calls.items[i]))
            return false;
    return true;
}

static bool is_known(struct tasks *s)
{
    return !has_other_users(s) && reads_groups(s, reduction) && reads_groups(s, reduction_of_all) &&
           target_pointer_bytes(s->p->module) == POINTER_BYTES && read_allocs(s) &&
           reads_calls(s, make) && reads_calls(s, make_dependent) && reads_calls(s, begin) &&
           reads_calls(s, end) && reads_calls(s, loop) && reads_loops(s) && reads_untied(s);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* What is shared follows the rest, and the block begins with its address. Tasks that run at once do
 * not say that they begin with their first part. */
static LLVMValueRef build_block(const struct tasks *s, const struct task *t)
{
    LLVMValueRef bytes = number(s, s->i64, (int64_t)(HEAD + t->size + t->shared)),
                 memory = call(s, "malloc", s->ptr, &bytes, 1), block = at(s, memory, HEAD);
    LLVMBuildStore(s->b, t->shared ? at(s, block, (int64_t)t->size) : LLVMConstNull(s->ptr), block);
    if (t->untied)
        LLVMBuildStore(s->b, number(s, s->i32, 0), at(s, block, BLOCK_PART));
    return block;
}

static void build_free(const struct tasks *s, LLVMValueRef block)
{
    LLVMValueRef memory = at(s, block, -HEAD);
    call(s, "free", s->none, &memory, 1);
}

static LLVMValueRef word_of(const struct tasks *s, LLVMValueRef block)
{
    return at(s, block, -HEAD);
}

/* ---- the pair -------------------------------------------------------------------------------- */

static LLVMValueRef add_function(const struct tasks *s, const char *name)
{
    LLVMTypeRef ptr = s->ptr;
    LLVMValueRef fn = LLVMAddFunction(s->p->module, name, LLVMFunctionType(s->none, &ptr, 1, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    unsigned noinline = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(s->c, noinline, 0));
    LLVMPositionBuilderAtEnd(s->b, LLVMAppendBasicBlockInContext(s->c, fn, ""));
    return fn;
}

/* An untied task begins again for as long as it wants to. */
static void build_entry(const struct tasks *s, const struct task *t, LLVMValueRef fn,
                        LLVMValueRef *args)
{
    if (!t->untied) {
        call_known(s, t->entry, args, 2);
        return;
    }
    LLVMBasicBlockRef again = LLVMAppendBasicBlockInContext(s->c, fn, ""),
                      done = LLVMAppendBasicBlockInContext(s->c, fn, "");
    LLVMValueRef zero = LLVMConstNull(s->i64), word = word_of(s, args[1]);
    LLVMBuildBr(s->b, again);
    LLVMPositionBuilderAtEnd(s->b, again);
    LLVMBuildStore(s->b, zero, word);
    call_known(s, t->entry, args, 2);
    LLVMValueRef wants = LLVMBuildLoad2(s->b, s->i64, word, "");
    LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntNE, wants, zero, ""), again, done);
    LLVMPositionBuilderAtEnd(s->b, done);
}

static void build_end(const struct tasks *s, const struct task *t, LLVMValueRef *args)
{
    if (t->destructors)
        call_known(s, t->destructors, args, 2);
    build_free(s, args[1]);
}

static LLVMValueRef build_task(const struct tasks *s, const struct task *t, const char *name)
{
    LLVMValueRef fn = add_function(s, name), block = LLVMGetParam(fn, 0),
                 place = LLVMGetOperand(t->alloc, ALLOC_PLACE);
    call(s, "enz_rt_thread_begin", s->none, &block, 1);
    LLVMValueRef args[] = {call(s, "__kmpc_global_thread_num", s->i32, &place, 1), block};
    build_entry(s, t, fn, args);
    build_end(s, t, args);
    LLVMBuildRetVoid(s->b);
    team_mark_task(fn);
    return fn;
}

static void build_pair(const struct tasks *s, struct task *t)
{
    unsigned n = prepare_thread_number(s->p);
    struct arena *arena = s->p->arena;
    LLVMValueRef task = build_task(s, t, arena_printf(arena, THREAD_STARTED "%u", n));
    t->start = add_function(s, arena_printf(arena, THREAD_STARTER "%u", n));
    sanitize_like(task, t->entry);
    target_compile_like(task, t->entry);
    sanitize_like(t->start, t->entry);
    target_compile_like(t->start, t->entry);
    LLVMValueRef args[] = {task, LLVMGetParam(t->start, 0)};
    call(s, "enz_rt_task_native", s->none, args, 2);
    LLVMBuildRetVoid(s->b);
}

/* ---- making tasks ---------------------------------------------------------------------------- */

static LLVMValueRef flags_operand(const struct task *t)
{
    return LLVMGetOperand(t->alloc, ALLOC_FLAGS);
}

static void build_options(const struct tasks *s, const struct task *t, LLVMValueRef block)
{
    LLVMValueRef priority = t->has_priority
                                ? LLVMBuildLoad2(s->b, s->i32, at(s, block, BLOCK_PRIORITY), "")
                                : LLVMConstNull(s->i32),
                 args[] = {flags_operand(t), priority};
    call(s, "enz_rt_task_options", s->none, args, 2);
}

static void build_start(const struct tasks *s, const struct task *t, LLVMValueRef block,
                        LLVMValueRef like)
{
    ezb_set_debug_loc(call_known(s, t->start, &block, 1), like);
}

static void finish(LLVMValueRef inst, LLVMValueRef value)
{
    if (value)
        LLVMReplaceAllUsesWith(inst, value);
    LLVMInstructionEraseFromParent(inst);
}

static void replace_make(struct tasks *s, LLVMValueRef inst)
{
    const struct task *t = task_of(s, LLVMGetOperand(inst, TASK_TASK));
    LLVMPositionBuilderBefore(s->b, inst);
    if (t) {
        build_options(s, t, t->alloc);
        build_start(s, t, t->alloc, inst);
    } else {
        LLVMBuildStore(s->b, number(s, s->i64, 1), word_of(s, LLVMGetOperand(inst, TASK_TASK)));
    }
    finish(inst, LLVMConstNull(s->i32));
}

static void replace_dependent(struct tasks *s, LLVMValueRef inst)
{
    const struct task *t = task_of(s, LLVMGetOperand(inst, TASK_TASK));
    LLVMPositionBuilderBefore(s->b, inst);
    build_options(s, t, t->alloc);
    LLVMValueRef args[4];
    for (unsigned k = 0; k < 4; k++)
        args[k] = LLVMGetOperand(inst, DEPENDS_COUNT + k);
    call(s, "enz_rt_task_depends", s->none, args, 4);
    build_start(s, t, t->alloc, inst);
    finish(inst, LLVMConstNull(s->i32));
}

static void build_at_once(const struct tasks *s, LLVMValueRef whether)
{
    call(s, "enz_rt_task_at_once", s->none, &whether, 1);
}

/* The block of an untied task is freed when it is done for good. */
static void replace_untied(struct tasks *s, const struct task *t, LLVMValueRef inst)
{
    LLVMValueRef entered = LLVMGetNextInstruction(inst), left = LLVMGetNextInstruction(entered);
    build_options(s, t, t->alloc);
    build_at_once(s, number(s, s->i32, 1));
    build_start(s, t, t->alloc, inst);
    finish(left, NULL);
    finish(entered, NULL);
}

/* In front of a call of the entry. */
static void replace_begin(struct tasks *s, LLVMValueRef inst)
{
    const struct task *t = task_of(s, LLVMGetOperand(inst, TASK_TASK));
    LLVMValueRef flags = flags_operand(t);
    LLVMPositionBuilderBefore(s->b, inst);
    if (t->untied)
        replace_untied(s, t, inst);
    else
        call(s, "enz_rt_task_begin", s->none, &flags, 1);
    finish(inst, NULL);
}

static void replace_end(struct tasks *s, LLVMValueRef inst)
{
    const struct task *t = task_of(s, LLVMGetOperand(inst, TASK_TASK));
    LLVMValueRef args[] = {LLVMGetOperand(inst, TASK_THREAD), t->alloc};
    LLVMPositionBuilderBefore(s->b, inst);
    build_end(s, t, args);
    call(s, "enz_rt_task_end", s->none, NULL, 0);
    finish(inst, NULL);
}

/* The group's copies wait in a variable for its end. */
static void replace_reduction(struct tasks *s, LLVMValueRef init)
{
    LLVMValueRef end_call = group_end_of(s, init), fn;
    fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(init));
    LLVMPositionBuilderBefore(s->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    LLVMValueRef slot = LLVMBuildAlloca(s->b, s->ptr, "");
    LLVMPositionBuilderBefore(s->b, LLVMGetNextInstruction(init));
    LLVMBuildStore(s->b, init, slot);
    LLVMPositionBuilderBefore(s->b, LLVMGetNextInstruction(end_call));
    LLVMValueRef group = LLVMBuildLoad2(s->b, s->ptr, slot, "");
    call(s, "enz_group_reduced", s->none, &group, 1);
}

/* ---- loops ----------------------------------------------------------------------------------- */

struct taskloop {
    const struct task *t;
    LLVMValueRef inst, lower, upper, step, kind, wanted, count;
};

static void copy_member(const struct tasks *s, LLVMValueRef to, LLVMValueRef from, LLVMTypeRef type,
                        int64_t bytes)
{
    LLVMBuildStore(s->b, LLVMBuildLoad2(s->b, type, at(s, from, bytes), ""), at(s, to, bytes));
}

/* A block like the first one. What else the library has in front of the task's own nobody has
 * written, so that nobody could say of what type it is. */
static LLVMValueRef build_copy(const struct tasks *s, const struct taskloop *l, LLVMValueRef last)
{
    const struct task *t = l->t;
    LLVMValueRef block = build_block(s, t), copy = LLVMGetOperand(l->inst, LOOP_COPY),
                 rest = number(s, s->i64, (int64_t)(t->size + t->shared - BLOCK_OWN));
    if (t->has_priority)
        copy_member(s, block, t->alloc, s->i32, BLOCK_PRIORITY);
    copy_member(s, block, t->alloc, s->i64, BLOCK_STRIDE);
    copy_member(s, block, t->alloc, s->ptr, BLOCK_REDUCTIONS);
    LLVMBuildMemCpy(s->b, at(s, block, BLOCK_OWN), POINTER_BYTES, at(s, t->alloc, BLOCK_OWN),
                    POINTER_BYTES, rest);
    LLVMValueRef args[] = {block, t->alloc, LLVMBuildZExt(s->b, last, s->i32, "")};
    if (LLVMIsAFunction(copy))
        call_known(s, copy, args, 3);
    return block;
}

static LLVMValueRef build_bound(const struct tasks *s, const struct taskloop *l, const char *name,
                                LLVMValueRef k)
{
    LLVMValueRef args[] = {l->lower, l->upper, l->step, l->count, k};
    return call(s, name, s->i64, args, 5);
}

static void build_one(const struct tasks *s, const struct taskloop *l, LLVMValueRef k,
                      LLVMValueRef next)
{
    LLVMValueRef last = LLVMBuildICmp(s->b, LLVMIntEQ, next, l->count, ""),
                 block = build_copy(s, l, last), at_once = LLVMGetOperand(l->inst, LOOP_IF);
    LLVMBuildStore(s->b, build_bound(s, l, "enz_rt_taskloop_first", k), at(s, block, BLOCK_LOWER));
    LLVMBuildStore(s->b, build_bound(s, l, "enz_rt_taskloop_last", k), at(s, block, BLOCK_UPPER));
    build_options(s, l->t, block);
    at_once = LLVMBuildICmp(s->b, LLVMIntEQ, at_once, LLVMConstNull(s->i32), "");
    at_once = LLVMBuildZExt(s->b, at_once, s->i32, "");
    build_at_once(s, at_once);
    build_start(s, l->t, block, l->inst);
}

static void build_loop(const struct tasks *s, const struct taskloop *l)
{
    LLVMValueRef zero = LLVMConstNull(s->i64);
    LLVMBasicBlockRef before = LLVMGetInstructionParent(l->inst),
                      behind = ezb_split_block_before(l->inst, ""),
                      body = LLVMInsertBasicBlockInContext(s->c, behind, "");
    LLVMValueRef leave = LLVMGetBasicBlockTerminator(before);
    LLVMPositionBuilderBefore(s->b, leave);
    LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntSGT, l->count, zero, ""), body, behind);
    LLVMInstructionEraseFromParent(leave);
    LLVMPositionBuilderAtEnd(s->b, body);
    LLVMValueRef k = LLVMBuildPhi(s->b, s->i64, ""),
                 next = LLVMBuildAdd(s->b, k, number(s, s->i64, 1), "");
    build_one(s, l, k, next);
    LLVMBuildCondBr(s->b, LLVMBuildICmp(s->b, LLVMIntSLT, next, l->count, ""), body, behind);
    LLVMAddIncoming(k, (LLVMValueRef[]){zero, next}, (LLVMBasicBlockRef[]){before, body}, 2);
}

static void replace_loop(struct tasks *s, LLVMValueRef inst)
{
    struct taskloop l = {.t = task_of(s, LLVMGetOperand(inst, TASK_TASK)), .inst = inst};
    LLVMPositionBuilderBefore(s->b, inst);
    l.lower = LLVMBuildLoad2(s->b, s->i64, LLVMGetOperand(inst, LOOP_LOWER), "");
    l.upper = LLVMBuildLoad2(s->b, s->i64, LLVMGetOperand(inst, LOOP_UPPER), "");
    l.step = LLVMGetOperand(inst, LOOP_STEP);
    l.kind = LLVMGetOperand(inst, LOOP_KIND);
    l.wanted = LLVMGetOperand(inst, LOOP_WANTED);
    LLVMValueRef wants[] = {l.lower, l.upper, l.step, l.kind, l.wanted};
    l.count = call(s, "enz_rt_taskloop_count", s->i64, wants, 5);
    build_loop(s, &l);
    LLVMPositionBuilderBefore(s->b, inst);
    build_end(s, l.t, (LLVMValueRef[]){LLVMGetOperand(inst, TASK_THREAD), l.t->alloc});
    finish(inst, NULL);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void replace_all(struct tasks *s, const char *name,
                        void (*replace)(struct tasks *, LLVMValueRef))
{
    call_list calls = calls_of(s, name);
    for (unsigned i = calls.count; i-- > 0;)
        replace(s, calls.items[i]);
}

static void replace_allocs(struct tasks *s)
{
    for (unsigned i = 0; i < s->all.count; i++) {
        struct task *t = &s->all.items[i];
        LLVMPositionBuilderBefore(s->b, t->alloc);
        LLVMValueRef block = build_block(s, t);
        finish(t->alloc, block);
    }
}

unsigned prepare_tasks(struct prepare *p)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    struct tasks s = {.p = p,
                      .c = c,
                      .ptr = target_pointer(p->module),
                      .i32 = LLVMInt32TypeInContext(c),
                      .i64 = LLVMInt64TypeInContext(c),
                      .none = LLVMVoidTypeInContext(c)};
    if (!is_known(&s))
        return 0;
    s.b = LLVMCreateBuilderInContext(c);
    for (unsigned i = 0; i < s.all.count; i++)
        build_pair(&s, &s.all.items[i]);
    replace_all(&s, make, replace_make);
    replace_all(&s, make_dependent, replace_dependent);
    replace_all(&s, begin, replace_begin);
    replace_all(&s, end, replace_end);
    replace_all(&s, loop, replace_loop);
    replace_all(&s, reduction, replace_reduction);
    replace_all(&s, reduction_of_all, replace_reduction);
    replace_allocs(&s);
    LLVMDisposeBuilder(s.b);
    return s.all.count;
}
