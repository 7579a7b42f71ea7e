/* Reads registrations into rules and attributes, and erases them. */
#include "rules/registry.h"
#include "base/distance.h"
#include "rules/registry_read.h"
#include "rules/rules.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- attributes ------------------------------------------------------------------------------ */

static LLVMContextRef context_of(LLVMValueRef global)
{
    return LLVMGetModuleContext(LLVMGetGlobalParent(global));
}

static void set_note(LLVMValueRef fn, const char *name, const char *value)
{
    LLVMAttributeRef a = LLVMCreateStringAttribute(context_of(fn), name, (unsigned)strlen(name),
                                                   value, (unsigned)strlen(value));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

static void set_flag(LLVMValueRef fn, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(context_of(fn), kind, 0));
}

static bool has_flag(LLVMValueRef fn, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

/* ---- rules ----------------------------------------------------------------------------------- */

const struct custom_rule *registry_rule(const struct registry *r, LLVMValueRef fn)
{
    return map_get(&r->rules, fn);
}

/* Functions of rules may have rules themselves, before a derivative calls them. */
bool registry_modes_differ(const struct registry *r)
{
    for (unsigned i = 0; i < r->list.count; i++)
        if (!r->list.items[i]->reverse != !r->list.items[i]->forward &&
            LLVMGetFirstUse(r->list.items[i]->primal))
            return true;
    return r->records;
}

static struct custom_rule *rule_for(struct registry *r, LLVMValueRef primal)
{
    struct custom_rule *rule = map_get(&r->rules, primal);
    if (!rule) {
        rule = ARENA_NEW(r->arena, struct custom_rule);
        rule->primal = primal;
        map_put(&r->rules, primal, rule);
        VEC_PUSH(r->arena, &r->list, rule);
    }
    return rule;
}

static void note_modes(const struct custom_rule *rule)
{
    char modes[4] = "";
    size_t n = 0;
    if (rule->reverse)
        modes[n++] = RULE_REVERSE;
    if (rule->forward)
        modes[n++] = RULE_FORWARD;
    if (rule->split_forward)
        modes[n++] = RULE_SPLIT;
    if (n)
        set_note(rule->primal, RULE_CUSTOM_NOTE, modes);
    if (rule->messages.any)
        rule_note_messages(rule->primal, &rule->messages);
}

void registry_add_rule(struct registry *r, LLVMValueRef primal, LLVMValueRef forward,
                       LLVMValueRef split, LLVMValueRef reverse)
{
    struct custom_rule *rule = rule_for(r, primal);
    rule->forward = forward, rule->split_forward = split, rule->reverse = reverse;
    note_modes(rule);
}

void registry_add_record(struct registry *r, LLVMValueRef through, const LLVMValueRef *functions,
                         unsigned count)
{
    struct custom_rule *rule = rule_for(r, through);
    rule->record = true;
    if (count == 1)
        rule->forward = functions[0];
    else
        rule->augmented = functions[0], rule->reverse = rule->split_forward = functions[1];
    note_modes(rule);
}

/* "f" of "f" and "f.12": static functions of one name in several units. */
static size_t stem_length(const char *name, size_t n)
{
    size_t end = n;
    while (end && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    return end && end < n && name[end - 1] == '.' ? end - 1 : n;
}

static bool same_code(LLVMValueRef a, LLVMValueRef b)
{
    LLVMBasicBlockRef x = LLVMGetFirstBasicBlock(a), y = LLVMGetFirstBasicBlock(b);
    for (; x && y; x = LLVMGetNextBasicBlock(x), y = LLVMGetNextBasicBlock(y)) {
        LLVMValueRef i = LLVMGetFirstInstruction(x), k = LLVMGetFirstInstruction(y);
        for (; i && k && LLVMGetInstructionOpcode(i) == LLVMGetInstructionOpcode(k);
             k = LLVMGetNextInstruction(k))
            i = LLVMGetNextInstruction(i);
        if (i || k)
            return false;
    }
    return !x && !y;
}

/* The same function, or two copies of a static function of a header. */
static bool same_function(LLVMValueRef a, LLVMValueRef b)
{
    size_t n, m;
    if (a == b || !a || !b)
        return a == b;
    const char *x = LLVMGetValueName2(a, &n), *y = LLVMGetValueName2(b, &m);
    bool local =
        LLVMGetLinkage(a) == LLVMInternalLinkage && LLVMGetLinkage(b) == LLVMInternalLinkage;
    n = stem_length(x, n), m = stem_length(y, m);
    return local && n == m && !memcmp(x, y, n) &&
           LLVMGlobalGetValueType(a) == LLVMGlobalGetValueType(b) && same_code(a, b);
}

static bool set_once(struct registry *r, const struct custom_rule *rule, LLVMValueRef *slot,
                     LLVMValueRef fn, const char *what)
{
    if (*slot && !same_function(*slot, fn))
        return diag(r->diags, DIAG_RULE_TWICE, rule->primal, what,
                    diag_name(r->diags, rule->primal));
    if (!*slot)
        *slot = fn;
    return true;
}

struct reverse_options {
    uint64_t byref;
    bool activity, once, phases, tape;
    struct messages messages;
};

static bool read_word(const char *text, struct reverse_options *out)
{
    const struct {
        const char *word;
        bool *flag;
    } words[] = {
        {"activity", &out->activity}, {"communicates", &out->messages.any},
        {"once", &out->once},         {"phases", &out->phases},
        {"tape", &out->tape},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i].word))
            return *words[i].flag = true;
    return false;
}

/* A word, "_" and the number of a parameter. */
static bool read_numbered(const char *text, struct reverse_options *out)
{
    const struct {
        const char *prefix;
        uint64_t *mask;
    } words[] = {
        {"byref_", &out->byref},
        {"receives_", &out->messages.received},
        {"sends_", &out->messages.sent},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i].prefix);
        if (strncmp(text, words[i].prefix, length) != 0)
            continue;
        char *end = NULL;
        unsigned long n = strtoul(text + length, &end, 10);
        if (end == text + length || *end || n > 63)
            return false;
        *words[i].mask |= UINT64_C(1) << n;
        return true;
    }
    return false;
}

/* "byref_<n>", "activity", "once", "phases", "tape"; "communicates", "receives_<n>",
 * "sends_<n>" */
static bool read_options(const struct registration *reg, unsigned from, struct reverse_options *out)
{
    *out = (struct reverse_options){0};
    for (unsigned i = from; i < reg->count; i++) {
        const char *text = reg->items[i].text;
        if (!text || (!read_word(text, out) && !read_numbered(text, out)))
            return false;
    }
    return out->messages.any || !(out->messages.sent | out->messages.received);
}

static bool unreadable(struct registry *r, const struct registration *reg)
{
    return diag(r->diags, DIAG_RULE_INITIALIZER, reg->at, reg->name, reg->needs);
}

static bool functions_first(const struct registration *reg, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (i >= reg->count || !reg->items[i].fn)
            return false;
    return true;
}

static bool set_reverse(struct registry *r, LLVMValueRef primal, LLVMValueRef augmented,
                        LLVMValueRef reverse, struct reverse_options options)
{
    struct custom_rule *rule = rule_for(r, primal);
    bool again =
        rule->reverse && same_function(rule->reverse, reverse) && rule->augmented && augmented;
    if (again && !same_function(rule->augmented, augmented))
        return diag(r->diags, DIAG_RULE_TWICE, primal, "reverse", diag_name(r->diags, primal));
    if (!set_once(r, rule, &rule->reverse, reverse, "reverse"))
        return false;
    if (augmented && augmented != primal && !again)
        rule->augmented = augmented;
    rule->byref |= options.byref;
    rule->activity |= options.activity;
    rule->once |= options.once;
    rule->augmented_phases |= options.phases;
    rule->tape |= options.tape;
    if (options.messages.any)
        rule->messages = options.messages;
    note_modes(rule);
    return true;
}

/* ---- one kind of registration each ----------------------------------------------------------- */

static bool add_gradient(struct registry *r, const struct registration *reg)
{
    struct reverse_options options;
    if (!functions_first(reg, 3) || !read_options(reg, 3, &options))
        return unreadable(r, reg);
    return set_reverse(r, reg->items[0].fn, reg->items[1].fn, reg->items[2].fn, options);
}

/* "phases"; "communicates" and its like of a function of a rule (runtime/bundle/mpi/again.h). */
static bool read_forward_options(const struct registration *reg, struct reverse_options *out)
{
    return read_options(reg, 2, out) && !(out->byref | out->activity | out->once | out->tape);
}

static bool add_derivative(struct registry *r, const struct registration *reg)
{
    struct reverse_options options;
    if (!functions_first(reg, 2) || !read_forward_options(reg, &options))
        return unreadable(r, reg);
    struct custom_rule *rule = rule_for(r, reg->items[0].fn);
    bool ok = set_once(r, rule, &rule->forward, reg->items[1].fn, "forward");
    rule->phases |= options.phases;
    if (options.messages.any) {
        rule->messages = options.messages;
        set_note(rule->primal, RULE_MESSAGES_ONLY_NOTE, "");
        set_note(rule->forward, RULE_MESSAGES_ONLY_NOTE, "");
    }
    note_modes(rule);
    return ok;
}

static bool add_split(struct registry *r, const struct registration *reg)
{
    if (!functions_first(reg, 3) || reg->count != 3)
        return unreadable(r, reg);
    struct custom_rule *rule = rule_for(r, reg->items[0].fn);
    bool ok = set_once(r, rule, &rule->split_forward, reg->items[2].fn, "split forward") &&
              set_once(r, rule, &rule->split_augmented, reg->items[1].fn, "split forward");
    note_modes(rule);
    return ok;
}

static bool add_inactive(struct registry *r, const struct registration *reg)
{
    if (reg->count != 1 || (!reg->items[0].fn && !reg->items[0].global))
        return unreadable(r, reg);
    if (reg->items[0].fn)
        set_note(reg->items[0].fn, "enzyme_inactive", "");
    else
        VEC_PUSH(r->arena, &r->inactive_globals, reg->items[0].global);
    return true;
}

static bool add_math(struct registry *r, const struct registration *reg)
{
    if (reg->count != 2 || !reg->items[0].fn || !reg->items[1].text)
        return unreadable(r, reg);
    if (!rule_like(reg->items[0].fn, reg->items[1].text))
        return diag(r->diags, DIAG_RULE_LIKE, reg->items[0].fn,
                    diag_name(r->diags, reg->items[0].fn), reg->items[1].text);
    set_note(reg->items[0].fn, "enzyme_math", reg->items[1].text);
    return true;
}

static bool add_allocator(struct registry *r, const struct registration *reg)
{
    if (reg->count != 4 || !reg->items[0].fn || !reg->items[1].is_number || !reg->items[2].text ||
        !reg->items[3].fn)
        return unreadable(r, reg);
    LLVMValueRef alloc = reg->items[0].fn, release = reg->items[3].fn;
    set_note(alloc, "enzyme_allocator",
             arena_printf(r->arena, "%llu", (unsigned long long)reg->items[1].number));
    set_note(release, "enzyme_deallocator", reg->items[2].text);
    map_put(&r->frees, alloc, release);
    return true;
}

static bool add_nofree(struct registry *r, const struct registration *reg)
{
    if (reg->count != 1 || !reg->items[0].fn)
        return unreadable(r, reg);
    set_flag(reg->items[0].fn, "nofree");
    return true;
}

static bool add_recompute(struct registry *r, const struct registration *reg)
{
    if (reg->count != 1 || !reg->items[0].fn)
        return unreadable(r, reg);
    set_note(reg->items[0].fn, "enzyme_shouldrecompute", "");
    return true;
}

/* What a virtual array stores ends in calls of it: they stay. */
static bool add_accumulate(struct registry *r, const struct registration *reg)
{
    if (reg->count != 1 || !reg->items[0].fn)
        return unreadable(r, reg);
    if (!has_flag(reg->items[0].fn, "alwaysinline"))
        set_flag(reg->items[0].fn, "noinline");
    return true;
}

#define A_FUNCTION "a function"
#define RESERVED   "__enzyme_"

static const struct {
    const char *name;
    bool (*add)(struct registry *, const struct registration *);
    const char *needs;
} kinds[] = {
    {"__enzyme_register_gradient", add_gradient,
     "{function, augmented function, reverse function}, and then words such as \"byref_0\""},
    {"__enzyme_register_derivative", add_derivative, "{function, forward function}"},
    {"__enzyme_register_splitderivative", add_split,
     "{function, augmented function, split forward function}"},
    {"__enzyme_inactivefn", add_inactive, A_FUNCTION},
    {"__enzyme_inactive_global", add_inactive, "the address of a variable"},
    {"__enzyme_function_like", add_math, "{function, \"name of a function of the C library\"}"},
    {"__enzyme_allocation_like", add_allocator,
     "{function, (void *)number of the parameter with the size, \"parameters of the function that "
     "frees\", function that frees}"},
    {"__enzyme_nofree", add_nofree, A_FUNCTION},
    {"__enzyme_shouldrecompute", add_recompute, A_FUNCTION},
    {"__enzyme_sparse_accumulate", add_accumulate, A_FUNCTION},
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static unsigned kind_of(LLVMValueRef global)
{
    const char *name = LLVMGetValueName(global);
    unsigned k = 0;
    while (k < KIND_COUNT && !strstr(name, kinds[k].name))
        k++;
    return k;
}

bool registry_is_registration(LLVMValueRef global)
{
    return kind_of(global) < KIND_COUNT;
}

/* In its scope the variable has a name that is reserved for registrations. */
static bool is_reserved(const char *name)
{
    const char *scope = strrchr(name, ':');
    return !strncmp(scope ? scope + 1 : name, RESERVED, strlen(RESERVED));
}

static const char *nearest_kind(const char *name)
{
    unsigned nearest = 0, best = UINT_MAX;
    for (unsigned k = 0; k < KIND_COUNT; k++) {
        unsigned distance = word_distance_begin(strstr(name, RESERVED), kinds[k].name);
        if (distance < best)
            nearest = k, best = distance;
    }
    return kinds[nearest].name;
}

void registry_report_unknown(LLVMModuleRef m, struct diag_sink *s)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        const char *symbol = LLVMGetValueName(g);
        bool guard = !strncmp(symbol, "_ZGV", 4); /* of a static variable of C++ */
        if (!LLVMIsDeclaration(g) && !guard && strstr(symbol, RESERVED) &&
            is_reserved(diag_name(s, g)) && !registry_is_registration(g))
            diag(s, DIAG_RULE_NAME, g, diag_name(s, g), nearest_kind(symbol));
    }
}

/* ---- attributes of the source ---------------------------------------------------------------- */

/* What an annotation says; the annotated object is the first item of the registration. */
struct noted {
    struct registry *r;
    struct map augments; /* function -> its augmented function */
    VEC(LLVMValueRef) augmented;
};

static bool need_body(struct noted *n, LLVMValueRef fn, LLVMValueRef primal)
{
    if (!LLVMIsDeclaration(fn))
        return true;
    return diag(n->r->diags, DIAG_RULE_NO_BODY, primal, diag_name(n->r->diags, fn));
}

static bool note_augment(struct noted *n, const struct registration *reg)
{
    if (reg->count != 2 || !reg->items[0].fn || !reg->items[1].fn)
        return unreadable(n->r, reg);
    LLVMValueRef primal = reg->items[0].fn, augmented = reg->items[1].fn,
                 before = map_get(&n->augments, primal);
    if (before && before != augmented)
        return diag(n->r->diags, DIAG_RULE_TWICE, primal, "reverse",
                    diag_name(n->r->diags, primal));
    if (!before)
        VEC_PUSH(n->r->arena, &n->augmented, primal);
    map_put(&n->augments, primal, augmented);
    return need_body(n, augmented, primal);
}

static bool note_gradient(struct noted *n, const struct registration *reg)
{
    struct reverse_options options;
    if (!functions_first(reg, 2) || !read_options(reg, 2, &options))
        return unreadable(n->r, reg);
    bool body = need_body(n, reg->items[1].fn, reg->items[0].fn);
    return set_reverse(n->r, reg->items[0].fn, NULL, reg->items[1].fn, options) && body;
}

static bool note_derivative(struct noted *n, const struct registration *reg)
{
    return (!functions_first(reg, 2) || need_body(n, reg->items[1].fn, reg->items[0].fn)) &&
           add_derivative(n->r, reg);
}

static bool note_split(struct noted *n, const struct registration *reg)
{
    if (!functions_first(reg, 2) || reg->count != 2)
        return unreadable(n->r, reg);
    struct custom_rule *rule = rule_for(n->r, reg->items[0].fn);
    bool ok = need_body(n, reg->items[1].fn, reg->items[0].fn) &&
              set_once(n->r, rule, &rule->split_forward, reg->items[1].fn, "split forward");
    note_modes(rule);
    return ok;
}

static bool note_inactive(struct noted *n, const struct registration *reg)
{
    return add_inactive(n->r, reg);
}
static bool note_nofree(struct noted *n, const struct registration *reg)
{
    return add_nofree(n->r, reg);
}
static bool note_recompute(struct noted *n, const struct registration *reg)
{
    return add_recompute(n->r, reg);
}
static bool note_accumulate(struct noted *n, const struct registration *reg)
{
    return add_accumulate(n->r, reg);
}
static bool note_math(struct noted *n, const struct registration *reg)
{
    return add_math(n->r, reg);
}
static bool note_allocator(struct noted *n, const struct registration *reg)
{
    return add_allocator(n->r, reg);
}

#define NO_ARGUMENTS "no arguments"

static const struct {
    const char *name;
    bool (*add)(struct noted *, const struct registration *);
    const char *needs;
} attributes[] = {
    {"enzyme_allocation_like", note_allocator,
     "the number of the parameter with the size, \"parameters of the function that frees\", and "
     "that function"},
    {"enzyme_augment", note_augment, "the augmented function"},
    {"enzyme_derivative", note_derivative, "the forward function"},
    {"enzyme_function_like", note_math, "\"name of a function of the C library\""},
    {"enzyme_gradient", note_gradient, "the reverse function, and then words such as \"byref_0\""},
    {"enzyme_inactive", note_inactive, NO_ARGUMENTS},
    {"enzyme_nofree", note_nofree, NO_ARGUMENTS},
    {"enzyme_shouldrecompute", note_recompute, NO_ARGUMENTS},
    {"enzyme_sparse_accumulate", note_accumulate, NO_ARGUMENTS},
    {"enzyme_splitderivative", note_split, "the split forward function"},
};

static void read_annotation(void *user, const struct registration *reg)
{
    struct noted *n = user;
    struct registration known = *reg;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (!strcmp(reg->name, attributes[i].name)) {
            known.needs = attributes[i].needs;
            attributes[i].add(n, &known);
            return;
        }
    diag(n->r->diags, DIAG_RULE_ATTRIBUTE, reg->at, reg->name);
}

/* An augmented function belongs to the gradient of the same function; alone it says nothing. */
static void join_augments(struct noted *n)
{
    for (unsigned i = 0; i < n->augmented.count; i++) {
        LLVMValueRef primal = n->augmented.items[i], augmented = map_get(&n->augments, primal);
        struct custom_rule *rule = map_get(&n->r->rules, primal);
        if (!rule || (!rule->reverse && !rule->split_forward)) {
            diag(n->r->diags, DIAG_RULE_AUGMENT, primal, diag_name(n->r->diags, primal));
            continue;
        }
        if (rule->reverse)
            set_once(n->r, rule, &rule->augmented, augmented, "reverse");
        if (rule->split_forward && !rule->split_augmented)
            rule->split_augmented = augmented;
    }
}

/* The forward sweep that writes the tape is that of the reverse rule. */
static void check_split_rules(struct registry *r)
{
    for (unsigned i = 0; i < r->list.count; i++) {
        struct custom_rule *rule = r->list.items[i];
        LLVMValueRef augmented = rule->augmented ? rule->augmented : rule->primal;
        if (!rule->split_forward ||
            (rule->reverse && (!rule->split_augmented || rule->split_augmented == augmented)))
            continue;
        diag(r->diags, DIAG_RULE_SPLIT, rule->primal, diag_name(r->diags, rule->primal));
        rule->split_forward = NULL;
        note_modes(rule);
    }
}

/* ---- the module ------------------------------------------------------------------------------ */

static void erase(struct registry *r, LLVMValueRef global)
{
    registry_list_remove(r->module, "llvm.used", global);
    registry_list_remove(r->module, "llvm.compiler.used", global);
    if (!LLVMGetFirstUse(global))
        LLVMDeleteGlobal(global);
}

bool registry_add_global(struct registry *r, LLVMValueRef global)
{
    unsigned k = kind_of(global);
    struct registration reg;
    if (k == KIND_COUNT)
        return false;
    if (LLVMIsDeclaration(global))
        return true; /* another unit's, which is there too if it registers anything */
    bool readable = registration_of_global(global, r->arena, &reg);
    reg.needs = kinds[k].needs;
    bool ok = readable ? kinds[k].add(r, &reg) : unreadable(r, &reg);
    erase(r, global);
    return ok;
}

/* Other front ends mark globals with metadata. */
static void read_metadata(struct registry *r)
{
    static const char name[] = "enzyme_inactive";
    unsigned kind =
        LLVMGetMDKindIDInContext(LLVMGetModuleContext(r->module), name, sizeof name - 1);
    for (LLVMValueRef g = LLVMGetFirstGlobal(r->module); g; g = LLVMGetNextGlobal(g)) {
        size_t count;
        LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(g, &count);
        for (size_t i = 0; i < count; i++)
            if (LLVMValueMetadataEntriesGetKind(all, (unsigned)i) == kind)
                VEC_PUSH(r->arena, &r->inactive_globals, g);
        LLVMDisposeValueMetadataEntries(all);
    }
}

void registry_read(struct registry *r, LLVMModuleRef m, struct arena *a, struct diag_sink *s)
{
    memset(r, 0, sizeof *r);
    r->module = m, r->arena = a, r->diags = s;
    map_init(&r->rules, a);
    map_init(&r->frees, a);
    LLVMValueRef next;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (registry_is_registration(g))
            registry_add_global(r, g);
    }
    read_metadata(r);
    struct noted n = {.r = r};
    map_init(&n.augments, a);
    annotations_consume(m, a, read_annotation, &n);
    join_augments(&n);
    check_split_rules(r);
}

/* ---- what a unit mentions -------------------------------------------------------------------- */

struct mention {
    registry_visitor *visit;
    void *user;
};

static void visit_items(const struct mention *m, const struct registration *reg,
                        bool second_is_rule)
{
    for (unsigned i = 0; i < reg->count; i++)
        if (reg->items[i].fn)
            m->visit(m->user, reg->items[i].fn,
                     i && second_is_rule ? REGISTRY_RULE : REGISTRY_PRIMAL);
}

/* Freeing functions stay calls like their allocators; what rules consist of needs nothing. */
static bool names_rules(const char *name)
{
    return !strstr(name, "allocation_like");
}

static void visit_annotation(void *user, const struct registration *reg)
{
    visit_items(user, reg, names_rules(reg->name));
}

void registry_mentions(LLVMModuleRef m, registry_visitor *visit, void *user)
{
    struct arena arena;
    struct mention mention = {visit, user};
    arena_init(&arena);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        struct registration reg;
        if (registry_is_registration(g) && !LLVMIsDeclaration(g) &&
            registration_of_global(g, &arena, &reg))
            visit_items(&mention, &reg, names_rules(reg.name));
    }
    annotations_read(m, &arena, visit_annotation, &mention);
    arena_free(&arena);
}
