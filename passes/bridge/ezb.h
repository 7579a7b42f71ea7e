/* ezb.h - the part of LLVM that a differentiation engine in C needs and LLVM-C (19..22) lacks.
 *
 * Plain C11 declarations; the implementation is the ezb_*.cpp files beside this header, one per
 * section or two. Functions marked [opt] are convenience: derivable in C, or only for better code.
 * Rules of the interface
 *  - Every handle is borrowed from LLVM. EzbLoop / EzbScev handles die when the analyses of their
 *    function are invalidated (ezb_invalidate*, ezb_run_*): never keep them across IR changes.
 *  - `EzbCtx` is one run of the pass on one module; analyses are the ones of the OUTER pass manager
 *    (real target info, real AA pipeline), computed on first use and cached per function.
 *  - Array results: `n = f(..., buf, cap)` returns the full count, writes at most cap entries.
 *  - Strings returned as char* are malloc'ed: free() them. (ptr,len) strings are borrowed.
 *  - After changing IR of function F call ezb_invalidate(cx, F) before the next analysis query on
 * F; before LLVMDeleteFunction(F) call ezb_forget_function(cx, F).
 *  - int results are truth values unless a comment says otherwise. */
#ifndef ENZCC_BRIDGE_EZB_H
#define ENZCC_BRIDGE_EZB_H
#include <stddef.h>
#include <stdint.h>
#include "llvm-c/Core.h"
#ifdef __cplusplus
extern "C" {
#endif

typedef struct EzbCtx EzbCtx;                /* one pass run over one module                  */
typedef struct EzbOpaqueLoop *EzbLoop;       /* llvm::Loop*                                    */
typedef const struct EzbOpaqueScev *EzbScev; /* const llvm::SCEV*; NULL = could not compute */

/* ---- plugin <-> engine ----------------------------------------------------------------------- */
typedef enum {
    EZB_EP_OPT_PIPELINE_START,
    EZB_EP_EMBEDDED, /* the bitcode of a fat object has been; cx has no analyses */
    EZB_EP_OPT_EARLY,
    EZB_EP_OPT_LAST,
    EZB_EP_FULL_LTO_EARLY,
    EZB_EP_FULL_LTO_LAST,
    EZB_EP_NAMED_PASS
} EzbEntryPoint;
/* Implemented in C by passes/entry.c, called by plugin.cpp. Nonzero = module changed. */
int enz_run_on_module(EzbCtx *cx, LLVMModuleRef m, EzbEntryPoint where, int opt_level);

/* ---- hosting outside an optimiser (enzcc-opt) ------------------------------------------------ */
/* A context with its own pass builder and analysis managers for the target in the module's triple
 * (the host's CPU when the triple is empty; no target information when the target is not built in).
 * The module must outlive it. */
EzbCtx *ezb_context_create(LLVMModuleRef m);
void ezb_context_destroy(EzbCtx *cx);

/* ---- pipelines ------------------------------------------------------------------------------- */
/* The SLP vectorizer of LLVM 22.1 makes vectors of operations of which some lanes are copies; what
 * it makes of straight-line tangents of several directions may use values in front of their
 * definition (test docs.example.sparse). From here on it does not, unless it was asked to on the
 * command line: -mllvm -slp-copyable-elements. */
void ezb_avoid_copyable_elements(void);
/* Textual pipelines (opt -passes syntax) run with the outer pass builder and analysis managers;
 * analyses are invalidated as the passes report. 0 = ok, else *err (malloc'ed) says why. */
int ezb_run_module_passes(EzbCtx *cx, LLVMModuleRef m, const char *pipeline, char **err);
int ezb_run_function_passes(EzbCtx *cx, LLVMValueRef fn, const char *pipeline, char **err);

/* What a compiler does to a function at this level, 1 to 3, but for inlining. */
void ezb_optimise_function(EzbCtx *cx, LLVMValueRef fn, unsigned level);

/* Gives an option of LLVM a value, for all that this process still does, unless its command line
 * gave it one. Nothing if there is no such option. */
void ezb_default_option(const char *name, const char *value);

/* ---- units ----------------------------------------------------------------------------------- */
/* In a compiler: keeps the unit as it is now, before optimisation at this level (0..3), for
 * ezb_embed_source; at level -1 after it. Anonymous symbols get names. */
void ezb_keep_source(EzbCtx *cx, int level);
/* What was kept takes the place of the bitcode that the compiler has embedded in the unit. 0 if
 * there is none of either. */
int ezb_embed_source(EzbCtx *cx);
/* What was kept is embedded where the compiler embeds none. */
void ezb_embed_first(EzbCtx *cx);
/* In a compiler that writes bitcode: the unit stays as it is now, before optimisation at this
 * level (0..3), and is marked like one that was kept so. */
void ezb_finish_unit(EzbCtx *cx, int level);
/* Of the pipeline that this is part of, only passes that must run do from here on. */
void ezb_finish(EzbCtx *cx);
/* Something was kept and not embedded yet. */
int ezb_source_is_kept(EzbCtx *cx);
/* The bitcode that the compiler has embedded becomes text for an assembler that does not know the
 * name of the section's type. 0 if there is none. */
int ezb_embed_as_text(EzbCtx *cx);
/* In a compiler: marks bitcode that was made for another kind of link so that it can be linked with
 * units of ours. Always 1. */
int ezb_join_units(LLVMModuleRef m);
/* The highest level of the units of a merged module that were kept so; -1 if none was. */
int ezb_source_level(LLVMModuleRef m);
/* Makes the checks of these sanitizers, as clang does, in the functions that have their attributes.
 * recover: the program goes on after an error. */
enum { EZB_ADDRESS_SANITIZER = 1, EZB_THREAD_SANITIZER = 2 };
void ezb_sanitize(EzbCtx *cx, unsigned sanitizers, int recover);

/* ---- analysis life time ---------------------------------------------------------------------- */
void ezb_invalidate(EzbCtx *cx, LLVMValueRef fn);      /* IR of fn changed                    */
void ezb_invalidate_all(EzbCtx *cx);                   /* everything, module analyses too     */
void ezb_forget_function(EzbCtx *cx, LLVMValueRef fn); /* fn is about to be deleted           */

/* ---- dominators ------------------------------------------------------------------------------ */
int ezb_dom_block(EzbCtx *cx, LLVMBasicBlockRef a, LLVMBasicBlockRef b); /* a dom b        */
int ezb_dom_value(EzbCtx *cx, LLVMValueRef def, LLVMValueRef user_inst); /* def usable at  */
int ezb_dom_use(EzbCtx *cx, LLVMValueRef def, LLVMUseRef use); /* phi-aware      */ /*[opt]*/
LLVMBasicBlockRef ezb_idom(EzbCtx *cx, LLVMBasicBlockRef b); /* NULL at root   */
LLVMBasicBlockRef ezb_common_dom(EzbCtx *cx, LLVMBasicBlockRef a, LLVMBasicBlockRef b); /*[opt]*/
int ezb_reachable_from_entry(EzbCtx *cx, LLVMBasicBlockRef b);
int ezb_postdom_block(EzbCtx *cx, LLVMBasicBlockRef a, LLVMBasicBlockRef b);
LLVMBasicBlockRef ezb_ipdom(EzbCtx *cx, LLVMBasicBlockRef b); /* NULL = virtual exit */
int ezb_comes_before(LLVMValueRef i, LLVMValueRef j); /* same block, O(1) amortised */ /*[opt]*/
int ezb_potentially_reachable(EzbCtx *cx, LLVMValueRef from, LLVMValueRef to);         /*[opt]*/

/* ---- loops ----------------------------------------------------------------------------------- */
size_t ezb_top_loops(EzbCtx *cx, LLVMValueRef fn, EzbLoop *buf, size_t cap);
EzbLoop ezb_loop_for(EzbCtx *cx, LLVMBasicBlockRef b);
EzbLoop ezb_loop_parent(EzbLoop l);
unsigned ezb_loop_depth(EzbLoop l);
size_t ezb_loop_subloops(EzbLoop l, EzbLoop *buf, size_t cap);
size_t ezb_loop_blocks(EzbLoop l, LLVMBasicBlockRef *buf, size_t cap);
int ezb_loop_contains(EzbLoop l, LLVMBasicBlockRef b);
LLVMBasicBlockRef ezb_loop_header(EzbLoop l);
LLVMBasicBlockRef ezb_loop_preheader(EzbLoop l); /* NULL if not simplified                */
LLVMBasicBlockRef ezb_loop_latch(EzbLoop l);     /* NULL if several                       */
size_t ezb_loop_exiting(EzbLoop l, LLVMBasicBlockRef *buf, size_t cap);
size_t ezb_loop_exits(EzbLoop l, LLVMBasicBlockRef *buf, size_t cap); /* unique                  */
int ezb_loop_is_simplified(EzbLoop l); /* preheader + one latch + dedicated exits */
int ezb_loop_is_lcssa(EzbCtx *cx,
                      EzbLoop l); /* its values are used outside in phis of exits only */
LLVMValueRef ezb_loop_canonical_iv(EzbLoop l); /* phi {0,+,1} or NULL                   */ /*[opt]*/
LLVMMetadataRef ezb_loop_id(EzbLoop l); /* !llvm.loop                            */        /*[opt]*/

/* ---- scalar evolution ------------------------------------------------------------------------ */
EzbScev ezb_scev_of(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef v);
EzbScev ezb_scev_backedge_count(EzbCtx *cx, EzbLoop l); /* exact, symbolic      */
EzbScev ezb_scev_exit_count(EzbCtx *cx, EzbLoop l, LLVMBasicBlockRef exiting); /*[opt]*/
uint64_t ezb_scev_const_max_backedge(EzbCtx *cx, EzbLoop l, int *known);
/* constant upper bound */                   /*[opt]*/
unsigned ezb_loop_profiled_trips(EzbLoop l); /* by the branch weights of its latch; 0: none there */
EzbScev ezb_scev_add_const(EzbCtx *cx, LLVMValueRef fn, EzbScev s, int64_t k);
EzbScev ezb_scev_minus(EzbCtx *cx, LLVMValueRef fn, EzbScev a,
                       EzbScev b); /* NULL for pointers of different bases */
/* Lowest and highest address `ptr` takes while the loops around it that do not contain `common`
 * run; 0 if not known. */
int ezb_scev_range(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef ptr, LLVMBasicBlockRef common,
                   EzbScev *lowest, EzbScev *highest);
/* What `ptr` is an address in, as far as scalar evolution knows; NULL if that is nothing. */
LLVMValueRef ezb_pointer_base(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef ptr);
/* The bytes that accesses of sizes[i] bytes through ptrs[i] can touch behind `at`, an instruction
 * outside of the loops they are in: from *low to *high relative to the base of each, i64 values
 * made in front of `at`; what an access that is not made would touch may count. 0 and no code if
 * that is not known. low and high NULL: no code, is it known? */
int ezb_access_bounds(EzbCtx *cx, const LLVMValueRef *ptrs, const uint64_t *sizes, size_t n,
                      LLVMValueRef at, LLVMValueRef *low, LLVMValueRef *high);
/* s >= 0 wherever `loop` is entered. */
int ezb_scev_nonnegative_in(EzbCtx *cx, EzbScev s, EzbLoop loop);
/* s is a number >= 0 wherever `loop` is entered, and not made of one below 0 that was extended by
 * zeros. */
int ezb_scev_is_count_in(EzbCtx *cx, EzbScev s, EzbLoop loop);
int ezb_scev_const(EzbScev s, int64_t *value);
/* The value of an affine recurrence of the loop in its last iteration; NULL if nobody knows how
 * often it runs. */
EzbScev ezb_scev_in_last(EzbCtx *cx, EzbLoop l, EzbScev recurrence);
/* In its last iteration the recurrence has reached the bound, or is where it began, above that. */
int ezb_scev_ends_at(EzbCtx *cx, EzbLoop l, EzbScev recurrence, EzbScev bound, int with_sign);
/* a - b, with sums in extensions parted where the conditions in front of the loop allow it. */
EzbScev ezb_scev_minus_in(EzbCtx *cx, EzbScev a, EzbScev b, EzbLoop loop);
/* Up or down, the step is as long as elements of so many bytes, one for each iteration of l. */
int ezb_scev_steps_over(EzbCtx *cx, EzbScev step, EzbLoop l, uint64_t size);
int ezb_scev_is_invariant(EzbCtx *cx, EzbScev s, EzbLoop l); /*[opt]*/
int ezb_scev_is_addrec(EzbCtx *cx, EzbScev s, EzbLoop *loop, EzbScev *start,
                       EzbScev *step); /* affine */
/* The sum, difference or product that inst, an instruction, computes does not wrap around as a
 * signed number, whenever it runs. */
int ezb_scev_no_signed_wrap(EzbCtx *cx, LLVMValueRef inst);
/* s, as a signed number, has no more than `bits` bits. */
int ezb_scev_fits_signed(EzbCtx *cx, LLVMValueRef fn, EzbScev s, unsigned bits);
/* s is a recurrence that does not wrap around as a signed number. */
int ezb_scev_has_nsw(EzbScev s);
/* The same as an unsigned number. */
int ezb_scev_has_nuw(EzbScev s);
LLVMTypeRef ezb_scev_type(EzbScev s);
int ezb_scev_can_expand_at(EzbCtx *cx, EzbScev s, LLVMValueRef before);
LLVMValueRef ezb_scev_expand(EzbCtx *cx, EzbScev s, LLVMTypeRef ty, LLVMValueRef before,
                             const char *name);
char *ezb_scev_print(EzbScev s); /*[opt]*/
/* The flags of all instructions of fn (nsw, inbounds, ...), and how they get them back. Expanding
 * drops those of instructions that it uses, because they might be poison where the code is; where
 * what was expanded counts only if the instruction is not poison, they can stay. */
typedef struct EzbFlags EzbFlags;
EzbFlags *ezb_flags_keep(LLVMValueRef fn);
void ezb_flags_restore(EzbFlags *flags);

/* ---- memory ---------------------------------------------------------------------------------- */
typedef enum {
    EZB_NO_ALIAS = 0,
    EZB_MAY_ALIAS = 1,
    EZB_PARTIAL_ALIAS = 2,
    EZB_MUST_ALIAS = 3
} EzbAlias;
typedef enum { EZB_NO_MODREF = 0, EZB_REF = 1, EZB_MOD = 2, EZB_MODREF = 3 } EzbModRef;
#define EZB_SIZE_UNKNOWN UINT64_MAX
/* Kinds of memory of NVPTX and AMDGPU, by their numbers of address spaces, and an attribute of
 * parameters: the number of that which the address leads to. In code for devices, memory of two
 * kinds does not alias. */
enum { EZB_SPACE_DEVICE = 1, EZB_SPACE_BLOCK = 3, EZB_SPACE_THREAD = 5 };
#define EZB_SPACE_ATTRIBUTE "enz-space"
/* What is known of the kind of memory that the address leads to, and in which its shadows are; 0:
 * nothing. */
unsigned ezb_space_of(LLVMValueRef pointer);
/* The function stays as it is until the end: what is asked of it meanwhile is kept. */
void ezb_alias_begin(EzbCtx *cx, LLVMValueRef fn);
void ezb_alias_end(EzbCtx *cx);
EzbAlias ezb_alias(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef p, uint64_t psize, LLVMValueRef q,
                   uint64_t qsize);
EzbAlias ezb_alias_insts(EzbCtx *cx, LLVMValueRef mem_i, LLVMValueRef mem_j);
/* with TBAA etc. */ /*[opt]*/
/* May any two accesses like i (based on object p) and j (based on q) touch the same bytes, whatever
 * their offsets and loop iterations? Uses the bases, and of both instructions what `by` has of
 * EZB_BY_TYPES, their TBAA metadata, and EZB_BY_SCOPES, their alias scopes: both run within one
 * execution of the bodies the scopes come from. */
enum { EZB_BY_TYPES = 1, EZB_BY_SCOPES = 2 };
int ezb_may_alias_bases(EzbCtx *cx, LLVMValueRef i, LLVMValueRef p, LLVMValueRef j, LLVMValueRef q,
                        unsigned by);
EzbModRef ezb_modref_ptr(EzbCtx *cx, LLVMValueRef inst, LLVMValueRef ptr, uint64_t size);
/* What inst does to the location of mem_inst, by what `by` has of both. */
EzbModRef ezb_modref_inst(EzbCtx *cx, LLVMValueRef inst, LLVMValueRef mem_inst, unsigned by);
int ezb_points_to_const(EzbCtx *cx, LLVMValueRef fn, LLVMValueRef ptr); /*[opt]*/
/* effects independent of LLVM's encoding: 2 EzbModRef bits each: argmem, inaccessible, errno, other
 */
typedef struct {
    uint8_t arg, inaccessible, errno_mem, other;
} EzbEffects;
EzbEffects ezb_call_effects(EzbCtx *cx, LLVMValueRef call);
EzbEffects ezb_fn_effects(EzbCtx *cx, LLVMValueRef fn); /*[opt]*/
void ezb_set_fn_effects(LLVMValueRef fn, EzbEffects e);
int ezb_inst_reads(LLVMValueRef inst);  /*[opt]*/
int ezb_inst_writes(LLVMValueRef inst); /*[opt]*/
int ezb_inst_side_effects(LLVMValueRef inst);
LLVMValueRef ezb_mssa_clobber(EzbCtx *cx, LLVMValueRef load, int *is_live_on_entry, int *is_phi);
/* optional */                                                             /*[opt]*/
LLVMValueRef ezb_underlying_object(LLVMValueRef ptr, unsigned max_lookup); /*[opt]*/
size_t ezb_underlying_objects(EzbCtx *cx, LLVMValueRef ptr, LLVMValueRef *buf, size_t cap);
/* An integer made of an address is only compared, or subtracted from an address in the same object
 * or the other way round. (A difference of addresses in two objects, added to an address in one, is
 * one in the other.) */
int ezb_only_measured(LLVMValueRef address);
/* Other code may get at the memory behind the result of an instruction. That its addresses are only
 * measured, or that the memory is freed, does not count. */
int ezb_captured(EzbCtx *cx, LLVMValueRef ptr, int returning_counts); /*[opt]*/
/* The same for the memory behind an argument, as far as its function is concerned. */
int ezb_argument_captured(EzbCtx *cx, LLVMValueRef ptr);
int ezb_captured_before(EzbCtx *cx, LLVMValueRef ptr, int returning_counts, LLVMValueRef inst);
/* captures(...) / nocapture of one parameter, version independent: 0 none .. 15 all, (other<<4)|ret
 */
unsigned ezb_param_captures(LLVMValueRef fn_or_call, unsigned argno);
void ezb_set_param_nocapture(LLVMValueRef fn, unsigned argno); /*[opt]*/

/* ---- value facts ----------------------------------------------------------------------------- */
int ezb_speculatable(EzbCtx *cx, LLVMValueRef inst, LLVMValueRef at); /* safe to execute at */
int ezb_transfers_execution(LLVMValueRef inst);                     /* isGuaranteedToTransfer... */
int ezb_known_nonzero(EzbCtx *cx, LLVMValueRef v, LLVMValueRef at); /*[opt]*/
unsigned ezb_known_align(EzbCtx *cx, LLVMValueRef ptr, LLVMValueRef at); /*[opt]*/
LLVMValueRef ezb_simplify(EzbCtx *cx, LLVMValueRef inst);                /* value or NULL      */
LLVMValueRef ezb_const_fold_load(LLVMModuleRef m, LLVMValueRef cptr, LLVMTypeRef ty); /*[opt]*/
unsigned ezb_use_operand_no(LLVMUseRef u); /* which operand of LLVMGetUser(u) */
unsigned ezb_const_bits(LLVMValueRef c, uint64_t *words,
                        unsigned cap); /* ConstantInt/FP, any width; returns bits */

/* ---- library functions ----------------------------------------------------------------------- */
/* canonical name ("sin","malloc",...) if the callee/function is the known library function with a
 * matching prototype, not nobuiltin / -fno-builtin; NULL otherwise */
const char *ezb_libfunc(EzbCtx *cx, LLVMValueRef fn_or_call, size_t *len);
int ezb_libfunc_available(EzbCtx *cx, LLVMValueRef fn, const char *name); /*[opt]*/
int ezb_is_alloc(EzbCtx *cx, LLVMValueRef call); /* malloc/new/calloc/allockind attribute   */
LLVMValueRef ezb_freed_operand(EzbCtx *cx, LLVMValueRef call);
LLVMValueRef ezb_alloc_initial_value(EzbCtx *cx, LLVMValueRef call, LLVMTypeRef ty);
/* undef/zero/NULL */ /*[opt]*/

/* ---- addresses ------------------------------------------------------------------------------- */
/* The address space of global variables, by the data layout. */
unsigned ezb_global_space(LLVMModuleRef m);
int ezb_gep_const_offset(LLVMModuleRef m, LLVMValueRef gep, int64_t *off); /*[opt]*/
/* The largest number that the integer may be, taken as unsigned, by its known bits. */
uint64_t ezb_known_max(LLVMModuleRef m, LLVMValueRef v);
LLVMValueRef ezb_strip_const_offsets(LLVMModuleRef m, LLVMValueRef ptr, int64_t *off,
                                     int through_casts);

/* ---- edits ----------------------------------------------------------------------------------- */
int ezb_remove_unreachable_blocks(EzbCtx *cx, LLVMValueRef fn);
LLVMBasicBlockRef ezb_split_block_before(LLVMValueRef inst, const char *name);
LLVMBasicBlockRef ezb_split_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to); /*[opt]*/
void ezb_phi_set_block(LLVMValueRef phi, unsigned i, LLVMBasicBlockRef b);
void ezb_phi_remove(LLVMValueRef phi, unsigned i);
/* The phis of b: incoming edges from `from` now come from `to`; the edge from `pred` is gone. */
void ezb_phis_replace_block(LLVMBasicBlockRef b, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
void ezb_phis_remove_block(LLVMBasicBlockRef b, LLVMBasicBlockRef pred);
int ezb_delete_dead(EzbCtx *cx, LLVMValueRef inst); /* RecursivelyDeleteTriviallyDead...       */
int ezb_inline_call(EzbCtx *cx, LLVMValueRef call); /* 0 = inlined                              */
/* The invoke as a call in its place, with all attributes. keep_edges: the block is left without
   terminator and the phis of both destinations keep their entries; else a branch to the normal
   destination follows and the edge to the landing pad is gone. */
LLVMValueRef ezb_invoke_to_call(LLVMValueRef invoke, int keep_edges);
/* The call as an invoke that continues in a block of its own; returns the invoke. */
LLVMValueRef ezb_call_to_invoke(LLVMValueRef call, LLVMBasicBlockRef unwind);
int ezb_promote_allocas(EzbCtx *cx, LLVMValueRef fn);
/* mem2reg on the entry allocas             */ /*[opt]*/
/* Whole-function clone in the same module, debug info included (its own subprogram, without
 * assignment tracking), internal, without comdat, ready for the verifier. Attributes and uses of
 * other functions are those of fn. */
LLVMValueRef ezb_clone_function(EzbCtx *cx, LLVMValueRef fn, const char *name);
/* A copy of the module, without debug information. copies[i] is what values[i], a global or a value
 * of a function of m, is there; NULL: nothing. */
LLVMModuleRef ezb_clone_module(LLVMModuleRef m, LLVMValueRef const *values, size_t n,
                               LLVMValueRef *copies);
/* Passes may have run on it. */
void ezb_dispose_clone(EzbCtx *cx, LLVMModuleRef clone);
/* The same with another type: more parameters, or none variadic. The first parameters are those of
 * fn. */
LLVMValueRef ezb_clone_with_type(EzbCtx *cx, LLVMValueRef fn, LLVMTypeRef type, const char *name);
/* Moves blocks (the first of which dominates the others, entered and left at one place each) into a
 * new internal function called
 * "<function>.<suffix>", whose parameters are the values and stack slots they use, and calls it in
 * their place. NULL, and nothing has changed, if LLVM cannot. */
LLVMValueRef ezb_extract_blocks(EzbCtx *cx, LLVMBasicBlockRef *blocks, size_t n,
                                const char *suffix);
/* Two versions of a simplified loop, `at` the terminator of its preheader, or, loop NULL, of all
 * that comes behind the block of `at`: where `condition` holds, the one there is; else a copy.
 * Returns the block that begins with `at` now. */
LLVMBasicBlockRef ezb_version_from(EzbCtx *cx, LLVMValueRef at, EzbLoop loop,
                                   LLVMValueRef condition);
/* The last iteration of a simplified loop that is left at its latch only stands behind the loop.
 * `backedges`: how often it goes back, a value known in its preheader. copies[i] gets what n values
 * of the loop are in that iteration. */
void ezb_peel_last(EzbCtx *cx, EzbLoop loop, LLVMValueRef backedges, const LLVMValueRef *values,
                   LLVMValueRef *copies, size_t n);
/* The first iteration stands in front of the loop. 0, and nothing has changed, if LLVM cannot. */
int ezb_peel_first(EzbCtx *cx, EzbLoop loop, const LLVMValueRef *values, LLVMValueRef *copies,
                   size_t n);
/* The functions differ in nothing but names and debug information: one may stand for the other.
 * Conservative. */
int ezb_same_function(LLVMValueRef left, LLVMValueRef right);
/* Replaces the variable, in instructions and in constants that these use, by what `make` builds in
 * front of each, and deletes it. */
void ezb_replace_global(EzbCtx *cx, LLVMValueRef global,
                        LLVMValueRef (*make)(LLVMValueRef before, void *data), void *data);
/* What refers to a symbol refers to another one; its definition, which aliases are other names of,
 * stays what it is. */
void ezb_replace_references(LLVMValueRef from, LLVMValueRef to);
/* Makes fn a plain external declaration. */
void ezb_delete_body(LLVMValueRef fn);
/* LLVM-C can only add fast-math flags. */
void ezb_forbid_reassociation(LLVMValueRef inst);
/* 0 = valid, else *message (may be NULL; malloc'ed) says what the verifier found. */
int ezb_verify_function(LLVMValueRef fn, char **message);
/* After an error: turns every function the verifier rejects into a declaration, because the tool
 * goes on with the module until it notices the error. */
void ezb_discard_invalid_functions(EzbCtx *cx, LLVMModuleRef m);
void ezb_set_dso_local(LLVMValueRef g, int on);
int ezb_is_dso_local(LLVMValueRef g); /*[opt]*/
/* clone the debug records in front of `from` onto `to`: values mapped (map returning NULL =
 * killed), DIArgList and labels too, dbg_assign dropped; locations re-inlined at `inlined_at`
 * unless NULL */
typedef LLVMValueRef (*EzbMapFn)(void *ud, LLVMValueRef old);
void ezb_clone_dbg_records(LLVMValueRef from, LLVMValueRef to, EzbMapFn map, void *ud,
                           LLVMMetadataRef inlined_at);
void ezb_drop_dbg_records(LLVMValueRef inst); /*[opt]*/
/* subprogram for a generated function, reusing unit/file of `like`; NULL if `like` has none */
LLVMMetadataRef ezb_make_subprogram(LLVMValueRef fn, LLVMValueRef like, const char *name);
/* Whether debug information of fn is written, not only locations kept for messages. */
int ezb_writes_debug(LLVMValueRef fn); /*[opt]*/
/* Makes fn, which is generated from `like`, a function `name` for debuggers. Code of it appears as
 * `like`, inlined there: once where locations are made by ezb_debug_again, with what is returned,
 * once elsewhere. Breakpoints in `like` are then in both. NULL where ezb_writes_debug(like) is
 * false. ezb_debug_end: all its code is there. */
LLVMMetadataRef ezb_debug_begin(LLVMValueRef fn, LLVMValueRef like, const char *name);
LLVMMetadataRef ezb_debug_again(LLVMMetadataRef location, LLVMMetadataRef begun);
void ezb_debug_end(LLVMValueRef fn);
/* Gives inst (already in a function) the debug location of `like` in a form valid there: where the
 * functions differ, as if `like`'s function had been inlined; none when inst's function has no
 * subprogram. */
void ezb_set_debug_loc(LLVMValueRef inst, LLVMValueRef like);
/* Innermost source location of an instruction (or the nearest one before it in its block),
 * argument, function or global variable: 0 = none. The file as the compiler was given it, borrowed
 * and NUL-terminated; column 0 = unknown. */
int ezb_debug_loc(LLVMValueRef inst_or_fn, const char **file, unsigned *line, unsigned *col);
/* The same, `depth` steps out along the inlined-at chain; 0 where the chain ends or only generated
 * code remains. */
int ezb_debug_loc_depth(LLVMValueRef inst_or_fn, unsigned depth, const char **file, unsigned *line,
                        unsigned *col);
/* The source function, as debug information names it, whose code an instruction is, also where that
 * was inlined; NULL if not known. Borrowed. */
const char *ezb_debug_function(LLVMValueRef inst);
/* The source variable that debug records of v's function bind to v, or the global's name; NULL if
 * none is known. Borrowed. */
const char *ezb_variable_name(LLVMValueRef v);
/* How many IR parameters (0, 1 or 2) each source parameter of fn became, from debug info; the sret
 * parameter is not counted. Returns the number of source parameters, 0 if debug info does not say.
 */
size_t ezb_param_pieces(LLVMValueRef fn, unsigned *pieces, size_t cap);
/* How the source spells a symbol; a copy of the name if it is not mangled. malloc'ed. */
char *ezb_demangle(const char *name);

/* ---- values that may be deleted ---------------------------------------------------------------
 */
/* A list that forgets values when they are deleted. */
typedef struct EzbValues EzbValues;
EzbValues *ezb_values_new(void);
void ezb_values_free(EzbValues *values);
void ezb_values_add(EzbValues *values, LLVMValueRef v);
/* The i-th value added; NULL if it is gone. */
LLVMValueRef ezb_values_get(const EzbValues *values, size_t i);

/* ---- linking --------------------------------------------------------------------------------- */
/* Gives every symbol that `to` declares and `from` defines its definition, with all that it refers
 * to. What arrives becomes internal; the module-wide metadata of `from` stays behind. Takes `from`,
 * which may be lazily loaded. 0 = ok. */
int ezb_link_needed(EzbCtx *cx, LLVMModuleRef to, LLVMModuleRef from);
/* Calls see for the symbols of a file of bitcode, whose modules are not read, until it is true;
 * whether it was. A file without a table of symbols is read for them; one that is no bitcode counts
 * as seen. */
typedef int (*EzbSeeSymbol)(const char *name, size_t length, int defined, void *data);
int ezb_see_symbols(LLVMMemoryBufferRef file, EzbSeeSymbol see, void *data);

/* Shared libraries with bitcode. */
typedef struct EzbOpaqueLibraries *EzbLibraries;
typedef enum {
    EZB_LIBRARY_DAMAGED, /* or of another version of LLVM */
    EZB_LIBRARY_TARGET,  /* made for another one */
    EZB_LIBRARY_TWICE,   /* the program at `at` defines what the library defines */
    EZB_LIBRARY_HIDDEN   /* the code at `at` needs what has no address outside of the library */
} EzbLibraryError;
typedef void (*EzbLibraryTrouble)(void *data, EzbLibraryError error, LLVMValueRef at,
                                  const char *symbol, const char *library);
/* Links the units that define what the program refers to, as they are. paths: of the libraries,
 * each in a line. */
EzbLibraries ezb_libraries_link(EzbCtx *cx, LLVMModuleRef program, const char *paths,
                                EzbLibraryTrouble trouble, void *data);
/* What was linked becomes declarations again, and is looked for in the library where it is not
 * exported. False if there was trouble, also before. Frees the libraries. */
int ezb_libraries_release(EzbLibraries libraries);

/* ---- what LLVM-C has in newer versions only ---------------------------------------------------
 */
/* compat.h has what differs in the IR. */
LLVMValueRef ezb_named_function(LLVMModuleRef m, const char *name, size_t length);
LLVMValueRef ezb_switch_case(LLVMValueRef inst, unsigned successor); /* > 0: 0 is the default's */
int ezb_same_sign(LLVMValueRef icmp); /* the operands are promised to have one sign */
unsigned ezb_sync_scope(LLVMContextRef c, const char *name);
int ezb_fence_has_scope(LLVMValueRef fence, unsigned scope);
LLVMValueRef ezb_build_fence(LLVMBuilderRef b, LLVMAtomicOrdering ordering, unsigned scope);
/* Atomic operations of monotonic order. */
LLVMValueRef ezb_build_atomic_fadd(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef value,
                                   unsigned scope);
LLVMValueRef ezb_build_atomic_exchange(LLVMBuilderRef b, LLVMValueRef address, LLVMValueRef value,
                                       unsigned scope);
/* The address as a number with which nobody gets at the memory behind it: the instruction
 * ptrtoaddr, or, before LLVM 22, a call that stands for it. */
LLVMValueRef ezb_build_ptrtoaddr(LLVMBuilderRef b, LLVMValueRef pointer, LLVMTypeRef type);
int ezb_is_ptrtoaddr(LLVMValueRef inst);

/* ---- diagnostics ----------------------------------------------------------------------------- */
typedef enum {
    EZB_ERROR,
    EZB_WARNING,
    EZB_REMARK_PASSED,
    EZB_REMARK_MISSED,
    EZB_REMARK_ANALYSIS,
    EZB_NOTE
} EzbSeverity;
/* at: instruction, function or NULL(module). Location from !dbg. An EZB_ERROR makes lld/clang fail.
 */
void ezb_diag(LLVMModuleRef m, LLVMValueRef at, EzbSeverity sev, const char *remark_name,
              const char *text);
#ifdef __cplusplus
}
#endif
#endif
