/* A stub puts what it gets into memory, and calls cudaLaunchKernel, or hipLaunchKernel, with the
 * addresses. In place of
 * that call comes one of a function that gets the kernel's arguments, numbers and pointers as they
 * are, structs by address. It does what the call did, and has a rule. */
#include "device/launches.h"
#include "launch/launch.h"
#include "rules/registry.h"
#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MOST = 64 }; /* of rules that say what they communicate */
enum { ENTRY_KIND = 2, ENTRY_ADDRESS = 4, ENTRY_NAME = 5 };
enum step { STEP_AUGMENTED, STEP_REVERSE, STEP_FORWARD, STEP_COUNT };

/* Interfaces of devices. */
static const struct interface {
    uint64_t kind; /* of entries (LLVM, OffloadKind) */
    const char *launch, *pop, *bodies, *runtime;
} interfaces[] = {
    {2, "cudaLaunchKernel", "__cudaPopCallConfiguration", "enz_body_cu", "enz_rt_interface_cuda"},
    {4, "hipLaunchKernel", "__hipPopCallConfiguration", "enz_body_hip", "enz_rt_interface_hip"},
};
enum { INTERFACE_COUNT = sizeof interfaces / sizeof *interfaces };

/* A parameter of a kernel: where the stub has it in memory. */
struct parameter {
    LLVMTypeRef type;
    char kind;
    LLVMValueRef slot;
};

struct stub {
    const struct interface *interface;
    LLVMValueRef handle;     /* what stands for the kernel: of CUDA the stub itself */
    LLVMValueRef fn, launch; /* the call of cudaLaunchKernel */
    const char *kernel, *text, *effects, *pointees, *unseen;
    struct parameter *parameters;
    unsigned count;
    LLVMValueRef inner, rules[STEP_COUNT], description;
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
    char *read = NULL;
    size_t room = 0;
    if (!file)
        return false;
    while (getline(&read, &room, file) > 0) {
        struct launch_line line = {.mode = read};
        char *kernel = strchr(read, ' '), *text = kernel ? strstr(kernel, " =") : NULL;
        if (!text)
            break;
        *kernel = *text = read[strcspn(read, "\n")] = '\0';
        line.kernel = kernel + 1, line.text = text + 2;
        visit(&line, context);
    }
    bool whole = feof(file);
    free(read);
    fclose(file);
    return whole;
}

const char *const launches_unseen[] = {
    [LAUNCH_VARIABLE] = "writes a variable of the device: pass its address",
    [LAUNCH_POINTERS] = "takes pointers from memory, behind which nothing is seen: pass them",
    [LAUNCH_CALLS] = "calls functions through pointers: what they do is not seen",
    [LAUNCH_INTEGERS] = "makes pointers of integers: what they lead to is not seen",
};

static void note_effects(const struct launch_line *line, void *context)
{
    struct launches *l = context;
    for (unsigned i = 0; i < l->count; i++) {
        if (strcmp(line->kernel, l->stubs[i].kernel) != 0)
            continue;
        if (!strcmp(line->mode, "effects"))
            l->stubs[i].effects = arena_strdup(l->arena, line->text);
        if (!strcmp(line->mode, "pointees"))
            l->stubs[i].pointees = arena_strdup(l->arena, line->text);
        if (!strcmp(line->mode, "unseen"))
            l->stubs[i].unseen = launches_unseen[strtoul(line->text, NULL, 10)];
    }
}

bool launches_is_number(char kind)
{
    return kind == ENZ_RT_LAUNCH_FLOAT || kind == ENZ_RT_LAUNCH_DOUBLE;
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

static LLVMValueRef launch_in(const struct stub *s)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) &&
                !strcmp(LLVMGetValueName(LLVMGetCalledValue(i)), s->interface->launch) &&
                LLVMGetOperand(i, 0) == s->handle)
                return i;
    return NULL;
}

/* The type of what the address of an argument leads to; NULL if that is not seen. */
static LLVMTypeRef type_at(LLVMValueRef slot)
{
    if (LLVMIsAAllocaInst(slot))
        return LLVMGetAllocatedType(slot);
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMValueRef fn = LLVMIsAArgument(slot) ? LLVMGetParamParent(slot) : NULL;
    for (unsigned k = 0; fn && k < LLVMCountParams(fn); k++) {
        LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, k + 1, byval);
        if (a && LLVMGetParam(fn, k) == slot)
            return LLVMGetTypeAttributeValue(a);
    }
    return NULL;
}

/* How many addresses the array has that cudaLaunchKernel gets: as many as there are parameters, and
 * at least one. */
static uint64_t array_length(LLVMValueRef array)
{
    LLVMValueRef n = LLVMIsAAllocaInst(array) ? LLVMGetOperand(array, 0) : NULL;
    return n && LLVMIsAConstantInt(n) ? LLVMConstIntGetZExtValue(n) : 0;
}

/* Stores of addresses of arguments into the array. */
static void find_slots(struct launches *l, struct stub *s, LLVMValueRef array, LLVMValueRef *slots)
{
    int64_t offset;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(s->fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsAStoreInst(i) ||
                ezb_strip_const_offsets(l->m, LLVMGetOperand(i, 1), &offset, 1) != array)
                continue;
            uint64_t k = (uint64_t)offset / sizeof(void *);
            if (k < PARAMETERS_MOST)
                slots[k] = LLVMGetOperand(i, 0);
        }
}

/* False if a parameter is nothing that a rule can pass on. */
static bool read_parameters(struct launches *l, struct stub *s)
{
    enum { SLOTS = 5 };
    LLVMValueRef slots[PARAMETERS_MOST] = {NULL}, array = LLVMGetOperand(s->launch, SLOTS);
    find_slots(l, s, array, slots);
    while (s->count < PARAMETERS_MOST && slots[s->count])
        s->count++;
    if (array_length(array) != (s->count ? s->count : 1))
        return false;
    s->parameters = ARENA_ARRAY(l->arena, struct parameter, s->count);
    s->text = "";
    for (unsigned k = 0; k < s->count; k++) {
        LLVMTypeRef t = type_at(slots[k]);
        const char *text = t ? leaves_text(l->m, l->arena, t) : NULL;
        if (!text)
            return false;
        s->parameters[k] = (struct parameter){t, *text, slots[k]};
        s->text = arena_printf(l->arena, "%s%s", s->text, text);
    }
    return true;
}

static const struct interface *interface_of(uint64_t kind)
{
    for (unsigned i = 0; i < INTERFACE_COUNT; i++)
        if (interfaces[i].kind == kind)
            return &interfaces[i];
    return NULL;
}

/* Of HIP the handle is a variable with the address of the stub. */
static LLVMValueRef stub_of(LLVMValueRef handle)
{
    LLVMValueRef fn = LLVMIsAGlobalVariable(handle) ? LLVMGetInitializer(handle) : handle;
    return fn && LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn) ? fn : NULL;
}

/* An entry of the table of what devices have, if it is a kernel. */
static bool read_entry(struct launches *l, LLVMValueRef global, struct stub *out)
{
    static const char section[] = "llvm_offload_entries";
    const char *in = LLVMGetSection(global);
    LLVMValueRef entry = LLVMGetInitializer(global);
    if (!in || strcmp(in, section) != 0 || !entry || LLVMGetNumOperands(entry) <= ENTRY_NAME)
        return false;
    LLVMValueRef handle = LLVMGetOperand(entry, ENTRY_ADDRESS);
    *out = (struct stub){
        .interface = interface_of(LLVMConstIntGetZExtValue(LLVMGetOperand(entry, ENTRY_KIND))),
        .handle = handle,
        .fn = stub_of(handle),
        .kernel = text_of(l->arena, LLVMGetOperand(entry, ENTRY_NAME))};
    if (!out->interface || !out->fn || !out->kernel)
        return false;
    l->entry = LLVMTypeOf(entry);
    out->launch = launch_in(out);
    return out->launch && read_parameters(l, out);
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

/* What a pointer of this declaration leads to: numbers (d, f), integers (i), characters (c), or
 * something else (-). */
static char pointee(const char *declared, size_t n)
{
    static const struct {
        const char *type;
        char letter;
    } rows[] = {{"double", 'd'},
                {"float", 'f'},
                {"int", 'i'},
                {"unsigned int", 'i'},
                {"long", 'i'},
                {"char", 'c'},
                {"unsigned long", 'i'},
                {"unsigned char", 'c'},
                {"short", 'i'},
                {"bool", 'i'},
                {"unsigned short", 'i'},
                {"long long", 'i'},
                {"unsigned long long", 'i'},
                {"signed char", 'c'}};
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

/* What pointers lead to (facts/types_evidence.c), for each parameter: of an array a letter, of a
 * struct its size and its leaves. */
static void note_memory(LLVMContextRef c, LLVMValueRef fn, const char *text)
{
    static const char note[] = "enz.points.to";
    LLVMAddAttributeAtIndex(
        fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateStringAttribute(c, note, sizeof note - 1, text, (unsigned)strlen(text)));
}

/* What a declaration says, and how the kernel accesses it. That an array has integers must be seen:
 * they may be the bits of numbers. */
static char what_is_there(char declared, char accessed)
{
    bool integers = declared == 'i' || declared == 'c';
    if (declared == '-' || integers)
        return accessed;
    return accessed == '-' || accessed == declared ? declared : '-';
}

/* Numbers are copied to and from memory that only kernels look into: what they are says the
 * declaration of the kernel, or how it accesses them. */
static void note_pointees(struct launches *l, const struct stub *s)
{
    char *name = ezb_demangle(s->kernel);
    const char *at = parameters_of(name);
    unsigned n = s->count, k = 0, depth = 0;
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
    const char *text = "", *leaves = s->text;
    for (k = 0; k < n; k++) {
        const struct parameter *p = &s->parameters[k];
        size_t length = strcspn(leaves, ",");
        uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(l->m), p->type);
        text = p->kind == ENZ_RT_LAUNCH_STRUCT
                   ? arena_printf(l->arena, "%ss%llu:%.*s,", text, (unsigned long long)size,
                                  (int)length - 1, leaves + 1)
                   : arena_printf(l->arena, "%s%c,", text,
                                  what_is_there(letters[k], s->pointees ? s->pointees[k] : '-'));
        leaves += length + 1;
    }
    note_memory(l->c, s->inner, text);
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

static LLVMTypeRef passed_type(const struct launches *l, const struct parameter *p)
{
    return p->kind == ENZ_RT_LAUNCH_STRUCT ? l->ptr : p->type;
}

/* Whether a function of the rule gets a shadow behind the argument: that of an integer is its own
 * value. */
static bool has_shadow(const struct parameter *p, enum step step)
{
    return step == STEP_FORWARD || (step != STEP_COUNT && !launches_is_number(p->kind));
}

static unsigned parameter_types(const struct launches *l, const struct stub *s, enum step step,
                                LLVMTypeRef *out)
{
    unsigned n = 0;
    for (unsigned k = 0; k < s->count; k++) {
        out[n++] = passed_type(l, &s->parameters[k]);
        if (has_shadow(&s->parameters[k], step))
            out[n++] = passed_type(l, &s->parameters[k]);
    }
    return n;
}

/* ptr slots[n], with the addresses of arguments, or of their shadows: where there is none, that of
 * the argument. */
static LLVMValueRef build_slots(const struct launches *l, LLVMBuilderRef b, const struct stub *s,
                                LLVMValueRef fn, enum step step, bool of_shadows)
{
    unsigned at = 0;
    LLVMValueRef slots = LLVMBuildAlloca(b, LLVMArrayType2(l->ptr, s->count), "");
    for (unsigned k = 0; k < s->count; k++) {
        const struct parameter *p = &s->parameters[k];
        LLVMValueRef value = LLVMGetParam(fn, at++), index = LLVMConstInt(l->i64, k, 0);
        LLVMValueRef shadow = has_shadow(p, step) ? LLVMGetParam(fn, at++) : value;
        value = of_shadows ? shadow : value;
        if (p->kind != ENZ_RT_LAUNCH_STRUCT) {
            LLVMValueRef slot = LLVMBuildAlloca(b, p->type, "");
            LLVMBuildStore(b, value, slot);
            value = slot;
        }
        LLVMBuildStore(b, value, LLVMBuildGEP2(b, l->ptr, slots, &index, 1, ""));
    }
    return slots;
}

static const char launch_prefix[] = "enz.launch.";

bool launches_is_launch(LLVMValueRef fn)
{
    return !strncmp(LLVMGetValueName(fn), launch_prefix, sizeof launch_prefix - 1);
}

static LLVMValueRef add_function(struct launches *l, const char *what, const struct stub *s,
                                 LLVMTypeRef result, LLVMTypeRef *params, unsigned n)
{
    LLVMValueRef fn =
        LLVMAddFunction(l->m, arena_printf(l->arena, "%s%s%s", launch_prefix, what, s->kernel),
                        LLVMFunctionType(result, params, n, 0));
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    return fn;
}

static LLVMBuilderRef start(struct launches *l, LLVMValueRef fn)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(l->c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(l->c, fn, ""));
    return b;
}

static LLVMValueRef call(LLVMBuilderRef b, LLVMValueRef fn, LLVMValueRef *args, unsigned n)
{
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, n, "");
}

static LLVMTypeRef nothing(const struct launches *l)
{
    return LLVMVoidTypeInContext(l->c);
}

/* void launch(arguments), in place of the call of cudaLaunchKernel. The configuration is what the
 * program has pushed, and is taken there. */
static void make_inner(struct launches *l, struct stub *s)
{
    const char *pop = s->interface->pop;
    LLVMTypeRef params[PARAMETERS_MOST], callee_params[] = {l->ptr, l->ptr};
    LLVMValueRef args[PARAMETERS_MOST];
    unsigned n = parameter_types(l, s, STEP_COUNT, params);
    s->inner = add_function(l, "", s, nothing(l), params, n);
    LLVMBuilderRef b = start(l, s->inner);
    LLVMValueRef launch[] = {s->description, build_slots(l, b, s, s->inner, STEP_COUNT, false)};
    call(b, declare(l, "enz_rt_launch_primal", nothing(l), 2, callee_params), launch, 2);
    LLVMBuildRetVoid(b);
    LLVMPositionBuilderBefore(b, s->launch);
    for (unsigned k = 0; k < n; k++) {
        const struct parameter *p = &s->parameters[k];
        args[k] =
            p->kind == ENZ_RT_LAUNCH_STRUCT ? p->slot : LLVMBuildLoad2(b, p->type, p->slot, "");
    }
    call(b, s->inner, args, n);
    LLVMDisposeBuilder(b);
    LLVMReplaceAllUsesWith(s->launch, LLVMConstNull(LLVMTypeOf(s->launch)));
    LLVMInstructionEraseFromParent(s->launch);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(s->fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!LLVMIsACallInst(i) || strcmp(LLVMGetValueName(LLVMGetCalledValue(i)), pop) != 0)
                continue;
            LLVMReplaceAllUsesWith(i, LLVMConstNull(LLVMTypeOf(i)));
            LLVMInstructionEraseFromParent(i);
        }
}

/* ptr augmented(arguments, i64 active, ptr on) */
static void make_augmented(struct launches *l, struct stub *s)
{
    LLVMTypeRef params[2 * PARAMETERS_MOST + 2], callee_params[] = {l->ptr, l->ptr, l->ptr, l->ptr};
    unsigned n = parameter_types(l, s, STEP_AUGMENTED, params);
    params[n++] = l->i64;
    params[n++] = l->ptr;
    LLVMValueRef fn = add_function(l, "augmented.", s, l->ptr, params, n);
    LLVMBuilderRef b = start(l, fn);
    LLVMValueRef args[] = {s->description, build_slots(l, b, s, fn, STEP_AUGMENTED, false),
                           build_slots(l, b, s, fn, STEP_AUGMENTED, true), LLVMGetParam(fn, n - 1)};
    LLVMBuildRet(b,
                 call(b, declare(l, "enz_rt_launch_augmented", l->ptr, 4, callee_params), args, 4));
    LLVMDisposeBuilder(b);
    s->rules[STEP_AUGMENTED] = fn;
}

static unsigned number_types(const struct stub *s, LLVMTypeRef *out)
{
    unsigned n = 0;
    for (unsigned k = 0; k < s->count; k++)
        if (launches_is_number(s->parameters[k].kind))
            out[n++] = s->parameters[k].type;
    return n;
}

static LLVMTypeRef adjoints_type(const struct launches *l, LLVMTypeRef *numbers, unsigned n)
{
    return n == 0 ? nothing(l) : n == 1 ? numbers[0] : LLVMStructTypeInContext(l->c, numbers, n, 0);
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
    LLVMTypeRef params[2 * PARAMETERS_MOST + 2], numbers[PARAMETERS_MOST],
        callee_params[] = {l->ptr, l->ptr, l->ptr, l->ptr, l->i64, l->ptr};
    unsigned n = parameter_types(l, s, STEP_REVERSE, params), count = number_types(s, numbers);
    LLVMTypeRef result = adjoints_type(l, numbers, count);
    params[n++] = l->i64;
    params[n++] = l->ptr;
    LLVMValueRef fn = add_function(l, "reverse.", s, result, params, n);
    LLVMBuilderRef b = start(l, fn);
    LLVMValueRef adjoints = LLVMBuildAlloca(b, LLVMArrayType2(l->i64, count), "");
    LLVMValueRef args[] = {s->description,
                           build_slots(l, b, s, fn, STEP_REVERSE, false),
                           build_slots(l, b, s, fn, STEP_REVERSE, true),
                           adjoints,
                           LLVMGetParam(fn, n - 2),
                           LLVMGetParam(fn, n - 1)};
    call(b, declare(l, "enz_rt_launch_reverse", nothing(l), 6, callee_params), args, 6);
    build_result(l, b, result, numbers, count, adjoints);
    LLVMDisposeBuilder(b);
    s->rules[STEP_REVERSE] = fn;
}

/* void forward(arguments, i64 phases) */
static void make_forward(struct launches *l, struct stub *s)
{
    LLVMTypeRef params[2 * PARAMETERS_MOST + 1], callee_params[] = {l->ptr, l->ptr, l->ptr, l->i64};
    unsigned n = parameter_types(l, s, STEP_FORWARD, params);
    params[n++] = l->i64;
    LLVMValueRef fn = add_function(l, "forward.", s, nothing(l), params, n);
    LLVMBuilderRef b = start(l, fn);
    LLVMValueRef args[] = {s->description, build_slots(l, b, s, fn, STEP_FORWARD, false),
                           build_slots(l, b, s, fn, STEP_FORWARD, true), LLVMGetParam(fn, n - 1)};
    call(b, declare(l, "enz_rt_launch_forward", nothing(l), 4, callee_params), args, 4);
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    s->rules[STEP_FORWARD] = fn;
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
    LLVMValueRef members[6 + 2 * PARAMETERS_MOST] = {s->inner,
                                                     s->rules[STEP_AUGMENTED],
                                                     s->rules[STEP_REVERSE],
                                                     constant_text(l, "activity"),
                                                     constant_text(l, "tape"),
                                                     constant_text(l, "communicates")};
    unsigned n = 6;
    for (unsigned k = 0; k < s->count; k++) {
        char kind = s->parameters[k].kind;
        if (kind != ENZ_RT_LAUNCH_POINTER && kind != ENZ_RT_LAUNCH_STRUCT)
            continue;
        members[n++] = constant_text(l, arena_printf(l->arena, "sends_%u", k));
        members[n++] = constant_text(l, arena_printf(l->arena, "receives_%u", k));
    }
    add_registration(l, "__enzyme_register_gradient", s, members, n);
}

/* struct enz_rt_kernel */
static LLVMTypeRef description_type(const struct launches *l)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(l->c),
                members[] = {l->ptr, l->ptr, l->ptr, l->ptr, l->ptr, l->ptr, i32, i32, l->ptr};
    return LLVMStructTypeInContext(l->c, members, 9, 0);
}

static void add_rule(struct launches *l, struct stub *s)
{
    s->description = LLVMAddGlobal(l->m, description_type(l),
                                   arena_printf(l->arena, "enz.kernel.%s", s->kernel));
    LLVMSetLinkage(s->description, LLVMInternalLinkage);
    make_inner(l, s);
    make_augmented(l, s);
    make_reverse(l, s);
    make_forward(l, s);
    LLVMValueRef derivative[] = {s->inner, s->rules[STEP_FORWARD], constant_text(l, "phases")};
    add_gradient(l, s);
    add_registration(l, "__enzyme_register_derivative", s, derivative, 3);
    note_pointees(l, s);
    if (s->unseen && s->unseen != launches_unseen[LAUNCH_VARIABLE])
        LLVMAddAttributeAtIndex(s->inner, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateStringAttribute(l->c, LAUNCH_HIDES,
                                                          sizeof LAUNCH_HIDES - 1, s->unseen,
                                                          (unsigned)strlen(s->unseen)));
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

/* Vectors and matrices of routines of cuBLAS and hipBLAS, of which the name says the format. */
static void note_routine(LLVMModuleRef m, struct arena *a, LLVMValueRef fn)
{
    static const char *const prefixes[] = {"cublas", "hipblas"};
    const char *name = LLVMGetValueName(fn), *text = "";
    char letter = 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            letter = name[strlen(prefixes[i])];
    letter = letter == 'D' ? 'd' : letter == 'S' ? 'f' : 0;
    for (unsigned k = 0; letter && k < LLVMCountParams(fn); k++) {
        bool array =
            k > 0 && LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(fn, k))) == LLVMPointerTypeKind;
        text = arena_printf(a, "%s%c,", text, array ? letter : '-');
    }
    if (letter)
        note_memory(LLVMGetModuleContext(m), fn, text);
}

/* In all functions but the body itself. */
static void replace_elsewhere(LLVMValueRef called, LLVMValueRef body)
{
    for (LLVMUseRef u = LLVMGetFirstUse(called), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsAInstruction(user) &&
            LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != body)
            LLVMSetOperand(user, ezb_use_operand_no(u), body);
    }
}

/* A routine of a library that runs on the device and has no rule: where it is called, memory may
 * change that nobody sees. */
static bool is_unseen_routine(LLVMModuleRef m, struct arena *a, LLVMValueRef fn)
{
    static const char *const libraries[] = {"cublas",    "cufft",     "curand",    "cusolver",
                                            "cusparse",  "hipblas",   "hipfft",    "hiprand",
                                            "hipsolver", "hipsparse", "nccl",      "rocblas",
                                            "rocfft",    "rocrand",   "rocsolver", "rocsparse"};
    static const char *const quiet[] = {"Create", "Destroy", "Get", "Set", "Init"};
    const char *name = LLVMGetValueName(fn);
    bool found = false;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++)
        found |= !strncmp(name, libraries[i], strlen(libraries[i]));
    for (size_t i = 0; found && i < sizeof quiet / sizeof *quiet; i++)
        found = !strstr(name, quiet[i]);
    return found && LLVMIsDeclaration(fn) &&
           !LLVMGetNamedGlobal(m, arena_printf(a, "__enzyme_register_gradient_%s", name));
}

static void check_calls(LLVMModuleRef m, LLVMValueRef fn)
{
    static const char check[] = "enz_rt_device_check_launch";
    LLVMContextRef c = LLVMGetModuleContext(m);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c), NULL, 0, 0);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), to = LLVMGetNamedFunction(m, check);
        if (!LLVMIsACallInst(user) && !LLVMIsAInvokeInst(user))
            continue;
        LLVMPositionBuilderBefore(b, user);
        LLVMBuildCall2(b, type, to ? to : LLVMAddFunction(m, check, type), NULL, 0, "");
    }
    LLVMDisposeBuilder(b);
}

/* The function, with a body of the bundle, is one of the interface. */
static bool watch_function(LLVMModuleRef m, LLVMValueRef body, const struct interface *of)
{
    static const char prefix[] = "enz_body_";
    const char *name = LLVMGetValueName(body);
    LLVMValueRef called = strncmp(name, of->bodies, strlen(of->bodies)) != 0
                              ? NULL
                              : LLVMGetNamedFunction(m, name + sizeof prefix - 1);
    if (!called || !LLVMIsDeclaration(called) ||
        LLVMGlobalGetValueType(called) != LLVMGlobalGetValueType(body))
        return false;
    replace_elsewhere(called, body);
    return true;
}

/* What the runtime calls (runtime/launch/interface.h). */
static void choose_interface(LLVMModuleRef m, const struct interface *of)
{
    LLVMTypeRef ptr = LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0);
    LLVMValueRef chosen = LLVMAddGlobal(m, ptr, "enz_rt_device_interface"),
                 all = LLVMAddGlobal(m, ptr, of->runtime);
    LLVMSetInitializer(chosen, all);
    LLVMSetGlobalConstant(chosen, 1);
    LLVMSetLinkage(chosen, LLVMWeakODRLinkage);
    LLVMSetVisibility(chosen, LLVMHiddenVisibility);
    LLVMSetVisibility(all, LLVMHiddenVisibility);
}

bool launches_watch_memory(struct launches *l, LLVMModuleRef m, struct arena *a)
{
    const struct interface *of = l ? l->stubs[0].interface : NULL, *of_routine = NULL;
    bool any = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        note_routine(m, a, f);
        if (is_unseen_routine(m, a, f)) {
            check_calls(m, f);
            of_routine = &interfaces[strchr("hr", *LLVMGetValueName(f)) != NULL];
        }
        for (unsigned i = 0; i < INTERFACE_COUNT; i++)
            if (watch_function(m, f, &interfaces[i]))
                of = of ? of : &interfaces[i], any = true;
    }
    if (of || of_routine)
        choose_interface(m, of ? of : of_routine);
    return any;
}

/* ---- what derivatives launch ----------------------------------------------------------------- */

/* A pointer has a shadow of its own, or a number a derivative. */
static bool is_active_launch(const struct stub *s, LLVMValueRef call)
{
    unsigned at = 0;
    bool any = false;
    for (unsigned k = 0; k < s->count; k++) {
        const struct parameter *p = &s->parameters[k];
        any |= !launches_is_number(p->kind) && p->kind != ENZ_RT_LAUNCH_VALUE &&
               LLVMGetOperand(call, at) != LLVMGetOperand(call, at + 1);
        at += has_shadow(p, STEP_AUGMENTED) ? 2 : 1;
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
    for (LLVMUseRef u = LLVMGetFirstUse(s->rules[STEP_FORWARD]); u; u = LLVMGetNextUse(u))
        if (LLVMIsACallInst(LLVMGetUser(u)))
            return true;
    return false;
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
                              LLVMConstInt(fields[2], s->interface->kind, 0),
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

static LLVMValueRef constant_array(struct launches *l, LLVMTypeRef t, LLVMValueRef *items,
                                   unsigned n)
{
    LLVMValueRef all = LLVMConstArray2(t, items, n),
                 global = LLVMAddGlobal(l->m, LLVMTypeOf(all), "enz.kernel");
    LLVMSetInitializer(global, all);
    LLVMSetGlobalConstant(global, 1);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    return global;
}

/* struct enz_rt_launch_parameter [] */
static LLVMValueRef describe_parameters(struct launches *l, const struct stub *s)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(l->c), pair[] = {i32, i32},
                t = LLVMStructTypeInContext(l->c, pair, 2, 0);
    LLVMValueRef all[PARAMETERS_MOST];
    for (unsigned k = 0; k < s->count; k++) {
        uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(l->m), s->parameters[k].type);
        LLVMValueRef members[] = {LLVMConstInt(i32, (unsigned char)s->parameters[k].kind, 0),
                                  LLVMConstInt(i32, size, 0)};
        all[k] = LLVMConstStructInContext(l->c, members, 2, 0);
    }
    return constant_array(l, t, all, s->count);
}

/* struct enz_rt_launch_leaf [], read from the text; *n: how many. */
static LLVMValueRef describe_leaves(struct launches *l, const struct stub *s, unsigned *n)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(l->c), i8 = LLVMInt8TypeInContext(l->c),
                members[] = {i32, i32, i8, i8}, t = LLVMStructTypeInContext(l->c, members, 4, 0);
    LLVMValueRef *all = ARENA_ARRAY(l->arena, LLVMValueRef, strlen(s->text));
    size_t effects = s->effects ? strlen(s->effects) : 0;
    unsigned parameter = 0;
    *n = 0;
    for (const char *at = s->text; *at; at++) {
        bool leaf = launches_is_number(*at) || *at == ENZ_RT_LAUNCH_POINTER;
        parameter += *at == ',';
        if (!leaf)
            continue;
        char effect = *n < effects ? s->effects[*n] : 'b';
        LLVMValueRef one[] = {
            LLVMConstInt(i32, parameter, 0), LLVMConstInt(i32, strtoul(at + 1, NULL, 10), 0),
            LLVMConstInt(i8, (unsigned char)*at, 0), LLVMConstInt(i8, (unsigned char)effect, 0)};
        all[(*n)++] = LLVMConstStructInContext(l->c, one, 4, 0);
    }
    return constant_array(l, t, all, *n);
}

static void describe(struct launches *l, const struct stub *s)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(l->c);
    LLVMValueRef none = LLVMConstNull(l->ptr);
    char *name = ezb_demangle(s->kernel);
    unsigned n;
    LLVMValueRef leaves = describe_leaves(l, s, &n);
    LLVMValueRef members[] = {s->handle,
                              launches_reverse(s) ? add_entry(l, LAUNCH_REVERSE_PREFIX, s) : none,
                              launches_forward(s) ? add_entry(l, LAUNCH_FORWARD_PREFIX, s) : none,
                              constant_text(l, name),
                              describe_parameters(l, s),
                              leaves,
                              LLVMConstInt(i32, s->count, 0),
                              LLVMConstInt(i32, n, 0),
                              s->unseen ? constant_text(l, s->unseen) : none};
    LLVMDisposeMessage(name);
    LLVMSetInitializer(s->description, LLVMConstStructInContext(l->c, members, 9, 0));
    LLVMSetGlobalConstant(s->description, 1);
}

void launches_end(struct launches *l)
{
    for (unsigned i = 0; l && i < l->count; i++)
        describe(l, &l->stubs[i]);
}

bool launches_write(const struct launches *l, const char *path)
{
    bool any = false;
    for (unsigned i = 0; l && i < l->count; i++)
        any |= launches_reverse(&l->stubs[i]) || launches_forward(&l->stubs[i]);
    FILE *file = any ? fopen(path, "w") : NULL;
    for (unsigned i = 0; file && i < l->count; i++) {
        const struct stub *s = &l->stubs[i];
        if (launches_reverse(s))
            fprintf(file, "reverse %s =%s\n", s->kernel, s->text);
        if (launches_forward(s))
            fprintf(file, "forward %s =%s\n", s->kernel, s->text);
    }
    return !any || (file && !fclose(file));
}
