; Math intrinsics and fneg in -exp(sin x) + x*x - |x|.
; At x = 2 the slope is -exp(sin 2) cos 2 + 4 - 1.
;
; RUN: enzcc-opt -S %s -o %t.ll
; RUN: FileCheck %s < %t.ll
; RUN: %run %t.ll
; CHECK-NOT: call {{.*}}@__enzyme_

declare double @__enzyme_autodiff(ptr, ...)
declare void @expect(double, double)

declare double @llvm.sin.f64(double)
declare double @llvm.exp.f64(double)
declare double @llvm.cos.f64(double)
declare double @llvm.fma.f64(double, double, double)
declare double @llvm.fabs.f64(double)

define double @f(double %x) {
  %s = call double @llvm.sin.f64(double %x)
  %e = call double @llvm.exp.f64(double %s)
  %n = fneg double %e
  %m = call double @llvm.fma.f64(double %x, double %x, double %n)
  %a = call double @llvm.fabs.f64(double %x)
  %r = fsub double %m, %a
  ret double %r
}

define i32 @main() {
  %g = call double (ptr, ...) @__enzyme_autodiff(ptr @f, double 2.0)
  %s = call double @llvm.sin.f64(double 2.0)
  %e = call double @llvm.exp.f64(double %s)
  %c = call double @llvm.cos.f64(double 2.0)
  %p = fmul double %e, %c
  %w = fsub double 3.0, %p
  call void @expect(double %g, double %w)
  ret i32 0
}
