/* enzcc-text: a trace of another library */
extern int enzyme_trace, enzyme_interface;
struct enz_trace;
extern struct enz_trace *enz_trace_new(void);
extern void __enzyme_trace(void *, ...);

static void model(void)
{
}
static void *functions[13];

int main(void)
{
    /* enzcc-error: unsupported */
    __enzyme_trace((void *)model, enzyme_interface, functions, enzyme_trace, enz_trace_new());
    return 0;
}
