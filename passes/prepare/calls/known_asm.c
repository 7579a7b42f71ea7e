/* Inline assembly that says what it does: minimum, maximum and fused multiplication of SSE, AVX and
 * FMA, which Eigen writes out for some compilers, and assembly without text, which hides a value
 * from the optimiser.
 *
 * max(first, second) is first > second ? first : second, so the second for NaN and for zeros of
 * both signs (Intel 64 Architectures Software Developer's Manual, MAXPD). In the syntax of AT&T,
 * "maxpd second, first" leaves the result in `first`; "vmaxpd second, first, result" has a place of
 * its own for it; "vfmadd231pd second, first, sum" adds to `sum`. */
#include "prepare/calls/calls.h"
#include <stdlib.h>
#include <string.h>

struct instruction {
    const char *name;
    LLVMTypeKind element;
    LLVMRealPredicate takes_first; /* LLVMRealPredicateFalse: first * second + sum */
};

static const struct instruction instructions[] = {
    {"fmadd231pd", LLVMDoubleTypeKind, LLVMRealPredicateFalse},
    {"fmadd231ps", LLVMFloatTypeKind, LLVMRealPredicateFalse},
    {"fmadd231sd", LLVMDoubleTypeKind, LLVMRealPredicateFalse},
    {"fmadd231ss", LLVMFloatTypeKind, LLVMRealPredicateFalse},
    {"maxpd", LLVMDoubleTypeKind, LLVMRealOGT},
    {"maxps", LLVMFloatTypeKind, LLVMRealOGT},
    {"maxsd", LLVMDoubleTypeKind, LLVMRealOGT},
    {"maxss", LLVMFloatTypeKind, LLVMRealOGT},
    {"minpd", LLVMDoubleTypeKind, LLVMRealOLT},
    {"minps", LLVMFloatTypeKind, LLVMRealOLT},
    {"minsd", LLVMDoubleTypeKind, LLVMRealOLT},
    {"minss", LLVMFloatTypeKind, LLVMRealOLT},
};

/* What the assembly refers to as $0, $1, ...: the result and the operands of the call. */
enum { PLACES_MAX = 4, NO_PLACE = -1 };

/* Reads "name $a, $b" or "vname $a, $b, $c"; the number of places, 0 if it is something else. */
static unsigned read_template(const char *text, size_t length, const struct instruction **found,
                              int *places)
{
    char line[64];
    if (length >= sizeof line)
        return 0;
    memcpy(line, text, length);
    line[length] = 0;
    char *state, *name = strtok_r(line, " \t", &state), *word;
    unsigned n = 0;
    *found = NULL;
    for (size_t i = 0; name && i < sizeof instructions / sizeof *instructions; i++)
        if (!strcmp(name + (*name == 'v'), instructions[i].name))
            *found = &instructions[i];
    while (*found && (word = strtok_r(NULL, ", \t", &state)) != NULL) {
        char *end;
        if (n == 3 || word[0] != '$' ||
            (places[n++] = (int)strtol(word + 1, &end, 10), end == word + 1 || *end))
            return 0;
    }
    return *found && n == (*name == 'v' ? 3u : 2u) ? n : 0;
}

/* The operand of the call for each place, and for the result the operand that is tied to it; false
 * if there is more to the constraints than registers. */
static bool read_constraints(const char *text, size_t length, int *operand_at)
{
    char line[128];
    if (length >= sizeof line)
        return false;
    memcpy(line, text, length);
    line[length] = 0;
    char *state;
    int place = 0;
    operand_at[0] = NO_PLACE;
    for (char *word = strtok_r(line, ",", &state); word; word = strtok_r(NULL, ",", &state)) {
        if (word[0] == '~')
            continue;
        if (place == 0 ? strcmp(word, "=x") != 0 && strcmp(word, "=&x") != 0
                       : strcmp(word, "x") != 0 && strcmp(word, "0") != 0)
            return false;
        if (place == PLACES_MAX)
            return false;
        if (place && !strcmp(word, "0"))
            operand_at[0] = place - 1;
        if (place)
            operand_at[place] = place - 1;
        place++;
    }
    for (; place < PLACES_MAX; place++)
        operand_at[place] = NO_PLACE;
    return true;
}

static LLVMTypeKind element_kind(LLVMTypeRef t)
{
    return LLVMGetTypeKind(LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t);
}

/* The operand of the call at a place, if it has the type of the result; NULL. */
static LLVMValueRef operand_of(LLVMValueRef call, const int *operand_at, int place)
{
    int k = place < PLACES_MAX ? operand_at[place] : NO_PLACE;
    LLVMValueRef v = k >= 0 ? LLVMGetOperand(call, (unsigned)k) : NULL;
    return v && LLVMTypeOf(v) == LLVMTypeOf(call) ? v : NULL;
}

static LLVMValueRef build(struct prepare *p, LLVMBuilderRef b, const struct instruction *in,
                          LLVMValueRef *x)
{
    if (in->takes_first != LLVMRealPredicateFalse)
        return LLVMBuildSelect(b, LLVMBuildFCmp(b, in->takes_first, x[0], x[1], ""), x[0], x[1],
                               "");
    LLVMTypeRef t = LLVMTypeOf(x[0]);
    unsigned id = LLVMLookupIntrinsicID("llvm.fma", strlen("llvm.fma"));
    LLVMValueRef fma = LLVMGetIntrinsicDeclaration(p->module, id, &t, 1);
    return LLVMBuildCall2(b, LLVMIntrinsicGetType(LLVMGetModuleContext(p->module), id, &t, 1), fma,
                          x, 3, "");
}

/* What the call computes, or NULL if it is something else. */
static LLVMValueRef build_instruction(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call)
{
    LLVMValueRef code = LLVMGetCalledValue(call);
    const struct instruction *found;
    int places[3], operand_at[PLACES_MAX];
    size_t length;
    const char *text = LLVMIsAInlineAsm(code) ? LLVMGetInlineAsmAsmString(code, &length) : NULL;
    unsigned n = text ? read_template(text, length, &found, places) : 0;
    if (!n || places[n - 1] != 0 || element_kind(LLVMTypeOf(call)) != found->element)
        return NULL;
    text = LLVMGetInlineAsmConstraintString(code, &length);
    if (!read_constraints(text, length, operand_at))
        return NULL;
    bool adds = found->takes_first == LLVMRealPredicateFalse;
    LLVMValueRef x[] = {operand_of(call, operand_at, places[1]),
                        operand_of(call, operand_at, places[0]), operand_of(call, operand_at, 0)};
    return x[0] && x[1] && (!adds || (x[2] && n == 3)) ? build(p, b, found, x) : NULL;
}

/* ---- assembly without text ---- */

struct constraints {
    unsigned outputs, inputs; /* of the call: an output in memory is an operand, too */
    int tied;                 /* which input is the first output, or NO_PLACE */
    bool in_memory;           /* the first output is */
};

/* The operands are in the order of the constraints. */
static bool read_barrier(LLVMValueRef call, struct constraints *c)
{
    LLVMValueRef code = LLVMGetCalledValue(call);
    size_t length;
    if (!LLVMIsAInlineAsm(code) || (LLVMGetInlineAsmAsmString(code, &length), length))
        return false;
    const char *text = LLVMGetInlineAsmConstraintString(code, &length), *end = text + length;
    *c = (struct constraints){.tied = NO_PLACE};
    for (const char *word = text; word < end;
         word = memchr(word, ',', (size_t)(end - word)), word = word ? word + 1 : end) {
        if (*word == '~')
            continue;
        if (*word == '=') {
            c->in_memory |= word[1] == '*';
            c->outputs++;
            continue;
        }
        if (*word == '0')
            c->tied = (int)c->inputs;
        c->inputs++;
    }
    return c->outputs <= 1;
}

/* The value, kept apart from what the optimiser would make of it together with its neighbours. */
static LLVMValueRef fenced(struct prepare *p, LLVMBuilderRef b, LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMTypeKind kind = element_kind(t);
    if (kind != LLVMDoubleTypeKind && kind != LLVMFloatTypeKind)
        return v;
    unsigned id = LLVMLookupIntrinsicID("llvm.arithmetic.fence", strlen("llvm.arithmetic.fence"));
    LLVMValueRef fence = LLVMGetIntrinsicDeclaration(p->module, id, &t, 1);
    return LLVMBuildCall2(b, LLVMIntrinsicGetType(LLVMGetModuleContext(p->module), id, &t, 1),
                          fence, &v, 1, "");
}

/* Nothing happens to what the assembly takes and gives back; true if that can be said of it. */
static bool open_barrier(struct prepare *p, LLVMBuilderRef b, LLVMValueRef call)
{
    struct constraints c;
    if (!read_barrier(call, &c))
        return false;
    unsigned first_input = c.in_memory ? 1 : 0;
    if (c.outputs && c.tied != NO_PLACE) {
        LLVMValueRef v = fenced(p, b, LLVMGetOperand(call, first_input + (unsigned)c.tied));
        if (c.in_memory)
            LLVMBuildStore(b, v, LLVMGetOperand(call, 0));
        else if (LLVMTypeOf(v) == LLVMTypeOf(call))
            LLVMReplaceAllUsesWith(call, v);
        else
            return false;
    } else if (c.outputs && !(c.in_memory && c.inputs == 1 &&
                              LLVMGetOperand(call, 0) == LLVMGetOperand(call, 1))) {
        return false; /* a value out of nowhere */
    }
    LLVMInstructionEraseFromParent(call);
    return true;
}

unsigned prepare_known_asm(struct prepare *p, LLVMValueRef fn)
{
    unsigned changes = 0;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(p->module));
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(fn); block;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!LLVMIsACallInst(i) || !LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
                continue;
            LLVMPositionBuilderBefore(b, i);
            LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
            LLVMValueRef result = build_instruction(p, b, i);
            if (result) {
                LLVMReplaceAllUsesWith(i, result);
                LLVMInstructionEraseFromParent(i);
            }
            changes += result || open_barrier(p, b, i) || prepare_ptx(p, b, i);
        }
    LLVMDisposeBuilder(b);
    return changes;
}
