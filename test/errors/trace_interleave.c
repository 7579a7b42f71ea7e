/* enzcc-text: marker enzyme_interleave has no meaning for __enzyme_trace */
extern int enzyme_trace, enzyme_interleave;
struct enz_trace;
extern struct enz_trace *enz_trace_new(void);
extern void __enzyme_trace(void *, ...);

static void model(double x)
{
    (void)x;
}

int main(void)
{
    /* enzcc-error: unsupported-marker */
    __enzyme_trace((void *)model, 3.0, enzyme_interleave, enzyme_trace, enz_trace_new());
    return 0;
}
