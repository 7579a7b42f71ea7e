/* See messages.h. The numbers are in a[N_IN]; statements are contractions. */
#include "messages.h"
#include "rng.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

enum { PENDING_MAX = 6, NUMBERS_MAX = 3 };
static const char *const comms[] = {"W", "H", "D"};

/* A request that is not complete, and what becomes of the numbers then: numbers `at` and following
 * are mixed with those of the buffer in<id>; n = 0: nothing. */
struct pending {
    int id, at, n;
    bool items; /* the buffer has numbers and integers */
};

struct writer {
    struct rng rng;
    int depth, next; /* of indentation; the next id */
    bool in_loop;
    struct pending pending[PENDING_MAX];
    int pendings;
};

static int pick(struct writer *w, int n)
{
    return rng_below(&w->rng, n);
}

__attribute__((format(printf, 2, 3))) static void line(const struct writer *w, const char *format,
                                                       ...)
{
    va_list args;
    printf("%*s", 4 * w->depth, "");
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    printf("\n");
}

static const char *comm(struct writer *w)
{
    return comms[pick(w, 3)];
}

static const char *round_of(const struct writer *w)
{
    return w->in_loop ? "round" : "0";
}

/* ---- buffers --------------------------------------------------------------------------------- */

/* How n numbers lie in a buffer. */
enum layout { DENSE, SPACED, BACKWARDS, ITEMS, LAYOUTS };

static const char *type_of(enum layout l)
{
    static const char *const types[] = {"MPI_DOUBLE", "spaced", "backwards", "items"};
    return types[l];
}

/* Both ends have integers, or neither has. */
static enum layout other_end(struct writer *w, enum layout l)
{
    return l == ITEMS ? ITEMS : (enum layout)pick(w, ITEMS);
}

static int count_of(enum layout l, int n)
{
    return l == SPACED || l == BACKWARDS ? 1 : n;
}

/* Of SPACED and BACKWARDS there is one type for each n. */
static const char *suffix(enum layout l, int n)
{
    static const char *const suffixes[] = {"", "[1]", "[2]", "[3]"};
    return l == SPACED || l == BACKWARDS ? suffixes[n] : "";
}

static void declare(const struct writer *w, const char *name, int id, enum layout l, bool filled,
                    int at, int n)
{
    line(w, l == ITEMS ? "struct item %s%d[3] = {{0, 0}};" : "double %s%d[6] = {0};", name, id);
    for (int i = 0; i < n && filled; i++) {
        int place = l == SPACED ? 2 * i : l == BACKWARDS ? n - 1 - i : i;
        if (l == ITEMS)
            line(w, "%s%d[%d] = (struct item){a[%d] * a[%d], W_rank + %d};", name, id, place,
                 at + i, (at + i + 5) % 12, i);
        else
            line(w, "%s%d[%d] = damp(a[%d]) + 0.5 * a[%d];", name, id, place, at + i,
                 (at + i + 3) % 12);
    }
}

/* What has arrived changes a; of a buffer with gaps these are zero. */
static void use(const struct writer *w, int id, bool items, int at, int n)
{
    for (int i = 0; i < n; i++)
        if (items)
            line(w, "a[%d] = damp(a[%d] + in%d[%d].value * (1 + in%d[%d].key %% 3));", at + i,
                 at + i, id, i, id, i);
        else
            line(w, "a[%d] = damp(a[%d] * in%d[%d] + in%d[%d] + 0.3 * in%d[5]);", at + i, at + i,
                 id, i, id, 2 * i, id);
}

/* ---- completing ------------------------------------------------------------------------------ */

static void use_pending(const struct writer *w, const struct pending *p)
{
    use(w, p->id, p->items, p->at, p->n);
}

static void remove_pending(struct writer *w, int k)
{
    w->pending[k] = w->pending[--w->pendings];
}

static void complete_one(struct writer *w)
{
    int k = pick(w, w->pendings), id = w->pending[k].id;
    if (pick(w, 2))
        line(w, "MPI_Wait(&r%d, MPI_STATUS_IGNORE);", id);
    else
        line(w, "for (int flag = 0; !flag;) MPI_Test(&r%d, &flag, MPI_STATUS_IGNORE);", id);
    use_pending(w, &w->pending[k]);
    remove_pending(w, k);
}

static void complete_all(struct writer *w)
{
    if (!w->pendings)
        return;
    int n = w->pendings, how = pick(w, 6), id = w->next++;
    if (how == 0) {
        while (w->pendings)
            complete_one(w);
        return;
    }
    line(w, "MPI_Request q%d[%d] = {", id, n);
    for (int k = 0; k < n; k++)
        line(w, "    r%d,", w->pending[k].id);
    line(w, "};");
    static const char *const ways[] = {
        "",
        "MPI_Waitall(%d, q%d, MPI_STATUSES_IGNORE);",
        "for (int flag = 0; !flag;) MPI_Testall(%d, q%d, &flag, MPI_STATUSES_IGNORE);",
        "for (int i = 0; i != MPI_UNDEFINED;) MPI_Waitany(%d, q%d, &i, MPI_STATUS_IGNORE);",
        "for (int o = 0, all[8]; o != MPI_UNDEFINED;) MPI_Waitsome(%d, q%d, &o, all, "
        "MPI_STATUSES_IGNORE);",
        "for (int i = 0, f = 0; !f || i != MPI_UNDEFINED;) MPI_Testany(%d, q%d, &i, &f, "
        "MPI_STATUS_IGNORE);"};
    printf("%*s", 4 * w->depth, "");
    switch (how) {
    case 1: printf(ways[1], n, id); break;
    case 2: printf(ways[2], n, id); break;
    case 3: printf(ways[3], n, id); break;
    case 4: printf(ways[4], n, id); break;
    default: printf(ways[5], n, id);
    }
    printf("\n");
    for (int k = 0; k < n; k++)
        use_pending(w, &w->pending[k]);
    w->pendings = 0;
}

/* The request r<id> is under way. */
static void add_pending(struct writer *w, int id, int at, int n, bool items)
{
    w->pending[w->pendings++] = (struct pending){id, at, n, items};
    if (w->pendings > PENDING_MAX - 2)
        complete_all(w);
}

/* ---- messages -------------------------------------------------------------------------------- */

struct shift {
    int id, at, n, by, tag;
    enum layout out, in;
    const char *comm;
};

static struct shift new_shift(struct writer *w)
{
    struct shift s = {.id = w->next, .n = 1 + pick(w, NUMBERS_MAX), .by = pick(w, 3)};
    w->next += 2;
    s.at = pick(w, 12 - s.n);
    s.tag = pick(w, 2);
    s.out = (enum layout)pick(w, LAYOUTS), s.in = other_end(w, s.out);
    s.comm = comm(w);
    declare(w, "out", s.id, s.out, true, s.at, s.n);
    declare(w, "in", s.id + 1, s.in, false, 0, s.n);
    return s;
}

/* The arguments of both ends, up to the communicator. */
static const char *sent(const struct shift *s)
{
    static char text[160];
    snprintf(text, sizeof text, "out%d, %d, %s%s, (%s_rank + %d) %% %s_size, %d", s->id,
             count_of(s->out, s->n), type_of(s->out), suffix(s->out, s->n), s->comm, s->by, s->comm,
             s->tag);
    return text;
}

static const char *received(const struct shift *s, const char *tag)
{
    static char text[160];
    snprintf(text, sizeof text,
             "in%d, %d, %s%s, (%s_rank + %s_size - %d %% %s_size) %% %s_size, %s", s->id + 1,
             count_of(s->in, s->n), type_of(s->in), suffix(s->in, s->n), s->comm, s->comm, s->by,
             s->comm, s->comm, tag);
    return text;
}

static const char *tag_of(struct writer *w, const struct shift *s)
{
    return pick(w, 5) == 0 ? "MPI_ANY_TAG" : s->tag ? "1" : "0";
}

static void write_exchange(struct writer *w)
{
    struct shift s = new_shift(w);
    line(w, "MPI_Sendrecv(%s,", sent(&s));
    line(w, "    %s, %s, MPI_STATUS_IGNORE);", received(&s, tag_of(w, &s)), s.comm);
    use(w, s.id + 1, s.in == ITEMS, s.at, s.n);
}

/* Along a line of processes, whose ends have nobody to send to or to receive from. */
static void write_line(struct writer *w)
{
    int id = w->next++, at = pick(w, 10);
    const char *c = comm(w);
    bool apart = pick(w, 2);
    line(w, "double out%d[2] = {damp(a[%d]), a[%d] * a[%d]}, in%d[6] = {0};", id, at, at + 1, at,
         id);
    line(w, "int next%d = %s_rank + 1 < %s_size ? %s_rank + 1 : MPI_PROC_NULL;", id, c, c, c);
    line(w, "int before%d = %s_rank > 0 ? %s_rank - 1 : MPI_PROC_NULL;", id, c, c);
    if (apart) {
        line(w, "MPI_Recv(in%d, 2, MPI_DOUBLE, before%d, 3, %s, MPI_STATUS_IGNORE);", id, id, c);
        line(w, "out%d[0] += 0.5 * in%d[1];", id, id);
        line(w, "MPI_Send(out%d, 2, MPI_DOUBLE, next%d, 3, %s);", id, id, c);
    } else {
        line(w,
             "MPI_Sendrecv(out%d, 2, MPI_DOUBLE, next%d, 3, in%d, 2, MPI_DOUBLE, before%d, 3, "
             "%s, MPI_STATUS_IGNORE);",
             id, id, id, id, c);
    }
    use(w, id, false, at, 2);
}

static void write_started(struct writer *w)
{
    static const char *const ways[] = {"Isend", "Issend", "Send", "Ssend"};
    struct shift s = new_shift(w);
    int how = pick(w, 4);
    line(w, "MPI_Request r%d, r%d;", s.id, s.id + 1);
    line(w, "MPI_Irecv(%s, %s, &r%d);", received(&s, tag_of(w, &s)), s.comm, s.id + 1);
    if (how < 2)
        line(w, "MPI_%s(%s, %s, &r%d);", ways[how], sent(&s), s.comm, s.id);
    else
        line(w, "MPI_%s(%s, %s);", ways[how], sent(&s), s.comm);
    add_pending(w, s.id + 1, s.at, s.n, s.in == ITEMS);
    if (how < 2)
        add_pending(w, s.id, 0, 0, false);
}

/* Looked at first: nothing else with its tag may be under way, so tags are its own. */
static void write_probed(struct writer *w)
{
    struct shift s = new_shift(w);
    int how = pick(w, 3);
    line(w, "MPI_Request r%d;", s.id);
    s.tag = 100 + 8 * s.id;
    line(w, "MPI_Isend(%s + %s, %s, &r%d);", sent(&s), round_of(w), s.comm, s.id);
    line(w, "{");
    w->depth++;
    line(w, "MPI_Status status;");
    line(w, "MPI_Message found;");
    line(w, "int n = 0, from = (%s_rank + %s_size - %d %% %s_size) %% %s_size, tag = %d + %s;",
         s.comm, s.comm, s.by, s.comm, s.comm, s.tag, round_of(w));
    if (how == 0)
        line(w, "MPI_Probe(%s, tag, %s, &status);", pick(w, 2) ? "from" : "MPI_ANY_SOURCE", s.comm);
    else
        line(w, "MPI_Mprobe(from, tag, %s, &found, &status);", s.comm);
    line(w, "MPI_Get_count(&status, %s, &n);", s.in == ITEMS ? "items" : "MPI_DOUBLE");
    line(w, "if (n != %d) fail(__func__, \"count\", n, %d);", s.n, s.n);
    if (how == 0)
        line(w, "MPI_Recv(in%d, %d, %s%s, status.MPI_SOURCE, status.MPI_TAG, %s, &status);",
             s.id + 1, count_of(s.in, s.n), type_of(s.in), suffix(s.in, s.n), s.comm);
    else
        line(w, "MPI_Mrecv(in%d, %d, %s%s, &found, &status);", s.id + 1, count_of(s.in, s.n),
             type_of(s.in), suffix(s.in, s.n));
    w->depth--;
    line(w, "}");
    use(w, s.id + 1, s.in == ITEMS, s.at, s.n);
    add_pending(w, s.id, 0, 0, false);
}

static void write_persistent(struct writer *w)
{
    struct shift s = new_shift(w);
    line(w, "MPI_Request r%d[2];", s.id);
    line(w, "MPI_%s_init(%s, %s, &r%d[0]);", pick(w, 2) ? "Send" : "Ssend", sent(&s), s.comm, s.id);
    line(w, "MPI_Recv_init(%s, %s, &r%d[1]);", received(&s, s.tag ? "1" : "0"), s.comm, s.id);
    line(w, "for (int turn = 0; turn < %d; turn++) {", 1 + pick(w, 3));
    w->depth++;
    if (pick(w, 2)) {
        line(w, "MPI_Startall(2, r%d);", s.id);
    } else {
        line(w, "MPI_Start(&r%d[1]);", s.id);
        line(w, "MPI_Start(&r%d[0]);", s.id);
    }
    line(w, "MPI_Waitall(2, r%d, MPI_STATUSES_IGNORE);", s.id);
    use(w, s.id + 1, s.in == ITEMS, s.at, s.n);
    line(w, s.out == ITEMS ? "out%d[0].value = damp(a[%d]);" : "out%d[0] = damp(a[%d]);", s.id,
         s.at);
    w->depth--;
    line(w, "}");
    line(w, "MPI_Request_free(&r%d[0]);", s.id);
    line(w, "MPI_Request_free(&r%d[1]);", s.id);
}

/* From all to all, in the order in which they come; the status says where each belongs. */
static void write_anybody(struct writer *w)
{
    int id = w->next++, at = pick(w, 11), tag = 100 + 8 * id;
    const char *c = comm(w);
    bool started = pick(w, 2);
    line(w, "double all%d[8][2], got%d[8][2];", id, id);
    line(w, "MPI_Request any%d[16];", id);
    line(w, "MPI_Status statuses%d[16];", id);
    line(w, "for (int p = 0; p < %s_size; p++) {", c);
    if (started)
        line(w, "    MPI_Irecv(got%d[p], 2, MPI_DOUBLE, MPI_ANY_SOURCE, %d + %s, %s, &any%d[p]);",
             id, tag, round_of(w), c, id);
    line(w, "    all%d[p][0] = a[%d] * (p + 1) / 4, all%d[p][1] = a[%d];", id, at, id, at + 1);
    line(w, "    MPI_Isend(all%d[p], 2, MPI_DOUBLE, p, %d + %s, %s, &any%d[8 + p]);", id, tag,
         round_of(w), c, id);
    line(w, "}");
    if (started)
        line(w, "MPI_Waitall(%s_size, any%d, statuses%d);", c, id, id);
    else
        line(w,
             "for (int p = 0; p < %s_size; p++) MPI_Recv(got%d[p], 2, MPI_DOUBLE, "
             "MPI_ANY_SOURCE, %d + %s, %s, &statuses%d[p]);",
             c, id, tag, round_of(w), c, id);
    line(w, "MPI_Waitall(%s_size, any%d + 8, MPI_STATUSES_IGNORE);", c, id);
    line(w, "for (int q = 0; q < %s_size; q++)", c);
    line(w, "    for (int p = 0; p < %s_size; p++)", c);
    line(w, "        if (statuses%d[p].MPI_SOURCE == q)", id);
    line(w, "            a[%d] = damp(a[%d] + got%d[p][0] * got%d[p][1] * (1 + q));", at, at, id,
         id);
}

/* ---- collective calls ------------------------------------------------------------------------ */

/* A call with one or several numbers of each process, that blocks or is started. */
struct collective_text {
    const char *name, *arguments; /* with out, in, n, op, that of scans, root, comm as $ and a
                                     letter */
};
static const struct collective_text collectives[] = {
    {"bcast", "$i, $n, MPI_DOUBLE, $r, $c"},
    {"reduce", "$o, $i, $n, MPI_DOUBLE, $p, $r, $c"},
    {"allreduce", "$o, $i, $n, MPI_DOUBLE, $p, $c"},
    {"scan", "$o, $i, $n, MPI_DOUBLE, $s, $c"},
    {"exscan", "$o, $i, $n, MPI_DOUBLE, $s, $c"},
    {"gather", "$o, $n, MPI_DOUBLE, $i, $n, MPI_DOUBLE, $r, $c"},
    {"allgather", "$o, $n, MPI_DOUBLE, $i, $n, MPI_DOUBLE, $c"},
    {"scatter", "$o, $n, MPI_DOUBLE, $i, $n, MPI_DOUBLE, $r, $c"},
    {"alltoall", "$o, $n, MPI_DOUBLE, $i, $n, MPI_DOUBLE, $c"},
    {"reduce_scatter_block", "$o, $i, $n, MPI_DOUBLE, $p, $c"},
    {"reduce_scatter", "$o, $i, uneven, MPI_DOUBLE, $p, $c"},
    {"allgatherv", "$o, 1 + $c_rank % 2, MPI_DOUBLE, $i, uneven, places, MPI_DOUBLE, $c"},
    {"alltoallv", "$o, uneven, places, MPI_DOUBLE, $i, same[$c_rank % 2], places, MPI_DOUBLE, $c"},
    {"alltoallw", "$o, ones, offsets, doubles, $i, ones, offsets, doubles, $c"},
};

struct collective_call {
    const char *text, *op, *comm;
    int id, n, root;
    bool started;
};

static void write_arguments(const struct collective_call *call)
{
    for (const char *text = call->text; *text; text++) {
        if (*text != '$') {
            putchar(*text);
            continue;
        }
        switch (*++text) {
        case 'o': printf("out%d", call->id); break;
        case 'i': printf("in%d", call->id); break;
        case 'n': printf("%d", call->n); break;
        case 'p': printf("%s", call->op); break;
        case 's': printf("%s", call->started ? "MPI_SUM" : call->op); break;
        case 'r': printf("%d %% %s_size", call->root, call->comm); break;
        default: printf("%s", call->comm);
        }
    }
}

static void write_collective(struct writer *w)
{
    static const char *const ops[] = {"MPI_SUM", "MPI_PROD", "MPI_MAX", "MPI_MIN"};
    const struct collective_text *t =
        &collectives[pick(w, sizeof collectives / sizeof *collectives)];
    int id = w->next++, n = 1 + pick(w, 2), at = pick(w, 10), root = pick(w, 4);
    const char *c = comm(w), *op = ops[pick(w, 4)];
    bool started = pick(w, 2);
    line(w, "double out%d[16], in%d[16] = {0};", id, id);
    line(w, "for (int i = 0; i < 16; i++)");
    line(w, "    out%d[i] = damp(a[(i + %d) %% N_IN]) + 0.1 * i * a[%d];", id, at, at);
    line(w, "in%d[0] = a[%d], in%d[1] = a[%d] * a[%d];", id, at, id, at + 1, at);
    if (started)
        line(w, "MPI_Request r%d;", id);
    printf("%*sMPI_%s", 4 * w->depth, "", started ? "I" : "");
    for (const char *p = t->name; *p; p++)
        putchar(p == t->name && !started ? *p - 'a' + 'A' : *p);
    putchar('(');
    write_arguments(&(struct collective_call){t->arguments, op, c, id, n, root, started});
    printf(started ? ", &r%d);\n" : ");\n", id);
    if (started)
        add_pending(w, id, at, 2, false);
    else
        use(w, id, false, at, 2);
}

/* ---- the rest -------------------------------------------------------------------------------- */

static void write_compute(struct writer *w)
{
    int at = pick(w, 10);
    switch (pick(w, 4)) {
    case 0:
        line(w, "for (int i = 0; i < N_IN; i++)");
        line(w, "    a[i] = damp(a[i] + sin(a[(i + %d) %% N_IN]) * a[%d]);", 1 + pick(w, 5), at);
        break;
    case 1: line(w, "if (W_rank %% 2 == %d) a[%d] *= sin(a[%d]);", pick(w, 2), at, at + 1); break;
    case 2: line(w, "if (W_rank == %d) a[%d] = 0.7;", pick(w, 4), at); break;
    default: line(w, "a[%d] = damp(a[%d] * a[%d] + x[%d]);", at, at + 1, at + 2, at);
    }
}

static void write_statement(struct writer *w)
{
    static void (*const kinds[])(struct writer *) = {
        write_exchange,   write_started, write_started,    write_probed,
        write_persistent, write_anybody, write_collective, write_collective,
        write_compute,    write_compute, write_line};
    kinds[pick(w, sizeof kinds / sizeof *kinds)](w);
    if (w->pendings && pick(w, 4) == 0)
        complete_one(w);
}

static void write_function(struct writer *w, uint64_t seed)
{
    printf("static void f%llu(const double *x, double *y)\n{\n", (unsigned long long)seed);
    w->depth = 1;
    line(w, "double a[N_IN];");
    line(w, "COMMUNICATORS");
    line(w, "memcpy(a, x, sizeof a);");
    for (int k = 3 + pick(w, 6); k > 0; k--) {
        if (pick(w, 4)) {
            write_statement(w);
            continue;
        }
        complete_all(w);
        line(w, "for (int round = 0; round < %d; round++) {", 1 + pick(w, 3));
        w->depth++, w->in_loop = true;
        for (int m = 1 + pick(w, 3); m > 0; m--)
            write_statement(w);
        complete_all(w);
        w->depth--, w->in_loop = false;
        line(w, "}");
    }
    complete_all(w);
    line(w, "MPI_Comm_free(&H), MPI_Comm_free(&D);");
    line(w, "memcpy(y, a, sizeof a);");
    printf("}\n\n");
}

void messages_write(uint64_t seed, int count)
{
    printf("/* Random messages of seeds %llu to %llu. */\n#include \"mpi_fuzz.h\"\n\n",
           (unsigned long long)seed, (unsigned long long)seed + (unsigned)count - 1);
    for (int k = 0; k < count; k++) {
        struct writer w = {.rng = rng_make(rng_mix(seed + (unsigned)k, 6))};
        write_function(&w, seed + (unsigned)k);
    }
    printf("int main(int argc, char **argv)\n{\n    begin(&argc, &argv);\n    make_types();\n");
    for (int k = 0; k < count; k++)
        printf("    CHECK(f%llu);\n", (unsigned long long)seed + (unsigned)k);
    printf("    return end();\n}\n");
}
