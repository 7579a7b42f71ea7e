/* Code that calls the objective and its derivatives: from an array of doubles to
 * the parameters, the calls in the form the program chose, and main. */
#include "entry.h"

static void write_struct(struct gen *g, const struct entry *e)
{
    gen_open(g, "struct args");
    for (int i = 0; i < e->param_count; i++) {
        const struct param *p = &e->params[i];
        const char *t = fp_name(p->type);
        if (p->kind == PARAM_VALUE)
            gen_line(g, "%s %s;", t, p->name);
        else if (p->kind == PARAM_ARRAY && p->form == FORM_VECTOR)
            gen_line(g, "std::vector<%s> %s;", t, p->name);
        else if (p->kind == PARAM_ARRAY && p->form == FORM_ARRAY)
            gen_line(g, "std::array<%s, %d> %s;", t, p->len, p->name);
        else if (p->kind == PARAM_ARRAY)
            gen_line(g, "%s %s[%d];", t, p->name, p->len);
        else if (p->kind == PARAM_STRUCT)
            gen_line(g, "struct %s %s;", g->stypes[p->stype].name, p->name);
        else if (p->kind == PARAM_ROWS)
            gen_line(g, "%s %sdata[2][%d], *%s[2];", t, p->name, p->len, p->name);
    }
    gen_line(g, "int unused;");
    gen_close(g, ";\n");
}

/* The members of a struct parameter that hold leaves or integers, as lines that
 * copy to (put) or from the array v. */
static int members(struct gen *g, const struct param *p, int leaf, bool put)
{
    const struct stype *s = &g->stypes[p->stype];
    for (int i = 0; i < s->count; i++) {
        const struct member *m = &s->members[i];
        const char *name = gen_format(g, "a->%s.%s", p->name, m->name);
        if (m->kind == MEMBER_INT) {
            if (put)
                gen_line(g, "%s = ints ? 3 : 0;", name);
            continue;
        }
        for (int j = 0; j < m->len; j++, leaf++) {
            const char *e = m->kind == MEMBER_ARRAY ? gen_format(g, "%s[%d]", name, j) : name;
            if (put)
                gen_line(g, "%s = v[%d];", e, leaf);
            else
                gen_line(g, "v[%d] = %s;", leaf, e);
        }
    }
    return leaf;
}

static int elements(struct gen *g, const struct param *p, int leaf, bool put)
{
    int count = p->kind == PARAM_ROWS ? 2 * p->len : p->len;
    const char *e = p->kind == PARAM_ROWS
                        ? gen_format(g, "a->%sdata[i / %d][i %% %d]", p->name, p->len, p->len)
                        : gen_format(g, "a->%s[i]", p->name);
    if (put && p->kind == PARAM_ROWS)
        gen_line(g, "a->%s[0] = a->%sdata[0], a->%s[1] = a->%sdata[1];", p->name, p->name, p->name,
                 p->name);
    if (put && p->form == FORM_VECTOR)
        gen_line(g, "a->%s.resize(%d);", p->name, count);
    if (put)
        gen_line(g, "for (int i = 0; i < %d; i++) %s = v[%d + i];", count, e, leaf);
    else
        gen_line(g, "for (int i = 0; i < %d; i++) v[%d + i] = %s;", count, leaf, e);
    return leaf + count;
}

static void write_copy(struct gen *g, const struct entry *e, bool put)
{
    if (put)
        gen_open(g, "static void put(struct args *a, const double *v, int ints)");
    else
        gen_open(g, "static void get(const struct args *a, double *v)");
    gen_line(g, !put     ? "(void)a;"
                : g->cxx ? "*a = args(), (void)ints;"
                         : "memset(a, 0, sizeof *a), (void)ints;");
    int leaf = 0;
    for (int i = 0; i < e->param_count; i++) {
        const struct param *p = &e->params[i];
        if (p->kind == PARAM_VALUE && put)
            gen_line(g, "a->%s = v[%d];", p->name, leaf++);
        else if (p->kind == PARAM_VALUE)
            gen_line(g, "v[%d] = 0;", leaf++);
        else if (p->kind == PARAM_STRUCT)
            leaf = members(g, p, leaf, put);
        else if (p->kind == PARAM_ARRAY || p->kind == PARAM_ROWS)
            leaf = elements(g, p, leaf, put);
    }
    gen_close(g, "\n");
}

/* One argument: of the objective (shadows 0), of forward mode (the lanes), or
 * of reverse mode (by-value leaves have no shadow). */
static void argument(struct gen *g, const struct entry *e, const struct param *p, bool derivative,
                     bool reverse)
{
    bool whole = p->kind == PARAM_STRUCT || p->form == FORM_VECTOR || p->form == FORM_ARRAY;
    const char *deref = whole && (derivative || p->form == FORM_POINTER) ? "&" : "";
    if (p->kind == PARAM_INT || p->kind == PARAM_CONST) {
        if (derivative && (e->markers || p->kind == PARAM_CONST))
            text_add(g->out, ", enzyme_const");
        if (p->kind == PARAM_INT)
            text_add(g->out, ", fuzz_opaque(%d)", p->len);
        else
            text_add(g->out, ", constants_%s", p->name);
        return;
    }
    if (derivative && e->markers)
        text_add(g->out, ", %s", p->kind == PARAM_VALUE && reverse ? "enzyme_out" : "enzyme_dup");
    text_add(g->out, ", %sa.%s", deref, p->name);
    if (!derivative || (reverse && p->kind == PARAM_VALUE))
        return;
    text_add(g->out, ", %sd.%s", deref, p->name);
    if (!reverse && e->width)
        text_add(g->out, ", %sd2.%s", deref, p->name);
}

static void arguments(struct gen *g, const struct entry *e, bool derivative, bool reverse)
{
    if (derivative && e->primal_return)
        text_add(g->out, ", enzyme_primal_return");
    if (derivative && !reverse && e->width)
        text_add(g->out, ", enzyme_width, 2");
    for (int i = 0; i < e->param_count; i++)
        argument(g, e, &e->params[i], derivative, reverse);
    text_add(g->out, ");\n");
}

static void write_primal(struct gen *g, const struct entry *e)
{
    gen_open(g, "static double primal(const double *in, double *out)");
    gen_line(g, "struct args a;");
    gen_line(g, "put(&a, in, 1), reset_globals();");
    text_add(g->out, e->is_void ? "  (void)0" : "  double r = 0");
    text_add(g->out, e->is_void ? "; objective(" : "; r = objective(");
    struct text all = {0}, *out = g->out;
    g->out = &all;
    arguments(g, e, false, false);
    g->out = out;
    text_add(out, "%s", all.data + 2);
    text_free(&all);
    gen_line(g, "get(&a, out);");
    gen_line(g, "return %s;", e->is_void ? "0" : "r");
    gen_close(g, "\n");
}

/* The struct that a derivative call returns; false when it returns a bare
 * scalar (*only) or, with *only NULL, nothing. */
struct parts {
    const char *types[2 + MAX_PARAMS], *names[2 + MAX_PARAMS];
    int count;
};

static void add_part(struct parts *p, enum fp type, const char *name)
{
    p->types[p->count] = fp_name(type);
    p->names[p->count++] = name;
}

static const char *write_result_type(struct gen *g, const struct parts *p, const char *name)
{
    if (p->count == 0)
        return "void";
    if (p->count == 1)
        return p->types[0];
    text_add(g->out, "%s {", name);
    for (int i = 0; i < p->count; i++)
        text_add(g->out, " %s %s;", p->types[i], p->names[i]);
    text_add(g->out, " };\n");
    return name;
}

/* "r = ", "r.v = "-like text for reading a part. */
static const char *part(struct gen *g, const struct parts *p, const char *name)
{
    return p->count == 1 ? "r" : gen_format(g, "r.%s", name);
}

static void write_forward(struct gen *g, const struct entry *e)
{
    struct parts parts = {0};
    if (e->primal_return)
        add_part(&parts, e->type, "value");
    if (!e->is_void)
        add_part(&parts, e->type, "lane");
    if (!e->is_void && e->width)
        add_part(&parts, e->type, "lane2");
    const char *type = write_result_type(g, &parts, "struct tangents");
    gen_line(g, "extern %s __enzyme_fwddiff(void *, ...);", type);
    gen_open(
        g,
        "static double forward(const double *in, const double *dir, double *dout, double *value)");
    gen_line(g, "struct args a, d;");
    gen_line(g, "put(&a, in, 1), put(&d, dir, 0), reset_globals();");
    if (e->width)
        gen_line(g,
                 "struct args d2; double twice[%d], out2[%d]; for (int i = 0; i < %d; i++) "
                 "twice[i] = 2 * dir[i]; put(&d2, twice, 0);",
                 e->leaf_count + 1, e->leaf_count + 1, e->leaf_count);
    text_add(g->out, parts.count ? "  %s r = " : "  ", type);
    text_add(g->out, "__enzyme_fwddiff((void *)objective");
    arguments(g, e, true, false);
    gen_line(g, "get(&d, dout);");
    if (e->width)
        gen_line(g,
                 "get(&d2, out2); for (int i = 0; i < %d; i++) dout[i] = "
                 "fuzz_lanes(dout[i], out2[i]);",
                 e->leaf_count);
    if (e->primal_return)
        gen_line(g, "*value = %s;", part(g, &parts, "value"));
    if (e->is_void)
        gen_line(g, "return 0;");
    else if (e->width)
        gen_line(g, "return fuzz_lanes(%s, %s);", part(g, &parts, "lane"),
                 part(g, &parts, "lane2"));
    else
        gen_line(g, "return %s;", part(g, &parts, "lane"));
    gen_close(g, "\n");
}

static void write_reverse(struct gen *g, const struct entry *e)
{
    struct parts parts = {0};
    if (e->primal_return)
        add_part(&parts, e->type, "value");
    for (int i = 0; i < e->param_count; i++)
        if (e->params[i].kind == PARAM_VALUE)
            add_part(&parts, e->params[i].type, e->params[i].name);
    const char *type = write_result_type(g, &parts, "struct gradient");
    gen_line(g, "extern %s __enzyme_autodiff(void *, ...);", type);
    gen_open(g, "static void reverse(const double *in, const double *seed, double *grad, "
                "double *out, double *value)");
    gen_line(g, "struct args a, d;");
    gen_line(g, "put(&a, in, 1), put(&d, seed, 0), reset_globals();");
    text_add(g->out, parts.count ? "  %s r = " : "  ", type);
    text_add(g->out, "__enzyme_autodiff((void *)objective");
    arguments(g, e, true, true);
    gen_line(g, "get(&a, out), get(&d, grad);");
    if (e->primal_return)
        gen_line(g, "*value = %s;", part(g, &parts, "value"));
    int leaf = 0;
    for (int i = 0; i < e->param_count; i++) {
        const struct param *p = &e->params[i];
        if (p->kind == PARAM_VALUE)
            gen_line(g, "grad[%d] = %s;", leaf, part(g, &parts, p->name));
        if (p->kind == PARAM_STRUCT)
            for (int j = 0; j < g->stypes[p->stype].count; j++) {
                const struct member *m = &g->stypes[p->stype].members[j];
                leaf += m->kind == MEMBER_INT ? 0 : m->len;
            }
        else if (p->kind != PARAM_INT && p->kind != PARAM_CONST)
            leaf += p->kind == PARAM_VALUE ? 1 : p->kind == PARAM_ROWS ? 2 * p->len : p->len;
    }
    gen_close(g, "\n");
}

static void write_main(struct gen *g, const struct entry *e)
{
    gen_open(g, "int main(void)");
    text_add(g->out, "  static const double point[] = {");
    for (int i = 0; i < e->leaf_count; i++)
        text_add(g->out, "%s%.2f", i ? ", " : "", e->values[i]);
    text_add(g->out, "};\n");
    gen_line(g,
             "struct fuzz_case c = {.leaves = %d, .point = point, .single = %d, "
             ".has_value = %d,",
             e->leaf_count, (int)(g->used >> FEATURE_float & 1), e->primal_return);
    gen_line(g, "  .primal = primal,");
    gen_line(g, "#ifndef FUZZ_PRIMAL_ONLY");
    gen_line(g, "  .forward = forward, .reverse = reverse,");
    gen_line(g, "#endif");
    gen_line(g, "};");
    gen_line(g, "return fuzz_check(&c);");
    gen_close(g, "%s", "");
}

void glue_write(struct gen *g, const struct entry *e)
{
    for (int i = 0; i < e->param_count; i++)
        if (e->params[i].kind == PARAM_CONST)
            gen_line(g, "static const %s constants_%s[] = {0.31, 1.7, -0.6, 0.9, 1.1};",
                     fp_name(e->params[i].type), e->params[i].name);
    write_struct(g, e);
    write_copy(g, e, true);
    write_copy(g, e, false);
    gen_open(g, "static void reset_globals(void)");
    text_add(g->out, "%s", g->reset.data ? g->reset.data : "");
    gen_close(g, "\n");
    write_primal(g, e);
    gen_line(g, "#ifndef FUZZ_PRIMAL_ONLY");
    gen_line(
        g, "extern int enzyme_const, enzyme_dup, enzyme_out, enzyme_width, enzyme_primal_return;");
    write_forward(g, e);
    write_reverse(g, e);
    gen_line(g, "#endif");
    write_main(g, e);
}
