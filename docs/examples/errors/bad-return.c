extern int enzyme_active_return;
void __enzyme_autodiff(void *, ...);

static int floor_of(double x)
{
    return (int)x;
}

int main(void)
{
    __enzyme_autodiff((void *)floor_of, enzyme_active_return, 3.5);
}
