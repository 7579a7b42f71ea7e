/* Globals that point to heap blocks between derivative calls: static workspaces that are allocated
 * when first needed.
 *
 * A pointer in a global is such a *leaf* if the program stores nothing there but NULL and what an
 * allocation function returned, and stores something else there when it frees the block; then the
 * size of the block can be asked for. The stores are looked for in all of the program, through
 * address arithmetic, local variables and calls. Objects of std::vector and std::unique_ptr are
 * taken as what they are (static_vectors.h). */
#include "facts/heap_globals.h"
#include "base/limits.h"
#include "base/target.h"
#include "base/vec.h"
#include "facts/activity.h"
#include "facts/static_vectors.h"
#include "ir/code.h"
#include "ir/text.h"
#include <string.h>

LIMIT(WALK_DEPTH, 12);
LIMIT(VALUE_DEPTH, 8);

struct search {
    EzbCtx *cx;
    LLVMModuleRef module;
    struct arena arena;
    LLVMTargetDataRef layout;
    struct heap_leaf items[HEAP_LEAVES_MAX];
    unsigned count;
    bool used;           /* by code of the program */
    const char *release; /* of the last allocation that was looked at, as in a leaf */
    struct map seen;     /* parameters on the way */
};

static bool add_leaf(struct search *l, uint64_t at, bool bytes)
{
    if (l->count == HEAP_LEAVES_MAX)
        return false;
    l->items[l->count++] = (struct heap_leaf){.offset = at, .bytes = bytes, .stored = !bytes};
    return true;
}

/* Optimisation makes an array of bytes of a block that is allocated once and never freed. Pointers
 * may be stored there. */
static bool list_words(struct search *l, LLVMTypeRef t)
{
    uint64_t size = LLVMABISizeOfType(l->layout, t);
    unsigned word = target_pointer_bytes(l->module);
    for (uint64_t at = 0; at + word <= size; at += word)
        if (!add_leaf(l, at, true))
            return false;
    return true;
}

static bool is_bytes(LLVMTypeRef t)
{
    return LLVMGetTypeKind(t) == LLVMArrayTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(t)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMGetElementType(t)) == 8;
}

/* Offsets of the pointers in a type; false if there are too many. */
static bool list_leaves(struct search *l, LLVMTypeRef t, uint64_t at)
{
    if (!at && is_bytes(t))
        return list_words(l, t);
    bool fp = false, ptr = false;
    activity_type_has(t, &fp, &ptr);
    if (!ptr)
        return true;
    switch (LLVMGetTypeKind(t)) {
    case LLVMPointerTypeKind: return add_leaf(l, at, false);
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
            if (!list_leaves(l, LLVMStructGetTypeAtIndex(t, i),
                             at + LLVMOffsetOfElement(l->layout, t, i)))
                return false;
        return true;
    case LLVMArrayTypeKind:
        for (uint64_t i = 0; i < LLVMGetArrayLength2(t); i++)
            if (!list_leaves(l, LLVMGetElementType(t),
                             at + i * LLVMABISizeOfType(l->layout, LLVMGetElementType(t))))
                return false;
        return true;
    default: return false;
    }
}

static bool is_heap_value(struct search *l, LLVMValueRef v, unsigned depth);

/* Says where the life of a local variable begins or ends. */
static bool is_lifetime(struct search *l, LLVMValueRef user)
{
    return LLVMIsACallInst(user) && rule_classify(l->cx, user).cls == CALL_NOP;
}

/* A local variable that only such values are stored into, as -O0 has them. */
static bool is_heap_variable(struct search *l, LLVMValueRef variable, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool store = LLVMIsAStoreInst(user) != NULL;
        if (is_lifetime(l, user))
            continue;
        if (store ? ezb_use_operand_no(u) != 1 || !is_heap_value(l, LLVMGetOperand(user, 0), depth)
                  : !LLVMIsALoadInst(user))
            return false;
    }
    return true;
}

static bool returns_heap_value(struct search *l, LLVMValueRef fn, unsigned depth)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(end) && !is_heap_value(l, LLVMGetOperand(end, 0), depth))
            return false;
    }
    return true;
}

static bool is_realloc(struct search *l, LLVMValueRef call)
{
    struct call_info c = rule_classify(l->cx, call);
    const char *name = c.callee ? text_function_name(&l->arena, c.callee) : "";
    return !strcmp(name, "realloc") || !strcmp(name, "reallocarray");
}

/* What frees a block of the function, by the names that the C++ ABI gives operators. */
static const char *release_of(const char *allocation)
{
    return !strncmp(allocation, "_Znw", 4)   ? "_ZdlPv"
           : !strncmp(allocation, "_Zna", 4) ? "_ZdaPv"
                                             : NULL;
}

static bool is_heap_call(struct search *l, LLVMValueRef call, unsigned depth)
{
    struct call_info c = rule_classify(l->cx, call);
    const char *name = c.callee ? text_function_name(&l->arena, c.callee) : "";
    if (c.cls == CALL_ALLOC) {
        l->release = release_of(name);
        return strncmp(name, "mmap", 4) != 0;
    }
    if (is_realloc(l, call))
        return true;
    return c.cls == CALL_DEFINED && returns_heap_value(l, c.callee, depth + 1);
}

static bool is_heap_value(struct search *l, LLVMValueRef v, unsigned depth)
{
    if (LLVMIsNull(v) || LLVMIsUndef(v))
        return true;
    if (depth > VALUE_DEPTH || !LLVMIsAInstruction(v))
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMCall:
    case LLVMInvoke: return is_heap_call(l, v, depth);
    case LLVMSelect:
        return is_heap_value(l, LLVMGetOperand(v, 1), depth + 1) &&
               is_heap_value(l, LLVMGetOperand(v, 2), depth + 1);
    case LLVMPHI:
        for (unsigned i = 0, n = LLVMCountIncoming(v); i < n; i++)
            if (LLVMGetIncomingValue(v, i) != v &&
                !is_heap_value(l, LLVMGetIncomingValue(v, i), depth + 1))
                return false;
        return true;
    case LLVMLoad:
        return LLVMIsAAllocaInst(LLVMGetOperand(v, 0)) &&
               is_heap_variable(l, LLVMGetOperand(v, 0), depth + 1);
    default: return false;
    }
}

static void mark_other(struct search *l, bool exact, uint64_t at)
{
    for (unsigned i = 0; i < l->count; i++)
        if (!exact || l->items[i].offset == at)
            l->items[i].other = l->items[i].set = true;
}

/* What is there is none on the heap, or has been freed, perhaps. */
static void mark_no_block(struct search *l, bool exact, uint64_t at)
{
    for (unsigned i = 0; i < l->count; i++)
        l->items[i].other |= !exact || l->items[i].offset == at;
}

static void mark_others(struct search *l, bool exact, uint64_t at, uint64_t size)
{
    unsigned word = target_pointer_bytes(l->module);
    for (unsigned i = 0; i < l->count; i++)
        if (!exact || (at < l->items[i].offset + word && l->items[i].offset < at + size))
            l->items[i].other = l->items[i].set = true;
}

static void mark_nested(struct search *l, bool exact, uint64_t at)
{
    for (unsigned i = 0; i < l->count; i++)
        l->items[i].nested |=
            !l->items[i].vector && !l->items[i].within && (!exact || l->items[i].offset == at);
}

/* Something that is no pointer is stored in plain bytes. */
static void mark_used(struct search *l, bool exact, uint64_t at, uint64_t size)
{
    unsigned word = target_pointer_bytes(l->module);
    for (unsigned i = 0; i < l->count; i++)
        if (l->items[i].bytes)
            l->items[i].other |=
                !exact || (at < l->items[i].offset + word && l->items[i].offset < at + size);
}

static void mark_stored(struct search *l, bool exact, uint64_t at)
{
    for (unsigned i = 0; i < l->count; i++)
        if (!exact || l->items[i].offset == at)
            l->items[i].stored = l->items[i].set = true;
}

/* Blocks that are stored there are freed like that. */
static void mark_release(struct search *l, bool exact, uint64_t at, const char *release)
{
    for (unsigned i = 0; i < l->count; i++)
        if (exact && l->items[i].offset == at && release)
            l->items[i].release = release;
}

/* What the address is `*at` bytes behind: of a thread-local variable, the variable. */
static LLVMValueRef base_of(struct search *l, LLVMValueRef address, int64_t *at)
{
    *at = 0;
    return code_variable(ezb_strip_const_offsets(l->module, address, at, 0));
}

/* The same address, computed twice in one block (-O0 loads the pointer again). */
static bool same_place(struct search *l, LLVMValueRef a, LLVMValueRef b)
{
    int64_t at, bt;
    LLVMValueRef x = base_of(l, a, &at), y = base_of(l, b, &bt);
    bool again =
        LLVMIsALoadInst(x) && LLVMIsALoadInst(y) && LLVMGetOperand(x, 0) == LLVMGetOperand(y, 0);
    return at == bt && (x == y || again);
}

/* Zeros from a fill or a wide store cover the pointer at `address`. */
static bool is_zeroed_by(struct search *l, LLVMValueRef i, LLVMValueRef address)
{
    LLVMValueRef to = NULL;
    uint64_t size = 0;
    if (LLVMIsAStoreInst(i) && LLVMIsNull(LLVMGetOperand(i, 0)))
        to = LLVMGetOperand(i, 1),
        size = LLVMABISizeOfType(l->layout, LLVMTypeOf(LLVMGetOperand(i, 0)));
    else if (LLVMIsAMemSetInst(i) && LLVMIsNull(LLVMGetOperand(i, 1)) &&
             LLVMIsAConstantInt(LLVMGetOperand(i, 2)))
        to = LLVMGetOperand(i, 0), size = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2));
    if (!to)
        return false;
    int64_t from, at;
    LLVMValueRef x = base_of(l, to, &from), y = base_of(l, address, &at);
    return x == y && from <= at && at + target_pointer_bytes(l->module) <= from + (int64_t)size;
}

/* From `i` to the end of its block, another pointer is stored at `address`. */
static bool is_replaced_from(struct search *l, LLVMValueRef i, LLVMValueRef address)
{
    for (; i; i = LLVMGetNextInstruction(i))
        if (is_zeroed_by(l, i, address) ||
            (LLVMIsAStoreInst(i) && code_is_pointer(LLVMGetOperand(i, 0)) &&
             same_place(l, LLVMGetOperand(i, 1), address)))
            return true;
    return false;
}

/* v is what `call` returned, perhaps by way of a local variable that nothing else is stored into,
 * as at -O0. */
static bool is_result(struct search *l, LLVMValueRef v, LLVMValueRef call)
{
    LLVMValueRef variable = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
    if (!variable || !LLVMIsAAllocaInst(variable))
        return v == call;
    bool stored = false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool store = LLVMIsAStoreInst(user) && ezb_use_operand_no(u) == 1;
        if (store ? LLVMGetOperand(user, 0) != call
                  : !LLVMIsALoadInst(user) && !is_lifetime(l, user))
            return false;
        stored |= store;
    }
    return stored;
}

/* The block of the branch behind which realloc has returned NULL and left the old memory alone. */
static LLVMBasicBlockRef failed_block(struct search *l, LLVMValueRef branch, LLVMValueRef call)
{
    LLVMValueRef test =
        LLVMIsABranchInst(branch) && LLVMIsConditional(branch) ? LLVMGetCondition(branch) : NULL;
    if (!test || !LLVMIsAICmpInst(test) || !LLVMIsNull(LLVMGetOperand(test, 1)) ||
        !is_result(l, LLVMGetOperand(test, 0), call) || !is_realloc(l, call))
        return NULL;
    switch (LLVMGetICmpPredicate(test)) {
    case LLVMIntEQ: return LLVMGetSuccessor(branch, 0);
    case LLVMIntNE: return LLVMGetSuccessor(branch, 1);
    default: return NULL;
    }
}

/* On all ways from `inst`, which gives memory up, to where its function returns, another pointer is
 * stored at `address`. */
static bool is_replaced_behind(struct search *l, LLVMValueRef inst, LLVMValueRef address)
{
    struct map seen;
    VEC(LLVMBasicBlockRef) ways = {0};
    LLVMBasicBlockRef block = LLVMGetInstructionParent(inst);
    LLVMValueRef from = LLVMGetNextInstruction(inst);
    map_init(&seen, &l->arena);
    for (unsigned next = 0;; block = ways.items[next++], from = LLVMGetFirstInstruction(block)) {
        if (!is_replaced_from(l, from, address)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
            LLVMBasicBlockRef failed = failed_block(l, end, inst);
            unsigned n = LLVMGetNumSuccessors(end);
            if (!n && !LLVMIsAUnreachableInst(end))
                return false;
            for (unsigned k = 0; k < n; k++) {
                LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
                if (to == failed || map_get(&seen, to))
                    continue;
                map_put(&seen, to, to);
                VEC_PUSH(&l->arena, &ways, to);
            }
        }
        if (next == ways.count)
            return true;
    }
}

static bool is_cleared(LLVMValueRef call)
{
    return LLVMGetCallSiteStringAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                          RULE_CLEARED_NOTE,
                                          (unsigned)strlen(RULE_CLEARED_NOTE)) != NULL;
}

static bool gives_up(struct search *l, LLVMValueRef call, unsigned operand)
{
    struct call_info c = rule_classify(l->cx, call);
    return (c.cls == CALL_FREE && operand == c.freed) || is_realloc(l, call);
}

/* The pointer, which was loaded from `address`, may be freed and stay there all the same. */
static bool may_dangle(struct search *l, LLVMValueRef pointer, LLVMValueRef address, unsigned depth)
{
    if (depth > WALK_DEPTH)
        return true;
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned operand = ezb_use_operand_no(u);
        if (code_is_call(user)) {
            struct call_info c = rule_classify(l->cx, user);
            bool defined = c.cls == CALL_DEFINED && operand < LLVMCountParams(c.callee);
            bool freed =
                gives_up(l, user, operand) ||
                (defined && may_dangle(l, LLVMGetParam(c.callee, operand), NULL, depth + 1));
            if (freed && (!address || (!is_cleared(user) && !is_replaced_behind(l, user, address))))
                return true;
        } else if (LLVMIsAStoreInst(user) && operand == 0) {
            LLVMValueRef to = LLVMGetOperand(user, 1);
            if (!LLVMIsAAllocaInst(to))
                continue; /* kept elsewhere, too: what is freed from there is looked at there */
            for (LLVMUseRef k = LLVMGetFirstUse(to); k; k = LLVMGetNextUse(k))
                if (LLVMIsALoadInst(LLVMGetUser(k)) &&
                    may_dangle(l, LLVMGetUser(k), NULL, depth + 1))
                    return true;
        } else if ((LLVMIsAPHINode(user) || LLVMIsASelectInst(user)) &&
                   may_dangle(l, user, NULL, depth + 1)) {
            return true;
        }
    }
    return false;
}

/* Pointers are loaded or stored through `address`, or it is not clear what becomes of it. */
static bool leads_to_pointers(struct search *l, LLVMValueRef address, unsigned depth)
{
    if (depth > WALK_DEPTH)
        return true;
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned operand = ezb_use_operand_no(u);
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMLoad:
            if (code_is_pointer(user))
                return true;
            break;
        case LLVMStore: {
            LLVMValueRef to = LLVMGetOperand(user, 1);
            bool kept = operand == 0 && LLVMIsAAllocaInst(to); /* a local variable, at -O0 */
            for (LLVMUseRef k = kept ? LLVMGetFirstUse(to) : NULL; k; k = LLVMGetNextUse(k))
                if (LLVMIsALoadInst(LLVMGetUser(k)) &&
                    leads_to_pointers(l, LLVMGetUser(k), depth + 1))
                    return true;
            if (operand == 1 && code_is_pointer(LLVMGetOperand(user, 0)))
                return true;
            break;
        }
        case LLVMGetElementPtr:
        case LLVMPHI:
        case LLVMSelect:
            if (leads_to_pointers(l, user, depth + 1))
                return true;
            break;
        case LLVMCall: {
            struct call_info c = rule_classify(l->cx, user);
            if (c.cls == CALL_DEFINED && operand < LLVMCountParams(c.callee) &&
                leads_to_pointers(l, LLVMGetParam(c.callee, operand), depth + 1))
                return true;
            break;
        }
        default: break;
        }
    }
    return false;
}

/* Where an address points: offset from the global's start, if that is known. */
struct spot {
    LLVMValueRef address, root; /* the address is the root and a constant, if exact */
    uint64_t offset, root_offset;
    bool exact;
};

static struct spot new_root(const struct spot *s, LLVMValueRef root)
{
    return (struct spot){root, root, s->offset, s->offset, s->exact};
}

static void walk(struct search *l, struct spot s, unsigned depth);

static void walk_gep(struct search *l, struct spot s, LLVMValueRef gep, unsigned depth)
{
    int64_t offset = 0;
    LLVMValueRef base = ezb_strip_const_offsets(l->module, gep, &offset, 0);
    s.exact &= base == s.root;
    s.offset = s.root_offset + (uint64_t)offset;
    s.address = gep;
    walk(l, s, depth + 1);
}

/* False if all that is done through the parameter has been looked at already, with this offset or
 * with one that is not known. What has several offsets counts as having none that is known. */
static bool is_new(struct search *l, struct spot *param)
{
    const struct spot *known = map_get(&l->seen, param->address);
    if (known && (!known->exact || (param->exact && param->offset == known->offset)))
        return false;
    struct spot *seen = ARENA_NEW(&l->arena, struct spot);
    param->exact &= !known;
    *seen = *param;
    map_put(&l->seen, param->address, seen);
    return true;
}

static void walk_call(struct search *l, struct spot s, LLVMValueRef call, unsigned operand,
                      unsigned depth)
{
    struct call_info c = rule_classify(l->cx, call);
    if (code_is_thread_local(call)) {
        walk(l, new_root(&s, call), depth + 1);
        return;
    }
    if (c.cls == CALL_INACTIVE && c.text) /* a string, which may point into itself */
        mark_other(l, s.exact, s.offset);
    if (c.cls == CALL_NOP || c.cls == CALL_INACTIVE || c.cls == CALL_POINTER)
        return;
    if (c.cls == CALL_MEMSET && LLVMIsNull(LLVMGetOperand(call, 1)))
        return;
    if ((c.cls == CALL_MEMCPY || c.cls == CALL_MEMMOVE) && operand == 1)
        return;
    if (c.callee && !strcmp(text_function_name(&l->arena, c.callee), "posix_memalign") &&
        operand == 0)
        return;
    if (c.cls != CALL_DEFINED || operand >= LLVMCountParams(c.callee)) {
        mark_other(l, false, 0);
        return;
    }
    struct spot next = new_root(&s, LLVMGetParam(c.callee, operand));
    if (is_new(l, &next))
        walk(l, next, depth + 1);
}

static void walk_store(struct search *l, struct spot s, LLVMValueRef store, unsigned operand,
                       unsigned depth)
{
    LLVMValueRef value = LLVMGetOperand(store, 0), to = LLVMGetOperand(store, 1);
    if (operand == 1) {
        bool fp = false, ptr = false;
        if (LLVMIsNull(value) && !code_is_pointer(value)) /* several pointers set to NULL at once */
            return;
        activity_type_has(LLVMTypeOf(value), &fp, &ptr);
        if (code_is_pointer(value)) {
            mark_stored(l, s.exact, s.offset);
            if (!LLVMIsConstant(value) &&
                may_dangle(l, value, to, 0)) /* freed without having been loaded again */
                mark_no_block(l, s.exact, s.offset);
        } else
            mark_used(l, s.exact, s.offset, LLVMABISizeOfType(l->layout, LLVMTypeOf(value)));
        uint64_t size = LLVMABISizeOfType(l->layout, LLVMTypeOf(value));
        l->release = NULL;
        if ((ptr || (!fp && size >= target_pointer_bytes(l->module))) &&
            !is_heap_value(l, value, 0))
            mark_others(l, s.exact, s.offset, size);
        mark_release(l, s.exact, s.offset, l->release);
        return;
    }
    if (!LLVMIsAAllocaInst(to)) { /* the address itself is kept somewhere */
        mark_other(l, false, 0);
        return;
    }
    for (LLVMUseRef u = LLVMGetFirstUse(to); u;
         u = LLVMGetNextUse(u)) { /* a parameter's variable at -O0 */
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user))
            walk(l, new_root(&s, user), depth + 1);
        else if (!is_lifetime(l, user) && (!LLVMIsAStoreInst(user) || ezb_use_operand_no(u) != 1))
            mark_other(l, false, 0);
    }
}

/* Code of the program; generated code does what it does. */
static bool is_users(struct search *l, LLVMValueRef inst)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
    return strncmp(text_function_name(&l->arena, fn), "enz.", 4) != 0;
}

/* Generated code compares pointers with addresses of globals (emit/heap_globals.c). */
static bool is_only_generated(struct search *l, LLVMValueRef constant)
{
    for (LLVMUseRef u = LLVMGetFirstUse(constant); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool generated = LLVMIsAInstruction(user)    ? !is_users(l, user)
                         : LLVMIsAConstantExpr(user) ? is_only_generated(l, user)
                                                     : false;
        if (!generated)
            return false;
    }
    return true;
}

/* A function returns the address, as the one does that makes a thread's variable. */
static void walk_result(struct search *l, struct spot s, LLVMValueRef ret, unsigned depth)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(ret));
    struct spot result = new_root(&s, fn);
    if (!is_new(l, &result))
        return;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (code_is_call(call) && LLVMGetCalledValue(call) == fn)
            walk(l, new_root(&result, call), depth + 1);
        else
            mark_other(l, false, 0);
    }
}

static void walk(struct search *l, struct spot s, unsigned depth)
{
    if (depth > WALK_DEPTH) {
        mark_other(l, false, 0);
        return;
    }
    for (LLVMUseRef u = LLVMGetFirstUse(s.address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned operand = ezb_use_operand_no(u);
        bool inst = LLVMIsAInstruction(user) != NULL;
        l->used |= inst && is_users(l, user);
        if (inst && is_users(l, user) && LLVMIsALoadInst(user) && code_is_pointer(user)) {
            if (may_dangle(l, user, s.address, 0))
                mark_no_block(l, s.exact, s.offset);
            if (leads_to_pointers(l, user, 0))
                mark_nested(l, s.exact, s.offset);
        }
        if (inst && (!is_users(l, user) || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user)))
            continue;
        if (LLVMIsAConstantExpr(user) && is_only_generated(l, user))
            continue;
        if (LLVMIsAConstantExpr(user) ? LLVMGetConstOpcode(user) == LLVMGetElementPtr
                                      : LLVMIsAGetElementPtrInst(user) != NULL)
            walk_gep(l, s, user, depth);
        else if (inst && LLVMIsAStoreInst(user))
            walk_store(l, s, user, operand, depth);
        else if (inst && code_is_call(user))
            walk_call(l, s, user, operand, depth);
        else if (inst && LLVMIsAReturnInst(user))
            walk_result(l, s, user, depth);
        else if (inst && (LLVMIsAPHINode(user) || LLVMIsASelectInst(user)))
            walk(l, (struct spot){.address = user, .root = user, .exact = false}, depth + 1);
        else
            mark_other(l, false, 0);
    }
}

/* Initial pointers other than NULL are not on the heap. */
static void mark_initial(struct search *l, LLVMValueRef init, uint64_t at)
{
    LLVMTypeRef t = LLVMTypeOf(init);
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (LLVMIsNull(init) || LLVMIsUndef(init))
        return;
    if (kind == LLVMPointerTypeKind)
        mark_no_block(l, true, at);
    if (!LLVMIsAConstantStruct(init) && !LLVMIsAConstantArray(init))
        return;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(init); i++)
        mark_initial(l, LLVMGetOperand(init, i),
                     at + (kind == LLVMStructTypeKind
                               ? LLVMOffsetOfElement(l->layout, t, i)
                               : i * LLVMABISizeOfType(l->layout, LLVMGetElementType(t))));
}

static struct heap_leaf *leaf_at(struct search *l, uint64_t offset)
{
    for (unsigned i = 0; i < l->count; i++)
        if (l->items[i].offset == offset && !l->items[i].bytes)
            return &l->items[i];
    return NULL;
}

/* Of these it is known what their pointers lead to, whatever the library's code stores. */
static void mark_vectors(struct search *l, LLVMValueRef global)
{
    struct static_vector vectors[STATIC_VECTORS_MAX];
    unsigned word = target_pointer_bytes(l->module);
    for (unsigned i = 0, n = static_vectors(l->module, global, vectors); i < n; i++) {
        struct heap_leaf *begin = leaf_at(l, vectors[i].offset),
                         *last = leaf_at(l, vectors[i].offset + word),
                         *end = leaf_at(l, vectors[i].offset + 2 * word);
        if (begin && vectors[i].single)
            begin->owner = true;
        else if (begin && last && end)
            begin->vector = last->within = end->within = true;
        else
            continue;
        begin->nested = vectors[i].pointers, begin->plain = vectors[i].plain;
        begin->release = vectors[i].array ? "_ZdaPv" : "_ZdlPv";
    }
}

bool heap_is_block(const struct heap_globals *h, LLVMValueRef pointer)
{
    struct search l = {.cx = h->cx, .module = h->module};
    arena_init(&l.arena);
    bool is = is_heap_value(&l, pointer, 0);
    arena_free(&l.arena);
    return is;
}

static void search(struct search *l, LLVMValueRef global)
{
    if (LLVMIsDeclaration(global) || LLVMGetLinkage(global) != LLVMInternalLinkage ||
        !list_leaves(l, LLVMGlobalGetValueType(global), 0) || !l->count) {
        l->count = 0;
        return;
    }
    mark_initial(l, LLVMGetInitializer(global), 0);
    mark_vectors(l, global);
    walk(l, (struct spot){.address = global, .root = global, .exact = true}, 0);
    if (!l->used) /* the shadow of a global, which an outer derivative meets */
        l->count = 0;
}

void heap_globals_init(struct heap_globals *h, EzbCtx *cx, LLVMModuleRef m, struct arena *a)
{
    *h = (struct heap_globals){.cx = cx, .module = m, .arena = a};
    map_init(&h->of, a);
}

const struct heap_leaves *heap_leaves_of(struct heap_globals *h, LLVMValueRef global)
{
    struct heap_leaves *leaves = map_get(&h->of, global);
    if (leaves)
        return leaves;
    struct search l = {.cx = h->cx, .module = h->module};
    l.layout = LLVMGetModuleDataLayout(h->module);
    arena_init(&l.arena);
    map_init(&l.seen, &l.arena);
    search(&l, global);
    struct heap_leaf *items = ARENA_ARRAY(h->arena, struct heap_leaf, l.count);
    for (unsigned i = 0; i < l.count; i++)
        items[i] = l.items[i];
    arena_free(&l.arena);
    leaves = ARENA_NEW(h->arena, struct heap_leaves);
    *leaves = (struct heap_leaves){items, l.count};
    map_put(&h->of, global, leaves);
    return leaves;
}

bool heap_leaf_found(const struct heap_leaf *leaf)
{
    return !leaf->nested &&
           (leaf->vector || leaf->owner || (leaf->stored && !leaf->other && !leaf->within));
}

bool heap_leaf_changes(const struct heap_leaf *leaf)
{
    return leaf->set && !heap_leaf_found(leaf) && !leaf->within;
}

bool heap_leaf_promised(const struct heap_leaf *leaf)
{
    return leaf->vector || leaf->within || leaf->owner;
}

bool heap_leaves_any(const struct heap_leaves *l)
{
    for (unsigned i = 0; i < l->count; i++)
        if (heap_leaf_found(&l->items[i]))
            return true;
    return false;
}

bool heap_leaves_only(struct heap_globals *h, LLVMValueRef global)
{
    const struct heap_leaves *l = heap_leaves_of(h, global);
    for (unsigned i = 0; i < l->count; i++)
        if (!heap_leaf_found(&l->items[i]) && !l->items[i].within)
            return false;
    return l->count != 0;
}
