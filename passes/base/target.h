/* What depends on the target that a module is for: address spaces, widths, the layouts of its ABI.
 *
 * All is read from the module's triple and data layout, whenever it is asked for: nothing is kept.
 * Not of the target are the 64 bits of loop counters and of what the runtime takes as size_t, which
 * are the same everywhere (docs/how-it-works.md, Targets). */
#ifndef ENZCC_BASE_TARGET_H
#define ENZCC_BASE_TARGET_H
#include "bridge/ezb.h"
#include <llvm-c/Target.h>
#include <stdbool.h>

/* fn is compiled as `like` is: for the same processor, with vectors of the same width, with or
 * without frame pointers and traps. Functions that differ there are not inlined into each other. */
void target_compile_like(LLVMValueRef fn, LLVMValueRef like);

/* Code for a GPU: many threads run it at the same time, in kernels that the host starts. */
bool target_is_device(LLVMModuleRef m);

/* ---- address spaces -------------------------------------------------------------------------- */

enum target_space {
    TARGET_GENERIC,  /* pointers that may lead to any memory: those of C */
    TARGET_GLOBAL,   /* where global variables are, and what the host allocates */
    TARGET_CONSTANT, /* memory that nothing writes while a kernel runs */
    TARGET_SHARED,   /* of the threads of a block */
    TARGET_PRIVATE,  /* of one thread, where stack memory ends up */
    TARGET_SPACES
};
/* The number of the address space. On targets with one space all of them are that one. */
unsigned target_space(LLVMModuleRef m, enum target_space space);

/* The type of a pointer to any memory, which is what derivatives and the runtime hand on. */
static inline LLVMTypeRef target_pointer(LLVMModuleRef m)
{
    return LLVMPointerTypeInContext(LLVMGetModuleContext(m), target_space(m, TARGET_GENERIC));
}
/* The address as one of that type: what an alloca or a global is may have another one. */
static inline LLVMValueRef target_generic(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef address)
{
    LLVMTypeRef ptr = target_pointer(m);
    return LLVMTypeOf(address) == ptr ? address : LLVMBuildAddrSpaceCast(b, address, ptr, "");
}
static inline LLVMValueRef target_generic_constant(LLVMModuleRef m, LLVMValueRef address)
{
    LLVMTypeRef ptr = target_pointer(m);
    return LLVMTypeOf(address) == ptr ? address : LLVMConstAddrSpaceCast(address, ptr);
}
/* A new global variable, in the address space where the module's are. */
static inline LLVMValueRef target_add_global(LLVMModuleRef m, LLVMTypeRef t, const char *name)
{
    return LLVMAddGlobalInAddressSpace(m, t, name, ezb_global_space(m));
}

/* ---- widths ---------------------------------------------------------------------------------- */

static inline unsigned target_pointer_bytes(LLVMModuleRef m)
{
    return LLVMPointerSizeForAS(LLVMGetModuleDataLayout(m), target_space(m, TARGET_GENERIC));
}
/* size_t and intptr_t of the program: sizes, distances, an address as a number. */
static inline LLVMTypeRef target_size(LLVMModuleRef m)
{
    return LLVMIntPtrTypeForASInContext(LLVMGetModuleContext(m), LLVMGetModuleDataLayout(m),
                                        target_space(m, TARGET_GENERIC));
}
/* A number of that type. */
static inline LLVMValueRef target_bytes(LLVMModuleRef m, uint64_t bytes)
{
    return LLVMConstInt(target_size(m), bytes, 0);
}
/* The module that the builder is in. */
static inline LLVMModuleRef target_module(LLVMBuilderRef b)
{
    return LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
}
/* The address `bytes`, perhaps negative, behind another one. */
static inline LLVMValueRef target_offset(LLVMBuilderRef b, LLVMValueRef address, int64_t bytes)
{
    LLVMModuleRef m = target_module(b);
    LLVMValueRef by = target_bytes(m, (uint64_t)bytes);
    return LLVMBuildGEP2(b, LLVMInt8TypeInContext(LLVMGetModuleContext(m)), address, &by, 1, "");
}
static inline LLVMValueRef target_inbounds_offset(LLVMBuilderRef b, LLVMValueRef address,
                                                  int64_t bytes)
{
    LLVMModuleRef m = target_module(b);
    LLVMValueRef by = target_bytes(m, (uint64_t)bytes);
    return LLVMBuildInBoundsGEP2(b, LLVMInt8TypeInContext(LLVMGetModuleContext(m)), address, &by, 1,
                                 "");
}

/* ---- the ABI --------------------------------------------------------------------------------- */

/* The format of long double. */
LLVMTypeRef target_long_double(LLVMModuleRef m);

/* What malloc returns is aligned to this: enough for a value of any scalar type. */
static inline unsigned target_block_alignment(LLVMModuleRef m)
{
    return 2 * target_pointer_bytes(m);
}

/* Structs that are passed in registers are passed in units of this many bytes, each as one value of
 * a type that the compiler chooses; larger ones than the second are passed in memory. */
static inline unsigned target_passed_unit(LLVMModuleRef m)
{
    return target_pointer_bytes(m);
}
static inline unsigned target_passed_most(LLVMModuleRef m)
{
    return 2 * target_passed_unit(m);
}

/* Layout of a va_list that has no argument in a register left. */
struct target_list {
    const char *arch, *not_for[2]; /* the triple begins with this, and has none of those in it */
    unsigned size, alignment;
    unsigned slot;      /* bytes of an argument in memory are a multiple of this */
    unsigned memory;    /* where the list has the address of arguments in memory, */
    unsigned registers; /* and that of saved registers */
    struct {
        unsigned offset, value;
    } used_up[2]; /* numbers of 32 bits that say so */
};
/* NULL where the layout is not known. */
const struct target_list *target_list(LLVMModuleRef m);

/* Exceptions of C++, by the Itanium ABI. The size of struct _Unwind_Exception, which stands right
 * in front of the thrown object: a class of 8 bytes, a pointer and two words, aligned like a block.
 */
static inline unsigned target_unwind_header(LLVMModuleRef m)
{
    unsigned unit = target_block_alignment(m), size = 8 + 3 * target_pointer_bytes(m);
    return (size + unit - 1) / unit * unit;
}
extern const char target_personality[];
#endif
