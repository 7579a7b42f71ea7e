; Elements at the end of a vector that is larger than what is followed byte by byte.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

define double @f(ptr %x) {
  %v = load <16 x i64>, ptr %x
  %bits = extractelement <16 x i64> %v, i64 12
  %count = extractelement <16 x i64> %v, i64 15
  %number = bitcast i64 %bits to double
  %factor = sitofp i64 %count to double
  %square = fmul double %number, %number
  %y = fmul double %square, %factor
  ret double %y
}

define i32 @main() {
  %x = alloca [16 x double], align 128
  %dx = alloca [16 x double], align 128
  call void @llvm.memset(ptr %x, i8 0, i64 128, i1 false)
  call void @llvm.memset(ptr %dx, i8 0, i64 128, i1 false)
  %x12 = getelementptr double, ptr %x, i64 12
  store double 3.0, ptr %x12
  %x15 = getelementptr i64, ptr %x, i64 15
  store i64 2, ptr %x15
  call double (ptr, ...) @__enzyme_autodiff(ptr @f, ptr %x, ptr %dx)
  %dx12 = getelementptr double, ptr %dx, i64 12
  %g = load double, ptr %dx12
  call void @expect(double %g, double 12.0)
  ret i32 0
}
