/* What streams of the C++ library read, and which strings its functions return, as differentiation
 * sees it.
 *
 * A member of basic_istream that extracts a number is followed by enz.input(address, size), with no
 * bytes if the stream failed before it came that far; one that reads characters into a buffer, by
 * enz.input(buffer, count). Other members read text and integers, which carry no derivatives.
 * std::from_chars of libstdc++, which writes the number itself, is treated alike. */
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

static bool is_call(LLVMValueRef inst)
{
    return LLVMIsACallInst(inst) || LLVMIsAInvokeInst(inst);
}

/* What follows the class in the name of a member of an input stream; NULL for other functions. */
static const char *stream_member(LLVMValueRef inst)
{
    LLVMValueRef callee = is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName(callee) : "";
    for (size_t i = 0;
         i < sizeof streams / sizeof *streams && callee && LLVMGetNumArgOperands(inst) >= 2; i++)
        if (!strncmp(name, streams[i], strlen(streams[i])))
            return name + strlen(streams[i]);
    return NULL;
}

static LLVMTypeRef mangled_type(LLVMContextRef x, char letter)
{
    switch (letter) {
    case 'f': return LLVMFloatTypeInContext(x);
    case 'd': return LLVMDoubleTypeInContext(x);
    case 'e': return LLVMX86FP80TypeInContext(x);
    default: return NULL;
    }
}

/* The type of the number that the member extracts, or NULL. */
static LLVMTypeRef extracted_type(LLVMContextRef x, const char *member)
{
    for (size_t i = 0; i < sizeof extractions / sizeof *extractions; i++) {
        size_t n = strlen(extractions[i]);
        if (!strncmp(member, extractions[i], n))
            return mangled_type(x, member[n]);
    }
    return NULL;
}

/* from_chars_result std::from_chars(const char *first, const char *last, NUMBER &value,
 * chars_format) */
static LLVMTypeRef converted_type(LLVMContextRef x, LLVMValueRef inst)
{
    static const char name[] = "_ZSt10from_charsPKcS0_R";
    LLVMValueRef callee = is_call(inst) ? LLVMGetCalledValue(inst) : NULL;
    size_t n = strlen(name);
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee) ||
        strncmp(LLVMGetValueName(callee), name, n))
        return NULL;
    return mangled_type(x, LLVMGetValueName(callee)[n]);
}

static bool is_reader(const char *member)
{
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (!strncmp(member, readers[i], strlen(readers[i])))
            return true;
    return false;
}

/* ---- the state of a stream ------------------------------------------------------------------- */

/* Layout of libstdc++ and libc++: the offset of the virtual base is 24 bytes before the table of
 * functions, the stream's state 32 bytes into that base, the count of the last unformatted input 8
 * bytes into the stream. badbit is 1, failbit 4. */
enum { BASE_AT = -24, STATE_AT = 32, COUNT_AT = 8, FAILED = 5 };

static LLVMValueRef load_at(LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef base, LLVMValueRef offset)
{
    LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(t));
    return LLVMBuildLoad2(b, t, LLVMBuildGEP2(b, i8, base, &offset, 1, ""), "");
}

static LLVMValueRef has_failed(LLVMBuilderRef b, LLVMValueRef stream)
{
    LLVMContextRef x = LLVMGetTypeContext(LLVMTypeOf(stream));
    LLVMTypeRef i64 = LLVMInt64TypeInContext(x), i32 = LLVMInt32TypeInContext(x);
    LLVMValueRef table = LLVMBuildLoad2(b, LLVMTypeOf(stream), stream, "");
    LLVMValueRef base =
        load_at(b, i64, table, LLVMConstInt(i64, (unsigned long long)(long long)BASE_AT, 1));
    LLVMValueRef at = LLVMBuildAdd(b, base, LLVMConstInt(i64, STATE_AT, 0), "");
    LLVMValueRef bits =
        LLVMBuildAnd(b, load_at(b, i32, stream, at), LLVMConstInt(i32, FAILED, 0), "");
    return LLVMBuildICmp(b, LLVMIntNE, bits, LLVMConstInt(i32, 0, 0), "");
}

/* ---- marking --------------------------------------------------------------------------------- */

/* A stream that fails leaves the number alone or, if it came as far as reading one, sets it to zero
 * or the largest. */
static void mark_number(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call, LLVMTypeRef number)
{
    LLVMValueRef stream = LLVMGetOperand(call, 0), address = LLVMGetOperand(call, 1);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef before = LLVMBuildLoad2(b, number, address, "");
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
    LLVMValueRef same =
        LLVMBuildFCmp(b, LLVMRealOEQ, before, LLVMBuildLoad2(b, number, address, ""), "");
    LLVMValueRef left = LLVMBuildAnd(b, has_failed(b, stream), same, "");
    LLVMValueRef size =
        LLVMConstInt(i64, LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module), number), 0);
    prepare_mark_input(p, b, address, LLVMBuildSelect(b, left, LLVMConstInt(i64, 0, 0), size, ""));
}

static void mark_buffer(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
    LLVMValueRef count = load_at(b, i64, LLVMGetOperand(call, 0), LLVMConstInt(i64, COUNT_AT, 0));
    prepare_mark_input(p, b, LLVMGetOperand(call, 1), count);
}

/* The result is the end of the text read and an error, which leaves the number alone. */
static void mark_conversion(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call,
                            LLVMTypeRef number)
{
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetModuleContext(p->module));
    LLVMValueRef size =
        LLVMConstInt(i64, LLVMABISizeOfType(LLVMGetModuleDataLayout(p->module), number), 0);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
    LLVMValueRef error = LLVMBuildExtractValue(b, call, 1, "");
    LLVMValueRef done = LLVMBuildICmp(b, LLVMIntEQ, error, LLVMConstNull(LLVMTypeOf(error)), "");
    prepare_mark_input(p, b, LLVMGetOperand(call, 2),
                       LLVMBuildSelect(b, done, size, LLVMConstInt(i64, 0, 0), ""));
}

static bool mark(struct prepare *p, LLVMValueRef inst)
{
    LLVMContextRef x = LLVMGetModuleContext(p->module);
    const char *member = stream_member(inst);
    LLVMTypeRef number = member ? extracted_type(x, member) : NULL,
                converted = converted_type(x, inst);
    if (!number && !converted && !(member && is_reader(member)))
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(x);
    struct prepare_opened o = prepare_open(p, inst);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(o.call));
    if (number)
        mark_number(p, b, o.call, number);
    else if (converted)
        mark_conversion(p, b, o.call, converted);
    else
        mark_buffer(p, b, o.call);
    prepare_guard(&o, o.call);
    prepare_close(&o);
    LLVMDisposeBuilder(b);
    return true;
}

/* s.append(t).append(u): the result is s, with the shadow of s. */
static bool return_string(struct prepare *p, LLVMValueRef inst)
{
    if (!is_call(inst) || !LLVMGetFirstUse(inst))
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
