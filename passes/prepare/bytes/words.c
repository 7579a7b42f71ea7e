/* Integers and pointers that carry bytes from one place to another, of a type that nothing tells,
 * become copies of memory.
 *
 * Of a copy the run can decide what it moves (facts/types.h, ELEM_WORDS); of an integer in a
 * register it cannot. A load whose value is stored becomes a copy to a temporary, the store a copy
 * from there; where nothing is written in between, one copy from place to place. Where the bits are
 * used as a number or as a pointer, they are read as one. Other uses of the value keep the load.
 * Where integers, or pointers that nobody follows, from several places meet, they meet in a
 * variable. */
#include "base/limits.h"
#include "base/target.h"
#include "ir/code.h"
#include "ir/members.h"
#include "prepare/bytes/bytes.h"

struct words {
    struct prepare *p;
    LLVMValueRef fn;
    bool (*undecided)(void *, LLVMValueRef);
    void *user;
};

static bool is_plain(LLVMValueRef access)
{
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

static bool is_floating(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind;
}

static bool stores_value(LLVMValueRef user, LLVMValueRef value)
{
    return LLVMIsAStoreInst(user) && is_plain(user) && LLVMGetOperand(user, 0) == value;
}

/* All bits of an integer are read as those of a number or a pointer. */
static bool reads_bits(LLVMValueRef user)
{
    enum { POINTER_BITS = 64 };
    if (LLVMIsAIntToPtrInst(user))
        return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(user, 0))) == POINTER_BITS;
    return LLVMIsABitCastInst(user) && LLVMGetTypeKind(LLVMTypeOf(user)) != LLVMVectorTypeKind;
}

/* The floating-point type of what the program stores there, as it says so itself; else NULL. */
static LLVMTypeRef said_type(struct prepare *p, LLVMValueRef user, LLVMValueRef value)
{
    return stores_value(user, value) ? p->facts->said(p->facts->types, user) : NULL;
}

static bool moves_value(LLVMValueRef user, LLVMValueRef value)
{
    return stores_value(user, value) || reads_bits(user);
}

static bool is_moved(LLVMValueRef value)
{
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u))
        if (moves_value(LLVMGetUser(u), value))
            return true;
    return false;
}

/* A floating-point value is moved where it is stored, and nothing says that it is one there: value
 * numbering may have made one load of that of a number and of another that moves what is there. */
static bool is_carried(struct prepare *p, LLVMValueRef load)
{
    if (!is_floating(LLVMTypeOf(load)))
        return is_moved(load);
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u))
        if (stores_value(LLVMGetUser(u), load) && !said_type(p, LLVMGetUser(u), load))
            return true;
    return false;
}

static bool may_write(LLVMValueRef i)
{
    return LLVMIsAStoreInst(i) || code_is_call(i) || LLVMIsAAtomicRMWInst(i) ||
           LLVMIsAAtomicCmpXchgInst(i);
}

/* What was loaded is still there when it is stored. */
static bool is_unchanged(LLVMValueRef load, LLVMValueRef store)
{
    for (LLVMValueRef i = LLVMGetNextInstruction(load); i; i = LLVMGetNextInstruction(i)) {
        if (i == store)
            return true;
        if (may_write(i))
            return false;
    }
    return false;
}

struct mover {
    struct prepare *p;
    LLVMBuilderRef b;
    LLVMValueRef size;
    unsigned align;         /* of the temporary, */
    LLVMValueRef temporary; /* which is NULL until needed */
};

/* A temporary declared a pointer would say what is in it. */
static LLVMTypeRef temporary_type(LLVMModuleRef m, LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) != LLVMPointerTypeKind && !is_floating(t))
        return t;
    return LLVMArrayType2(LLVMInt8TypeInContext(LLVMGetTypeContext(t)),
                          LLVMStoreSizeOfType(LLVMGetModuleDataLayout(m), t));
}

/* A load of a pointer is only moved where a number is there, too. The accesses that say so may be
 * among those that go. */
static void note_word(LLVMValueRef load, LLVMValueRef copy)
{
    if (LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind)
        note_at(copy, PREPARE_WORD);
}

static LLVMValueRef temporary_for(struct mover *m, LLVMValueRef load)
{
    if (m->temporary)
        return m->temporary;
    LLVMBasicBlockRef entry =
        LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(load)));
    LLVMPositionBuilderBefore(m->b, LLVMGetFirstInstruction(entry));
    m->temporary = LLVMBuildAlloca(m->b, temporary_type(target_module(m->b), LLVMTypeOf(load)), "");
    LLVMSetAlignment(m->temporary, m->align);
    LLVMPositionBuilderBefore(m->b, load);
    LLVMSetCurrentDebugLocation2(m->b, LLVMInstructionGetDebugLoc(load));
    note_word(load, LLVMBuildMemCpy(m->b, m->temporary, m->align, LLVMGetOperand(load, 0),
                                    LLVMGetAlignment(load), m->size));
    return m->temporary;
}

static void move_store(struct mover *m, LLVMValueRef load, LLVMValueRef store)
{
    LLVMValueRef to = LLVMGetOperand(store, 1);
    unsigned align = LLVMGetAlignment(store);
    LLVMValueRef from = is_unchanged(load, store) ? NULL : temporary_for(m, load);
    LLVMPositionBuilderBefore(m->b, store);
    LLVMSetCurrentDebugLocation2(m->b, LLVMInstructionGetDebugLoc(store));
    note_word(load, from ? LLVMBuildMemCpy(m->b, to, align, from, m->align, m->size)
                         : LLVMBuildMemMove(m->b, to, align, LLVMGetOperand(load, 0),
                                            LLVMGetAlignment(load), m->size));
    LLVMInstructionEraseFromParent(store);
}

/* The memory is read as what it is wanted as. */
static LLVMValueRef read_as(struct mover *m, LLVMValueRef load, LLVMValueRef user, LLVMTypeRef type)
{
    LLVMPositionBuilderBefore(m->b, load);
    LLVMSetCurrentDebugLocation2(m->b, LLVMInstructionGetDebugLoc(user));
    LLVMValueRef typed = LLVMBuildLoad2(m->b, type, LLVMGetOperand(load, 0), "");
    LLVMSetAlignment(typed, LLVMGetAlignment(load));
    member_note_same(m->p->arena, load, typed);
    return typed;
}

static void read_again(struct mover *m, LLVMValueRef load, LLVMValueRef user)
{
    LLVMReplaceAllUsesWith(user, read_as(m, load, user, LLVMTypeOf(user)));
    LLVMInstructionEraseFromParent(user);
}

/* What is stored is a value of this type here, whatever it may be elsewhere. */
static void store_as(struct mover *m, LLVMValueRef load, LLVMValueRef store, LLVMTypeRef type)
{
    if (LLVMTypeOf(load) != type)
        LLVMSetOperand(store, 0, read_as(m, load, store, type));
}

static void move_load(struct prepare *p, LLVMValueRef load)
{
    LLVMContextRef c = LLVMGetModuleContext(p->module);
    uint64_t size = LLVMStoreSizeOfType(LLVMGetModuleDataLayout(p->module), LLVMTypeOf(load));
    struct mover m = {p, LLVMCreateBuilderInContext(c), target_bytes(p->module, size),
                      target_block_alignment(p->module), NULL};
    for (LLVMUseRef u = LLVMGetFirstUse(load), next; u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        LLVMTypeRef said = said_type(p, user, load);
        if (said)
            store_as(&m, load, user, said);
        else if (stores_value(user, load))
            move_store(&m, load, user);
        else if (reads_bits(user) && !is_floating(LLVMTypeOf(load)))
            read_again(&m, load, user);
    }
    LLVMDisposeBuilder(m.b);
    if (!LLVMGetFirstUse(load))
        LLVMInstructionEraseFromParent(load);
}

static bool is_choice(LLVMValueRef v)
{
    return LLVMIsASelectInst(v) &&
           LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(v, 0))) == LLVMIntegerTypeKind;
}

static bool is_listed(LLVMValueRef const *list, unsigned count, LLVMValueRef v)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == v)
            return true;
    return false;
}

static bool is_word(struct words *w, LLVMValueRef v)
{
    return LLVMIsALoadInst(v) && is_plain(v) && w->undecided(w->user, v);
}

static bool is_address_or_number(struct words *w, LLVMValueRef v)
{
    (void)w;
    return LLVMIsAPtrToIntInst(v) || LLVMIsABitCastInst(v);
}

LIMIT(MEETINGS, 64);

/* One of the integers, or pointers, that meet in v is such, or there are too many. */
static bool meets(struct words *w, LLVMValueRef v, bool (*is)(struct words *, LLVMValueRef))
{
    LLVMValueRef met[MEETINGS] = {v};
    unsigned count = 1;
    for (unsigned i = 0; i < count; i++) {
        bool choice = is_choice(met[i]);
        if (!LLVMIsAPHINode(met[i]) && !choice) {
            if (is(w, met[i]))
                return true;
            continue;
        }
        for (unsigned k = choice, n = choice ? 3 : LLVMCountIncoming(met[i]); k < n; k++) {
            LLVMValueRef x = choice ? LLVMGetOperand(met[i], k) : LLVMGetIncomingValue(met[i], k);
            if (is_listed(met, count, x))
                continue;
            if (count == MEETINGS)
                return true;
            met[count++] = x;
        }
    }
    return false;
}

/* Nobody follows the pointer: it may be the bits of a number. */
static bool is_only_moved(LLVMValueRef pointer)
{
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool merged = LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
        if (!stores_value(user, pointer) && !merged && !LLVMIsAICmpInst(user))
            return false;
    }
    return true;
}

static bool merges_words(struct words *w, LLVMValueRef v)
{
    if ((!LLVMIsAPHINode(v) && !is_choice(v)) || !is_moved(v))
        return false;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (kind == LLVMPointerTypeKind)
        return is_only_moved(v) && meets(w, v, is_word);
    if (kind != LLVMIntegerTypeKind)
        return false;
    return meets(w, v, is_word) || (w->undecided(w->user, v) && meets(w, v, is_address_or_number));
}

static LLVMValueRef variable_for(struct words *w, LLVMBuilderRef b, LLVMTypeRef type)
{
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(w->fn)));
    LLVMModuleRef m = target_module(b);
    LLVMValueRef variable = LLVMBuildAlloca(b, temporary_type(m, type), "");
    LLVMSetAlignment(variable, target_block_alignment(m));
    return variable;
}

/* Each of the two gets a variable, and one of the variables is read. */
static void choose_variable(struct words *w, LLVMValueRef select)
{
    LLVMTypeRef type = LLVMTypeOf(select);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
    LLVMValueRef variables[2] = {variable_for(w, b, type), variable_for(w, b, type)};
    LLVMPositionBuilderBefore(b, select);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(select));
    for (unsigned k = 0; k < 2; k++)
        LLVMBuildStore(b, LLVMGetOperand(select, 1 + k), variables[k]);
    LLVMValueRef from =
        LLVMBuildSelect(b, LLVMGetOperand(select, 0), variables[0], variables[1], "");
    LLVMReplaceAllUsesWith(select, LLVMBuildLoad2(b, type, from, ""));
    LLVMInstructionEraseFromParent(select);
    LLVMDisposeBuilder(b);
}

static void merge_in_variable(struct words *w, LLVMValueRef phi)
{
    LLVMTypeRef type = LLVMTypeOf(phi);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(type));
    LLVMValueRef variable = variable_for(w, b, type);
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, k)));
        LLVMBuildStore(b, LLVMGetIncomingValue(phi, k), variable);
    }
    LLVMValueRef next = LLVMGetNextInstruction(phi);
    while (LLVMIsAPHINode(next))
        next = LLVMGetNextInstruction(next);
    LLVMPositionBuilderBefore(b, next);
    LLVMReplaceAllUsesWith(phi, LLVMBuildLoad2(b, type, variable, ""));
    LLVMInstructionEraseFromParent(phi);
    LLVMDisposeBuilder(b);
}

/* Merges that are merged again: until none is left. */
static unsigned merge_words(struct words *w)
{
    unsigned changes = 0, before;
    do {
        before = changes;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(w->fn); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (!merges_words(w, i))
                    continue;
                (LLVMIsAPHINode(i) ? merge_in_variable : choose_variable)(w, i);
                changes++;
            }
    } while (changes != before);
    return changes;
}

unsigned prepare_words(struct prepare *p, LLVMValueRef fn)
{
    struct words w = {p, fn, p->facts->undecided, p->facts->types};
    unsigned changes = merge_words(&w);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!LLVMIsALoadInst(i) || !is_plain(i) || !is_carried(p, i) || !w.undecided(w.user, i))
                continue;
            while (next && moves_value(next, i))
                next = LLVMGetNextInstruction(next);
            move_load(p, i);
            changes++;
        }
    if (changes)
        ezb_invalidate(p->cx, fn);
    return changes;
}
