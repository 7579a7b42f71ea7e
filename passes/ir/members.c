/* See members.h. Accesses and loads of pointers have their notes as alias scopes, of domains that
 * no noalias list names: LLVM's passes keep those where they make one access of two. Operands and
 * parameters have attributes; variables and calls have metadata. What is said of a function's
 * result is an attribute of the function: those of results that differ would stand against tail
 * calls. */
#include "ir/members.h"
#include "base/gcd.h"
#include "ir/code.h"
#include "ir/scopes.h"
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char arrays[] = "enz.member.arrays", origins[] = "enz.member.origins",
                  suffix_note[] = "enz.member.suffix";
enum { SEPARATOR = '\n', DEEP = 64, CHOICES_MAX = 16 };

static LLVMContextRef context_of(LLVMValueRef v)
{
    return LLVMGetTypeContext(LLVMTypeOf(v));
}

static const char *type_name(struct arena *a, LLVMTypeRef type)
{
    const char *name = LLVMGetStructName(type);
    if (name)
        return name;
    char *text = LLVMPrintTypeToString(type);
    name = arena_strdup(a, text);
    LLVMDisposeMessage(text);
    return name;
}

char member_element(LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    switch (LLVMGetTypeKind(type)) {
    case LLVMDoubleTypeKind: return 'd';
    case LLVMFloatTypeKind: return 'f';
    default: return '-';
    }
}

const char *member_text(struct arena *a, const struct member_known *m)
{
    return arena_printf(a, "%" PRIu64 " %" PRIu64 " %c %s", m->begin, m->size, m->element, m->type);
}

const char *member_type(struct arena *a, LLVMTypeRef type, const char *number,
                        struct member_origin o)
{
    return arena_printf(a, "%s$%s,%" PRId64 ",%" PRIu64, type_name(a, type), number, o.distance,
                        o.step);
}

bool member_equal(const char *const *a, unsigned n, const char *const *b, unsigned m)
{
    for (unsigned i = 0; i < n && n == m; i++)
        if (strcmp(a[i], b[i]))
            return false;
    return n == m;
}

/* Stands in a function for the arrays that an operand of a call of it will be in. */
const char *member_of_param(struct arena *a, LLVMValueRef fn, unsigned param)
{
    return arena_printf(a, "@%u %s", param, LLVMGetValueName(fn));
}

bool member_is_param(const char *text, unsigned *param)
{
    *param = *text == '@' ? (unsigned)strtoul(text + 1, NULL, 10) : 0;
    return *text == '@';
}

bool member_read(const char *text, struct member_known *m)
{
    char *at;
    if (*text == '@')
        return false;
    m->begin = strtoull(text, &at, 10);
    m->size = strtoull(at, &at, 10);
    if (strlen(at) < 4)
        return false;
    m->element = at[1];
    m->type = at + 3;
    return true;
}

/* ---- several texts in one -------------------------------------------------------------------- */

static unsigned split(struct arena *a, const char *all, size_t length, const char **texts,
                      unsigned most)
{
    unsigned n = 0;
    const char *end = all + length;
    while (all < end && n < most) {
        const char *stop = memchr(all, SEPARATOR, (size_t)(end - all));
        stop = stop ? stop : end;
        texts[n++] = arena_strndup(a, all, (size_t)(stop - all));
        all = stop + 1;
    }
    return n;
}

static const char *joined(struct arena *a, const char *const *texts, unsigned n)
{
    const char *all = n ? texts[0] : "";
    for (unsigned i = 1; i < n; i++)
        all = arena_printf(a, "%s%c%s", all, SEPARATOR, texts[i]);
    return all;
}

static LLVMAttributeRef attribute(LLVMContextRef c, const char *name, const char *value)
{
    return LLVMCreateStringAttribute(c, name, (unsigned)strlen(name), value,
                                     (unsigned)strlen(value));
}

static unsigned attribute_texts(struct arena *a, LLVMAttributeRef found, const char **texts,
                                unsigned most)
{
    unsigned length = 0;
    const char *value = found ? LLVMGetStringAttributeValue(found, &length) : "";
    return split(a, value, length, texts, most);
}

/* ---- accesses -------------------------------------------------------------------------------- */

/* Where LLVM's passes make one access of several, it has the scopes of all. */
struct member_claims member_of_access(struct arena *a, LLVMValueRef access)
{
    const char *scopes[MEMBER_CLAIMS_MAX + 1];
    struct member_claims c = {0};
    unsigned n = scopes_names(a, access, arrays, scopes, MEMBER_CLAIMS_MAX + 1);
    if (n > MEMBER_CLAIMS_MAX)
        return c;
    for (unsigned i = 0; i < n; i++)
        c.items[i].count = split(a, scopes[i], strlen(scopes[i]), c.items[i].texts, MEMBERS_MAX);
    c.count = n;
    return c;
}

void member_note_access(struct arena *a, LLVMValueRef access, const struct member_claims *c)
{
    const char *scopes[MEMBER_CLAIMS_MAX];
    for (unsigned i = 0; i < c->count; i++)
        scopes[i] = joined(a, c->items[i].texts, c->items[i].count);
    scopes_set_named(a, access, arrays, scopes, c->count);
}

void member_note_same(struct arena *a, LLVMValueRef access, LLVMValueRef other)
{
    struct member_claims c = member_of_access(a, access);
    if (c.count)
        member_note_access(a, other, &c);
}

unsigned member_common(const char **texts, unsigned n, const char *const *others, unsigned m)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++)
        for (unsigned k = 0; k < m; k++)
            if (!strcmp(texts[i], others[k])) {
                texts[kept++] = texts[i];
                break;
            }
    return kept;
}

void member_note_operand(struct arena *a, LLVMValueRef call, unsigned operand,
                         const char *const *texts, unsigned n)
{
    LLVMAddCallSiteAttribute(call, operand + 1,
                             attribute(context_of(call), arrays, joined(a, texts, n)));
}

unsigned member_of_operand(struct arena *a, LLVMValueRef call, unsigned operand, const char **texts)
{
    LLVMAttributeRef found =
        LLVMGetCallSiteStringAttribute(call, operand + 1, arrays, sizeof arrays - 1);
    return attribute_texts(a, found, texts, MEMBERS_MAX);
}

void member_note_result(struct arena *a, LLVMValueRef fn, const char *const *texts, unsigned n)
{
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            attribute(context_of(fn), arrays, joined(a, texts, n)));
}

bool member_of_result(struct arena *a, LLVMValueRef fn, const char **texts, unsigned *n)
{
    LLVMAttributeRef found = LLVMGetStringAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, arrays, sizeof arrays - 1);
    *n = attribute_texts(a, found, texts, MEMBERS_MAX);
    return found;
}

/* ---- origins --------------------------------------------------------------------------------- */

static unsigned metadata_kind(LLVMValueRef v)
{
    return LLVMGetMDKindIDInContext(context_of(v), origins, sizeof origins - 1);
}

static LLVMValueRef metadata_of_global(LLVMValueRef global, unsigned kind)
{
    size_t n;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &n);
    LLVMValueRef found = NULL;
    for (unsigned i = 0; i < n; i++)
        if (LLVMValueMetadataEntriesGetKind(all, i) == kind)
            found = LLVMMetadataAsValue(context_of(global),
                                        LLVMValueMetadataEntriesGetMetadata(all, i));
    LLVMDisposeValueMetadataEntries(all);
    return found;
}

static unsigned metadata_texts(struct arena *a, LLVMValueRef v, const char **texts)
{
    bool local = LLVMIsAAllocaInst(v) || code_is_call(v);
    LLVMValueRef string, node = local                      ? LLVMGetMetadata(v, metadata_kind(v))
                                : LLVMIsAGlobalVariable(v) ? metadata_of_global(v, metadata_kind(v))
                                                           : NULL;
    unsigned length = 0;
    if (!node || LLVMGetMDNodeNumOperands(node) != 1)
        return 0;
    LLVMGetMDNodeOperands(node, &string);
    const char *all = LLVMGetMDString(string, &length);
    return split(a, all, length, texts, MEMBER_ORIGINS_MAX);
}

static void metadata_note(struct arena *a, LLVMValueRef v, const char *const *texts, unsigned n)
{
    LLVMContextRef c = context_of(v);
    const char *all = joined(a, texts, n);
    LLVMMetadataRef string = LLVMMDStringInContext2(c, all, strlen(all)),
                    node = LLVMMDNodeInContext2(c, &string, 1);
    if (LLVMIsAGlobalVariable(v))
        LLVMGlobalSetMetadata(v, metadata_kind(v), node);
    else
        LLVMSetMetadata(v, metadata_kind(v), LLVMMetadataAsValue(c, node));
}

static unsigned param_index(LLVMValueRef param)
{
    unsigned i = 0;
    while (LLVMGetParam(LLVMGetParamParent(param), i) != param)
        i++;
    return i;
}

static unsigned own_texts(struct arena *a, LLVMValueRef v, const char **texts)
{
    if (LLVMIsAArgument(v))
        return attribute_texts(a,
                               LLVMGetStringAttributeAtIndex(LLVMGetParamParent(v),
                                                             param_index(v) + 1, origins,
                                                             sizeof origins - 1),
                               texts, MEMBER_ORIGINS_MAX);
    if (LLVMIsALoadInst(v))
        return scopes_names(a, v, origins, texts, MEMBER_ORIGINS_MAX);
    return metadata_texts(a, v, texts);
}

static void set_own_texts(struct arena *a, LLVMValueRef v, const char *const *texts, unsigned n)
{
    if (LLVMIsAArgument(v))
        LLVMAddAttributeAtIndex(LLVMGetParamParent(v), param_index(v) + 1,
                                attribute(context_of(v), origins, joined(a, texts, n)));
    else if (LLVMIsALoadInst(v))
        scopes_set_named(a, v, origins, texts, n);
    else if (LLVMIsAAllocaInst(v) || code_is_call(v) || LLVMIsAGlobalVariable(v))
        metadata_note(a, v, texts, n);
}

static void add_text(struct arena *a, LLVMValueRef v, const char *text)
{
    const char *texts[MEMBER_ORIGINS_MAX + 1];
    unsigned n = own_texts(a, v, texts);
    for (unsigned i = 0; i < n; i++)
        if (!strcmp(texts[i], text))
            return;
    texts[n++] = text;
    set_own_texts(a, v, texts, n);
}

static bool is_gep(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

bool member_is_field(LLVMTypeRef type, unsigned operand)
{
    return operand > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind;
}

/* The distance between two addresses is a multiple of the size of the elements that lie between
 * them, if the program asks for how many these are. */
static uint64_t elements_apart(LLVMValueRef v)
{
    enum { MOST = 1 << 20 };
    bool distance = LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMSub &&
                    LLVMIsAPtrToIntInst(LLVMGetOperand(v, 0)) &&
                    LLVMIsAPtrToIntInst(LLVMGetOperand(v, 1));
    for (LLVMUseRef u = distance ? LLVMGetFirstUse(v) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool divides = LLVMIsABinaryOperator(user) && LLVMGetOperand(user, 0) == v;
        LLVMOpcode op = divides ? LLVMGetInstructionOpcode(user) : LLVMAdd;
        bool quotient = op == LLVMSDiv || op == LLVMUDiv, shift = op == LLVMAShr || op == LLVMLShr;
        if ((!quotient && !shift) || !LLVMGetExact(user) ||
            !LLVMIsAConstantInt(LLVMGetOperand(user, 1)))
            continue;
        uint64_t by = LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1));
        if (shift ? by < 20 : by && by < MOST)
            return shift ? UINT64_C(1) << by : by;
    }
    return 1;
}

void member_gep_step(LLVMTargetDataRef target, LLVMValueRef gep, unsigned operand,
                     LLVMTypeRef *type, struct member_origin *o)
{
    LLVMValueRef index = LLVMGetOperand(gep, operand);
    if (member_is_field(*type, operand)) {
        unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
        o->distance += (int64_t)LLVMOffsetOfElement(target, *type, field);
        *type = LLVMStructGetTypeAtIndex(*type, field);
        return;
    }
    if (operand > 1)
        *type = LLVMGetElementType(*type);
    uint64_t size = LLVMABISizeOfType(target, *type), times = elements_apart(index);
    bool in_a_row = operand == 1 && LLVMGetTypeKind(*type) == LLVMStructTypeKind;
    if (LLVMIsAConstantInt(index) && (!in_a_row || LLVMIsNull(index)))
        o->distance += LLVMConstIntGetSExtValue(index) * (int64_t)size;
    else
        o->step = gcd_of(o->step, size * times); /* of structs in a row, whichever it is */
    if (o->step && o->step <= INT64_MAX)
        o->distance %= (int64_t)o->step;
    if (o->distance < 0 && o->step && o->step <= INT64_MAX)
        o->distance += (int64_t)o->step;
}

/* Adds what a GEP adds to its base. */
static void add_gep(LLVMTargetDataRef target, LLVMValueRef gep, struct member_origin *o)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++)
        member_gep_step(target, gep, i, &type, o);
}

bool member_is_lifetime(LLVMValueRef user)
{
    static const char prefix[] = "llvm.lifetime.";
    LLVMValueRef fn = LLVMIsAIntrinsicInst(user) ? LLVMGetCalledValue(user) : NULL;
    return fn && !strncmp(LLVMGetValueName(fn), prefix, sizeof prefix - 1);
}

/* The variable, of which the load has a pointer, is only loaded and stored, as a whole: it has one
 * of the pointers that are stored. */
static bool is_choice(LLVMValueRef load)
{
    LLVMValueRef variable = LLVMIsALoadInst(load) ? LLVMGetOperand(load, 0) : NULL;
    unsigned stored = 0;
    if (!variable || !LLVMIsAAllocaInst(variable))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
                     LLVMTypeOf(LLVMGetOperand(user, 0)) == LLVMTypeOf(load) &&
                     LLVMGetOperand(user, 0) != variable;
        if (!store && !LLVMIsALoadInst(user) && !member_is_lifetime(user))
            return false;
        stored += store;
    }
    return stored && stored <= CHOICES_MAX;
}

LLVMValueRef member_variable(LLVMValueRef v)
{
    return is_choice(v) ? LLVMGetOperand(v, 0) : v;
}

/* The k-th pointer that is stored; if there are not as many, *count says how many. */
static LLVMValueRef stored_pointer(LLVMValueRef load, unsigned k, unsigned *count)
{
    *count = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMGetOperand(load, 0)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAStoreInst(user) && (*count)++ == k)
            return LLVMGetOperand(user, 0);
    }
    return NULL;
}

unsigned member_step_count(LLVMValueRef v)
{
    unsigned stored;
    if (LLVMIsAPHINode(v))
        return LLVMCountIncoming(v);
    if (is_choice(v)) {
        stored_pointer(v, UINT_MAX, &stored);
        return stored;
    }
    return LLVMIsASelectInst(v) ? 2 : is_gep(v) || LLVMIsAFreezeInst(v) ? 1 : 0;
}

LLVMValueRef member_step(LLVMValueRef v, unsigned k)
{
    unsigned stored;
    if (LLVMIsAPHINode(v))
        return LLVMGetIncomingValue(v, k);
    if (LLVMIsALoadInst(v))
        return stored_pointer(v, k, &stored);
    return LLVMGetOperand(v, LLVMIsASelectInst(v) ? k + 1 : k);
}

/* Where structs begin, seen from a pointer that is one of several, or from one they come from. */
struct origin_step {
    LLVMValueRef v;
    struct member_origin o;
};
struct origin_walk {
    struct arena *arena;
    LLVMTargetDataRef target;
    struct origin_step steps[DEEP];
    unsigned count;
    bool changed, given_up;
};

/* All places of both. */
static struct member_origin joined_origins(struct member_origin a, struct member_origin b)
{
    uint64_t apart = a.distance > b.distance ? (uint64_t)a.distance - (uint64_t)b.distance
                                             : (uint64_t)b.distance - (uint64_t)a.distance;
    a.step = gcd_of(gcd_of(a.step, b.step), apart);
    return a;
}

static void reach(struct origin_walk *w, LLVMValueRef v, struct member_origin o)
{
    for (unsigned i = 0; i < w->count; i++)
        if (w->steps[i].v == v) {
            struct member_origin all = joined_origins(w->steps[i].o, o);
            w->changed |= all.step != w->steps[i].o.step;
            w->steps[i].o = all;
            return;
        }
    w->changed = true;
    w->given_up |= w->count == DEEP;
    if (!w->given_up)
        w->steps[w->count++] = (struct origin_step){v, o};
}

LLVMValueRef member_base(LLVMTargetDataRef target, LLVMValueRef v, struct member_origin *o)
{
    for (; is_gep(v) || LLVMIsAFreezeInst(v); v = member_step(v, 0))
        if (is_gep(v))
            add_gep(target, v, o);
    return v;
}

static void reach_from(struct origin_walk *w, LLVMValueRef v, struct member_origin o)
{
    v = member_base(w->target, v, &o);
    reach(w, v, o);
}

/* Round a loop, what a pointer is moved by in an iteration is a step between structs. */
void member_note_origin(struct arena *a, LLVMTargetDataRef target, LLVMValueRef v, const char *type,
                        struct member_origin o)
{
    struct origin_walk *w = ARENA_NEW(a, struct origin_walk);
    w->arena = a;
    w->target = target;
    for (reach_from(w, v, o); w->changed;) {
        w->changed = false;
        for (unsigned i = 0; i < w->count; i++)
            for (unsigned k = 0; k < member_step_count(w->steps[i].v); k++)
                reach_from(w, member_step(w->steps[i].v, k), w->steps[i].o);
    }
    for (unsigned i = 0; i < w->count && !w->given_up; i++)
        if (!member_step_count(w->steps[i].v))
            add_text(a, w->steps[i].v,
                     arena_printf(a, "%" PRId64 " %" PRIu64 " %s", w->steps[i].o.distance,
                                  w->steps[i].o.step, type));
}

static bool read_origin(const char *text, struct member_origin *o, const char **type)
{
    char *at;
    o->distance = strtoll(text, &at, 10);
    o->step = strtoull(at, &at, 10);
    *type = at + (*at == ' ');
    return **type != '\0';
}

void member_move_origins(struct arena *a, LLVMTargetDataRef target, LLVMValueRef from,
                         LLVMValueRef to, const char *prefix, const char *suffix)
{
    const char *texts[MEMBER_ORIGINS_MAX + 1], *type;
    unsigned n = own_texts(a, from, texts);
    for (unsigned i = 0; i < n; i++) {
        struct member_origin o;
        if (!read_origin(texts[i], &o, &type))
            continue;
        bool callers = *type == MEMBER_OF_CALLER && *suffix;
        member_note_origin(a, target, to,
                           callers ? type + 1 : arena_printf(a, "%s%s%s", prefix, type, suffix), o);
    }
}

unsigned member_origins_of(struct arena *a, LLVMValueRef v, const char *type,
                           struct member_origin *all)
{
    const char *texts[MEMBER_ORIGINS_MAX + 1], *of;
    unsigned n = own_texts(a, v, texts), found = 0;
    if (n >= MEMBER_ORIGINS_MAX)
        return 0; /* there may be more */
    for (unsigned i = 0; i < n; i++)
        if (read_origin(texts[i], &all[found], &of) && !strcmp(of, type))
            found++;
    return found;
}

unsigned member_all_origins(struct arena *a, LLVMValueRef v, const char **types,
                            struct member_origin *all)
{
    const char *texts[MEMBER_ORIGINS_MAX + 1];
    unsigned n = own_texts(a, v, texts), found = 0;
    for (unsigned i = 0; i < n && found < MEMBER_ORIGINS_MAX; i++)
        found += read_origin(texts[i], &all[found], &types[found]);
    return found;
}

bool member_is_same_type(const char *type, const char *other)
{
    size_t length = strcspn(type, "$");
    return length == strcspn(other, "$") && !memcmp(type, other, length);
}

const char *member_type_again(struct arena *a, const char *type, const char *number,
                              struct member_origin o)
{
    const char *end = strchr(type, '$');
    int length = end ? (int)(end - type) : (int)strlen(type);
    return arena_printf(a, "%.*s$%s,%" PRId64 ",%" PRIu64, length, type, number, o.distance,
                        o.step);
}

unsigned member_push_origins(struct arena *a, LLVMTargetDataRef target, LLVMValueRef load)
{
    const char *texts[MEMBER_ORIGINS_MAX + 1];
    unsigned n = is_choice(load) ? own_texts(a, load, texts) : 0;
    if (n)
        member_move_origins(a, target, load, load, "", "");
    return n;
}

/* ---- calls that are inlined ------------------------------------------------------------------ */

const char *member_suffix_of_call(struct arena *a, LLVMValueRef call)
{
    unsigned n;
    LLVMAttributeRef found = LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex,
                                                            suffix_note, sizeof suffix_note - 1);
    const char *text = found ? LLVMGetStringAttributeValue(found, &n) : NULL;
    return text ? arena_strndup(a, text, n) : NULL;
}

void member_set_suffix(LLVMValueRef call, const char *suffix)
{
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                             attribute(context_of(call), suffix_note, suffix));
}

struct renaming {
    member_new_name *new_name;
    void *data;
};

/* The name stands behind some fields and a space after each. */
static const char *renamed(struct arena *a, const char *text, unsigned fields,
                           const struct renaming *r)
{
    const char *type = text;
    for (unsigned i = 0; i < fields && type; i++) {
        const char *space = strchr(type, ' ');
        type = space ? space + 1 : NULL;
    }
    if (!type || *text == '@')
        return text;
    const char *name = r->new_name(a, type, r->data);
    return name == type ? text : arena_printf(a, "%.*s%s", (int)(type - text), text, name);
}

enum { CLAIM_FIELDS = 3, ORIGIN_FIELDS = 2 };

/* True if there is another one among them now. */
static bool rename_texts(struct arena *a, const char **texts, unsigned n, unsigned fields,
                         const struct renaming *r)
{
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        const char *text = renamed(a, texts[i], fields, r);
        any |= text != texts[i];
        texts[i] = text;
    }
    return any;
}

/* Those of one that several have become are one. */
static unsigned without_repeated(const char **texts, unsigned n)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < n; i++) {
        bool repeated = false;
        for (unsigned k = 0; k < kept; k++)
            repeated |= !strcmp(texts[i], texts[k]);
        if (!repeated)
            texts[kept++] = texts[i];
    }
    return kept;
}

static void rename_access(struct arena *a, LLVMValueRef access, const struct renaming *r)
{
    struct member_claims c = member_of_access(a, access);
    bool any = false;
    for (unsigned i = 0; i < c.count; i++)
        any |= rename_texts(a, c.items[i].texts, c.items[i].count, CLAIM_FIELDS, r);
    if (any)
        member_note_access(a, access, &c);
}

static void rename_operand(struct arena *a, LLVMValueRef call, unsigned operand,
                           const struct renaming *r)
{
    const char *texts[MEMBERS_MAX];
    unsigned n = member_of_operand(a, call, operand, texts);
    if (rename_texts(a, texts, n, CLAIM_FIELDS, r))
        member_note_operand(a, call, operand, texts, n);
}

void member_rename_origins(struct arena *a, LLVMValueRef v, member_new_name *new_name, void *data)
{
    const char *texts[MEMBER_ORIGINS_MAX + 1];
    const struct renaming r = {new_name, data};
    unsigned n = own_texts(a, v, texts);
    if (rename_texts(a, texts, n, ORIGIN_FIELDS, &r))
        set_own_texts(a, v, texts, without_repeated(texts, n));
}

void member_rename(struct arena *a, LLVMValueRef inst, member_new_name *new_name, void *data)
{
    const struct renaming r = {new_name, data};
    rename_access(a, inst, &r);
    member_rename_origins(a, inst, new_name, data);
    for (unsigned i = 0; code_is_call(inst) && i < LLVMGetNumArgOperands(inst); i++)
        rename_operand(a, inst, i, &r);
}

static const char *with_suffix(struct arena *a, const char *type, void *suffix)
{
    return *type == MEMBER_OF_CALLER ? type + 1 : arena_printf(a, "%s%s", type, (char *)suffix);
}

void member_add_suffix(struct arena *a, LLVMValueRef inst, const char *suffix)
{
    char *text = arena_strdup(a, suffix);
    member_rename(a, inst, with_suffix, text);
    const char *own = code_is_call(inst) ? member_suffix_of_call(a, inst) : NULL;
    if (own)
        member_set_suffix(inst, arena_printf(a, "%s%s", own, suffix));
}
