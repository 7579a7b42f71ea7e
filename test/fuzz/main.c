/* enzcc-fuzz-gen: prints a random differentiable program that checks itself.
 *
 *   enzcc-fuzz-gen SEED [--cxx] [--no a,b,...] [--drop k,k,...] [--depth n] [--keys]
 *
 * The same seed and options give the same program, in C or, with `--cxx`, in
 * C++17.  `--no` removes features,
 * `--depth` bounds the depth of expressions, `--keys` writes the key of each
 * statement above it and `--drop` leaves statements out by key. With `--disguise`
 * it is a program that hides floating-point bytes; see disguise.h; with `--nests` one
 * of loops over pointers that overlap; see nests.h; with `--grids` one of stencils; see grids.h;
 * with `--globals` one of memory behind globals; see globals.h;
 * with `--openmp` one of parallel regions; see openmp.h; with `--threads` one of threads; see
 * threads.h; with `--mpi COUNT` one with functions for so many seeds whose processes communicate;
 * see messages.h. */
#include "disguise.h"
#include "entry.h"
#include "gen.h"
#include "globals.h"
#include "grids.h"
#include "helper.h"
#include "messages.h"
#include "nests.h"
#include "openmp.h"
#include "struct.h"
#include "threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *text;
    int percent;
    const char *headers; /* NULL: not of C++ alone */
} features[] = {
#define FEATURE(name, percent, text)              {#name, text, percent, NULL},
#define CXX_FEATURE(name, percent, headers, text) {#name, text, percent, headers},
#include "features.def"
#undef FEATURE
#undef CXX_FEATURE
};

/* By name, so that a new feature leaves the choice of the others alone. */
static uint64_t pick_features(uint64_t seed, bool cxx)
{
    uint64_t set = 0;
    for (int f = 0; f < FEATURE_COUNT; f++) {
        uint64_t key = seed;
        if (features[f].headers && !cxx)
            continue;
        for (const char *p = features[f].name; *p; p++)
            key = rng_mix(key, (uint64_t)*p);
        struct rng r = rng_make(key);
        if (rng_chance(&r, features[f].percent))
            set |= (uint64_t)1 << f;
    }
    return set;
}

static bool remove_features(struct gen *g, const char *list)
{
    while (*list) {
        size_t size = strcspn(list, ",");
        int f = 0;
        while (f < FEATURE_COUNT &&
               (strlen(features[f].name) != size || strncmp(features[f].name, list, size) != 0))
            f++;
        if (f == FEATURE_COUNT) {
            fprintf(stderr, "enzcc-fuzz-gen: unknown feature '%.*s'\n", (int)size, list);
            return false;
        }
        g->features &= ~((uint64_t)1 << f);
        list += size + (list[size] == ',');
    }
    return true;
}

static bool parse(struct gen *g, int argc, char **argv)
{
    if (argc < 2)
        return false;
    g->seed = strtoull(argv[1], NULL, 0);
    for (int i = 2; i < argc; i++)
        g->cxx |= strcmp(argv[i], "--cxx") == 0;
    g->features = pick_features(g->seed, g->cxx);
    g->max_depth = 3;
    for (int i = 2; i < argc; i++) {
        bool has_value = i + 1 < argc;
        if (strcmp(argv[i], "--cxx") == 0)
            continue;
        if (strcmp(argv[i], "--keys") == 0)
            g->show_keys = true;
        else if (strcmp(argv[i], "--no") == 0 && has_value && remove_features(g, argv[i + 1]))
            i++;
        else if (strcmp(argv[i], "--drop") == 0 && has_value)
            g->drop = argv[++i];
        else if (strcmp(argv[i], "--depth") == 0 && has_value)
            g->max_depth = atoi(argv[++i]);
        else
            return false;
    }
    return g->max_depth >= 1;
}

/* Globals live in the last unit; calls of the objective start from the same
 * values. */
static void make_globals(struct gen *g, struct text *unit)
{
    int count = gen_may(g, FEATURE_global) ? rng_between(&g->rng, 1, 3) : 0;
    for (int i = 0; i < count; i++) {
        enum fp type = gen_fp(g);
        const char *name = gen_name(g, 'g'), *t = fp_name(type);
        gen_use(g, FEATURE_global);
        if (rng_chance(&g->rng, 50)) {
            text_add(&g->shared, "extern %s %s;\n", t, name);
            text_add(unit, "%s %s;\n", t, name);
            text_add(&g->reset, "  %s = %s;\n", name, expr_constant(g, type));
            push_scalar(g, name, type, true);
            continue;
        }
        int len = rng_between(&g->rng, 2, 4);
        text_add(&g->shared, "extern %s %s[%d];\n", t, name, len);
        text_add(unit, "%s %s[%d];\n", t, name, len);
        for (int j = 0; j < len; j++)
            text_add(&g->reset, "  %s[%d] = %s;\n", name, j, expr_constant(g, type));
        push_array(g, name, type, len, true);
    }
}

/* The headers that the features used need. */
static void print_includes(const struct gen *g)
{
    printf("#include \"fuzz_cxx.h\"\n");
    for (int f = 0; f < FEATURE_COUNT; f++)
        for (const char *h = features[f].headers; g->used >> f & 1 && h && *h;) {
            int size = (int)strcspn(h, " ");
            printf("#include <%.*s>\n", size, h);
            h += size + (h[size] == ' ');
        }
}

static void print_header(const struct gen *g, bool two_units)
{
    printf("/* Random program of seed %llu.  It uses:\n", (unsigned long long)g->seed);
    for (int f = 0; f < FEATURE_COUNT; f++)
        if (g->used >> f & 1)
            printf(" *   %-10s %s\n", features[f].name, features[f].text);
    if (two_units)
        printf(" * Units: compile with -DUNIT=1 and -DUNIT=2, or once without. */\n");
    else
        printf(" * One unit. */\n");
    printf("#define _GNU_SOURCE\n#include <math.h>\n#include <stddef.h>\n#include <stdint.h>\n"
           "#include <stdlib.h>\n#include <string.h>\n");
    if (g->cxx)
        print_includes(g);
    printf("\nstruct node { double value; struct node *next; };\n"
           "union bits { double d; uint64_t u; };\n%s\n",
           g->shared.data ? g->shared.data : "");
}

static void print_program(const struct gen *g, const struct text units[2])
{
    bool two_units = g->used >> FEATURE_unit2 & 1;
    print_header(g, two_units);
    printf(two_units ? "#if UNIT != 2\n%s#endif\n\n#if UNIT != 1\n%s#endif\n" : "%s%s",
           units[0].data ? units[0].data : "", units[1].data ? units[1].data : "");
}

static void generate(struct gen *g, struct text units[2])
{
    g->rng = rng_make(rng_mix(g->seed, 1));
    struct_make_types(g);
    text_add(&units[0], "#include \"fuzz_check.h\"\n\n");
    make_globals(g, &units[gen_may(g, FEATURE_unit2) ? 1 : 0]);
    if (g->used >> FEATURE_global & 1)
        gen_use(g, FEATURE_unit2);
    g->global_count = g->place_count;
    helper_write_all(g, units);
    for (int i = 0; i < g->place_count; i++)
        g->places[i].writable = true;
    struct entry entry;
    g->rng = rng_make(rng_mix(g->seed, 2));
    g->out = &units[0];
    entry_make(g, &entry);
    entry_write(g, &entry);
    text_add(g->out, "\n");
    glue_write(g, &entry);
}

static bool has_option(int argc, char **argv, const char *option)
{
    bool found = false;
    for (int i = 2; i < argc; i++)
        found |= strcmp(argv[i], option) == 0;
    return found;
}

static int make_disguise(struct gen *g, int argc, char **argv)
{
    g->seed = strtoull(argv[1], NULL, 0);
    for (int i = 2; i < argc; i++)
        g->cxx |= strcmp(argv[i], "--cxx") == 0;
    int status = disguise_main(g, argc - 2, argv + 2);
    text_free(&g->shared);
    strings_free(&g->strings);
    return status;
}

int main(int argc, char **argv)
{
    struct gen g = {0};
    if (has_option(argc, argv, "--disguise"))
        return make_disguise(&g, argc, argv);
    if (has_option(argc, argv, "--nests")) {
        nests_write(strtoull(argv[1], NULL, 0));
        return fflush(stdout) == 0 ? 0 : 2;
    }
    if (has_option(argc, argv, "--globals")) {
        globals_write(strtoull(argv[1], NULL, 0));
        return fflush(stdout) == 0 ? 0 : 2;
    }
    if (has_option(argc, argv, "--grids")) {
        grids_write(strtoull(argv[1], NULL, 0));
        return fflush(stdout) == 0 ? 0 : 2;
    }
    if (argc == 4 && strcmp(argv[2], "--mpi") == 0) {
        messages_write(strtoull(argv[1], NULL, 0), atoi(argv[3]));
        return 0;
    }
    if (has_option(argc, argv, "--openmp")) {
        openmp_write(strtoull(argv[1], NULL, 0));
        return fflush(stdout) == 0 ? 0 : 2;
    }
    if (has_option(argc, argv, "--threads")) {
        threads_write(strtoull(argv[1], NULL, 0));
        return fflush(stdout) == 0 ? 0 : 2;
    }
    if (!parse(&g, argc, argv)) {
        fputs("usage: enzcc-fuzz-gen SEED [--cxx] [--no features] [--drop keys] "
              "[--depth n] [--keys]\n",
              stderr);
        return 2;
    }
    struct text units[2] = {{0}};
    generate(&g, units);
    print_program(&g, units);
    text_free(&units[0]);
    text_free(&units[1]);
    text_free(&g.shared);
    text_free(&g.reset);
    strings_free(&g.strings);
    return fflush(stdout) == 0 ? 0 : 2;
}
