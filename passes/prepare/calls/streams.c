/* What streams of the C++ library read, and which strings its functions return, as differentiation
 * sees it.
 *
 * A member of basic_istream that extracts a number is followed by enz.input(address, size), with no
 * bytes if the stream failed before it came that far; one that reads characters into a buffer, by
 * enz.input(buffer, count). Other members read text and integers, which carry no derivatives.
 * std::from_chars of libstdc++, which writes the number itself, and what it calls in libc++, which
 * returns the number in memory, are treated alike. The pointers that from_chars and to_chars return
 * lead into the memory of their first argument, where there may be numbers behind the text. */
#include "base/target.h"
#include "ir/code.h"
#include "prepare/calls/calls.h"
#include "prepare/exceptions/exceptions.h"
#include "rules/rules.h"
#include <string.h>

/* ---- names ----------------------------------------------------------------------------------- */

static const char *const streams[] = {"_ZNSi", "_ZNSt13basic_istreamIwSt11char_traitsIwEE",
                                      "_ZNSt3__113basic_istreamIcNS_11char_traitsIcEEE",
                                      "_ZNSt3__113basic_istreamIwNS_11char_traitsIwEEE"};
/* Members that extract a number, up to the mangled type of the number: operator>> and, behind it in
 * libstdc++, _M_extract. */
static const char *const extractions[] = {"rsER", "10_M_extractI"};
static const char *const readers[] = {"4readEP", "8readsomeEP"};

/* What follows the class in the name of a member of an input stream; NULL for other functions. */
static const char *stream_member(LLVMValueRef inst)
{
    LLVMValueRef callee = code_is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName(callee) : "";
    for (size_t i = 0;
         i < sizeof streams / sizeof *streams && callee && LLVMGetNumArgOperands(inst) >= 2; i++)
        if (!strncmp(name, streams[i], strlen(streams[i])))
            return name + strlen(streams[i]);
    return NULL;
}

static LLVMTypeRef mangled_type(LLVMModuleRef m, char letter)
{
    LLVMContextRef x = LLVMGetModuleContext(m);
    switch (letter) {
    case 'f': return LLVMFloatTypeInContext(x);
    case 'd': return LLVMDoubleTypeInContext(x);
    case 'e': return target_long_double(m);
    default: return NULL;
    }
}

/* The type of the number that the member extracts, or NULL. */
static LLVMTypeRef extracted_type(LLVMModuleRef m, const char *member)
{
    for (size_t i = 0; i < sizeof extractions / sizeof *extractions; i++) {
        size_t n = strlen(extractions[i]);
        if (!strncmp(member, extractions[i], n))
            return mangled_type(m, member[n]);
    }
    return NULL;
}

/* from_chars_result std::from_chars(const char *first, const char *last, NUMBER &value,
 * chars_format) of libstdc++; from_chars_result of libc++, which calls struct { NUMBER value; ... }
 * __from_chars_floating_point(const char *first, const char *last, chars_format), has the number in
 * the result, which is in memory. The mangled type of the number follows the name. */
static const struct conversion {
    const char *name;
    unsigned address; /* the operand */
    bool checked;     /* the number is left alone if there was an error */
} conversions[] = {{"_ZSt10from_charsPKcS0_R", 2, true},
                   {"_ZNSt3__127__from_chars_floating_pointI", 0, false}};

static const struct conversion *conversion_of(LLVMValueRef inst)
{
    LLVMValueRef callee = code_is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return NULL;
    for (size_t i = 0; i < sizeof conversions / sizeof *conversions; i++)
        if (!strncmp(LLVMGetValueName(callee), conversions[i].name, strlen(conversions[i].name)))
            return &conversions[i];
    return NULL;
}

/* NULL for integers. */
static LLVMTypeRef converted_type(LLVMModuleRef m, LLVMValueRef inst, const struct conversion *c)
{
    return c ? mangled_type(m, LLVMGetValueName(LLVMGetCalledValue(inst))[strlen(c->name)]) : NULL;
}

/* { const char *, errc } f(const char *first, ...), with the pointer at the end of what has been
 * read or written. In libc++ the program itself makes from_chars's pointer. */
static bool returns_end(LLVMValueRef inst)
{
    static const char *const names[] = {"_ZSt10from_chars", "_ZSt8to_chars", "_ZNSt3__18to_chars"};
    LLVMValueRef callee = code_is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    LLVMTypeRef t = LLVMTypeOf(inst);
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee) ||
        LLVMGetTypeKind(t) != LLVMStructTypeKind || LLVMCountStructElementTypes(t) != 2 ||
        LLVMStructGetTypeAtIndex(t, 0) != LLVMTypeOf(LLVMGetOperand(inst, 0)))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(LLVMGetValueName(callee), names[i], strlen(names[i])))
            return true;
    return false;
}

static bool is_reader(const char *member)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (!strncmp(member, readers[i], strlen(readers[i])))
            return true;
    return false;
}

/* ---- the state of a stream ------------------------------------------------------------------- */

/* Layout of libstdc++ and libc++, in words: the offset of the virtual base is three before the
 * table of functions; in that base are the table, two sizes, two numbers of 32 bits, and the
 * stream's state; the count of the last unformatted input is one word into the stream. badbit is 1,
 * failbit 4. */
enum { BASE_AT = -3, STATE_AT = 3, FLAGS_BYTES = 8, COUNT_AT = 1, FAILED = 5 };

static LLVMValueRef load_word(LLVMBuilderRef b, LLVMValueRef base, int at)
{
    LLVMModuleRef m = target_module(b);
    LLVMValueRef address = target_offset(b, base, at * (int)target_pointer_bytes(m));
    return LLVMBuildLoad2(b, target_size(m), address, "");
}

static LLVMValueRef has_failed(LLVMBuilderRef b, LLVMValueRef stream)
{
    LLVMContextRef x = LLVMGetTypeContext(LLVMTypeOf(stream));
    LLVMTypeRef i8 = LLVMInt8TypeInContext(x), i32 = LLVMInt32TypeInContext(x);
    LLVMModuleRef m = target_module(b);
    LLVMValueRef table = LLVMBuildLoad2(b, LLVMTypeOf(stream), stream, "");
    LLVMValueRef base = load_word(b, table, BASE_AT),
                 state = target_bytes(m, STATE_AT * target_pointer_bytes(m) + FLAGS_BYTES),
                 at = LLVMBuildAdd(b, base, state, "");
    LLVMValueRef bits = LLVMBuildLoad2(b, i32, LLVMBuildGEP2(b, i8, stream, &at, 1, ""), "");
    bits = LLVMBuildAnd(b, bits, LLVMConstInt(i32, FAILED, 0), "");
    return LLVMBuildICmp(b, LLVMIntNE, bits, LLVMConstInt(i32, 0, 0), "");
}

/* ---- marking --------------------------------------------------------------------------------- */

/* A stream that fails leaves the number alone or, if it came as far as reading one, sets it to zero
 * or the largest. */
static void mark_number(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call, LLVMTypeRef number)
{
    LLVMValueRef stream = LLVMGetOperand(call, 0), address = LLVMGetOperand(call, 1);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef before = LLVMBuildLoad2(b, number, address, "");
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
    LLVMValueRef same =
        LLVMBuildFCmp(b, LLVMRealOEQ, before, LLVMBuildLoad2(b, number, address, ""), "");
    LLVMValueRef left = LLVMBuildAnd(b, has_failed(b, stream), same, "");
    LLVMValueRef size =
        target_bytes(p->module, LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module), number));
    prepare_mark_input(p, b, address,
                       LLVMBuildSelect(b, left, target_bytes(p->module, 0), size, ""));
}

static void mark_buffer(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
    LLVMValueRef count = load_word(b, LLVMGetOperand(call, 0), COUNT_AT);
    prepare_mark_input(p, b, LLVMGetOperand(call, 1), count);
}

/* The error, 0 for none, is the second member of the result. */
static void mark_conversion(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call,
                            const struct conversion *c, LLVMTypeRef number)
{
    LLVMValueRef size =
        target_bytes(p->module, LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module), number));
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
    if (c->checked) {
        LLVMValueRef error = LLVMBuildExtractValue(b, call, 1, "");
        LLVMValueRef done =
            LLVMBuildICmp(b, LLVMIntEQ, error, LLVMConstNull(LLVMTypeOf(error)), "");
        size = LLVMBuildSelect(b, done, size, target_bytes(p->module, 0), "");
    }
    prepare_mark_input(p, b, LLVMGetOperand(call, c->address), size);
}

static LLVMValueRef distance(struct prepare *p, LLVMBuilderRef b, LLVMValueRef from,
                             LLVMValueRef to)
{
    LLVMTypeRef params[] = {LLVMTypeOf(from), LLVMTypeOf(to)},
                type = LLVMFunctionType(target_size(p->module), params, 2, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, "enz_find_distance"), args[] = {from, to};
    return LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(p->module, "enz_find_distance", type),
                          args, 2, "");
}

/* The pointer becomes one that has the shadow of the first argument. */
static void lead_end(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMValueRef first = LLVMGetOperand(call, 0);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
    LLVMValueRef end = LLVMBuildExtractValue(b, call, 0, ""), at = distance(p, b, first, end),
                 led = LLVMBuildGEP2(b, LLVMInt8TypeInContext(LLVMGetModuleContext(p->module)),
                                     first, &at, 1, ""),
                 whole = LLVMBuildInsertValue(b, call, led, 0, "");
    LLVMReplaceAllUsesWith(call, whole);
    LLVMSetOperand(end, 0, call);
    LLVMSetOperand(whole, 0, call);
}

static bool mark(struct prepare *p, LLVMValueRef inst)
{
    bool leads = returns_end(inst);
    const char *member = stream_member(inst);
    const struct conversion *conversion = conversion_of(inst);
    LLVMTypeRef number = member ? extracted_type(p->module, member) : NULL,
                converted = converted_type(p->module, inst, conversion);
    if (!number && !converted && !leads && !(member && is_reader(member)))
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    struct prepare_opened o = prepare_open(p, inst);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(o.call));
    if (number)
        mark_number(p, b, o.call, number);
    else if (converted)
        mark_conversion(p, b, o.call, conversion, converted);
    else if (!leads)
        mark_buffer(p, b, o.call);
    if (leads)
        lead_end(p, b, o.call);
    prepare_guard(&o, o.call);
    prepare_close(&o);
    LLVMDisposeBuilder(b);
    return true;
}

/* s.append(t).append(u): the result is s, with the shadow of s. */
static bool return_string(struct prepare *p, LLVMValueRef inst)
{
    if (!code_is_call(inst) || !LLVMGetFirstUse(inst))
        return false;
    struct call_info c = rule_classify(p->cx, inst);
    if (!rule_returns_text(inst, &c))
        return false;
    LLVMReplaceAllUsesWith(inst, LLVMGetOperand(inst, 0));
    return true;
}

unsigned prepare_streams(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            changes += mark(p, i) || return_string(p, i);
        }
    return changes;
}
