/* Rules for stubs of kernels: functions that put what they get into memory, where the runtime finds
 * it, as stubs themselves do. */
#include "device/launches.h"
#include "ir/text.h"
#include "launch/launch.h"
#include "rules/registry.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MOST = 64 }; /* of rules that say what they communicate */
enum { ENTRY_KIND = 2, ENTRY_ADDRESS = 4, ENTRY_NAME = 5, KIND_CUDA = 2 };
enum step { STEP_AUGMENTED, STEP_REVERSE, STEP_FORWARD, STEP_COUNT };

struct stub {
    LLVMValueRef fn;
    const char *kernel, *kinds, *effects;
    LLVMValueRef rules[STEP_COUNT], description;
};

struct launches {
    LLVMModuleRef m;
    LLVMContextRef c;
    struct arena *arena;
    LLVMTypeRef ptr, i64, entry;
    struct stub *stubs;
    unsigned count;
};

/* ---- lists ----------------------------------------------------------------------------------- */

bool launches_read(const char *path, void (*visit)(const struct launch_line *line, void *context),
                   void *context)
{
    FILE *file = fopen(path, "r");
    struct launch_line line;
    if (!file)
        return false;
    while (fscanf(file, "%15s %2047s %1023s", line.mode, line.kernel, line.letters) == 3)
        visit(&line, context);
    bool whole = feof(file);
    fclose(file);
    return whole;
}

static void note_effects(const struct launch_line *line, void *context)
{
    struct launches *l = context;
    for (unsigned i = 0; i < l->count; i++)
        if (!strcmp(line->mode, "effects") && !strcmp(line->kernel, l->stubs[i].kernel))
            l->stubs[i].effects = arena_strdup(l->arena, line->letters);
}

/* ---- stubs ----------------------------------------------------------------------------------- */

static const char *text_of(struct arena *a, LLVMValueRef global)
{
    LLVMValueRef text = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
    size_t n;
    if (!text || !LLVMIsConstantString(text))
        return NULL;
    const char *at = LLVMGetAsString(text, &n);
    return arena_printf(a, "%.*s", (int)n, at);
}

/* What the derivative treats the parameter as; 0: what no rule can pass on. */
static char kind_of(LLVMValueRef fn, unsigned k)
{
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(fn, k));
    switch (LLVMGetTypeKind(t)) {
    case LLVMPointerTypeKind:
        return LLVMGetEnumAttributeAtIndex(fn, k + 1, byval) ? 0 : ENZ_RT_LAUNCH_POINTER;
    case LLVMFloatTypeKind: return ENZ_RT_LAUNCH_FLOAT;
    case LLVMDoubleTypeKind: return ENZ_RT_LAUNCH_DOUBLE;
    case LLVMIntegerTypeKind: return ENZ_RT_LAUNCH_VALUE;
    default: return 0;
    }
}

static const char *kinds_of(struct arena *a, LLVMValueRef fn)
{
    unsigned n = LLVMCountParams(fn);
    char *kinds = ARENA_ARRAY(a, char, n + 1);
    for (unsigned k = 0; k < n; k++)
        if (!(kinds[k] = kind_of(fn, k)))
            return NULL;
    return n && n <= PARAMETERS_MOST ? kinds : NULL;
}

/* An entry of the table of what devices have, if it is a kernel of CUDA's. */
static bool read_entry(struct launches *l, LLVMValueRef global, struct stub *out)
{
    static const char section[] = "llvm_offload_entries";
    const char *in = LLVMGetSection(global);
    LLVMValueRef entry = LLVMGetInitializer(global);
    if (!in || strcmp(in, section) != 0 || !entry || LLVMGetNumOperands(entry) <= ENTRY_NAME)
        return false;
    LLVMValueRef fn = LLVMGetOperand(entry, ENTRY_ADDRESS);
    if (LLVMConstIntGetZExtValue(LLVMGetOperand(entry, ENTRY_KIND)) != KIND_CUDA ||
        !LLVMIsAFunction(fn) || LLVMIsDeclaration(fn))
        return false;
    l->entry = LLVMTypeOf(entry);
    *out = (struct stub){.fn = fn,
                         .kernel = text_of(l->arena, LLVMGetOperand(entry, ENTRY_NAME)),
                         .kinds = kinds_of(l->arena, fn)};
    return out->kernel && out->kinds;
}

static void find_stubs(struct launches *l)
{
    struct stub found;
    unsigned room = 0;
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->m); g; g = LLVMGetNextGlobal(g))
        room += read_entry(l, g, &found);
    l->stubs = ARENA_ARRAY(l->arena, struct stub, room);
    for (LLVMValueRef g = LLVMGetFirstGlobal(l->m); g && l->count < room; g = LLVMGetNextGlobal(g))
        if (read_entry(l, g, &found))
            l->stubs[l->count++] = found;
}

/* ---- what the sources say of parameters ------------------------------------------------------ */

/* The letter of types_known.def for what a pointer of this declaration leads to, or '-'. */
static char pointee(const char *declared, size_t n)
{
    static const struct {
        const char *type;
        char letter;
    } rows[] = {
        {"double", 'd'}, {"float", 'f'}, {"int", 'c'},           {"unsigned int", 'c'},
        {"long", 'c'},   {"char", 'c'},  {"unsigned long", 'c'}, {"unsigned char", 'c'},
        {"short", 'c'},  {"bool", 'c'},  {"unsigned short", 'c'}};
    static const char *const tails[] = {"*", " const", "const"};
    const char *star = memchr(declared, '*', n);
    if (!star || memchr(star + 1, '*', n - (size_t)(star + 1 - declared)))
        return '-';
    n = (size_t)(star - declared);
    for (size_t i = 0; i < sizeof tails / sizeof *tails; i++) {
        size_t length = strlen(tails[i]);
        if (n > length && !memcmp(declared + n - length, tails[i], length))
            n -= length;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].type) == n && !memcmp(rows[i].type, declared, n))
            return rows[i].letter;
    return '-';
}

/* Where the list of parameters of a demangled name starts, or NULL. */
static const char *parameters_of(const char *name)
{
    size_t n = strlen(name);
    unsigned depth = 0;
    while (n-- > 0) {
        depth += name[n] == ')';
        if (name[n] == '(' && --depth == 0)
            return name + n + 1;
    }
    return NULL;
}

/* Numbers are copied to and from memory that only kernels look into: what they are says the
 * declaration of the kernel. */
static void note_pointees(struct launches *l, const struct stub *s)
{
    static const char note[] = "enz.points.to";
    char *name = ezb_demangle(s->kernel);
    const char *at = parameters_of(name);
    unsigned n = (unsigned)strlen(s->kinds), k = 0, depth = 0;
    char *letters = memset(ARENA_ARRAY(l->arena, char, n + 1), '-', n);
    for (const char *end = at; at && k < n && *end; end++) {
        depth += *end == '(' || *end == '<';
        if (depth == 0 && (*end == ',' || *end == ')')) {
            letters[k++] = pointee(at, (size_t)(end - at));
            at = end + 2;
        }
        depth -= depth && (*end == ')' || *end == '>');
    }
    LLVMDisposeMessage(name);
    LLVMAddAttributeAtIndex(s->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(l->c, note, sizeof note - 1, letters, n));
}

/* ---- rules ----------------------------------------------------------------------------------- */

static LLVMValueRef constant_text(struct launches *l, const char *text)
{
    size_t n = strlen(text) + 1;
    LLVMValueRef global =
        LLVMAddGlobal(l->m, LLVMArrayType2(LLVMInt8TypeInContext(l->c), n), "enz.text");
    LLVMSetInitializer(global, LLVMConstStringInContext2(l->c, text, n, 1));
    LLVMSetGlobalConstant(global, 1);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    return global;
}

static LLVMValueRef declare(struct launches *l, const char *name, LLVMTypeRef result, unsigned n,
                            LLVMTypeRef *params)
{
    LLVMValueRef fn = LLVMGetNamedFunction(l->m, name);
    return fn ? fn : LLVMAddFunction(l->m, name, LLVMFunctionType(result, params, n, 0));
}

/* The parameters of a function of the rule. `shadows` says which kinds have one behind them. */
static unsigned rule_params(const struct launches *l, const struct stub *s, const char *shadows,
                            LLVMTypeRef *out)
{
    unsigned n = 0;
    for (unsigned k = 0; s->kinds[k]; k++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(s->fn, k));
        out[n++] = t;
        if (strchr(shadows, s->kinds[k]))
            out[n++] = t;
    }
    (void)l;
    return n;
}

/* ptr slots[n], with the addresses of copies of the arguments, or of their shadows. */
static LLVMValueRef build_slots(const struct launches *l, LLVMBuilderRef b, const struct stub *s,
                                LLVMValueRef fn, const char *shadows, bool of_shadows)
{
    unsigned n = (unsigned)strlen(s->kinds), at = 0;
    LLVMValueRef slots = LLVMBuildAlloca(b, LLVMArrayType2(l->ptr, n), "");
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef own = LLVMGetParam(fn, at++), index = LLVMConstInt(l->i64, k, 0);
        LLVMValueRef value = strchr(shadows, s->kinds[k]) ? LLVMGetParam(fn, at++) : own;
        LLVMValueRef slot = LLVMBuildAlloca(b, LLVMTypeOf(own), "");
        LLVMBuildStore(b, of_shadows ? value : own, slot);
        LLVMBuildStore(b, slot, LLVMBuildGEP2(b, l->ptr, slots, &index, 1, ""));
    }
    return slots;
}

static LLVMBuilderRef start(struct launches *l, struct stub *s, enum step which,
                            LLVMTypeRef result, LLVMTypeRef *params, unsigned n)
{
    static const char *const names[] = {"augmented", "reverse", "forward"};
    LLVMValueRef fn =
        LLVMAddFunction(l->m, arena_printf(l->arena, "enz.launch.%s.%s", names[which], s->kernel),
                        LLVMFunctionType(result, params, n, 0));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->c);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(l->c, fn, ""));
    s->rules[which] = fn;
    return b;
}

/* Of integers it is their own value. */
static const char in_reverse[] = {ENZ_RT_LAUNCH_POINTER, ENZ_RT_LAUNCH_VALUE, 0};
static const char in_forward[] = {ENZ_RT_LAUNCH_POINTER, ENZ_RT_LAUNCH_VALUE, ENZ_RT_LAUNCH_FLOAT,
                                ENZ_RT_LAUNCH_DOUBLE, 0};

/* ptr augmented(arguments, i64 active) */
static void make_augmented(struct launches *l, struct stub *s)
{
    LLVMTypeRef params[2 * PARAMETERS_MOST], callee_params[] = {l->ptr, l->ptr};
    unsigned n = rule_params(l, s, in_reverse, params);
    params[n++] = l->i64;
    LLVMBuilderRef b = start(l, s, STEP_AUGMENTED, l->ptr, params, n);
    LLVMValueRef args[] = {s->description, build_slots(l, b, s, s->rules[STEP_AUGMENTED],
                                                       in_reverse, false)};
    LLVMValueRef run = declare(l, "enz_rt_launch_augmented", l->ptr, 2, callee_params);
    LLVMBuildRet(b, LLVMBuildCall2(b, LLVMGlobalGetValueType(run), run, args, 2, ""));
    LLVMDisposeBuilder(b);
}

static unsigned number_types(const struct stub *s, LLVMTypeRef *out)
{
    unsigned n = 0;
    for (unsigned k = 0; s->kinds[k]; k++)
        if (s->kinds[k] == ENZ_RT_LAUNCH_FLOAT || s->kinds[k] == ENZ_RT_LAUNCH_DOUBLE)
            out[n++] = LLVMTypeOf(LLVMGetParam(s->fn, k));
    return n;
}

static LLVMTypeRef adjoints_type(const struct launches *l, LLVMTypeRef *numbers, unsigned n)
{
    return n == 0   ? LLVMVoidTypeInContext(l->c)
           : n == 1 ? numbers[0]
                    : LLVMStructTypeInContext(l->c, numbers, n, 0);
}

/* Each is in 8 bytes. */
static void build_result(const struct launches *l, LLVMBuilderRef b, LLVMTypeRef result,
                         LLVMTypeRef *numbers, unsigned n, LLVMValueRef adjoints)
{
    LLVMValueRef all = n ? LLVMGetUndef(result) : NULL;
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef index = LLVMConstInt(l->i64, k, 0),
                     at = LLVMBuildGEP2(b, l->i64, adjoints, &index, 1, ""),
                     one = LLVMBuildLoad2(b, numbers[k], at, "");
        all = n == 1 ? one : LLVMBuildInsertValue(b, all, one, k, "");
    }
    if (n)
        LLVMBuildRet(b, all);
    else
        LLVMBuildRetVoid(b);
}

/* adjoints of numbers reverse(arguments, i64 active, ptr tape) */
static void make_reverse(struct launches *l, struct stub *s)
{
    LLVMTypeRef params[2 * PARAMETERS_MOST], numbers[PARAMETERS_MOST],
        callee_params[] = {l->ptr, l->ptr, l->ptr, l->ptr, l->i64, l->ptr};
    unsigned n = rule_params(l, s, in_reverse, params), count = number_types(s, numbers);
    LLVMTypeRef result = adjoints_type(l, numbers, count);
    params[n++] = l->i64;
    params[n++] = l->ptr;
    LLVMBuilderRef b = start(l, s, STEP_REVERSE, result, params, n);
    LLVMValueRef fn = s->rules[STEP_REVERSE],
                 adjoints = LLVMBuildAlloca(b, LLVMArrayType2(l->i64, count), "");
    LLVMValueRef args[] = {s->description,
                           build_slots(l, b, s, fn, in_reverse, false),
                           build_slots(l, b, s, fn, in_reverse, true),
                           adjoints,
                           LLVMGetParam(fn, n - 2),
                           LLVMGetParam(fn, n - 1)};
    LLVMValueRef run =
        declare(l, "enz_rt_launch_reverse", LLVMVoidTypeInContext(l->c), 6, callee_params);
    LLVMBuildCall2(b, LLVMGlobalGetValueType(run), run, args, 6, "");
    build_result(l, b, result, numbers, count, adjoints);
    LLVMDisposeBuilder(b);
}

/* void forward(arguments) */
static void make_forward(struct launches *l, struct stub *s)
{
    LLVMTypeRef params[2 * PARAMETERS_MOST], callee_params[] = {l->ptr, l->ptr, l->ptr},
                                             none = LLVMVoidTypeInContext(l->c);
    unsigned n = rule_params(l, s, in_forward, params);
    LLVMBuilderRef b = start(l, s, STEP_FORWARD, none, params, n);
    LLVMValueRef fn = s->rules[STEP_FORWARD];
    LLVMValueRef args[] = {s->description, build_slots(l, b, s, fn, in_forward, false),
                           build_slots(l, b, s, fn, in_forward, true)};
    LLVMValueRef run = declare(l, "enz_rt_launch_forward", none, 3, callee_params);
    LLVMBuildCall2(b, LLVMGlobalGetValueType(run), run, args, 3, "");
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
}

/* The variable of which the name says what it registers. */
static void add_registration(struct launches *l, const char *what, const struct stub *s,
                             LLVMValueRef *members, unsigned n)
{
    LLVMValueRef all = LLVMConstArray2(l->ptr, members, n);
    LLVMSetInitializer(
        LLVMAddGlobal(l->m, LLVMTypeOf(all), arena_printf(l->arena, "%s_%s", what, s->kernel)),
        all);
}

/* Launches that have no derivative are seen, too: they change memory that others have read. Any
 * pointer may lead to what the kernel reads, and to what it writes. */
static void add_gradient(struct launches *l, const struct stub *s)
{
    LLVMValueRef members[5 + 2 * PARAMETERS_MOST] = {
        s->fn, s->rules[STEP_AUGMENTED], s->rules[STEP_REVERSE], constant_text(l, "activity"),
        constant_text(l, "communicates")};
    unsigned n = 5;
    for (unsigned k = 0; s->kinds[k]; k++) {
        if (s->kinds[k] != ENZ_RT_LAUNCH_POINTER)
            continue;
        members[n++] = constant_text(l, arena_printf(l->arena, "sends_%u", k));
        members[n++] = constant_text(l, arena_printf(l->arena, "receives_%u", k));
    }
    add_registration(l, "__enzyme_register_gradient", s, members, n);
}

static void add_rule(struct launches *l, struct stub *s)
{
    LLVMTypeRef members[] = {l->ptr, l->ptr, l->ptr, l->ptr, l->ptr, l->ptr};
    s->description = LLVMAddGlobal(l->m, LLVMStructTypeInContext(l->c, members, 6, 0),
                                   arena_printf(l->arena, "enz.kernel.%s", s->kernel));
    LLVMSetLinkage(s->description, LLVMInternalLinkage);
    make_augmented(l, s);
    make_reverse(l, s);
    make_forward(l, s);
    LLVMValueRef derivative[] = {s->fn, s->rules[STEP_FORWARD]};
    add_gradient(l, s);
    add_registration(l, "__enzyme_register_derivative", s, derivative, 2);
    note_pointees(l, s);
}

struct launches *launches_begin(LLVMModuleRef m, struct arena *a, const char *list)
{
    struct launches *l = ARENA_NEW(a, struct launches);
    *l = (struct launches){.m = m, .c = LLVMGetModuleContext(m), .arena = a};
    l->ptr = LLVMPointerTypeInContext(l->c, 0);
    l->i64 = LLVMInt64TypeInContext(l->c);
    find_stubs(l);
    if (l->count == 0)
        return NULL;
    if (list)
        launches_read(list, note_effects, l);
    for (unsigned i = 0; i < l->count; i++)
        add_rule(l, &l->stubs[i]);
    return l;
}

/* ---- memory ---------------------------------------------------------------------------------- */

void launches_watch_memory(LLVMModuleRef m)
{
    static const char prefix[] = "enz_body_cuda";
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        const char *name = LLVMGetValueName(f);
        LLVMValueRef called = strncmp(name, prefix, strlen(prefix))
                                  ? NULL
                                  : LLVMGetNamedFunction(m, name + strlen("enz_body_"));
        if (called && LLVMIsDeclaration(called) &&
            LLVMGlobalGetValueType(called) == LLVMGlobalGetValueType(f))
            LLVMReplaceAllUsesWith(called, f);
    }
}

/* ---- what derivatives launch ----------------------------------------------------------------- */

/* A pointer has a shadow of its own, or a number a derivative. */
static bool is_active_launch(const struct stub *s, LLVMValueRef call)
{
    unsigned at = 0;
    bool any = false;
    for (unsigned k = 0; s->kinds[k]; k++) {
        any |= s->kinds[k] == ENZ_RT_LAUNCH_POINTER &&
               LLVMGetOperand(call, at) != LLVMGetOperand(call, at + 1);
        at += strchr(in_reverse, s->kinds[k]) ? 2 : 1;
    }
    LLVMValueRef numbers = LLVMGetOperand(call, at);
    return any || !LLVMIsConstant(numbers) || !LLVMIsNull(numbers);
}

static bool launches_reverse(const struct stub *s)
{
    for (LLVMUseRef u = LLVMGetFirstUse(s->rules[STEP_AUGMENTED]); u; u = LLVMGetNextUse(u))
        if (LLVMIsACallInst(LLVMGetUser(u)) && is_active_launch(s, LLVMGetUser(u)))
            return true;
    return false;
}

static bool launches_forward(const struct stub *s)
{
    return LLVMGetFirstUse(s->rules[STEP_FORWARD]) != NULL;
}

/* An entry of the table of what devices have; the address stands for the kernel. */
static LLVMValueRef add_entry(struct launches *l, const char *prefix, const struct stub *s)
{
    const char *name = arena_printf(l->arena, "%s%s", prefix, s->kernel);
    LLVMTypeRef i8 = LLVMInt8TypeInContext(l->c), fields[9];
    LLVMValueRef handle = LLVMAddGlobal(l->m, i8, arena_printf(l->arena, "enz.handle.%s", name));
    LLVMSetInitializer(handle, LLVMConstNull(i8));
    LLVMSetLinkage(handle, LLVMInternalLinkage);
    LLVMGetStructElementTypes(l->entry, fields);
    LLVMValueRef members[] = {LLVMConstNull(fields[0]),
                              LLVMConstInt(fields[1], 1, 0),
                              LLVMConstInt(fields[2], KIND_CUDA, 0),
                              LLVMConstNull(fields[3]),
                              handle,
                              constant_text(l, name),
                              LLVMConstNull(fields[6]),
                              LLVMConstNull(fields[7]),
                              LLVMConstNull(fields[8])};
    LLVMValueRef entry =
        LLVMAddGlobal(l->m, l->entry, arena_printf(l->arena, ".offloading.entry.%s", name));
    LLVMSetInitializer(entry, LLVMConstNamedStruct(l->entry, members, 9));
    LLVMSetSection(entry, "llvm_offload_entries");
    LLVMSetAlignment(entry, 8);
    LLVMSetGlobalConstant(entry, 1);
    LLVMSetLinkage(entry, LLVMWeakAnyLinkage);
    registry_list_add(l->m, "llvm.used", &entry, 1);
    return handle;
}

static const char *all_effects(struct launches *l, const struct stub *s)
{
    size_t n = strlen(s->kinds);
    char *all = ARENA_ARRAY(l->arena, char, n + 1);
    return memset(all, 'b', n);
}

void launches_end(struct launches *l)
{
    for (unsigned i = 0; l && i < l->count; i++) {
        struct stub *s = &l->stubs[i];
        LLVMValueRef none = LLVMConstNull(l->ptr);
        LLVMValueRef members[] = {
            s->fn,
            launches_reverse(s) ? add_entry(l, LAUNCH_REVERSE_PREFIX, s) : none,
            launches_forward(s) ? add_entry(l, LAUNCH_FORWARD_PREFIX, s) : none,
            constant_text(l, s->kernel),
            constant_text(l, s->kinds),
            constant_text(l, s->effects ? s->effects : all_effects(l, s))};
        LLVMSetInitializer(s->description, LLVMConstStructInContext(l->c, members, 6, 0));
        LLVMSetGlobalConstant(s->description, 1);
    }
}

bool launches_write(const struct launches *l, const char *path)
{
    FILE *file = fopen(path, "w");
    for (unsigned i = 0; l && file && i < l->count; i++) {
        const struct stub *s = &l->stubs[i];
        if (launches_reverse(s))
            fprintf(file, "reverse %s %s\n", s->kernel, s->kinds);
        if (launches_forward(s))
            fprintf(file, "forward %s %s\n", s->kernel, s->kinds);
    }
    return file && !fclose(file);
}
