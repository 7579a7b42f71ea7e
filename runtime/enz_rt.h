/* ABI between generated derivatives and the native runtime.
 *
 * Derivatives know the layouts below and write to them without calling: change
 * one here and the emitter in passes/ changes with it. No function unwinds, and
 * none is needed by a derivative that keeps all it needs in registers.
 */
#ifndef ENZ_RT_H
#define ENZ_RT_H

#include <stddef.h>
#include <stdint.h>

#include "text_numbers.h"

/* ---- Tape arena ---- */

/* Values a derivative keeps from the forward for the reverse sweep. All zero is
 * a valid empty tape, so a derivative may hold one in a zeroed stack slot.
 * Not shared between threads.
 *
 * The inline allocation of `size` bytes, which generated code performs:
 *     size = (size + 15) & ~15;
 *     if (end - cur >= size) { block = cur; cur += size; }
 *     else block = enz_rt_tape_grow(tape, size);
 * Blocks are aligned to 16 bytes and never move. */
struct enz_rt_kinds;
struct enz_rt_limit {
    size_t bytes;                     /* that a tape may have */
    const char *function;             /* of which the derivative is, for the message */
    struct enz_tape_account *account; /* of the tapes of its threads (tape.h); NULL: none yet */
};
struct enz_rt_tape {
    char *cur;                        /* first free byte of the newest chunk */
    char *end;                        /* one past its last byte */
    void *chunks;                     /* newest first */
    void *deferred;                   /* registered by enz_rt_defer_free, newest first */
    struct enz_rt_kinds *kinds;       /* what untyped bytes of shadow memory are */
    const struct enz_rt_limit *limit; /* NULL: none */
};

/* A point in the life of a tape. */
struct enz_rt_mark {
    char *cur;
    char *end;
    void *chunks;
    void *deferred;
};

/* A block of `size` bytes, rounded up to 16, in a new chunk. Chunks grow
 * geometrically from 64 KiB to 64 MiB and are larger if one block is. Never
 * NULL: out of memory ends the program with a message. */
void *enz_rt_tape_grow(struct enz_rt_tape *tape, size_t size);

/* Runs the deferred frees, newest first, frees all chunks; the tape is empty. */
void enz_rt_tape_free(struct enz_rt_tape *tape);

/* A tape that holds one iteration at a time: mark, run the iteration, release.
 * Releasing runs the deferred frees registered since the mark and gives up the
 * blocks allocated since; one chunk stays as a spare, so that a loop that
 * marks and releases calls malloc once. Marks nest; release in reverse order.
 * The last mark may be released again after more allocations. */
void enz_rt_tape_mark(const struct enz_rt_tape *tape, struct enz_rt_mark *mark);
void enz_rt_tape_release(struct enz_rt_tape *tape, const struct enz_rt_mark *mark);

/* Postpones a free that the reverse sweep does not allow yet: fn(p) is called
 * on release or free of the tape. NULL `p` is allowed and does nothing. */
void enz_rt_defer_free(struct enz_rt_tape *tape, void *p, void (*fn)(void *));
/* The same where freeing `block` takes more operands, which fn(operands) finds in memory. */
void enz_rt_defer_call(struct enz_rt_tape *tape, void *block, void *operands, void (*fn)(void *));

/* ---- Shadows of heap blocks ---- */

/* The allocators whose blocks a thread keeps for the next shadow of that size. */
enum enz_rt_heap {
    ENZ_RT_HEAP_C,        /* malloc, calloc; free */
    ENZ_RT_HEAP_NEW,      /* operator new(size); operator delete(p, size) */
    ENZ_RT_HEAP_NEW_ARRAY /* the same of arrays */
};
/* A zeroed block of `size` bytes of the C library: one that is kept, or a new one, or NULL. The
 * program may free it as any other block. */
void *enz_rt_shadow_calloc(size_t size);
/* The same of the other heaps; `allocate` makes a new one, and may throw. */
void *enz_rt_shadow_new(size_t size, enum enz_rt_heap heap, void *(*allocate)(size_t));
/* Gives a shadow of `size` bytes back, whoever allocated it; in the C library's heap `size` does
 * not matter, and NULL for `with` is free. NULL for `p` is allowed and does nothing. */
void enz_rt_shadow_delete(void *p, size_t size, enum enz_rt_heap heap,
                          void (*with)(void *, size_t));
/* The same for free, as enz_rt_defer_free takes it. */
void enz_rt_shadow_free(void *p);

/* ---- Checkpoints ---- */

/* A loop of which the tape holds one segment of consecutive iterations at a time. Each sweep runs
 * stretches of segments, recording every one over the one before. At the start of each it asks
 * whether to take a snapshot of the loop's state. When a segment is reversed, the reverse sweep
 * restores a snapshot and runs the stretch from there to the segment in front. Where the whole
 * loop has room there is one segment. Calls of one loop follow this order. */
struct enz_rt_checkpoints {
    size_t length; /* iterations of a segment; the last one may be shorter */
    size_t from;   /* set by enz_rt_checkpoint_restore */
};
/* steps: iterations, or (size_t)-1 if that is not known. step_bytes: of the tape of each.
 * state_bytes: of a snapshot. every: iterations of a segment, or 0: as many as the room on the tape
 * makes best. slow_bytes: what is likely to be on the tape of each, if running it again takes less
 * time than that many bytes do where the caches do not hold them; else 0. The result is on the
 * tape. */
struct enz_rt_checkpoints *enz_rt_checkpoint_begin(struct enz_rt_tape *tape, size_t steps,
                                                   size_t step_bytes, size_t state_bytes,
                                                   size_t every, size_t slow_bytes);
/* At iteration `step`, where a segment starts: where to put a snapshot, or NULL. */
void *enz_rt_checkpoint_take(struct enz_rt_checkpoints *checkpoints, size_t step);
/* The segment that starts at iteration `target` is to run, the one behind it has been reversed: the
 * snapshot to start from, which is that of iteration `from`. */
void *enz_rt_checkpoint_restore(struct enz_rt_checkpoints *checkpoints, size_t target);
/* Room for the state at the end of the loop; NULL if there is one segment, or for NULL. */
void *enz_rt_checkpoint_end(struct enz_rt_checkpoints *checkpoints);

/* Two blocks of memory change places. */
void enz_rt_exchange(void *a, void *b, size_t bytes);

/* ---- Split mode: a tape that outlives the call that filled it ---- */

/* An empty tape whose chunks start at 512 bytes: there may be many of them. */
void enz_rt_tape_start(struct enz_rt_tape *tape);

/* Moves the tape into its own memory and returns its address, NULL if nothing
 * was ever allocated. `tape` itself is not used afterwards. */
void *enz_rt_tape_keep(struct enz_rt_tape *tape);

/* The second half works on an empty tape of its own, which gets a copy of what the kept one knows
 * of untyped bytes. */
void enz_rt_tape_resume(struct enz_rt_tape *tape, const void *kept);

/* Frees a kept tape as enz_rt_tape_free does. NULL is allowed and does nothing. */
void enz_rt_tape_drop(void *kept);

/* Where the size given with enzyme_allocated is known only now: ends the
 * program with a message if have < need. */
void enz_rt_tape_fits(size_t need, size_t have);

/* ---- Shadows of what globals point to ---- */

/* A derivative that starts asks for the shadow, zeroed, of each heap block that
 * a global of the program points to (NULL for NULL), then sweeps: shadows that
 * nobody asked for go. When it returns it forgets all and notes which shadows
 * belong to which blocks now. A list starts empty (NULL). */
struct enz_rt_kept;
void *enz_rt_kept_shadow(struct enz_rt_kept **list, void *block);
/* The same of a std::vector: pointers to where its block begins, to behind its last element and to
 * the end of the block, and their shadows, which are set. */
void enz_rt_kept_vector(struct enz_rt_kept **list, char *const *pointers, char **shadows);
void enz_rt_kept_sweep(struct enz_rt_kept **list);
void enz_rt_kept_forget(struct enz_rt_kept **list);
/* release: frees the shadow; NULL: free. */
void enz_rt_kept_note(struct enz_rt_kept **list, void *block, void *shadow,
                      void (*release)(void *));
/* The list is a thread-local variable of the calling thread: what it has goes when the thread ends.
 */
void enz_rt_kept_until_exit(struct enz_rt_kept **list);

/* ---- Kinds: untyped bytes ---- */

/* What a byte of shadow memory belongs to; runtime/kinds/map.h says how the map is used. All
 * functions take the tape that owns the map and addresses of shadow memory, at any alignment.
 * `where` is "file:line:column" for the message of a run that cannot go on. */
enum enz_rt_kind {
    ENZ_RT_KIND_NONE,      /* whatever the user or the allocation left there */
    ENZ_RT_KIND_POINTER,   /* a shadow pointer */
    ENZ_RT_KIND_INTEGER,   /* the shadow of an integer, never used */
    ENZ_RT_KIND_LOADED,    /* as NONE, but it was loaded as a pointer */
    ENZ_RT_KIND_CANDIDATE, /* as NONE; were it loaded as a pointer, its shadow is kept aside */
    ENZ_RT_KIND_LOST,      /* of an integer made of an address: its shadow is not known */
    ENZ_RT_KIND_HALF,      /* from here on adjoints of floating-point formats */
    ENZ_RT_KIND_BFLOAT,
    ENZ_RT_KIND_FLOAT,
    ENZ_RT_KIND_DOUBLE,
    ENZ_RT_KIND_X86_FP80
};
/* What a byte of a copy can be as far as the link could tell, for bytes that have no tag: an array
 * of `period` bytes that repeats. The low bits are the only floating-point format that the byte can
 * have, 0 if there are several. */
enum enz_rt_possible {
    ENZ_RT_ONLY_FLOAT = 15,
    ENZ_RT_MAY_BE_FLOAT = 16,
    ENZ_RT_MAY_BE_POINTER = 32
};

/* Newly allocated shadow memory: what was known of these addresses does not hold. */
void enz_rt_kind_fresh(struct enz_rt_tape *tape, const void *shadow, size_t n);
/* Forward sweep: values of this kind, n bytes of them, are stored; a shadow pointer is put there
 * behind this. */
void enz_rt_kind_store(struct enz_rt_tape *tape, void *shadow, size_t n, unsigned kind,
                       const char *where);
/* The same of one value. */
void enz_rt_kind_store_double(struct enz_rt_tape *tape, void *shadow, const char *where);
void enz_rt_kind_store_pointer(struct enz_rt_tape *tape, void *shadow, const char *where);
/* Forward sweep, where pointers are loaded, n bytes of them, from `primal`: puts their shadows into
 * `out`. They may be loaded before it is known that they are pointers: that changes no shadow.
 * Unless `where` is NULL they are pointers for sure; then the shadow of each that is not null must
 * be one, or that of no pointer: not one of which bytes were replaced. */
void enz_rt_kind_load(struct enz_rt_tape *tape, const void *shadow, void *out, size_t n,
                      const void *primal, const char *where);
/* Forward sweep, where an integer is loaded: 1 if bytes of an address, or of an integer made of
 * one, are among the n bytes, or may be, else 0. */
int enz_rt_kind_has_address(struct enz_rt_tape *tape, const void *shadow, size_t n);
/* Forward sweep, before an integer is loaded from `primal`, the shadow of which does not travel
 * with it: ends the program if it may be an address with a shadow of its own. */
void enz_rt_kind_no_pointer(struct enz_rt_tape *tape, const void *shadow, size_t n,
                            const void *primal, const char *where);
/* Forward sweep: a bit for each of n bytes (at most 32) that is, or may be, part of a value or an
 * address; none if the shadow is the primal: that is constant memory. */
uint64_t enz_rt_kind_carried(struct enz_rt_tape *tape, const void *shadow, const void *primal,
                             size_t n);
/* Forward mode: the same of values that have a tangent. */
uint64_t enz_rt_kind_moving(struct enz_rt_tape *tape, void *shadow, const void *primal, size_t n);
/* Forward mode: bytes of the tangent are cleared whose shadow is that of an integer or of part of a
 * pointer. */
void enz_rt_kind_bits(struct enz_rt_tape *tape, const void *shadow, void *tangent, size_t n);
/* An integer is made of the bytes at a and b by or, xor or add, so that a byte of both stays as it
 * is where the other one is zero. Of byte k bits 2k and 2k + 1 say which it is a copy of: 1 of a, 2
 * of b, 0 of neither: then it is arithmetic, or part of no value. in_a, in_b: as above. If `where`
 * is not NULL, arithmetic on parts of values ends the program. */
uint64_t enz_rt_kind_sources(const void *a, const void *b, size_t n, uint64_t in_a, uint64_t in_b,
                             const char *where);
/* Forward sweep: an integer, with its shadow at `rest`, was calculated from the n bytes at
 * `primal`. If they are of an address with a shadow of its own, the integer has one that is not
 * known, but for those bytes of it that are copied behind this. */
void enz_rt_kind_rest(struct enz_rt_tape *tape, void *rest, const void *shadow, const void *primal,
                      size_t n);
/* Forward sweep: the tags, and shadow pointers, of n bytes that were copied. Blocks may overlap. */
void enz_rt_kind_copy(struct enz_rt_tape *tape, void *dst, const void *src, size_t n,
                      const unsigned char *possible, size_t period, const char *where);
/* The same from memory without shadow, whose pointers are their own shadows. */
void enz_rt_kind_copy_constant(struct enz_rt_tape *tape, void *dst, const void *primal, size_t n,
                               const unsigned char *possible, size_t period, const char *where);
/* Reverse sweep of a load: adds the n bytes of adjoints at `amount`. */
void enz_rt_kind_add(struct enz_rt_tape *tape, void *shadow, const void *amount, size_t n,
                     unsigned kind, const char *where);
/* Reverse sweep of a store: moves the adjoints to `amount`; zero where there are none. */
void enz_rt_kind_take(struct enz_rt_tape *tape, void *shadow, void *amount, size_t n, unsigned kind,
                      const char *where);
/* Both for one value. */
void enz_rt_kind_add_float(struct enz_rt_tape *tape, void *shadow, float amount, const char *where);
void enz_rt_kind_add_double(struct enz_rt_tape *tape, void *shadow, double amount,
                            const char *where);
float enz_rt_kind_take_float(struct enz_rt_tape *tape, void *shadow, const char *where);
double enz_rt_kind_take_double(struct enz_rt_tape *tape, void *shadow, const char *where);
/* Reverse sweep where the primal stored what carries no derivative: clears the adjoints. If the
 * bytes that were stored depend on active ones, `active`, an adjoint that is not zero ends the
 * program. */
void enz_rt_kind_overwritten(struct enz_rt_tape *tape, void *shadow, size_t n, unsigned active,
                             const char *where);
/* Clears what is tagged as an adjoint, and nothing else. */
void enz_rt_kind_clear_adjoints(struct enz_rt_tape *tape, void *shadow, size_t n);
/* Reverse sweep of a copy: adds the adjoints in dst to those in src and clears them in dst. */
void enz_rt_kind_adjoint(struct enz_rt_tape *tape, void *dst, void *src, size_t n,
                         const unsigned char *possible, size_t period, const char *where);
/* At the end: ends the program if adjoints are in parts that can no longer be put together. */
void enz_rt_kinds_check(const struct enz_rt_kinds *kinds);

/* Split mode, the tangents of a copy, with the map as the first half has left it: moves what is not
 * tagged as a pointer. A tangent may take the place of a shadow pointer, which the primal stores
 * there later; */
void enz_rt_kind_tangents(struct enz_rt_tape *tape, void *dst, const void *src, size_t n);
/* the same of what is stored, whose tangent is the n bytes at `tangent`: that of a number takes the
 * place of a shadow pointer also if it is zero; */
void enz_rt_kind_tangent_store(struct enz_rt_tape *tape, void *shadow, const void *tangent,
                               size_t n, int of_number);
/* the same as enz_rt_kind_load, unless such a place is read again: that ends the program. */
void enz_rt_kind_reload(struct enz_rt_tape *tape, const void *shadow, void *out, size_t n,
                        const void *primal, const char *where);

/* Forward mode: in front of tangents of this kind, n bytes of them, being stored; */
void enz_rt_kind_put(struct enz_rt_tape *tape, void *shadow, size_t n, unsigned kind);
/* behind a store of n bytes of tangents that belong together, and perhaps to others; */
void enz_rt_kind_part(struct enz_rt_tape *tape, void *shadow, size_t n);
/* in front of n bytes of tangents being copied; */
void enz_rt_kind_move(struct enz_rt_tape *tape, void *dst, void *src, size_t n);
/* where pointers are loaded, n bytes of them, from `primal`: 1 if what is in the shadow of one is
 * not all bytes of one pointer, in their places, nor of none. Unless `where` is NULL they are
 * pointers for sure: such a one that is not null ends the program; */
int enz_rt_kind_no_shadow(struct enz_rt_tape *tape, const void *shadow, size_t n,
                          const void *primal, const char *where);
/* where tangents of this kind, n bytes of them, were read: what is the shadow of a pointer, or was
 * put together of parts of several values, is not a number. 1 if there is such. */
int enz_rt_kind_tangent(struct enz_rt_tape *tape, const void *shadow, void *tangent, size_t n,
                        unsigned kind);

/* Other threads are about to use the map of the owner, which may be NULL, and of the other tape,
 * unless that is NULL. The latter must not be freed with the map in it. */
void enz_rt_kinds_share(struct enz_rt_tape *owner, struct enz_rt_tape *other);

/* The map of a tape; NULL is an empty one. A clone is freed by its new owner. */
struct enz_rt_kinds *enz_rt_kinds_clone(const struct enz_rt_kinds *kinds);
void enz_rt_kinds_free(struct enz_rt_kinds *kinds);

/* ---- Shadows of vtables and functions ---- */

/* A vtable and its shadow; a function (size 0) and its record. */
struct enz_rt_shadow {
    const void *address;
    size_t size;
    const void *shadow;
};
/* The shadow of an address in one of `all`; ends the program if it is in none. */
const void *enz_rt_shadow_of(const void *address, const struct enz_rt_shadow *all, size_t count,
                             const char *where);
/* What stands in records of functions that the program does not name in __enzyme_virtualreverse. */
_Noreturn void enz_rt_no_record(void);
/* Ends the program: a record with a tape is called for several directions. */
_Noreturn void enz_rt_record_width(void);
/* Ends the program: a function of a record has another type than the call needs; `what` says which.
 */
_Noreturn void enz_rt_record_type(const char *what);
/* Ends the program: a record that is no constant holds other functions than it was initialised
 * with, and is called at `where`, "file:line:column". */
_Noreturn void enz_rt_record_changed(const char *where);

/* ---- Integers from which addresses are calculated (words.c) ---- */

/* The first n bytes of `value` are about to be stored at `primal`, in one or two words. `lost`:
 * they are part of an address. */
void enz_rt_kind_word_part(void *shadow, const void *primal, size_t n, uint64_t value, int lost);

/* ---- Searches in text ---- */

/* What the functions of the C library of these names find: bytes from s to there, or
 * ENZ_RT_NOT_FOUND. */
#define ENZ_RT_NOT_FOUND SIZE_MAX
size_t enz_find_memchr(const void *s, int c, size_t n);
size_t enz_find_memrchr(const void *s, int c, size_t n);
size_t enz_find_rawmemchr(const void *s, int c);
size_t enz_find_memmem(const void *s, size_t n, const void *part, size_t part_size);
size_t enz_find_strchr(const char *s, int c);
size_t enz_find_strrchr(const char *s, int c);
size_t enz_find_strstr(const char *s, const char *part);
size_t enz_find_strcasestr(const char *s, const char *part);
size_t enz_find_strpbrk(const char *s, const char *set);
/* The first byte that is not of the set and not the end. */
size_t enz_find_word(const char *s, const char *set);
/* What strtok(s, set) returns, in bytes from `text`. */
size_t enz_find_strtok(char *s, const char *set, const char *text);
/* Bytes from s to where another function has found something. */
size_t enz_find_distance(const void *s, const void *found);
/* Ends the program: the text that strtok goes on with was given to it in code that is not
 * differentiated, so that nobody knows its shadow. */
_Noreturn void enz_rt_text_not_begun(void);

/* Numbers in text: see text_numbers.h. */
#define ENZ_RT_INTEGER(type, name)                                                                 \
    type enz_read_##name(const char *s, int base);                                                 \
    size_t enz_end_##name(const char *s, int base);
#define ENZ_RT_FLOAT(type, name)                                                                   \
    type enz_read_##name(const char *s);                                                           \
    size_t enz_end_##name(const char *s);
TEXT_INTEGERS(ENZ_RT_INTEGER)
TEXT_FLOATS(ENZ_RT_FLOAT)
#undef ENZ_RT_FLOAT
#undef ENZ_RT_INTEGER

/* ---- Errors at run time ---- */

/* Called where a function pointer in differentiated code has none of the targets visible at link
 * time. `where` is "file:line:column". Prints a message and aborts. */
_Noreturn void enz_rt_unknown_target(const char *where);
/* -fenz-check (check.c). A call of a derivative, with what it is compared: 1 forward mode, 2
 * differences, 16 complex steps. */
struct enz_rt_check_site {
    const char *where, *name;
    uint64_t wishes, calls, reports;        /* wishes: and 4 where it computes in float, 64 where it
                                               is in forward mode, 128 in split mode */
    void (*complex)(void *frame, double h); /* the function with complex numbers, moved by ih times
                                               the direction; or NULL */
    uint64_t lost;                          /* it was said that imaginary parts were lost */
    const char *rules;                      /* of the program, that it follows, with their places */
    uint64_t unchecked;                     /* it was said that it is not compared */
    const struct enz_rt_range *globals;     /* shadows of globals, which are zero in front of it */
};
/* Runs forward mode at the arguments in `frame` plus h times their direction. */
typedef void enz_rt_check_run(void *frame, double h);
/* In front of the derivative: true if this call is compared; seed: adjoint of the result. Then what
 * it returned follows, and the comparison. */
uint64_t enz_rt_check_open(struct enz_rt_check_site *site, enz_rt_check_run *run, void *frame,
                           double seed);
void enz_rt_check_gradient(uint64_t argument, double gradient);
void enz_rt_check_tangent(double tangent);
void enz_rt_check_close(struct enz_rt_check_site *site);
/* Called by the run: the direction of a number that is an argument, the function's result, numbers
 * whose tangents are at `shadow` (0 float, 1 double, 2 long double), memory that is about to be
 * written. */
double enz_rt_check_direction(uint64_t argument, double x);
double enz_rt_check_some(uint64_t argument, double x); /* a direction, outside of runs */
void enz_rt_check_result(double result, double slope);
void enz_rt_check_touch(void *shadow, void *primal, uint64_t count, uint64_t number);
void enz_rt_check_write(void *at, uint64_t size);
/* At `shadow` is nothing: an integer of so many bytes has none. */
void enz_rt_check_integer(void *shadow, uint64_t size);
/* Of `bytes` bytes that are about to be copied or filled: the numbers at the beginning of each
 * period. */
void enz_rt_check_touch_all(void *shadow, void *primal, int64_t bytes, uint64_t period,
                            uint64_t number);
/* The same of bytes of which nobody knows what they are: ends the run unless they are its own. */
void enz_rt_check_untyped(void *shadow);
/* In place of functions that allocate and free memory, and tell the size of a block
 * (check_heap.c). */
void *enz_rt_check_allocate(uint64_t count, uint64_t size, uint64_t alignment, uint64_t zeroed);
void enz_rt_check_free(void *p);
uint64_t enz_rt_check_block_size(void *p);
/* In front of what cannot be taken back: ends the run. */
_Noreturn void enz_rt_check_abandon(const char *why);
/* In front of what ends the program, as a derivative is lost: ends the run alone, if one goes on.
 */
void enz_rt_check_give_up(void);

/* A function that is called, whose derivatives are compared where that of its caller is wrong
 * (check_seek.c). why: it is not; NULL: it is. */
struct enz_rt_check_callee {
    const char *name, *rules, *why;
    uint64_t wishes, said;
};
/* Whether the run compares it now; its derivative is run in between, then what it returned
 * (enz_rt_check_gradient) follows. */
uint64_t enz_rt_check_seeks(struct enz_rt_check_callee *callee, const char *where);
/* False: the function does what cannot be compared. */
uint64_t enz_rt_check_enter(struct enz_rt_check_callee *callee, const char *where,
                            enz_rt_check_run *run, void *frame, double seed);
void enz_rt_check_leave(const struct enz_rt_check_callee *callee, const char *where);

/* -fenz-check=complex (complex_steps.c, complex.c; operations: complex.def). Called by functions
 * that are computed with complex numbers, of which the real parts are the program's own. The
 * imaginary part of the number at p (0 float, 1 double, 2 long double); a number that has been
 * stored. */
double enz_rt_complex_load(const void *p, uint64_t number);
void enz_rt_complex_store(const void *p, uint64_t number, double part);
/* Bytes that are about to be copied, that are overwritten with constants, that are read as an
 * integer; a number whose bits become one. */
void enz_rt_complex_copy(void *to, const void *from, uint64_t size);
void enz_rt_complex_clear(const void *p, uint64_t size);
void enz_rt_complex_lost(const void *p, uint64_t size);
void enz_rt_complex_lose(double part);
/* Numbers that are passed or returned, counted from 0, and structs that are passed in memory. */
void enz_rt_complex_pass(uint64_t number, double part);
double enz_rt_complex_take(uint64_t number);
void enz_rt_complex_pass_copy(uint64_t number, const void *p);
void enz_rt_complex_take_copy(uint64_t number, void *p, uint64_t size);
/* A call of a function of numbers has returned; its operands follow. test: the derivative by
 * reverse mode at x along v, and the sum of the sizes of its terms; NULL: not known. */
struct enz_rt_complex_call {
    const char *where, *name;
    double (*test)(const double *x, const double *v, double *size);
};
void enz_rt_complex_called(const struct enz_rt_complex_call *site, double part);
void enz_rt_complex_operand(double x, double part);

/* -fenz-check=float (floats.c). Where a program assigns doubles, and by how much the result would
 * be off, to first order, if these were rounded to float. */
struct enz_rt_float_site {
    const char *where, *function, *variable; /* variable "": its name is not known */
    double error, largest;
    uint64_t times;
    struct enz_rt_float_site *next;
};
/* The value. In derivatives its adjoint is noted. */
double enz_float_value(double value, struct enz_rt_float_site *site);
/* Adds to the site. The first call has the report printed when the program ends. */
void enz_rt_float_note(struct enz_rt_float_site *site, double value, double adjoint);

/* -fenz-check=kinks (kinks.c). An operation that is not smooth everywhere; epsilon: of the type
 * that it computes in. */
struct enz_rt_kink_site {
    const char *where, *function, *what;
    double epsilon;
    uint64_t shape, times; /* shape: kink_shapes.def */
};
/* In front of the operation: its operands, and the sizes of the terms that they are sums of (0: of
 * none). */
void enz_rt_kink(struct enz_rt_kink_site *site, double x, double y, double terms);

/* Which call the rule of a function that communicates is run for next (place.c). */
void enz_rt_note_place(const char *where);
/* "file:line:column" of the call that is differentiated. In the body of a library function that has
 * been inlined it is a constant (passes/prepare/calls/places.c), in a rule what was noted last. */
const char *enz_rt_do_place(void);

/* Called in place of a function that has no derivative (-fenz-missing=trap). */
_Noreturn void enz_rt_missing(const char *where, const char *function);
/* Where the shared library is loaded that has this build ID, of `size` bytes. If none has, the
 * program ends with a message: its derivatives were made of other code than it runs. `name`: of the
 * library; `symbol`: an address in it. */
const void *enz_rt_library(const char *name, const unsigned char *id, uint64_t size,
                           const void *symbol);

/* As enz_rt_unknown_target, for a virtual call without numbers among arguments and results: returns
 * if `target` is a function of the C++ standard library (std::exception::what of a library class),
 * which carries no derivatives and may be called; else prints and aborts. `object` is what it is
 * called for. */
void enz_rt_library_target(const char *where, const void *target, const void *object);
/* Called where integer arithmetic on the bits of an active floating-point value, whose derivative
 * would be lost, turns out to make a number. */
_Noreturn void enz_rt_bits_lost(const char *where);
/* Reverse mode: a number is stored where the shadow of a pointer has overwritten the caller's
 * shadow memory, which may have held the adjoint of that number. */
_Noreturn void enz_rt_seed_lost(const char *where);
/* Forward mode: the tangent of such a number is used. */
_Noreturn void enz_rt_tangent_lost(const char *where);
/* The n bytes of shadow are part of an adjoint of `size` bytes, which can neither be moved nor
 * left: ends the program unless n is 0 or the adjoint is zero. */
void enz_rt_part_copied(const void *shadow, size_t n, size_t size, const char *where);
/* Called where adjoints would have to be added and the program has several floating-point types, or
 * parts of floating-point values meet. */
_Noreturn void enz_rt_type_unknown(const char *where);
/* Called where the bytes of an adjoint went several ways: they were copied to different places, or
 * some of them were and others overwritten. */
_Noreturn void enz_rt_adjoint_torn(const char *where);
/* Called where an integer of which is not known what it carries turns out to be an address whose
 * shadow is not moved with it. */
_Noreturn void enz_rt_address_lost(const char *where);
/* 1 if the n bytes of shadow are, or may be, part of the shadow of a pointer: they are not all
 * zero, or others of the words that they are in. */
int enz_rt_has_address(const void *shadow, size_t n);
/* Called where an address is used that was made by integer arithmetic: its shadow is not known. */
_Noreturn void enz_rt_address_made(const char *where);
/* The same if the shadow of this pointer has bytes that say so (ENZ_RT_LOST), where no kind map
 * does. */
enum { ENZ_RT_LOST = 1 };
void enz_rt_check_lost(const void *primal, const void *shadow, const char *where);
/* Called where the bits of an active floating-point value are used as an address, of which nobody
 * has the shadow.
 */
_Noreturn void enz_rt_number_as_address(const char *where);
/* Bytes [from, to) of an object, and its name. */
struct enz_rt_part {
    ptrdiff_t from, to;
    const char *name;
};
/* Bytes [from, to) from an address on, which may be negative. */
struct enz_rt_behind {
    ptrdiff_t from, to;
};
/* Ends the program if memory that a derivative call passes with a shadow is in the object at
 * `start`, which the derivative reaches through a global with another shadow, and if what the
 * derivative accesses behind `passed` is in the part that it accesses through the global. `size`:
 * of the object, 0 if it is a heap block that is as long as it says. */
/* Ends the program where both lead to the same block: of the two globals with these pointers one
 * alone has a shadow. */
struct enz_rt_two_globals {
    const char *written, *read; /* names */
};
void enz_rt_check_two_globals(const char *where, const void *written, const void *read,
                              const struct enz_rt_two_globals *names);
void enz_rt_check_apart(const char *where, const char *passed, const struct enz_rt_behind *behind,
                        const char *start, size_t size, const struct enz_rt_part *part);
/* Called where a derivative reads a pointer from a global whose shadow it has not found. */
_Noreturn void enz_rt_no_shadow(const char *where, const char *global);
/* The shadow of a global of the program. */
struct enz_rt_range {
    const char *start; /* NULL: there is no further one */
    size_t size;
    const char *global;
};
/* `pointer` was loaded where the shadow memory has NULL, at `at`, and counts as one to constant
 * memory. Ends the program if it does not look like one: the shadow is that of a global, whose
 * pointers the derivative has not set. */
void enz_rt_constant_pointer(const char *where, const void *pointer, const char *at,
                             const struct enz_rt_range *ranges);

/* ---- memory that a reverse sweep puts back (restore.c) ---- */

/* Around a reverse sweep that puts memory back as it was before the forward sweep overwrote it.
 * begin: what end takes. end: memory holds again what it did at the start of the sweep. */
void *enz_rt_restore_begin(void);
void enz_rt_restore_end(void *restoring);
/* The sweep is about to put back these bytes, or part of them, for the first time. */
void enz_rt_restore_hold(void *start, uint64_t bytes);
/* So it is, and copies the bytes from `copy`. Threads of a team may call both at the same time, for
 * memory that each of them has for itself. */
void enz_rt_restore(void *to, const void *copy, uint64_t bytes);

#endif
