/* What functions access by name, and how far from a parameter.
 *
 * Both are for comparisons of memory at run time (emit/apart.c): where accesses cannot be told from
 * each other they are taken to be further apart than they are. */
#include "facts/reach.h"
#include "base/limits.h"
#include "facts/activity.h"
#include "ir/code.h"
#include <llvm-c/Target.h>

/* More parts of a global than these count as one. */
LIMIT(REACH_PARTS_MAX, 8);

static uint64_t size_of(LLVMModuleRef m, LLVMTypeRef t)
{
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(m), t);
}

/* ---- by name --------------------------------------------------------------------------------- */

static struct reach_global *global_of(struct reach *r, LLVMValueRef global)
{
    struct reach_global *g = map_get(&r->of, global);
    if (g)
        return g;
    g = ARENA_ARRAY(r->arena, struct reach_global, 1);
    g->global = global;
    map_put(&r->of, global, g);
    VEC_PUSH(r->arena, &r->globals, g);
    return g;
}

/* One part in place of all, and of this one. */
static void merge_parts(struct reach_global *g, struct reach_bytes with)
{
    for (unsigned i = 0; i < g->parts.count; i++) {
        with.from = with.from < g->parts.items[i].from ? with.from : g->parts.items[i].from;
        with.to = with.to > g->parts.items[i].to ? with.to : g->parts.items[i].to;
    }
    g->parts.items[0] = with;
    g->parts.count = 1;
}

static void add_part(struct reach *r, struct reach_global *g, struct reach_bytes part)
{
    for (unsigned i = 0; i < g->parts.count; i++)
        if (g->parts.items[i].from == part.from) {
            if (part.to > g->parts.items[i].to)
                g->parts.items[i].to = part.to;
            return;
        }
    if (g->parts.count == REACH_PARTS_MAX)
        merge_parts(g, part);
    else
        VEC_PUSH(r->arena, &g->parts, part);
}

/* The member of structs in structs that `at` is in: where it begins, and its type. */
static LLVMTypeRef member_at(LLVMModuleRef m, LLVMTypeRef t, uint64_t at, uint64_t *start)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(m);
    *start = 0;
    while (LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMCountStructElementTypes(t)) {
        unsigned k = LLVMElementAtOffset(layout, t, at - *start);
        *start += LLVMOffsetOfElement(layout, t, k);
        t = LLVMStructGetTypeAtIndex(t, k);
    }
    return t;
}

static bool holds_numbers(LLVMTypeRef t)
{
    bool fp = false, ptr = false;
    return activity_type_has(t, &fp, &ptr) && fp;
}

/* An access through the address of byte `at`; `known`: the bytes it has from there on, 0: it has an
 * index, -1: nobody sees. */
static void note_access(struct reach *r, LLVMValueRef global, int64_t at, int64_t known)
{
    struct reach_global *g = global_of(r, global);
    LLVMTypeRef type = LLVMGlobalGetValueType(global), member;
    int64_t size = (int64_t)size_of(r->module, type);
    uint64_t start;
    if (at < 0 || at >= size) { /* an index leads back into the global */
        at = 0;
        known = -1;
    }
    member = member_at(r->module, type, (uint64_t)at, &start);
    bool array = LLVMGetTypeKind(member) == LLVMArrayTypeKind;
    struct reach_bytes part = {(int64_t)start, size};
    if (known > 0)
        part.to = at + known < size ? at + known : size;
    else if (!known && array)
        part.to = (int64_t)(start + size_of(r->module, member));
    bool inside = part.to <= (int64_t)(start + size_of(r->module, member));
    if (holds_numbers(inside ? member : type))
        add_part(r, g, part);
}

static void reach_constant(struct reach *r, LLVMValueRef c, int64_t known)
{
    int64_t at = 0;
    if (!LLVMIsAConstant(c) || LLVMIsAConstantInt(c) || LLVMIsAConstantFP(c))
        return;
    LLVMValueRef base = LLVMGetTypeKind(LLVMTypeOf(c)) == LLVMPointerTypeKind
                            ? ezb_strip_const_offsets(r->module, c, &at, 1)
                            : c;
    if (LLVMIsAGlobalVariable(base)) {
        note_access(r, base, at, known);
        return;
    }
    if (map_get(&r->seen, c))
        return;
    map_put(&r->seen, c, c);
    if (LLVMIsAFunction(c))
        VEC_PUSH(r->arena, &r->functions, c);
    else
        for (int k = 0, n = LLVMGetNumOperands(c); k < n; k++)
            reach_constant(r, LLVMGetOperand(c, (unsigned)k), -1);
}

/* For note_access: what an instruction does with its operand k, an address. */
static int64_t known_bytes(LLVMModuleRef m, LLVMValueRef inst, unsigned k)
{
    if (LLVMIsALoadInst(inst))
        return (int64_t)size_of(m, LLVMTypeOf(inst));
    if (LLVMIsAStoreInst(inst) && k == 1)
        return (int64_t)size_of(m, LLVMTypeOf(LLVMGetOperand(inst, 0)));
    return LLVMIsAGetElementPtrInst(inst) && k == 0 ? 0 : -1;
}

void reach_names(struct reach *r, LLVMModuleRef m, struct arena *a, const LLVMValueRef *fns,
                 unsigned count)
{
    *r = (struct reach){.module = m, .arena = a};
    map_init(&r->seen, a);
    map_init(&r->of, a);
    for (unsigned i = 0; i < count; i++)
        VEC_PUSH(a, &r->functions, fns[i]);
    for (unsigned next = 0; next < r->functions.count; next++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(r->functions.items[next]); b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                for (int k = 0, n = LLVMGetNumOperands(i); k < n; k++)
                    reach_constant(r, LLVMGetOperand(i, (unsigned)k),
                                   known_bytes(m, i, (unsigned)k));
}

/* ---- behind a parameter ---------------------------------------------------------------------- */

struct address {
    LLVMValueRef value;
    int64_t at; /* its distance from the parameter */
};

struct behind {
    LLVMModuleRef module;
    struct arena *arena;
    struct map seen;
    VEC(struct address) open;
    struct reach_bytes bytes;
};

static void open_address(struct behind *s, LLVMValueRef value, int64_t at)
{
    if (map_get(&s->seen, value))
        return;
    map_put(&s->seen, value, value);
    VEC_PUSH(s->arena, &s->open, ((struct address){value, at}));
}

static void widen(struct behind *s, int64_t from, int64_t to)
{
    s->bytes.from = from < s->bytes.from ? from : s->bytes.from;
    s->bytes.to = to > s->bytes.to ? to : s->bytes.to;
}

/* A function without body has what it accesses begin there. */
static void enter_call(struct behind *s, struct address a, LLVMValueRef call)
{
    LLVMValueRef fn = LLVMGetCalledValue(call);
    bool inside = LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn);
    for (unsigned k = 0, n = LLVMGetNumArgOperands(call); k < n; k++) {
        if (LLVMGetOperand(call, k) != a.value)
            continue;
        if (inside && k < LLVMCountParams(fn))
            open_address(s, LLVMGetParam(fn, k), a.at);
        else
            widen(s, a.at, a.at + 1);
    }
}

static void use_address(struct behind *s, struct address a, LLVMValueRef user)
{
    int64_t by = 0;
    if (LLVMIsALoadInst(user))
        widen(s, a.at, a.at + (int64_t)size_of(s->module, LLVMTypeOf(user)));
    else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != a.value)
        widen(s, a.at, a.at + (int64_t)size_of(s->module, LLVMTypeOf(LLVMGetOperand(user, 0))));
    else if (LLVMIsAGetElementPtrInst(user))
        open_address(s, user, ezb_gep_const_offset(s->module, user, &by) ? a.at + by : a.at);
    else if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user) ||
             LLVMIsABitCastInst(user) || LLVMIsAAddrSpaceCastInst(user))
        open_address(s, user, a.at);
    else if (code_is_call(user))
        enter_call(s, a, user);
    else if (!LLVMIsAICmpInst(user))
        s->bytes.to = INT64_MAX;
}

struct reach_bytes reach_behind(LLVMModuleRef m, struct arena *a, LLVMValueRef fn, unsigned k)
{
    struct behind s = {.module = m, .arena = a, .bytes = {0, 1}};
    map_init(&s.seen, a);
    open_address(&s, LLVMGetParam(fn, k), 0);
    for (unsigned i = 0; i < s.open.count && s.bytes.to != INT64_MAX; i++) {
        struct address next = s.open.items[i];
        for (LLVMUseRef u = LLVMGetFirstUse(next.value); u; u = LLVMGetNextUse(u))
            use_address(&s, next, LLVMGetUser(u));
    }
    return s.bytes;
}
