/* Private to check*.c: one comparison of a derivative. */
#ifndef ENZCC_CHECK_STATE_H
#define ENZCC_CHECK_STATE_H
#include "complex_steps.h"
#include <setjmp.h>

enum {
    CHECK_DOT = 1,
    CHECK_DIFFERENCES = 2,
    CHECK_SINGLE = 4,
    CHECK_FORWARD = 64,
    CHECK_SPLIT = 128
}; /* as in base/options.h */
enum number { FLOAT_NUMBER, DOUBLE_NUMBER, LONG_NUMBER };
enum { MOST_ARGUMENTS = 256, MOST_REPORTS = 8 };
enum { CHECK_SIZES = 48 }; /* of blocks that a run allocates: powers of two */
enum { STRAYS = 16 };      /* differences are off by less than so many times what they stray */

/* A number that forward mode has touched. */
struct touched {
    char *shadow, *primal;
    double v, before; /* direction; adjoint of what the function leaves */
    double old;       /* what was in the shadow */
    long double x;    /* value before the function */
    enum number number;
};
struct written {
    char *at;
    size_t size, saved; /* where the old bytes are in `bytes` */
};
struct check {
    bool forward; /* the derivative that is compared is in forward mode */
    bool called;  /* of a function that is called, or split: what is in shadows and memory is put
                     back, and directions as well as adjoints are made up */
    const char *mode;    /* of the derivative that is compared */
    struct check *outer; /* open around this one */
    enz_rt_check_run *run;
    void *frame;
    char *stack; /* memory of the run's own is below */
    struct touched *touched;
    size_t count, room, *slots, slot_count; /* slots: hash table of indices + 1 */
    uintptr_t *integers; /* hash table: quarters of addresses whose shadow is that of an integer */
    size_t integer_count, integer_room;
    struct written *written;
    size_t write_count, write_room;
    char *bytes;
    size_t byte_count, byte_room;
    bool runs, single;               /* a run is on; some arithmetic is in float */
    jmp_buf end;                     /* of the run that is on, */
    const char *why;                 /* and why it ended there; NULL: it did not */
    char *heap, *freed[CHECK_SIZES]; /* check_heap.c: where the run's blocks begin, or NULL; what is
                                        free among them */
    size_t blocks;                   /* how many it has */
    const struct enz_rt_range *globals; /* whose shadows begin with zero, and say nothing in the
                                           end; NULL: those of the others do */
    bool shared; /* differences would move other numbers than the derivative is for */
    bool known[MOST_ARGUMENTS];
    double direction[MOST_ARGUMENTS];
    double seed, result, slope;  /* of the last run */
    double right, left, size;    /* both sides, and the sum of the sizes of their terms */
    double difference, doubt;    /* the right side by differences, how far it may be off */
    size_t kept, kept_bytes;     /* of `written` and `bytes`: by the function itself */
    struct seeking *seeking;     /* NULL: nobody looks for what is wrong */
    struct complex_steps *steps; /* NULL: not computed */
    double complex;              /* the right side by complex steps */
};
/* The innermost one that is open in the thread. */
extern _Thread_local struct check *check_current;

/* Opens a comparison: runs forward mode, and takes differences if `wishes` say so. stack: what is
 * below is the run's own. Where the result has a `why`, that cannot be: all is as it was, and only
 * check_close may follow. */
struct check *check_begin(bool called, enz_rt_check_run *run, void *frame, double seed,
                          uint64_t wishes, char *stack, const struct enz_rt_range *globals);
/* The memory that the function has written is as before; what was written stays known. */
void check_restore(struct check *c);
/* What is in the shadows of what takes part. */
enum check_shadows { SHADOWS_DIRECTION, SHADOWS_START, SHADOWS_OLD };
void check_set_shadows(struct check *c, enum check_shadows what);
/* Runs forward mode once more, as it was run first. */
void check_repeat(struct check *c);
/* Adds what is in shadows to the left side, behind the reverse derivative. */
void check_add_shadows(struct check *c);
/* With what it disagrees, of what `wishes` say; NULL: with nothing. */
const char *check_judge(const struct check *c, uint64_t wishes, double *other);
double check_condition(const struct check *c, double other);
void check_close(struct check *c);
size_t check_bytes_of(enum number n);
void *check_must(void *memory); /* what is not recorded cannot be put back: not NULL */

/* ---- check_heap.c ---- */
/* The run is over. */
void check_heap_clear(struct check *c);
/* The outermost comparison is over. */
void check_heap_close(void);
/* The run that is on has allocated this memory. */
bool check_heap_has(const struct check *c, const char *p);

/* ---- check_seek.c ---- */
/* The search for the function whose derivative is wrong, among those that are called. */
/* Behind the reverse derivative, which is wrong: whether a function was found, and reported. */
bool check_seek(struct check *c);
#endif
