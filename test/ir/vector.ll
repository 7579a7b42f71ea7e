; Vector arithmetic: insert, shuffle, reduce and extract.
; v = (x, x, 2, x); w = v * reverse(v) = (x*x, 2x, 2x, x*x); the sum is 2x^2 + 4x, plus element 1, 2x.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare double @__enzyme_fwddiff(ptr, ...)
declare void @expect(double, double)

declare double @llvm.vector.reduce.fadd.v4f64(double, <4 x double>)

define double @f(double %x) {
  %i = insertelement <4 x double> poison, double %x, i32 0
  %s = shufflevector <4 x double> %i, <4 x double> poison, <4 x i32> zeroinitializer
  %v = insertelement <4 x double> %s, double 2.0, i32 2
  %r = shufflevector <4 x double> %v, <4 x double> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %w = fmul <4 x double> %v, %r
  %sum = call double @llvm.vector.reduce.fadd.v4f64(double 0.0, <4 x double> %w)
  %e = extractelement <4 x double> %w, i32 1
  %t = fadd double %sum, %e
  ret double %t
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 3.0)
  call void @expect(double %g, double 18.0)
  %t = call double (ptr, ...) @__enzyme_fwddiff(ptr @f, double 3.0, double 0.5)
  call void @expect(double %t, double 9.0)
  ret i32 0
}
