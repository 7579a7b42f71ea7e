/* Options of the passes; passes/engine_options.c reads them.
 *
 * The members that are an int have the constants of an enum of the room that they are for. */
#ifndef ENZCC_BASE_OPTIONS_H
#define ENZCC_BASE_OPTIONS_H
#include <stdbool.h>
#include <stdint.h>

enum enz_checkpoint {
    CHECKPOINT_AUTO, /* as the room for the tape asks */
    CHECKPOINT_OFF,
    CHECKPOINT_EVERY
};

/* Parsed once from ENZCC_PLUGIN_OPTIONS (driver) or the command line (enzcc-opt): words
 * `name` or `name=value`. */
/* What a derivative is compared with when it runs, and that it computes in float; as in
 * runtime/check.c. And that kinks of its function are reported, and variables that may be float. */
enum enz_check {
    ENZ_CHECK_DOT = 1,
    ENZ_CHECK_DIFFERENCES = 2,
    ENZ_CHECK_SINGLE = 4,
    ENZ_CHECK_KINKS = 8,
    ENZ_CHECK_COMPLEX = 16,
    ENZ_CHECK_FLOATS = 32,
    ENZ_CHECK_FORWARD = 64, /* to the runtime: what is compared is a derivative in forward mode, */
    ENZ_CHECK_SPLIT = 128,  /* or are the two halves of one in split mode */
    ENZ_CHECK_COMPARISONS = ENZ_CHECK_DOT | ENZ_CHECK_DIFFERENCES | ENZ_CHECK_COMPLEX
};

struct enz_options {
    bool dump_request, dump_prepare, dump_provenance, dump_types, dump_activity, dump_memory,
        dump_needs, dump_plan, dump_ir;
    bool stats, report, remarks, runtime_activity, strong_zero, singular_ieee;
    bool emit_ll, emit_c; /* generated functions are written to a file */
    bool syntax_only;     /* diagnose only: nothing of the program is optimised */
    bool inactive_globals, distrust_aliasing;
    bool dynamic_shared; /* kernels are launched with room for shadows of dynamic shared memory */
    bool verify;       /* what passes of prepare/ need and give; ENZCC_VERIFY sets it for a build */
    bool keep_source;  /* compiling: the link is to get the unit as its source says */
    bool asan_recover; /* compiling: the program goes on after an error of the address sanitizer */
    bool embed_source; /* compiling: the compiler embeds no bitcode, so that the passes do */
    bool drop_locations;  /* compiling: native code needs no source locations */
    bool edit_symbols;    /* compiling bitcode of an object whose symbols have changed */
    bool other_assembler; /* compiling: not LLVM's reads the unit */
    bool join_units;      /* compiling bitcode of others: it is to be linked with units of ours */
    const char *inactive[65]; /* lists of globs of function names, up to a NULL; borrowed texts that
                                 end at a blank */
    const char *print[17];    /* lists of -fenz-print=, likewise; see report.h */
    const char *report_file;  /* of -fenz-report=, likewise; NULL: none */
    const char *truncate_all; /* formats of -fenz-truncate-all=, likewise; NULL: none */
    const char *warnings[65]; /* values of -W and -w, likewise; see base/diag.h */
    bool color;               /* of messages */
    int format;               /* likewise: enum diag_format */
    bool deterministic, tape_zero, noalias_shadow, keep_scratch;
    int atomic;           /* enum plan_atomic */
    int cache;            /* enum plan_cache */
    int missing;          /* enum rule_missing */
    int ties;             /* enum rule_ties */
    int fp;               /* enum rule_fp */
    int unknown_types;    /* enum types_unknown */
    int opt_level;        /* of the unit or link: 0..3 */
    bool own_level;       /* -fenz-opt: derivatives are optimised */
    int derivative_level; /* at this level */
    bool inlined;         /* derivatives are inlined where they are called */
    bool narrow_loops;    /* those with virtual arrays run only where it matters, at any level */
    bool whole_loops;     /* or at none */
    int blas;             /* enum rule_blas */
    int checkpoint;       /* enum enz_checkpoint */
    uint64_t segment;     /* CHECKPOINT_EVERY: iterations */
    uint64_t tape_limit;  /* bytes, 0: none */
    unsigned check;       /* -fenz-check: enum enz_check, 0: none */
};
#endif
