/* What the scanf family reads, as differentiation sees it.
 *
 * A call with a constant format is followed by one call of enz.input(address, bytes) per number it
 * may have read, with no bytes if it did not come that far; enz.input is where derivatives end.
 * Integers are read into variables, and stored where they belong if they came: there may have been
 * a number, in a union say. Text carries nothing. The call itself then is like any other that does
 * not differentiate. */
#include "base/target.h"
#include "prepare/calls/calls.h"
#include "rules/rules.h"
#include <string.h>

struct scan {
    struct prepare *p;
    LLVMBuilderRef b;
    LLVMValueRef call;
    unsigned operand; /* the next one that is written */
    unsigned number;  /* conversions that count for the result, so far */
};

struct scanner {
    const char *name;
    unsigned format; /* operand; what is read goes to the operands behind it */
};
static const struct scanner scanners[] = {
    {"__isoc23_fscanf", 1}, {"__isoc23_scanf", 0}, {"__isoc23_sscanf", 1},
    {"__isoc99_fscanf", 1}, {"__isoc99_scanf", 0}, {"__isoc99_sscanf", 1},
    {"fscanf", 1},          {"scanf", 0},          {"sscanf", 1},
};

static const struct scanner *find_scanner(LLVMValueRef inst)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    if (!callee || !LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee))
        return NULL;
    const char *name = LLVMGetValueName(callee);
    for (size_t i = 0; i < sizeof scanners / sizeof *scanners; i++)
        if (!strcmp(name, scanners[i].name) && LLVMGetNumArgOperands(inst) > scanners[i].format)
            return &scanners[i];
    return NULL;
}

/* The text of a constant string, or NULL. */
static const char *constant_text(struct prepare *p, LLVMValueRef v)
{
    size_t n;
    if (!LLVMIsAGlobalVariable(v) || !LLVMIsGlobalConstant(v) || LLVMIsDeclaration(v))
        return NULL;
    LLVMValueRef init = LLVMGetInitializer(v);
    if (LLVMIsNull(init))
        return "";
    if (!LLVMIsAConstantDataArray(init) || !LLVMIsConstantString(init))
        return NULL;
    const char *text = LLVMGetAsString(init, &n);
    return arena_printf(p->arena, "%.*s", (int)n, text);
}

/* One conversion, behind its '%'. */
struct conversion {
    bool suppressed, allocates;
    unsigned longs, shorts; /* 'l', or 2 for 'L' and 'j'; 'h' */
    bool word;              /* as wide as a size: 'z' or 't' */
    char letter;
};

static struct conversion read_conversion(const char **at)
{
    struct conversion c = {0};
    const char *s = *at;
    for (; *s && strchr("*0123456789hlLjztqm'", *s); s++) {
        c.suppressed |= *s == '*';
        c.allocates |= *s == 'm';
        c.longs += *s == 'l' ? 1 : *s == 'L' || *s == 'q' ? 2 : 0;
        c.shorts += *s == 'h';
        c.word |= strchr("zt", *s) != NULL;
        c.longs += *s == 'j' ? 2 : 0;
    }
    c.letter = *s ? *s++ : 0;
    if (c.letter == '[') { /* a set; its first character may be the bracket */
        s += *s == '^';
        s += *s == ']';
        while (*s && *s != ']')
            s++;
        s += *s == ']';
    }
    *at = s;
    return c;
}

static LLVMTypeRef number_type(struct scan *s, const struct conversion *c)
{
    LLVMContextRef x = LLVMGetModuleContext(s->p->module);
    if (!strchr("aefgAEFG", c->letter))
        return NULL;
    return c->longs == 0   ? LLVMFloatTypeInContext(x)
           : c->longs == 1 ? LLVMDoubleTypeInContext(x)
                           : target_long_double(s->p->module);
}

LLVMValueRef prepare_variable(LLVMValueRef call, LLVMTypeRef type)
{
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    LLVMValueRef variable = LLVMBuildAlloca(b, type, "");
    LLVMDisposeBuilder(b);
    return variable;
}

static LLVMTypeRef integer_type(struct scan *s, const struct conversion *c)
{
    LLVMContextRef x = LLVMGetModuleContext(s->p->module);
    LLVMTypeRef size = target_size(s->p->module);
    if (!strchr("diouxX", c->letter))
        return NULL;
    return c->shorts > 1         ? LLVMInt8TypeInContext(x)
           : c->shorts           ? LLVMInt16TypeInContext(x)
           : c->longs > 1        ? LLVMInt64TypeInContext(x)
           : c->longs || c->word ? size
                                 : LLVMInt32TypeInContext(x);
}

void prepare_mark_input(struct prepare *p, LLVMBuilderRef b, LLVMValueRef address,
                        LLVMValueRef bytes)
{
    LLVMContextRef x = LLVMGetModuleContext(p->module);
    LLVMTypeRef params[2] = {target_pointer(p->module), target_size(p->module)};
    LLVMTypeRef t = LLVMFunctionType(LLVMVoidTypeInContext(x), params, 2, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(p->module, "enz.input"), args[2] = {address, bytes};
    if (!fn) {
        fn = LLVMAddFunction(p->module, "enz.input", t);
        ezb_set_fn_effects(fn, (EzbEffects){.arg = EZB_MOD});
    }
    LLVMBuildCall2(b, t, fn, args, 2, "");
}

/* result > k */
static LLVMValueRef has_come(struct scan *s)
{
    return LLVMBuildICmp(s->b, LLVMIntSGT, s->call, LLVMConstInt(LLVMTypeOf(s->call), s->number, 0),
                         "");
}

static void store_integer(struct scan *s, LLVMTypeRef type)
{
    LLVMValueRef to = LLVMGetOperand(s->call, s->operand);
    if (LLVMIsAAllocaInst(to) && LLVMGetTypeKind(LLVMGetAllocatedType(to)) == LLVMIntegerTypeKind)
        return;
    LLVMValueRef variable = prepare_variable(s->call, type);
    LLVMSetOperand(s->call, s->operand, variable);
    LLVMValueRef read = LLVMBuildLoad2(s->b, type, variable, ""),
                 place = LLVMBuildSelect(s->b, has_come(s), to, variable, "");
    LLVMBuildStore(s->b, read, place);
}

/* enz.input(address, result > k ? size : 0) */
static void mark_number(struct scan *s, LLVMTypeRef type)
{
    LLVMValueRef came = has_come(s);
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(s->p->module), type);
    LLVMValueRef bytes = LLVMBuildSelect(s->b, came, target_bytes(s->p->module, size),
                                         target_bytes(s->p->module, 0), "");
    prepare_mark_input(s->p, s->b, LLVMGetOperand(s->call, s->operand), bytes);
}

/* False if the format is not understood. With `emit`, marks what is read. */
static bool walk_format(struct scan *s, const char *text, bool emit)
{
    for (const char *at = text; *at;) {
        if (*at++ != '%')
            continue;
        struct conversion c = read_conversion(&at);
        if (c.letter == '%')
            continue;
        if (!c.letter || c.allocates)
            return false;
        if (c.suppressed)
            continue;
        if (s->operand >= LLVMGetNumArgOperands(s->call))
            return false;
        LLVMTypeRef type = number_type(s, &c), integer = integer_type(s, &c);
        if (type && emit)
            mark_number(s, type);
        if (integer && emit)
            store_integer(s, integer);
        s->operand++;
        s->number += c.letter != 'n';
    }
    return true;
}

static void mark_inactive(struct prepare *p, LLVMValueRef call)
{
    static const char name[] = "enzyme_inactive";
    LLVMAttributeRef a =
        LLVMCreateStringAttribute(LLVMGetModuleContext(p->module), name, sizeof name - 1, "", 0);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, a);
}

static bool lower_scan(struct prepare *p, LLVMValueRef call, const struct scanner *scanner)
{
    const char *text = constant_text(p, LLVMGetOperand(call, scanner->format));
    struct scan s = {.p = p, .call = call, .operand = scanner->format + 1};
    if (!text || !walk_format(&s, text, false))
        return false;
    s.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    LLVMPositionBuilderBefore(s.b, LLVMGetNextInstruction(call));
    LLVMSetCurrentDebugLocation2(s.b, LLVMInstructionGetDebugLoc(call));
    s.operand = scanner->format + 1, s.number = 0;
    walk_format(&s, text, true);
    LLVMDisposeBuilder(s.b);
    mark_inactive(p, call);
    return true;
}

unsigned prepare_input(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            const struct scanner *s = find_scanner(i);
            next = LLVMGetNextInstruction(i);
            changes += s && lower_scan(p, i, s);
        }
    return changes;
}
