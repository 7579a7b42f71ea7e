/* The words are operands of a list of named metadata, each with the name of the unit: linkers put
 * the lists of all units one behind another. Options that print something are not among them; they
 * act in the command that they are given to. */
#include "unit_options.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char list_name[] = "enzcc.options";

/* What options are about. Of lists every word counts; otherwise two units must not differ. */
static const struct subject {
    const char *name;
    bool is_list;
} subjects[] = {
    {"atomic", false},          {"blas", false},
    {"cache", false},           {"deterministic", false},
    {"dynamic-shared", false},  {"fp", false},
    {"inactive", true},         {"inactive-globals", false},
    {"inline", false},          {"missing", false},
    {"noalias-shadow", false},  {"opt", false},
    {"remat", false},           {"runtime-activity", false},
    {"singular", false},        {"sparse", false},
    {"strict-aliasing", false}, {"strong-zero", false},
    {"tape-zero", false},       {"ties", false},
    {"types", false},
};

struct text {
    const char *at;
    size_t size;
};

struct note {
    struct text word, unit;
    const struct subject *subject;
};

static bool equal(struct text a, struct text b)
{
    return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

static bool is_off(struct text word)
{
    return word.size > 3 && memcmp(word.at, "no-", 3) == 0;
}

static const struct subject *subject_of(struct text word)
{
    size_t skipped = is_off(word) ? 3 : 0;
    struct text name = {word.at + skipped, word.size - skipped};
    const char *equals = memchr(name.at, '=', name.size);
    if (equals)
        name.size = (size_t)(equals - name.at);
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (equal(name, (struct text){subjects[i].name, strlen(subjects[i].name)}))
            return &subjects[i];
    return NULL;
}

/* The next of words that are separated by blanks; empty at the end. */
static struct text next_word(const char **words)
{
    *words += strspn(*words, " \t\n");
    struct text word = {*words, strcspn(*words, " \t\n")};
    *words += word.size;
    return word;
}

static const struct subject *mentions(const char *words, const struct subject *subject)
{
    for (struct text word; words && (word = next_word(&words)).size > 0;)
        if (subject_of(word) == subject)
            return subject;
    return NULL;
}

/* ---- Compiling ---- */

static LLVMMetadataRef string(LLVMContextRef cx, struct text text)
{
    return LLVMMDStringInContext2(cx, text.at, text.size);
}

/* Of a unit, the last word on a subject counts. `rest`: the words that follow. */
static bool counts(struct text word, const char *rest)
{
    const struct subject *subject = subject_of(word);
    return subject && (subject->is_list || !mentions(rest, subject));
}

int unit_options_record(LLVMModuleRef m, const char *words)
{
    LLVMContextRef cx = LLVMGetModuleContext(m);
    struct text unit;
    int noted = 0;
    unit.at = LLVMGetSourceFileName(m, &unit.size);
    for (struct text word; words && (word = next_word(&words)).size > 0;) {
        if (!counts(word, words))
            continue;
        LLVMMetadataRef pair[] = {string(cx, word), string(cx, unit)};
        LLVMMetadataRef node = LLVMMDNodeInContext2(cx, pair, 2);
        LLVMAddNamedMetadataOperand(m, list_name, LLVMMetadataAsValue(cx, node));
        noted = 1;
    }
    return noted;
}

/* ---- Linking ---- */

static struct text string_of(LLVMValueRef node, unsigned index)
{
    LLVMValueRef parts[2];
    unsigned size = 0;
    struct text text = {"", 0};
    if (LLVMGetMDNodeNumOperands(node) != 2)
        return text;
    LLVMGetMDNodeOperands(node, parts);
    const char *at = parts[index] ? LLVMGetMDString(parts[index], &size) : NULL;
    return at ? (struct text){at, size} : text;
}

static struct note *read_notes(LLVMModuleRef m, unsigned *count)
{
    *count = LLVMGetNamedMetadataNumOperands(m, list_name);
    LLVMValueRef *nodes = calloc(*count + 1, sizeof *nodes);
    struct note *notes = calloc(*count + 1, sizeof *notes);
    if (!nodes || !notes) {
        fprintf(stderr, "enzcc: error: out of memory\n");
        exit(1);
    }
    LLVMGetNamedMetadataOperands(m, list_name, nodes);
    for (unsigned i = 0; i < *count; i++) {
        notes[i].word = string_of(nodes[i], 0);
        notes[i].unit = string_of(nodes[i], 1);
        notes[i].subject = subject_of(notes[i].word);
    }
    free(nodes);
    return notes;
}

/* Words may say the same in two ways. */
static bool same_meaning(struct text a, struct text b)
{
    static const struct text shorter = {"runtime-activity", 16},
                             longer = {"runtime-activity=on", 19};
    return equal(equal(a, shorter) ? longer : a, equal(b, shorter) ? longer : b);
}

static void print_note(const struct note *n, const char *before, const char *after)
{
    size_t skipped = is_off(n->word) ? 3 : 0;
    fprintf(stderr, "%s'%.*s'%s'%s%.*s'", before, (int)n->unit.size, n->unit.at, after,
            skipped ? "-fno-enz-" : "-fenz-", (int)(n->word.size - skipped), n->word.at + skipped);
}

static void refuse(const struct note *a, const struct note *b)
{
    print_note(a, "enzcc: error: ", " was compiled with ");
    print_note(b, " and ", " with ");
    fprintf(stderr, "; give one of these options to the command that links\n");
    exit(1);
}

static void check(const struct note *notes, unsigned count, const char *link_words)
{
    for (unsigned i = 0; i < count; i++) {
        const struct subject *subject = notes[i].subject;
        if (!subject || subject->is_list || mentions(link_words, subject))
            continue;
        for (unsigned j = i + 1; j < count; j++)
            if (notes[j].subject == subject && !same_meaning(notes[i].word, notes[j].word))
                refuse(&notes[i], &notes[j]);
    }
}

static bool is_repeated(const struct note *notes, unsigned which)
{
    for (unsigned i = 0; i < which; i++)
        if (equal(notes[i].word, notes[which].word))
            return true;
    return false;
}

static char *append(char *end, struct text text)
{
    memcpy(end, text.at, text.size);
    end[text.size] = ' ';
    return end + text.size + 1;
}

char *unit_options_join(LLVMModuleRef m, const char *words)
{
    unsigned count;
    struct note *notes = read_notes(m, &count);
    struct text link = {words ? words : "", words ? strlen(words) : 0};
    size_t size = link.size + 2;
    check(notes, count, words);
    for (unsigned i = 0; i < count; i++)
        size += notes[i].word.size + 1;
    char *joined = malloc(size), *end = joined;
    if (!joined) {
        fprintf(stderr, "enzcc: error: out of memory\n");
        exit(1);
    }
    for (unsigned i = 0; i < count; i++)
        if (!is_repeated(notes, i))
            end = append(end, notes[i].word);
    end = append(end, link);
    *end = '\0';
    free(notes);
    return joined;
}
