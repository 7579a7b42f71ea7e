/* Names of the CUDA Runtime API and of cuBLAS are those of HIP and hipBLAS: programs, and the
 * simulated device itself, are compiled for either. */
#ifndef ENZCC_TEST_GPUSIM_NAMES_H
#define ENZCC_TEST_GPUSIM_NAMES_H
#define GPUSIM_HIP 1

#define cudaDeviceSynchronize          hipDeviceSynchronize
#define cudaErrorInvalidDeviceFunction hipErrorInvalidDeviceFunction
#define cudaError_t                    hipError_t
#define cudaEventCreate                hipEventCreate
#define cudaEventDestroy               hipEventDestroy
#define cudaEventRecord                hipEventRecord
#define cudaEventSynchronize           hipEventSynchronize
#define cudaEvent_t                    hipEvent_t
#define cudaFree                       hipFree
#define cudaFreeAsync                  hipFreeAsync
#define cudaFreeHost                   hipHostFree
#define cudaFuncSetAttribute           hipFuncSetAttribute
#define cudaGetErrorString             hipGetErrorString
#define cudaGetLastError               hipGetLastError
#define cudaHostAlloc                  hipHostAlloc
#define cudaLaunchKernel               hipLaunchKernel
#define cudaMalloc                     hipMalloc
#define cudaMallocAsync                hipMallocAsync
#define cudaMallocHost                 hipHostMalloc
#define cudaMallocManaged              hipMallocManaged
#define cudaMemcpy                     hipMemcpy
#define cudaMemcpy2D                   hipMemcpy2D
#define cudaMemcpyAsync                hipMemcpyAsync
#define cudaMemcpyDefault              hipMemcpyDefault
#define cudaMemcpyDeviceToDevice       hipMemcpyDeviceToDevice
#define cudaMemcpyDeviceToHost         hipMemcpyDeviceToHost
#define cudaMemcpyFromSymbol           hipMemcpyFromSymbol
#define cudaMemcpyHostToDevice         hipMemcpyHostToDevice
#define cudaMemcpyHostToHost           hipMemcpyHostToHost
#define cudaMemcpyKind                 hipMemcpyKind
#define cudaMemcpyToSymbol             hipMemcpyToSymbol
#define cudaMemset                     hipMemset
#define cudaMemsetAsync                hipMemsetAsync
#define cudaPointerGetAttributes       hipPointerGetAttributes
#define cudaStreamCreate               hipStreamCreate
#define cudaStreamDestroy              hipStreamDestroy
#define cudaStreamSynchronize          hipStreamSynchronize
#define cudaStreamWaitEvent            hipStreamWaitEvent
#define cudaStream_t                   hipStream_t
#define cudaSuccess                    hipSuccess
#define __cudaPopCallConfiguration     __hipPopCallConfiguration
#define __cudaPushCallConfiguration    __hipPushCallConfiguration
#define cuMemGetAddressRange_v2        hipMemGetAddressRange
#endif
