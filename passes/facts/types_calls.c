/* Calls: arguments and results between functions of the set, copies, allocations, everything else.
 *
 * Arguments flow into parameters and returned values into results. Calls through pointers meet the
 * functions of their type whose address is taken in one signature per type. A function that only
 * returns fresh memory gives each caller an object of its own. */
#include "base/limits.h"
#include "base/target.h"
#include "facts/types_state.h"
#include "ir/address.h"
#include "ir/code.h"
#include "ir/notes.h"
#include "rules/rules.h"
#include <string.h>

/* Calls of the function say what its parameters are. */
static bool is_analysed(struct types *t, LLVMValueRef fn)
{
    return map_get(&t->fn_set, fn) || (t->around && types_program_has(t->program, fn));
}

static bool is_allocator(struct types *t, LLVMValueRef fn)
{
    return map_get(&t->allocators, fn) || (t->around && types_program_allocates(t->program, fn));
}

static LLVMValueRef callee_of(LLVMValueRef call)
{
    LLVMValueRef f = LLVMGetCalledValue(call);
    for (;;) {
        if (LLVMIsAGlobalAlias(f))
            f = LLVMAliasGetAliasee(f);
        else if (LLVMIsAConstantExpr(f) && (LLVMGetConstOpcode(f) == LLVMBitCast ||
                                            LLVMGetConstOpcode(f) == LLVMAddrSpaceCast))
            f = LLVMGetOperand(f, 0);
        else
            return LLVMIsAFunction(f) ? f : NULL;
    }
}

static const char *name_of(LLVMValueRef f)
{
    size_t n;
    return f ? LLVMGetValueName2(f, &n) : "";
}

bool types_copy_call(LLVMValueRef inst, struct copy_call *c)
{
    static const struct {
        const char *name;
        unsigned dst, src, size;
    } rows[] = {
#define COPY(name, dst, src, size) {name, dst, src, size},
#include "facts/types_known.def"
    };
    if (!code_is_call(inst))
        return false;
    const char *name = name_of(callee_of(inst));
    if (LLVMGetNumArgOperands(inst) < 3)
        return false;
    *c = (struct copy_call){LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1),
                            LLVMGetOperand(inst, 2)};
    if (!strncmp(name, "llvm.memcpy.", 12) || !strncmp(name, "llvm.memmove.", 13))
        return true;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(name, rows[i].name)) {
            *c = (struct copy_call){LLVMGetOperand(inst, rows[i].dst),
                                    LLVMGetOperand(inst, rows[i].src),
                                    LLVMGetOperand(inst, rows[i].size)};
            return true;
        }
    return false;
}

uint64_t types_rest_of_variable(struct types *t, LLVMValueRef pointer)
{
    int64_t count = 1, offset;
    LLVMValueRef object = ezb_underlying_object(pointer, ADDRESS_STEPS);
    uint64_t size = SIZE_UNLIMITED;
    if (LLVMIsAGlobalVariable(object))
        size = LLVMABISizeOfType(t->target, LLVMGlobalGetValueType(object));
    else if (LLVMIsAAllocaInst(object) && types_constant_int(LLVMGetOperand(object, 0), &count))
        size = LLVMABISizeOfType(t->target, LLVMGetAllocatedType(object)) * (uint64_t)count;
    bool known =
        size != SIZE_UNLIMITED && ezb_strip_const_offsets(t->module, pointer, &offset, 1) == object;
    return known && offset > 0 && (uint64_t)offset < size ? size - (uint64_t)offset : size;
}

/* No copy goes beyond the variables that it is between. */
static uint64_t copied_at_most(struct types *t, const struct copy_call *c)
{
    int64_t size;
    if (types_constant_int(c->size, &size) && size >= 0)
        return (uint64_t)size;
    uint64_t a = types_rest_of_variable(t, c->dst), b = types_rest_of_variable(t, c->src);
    return a < b ? a : b;
}

static void visit_copy(struct types *t, LLVMValueRef call, const struct copy_call *c)
{
    struct place dst = types_place_of(t, c->dst), src = types_place_of(t, c->src);
    if (t->final && note_is_at(call, RANGE_COPY))
        return; /* where in the elements it starts is known of the destination only */
    (types_tbaa_of_numbers(t, call) ? types_copy_numbers : types_copy)(t, src, dst,
                                                                       copied_at_most(t, c));
    types_int_use(t, c->size);
    types_tbaa_struct(t, call, src);
    types_tbaa_struct(t, call, dst);
    types_tbaa_copied(t, call, src, c->size);
    types_tbaa_copied(t, call, dst, c->size);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind) {
        if (!strcmp(name_of(callee_of(call)), "mempcpy"))
            dst.stride = 1;
        types_include(t, call, dst);
    }
}

static void slot_init(struct types *t, struct slot *s)
{
    s->pointer = graph_pointer_new(&t->graph, graph_fresh(&t->graph));
    s->reg = graph_fresh(&t->graph).node;
    VEC_PUSH(t->arena, &t->register_nodes, s->reg);
}

static struct place slot_register(const struct slot *s)
{
    return (struct place){.node = s->reg, .hi = NO_BOUND};
}

static void slot_put(struct types *t, struct slot *s, LLVMValueRef v)
{
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
        graph_pointer_include(&t->graph, s->pointer, types_place_of(t, v));
    else if (types_is_register(LLVMTypeOf(v)))
        types_bind_store(t, v, slot_register(s));
}

static void slot_get(struct types *t, const struct slot *s, LLVMValueRef v)
{
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind)
        types_include(t, v, graph_pointer_get(&t->graph, s->pointer));
    else if (types_is_register(LLVMTypeOf(v)))
        types_bind_load(t, v, slot_register(s));
}

static struct slot *slot_new(struct types *t)
{
    struct slot *s = ARENA_NEW(t->arena, struct slot);
    slot_init(t, s);
    return s;
}

static struct slot *common_result(struct types *t, LLVMValueRef fn)
{
    struct slot *s = map_get(&t->results, fn);
    if (!s)
        map_put(&t->results, fn, s = slot_new(t));
    return s;
}

static struct slot *result_of(struct types *t, struct instance *i, LLVMValueRef fn)
{
    if (i == t->common)
        return common_result(t, fn);
    if (!i->result)
        i->result = slot_new(t);
    return i->result;
}

static struct signature *signature_of(struct types *t, LLVMTypeRef type)
{
    struct signature *s = map_get(&t->signatures, type);
    if (s)
        return s;
    s = ARENA_NEW(t->arena, struct signature);
    s->count = LLVMCountParamTypes(type);
    s->params = ARENA_ARRAY(t->arena, struct slot, s->count);
    for (unsigned i = 0; i < s->count; i++)
        slot_init(t, &s->params[i]);
    slot_init(t, &s->result);
    map_put(&t->signatures, type, s);
    return s;
}

/* Of a function that calls through pointers may run; else NULL. */
static struct signature *signature_if_taken(struct types *t, LLVMValueRef fn)
{
    if (t->around && types_program_takes_address(t->program, fn))
        return signature_of(t, LLVMGlobalGetValueType(fn));
    return map_get(&t->signatures, fn);
}

void types_pass_argument(struct types *t, LLVMValueRef arg, struct instance *callee,
                         LLVMValueRef param)
{
    struct instance *caller = t->now;
    if (LLVMGetTypeKind(LLVMTypeOf(param)) == LLVMPointerTypeKind) {
        struct place p = types_place_of(t, arg);
        t->now = callee;
        types_include(t, param, p);
        bool first = callee->caller && !map_get(&callee->passed, param); /* nobody else before */
        if (callee != t->common && (!callee->recursive || first))
            types_stay(t, param, p);
        map_put(&callee->passed, param, param);
    } else if (types_is_register(LLVMTypeOf(param)) && LLVMTypeOf(arg) == LLVMTypeOf(param)) {
        t->now = callee;
        struct place at = types_register_of(t, param);
        t->now = caller;
        types_bind_store(t, arg, at);
    }
    t->now = caller;
}

static void call_direct(struct types *t, LLVMValueRef call, LLVMValueRef fn)
{
    unsigned args = LLVMGetNumArgOperands(call), params = LLVMCountParams(fn);
    struct instance *callee = types_callee(t, call, fn);
    callee->recursive |= callee->caller != t->now;
    bool around = !map_get(&t->fn_set, fn);
    for (unsigned i = 0; i < args && i < params; i++)
        if (!around || !types_operand_is_array(t, call, i, LLVMGetParam(fn, i)))
            types_pass_argument(t, LLVMGetOperand(call, i), callee, LLVMGetParam(fn, i));
    if (!is_allocator(t, fn))
        slot_get(t, result_of(t, callee, fn), call);
}

static void call_indirect(struct types *t, LLVMValueRef call)
{
    struct signature *s = signature_of(t, LLVMGetCalledFunctionType(call));
    for (unsigned i = 0; i < s->count && i < LLVMGetNumArgOperands(call); i++)
        slot_put(t, &s->params[i], LLVMGetOperand(call, i));
    slot_get(t, &s->result, call);
}

static bool keeps_object(const char *name)
{
    return !strcmp(name, "realloc") || !strcmp(name, "reallocarray") ||
           !strncmp(name, "llvm.launder.", 13) || !strncmp(name, "llvm.strip.invariant", 20) ||
           !strncmp(name, "llvm.ptr.annotation", 19);
}

/* The library stores pointers in strings. */
static void add_texts(struct types *t, LLVMValueRef call, const struct call_info *info)
{
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); t->final && info->text && k < n; k++)
        if (rule_changes_text(call, info, k))
            types_add(t, graph_offset(types_place_of(t, LLVMGetOperand(call, k)), info->text->at),
                      ENTRY_PTR, LEVEL_ACCESS, target_pointer(t->module));
}

/* A byte that becomes part of a string may have been part of anything. */
static bool is_byte_of_text(const struct call_info *info, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    return info->text && LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(type) == 8;
}

/* Nothing of the callee's body is seen: integers stay integers, known library functions say what
 * they point to. */
static void call_unknown(struct types *t, LLVMValueRef call, LLVMValueRef fn)
{
    const char *name = name_of(fn);
    struct call_info info = rule_classify(t->cx, call);
    if (keeps_object(name) && LLVMGetNumArgOperands(call))
        types_include(t, call, types_place_of(t, LLVMGetOperand(call, 0)));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (!is_byte_of_text(&info, LLVMGetOperand(call, i)))
            types_int_use(t, LLVMGetOperand(call, i));
    types_int_use(t, call);
    types_known_function(t, call, name);
    add_texts(t, call, &info);
}

void types_visit_call(struct types *t, LLVMValueRef call)
{
    struct copy_call c;
    LLVMValueRef fn = callee_of(call);
    if (fn && is_analysed(t, fn))
        call_direct(t, call, fn);
    else if (types_copy_call(call, &c))
        visit_copy(t, call, &c);
    else if (fn && rule_reverses_bytes(call))
        types_copy(t, types_register_of(t, LLVMGetOperand(call, 0)), types_register_of(t, call),
                   types_size(t, LLVMTypeOf(call)));
    else if (fn)
        call_unknown(t, call, fn);
    else if (!LLVMIsAInlineAsm(LLVMGetCalledValue(call)))
        call_indirect(t, call);
}

void types_visit_return(struct types *t, LLVMValueRef ret)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(ret));
    if (LLVMGetNumOperands(ret))
        slot_put(t, result_of(t, t->now, fn), LLVMGetOperand(ret, 0));
    struct signature *s = t->now == t->common ? signature_if_taken(t, fn) : NULL;
    if (!s)
        return;
    for (unsigned i = 0; i < s->count; i++)
        slot_get(t, &s->params[i], LLVMGetParam(fn, i));
    if (LLVMGetNumOperands(ret))
        slot_put(t, &s->result, LLVMGetOperand(ret, 0));
}

/* ---- before the first round ------------------------------------------------------------------ */

/* A function whose address is taken shares the signature of its type; it is found under the
 * function itself too. */
void types_find_address_taken(struct types *t)
{
    for (unsigned i = 0; i < t->fn_count; i++)
        if (address_taken(t->fns[i]))
            map_put(&t->signatures, t->fns[i], signature_of(t, LLVMGlobalGetValueType(t->fns[i])));
}

static bool is_allocation(struct types *t, LLVMValueRef call)
{
    static const char *const names[] = {"_Znam",  "_Znwm",    "aligned_alloc", "calloc",
                                        "malloc", "memalign", "valloc"};
    LLVMValueRef fn = callee_of(call);
    if (!fn)
        return false;
    if (is_analysed(t, fn))
        return is_allocator(t, fn);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name_of(fn), names[i]))
            return true;
    return t->cx && (ezb_is_alloc(t->cx, call) || rule_classify(t->cx, call).cls == CALL_ALLOC);
}

LIMIT(FRESH_DEPTH, 4);
LIMIT(PASSED_DEPTH, 3);

/* The allocated memory is not filled here with anything that has a type. */
static bool only_passed_on(LLVMValueRef v, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAICmpInst(user) || LLVMIsAReturnInst(user) || LLVMIsAMemSetInst(user))
            continue;
        if (!(LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) || !depth ||
            !only_passed_on(user, depth - 1))
            return false;
    }
    return true;
}

static bool is_fresh(struct types *t, LLVMValueRef v, unsigned depth)
{
    if (LLVMIsAConstantPointerNull(v) || LLVMIsUndef(v))
        return true;
    if (!depth || !LLVMIsAInstruction(v))
        return false;
    if (code_is_call(v))
        return is_allocation(t, v) && only_passed_on(v, PASSED_DEPTH);
    if (LLVMIsASelectInst(v))
        return is_fresh(t, LLVMGetOperand(v, 1), depth - 1) &&
               is_fresh(t, LLVMGetOperand(v, 2), depth - 1);
    if (!LLVMIsAPHINode(v))
        return false;
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++)
        if (!is_fresh(t, LLVMGetIncomingValue(v, i), depth - 1))
            return false;
    return true;
}

static bool returns_fresh(struct types *t, LLVMValueRef fn)
{
    bool any = false;
    if (LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(fn))) != LLVMPointerTypeKind)
        return false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef ret = LLVMGetBasicBlockTerminator(b);
        if (!ret || LLVMGetInstructionOpcode(ret) != LLVMRet)
            continue;
        any = true;
        if (!is_fresh(t, LLVMGetOperand(ret, 0), FRESH_DEPTH))
            return false;
    }
    return any;
}

void types_find_allocators(struct types *t)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned i = 0; i < t->fn_count; i++)
            if (!map_get(&t->allocators, t->fns[i]) && returns_fresh(t, t->fns[i])) {
                map_put(&t->allocators, t->fns[i], t->fns[i]);
                changed = true;
            }
    }
}
