void __enzyme_trace(void *, ...);

static void model(double x)
{
    (void)x;
}

int main(void)
{
    __enzyme_trace((void *)model, 3.0);
}
