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

#define cublasCreate_v2         hipblasCreate
#define cublasDaxpy_v2          hipblasDaxpy
#define cublasDcopy_v2          hipblasDcopy
#define cublasDdot_v2           hipblasDdot
#define cublasDestroy_v2        hipblasDestroy
#define cublasDgemm_v2          hipblasDgemm
#define cublasDgemv_v2          hipblasDgemv
#define cublasDger_v2           hipblasDger
#define cublasDnrm2_v2          hipblasDnrm2
#define cublasDscal_v2          hipblasDscal
#define cublasGetMatrix         hipblasGetMatrix
#define cublasGetPointerMode_v2 hipblasGetPointerMode
#define cublasGetStream_v2      hipblasGetStream
#define cublasGetVector         hipblasGetVector
#define cublasSaxpy_v2          hipblasSaxpy
#define cublasScopy_v2          hipblasScopy
#define cublasSdot_v2           hipblasSdot
#define cublasSetMatrix         hipblasSetMatrix
#define cublasSetStream_v2      hipblasSetStream
#define cublasSetVector         hipblasSetVector
#define cublasSgemm_v2          hipblasSgemm
#define cublasSgemv_v2          hipblasSgemv
#define cublasSger_v2           hipblasSger
#define cublasSnrm2_v2          hipblasSnrm2
#define cublasSscal_v2          hipblasSscal
#endif
