/* Notes which accesses stay in arrays that are members of structs (ir/members.h).
 *
 * Runs while addresses are calculated as the sources say it: one GEP leads to the member, another
 * one to an element. What matters is that loops over an array are not thought to mix floating-point
 * values, pointers and integers with what lies behind it. Members of the same numbers side by side
 * count as one array; arrays of pointers do not, as these may lead to different things. Not noted
 * are arrays that may be longer than they are declared, at the end of a struct with at most one
 * element, arrays of bytes, structs that have nothing but the same numbers, of which there may be
 * more in a row, and operands of calls beside a constant that is larger than the array: copies of
 * all that is behind it.
 *
 * A pointer that a function returns is in the arrays that are noted at the function. What is done
 * through a parameter of a function is in arrays that only its caller knows: when a call is
 * inlined, these take the place of a text for "where the operand is". */
#include "base/type.h"
#include "ir/code.h"
#include "ir/members.h"
#include "prepare/bytes/bytes.h"
#include <string.h>

struct within {
    unsigned count;
    const char *texts[MEMBERS_MAX];
    bool direct; /* a member that is no array: only what is calculated from its address gets out */
    bool open;   /* of a cycle of phis: only what leads into the cycle says */
};

struct noting {
    struct prepare *p;
    struct arena arena; /* for what is not kept in the program */
    LLVMTargetDataRef target;
    struct map known;   /* pointer -> struct within * */
    struct map numbers; /* pointer -> its number */
    bool as_written;    /* GEPs lead to the members that the sources name */
    bool of_program;    /* nothing of the program has been changed so far */
    bool params;        /* what is done through parameters counts */
};

/* There are floating-point values, or pointers, which may lead to some. */
static bool matters(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
        return matters(LLVMGetElementType(type));
    for (unsigned i = 0; kind == LLVMStructTypeKind && i < LLVMCountStructElementTypes(type); i++)
        if (matters(LLVMStructGetTypeAtIndex(type, i)))
            return true;
    return type_is_fp(type) || kind == LLVMPointerTypeKind;
}

/* Not of bytes, which may be memory for anything. */
static bool is_number(LLVMTypeRef type)
{
    return type_is_fp(type) ||
           (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) > 8);
}

/* The type of the numbers that are all there is; NULL: there is something else. */
static LLVMTypeRef only_number(LLVMTargetDataRef target, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    LLVMTypeRef number = NULL;
    uint64_t end = 0;
    if (kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind)
        return only_number(target, LLVMGetElementType(type));
    if (kind != LLVMStructTypeKind)
        return is_number(type) ? type : NULL;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
        LLVMTypeRef field = LLVMStructGetTypeAtIndex(type, i), x = only_number(target, field);
        if (!x || (i && x != number) || LLVMOffsetOfElement(target, type, i) != end)
            return NULL;
        number = x;
        end += LLVMABISizeOfType(target, field);
    }
    return end == LLVMABISizeOfType(target, type) ? number : NULL;
}

/* Bytes of a struct from which an address does not get out that was calculated from a member. */
struct stretch {
    uint64_t begin, end;
    LLVMTypeRef element;
};

/* A struct that has nothing but an array, such as std::array, is one. */
static LLVMTypeRef unwrapped(LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMCountStructElementTypes(type) == 1)
        type = LLVMStructGetTypeAtIndex(type, 0);
    return type;
}

/* Where it may be longer than is declared: at the end, with no more than one element. */
static bool is_flexible(LLVMTypeRef type, unsigned field)
{
    LLVMTypeRef member = unwrapped(LLVMStructGetTypeAtIndex(type, field));
    return field + 1 == LLVMCountStructElementTypes(type) &&
           LLVMGetTypeKind(member) == LLVMArrayTypeKind && LLVMGetArrayLength2(member) <= 1;
}

static uint64_t end_of(LLVMTargetDataRef target, LLVMTypeRef type, unsigned field)
{
    return LLVMOffsetOfElement(target, type, field) +
           LLVMABISizeOfType(target, LLVMStructGetTypeAtIndex(type, field));
}

/* The field behind this one begins where it ends. */
static bool is_next(LLVMTargetDataRef target, LLVMTypeRef type, unsigned field)
{
    return end_of(target, type, field) == LLVMOffsetOfElement(target, type, field + 1);
}

/* The member and those next to it that are of the same numbers: what walks over several members, as
 * old programs do, and as x, y, z are walked over, stops where something else begins. */
static bool numbers_around(LLVMTargetDataRef target, LLVMTypeRef type, unsigned field,
                           struct stretch *s)
{
    unsigned n = LLVMCountStructElementTypes(type), first = field, last = field;
    s->element = only_number(target, LLVMStructGetTypeAtIndex(type, field));
    if (!s->element)
        return false;
    while (first && is_next(target, type, first - 1) &&
           only_number(target, LLVMStructGetTypeAtIndex(type, first - 1)) == s->element)
        first--;
    while (last + 1 < n && is_next(target, type, last) &&
           only_number(target, LLVMStructGetTypeAtIndex(type, last + 1)) == s->element)
        last++;
    s->begin = LLVMOffsetOfElement(target, type, first);
    s->end = end_of(target, type, last);
    bool all = !s->begin && s->end == LLVMABISizeOfType(target, type),
         one = last + 1 == n && s->end - s->begin <= LLVMABISizeOfType(target, s->element);
    return !all && !one && !is_flexible(type, last);
}

static bool find_stretch(LLVMTargetDataRef target, LLVMTypeRef type, unsigned field,
                         struct stretch *s)
{
    LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, field);
    LLVMTypeRef number = only_number(target, member);
    bool array = LLVMGetTypeKind(unwrapped(member)) == LLVMArrayTypeKind;
    if (number && (array || type_is_fp(number)))
        return numbers_around(target, type, field, s);
    s->begin = LLVMOffsetOfElement(target, type, field);
    s->end = end_of(target, type, field);
    s->element = member;
    return array && matters(member) && s->end > s->begin && !is_flexible(type, field);
}

static void add_text(struct within *w, const char *text)
{
    for (unsigned i = 0; i < w->count; i++)
        if (!strcmp(w->texts[i], text))
            return;
    if (w->count < MEMBERS_MAX)
        w->texts[w->count++] = text;
}

static void add_texts(struct within *w, const char *const *texts, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        add_text(w, texts[i]);
}

/* ---- which arrays a pointer is in ------------------------------------------------------------ */

/* Of a pointer of the function, or the variable that it is loaded from, none has the same; globals
 * are told apart by their name. */
static const char *number_of(struct noting *s, LLVMValueRef pointer)
{
    pointer = member_variable(pointer);
    if (LLVMIsAGlobalValue(pointer))
        return LLVMGetValueName(pointer);
    unsigned number = map_get_id(&s->numbers, pointer);
    if (number == MAP_NO_ID) {
        number = s->p->member_numbers++;
        map_put_id(&s->numbers, pointer, number);
    }
    return arena_printf(&s->arena, "%u", number);
}

static void add_stretch(struct noting *s, struct within *w, LLVMValueRef base, LLVMTypeRef type,
                        const struct stretch *x, struct member_origin origin)
{
    struct member_origin from = origin;
    LLVMValueRef seen_from = member_base(s->target, base, &from);
    struct member_known m = {.type = member_type(&s->arena, type, number_of(s, seen_from), from),
                             .begin = x->begin,
                             .size = x->end - x->begin,
                             .element = member_element(x->element)};
    add_text(w, member_text(&s->arena, &m));
    member_note_origin(&s->arena, s->target, base, m.type, origin);
}

static const struct within *within(struct noting *s, LLVMValueRef pointer);

/* The arrays that the base is in, and those on the way from there. */
static void follow_gep(struct noting *s, LLVMValueRef gep, struct within *w)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    LLVMValueRef base = LLVMGetOperand(gep, 0);
    struct member_origin o = {0};
    *w = *within(s, base);
    bool direct = w->direct || !w->count;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        struct stretch x;
        bool member = member_is_field(type, i);
        unsigned field = member ? (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i)) : 0;
        if (s->as_written && member && find_stretch(s->target, type, field, &x))
            add_stretch(s, w, base, type, &x, o);
        w->direct = direct && member &&
                    LLVMGetTypeKind(LLVMStructGetTypeAtIndex(type, field)) != LLVMArrayTypeKind;
        member_gep_step(s->target, gep, i, &type, &o);
    }
}

/* What is calculated from several pointers is in an array where all of them are. */
static void follow_choice(struct noting *s, LLVMValueRef pointer, struct within *w)
{
    const struct within *all = NULL;
    for (unsigned k = 0; k < member_step_count(pointer); k++) {
        const struct within *in = within(s, member_step(pointer, k));
        if (in->open)
            continue;
        if (all && !member_equal(all->texts, all->count, in->texts, in->count))
            return;
        all = in;
    }
    if (all)
        *w = *all;
    w->direct = false;
}

static LLVMValueRef called(LLVMValueRef v)
{
    LLVMValueRef f = code_is_call(v) ? LLVMGetCalledValue(v) : NULL;
    return f && LLVMIsAFunction(f) ? f : NULL;
}

/* What all returns of the function return. */
static void find_result(struct noting *s, LLVMValueRef fn)
{
    struct within w = {0};
    bool any = false;
    member_note_result(&s->arena, fn, NULL, 0); /* for recursive functions */
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef ret = LLVMGetBasicBlockTerminator(b);
        if (!ret || !LLVMIsAReturnInst(ret))
            continue;
        const struct within *in = within(s, LLVMGetOperand(ret, 0));
        if (any)
            w.count = member_common(w.texts, w.count, in->texts, in->count);
        else
            w = *in;
        any = true;
    }
    member_note_result(&s->arena, fn, w.texts, w.count);
}

/* Unlike that of any other call. */
static const char *suffix_of(struct prepare *p, struct arena *a, LLVMValueRef call)
{
    const char *suffix = member_suffix_of_call(a, call);
    return suffix ? suffix : arena_printf(a, "#%u", p->member_numbers++);
}

static void follow_result(struct noting *s, LLVMValueRef call, struct within *w)
{
    LLVMValueRef fn = called(call);
    const char *texts[MEMBERS_MAX];
    unsigned n, param;
    if (!member_of_result(&s->arena, fn, texts, &n)) {
        if (!s->of_program || LLVMIsDeclaration(fn))
            return;
        find_result(s, fn);
        member_of_result(&s->arena, fn, texts, &n);
    }
    const char *suffix = n ? suffix_of(s->p, &s->arena, call) : "";
    if (n)
        member_set_suffix(call, suffix);
    for (unsigned i = 0; i < n; i++) {
        if (!member_is_param(texts[i], &param)) {
            add_text(w, arena_printf(&s->arena, "%s%s", texts[i], suffix));
        } else if (param < LLVMGetNumArgOperands(call)) {
            const struct within *in = within(s, LLVMGetOperand(call, param));
            add_texts(w, in->texts, in->count);
        }
    }
}

static void follow_param(struct noting *s, LLVMValueRef param, struct within *w)
{
    LLVMValueRef fn = LLVMGetParamParent(param);
    for (unsigned i = 0; i < LLVMCountParams(fn); i++)
        if (LLVMGetParam(fn, i) == param)
            add_text(w, member_of_param(&s->arena, fn, i));
}

static const struct within *within(struct noting *s, LLVMValueRef pointer)
{
    struct within *w = map_get(&s->known, pointer);
    if (w)
        return w;
    w = ARENA_NEW(&s->arena, struct within);
    map_put(&s->known, pointer, w);
    w->open = true;
    if (LLVMIsAGetElementPtrInst(pointer)) {
        follow_gep(s, pointer, w);
        if (w->open)
            map_put(&s->known, pointer, NULL); /* known when the cycle is */
        return w;
    }
    if (LLVMIsAArgument(pointer))
        follow_param(s, pointer, w);
    else if (called(pointer))
        follow_result(s, pointer, w);
    else if (LLVMIsAInstruction(pointer))
        follow_choice(s, pointer, w);
    w->open = false;
    return w;
}

/* ---- notes ----------------------------------------------------------------------------------- */

/* What is to be noted where `known` is. What the sources say now takes the place of what they said
 * before variables became registers. */
static struct within to_note(const struct noting *s, const struct within *w,
                             const char *const *known, unsigned n)
{
    struct within all = {0};
    unsigned param;
    for (unsigned i = 0; i < w->count; i++)
        if (s->params || !member_is_param(w->texts[i], &param))
            add_text(&all, w->texts[i]);
    if (s->params || !all.count)
        add_texts(&all, known, n);
    return all;
}

/* A constant operand may be the size of more than the array. */
static bool is_longer(LLVMValueRef call, const char *array)
{
    struct member_known m;
    bool known = member_read(array, &m);
    for (unsigned i = 0; known && i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef x = LLVMGetOperand(call, i);
        unsigned bits = LLVMIsAConstantInt(x) ? LLVMGetIntTypeWidth(LLVMTypeOf(x)) : 0;
        if (bits >= 32 && bits <= 64 && LLVMConstIntGetZExtValue(x) > m.size)
            return true;
    }
    return false;
}

static bool is_longer_than_any(LLVMValueRef call, const struct within *w)
{
    for (unsigned i = 0; i < w->count; i++)
        if (is_longer(call, w->texts[i]))
            return true;
    return false;
}

static unsigned note_operands(struct noting *s, LLVMValueRef call)
{
    const char *known[MEMBERS_MAX];
    unsigned notes = 0;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef x = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(x)) != LLVMPointerTypeKind)
            continue;
        unsigned n = member_of_operand(&s->arena, call, i, known);
        struct within all = to_note(s, within(s, x), known, n);
        if (member_equal(all.texts, all.count, known, n) || is_longer_than_any(call, &all))
            continue;
        member_note_operand(&s->arena, call, i, all.texts, all.count);
        notes++;
    }
    return notes;
}

static LLVMValueRef accessed(LLVMValueRef inst)
{
    if (LLVMIsALoadInst(inst) || LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst))
        return LLVMGetOperand(inst, 0);
    return LLVMIsAStoreInst(inst) ? LLVMGetOperand(inst, 1) : NULL;
}

static unsigned note_in(struct noting *s, LLVMValueRef inst)
{
    unsigned added = 0;
    if (code_is_call(inst))
        return note_operands(s, inst);
    if (LLVMIsAReturnInst(inst) && LLVMGetNumOperands(inst))
        within(s, LLVMGetOperand(inst, 0)); /* where structs begin is noted */
    if (!accessed(inst))
        return 0;
    const struct within *w = within(s, accessed(inst));
    if (w->direct)
        return 0;
    struct member_claims c = member_of_access(&s->arena, inst);
    c.count += !c.count;
    for (unsigned i = 0; i < c.count; i++) {
        struct member_claim *claim = &c.items[i];
        struct within all = to_note(s, w, claim->texts, claim->count);
        added += !member_equal(all.texts, all.count, claim->texts, claim->count);
        claim->count = all.count;
        memcpy(claim->texts, all.texts, sizeof all.texts);
    }
    if (added)
        member_note_access(&s->arena, inst, &c);
    return added;
}

static unsigned note_function(struct noting *s, LLVMValueRef fn)
{
    unsigned notes = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            notes += note_in(s, i);
    return notes;
}

static void noting_begin(struct noting *s, struct prepare *p)
{
    *s = (struct noting){.p = p, .target = LLVMGetModuleDataLayout(p->module)};
    arena_init(&s->arena);
    map_init(&s->known, &s->arena);
    map_init(&s->numbers, &s->arena);
}

unsigned prepare_member_arrays(struct prepare *p, LLVMValueRef fn)
{
    struct noting s;
    noting_begin(&s, p);
    s.as_written = true;
    unsigned notes = note_function(&s, fn);
    arena_free(&s.arena);
    return notes;
}

unsigned prepare_program_member_arrays(struct prepare *p)
{
    struct noting s;
    unsigned notes = 0;
    noting_begin(&s, p);
    s.as_written = s.of_program = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(p->module); f; f = LLVMGetNextFunction(f))
        notes += note_function(&s, f);
    arena_free(&s.arena);
    return notes;
}

unsigned prepare_member_origins(struct prepare *p, LLVMValueRef fn)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(p->module);
    struct arena a;
    arena_init(&a);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            member_push_origins(&a, target, i);
    arena_free(&a);
    return 0; /* no code has changed */
}

/* ---- calls that are inlined ------------------------------------------------------------------ */

/* What the callee does through its parameters has a note, if operands of the call have some. */
static void note_params(struct prepare *p, LLVMValueRef call, LLVMValueRef callee)
{
    const char *texts[MEMBERS_MAX];
    unsigned noted = 0;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        noted += member_of_operand(p->arena, call, i, texts);
    if (!noted)
        return;
    struct noting s;
    noting_begin(&s, p);
    s.params = true;
    note_function(&s, callee);
    arena_free(&s.arena);
}

static LLVMValueRef start_of_function(LLVMValueRef call)
{
    LLVMBasicBlockRef b = LLVMGetInstructionParent(call);
    LLVMValueRef start =
        LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(b)));
    return start != call ? start : NULL;
}

struct prepare_inlined prepare_member_call(struct prepare *p, LLVMValueRef call,
                                           LLVMValueRef callee)
{
    LLVMTargetDataRef target = LLVMGetModuleDataLayout(p->module);
    struct prepare_inlined o = {.callee = callee,
                                .count = LLVMGetNumArgOperands(call),
                                .suffix = suffix_of(p, p->arena, call),
                                .from = LLVMGetInstructionParent(call),
                                .after = LLVMGetNextBasicBlock(LLVMGetInstructionParent(call)),
                                .end = LLVMGetNextInstruction(call),
                                .start = start_of_function(call)};
    const char of_caller[] = {MEMBER_OF_CALLER, '\0'};
    note_params(p, call, callee);
    o.in = ARENA_ARRAY(p->arena, struct member_claim, o.count);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(callee); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef ret = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(ret) && LLVMGetNumOperands(ret))
            member_move_origins(p->arena, target, call, LLVMGetOperand(ret, 0), of_caller, "");
    }
    for (unsigned i = 0; i < o.count; i++) {
        o.in[i].count = member_of_operand(p->arena, call, i, o.in[i].texts);
        if (i < LLVMCountParams(callee))
            member_move_origins(p->arena, target, LLVMGetParam(callee, i), LLVMGetOperand(call, i),
                                "", o.suffix);
    }
    return o;
}

/* The texts for operands of the call are those of the operands. True if there were some. */
static bool replace_texts(struct arena *a, const struct prepare_inlined *o,
                          struct member_claim *claim)
{
    struct within all = {0};
    bool any = false;
    for (unsigned i = 0; i < claim->count; i++) {
        unsigned param;
        bool own = member_is_param(claim->texts[i], &param) && param < o->count &&
                   !strcmp(claim->texts[i], member_of_param(a, o->callee, param));
        if (own)
            add_texts(&all, o->in[param].texts, o->in[param].count);
        else
            add_text(&all, claim->texts[i]);
        any |= own;
    }
    claim->count = all.count;
    memcpy(claim->texts, all.texts, sizeof all.texts);
    return any;
}

static void replace_in(struct arena *a, const struct prepare_inlined *o, LLVMValueRef inst)
{
    bool call = code_is_call(inst), any = false;
    for (unsigned i = 0; call && i < LLVMGetNumArgOperands(inst); i++) {
        struct member_claim claim;
        claim.count = member_of_operand(a, inst, i, claim.texts);
        if (replace_texts(a, o, &claim))
            member_note_operand(a, inst, i, claim.texts, claim.count);
    }
    if (!accessed(inst))
        return;
    struct member_claims c = member_of_access(a, inst);
    for (unsigned i = 0; i < c.count; i++)
        any |= replace_texts(a, o, &c.items[i]);
    if (any)
        member_note_access(a, inst, &c);
}

static void name_inlined(struct arena *a, const struct prepare_inlined *o, LLVMValueRef inst)
{
    member_add_suffix(a, inst, o->suffix);
    replace_in(a, o, inst);
}

void prepare_member_inlined(const struct prepare_inlined *o, LLVMValueRef first)
{
    struct arena a;
    arena_init(&a);
    LLVMBasicBlockRef b = o->from, entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(b));
    LLVMValueRef i = LLVMGetFirstInstruction(entry);
    for (; o->start && i != o->start; i = LLVMGetNextInstruction(i))
        name_inlined(&a, o, i);
    i = first;
    while (b != o->after && !(i && i == o->end)) {
        if (i) {
            name_inlined(&a, o, i);
            i = LLVMGetNextInstruction(i);
        } else if ((b = LLVMGetNextBasicBlock(b)) != o->after) {
            i = LLVMGetFirstInstruction(b);
        }
    }
    arena_free(&a);
}
