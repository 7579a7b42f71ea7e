double __enzyme_sample(void *, void *, const char *, ...);

double uniform(double low, double high);
double uniform_logpdf(double low, double x);

int main(void)
{
    return __enzyme_sample((void *)uniform, (void *)uniform_logpdf, "x", 0.0, 1.0) > 1;
}
