/* Parallel regions, and leagues of teams, as calls.
 *
 * The compiler makes a region a function of its own, and starts a team of threads that run it:
 *
 *   __kmpc_fork_call(place, n, region, captured...)
 *
 * That becomes a call of a function enz.fork.i, which does the same, and beside it there is a
 * function enz.team.i, which is what one thread of the team does: a call of the region. It is the
 * latter that is prepared and differentiated, as a function that is called once; its derivatives
 * are run by a team again (emit/team.c). Where nothing has a derivative enz.fork.i runs.
 *
 * What the first threads of the teams of a league do, `teams` on the host, is a function as well
 * (__kmpc_fork_teams, with the same operands), and becomes such a pair, which is marked. */
#include "base/sanitize.h"
#include "base/target.h"
#include "base/team.h"
#include "prepare/module/module.h"
#include <string.h>

static const char fork_call[] = "__kmpc_fork_call", fork_league[] = "__kmpc_fork_teams";
enum { FORK_PLACE, FORK_COUNT, FORK_REGION, FORK_CAPTURED };
enum { REGION_NUMBERS = 2 }; /* in front of what is captured: addresses of the thread's numbers */

/* The region is a function of the program, called with what it expects. */
static bool is_known(LLVMValueRef call)
{
    LLVMValueRef region = LLVMGetOperand(call, FORK_REGION);
    if (!LLVMIsAFunction(region) || LLVMIsDeclaration(region))
        return false;
    unsigned captured = LLVMGetNumArgOperands(call) - FORK_CAPTURED;
    if (LLVMCountParams(region) != captured + REGION_NUMBERS)
        return false;
    for (unsigned k = 0; k < captured; k++)
        if (LLVMTypeOf(LLVMGetParam(region, k + REGION_NUMBERS)) !=
            LLVMTypeOf(LLVMGetOperand(call, k + FORK_CAPTURED)))
            return false;
    return LLVMIsConstant(LLVMGetOperand(call, FORK_PLACE));
}

static bool is_number(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMFloatTypeKind ||
           LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
}

/* The integer in which a number travels. */
static LLVMValueRef integer_with(LLVMBuilderRef b, LLVMValueRef number, LLVMTypeRef integer)
{
    LLVMValueRef slot = LLVMBuildAlloca(b, integer, "");
    LLVMBuildStore(b, LLVMConstNull(integer), slot);
    LLVMBuildStore(b, number, slot);
    return LLVMBuildLoad2(b, integer, slot, "");
}

/* Operands that stand for the captured ones of the call, behind `first` others. */
static LLVMValueRef *operands(struct prepare *p, LLVMBuilderRef b, LLVMValueRef fn,
                              LLVMValueRef call, unsigned first)
{
    unsigned n = LLVMCountParams(fn);
    LLVMValueRef *args = ARENA_ARRAY(p->arena, LLVMValueRef, first + n);
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, FORK_CAPTURED + k));
        LLVMValueRef param = LLVMGetParam(fn, k);
        args[first + k] = LLVMTypeOf(param) == type ? param : integer_with(b, param, type);
    }
    return args;
}

static LLVMBasicBlockRef append_block(struct prepare *p, LLVMValueRef fn)
{
    return LLVMAppendBasicBlockInContext(LLVMGetModuleContext(p->module), fn, "");
}

static void build_fork(struct prepare *p, LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef call)
{
    unsigned n = LLVMCountParams(fn);
    LLVMPositionBuilderAtEnd(b, append_block(p, fn));
    LLVMValueRef *args = operands(p, b, fn, call, FORK_CAPTURED);
    for (unsigned k = 0; k < FORK_CAPTURED; k++)
        args[k] = LLVMGetOperand(call, k);
    LLVMBuildCall2(b, LLVMGetCalledFunctionType(call), LLVMGetCalledValue(call), args,
                   FORK_CAPTURED + n, "");
    LLVMBuildRetVoid(b);
}

static LLVMValueRef thread_number(struct prepare *p, LLVMBuilderRef b, LLVMValueRef place)
{
    static const char name[] = "__kmpc_global_thread_num";
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    LLVMTypeRef ptr = LLVMTypeOf(place),
                type = LLVMFunctionType(LLVMInt32TypeInContext(c), &ptr, 1, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    return LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(p->module, name, type), &place, 1, "");
}

static void build_team(struct prepare *p, LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef call)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderAtEnd(b, append_block(p, fn));
    LLVMValueRef region = LLVMGetOperand(call, FORK_REGION),
                 *args = operands(p, b, fn, call, REGION_NUMBERS);
    for (unsigned k = 0; k < REGION_NUMBERS; k++)
        args[k] = LLVMBuildAlloca(b, i32, "");
    LLVMBuildStore(b, thread_number(p, b, LLVMGetOperand(call, FORK_PLACE)), args[0]);
    LLVMBuildStore(b, LLVMConstNull(i32), args[1]);
    LLVMBuildCall2(b, LLVMGlobalGetValueType(region), region, args,
                   REGION_NUMBERS + LLVMCountParams(fn), "");
    LLVMBuildRetVoid(b);
}

/* What is captured by value travels as an integer, by way of a variable. The type of the number
 * that the variable holds; NULL if it is none. */
static LLVMTypeRef number_in(LLVMValueRef captured)
{
    LLVMValueRef slot = LLVMIsALoadInst(captured) ? LLVMGetOperand(captured, 0) : NULL;
    LLVMTypeRef type = NULL;
    if (!slot || !LLVMIsAAllocaInst(slot) ||
        LLVMGetTypeKind(LLVMTypeOf(captured)) != LLVMIntegerTypeKind)
        return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAStoreInst(user))
            continue;
        LLVMTypeRef stored = LLVMTypeOf(LLVMGetOperand(user, 0));
        if (LLVMGetOperand(user, 1) != slot || (type && stored != type) || !is_number(stored))
            return NULL;
        type = stored;
    }
    return type;
}

/* The number that travels in `captured`. */
static LLVMValueRef number_of(LLVMBuilderRef b, LLVMValueRef captured, LLVMTypeRef type)
{
    LLVMPositionBuilderBefore(b, captured);
    return LLVMBuildLoad2(b, type, LLVMGetOperand(captured, 0), "");
}

/* The call becomes one of a new pair. */
static void replace(struct prepare *p, LLVMValueRef call)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    unsigned n = LLVMGetNumArgOperands(call) - FORK_CAPTURED;
    LLVMTypeRef *types = ARENA_ARRAY(p->arena, LLVMTypeRef, n);
    LLVMValueRef *args = ARENA_ARRAY(p->arena, LLVMValueRef, n);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef captured = LLVMGetOperand(call, k + FORK_CAPTURED);
        LLVMTypeRef carried = number_in(captured);
        args[k] = carried ? number_of(b, captured, carried) : captured;
        types[k] = LLVMTypeOf(args[k]);
    }
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), types, n, 0);
    struct team_pair pair = team_add_pair(p->module, type);
    LLVMValueRef fork = pair.fork, team = pair.team;
    if (!strcmp(LLVMGetValueName(LLVMGetCalledValue(call)), fork_league))
        team_mark_league(team);
    build_fork(p, b, fork, call);
    build_team(p, b, team, call);
    sanitize_like(fork, LLVMGetOperand(call, FORK_REGION));
    target_compile_like(fork, LLVMGetOperand(call, FORK_REGION));
    sanitize_like(team, LLVMGetOperand(call, FORK_REGION));
    target_compile_like(team, LLVMGetOperand(call, FORK_REGION));
    LLVMPositionBuilderBefore(b, call);
    ezb_set_debug_loc(LLVMBuildCall2(b, type, fork, args, n, ""), call);
    LLVMDisposeBuilder(b);
    LLVMInstructionEraseFromParent(call);
}

/* ---- shares ---- */

/* So analyses of LLVM see that differences of bounds do not wrap around (runtime/team.h). */
static void limit_share(struct prepare *p, const char *name, unsigned bits, int64_t least,
                        uint64_t above)
{
    static const char range[] = "range";
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    uint64_t low = (uint64_t)least;
    if (fn)
        LLVMAddAttributeAtIndex(fn, LLVMAttributeReturnIndex,
                                LLVMCreateConstantRangeAttribute(
                                    LLVMGetModuleContext(p->module),
                                    LLVMGetEnumAttributeKindForName(range, sizeof range - 1), bits,
                                    &low, &above));
}

static void limit_shares(struct prepare *p)
{
    const uint64_t above[] = {UINT64_C(1) << 31, UINT64_C(1) << 62};
    limit_share(p, "enz_rt_share_first_int32_t", 32, 0, above[0]);
    limit_share(p, "enz_rt_share_last_int32_t", 32, -1, above[0]);
    limit_share(p, "enz_rt_share_first_int64_t", 64, 0, above[1]);
    limit_share(p, "enz_rt_share_last_int64_t", 64, -1, above[1]);
}

static unsigned replace_calls(struct prepare *p, const char *name)
{
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, name);
    VEC(LLVMValueRef) calls = {0};
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn && is_known(user) &&
            !team_is_fork(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))))
            VEC_PUSH(p->arena, &calls, user);
    }
    for (unsigned i = calls.count; i-- > 0;)
        replace(p, calls.items[i]);
    return calls.count;
}

unsigned prepare_teams(struct prepare *p)
{
    limit_shares(p);
    return replace_calls(p, fork_call) + replace_calls(p, fork_league);
}
