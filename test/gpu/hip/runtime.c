/* What the objects of a HIP program refer to, so that it links where there is no ROCm. */
#include <stddef.h>

int hipLaunchKernel(void)
{
    return 1;
}
int __hipPushCallConfiguration(void)
{
    return 1;
}
int __hipPopCallConfiguration(void)
{
    return 1;
}
void **__hipRegisterFatBinary(void)
{
    return NULL;
}
void __hipUnregisterFatBinary(void)
{
}
void __hipRegisterFunction(void)
{
}
void __hipRegisterVar(void)
{
}
void __hipRegisterManagedVar(void)
{
}
void __hipRegisterSurface(void)
{
}
void __hipRegisterTexture(void)
{
}
