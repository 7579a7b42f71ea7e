/* Derivatives of kernels that the host launches; what kernels do to memory, and what is there. */
#include "device/kernels.h"
#include "base/limits.h"
#include "base/target.h"
#include "base/vec.h"
#include "bridge/compat.h"
#include "device/launches.h"
#include "launch/launch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS_MOST = 512 };

struct making {
    LLVMModuleRef m;
    LLVMContextRef c;
    struct arena arena;
    struct diag_sink *diags;
};

/* Always false. */
static bool refuse(struct making *k, LLVMValueRef at, const char *kernel, const char *why)
{
    char *name = ezb_demangle(kernel);
    const char *text = arena_printf(&k->arena, "a launch of the kernel %s, which %s,", name, why);
    LLVMDisposeMessage(name);
    return diag(k->diags, DIAG_UNSUPPORTED, at, text);
}

/* ---- derivatives ----------------------------------------------------------------------------- */

static LLVMValueRef marker(struct making *k, LLVMBuilderRef b, const char *name)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(k->c);
    LLVMValueRef global = LLVMGetNamedGlobal(k->m, name);
    return LLVMBuildLoad2(b, i32, global ? global : target_add_global(k->m, i32, name), "");
}

struct parameter {
    LLVMTypeRef type; /* of a struct that is passed by value, that of the struct */
    char kind;
};

struct kernel {
    LLVMValueRef fn;
    struct parameter *parameters;
    unsigned count;
    const char *text; /* of its leaves */
};

/* False if it has parameters of other types. */
static bool read_kernel(struct making *k, LLVMValueRef fn, struct kernel *out)
{
    *out = (struct kernel){.fn = fn, .count = LLVMCountParams(fn), .text = ""};
    out->parameters = ARENA_ARRAY(&k->arena, struct parameter, out->count);
    for (unsigned i = 0; i < out->count; i++) {
        LLVMAttributeRef a = device_struct_attribute(fn, i);
        LLVMTypeRef t = a ? LLVMGetTypeAttributeValue(a) : LLVMTypeOf(LLVMGetParam(fn, i));
        const char *leaves = leaves_text(k->m, &k->arena, t);
        if (!leaves)
            return false;
        out->parameters[i] = (struct parameter){t, *leaves};
        out->text = arena_printf(&k->arena, "%s%s", out->text, leaves);
    }
    return out->count <= PARAMETERS_MOST;
}

static bool has_shadow(const struct parameter *p, bool reverse)
{
    return p->kind == ENZ_RT_LAUNCH_POINTER || p->kind == ENZ_RT_LAUNCH_STRUCT ||
           (!reverse && launches_is_number(p->kind));
}

static void copy_attributes(struct making *k, LLVMValueRef from, unsigned at, LLVMValueRef to,
                            unsigned index)
{
    unsigned count = LLVMGetAttributeCountAtIndex(from, at);
    LLVMAttributeRef *attributes = ARENA_ARRAY(&k->arena, LLVMAttributeRef, count);
    LLVMGetAttributesAtIndex(from, at, attributes);
    for (unsigned i = 0; i < count; i++)
        LLVMAddAttributeAtIndex(to, index, attributes[i]);
}

/* The parameters of the derivative: behind those of the kernel that have a shadow, that; in reverse
 * mode at last where adjoints of numbers are added. */
static LLVMValueRef declare(struct making *k, const struct kernel *kernel, const char *name,
                            bool reverse)
{
    LLVMTypeRef params[2 * PARAMETERS_MOST + 1];
    unsigned from[2 * PARAMETERS_MOST + 1], n = 0;
    for (unsigned i = 0; i < kernel->count; i++)
        for (int twice = 0; twice <= has_shadow(&kernel->parameters[i], reverse); twice++) {
            params[n] = LLVMTypeOf(LLVMGetParam(kernel->fn, i));
            from[n++] = i;
        }
    unsigned own = n;
    if (reverse)
        params[n++] = target_pointer(k->m);
    LLVMValueRef fn =
        LLVMAddFunction(k->m, name, LLVMFunctionType(LLVMVoidTypeInContext(k->c), params, n, 0));
    LLVMSetFunctionCallConv(fn, LLVMGetFunctionCallConv(kernel->fn));
    LLVMSetVisibility(fn, LLVMGetVisibility(kernel->fn));
    copy_attributes(k, kernel->fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, fn,
                    (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
    for (unsigned i = 0; i < own; i++)
        copy_attributes(k, kernel->fn, from[i] + 1, fn, i + 1);
    return fn;
}

/* ---- numbers in structs ---- */

/* Visits the numbers of the kernel's parameters in their order. */
typedef void number_visitor(struct making *k, LLVMBuilderRef b, LLVMTypeRef type, unsigned offset,
                            LLVMValueRef shadow, LLVMValueRef sum);

static void clear_number(struct making *k, LLVMBuilderRef b, LLVMTypeRef type, unsigned offset,
                         LLVMValueRef shadow, LLVMValueRef sum)
{
    (void)k, (void)sum;
    LLVMBuildStore(b, LLVMConstNull(type), target_offset(b, shadow, offset));
}

static void add_number(struct making *k, LLVMBuilderRef b, LLVMTypeRef type, unsigned offset,
                       LLVMValueRef shadow, LLVMValueRef sum)
{
    (void)k;
    device_add(b, sum, LLVMBuildLoad2(b, type, target_offset(b, shadow, offset), ""));
}

/* shadows[i] is the address of the shadow of parameter i, if that is a struct. Each sum is in 8
 * bytes. */
static void for_numbers_in_structs(struct making *k, LLVMBuilderRef b, const struct kernel *kernel,
                                   LLVMValueRef *shadows, LLVMValueRef sums, number_visitor *visit)
{
    unsigned parameter = 0, number = 0;
    for (const char *at = kernel->text; *at; at++) {
        parameter += *at == ',';
        if (!launches_is_number(*at))
            continue;
        LLVMTypeRef type = *at == ENZ_RT_LAUNCH_DOUBLE ? LLVMDoubleTypeInContext(k->c)
                                                       : LLVMFloatTypeInContext(k->c);
        int64_t place = 8 * (int64_t)number++;
        if (kernel->parameters[parameter].kind == ENZ_RT_LAUNCH_STRUCT)
            visit(k, b, type, (unsigned)strtoul(at + 1, NULL, 10), shadows[parameter],
                  target_offset(b, sums, place));
    }
}

/* A copy of what was passed by value, in memory of the thread. */
static LLVMValueRef own_copy(struct making *k, LLVMBuilderRef b, LLVMTypeRef type,
                             LLVMValueRef passed)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(k->m);
    LLVMValueRef copy = LLVMBuildAlloca(b, type, "");
    unsigned align = LLVMABIAlignmentOfType(layout, type);
    LLVMValueRef address = target_generic(k->m, b, copy);
    LLVMBuildMemCpy(b, address, align, passed, align,
                    target_bytes(k->m, LLVMABISizeOfType(layout, type)));
    return address;
}

/* ---- the derivative call ---- */

struct operands {
    LLVMValueRef list[3 * PARAMETERS_MOST + 2];
    unsigned count;
    LLVMValueRef shadows[PARAMETERS_MOST]; /* of structs */
};

static void push(struct operands *o, LLVMValueRef v)
{
    o->list[o->count++] = v;
}

/* Pointers lead to any memory. */
static LLVMValueRef operand(struct making *k, LLVMBuilderRef b, LLVMValueRef v)
{
    bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
    return pointer ? target_generic(k->m, b, v) : v;
}

static const char *activity_of(const struct parameter *p, bool reverse)
{
    return has_shadow(p, reverse)        ? "enzyme_dup"
           : launches_is_number(p->kind) ? "enzyme_out"
                                         : "enzyme_const";
}

/* Whether a pointer has a shadow of its own is known when the kernel runs. */
static void add_operands(struct making *k, LLVMBuilderRef b, const struct kernel *kernel,
                         LLVMValueRef fn, bool reverse, struct operands *o)
{
    unsigned at = 0;
    push(o, kernel->fn); /* of AMD's, then a copy of it (device_open_kernels) */
    push(o, marker(k, b, "enzyme_runtime_activity"));
    for (unsigned i = 0; i < kernel->count; i++) {
        const struct parameter *p = &kernel->parameters[i];
        push(o, marker(k, b, activity_of(p, reverse)));
        push(o, operand(k, b, LLVMGetParam(fn, at++)));
        if (!has_shadow(p, reverse))
            continue;
        LLVMValueRef shadow = LLVMGetParam(fn, at++);
        if (p->kind == ENZ_RT_LAUNCH_STRUCT)
            shadow = o->shadows[i] = own_copy(k, b, p->type, shadow);
        push(o, operand(k, b, shadow));
    }
}

static LLVMTypeRef result_type(struct making *k, const struct kernel *kernel, bool reverse)
{
    LLVMTypeRef numbers[PARAMETERS_MOST];
    unsigned n = 0;
    for (unsigned i = 0; reverse && i < kernel->count; i++)
        if (launches_is_number(kernel->parameters[i].kind))
            numbers[n++] = kernel->parameters[i].type;
    return n == 0   ? LLVMVoidTypeInContext(k->c)
           : n == 1 ? numbers[0]
                    : LLVMStructTypeInContext(k->c, numbers, n, 0);
}

/* Adjoints of parameters that are numbers. */
static void add_result(LLVMBuilderRef b, const struct kernel *kernel, LLVMValueRef result,
                       LLVMValueRef sums)
{
    bool several = LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMStructTypeKind;
    unsigned parameter = 0, own = 0;
    int64_t number = 0;
    for (const char *at = kernel->text; *at; at++) {
        parameter += *at == ',';
        if (!launches_is_number(*at))
            continue;
        LLVMValueRef sum = target_offset(b, sums, 8 * number++);
        if (kernel->parameters[parameter].kind == ENZ_RT_LAUNCH_STRUCT)
            continue;
        device_add(b, sum, several ? LLVMBuildExtractValue(b, result, own++, "") : result);
    }
}

static void make_derivative(struct making *k, const struct kernel *kernel, const char *name,
                            bool reverse)
{
    struct operands o = {.count = 0};
    LLVMTypeRef types[3 * PARAMETERS_MOST + 2];
    LLVMValueRef fn =
        declare(k, kernel,
                arena_printf(&k->arena, "%s%s",
                             reverse ? LAUNCH_REVERSE_PREFIX : LAUNCH_FORWARD_PREFIX, name),
                reverse);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(k->c);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(k->c, fn, ""));
    LLVMValueRef sums = reverse ? LLVMGetParam(fn, LLVMCountParams(fn) - 1) : NULL;
    add_operands(k, b, kernel, fn, reverse, &o);
    if (reverse)
        for_numbers_in_structs(k, b, kernel, o.shadows, sums, clear_number);
    for (unsigned i = 0; i < o.count; i++)
        types[i] = LLVMTypeOf(o.list[i]);
    LLVMTypeRef type = LLVMFunctionType(result_type(k, kernel, reverse), types, o.count, 0);
    LLVMValueRef entry = LLVMAddFunction(
        k->m,
        arena_printf(&k->arena, "%s.%s", reverse ? "__enzyme_autodiff" : "__enzyme_fwddiff", name),
        type);
    LLVMValueRef result = LLVMBuildCall2(b, type, entry, o.list, o.count, "");
    if (reverse) {
        add_result(b, kernel, result, sums);
        for_numbers_in_structs(k, b, kernel, o.shadows, sums, add_number);
    }
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
}

static void make(const struct launch_line *line, void *context)
{
    struct making *k = context;
    bool reverse = !strcmp(line->mode, "reverse");
    if (!reverse && strcmp(line->mode, "forward") != 0)
        return;
    LLVMValueRef fn = LLVMGetNamedFunction(k->m, line->kernel);
    struct kernel kernel;
    if (!fn || LLVMIsDeclaration(fn))
        refuse(k, NULL, line->kernel, "is not in the code for devices");
    else if (!read_kernel(k, fn, &kernel) || strcmp(kernel.text, line->text) != 0)
        refuse(k, fn, line->kernel, "has parameters of another layout here than on the host");
    else
        make_derivative(k, &kernel, line->kernel, reverse);
}

bool kernels_make_derivatives(LLVMModuleRef m, const char *list, struct diag_sink *diags)
{
    struct making k = {.m = m, .c = LLVMGetModuleContext(m), .diags = diags};
    arena_init(&k.arena);
    bool read = launches_read(list, make, &k);
    arena_free(&k.arena);
    return read && diag_error_count(diags) == 0;
}

bool kernels_is_derivative(LLVMValueRef fn)
{
    const char *name = LLVMGetValueName(fn);
    return !strncmp(name, LAUNCH_REVERSE_PREFIX, sizeof LAUNCH_REVERSE_PREFIX - 1) ||
           !strncmp(name, LAUNCH_FORWARD_PREFIX, sizeof LAUNCH_FORWARD_PREFIX - 1);
}

/* ---- effects --------------------------------------------------------------------------------- */

static bool has_param_attribute(LLVMValueRef fn, unsigned k, const char *name)
{
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(fn, k + 1, kind) != NULL;
}

static char effect_of(LLVMValueRef kernel, unsigned k)
{
    if (has_param_attribute(kernel, k, "readnone"))
        return '-';
    return has_param_attribute(kernel, k, "readonly")    ? 'r'
           : has_param_attribute(kernel, k, "writeonly") ? 'w'
                                                         : 'b';
}

static LLVMValueRef written_address(LLVMValueRef inst)
{
    return LLVMIsAStoreInst(inst)                                         ? LLVMGetOperand(inst, 1)
           : LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst) ? LLVMGetOperand(inst, 0)
                                                                          : NULL;
}

static bool is_of_device(LLVMModuleRef m, LLVMValueRef object)
{
    unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(object));
    return LLVMIsAGlobalVariable(object) && space != target_space(m, TARGET_SHARED) &&
           space != target_space(m, TARGET_PRIVATE);
}

static bool is_by_value(LLVMValueRef object)
{
    LLVMValueRef fn = LLVMIsAArgument(object) ? LLVMGetParamParent(object) : NULL;
    for (unsigned k = 0; fn && k < LLVMCountParams(fn); k++)
        if (LLVMGetParam(fn, k) == object)
            return device_struct_attribute(fn, k) != NULL;
    return false;
}

/* Why nobody sees what the instruction writes; NULL if that is seen. */
static const char *unseen_by(LLVMModuleRef m, LLVMValueRef inst)
{
    LLVMValueRef to = written_address(inst),
                 called = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    if (to && is_of_device(m, ezb_underlying_object(to, ADDRESS_STEPS)))
        return launches_unseen[LAUNCH_VARIABLE];
    if (called && !LLVMIsAFunction(called) && !LLVMIsAInlineAsm(called))
        return launches_unseen[LAUNCH_CALLS];
    if (LLVMIsAIntToPtrInst(inst))
        return launches_unseen[LAUNCH_INTEGERS];
    if (!LLVMIsALoadInst(inst) || LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMPointerTypeKind)
        return NULL;
    LLVMValueRef object = ezb_underlying_object(LLVMGetOperand(inst, 0), ADDRESS_STEPS);
    bool known = LLVMIsAGlobalVariable(object) ? !is_of_device(m, object)
                                               : LLVMIsAAllocaInst(object) || is_by_value(object);
    return known ? NULL : launches_unseen[LAUNCH_POINTERS];
}

/* Why the kernel may not do the same when it runs again. */
static const char *differs_by(LLVMModuleRef m, LLVMValueRef inst)
{
    if ((LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst)) && LLVMGetFirstUse(inst) &&
        LLVMGetPointerAddressSpace(LLVMTypeOf(written_address(inst))) !=
            target_space(m, TARGET_SHARED))
        return "uses what an atomic operation returns: that may differ when the kernel runs again "
               "in the reverse sweep";
    return NULL;
}

typedef VEC(LLVMValueRef) value_list;

static void add_once(struct making *k, value_list *list, LLVMValueRef v)
{
    for (unsigned i = 0; i < list->count; i++)
        if (list->items[i] == v)
            return;
    VEC_PUSH(&k->arena, list, v);
}

/* What keeps a kernel from being differentiated by the host, and where. */
struct obstacles {
    const char *unseen, *differs;
    LLVMValueRef unseen_at, differs_at;
};

static void look_at(struct making *k, struct obstacles *o, value_list *reached, LLVMValueRef fn)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            const char *unseen = unseen_by(k->m, i), *differs = differs_by(k->m, i);
            LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (unseen && !o->unseen)
                o->unseen = unseen, o->unseen_at = i;
            if (differs && !o->differs)
                o->differs = differs, o->differs_at = i;
            if (called && LLVMIsAFunction(called))
                add_once(k, reached, called);
        }
}

static struct obstacles find_obstacles(struct making *k, LLVMValueRef kernel)
{
    value_list reached = {0};
    struct obstacles o = {NULL, NULL, NULL, NULL};
    add_once(k, &reached, kernel);
    for (unsigned i = 0; i < reached.count; i++)
        look_at(k, &o, &reached, reached.items[i]);
    return o;
}

static unsigned unseen_number(const char *why)
{
    unsigned n = 0;
    while (launches_unseen[n] != why)
        n++;
    return n;
}

/* ---- what arrays hold ------------------------------------------------------------------------ */

/* Letters of what memory is accessed as (launches.h), or UNKNOWN. */
enum { UNKNOWN = '-', ACCESSES_MOST = 64 };

struct accesses {
    struct making *making;
    value_list seen; /* addresses */
    char letter;     /* 0: of none so far */
};

static void note_letter(struct accesses *a, char letter)
{
    a->letter = a->letter == 0 || a->letter == letter ? letter : UNKNOWN;
}

/* The instruction does arithmetic, a comparison or addressing: what it has is an integer. */
static bool counts(LLVMValueRef inst)
{
    switch (LLVMIsAInstruction(inst) ? LLVMGetInstructionOpcode(inst) : LLVMRet) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMICmp:
    case LLVMGetElementPtr:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMSExt: return true;
    default: return false;
    }
}

/* An integer that is loaded may be the bits of a number, unless all that is done with it counts. */
static bool is_moved(LLVMValueRef loaded)
{
    bool any = false;
    for (LLVMUseRef u = LLVMGetFirstUse(loaded); u; u = LLVMGetNextUse(u), any = true)
        if (!counts(LLVMGetUser(u)))
            return true;
    return !any;
}

/* Integers that are only moved may be the bits of numbers. */
static char letter_of(LLVMTypeRef t, bool moved)
{
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (kind == LLVMVectorTypeKind)
        return letter_of(LLVMGetElementType(t), moved);
    return kind == LLVMDoubleTypeKind              ? 'd'
           : kind == LLVMFloatTypeKind             ? 'f'
           : kind == LLVMIntegerTypeKind && !moved ? (LLVMGetIntTypeWidth(t) > 8 ? 'i' : 'c')
                                                   : UNKNOWN;
}

static void visit_address(struct accesses *a, LLVMValueRef address);

static void visit_call(struct accesses *a, LLVMValueRef call, unsigned operand)
{
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (LLVMIsAFunction(fn) && !LLVMIsDeclaration(fn) && operand < LLVMCountParams(fn))
        visit_address(a, LLVMGetParam(fn, operand));
    else
        note_letter(a, UNKNOWN);
}

static void visit_use(struct accesses *a, LLVMValueRef user, unsigned operand)
{
    if (LLVMIsALoadInst(user)) {
        note_letter(a, letter_of(LLVMTypeOf(user), is_moved(user)));
    } else if (LLVMIsAStoreInst(user) && operand == 1) {
        LLVMValueRef value = LLVMGetOperand(user, 0);
        if (!LLVMIsConstant(value))
            note_letter(a, letter_of(LLVMTypeOf(value), !counts(value)));
    } else if (LLVMIsAAtomicRMWInst(user) && operand == 0) {
        note_letter(a, letter_of(LLVMTypeOf(LLVMGetOperand(user, 1)), false));
    } else if (LLVMIsACallInst(user)) {
        visit_call(a, user, operand);
    } else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user) ||
               LLVMIsAAddrSpaceCastInst(user)) {
        visit_address(a, user);
    } else if (!LLVMIsAICmpInst(user)) {
        note_letter(a, UNKNOWN);
    }
}

static void visit_address(struct accesses *a, LLVMValueRef address)
{
    unsigned before = a->seen.count;
    add_once(a->making, &a->seen, address);
    if (a->seen.count == before)
        return;
    if (a->seen.count > ACCESSES_MOST)
        note_letter(a, UNKNOWN);
    for (LLVMUseRef u = LLVMGetFirstUse(address); u && a->letter != UNKNOWN; u = LLVMGetNextUse(u))
        visit_use(a, LLVMGetUser(u), ezb_use_operand_no(u));
}

static char pointee_of(struct making *k, LLVMValueRef parameter)
{
    struct accesses a = {.making = k};
    visit_address(&a, parameter);
    return a.letter ? a.letter : UNKNOWN;
}

/* ---- descriptions ---------------------------------------------------------------------------- */

static void write_effects(const struct kernel *kernel, const char *name, FILE *out)
{
    unsigned parameter = 0;
    fprintf(out, "effects %s =", name);
    for (const char *c = kernel->text; *c; c++) {
        bool in_struct = c != kernel->text && c[-1] != ',';
        parameter += *c == ',';
        if (*c == ENZ_RT_LAUNCH_POINTER && !in_struct)
            fputc(effect_of(kernel->fn, parameter), out);
        else if (*c == ENZ_RT_LAUNCH_POINTER || launches_is_number(*c))
            fputc('b', out);
    }
    fputc('\n', out);
}

static void write_pointees(struct making *k, const struct kernel *kernel, const char *name,
                           FILE *out)
{
    fprintf(out, "pointees %s =", name);
    for (unsigned i = 0; i < kernel->count; i++)
        fputc(kernel->parameters[i].kind == ENZ_RT_LAUNCH_POINTER
                  ? pointee_of(k, LLVMGetParam(kernel->fn, i))
                  : UNKNOWN,
              out);
    fputc('\n', out);
}

static void describe(struct making *k, LLVMValueRef fn, FILE *out)
{
    struct kernel kernel;
    const char *name = LLVMGetValueName(fn);
    struct obstacles o = find_obstacles(k, fn);
    if (o.unseen)
        fprintf(out, "unseen %s =%u\n", name, unseen_number(o.unseen));
    if (!read_kernel(k, fn, &kernel))
        return; /* of a kernel that the host cannot launch in a derivative */
    write_effects(&kernel, name, out);
    write_pointees(k, &kernel, name, out);
}

/* Kernels that are wanted in reverse mode run again. */
static void check(const struct launch_line *line, void *context)
{
    struct making *k = context;
    bool reverse = !strcmp(line->mode, "reverse");
    LLVMValueRef kernel = reverse ? LLVMGetNamedFunction(k->m, line->kernel) : NULL;
    if (!kernel || LLVMIsDeclaration(kernel))
        return;
    struct obstacles o = find_obstacles(k, kernel);
    if (o.unseen)
        refuse(k, o.unseen_at, line->kernel, o.unseen);
    else if (o.differs)
        refuse(k, o.differs_at, line->kernel, o.differs);
}

/* Functions lose what keeps passes from them. */
static void open_all(LLVMModuleRef m)
{
    static const char *const names[] = {"optnone", "noinline"};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            LLVMRemoveEnumAttributeAtIndex(
                f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                LLVMGetEnumAttributeKindForName(names[i], strlen(names[i])));
}

/* A copy that is optimised, whatever the program's level. */
static LLVMModuleRef optimised_copy(EzbCtx *cx, LLVMModuleRef m)
{
    static const char pipeline[] =
        "always-inline,inferattrs,cgscc(inline,function-attrs,function(sroa<modify-cfg>,"
        "early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>)),cgscc(function-attrs)";
    LLVMModuleRef copy = LLVMCloneModule(m);
    open_all(copy);
    ezb_run_module_passes(cx, copy, pipeline, NULL);
    return copy;
}

static void drop_copy(EzbCtx *cx, struct making *k)
{
    arena_free(&k->arena);
    ezb_invalidate_all(cx);
    LLVMDisposeModule(k->m);
}

bool kernels_describe(EzbCtx *cx, LLVMModuleRef m, const char *path)
{
    struct making k = {.m = optimised_copy(cx, m), .c = LLVMGetModuleContext(m)};
    FILE *out = fopen(path, "w");
    arena_init(&k.arena);
    for (LLVMValueRef f = LLVMGetFirstFunction(k.m); out && f; f = LLVMGetNextFunction(f))
        if (device_is_kernel(f) && !LLVMIsDeclaration(f))
            describe(&k, f, out);
    drop_copy(cx, &k);
    return out && !fclose(out);
}

bool kernels_known_version(LLVMValueRef at, struct diag_sink *diags)
{
    return EZB_KNOWS_DEVICES || diag(diags, DIAG_DEVICE, at, LLVM_VERSION_MAJOR);
}

bool kernels_check(EzbCtx *cx, LLVMModuleRef m, const char *list, struct diag_sink *diags)
{
    if (!kernels_known_version(NULL, diags))
        return false;
    struct making k = {.m = optimised_copy(cx, m), .c = LLVMGetModuleContext(m), .diags = diags};
    arena_init(&k.arena);
    bool read = launches_read(list, check, &k);
    drop_copy(cx, &k);
    return read && diag_error_count(diags) == 0;
}
