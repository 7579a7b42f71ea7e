/* Recognising markers among the operands of derivative calls, and removing what is left of them.
 *
 * Only the symbol name of a global counts; the operand may be its address or its value, seen
 * through casts, constant tables, local variables, phis and selects whose arms agree. */
#include "base/distance.h"
#include "request/read.h"
#include <stdlib.h>
#include <string.h>

#define PREFIX "enzyme_"
enum { MAX_DEPTH = 32 };

static const struct marker_row rows[MARKER_COUNT] = {
#define MARKER(id, word, role, operands) {word, ROLE_##role, operands},
#include "request/markers.def"
#undef MARKER
};

const struct marker_row *marker_row(enum marker m)
{
    return &rows[m];
}

/* The source name inside a symbol: `enzyme_dup` itself, renamed by the linker (`enzyme_dup.3`),
 * static in C++
 * (`_ZL10enzyme_dup`) or static in a function (`main.enzyme_dup`). NULL if it does not begin with
 * enzyme_. */
static const char *source_name(const char *symbol)
{
    if (!strncmp(symbol, "_ZL", 3)) {
        symbol += 3;
        symbol += strspn(symbol, "0123456789");
    }
    const char *dot = strchr(symbol, '.');
    if (strncmp(symbol, PREFIX, strlen(PREFIX)) && dot)
        symbol = dot + 1;
    return strncmp(symbol, PREFIX, strlen(PREFIX)) ? NULL : symbol;
}

static enum marker marker_named(const char *symbol, const char **word)
{
    const char *name = source_name(symbol);
    if (!name)
        return MARKER_NONE;
    *word = name + strlen(PREFIX);
    size_t size = strcspn(*word, ".");
    for (unsigned i = 0; i < MARKER_COUNT; i++)
        if (strlen(rows[i].word) == size && !strncmp(rows[i].word, *word, size))
            return (enum marker)i;
    return MARKER_UNKNOWN;
}

static enum marker marker_at_depth(struct reader *r, LLVMValueRef v, const char **word,
                                   unsigned depth);

/* The marker all values agree on. */
static enum marker agree(enum marker a, enum marker b, bool first)
{
    return first || a == b ? b : MARKER_NONE;
}

static enum marker marker_of_phi(struct reader *r, LLVMValueRef phi, const char **word,
                                 unsigned depth)
{
    enum marker m = MARKER_NONE;
    for (unsigned i = 0, n = LLVMCountIncoming(phi); i < n; i++)
        m = agree(m, marker_at_depth(r, LLVMGetIncomingValue(phi, i), word, depth), i == 0);
    return m;
}

/* A local variable that is only loaded and stored holds the marker that all its stores agree on. */
static enum marker marker_in_alloca(struct reader *r, LLVMValueRef slot, const char **word,
                                    unsigned depth)
{
    enum marker m = MARKER_NONE;
    bool first = true;
    for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != slot)
            continue;
        m = agree(m, marker_at_depth(r, LLVMGetOperand(user, 0), word, depth), first);
        first = false;
    }
    return m;
}

static enum marker marker_loaded(struct reader *r, LLVMValueRef load, const char **word,
                                 unsigned depth)
{
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    if (LLVMIsAAllocaInst(pointer))
        return marker_in_alloca(r, pointer, word, depth);
    if (!LLVMIsAConstant(pointer))
        return MARKER_NONE;
    enum marker m = marker_at_depth(r, pointer, word, depth);
    if (m != MARKER_NONE)
        return m;
    LLVMValueRef folded = ezb_const_fold_load(r->module, pointer, LLVMTypeOf(load));
    return folded ? marker_at_depth(r, folded, word, depth) : MARKER_NONE;
}

static enum marker marker_at_depth(struct reader *r, LLVMValueRef v, const char **word,
                                   unsigned depth)
{
    if (depth++ > MAX_DEPTH)
        return MARKER_NONE;
    if (LLVMIsAGlobalVariable(v))
        return marker_named(LLVMGetValueName(v), word);
    if (LLVMIsAGlobalAlias(v))
        return marker_at_depth(r, LLVMAliasGetAliasee(v), word, depth);
    if (LLVMIsALoadInst(v))
        return marker_loaded(r, v, word, depth);
    if (LLVMIsAPHINode(v))
        return marker_of_phi(r, v, word, depth);
    if (LLVMIsASelectInst(v)) {
        enum marker a = marker_at_depth(r, LLVMGetOperand(v, 1), word, depth);
        return agree(a, marker_at_depth(r, LLVMGetOperand(v, 2), word, depth), false);
    }
    if (LLVMIsACastInst(v) || LLVMIsAFreezeInst(v) ||
        (LLVMIsAConstantExpr(v) && LLVMGetNumOperands(v) == 1))
        return marker_at_depth(r, LLVMGetOperand(v, 0), word, depth);
    if (LLVMIsAAllocaInst(v))
        return marker_named(LLVMGetValueName(v), word);
    unsigned size;
    const char *text = LLVMIsAMDString(v) ? LLVMGetMDString(v, &size) : NULL;
    return text ? marker_named(arena_strndup(r->arena, text, size), word) : MARKER_NONE;
}

enum marker marker_of(struct reader *r, LLVMValueRef operand, const char **word)
{
    return marker_at_depth(r, operand, word, 0);
}

/* What other tools call them. */
static const char *synonym(const char *word)
{
    static const struct {
        const char *word, *marker;
    } known[] = {
        {"active", "out"},     {"constant", "const"}, {"duplicated", "dup"},
        {"inactive", "const"}, {"shadow", "dup"},     {"tangent", "dup"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(word, known[i].word))
            return known[i].marker;
    return NULL;
}

const char *marker_nearest(const char *word)
{
    unsigned best = 0;
    if (synonym(word))
        return synonym(word);
    for (unsigned i = 1; i < MARKER_COUNT; i++)
        if (word_distance(word, rows[i].word) < word_distance(word, rows[best].word))
            best = i;
    return rows[best].word;
}

static bool is_marker(LLVMValueRef global)
{
    const char *word;
    enum marker m = marker_named(LLVMGetValueName(global), &word);
    return m != MARKER_NONE && m != MARKER_UNKNOWN;
}

void markers_protect(LLVMModuleRef m)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (is_marker(g))
            LLVMSetGlobalConstant(g, 0);
}

static void delete_dead_loads(LLVMValueRef global)
{
    LLVMUseRef next;
    for (LLVMUseRef u = LLVMGetFirstUse(global); u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsALoadInst(user) && !LLVMGetFirstUse(user) && !LLVMGetVolatile(user))
            LLVMInstructionEraseFromParent(user);
    }
}

static void cleanup_marker(LLVMValueRef global)
{
    delete_dead_loads(global);
    if (!LLVMIsDeclaration(global))
        return;
    if (!LLVMGetFirstUse(global)) {
        LLVMDeleteGlobal(global);
        return;
    }
    LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
    LLVMSetVisibility(global, LLVMDefaultVisibility);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    ezb_set_dso_local(global, 1);
}

/* Assertions about types have served their purpose; entry points that nobody calls any more need no
 * symbol. */
static void cleanup_entry(LLVMValueRef fn, enum entry_role role)
{
    LLVMUseRef next;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u && role == ENTRY_ASSERT_TYPE; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user) && !LLVMGetFirstUse(user))
            LLVMInstructionEraseFromParent(user);
    }
    if (LLVMIsDeclaration(fn) && !LLVMGetFirstUse(fn))
        LLVMDeleteFunction(fn);
}

void request_cleanup_markers(EzbCtx *cx, LLVMModuleRef m)
{
    LLVMValueRef next;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (is_marker(g))
            cleanup_marker(g);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = next) {
        next = LLVMGetNextFunction(f);
        enum entry_role role = entry_role_of(f);
        if (role != ENTRY_NONE)
            cleanup_entry(f, role);
    }
    ezb_invalidate_all(cx);
}
